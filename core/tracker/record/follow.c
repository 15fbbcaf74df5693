/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A record that follows a virtual board (OL 20): tracker_follow() in tracker.h.
 *
 * There the moves are made, and they are the game (OL 20.1); the set on the sensor board only repeats them, or shows what its
 * player is thinking about. From the first of them on nothing that board or clock tell becomes a ply, or changes one:
 * what stands there goes on being told (TRACKER_BOARD), for who compares. A new game is a matter for the feed as well,
 * so the men being put up begin one only when this one has its result.
 */
#include <errno.h>

#include "core/tracker/record/record_edit.h"
#include "core/tracker/record/record_tell.h"
#include "core/tracker/tracker_state.h"

/* What was taken for plies until now was the set's, and is not what was made on the virtual board. */
static void
begin(struct tracker *tracker)
{
	tracker->follows = true;
	tracker->from_image = tracker->began_amiss = false;
	tracker->aside.kind = ASIDE_NONE;
	while (tracker->lever.n_waiting > 0)
		lever_forget_oldest(&tracker->lever);
	record_return(tracker, 0, true);
}

/* Every ply was made and pressed in one, where it was made; nothing can change it but a word of the feed. */
static void
settle(struct tracker *tracker)
{
	tracker->n_fixed = tracker->answered = tracker->game.n_plies;
	tracker->excused = tracker->silent = 0;
	tracker->in_step = true;
	record_tell(tracker);
	record_set_sync(tracker,
	                tracker->game.result == RESULT_NONE ? TRACKER_IN_STEP : TRACKER_OVER);
}

static bool
is_one_on(struct tracker *tracker, uint64_t now_us)
{
	tracker_advance(tracker, now_us);
	return tracker->games > 0 && tracker->game.result == RESULT_NONE;
}

int
tracker_follow(struct tracker *tracker, uint16_t move, uint64_t now_us)
{
	struct game *game = &tracker->game;
	int r;

	if (!is_one_on(tracker, now_us))
		return -ENOENT;
	if (!tracker->follows)
		begin(tracker);
	r = game_append(game, move, tracker->now_us, PLY_MADE);
	if (r == 0) {
		uint32_t index = game->n_plies - 1;

		game->plies[index].completed_us = tracker->now_us;
		game_set_state(game, index, PLY_COMPLETED);
		record_touch(tracker, index);
	}
	settle(tracker);
	return r;
}

/* The last place where the record had it, counters included; n_plies + 1: it never did. */
static uint32_t
find_place(const struct game *game, const struct position *position)
{
	struct position then;

	for (uint32_t n = game->n_plies + 1; n > 0; n--) {
		game_position(game, n - 1, &then);
		if (position_same(&then, position) && then.fullmove == position->fullmove &&
		    then.halfmove == position->halfmove)
			return n - 1;
	}
	return game->n_plies + 1;
}

int
tracker_follow_position(struct tracker *tracker, const struct position *position, uint64_t now_us)
{
	const struct correction correction = { .what = CORRECTION_POSITION, .position = *position };
	struct game *game = &tracker->game;
	struct correction_effect effect;
	uint32_t place;
	int r = 0;

	if (!is_one_on(tracker, now_us))
		return -ENOENT;
	if (!tracker->follows)
		begin(tracker);
	place = find_place(game, position);
	if (place <= game->n_plies)
		record_return(tracker, place, false);
	else
		r = correction_apply(game, &correction, tracker->now_us, &effect);
	record_touch(tracker, place <= game->n_plies ? place : game->n_plies);
	settle(tracker);
	return r;
}
