/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * More was done before a press than the ply that the record has for it.
 *
 * The record takes a legal ply as soon as it sees one: a rook beside his king, a man on his way, or the first of two men whom a
 * player moves before he presses. What he presses for is all that he did. Together with another man of his it may be a castling
 * that is not legal (3.8.2), or a second move before the opponent's (1.2); or the man went on to where he may not go.
 */
#include "core/chess/attacks.h"
#include "core/chess/bits.h"
#include "core/laws/laws_state.h"

/* Squares that were the same two pictures ago are no doing of this turn. */
static bool
are_changed_since(const struct laws *laws, const struct deed *deed, uint64_t since_us)
{
	return laws->changed_us[deed->from] > since_us && laws->changed_us[deed->to] > since_us;
}

/* Was the rook read where castling takes him, though he stands elsewhere? Then he was taken on from there, by whomsoever. */
static bool
was_castled(const struct laws *laws, const struct laws_press *press, const struct deed *deed)
{
	uint8_t rook = piece_make(piece_color(deed->piece), ROOK);
	int from, to, castled;

	deed_rook(&press->base, deed, &from, &to);
	castled = sq_make(from > deed->from ? 5 : 3, sq_rank(deed->from));
	return to != castled && contacts_came(&laws->conduct.contacts, press->turn_us,
	                                      press->t_us + presses_seen_us(laws), castled, rook);
}

/* Had the king been read where he is said to come from by the time of that picture? If not, it is older than what the board tells
 * of the ply that took him there, which the record has already. */
static bool
was_king_read(const struct laws *laws, const struct laws_press *press, const struct image *image,
              const struct deed *deed)
{
	uint64_t until_us = image == &laws->image ? laws->now_us : press->seen_us;
	uint8_t king = image_reading(image, deed->piece);

	return image_at(&press->turn, deed->from) == king ||
	       contacts_came(&laws->conduct.contacts, 0, until_us, deed->from, king) ||
	       evidence_was_lifted_early(laws, press, deed->from);
}

/* From what the turn began with: a castling that is not legal, of which the record's ply is a part. Where its own man stands
 * elsewhere the opponent may have carried him on. */
static bool
find_whole(const struct laws *laws, struct laws_press *whole, const struct image *image,
           struct deed *ret_deed)
{
	deed_find(&whole->base, image, evidence_odd_squares(laws, whole), ret_deed);
	return ret_deed->kind == DEED_CASTLING && deed_side(ret_deed) == whole->side &&
	       was_king_read(laws, whole, image, ret_deed) && !was_castled(laws, whole, ret_deed) &&
	       evidence_is_sure(laws, whole, image, ret_deed);
}

/* A hand that has put its man down is gone within a second. */
#define LEAVING_US UINT64_C(1000000)

/* Was the other man not moved, but pushed by the hand that made the ply (7.4)? He has gone where none of his kind goes; or
 * he stood beside that ply's squares and has come no further than the next one, while the hand came or left. */
static bool
is_brushed(const struct laws *laws, const struct position *before, uint16_t move,
           const struct deed *deed)
{
	uint64_t put_us = laws->changed_us[move_target(move)], beside = attacks_king[deed->from];

	if (!deed_is_way(before, deed->from, deed->to))
		return true;
	return (beside & sq_bit(deed->to)) != 0 &&
	       (beside & (sq_bit(move_from(move)) | sq_bit(move_target(move)))) != 0 &&
	       laws->changed_us[deed->from] < put_us + LEAVING_US;
}

/* Was one of the two knocked over before (7.4)? He may only have been put up where he does not belong. */
static bool
is_put_up(const struct laws *laws, uint32_t index, const struct deed *deed)
{
	return displaced_lies(laws, deed->from) ||
	       displaced_fell(laws, index + 1, move_from(laws->game->plies[index].move));
}

/* Had the man left his square when the clock was pressed? Who has come there since may be the opponent's. */
static bool
was_taken_up(const struct laws *laws, const struct laws_press *press, const struct deed *deed)
{
	return laws->changed_us[deed->from] <= press->t_us ||
	       (image_at(&laws->image, deed->from) != EMPTY &&
	        contacts_came(&laws->conduct.contacts, press->turn_us, press->t_us, deed->from,
	                      EMPTY));
}

/* Behind the record's ply he carried another man of his. That he stood there before is read from the turn's beginning, as for
 * any other deed. */
