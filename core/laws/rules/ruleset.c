/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From what an event states to the rules in force.
 */
#include "core/laws/rules/ruleset.h"

#include <errno.h>
#include <string.h>

#include "core/base/invariant.h"
#include "core/chess/fen.h"
#include "core/chess/san.h"
#include "core/laws/alert/words.h"
#include "core/laws/rules/opening_moves.h"
#include "core/laws/rules/rules_table.h"

/* A game has this much or more at standard; and more than this at rapid (A.1, B.1). */
#define STANDARD_MIN_S (60 * 60)
#define BLITZ_MAX_S    (10 * 60)

static const struct {
	const char *name;
	const char *since; /* in force */
	/* Which article makes an event that is held by it state a default time; NULL: there is one. */
	const char *default_time;
} editions[EDITIONS] = {
	[EDITION_FIDE_2014] = { "fide-2014", "2014-07-01", "6.7.a" },
	[EDITION_FIDE_2018] = { "fide-2018", "2018-01-01", NULL },
	[EDITION_FIDE_2023] = { "fide-2023", "2023-01-01", NULL },
};

const char *
edition_name(enum edition edition)
{
	return editions[edition].name;
}

/* No edition here is older than 2014; what is older, or has no date, is read by the one of 2018. */
static enum edition
edition_on(const char *date)
{
	int edition = EDITIONS;

	while (edition > 0)
		if (strcmp(date, editions[--edition].since) >= 0)
			return (enum edition)edition;
	return EDITION_FIDE_2018;
}

static const char *
level_name(enum level level)
{
	static const char *const names[LEVELS] = {
		[LEVEL_STANDARD] = "standard",
		[LEVEL_RAPID] = "rapid",
		[LEVEL_BLITZ] = "blitz",
	};

	return names[level];
}

/* The level of a time control (A.1, B.1): by the time for sixty moves of the side that has less;
 * TIME_PERIODS or TIME_SANDCLOCK. */
static enum level
level_of(const struct time_control *control)
{
	uint32_t white_s = time_control_game_s(control, WHITE);
	uint32_t black_s = time_control_game_s(control, BLACK);
	uint32_t game_s = white_s < black_s ? white_s : black_s;

	if (game_s >= STANDARD_MIN_S)
		return LEVEL_STANDARD;
	return game_s > BLITZ_MAX_S ? LEVEL_RAPID : LEVEL_BLITZ;
}

/* --- statements that do not hold together ---------------------------------------------------------- */

static bool
is_stated(const struct rules_stated *stated, enum rule rule)
{
	return stated->value[rule] != RULE_UNSTATED;
}

static bool
is_timed(const struct time_control *control)
{
	return control->kind == TIME_PERIODS || control->kind == TIME_SANDCLOCK;
}

/* Begin the cause: "key: 'value' ". */
static void
blame(struct rules_fault *fault, struct text *text, const struct rules_stated *stated,
      enum rule rule)
{
	fault->rule = rule;
	fault->asks = RULES;
	text_begin(text, fault->cause, sizeof(fault->cause));
	text_string(text, rules_key(rule));
	text_string(text, ": '");
	if (rule_rows[rule].kind == RULE_TEXT)
		text_string(text,
		            rule == RULE_START_FEN ? stated->start_fen : stated->start_prefix);
	else
		rules_format_value(text, rule, stated->value[rule]);
	text_string(text, "' ");
}

/* Begin the cause: "key must be stated ". */
static void
miss(struct rules_fault *fault, struct text *text, enum rule rule, enum rule asks)
{
	fault->rule = RULES;
	fault->asks = asks;
	text_begin(text, fault->cause, sizeof(fault->cause));
	text_string(text, rules_section(rule) == RULE_IN_TIME ? "[time] " : "[rules] ");
	text_string(text, rules_key(rule));
	text_string(text, " must be stated ");
}

