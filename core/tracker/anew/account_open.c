/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/anew/account_open.h"

#include <string.h>

#include "core/chess/bits.h"
#include "core/tracker/anew/account.h"
#include "core/tracker/record/record_read.h"
#include "core/tracker/tracker_state.h"

#define MS UINT64_C(1000)

/* A square does not read who stands there: a man whom nobody saw arrive (COST_UNSEEN), where it worked before. */
#define ACCOUNT_EXCUSED (COST_UNSEEN + COST_TOLD_JUST_NOW)

/* A press heard at heard_us was made no sooner than this, since its news waits behind a scan. */
static uint64_t
pressed_from(uint64_t heard_us)
{
	return heard_us > SCAN_WAY_US ? heard_us - SCAN_WAY_US : 0;
}

static enum color
presser_of(const struct tracker *tracker, const struct past_entry *entry)
{
	uint8_t side = entry->was & PAST_TURN ? 1 : 0;

	return side == tracker->lever.white_side ? WHITE : BLACK;
}

/* A press into the account, for its next ply if it is not for the ply before. False: by whose turn it is it is for neither. */
static bool
take_in_press(const struct tracker *tracker, enum color side, uint32_t from,
              const struct account_press *press, struct account *account)
{
	uint32_t n_presses = (uint32_t)account->n_presses;

	if (n_presses == 0 && side != game_ply_side(&tracker->game, from))
		return true;
	if (n_presses == ACCOUNT_PLIES_MAX ||
	    side != game_ply_side(&tracker->game, from + n_presses))
		return false;
	account->presses[account->n_presses++] = *press;
	return true;
}

/* When is press i (from 0) of the n that a reading hides taken to have been made (lever_read_pair)? */
static uint64_t
hidden_press_us(const struct past_entry *entry, int i, int n)
{
	uint64_t since_us = (uint64_t)entry->since_ms * MS;

	return entry->t_us - since_us + since_us * (uint64_t)(i + 1) / (uint64_t)n;
}

/* Both have pressed since the clock was read before, and nobody knows when: but for the last press, if he who pressed first
 * did so once more. Up to pressed_us they were for plies before those of the account. */
static bool
take_in_pair(const struct tracker *tracker, const struct past_entry *entry, uint32_t from,
             uint64_t pressed_us, struct account *account)
{
	bool again = ((entry->was ^ entry->now) & PAST_TURN) != 0;
	int n_presses = again ? 3 : 2;
	const int32_t seconds[] = { again ? CLOCK_UNKNOWN : (int32_t)entry->number, entry->other_s,
		                    (int32_t)entry->number };

	for (int i = 0; i < n_presses; i++) {
		enum color side = presser_of(tracker, entry);
		struct account_press press = {
			.from_us = pressed_from(entry->t_us - (uint64_t)entry->since_ms * MS),
			.t_us = entry->t_us,
			.seconds = seconds[i],
		};

		if (hidden_press_us(entry, i, n_presses) > pressed_us + MS &&
		    !take_in_press(tracker, i == 1 ? color_other(side) : side, from, &press,
		                   account))
			return false;
	}
	return true;
}

/* A reading of the clock into the account; false: it does not say for certain who pressed. */
static bool
take_in_reading(const struct tracker *tracker, const struct past_entry *entry, uint32_t from,
                uint64_t pressed_us, struct account *account)
{
	struct account_press press = { pressed_from(entry->t_us), entry->t_us,
		                       (int32_t)entry->number, false };

	if (account->n_presses == 0 && account->n_changes == 0 && !(entry->was & PAST_RUNNING))
		return true; /* the clock was started */
	if (!(entry->was & PAST_RUNNING) || !(entry->now & PAST_CONNECTED))
		return false;
	if (entry->now & PAST_PAIR)
		return take_in_pair(tracker, entry, from, pressed_us, account);
	if (((entry->was ^ entry->now) & PAST_TURN) == 0)
		return true; /* the clock was stopped */
	return take_in_press(tracker, presser_of(tracker, entry), from, &press, account);
}

/* What a square told; false: an update was lost before, or the link. */
static bool
take_in_change(const struct tracker *tracker, const struct past_entry *entry,
               struct account *account)
{
	if (entry->kind != PAST_SQUARE || entry->was == entry->now ||
	    account->n_changes == ACCOUNT_CHANGES_MAX)
		return false;
	account->changes[account->n_changes++] = (struct account_change){
		.t_us = entry->t_us,
		.number = entry->number,
		.sq = (uint8_t)tracker_square(tracker, entry->sq),
		.was = entry->was,
		.now = entry->now,
	};
	return true;
}

