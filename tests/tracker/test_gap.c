/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What was played while the board was out of sight: found where the picture tells, waited for while a
 * man is in the air, and never said to be certain.
 */
#include "core/tracker/gap.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "core/chess/fen.h"
#include "core/chess/san.h"
#include "core/tracker/tracker.h"
#include "tests/support.h"

#define SECOND UINT64_C(1000000)

static const uint64_t untold[64];

static void
play(struct position *position, const char *moves)
{
	for (moves += strspn(moves, " "); *moves; moves += strspn(moves, " ")) {
		size_t len = strcspn(moves, " ");
		uint16_t move;

		ck_assert_int_eq(san_parse(position, moves, len, &move), SAN_OK);
		position_after(position, move, position);
		moves += len;
	}
}

static void
placement_after(const char *moves, uint8_t ret_squares[64], struct position *ret_position)
{
	position_start(ret_position);
	play(ret_position, moves);
	position_placement(ret_position, ret_squares);
}

/* From the initial position to the picture after `moves`. Returns how many plies were found. */
static int
explain_after(const char *moves, struct gap_line *line, const uint64_t told_us[64])
{
	struct position start, end;
	struct image image;
	uint8_t squares[64];

	position_start(&start);
	placement_after(moves, squares, &end);
	image_from(&image, squares, false);
	if (!gap_explain(&start, &image, 0, told_us, line))
		return 0;
	for (int i = 0; i < line->n_plies; i++)
		position_after(&start, line->moves[i], &start);
	ck_assert(image_shows(&image, &start, 0)); /* whatever the order, it leads there */
	return line->n_plies;
}

static const struct {
	const char *moves;
	int n_plies;
} gaps[] = {
	{ "e4", 1 },
	{ "d4 d5 Nc3 e6 a3", 5 },
	{ "e4 e5 Nf3 Nc6 Bb5 a6 O-O", 7 },
	{ "e4 d5 exd5 Qxd5", 4 },       /* exchanged on one square */
	{ "e4 e5 Bc4 Nf6 Bb3 Nc6", 6 }, /* b3 by way of c4 */
	{ "Nf3 Nf6 g3 g6 Bg2 Bg7 O-O O-O", 8 },
	{ "a3 a6 b3 b6 c3 c6 d3 d6 e3", 0 }, /* nine */
};

START_TEST(gap_is_explained_by_the_shortest_line)
{
	struct gap_line line;

	ck_assert_int_eq(explain_after(gaps[_i].moves, &line, untold), gaps[_i].n_plies);
}
END_TEST

START_TEST(gap_follows_the_order_of_what_was_told)
{
	static const int squares[] = { 16, 18, 27 }; /* a3, c3, d4 */

	for (int last = 0; last < 3; last++) {
		uint64_t told_us[64] = { 0 };
		struct gap_line line;

		told_us[squares[last]] = SECOND;
		ck_assert_int_eq(explain_after("d4 d5 Nc3 e6 a3", &line, told_us), 5);
		ck_assert_int_eq(move_to(line.moves[4]), squares[last]);
	}
}
END_TEST

START_TEST(gap_waits_for_a_man_in_somebodys_hand)
{
	struct position start, end;
	struct image image;
	uint8_t squares[64];
	struct gap_line line;

	position_start(&start);
	placement_after("Nc3 a6", squares, &end);
	squares[SQ_F1] = EMPTY; /* the bishop is lifted; Ba6 and Nxa6 and back would explain it */
	image_from(&image, squares, false);
	ck_assert(!gap_explain(&start, &image, 0, untold, &line));
}
END_TEST

/* He who is to be taken is lifted first. That the bishop had taken him, gone back, and the knight had gone out and
 * come back as well would explain it, too. */
START_TEST(gap_waits_for_a_man_who_is_being_taken)
{
	enum { F4 = 29, F6 = 45 };
	static const char before[] =
		"rnb1kb1r/p2p1ppp/5n2/1p3NqP/4PpP1/3P1Q2/PPP5/RNB3KR b kq - 0 14";
	struct position position;
	struct image image;
	uint8_t squares[64];
	struct gap_line line;

	ck_assert_int_eq(fen_parse(before, strlen(before), &position, NULL), 0);
	position_placement(&position, squares);
	squares[SQ_G8] = squares[F6];
	squares[F6] = squares[F4] = EMPTY;
	image_from(&image, squares, false);
	ck_assert(!gap_explain(&position, &image, 0, untold, &line));
	squares[F4] = squares[SQ_C1];
	squares[SQ_C1] = EMPTY;
	image_from(&image, squares, false);
	ck_assert(gap_explain(&position, &image, 0, untold, &line));
	ck_assert_int_eq(line.n_plies, 2);
}
END_TEST

/* --- in the tracker ---------------------------------------------------------------------------- */

static struct tracker *tracker;

static void
say(enum board_event_kind kind, uint64_t t_us)
{
	const struct board_event event = { .kind = kind, .t_us = t_us };

	tracker_event(tracker, &event);
}

static void
scan(const char *moves, uint64_t t_us)
{
	struct board_event event = { .kind = BOARD_SCAN, .t_us = t_us };
	struct position position;

	placement_after(moves, event.scan, &position);
	tracker_event(tracker, &event);
}

/* e4 e5 while the board is seen, then it is not for eight seconds: a man was lifted when it went. */
START_TEST(gap_in_a_game_is_bridged_at_once_and_doubtful)
{
	static const struct tracker_listener nobody = { NULL, NULL, NULL };
	struct board_event lifted = { .kind = BOARD_SQUARE, .t_us = 9 * SECOND };
	const struct game *game;

	tracker = malloc(tracker_size());
	ck_assert_ptr_nonnull(tracker);
	tracker_init(tracker, &nobody);
	say(BOARD_BACK, 1);
	scan("", 1 * SECOND);
	scan("e4", 4 * SECOND);
	scan("e4 e5", 7 * SECOND);
	lifted.square.sq = SQ_G1;
	lifted.square.piece = EMPTY;
	tracker_event(tracker, &lifted);
	say(BOARD_LOST, 10 * SECOND);
	tracker_advance(tracker, 18 * SECOND);
	say(BOARD_BACK, 18 * SECOND);
	scan("e4 e5 Nf3 Nc6 Bb5 a6 Ba4", 19 * SECOND);
	game = tracker_game(tracker);
	ck_assert_uint_eq(game->n_plies, 7);
	for (uint32_t i = 2; i < 7; i++)
		ck_assert_msg(game->plies[i].doubtful != 0, "ply %u", i + 1);
	ck_assert(!game->plies[0].doubtful && !game->plies[1].doubtful);
	free(tracker);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("gap");
	TCase *tcase = tcase_create("gap");

	tcase_add_loop_test(tcase, gap_is_explained_by_the_shortest_line, 0,
	                    sizeof(gaps) / sizeof(gaps[0]));
	tcase_add_test(tcase, gap_follows_the_order_of_what_was_told);
	tcase_add_test(tcase, gap_waits_for_a_man_in_somebodys_hand);
	tcase_add_test(tcase, gap_waits_for_a_man_who_is_being_taken);
	tcase_add_test(tcase, gap_in_a_game_is_bridged_at_once_and_doubtful);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
