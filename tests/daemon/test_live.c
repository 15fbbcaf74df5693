/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The live JSON of a game: where its record has a break, plies, numbers and position follow it; and
 * how sure each ply is.
 */
#include "daemon/live.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "core/chess/fen.h"
#include "daemon/json_text.h"
#include "daemon/ply_word.h"
#include "daemon/table.h"
#include "drivers/dgt/dgt_clock.h"
#include "drivers/dgt/dgt_wire.h"
#include "tests/support.h"

static struct table *table;
static struct config config;

static void
say(const char *json)
{
	char error[200] = "";

	ck_assert_msg(table_host(table, 1, json, error, sizeof(error)) == 0, "%s", error);
}

static void
setup(void)
{
	static const struct table_listener silent;

	config_defaults(&config);
	ck_assert_int_eq(table_new(board_driver_find("dgt"), &config, NULL, &silent, &table), 0);
	say("{\"op\":\"position\",\"fen\":\"" FEN_START "\"}");
	say("{\"op\":\"correct\",\"do\":\"insert\",\"ply\":1,\"move\":\"e4 e5 Nf3\"}");
}

static void
teardown(void)
{
	table_free(table);
	config_free(&config);
}

static const char *
text_of(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	ck_assert_msg(text != NULL, "no text \"%s\"", key);
	return text;
}

/* What readers see of it. */
static json_t *
seen(void)
{
	char *text = json_text(live_game(table, NULL, 0), NULL);
	json_t *game = text ? json_loads(text, 0, NULL) : NULL;

	ck_assert_ptr_nonnull(game);
	free(text);
	return game;
}

START_TEST(live_breaks_are_shown_with_their_numbers)
{
	json_t *game, *breaks, *gap;

	say("{\"op\":\"position\",\"fen\":"
	    "\"r1bqkbnr/pppn1ppp/3p4/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 7\"}");
	game = live_game(table, NULL, 0);
	ck_assert_uint_eq(json_array_size(json_object_get(game, "plies")), 3);
	ck_assert(json_is_null(json_object_get(game, "last")));
	ck_assert_str_eq(text_of(game, "side"), "white");
	ck_assert_str_eq(text_of(game, "position"),
	                 "RNBQKB.RPPPP.PPP.....N......P.......p......p....pppn.pppr.bqkbnr");
	json_decref(game);

	say("{\"op\":\"correct\",\"do\":\"insert\",\"ply\":4,\"move\":\"Bc4\"}");
	game = seen();
	ck_assert_uint_eq(json_array_size(json_object_get(game, "plies")), 4);
	ck_assert_str_eq(text_of(json_array_get(json_object_get(game, "plies"), 3), "san"), "Bc4");
	ck_assert_str_eq(text_of(game, "side"), "black");
	breaks = json_object_get(game, "breaks");
	ck_assert_uint_eq(json_array_size(breaks), 1);
	gap = json_array_get(breaks, 0);
	ck_assert_int_eq(json_integer_value(json_object_get(gap, "ply")), 3);
	ck_assert_int_eq(json_integer_value(json_object_get(gap, "move")), 7);
	ck_assert_str_eq(text_of(gap, "side"), "white");
	/* Nothing of why: that is for the arbiter only. */
	ck_assert_uint_eq(json_object_size(gap), 4);
	json_decref(game);
}
END_TEST

START_TEST(live_game_without_breaks_says_none)
{
	json_t *game = seen();
	json_t *ply = json_array_get(json_object_get(game, "plies"), 2);

	ck_assert(json_is_array(json_object_get(game, "breaks")));
	ck_assert_uint_eq(json_array_size(json_object_get(game, "breaks")), 0);
	ck_assert_uint_eq(json_array_size(json_object_get(game, "last")), 2);
	ck_assert(json_is_false(json_object_get(ply, "doubtful")));
	json_decref(game);
}
END_TEST

