/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Orders about the event as a whole: each folds to the same state, says what was before, and can be turned round.
 */
#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/rounds.h"
#include "tests/support.h"

static struct rounds *rounds;
static char error[256];

static void
setup(void)
{
	ck_assert_int_eq(rounds_new("1", &rounds), 0);
}

static void
teardown(void)
{
	rounds_free(rounds);
}

/* give: the entry, released; 0 or why not. */
static int
give(json_t *entry)
{
	int r;

	ck_assert_ptr_nonnull(entry);
	r = rounds_take(rounds, entry, 1000 * (int64_t)(rounds_actions(rounds) + 1), error,
	                sizeof(error));
	json_decref(entry);
	return r;
}

static json_t *
round_entry(const char *round, bool open, const char *was, bool was_open)
{
	return json_pack("{s:s, s:s, s:b, s:s, s:b, s:s, s:i, s:s}", "op", "round", "round", round,
	                 "open", open, "was_round", was, "was_open", was_open, "file", "1", "uid",
	                 7, "user", "arbiter");
}

static json_t *
players_entry(const char *round, int table, const char *white, const char *was)
{
	json_t *before = was ? json_pack("{s:s}", "white", was) : json_null();

	return json_pack("{s:s, s:[{s:s, s:i, s:{s:s}, s:o, s:n}]}", "op", "players", "changes",
	                 "round", round, "table", table, "players", "white", white, "was", before,
	                 "file");
}

static json_t *
board_entry(int table, const char *board, const char *was)
{
	return json_pack("{s:s, s:[{s:i, s:s, s:s?, s:s}]}", "op", "assign", "changes", "table",
	                 table, "board", board, "was", was, "file", "/dev/ttyUSB0");
}

static const char *
white_of(const char *round, uint32_t table)
{
	const char *name = json_string_value(json_object_get(
		json_object_get(rounds_players(rounds, round, table), "players"), "white"));

	return name ? name : "";
}

static int
undo(size_t action)
{
	json_t *entry = rounds_undo(rounds, action, error, sizeof(error));

	return entry ? give(entry) : -ENOENT;
}

START_TEST(rounds_open_and_close)
{
	bool is_open;

	ck_assert_str_eq(rounds_now(rounds, &is_open), "1");
	ck_assert(is_open && rounds_file(rounds) == NULL);
	ck_assert_int_eq(give(round_entry("1", false, "1", true)), 0);
	ck_assert_int_eq(give(round_entry("2", true, "1", true)), -ESTALE);
	ck_assert_str_eq(error, "round 1 is closed meanwhile");
	ck_assert_int_eq(give(round_entry("2", true, "1", false)), 0);
	ck_assert_str_eq(rounds_now(rounds, &is_open), "2");
	ck_assert(is_open);
	ck_assert_str_eq(rounds_file(rounds), "1");
	/* And back, the last first. */
	ck_assert_int_eq(undo(1), -ESTALE);
	ck_assert_int_eq(undo(2), 0);
	ck_assert_str_eq(rounds_now(rounds, &is_open), "1");
	ck_assert(!is_open);
	ck_assert_int_eq(undo(1), 0);
	rounds_now(rounds, &is_open);
	ck_assert(is_open);
	/* Turning round can be turned round. */
	ck_assert_int_eq(undo(4), 0);
	rounds_now(rounds, &is_open);
	ck_assert(!is_open);
	ck_assert_int_eq(undo(99), -ENOENT);
}
END_TEST

START_TEST(players_wait_for_their_round)
{
	ck_assert_int_eq(give(players_entry("2", 3, "Tal", NULL)), 0);
	ck_assert_str_eq(white_of("2", 3), "Tal");
	ck_assert_str_eq(white_of("1", 3), "");
	ck_assert_int_eq(give(players_entry("2", 3, "Keres", NULL)), -ESTALE);
	ck_assert_str_eq(error, "table 3 of round 2 has got other players meanwhile");
	ck_assert_int_eq(give(players_entry("2", 3, "Keres", "Tal")), 0);
	ck_assert_int_eq(undo(1), -ESTALE);
	ck_assert_int_eq(undo(2), 0);
	ck_assert_str_eq(white_of("2", 3), "Tal");
	ck_assert_int_eq(undo(1), 0);
	ck_assert_ptr_null(rounds_players(rounds, "2", 3));
}
END_TEST

START_TEST(boards_are_the_events)
{
	ck_assert_int_eq(give(board_entry(3, "serial:1", NULL)), 0);
	ck_assert_int_eq(give(board_entry(3, "serial:2", "serial:1")), 0);
	ck_assert_str_eq(json_string_value(json_object_get(rounds_board(rounds, 3), "board")),
	                 "serial:2");
	ck_assert_str_eq(json_string_value(json_object_get(rounds_board(rounds, 3), "file")),
	                 "/dev/ttyUSB0");
	ck_assert_int_eq(undo(2), 0);
	ck_assert_int_eq(undo(1), 0);
	ck_assert_ptr_null(rounds_board(rounds, 3));
}
END_TEST

