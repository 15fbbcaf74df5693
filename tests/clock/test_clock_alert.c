/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <check.h>
#include <string.h>

#include "core/laws/clock/clock_alert.h"
#include "tests/support.h"

static struct ruleset
rules_of(const char *control, const char *supervised)
{
	struct rules_stated stated;
	struct ruleset rules;
	struct rules_fault fault;
	struct time_control time;

	ck_assert_int_eq(time_control_parse(control, strlen(control), &time), 0);
	rules_stated_init(&stated);
	if (supervised)
		ck_assert_int_eq(rules_parse(&stated, RULE_SUPERVISION, supervised), 0);
	ck_assert_msg(ruleset_resolve(&stated, "2026-01-01", &time, &rules, &fault) == 0, "%s",
	              fault.cause);
	return rules;
}

struct spoken {
	const char *control, *supervised;
	struct clock_finding finding;
	enum alert_severity severity;
	const char *sentence;
};

static const struct spoken spoken[] = {
	{ "5400+30",
	  NULL,
	  { .id = ALERT_CLOCK_TIME_JUMP,
	    .side = WHITE,
	    .difference_s = -60,
	    .right_s = { 5000, CLOCK_UNKNOWN } },
	  ALERT_WARNING,
	  "Unexplained change 1:00 on White." },
	{ "5400+30",
	  NULL,
	  { .id = ALERT_CLOCK_BOTH_RUNNING, .side = WHITE, .right_s = { 5405, 59 } },
	  ALERT_CRITICAL,
	  "Both clocks running. As far as is known they should then have shown: White 1:30:05, "
	  "Black 0:59; set both, less what has passed since for who is to move." },
	{ "40/5400+30:1800+30",
	  NULL,
	  { .id = ALERT_FLAG_FALLEN,
	    .side = WHITE,
	    .completed = { 39, 39 },
	    .required = 40,
	    .can_mate = VERDICT_NO },
	  ALERT_CRITICAL,
	  "White flag; 39/40 moves completed; opponent cannot mate. Not a ruling." },
	{ "40/5400+30:1800+30",
	  NULL,
	  { .id = ALERT_FLAG_FALLEN_CONTROL_MET, .side = BLACK, .completed = { 41, 40 } },
	  ALERT_INFO,
	  "Flag at time control with 40 moves: requirement met." },
	{ "300",
	  "off",
	  { .id = ALERT_BOTH_FLAGS_FALLEN, .first = BLACK },
	  ALERT_CRITICAL,
	  "Both flags; first: Black." },
	{ "300",
	  "off",
	  { .id = ALERT_BOTH_FLAGS_FALLEN, .first = CLOCK_NOBODY },
	  ALERT_CRITICAL,
	  "Both flags; first: unknown." },
	{ "5400+30",
	  NULL,
	  { .id = ALERT_CLOCK_SETTING_MISMATCH, .expected_s = 5430, .difference_s = 270 },
	  ALERT_WARNING,
	  "Clock shows 1:35:00, event requires 1:30:30." },
	{ "900+10",
	  "off",
	  { .id = ALERT_CLOCK_SETTING_MISMATCH,
	    .expected_s = 10,
	    .difference_s = -5,
	    .completed = { 10, 10 } },
	  ALERT_WARNING,
	  "Clock shows 0:05, event requires 0:10. After ten moves the setting stands." },
	{ "900+10",
	  "off",
	  { .id = ALERT_CLOCK_SETTING_MISMATCH,
	    .expected_s = 10,
	    .difference_s = -5,
	    .completed = { 10, 9 } },
	  ALERT_WARNING,
	  "Clock shows 0:05, event requires 0:10." },
	{ "5400+30",
	  NULL,
	  { .id = ALERT_PENALTY_TIME_NOT_APPLIED, .side = WHITE, .expected_s = 120 },
	  ALERT_ADVISORY,
	  "Expected +2:00 for White not seen on the clock." },
	{ "5400+30",
	  NULL,
	  { .id = ALERT_PENALTY_TIME_NOT_APPLIED, .side = WHITE, .expected_s = -60 },
	  ALERT_ADVISORY,
	  "Expected -1:00 for White not seen on the clock." },
	{ "5400+30",
	  NULL,
	  { .id = ALERT_MISSED_PRESS_PAIR, .missed = 2 },
	  ALERT_ADVISORY,
	  "Both sides missed presses: increments/counter short by 2. Correct at a quiet "
	  "moment." },
	{ "5400+30",
	  NULL,
	  { .id = ALERT_MOVE_COUNTER_MISMATCH,
	    .side = BLACK,
	    .counted = { 0, 41 },
	    .completed = { 0, 42 } },
	  ALERT_ADVISORY,
	  "Clock counter 41 v. recorder 42." },
	{ "5400+30",
	  NULL,
	  { .id = ALERT_CLOCK_BATTERY_LOW, .in_play = false },
	  ALERT_WARNING,
	  "Clock battery low: replace it before the game." },
	{ "5400+30",
	  NULL,
	  { .id = ALERT_CLOCK_BATTERY_LOW, .in_play = true },
	  ALERT_INFO,
	  "Clock battery low: finish the game, replace it before the next round." },
	{ "5400+30",
	  NULL,
	  { .id = ALERT_DEFAULT_TIME_APPROACHING, .t_us = 1000000, .since_us = 301000000 },
	  ALERT_INFO,
	  "White has 5:00 before the default time." },
	{ "5400+30",
	  NULL,
	  { .id = ALERT_BOTH_PLAYERS_ABSENT, .difference_s = -1200 },
	  ALERT_ADVISORY,
	  "Both absent: White's clock loses 20:00." },
	{ "5400+30",
	  NULL,
	  { .id = ALERT_RESUME_CLOCK_MISMATCH, .difference_s = 60 },
	  ALERT_WARNING,
	  "Times differ from adjournment by 1:00; only before the first move." },
	{ "5400+30",
	  NULL,
	  { .id = ALERT_SESSION_END, .expected_s = 46800 },
	  ALERT_ADVISORY,
	  "Session ends at 13:00: seal on board 7." },
	{ "5400+30",
	  NULL,
	  { .id = ALERT_SESSION_END, .expected_s = 1800 },
	  ALERT_ADVISORY,
	  "Session ends at 0:30: seal on board 7." },
	{ "5400+30",
	  NULL,
	  { .id = ALERT_WRONG_CLOCK_RUNNING_AT_START, .side = WHITE },
	  ALERT_WARNING,
	  "White's clock runs before Black's first move." },
	{ "5400+30",
	  NULL,
	  { .id = ALERT_WRONG_CLOCK_RUNNING_AT_START, .side = BLACK },
	  ALERT_WARNING,
	  "Black's clock runs before White's first move." },
};

