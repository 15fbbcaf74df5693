/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * When a fresh image of the whole board would help.
 *
 * An update that was lost on the way shows only when its square changes again. So the board is to
 * be looked at after every change, once it is quiet: soon where the picture puzzles, a little later
 * where it looks like a hand at work or like nothing amiss. As long as it puzzles it is worth
 * another look, at intervals that double.
 */
#include "core/tracker/record/record_read.h"
#include "core/tracker/tracker_state.h"

/* After the last change: a puzzle, which the rest of the scan may still solve; a picture in order,
 * when the hand has gone on to the clock; men in the air. */
#define PUZZLE_US   120000
#define IN_ORDER_US 300000
#define IN_HAND_US  500000

/* While no game is on men are set up, one after the other. */
#define SETTING_UP_US 1000000

/* From one look at a puzzle to the next, at least. */
#define AGAIN_US 500000

static bool
has_doubt(const struct tracker *tracker)
{
	uint32_t n_plies = tracker->game.n_plies;

	for (uint32_t back = 1; back <= record_n_open(tracker); back++)
		if (tracker_may_change(tracker, n_plies - back))
			return true;
	return false;
}

static bool
is_puzzled(const struct tracker *tracker)
{
	return !tracker->in_step || tracker->lever.n_waiting > 0 || has_doubt(tracker);
}

/* The first look after the last change; what was pressed is to be seen after a scan. */
static uint64_t
first_due(const struct tracker *tracker)
{
	const struct lever *lever = &tracker->lever;
	uint64_t due_us, pressed_due_us;

	if (tracker->games == 0 || tracker->game.result != RESULT_NONE)
		return tracker->last_change_us + SETTING_UP_US;
	if (!is_puzzled(tracker))
		return tracker->last_change_us + IN_ORDER_US;
	if (lever->n_waiting == 0 && !tracker->in_step && tracker_is_in_hand(tracker))
		return tracker->last_change_us + IN_HAND_US;
	due_us = tracker->last_change_us + PUZZLE_US;
	if (lever->n_waiting == 0)
		return due_us;
	pressed_due_us = lever->waiting[lever->n_waiting - 1].t_us + tracker->evidence.scan_us;
	return due_us > pressed_due_us ? due_us : pressed_due_us;
}

uint64_t
tracker_look_due(const struct tracker *tracker)
{
	uint64_t due_us, waited_us;

	if (tracker->last_change_us == 0)
		return TRACKER_NO_DEADLINE;
	due_us = first_due(tracker);
	if (tracker->scanned_us < due_us)
		return due_us;
	if (tracker->games == 0 || tracker->game.result != RESULT_NONE || !is_puzzled(tracker))
		return TRACKER_NO_DEADLINE;
	waited_us = tracker->scanned_us - due_us;
	return tracker->scanned_us + (waited_us > AGAIN_US ? waited_us : AGAIN_US);
}