START_TEST(games_of_closed_rounds_stay)
{
	json_t *list;
	char *text;

	ck_assert_int_eq(give(round_entry("1", false, "1", true)), 0);
	ck_assert_int_eq(give(json_pack("{s:s, s:s, s:i, s:[s]}", "op", "results", "round", "1",
	                                "table", 3, "games", "[White \"x\"]")),
	                 0);
	ck_assert_int_eq(give(round_entry("10", true, "1", false)), 0);
	ck_assert_int_eq(give(players_entry("2", 3, "Tal", NULL)), 0);
	ck_assert_uint_eq(json_array_size(rounds_games(rounds, "1", 3)), 1);
	ck_assert_ptr_null(rounds_games(rounds, "1", 4));
	ck_assert_uint_eq(rounds_actions(rounds), 3); /* games are none */
	list = rounds_list(rounds);
	text = json_dumps(list, JSON_COMPACT);
	ck_assert_str_eq(text, "[{\"round\":\"1\",\"state\":\"closed\"},{\"round\":\"2\",\"state\":"
	                       "\"to come\"},{\"round\":\"10\",\"state\":\"open\"}]");
	free(text);
	json_decref(list);
}
END_TEST

START_TEST(the_log_says_who_and_what)
{
	json_t *log;
	char *text;

	ck_assert_int_eq(give(round_entry("1", false, "1", true)), 0);
	ck_assert_int_eq(undo(1), 0);
	log = rounds_log(rounds);
	text = json_dumps(log, JSON_COMPACT);
	ck_assert_str_eq(text,
	                 "[{\"action\":1,\"text\":\"round 1 closed\",\"unix_ms\":1000,\"uid\":7,"
	                 "\"user\":\"arbiter\",\"undone_by\":2},{\"action\":2,\"text\":\"round 1 "
	                 "opened\",\"unix_ms\":2000,\"undoes\":1}]");
	free(text);
	json_decref(log);
}
END_TEST

#define TWICE                                                                                      \
	("{\"op\":\"assign\",\"changes\":[{\"table\":1,\"board\":\"x\",\"was\":null},"             \
	 "{\"table\":1,\"board\":\"y\",\"was\":null}]}")

static const char *const bad[] = {
	"{}",
	"{\"op\":\"dance\"}",
	"{\"op\":\"round\",\"round\":2}",
	"{\"op\":\"assign\",\"changes\":[]}",
	"{\"op\":\"assign\",\"changes\":[{\"table\":0,\"board\":\"x\",\"was\":null}]}",
	"{\"op\":\"assign\",\"changes\":[{\"table\":1,\"board\":7,\"was\":null}]}",
	"{\"op\":\"players\",\"changes\":[{\"table\":1,\"players\":{},\"was\":null}]}",
	"{\"op\":\"results\",\"round\":\"1\",\"table\":1}",
	TWICE,
};

START_TEST(an_event_file_is_turned_round)
{
	json_t *entry;

	ck_assert_int_eq(
		give(json_pack("{s:s, s:s, s:s}", "op", "file", "text", "new", "was_text", "old")),
		0);
	ck_assert_int_eq(give(json_pack("{s:s, s:s}", "op", "file", "text", "new")), -EBADMSG);
	entry = rounds_undo(rounds, 1, error, sizeof(error));
	ck_assert_str_eq(json_string_value(json_object_get(entry, "text")), "old");
	ck_assert_str_eq(json_string_value(json_object_get(entry, "was_text")), "new");
	json_decref(entry);
	ck_assert_str_eq(rounds_now(rounds, NULL), "1"); /* which is the file's business */
}
END_TEST

START_TEST(what_is_no_entry_is_refused)
{
	error[0] = '\0';
	ck_assert_int_eq(give(json_loads(bad[_i], 0, NULL)), -EBADMSG);
	ck_assert(error[0] != '\0');
	ck_assert_uint_eq(rounds_actions(rounds), 0);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("rounds");
	TCase *tcase = tcase_create("rounds");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, rounds_open_and_close);
	tcase_add_test(tcase, players_wait_for_their_round);
	tcase_add_test(tcase, boards_are_the_events);
	tcase_add_test(tcase, games_of_closed_rounds_stay);
	tcase_add_test(tcase, the_log_says_who_and_what);
	tcase_add_test(tcase, an_event_file_is_turned_round);
	tcase_add_loop_test(tcase, what_is_no_entry_is_refused, 0, sizeof(bad) / sizeof(bad[0]));
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
