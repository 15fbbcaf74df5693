/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * May a man who stood on the line between two squares, and was read on the wrong one, have been played to the right one? A
 * part of innocent.c.
 *
 * He is put right sooner or later, by a push. Then the board tells in one round of its scan that he has left the one square
 * and come to the other, beside it. A hand that lifts him and puts him there could be as quick where a round is long; who
 * cannot be told from the innocent is not accused.
 */
#include "core/chess/attacks.h"
#include "core/chess/bits.h"
#include "core/chess/movegen.h"
#include "core/laws/press/innocent_inside.h"

/* Was that told in the same round? */
static bool
is_same_round(const struct contacts *contacts, const struct contact *a, const struct contact *b)
{
	uint64_t apart_us = a->t_us > b->t_us ? a->t_us - b->t_us : b->t_us - a->t_us;

	return apart_us <= contacts_period(contacts);
}

/* The squares beside *left where the man who left it was told of in the same round. */
static uint64_t
come_beside(const struct contacts *contacts, const struct contact *left, size_t first)
{
	uint64_t squares = 0;

	for (size_t n = first; n < contacts->n; n++) {
		const struct contact *came = contacts_at(contacts, n);

		if (came->after == left->before && (attacks_king[left->sq] & sq_bit(came->sq)) &&
		    is_same_round(contacts, left, came))
			squares |= sq_bit(came->sq);
	}
	return squares;
}

/* The squares beside sq to which a man who reads so slid from there in this turn, or since. */
static uint64_t
slid_from(const struct laws *laws, const struct laws_press *press, int sq, uint8_t reading)
{
	const struct contacts *contacts = &laws->conduct.contacts;
	size_t first = contacts_after(contacts, press->turn_us);
	uint64_t squares = 0;

	for (size_t n = first; n < contacts->n; n++) {
		const struct contact *left = contacts_at(contacts, n);

		if (left->sq == sq && left->before == reading && left->after == EMPTY)
			squares |= come_beside(contacts, left, first);
	}
	return squares;
}

/* Did the rook with whom he castled stand between the square where he was read and his own? */
static bool
has_rook_slid(const struct laws *laws, const struct laws_press *press, const struct deed *deed)
{
	const struct position *base = &press->base;
	int from, at, home;

	if (deed->kind != DEED_CASTLING)
		return false;
	deed_rook(base, deed, &from, &at);
	if (from == SQ_NONE || at == SQ_NONE ||
	    deed->to != sq_make(from > deed->from ? 6 : 2, sq_rank(deed->from)))
		return false;
	home = sq_make(from > deed->from ? 5 : 3, sq_rank(deed->from));
	return (slid_from(laws, press, at,
	                  image_reading(&laws->image, position_piece_at(base, from))) &
	        sq_bit(home)) != 0 &&
	       movegen_is_legal(base, move_make(deed->from, from, MOVE_CASTLING));
}

bool
innocent_may_have_slid(const struct laws *laws, const struct laws_press *press,
                       const struct deed *deed)
{
	uint64_t to = slid_from(laws, press, deed->to, image_reading(&laws->image, deed->piece));

	while (to != 0)
		if (movegen_is_legal(&press->base,
		                     move_make(deed->from, bits_take(&to), MOVE_NORMAL)))
			return true;
	return has_rook_slid(laws, press, deed);
}
