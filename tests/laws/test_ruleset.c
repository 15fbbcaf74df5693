/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/laws/rules/ruleset.h"

#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/laws/alert/words.h"
#include "tests/support.h"

static struct rules_stated stated;
static struct ruleset rules;
static struct rules_fault fault;

/* What is stated, "key=value key=value"; '_' stands for a blank in a value. */
static int
resolve(const char *date, const char *control_text, const char *statements)
{
	struct time_control control;
	char buffer[400], *save = NULL;

	rules_stated_init(&stated);
	snprintf(buffer, sizeof(buffer), "%s", statements);
	for (char *word = strtok_r(buffer, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
		char *value = strchr(word, '=');
		enum rule rule;

		*value++ = '\0';
		for (char *p = value; *p; p++)
			if (*p == '_')
				*p = ' ';
		rule = rules_find(RULE_IN_RULES, word);
		ck_assert_msg(rule != RULES, "%s", word);
		ck_assert_msg(rules_parse(&stated, rule, value) == 0, "%s = %s", word, value);
	}
	ck_assert_int_eq(time_control_parse(control_text, strlen(control_text), &control), 0);
	return ruleset_resolve(&stated, date, &control, &rules, &fault);
}

START_TEST(ruleset_edition_by_date)
{
	static const struct {
		const char *date, *name;
	} dates[] = {
		{ "2014-06-30", "fide-2018" }, { "2014-07-01", "fide-2014" },
		{ "2017-12-31", "fide-2014" }, { "2018-01-01", "fide-2018" },
		{ "2022-12-31", "fide-2018" }, { "2023-01-01", "fide-2023" },
		{ "2026-11-21", "fide-2023" }, { "", "fide-2018" },
	};

	ck_assert_int_eq(resolve(dates[_i].date, "", ""), 0);
	ck_assert_str_eq(edition_name(rules.edition), dates[_i].name);
	ck_assert_int_eq(resolve(dates[_i].date, "", "edition=fide-2018"), 0);
	ck_assert_str_eq(edition_name(rules.edition), "fide-2018");
}
END_TEST

/* The examples of A.1 and B.1. */
START_TEST(ruleset_level_by_time_control)
{
	static const struct {
		const char *control;
		enum level level;
	} controls[] = {
		{ "5400+30", LEVEL_STANDARD },
		{ "3600", LEVEL_STANDARD },
		{ "1800+30", LEVEL_STANDARD },
		{ "3540", LEVEL_RAPID },
		{ "1200+10", LEVEL_RAPID },
		{ "600+5", LEVEL_RAPID },
		{ "600", LEVEL_BLITZ },
		{ "300+5", LEVEL_BLITZ },
		{ "180+2", LEVEL_BLITZ },
		{ "300+6", LEVEL_RAPID },
		{ "40/5400:1800", LEVEL_STANDARD },
	};

	ck_assert_int_eq(resolve("", controls[_i].control, "adequate_supervision=on"), 0);
	ck_assert_int_eq(rules.level, controls[_i].level);
}
END_TEST

/* The penalty for illegal moves: which one loses, and the time for the first (7.5.5, A.4.2, B.2). */
START_TEST(ruleset_penalty_matrix)
{
	static const struct {
		const char *edition, *control, *supervision;
		int32_t limit, penalty_s;
	} cells[] = {
		{ "fide-2018", "5400+30", "on", 2, 120 },  { "fide-2018", "900+10", "on", 2, 120 },
		{ "fide-2018", "900+10", "off", 2, 120 },  { "fide-2018", "180+2", "on", 2, 60 },
		{ "fide-2018", "180+2", "off", 2, 60 },    { "fide-2014", "5400+30", "on", 2, 120 },
		{ "fide-2014", "900+10", "on", 2, 120 },   { "fide-2014", "900+10", "off", 1, 120 },
		{ "fide-2014", "180+2", "on", 2, 60 },     { "fide-2014", "180+2", "off", 1, 60 },
		{ "fide-2023", "5400+30", "off", 2, 120 }, { "fide-2023", "900+10", "on", 2, 60 },
		{ "fide-2023", "900+10", "off", 2, 60 },   { "fide-2023", "180+2", "off", 2, 60 },
	};
	char statements[120];

	snprintf(statements, sizeof(statements),
	         "default_time=0 edition=%s adequate_supervision=%s", cells[_i].edition,
	         cells[_i].supervision);
	ck_assert_int_eq(resolve("", cells[_i].control, statements), 0);
	ck_assert_int_eq(rules.value[RULE_ILLEGAL_LIMIT], cells[_i].limit);
	ck_assert_int_eq(rules.value[RULE_ILLEGAL_PENALTY], cells[_i].penalty_s);
}
END_TEST

START_TEST(ruleset_editions_differ)
{
	resolve("2016-05-05", "5400+30", "");
	ck_assert_int_eq(rules.value[RULE_DRAW_FIVEFOLD], FIVEFOLD_CONSECUTIVE);
	ck_assert_int_eq(rules.value[RULE_COLOURS_REPLAY], 0);
	ck_assert(!ruleset_on(&rules, RULE_DRAW_MOVE_EACH));
	ck_assert(!ruleset_has(&rules, RULE_ILLEGAL_KINDS, ILLEGAL_TWO_HANDS));
	ck_assert_str_eq(ruleset_articles(&rules, RULE_ILLEGAL_PENALTY), "7.5.b");
	resolve("2020-05-05", "5400+30", "");
	ck_assert_int_eq(rules.value[RULE_DRAW_FIVEFOLD], FIVEFOLD_ANY);
	ck_assert_int_eq(rules.value[RULE_COLOURS_REPLAY], 10);
	ck_assert(ruleset_on(&rules, RULE_DRAW_MOVE_EACH));
	ck_assert(ruleset_has(&rules, RULE_ILLEGAL_KINDS, ILLEGAL_TWO_HANDS));
	ck_assert_str_eq(ruleset_articles(&rules, RULE_ILLEGAL_PENALTY), "7.5.5");
	ck_assert(!ruleset_on(&rules, RULE_RESIGN_NEEDS_MATE));
	resolve("2024-05-05", "900+10", "adequate_supervision=off");
	ck_assert(ruleset_on(&rules, RULE_RESIGN_NEEDS_MATE));
	ck_assert(ruleset_on(&rules, RULE_ILLEGAL_STANDS));
	ck_assert_str_eq(ruleset_articles(&rules, RULE_ILLEGAL_STANDS), "A.5.2");
	ck_assert_str_eq(ruleset_articles(&rules, RULE_ILLEGAL_PENALTY), "A.3");
}
END_TEST

START_TEST(ruleset_overlays)
{
	resolve("2020-05-05", "5400", "overlay=fqe-2018");
	ck_assert_int_eq(rules.value[RULE_DEFAULT_TIME], 60);
	ck_assert_int_eq(rules.value[RULE_BOTH_ABSENT], 1);
	ck_assert(ruleset_on(&rules, RULE_QUICKPLAY));
	resolve("2020-05-05", "5400+30", "overlay=fqe-2018 default_time=30");
	ck_assert(!ruleset_on(&rules, RULE_QUICKPLAY));
	ck_assert_int_eq(rules.value[RULE_DEFAULT_TIME], 30);
	resolve("2020-05-05", "300", "overlay=fqe-2018 adequate_supervision=on");
	ck_assert(!ruleset_on(&rules, RULE_QUICKPLAY));
	ck_assert_int_eq(resolve("2020-05-05", "5400+30", "overlay=hybrid hybrid.sets_allowed=on"),
	                 0);
	ck_assert_int_eq(rules.value[RULE_DRAW_THREEFOLD], 1);
	ck_assert_int_eq(rules.value[RULE_DRAW_FIFTY], 1);
	ck_assert_str_eq(ruleset_articles(&rules, RULE_DRAW_FIFTY), "OL 5.4.4");
}
END_TEST

START_TEST(ruleset_minimum_means_agreement_after_it)
{
	resolve("", "", "draw.min_moves=30");
	ck_assert_int_eq(rules.value[RULE_DRAW_AGREEMENT], DRAW_MIN_MOVES);
	ck_assert_int_eq(resolve("", "", "draw.min_moves=30 draw.agreement=consent"), 0);
	ck_assert_int_eq(rules.value[RULE_DRAW_AGREEMENT], DRAW_CONSENT);
}
END_TEST

START_TEST(ruleset_time_control_with_all_that_was_said)
{
	ck_assert_int_eq(resolve("", "300+3",
	                         "adequate_supervision=on tc.white_minutes=4 tc.increment_from=60 "
	                         "tc.mode=bronstein tc.first_increment=auto tc.period_add=at-zero"),
	                 0);
	ck_assert_uint_eq(rules.control.main_s[WHITE], 240);
	ck_assert_uint_eq(rules.control.main_s[BLACK], 300);
	ck_assert_uint_eq(rules.control.increment_from, 60);
	ck_assert_int_eq(rules.control.periods[0].mode, TIME_MODE_BRONSTEIN);
	ck_assert_int_eq(rules.control.first_increment, TIME_FIRST_AUTO);
	ck_assert_int_eq(rules.control.period_add, TIME_ADD_AT_ZERO);
}
END_TEST

START_TEST(ruleset_fault_names_rule)
{
	ck_assert_int_eq(resolve("", "180+2", "level=standard"), -EBADMSG);
	ck_assert_int_eq(fault.rule, RULE_LEVEL);
	ck_assert_int_eq(resolve("", "180+2", ""), -EBADMSG);
	ck_assert_int_eq(fault.rule, RULES);
	ck_assert_int_eq(fault.asks, RULES);
	ck_assert_int_eq(resolve("", "", "level=blitz"), -EBADMSG);
	ck_assert_int_eq(fault.asks, RULE_LEVEL);
	/* A date alone asks for nothing: the event is past. */
	ck_assert_int_eq(resolve("2016-01-01", "5400", ""), 0);
}
END_TEST

/* What does not hold together, or is missing, and what is said of it. */
static const struct {
	const char *control, *statements, *cause;
} contradictions[] = {
	{ "5400+30", "level=blitz adequate_supervision=on",
	  "level: 'blitz' contradicts [time] control 5400+30, which is standard (A.1, B.1); "
	  "allowed: auto, standard" },
	{ "900+10", "",
	  "[rules] adequate_supervision must be stated for rapid chess (A.6, B.5); allowed: on, "
	  "off" },
	{ "", "edition=fide-2014",
	  "[rules] default_time must be stated under fide-2014 (6.7.a); allowed: a number "
	  "0..600" },
	{ "", "draw.agreement=min-moves",
	  "[rules] draw.min_moves must be stated with draw.agreement = min-moves (9.1.1); "
	  "allowed: a number 0..999" },
	{ "", "draw.agreement=free draw.min_moves=30",
	  "draw.agreement: 'free' contradicts draw.min_moves; allowed: min-moves, consent" },
	{ "180", "quickplay.enabled=on adequate_supervision=off",
	  "quickplay.enabled: 'on' is for standard and rapid chess without increment (III.2.1); "
	  "allowed: off" },
	{ "", "hybrid.sets_allowed=on",
	  "hybrid.sets_allowed: 'on' needs overlay = hybrid; allowed: off" },
	{ "5400+10", "overlay=hybrid hybrid.sets_allowed=on",
	  "hybrid.sets_allowed: 'on' needs an increment of 30 seconds or more from move 1 (OL "
	  "20); allowed: off" },
	{ "", "start.kind=odds",
	  "[rules] start.fen must be stated with start.kind = fen or odds; allowed: a FEN" },
	{ "", "start.sp=12", "start.sp: '12' needs start.kind = chess960" },
	{ "", "start.prefix=1.e4_e5_2.Ke3",
	  "start.prefix: '1.e4 e5 2.Ke3' cannot be played from the initial position; allowed: "
	  "legal moves in SAN" },
	{ "5400", "tc.mode=fischer",
	  "mode: 'fischer' contradicts [time] control 5400, which gives no time per move; allowed: "
	  "none" },
	{ "5400+30", "tc.mode=none",
	  "mode: 'none' contradicts [time] control 5400+30, which gives time per move; allowed: "
	  "fischer, bronstein, delay" },
	{ "", "tc.white_minutes=5", "white_minutes: '5' needs [time] control to be stated" },
	{ "", "edition=fide-2014 default_time=0 penalties.allowed=warning,exclude-rounds",
	  "penalties.allowed: 'warning, exclude-rounds' has more than fide-2014 lists (12.9); "
	  "allowed: warning, opp-time, own-time, opp-points, own-points, loss, fine, expel" },
};

#define N_CONTRADICTIONS ((int)(sizeof(contradictions) / sizeof(contradictions[0])))

START_TEST(ruleset_contradiction_is_named)
{
	ck_assert_int_eq(resolve("", contradictions[_i].control, contradictions[_i].statements),
	                 -EBADMSG);
	ck_assert_str_eq(fault.cause, contradictions[_i].cause);
}
END_TEST

/* Every value a key takes comes back as it was written, and every key has a meaning in every language. */
START_TEST(ruleset_every_key_reads_what_it_writes)
{
	static const struct {
		const char *key, *value;
	} values[] = {
		{ "session.end", "18:05" },
		{ "score.system", "3-1-0" },
		{ "score.system", "1-1/2-0" },
		{ "start.sp", "random" },
		{ "start.sp", "0" },
		{ "sheet.request_limit", "none" },
		{ "illegal.kinds", "move, no-move" },
		{ "player.assistant", "white:press, black:move" },
		{ "penalties.allowed", "warning, expel" },
		{ "draw.threefold", "automatic" },
		{ "blind.side", "black" },
		{ "session.announce_start", "none" },
	};
	char buffer[200];
	struct text text;

	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
		enum rule rule = rules_find(RULE_IN_RULES, values[i].key);

		rules_stated_init(&stated);
		ck_assert_int_eq(rules_parse(&stated, rule, values[i].value), 0);
		text_begin(&text, buffer, sizeof(buffer));
		rules_format_value(&text, rule, stated.value[rule]);
		ck_assert_str_eq(buffer, values[i].value);
	}
	for (int rule = 0; rule < RULES; rule++) {
		for (int language = 0; language_code(language); language++)
			ck_assert_msg(ruleset_meaning((enum rule)rule, language) != NULL,
			              "rule %d, %s", rule, language_code(language));
		ck_assert_msg(rule >= RULES_STATED || rules_key((enum rule)rule)[0], "rule %d",
		              rule);
	}
}
END_TEST

