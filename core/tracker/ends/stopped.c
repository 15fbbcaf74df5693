/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/ends/stopped.h"

#include "core/chess/bits.h"
#include "core/tracker/reading.h"
#include "core/tracker/record/record_edit.h"
#include "core/tracker/record/record_read.h"
#include "core/tracker/tracker_state.h"

/* Does the clock stand, and may the last ply still be none, as no press completed it? */
static bool
is_open(const struct tracker *tracker)
{
	return tracker->game.n_plies > tracker->n_fixed && record_awaits_press(tracker, 1) &&
	       lever_stands(&tracker->lever, tracker->now_us, 0);
}

/* Did nobody see where the man of the last ply went? */
static bool
is_guess(const struct tracker *tracker)
{
	return tracker->image.occupancy_only && ways_is_untold(tracker, tracker->game.n_plies - 1);
}

/* May the man of the last ply have come behind the stop, of which the clock tells as late as it does of presses? */
static bool
may_be_behind(const struct tracker *tracker)
{
	const struct game_ply *last = &tracker->plies[tracker->game.n_plies - 1];

	return lever_stands(&tracker->lever, last->made_us + tracker->lag.quick_us, 0);
}

bool
stopped_put_back(struct tracker *tracker)
{
	uint32_t last = tracker->game.n_plies - 1;
	struct position before;

	if (!is_open(tracker) || !(is_guess(tracker) || may_be_behind(tracker)))
		return false;
	record_position_back(tracker, 1, &before);
	if (!image_shows(&tracker->image, &before, tracker->excused))
		return false;
	record_cut(tracker, last);
	reading_in_step(tracker);
	return true;
}

/* Is the man of the last ply read where it put him, or is that not to be known? */
static bool
is_there(const struct tracker *tracker)
{
	int sq = record_ply_target(tracker, tracker->game.n_plies - 1);
	uint8_t man = position_piece_at(&tracker->game.now, sq);

	return (tracker->excused & sq_bit(sq)) ||
	       image_at(&tracker->image, sq) == image_reading(&tracker->image, man);
}

void
stopped_drop(struct tracker *tracker)
{
	uint32_t last = tracker->game.n_plies - 1;

	if (!is_open(tracker) || is_guess(tracker) || is_there(tracker))
		return;
	if (lever_stands(&tracker->lever, tracker->plies[last].made_us, tracker_scan_lag(tracker)))
		record_cut(tracker, last);
	else if (may_be_behind(tracker))
		record_doubt(tracker, last);
}

/* Was the last ply a step of a king? Where he was laid down looks like one. */
static bool
is_kings_step(const struct tracker *tracker)
{
	const struct game *game = &tracker->game;

	return game->n_plies > 0 && move_kind(game->plies[game->n_plies - 1].move) == MOVE_NORMAL &&
	       piece_type(position_piece_at(&game->now, record_target_back(tracker, 0))) == KING;
}

/* When did the man whom the record has on sq leave it, behind the last ply, and not come back? 0: he did not, as far as the board has
 * told. */
static uint64_t
left_us(const struct tracker *tracker, int sq)
{
	const uint64_t *placed_us = tracker->evidence.placed_us[sq];
	uint8_t man = image_reading(&tracker->image, position_piece_at(&tracker->game.now, sq));

	return placed_us[EMPTY] > tracker->plies[tracker->game.n_plies - 1].made_us &&
	                       placed_us[EMPTY] > placed_us[man]
	               ? placed_us[EMPTY]
	               : 0;
}

void
stopped_doubt_king(struct tracker *tracker)
{
	const struct position *now = &tracker->game.now;
	uint64_t others = now->by_color[WHITE] | now->by_color[BLACK];
	uint64_t king_us;

	if (!tracker_is_clockless(tracker) || !is_kings_step(tracker))
		return;
	king_us = left_us(tracker, record_target_back(tracker, 0));
	if (king_us == 0)
		return;
	while (others != 0) {
		uint64_t other_us = left_us(tracker, bits_take(&others));

		if (other_us != 0 && other_us < king_us)
			return;
	}
	record_doubt(tracker, tracker->game.n_plies - 1);
}

void
stopped_heard(struct tracker *tracker)
{
	const struct game *game = &tracker->game;

	if (tracker->games > 0 && game->n_plies > tracker->n_fixed && game->result == RESULT_NONE &&
	    record_awaits_press(tracker, 1) && is_kings_step(tracker))
		record_doubt(tracker, game->n_plies - 1);
}