START_TEST(plies_are_objects_where_they_are_read)
{
	static const struct ply_word plies[] = {
		{ "e4", "e2e4", true, false, 5424 },
		{ "Qa1xb2=Q+", "e7e8q", false, true, 0 },
		{ "O-O-O#", "e1c1", true, true, CLOCK_UNKNOWN },
	};
	/* What looks like one in a name is a name. */
	static const char name[] = "\\u0000e4 e2e4 cs\"\\u0000e4 e2e4 cs";
	json_t *words = json_array();
	char *text;

	for (size_t i = 0; i < 3; i++)
		json_array_append_new(words, ply_word_new(&plies[i]));
	text = json_text(json_pack("{s:o, s:s, s:[]}", "plies", words, "name", name, "none"), NULL);
	ck_assert_str_eq(
		text,
		"{\"plies\":["
		"{\"san\":\"e4\",\"uci\":\"e2e4\",\"state\":\"completed\",\"doubtful\":false,"
		"\"clock\":5424},"
		"{\"san\":\"Qa1xb2=Q+\",\"uci\":\"e7e8q\",\"state\":\"made\",\"doubtful\":true,"
		"\"clock\":0},"
		"{\"san\":\"O-O-O#\",\"uci\":\"e1c1\",\"state\":\"completed\",\"doubtful\":true,"
		"\"clock\":null}],"
		"\"name\":\"\\\\u0000e4 e2e4 cs\\\"\\\\u0000e4 e2e4 cs\",\"none\":[]}");
	free(text);
}
END_TEST

START_TEST(live_game_can_be_stepped_through)
{
	static const char *const uci[] = { "e2e4", "e7e5", "g1f3" };
	json_t *game = seen();

	ck_assert_str_eq(text_of(game, "first_position"),
	                 "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr");
	for (size_t i = 0; i < 3; i++)
		ck_assert_str_eq(text_of(json_array_get(json_object_get(game, "plies"), i), "uci"),
		                 uci[i]);
	/* Nobody saw when these were made. */
	ck_assert(json_is_null(json_object_get(game, "first_move_unix_ms")));
	json_decref(game);
}
END_TEST

/* The plies of the game told now, which is held by *ret_game; what is told without anything kept is the same. */
static json_t *
tell(struct live_plies *kept, json_t **ret_game)
{
	json_t *alone = live_game(table, NULL, 0);

	*ret_game = live_game(table, kept, 0);
	ck_assert(json_equal(alone, *ret_game));
	json_decref(alone);
	return json_object_get(*ret_game, "plies");
}

START_TEST(live_plies_that_stay_are_the_same_objects)
{
	struct live_plies kept = { 0 };
	json_t *games[6], *plies[6];

	plies[0] = tell(&kept, &games[0]);
	plies[1] = tell(&kept, &games[1]);
	ck_assert_ptr_eq(plies[0], plies[1]);

	say("{\"op\":\"correct\",\"do\":\"insert\",\"ply\":4,\"move\":\"Nc6\"}");
	plies[2] = tell(&kept, &games[2]);
	ck_assert_uint_eq(json_array_size(plies[0]), 3);
	ck_assert_uint_eq(json_array_size(plies[2]), 4);
	ck_assert_ptr_eq(json_array_get(plies[0], 0), json_array_get(plies[2], 0));

	/* Another second ply: what follows it may be written as before and is not the same. */
	say("{\"op\":\"correct\",\"do\":\"replace\",\"ply\":2,\"move\":\"e6\"}");
	plies[3] = tell(&kept, &games[3]);
	ck_assert_ptr_eq(json_array_get(plies[2], 0), json_array_get(plies[3], 0));
	ck_assert_ptr_ne(json_array_get(plies[2], 1), json_array_get(plies[3], 1));
	ck_assert_ptr_ne(json_array_get(plies[2], 2), json_array_get(plies[3], 2));

	/* A break, and another game: told right, whatever was kept. */
	say("{\"op\":\"position\",\"fen\":"
	    "\"r1bqkbnr/pppp1ppp/2n1p3/8/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 7\"}");
	say("{\"op\":\"correct\",\"do\":\"insert\",\"ply\":5,\"move\":\"Bc4\"}");
	plies[4] = tell(&kept, &games[4]);
	ck_assert_uint_eq(json_array_size(plies[4]), 5);
	say("{\"op\":\"correct\",\"do\":\"take-back\",\"plies\":5}");
	plies[5] = tell(&kept, &games[5]);
	ck_assert_uint_lt(json_array_size(plies[5]), 5);

	live_plies_clear(&kept);
	for (size_t i = 0; i < 6; i++)
		json_decref(games[i]);
}
END_TEST