static bool
level_contradicts(const struct rules_stated *stated, const struct ruleset *rules,
                  struct rules_fault *fault)
{
	enum level computed;
	struct text text;

	if (!is_timed(&rules->control) || !is_stated(stated, RULE_LEVEL) ||
	    stated->value[RULE_LEVEL] == 0)
		return false;
	computed = level_of(&rules->control);
	if (computed == rules->level)
		return false;
	blame(fault, &text, stated, RULE_LEVEL);
	text_string(&text, "contradicts [time] control ");
	time_control_format(&text, &rules->control);
	text_string(&text, ", which is ");
	text_string(&text, level_name(computed));
	text_string(&text, " (A.1, B.1); allowed: auto, ");
	text_string(&text, level_name(computed));
	return true;
}

static bool
supervision_missing(const struct rules_stated *stated, const struct ruleset *rules,
                    struct rules_fault *fault)
{
	bool by_level = is_stated(stated, RULE_LEVEL) && stated->value[RULE_LEVEL] > 0;
	struct text text;

	if (rules->level == LEVEL_STANDARD || is_stated(stated, RULE_SUPERVISION))
		return false;
	miss(fault, &text, RULE_SUPERVISION, by_level ? RULE_LEVEL : RULES);
	text_string(&text, "for ");
	text_string(&text, level_name(rules->level));
	text_string(&text, " chess (A.6, B.5); allowed: on, off");
	return true;
}

/* Who names such an edition holds an event by it; a date alone asks for nothing. */
static bool
default_time_missing(const struct rules_stated *stated, const struct ruleset *rules,
                     struct rules_fault *fault)
{
	const char *article = editions[rules->edition].default_time;
	struct text text;

	if (stated->value[RULE_EDITION] <= 0 || !article || rules->overlay != OVERLAY_NONE ||
	    is_stated(stated, RULE_DEFAULT_TIME))
		return false;
	miss(fault, &text, RULE_DEFAULT_TIME, RULE_EDITION);
	text_string(&text, "under ");
	text_string(&text, edition_name(rules->edition));
	text_string(&text, " (");
	text_string(&text, article);
	text_string(&text, "); allowed: ");
	rules_allowed(&text, RULE_DEFAULT_TIME);
	return true;
}

static bool
mode_contradicts(const struct rules_stated *stated, const struct ruleset *rules,
                 struct rules_fault *fault)
{
	struct text text;
	bool has_increment = false;

	for (uint32_t i = 0; i < rules->control.n_periods; i++)
		has_increment |= rules->control.periods[i].increment_s > 0;
	if (!is_stated(stated, RULE_TIME_MODE) ||
	    has_increment == (stated->value[RULE_TIME_MODE] != TIME_MODE_NONE))
		return false;
	blame(fault, &text, stated, RULE_TIME_MODE);
	text_string(&text, "contradicts [time] control ");
	time_control_format(&text, &rules->control);
	text_string(&text, has_increment ? ", which gives time per move; allowed: fischer, "
	                                   "bronstein, delay"
	                                 : ", which gives no time per move; allowed: none");
	return true;
}

static bool
odds_without_control(const struct rules_stated *stated, const struct ruleset *rules,
                     struct rules_fault *fault)
{
	enum rule rule = is_stated(stated, RULE_TIME_WHITE) ? RULE_TIME_WHITE : RULE_TIME_BLACK;
	struct text text;

	if (!is_stated(stated, rule) || is_timed(&rules->control))
		return false;
	blame(fault, &text, stated, rule);
	text_string(&text, "needs [time] control to be stated");
	return true;
}

static bool
agreement_contradicts(const struct rules_stated *stated, const struct ruleset *rules,
                      struct rules_fault *fault)
{
	bool has_minimum =
		is_stated(stated, RULE_DRAW_MIN_MOVES) && stated->value[RULE_DRAW_MIN_MOVES] > 0;
	struct text text;

