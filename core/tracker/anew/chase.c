/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/anew/chase.h"

#include "core/tracker/anew/account_open.h"
#include "core/tracker/mend/aside.h"
#include "core/tracker/reading.h"
#include "core/tracker/record/record.h"
#include "core/tracker/tracker_state.h"

/* The usual searches have their turn first: a picture that a ply or two explain comes within a second, and one that stands still
 * is theirs. */
#define CHASE_AFTER_US 1500000

/* Nor do hands outrun the board that take longer than this for a ply: each is read on his square. */
#define CHASE_PLY_US 1000000

/* What a scan has found in one is told in one: a square takes 5 ms on the wire (dgt.md 1.4). */
#define CHASE_PAUSE_US 15000

/* Where for so long no position was shown in full a man in the air in the end is no reason to wait. The line must be of so many
 * plies that the record does not have: two are what the usual searches find. */
#define CHASE_HELD_US   3000000
#define CHASE_PLIES_MIN 3

/* Hands that take turns make no more than five plies a second (an assumption: what bullet games have at their end). */
#define CHASE_HAND_US 200000

/* A line may begin so many plies before the end of the record: what went wrong did so lately. */
#define CHASE_BACK_MAX 12

/* A clock that is read less often than this may hide two presses: nobody makes two plies in less. */
#define CHASE_PAIR_MS 400

/* What a line may ask to believe, and for each ply more than the record has. That it has others in place of some says nothing for it. */
#define CHASE_BELIEVED     20
#define CHASE_BELIEVED_PLY 6

static bool
may_look(const struct tracker *tracker)
{
	return tracker->games > 0 && !tracker->in_step && tracker->chased != tracker->n_changes &&
	       tracker->game.result == RESULT_NONE && !tracker->past.frozen &&
	       !tracker->image.occupancy_only &&
	       (tracker_is_clockless(tracker) || lever_runs(&tracker->lever)) &&
	       !tracker->was_away && !(tracker->was_blind && tracker->updates) &&
	       !tracker->was_deaf &&
	       (tracker->sync == TRACKER_IN_STEP || tracker->sync == TRACKER_ASTRAY) &&
	       tracker->silent == 0;
}

/* Where no clock is the account of the last plies has its turn before (afresh.h), which is surer. */
uint64_t
chase_due(const struct tracker *tracker)
{
	uint64_t after_us = tracker_is_clockless(tracker) ? CHASE_HELD_US : CHASE_AFTER_US;

	if (!may_look(tracker) || tracker->last_change_us < tracker->left_us + after_us)
		return TRACKER_NO_DEADLINE;
	return reading_unless_over(tracker, tracker->last_change_us + CHASE_PAUSE_US);
}

/* What a scan tells first, of a board that tells of each square, happened nobody knows when. */
static bool
take_in_change(const struct tracker *tracker, const struct past_entry *entry, struct chase *chase)
{
	if (entry->kind != PAST_SQUARE && (entry->kind != PAST_SCAN || tracker->updates))
		return false;
	if (entry->was == entry->now || chase->n_changes == CHASE_CHANGES_MAX)
		return false;
	chase->changes[chase->n_changes++] = (struct account_change){
		.t_us = entry->t_us,
		.sq = (uint8_t)tracker_square(tracker, entry->sq),
		.was = entry->was,
		.now = entry->now,
		.number = entry->number,
	};
	return true;
}

static bool
take_in_press(struct chase *chase, const struct chase_press *press)
{
	if (chase->n_presses == CHASE_PRESSES_MAX)
		return false;
	chase->presses[chase->n_presses++] = *press;
	return true;
}

/* A reading of the clock: one press, or two or three. False: it does not tell who pressed. */
static bool
take_in_reading(const struct tracker *tracker, const struct past_entry *entry, struct chase *chase)
{
	uint8_t side = entry->was & PAST_TURN ? 1 : 0;
	enum color mover = side == tracker->lever.white_side ? WHITE : BLACK;
	int n = past_presses(entry);

	if (!(entry->was & PAST_RUNNING) || !(entry->now & PAST_CONNECTED))
		return false;
	if (entry->since_ms > CHASE_PAIR_MS && entry->since_ms * UINT64_C(1000) > chase->hides_us)
		chase->hides_us = entry->since_ms * UINT64_C(1000);
	for (int i = 0; i < n; i++) {
		struct chase_press press = {
			.since_us = entry->t_us - (uint64_t)entry->since_ms * 1000,
			.t_us = entry->t_us,
			.seconds = i & 1              ? entry->other_s
			           : n == 3 && i == 0 ? CLOCK_UNKNOWN
			                              : (int32_t)entry->number,
			.side = i & 1 ? color_other(mover) : mover,
		};

		if (!take_in_press(chase, &press))
			return false;
	}
	return true;
}

