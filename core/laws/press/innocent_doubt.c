/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Is a deed illegal however the squares and plies that are in doubt are taken? A part of innocent.c.
 */
#include "core/chess/attacks.h"
#include "core/chess/bits.h"
#include "core/chess/movegen.h"
#include "core/laws/press/innocent_inside.h"

/* The men on `squares` as they are read. */
static void
take_readings(const struct image *image, uint64_t squares, struct position *position)
{
	position_take_off(position, squares);
	for (int type = PAWN; type <= KING; type++)
		position->by_type[type] |= image->by_type[type] & squares;
	for (int side = WHITE; side <= BLACK; side++)
		position->by_color[side] |= image->by_color[side] & squares;
}

/* The man on an odd square may be one whom the record has beside it: he was read on two squares, and it is the
 * other one where he stands. Not where the ply that brought him cannot have led. */
static bool
is_legal_with_one_less(const struct position *position, uint64_t as_read,
                       const struct innocent_doubt *doubt)
{
	const struct deed *deed = doubt->deed;

	while (as_read != 0) {
		int sq = bits_take(&as_read);
		uint8_t man = position_piece_at(position, sq);
		uint64_t others;

		if (man == EMPTY)
			continue;
		others = position->by_type[piece_type(man)] & position->by_color[piece_color(man)] &
		         attacks_king[sq] & ~sq_bit(deed->from);
		if (doubt->not_his & sq_bit(sq))
			others &= ~doubt->last;
		while (others != 0) {
			struct position other = *position;

			position_take_off(&other, sq_bit(bits_take(&others)));
			if (innocent_is_legal(&other, deed))
				return true;
		}
	}
	return false;
}

/* A king who has come to that square has not the right to castle any more. */
static void
put_hidden(struct position *position, int sq, uint8_t man)
{
	innocent_put(position, sq, man);
	if (piece_type(man) == KING)
		position->castling_rook[piece_color(man)][CASTLE_KING_SIDE] =
			position->castling_rook[piece_color(man)][CASTLE_QUEEN_SIDE] = SQ_NONE;
}

/* He who stands on one of the squares of `gone` by the record was carried on, unseen, to where nobody is read. A king is
 * somewhere; that of who is to be accused anywhere, if the ply that brought him there is in doubt. */
static bool
is_legal_with_one_hidden(const struct position *position, const struct innocent_doubt *doubt,
                         uint64_t gone)
{
	while (gone != 0) {
		uint8_t man = position_piece_at(doubt->base, bits_take(&gone));
		bool anywhere = doubt->king_doubted && man == piece_make(doubt->press->side, KING);
		uint64_t hidden = (anywhere ? ~UINT64_C(0) : doubt->blind) &
		                  ~(position->by_color[WHITE] | position->by_color[BLACK] |
		                    sq_bit(doubt->deed->to));

		while (hidden != 0 && man != EMPTY) {
			struct position other = *position;

			put_hidden(&other, bits_take(&hidden), man);
			if (innocent_is_legal(&other, doubt->deed))
				return true;
		}
	}
	return false;
}

/* From the base, the squares of as_read as they read when the turn began, those of `empty` without men, the others as in
 * the record. What cannot stand so does not. */
static bool
is_legal_as(const struct innocent_doubt *doubt, uint64_t as_read, uint64_t empty)
{
	struct position other = *doubt->base;

	take_readings(&doubt->press->turn, as_read, &other);
	position_take_off(&other, empty);
	return innocent_is_legal(&other, doubt->deed) ||
	       is_legal_with_one_less(&other, as_read, doubt) ||
	       is_legal_with_one_hidden(&other, doubt, as_read | empty);
}

bool
innocent_is_illegal_anyway(const struct innocent_doubt *doubt, uint64_t odd)
{
	uint64_t unlike = odd, as_read;

	/* All sets of odd squares, and for each all sets of the others. */
	for (;; unlike = (unlike - 1) & odd) {
		for (as_read = unlike;; as_read = (as_read - 1) & unlike) {
			if (is_legal_as(doubt, as_read, unlike & ~as_read))
				return false;
			if (as_read == 0)
				break;
		}
		if (unlike == 0)
			return true;
	}
}

/* --- plies that may not have been ----------------------------------------------------------------------------------- */

/* So many of the last plies; what is wrong with those before would have shown. */
#define UNDONE_PLIES 16

/* *position with ply `index` taken out of it: its man where he came from, and whom he took where he stood. False: that
 * cannot be, others have been on these squares since. */