	(void)rules;
	if (!is_stated(stated, RULE_DRAW_AGREEMENT))
		return false;
	if (stated->value[RULE_DRAW_AGREEMENT] == DRAW_MIN_MOVES && !has_minimum) {
		miss(fault, &text, RULE_DRAW_MIN_MOVES, RULE_DRAW_AGREEMENT);
		text_string(&text, "with draw.agreement = min-moves (9.1.1); allowed: ");
		rules_allowed(&text, RULE_DRAW_MIN_MOVES);
		return true;
	}
	if (!has_minimum || (stated->value[RULE_DRAW_AGREEMENT] != DRAW_FREE &&
	                     stated->value[RULE_DRAW_AGREEMENT] != DRAW_NEVER))
		return false;
	blame(fault, &text, stated, RULE_DRAW_AGREEMENT);
	text_string(&text, "contradicts draw.min_moves; allowed: min-moves, consent");
	return true;
}

static bool
quickplay_contradicts(const struct rules_stated *stated, const struct ruleset *rules,
                      struct rules_fault *fault)
{
	struct text text;

	if (stated->value[RULE_QUICKPLAY] != 1 ||
	    (rules->level != LEVEL_BLITZ && time_control_least_increment(&rules->control) == 0))
		return false;
	blame(fault, &text, stated, RULE_QUICKPLAY);
	text_string(&text, "is for standard and rapid chess without increment (III.2.1); "
	                   "allowed: off");
	return true;
}

static bool
hybrid_contradicts(const struct rules_stated *stated, const struct ruleset *rules,
                   struct rules_fault *fault)
{
	struct text text;

	if (stated->value[RULE_HYBRID_SETS] != 1)
		return false;
	if (rules->overlay == OVERLAY_HYBRID &&
	    (!is_timed(&rules->control) ||
	     time_control_increment(&rules->control, 1, NULL) >= HYBRID_INCREMENT_S))
		return false;
	blame(fault, &text, stated, RULE_HYBRID_SETS);
	if (rules->overlay == OVERLAY_HYBRID)
		text_string(&text, "needs an increment of 30 seconds or more from move 1 (OL 20); "
		                   "allowed: off");
	else
		text_string(&text, "needs overlay = hybrid; allowed: off");
	return true;
}

static bool
start_contradicts(const struct rules_stated *stated, const struct ruleset *rules,
                  struct rules_fault *fault)
{
	int32_t kind = rules->value[RULE_START_KIND];
	bool needs_fen = kind == START_FEN || kind == START_ODDS;
	struct text text;

	if (needs_fen && !is_stated(stated, RULE_START_FEN)) {
		miss(fault, &text, RULE_START_FEN, RULE_START_KIND);
		text_string(&text, "with start.kind = fen or odds; allowed: a FEN");
		return true;
	}
	if (!needs_fen && is_stated(stated, RULE_START_FEN)) {
		blame(fault, &text, stated, RULE_START_FEN);
		text_string(&text, "needs start.kind = fen or odds");
		return true;
	}
	if (!is_stated(stated, RULE_START_SP) || kind == START_CHESS960)
		return false;
	blame(fault, &text, stated, RULE_START_SP);
	text_string(&text, "needs start.kind = chess960");
	return true;
}

/* Play the imposed opening; false where a move is not legal. */
static bool
is_playable(const char *moves, struct position *position)
{
	const char *word;
	uint16_t move;
	size_t len;

	while (opening_next(&moves, &word, &len)) {
		if (san_parse(position, word, len, &move) != SAN_OK)
			return false;
		position_after(position, move, position);
	}
	return true;
}

static bool
prefix_contradicts(const struct rules_stated *stated, const struct ruleset *rules,
                   struct rules_fault *fault)
{
	int32_t kind = rules->value[RULE_START_KIND];
	struct position position;
	struct text text;