bool
chase_hear(const struct tracker *tracker, const struct past_entry *entry, struct chase *chase)
{
	return entry->kind == PAST_CLOCK ? take_in_reading(tracker, entry, chase)
	                                 : take_in_change(tracker, entry, chase);
}

void
chase_begin_with_mover(struct chase *chase)
{
	if (chase->n_presses == 0 || chase->presses[0].side == (enum color)chase->from.side)
		return;
	for (int i = 1; i < chase->n_presses; i++)
		chase->presses[i - 1] = chase->presses[i];
	chase->n_presses--;
}

/* All that was told since the board last showed the record's position before ply `from`. */
static bool
gather(const struct tracker *tracker, uint32_t from, struct chase *chase)
{
	const struct past *past = &tracker->past;
	uint64_t pressed_us = account_pressed_before(tracker, from);
	uint64_t first, i;

	*chase = (struct chase){ .scan_lag_us = tracker_scan_lag(tracker),
		                 .clockless = tracker_is_clockless(tracker),
		                 .by_scans = !tracker->updates };
	record_position_back(tracker, tracker->game.n_plies - from, &chase->from);
	first = account_entry_behind(tracker, from, &chase->from);
	i = account_clock_behind(tracker, first, from);
	for (; first > 0 && i < past->n; i++) {
		const struct past_entry *entry = past_at(past, i);
		bool counts = entry->kind == PAST_CLOCK
		                      ? !chase->clockless && entry->t_us > pressed_us
		                      : i >= first;

		if (counts && !chase_hear(tracker, entry, chase))
			return false;
	}
	chase_begin_with_mover(chase);
	return first > 0;
}

/* Which ply of the line, from ply `next` on, is this press for? The last one of his that had been made by then, as far as the board
 * tells; -1: none. */
static int
ply_of(const struct tracker *tracker, uint32_t from, const struct chase_line *line, int next,
       const struct chase_press *press)
{
	int ply = -1;

	for (int i = next; i < line->n_plies; i++)
		if (game_ply_side(&tracker->game, from + (uint32_t)i) == press->side &&
		    (ply < 0 || tracker->plies[from + (uint32_t)i].made_us <= press->since_us))
			ply = i;
	return ply >= 0 && tracker->plies[from + (uint32_t)ply].made_us >
	                               press->t_us + tracker_scan_lag(tracker)
	               ? -1
	               : ply;
}

/* Of so many changes the board had told by then. */
static uint64_t
told_by(const struct chase *chase, uint64_t t_us)
{
	uint64_t number = chase->n_changes > 0 ? chase->changes[0].number - 1 : 0;

	for (int i = 0; i < chase->n_changes && chase->changes[i].t_us <= t_us; i++)
		number = chase->changes[i].number;
	return number;
}

static void
give_presses(struct tracker *tracker, uint32_t from, const struct chase *chase,
             const struct chase_line *line)
{
	int next = 0;

	for (int i = 0; i < chase->n_presses; i++) {
		const struct chase_press *heard = &chase->presses[i];
		struct lever_press press = { .t_us = heard->t_us,
			                     .seconds = heard->seconds,
			                     .side = heard->side,
			                     .change = told_by(chase, heard->t_us) };
		int ply = ply_of(tracker, from, line, next, heard);

		if (ply >= 0) {
			record_complete(tracker, from + (uint32_t)ply, &press);
			next = ply + 1;
		} else if (next < line->n_plies) {
			trust_lose_press(tracker, &press);
		} else {
			lever_wait(&tracker->lever, &press);
		}
	}
}

/* Hands so quick leave no ply of theirs beyond doubt. */
static uint8_t
doubt_of(const struct chase_line *line, int ply)
{
	if (line->rivalled >> ply & 1)
		return DOUBT_RIVAL;
	return line->unseen >> ply & 1 ? DOUBT_UNSEEN : DOUBT_STRANGE;
}

