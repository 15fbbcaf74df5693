/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/anew/afresh.h"

#include <string.h>

#include "core/chess/bits.h"
#include "core/tracker/anew/account.h"
#include "core/tracker/anew/account_open.h"
#include "core/tracker/anew/afresh_illegal.h"
#include "core/tracker/anew/afresh_write.h"
#include "core/tracker/mend/aside.h"
#include "core/tracker/record/record.h"
#include "core/tracker/tracker_state.h"

/* A line is taken in place of one that costs so much more, or goes so much worse with the times. A man whom nobody saw fits many
 * things: where a line hides none whom the other one shows, less is enough, and the two are added up. */
#define AFRESH_MARGIN      20
#define AFRESH_PACE        10
#define AFRESH_SEEN_MARGIN 13

/* Nor need a line that hides nobody and asks for less go better with the times: that a man stood where by the other one he was
 * only put astray, or the like, is enough. But presses are not given to other plies for so little. */
#define AFRESH_ASTRAY_MARGIN 6

/* Of so many presses for which the record has no ply, at least, the plies may have been made on a square that does not read: one alone
 * may be for none. */
#define AFRESH_LOST 2

/* So many plies more may tell how a picture came about that no line accounts for, or that the board ceases to show. */
#define AFRESH_OPEN_PLIES 2

/* Without a clock: a man who was taken is held beside his square, or lies there, for less than this. */
#define AFRESH_HELD_US 1000000

/* No man is carried about for so long: who stood there for longer was put there (change_accept.c). */
#define AFRESH_STOOD_US 3000000

/* What was looked at: it is not looked at again before there is more. */
static uint64_t
told_so_far(const struct tracker *tracker)
{
	return tracker->n_changes + tracker->n_presses;
}

static bool
is_trusted(const struct tracker *tracker)
{
	return tracker->games > 0 && tracker->game.result == RESULT_NONE && !tracker->past.frozen &&
	       !tracker->image.occupancy_only &&
	       (tracker_is_clockless(tracker) ? !tracker->in_step
	                                      : tracker->lever.seen && tracker->lever.ran) &&
	       !tracker->was_away && !tracker->was_blind && !tracker->was_deaf &&
	       (!tracker->from_image || tracker->game.n_plies > 0);
}

/* Is what the board shows a ply in the making, by the record? Then a hand has been at it since the last one was made, and nobody
 * has pressed for it. */
static bool
is_at_work(const struct tracker *tracker)
{
	uint64_t wrong = image_difference(&tracker->image, &tracker->game.now);
	uint32_t n_plies = tracker->game.n_plies;
	bool is_pressed = true;

	if (n_plies == 0 || tracker->lever.n_waiting > 0)
		return false;
	if (tracker_is_clockless(tracker))
		return tracker_is_in_hand(tracker);
	while (wrong != 0) {
		uint64_t changed_us = tracker->evidence.changed_us[bits_take(&wrong)];

		if (changed_us + tracker_scan_lag(tracker) < tracker->plies[n_plies - 1].made_us)
			return false;
		is_pressed = is_pressed && changed_us < tracker->press.t_us;
	}
	return !is_pressed;
}

/* Have the last two plies no press, and was the reply made since such a clock was last read? It tells within a second who has pressed
 * (dgt.md 1.4), or so late as it always does, and it is not for want of a press that another line is looked for. Until when? */
static uint64_t
awaits_clock_until(const struct tracker *tracker)
{
	uint32_t n_plies = tracker->game.n_plies;
	uint64_t replied_us;

	if (tracker_is_clockless(tracker) || n_plies < 2 ||
	    record_is_pressed(tracker, n_plies - 1) || record_is_pressed(tracker, n_plies - 2))
		return 0;
	replied_us = tracker->plies[n_plies - 1].made_us;
	return replied_us > tracker->past.read_us && past_hides_presses(&tracker->past)
	               ? replied_us + LEVER_LAG_US
	               : replied_us + tracker->lag.quick_us;
}

uint64_t
afresh_due(const struct tracker *tracker)
{
	uint64_t still_us = tracker->last_change_us;

	if (!is_trusted(tracker) || is_at_work(tracker))
		return TRACKER_NO_DEADLINE;
	if (tracker->told_afresh == told_so_far(tracker))
		return tracker->overdue_afresh == told_so_far(tracker) ? TRACKER_NO_DEADLINE
		                                                       : afresh_overdue_at(tracker);
	if (still_us < tracker->press.t_us)
		still_us = tracker->press.t_us;
	still_us += tracker_scan_lag(tracker);
	if (tracker_is_clockless(tracker) && still_us < tracker->left_us + AFRESH_HELD_US)
		still_us = tracker->left_us + AFRESH_HELD_US;
	if (still_us < awaits_clock_until(tracker))
		still_us = awaits_clock_until(tracker);
	return still_us;
}

