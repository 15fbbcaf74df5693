/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A person's word changes what came before; what board and clock said since is explained again from there.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/chess/movegen.h"
#include "core/chess/san.h"
#include "core/tracker/anew/replay.h"
#include "core/tracker/record/record.h"
#include "core/tracker/tracker.h"
#include "core/tracker/tracker_state.h"
#include "tests/bench/tracker_games.h"
#include "tests/bench/tracker_stream.h"
#include "tests/support.h"

enum { PLIES = 60, SPOKEN = 40, CHANGED = 30 };

static struct bench_stream stream;
static struct tracker *tracker;
static size_t next_event;
static uint64_t now_us;
static unsigned int told;

static void
on_update(void *ctx, enum tracker_update what, const struct game *game, uint32_t first_ply)
{
	(void)ctx;
	(void)game;
	(void)first_ply;
	told += what == TRACKER_PLIES;
}

static void
begin(const char *profile, uint32_t seed)
{
	static struct game_ply plies[PLIES];
	const struct bench_setup setup = { .profile = sim_profile_find(profile),
		                           .seed = seed,
		                           .initial_s = 180,
		                           .increment_s = 2,
		                           .pace = 1000 };
	const struct tracker_listener listener = { NULL, on_update, NULL };
	struct game game;
	void *memory = malloc(tracker_size());

	ck_assert_ptr_nonnull(memory);
	bench_game_any(&game, plies, PLIES, seed);
	bench_stream_play(&stream, &setup, &game);
	for (size_t i = 0; setup.profile->senses->occupancy && i < stream.n_events; i++)
		bench_stream_forget(&stream.events[i]);
	tracker = tracker_init(memory, &listener);
	next_event = 0;
	told = 0;
}

/* Hear the board until so many plies are recorded and completed. */
static void
hear_until(uint32_t n_plies)
{
	while (next_event < stream.n_events) {
		const struct game *game = tracker_game(tracker);

		if (game && game->n_plies >= n_plies &&
		    game->plies[n_plies - 1].state == PLY_COMPLETED)
			return;
		now_us = stream.events[next_event].t_us;
		tracker_event(tracker, &stream.events[next_event++]);
	}
}

static void
hear_all(void)
{
	hear_until(UINT32_MAX);
	tracker_finish(tracker);
}

static void
assert_as_played(uint32_t n_plies)
{
	const struct game *game = tracker_game(tracker);

	ck_assert_uint_ge(game->n_plies, n_plies);
	for (uint32_t i = 0; i < n_plies; i++)
		ck_assert_msg(game->plies[i].move == stream.plies[i].move, "ply %u is wrong",
		              i + 1);
}

static void
say(enum correction_what what, uint32_t ply, uint16_t move)
{
	struct correction correction = { .what = (uint8_t)what, .ply = ply };
	struct position before;

	game_position(tracker_game(tracker), ply, &before);
	san_format(&before, move, correction.moves);
	told = 0;
	ck_assert_int_eq(tracker_correct(tracker, &correction, now_us), 0);
	ck_assert_uint_gt(told, 0);
}

/* A legal move after which the plies behind it cannot all be played. */
static uint16_t
wrong_move(uint32_t ply)
{
	struct correction correction = { .what = CORRECTION_REPLACE, .ply = ply };
	struct correction_effect effect;
	struct position before;
	struct move_list list;

	game_position(tracker_game(tracker), ply, &before);
	movegen_legal(&before, &list);
	for (int i = 0; i < list.count; i++) {
		san_format(&before, list.moves[i], correction.moves);
		if (correction_check(tracker_game(tracker), &correction, &effect) == 0 &&
		    effect.n_dropped > 5)
			return list.moves[i];
	}
	return MOVE_NONE;
}

static void
end(void)
{
	free(tracker);
	bench_stream_free(&stream);
}

static const char *const profiles[] = { "clean",     "human",      "blitz",
	                                "occupancy", "scans-only", "bluetooth" };

/* A ply replaced by a wrong one takes with it what followed; put right again, all of it comes back. */
START_TEST(what_a_wrong_word_dropped_comes_back)
{
	uint16_t wrong;

	begin(profiles[_i], 3 + (uint32_t)_i);
	hear_until(SPOKEN);
	assert_as_played(SPOKEN);
	wrong = wrong_move(CHANGED);
	ck_assert_uint_ne(wrong, MOVE_NONE);
	say(CORRECTION_REPLACE, CHANGED, wrong);
	say(CORRECTION_REPLACE, CHANGED, stream.plies[CHANGED].move);
	assert_as_played(SPOKEN);
	hear_all();
	assert_as_played((uint32_t)stream.n_plies);
	end();
}
END_TEST

/* Plies taken back by mistake: the first of them put in again, the others follow from what was seen. */
START_TEST(what_follows_a_ply_put_in_is_found)
{
	struct correction back = { .what = CORRECTION_TAKE_BACK, .n_plies = SPOKEN - CHANGED };

	begin(profiles[_i], 3 + (uint32_t)_i);
	hear_until(SPOKEN);
	back.n_plies = tracker_game(tracker)->n_plies - CHANGED;
	ck_assert_int_eq(tracker_correct(tracker, &back, now_us), 0);
	ck_assert_uint_eq(tracker_game(tracker)->n_plies, CHANGED);
	say(CORRECTION_INSERT, CHANGED, stream.plies[CHANGED].move);
	assert_as_played(SPOKEN);
	hear_all();
	assert_as_played((uint32_t)stream.n_plies);
	end();
}
END_TEST

