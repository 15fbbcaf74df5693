/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * On which day a game was played, by the event file or else by the recording: of games that are over, and that people
 * have entered, too.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "daemon/config.h"
#include "daemon/table.h"
#include "tests/support.h"

#define DAY_US UINT64_C(86400000000)
#define POSITION                                                                                   \
	"{\"op\":\"position\",\"fen\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 "   \
	"1\"}"
#define MOVES  "{\"op\":\"correct\",\"do\":\"insert\",\"ply\":1,\"move\":\"e4 e5\"}"
#define RESULT "{\"op\":\"result\",\"result\":\"+/-\"}"

static struct config config;
static struct table *table;

static void
setup(void)
{
	static const struct table_listener listener;
	char error[512];

	config_defaults(&config);
	ck_assert_int_eq(config_set(&config, "table 1", "white", "A", error, sizeof(error)), 0);
	ck_assert_int_eq(
		table_new(board_driver_find("dgt"), &config, &config.tables[0], &listener, &table),
		0);
}

static void
teardown(void)
{
	table_free(table);
	config_free(&config);
}

static void
set_event(const char *key, const char *value)
{
	char error[512];

	ck_assert_int_eq(config_set(&config, "event", key, value, error, sizeof(error)), 0);
}

static void
say(uint64_t t_us, const char *json)
{
	char error[256] = "";

	ck_assert_msg(table_host(table, t_us, json, error, sizeof(error)) == 0, "%s: %s", json,
	              error);
}

/* All lines of a capture, which says when it began. */
static void
read_capture(const char *name)
{
	struct capture_reader reader;
	struct capture_error error;
	struct capture_line line;
	char *text, *at, *next, cause[256];
	size_t len;

	text = test_read_file(test_source_path(name), &len);
	ck_assert_ptr_nonnull(text);
	capture_reader_init(&reader);
	for (at = text; *at; at = next) {
		len = strcspn(at, "\n");
		next = at + len + (at[len] == '\n');
		ck_assert_int_eq(capture_parse(&reader, at, len, &line, &error), 0);
		ck_assert_int_eq(table_line(table, &line, cause, sizeof(cause)), 0);
	}
	free(text);
}

/* tag: of game `index`, in a static buffer; "-": it has none. */
static const char *
tag(size_t index, const char *name)
{
	static char value[64];
	char begin[32];
	size_t len;
	const char *pgn = table_pgn(table, index, &len), *at;

	ck_assert_ptr_nonnull(pgn);
	snprintf(begin, sizeof(begin), "[%s \"", name);
	at = strstr(pgn, begin);
	if (!at)
		return "-";
	at += strlen(begin);
	snprintf(value, sizeof(value), "%.*s", (int)strcspn(at, "\""), at);
	return value;
}

START_TEST(a_recording_knows_the_day)
{
	size_t n;

	if (sizeof(time_t) < 8)
		return; /* such a machine knows no day of 1858 */
	set_event("utc_offset", "-03:30");
	read_capture("tests/captures/three-games.capture"); /* from 1858-11-02T00:00:00Z on */
	n = table_games(table);
	ck_assert_uint_eq(n, 3);
	for (int pass = 0; pass < 2; pass++) {
		for (size_t i = 0; i < n; i++) {
			ck_assert_str_eq(tag(i, "Date"), "1858.11.01");
			ck_assert_str_eq(tag(i, "UTCDate"), "1858.11.02");
			ck_assert_int_eq(strncmp(tag(i, "Time"), "20:", 3), 0);
			ck_assert_int_eq(strncmp(tag(i, "UTCTime"), "00:", 3), 0);
		}
		table_retag(table); /* and another name changes nothing of it */
	}
}
END_TEST

START_TEST(the_event_file_knows_better)
{
	if (sizeof(time_t) < 8)
		return;
	set_event("date", "1858-10-31");
	read_capture("tests/captures/opera-clean.capture");
	ck_assert_str_eq(tag(0, "Date"), "1858.10.31");
	ck_assert_str_eq(tag(0, "UTCDate"), "1858.11.02");
	/* A date that a recording was found to have is no statement. */
	config.event.date_is_found = true;
	ck_assert_str_eq(tag(0, "Date"), "1858.11.02");
}
END_TEST

/* Men are set up the evening before, the result is given on the day. */
START_TEST(a_game_that_nobody_played)
{
	table_begin_at(table, 0, 0);
	say(1, POSITION);
	say(DAY_US, RESULT);
	ck_assert_str_eq(tag(0, "Date"), "1970.01.02");
	ck_assert_str_eq(tag(0, "UTCTime"), "-");
}
END_TEST

/* Moves that a person enters have no time. */
START_TEST(a_game_that_nobody_saw)
{
	table_begin_at(table, 0, 0);
	say(DAY_US, POSITION);
	say(2 * DAY_US, MOVES);
	say(3 * DAY_US, "{\"op\":\"result\",\"result\":\"1-0\"}");
	ck_assert_str_eq(tag(0, "Date"), "1970.01.02");
	ck_assert_str_eq(tag(0, "Time"), "-");
}
END_TEST

START_TEST(without_a_beginning_nothing_is_known)
{
	say(1, POSITION);
	say(DAY_US, RESULT);
	ck_assert_str_eq(tag(0, "Date"), "????.??.??");
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("game_day");
	TCase *tcase = tcase_create("game_day");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, a_recording_knows_the_day);
	tcase_add_test(tcase, the_event_file_knows_better);
	tcase_add_test(tcase, a_game_that_nobody_played);
	tcase_add_test(tcase, a_game_that_nobody_saw);
	tcase_add_test(tcase, without_a_beginning_nothing_is_known);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
