/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/anew/afresh_illegal.h"

#include "core/chess/bits.h"
#include "core/tracker/anew/account.h"
#include "core/tracker/anew/account_open.h"
#include "core/tracker/explain/cost.h"
#include "core/tracker/explain/deed.h"
#include "core/tracker/mend/edge.h"
#include "core/tracker/record/record_read.h"
#include "core/tracker/tracker_state.h"

/* Was a square in trouble before anything of the account was told, or, if that is long, before the turn of the last press? Then that is
 * why no legal line accounts for all. One that is blamed since is so for want of a line that does. */
static bool
was_in_trouble(const struct tracker *tracker, const struct account *account)
{
	uint64_t since_us = account->n_changes > 0 ? account->changes[0].t_us : UINT64_MAX;

	if (account->n_presses >= 2)
		since_us = tracker_later(since_us, account->presses[account->n_presses - 2].t_us);
	for (uint64_t squares = tracker->excused; squares != 0;)
		if (tracker->silent != 0 || tracker->excused_us[bits_take(&squares)] < since_us)
			return true;
	return false;
}

/* Did a ply of the line bring a man to sq whom nobody saw come there? Then he need not have been there. */
static bool
has_come_unseen(const struct account_line *line, int sq)
{
	int ply = line->n_plies - 1;

	while (ply >= 0 && move_target(line->moves[ply]) != sq)
		ply--;
	return ply >= 0 && line->seen_us[ply] == 0;
}

/* Has the record a ply for each press, and is the man one of his who is to move by it? Then rather he is about to play him than that, as
 * the line has it, his opponent did. */
static bool
is_of_next_ply(const struct tracker *tracker, const struct deed *deed)
{
	uint32_t n_plies = tracker->game.n_plies;

	return tracker->lever.n_waiting == 0 && n_plies > 0 &&
	       record_is_pressed(tracker, n_plies - 1) &&
	       piece_color(deed->piece) == (enum color)tracker->game.now.side;
}

/* May what the line ends with have been legal, or no move at all? Who takes a man of his own has rather gone elsewhere, and a square fails
 * to read one of the two; and he may stand on the edge of a square where he may go, or have come from another one. Who had not been read
 * for turns before was carried by nobody in this one. */
static bool
is_in_doubt(const struct tracker *tracker, const struct account *account,
            const struct account_line *line)
{
	uint64_t since = account->changes[0].number - 1;
	struct position end = account->from;
	struct deed deed;

	for (int i = 0; i < line->n_plies; i++)
		position_after(&end, line->moves[i], &end);
	if (line->n_plies >= 2)
		since = account_told_by(account, account->presses[line->n_plies - 2].t_us, since);
	return !deed_find_carried(&end, &account->image, account->excused, &deed) ||
	       (deed.captured != EMPTY && piece_color(deed.captured) == deed_side(&deed)) ||
	       tracker->evidence.changed[deed.from] <= since || has_come_unseen(line, deed.from) ||
	       is_of_next_ply(tracker, &deed) || edge_is_reached(tracker, &end, &deed, since);
}

/* What was pressed by then has been heard by now. */
static uint64_t
heard_until(const struct tracker *tracker)
{
	return past_hides_presses(&tracker->past) ? tracker->past.read_us
	                                          : tracker->now_us - tracker->lag.quick_us;
}

int
afresh_overdue_cost(const struct tracker *tracker, const struct account *account,
                    const struct account_line *line)
{
	uint64_t may_us;
	int last;

	if (line->cost == COST_NEVER || !lever_runs(&tracker->lever))
		return 0; /* there may be no plies in it */
	last = line->n_plies - 1;
	if (last < account->n_presses || line->seen_us[last] == 0)
		return 0;
	may_us = line->seen_us[last];
	if (last > 0 && last <= account->n_presses)
		may_us = tracker_later(may_us, account->presses[last - 1].t_us);
	return heard_until(tracker) > may_us + ACCOUNT_WAIT_US ? COST_NOT_PRESSED : 0;
}

uint64_t
afresh_overdue_at(const struct tracker *tracker)
{
	uint32_t n_plies = tracker->game.n_plies;

	if (tracker_is_clockless(tracker) || !lever_runs(&tracker->lever) ||
	    tracker->lever.n_waiting > 0 || n_plies == 0 || !tracker->in_step ||
	    record_is_pressed(tracker, n_plies - 1) || past_hides_presses(&tracker->past))
		return TRACKER_NO_DEADLINE;
	return tracker_later(tracker->last_change_us, tracker->press.t_us) + ACCOUNT_WAIT_US +
	       tracker->lag.quick_us + 1;
}

void
afresh_find_illegal(const struct tracker *tracker, const struct account *heard, int most,
                    struct account *account, struct account_line *best, struct account_line *rival)
{
	int asked = account_total(best) + afresh_overdue_cost(tracker, account, best);
	struct account errs = *heard;
	struct account_line illegal, other;

	if (heard->clockless || heard->n_changes == 0 || asked <= COST_ILLEGAL ||
	    was_in_trouble(tracker, heard))
		return;
	errs.errs = true;
	account_find(&errs, most, &illegal, &other);
	if (illegal.cost == COST_NEVER || is_in_doubt(tracker, heard, &illegal))
		return;
	if (account_total(&illegal) < asked) {
		*rival = account_total(&other) < account_total(best) ? other : *best;
		*best = illegal;
		*account = errs;
	} else if (account_total(&illegal) < account_total(rival)) {
		*rival = illegal;
	}
}
