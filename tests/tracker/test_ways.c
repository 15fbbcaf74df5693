/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A board that knows no men: which of the plies that look the same were played comes out later, and until then is told as
 * doubtful.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/chess/fen.h"
#include "core/tracker/explain/cost.h"
#include "core/tracker/occupancy/glimpse.h"
#include "core/tracker/occupancy/guess.h"
#include "core/tracker/occupancy/underpromoted.h"
#include "core/tracker/record/record.h"
#include "core/tracker/tracker_state.h"
#include "tests/bench/tracker_games.h"
#include "tests/bench/tracker_stream.h"
#include "tests/support.h"

enum { GAMES = 24, PLIES = 80 };

static struct tracker *tracker;
static uint64_t t_us;
static struct clock_reading clock_reading;

static void
begin(void)
{
	const struct tracker_listener deaf = { NULL, NULL, NULL };
	struct board_event event = { .kind = BOARD_SCAN };
	struct position start;

	t_us = 1000000;
	tracker = tracker_init(malloc(tracker_size()), &deaf);
	position_start(&start);
	position_placement(&start, event.scan);
	for (int sq = 0; sq < 64; sq++)
		event.scan[sq] = event.scan[sq] != EMPTY ? SOME_MAN : EMPTY;
	event.t_us = t_us;
	tracker_event(tracker, &event);
	clock_reading = (struct clock_reading){ .connected = true, .running = true };
	clock_reading.face[CLOCK_LEFT].seconds = clock_reading.face[CLOCK_RIGHT].seconds = 900;
	event = (struct board_event){ .kind = BOARD_CLOCK, .t_us = t_us, .clock = clock_reading };
	tracker_event(tracker, &event);
}

/* A square, half a second later. */
static void
read_square(const char *name, uint8_t piece)
{
	struct board_event event = { .kind = BOARD_SQUARE, .t_us = t_us += 500000 };

	event.square.sq = (uint8_t)(name[0] - 'a' + 8 * (name[1] - '1'));
	event.square.piece = piece;
	tracker_event(tracker, &event);
}

/* He presses who has moved; the opponent replies at once. */
static void
press_quickly(void)
{
	struct board_event event = { .kind = BOARD_CLOCK, .t_us = t_us += 300000 };

	clock_reading.face[clock_reading.turn].seconds--;
	clock_reading.turn ^= 1;
	event.clock = clock_reading;
	tracker_event(tracker, &event);
}

/* Or he does not. */
static void
press(void)
{
	press_quickly();
	t_us += 2000000;
	tracker_advance(tracker, t_us);
}

static void
play_move(const char *from, const char *to)
{
	read_square(from, EMPTY);
	read_square(to, SOME_MAN);
	press();
}

/* So quickly that the board does not see the one on his square leave. */
static void
take(const char *from)
{
	read_square(from, EMPTY);
	press();
}

static uint32_t
count_ways(void)
{
	static struct ways ways;

	ways_of(tracker, &ways);
	return ways.n;
}

START_TEST(ways_part_where_a_man_may_have_taken_either)
{
	begin();
	play_move("e2", "e4");
	play_move("d7", "d5");
	play_move("c2", "c4");
	ck_assert_uint_eq(count_ways(), 1);
	take("d5");
	ck_assert_uint_eq(tracker_game(tracker)->n_plies, 4);
	ck_assert_uint_eq(count_ways(), 2);
	play_move("g1", "f3");
	play_move("g8", "f6");
	ck_assert_uint_eq(count_ways(), 2);
	free(tracker);
}
END_TEST

START_TEST(ways_end_where_what_follows_cannot_be_played)
{
	begin();
	play_move("e2", "e4");
	play_move("d7", "d5");
	play_move("c2", "c4");
	take("d5");
	play_move("a2", "a3");
	play_move("g8", "f6");
	play_move("e4", "e5");
	ck_assert_uint_eq(tracker_game(tracker)->n_plies, 7);
	ck_assert_uint_eq(count_ways(), 1);
	ck_assert_int_eq(record_ply_target(tracker, 3), 2 + 8 * 3);
	ck_assert_uint_ne(tracker_game(tracker)->plies[3].doubtful, 0);
	free(tracker);
}
END_TEST

static void
expect_ply(uint32_t index, const char *from, const char *to)
{
	const struct game *game = tracker_game(tracker);
	char names[5] = "none";

	if (index < game->n_plies)
		snprintf(names, sizeof(names), "%c%c%c%c",
		         'a' + sq_file(move_from(game->plies[index].move)),
		         '1' + sq_rank(move_from(game->plies[index].move)),
		         'a' + sq_file(move_to(game->plies[index].move)),
		         '1' + sq_rank(move_to(game->plies[index].move)));
	ck_assert_msg(strncmp(names, from, 2) == 0 && strncmp(names + 2, to, 2) == 0,
	              "ply %u is %s", index, names);
}