void
chase_write(struct tracker *tracker, const struct chase *chase, const struct chase_line *line)
{
	uint32_t from = tracker->game.n_plies;

	for (int i = 0; i < line->n_plies; i++) {
		struct explanation one = { .n_plies = 1, .moves = { line->moves[i] } };
		uint8_t doubt = doubt_of(line, i);
		uint32_t index = tracker->game.n_plies;

		record_rewrite(tracker, 0, &one, &doubt, false);
		if (tracker->game.n_plies == index)
			break; /* a full record */
		tracker->plies[index].made_us = chase->changes[line->told[i]].t_us;
		tracker->shown[(index + 1) % RECENT_POSITIONS] =
			chase->changes[line->told[i]].number;
	}
	give_presses(tracker, from, chase, line);
	tracker->rewritten_us = tracker->now_us;
	record_touch(tracker, from);
	if (!line->in_hand) {
		reading_in_step(tracker);
		return;
	}
	tracker->aside.kind = ASIDE_NONE;
	tracker->left_us = tracker->now_us;
	record_set_sync(tracker, TRACKER_IN_STEP);
}

/* How many plies of the line, from ply `from` on, the record does not have. */
static int
count_new(const struct tracker *tracker, uint32_t from, const struct chase_line *line)
{
	uint32_t n_recorded = tracker->game.n_plies - from, same = 0;

	while (same < n_recorded && same < (uint32_t)line->n_plies &&
	       tracker->plies[from + same].move == line->moves[same])
		same++;
	return line->n_plies - (int)same;
}

/* Hands that outrun the record press as they play. Where a clock runs on, and hardly anybody has pressed since the board left the
 * record, or nobody where it is read so seldom that it does not tell of each press, men are moved about, or put back: the players
 * look at their game. */
static bool
is_pressed_for(const struct tracker *tracker, const struct chase *chase,
               const struct chase_line *line)
{
	int n_presses = 0, n_plies = 0;

	for (int i = 0; i < chase->n_presses; i++)
		n_presses += chase->presses[i].t_us > tracker->left_us;
	for (int i = 0; i < line->n_plies; i++)
		n_plies += chase->changes[line->told[i]].t_us > tracker->left_us;
	if (!lever_runs(&tracker->lever) || n_presses * 2 >= n_plies)
		return true;
	return chase->hides_us != 0 && n_presses > 0;
}

/* Are any of its plies more than hands can make in the time in which they were told of? A man who is taken and carried off low over
 * the board is read on one square after the other, like one who is played there again and again. */
static bool
is_too_quick(const struct chase *chase, const struct chase_line *line)
{
	for (int i = 0; i < line->n_plies && !chase->by_scans; i++)
		for (int j = i + 1; j < line->n_plies; j++)
			if (chase->changes[line->told[i]].t_us + (uint64_t)(j - i) * CHASE_HAND_US >
			    chase->changes[line->told[j]].t_us + chase->scan_lag_us)
				return true;
	return false;
}

/* Is the line believed, and is it time for it? A few plies, or a picture with a man in the air, are left to the usual searches for a
 * while. */
static bool
is_believed(const struct tracker *tracker, uint32_t from, const struct chase *chase,
            const struct chase_line *line)
{
	int n_new = count_new(tracker, from, line);
	int n_more = line->n_plies - (int)(tracker->game.n_plies - from);
	int cost = line->in_hand ? 2 * line->cost : line->cost;

	if (cost > CHASE_BELIEVED + CHASE_BELIEVED_PLY * n_more || n_new < CHASE_PLIES_MIN ||
	    !is_pressed_for(tracker, chase, line) || is_too_quick(chase, line) ||
	    tracker->now_us > tracker->left_us + (uint64_t)n_new * CHASE_PLY_US)
		return false;
	return !line->in_hand || tracker->now_us >= tracker->left_us + CHASE_HELD_US;
}

/* Is there a line from the record's position before ply `from` that is believed, and is it news? */
static bool
look_from(struct tracker *tracker, uint32_t from)
{
	struct chase chase;
	struct chase_line line;

	if (!gather(tracker, from, &chase))
		return false;
	chase_find(&chase, &line);
	if (line.cost == COST_NEVER || line.n_plies == 0 ||
	    !is_believed(tracker, from, &chase, &line))
		return false;
	record_begin_anew(tracker, from, line.cost + line.n_plies * COST_PLY);
	chase_write(tracker, &chase, &line);
	return true;
}

void
chase_look(struct tracker *tracker)
{
	uint32_t first = record_first_open(tracker), n_plies = tracker->game.n_plies;

	tracker->chased = tracker->n_changes;
	if (tracker_is_in_hand(tracker) || aside_sees_deed(tracker) || aside_goes_on(tracker))
		return;
	for (uint32_t back = 0; back <= CHASE_BACK_MAX && first + back <= n_plies; back++)
		if (look_from(tracker, n_plies - back))
			return;
}
