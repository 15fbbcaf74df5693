/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/explain/deed.h"

#include "core/chess/bits.h"
#include "core/chess/movegen.h"

/* What differs between position and picture. */
struct change {
	const struct position *before;
	const struct image *image;
	uint64_t emptied; /* squares that read empty now */
	uint64_t arrived; /* squares that read another man */
	uint64_t excused;
};

static uint64_t
occupied(const struct position *position)
{
	return position->by_color[WHITE] | position->by_color[BLACK];
}

static int
first_of(uint64_t squares)
{
	return squares ? __builtin_ctzll(squares) : SQ_NONE;
}

/* With it, the opponent may have lifted a man for his reply (1.3). */
static bool
shows_legal_ply(const struct change *change)
{
	struct move_list legal;

	movegen_legal(change->before, &legal);
	for (int i = 0; i < legal.count; i++) {
		struct position after;
		uint64_t left;

		position_after(change->before, legal.moves[i], &after);
		left = image_difference(change->image, &after) & ~change->excused;
		if (left == 0 || (bits_count(left) == 1 &&
		                  (left & change->emptied & after.by_color[after.side])))
			return true;
	}
	return false;
}

bool
deed_is_way(const struct position *position, int from, int to)
{
	enum color side = piece_color(position_piece_at(position, from));
	bool captures = position_piece_at(position, to) != EMPTY;
	int step = side == WHITE ? 8 : -8;
	uint64_t men = occupied(position);

	if (!(position->by_type[PAWN] & sq_bit(from)))
		return (position_attackers(position, to, side, men) & sq_bit(from)) != 0;
	if (captures || to == position->ep)
		return (position_attackers(position, to, side, men) & sq_bit(from)) != 0;
	if (to == from + step)
		return true;
	return to == from + 2 * step && sq_rank(from) == (side == WHITE ? 1 : 6) &&
	       !(men & sq_bit(from + step));
}

static enum deed_kind
kind_of(const struct change *change, const struct deed *deed)
{
	const struct position *before = change->before;
	enum color side = piece_color(deed->piece);

	if (deed->captured == piece_make(color_other(side), KING))
		return DEED_KING_TAKEN;
	if (side != (enum color)before->side)
		return DEED_WRONG_SIDE;
	if (image_at(change->image, deed->to) == deed->piece && piece_type(deed->piece) == PAWN &&
	    sq_is_last_rank(deed->to, side) &&
	    movegen_is_legal(before, move_make_promotion(deed->from, deed->to, QUEEN)))
		return DEED_UNPROMOTED;
	if (piece_type(deed->piece) == PAWN && deed->to == before->ep &&
	    movegen_is_legal(before, move_make(deed->from, deed->to, MOVE_EN_PASSANT)))
		return DEED_VICTIM_LEFT;
	if (deed->captured != EMPTY && piece_color(deed->captured) == side)
		return DEED_ILLEGAL;
	return deed_is_way(before, deed->from, deed->to) ? DEED_KING_LEFT : DEED_ILLEGAL;
}

/* Is it this man who stands on `to` now? A pawn may have been replaced there. */
static bool
is_carried(const struct change *change, int from, int to)
{
	uint8_t man = position_piece_at(change->before, from);
	uint8_t now = image_at(change->image, to);

	if (change->image->occupancy_only)
		return position_piece_at(change->before, to) == EMPTY;
	if (man == now)
		return true;
	return piece_type(man) == PAWN && sq_is_last_rank(to, piece_color(man)) &&
	       piece_color(man) == piece_color(now) && piece_type(now) != KING;
}

/* Whose man was carried to `to`, if one was? Where men are not known, it is one who has left his square: of the side to move, if
 * any of them has. */
static enum color
carrier(const struct change *change, int to)
{
	enum color side = (enum color)change->before->side;

	if (!change->image->occupancy_only)
		return piece_color(image_at(change->image, to));
	return change->emptied & change->before->by_color[side] ? side : color_other(side);
}