/* Is it so dear that another one may be better? */
static bool
is_dear(const struct account_line *line)
{
	return account_total(line) >= AFRESH_SEEN_MARGIN || line->pace >= AFRESH_PACE ||
	       line->cost >= AFRESH_ASTRAY_MARGIN;
}

static int
count_unseen(const struct account_line *line)
{
	int n = 0;

	for (int i = 0; i < line->n_plies; i++)
		n += line->seen_us[i] == 0;
	return n;
}

static bool
is_same_line(const struct account_line *a, const struct account_line *b)
{
	return a->n_plies == b->n_plies &&
	       memcmp(a->moves, b->moves, (size_t)a->n_plies * sizeof(a->moves[0])) == 0;
}

/* Does the line go no worse with the times, and leave less astray? */
static bool
is_straighter(const struct account_line *line, const struct account_line *than)
{
	return !is_same_line(line, than) && count_unseen(line) <= count_unseen(than) &&
	       line->cost + AFRESH_ASTRAY_MARGIN <= than->cost &&
	       account_total(line) + AFRESH_ASTRAY_MARGIN <= account_total(than);
}

/* Is the line that much better? What asks to believe no less must go far better with the times; and so must what says that an
 * illegal move was none. */
static bool
is_better(const struct account_line *line, const struct account_line *than, bool undoes_deed)
{
	if (!undoes_deed && is_straighter(line, than))
		return true;
	if (line->cost <= than->cost && count_unseen(line) <= count_unseen(than))
		return account_total(line) + AFRESH_SEEN_MARGIN <= account_total(than) ||
		       line->pace + AFRESH_PACE <= than->pace;
	return line->cost + AFRESH_MARGIN <= than->cost ||
	       (line->cost <= than->cost && line->pace + AFRESH_PACE <= than->pace);
}

/* The plies of the record, with the presses that were heard, if they are no dearer: where nothing tells, they stand. */
static void
prefer_record(const struct tracker *tracker, uint32_t from, const struct account *account,
              struct account_line *best)
{
	struct account_line kept = { .n_plies = (int)(tracker->game.n_plies - from) };

	if (kept.n_plies != best->n_plies)
		return;
	for (int i = 0; i < kept.n_plies; i++)
		kept.moves[i] = tracker->plies[from + (uint32_t)i].move;
	account_weigh(account, &kept);
	if (account_total(&kept) <= account_total(best))
		*best = kept;
}

/* Is the line believed? What COST_BELIEVED is for are the lines of the searches; in a longer one as much more goes wrong by chance. But
 * where the record leads to the picture nothing has to be believed; nor that an illegal move was made, unless the record asks for more. */
static bool
is_believed(const struct tracker *tracker, const struct account_line *line,
            const struct account_line *record, bool errs)
{
	int most = COST_BELIEVED;

	if (!tracker->in_step && line->n_plies > EXPLAIN_PLIES_MAX)
		most = COST_BELIEVED * line->n_plies / EXPLAIN_PLIES_MAX;
	return line->cost <= most ||
	       (errs && line->cost < record->cost && record->cost < COST_NEVER);
}

/* The last ply of each player may have no press yet: who sees the reply stand, and plays on, presses later, or forgets to. No
 * line of the account has two such plies, so that another one is found in place of the record. Does it hide men who arrive by
 * the record, or is it the same plies, and only gives a press that others have to one of the two? Then the record stands, as long as nobody
 * presses. */
static bool
is_only_for_want_of_presses(const struct tracker *tracker, uint32_t from,
                            const struct account *account, const struct account_line *best)
{
	struct account_line record = { .n_plies = (int)(tracker->game.n_plies - from) };
	struct account own = *account;

	account_assign(tracker, from, record.n_plies, &own);
	if (account->clockless || record.n_plies != own.n_presses + 2)
		return false;
	for (int i = 0; i < record.n_plies; i++)
		record.moves[i] = tracker->plies[from + (uint32_t)i].move;
	account_weigh(&own, &record);
	return record.cost < COST_BELIEVED &&
	       (count_unseen(best) > count_unseen(&record) ||
	        (is_same_line(best, &record) && account_count_heard(account) <= own.n_presses));
}

