/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A promotion pressed for before the new piece stands on its square (4.7.3): it has to be fetched.
 */
#include "core/chess/bits.h"
#include "core/chess/movegen.h"
#include "core/laws/clock/clock_watch.h"
#include "core/laws/laws_state.h"
#include "core/laws/press/presses.h"

/* Was the pawn on `from` taken up by his turn's press, and is it all that differs, but for who stood where it goes? */
static bool
is_begun(const struct laws *laws, const struct laws_press *press, uint16_t move)
{
	const struct contacts *contacts = &laws->conduct.contacts;
	uint64_t squares = sq_bit(move_from(move)) | sq_bit(move_to(move));

	return (image_difference(&laws->image, &press->base) & ~squares) == 0 &&
	       (image_men(&laws->image) & squares) == 0 &&
	       contacts_came(contacts, press->turn_us, press->t_us + presses_seen_us(laws),
	                     move_from(move), EMPTY);
}

bool
promoted_awaits_piece(const struct laws *laws, const struct laws_press *press)
{
	struct move_list legal;

	if (laws->image.occupancy_only || press->base.side != press->side ||
	    press->shown_us > press->t_us || press->next_us != TIME_UNKNOWN ||
	    (press->base.by_type[PAWN] & press->base.by_color[press->side] &
	     ~image_men(&laws->image)) == 0)
		return false;
	movegen_legal(&press->base, &legal);
	for (int i = 0; i < legal.count; i++)
		if (move_promotion(legal.moves[i]) != NO_PIECE_TYPE &&
		    is_begun(laws, press, legal.moves[i]))
			return true;
	return false;
}

bool
promoted_came_late(const struct laws *laws, const struct laws_press *press, uint32_t index)
{
	const struct contacts *contacts = &laws->conduct.contacts;
	const struct game *game = laws->game;
	uint16_t move = index < game->n_plies ? game->plies[index].move : MOVE_NONE;
	uint64_t seen_us = press->t_us + presses_seen_us(laws);
	uint64_t late_us = press->t_us + PRESSES_BEFORE_US;
	uint8_t piece;

	if (move_promotion(move) == NO_PIECE_TYPE || game_ply_side(game, index) != press->side ||
	    press->shown_us > press->t_us || laws->image.occupancy_only ||
	    clock_is_put_back(press->t_us, press->next_us))
		return false;
	piece = piece_make(press->side, move_promotion(move));
	/* Who stands there as a pawn yet is not promoted (7.5.2): that is told. */
	return !contacts_stood(contacts, seen_us, move_to(move), piece_make(press->side, PAWN)) &&
	       contacts_came(contacts, press->turn_us, seen_us, move_from(move), EMPTY) &&
	       !contacts_came(contacts, press->turn_us, late_us, move_to(move), piece) &&
	       contacts_came(contacts, late_us, laws->now_us, move_to(move), piece);
}