/* What a person has said of a later ply stands, whatever the board showed. */
START_TEST(later_words_stand)
{
	const struct game *game;
	struct position before;
	struct move_list list;
	uint16_t other = MOVE_NONE;

	begin("clean", 3);
	hear_until(SPOKEN);
	game = tracker_game(tracker);
	game_position(game, SPOKEN - 1, &before);
	movegen_legal(&before, &list);
	for (int i = 0; i < list.count && other == MOVE_NONE; i++)
		if (list.moves[i] != stream.plies[SPOKEN - 1].move)
			other = list.moves[i];
	say(CORRECTION_REPLACE, SPOKEN - 1, other);
	ck_assert_uint_eq(game->plies[SPOKEN - 1].move, other);
	say(CORRECTION_REPLACE, CHANGED, stream.plies[CHANGED].move);
	ck_assert_uint_eq(game->plies[SPOKEN - 1].move, other);
	assert_as_played(SPOKEN - 1);
	end();
}
END_TEST

/* So does what he says of the last one, though the board shows another: what was seen before is no answer to him. */
START_TEST(the_last_word_stands)
{
	uint16_t other = MOVE_NONE;
	struct position before;
	struct move_list list;
	uint32_t last;

	begin(profiles[_i], 3 + (uint32_t)_i);
	hear_until(SPOKEN);
	now_us += 8 * UINT64_C(1000000); /* the board rests */
	tracker_advance(tracker, now_us);
	last = tracker_game(tracker)->n_plies - 1;
	game_position(tracker_game(tracker), last, &before);
	movegen_legal(&before, &list);
	for (int i = 0; i < list.count && other == MOVE_NONE; i++)
		if (list.moves[i] != tracker_game(tracker)->plies[last].move)
			other = list.moves[i];
	say(CORRECTION_REPLACE, last, other);
	ck_assert_uint_gt(tracker_game(tracker)->n_plies, last);
	ck_assert_uint_eq(tracker_game(tracker)->plies[last].move, other);
	end();
}
END_TEST

/* What is heard again may look like another game, whose plies would be written over those of the one that stands. */
START_TEST(another_game_is_not_made_of_what_is_heard_again)
{
	struct position start;

	begin("clean", 7);
	hear_until(SPOKEN);
	position_start(&start);
	tracker->past.frozen = true;
	record_begin_game(tracker, &start, false);
	ck_assert(tracker->past.left);
	hear_until(2 * SPOKEN);
	ck_assert_uint_eq(tracker_game(tracker)->n_plies, 0);
	for (uint32_t i = 0; i < SPOKEN; i++)
		ck_assert_uint_eq(tracker->plies[i].move, stream.plies[i].move);
	end();
}
END_TEST

/* What is only thought to have been played is told so, also where it is heard again as if it were certain. */
START_TEST(a_second_thought_is_doubtful)
{
	struct explanation behind = { .n_plies = 1 };
	struct replay replay = { .from = CHANGED, .behind = &behind, .patience_us = 8000000 };
	struct replayed replayed;

	begin("clean", 1);
	hear_until(SPOKEN);
	replay.t_us = tracker->plies[CHANGED].made_us;
	behind.moves[0] = tracker->plies[CHANGED].move;
	ck_assert(replay_run(tracker, &replay, &replayed));
	ck_assert_uint_eq(tracker->plies[CHANGED].doubtful, 0);
	replay.guessed = true;
	ck_assert(replay_run(tracker, &replay, &replayed));
	ck_assert_uint_eq(tracker->plies[CHANGED].doubtful, DOUBT_RIVAL);
	assert_as_played(SPOKEN);
	free(tracker);
}
END_TEST

/* One table must not keep others waiting: what would be too much work is given up, and nothing has changed. */
START_TEST(what_is_too_much_work_is_given_up)
{
	struct replay replay = { .from = CHANGED, .patience_us = 8000000, .effort = 1 };
	struct replayed replayed;
	uint64_t effort;

	begin("clean", 1);
	hear_until(SPOKEN);
	replay.t_us = tracker->plies[CHANGED - 1].made_us;
	effort = tracker->effort;
	ck_assert(!replay_run(tracker, &replay, &replayed));
	ck_assert_uint_gt(tracker->effort, effort);
	assert_as_played(SPOKEN);
	replay.effort = 100000;
	ck_assert(replay_run(tracker, &replay, &replayed));
	assert_as_played(SPOKEN);
	free(tracker);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("again");
	TCase *tcase = tcase_create("again");
	int n = (int)(sizeof(profiles) / sizeof(profiles[0]));

	tcase_set_timeout(tcase, 60);
	tcase_add_loop_test(tcase, what_a_wrong_word_dropped_comes_back, 0, n);
	tcase_add_loop_test(tcase, what_follows_a_ply_put_in_is_found, 0, n);
	tcase_add_test(tcase, later_words_stand);
	tcase_add_loop_test(tcase, the_last_word_stands, 0, n);
	tcase_add_test(tcase, another_game_is_not_made_of_what_is_heard_again);
	tcase_add_test(tcase, a_second_thought_is_doubtful);
	tcase_add_test(tcase, what_is_too_much_work_is_given_up);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
