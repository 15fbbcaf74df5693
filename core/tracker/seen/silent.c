/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/seen/silent.h"

#include "core/chess/bits.h"
#include "core/tracker/reading.h"
#include "core/tracker/record/record_read.h"
#include "core/tracker/seen/excused.h"

/* So many men are not lifted within a scan. It takes one fewer where nobody has pressed meanwhile, else they may be he who
 * takes, he who is taken, and he who takes back. */
#define SILENT_MEN 4

/* The men who stand on the line by the record, if none is read there. */
static uint64_t
men_unread(const struct tracker *tracker, uint64_t line)
{
	const struct position *now = &tracker->game.now;

	if (line & image_men(&tracker->image))
		return 0;
	return line & (now->by_color[WHITE] | now->by_color[BLACK]);
}

/* Those of them who were read there until a scan ago. */
static uint64_t
just_gone(const struct tracker *tracker, uint64_t squares)
{
	uint64_t gone = 0;

	while (squares != 0) {
		int sq = bits_take(&squares);

		if (tracker->evidence.placed_us[sq][EMPTY] + tracker_scan_lag(tracker) >=
		    tracker->now_us)
			gone |= sq_bit(sq);
	}
	return gone;
}

/* May one have taken a man, and the other one taken back, all within a scan? One like him stood there before, and does now. */
static bool
may_have_exchanged(const struct tracker *tracker, uint64_t pair)
{
	const struct position *now = &tracker->game.now;
	enum color side = (enum color)now->side, other = color_other(side);
	uint64_t occupied = now->by_color[WHITE] | now->by_color[BLACK];
	uint64_t taker = pair & now->by_color[side], back = pair & now->by_color[other], squares;

	if (bits_count(taker) != 1 || bits_count(back) != 1)
		return false;
	squares = now->by_color[other] &
	          now->by_type[piece_type(position_piece_at(now, bits_first(back)))] & ~back;
	while (squares != 0) {
		int sq = bits_take(&squares);

		if ((position_attackers(now, sq, side, occupied) & taker) != 0 &&
		    (position_attackers(now, sq, other, occupied & ~taker) & back) != 0)
			return true;
	}
	return false;
}

/* Is one the man of the last ply, whose player has not pressed and may hold him yet, and the other his opponent's, who
 * replies already? */
static bool
are_in_both_hands(const struct tracker *tracker, uint64_t pair)
{
	const struct position *now = &tracker->game.now;
	uint64_t last;

	if (!record_awaits_press(tracker, 1))
		return false;
	last = pair & sq_bit(record_target_back(tracker, 0));
	return last != 0 && (pair & ~last & now->by_color[now->side]) != 0;
}

/* Is one the man of the last ply, for which nobody has pressed, and the other one like him? Then it was he who was read on both: on
 * the square that he left, and on one that he slid over. */
static bool
may_be_one_man(const struct tracker *tracker, uint64_t pair)
{
	const struct position *now = &tracker->game.now;
	uint64_t last;

	if (!record_awaits_press(tracker, 1))
		return false;
	last = pair & sq_bit(record_target_back(tracker, 0));
	return last != 0 && position_piece_at(now, bits_first(last)) ==
	                            position_piece_at(now, bits_first(pair & ~last));
}

/* May two men have been lifted at once, or one who was read twice? One takes the other, also he who has made the last ply and may be on his way
 * yet, or they castle; and both kings show a result. */
static bool
may_be_lifted(const struct tracker *tracker, uint64_t pair)
{
	const struct position *now = &tracker->game.now;
	enum color side = (enum color)now->side;
	uint64_t kings = pair & now->by_type[KING];

	if (now->ep != SQ_NONE && (pair & ~now->by_type[PAWN]) == 0)
		return true;
	return are_in_both_hands(tracker, pair) || may_be_one_man(tracker, pair) ||
	       may_have_exchanged(tracker, pair) || image_takes(now, pair, side) ||
	       (record_awaits_press(tracker, 1) && image_takes(now, pair, color_other(side))) ||
	       kings == pair ||
	       (kings != 0 && (pair & now->by_type[ROOK]) != 0 &&
	        (pair & ~(now->by_color[side] & bits_rank(side, 1))) == 0);
}

