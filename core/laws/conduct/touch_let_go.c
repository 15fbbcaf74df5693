/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/laws/conduct/touch_let_go.h"

#include "core/chess/movegen.h"

/* Did the man of sq leave it this turn, or in the round before, while the opponent's man was still on his way (1.3)? Or is he not
 * read there because his own ply took him there so shortly before contact n that only one round has come by? */
static bool
is_lifted(const struct touch_watch *watch, int sq, size_t n)
{
	const struct contacts *contacts = watch->contacts;
	uint64_t from_us = watch->turn->from_us, own_us = watch->turn->own_us;
	uint64_t put_us = contacts_at(contacts, n)->t_us;
	size_t at = contacts_after(contacts,
	                           from_us > watch->period_us ? from_us - watch->period_us : 0);
	bool lifted = own_us != 0 && put_us > own_us && put_us <= own_us + 2 * watch->period_us &&
	              contacts->squares[sq] != touch_man_on(watch, sq);

	for (; at < watch->first; at++)
		if (contacts_at(contacts, at)->sq == sq)
			lifted = touch_is_one(watch, at);
	return lifted || touch_first(watch, sq) != NULL;
}

/* Does the man come to sq with that move? A king who is let go two squares away has begun to castle, and may do nothing else
 * (4.7.2); in Chess960 he may stand there by a move of his own. */
static bool
leads_to(const struct touch_watch *watch, uint16_t move, int sq)
{
	int king = move_from(move), rank = sq_rank(king);

	if (move_kind(move) == MOVE_CASTLING)
		return !watch->turn->before->chess960 && king == sq_make(4, rank) &&
		       sq == sq_make(move_to(move) > king ? 6 : 2, rank);
	return move_kind(move) == MOVE_NORMAL && move_to(move) == sq;
}

/* The move that brings `piece` to sq with contact n, of a man who was lifted for it; MOVE_NONE. */
static uint16_t
move_made(const struct touch_watch *watch, size_t n, int sq, uint8_t piece)
{
	struct move_list legal;

	movegen_legal(watch->turn->before, &legal);
	for (int i = 0; i < legal.count; i++) {
		uint16_t move = legal.moves[i];

		if (leads_to(watch, move, sq) && touch_man_on(watch, move_from(move)) == piece &&
		    is_lifted(watch, move_from(move), n))
			return move;
	}
	return MOVE_NONE;
}

/* He who stood on a square until left_us went on from there: he came to where he was played to, or was taken there, or went
 * back home, afterwards. A man read on two squares at once did not. */
static bool
went_on(const struct touch_watch *watch, size_t n, uint16_t made, uint64_t left_us)
{
	uint16_t move = watch->turn->move;
	uint8_t piece = touch_man_on(watch, move_from(made));
	int next = move_from(made);
	uint64_t next_us;

	if (move_from(made) == move_from(move) && move_kind(move) == MOVE_NORMAL)
		next = move_to(move);
	if (move_kind(move) == MOVE_CASTLING && move_from(made) == move_from(move))
		next = sq_make(move_to(move) > move_from(move) ? 6 : 2, sq_rank(move_from(move)));
	if (next == move_to(move) && watch->turn->stood_there)
		return true;
	next_us = touch_reads_us(watch, n + 1, next, piece);
	return next_us != TOUCH_NOT_BACK && next_us + watch->period_us >= left_us;
}

/* Until when did the man put with contact n stand, and nothing was done with others? Who takes away the man he will
 * capture while his own stands may have his other hand on that one. That his own was read there in passing, and is not
 * any more, is none of it. */
static uint64_t
stood_until_us(const struct touch_watch *watch, size_t n, uint64_t left_us)
{
	int to = move_to(watch->turn->move);

	for (; n < watch->end; n++) {
		const struct contact *contact = contacts_at(watch->contacts, n);

		if (contact->sq == to && contact->t_us < left_us && contact_is_lift(contact) &&
		    contact->before == touch_man_on(watch, to))
			return contact->t_us;
	}
	return left_us;
}

/* A man of the mover's was put where he may go, let go, and taken elsewhere (4.7). Who came and went before the opponent had pressed
 * was pushed there by the opponent's hand, and put back. */
bool
touch_find_released(const struct touch_watch *watch, struct touch_finding *ret_finding)
{
	for (size_t n = watch->first; n < watch->end; n++) {
		const struct contact *put = contacts_at(watch->contacts, n);
		uint64_t left_us;
		uint16_t made;

		if (!touch_is_mine(watch, put->after) ||
		    touch_man_on(watch, put->sq) == put->after ||
		    !touch_is_believed(watch, put->sq))
			continue;
		left_us = touch_reads_us(watch, n + 1, put->sq, EMPTY);
		if (left_us == TOUCH_NOT_BACK || left_us <= watch->turn->pressed_us ||
		    stood_until_us(watch, n, left_us) <
		            put->t_us + TOUCH_RELEASED_US + contacts_longest_round(watch->contacts))
			continue;
		made = move_made(watch, n, put->sq, put->after);
		if (made == MOVE_NONE || made == watch->turn->move ||
		    !went_on(watch, n, made, left_us))
			continue;
		ret_finding->sq = put->sq;
		ret_finding->since_us = put->t_us;
		ret_finding->stood_us = left_us - put->t_us;
		ret_finding->moves.moves[0] = made;
		ret_finding->moves.count = 1;
		return true;
	}
	return false;
}

/* The pawn became another man first (4.4.4). */
bool
touch_find_promotion_changed(const struct touch_watch *watch, struct touch_finding *ret_finding)
{
	uint16_t move = watch->turn->move;
	enum color side = (enum color)watch->turn->before->side;
	uint8_t pawn = piece_make(side, PAWN), final;

	if (move_kind(move) != MOVE_PROMOTION)
		return false;
	final = piece_make(side, move_promotion(move));
	for (size_t n = watch->first; n < watch->end; n++) {
		const struct contact *put = contacts_at(watch->contacts, n);
		uint64_t final_us;

		if (put->sq != move_to(move) || !touch_is_mine(watch, put->after) ||
		    put->after == pawn)
			continue;
		if (put->after == final)
			return false;
		final_us = touch_reads_us(watch, n + 1, put->sq, final);
		if (final_us == TOUCH_NOT_BACK || final_us < put->t_us + watch->turn->chosen_us)
			continue;
		ret_finding->sq = put->sq;
		ret_finding->piece = put->after;
		ret_finding->since_us = put->t_us;
		return true;
	}
	return false;
}
