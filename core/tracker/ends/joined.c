/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/ends/joined.h"

#include <string.h>

#include "core/chess/bits.h"
#include "core/tracker/ends/start.h"
#include "core/tracker/explain/hand.h"
#include "core/tracker/reading.h"
#include "core/tracker/record/record.h"
#include "core/tracker/record/record_edit.h"
#include "core/tracker/tracker_state.h"

/* A hand that holds a man when the recording begins puts him down within this time, as a rule; if not, the picture it
 * makes then is noted in place of the first. An assumption: four of five plies are made in less (dgt.md 7.1 has no time). */
#define JOINED_STOOD_US 1000000

/* What two plies change at most: two castlings. More is a hand sweeping over the board. */
#define JOINED_SQUARES 8

static bool
may_join(const struct tracker *tracker)
{
	return tracker->games == 0 && !tracker->image.occupancy_only;
}

/* Has nothing changed since the board first told of all its squares, and does the clock run? Then a game is on, and what stands there
 * is its picture but for a man in a hand. */
static bool
is_first_sight(const struct tracker *tracker)
{
	const struct joined *joined = &tracker->joined;

	return joined->looked == 0 && !joined->sighted && tracker->evidence.scanned > 0 &&
	       tracker->evidence.scanned == tracker->n_changes && lever_runs(&tracker->lever);
}

/* By how many plies is it told that a game is on? Where games begin from their start a clock that runs is not enough for one
 * of them. 0: by none. */
static int
plies_needed(const struct tracker *tracker)
{
	bool runs = lever_runs(&tracker->lever);

	if (tracker->accepted_starts & TRACKER_ANY_START)
		return runs ? 1 : 2;
	return runs ? 2 : 0;
}

/* The lines from *start to what the board shows now, in which every man was seen to arrive in turn. */
static bool
is_played(struct tracker *tracker, const struct position *start, int n_plies)
{
	const struct tolerance exact = tracker_exact(tracker);
	struct explanation line;

	tracker->evidence.since = tracker->joined.change;
	tracker->evidence.blind = false;
	tracker->evidence.last_target = SQ_NONE;
	memset(tracker->evidence.pressed_us, 0, sizeof(tracker->evidence.pressed_us));
	return tracker_explain(tracker, start, n_plies, &exact, &line) && explain_saw_all(&line) &&
	       line.misread == 0 && line.untold_set == 0 && line.disorder == 0;
}

/* How many plies, one or two, have been made from the picture noted? Set *start, as the side sees it that made the first;
 * 0: none. */
static int
plies_made(struct tracker *tracker, struct position *start)
{
	for (int n_plies = 1; n_plies <= 2; n_plies++)
		for (int i = 0; i < 2; i++) {
			if (position_check(start) == POSITION_OK &&
			    is_played(tracker, start, n_plies)) {
				start->key = position_key(start);
				return n_plies;
			}
			start->side = (uint8_t)color_other((enum color)start->side);
		}
	return 0;
}

/* Is something played from the picture noted? *ret_turned and *ret_start are set only then. */
static int
look_for_play(struct tracker *tracker, bool *ret_turned, struct position *ret_start)
{
	if (!tracker->joined.known ||
	    !start_from_squares(tracker, tracker->joined.raw, ret_turned, ret_start))
		return 0;
	if (*ret_turned != tracker->turned)
		reading_turn_board(tracker);
	if (bits_count(image_difference(&tracker->image, ret_start)) > JOINED_SQUARES)
		return 0;
	return plies_made(tracker, ret_start);
}

/* Is what stands there the picture of *joined, or of what has been played from it, but for men who are in the air? A hand may hold
 * one for long, and nothing is set up by lifting him. */
static bool
is_lifted_from(const struct joined *joined, const uint8_t raw[64])
{
	int lifted = 0;

	for (int sq = 0; sq < 64; sq++) {
		if (raw[sq] == joined->stood[sq])
			continue;
		if (raw[sq] != EMPTY)
			return false;
		lifted++;
	}
	return joined->known && lifted <= HAND_MEN_UP;
}

