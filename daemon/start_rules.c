/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/start_rules.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/chess/fen.h"
#include "daemon/config.h"

/* "start.sp: '12' contradicts [event] chess960 = 518; allowed: 518" */
static int
contradict(struct rules_fault *fault, const struct config_start *start,
           const struct rules_stated *stated, enum rule rule, const char *allowed)
{
	bool by_fen = start->fen[0] != '\0';
	char value[RULES_TEXT_MAX];
	struct text text;

	fault->rule = rule;
	fault->asks = RULES;
	text_begin(&text, value, sizeof(value));
	if (rule == RULE_START_FEN)
		text_string(&text, stated->start_fen);
	else
		rules_format_value(&text, rule, stated->value[rule]);
	snprintf(fault->cause, sizeof(fault->cause),
	         "%s: '%.100s' contradicts [event] %s = %.100s; allowed: %.100s", rules_key(rule),
	         value, by_fen ? "fen" : "chess960", by_fen ? start->fen : start->chess960,
	         allowed);
	return -EBADMSG;
}

static bool
is_same_position(const char *a, const char *b)
{
	char formatted[2][FEN_SIZE];
	const char *fens[2] = { a, b };

	for (int i = 0; i < 2; i++) {
		struct position position;

		if (fen_parse(fens[i], strlen(fens[i]), &position, NULL) != 0)
			return false;
		fen_format(&position, formatted[i]);
	}
	return strcmp(formatted[0], formatted[1]) == 0;
}

static bool
is_stated(const struct rules_stated *stated, enum rule rule)
{
	return stated->value[rule] != RULE_UNSTATED;
}

static int
join_fen(const struct config_start *start, struct rules_stated *stated, struct rules_fault *fault)
{
	int32_t kind = stated->value[RULE_START_KIND];

	if (is_stated(stated, RULE_START_KIND) && kind != START_FEN && kind != START_ODDS)
		return contradict(fault, start, stated, RULE_START_KIND, "fen, odds");
	if (is_stated(stated, RULE_START_FEN) && !is_same_position(start->fen, stated->start_fen))
		return contradict(fault, start, stated, RULE_START_FEN, start->fen);
	if (!is_stated(stated, RULE_START_KIND))
		stated->value[RULE_START_KIND] = START_FEN;
	if (!is_stated(stated, RULE_START_FEN))
		rules_parse(stated, RULE_START_FEN, start->fen);
	return 0;
}

static int
join_chess960(const struct config_start *start, struct rules_stated *stated,
              struct rules_fault *fault)
{
	bool is_auto = strcmp(start->chess960, "auto") == 0;
	int32_t sp = is_auto ? START_SP_BOARD : (int32_t)strtol(start->chess960, NULL, 10);

	if (is_stated(stated, RULE_START_KIND) && stated->value[RULE_START_KIND] != START_CHESS960)
		return contradict(fault, start, stated, RULE_START_KIND, "chess960");
	if (is_stated(stated, RULE_START_SP) && stated->value[RULE_START_SP] != sp &&
	    stated->value[RULE_START_SP] != START_SP_RANDOM)
		return contradict(fault, start, stated, RULE_START_SP,
		                  is_auto ? "board, random" : start->chess960);
	stated->value[RULE_START_KIND] = START_CHESS960;
	if (!is_stated(stated, RULE_START_SP))
		stated->value[RULE_START_SP] = sp;
	return 0;
}

/* Only the regulations speak. */
static void
take_from_rules(struct config_start *start, const struct rules_stated *stated)
{
	int32_t kind = stated->value[RULE_START_KIND], sp = stated->value[RULE_START_SP];

	if ((kind == START_FEN || kind == START_ODDS) && is_stated(stated, RULE_START_FEN))
		snprintf(start->fen, sizeof(start->fen), "%s", stated->start_fen);
	else if (kind == START_CHESS960 && sp >= 0)
		snprintf(start->chess960, sizeof(start->chess960), "%u", (unsigned int)sp % 1000);
	else if (kind == START_CHESS960)
		snprintf(start->chess960, sizeof(start->chess960), "auto");
}

int
start_rules_join(struct config_start *start, struct rules_stated *stated,
                 struct rules_fault *ret_fault)
{
	if (start->fen[0])
		return join_fen(start, stated, ret_fault);
	if (start->chess960[0])
		return join_chess960(start, stated, ret_fault);
	take_from_rules(start, stated);
	return 0;
}