	/* Which Chess960 position it will be is not known. */
	if (!is_stated(stated, RULE_START_PREFIX) || kind == START_CHESS960)
		return false;
	position_start(&position);
	if (kind != START_ORTHODOX)
		fen_parse(stated->start_fen, strlen(stated->start_fen), &position, NULL);
	if (is_playable(stated->start_prefix, &position))
		return false;
	blame(fault, &text, stated, RULE_START_PREFIX);
	text_string(&text, "cannot be played from the initial position; allowed: legal moves in "
	                   "SAN");
	return true;
}

/* What an edition does not list cannot be allowed; a fine is listed, and has to be announced (12.9). */
static bool
penalties_contradict(const struct rules_stated *stated, const struct ruleset *rules,
                     struct rules_fault *fault)
{
	int32_t known = rule_rows[RULE_PENALTIES].value[rules->edition] | 1 << PENALTY_FINE;
	struct text text;

	if (!is_stated(stated, RULE_PENALTIES) || !(stated->value[RULE_PENALTIES] & ~known))
		return false;
	blame(fault, &text, stated, RULE_PENALTIES);
	text_string(&text, "has more than ");
	text_string(&text, edition_name(rules->edition));
	text_string(&text, " lists (12.9); allowed: ");
	rules_format_value(&text, RULE_PENALTIES, known);
	return true;
}

typedef bool (*contradiction_fn)(const struct rules_stated *stated, const struct ruleset *rules,
                                 struct rules_fault *fault);

static const contradiction_fn contradictions[] = {
	odds_without_control, mode_contradicts,      level_contradicts,     supervision_missing,
	default_time_missing, agreement_contradicts, quickplay_contradicts, hybrid_contradicts,
	start_contradicts,    prefix_contradicts,    penalties_contradict,
};

/* --- resolving --------------------------------------------------------------------------------------- */

static void
apply_time(struct time_control *control, const struct rules_stated *stated)
{
	static const struct {
		enum rule rule;
		enum color side;
	} odds[] = { { RULE_TIME_WHITE, WHITE }, { RULE_TIME_BLACK, BLACK } };
	int32_t mode = stated->value[RULE_TIME_MODE];

	if (mode != RULE_UNSTATED && mode != TIME_MODE_NONE)
		time_control_set_mode(control, (enum time_mode)mode);
	if (is_stated(stated, RULE_TIME_INCREMENT_FROM))
		control->increment_from = (uint32_t)stated->value[RULE_TIME_INCREMENT_FROM];
	if (is_stated(stated, RULE_TIME_FIRST_INCREMENT))
		control->first_increment =
			(enum time_first_increment)stated->value[RULE_TIME_FIRST_INCREMENT];
	if (is_stated(stated, RULE_TIME_PERIOD_ADD))
		control->period_add = (enum time_period_add)stated->value[RULE_TIME_PERIOD_ADD];
	for (int i = 0; i < 2; i++)
		if (is_stated(stated, odds[i].rule))
			control->main_s[odds[i].side] = 60 * (uint32_t)stated->value[odds[i].rule];
}

static bool
case_holds(const struct rule_case *which, const struct ruleset *rules)
{
	return (which->editions >> rules->edition & 1) && (which->levels >> rules->level & 1) &&
	       (which->overlays >> rules->overlay & 1) &&
	       (which->supervised >> rules->supervised & 1) &&
	       (!which->without_increment ||
	        (is_timed(&rules->control) && time_control_least_increment(&rules->control) == 0));
}

