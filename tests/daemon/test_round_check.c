/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Before a round begins: each thing that may be wrong at a table is named, and nothing else.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/chess/fen.h"
#include "daemon/round_check.h"
#include "tests/event_driver.h"
#include "tests/support.h"

#define START     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define SWAPPED   "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1"
#define TURNED    "RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr w - - 0 1"
#define TWO_MOVED "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w - - 0 1"
#define CHESS960  "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w - - 0 1"

static struct config config;
static struct table *table;
static char report[4096];

static void
tell_of_board(const struct board_event *event)
{
	table_from_board(table, event->t_us, (const uint8_t *)event, sizeof(*event));
}

static void
set_up(const char *fen)
{
	struct board_event said = { .kind = BOARD_SCAN, .t_us = 1000000 };
	struct position position;

	ck_assert_int_eq(fen_parse(fen, strlen(fen), &position, NULL), 0);
	position_placement(&position, said.scan);
	tell_of_board(&said);
}

static void
set_clock(int32_t left, int32_t right, bool running, bool battery_low)
{
	struct board_event said = { .kind = BOARD_CLOCK, .t_us = 1000000 };

	said.clock = (struct clock_reading){ .connected = true,
		                             .running = running,
		                             .battery_low = battery_low };
	said.clock.face[CLOCK_LEFT].seconds = left;
	said.clock.face[CLOCK_RIGHT].seconds = right;
	tell_of_board(&said);
}

static void
set_battery(const char *text)
{
	struct board_event said = { .kind = BOARD_FACT, .t_us = 1000000 };

	said.fact.which = BOARD_FACT_BATTERY;
	said.fact.text = text;
	tell_of_board(&said);
}

static void
setup(void)
{
	const struct table_listener listener = { .ctx = NULL };
	char error[256];

	config_defaults(&config);
	ck_assert_int_eq(config_set(&config, "time", "control", "5400+30", error, sizeof(error)),
	                 0);
	ck_assert_int_eq(config_set(&config, "table 3", "white", "a", error, sizeof(error)), 0);
	snprintf(config.tables[0].black, sizeof(config.tables[0].black), "b");
	ck_assert_int_eq(table_new(&event_driver, &config, config.tables, &listener, &table), 0);
	set_up(START);
	set_clock(5430, 5430, false, false);
}

static void
teardown(void)
{
	table_free(table);
	config_free(&config);
}

/* What is found, as "WHAT: TEXT (FRENCH)" lines. */
static const char *
check_with(const struct round_check *check)
{
	json_t *findings = json_array(), *finding;
	size_t len = 0, i;

	report[0] = '\0';
	round_check_table(check, findings);
	json_array_foreach(findings, i, finding)
	{
		ck_assert_int_eq(json_integer_value(json_object_get(finding, "table")), 3);
		len += (size_t)snprintf(report + len, sizeof(report) - len, "%s: %s (%s)\n",
		                        json_string_value(json_object_get(finding, "what")),
		                        json_string_value(json_object_get(finding, "text")),
		                        json_string_value(json_object_get(finding, "text_fr")));
	}
	json_decref(findings);
	return report;
}

static const char *
check(void)
{
	const struct round_check all = { .config = &config,
		                         .setup = config.tables,
		                         .table = table,
		                         .has_board = true,
		                         .answers = true,
		                         .link = "",
		                         .record = "" };

	return check_with(&all);
}

START_TEST(a_table_that_is_ready_has_nothing)
{
	ck_assert_str_eq(check(), "");
}
END_TEST

START_TEST(the_men_are_looked_at)
{
	set_up(TWO_MOVED);
	ck_assert_str_eq(
		check(),
		"not-at-start: not the start position: e2 is empty, e4 has a white pawn, e5 "
		"has a black pawn, e7 is empty (pas la position de départ : e2 est vide, e4 "
		"porte un pion blanc, e5 porte un pion noir, e7 est vide)\n");
	set_up(SWAPPED);
	ck_assert_msg(strstr(check(), "d1 has the white king, e1 has the white queen (") != NULL,
	              "%s", report);
	set_up("8/8/8/8/8/8/8/K6k w - - 0 1");
	ck_assert_msg(strstr(check(), "d1 is empty, and 28 more (") != NULL, "%s", report);
}
END_TEST

