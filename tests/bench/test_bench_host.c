/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A host that asks its board, on lines that lose updates: what it makes of the game live is what a
 * replay of the recording gives, questions and all, and it is more than a host that never asks gets.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "core/chess/movegen.h"
#include "core/tracker/tracker.h"
#include "drivers/dgt/dgt_wire.h"
#include "tests/bench/tracker_other.h"
#include "tests/bench/tracker_score.h"
#include "tests/support.h"

enum { GAMES = 8, PLIES = 60 };

static struct bench_stream stream;
static struct game game;
static struct game_ply plies[PLIES];
static struct score_watch watch;

/* Sixty plies chosen by a multiplicative sequence: any legal game will do. */
static void
make_game(uint32_t seed)
{
	struct position start;

	position_start(&start);
	game_init(&game, &start, plies, PLIES);
	for (uint32_t i = 0; i < PLIES && game.result == RESULT_NONE; i++) {
		struct move_list list;

		movegen_legal(&game.now, &list);
		seed = seed * 1664525 + 1013904223;
		if (list.count > 0)
			game_append(&game, list.moves[(seed >> 8) % (uint32_t)list.count],
			            TIME_UNKNOWN, PLY_COMPLETED);
	}
}

static void
play(uint32_t number, bool unasked)
{
	const struct bench_setup setup = { .profile = sim_profile_find("lost-updates"),
		                           .seed = number,
		                           .initial_s = 180,
		                           .increment_s = 2,
		                           .pace = 1000,
		                           .unasked = unasked };

	make_game(number);
	bench_stream_play(&stream, &setup, &game);
}

static unsigned int
positions_asked_for(void)
{
	unsigned int n = 0;

	for (size_t i = 0; i < stream.n_chunks; i++)
		n += stream.chunks[i].what == '>' &&
		     stream.bytes[stream.chunks[i].at] == DGT_SEND_BRD;
	return n;
}

static void
on_update(void *ctx, enum tracker_update what, const struct game *now, uint32_t first_ply)
{
	bool revised = false;

	(void)ctx;
	for (size_t i = first_ply; what == TRACKER_PLIES && i < now->n_plies; i++)
		score_watch_ply(&watch, i, now->plies[i].move, true, 0, &revised);
}

/* How many plies a replay of the stream has wrong. */
static size_t
wrong_on_replay(void)
{
	const struct tracker_listener listener = { NULL, on_update, NULL };
	void *memory = malloc(tracker_size());
	struct tracker *tracker = tracker_init(memory, &listener);
	struct score score = { 0 };
	size_t first, wrong;

	score_watch_begin(&watch, &stream);
	for (size_t i = 0; i < stream.n_events; i++)
		tracker_event(tracker, &stream.events[i]);
	tracker_finish(tracker);
	wrong = score_add(&score, &watch, &first);
	score_free(&score);
	free(memory);
	return wrong;
}

START_TEST(asking_finds_what_was_lost)
{
	size_t asked_wrong = 0, unasked_wrong = 0, lost = 0;

	for (uint32_t i = 1; i <= GAMES; i++) {
		play(i, false);
		asked_wrong += wrong_on_replay();
		ck_assert_uint_gt(positions_asked_for(), PLIES / 2);
		for (size_t k = 0; k < stream.n_incidents; k++)
			lost += stream.incidents[k].what == SIM_LOST_UPDATE;
		play(i, true);
		unasked_wrong += wrong_on_replay();
	}
	ck_assert_uint_gt(lost, GAMES / 2);
	ck_assert_msg(asked_wrong * 4 < unasked_wrong, "%zu plies wrong asked, %zu unasked",
	              asked_wrong, unasked_wrong);
}
END_TEST

/* The questions depend on what was heard alone, and their answers are in the recording. */
START_TEST(the_same_table_gives_the_same_bytes)
{
	uint8_t *bytes;
	size_t n_bytes, n_chunks;

	play(3, false);
	n_bytes = stream.n_bytes;
	n_chunks = stream.n_chunks;
	bytes = malloc(n_bytes);
	ck_assert_ptr_nonnull(bytes);
	memcpy(bytes, stream.bytes, n_bytes);
	play(3, false);
	ck_assert_uint_eq(stream.n_chunks, n_chunks);
	ck_assert_uint_eq(stream.n_bytes, n_bytes);
	ck_assert_int_eq(memcmp(stream.bytes, bytes, n_bytes), 0);
	free(bytes);
}
END_TEST

START_TEST(the_second_table_answers_too)
{
	const struct other_style *style = NULL;
	size_t asked_wrong = 0, unasked_wrong = 0;

	for (size_t i = 0; i < other_n_styles; i++)
		if (strcmp(other_styles[i].name, "b-losses") == 0)
			style = &other_styles[i];
	ck_assert_ptr_nonnull(style);
	for (uint32_t i = 1; i <= 2 * GAMES; i++) {
		make_game(i);
		other_play(&stream, style, i, false, false, &game);
		asked_wrong += wrong_on_replay();
		other_play(&stream, style, i, false, true, &game);
		unasked_wrong += wrong_on_replay();
	}
	ck_assert_msg(asked_wrong * 4 < unasked_wrong, "%zu plies wrong asked, %zu unasked",
	              asked_wrong, unasked_wrong);
}
END_TEST

static void
teardown(void)
{
	bench_stream_free(&stream);
}

int
main(void)
{
	Suite *suite = suite_create("bench_host");
	TCase *tcase = tcase_create("host");

	tcase_add_checked_fixture(tcase, NULL, teardown);
	tcase_set_timeout(tcase, 60);
	tcase_add_test(tcase, asking_finds_what_was_lost);
	tcase_add_test(tcase, the_same_table_gives_the_same_bytes);
	tcase_add_test(tcase, the_second_table_answers_too);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
