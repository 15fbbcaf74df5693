/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/mend/guest.h"

#include "core/chess/attacks.h"
#include "core/chess/bits.h"
#include "core/chess/movegen.h"
#include "core/tracker/explain/cost.h"
#include "core/tracker/record/record_edit.h"
#include "core/tracker/record/record_read.h"
#include "core/tracker/seen/stood.h"
#include "core/tracker/tracker_state.h"

/* Doubtful plies that are played through to the end of the record for a guest: some tens of microseconds each. */
#define GUEST_TRIES 60

/* Whose men may take who stands on sq? Nobody's his own. */
static uint64_t
takers_of(const struct position *now, int sq)
{
	if (now->by_color[now->side] & sq_bit(sq))
		return 0;
	return position_attackers(now, sq, (enum color)now->side,
	                          now->by_color[WHITE] | now->by_color[BLACK]);
}

/* Has the player to move lifted another man just now, not one of those, who is not read anywhere yet? */
static bool
is_another_in_air(const struct tracker *tracker, int sq, uint64_t takers)
{
	const struct position *now = &tracker->game.now;
	uint64_t lifted = now->by_color[now->side] & ~tracker->excused & ~sq_bit(sq) & ~takers &
	                  ~image_men(&tracker->image);

	while (lifted != 0) {
		uint64_t left_us = tracker->evidence.placed_us[bits_take(&lifted)][EMPTY];

		if (left_us != 0 && tracker->now_us < left_us + DOUBT_US)
			return true;
	}
	return false;
}

/* The man whom the last ply took, on a square beside sq; EMPTY: nobody, or one who is only said to have come there. */
static uint8_t
taken_beside(const struct tracker *tracker, int sq)
{
	uint32_t n_plies = tracker->game.n_plies;
	struct position before;
	int victim;

	if (n_plies == 0)
		return EMPTY;
	victim = move_victim(tracker->plies[n_plies - 1].move);
	if ((attacks_king[victim] & sq_bit(sq)) == 0 ||
	    (n_plies > 1 && record_ply_target(tracker, n_plies - 2) == victim &&
	     tracker_is_in_doubt(tracker, n_plies - 2)))
		return EMPTY;
	record_position_back(tracker, 1, &before);
	return position_piece_at(&before, victim);
}

/* Was the last ply made within a scan before t_us? */
static bool
is_just_made(const struct tracker *tracker, uint64_t t_us)
{
	uint32_t n_plies = tracker->game.n_plies;

	return n_plies > 0 &&
	       t_us <= tracker->plies[n_plies - 1].made_us + tracker_scan_lag(tracker);
}

bool
guest_was_taken(const struct tracker *tracker, int sq)
{
	uint8_t man = image_at(&tracker->image, sq);

	return man != EMPTY && taken_beside(tracker, sq) == man &&
	       is_just_made(tracker, tracker->evidence.placed_us[sq][man]);
}

/* Who has been taken is in a hand until that has gone to the clock. */
static bool
is_hand_at_board(const struct tracker *tracker)
{
	uint32_t last = tracker->game.n_plies - 1;

	if (tracker->game.n_plies == 0 || !lever_runs(&tracker->lever))
		return is_just_made(tracker, tracker->now_us);
	return !record_is_pressed(tracker, last) ||
	       tracker->now_us <= record_over_us(tracker, last) + tracker_scan_lag(tracker);
}

/* Has the man of the last ply just been put down beside sq, where the record has nobody? He may have slid over it. */
static bool
is_put_down_beside(const struct tracker *tracker, int sq)
{
	const struct game *game = &tracker->game;

	return is_just_made(tracker, tracker->now_us) &&
	       (attacks_king[record_ply_target(tracker, game->n_plies - 1)] & sq_bit(sq)) != 0 &&
	       position_piece_at(&game->now, sq) == EMPTY;
}

bool
guest_is_passing(const struct tracker *tracker, int sq)
{
	return is_another_in_air(tracker, sq, takers_of(&tracker->game.now, sq)) ||
	       is_put_down_beside(tracker, sq) ||
	       (is_hand_at_board(tracker) && taken_beside(tracker, sq) != EMPTY);
}

/* The move of the same man that ends on sq and leaves the plies behind it legal; MOVE_NONE:
 * there is none, or he was seen to stand where the record has him. */
