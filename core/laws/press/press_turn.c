/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * With which ply did the presser's turn begin, if the record lacks it, or has another one in its place?
 *
 * The record takes a ply when legal ones explain all that the board shows. Where the presser did what none explains before the board
 * had told of the ply that he answers, it takes neither, or has its man where he was read on his way. But the board has told of
 * both: the opponent's man left the one square and came to the other as soon as it tells of what was pressed for then. Between
 * the presser's two presses there is one ply, and it is that one; what he did is illegal or not by what it led to.
 */
#include "core/chess/movegen.h"
#include "core/laws/laws_state.h"

/* How many plies the record begins with until the one that the presser pressed for before, which the opponent's press followed. 0: it
 * does not end with that, or with one more. */
static uint32_t
plies_until_own(const struct laws *laws, const struct laws_press *press)
{
	const struct game *game = laws->game;
	uint32_t own = presses_find_ply(game, press->own_us);

	if (!press->follows || press->exchanged || press->own_us == 0 || press->behind_illegal ||
	    own >= game->n_plies || own + 2 < game->n_plies ||
	    game_ply_side(game, own) != press->side)
		return 0;
	return own + 1;
}

/* Has the board told that the man left, and where he came, no later than it may of what the opponent pressed for? */
static bool
is_told_in_time(const struct laws *laws, const struct laws_press *press, uint16_t move)
{
	int to = move_target(move);
	uint8_t man = position_piece_at(&press->base, to);

	return evidence_was_read(laws, press, move_from(move), EMPTY) &&
	       evidence_was_read(laws, press, to, image_reading(&press->turn, man));
}

/* The press, if his turn began with that ply, from *before. */
static void
begin_with(const struct laws_press *press, const struct position *before, uint32_t n_plies,
           uint16_t move, struct laws_press *ret_press)
{
	*ret_press = *press;
	position_after(before, move, &ret_press->base);
	ret_press->n_plies = n_plies + 1;
	ret_press->last_move = move;
	ret_press->turn_known = true;
	ret_press->confirmed |= position_difference(before, &ret_press->base);
}

bool
evidence_of_turn(const struct laws *laws, const struct laws_press *press, const struct image *image,
                 struct laws_press *ret_press, struct deed *ret_deed)
{
	uint32_t n = plies_until_own(laws, press);
	struct position before;
	struct move_list legal;
	int found = 0;

	if (n == 0 || image->occupancy_only)
		return false;
	game_position(laws->game, n, &before);
	movegen_legal(&before, &legal);
	for (int i = 0; i < legal.count; i++) {
		struct laws_press other;
		struct deed deed;

		begin_with(press, &before, n, legal.moves[i], &other);
		deed_find(&other.base, image, evidence_odd_squares(laws, &other), &deed);
		if (deed.kind == DEED_NONE || deed.kind == DEED_LEGAL)
			return false; /* and the record will find that */
		if (!deed_is_illegal(&deed) || deed.begun ||
		    !is_told_in_time(laws, &other, legal.moves[i]) ||
		    !presses_is_his(laws, &deed, image, &other))
			continue;
		*ret_press = other;
		*ret_deed = deed;
		found++;
	}
	return found == 1 && evidence_against_record(laws, ret_press, image, ret_deed);
}
