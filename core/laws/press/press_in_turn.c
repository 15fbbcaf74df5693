/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whose man the record has made two plies of one, he has made a ply less; and his next one is out of turn by the record alone.
 */
#include "core/chess/movegen.h"
#include "core/laws/laws_state.h"

bool
evidence_may_be_in_turn(const struct laws *laws, uint32_t n_plies)
{
	const struct game *game = laws->game;
	const struct game_ply *first, *second;
	struct position before;
	uint16_t move;

	if (n_plies < 3 || n_plies > game->n_plies)
		return false;
	first = &game->plies[n_plies - 3];
	second = &game->plies[n_plies - 1];
	move = move_join(first->move, second->move);
	if (move == MOVE_NONE || first->completed_us == TIME_UNKNOWN)
		return false;
	game_position(game, n_plies - 3, &before);
	return movegen_is_legal(&before, move) &&
	       contacts_stood(
		       &laws->conduct.contacts, evidence_told_us(laws, first->completed_us),
		       move_to(move),
		       image_reading(&laws->image, position_piece_at(&before, move_from(move))));
}