/* The pawn e4 took on d5, and a knight went to e5; or it went to e5, and the knight took it there, as it turns out. */
START_TEST(ways_part_where_a_man_may_have_been_taken_unseen)
{
	begin();
	play_move("e2", "e4");
	play_move("b8", "c6");
	play_move("d2", "d4");
	play_move("d7", "d5");
	read_square("e4", EMPTY);
	press_quickly();
	play_move("c6", "e5");
	ck_assert_uint_eq(tracker_game(tracker)->n_plies, 6);
	ck_assert_uint_eq(count_ways(), 2);
	ck_assert_uint_eq(tracker_game(tracker)->plies[4].doubtful, DOUBT_RIVAL);
	play_move("c2", "c4");
	take("d5");
	play_move("a2", "a3");
	ck_assert_uint_eq(tracker_game(tracker)->n_plies, 9);
	expect_ply(4, "e4", "e5");
	expect_ply(5, "c6", "e5");
	expect_ply(7, "d5", "c4");
	free(tracker);
}
END_TEST

/* Seen on e6, and gone again before his clock was pressed: not on to f7, since who then comes to e6 took him there. */
START_TEST(who_left_his_square_and_was_taken_there_stood_there)
{
	begin();
	play_move("e2", "e4");
	play_move("d7", "d6");
	play_move("f1", "c4");
	play_move("g8", "f6");
	read_square("c4", EMPTY);
	read_square("e6", SOME_MAN);
	read_square("e6", EMPTY);
	press();
	play_move("c8", "e6");
	ck_assert_uint_eq(tracker_game(tracker)->n_plies, 6);
	expect_ply(4, "c4", "e6");
	expect_ply(5, "c8", "e6");
	free(tracker);
}
END_TEST

/* White's pawn was told of only when Black had begun; Black's bishop took it for a moment, as it seemed. */
START_TEST(who_comes_late_has_not_been_touched)
{
	begin();
	play_move("e2", "e4");
	play_move("e7", "e6");
	play_move("b1", "c3");
	play_move("f8", "b4");
	read_square("a2", EMPTY);
	read_square("b4", EMPTY);
	t_us -= 400000;
	read_square("a3", SOME_MAN);
	press_quickly();
	t_us -= 400000;
	read_square("d6", SOME_MAN);
	read_square("d6", EMPTY);
	t_us -= 400000;
	read_square("g1", EMPTY);
	t_us -= 400000;
	read_square("e7", SOME_MAN);
	press_quickly();
	read_square("f3", SOME_MAN);
	press();
	ck_assert_uint_eq(tracker_game(tracker)->n_plies, 7);
	expect_ply(5, "b4", "e7");
	expect_ply(6, "g1", "f3");
	free(tracker);
}
END_TEST

/* The pawn on c4 is a black one by the record, who took there; but a white one is in the hand of White. */
START_TEST(a_man_whom_another_way_has_there_is_in_a_hand)
{
	begin();
	play_move("e2", "e4");
	play_move("d7", "d5");
	play_move("c2", "c4");
	take("d5");
	play_move("g1", "f3");
	play_move("b7", "b5");
	read_square("c4", EMPTY);
	t_us += 2500000;
	press();
	ck_assert_uint_eq(tracker_game(tracker)->n_plies, 7);
	expect_ply(3, "d5", "e4");
	expect_ply(6, "c4", "b5");
	free(tracker);
}
END_TEST

/* From a position: only what stands there. */
static void
begin_from(const char *fen)
{
	const struct tracker_listener deaf = { NULL, NULL, NULL };
	struct board_event event = { .kind = BOARD_SCAN };
	struct fen_error error;
	struct position start;

	t_us = 1000000;
	ck_assert_int_eq(fen_parse(fen, strlen(fen), &start, &error), 0);
	tracker = tracker_init(malloc(tracker_size()), &deaf);
	tracker_expect_start(tracker, &start);
	position_placement(&start, event.scan);
	for (int sq = 0; sq < 64; sq++)
		event.scan[sq] = event.scan[sq] != EMPTY ? SOME_MAN : EMPTY;
	event.t_us = t_us;
	tracker_event(tracker, &event);
	clock_reading = (struct clock_reading){ .connected = true, .running = true };
	clock_reading.face[CLOCK_LEFT].seconds = clock_reading.face[CLOCK_RIGHT].seconds = 900;
	event = (struct board_event){ .kind = BOARD_CLOCK, .t_us = t_us, .clock = clock_reading };
	tracker_event(tracker, &event);
}

