/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/laws/conduct/touch.h"

#include <string.h>

#include "core/laws/conduct/touch_let_go.h"
#include "core/laws/conduct/touch_watch.h"

/* Is the man of sq one of those the move is played with, or takes? */
static bool
is_of_move(const struct touch_watch *watch, int sq)
{
	uint16_t move = watch->turn->move;

	return sq == move_from(move) || sq == move_to(move) || sq == move_victim(move);
}

/* --- who was touched ---------------------------------------------------------------------------------------- */

static bool
is_listed(const struct touched *touched, int sq)
{
	for (size_t i = 0; i < touched->n; i++)
		if (touched->sq[i] == sq)
			return true;
	return false;
}

/* Before he has ever answered, and perhaps before there was anything to answer? On a board that reads well it is the
 * scan that comes late with what he answers. */
static bool
is_too_soon(const struct touch_watch *watch, const struct contact *contact)
{
	const struct touch_turn *turn = watch->turn;
	uint64_t soonest_us =
		turn->soonest_us < watch->period_us ? turn->soonest_us : watch->period_us;

	return turn->soonest_us > 0 && contact->t_us < turn->answered_us + soonest_us;
}

/* A hand that has put its man down is hardly gone by then, and the opponent's has hardly come. */
#define HANDS_CHANGE_US UINT64_C(500000)

/* Until the opponent has pressed it is his hand that is over the board: who left his square and came back by then, and of his own
 * men who left it as he made his ply, was pushed by it, or straightened. */
static bool
is_of_opponents_hand(const struct touch_watch *watch, const struct contact *contact,
                     uint64_t back_us)
{
	const struct touch_turn *turn = watch->turn;

	if (contact->t_us > turn->pressed_us)
		return false;
	return back_us <= turn->pressed_us ||
	       (!touch_is_mine(watch, contact->before) &&
	        contact->t_us <= turn->answered_us + HANDS_CHANGE_US);
}

/* Off for long, or for good as one of the move's. A man of the opponent's who stood elsewhere meanwhile was moved there, by
 * whose he is: nobody does that who takes him. Who is away without that was not seen to come back. */
static bool
counts(const struct touch_watch *watch, size_t n)
{
	const struct contact *contact = contacts_at(watch->contacts, n);
	uint64_t back = touch_reads_us(watch, n + 1, contact->sq, contact->before);

	if (back == TOUCH_NOT_BACK)
		return is_of_move(watch, contact->sq);
	if (is_of_opponents_hand(watch, contact, back))
		return false;
	if (!touch_is_mine(watch, contact->before) && touch_was_put_elsewhere(watch, n, back))
		return false;
	return back - contact->t_us >= TOUCH_US && !is_too_soon(watch, contact) &&
	       !contacts_flickers(watch->contacts, n);
}

static void
list_touched(const struct touch_watch *watch, struct touched *ret_touched)
{
	uint64_t before_us = 0;

	ret_touched->n = 0;
	for (size_t n = watch->first; n < watch->end; n++) {
		const struct contact *contact = contacts_at(watch->contacts, n);

		if (!touch_is_one(watch, n) || !counts(watch, n) || ret_touched->n == TOUCHED_MAX ||
		    is_listed(ret_touched, contact->sq) || !touch_is_believed(watch, contact->sq))
			continue;
		ret_touched->sq[ret_touched->n] = contact->sq;
		ret_touched->unclear[ret_touched->n] =
			ret_touched->n > 0 && contact->t_us - before_us < watch->period_us;
		ret_touched->n++;
		before_us = contact->t_us;
	}
}

static uint64_t
touched_us(const struct touch_watch *watch, int sq)
{
	const struct contact *touch = touch_first(watch, sq);

	return touch ? touch->t_us : watch->turn->from_us;
}

/* Touched men who are not what was played (4.3). */
static bool
find_touched(const struct touch_watch *watch, struct touch_finding *ret_finding)
{
	const struct touch_turn *turn = watch->turn;
	struct touched touched;

	list_touched(watch, &touched);
	if (touched.n == 0)
		return false;
	/* Castled: whether the rook was first is find_rook_first()'s to say. */
	if (move_kind(turn->move) == MOVE_CASTLING && touched.sq[0] == move_to(turn->move))
		return false;
	obligation(turn->before, &touched, &ret_finding->moves);
	if (obligation_allows(&ret_finding->moves, turn->move))
		return false;
	ret_finding->sq = touched.sq[0];
	ret_finding->since_us = touched_us(watch, touched.sq[0]);
	return true;
}

/* --- castling ------------------------------------------------------------------------------------------------ */

/* The same of touches that count: not of a man who was adjusted. */
static const struct contact *
first_touch_that_counts(const struct touch_watch *watch, int sq)
{
	for (size_t n = watch->first; n < watch->end; n++)
		if (touch_is_one(watch, n) && contacts_at(watch->contacts, n)->sq == sq &&
		    counts(watch, n))
			return contacts_at(watch->contacts, n);
	return NULL;
}