/* Is there a line that accounts for what was told since the position before ply `from`, and the record does not? overdue: it has been
 * looked for, and since then only that a press is overdue tells against the record. */
static bool
look_from(struct tracker *tracker, uint32_t from, bool clockless, bool overdue)
{
	struct account heard, account;
	struct account_line record, best, rival;
	bool errs;
	int most;

	if (!account_open(tracker, from, clockless, &heard))
		return false;
	account = heard;
	record = account_of_record(tracker, from, &account);
	/* What the record leaves out is an illegal move. */
	errs = record.cost == COST_NEVER && aside_sees_deed(tracker);
	if (errs) {
		account.errs = true;
		record = account_of_record(tracker, from, &account);
		account.errs = false;
	}
	if (!is_dear(&record))
		return false; /* no line is better by so much: it need not be looked for */
	most = record.cost < COST_BELIEVED ? record.cost : COST_BELIEVED;
	account_find(&account, most, &best, &rival);
	if (best.cost == COST_NEVER && !clockless && most >= 2 * COST_NOT_PRESSED)
		account_find_forgotten(&account, &best, &rival);
	if (best.cost == COST_NEVER && !clockless &&
	    account_count_lost(tracker, from, &account) >= AFRESH_LOST) {
		account.unread = true;
		account_find(&account, most, &best, &rival);
	}
	afresh_find_illegal(tracker, &heard, most, &account, &best, &rival);
	if (account.errs)
		record.cost += afresh_overdue_cost(tracker, &heard, &record);
	else if (overdue)
		return false; /* that nobody presses tells legal lines not apart */
	if (best.cost == COST_NEVER || !is_believed(tracker, &best, &record, account.errs))
		return false;
	prefer_record(tracker, from, &account, &best);
	if (!is_better(&best, &record, errs && !account.errs) ||
	    (errs && account.errs && is_same_line(&best, &record)) ||
	    is_only_for_want_of_presses(tracker, from, &account, &best))
		return false;
	afresh_write(tracker, from, &account, &best, &rival);
	return true;
}

/* Does the record account for all that was told in as many plies as can be looked at? */
static bool
is_accounted_for(const struct tracker *tracker, uint32_t first)
{
	uint32_t n_plies = tracker->game.n_plies;
	struct account account;

	for (uint32_t back = ACCOUNT_PLIES_MAX; back > 0; back--)
		if (first + back <= n_plies &&
		    account_open(tracker, n_plies - back, tracker_is_clockless(tracker),
		                 &account)) {
			struct account_line line =
				account_of_record(tracker, n_plies - back, &account);

			return !is_dear(&line);
		}
	return false;
}

/* Without a clock: had ply `index` stood when the board ceased to show the record? Then nobody doubts it for what came after. */
static bool
has_stood(const struct tracker *tracker, uint32_t index)
{
	return tracker->plies[index].made_us + AFRESH_STOOD_US < tracker->left_us;
}

/* From which of the plies behind `first` on, the latest first, is the record something else? What is told of a wrong ply may be
 * told long after it, so none is left out: at most ACCOUNT_PLIES_MAX + 1 searches. */
static bool
look_back(struct tracker *tracker, uint32_t first, bool clockless, bool overdue)
{
	uint32_t n_plies = tracker->game.n_plies;

	for (uint32_t back = 0; back <= ACCOUNT_PLIES_MAX && first + back <= n_plies; back++) {
		if (clockless && back > 0 && has_stood(tracker, n_plies - back))
			break;
		if (look_from(tracker, n_plies - back, clockless, overdue))
			return true;
	}
	return false;
}

/* A clock that is read only now and then, or tells late, hides presses: players of a scramble press twice and more between two
 * readings. May what the board shows, unexplained for a while, be accounted for without it? */
static bool
may_hide_presses(struct tracker *tracker)
{
	return !tracker_is_clockless(tracker) && !tracker->in_step && lever_runs(&tracker->lever) &&
	       tracker->excused == 0 && tracker->sync == TRACKER_IN_STEP &&
	       tracker->now_us >= tracker->left_us + AFRESH_HELD_US &&
	       tracker->now_us >= tracker->last_change_us + tracker_scan_lag(tracker) &&
	       !tracker_is_in_hand(tracker) && !aside_sees_deed(tracker);
}

