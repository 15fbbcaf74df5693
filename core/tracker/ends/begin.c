/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/ends/begin.h"

#include "core/tracker/ends/joined.h"
#include "core/tracker/ends/opened.h"
#include "core/tracker/ends/start.h"
#include "core/tracker/reading.h"
#include "core/tracker/record/record.h"
#include "core/tracker/record/record_edit.h"
#include "core/tracker/tracker_state.h"

/* The initial position a few squares away from the record, unexplained, is a new game once it has
 * stood this long. */
#define RESTART_US 5000000

/* The initial position but for a square or two is a new game once it has stood this long: men
 * are still being set up, or a square does not read. */
#define SET_UP_US 1500000

/* A ply or two from it, with a clock that runs: nobody is setting up men, but a hand may hold one. */
#define OPENED_US 1000000

/* So many squares may differ from the initial position for it to count as set up, and so many
 * from the record for the men to come from elsewhere. */
#define SET_UP_SQUARES 3
#define AWAY_SQUARES   12

/* Are the men set up for a new game but for a few squares? *ret_turned as for record_begin_game. */
static bool
is_set_up(const struct tracker *tracker, bool *ret_turned)
{
	uint64_t away = image_difference(&tracker->image, &tracker->game.now);

	if (tracker->games > 0 && bits_count(away) < AWAY_SQUARES)
		return false;
	for (int turned = 0; turned <= 1; turned++) {
		uint64_t difference =
			image_start_difference(tracker->raw, turned != 0, &tracker->start);

		if (bits_count(difference) <= SET_UP_SQUARES) {
			*ret_turned = turned != 0;
			return true;
		}
	}
	return false;
}

uint64_t
begin_again_due(const struct tracker *tracker)
{
	struct position start;

	if (tracker->games == 0 || tracker->in_step ||
	    !start_is_seen(tracker, tracker->turned, &start))
		return TRACKER_NO_DEADLINE;
	return tracker->last_change_us + RESTART_US;
}

/* A ply that nobody has pressed for, and whose man is back where the game began from, was not played: the game has not begun
 * yet, and no other one does. */
static bool
is_hardly_begun(const struct tracker *tracker, const struct position *start)
{
	const struct game *game = &tracker->game;

	return game->result == RESULT_NONE && game->n_plies == 1 && game->n_breaks == 0 &&
	       tracker->plies[0].completed_us == TIME_UNKNOWN && position_same(&game->start, start);
}

void
begin_again(struct tracker *tracker)
{
	struct position start;

	if (!start_is_seen(tracker, tracker->turned, &start))
		return;
	if (is_hardly_begun(tracker, &start)) {
		record_cut(tracker, 0);
		reading_look(tracker);
		return;
	}
	record_begin_game(tracker, &start, tracker->turned);
}

uint64_t
begin_set_up_due(const struct tracker *tracker)
{
	bool turned;

	return is_set_up(tracker, &turned) ? tracker->last_change_us + SET_UP_US
	                                   : TRACKER_NO_DEADLINE;
}

void
begin_set_up(struct tracker *tracker)
{
	bool turned;

	if (!is_set_up(tracker, &turned))
		return;
	record_begin_game(tracker, &tracker->start, turned);
	if (image_shows(&tracker->image, &tracker->game.now, 0))
		return;
	/* Plies may have been made already: what is on the board counts as seen. */
	tracker->shown[0] = 0;
	tracker->was_blind = tracker->was_deaf = true;
	tracker->in_step = false;
	tracker->searched = tracker->searched_again = false;
}

uint64_t
begin_opened_due(const struct tracker *tracker)
{
	struct opened opened;

	return tracker->games == 0 && opened_find(tracker, &opened)
	               ? tracker->last_change_us + OPENED_US
	               : TRACKER_NO_DEADLINE;
}

void
begin_opened(struct tracker *tracker)
{
	struct opened opened;

	if (opened_find(tracker, &opened))
		opened_begin(tracker, &opened);
}

/* The same of men in each other's places: before a game, behind one, or in place of one that has not been played. */
static bool
is_set_up_exchanged(const struct tracker *tracker, bool *ret_turned, struct position *ret_start)
{
	const struct game *game = &tracker->game;
	bool is_on = tracker->games > 0 && game->result == RESULT_NONE;

	return !(is_on && (game->n_plies > 0 || tracker->began_amiss)) &&
	       start_exchanged_is_seen(tracker, ret_turned, ret_start);
}

uint64_t
begin_exchanged_due(const struct tracker *tracker)
{
	struct position start;
	bool turned;

	return is_set_up_exchanged(tracker, &turned, &start) ? tracker->last_change_us + SET_UP_US
	                                                     : TRACKER_NO_DEADLINE;
}

void
begin_exchanged(struct tracker *tracker)
{
	struct position start;
	bool turned;

	if (!is_set_up_exchanged(tracker, &turned, &start))
		return;
	record_begin_game(tracker, &start, turned);
	tracker->began_amiss = true;
}

uint64_t
begin_from_image_due(const struct tracker *tracker)
{
	struct position start;
	bool turned;

	if (tracker->games > 0 || !(tracker->accepted_starts & TRACKER_ANY_START) ||
	    !start_from_image(tracker, &turned, &start))
		return TRACKER_NO_DEADLINE;
	return tracker->last_change_us + TRACKER_ANY_START_US;
}

void
begin_from_image(struct tracker *tracker)
{
	struct position start;
	bool turned;

	if (joined_stood(tracker)) {
		reading_look(tracker);
		return;
	}
	if (!start_from_image(tracker, &turned, &start))
		return;
	record_begin_game(tracker, &start, turned);
	tracker->from_image = true;
}
