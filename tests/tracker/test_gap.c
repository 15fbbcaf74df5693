/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What was played while the board was out of sight: found where the picture tells, waited for while a
 * man is in the air, and never said to be certain.
 */
#include "core/tracker/mend/gap_search.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "core/chess/bits.h"
#include "core/chess/fen.h"
#include "core/tracker/tracker.h"
#include "tests/pgn/played.h"
#include "tests/support.h"

#define SECOND UINT64_C(1000000)

static const uint64_t untold[64];
static const struct gap_terms nothing = { .told_us = untold, .first = SQ_NONE };

static void
placement_after(const char *moves, uint8_t ret_squares[64], struct position *ret_position)
{
	position_start(ret_position);
	played_from(ret_position, moves);
	position_placement(ret_position, ret_squares);
}

/* From the initial position to the picture after `moves`. Returns how many plies were found. */
static int
explain_after(const char *moves, struct gap_line *line, const uint64_t told_us[64])
{
	const struct gap_terms terms = { .told_us = told_us, .first = SQ_NONE };
	struct position start, end;
	struct image image;
	uint8_t squares[64];

	position_start(&start);
	placement_after(moves, squares, &end);
	image_from(&image, squares, false);
	if (!gap_explain(&start, &image, &terms, line))
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
	ck_assert(!gap_explain(&start, &image, &nothing, &line));
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
	ck_assert(!gap_explain(&position, &image, &nothing, &line));
	squares[F4] = squares[SQ_C1];
	squares[SQ_C1] = EMPTY;
	image_from(&image, squares, false);
	ck_assert(gap_explain(&position, &image, &nothing, &line));
	ck_assert_int_eq(line.n_plies, 2);
}
END_TEST

/* From one position to the men of another. */
static bool
explain_between(const char *before, const char *after, bool at_rest, struct gap_line *line)
{
	const struct gap_terms terms = { .told_us = untold, .first = SQ_NONE, .at_rest = at_rest };
	struct position from, to;
	struct image image;
	uint8_t squares[64];

	ck_assert_int_eq(fen_parse(before, strlen(before), &from, NULL), 0);
	ck_assert_int_eq(fen_parse(after, strlen(after), &to, NULL), 0);
	position_placement(&to, squares);
	image_from(&image, squares, false);
	return gap_explain(&from, &image, &terms, line);
}

/* d5 exd5 exd5 d4 Bd6 c4: both king's pawns are gone, but none can be taking the other. */
START_TEST(gap_does_not_wait_for_one_who_can_take_nobody)
{
	struct gap_line line;

	ck_assert(explain_between("rnbqkbnr/pppp1ppp/4p3/8/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
	                          "rnbqk1nr/ppp2ppp/3b4/3p4/2PP4/5N2/PP3PPP/RNBQKB1R b KQkq - 0 5",
	                          false, &line));
	ck_assert_int_eq(line.n_plies, 6);
}
END_TEST

/* gxf6 Qxf6 Bg7 Qe6+ Qxe6 Nxe6; or somebody holds a queen yet. */
START_TEST(gap_waits_no_longer_than_anybody_holds_a_man)
{
	static const char before[] = "r3kb1r/pppq2pp/3p1N2/4pQN1/4P3/3P4/PP3PPP/n1BK3R b - - 0 12";
	static const char after[] = "r3k2r/ppp3bp/3pN3/4p3/4P3/3P4/PP3PPP/n1BK3R b - - 0 15";
	struct gap_line line;

	ck_assert(!explain_between(before, after, false, &line));
	ck_assert(line.begun);
	ck_assert(explain_between(before, after, true, &line));
	ck_assert_int_eq(line.n_plies, 6);
}
END_TEST

/* A rook on d4 stands on e4, and a king on g7 on f8. */
static bool
explain_rook(const struct gap_terms *terms, struct gap_line *line)
{
	enum { E4 = 28, F8 = 61 };
	static const char before[] = "8/6k1/8/8/3R4/8/8/6K1 w - - 0 1";
	struct position position;
	struct image image;
	uint8_t squares[64];

	ck_assert_int_eq(fen_parse(before, strlen(before), &position, NULL), 0);
	position_placement(&position, squares);
	squares[E4] = squares[27];
	squares[F8] = squares[54];
	squares[27] = squares[54] = EMPTY;
	image_from(&image, squares, false);
	return gap_explain(&position, &image, terms, line);
}

