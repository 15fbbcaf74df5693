/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What an event has to announce: parameters that players and arbiters must know of and that no sensor shows. The
 * sentences stand in daemon/texts (words.h).
 */
#include "core/laws/alert/words.h"
#include "core/laws/rules/rules_table.h"

#define ANY_VALUE INT32_MIN

static const struct {
	enum rule rule;
	int32_t value; /* for which it is said; ANY_VALUE: for all that have no row of their own */
	enum notice notice; /* NOTICES: nothing */
} notices[] = {
	{ RULE_DEFAULT_TIME, ANY_VALUE, NOTICE_DEFAULT_TIME },
	{ RULE_DRAW_AGREEMENT, DRAW_MIN_MOVES, NOTICE_DRAW_MIN_MOVES },
	{ RULE_DRAW_AGREEMENT, DRAW_CONSENT, NOTICE_DRAW_CONSENT },
	{ RULE_DRAW_AGREEMENT, DRAW_NEVER, NOTICE_DRAW_NEVER },
	{ RULE_QUICKPLAY, 1, NOTICE_QUICKPLAY },
	{ RULE_ARMAGEDDON, 1, NOTICE_DRAW_WINS_BLACK },
	{ RULE_ARMAGEDDON, 2, NOTICE_DRAW_WINS_WHITE },
	{ RULE_DEVICES, 0, NOTICE_DEVICE_LOSS },
	{ RULE_DEVICES, 1, NOTICE_DEVICE_LESSER },
	{ RULE_PHONES, 0, NOTICE_PHONES_NONE },
	{ RULE_PHONES, 1, NOTICE_PHONES_ARBITER },
	{ RULE_LEAVE_NOTICE, 1, NOTICE_LEAVE },
	{ RULE_APPEALS, RULE_NONE, NOTICE_APPEALS_ANY },
	{ RULE_APPEALS, ANY_VALUE, NOTICE_APPEALS },
	{ RULE_HYBRID_DISCONNECT, RULE_NONE, NOTICES },
	{ RULE_HYBRID_DISCONNECT, ANY_VALUE, NOTICE_DISCONNECT },
};

#define N_NOTICES (sizeof(notices) / sizeof(notices[0]))

static bool
has_row(enum rule rule, int32_t value)
{
	for (size_t i = 0; i < N_NOTICES; i++)
		if (notices[i].rule == rule && notices[i].value == value)
			return true;
	return false;
}

static bool
is_said(const struct ruleset *rules, size_t i)
{
	int32_t value = rules->value[notices[i].rule];

	return notices[i].notice != NOTICES &&
	       (notices[i].value == value ||
	        (notices[i].value == ANY_VALUE && !has_row(notices[i].rule, value)));
}

/* {n} is the only number that a notice has. */
static void
put_notice(struct text *text, const char *words, int language, int32_t value)
{
	struct text_place place;

	while (text_next_place(text, &words, &place))
		if (place.forms)
			plural_put(text, language, value, &place);
		else
			text_signed(text, value);
}

bool
ruleset_notice(const struct ruleset *rules, size_t n, int language, struct text *text,
               enum rule *ret_rule)
{
	for (size_t i = 0; i < N_NOTICES; i++) {
		if (!is_said(rules, i) || n-- > 0)
			continue;
		*ret_rule = notices[i].rule;
		put_notice(text, rule_words[language].notice[notices[i].notice], language,
		           rules->value[*ret_rule]);
		return true;
	}
	return false;
}
