/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/record/passing.h"

#include "core/chess/attacks.h"
#include "core/chess/bits.h"
#include "core/chess/movegen.h"
#include "core/tracker/record/knocked.h"
#include "core/tracker/record/record_edit.h"
#include "core/tracker/record/record_read.h"
#include "core/tracker/record/sure.h"
#include "core/tracker/seen/stay.h"

/* So long a man stops on his way at most: twice what was seen, one scan (dgt.md 7.1). */
#define SLIDE_STOP_US 350000

/* So long until the other man of a castling is touched, or who was lifted is taken. */
#define SECOND_STOP_US 2500000

/* And so long he reads on two squares whose hand has not let go of him, at most. */
#define TWICE_US 2500000

/* The squares on which king or rook may be seen, and nothing else, before the other one follows. */
static uint64_t
castling_way(uint16_t castling, int from)
{
	if (from == move_from(castling))
		return attacks_path[from][move_target(castling)];
	return from == move_to(castling) ? attacks_path[from][move_rook_target(castling)] : 0;
}

static uint64_t
way_of(uint16_t move, int from)
{
	if (move_kind(move) == MOVE_CASTLING)
		return castling_way(move, from);
	return move_from(move) == from ? attacks_path[from][move_to(move)] & ~sq_bit(move_to(move))
	                               : 0;
}

enum passing
passing_possible(const struct position *before, uint16_t move)
{
	enum passing found = PASSING_NOT;
	struct move_list list;

	/* King and rook stand where they belong; a pawn on the last rank goes no farther. */
	if (move_kind(move) == MOVE_CASTLING || move_kind(move) == MOVE_PROMOTION)
		return PASSING_NOT;
	movegen_legal(before, &list);
	for (int i = 0; i < list.count; i++) {
		if (!(way_of(list.moves[i], move_from(move)) & sq_bit(move_to(move))))
			continue;
		if (move_kind(list.moves[i]) == MOVE_CASTLING)
			return PASSING_CASTLING;
		found = PASSING_SLIDE;
	}
	return found;
}

/* When the man of ply `index` was read on his square, where he still is; 0: he is not. */
static uint64_t
standing_since_us(const struct tracker *tracker, uint32_t index)
{
	int sq = record_ply_target(tracker, index);
	uint8_t man = image_at(&tracker->image, sq);
	bool his = man != EMPTY &&
	           (man == SOME_MAN || piece_color(man) == game_ply_side(&tracker->game, index));

	return his ? tracker->evidence.placed_us[sq][man] : 0;
}

/* Where was the man who is read on sq put down before, on his way from `from`, if he left that as he came here, or SQ_NONE? The hand
 * that changed its mind has not let go of him, and from there other squares are on its way. */
static int
carried_from(const struct tracker *tracker, int from, int sq)
{
	const struct evidence *evidence = &tracker->evidence;
	uint8_t man = image_at(&tracker->image, sq);
	uint64_t lag_us = tracker_scan_lag(tracker), came_us = evidence->placed_us[sq][man];
	uint64_t others = ~(sq_bit(from) | sq_bit(sq) | tracker->game.now.by_color[WHITE] |
	                    tracker->game.now.by_color[BLACK]);

	while (man != EMPTY && others != 0) {
		int other = bits_take(&others);
		uint64_t stood_us = evidence->placed_us[other][man];
		uint64_t left_us = image_at(&tracker->image, other) == man
		                           ? came_us
		                           : evidence->emptied_us[other][man];

		if (stood_us != 0 && stood_us + SLIDE_STOP_US < came_us &&
		    stood_us + lag_us >= evidence->placed_us[from][EMPTY] &&
		    left_us <= came_us + lag_us && came_us <= left_us + lag_us)
			return other;
	}
	return SQ_NONE;
}

/* Is sq on the shortest way of a hand from one square to the other? */
static bool
is_on_way(int from, int sq, int to)
{
	return sq_king_steps(from, sq) + sq_king_steps(sq, to) == sq_king_steps(from, to);
}

/* Where he was put down before, could he have gone on from there by way of where `move` takes him? */
static bool
is_carried_on(const struct tracker *tracker, const struct position *before, uint16_t move)
{
	int sq = move_target(move), other;
	struct move_list list;

	if (move_kind(move) == MOVE_CASTLING || move_kind(move) == MOVE_PROMOTION)
		return false;
	other = carried_from(tracker, move_from(move), sq);
	if (other == SQ_NONE)
		return false;
	movegen_legal(before, &list);
	for (int i = 0; i < list.count; i++)
		if (move_from(list.moves[i]) == move_from(move) && move_to(list.moves[i]) != sq &&
		    is_on_way(other, sq, move_to(list.moves[i])))
			return true;
	return false;
}

/* Where men are not known: may he have taken somebody beside the square, over which a hand went that puts him down there? Nothing
 * tells of that but that he is not read here any more. */