/* One man of one side was carried. A man of the opponent's in the air beside may be his reply begun. */
static bool
find_carried(const struct change *change, struct deed *deed)
{
	const struct position *before = change->before;
	int to = first_of(change->arrived);
	enum color side;
	uint64_t own, others;

	if (bits_count(change->arrived) != 1)
		return false;
	side = carrier(change, to);
	own = change->emptied & before->by_color[side];
	others = change->emptied & ~own;
	if (!own || !change->arrived || bits_count(own) != 1 ||
	    bits_count(others) > (side == (enum color)before->side) ||
	    (others & before->by_type[KING]) || !is_carried(change, first_of(own), to))
		return false; /* both kings away: they tell the result (8.7) */
	deed->from = (uint8_t)first_of(own);
	deed->to = (uint8_t)to;
	deed->piece = position_piece_at(before, deed->from);
	deed->captured = position_piece_at(before, to);
	deed->kind = kind_of(change, deed);
	return true;
}

/* A pawn went to the last rank and became what none may (3.7.5): a king, or a man of the other side who came from
 * nowhere. */
static bool
find_promoted_wrongly(const struct change *change, struct deed *deed)
{
	const struct position *before = change->before;
	enum color side = (enum color)before->side;
	int from = first_of(change->emptied), to = first_of(change->arrived);
	uint8_t man;

	if (change->image->occupancy_only || bits_count(change->emptied) != 1 ||
	    bits_count(change->arrived) != 1 ||
	    !movegen_is_legal(before, move_make_promotion(from, to, QUEEN)))
		return false;
	man = image_at(change->image, to);
	if (piece_color(man) == side && piece_type(man) != KING)
		return false;
	deed->kind = DEED_ILLEGAL;
	deed->from = (uint8_t)from;
	deed->to = (uint8_t)to;
	deed->piece = piece_make(side, PAWN);
	deed->captured = position_piece_at(before, to);
	return true;
}

/* King and a rook of the side to move stand elsewhere on their rank, and nobody else does. A man of the opponent's in the
 * air beside may be his reply begun. */
static bool
find_castling(const struct change *change, struct deed *deed)
{
	const struct position *before = change->before;
	enum color side = (enum color)before->side;
	int king = position_king(before, side);
	uint64_t others = change->emptied & before->by_color[color_other(side)];
	uint64_t left = (change->emptied | change->arrived) & occupied(before) & ~others;
	uint64_t now = change->image->by_color[side] & change->arrived;

	if (king == SQ_NONE || bits_count(left) != 2 || bits_count(others) > 1 ||
	    (others & before->by_type[KING]) || !(left & sq_bit(king)) ||
	    !(left & ~sq_bit(king) & before->by_type[ROOK] & before->by_color[side]) ||
	    now != change->arrived || bits_count(now) != 2 ||
	    bits_count(now & change->image->by_type[KING]) != 1 ||
	    bits_count(now & change->image->by_type[ROOK]) != 1 ||
	    ((left | now) & ~(UINT64_C(0xff) << (king & ~7))) != 0)
		return false;
	deed->kind = DEED_CASTLING;
	deed->from = (uint8_t)king;
	deed->to = (uint8_t)first_of(now & change->image->by_type[KING]);
	deed->piece = piece_make(side, KING);
	return true;
}

/* Has a legal ply begun: nothing differs but what it changes, and what has arrived belongs there? */
static bool
is_part_of(const struct change *change, uint16_t move)
{
	uint64_t squares = change->emptied | change->arrived;
	struct position after;
	struct image image;
	uint8_t placement[64];

	position_after(change->before, move, &after);
	position_placement(change->before, placement);
	image_from(&image, placement, false);
	return (squares & ~image_difference(&image, &after)) == 0 &&
	       (image_difference(change->image, &after) & change->arrived) == 0;
}

static bool
is_begun(const struct change *change)
{
	struct move_list legal;

	movegen_legal(change->before, &legal);
	for (int i = 0; i < legal.count; i++)
		if (is_part_of(change, legal.moves[i]))
			return true;
	return false;
}

/* One man lifted, two of different sides, or a ply under way. */
static bool
is_hand(const struct change *change)
{
	uint64_t white = change->emptied & change->before->by_color[WHITE];

	return (change->arrived == 0 &&
	        (bits_count(change->emptied) <= 1 ||
	         (bits_count(change->emptied) == 2 && bits_count(white) == 1))) ||
	       is_begun(change);
}

/* What differs between position and image; false: nothing. */
static bool
find_change(const struct position *before, const struct image *image, uint64_t excused,
            struct change *ret_change, struct deed *ret_deed)
{
	uint64_t squares = image_difference(image, before) & ~excused;
	uint64_t empty = ~image_men(image);

