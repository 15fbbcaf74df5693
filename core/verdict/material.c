/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The conditions hold for ever once they hold, since captures only take men away and there are no
 * pawns (of the side that would need one) to promote. It remains to show that no mate can be set up
 * with the men of each. k is the square of the king to be mated, w that of the other king.
 *
 * Nothing but the king: a king gives no check (3.8, 3.9).
 *
 * Bishops of one colour c, against a king and any number of queens, rooks and bishops on c.
 *   The check comes from one bishop, along a diagonal through k and its neighbour m on it (two
 *   bishops of one colour cannot give check at once after a move: the one that uncovers the other
 *   moves parallel to the second diagonal through k). k is of colour c, so its orthogonal
 *   neighbours are not, and only the king on w attacks them. w is two files or two ranks from k,
 *   hence attacks at most one of them. Two of them are also orthogonal neighbours of m. The one
 *   that is not attacked by w must hold a man of the loser; on that colour it is a queen or rook.
 *   It is not pinned, since lines through k are attacked by nobody, and it takes on m or steps
 *   between on m. No mate.
 *
 * One knight, against a king and any number of queens.
 *   Only queens can take flights away. Take a mate with the fewest: each stands on a flight that
 *   neither w nor the knight attacks (any other queen can be taken off: it takes away nothing, and
 *   a line to the knight that it closes is a line on which it could take the knight itself). What
 *   is left is 64 x 64 x 64 positions; tests/verdict looks at all of them and finds no mate.
 */
#include "core/verdict/material.h"

#include "core/chess/bits.h"

#define MATERIAL_LIGHT UINT64_C(0x55aa55aa55aa55aa)

bool
material_never_mates(const struct position *position, enum color winner)
{
	const uint64_t *t = position->by_type;
	const uint64_t own = position->by_color[winner];
	const uint64_t enemy = position->by_color[color_other(winner)];
	const uint64_t bishops = t[BISHOP] & own;
	const uint64_t knights = t[KNIGHT] & own;

	if (((t[PAWN] | t[ROOK] | t[QUEEN]) & own) != 0)
		return false;
	if ((bishops | knights) == 0)
		return true;
	if ((enemy & t[PAWN]) != 0)
		return false;
	if (bishops == 0)
		return !bits_many(knights) && (enemy & ~t[KING] & ~t[QUEEN]) == 0;
	if (knights != 0 || (enemy & t[KNIGHT]) != 0)
		return false;
	return ((t[BISHOP] & MATERIAL_LIGHT) == 0 || (t[BISHOP] & ~MATERIAL_LIGHT) == 0);
}