static void
feed(uint64_t t_us, enum dgt_message id, const uint8_t *payload, size_t len)
{
	uint8_t frame[DGT_BOARD_DUMP_LEN];

	table_advance(table, t_us);
	dgt_header_write(frame, id, DGT_HEADER_LEN + len);
	memcpy(frame + DGT_HEADER_LEN, payload, len);
	table_from_board(table, t_us, frame, DGT_HEADER_LEN + len);
}

static void
feed_clock(uint64_t t_us, bool blacks)
{
	struct clock_reading reading = { .connected = true, .running = true };
	uint8_t payload[DGT_BWTIME_PAYLOAD];

	reading.turn = blacks ? CLOCK_RIGHT : CLOCK_LEFT;
	reading.face[0].seconds = reading.face[1].seconds = 600;
	dgt_clock_encode_time(&reading, payload);
	feed(t_us, DGT_BWTIME, payload, sizeof(payload));
}

/* A pawn is lifted, nobody is seen to put him down, and the clock is pressed: he can only have gone
 * to one square. */
START_TEST(live_a_ply_says_whether_it_is_certain)
{
	static const char fen[] = "4k3/8/P7/8/8/8/8/4K3 w - - 0 1";
	static const uint8_t lifted[] = { 16, DGT_CODE_EMPTY };
	uint8_t squares[64], dump[64];
	struct position position;
	struct fen_error error;
	json_t *game, *ply;
	json_int_t began;

	ck_assert_int_eq(fen_parse(fen, strlen(fen), &position, &error), 0);
	say("{\"op\":\"correct\",\"do\":\"take-back\",\"plies\":3}");
	say("{\"op\":\"position\",\"fen\":\"4k3/8/P7/8/8/8/8/4K3 w - - 0 1\"}");
	position_placement(&position, squares);
	for (uint8_t i = 0; i < 64; i++)
		dump[i] = dgt_code_from_piece(squares[dgt_sq_from_index(i)]);
	feed(1000000, DGT_BOARD_DUMP, dump, sizeof(dump));
	feed_clock(2000000, false);
	feed(3000000, DGT_FIELD_UPDATE, lifted, sizeof(lifted));
	feed_clock(4000000, true);
	table_advance(table, 12000000);
	game = live_game(table, NULL, 1000000000);
	ck_assert_uint_eq(json_array_size(json_object_get(game, "plies")), 1);
	began = json_integer_value(json_object_get(game, "first_move_unix_ms"));
	ck_assert(began >= 1003000 && began <= 1004000);
	json_decref(game);
	game = seen();
	ply = json_array_get(json_object_get(game, "plies"), 0);
	ck_assert_str_eq(text_of(ply, "san"), "a7");
	ck_assert_str_eq(text_of(ply, "state"), "completed");
	ck_assert(json_is_true(json_object_get(ply, "doubtful")));
	json_decref(game);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("live");
	TCase *tcase = tcase_create("live");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, live_breaks_are_shown_with_their_numbers);
	tcase_add_test(tcase, live_game_without_breaks_says_none);
	tcase_add_test(tcase, plies_are_objects_where_they_are_read);
	tcase_add_test(tcase, live_game_can_be_stepped_through);
	tcase_add_test(tcase, live_plies_that_stay_are_the_same_objects);
	tcase_add_test(tcase, live_a_ply_says_whether_it_is_certain);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