static uint16_t
move_to_guest(const struct tracker *tracker, uint32_t index, int sq)
{
	uint16_t played = tracker->plies[index].move;
	struct position before, end;
	struct move_list list;

	game_position(&tracker->game, index, &before);
	movegen_legal(&before, &list);
	for (int i = 0; i < list.count; i++)
		if (list.moves[i] != played && move_from(list.moves[i]) == move_from(played) &&
		    move_target(list.moves[i]) == sq &&
		    (tracker->image.occupancy_only ||
		     !stood_is_refuted(tracker, index, &before, list.moves[i])) &&
		    record_end_if(tracker, index, &before, list.moves[i], &end))
			return list.moves[i];
	return MOVE_NONE;
}

/* Could the man of ply `i` have gone to sq instead, be it that another of his own stands there by the record? */
static bool
may_have_gone(const struct tracker *tracker, uint32_t i, const struct position *before, int sq)
{
	struct position other = *before;

	if (before->by_type[KING] & sq_bit(sq))
		return false;
	position_take_off(&other, sq_bit(sq) & before->by_color[before->side]);
	return movegen_is_legal(&other,
	                        move_make(move_from(tracker->plies[i].move), sq, MOVE_NORMAL));
}

/* May ply `i` have brought its own man to where ply `index` has its one, or him, who had left his square by then? */
static bool
may_have_brought(const struct tracker *tracker, uint32_t i, uint32_t index)
{
	uint16_t move = tracker->plies[index].move;
	uint64_t left_us = tracker->evidence.placed_us[move_from(move)][EMPTY];
	struct position before;

	game_position(&tracker->game, i, &before);
	return may_have_gone(tracker, i, &before, move_target(move)) ||
	       (left_us <= record_over_us(tracker, i) + tracker_scan_lag(tracker) &&
	        movegen_is_legal(&before, move));
}

/* May another ply of his player, of whose man it is not known either where he went, have brought one there? Then somebody stood there,
 * but nobody knows who, and since when. */
static bool
may_have_come_by_another(const struct tracker *tracker, uint32_t index)
{
	uint32_t first = index > LOOK_BACK_PLIES ? index - LOOK_BACK_PLIES : 0;
	const struct game_break *gap = game_last_break(&tracker->game, tracker->game.n_plies);

	if (gap && first < gap->ply)
		first = gap->ply;
	for (uint32_t i = first; i < tracker->game.n_plies; i++)
		if (i != index && (i ^ index) % 2 == 0 && tracker_is_in_doubt(tracker, i) &&
		    may_have_brought(tracker, i, index))
			return true;
	return false;
}

void
guest_found(struct tracker *tracker, uint32_t index)
{
	bool his_turn = game_ply_side(&tracker->game, index) == (enum color)tracker->game.now.side;

	if (may_have_come_by_another(tracker, index))
		tracker->plies[index].doubtful = DOUBT_ORDER;
	else if (his_turn && !is_another_in_air(tracker, record_ply_target(tracker, index), 0))
		record_believe(tracker, index);
}

/* Did the ply that put a man there by the record rest on nothing that was seen? He has been found where it has him. */
static bool
confirm_guest(struct tracker *tracker, int sq)
{
	uint32_t i = tracker->game.n_plies, first = record_first_open(tracker);

	while (i > first && record_ply_target(tracker, i - 1) != sq)
		i--;
	if (i == first || tracker->plies[i - 1].doubtful != DOUBT_UNSEEN ||
	    !record_stands_yet(tracker, i - 1))
		return false;
	guest_found(tracker, i - 1);
	tracker->excused &= ~sq_bit(sq);
	return true;
}

bool
guest_settle(struct tracker *tracker, int sq)
{
	int tries = GUEST_TRIES;

	if (confirm_guest(tracker, sq))
		return true;
	if (position_piece_at(&tracker->game.now, sq) != EMPTY)
		return false;
	for (uint32_t i = tracker->game.n_plies; i > record_first_open(tracker) && tries > 0; i--) {
		uint16_t move;

		if (tracker_own_doubt(tracker, i - 1) == 0 ||
		    tracker->plies[i - 1].doubtful == DOUBT_HIDDEN ||
		    tracker->plies[i - 1].doubtful == DOUBT_PASSING)
			continue;
		tries--;
		move = move_to_guest(tracker, i - 1, sq);
		if (move == MOVE_NONE)
			continue;
		record_exchange(tracker, i - 1, &move, 1);
		guest_found(tracker, i - 1);
		return true;
	}
	return false;
}