	*ret_change = (struct change){ .before = before,
		                       .image = image,
		                       .emptied = squares & empty,
		                       .arrived = squares & ~empty,
		                       .excused = excused };
	*ret_deed = (struct deed){ .kind = DEED_NONE, .squares = squares };
	return squares != 0;
}

static bool
is_deed(const struct change *change, struct deed *deed)
{
	return find_carried(change, deed) || find_castling(change, deed) ||
	       find_promoted_wrongly(change, deed);
}

bool
deed_find_carried(const struct position *before, const struct image *image, uint64_t excused,
                  struct deed *ret_deed)
{
	struct change change;

	return find_change(before, image, excused, &change, ret_deed) && is_deed(&change, ret_deed);
}

void
deed_find(const struct position *before, const struct image *image, uint64_t excused,
          struct deed *ret_deed)
{
	struct change change;

	if (!find_change(before, image, excused, &change, ret_deed))
		return;
	if (shows_legal_ply(&change)) {
		ret_deed->kind = DEED_LEGAL;
		return;
	}
	if (is_deed(&change, ret_deed)) {
		ret_deed->begun = is_begun(&change);
		return;
	}
	ret_deed->kind = is_hand(&change) ? DEED_HAND : DEED_MANY;
}

bool
deed_is_illegal(const struct deed *deed)
{
	return deed->kind >= DEED_ILLEGAL && deed->kind <= DEED_VICTIM_LEFT;
}

enum color
deed_side(const struct deed *deed)
{
	return piece_color(deed->piece);
}

/* Whoever stands there is gone; EMPTY: and nobody comes. */
static void
put(struct position *position, int sq, uint8_t piece)
{
	position_take_off(position, sq_bit(sq));
	if (piece != EMPTY)
		position_put(position, sq, piece);
}

/* Rights whose king or rook is not where he was are gone (3.8.2). */
static void
drop_rights(struct position *position, const struct position *before)
{
	for (int side = WHITE; side <= BLACK; side++)
		for (int wing = CASTLE_KING_SIDE; wing <= CASTLE_QUEEN_SIDE; wing++) {
			int rook = before->castling_rook[side][wing];
			uint8_t man = piece_make((enum color)side, ROOK);

			if (rook != SQ_NONE && (position_piece_at(position, rook) != man ||
			                        position_king(position, (enum color)side) !=
			                                position_king(before, (enum color)side)))
				position->castling_rook[side][wing] = SQ_NONE;
		}
}

void
deed_rook(const struct position *before, const struct deed *deed, int *ret_from, int *ret_to)
{
	uint64_t rooks =
		before->by_type[ROOK] & deed->squares & before->by_color[piece_color(deed->piece)];
	uint64_t others = before->by_color[color_other(piece_color(deed->piece))];
	uint64_t to = deed->squares & ~(rooks | sq_bit(deed->from) | sq_bit(deed->to) | others);

	*ret_from = first_of(rooks);
	*ret_to = to != 0 ? first_of(to) : deed->from;
}

/* The king is on his way: his square is free. */
static void
put_rook(struct position *position, const struct position *before, const struct deed *deed)
{
	int from, to;

	deed_rook(before, deed, &from, &to);
	if (from == SQ_NONE)
		return; /* *before is another position than the deed was seen in */
	put(position, from, EMPTY);
	put(position, to, piece_make(piece_color(deed->piece), ROOK));
}

void
deed_position(const struct position *before, const struct deed *deed, enum color mover,
              struct position *ret_after)
{
	*ret_after = *before;
	if (deed_is_illegal(deed)) {
		put(ret_after, deed->from, EMPTY);
		if (deed->kind == DEED_CASTLING)
			put_rook(ret_after, before, deed);
		put(ret_after, deed->to, deed->piece);
		drop_rights(ret_after, before);
		ret_after->halfmove = deed->captured != EMPTY || piece_type(deed->piece) == PAWN
		                              ? 0
		                              : (uint16_t)(before->halfmove + 1);
	}
	ret_after->ep = SQ_NONE;
	ret_after->side = (uint8_t)color_other(mover);
	ret_after->fullmove =
		(uint16_t)(before->fullmove + (mover == BLACK && before->side == BLACK));
	ret_after->key = position_key(ret_after);
}