/* Behind how many changes was the clock first pressed since the press for the plies before ply `from`? UINT64_MAX: it was not. */
static uint64_t
changes_before_press(const struct tracker *tracker, uint32_t from)
{
	const struct past *past = &tracker->past;
	uint64_t pressed_us = account_pressed_before(tracker, from), first = past->n, i;

	for (i = past->n; i > past_oldest(past) && past_at(past, i - 1)->t_us > pressed_us; i--)
		if (past_presses(past_at(past, i - 1)) > 0)
			first = i - 1;
	if (first == past->n)
		return UINT64_MAX;
	for (i = first; i > past_oldest(past); i--)
		if (past_at(past, i - 1)->kind <= PAST_SCAN)
			return past_at(past, i - 1)->number;
	return UINT64_MAX;
}

/* Which entry is the first behind the last change, of the first `shown`, by which the board showed the position before ply `from`? */
static uint64_t
entry_behind(const struct tracker *tracker, uint32_t from, const struct position *position,
             uint64_t shown)
{
	const struct past *past = &tracker->past;
	uint64_t not_before = from > 0 ? tracker->shown[(from - 1) % RECENT_POSITIONS] : 0;
	struct image image = tracker->image;

	for (uint64_t i = past->n; i > past_oldest(past); i--) {
		const struct past_entry *entry = past_at(past, i - 1);

		if (entry->kind > PAST_SCAN)
			continue;
		if (entry->number <= shown && image_shows(&image, position, 0))
			return i;
		if (entry->number <= not_before)
			break;
		image_put(&image, tracker_square(tracker, entry->sq), entry->was);
	}
	return 0;
}

/* Who goes out and comes back, and his opponent as well, shows the same position again behind four plies: what it showed before anything
 * was pressed since is where they began. */
uint64_t
account_entry_behind(const struct tracker *tracker, uint32_t from, const struct position *position)
{
	uint64_t shown = tracker->shown[from % RECENT_POSITIONS];
	uint64_t pressed = changes_before_press(tracker, from), entry = 0;

	if (pressed < shown)
		entry = entry_behind(tracker, from, position, pressed);
	return entry != 0 ? entry : entry_behind(tracker, from, position, shown);
}

uint64_t
account_pressed_before(const struct tracker *tracker, uint32_t from)
{
	uint64_t said_us = tracker->withdrawn.said_us;

	for (uint32_t back = 1; back <= ACCOUNT_PLIES_MAX && back <= from; back++)
		if (record_is_pressed(tracker, from - back))
			return tracker_later(tracker->plies[from - back].completed_us, said_us);
	return said_us;
}

uint64_t
account_clock_behind(const struct tracker *tracker, uint64_t entry, uint32_t from)
{
	const struct past *past = &tracker->past;

	if (from == 0 || !record_is_pressed(tracker, from - 1))
		return entry;
	while (entry > past_oldest(past) &&
	       past_at(past, entry - 1)->t_us > tracker->plies[from - 1].completed_us)
		entry--;
	return entry;
}

/* A log tells all at once what happened in a while, and again of presses that were heard since the link was back: neither when
 * anything was, nor of which ply each press is, is to be said then. */
static bool
is_logged(const struct past_entry *entry)
{
	return entry->kind == PAST_CLOCK && entry->logged;
}

/* The clock is ahead of the board: it tells of presses since then for the ply before. */
bool
account_open(const struct tracker *tracker, uint32_t from, bool clockless, struct account *account)
{
	const struct past *past = &tracker->past;
	uint64_t first, i;
	uint64_t pressed_us = account_pressed_before(tracker, from);

	account->n_changes = account->n_presses = 0;
	account->excused = 0;
	account->clockless = clockless;
	account->unread = account->errs = false;
	account->pressed_us = pressed_from(pressed_us);
	account->scan_lag_us = tracker_scan_lag(tracker);
	account->image = tracker->image;
	record_position_back(tracker, tracker->game.n_plies - from, &account->from);
	first = account_entry_behind(tracker, from, &account->from);
	i = account_clock_behind(tracker, first, from);
	for (; first > 0 && i < past->n; i++) {
		const struct past_entry *entry = past_at(past, i);
		bool taken;

		if (is_logged(entry))
			return false;
		if (entry->kind == PAST_CLOCK)
			taken = clockless || entry->t_us <= pressed_us ||
			        take_in_reading(tracker, entry, from, pressed_us, account);
		else
			taken = i < first || take_in_change(tracker, entry, account);
		if (!taken)
			return false;
	}
	return first > 0 && (account->n_presses > 0 || clockless);
}