/* What has to be announced is said in every language, with the number in it, and otherwise in each. */
START_TEST(ruleset_announces_in_every_language)
{
	char said[LANGUAGES_MAX][200];
	struct text text;
	enum rule about;

	ruleset_default(&rules, "2024-06-01");
	rules.value[RULE_APPEALS] = 45;
	for (int language = 0; language < n_languages; language++) {
		for (int notice = 0; notice < NOTICES; notice++)
			ck_assert_msg(rule_words[language].notice[notice] != NULL, "%s, %d",
			              language_code(language), notice);
		about = RULE_EDITION;
		for (size_t n = 0; about != RULE_APPEALS; n++) {
			text_begin(&text, said[language], sizeof(said[language]));
			ck_assert(ruleset_notice(&rules, n, language, &text, &about));
		}
		ck_assert_ptr_nonnull(strstr(said[language], "45"));
		for (int other = 0; other < language; other++)
			ck_assert_str_ne(said[language], said[other]);
	}
}
END_TEST

/* Of none nothing is said that is said of a number. */
START_TEST(ruleset_announces_a_rule_once)
{
	char said[200];
	struct text text;
	enum rule about;
	int times[RULES] = { 0 };

	ruleset_default(&rules, "2024-06-01");
	rules.value[RULE_APPEALS] = rules.value[RULE_HYBRID_DISCONNECT] = RULE_NONE;
	for (size_t n = 0;; n++) {
		text_begin(&text, said, sizeof(said));
		if (!ruleset_notice(&rules, n, 0, &text, &about))
			break;
		ck_assert_int_eq(++times[about], 1);
	}
	ck_assert_int_eq(times[RULE_APPEALS], 1);
	ck_assert_int_eq(times[RULE_HYBRID_DISCONNECT], 0);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("ruleset");
	TCase *tcase = tcase_create("ruleset");

	tcase_add_loop_test(tcase, ruleset_edition_by_date, 0, 8);
	tcase_add_loop_test(tcase, ruleset_level_by_time_control, 0, 11);
	tcase_add_loop_test(tcase, ruleset_penalty_matrix, 0, 14);
	tcase_add_test(tcase, ruleset_editions_differ);
	tcase_add_test(tcase, ruleset_overlays);
	tcase_add_test(tcase, ruleset_minimum_means_agreement_after_it);
	tcase_add_test(tcase, ruleset_time_control_with_all_that_was_said);
	tcase_add_test(tcase, ruleset_fault_names_rule);
	tcase_add_loop_test(tcase, ruleset_contradiction_is_named, 0, N_CONTRADICTIONS);
	tcase_add_test(tcase, ruleset_announces_in_every_language);
	tcase_add_test(tcase, ruleset_announces_a_rule_once);
	tcase_add_test(tcase, ruleset_every_key_reads_what_it_writes);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