#define N_SPOKEN ((int)(sizeof(spoken) / sizeof(spoken[0])))

START_TEST(a_finding_is_said_with_its_numbers)
{
	const struct spoken *s = &spoken[_i];
	struct ruleset rules = rules_of(s->control, s->supervised);
	struct position position;
	struct alert alert;
	struct text text;
	char buffer[400];

	position_start(&position);
	clock_alert(&alert, &s->finding, &rules, &position);
	alert.table = 7;
	text_begin(&text, buffer, sizeof(buffer));
	alert_sentence(&text, &alert, ALERT_ENGLISH);
	ck_assert_int_eq(text_end(&text, NULL), 0);
	ck_assert_str_eq(buffer, s->sentence);
	ck_assert_uint_eq(alert.severity, s->severity);
	ck_assert_uint_eq(alert.t_us, s->finding.t_us);
	/* No place is left without a number in French either. */
	text_begin(&text, buffer, sizeof(buffer));
	alert_sentence(&text, &alert, ALERT_FRENCH);
	ck_assert_int_eq(text_end(&text, NULL), 0);
	ck_assert_ptr_null(strchr(buffer, '?'));
}
END_TEST

/* 6.11 of 2014, III.3, A.4.3: what both flags mean. */
START_TEST(both_flags_say_what_follows)
{
	static const struct {
		uint8_t first;
		bool last_period, guideline, needs_time;
		const char *text;
	} flags[] = {
		{ CLOCK_NOBODY, true, false, false, "Both flags; first: unknown." },
		{ CLOCK_NOBODY, true, true, false,
		  "Both flags; first: unknown. Last period: drawn." },
		{ CLOCK_NOBODY, false, true, false,
		  "Both flags; first: unknown. Play continues: another period follows." },
		{ WHITE, true, true, true,
		  "Both flags; first: White. Nobody can claim: no time left." },
		{ WHITE, true, true, false, "Both flags; first: White." },
	};
	struct ruleset blitz = rules_of("180", "off");
	struct clock_finding finding = { .id = ALERT_BOTH_FLAGS_FALLEN };
	struct position position;
	struct alert alert;
	char buffer[200];
	struct text text;

	position_start(&position);
	finding.first = flags[_i].first;
	finding.last_period = flags[_i].last_period;
	blitz.value[RULE_FLAG_UNKNOWN_ORDER] = flags[_i].guideline;
	blitz.value[RULE_FLAG_CLAIMANT_TIME] = flags[_i].needs_time;
	clock_alert(&alert, &finding, &blitz, &position);
	text_begin(&text, buffer, sizeof(buffer));
	alert_sentence(&text, &alert, ALERT_ENGLISH);
	ck_assert_str_eq(buffer, flags[_i].text);
}
END_TEST