uint64_t
joined_due(const struct tracker *tracker)
{
	if (!may_join(tracker) || tracker->joined.looked == tracker->n_changes)
		return TRACKER_NO_DEADLINE;
	return tracker->last_change_us + (is_first_sight(tracker) ? 0 : JOINED_STOOD_US);
}

/* What stands there is the picture that play may go on from. */
static void
note_picture(struct tracker *tracker)
{
	struct joined *joined = &tracker->joined;
	struct position start;
	bool turned;

	memcpy(joined->stood, tracker->raw, sizeof(joined->stood));
	joined->known = start_from_squares(tracker, tracker->raw, &turned, &start);
	memcpy(joined->raw, tracker->raw, sizeof(joined->raw));
	joined->change = tracker->n_changes;
}

void
joined_note(struct tracker *tracker)
{
	struct joined *joined = &tracker->joined;
	bool sighted = is_first_sight(tracker);
	struct position start;
	bool turned;

	if (!sighted)
		joined->looked = tracker->n_changes;
	if (is_lifted_from(joined, tracker->raw)) {
		joined->rested |= memcmp(joined->stood, tracker->raw, sizeof(joined->stood)) == 0;
		joined->put = 0;
		return;
	}
	memcpy(joined->stood, tracker->raw, sizeof(joined->stood));
	if (look_for_play(tracker, &turned, &start) != 0)
		return;
	note_picture(tracker);
	joined->put = 0;
	joined->sighted = sighted;
	joined->rested = !sighted;
}

/* The square, as the board counts, where a man has been put down whom nobody took up since the picture was noted, or where he
 * stands who was put down so, and has gone on; SQ_NONE: there is no such, or more has changed. */
static int
find_put_down(const struct tracker *tracker)
{
	const struct joined *joined = &tracker->joined;
	int put = SQ_NONE;

	for (int sq = 0; sq < 64; sq++) {
		if (tracker->raw[sq] == joined->raw[sq] ||
		    ((joined->put & sq_bit(sq)) && tracker->raw[sq] == EMPTY))
			continue;
		if (put != SQ_NONE || tracker->raw[sq] == EMPTY)
			return SQ_NONE;
		put = sq;
	}
	return put;
}

/* He was in a hand when the board was first seen, and the picture is that with him: before it has stood for long, too. */
static void
note_put_down(struct tracker *tracker)
{
	struct joined *joined = &tracker->joined;
	int put = joined->sighted ? find_put_down(tracker) : SQ_NONE;

	if (put == SQ_NONE)
		return;
	note_picture(tracker);
	joined->put = sq_bit(put);
	joined->rested = false;
}

/* Have so many plies been made at least? Then the game began there. */
static bool
join(struct tracker *tracker, int least)
{
	uint64_t change = tracker->joined.change;
	struct position start;
	bool turned;

	if (!may_join(tracker) || look_for_play(tracker, &turned, &start) < least)
		return false;
	record_begin_game(tracker, &start, turned);
	tracker->from_image = tracker->was_deaf = true;
	tracker->shown[0] = change;
	tracker->in_step = false;
	return true;
}

/* Has he left his square again who was put down? His hand had not let go of him. */
static bool
has_gone_on(const struct tracker *tracker)
{
	uint64_t put = tracker->joined.put;

	return put != 0 && tracker->raw[bits_first(put)] == EMPTY;
}

bool
joined_look(struct tracker *tracker)
{
	int needed = plies_needed(tracker);

	if (needed > 0 && !has_gone_on(tracker) && join(tracker, needed))
		return true;
	if (may_join(tracker) && tracker->joined.known)
		note_put_down(tracker);
	return false;
}

bool
joined_stood(struct tracker *tracker)
{
	return tracker->joined.change == 1 && join(tracker, 1);
}

void
joined_doubt(struct tracker *tracker)
{
	if (tracker->from_image && tracker->joined.known && !tracker->joined.rested)
		record_doubt(tracker, 0);
	tracker->joined.rested = true;
}