/* One square, as the board would have told of it; nothing is made of it. */
static void
show(int sq, uint8_t reads)
{
	image_put(&tracker->image, sq, reads);
	tracker->n_changes++;
	tracker->evidence.changed[sq] = tracker->evidence.placed[sq][reads] =
		(uint32_t)tracker->n_changes;
	tracker->evidence.changed_us[sq] = tracker->evidence.placed_us[sq][reads] = tracker->now_us;
}

/* A queen on h8 would have given mate. */
START_TEST(play_goes_on_behind_a_mate_by_what_is_no_queen)
{
	const int g5 = sq_make(6, 4), g4 = sq_make(6, 3);
	struct repair best = { .cost = COST_NEVER };
	struct tolerance exact;

	begin_from("8/7P/8/6p1/8/1K1B4/8/k7 w - - 0 1");
	play_move("h7", "h8");
	ck_assert(game_ended_by_board(tracker_game(tracker)));
	ck_assert_int_eq(move_promotion(tracker_game(tracker)->plies[0].move), QUEEN);
	show(g5, EMPTY);
	show(g4, SOME_MAN);
	exact = tracker_exact(tracker);
	underpromoted_find(tracker, &exact, &best);
	ck_assert_int_lt(best.cost, COST_NEVER);
	ck_assert_uint_eq(best.index, 0);
	ck_assert_int_ne(move_promotion(best.moves[0]), QUEEN);
	ck_assert_uint_eq(best.change.line.moves[0], move_make(g5, g4, MOVE_NORMAL));
	/* As it is, the record stands. */
	ck_assert_int_eq(move_promotion(tracker_game(tracker)->plies[0].move), QUEEN);
	ck_assert(game_ended_by_board(tracker_game(tracker)));
	free(tracker);
}
END_TEST

START_TEST(a_way_that_is_only_tried_ends_no_game)
{
	const int e1 = sq_make(4, 0), e7 = sq_make(4, 6), e8 = sq_make(4, 7);
	const struct repair mate = { .n_moves = 1, .moves = { move_make(e1, e8, MOVE_NORMAL) } };
	struct repair best = { .cost = COST_NEVER };
	struct tolerance exact;

	begin_from("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1");
	play_move("e1", "e7");
	exact = tracker_exact(tracker);
	guess_try(tracker, &mate, 0, &exact, &best);
	ck_assert_int_eq(tracker_game(tracker)->result, RESULT_NONE);
	ck_assert_uint_eq(tracker_game(tracker)->plies[0].move, move_make(e1, e7, MOVE_NORMAL));
	free(tracker);
}
END_TEST

START_TEST(a_glimpse_on_the_way_counts_for_where_it_leads)
{
	const int from = 4 + 8 * 4, d4 = 3 + 8 * 3, f4 = 5 + 8 * 3, c3 = 2 + 8 * 2;
	const uint64_t seen = UINT64_C(1) << d4;

	ck_assert_int_eq(glimpse_cost(seen, move_make(from, c3, MOVE_NORMAL)), -COST_ON_WAY);
	ck_assert_int_eq(glimpse_cost(seen, move_make(from, f4, MOVE_NORMAL)), 0);
	ck_assert_int_eq(glimpse_cost(UINT64_C(1) << (f4 + 1), move_make(from, f4, MOVE_NORMAL)),
	                 -COST_BESIDE);
	ck_assert_int_eq(glimpse_cost(0, move_make(from, c3, MOVE_NORMAL)), 0);
}
END_TEST

/* The queen may have taken on c4 as well, where the knight would have gone, and would have gone on to b3 then. */
START_TEST(who_takes_in_passing_is_not_done)
{
	begin_from("6k1/8/8/3b4/2p5/3qN3/1P6/6K1 w - - 0 1");
	take("e3");
	take("d3");
	ck_assert_uint_eq(count_ways(), 2);
	expect_ply(0, "e3", "d5");
	play_move("b2", "b4");
	read_square("c4", EMPTY);
	read_square("b3", SOME_MAN);
	ck_assert_uint_eq(tracker_game(tracker)->n_plies, 3);
	read_square("b4", EMPTY);
	press();
	ck_assert_uint_eq(tracker_game(tracker)->n_plies, 4);
	expect_ply(0, "e3", "d5");
	expect_ply(3, "c4", "b3");
	free(tracker);
}
END_TEST