static bool
find_second(const struct laws *laws, const struct laws_press *first, struct laws_press *second,
            const struct image *image, struct deed *ret_deed)
{
	const struct game_ply *ply = &laws->game->plies[first->n_plies];
	uint64_t odd = evidence_odd_squares(laws, first);
	uint8_t stood;

	position_after(&first->base, ply->move, &second->base);
	deed_find(&second->base, image, 0, ret_deed);
	/* Whom he takes up after the press he moves in the opponent's time, and has not pressed for. */
	if (ret_deed->kind != DEED_WRONG_SIDE || deed_side(ret_deed) != second->side ||
	    !was_taken_up(laws, first, ret_deed) || ret_deed->from == move_target(ply->move) ||
	    (ply->doubtful & ~PLY_DOUBT_BEHIND) != 0 || odd != 0 ||
	    is_put_up(laws, first->n_plies, ret_deed) ||
	    evidence_may_be_in_turn(laws, first->n_plies + 1) ||
	    is_brushed(laws, &second->base, ply->move, ret_deed))
		return false;
	stood = position_piece_at(&first->base, ret_deed->to);
	return evidence_was_read(laws, first, ret_deed->from, ret_deed->piece) &&
	       evidence_was_read(laws, first, ret_deed->to, stood) &&
	       evidence_is_turn_sure(laws, first, image);
}

/* Did the man come to be read on sq in this turn only when he was on `other` already? Then he was read on two squares. */
static bool
came_after(const struct laws *laws, const struct laws_press *first, int sq, int other, uint8_t man)
{
	const struct contacts *contacts = &laws->conduct.contacts;

	for (size_t n = contacts_after(contacts, first->turn_us); n < contacts->n; n++) {
		const struct contact *contact = contacts_at(contacts, n);

		if (contact->after == man && (contact->sq == sq || contact->sq == other))
			return contact->sq == other;
	}
	return false;
}

/* Was the deed's man put where he is read by the hand that has pressed, which let go of him before? He is read there so soon
 * that no other hand can have brought him. Or he is by the time the board tells of what was pressed for, and nothing else has
 * changed, nor has the opponent pressed: who takes a man of the other side on does that for a move of his own, and whose man is
 * gone from another square has perhaps played him, and lost him, before the clock was asked again. But where he comes to
 * the square beside the one where he was read before, somebody may have pushed him over its edge. */
static bool
was_put_there(const struct laws *laws, const struct laws_press *first, const struct image *image,
              const struct deed *deed, uint16_t move)
{
	const struct contacts *contacts = &laws->conduct.contacts;
	uint8_t man = image_at(image, deed->to);
	uint64_t others =
		~(sq_bit(deed->from) | sq_bit(deed->to) | evidence_odd_squares(laws, first));

	if (contacts_came(contacts, first->turn_us, first->t_us + PRESSES_OTHER_HAND_US, deed->to,
	                  man))
		return true;
	return first->next_us == TIME_UNKNOWN &&
	       (image_difference(image, &first->base) & others) == 0 &&
	       !(attacks_king[move_to(move)] & sq_bit(deed->to)) &&
	       contacts_came(contacts, first->turn_us, first->t_us + presses_seen_us(laws),
	                     deed->to, man);
}

/* A king who went by the square beside him to where castling takes him: the rook may follow yet (4.7.2). */
static bool
may_follow(const struct laws *laws, const struct laws_press *first, const struct deed *deed)
{
	return deed->begun && laws->now_us < first->shown_us + PRESSES_LATE_US;
}

/* The record's ply took its man to a square where the hand did not leave him: he is read on another one, where no ply takes him,
 * and on the first no more. */
static bool
find_further(const struct laws *laws, const struct laws_press *first, const struct image *image,
             struct deed *ret_deed)
{
	uint16_t move = laws->game->plies[first->n_plies].move;

	evidence_deed(laws, first, image, ret_deed);
	return (ret_deed->kind == DEED_ILLEGAL || ret_deed->kind == DEED_KING_LEFT) &&
	       (!ret_deed->begun || piece_type(ret_deed->piece) == KING) &&
	       move_kind(move) == MOVE_NORMAL && ret_deed->from == move_from(move) &&
	       ret_deed->to != move_to(move) && !(image_men(image) & sq_bit(move_to(move))) &&
	       !came_after(laws, first, move_to(move), ret_deed->to,
	                   image_at(image, ret_deed->to)) &&
	       was_put_there(laws, first, image, ret_deed, move) &&
	       (may_follow(laws, first, ret_deed) ||
	        evidence_is_sure(laws, first, image, ret_deed));
}

bool
evidence_of_more(const struct laws *laws, const struct laws_press *press, uint32_t index,
                 const struct image *image, struct laws_press *ret_press, struct deed *ret_deed)
{
	struct laws_press first = *press;

	if (index >= laws->game->n_plies || image->occupancy_only)
		return false;
	game_position(laws->game, index, &first.base);
	if (first.base.side != first.side)
		return false;
	first.n_plies = index;
	first.last_move = index > 0 ? laws->game->plies[index - 1].move : MOVE_NONE;
	evidence_note_turn(laws, &first);
	*ret_press = first;
	if (find_whole(laws, ret_press, image, ret_deed) ||
	    find_further(laws, &first, image, ret_deed))
		return are_changed_since(laws, ret_deed, press->turn_us);
	if (!find_second(laws, &first, ret_press, image, ret_deed))
		return false;
	ret_press->n_plies = index + 1;
	return are_changed_since(laws, ret_deed, press->turn_us);
}