static void
fill_values(struct ruleset *rules, const struct rules_stated *stated)
{
	for (int rule = 0; rule < RULES; rule++)
		rules->value[rule] = rule_rows[rule].value[rules->edition];
	for (size_t i = 0; i < n_rule_cases; i++)
		if (case_holds(&rule_cases[i], rules))
			rules->value[rule_cases[i].rule] = rule_cases[i].value;
	for (int rule = 0; rule < RULES_STATED; rule++) {
		rules->stated[rule] = is_stated(stated, (enum rule)rule);
		if (rules->stated[rule])
			rules->value[rule] = stated->value[rule];
	}
	/* A minimum means that there is one. */
	if (!rules->stated[RULE_DRAW_AGREEMENT] && rules->value[RULE_DRAW_MIN_MOVES] > 0)
		rules->value[RULE_DRAW_AGREEMENT] = DRAW_MIN_MOVES;
	/* Who says how long photographs may be taken wants to hear of it. */
	if (rules->stated[RULE_PHOTO_FIRST] || rules->stated[RULE_PHOTO_LATER])
		rules->value[RULE_PHOTO_WATCHED] = 1;
	/* "auto" is no statement. */
	rules->stated[RULE_EDITION] = stated->value[RULE_EDITION] > 0;
	rules->stated[RULE_LEVEL] = stated->value[RULE_LEVEL] > 0;
	rules->value[RULE_EDITION] = 1 + (int32_t)rules->edition;
	rules->value[RULE_LEVEL] = 1 + (int32_t)rules->level;
	rules->value[RULE_SUPERVISION] = rules->supervised;
	if (rules->control.n_periods > 0)
		rules->value[RULE_TIME_MODE] = (int32_t)rules->control.periods[0].mode;
}

int
ruleset_resolve(const struct rules_stated *stated, const char *date,
                const struct time_control *control, struct ruleset *ret_rules,
                struct rules_fault *ret_fault)
{
	struct ruleset *rules = ret_rules;
	int32_t edition = stated->value[RULE_EDITION], level = stated->value[RULE_LEVEL];

	memset(rules, 0, sizeof(*rules));
	memcpy(rules->start_fen, stated->start_fen, sizeof(rules->start_fen));
	memcpy(rules->start_prefix, stated->start_prefix, sizeof(rules->start_prefix));
	rules->control = *control;
	apply_time(&rules->control, stated);
	rules->edition = edition > 0 ? (enum edition)(edition - 1) : edition_on(date);
	if (level > 0)
		rules->level = (enum level)(level - 1);
	else if (is_timed(&rules->control))
		rules->level = level_of(&rules->control);
	if (is_stated(stated, RULE_OVERLAY))
		rules->overlay = (enum overlay)stated->value[RULE_OVERLAY];
	rules->supervised = rules->level == LEVEL_STANDARD || stated->value[RULE_SUPERVISION] == 1;
	rules->novice = stated->value[RULE_PROFILE] == 1;
	fill_values(rules, stated);
	for (size_t i = 0; i < sizeof(contradictions) / sizeof(contradictions[0]); i++)
		if (contradictions[i](stated, rules, ret_fault))
			return -EBADMSG;
	return 0;
}

void
ruleset_default(struct ruleset *ret_rules, const char *date)
{
	struct rules_stated stated;
	struct time_control control;
	struct rules_fault fault;
	int r;

	rules_stated_init(&stated);
	time_control_parse("", 0, &control);
	r = ruleset_resolve(&stated, date, &control, ret_rules, &fault);
	INVARIANT(r == 0); /* nothing was stated that could contradict */
}

const char *
ruleset_articles(const struct ruleset *rules, enum rule rule)
{
	const char *articles = rule_rows[rule].articles[rules->edition];

	for (size_t i = 0; i < n_rule_cases; i++)
		if (rule_cases[i].rule == rule && case_holds(&rule_cases[i], rules))
			articles = rule_cases[i].articles;
	return articles;
}

const char *
ruleset_meaning(enum rule rule, int language)
{
	return rule_words[language].meaning[rule];
}

bool
ruleset_draw_odds(const struct ruleset *rules, enum color *ret_side)
{
	*ret_side = rules->value[RULE_ARMAGEDDON] == 1 ? BLACK : WHITE;
	return rules->value[RULE_ARMAGEDDON] != 0;
}