static bool
may_have_taken_beside(const struct position *before, uint16_t move)
{
	uint64_t beside = attacks_king[move_to(move)] & before->by_color[color_other(before->side)];

	return beside != 0 && move_kind(move) != MOVE_CASTLING &&
	       (movegen_targets(before, move_from(move)) & beside) != 0;
}

/* Where men are known: has another man whom he could have taken been taken up since ply `index` - 1 was made? The one hand may put him
 * there yet, when the other has made room. */
static bool
may_take_lifted(const struct tracker *tracker, uint32_t index, const struct position *before,
                uint16_t move)
{
	uint64_t since_us = index > 0 ? tracker->plies[index - 1].made_us : 0;
	uint64_t lifted = before->by_color[color_other((enum color)before->side)] &
	                  ~image_men(&tracker->image) & ~sq_bit(move_to(move));

	for (uint64_t left = lifted; left != 0;) {
		int sq = bits_take(&left);

		if (tracker->evidence.placed_us[sq][EMPTY] <= since_us)
			lifted &= ~sq_bit(sq);
	}
	return lifted != 0 && !tracker->image.occupancy_only &&
	       (movegen_targets(before, move_from(move)) & lifted) != 0;
}

static enum passing
passing_of(const struct tracker *tracker, uint32_t index)
{
	struct position before;
	uint16_t move = tracker->plies[index].move;
	enum passing how;

	record_position_back(tracker, tracker->game.n_plies - index, &before);
	how = passing_possible(&before, move);
	if (how != PASSING_CASTLING && may_take_lifted(tracker, index, &before, move))
		return PASSING_TAKING;
	if (how == PASSING_NOT && is_carried_on(tracker, &before, move))
		return PASSING_SLIDE;
	if (how == PASSING_NOT && tracker->image.occupancy_only &&
	    may_have_taken_beside(&before, move))
		return PASSING_SLIDE;
	return how;
}

static uint64_t
stop_us(enum passing how)
{
	return how == PASSING_SLIDE ? SLIDE_STOP_US : SECOND_STOP_US;
}

/* Was the link lost before he, who was read where he stands at since_us, had had his time to go on, and has the board not told of all
 * its squares since it is back? Then it has not looked there again. */
static bool
is_out_of_sight(const struct tracker *tracker, uint64_t since_us, enum passing how)
{
	return since_us < tracker->back_us && tracker->scanned_us < tracker->back_us &&
	       since_us + stop_us(how) + tracker_scan_lag(tracker) > tracker->away.last_us;
}

/* When is a ply sure whose man has been read where he stands since then? */
static uint64_t
sure_standing_us(const struct tracker *tracker, uint32_t index, uint64_t since_us, enum passing how)
{
	const struct game_ply *ply = &tracker->plies[index];
	uint64_t looked_again_us = (ply->completed_us > since_us ? ply->completed_us : since_us) +
	                           tracker_scan_lag(tracker);
	uint64_t sure_us = since_us + stop_us(how) + tracker_scan_lag(tracker);

	if (is_out_of_sight(tracker, since_us, how))
		return TRACKER_NO_DEADLINE;
	return record_is_pressed(tracker, index) && looked_again_us < sure_us ? looked_again_us
	                                                                      : sure_us;
}

/* Is he, read where he stands since then, read on the square he came from as well, and nobody has pressed for him? One man may show on
 * two squares while he is in a hand, or where he stands beside his square: which of them is his is told by the one he is gone from, by
 * the press, or by time, if that square does not tell of nobody. When is he sure? */
static uint64_t
sure_twice_us(const struct tracker *tracker, uint32_t index, uint64_t since_us)
{
	int from = move_from(tracker->plies[index].move);
	int sq = record_ply_target(tracker, index);
	uint8_t man = image_at(&tracker->image, sq);

	return man != SOME_MAN && from != sq && !record_is_pressed(tracker, index) &&
	                       image_at(&tracker->image, from) == man
	               ? since_us + TWICE_US
	               : 0;
}

/* May the man of ply `index` be on his way yet, as far as the board has looked? */
static bool
may_go_on(const struct tracker *tracker, uint32_t index)
{
	uint64_t since_us = standing_since_us(tracker, index);
	enum passing how;

	if (since_us != 0 && tracker->now_us < sure_twice_us(tracker, index, since_us))
		return true;
	/* The cheap question first. */
	if (since_us == 0 ||
	    tracker->now_us >= sure_standing_us(tracker, index, since_us, PASSING_CASTLING))
		return false;
	how = passing_of(tracker, index);
	return how != PASSING_NOT &&
	       tracker->now_us < sure_standing_us(tracker, index, since_us, how);
}

/* Does a ply behind it take the man of ply `index` on, or off? Where men are not known, a candidate may be this man on
 * his way; and who has gone on was there only if the board saw him after his clock was pressed. */
static bool
is_followed_up(const struct tracker *tracker, uint32_t index)
{
	int sq = record_ply_target(tracker, index);

	for (uint32_t i = index + 1; i < tracker->game.n_plies; i++) {
		if (tracker->image.occupancy_only && tracker->plies[i].state == PLY_CANDIDATE)
			return false;
		if (record_ply_target(tracker, i) == sq)
			return true;
		if (move_from(tracker->plies[i].move) == sq)
			return !record_is_pressed(tracker, index) ||
			       stay_us(tracker, index) >= tracker_scan_lag(tracker);
	}
	return false;
}

