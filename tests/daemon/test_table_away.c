/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A table whose cable was out, and what its board says before its position has been told: what comes before the
 * log is in the log, what comes behind it in neither. And one whose daemon was ended without a word: what time alone
 * brings is told as long as somebody listened, and no longer.
 */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "core/chess/san.h"
#include "daemon/table.h"
#include "drivers/dgt/dgt_log.h"
#include "drivers/dgt/dgt_wire.h"
#include "tests/support.h"

#define SECOND UINT64_C(1000000)

enum {
	QUEEN_CODE = 6, /* White's, as on the wire */
	WHITE_TO_MOVE = 0x09,
	BLACK_TO_MOVE = 0x13, /* the lever, and that the clock runs and is there */
};

static struct config config;
static struct table *table;
static uint8_t squares[DGT_SQUARES];
static uint64_t now_us;
static unsigned int n_stuck; /* alerts that a clock stands still */

/* As on the wire: from a8. */
static uint8_t
at(const char *name)
{
	return (uint8_t)(('8' - name[1]) * 8 + name[0] - 'a');
}

static void
hear(const uint8_t *bytes, size_t len)
{
	now_us += 5000;
	table_from_board(table, now_us, bytes, len);
}

static void
tell_square(const char *name, uint8_t code)
{
	const uint8_t message[] = { DGT_FIELD_UPDATE, 0, 5, at(name), code };

	squares[at(name)] = code;
	hear(message, sizeof(message));
}

static void
tell_position(void)
{
	uint8_t message[3 + DGT_SQUARES] = { DGT_BOARD_DUMP, 0, 3 + DGT_SQUARES };

	memcpy(message + 3, squares, sizeof(squares));
	hear(message, sizeof(message));
}

/* The answer to the probe: what comes now was asked for by this host. */
static void
tell_version(void)
{
	static const uint8_t message[] = { DGT_VERSION, 0, 5, 1, 2 };

	hear(message, sizeof(message));
}

static void
tell_clock(uint8_t black_s, uint8_t white_s, uint8_t lever)
{
	const uint8_t message[] = { DGT_BWTIME, 0,    10,   0x20,    0x15,
		                    black_s,    0x20, 0x15, white_s, lever };

	hear(message, sizeof(message));
}

static void
play(const char *from, const char *to)
{
	uint8_t code = squares[at(from)];

	now_us += SECOND;
	tell_square(from, 0);
	now_us += SECOND;
	tell_square(to, code);
}

static void
host(const char *json)
{
	char error[200];

	now_us += SECOND;
	ck_assert_int_eq(table_host(table, now_us, json, error, sizeof(error)), 0);
}

static void
rest(uint64_t us)
{
	now_us += us;
	table_advance(table, now_us);
}

static void
lose_and_find(void)
{
	host("{\"op\":\"unplugged\"}");
	rest(5 * SECOND);
	host("{\"op\":\"plugged\"}");
	tell_version();
}

static void
on_alert(void *ctx, const struct alert *alert)
{
	(void)ctx;
	n_stuck += alert->id == ALERT_CLOCK_STUCK;
}