/* Was the clock pressed within a scan? */
static bool
is_just_pressed(const struct tracker *tracker)
{
	return tracker->n_presses > 0 &&
	       tracker->press.t_us + tracker_scan_lag(tracker) >= tracker->now_us;
}

/* Has some other square changed within a scan, or was the clock pressed, or did a press not find its ply? Then both players
 * may have lifted a man. */
static bool
is_play_on(const struct tracker *tracker, uint64_t pair)
{
	for (int sq = 0; sq < 64; sq++)
		if (!(pair & sq_bit(sq)) &&
		    tracker->evidence.changed_us[sq] + tracker_scan_lag(tracker) >= tracker->now_us)
			return true;
	return tracker->lever.n_waiting > 0 || is_just_pressed(tracker);
}

/* Are these two gone from the line, and nothing else is amiss but a man in the hand of who is to move, who cannot have
 * lifted them? */
static bool
is_pair_silenced(const struct tracker *tracker, uint64_t pair)
{
	const struct position *now = &tracker->game.now;
	uint64_t amiss = tracker_amiss(tracker);

	return !is_play_on(tracker, pair) &&
	       ((amiss == pair && !may_be_lifted(tracker, pair)) ||
	        image_is_in_hand(&tracker->image, now, amiss & ~pair));
}

/* Are they all of one player, every press has its ply, and is nothing else amiss? He takes up one of them, or two to castle, or one is
 * taken and another one takes back: a third one is in no hand, though the clock was pressed just now. */
static bool
are_of_one_player(const struct tracker *tracker, uint64_t men)
{
	const struct position *now = &tracker->game.now;

	return tracker->lever.n_waiting == 0 && tracker_amiss(tracker) == men &&
	       ((men & now->by_color[WHITE]) == 0 || (men & now->by_color[BLACK]) == 0);
}

/* Are the men who are gone from the line too many for hands? */
static bool
is_silenced(const struct tracker *tracker, uint64_t line)
{
	uint64_t men = men_unread(tracker, line);
	int n = bits_count(just_gone(tracker, men));

	if (n + 1 < SILENT_MEN)
		return n == 2 && n == bits_count(men) && is_pair_silenced(tracker, men);
	return n >= SILENT_MEN || !is_just_pressed(tracker) || are_of_one_player(tracker, men);
}

static uint64_t
line_of(int n)
{
	return n < 8 ? BITS_RANK_1 << 8 * n : BITS_FILE_A << (n - 8);
}

/* By which change did the board last show the plies that were more than a candidate? */
static uint64_t
made_change(const struct tracker *tracker)
{
	uint32_t n_plies = tracker->game.n_plies;

	if (n_plies > 0 && tracker->plies[n_plies - 1].state == PLY_CANDIDATE)
		n_plies--;
	return tracker->shown[n_plies % RECENT_POSITIONS];
}

/* Nothing that is not read on the line says anything; who was read there just before it fell silent did stand there. */
static void
fall_silent(struct tracker *tracker, uint64_t line)
{
	tracker->silent = line;
	tracker->excused |= line;
	excused_note(tracker, line, tracker->now_us);
	while (line != 0)
		tracker->excused_change[bits_take(&line)] = made_change(tracker);
}

static void
speak(struct tracker *tracker)
{
	tracker->spoken = tracker->silent;
	tracker->silent = 0;
	tracker->spoke_us = tracker->now_us;
}

uint64_t
silent_due(const struct tracker *tracker)
{
	return tracker->spoken == 0 ? TRACKER_NO_DEADLINE
	                            : tracker->spoke_us + tracker_scan_lag(tracker);
}

bool
silent_settle(struct tracker *tracker)
{
	tracker->excused &= ~tracker->spoken;
	tracker->spoken = 0;
	return tracker->games > 0 && tracker->game.result == RESULT_NONE;
}

void
silent_look(struct tracker *tracker)
{
	uint64_t men = image_men(&tracker->image);

	if (tracker->silent & men)
		speak(tracker);
	if (tracker->games == 0 || tracker->silent != 0 || tracker->game.result != RESULT_NONE ||
	    reading_is_over(tracker))
		return;
	for (int n = 0; n < 16 && tracker->silent == 0; n++)
		if (is_silenced(tracker, line_of(n)))
			fall_silent(tracker, line_of(n));
}