START_TEST(gap_is_sure_of_plies_that_every_line_of_the_number_has)
{
	struct gap_terms terms = nothing;
	struct gap_line line;

	ck_assert(explain_rook(&terms, &line));
	ck_assert_int_eq(line.n_plies, 2);
	ck_assert_uint_eq(line.sure, 0); /* nobody knows how many there were */
	terms.count = GAP_COUNTED;
	terms.n_plies = 2;
	ck_assert(explain_rook(&terms, &line));
	ck_assert_uint_eq(line.sure, 3);
	terms.n_plies = 3;
	ck_assert(explain_rook(&terms, &line));
	ck_assert_int_eq(line.n_plies, 3);
	ck_assert_uint_eq(line.sure, 2); /* the rook went by way of one square or another */
	terms.n_plies = GAP_PLIES_MAX + 1;
	ck_assert(!explain_rook(&terms, &line));
	terms.count = GAP_PARITY;
	terms.n_plies = 1;
	ck_assert(explain_rook(&terms, &line));
	ck_assert_int_eq(line.n_plies, 3);
	ck_assert_uint_eq(line.sure, 0);
}
END_TEST

START_TEST(gap_begins_with_whom_it_must_begin)
{
	static const int from[] = { 1, 8, 11 }; /* b1, a2, d2 */

	for (int i = 0; i < 3; i++) {
		struct gap_terms terms = nothing;
		struct position start, end;
		struct image image;
		uint8_t squares[64];
		struct gap_line line;

		position_start(&start);
		placement_after("d4 d5 Nc3 e6 a3", squares, &end);
		image_from(&image, squares, false);
		terms.first = from[i];
		ck_assert(gap_explain(&start, &image, &terms, &line));
		ck_assert_int_eq(move_from(line.moves[0]), from[i]);
		terms = nothing;
		terms.lifted = sq_bit(from[i]);
		ck_assert(gap_explain(&start, &image, &terms, &line));
		ck_assert_int_eq(move_from(line.moves[0]), from[i]);
	}
}
END_TEST