START_TEST(the_rules_set_the_watch_up)
{
	struct ruleset standard = rules_of("40/5400+30:1800+30", NULL);
	struct ruleset blitz = rules_of("180+2", "on");
	struct clock_watch_setup setup;

	clock_setup(&setup, &standard, true);
	ck_assert(setup.is_standard);
	ck_assert_uint_eq(setup.control.n_periods, 2);
	ck_assert_uint_eq(setup.control.first_increment, TIME_FIRST_AUTO);
	ck_assert_uint_eq(setup.control.period_add, TIME_ADD_AUTO);
	ck_assert_uint_eq(setup.trouble_s, 300);
	ck_assert_uint_eq(setup.trouble_increment_s, 30);
	ck_assert_uint_eq(setup.default_us, 0);
	ck_assert_int_eq(setup.start_us, CLOCK_NO_START);
	ck_assert_uint_eq(setup.tolerance_s, 2);
	ck_assert_int_eq(setup.white_side, -1);
	ck_assert_uint_eq(setup.photo_us, TIME_UNKNOWN);
	standard.value[RULE_TIME_TOLERANCE] = 5;
	standard.value[RULE_CLOCK_SIDE] = 1 + CLOCK_RIGHT;
	standard.value[RULE_PHOTO_WATCHED] = 1;
	standard.value[RULE_DISABLED] = 1 << BLACK;
	standard.value[RULE_BLIND] = 1 + WHITE;
	standard.value[RULE_BLIND_EXEMPT] = 1;
	clock_setup(&setup, &standard, true);
	ck_assert(setup.press_excused[WHITE] && setup.press_excused[BLACK]);
	ck_assert(setup.record_excused[WHITE] && !setup.record_excused[BLACK]);
	clock_setup(&setup, &standard, true);
	ck_assert_uint_eq(setup.tolerance_s, 5);
	ck_assert_int_eq(setup.white_side, CLOCK_RIGHT);
	ck_assert_uint_eq(setup.photo_us, 600 * (uint64_t)CLOCK_SECOND_US);
	clock_setup(&setup, &standard, false);
	ck_assert_uint_eq(setup.photo_us, 300 * (uint64_t)CLOCK_SECOND_US);
	clock_setup(&setup, &blitz, false);
	ck_assert(!setup.is_standard);
	ck_assert_uint_eq(setup.trouble_s, 0); /* nobody has to record (A.2) */
}
END_TEST

static Suite *
clock_alert_suite(void)
{
	Suite *suite = suite_create("clock_alert");
	TCase *tcase = tcase_create("alert");

	tcase_add_loop_test(tcase, a_finding_is_said_with_its_numbers, 0, N_SPOKEN);
	tcase_add_loop_test(tcase, both_flags_say_what_follows, 0, 5);
	tcase_add_test(tcase, the_rules_set_the_watch_up);
	suite_add_tcase(suite, tcase);
	return suite;
}

int
main(void)
{
	return test_run(clock_alert_suite());
}
