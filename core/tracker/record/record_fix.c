/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What of the record is beyond change, and what is not any more.
 */
#include "core/tracker/explain/doublestep.h"
#include "core/tracker/mend/between.h"
#include "core/tracker/mend/edge.h"
#include "core/tracker/record/hidden.h"
#include "core/tracker/record/origin.h"
#include "core/tracker/record/record.h"
#include "core/tracker/record/repeated.h"
#include "core/tracker/record/sure.h"
#include "core/tracker/seen/stood.h"
#include "core/tracker/tracker_state.h"

/* Nothing that is seen later tells where its man came from. */
static void
doubt_origin(struct tracker *tracker, uint32_t index)
{
	tracker->plies[index].doubtful = DOUBT_ORDER;
	record_touch(tracker, index);
}

void
record_fix(struct tracker *tracker, uint32_t n_plies)
{
	for (uint32_t i = tracker->n_fixed; i < n_plies; i++) {
		between_look(tracker, i);
		edge_look(tracker, i);
		if (stood_has_passed(tracker, i) || stood_was_elsewhere(tracker, i))
			record_doubt(tracker, i);
		if (hidden_may_be_elsewhere(tracker, i)) {
			tracker->plies[i].doubtful = DOUBT_RIVAL; /* he is so already: it lasts */
			record_doubt(tracker, i + 2); /* nor does anything tell where that began */
		}
		if (hidden_is_given_away(tracker, i) || hidden_is_gainsaid(tracker, i))
			tracker->plies[i].doubtful = DOUBT_RIVAL;
		if (passing_is_out_of_sight(tracker, i))
			tracker->plies[i].doubtful = DOUBT_RIVAL;
		doublestep_look(tracker, i);
		if (tracker->plies[i].doubtful == DOUBT_HIDDEN)
			hidden_note(tracker, i, true);
		if (tracker->plies[i].doubtful == DOUBT_HIDDEN ||
		    tracker->plies[i].doubtful == DOUBT_PASSING)
			sure_let_stand(tracker, i);
		if (tracker_own_doubt(tracker, i) == 0 && origin_is_untold(tracker, i))
			doubt_origin(tracker, i);
		repeated_look(tracker, i);
	}
	if (tracker->n_fixed < n_plies)
		tracker->n_fixed = n_plies;
}

/* Has the board told that a man of the presser's was touched since the last ply was pressed? It is later than the
 * clock. */
static bool
has_moved_himself(const struct tracker *tracker, const struct lever_press *press)
{
	const struct game *game = &tracker->game;
	uint64_t from_us = tracker->plies[game->n_plies - 1].completed_us;
	uint64_t until_us = press->t_us + tracker_scan_lag(tracker);

	for (int sq = 0; sq < 64; sq++)
		for (int man = EMPTY; man <= PIECES; man++) {
			uint64_t at_us = tracker->evidence.placed_us[sq][man];
			int whose = man == EMPTY ? position_piece_at(&game->now, sq) : man;

			if (at_us > from_us && at_us <= until_us && whose != EMPTY &&
			    (whose == SOME_MAN || piece_color((uint8_t)whose) == press->side))
				return true;
		}
	return false;
}

void
record_reopen(struct tracker *tracker, const struct lever_press *press)
{
	uint32_t n_plies = tracker->game.n_plies;
	const struct game_break *gap = game_last_break(&tracker->game, n_plies);

	/* Behind a break stands another position than the last ply led to: it leads nowhere any more. */
	if (n_plies == 0 || (gap && gap->ply == n_plies) ||
	    !record_is_pressed(tracker, n_plies - 1))
		return;
	tracker->reopened = n_plies;
	tracker->reopened_us = press->t_us;
	tracker->reopened_aside =
		tracker_unread_to_move(tracker) != 0 || has_moved_himself(tracker, press);
	if (tracker->n_fixed >= n_plies)
		tracker->n_fixed = n_plies - 1;
}
