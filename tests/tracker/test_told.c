/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An output that follows the tracker's events alone has the tracker's record after every one of them:
 * nothing changes without a word, neither a state nor a doubt, on whichever ply.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "core/tracker/tracker.h"
#include "tests/bench/tracker_games.h"
#include "tests/bench/tracker_stream.h"
#include "tests/support.h"

enum { GAMES = 6, PLIES = 50, COPY_PLIES = 1024 };

/* What such an output keeps. */
struct copy {
	struct game game;
	struct game_ply plies[COPY_PLIES];
	uint32_t games;
	unsigned int told;
};

static struct bench_stream stream;
static struct copy copy;
static struct tracker *tracker;

static void
copy_plies(const struct game *game, uint32_t first_ply)
{
	uint32_t n_breaks = 0;

	ck_assert_uint_lt(game->n_plies, COPY_PLIES);
	ck_assert_uint_le(first_ply, copy.game.n_plies);
	for (uint32_t i = first_ply; i < game->n_plies; i++)
		copy.plies[i] = game->plies[i];
	while (n_breaks < copy.game.n_breaks && copy.game.breaks[n_breaks].ply < first_ply)
		n_breaks++;
	for (uint32_t i = 0; i < game->n_breaks; i++)
		if (game->breaks[i].ply >= first_ply)
			copy.game.breaks[n_breaks++] = game->breaks[i];
	copy.game.n_breaks = n_breaks;
	copy.game.n_plies = game->n_plies;
	copy.game.now = game->now;
}

static void
on_update(void *ctx, enum tracker_update what, const struct game *game, uint32_t first_ply)
{
	(void)ctx;
	copy.told++;
	if (what == TRACKER_GAME_BEGINS) {
		copy.games++;
		game_init(&copy.game, &game->start, copy.plies, COPY_PLIES);
	} else if (what == TRACKER_PLIES) {
		copy_plies(game, first_ply);
	} else if (what == TRACKER_RESULT) {
		copy.game.result = game->result;
		copy.game.end = game->end;
	}
}

static void
compare(void)
{
	const struct game *game = tracker_game(tracker);

	if (!game) {
		ck_assert_uint_eq(copy.games, 0);
		return;
	}
	ck_assert_uint_eq(copy.game.n_plies, game->n_plies);
	for (uint32_t i = 0; i < game->n_plies; i++) {
		const struct game_ply *told = &copy.plies[i], *is = &game->plies[i];

		ck_assert_msg(told->move == is->move && told->state == is->state &&
		                      told->doubtful == is->doubtful &&
		                      told->clock_s == is->clock_s &&
		                      told->made_us == is->made_us &&
		                      told->completed_us == is->completed_us,
		              "ply %u of %u: told state %u doubt %u, is state %u doubt %u", i + 1,
		              game->n_plies, told->state, told->doubtful, is->state, is->doubtful);
	}
	ck_assert_uint_eq(copy.game.n_breaks, game->n_breaks);
	for (uint32_t i = 0; i < game->n_breaks; i++)
		ck_assert_uint_eq(copy.game.breaks[i].ply, game->breaks[i].ply);
	ck_assert_uint_eq(copy.game.now.key, game->now.key);
	ck_assert_uint_eq(copy.game.result, game->result);
	ck_assert_uint_eq(copy.game.end, game->end);
}

static void
play(const char *profile, uint32_t seed)
{
	static struct game_ply plies[PLIES];
	const struct bench_setup setup = { .profile = sim_profile_find(profile),
		                           .seed = seed,
		                           .rotated = seed % 2 == 0,
		                           .initial_s = 180,
		                           .increment_s = 2,
		                           .pace = 1000,
		                           .unasked = seed % 3 == 0 };
	struct game game;

	bench_game_any(&game, plies, PLIES, seed);
	bench_stream_play(&stream, &setup, &game);
}

/* Now and then a person puts in his word. */
static void
interfere(size_t i, uint64_t t_us)
{
	struct correction correction = { .what = CORRECTION_TAKE_BACK,
		                         .n_plies = 1 + (uint32_t)i % 3 };

	if (i % 997 == 996)
		tracker_correct(tracker, &correction, t_us);
	else if (i % 1499 == 1498)
		tracker_result(tracker, i % 2 ? RESULT_NONE : RESULT_WHITE_WINS, t_us);
}

static void
follow(bool with_persons)
{
	const struct tracker_listener listener = { NULL, on_update, NULL };
	void *memory = malloc(tracker_size());

	ck_assert_ptr_nonnull(memory);
	memset(&copy, 0, sizeof(copy));
	tracker = tracker_init(memory, &listener);
	for (size_t i = 0; i < stream.n_events; i++) {
		const struct board_event *event = &stream.events[i];
		uint64_t due_us = tracker_advance(tracker, 0);

		if (due_us < event->t_us) {
			tracker_advance(tracker, due_us);
			compare();
		}
		tracker_event(tracker, event);
		compare();
		if (with_persons) {
			interfere(i, event->t_us);
			compare();
		}
	}
	tracker_finish(tracker);
	compare();
	ck_assert_uint_gt(copy.told, PLIES);
	free(memory);
}

static const char *const profiles[] = { "human",     "blitz",        "noisy",
	                                "harsh",     "kids",         "bluetooth",
	                                "occupancy", "lost-updates", "scans-only" };

START_TEST(every_change_is_told)
{
	for (uint32_t game = 0; game < GAMES; game++) {
		play(profiles[_i], 10 * game + (uint32_t)_i);
		follow(game % 2 != 0);
	}
	bench_stream_free(&stream);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("told");
	TCase *tcase = tcase_create("told");

	tcase_set_timeout(tcase, 60);
	tcase_add_loop_test(tcase, every_change_is_told, 0, sizeof(profiles) / sizeof(profiles[0]));
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
