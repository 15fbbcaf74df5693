/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/clock/sides.h"

#include "core/tracker/record/record.h"
#include "core/tracker/tracker_state.h"

/* So many presses say so: two forgetful players may press once each when the other one has moved. */
#define LATE_PRESSES 3

/* Nearer by so much. */
#define NEARER 3

/* Is the press that ply `index` has the next one's: by much nearer to when that was made, and long after its own was? A man
 * may be seen when his press is long heard. */
static bool
is_of_next(const struct tracker *tracker, uint32_t index)
{
	const struct game_ply *own = &tracker->plies[index], *next = own + 1;
	uint64_t from_us, off_us;

	if (own->completed_us == TIME_UNKNOWN || own->made_us == TIME_UNKNOWN ||
	    next->made_us == TIME_UNKNOWN || own->completed_us < own->made_us)
		return false;
	from_us = own->completed_us - own->made_us;
	off_us = own->completed_us > next->made_us ? own->completed_us - next->made_us
	                                           : next->made_us - own->completed_us;
	return from_us > LEVER_LAG_US && from_us > NEARER * off_us;
}

/* Each press goes to the next ply, the first has none: its player could not press. */
static void
exchange(struct tracker *tracker)
{
	struct game_ply *plies = tracker->plies;
	struct lever *lever = &tracker->lever;

	record_touch(tracker, 0);
	for (uint32_t i = LATE_PRESSES; i > 0; i--) {
		plies[i].completed_us = plies[i - 1].completed_us;
		plies[i].clock_s = plies[i - 1].clock_s;
	}
	plies[0].completed_us = TIME_UNKNOWN;
	plies[0].clock_s = CLOCK_UNKNOWN;
	record_raise(tracker, LATE_PRESSES, PLY_COMPLETED);
	lever->white_side ^= 1;
	lever->misses = 0;
	tracker->press.side = color_other(tracker->press.side);
}

void
sides_look(struct tracker *tracker)
{
	const struct game *game = &tracker->game;

	if (game->n_plies != LATE_PRESSES + 1 || tracker->lever.n_waiting > 0 ||
	    tracker->was_away || game_last_break(game, game->n_plies) ||
	    record_is_pressed(tracker, LATE_PRESSES))
		return;
	for (uint32_t i = 0; i < LATE_PRESSES; i++)
		if (!is_of_next(tracker, i))
			return;
	exchange(tracker);
}