static bool
take_out(const struct game *game, uint32_t index, struct position *position)
{
	uint16_t move = game->plies[index].move;
	int from = move_from(move), to = move_to(move);
	struct position before;
	uint8_t man;

	game_position(game, index, &before);
	man = position_piece_at(&before, from);
	if (move_kind(move) != MOVE_NORMAL || position_piece_at(position, to) != man ||
	    position_piece_at(position, from) != EMPTY)
		return false;
	position_take_off(position, sq_bit(to));
	innocent_put(position, to, position_piece_at(&before, to));
	innocent_put(position, from, man);
	return true;
}

/* Was ply `index`, in doubt, a rook's half of castling, and nobody saw the king's? */
static bool
may_be_half_castled(const struct game *game, uint32_t index)
{
	uint16_t move = game->plies[index].move;
	struct position before;
	struct move_list legal;

	if (!game->plies[index].doubtful)
		return false;
	game_position(game, index, &before);
	movegen_legal(&before, &legal);
	for (int i = 0; i < legal.count; i++)
		if (move_is_half_of(move, legal.moves[i]))
			return true;
	return false;
}

bool
innocent_is_king_doubted(const struct game *game, const struct laws_press *press)
{
	int king = position_king(&press->base, press->side);
	bool is_read = image_at(&press->turn, king) != EMPTY;

	for (uint32_t i = press->n_plies < game->n_plies ? press->n_plies : game->n_plies; i > 0;
	     i--) {
		if (game_ply_side(game, i - 1) != press->side)
			continue;
		if (move_target(game->plies[i - 1].move) == king)
			return game->plies[i - 1].doubtful != 0;
		if (!is_read && may_be_half_castled(game, i - 1))
			return true;
	}
	return false;
}

/* May the man of a doubtful ply stand on sq, which is not believed? It goes on reading him, or reads nobody. */
static bool
may_stand_on(const struct innocent_doubt *doubt, int sq, uint8_t man)
{
	uint8_t reads = image_at(&doubt->press->turn, sq);

	return reads == image_reading(&doubt->press->turn, man) ||
	       (reads == EMPTY && (doubt->blind & sq_bit(sq)));
}

/* Where else its man may have gone: a square of `odd`, so that the ply's own square reads him wrongly. *position is without the
 * ply. */
static bool
is_legal_with_ply_elsewhere(const struct game *game, uint32_t index,
                            const struct position *position, const struct innocent_doubt *doubt,
                            uint64_t odd)
{
	uint16_t move = game->plies[index].move;
	uint8_t man = position_piece_at(position, move_from(move));
	struct position before;

	game_position(game, index, &before);
	for (uint64_t to = odd; to != 0;) {
		int sq = bits_take(&to);
		struct position other = *position;
		const struct innocent_doubt there = { .base = &other,
			                              .press = doubt->press,
			                              .deed = doubt->deed,
			                              .blind = doubt->blind,
			                              .king_doubted = doubt->king_doubted };

		if (!may_stand_on(doubt, sq, man) ||
		    !movegen_is_legal(&before, move_make(move_from(move), sq, MOVE_NORMAL)))
			continue;
		position_take_off(&other, sq_bit(move_from(move)) | sq_bit(sq));
		innocent_put(&other, sq, man);
		if (!innocent_is_illegal_anyway(&there, odd & ~sq_bit(sq)))
			return true;
	}
	return false;
}

bool
innocent_is_legal_without_a_ply(const struct laws *laws, const struct laws_press *press,
                                const struct deed *deed, uint64_t odd)
{
	const struct game *game = laws->game;
	uint32_t n_plies = press->n_plies < game->n_plies ? press->n_plies : game->n_plies;

	for (uint32_t i = n_plies; i > 0 && i + UNDONE_PLIES > n_plies; i--) {
		uint8_t doubtful = game->plies[i - 1].doubtful;
		struct position other = press->base;
		const struct innocent_doubt doubt = { .base = &other,
			                              .press = press,
			                              .deed = deed,
			                              .blind = innocent_blind(laws, deed),
			                              .king_doubted = innocent_is_king_doubted(
							      game, press) };

		if (doubtful == 0 || doubtful == PLY_DOUBT_PASSING ||
		    !take_out(game, i - 1, &other))
			continue;
		if (((evidence_ply_squares(game, i - 1) & odd) &&
		     !innocent_is_illegal_anyway(&doubt, odd)) ||
		    is_legal_with_ply_elsewhere(game, i - 1, &other, &doubt, odd))
			return true;
	}
	return false;
}
