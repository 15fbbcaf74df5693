/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/mend/amiss.h"

#include "core/chess/bits.h"
#include "core/chess/movegen.h"
#include "core/tracker/explain/cost.h"
#include "core/tracker/mend/repair.h"
#include "core/tracker/mend/trouble.h"
#include "core/tracker/reading.h"
#include "core/tracker/record/record_edit.h"
#include "core/tracker/record/record_read.h"
#include "core/tracker/seen/stood.h"
#include "core/tracker/tracker_state.h"

/* On so many squares a move changes the board, at most: by castling. */
#define MOVE_SQUARES 4

/* Is all that is amiss one man of the opponent's in the air, who can be taken? Many take him off before they lift their own. */
static bool
is_being_taken(const struct tracker *tracker)
{
	const struct position *now = &tracker->game.now;
	uint64_t amiss = image_difference(&tracker->image, now);
	enum color taker = (enum color)now->side;
	uint64_t men = now->by_color[WHITE] | now->by_color[BLACK];

	return bits_count(amiss) == 1 && (amiss & ~image_men(&tracker->image)) != 0 &&
	       (amiss & now->by_color[color_other(taker)]) != 0 &&
	       position_attackers(now, bits_first(amiss), taker, men) != 0;
}

uint64_t
amiss_due(const struct tracker *tracker)
{
	uint64_t rest_us = tracker_scan_lag(tracker);

	if (tracker->games == 0 || tracker->image.occupancy_only ||
	    (tracker->in_step && tracker->excused == 0) ||
	    tracker->compared == tracker->n_changes || tracker->game.result != RESULT_NONE)
		return TRACKER_NO_DEADLINE;
	if (is_being_taken(tracker))
		rest_us += LONG_HOLD_US;
	return reading_unless_over(tracker, tracker->last_change_us + rest_us);
}

/* When was ply `index` over, as far as the clock tells? */
static uint64_t
over_us(const struct tracker *tracker, uint32_t index)
{
	const struct game_ply *ply = &tracker->plies[index];

	return record_is_pressed(tracker, index) ? ply->completed_us : ply->made_us;
}

/* On how many of these squares did the board show something else than *after at t_us? What was not believed even then
 * says nothing. */
static int
count_wrong(const struct tracker *tracker, const struct position *after, uint64_t squares,
            uint64_t t_us)
{
	int n = 0;

	while (squares != 0) {
		int sq = bits_take(&squares);

		if (!((tracker->excused & sq_bit(sq)) && tracker->excused_us[sq] < t_us))
			n += !stood_was_read(tracker, sq, position_piece_at(after, sq), t_us);
	}
	return n;
}

/* By how many squares did the board show `move` at t_us rather than the ply of the record, both made in *before?
 * Negative: the ply; or it did not show its man. */
static int
preference(const struct tracker *tracker, uint32_t index, const struct position *before,
           uint16_t move, uint64_t t_us)
{
	uint16_t played = tracker->plies[index].move;
	uint64_t squares = move_squares(move) | move_squares(played);
	struct position after, recorded;
	int to = move_target(move);

	position_after(before, move, &after);
	position_after(before, played, &recorded);
	if (!stood_was_read(tracker, to, position_piece_at(&after, to), t_us))
		return -1;
	return count_wrong(tracker, &recorded, squares, t_us) -
	       count_wrong(tracker, &after, squares, t_us);
}

/* The board is slower than the clock: until when may it first have told of ply `index`? Not until after the next ply:
 * who comes out then may be the man taken by it, put down beside his square. */
static uint64_t
told_until_us(const struct tracker *tracker, uint32_t index)
{
	uint64_t over = over_us(tracker, index), lag_us = tracker_scan_lag(tracker);
	uint64_t next_us = index + 1 < tracker->game.n_plies ? tracker->plies[index + 1].made_us
	                                                     : TIME_UNKNOWN;

	return next_us > over && next_us < over + lag_us ? next_us : over + lag_us;
}

/* And when ply `index` was over, or hardly later? A man who was read there already when his player's ply before was over
 * is a square that failed. */
static int
preference_then(const struct tracker *tracker, uint32_t index, const struct position *before,
                uint16_t move)
{
	uint64_t t_us = over_us(tracker, index);
	uint8_t man = position_piece_at(before, move_from(move));
	int at_once, later;

	if (index >= 2 &&
	    stood_was_read(tracker, move_target(move), man, over_us(tracker, index - 2)))
		return -1;
	at_once = preference(tracker, index, before, move, t_us);
	later = preference(tracker, index, before, move, told_until_us(tracker, index));
	return at_once > later ? at_once : later;
}

/* The squares that the plies behind ply `index` have changed. */
static uint64_t
changed_behind(const struct tracker *tracker, uint32_t index)
{
	uint64_t squares = 0;

	for (uint32_t i = index + 1; i < tracker->game.n_plies; i++)
		squares |= move_squares(tracker->plies[i].move);
	return squares;
}

/* Is nothing amiss if ply `index`, from *before, was `move`? What no later ply has changed tells that at once. */
static bool
fits(const struct tracker *tracker, uint32_t index, const struct position *before, uint16_t move,
     uint64_t changed)
{
	struct position after, end;

	position_after(before, move, &after);
	return image_shows(&tracker->image, &after, changed) &&
	       record_end_if(tracker, index, before, move, &end) &&
	       image_shows(&tracker->image, &end, 0);
}

/* Another move for ply `index` by which nothing of `amiss` is, and by how much the board preferred it. */
struct other {
	uint32_t index;
	uint16_t move; /* MOVE_NONE: there is none */
	int preference;
};

static void
try_ply(const struct tracker *tracker, uint32_t index, const struct position *before,
        uint64_t amiss, struct other *other)
{
	uint16_t played = tracker->plies[index].move;
	uint64_t left = amiss & ~move_squares(played), changed;
	struct move_list list;

	if (bits_count(left) > MOVE_SQUARES)
		return;
	changed = changed_behind(tracker, index);
	movegen_legal(before, &list);
	for (int i = 0; i < list.count; i++) {
		uint16_t move = list.moves[i];
		int preference;

		if (move == played || (left & ~move_squares(move)) != 0 ||
		    !fits(tracker, index, before, move, changed))
			continue;
		preference = preference_then(tracker, index, before, move);
		if (preference >= 0)
			*other = (struct other){ index, move, preference };
	}
}

static void
make(struct tracker *tracker, const struct other *other)
{
	const struct repair repair = {
		.index = other->index, .move = other->move, .n_moves = 1, .moves = { other->move }
	};

	repair_exchange(tracker, &repair);
	if (other->preference > 0)
		record_believe(tracker, other->index);
	tracker->believed += COST_EXCHANGED;
	trouble_review(tracker);
	reading_in_step(tracker);
	record_touch(tracker, other->index);
}

void
amiss_look(struct tracker *tracker)
{
	uint64_t amiss = image_difference(&tracker->image, &tracker->game.now);
	struct other latest = { .move = MOVE_NONE };
	uint32_t first = record_look_back_from(tracker);
	struct position before;

	tracker->compared = tracker->n_changes;
	if (amiss == 0 || first > tracker->game.n_plies || tracker_is_in_hand(tracker))
		return;
	game_position(&tracker->game, first, &before);
	for (uint32_t i = first; i < tracker->game.n_plies; i++) {
		try_ply(tracker, i, &before, amiss, &latest);
		position_after(&before, tracker->plies[i].move, &before);
	}
	if (latest.move != MOVE_NONE)
		make(tracker, &latest);
}