/* Nothing is left of c5, where the pawn stood, nor of f3, where the knight did. */
START_TEST(gap_goes_by_two_squares_of_which_nothing_is_left_where_a_scan_told_of_all)
{
	struct gap_terms terms = nothing;
	struct position from, end;
	struct gap_line line;
	struct image image;
	uint8_t squares[64];

	position_start(&from);
	played_from(&from, "e4");
	placement_after("e4 c5 Nf3 d6 d4 cxd4 Nxd4", squares, &end);
	image_from(&image, squares, false);
	ck_assert(!gap_explain(&from, &image, &terms, &line));
	terms.as_scanned = true;
	ck_assert(gap_explain(&from, &image, &terms, &line));
	ck_assert_int_eq(line.n_plies, 6);
	terms.count = GAP_COUNTED;
	terms.n_plies = 6;
	ck_assert(gap_explain(&from, &image, &terms, &line));
	ck_assert_uint_eq(line.sure, 0); /* they may have gone by others yet */
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

static struct clock_reading clock_now;

/* Whose time runs presses, having thought for so long; each press gives half a minute. */
static void
press(int thought_s, uint64_t t_us, bool recovered)
{
	struct board_event event = { .kind = BOARD_CLOCK, .t_us = t_us, .recovered = recovered };

	clock_now.face[clock_now.turn].seconds += 30 - thought_s;
	clock_now.turn ^= 1;
	event.clock = clock_now;
	tracker_event(tracker, &event);
}

static void
recover(int sq, uint8_t piece, uint64_t t_us)
{
	struct board_event event = { .kind = BOARD_SQUARE, .t_us = t_us, .recovered = true };

	event.square.sq = (uint8_t)sq;
	event.square.piece = piece;
	tracker_event(tracker, &event);
}

/* e4 e5 Nf3 Nc6, the clock pressed for each, and half a minute given. */
static void
open_with_clock(void)
{
	static const char *const lines[] = { "e4", "e4 e5", "e4 e5 Nf3", "e4 e5 Nf3 Nc6" };
	struct board_event started = { .kind = BOARD_CLOCK, .t_us = 2 * SECOND };

	clock_now = (struct clock_reading){ .connected = true, .running = true };
	clock_now.face[CLOCK_LEFT].seconds = clock_now.face[CLOCK_RIGHT].seconds = 900;
	started.clock = clock_now;
	say(BOARD_BACK, 1);
	scan("", 1 * SECOND);
	tracker_event(tracker, &started);
	for (uint64_t i = 0; i < 4; i++) {
		scan(lines[i], (4 + 3 * i) * SECOND);
		press(3, (5 + 3 * i) * SECOND, false);
	}
}

/* Bb5 a6 while the link is lost: the times tell of both presses, and so does the board's log, once more. */
START_TEST(gap_counts_no_press_twice)
{
	static const struct tracker_listener nobody = { NULL, NULL, NULL };
	struct board_event event = { .kind = BOARD_CLOCK, .t_us = 24 * SECOND };
	const struct game *game;

	tracker = malloc(tracker_size());
	ck_assert_ptr_nonnull(tracker);
	tracker_init(tracker, &nobody);
	open_with_clock();
	say(BOARD_LOST, 15 * SECOND);
	say(BOARD_BACK, 23 * SECOND);
	event.clock = clock_now; /* as it will be when the log has told all */
	event.clock.face[CLOCK_LEFT].seconds += 30 - 3;
	event.clock.face[CLOCK_RIGHT].seconds += 30 - 3;
	event.clock.face[CLOCK_LEFT].seconds -= 4;
	tracker_event(tracker, &event);
	recover(SQ_F1, EMPTY, 24 * SECOND);
	recover(33, WHITE_BISHOP, 24 * SECOND);
	press(3, 24 * SECOND, true);
	recover(48, EMPTY, 24 * SECOND);
	recover(40, BLACK_PAWN, 24 * SECOND);
	press(3, 24 * SECOND, true);
	scan("e4 e5 Nf3 Nc6 Bb5 a6", 25 * SECOND);
	tracker_advance(tracker, 30 * SECOND);
	game = tracker_game(tracker);
	ck_assert_uint_eq(game->n_plies, 6);
	for (uint32_t i = 0; i < 6; i++)
		ck_assert_msg(game->plies[i].doubtful == 0, "ply %u", i + 1);
	free(tracker);
}
END_TEST

/* When Black's press is heard, and the log: at once, or when White's has been given up. */
static const struct {
	uint64_t heard_us, logged_us;
} logs[] = {
	{ 84500000, 84750000 },
	{ 85000000, 86000000 },
};

/* The bishop is lifted; Bb5 a5 Be2 Nf6 while the link is lost: the first reading tells of a press of White's, the next of one of Black's; and the
 * board's log tells of all four. */
START_TEST(gap_counts_no_press_twice_that_was_heard_before_the_log)
{
	static const struct tracker_listener nobody = { NULL, NULL, NULL };
	struct clock_reading at_last;
	const struct game *game;

	tracker = malloc(tracker_size());
	ck_assert_ptr_nonnull(tracker);
	tracker_init(tracker, &nobody);
	open_with_clock();
	at_last = clock_now;
	recover(SQ_F1, EMPTY, 14 * SECOND + SECOND / 2);
	say(BOARD_LOST, 15 * SECOND);
	say(BOARD_BACK, 83 * SECOND);
	clock_now.face[CLOCK_LEFT].seconds += 30 - 3;
	clock_now.face[CLOCK_RIGHT].seconds += 30 - 3;
	press(64, 84 * SECOND, false);
	press(1, logs[_i].heard_us, false);
	clock_now = at_last;
	recover(33, WHITE_BISHOP, logs[_i].logged_us);
	press(3, logs[_i].logged_us, true);
	recover(48, EMPTY, logs[_i].logged_us);
	recover(32, BLACK_PAWN, logs[_i].logged_us);
	press(3, logs[_i].logged_us, true);
	recover(33, EMPTY, logs[_i].logged_us);
	recover(12, WHITE_BISHOP, logs[_i].logged_us);
	press(64, logs[_i].logged_us, true);
	recover(62, EMPTY, logs[_i].logged_us);
	recover(45, BLACK_KNIGHT, logs[_i].logged_us);
	press(1, logs[_i].logged_us, true);
	scan("e4 e5 Nf3 Nc6 Bb5 a5 Be2 Nf6", 87 * SECOND);
	tracker_advance(tracker, 90 * SECOND);
	game = tracker_game(tracker);
	ck_assert_uint_eq(game->n_plies, 8);
	for (uint32_t i = 4; i < 8; i++)
		ck_assert_msg(game->plies[i].completed_us <= logs[_i].logged_us, "ply %u", i + 1);
	ck_assert_uint_eq(game->plies[7].doubtful, 0);
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
	tcase_add_test(tcase, gap_does_not_wait_for_one_who_can_take_nobody);
	tcase_add_test(tcase, gap_waits_no_longer_than_anybody_holds_a_man);
	tcase_add_test(tcase, gap_is_sure_of_plies_that_every_line_of_the_number_has);
	tcase_add_test(tcase, gap_begins_with_whom_it_must_begin);
	tcase_add_test(tcase,
	               gap_goes_by_two_squares_of_which_nothing_is_left_where_a_scan_told_of_all);
	tcase_add_test(tcase, gap_in_a_game_is_bridged_at_once_and_doubtful);
	tcase_add_test(tcase, gap_counts_no_press_twice);
	tcase_add_loop_test(tcase, gap_counts_no_press_twice_that_was_heard_before_the_log, 0,
	                    sizeof(logs) / sizeof(logs[0]));
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