/* Is the position from which an earlier look would begin still the record's? */
static bool
holds(const struct tracker *tracker, const struct settled *settled)
{
	uint32_t back = tracker->game.n_plies - settled->n_plies;
	struct position position;

	if (settled->n_plies > tracker->game.n_plies || back >= RECENT_POSITIONS)
		return false;
	record_position_back(tracker, back, &position);
	return position.key == settled->key;
}

/* The first ply that may be looked at: behind what a person said, the last break, and a picture that is settled. */
static uint32_t
first_to_look_at(const struct tracker *tracker)
{
	uint32_t first = record_first_open(tracker);

	if (first < tracker->settled_afresh.n_plies && holds(tracker, &tracker->settled_afresh))
		first = tracker->settled_afresh.n_plies;
	return first;
}

/* The picture has been looked at. If it shows the record's position, and the clock was pressed for the last ply, what
 * comes later has nothing to say of how that came about; unless there is something that nobody has accounted for yet: then
 * the next plies may. */
static void
settle(struct tracker *tracker, bool accounted)
{
	uint32_t n_plies = tracker->game.n_plies, back = accounted ? 0 : AFRESH_OPEN_PLIES;
	struct position position;

	if (n_plies <= back || !record_is_pressed(tracker, n_plies - 1) ||
	    tracker->lever.n_waiting > 0 || !image_shows(&tracker->image, &tracker->game.now, 0) ||
	    first_to_look_at(tracker) >= n_plies - back)
		return;
	record_position_back(tracker, back, &position);
	tracker->settled_afresh = (struct settled){ n_plies - back, position.key };
}

/* Where the board does not show the record: did the last plies before a settled picture lead to another one? Who stood between
 * two squares, and was read on the wrong one, is pushed on the right one behind the reply. */
static bool
look_behind(struct tracker *tracker, uint32_t first, bool clockless, bool overdue)
{
	uint32_t open = record_first_open(tracker);

	if (clockless || tracker->in_step)
		return false;
	for (uint32_t n = 1; n <= AFRESH_OPEN_PLIES && open + n <= first; n++)
		if (tracker->game.n_plies - (first - n) <= ACCOUNT_PLIES_MAX &&
		    look_from(tracker, first - n, false, overdue))
			return true;
	return false;
}

void
afresh_look(struct tracker *tracker)
{
	bool clockless = tracker_is_clockless(tracker);
	uint32_t first = first_to_look_at(tracker);
	bool accounted = is_accounted_for(tracker, first);
	bool overdue = tracker->told_afresh == told_so_far(tracker);

	tracker->told_afresh = told_so_far(tracker);
	if (overdue)
		tracker->overdue_afresh = tracker->told_afresh;
	if (!accounted) {
		if ((clockless || overdue || tracker->press_afresh != tracker->n_presses) &&
		    (look_back(tracker, first, clockless, overdue) ||
		     look_behind(tracker, first, clockless, overdue)))
			return;
		if (may_hide_presses(tracker) && look_back(tracker, first, true, overdue))
			return;
		if (!clockless && tracker->press_afresh == tracker->n_presses)
			return;
		tracker->press_afresh = tracker->n_presses;
	}
	settle(tracker, accounted);
}

bool
afresh_pressed(struct tracker *tracker)
{
	return tracker->lever.n_waiting > EXPLAIN_PLIES_MAX && tracker->excused == 0 &&
	       is_trusted(tracker) && !tracker_is_clockless(tracker) &&
	       look_back(tracker, first_to_look_at(tracker), false, false);
}

/* The first ply before n_plies that is open, and whose man nobody saw, or n_plies. */
static uint32_t
first_hidden(const struct tracker *tracker, uint32_t n_plies)
{
	uint32_t index = tracker->n_fixed;

	while (index < n_plies && tracker->plies[index].doubtful != DOUBT_HIDDEN)
		index++;
	return index;
}

bool
afresh_doubt(struct tracker *tracker, uint32_t n_plies)
{
	uint32_t from = first_hidden(tracker, n_plies);
	struct account_line record, best, rival;
	struct account account;

	if (from == n_plies || !is_trusted(tracker) || tracker_is_clockless(tracker) ||
	    tracker->game.n_plies - from > ACCOUNT_PLIES_MAX ||
	    !account_open(tracker, from, false, &account))
		return false;
	record = account_of_record(tracker, from, &account);
	if (record.cost == COST_NEVER)
		return false;
	account_find(&account, record.cost + AFRESH_RIVAL, &best, &rival);
	if (account_total(&best) < account_total(&record)) {
		afresh_write(tracker, from, &account, &best, &record);
		return true;
	}
	return false;
}
