/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * May a king who went two squares have castled, though the record has the right to it as lost, or the rook left behind? A part of
 * innocent.c.
 */
#include "core/chess/bits.h"
#include "core/chess/movegen.h"
#include "core/laws/press/innocent_inside.h"

bool
innocent_stands_castled(const struct position *base, const struct deed *deed)
{
	int rank = sq_rank(deed->from), from, to;

	deed_rook(base, deed, &from, &to);
	return from != SQ_NONE && deed->to == sq_make(from > deed->from ? 6 : 2, rank) &&
	       to == sq_make(from > deed->from ? 5 : 3, rank);
}

/* The rook with whom the king castled, by where he went; SQ_NONE: he did not. */
static int
castling_rook(const struct position *base, const struct deed *deed)
{
	uint64_t rooks = base->by_type[ROOK] & base->by_color[piece_color(deed->piece)] &
	                 UINT64_C(0xff) << (deed->from & ~7);

	if (piece_type(deed->piece) != KING || sq_rank(deed->from) != sq_rank(deed->to))
		return SQ_NONE;
	if (deed->kind == DEED_CASTLING)
		rooks &= deed->squares;
	else if (deed->to == deed->from + 2)
		rooks &= sq_bit(deed->from | 7);
	else if (deed->to + 2 == deed->from)
		rooks &= sq_bit(deed->from & ~7);
	else
		rooks = 0;
	return bits_count(rooks) == 1 ? bits_first(rooks) : SQ_NONE;
}

/* Did king or rook certainly move before, or begin without the right? */
static bool
is_right_surely_lost(const struct game *game, enum color side, int king, int rook)
{
	const uint8_t *rights = game->start.castling_rook[side];

	if (game->n_breaks == 0 && rights[CASTLE_KING_SIDE] != rook &&
	    rights[CASTLE_QUEEN_SIDE] != rook)
		return true;
	for (uint32_t i = 0; i < game->n_plies; i++) {
		const struct game_ply *ply = &game->plies[i];
		bool of_theirs = game_ply_side(game, i) == side &&
		                 (move_from(ply->move) == king || move_from(ply->move) == rook);

		if (of_theirs && !ply->doubtful && ply->completed_us != TIME_UNKNOWN)
			return true;
	}
	return false;
}

/* Has the king gone alone, and his rook not followed for as long as that may come behind the press (4.7.2)? */
static bool
has_left_rook(const struct laws *laws, const struct laws_press *press, const struct deed *deed,
              int rook)
{
	return deed->kind == DEED_ILLEGAL && press->side == piece_color(deed->piece) &&
	       laws->now_us >= press->t_us + PRESSES_LATE_US &&
	       presses_is_rook_home(laws, press, deed->from, rook);
}

bool
innocent_may_have_castled(const struct laws *laws, const struct laws_press *press,
                          const struct deed *deed)
{
	int rook = castling_rook(&press->base, deed);
	enum color side = piece_color(deed->piece);
	struct position other = press->base;

	if (rook == SQ_NONE || side != (enum color)other.side ||
	    (deed->kind == DEED_CASTLING && !innocent_stands_castled(&other, deed)) ||
	    has_left_rook(laws, press, deed, rook))
		return false;
	other.castling_rook[side][rook > deed->from ? CASTLE_KING_SIDE : CASTLE_QUEEN_SIDE] =
		(uint8_t)rook;
	return movegen_is_legal(&other, move_make(deed->from, rook, MOVE_CASTLING)) &&
	       !is_right_surely_lost(laws->game, side, deed->from, rook);
}

/* Did that break take a king of `side` two squares towards the rook on sq, who was left there? */
static bool
is_king_alone(const struct game_break *gap, enum color side, int sq)
{
	int aside = gap->to - gap->from;

	return gap->why == BREAK_ILLEGAL && gap->who == side &&
	       gap->piece == piece_make(side, KING) && (aside == 2 || aside == -2) &&
	       sq == (aside > 0 ? gap->from | 7 : gap->from & ~7);
}

int
innocent_castled_rook(const struct laws *laws, const struct laws_press *press,
                      const struct deed *deed)
{
	const struct game_break *gap = game_last_break(laws->game, press->n_plies);

	if (!gap || gap->ply + 1 != press->n_plies || press->own_us == 0 ||
	    deed->piece != piece_make(press->side, ROOK) ||
	    !is_king_alone(gap, press->side, deed->from) ||
	    laws->changed_us[deed->from] > evidence_told_us(laws, press->own_us))
		return SQ_NONE;
	return (gap->from + gap->to) / 2;
}