/* 1. e4 e6 2. Qh5 Ne7, and the board has told all of it. */
static void
setup(void)
{
	static const uint8_t home[] = { 8, 9, 10, 12, 11, 10, 9, 8, 7, 7, 7, 7, 7, 7, 7, 7 };
	static const uint8_t white[] = { 1, 1, 1, 1, 1, 1, 1, 1, 2, 3, 4, 6, 5, 4, 3, 2 };
	const struct table_listener listener = { .alert = on_alert };
	char error[RULES_FAULT_SIZE];

	now_us = SECOND;
	n_stuck = 0;
	memset(squares, 0, sizeof(squares));
	memcpy(squares, home, sizeof(home));
	memcpy(squares + 48, white, sizeof(white));
	config_defaults(&config);
	snprintf(config.time_control, sizeof(config.time_control), "900");
	ck_assert_int_eq(rules_parse(&config.stated, RULE_SUPERVISION, "on"), 0);
	ck_assert_msg(config_settle(&config, error, sizeof(error)) == 0, "%s", error);
	ck_assert_int_eq(table_new(board_driver_find("dgt"), &config, NULL, &listener, &table), 0);
	host("{\"op\":\"plugged\"}");
	tell_position();
	tell_clock(0x00, 0x00, WHITE_TO_MOVE);
	rest(3 * SECOND);
	play("e2", "e4");
	tell_clock(0x00, 0x00, BLACK_TO_MOVE);
	play("e7", "e6");
	tell_clock(0x00, 0x00, WHITE_TO_MOVE);
	play("d1", "h5");
	tell_clock(0x00, 0x00, BLACK_TO_MOVE);
	play("g8", "e7");
	tell_clock(0x00, 0x00, WHITE_TO_MOVE);
	rest(2 * SECOND);
	ck_assert_uint_eq(table_game(table)->n_plies, 4);
}

static void
teardown(void)
{
	table_free(table);
	config_free(&config);
}

struct change {
	const char *name;
	uint8_t code;
};

/* All changes of the game, and those behind them. */
static void
tell_log(const struct change *more, size_t n_more)
{
	static const struct change changes[] = {
		{ "e2", 0 }, { "e4", 1 }, { "e7", 0 }, { "e6", 7 },
		{ "d1", 0 }, { "h5", 6 }, { "g8", 0 }, { "e7", 9 }
	};
	const size_t n = sizeof(changes) / sizeof(changes[0]);
	uint8_t message[64] = { DGT_EE_MOVES };
	size_t len = 3;

	for (size_t i = 0; i < n + n_more; i++) {
		const struct change *change = i < n ? &changes[i] : &more[i - n];

		message[len++] = DGT_LOG_PIECE | change->code;
		message[len++] = at(change->name);
		squares[at(change->name)] = change->code;
	}
	message[len++] = DGT_LOG_END;
	message[2] = (uint8_t)len;
	hear(message, len);
}

static void
assert_plies(const char *const *plies, uint32_t n)
{
	const struct game *game = table_game(table);

	ck_assert_uint_eq(game->n_plies, n);
	for (uint32_t i = 0; i < n; i++) {
		struct position before;
		char san[SAN_SIZE];

		game_position(game, i, &before);
		san_format(&before, game->plies[i].move, san);
		ck_assert_str_eq(san, plies[i]);
	}
}

/* The board could not say anything while it sent its log; at once behind it comes all that waited: White has put his
 * queen on g6 and pressed, and Black has taken her off the board. The position that follows shows neither. */
START_TEST(away_what_comes_behind_the_log_counts)
{
	static const struct change lifted[] = { { "h5", 0 } };
	static const char *const plies[] = { "e4", "e6", "Qh5", "Ne7", "Qg6", "Nxg6" };

	lose_and_find();
	tell_log(lifted, 1);
	tell_square("g6", QUEEN_CODE);
	tell_clock(0x00, 0x00, BLACK_TO_MOVE);
	tell_square("g6", 0);
	tell_position();
	rest(SECOND);
	assert_plies(plies, 5);
	play("e7", "g6");
	tell_clock(0x00, 0x00, WHITE_TO_MOVE);
	rest(2 * SECOND);
	assert_plies(plies, 6);
}
END_TEST

/* What comes before the log is in it: heard twice, the queen would have been elsewhere before she left h5. */
START_TEST(away_what_comes_before_the_log_is_in_it)
{
	static const struct change lifted[] = { { "h5", 0 } };
	static const char *const plies[] = { "e4", "e6", "Qh5", "Ne7", "Qh4" };

	lose_and_find();
	tell_square("h5", 0);
	tell_log(lifted, 1);
	tell_square("h4", QUEEN_CODE);
	tell_position();
	tell_clock(0x00, 0x00, BLACK_TO_MOVE);
	rest(2 * SECOND);
	assert_plies(plies, 5);
}
END_TEST