START_TEST(the_way_round_is_looked_at)
{
	set_up(TURNED);
	ck_assert_str_eq(
		check(),
		"turned: the board is the wrong way round: White sits with the connector on "
		"his right (l'échiquier est à l'envers : les Blancs ont le connecteur à leur "
		"droite)\n");
}
END_TEST

START_TEST(other_starts_are_the_events)
{
	char error[256];

	set_up(CHESS960);
	ck_assert_msg(strstr(check(), "not-at-start") != NULL, "%s", report);
	ck_assert_int_eq(config_set(&config, "event", "chess960", "auto", error, sizeof(error)), 0);
	ck_assert_str_eq(check(), "");
}
END_TEST

START_TEST(the_clock_is_looked_at)
{
	const struct board_event no_clock = { .kind = BOARD_CLOCK, .t_us = 1000000 };

	set_clock(5400, 5400, false, false); /* the first increment is not shown yet */
	ck_assert_str_eq(check(), "");
	set_clock(5370, 5430, false, false);
	ck_assert_str_eq(check(),
	                 "clock-set: the clock shows 1:29:30 and 1:30:30; the event says "
	                 "1:30:30 (la pendule affiche 1:29:30 et 1:30:30 ; l'épreuve prévoit "
	                 "1:30:30)\n");
	set_clock(5430, 5430, true, true);
	ck_assert_str_eq(check(),
	                 "clock-runs: the clock is running (la pendule est en marche)\n"
	                 "clock-battery: the clock's battery is low (la pile de la pendule "
	                 "est faible)\n");
	tell_of_board(&no_clock);
	ck_assert_str_eq(check(),
	                 "no-clock: no clock is connected (aucune pendule n'est branchée)\n");
	snprintf(config.time_control, sizeof(config.time_control), "-");
	ck_assert_int_eq(config_settle(&config, report, sizeof(report)), 0);
	ck_assert_str_eq(check(), "");
}
END_TEST

START_TEST(batteries_are_looked_at)
{
	set_battery("80% discharging");
	ck_assert_str_eq(check(), "");
	set_battery("19% discharging");
	ck_assert_str_eq(check(), "board-battery: the board's battery has 19% left (la batterie de "
	                          "l'échiquier n'a plus que 19 %)\n");
}
END_TEST

START_TEST(names_are_looked_at)
{
	config.tables[0].black[0] = '\0';
	ck_assert_str_eq(check(), "no-name: no name for Black (pas de nom pour les Noirs)\n");
}
END_TEST

START_TEST(a_board_that_is_not_there_hides_the_rest_of_it)
{
	struct round_check away = { .config = &config,
		                    .setup = config.tables,
		                    .table = table,
		                    .has_board = true,
		                    .link = "unplugged",
		                    .record = "the disk is full" };

	set_up(TWO_MOVED);
	config.tables[0].white[0] = '\0';
	ck_assert_str_eq(
		check_with(&away),
		"no-board: the board does not answer: unplugged (l'échiquier ne répond pas ; "
		"la cause est dans « adoube devices »)\n"
		"no-name: no name for White (pas de nom pour les Blancs)\n"
		"not-recorded: it is not recorded: the disk is full (rien n'est enregistré : "
		"the disk is full)\n");
	away.has_board = false;
	ck_assert_msg(strstr(check_with(&away), "no board is assigned") != NULL, "%s", report);
	away.has_board = away.answers = away.is_foreign = true;
	ck_assert_msg(strstr(check_with(&away), "wrong-board: ") != NULL, "%s", report);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("round_check");
	TCase *tcase = tcase_create("round_check");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, a_table_that_is_ready_has_nothing);
	tcase_add_test(tcase, the_men_are_looked_at);
	tcase_add_test(tcase, the_way_round_is_looked_at);
	tcase_add_test(tcase, other_starts_are_the_events);
	tcase_add_test(tcase, the_clock_is_looked_at);
	tcase_add_test(tcase, batteries_are_looked_at);
	tcase_add_test(tcase, names_are_looked_at);
	tcase_add_test(tcase, a_board_that_is_not_there_hides_the_rest_of_it);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