/* The queen takes on d5 or on g4, and the rook on a5 is lifted at once. He stood on a5 for all to see, and did not take on a6. */
START_TEST(who_is_lifted_has_stood_where_he_was_seen)
{
	begin_from("6k1/7p/p3q3/8/6B1/8/8/R2R2K1 w - - 0 1");
	play_move("a1", "a5");
	play_move("h7", "h6");
	play_move("d1", "d5");
	read_square("e6", EMPTY);
	press_quickly();
	read_square("a5", EMPTY);
	t_us += 1200000;
	press();
	ck_assert_uint_eq(tracker_game(tracker)->n_plies, 5);
	expect_ply(0, "a1", "a5");
	expect_ply(3, "e6", "d5");
	expect_ply(4, "a5", "d5");
	free(tracker);
}
END_TEST

/* The bishop was held over d2, and took on f6; then Black's was lifted. Nobody went from d2 to a5. */
START_TEST(a_hand_at_work_is_no_dear_line)
{
	begin_from("6k1/8/5n2/q4bB1/4N3/8/6P1/6K1 w - - 0 1");
	read_square("g5", EMPTY);
	read_square("d2", SOME_MAN);
	t_us += 900000;
	read_square("d2", EMPTY);
	press_quickly();
	t_us -= 300000;
	read_square("f5", EMPTY);
	t_us += 900000;
	press();
	ck_assert_uint_eq(tracker_game(tracker)->n_plies, 2);
	expect_ply(0, "g5", "f6");
	expect_ply(1, "f5", "e4");
	free(tracker);
}
END_TEST

static struct bench_stream stream;

/* How many of the game's plies the record has otherwise, and how many of those it is sure of. */
static void
count_wrong(const struct game *game, uint32_t *wrong, uint32_t *certain)
{
	const struct game *record;

	tracker = tracker_init(malloc(tracker_size()),
	                       &(const struct tracker_listener){ NULL, NULL, NULL });
	for (size_t i = 0; i < stream.n_events; i++) {
		bench_stream_forget(&stream.events[i]);
		tracker_event(tracker, &stream.events[i]);
	}
	tracker_finish(tracker);
	record = tracker_game(tracker);
	for (uint32_t i = 0; i < game->n_plies; i++) {
		bool is_wrong = !record || i >= record->n_plies ||
		                record->plies[i].move != game->plies[i].move;

		*wrong += is_wrong;
		*certain +=
			is_wrong && record && i < record->n_plies && record->plies[i].doubtful == 0;
	}
	free(tracker);
}

/* Men moved at random, against all sense of what players do: not every ply is found, and none that is not is certain. */
START_TEST(what_is_wrong_is_doubtful)
{
	static struct game_ply plies[PLIES];
	uint32_t wrong = 0, certain = 0;

	for (uint32_t seed = 1; seed <= GAMES; seed++) {
		const struct bench_setup setup = { .profile = sim_profile_find("occupancy"),
			                           .seed = seed,
			                           .initial_s = 900,
			                           .increment_s = 10,
			                           .pace = 4000 };
		struct game game;

		bench_game_any(&game, plies, PLIES, seed);
		bench_stream_play(&stream, &setup, &game);
		count_wrong(&game, &wrong, &certain);
	}
	bench_stream_free(&stream);
	ck_assert_uint_gt(wrong, 0);
	ck_assert_uint_eq(certain, 0);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("ways");
	TCase *tcase = tcase_create("ways");

	tcase_set_timeout(tcase, 60);
	tcase_add_test(tcase, ways_part_where_a_man_may_have_taken_either);
	tcase_add_test(tcase, ways_end_where_what_follows_cannot_be_played);
	tcase_add_test(tcase, ways_part_where_a_man_may_have_been_taken_unseen);
	tcase_add_test(tcase, who_left_his_square_and_was_taken_there_stood_there);
	tcase_add_test(tcase, who_comes_late_has_not_been_touched);
	tcase_add_test(tcase, a_man_whom_another_way_has_there_is_in_a_hand);
	tcase_add_test(tcase, who_takes_in_passing_is_not_done);
	tcase_add_test(tcase, who_is_lifted_has_stood_where_he_was_seen);
	tcase_add_test(tcase, a_hand_at_work_is_no_dear_line);
	tcase_add_test(tcase, play_goes_on_behind_a_mate_by_what_is_no_queen);
	tcase_add_test(tcase, a_way_that_is_only_tried_ends_no_game);
	tcase_add_test(tcase, a_glimpse_on_the_way_counts_for_where_it_leads);
	tcase_add_test(tcase, what_is_wrong_is_doubtful);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
