/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The layout of the vendor's cloud, key by key, as its readers want it.
 */
#include "daemon/cloud/cloud_json.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/last_game.h"
#include "tests/support.h"

#define TAGS "[Event \"A\"]\n[White \"Alpha, A\"]\n[Black \"Beta, B\"]\n"

static struct config config;
static struct last_game *last;

static void
set(const char *section, const char *key, const char *value)
{
	char error[300] = "";

	ck_assert_msg(config_set(&config, section, key, value, error, sizeof(error)) == 0, "%s",
	              error);
}

static void
setup(void)
{
	config_defaults(&config);
	last = last_game_new();
	ck_assert_ptr_nonnull(last);
}

static void
teardown(void)
{
	last_game_free(last);
	config_free(&config);
}

/* Takes json; compares keys in their order, too. */
static void
assert_text(json_t *json, const char *want)
{
	char *text = json_dumps(json, JSON_COMPACT);

	ck_assert_str_eq(text, want);
	free(text);
	json_decref(json);
}

static struct cloud_game
game_of(const char *pgn)
{
	return (struct cloud_game){ .game = last_game_read(last, pgn, strlen(pgn)),
		                    .is_current = true };
}

START_TEST(tournament_has_its_keys)
{
	static const struct cloud_count rounds[] = { { 0, 0 }, { 24, 23 } };

	set("event", "name", "Open \"B\"");
	set("event", "site", "Reykjavik ISL");
	set("time", "control", "5400+30");
	assert_text(cloud_tournament(&config, rounds, 2, json_pack("[s, s]", "47588", "47589")),
	            "{\"id\":\"Open \\\"B\\\"\",\"name\":\"Open \\\"B\\\"\",\"location\":"
	            "\"Reykjavik ISL\",\"country\":null,\"website\":null,\"rules\":\"STANDARD\","
	            "\"chess960\":\"STANDARD\",\"timecontrol\":\"5400+30\",\"rounds\":[{\"count\":"
	            "0,\"live\":0},{\"count\":24,\"live\":23}],\"eboards\":[\"47588\","
	            "\"47589\"]}");
	set("event", "chess960", "auto");
	assert_text(cloud_tournament(&config, rounds, 0, json_array()),
	            "{\"id\":\"Open \\\"B\\\"\",\"name\":\"Open \\\"B\\\"\",\"location\":"
	            "\"Reykjavik ISL\",\"country\":null,\"website\":null,\"rules\":\"STANDARD\","
	            "\"chess960\":\"ANY\",\"timecontrol\":\"5400+30\",\"rounds\":[],\"eboards\":"
	            "[]}");
}
END_TEST

START_TEST(index_has_players_and_results)
{
	struct cloud_game game = game_of(TAGS "\n1. e4 e5 1/2-1/2\n\n");
	const struct cloud_game none = { 0 };
	json_t *pairings = json_array();

	set("event", "date", "2026-04-05");
	set("table 1", "white", "Family, Given Middle");
	set("table 2", "white", "Other, One");
	snprintf(config.tables[0].white_title, sizeof(config.tables[0].white_title), "IM");
	snprintf(config.tables[0].white_fide_id, sizeof(config.tables[0].white_fide_id),
	         "12345678");
	snprintf(config.tables[0].black, sizeof(config.tables[0].black), "Mononym");
	json_array_append_new(pairings, cloud_pairing(&config.tables[0], &game));
	json_array_append_new(pairings, cloud_pairing(&config.tables[1], &none));
	assert_text(cloud_index(&config, pairings),
	            "{\"date\":\"2026-04-05\",\"pairings\":[{\"white\":{\"fname\":\"Given "
	            "Middle\",\"mname\":null,\"lname\":\"Family\",\"title\":\"IM\",\"federation\":"
	            "null,\"gender\":null,\"fideid\":12345678},\"black\":{\"fname\":null,\"mname\":"
	            "null,\"lname\":\"Mononym\",\"title\":null,\"federation\":null,\"gender\":null,"
	            "\"fideid\":null},\"result\":\"1/2-1/2\",\"live\":false},{\"white\":{\"fname\":"
	            "\"One\",\"mname\":null,\"lname\":\"Other\",\"title\":null,\"federation\":null,"
	            "\"gender\":null,\"fideid\":null},\"black\":null,\"result\":\"*\",\"live\":"
	            "false}]}");
}
END_TEST

START_TEST(running_game_has_clocks_and_moves)
{
	struct cloud_game game =
		game_of(TAGS "\n1. e4 {[%clk 1:30:24]} e5 2. Nf3 {[%clk 1:30:30]} *\n\n");
	json_t *live =
		json_pack("{s:{s:i, s:n, s:b, s:s, s:I}}", "clock", "white", 5430, "black",
	                  "running", 1, "turn", "black", "read_unix_ms", (json_int_t)1775397643000);
	json_t *about = json_pack("{s:s, s:I}", "serial", "47588", "first_move_unix_ms",
	                          (json_int_t)1775397600000);

	game.live = live;
	game.about = about;
	assert_text(cloud_game_json(&game),
	            "{\"live\":true,\"serialNr\":\"47588\",\"firstMove\":1775397600000,"
	            "\"chess960\":518,\"result\":null,\"comment\":null,\"clock\":{\"white\":5430,"
	            "\"black\":null,\"run\":false,\"time\":1775397643000},\"moves\":[\"e4 5424\","
	            "\"e5\",\"Nf3 5430\"]}");
	json_decref(live);
	json_decref(about);
}
END_TEST

