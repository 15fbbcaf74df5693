/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The record has made two plies of the opponent's one, so that the presser's may stand legally between them.
 *
 * Who goes on from a square before a scan comes by is not read there; so the record may say of a man that he went by a square
 * that nobody read, was answered, and went on to where he stands. But he was read there no later than what his player had
 * pressed for is read; and that player has not pressed again. One ply brought him there, and his player's press was for
 * it; after it the presser's ply is another one, and may be illegal: a king left in check.
 */
#include "core/chess/movegen.h"
#include "core/laws/laws_state.h"

/* The hand that has pressed the clock needs so long to take a man to the next square: to reach for him over half a board, to
 * grasp and to carry him (9, and 2 inches: 8.3 + 2.0 + 4.6 TMU for hands as in hands.h, half as quick again), not to speak of
 * what its opponent does meanwhile; and a report is on its way for some hundredths of a second. */
#define WAY_BACK_US UINT64_C(380000)

/* The opponent's ply in one: from where the first half of it began to where the second one ends. */
static uint16_t
joined(const struct game_ply *first, const struct game_ply *second)
{
	return move_kind(first->move) == MOVE_NORMAL && move_kind(second->move) == MOVE_NORMAL &&
	                       move_to(first->move) == move_from(second->move)
	               ? move_make(move_from(first->move), move_to(second->move), MOVE_NORMAL)
	               : MOVE_NONE;
}

/* Are the plies before the presser's, `index`, and behind it halves of that kind: the one pressed for when his turn began, the
 * other not pressed for? */
static bool
are_halves(const struct laws *laws, const struct laws_press *press, uint32_t index)
{
	const struct game *game = laws->game;
	const struct game_ply *plies = game->plies;

	return index > 0 && index + 2 == game->n_plies &&
	       game_ply_side(game, index) == press->side &&
	       plies[index - 1].completed_us == press->turn_us &&
	       plies[index + 1].completed_us == TIME_UNKNOWN &&
	       joined(&plies[index - 1], &plies[index + 1]) != MOVE_NONE;
}

/* Was the man read where the second half ends as soon as what was pressed for is? And was he not read between, or is there no
 * time for two plies from his player's press on? */
static bool
is_read_as_one(const struct laws *laws, const struct laws_press *press, const struct image *image,
               uint16_t move, int between)
{
	int to = move_to(move);
	uint8_t man = image_reading(image, position_piece_at(&press->base, to));

	return image_at(image, to) == man && evidence_was_read(laws, press, to, man) &&
	       (!evidence_was_read(laws, press, between, man) ||
	        contacts_came(&laws->conduct.contacts, press->turn_us, press->turn_us + WAY_BACK_US,
	                      to, man));
}

bool
evidence_of_split(const struct laws *laws, const struct laws_press *press,
                  const struct image *image, struct laws_press *ret_press, struct deed *ret_deed)
{
	const struct game *game = laws->game;
	uint32_t index = presses_find_ply(game, press->t_us);
	struct position before;
	uint16_t move;

	if (index >= game->n_plies || image->occupancy_only || !are_halves(laws, press, index))
		return false;
	move = joined(&game->plies[index - 1], &game->plies[index + 1]);
	game_position(game, index - 1, &before);
	if (!movegen_is_legal(&before, move))
		return false;
	*ret_press = *press;
	position_after(&before, move, &ret_press->base);
	ret_press->n_plies = index;
	ret_press->last_move = move;
	ret_press->confirmed = sq_bit(move_from(move)) | sq_bit(move_to(move)) |
	                       sq_bit(move_to(game->plies[index - 1].move));
	evidence_note_turn(laws, ret_press);
	evidence_deed(laws, ret_press, image, ret_deed);
	return deed_is_illegal(ret_deed) && deed_side(ret_deed) == press->side &&
	       ret_deed->from == move_from(game->plies[index].move) &&
	       is_read_as_one(laws, ret_press, image, move, move_to(game->plies[index - 1].move)) &&
	       evidence_is_sure(laws, ret_press, image, ret_deed);
}