/* The position that only confirms what was told ends the time of doubt: a pawn that is dragged back while he is taken does
 * not make another of the ply that he was pressed for. */
START_TEST(away_ends_with_the_position)
{
	static const struct change bishop_and_pawn[] = { { "f1", 0 }, { "c4", 4 }, { "b7", 0 } };
	static const char *const plies[] = { "e4", "e6", "Qh5", "Ne7", "Bc4", "b5", "Bxb5" };

	lose_and_find();
	tell_log(bishop_and_pawn, 3);
	tell_clock(0x00, 0x00, BLACK_TO_MOVE);
	tell_square("b5", 7);
	tell_position();
	tell_clock(0x00, 0x00, WHITE_TO_MOVE);
	rest(250000);
	tell_square("c4", 0);
	rest(400000);
	tell_square("b5", 0);
	rest(200000);
	tell_square("b6", 7);
	tell_square("b5", 4);
	assert_plies(plies, 6);
	rest(200000);
	tell_square("b6", 0);
	rest(400000);
	tell_clock(0x00, 0x00, BLACK_TO_MOVE);
	rest(2 * SECOND);
	assert_plies(plies, 7);
}
END_TEST

/* The answer that tells the position is lost, and nobody asks again: what the board tells of itself is all there is. */
START_TEST(away_no_position_comes)
{
	static const char *const plies[] = { "e4", "e6", "Qh5", "Ne7", "Qh4", "Ng6" };

	lose_and_find();
	tell_clock(0x00, 0x00, WHITE_TO_MOVE);
	play("h5", "h4");
	tell_clock(0x00, 0x00, BLACK_TO_MOVE);
	play("e7", "g6");
	tell_clock(0x00, 0x00, WHITE_TO_MOVE);
	rest(2 * SECOND);
	tell_clock(0x00, 0x00, WHITE_TO_MOVE);
	rest(2 * SECOND);
	assert_plies(plies, 6);
}
END_TEST

/* White's clock runs when the daemon is killed; minutes later another one is started. The clock did not stand still
 * meanwhile: nobody listened to it. */
START_TEST(listened_until_then_no_clock_stands_still)
{
	host("{\"op\":\"listened\"}");
	now_us += 300 * SECOND;
	host("{\"op\":\"started\"}");
	host("{\"op\":\"plugged\"}");
	tell_version();
	tell_position();
	tell_clock(0x00, 0x00, WHITE_TO_MOVE);
	rest(2 * SECOND);
	ck_assert_uint_eq(n_stuck, 0);
}
END_TEST

/* A daemon that had waited for it had told it, and it comes of the recording that says so. */
START_TEST(listened_so_long_it_stands_still)
{
	now_us += 300 * SECOND;
	host("{\"op\":\"listened\"}");
	now_us += 300 * SECOND;
	host("{\"op\":\"started\"}");
	rest(2 * SECOND);
	ck_assert_uint_eq(n_stuck, 1);
}
END_TEST

/* Recordings of older versions do not say until when: they are read as they were made. */
START_TEST(started_without_a_word_it_stands_still)
{
	now_us += 300 * SECOND;
	host("{\"op\":\"started\"}");
	rest(2 * SECOND);
	ck_assert_uint_eq(n_stuck, 1);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("table_away");
	TCase *tcase = tcase_create("away");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, away_what_comes_behind_the_log_counts);
	tcase_add_test(tcase, away_what_comes_before_the_log_is_in_it);
	tcase_add_test(tcase, away_ends_with_the_position);
	tcase_add_test(tcase, away_no_position_comes);
	tcase_add_test(tcase, listened_until_then_no_clock_stands_still);
	tcase_add_test(tcase, listened_so_long_it_stands_still);
	tcase_add_test(tcase, started_without_a_word_it_stands_still);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