/* Is the man who stands on sq read on another square, too, where nobody should be? He goes there, it may be. */
static bool
has_twin(const struct tracker *tracker, int sq)
{
	uint8_t man = image_at(&tracker->image, sq);
	uint64_t wrong = tracker_amiss(tracker);

	while (wrong != 0 && man != SOME_MAN)
		if (image_at(&tracker->image, bits_take(&wrong)) == man)
			return true;
	return false;
}

/* Nobody has replied, and the other man of a castling is not where he belongs, or the man is on two squares: was it
 * all of the ply that was seen? */
static bool
goes_on(const struct tracker *tracker, uint32_t index, enum passing how)
{
	if (index + 1 != tracker->game.n_plies || tracker->in_step)
		return false;
	return how == PASSING_CASTLING
	               ? !tracker_men_stand(tracker, game_ply_side(&tracker->game, index))
	               : has_twin(tracker, record_ply_target(tracker, index));
}

/* When is ply `index` sure? A man in the air may be put down elsewhere. */
static uint64_t
sure_us(const struct tracker *tracker, uint32_t index)
{
	uint64_t since_us = standing_since_us(tracker, index);
	enum passing how;

	if (is_followed_up(tracker, index))
		return tracker->plies[index + 1].made_us;
	if (since_us == 0)
		return tracker->game.result == RESULT_NONE ||
		                       passing_of(tracker, index) != PASSING_NOT
		               ? TRACKER_NO_DEADLINE
		               : 0;
	/* Where he took another the board, which knows no men, could not tell that he came. */
	if (tracker->image.occupancy_only && since_us < tracker->plies[index].made_us)
		return record_is_pressed(tracker, index)
		               ? tracker->plies[index].completed_us + tracker_scan_lag(tracker)
		               : TRACKER_NO_DEADLINE;
	how = passing_of(tracker, index);
	if (goes_on(tracker, index, how))
		return TRACKER_NO_DEADLINE;
	return tracker_later(
		knocked_may_be(tracker, index) ? since_us + KNOCKED_US : 0,
		tracker_later(
			sure_twice_us(tracker, index, since_us),
			how == PASSING_NOT ? 0 : sure_standing_us(tracker, index, since_us, how)));
}

void
passing_note(struct tracker *tracker, uint32_t index)
{
	struct game_ply *ply = &tracker->plies[index];

	/* The press is all that some of them wait for. */
	if (ply->doubtful == DOUBT_PASSING && record_is_pressed(tracker, index) &&
	    sure_us(tracker, index) <= tracker->now_us)
		sure_let_stand(tracker, index);
	if (ply->doubtful != 0 || !(knocked_may_be(tracker, index) || may_go_on(tracker, index)))
		return;
	ply->doubtful = DOUBT_PASSING;
	record_touch(tracker, index);
}

/* The one of the last plies, so young are only they, that is sure first; n_plies: none. */
static uint32_t
first_to_settle(const struct tracker *tracker, uint64_t *ret_due_us)
{
	uint32_t n_plies = tracker->game.n_plies, found = n_plies;

	*ret_due_us = TRACKER_NO_DEADLINE;
	for (uint32_t i = n_plies > OPEN_MAX ? n_plies - OPEN_MAX : 0; i < n_plies; i++) {
		uint64_t due_us;

		if (tracker->plies[i].doubtful != DOUBT_PASSING)
			continue;
		due_us = sure_us(tracker, i);
		if (due_us < *ret_due_us) {
			*ret_due_us = due_us;
			found = i;
		}
	}
	return found;
}

uint64_t
passing_due(const struct tracker *tracker)
{
	uint64_t due_us;

	if (tracker->games == 0)
		return TRACKER_NO_DEADLINE;
	first_to_settle(tracker, &due_us);
	return due_us;
}

bool
passing_is_out_of_sight(const struct tracker *tracker, uint32_t index)
{
	uint64_t since_us;

	if (tracker->plies[index].doubtful != DOUBT_PASSING)
		return false;
	since_us = standing_since_us(tracker, index);
	return since_us != 0 && is_out_of_sight(tracker, since_us, passing_of(tracker, index));
}

void
passing_settle(struct tracker *tracker)
{
	uint64_t due_us;
	uint32_t index = first_to_settle(tracker, &due_us);

	sure_let_stand(tracker, index);
}

void
passing_castled(struct tracker *tracker)
{
	uint32_t n_plies = tracker->game.n_plies;

	if (n_plies > 0 && tracker->excused == 0 &&
	    tracker->plies[n_plies - 1].doubtful == DOUBT_STRANGE &&
	    move_kind(tracker->plies[n_plies - 1].move) == MOVE_CASTLING)
		record_believe(tracker, n_plies - 1);
}
