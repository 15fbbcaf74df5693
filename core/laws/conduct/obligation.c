/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/laws/conduct/obligation.h"

typedef bool (*move_filter)(const struct position *position, uint16_t move, int a, int b);

/* The square of the man a move takes, or SQ_NONE. */
static int
victim_square(const struct position *position, uint16_t move)
{
	int sq = move_victim(move);

	if (move_kind(move) == MOVE_CASTLING || position_piece_at(position, sq) == EMPTY)
		return SQ_NONE;
	return sq;
}

static bool
is_by(const struct position *position, uint16_t move, int sq, int unused)
{
	(void)position;
	(void)unused;
	return move_from(move) == sq;
}

static bool
takes(const struct position *position, uint16_t move, int sq, int unused)
{
	(void)unused;
	return victim_square(position, move) == sq;
}

static bool
is_by_and_takes(const struct position *position, uint16_t move, int own, int foe)
{
	return is_by(position, move, own, 0) && takes(position, move, foe, 0);
}

static bool
castles_with(const struct position *position, uint16_t move, int rook, int unused)
{
	(void)position;
	(void)unused;
	return move_kind(move) == MOVE_CASTLING && move_to(move) == rook;
}

static bool
is_by_not_castling_with(const struct position *position, uint16_t move, int sq, int rook)
{
	return is_by(position, move, sq, 0) && !castles_with(position, move, rook, 0);
}

/* Keep what passes; false, and nothing kept, when nothing does. */
static bool
pick(const struct position *position, move_filter passes, int a, int b, struct move_list *ret_moves)
{
	struct move_list legal;

	movegen_legal(position, &legal);
	ret_moves->count = 0;
	for (int i = 0; i < legal.count; i++)
		if (passes(position, legal.moves[i], a, b))
			ret_moves->moves[ret_moves->count++] = legal.moves[i];
	return ret_moves->count > 0;
}

void
obligation_moves_of(const struct position *position, int sq, struct move_list *ret_moves)
{
	pick(position, is_by, sq, 0, ret_moves);
}

uint16_t
obligation_castling(const struct position *position, int rook_sq)
{
	struct move_list moves;

	return pick(position, castles_with, rook_sq, 0, &moves) ? moves.moves[0] : MOVE_NONE;
}

bool
obligation_allows(const struct move_list *moves, uint16_t move)
{
	for (int i = 0; i < moves->count; i++)
		if (moves->moves[i] == move)
			return true;
	return false;
}

bool
obligation_can_take(const struct position *position, int sq)
{
	struct move_list moves;

	return pick(position, takes, sq, 0, &moves);
}

static bool
is_own(const struct position *position, int sq)
{
	return piece_color(position_piece_at(position, sq)) == (enum color)position->side;
}

/* The first touched man of a colour, or of those that can be moved, or taken; SQ_NONE: none. */
static int
first_of(const struct position *position, const struct touched *touched, bool own, bool able)
{
	struct move_list moves;

	for (size_t i = 0; i < touched->n; i++) {
		int sq = touched->sq[i];

		if (is_own(position, sq) == own &&
		    (!able || pick(position, own ? is_by : takes, sq, 0, &moves)))
			return sq;
	}
	return SQ_NONE;
}

static int
rank_of(const struct touched *touched, int sq)
{
	size_t i = 0;

	while (i < touched->n && touched->sq[i] != sq)
		i++;
	return (int)i;
}

/* Was own touched first, or could it have been (4.3.3)? */
static bool
own_comes_first(const struct touched *touched, int own, int foe)
{
	int at_own = rank_of(touched, own), at_foe = rank_of(touched, foe);

	return at_own < at_foe || (at_own == at_foe + 1 && touched->unclear[at_own]);
}

static bool
of_men(const struct position *position, const struct touched *touched, struct move_list *ret_moves)
{
	int own = first_of(position, touched, true, false);
	int foe = first_of(position, touched, false, false);

	/* The very first of each: one that cannot be moved is not passed over (4.3.3). */
	if (own != SQ_NONE && foe != SQ_NONE &&
	    pick(position, is_by_and_takes, own, foe, ret_moves))
		return true;
	own = first_of(position, touched, true, true);
	foe = first_of(position, touched, false, true);
	if (own == SQ_NONE && foe == SQ_NONE)
		return false;
	if (foe == SQ_NONE || (own != SQ_NONE && own_comes_first(touched, own, foe)))
		return pick(position, is_by, own, 0, ret_moves);
	return pick(position, takes, foe, 0, ret_moves);
}

/* King and rook were the first two: 4.4. */
static bool
of_castling(const struct position *position, int king, int rook, bool rook_first,
            struct move_list *ret_moves)
{
	if (rook_first)
		return pick(position, is_by, rook, 0, ret_moves) ||
		       pick(position, is_by_not_castling_with, king, rook, ret_moves);
	return pick(position, castles_with, rook, 0, ret_moves) ||
	       pick(position, is_by, king, 0, ret_moves);
}

/* Does anything bind him? *ret_moves: to what. */
static bool
is_bound(const struct position *position, const struct touched *touched,
         struct move_list *ret_moves)
{
	enum color side = (enum color)position->side;
	uint8_t king = piece_make(side, KING), rook = piece_make(side, ROOK);
	int first = touched->n > 0 ? touched->sq[0] : SQ_NONE;
	int second = touched->n > 1 ? touched->sq[1] : SQ_NONE;

	if (second == SQ_NONE)
		return of_men(position, touched, ret_moves);
	if (position_piece_at(position, first) == king &&
	    position_piece_at(position, second) == rook)
		return of_castling(position, first, second, false, ret_moves);
	if (position_piece_at(position, first) == rook &&
	    position_piece_at(position, second) == king)
		return of_castling(position, second, first, !touched->unclear[1], ret_moves);
	return of_men(position, touched, ret_moves);
}

void
obligation(const struct position *position, const struct touched *touched,
           struct move_list *ret_moves)
{
	if (!is_bound(position, touched, ret_moves))
		movegen_legal(position, ret_moves);
}