/* Castled, the rook having been lifted in an earlier round of the scan than the king (4.4.2), and not adjusted only. One
 * round comes from the one to the other in less than a hand needs for two men. Where nothing tells, the king was first. */
static bool
find_rook_first(const struct touch_watch *watch, struct touch_finding *ret_finding)
{
	uint16_t move = watch->turn->move;
	const struct contact *rook, *king;

	if (move_kind(move) != MOVE_CASTLING || !touch_is_believed(watch, move_to(move)))
		return false;
	rook = first_touch_that_counts(watch, move_to(move));
	king = touch_first(watch, move_from(move));
	if (!rook || !king || !contacts_is_later(watch->contacts, rook, king))
		return false;
	obligation_moves_of(watch->turn->before, move_to(move), &ret_finding->moves);
	ret_finding->sq = move_to(move);
	ret_finding->since_us = rook->t_us;
	return true;
}

/* Did a man of the position come to sq during the turn? When, or TOUCH_NOT_BACK. */
static uint64_t
came_us(const struct touch_watch *watch, int sq, uint8_t piece)
{
	return touch_man_on(watch, sq) == piece ? TOUCH_NOT_BACK
	                                        : touch_reads_us(watch, watch->first, sq, piece);
}

/* King and rook stood as after castling with the rook of that corner, which is not legal now. */
static bool
castled_wrongly(const struct touch_watch *watch, int king, int rook)
{
	enum color side = (enum color)watch->turn->before->side;
	bool short_side = rook > king;
	int rank = sq_rank(king);

	if (touch_man_on(watch, rook) != piece_make(side, ROOK) ||
	    obligation_castling(watch->turn->before, rook) != MOVE_NONE)
		return false;
	return came_us(watch, sq_make(short_side ? 6 : 2, rank), piece_make(side, KING)) !=
	               TOUCH_NOT_BACK &&
	       came_us(watch, sq_make(short_side ? 5 : 3, rank), piece_make(side, ROOK)) !=
	               TOUCH_NOT_BACK;
}

/* Was that tried, and taken back? The square of the king, SQ_NONE: it was not. */
static int
tried_to_castle(const struct touch_watch *watch)
{
	enum color side = (enum color)watch->turn->before->side;
	int king = position_king(watch->turn->before, side);
	int rank = side == WHITE ? 0 : 7;

	return king == sq_make(4, rank) && (castled_wrongly(watch, king, sq_make(7, rank)) ||
	                                    castled_wrongly(watch, king, sq_make(0, rank)))
	               ? king
	               : SQ_NONE;
}

/* Then he owes a move of his king, and has made one, or the king has none, and any will do (4.4.3): that the rook stood beside
 * his king for a while, or was lifted, obliges to nothing. */
static bool
find_castling_settled(const struct touch_watch *watch, struct touch_finding *ret_finding)
{
	int king = tried_to_castle(watch);
	struct move_list moves = { .count = 0 };

	(void)ret_finding;
	if (king == SQ_NONE)
		return false;
	obligation_moves_of(watch->turn->before, king, &moves);
	return moves.count == 0 || move_from(watch->turn->move) == king;
}

/* Or he has played another man though the king could move. */
static bool
find_castling_illegal(const struct touch_watch *watch, struct touch_finding *ret_finding)
{
	int king = tried_to_castle(watch);

	if (king == SQ_NONE || move_from(watch->turn->move) == king)
		return false;
	obligation_moves_of(watch->turn->before, king, &ret_finding->moves);
	ret_finding->sq = king;
	ret_finding->since_us = touched_us(watch, king);
	return ret_finding->moves.count > 0;
}

uint64_t
touch_answer_us(const struct contacts *contacts, const struct touch_turn *turn)
{
	const struct touch_watch watch = touch_watch_of(contacts, turn);
	const struct contact *touch = touch_first(&watch, move_from(turn->move));

	if (!touch || turn->answered_us == 0)
		return TIME_UNKNOWN;
	return touch->t_us > turn->answered_us ? touch->t_us - turn->answered_us : 0;
}

void
touch_judge(const struct contacts *contacts, const struct touch_turn *turn,
            struct touch_finding *ret_finding)
{
	static const struct {
		enum touch_what what;
		bool (*find)(const struct touch_watch *watch, struct touch_finding *ret_finding);
	} kinds[] = {
		{ TOUCH_PROMOTION_CHANGED, touch_find_promotion_changed },
		{ TOUCH_NOTHING, find_castling_settled },
		{ TOUCH_CASTLING_ILLEGAL, find_castling_illegal },
		{ TOUCH_RELEASED, touch_find_released },
		{ TOUCH_ROOK_FIRST, find_rook_first },
		{ TOUCH_MOVE, find_touched },
	};
	const struct touch_watch watch = touch_watch_of(contacts, turn);

	memset(ret_finding, 0, offsetof(struct touch_finding, moves));
	ret_finding->moves.count = 0;
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (kinds[i].find(&watch, ret_finding)) {
			ret_finding->what = kinds[i].what;
			return;
		}
}