int
account_assign(const struct tracker *tracker, uint32_t from, int n_plies, struct account *account)
{
	int n_heard = account->n_presses, n_assigned = 0, n_forgotten = 0;
	struct account_press heard[ACCOUNT_PLIES_MAX];
	uint64_t until_us = 0, from_us = account->pressed_us;

	memcpy(heard, account->presses, sizeof(heard));
	account->n_presses = 0;
	for (int i = n_plies - 1; i >= 0; i--) {
		const struct game_ply *ply = &tracker->plies[from + (uint32_t)i];
		bool pressed = record_is_pressed(tracker, from + (uint32_t)i);

		if (pressed && account->n_presses == 0)
			account->n_presses = i + 1;
		n_assigned += pressed;
		n_forgotten += !pressed && account->n_presses > 0;
		if (pressed)
			until_us = ply->completed_us;
		account->presses[i].t_us = until_us;
		account->presses[i].forgotten = false; /* it is counted here */
	}
	for (int i = 0; i < account->n_presses; i++) {
		if (record_is_pressed(tracker, from + (uint32_t)i))
			from_us = pressed_from(account->presses[i].t_us);
		account->presses[i].from_us = from_us;
	}
	while (account->errs && n_heard > n_assigned && account->n_presses + 1 >= n_plies &&
	       account->n_presses <= n_plies && account->n_presses < ACCOUNT_PLIES_MAX)
		account->presses[account->n_presses++] = heard[n_assigned++];
	return n_forgotten * COST_NOT_PRESSED +
	       (n_heard > n_assigned ? (n_heard - n_assigned) * COST_PRESS_ALONE : 0);
}

int
account_count_heard(const struct account *account)
{
	int n = 0;

	for (int i = 0; i < account->n_presses; i++)
		n += !account->presses[i].forgotten;
	return n;
}

int
account_count_lost(const struct tracker *tracker, uint32_t from, const struct account *account)
{
	int n = account_count_heard(account);

	for (uint32_t i = from; i < tracker->game.n_plies; i++)
		n -= record_is_pressed(tracker, i);
	return n;
}

struct account_line
account_of_record(const struct tracker *tracker, uint32_t from, const struct account *account)
{
	struct account_line line = { .n_plies = (int)(tracker->game.n_plies - from) };
	struct account own = *account;
	int presses = account_assign(tracker, from, line.n_plies, &own);

	line.cost = COST_NEVER;
	if (!account->clockless && line.n_plies > own.n_presses + 1)
		return line;
	for (int i = 0; i < line.n_plies; i++)
		line.moves[i] = tracker->plies[from + (uint32_t)i].move;
	own.excused = image_difference(&own.image, &tracker->game.now) & tracker->excused;
	account_weigh(&own, &line);
	if (line.cost < COST_NEVER)
		line.cost += presses + bits_count(own.excused) * ACCOUNT_EXCUSED;
	return line;
}

uint64_t
account_told_by(const struct account *account, uint64_t t_us, uint64_t before)
{
	uint64_t number = before;

	for (int i = 0; i < account->n_changes && account->changes[i].t_us <= t_us; i++)
		number = account->changes[i].number;
	return number;
}

/* Is he taken, or does he go on, at once, as far as the line tells? */
static bool
goes_at_once(const struct account_line *line, int ply)
{
	int sq = move_target(line->moves[ply]);

	return ply + 1 >= line->n_plies || move_victim(line->moves[ply + 1]) == sq ||
	       ply + 2 >= line->n_plies || move_from(line->moves[ply + 2]) == sq;
}

uint8_t
account_doubt_unseen(const struct account_line *line, int ply)
{
	if (line->seen_us[ply] != 0)
		return 0;
	return goes_at_once(line, ply) ? DOUBT_HIDDEN : DOUBT_UNSEEN;
}