START_TEST(game_that_has_not_begun_has_no_moves)
{
	const struct cloud_game none = { 0 };

	assert_text(cloud_game_json(&none),
	            "{\"live\":false,\"serialNr\":\"\",\"firstMove\":null,\"chess960\":518,"
	            "\"result\":null,\"comment\":null,\"clock\":null,\"moves\":[]}");
}
END_TEST

static const struct {
	const char *tags;
	const char *result; /* as PGN has it */
	const char *word, *comment;
} results[] = {
	{ "", "1-0", "\"WHITEWIN\"", "null" },
	{ "", "0-1", "\"BLACKWIN\"", "null" },
	{ "", "1/2-1/2", "\"DRAW\"", "null" },
	{ "", "*", "null", "null" },
	{ "[Score \"+/-\"]\n", "1-0", "\"WHITEFORFAIT\"", "null" },
	{ "[Score \"-/+\"]\n", "0-1", "\"BLACKFORFAIT\"", "null" },
	{ "[Score \"-/-\"]\n", "*", "\"NOTPLAYED\"", "\"-/-\"" },
	{ "[Score \"0-0\"]\n", "*", "null", "\"0-0\"" },
	{ "[Score \"1/2-0\"]\n", "*", "null", "\"1/2-0\"" },
};

START_TEST(results_have_their_words)
{
	char pgn[300], want[100];
	struct cloud_game game;
	json_t *json;
	char *text;

	snprintf(pgn, sizeof(pgn), TAGS "[Result \"%s\"]\n%s\n%s\n\n", results[_i].result,
	         results[_i].tags, results[_i].result);
	game = game_of(pgn);
	json = cloud_game_json(&game);
	text = json_dumps(json, JSON_COMPACT);
	snprintf(want, sizeof(want), "\"result\":%s,\"comment\":%s,", results[_i].word,
	         results[_i].comment);
	ck_assert_msg(strstr(text, want) != NULL, "no %s in %s", want, text);
	free(text);
	json_decref(json);
}
END_TEST

/* Where play went on from another position: the legal moves until then, and the result. */
START_TEST(illegal_move_is_not_in_it)
{
	struct cloud_game game = game_of(
		TAGS "[Result \"*\"]\n\n1. e4 e5 2. Nf3 *\n\n" TAGS
		     "[Result \"0-1\"]\n[Continuation \"1\"]\n[SetUp \"1\"]\n[FEN "
		     "\"rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3\"]\n\n3. "
		     "Bc4 0-1\n\n");

	assert_text(cloud_game_json(&game),
	            "{\"live\":false,\"serialNr\":\"\",\"firstMove\":null,\"chess960\":518,"
	            "\"result\":\"BLACKWIN\",\"comment\":null,\"clock\":null,\"moves\":[\"e4\","
	            "\"e5\",\"Nf3\"]}");
}
END_TEST

START_TEST(chess960_has_its_number)
{
	struct cloud_game game = game_of(
		TAGS
		"[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN "
		"\"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1\"]\n\n1. e4 *\n\n");

	game.is_current = false; /* the men stand elsewhere already */
	assert_text(cloud_game_json(&game),
	            "{\"live\":false,\"serialNr\":\"\",\"firstMove\":null,\"chess960\":0,"
	            "\"result\":null,\"comment\":null,\"clock\":null,\"moves\":[\"e4\"]}");
}
END_TEST

START_TEST(id_is_that_of_the_event)
{
	char id[CLOUD_ID_SIZE], again[CLOUD_ID_SIZE];

	set("event", "name", "Open");
	set("event", "round", "3.1");
	cloud_id(&config, id);
	ck_assert_uint_eq(strlen(id), 36);
	ck_assert_uint_eq(strspn(id, "0123456789abcdef-"), 36);
	ck_assert_uint_eq(cloud_round(&config), 3);
	set("event", "site", "Elsewhere");
	cloud_id(&config, again);
	ck_assert_str_eq(again, id);
	set("event", "name", "Other");
	cloud_id(&config, again);
	ck_assert_str_ne(again, id);
	set("cloud", "id", "6f1c2d3e-0a1b-4c2d-8e3f-0123456789ab");
	cloud_id(&config, id);
	ck_assert_str_eq(id, "6f1c2d3e-0a1b-4c2d-8e3f-0123456789ab");
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("cloud");
	TCase *tcase = tcase_create("cloud");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, tournament_has_its_keys);
	tcase_add_test(tcase, index_has_players_and_results);
	tcase_add_test(tcase, running_game_has_clocks_and_moves);
	tcase_add_test(tcase, game_that_has_not_begun_has_no_moves);
	tcase_add_loop_test(tcase, results_have_their_words, 0,
	                    (int)(sizeof(results) / sizeof(results[0])));
	tcase_add_test(tcase, illegal_move_is_not_in_it);
	tcase_add_test(tcase, chess960_has_its_number);
	tcase_add_test(tcase, id_is_that_of_the_event);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
