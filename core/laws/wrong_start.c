/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A wrong initial position in rapid and blitz without adequate supervision: once both have completed ten moves nobody
 * can claim on it any more, and whose king or rook was misplaced may not castle with it (A.4.1.2).
 *
 * Where two men were exchanged, the record began with the right position and does not believe their squares. As long
 * as they stand there they can be named, and the position from which to record on.
 */
#include "core/chess/bits.h"
#include "core/laws/laws_state.h"

/* Have both completed the moves after which it stands? */
static bool
is_too_late(const struct laws *laws)
{
	int32_t moves = laws->rules->value[RULE_SETTING_STANDS];
	uint32_t plies = 2 * (uint32_t)moves;

	return moves != RULE_NONE && laws->game->n_plies >= plies &&
	       laws->game->plies[plies - 1].state == PLY_COMPLETED;
}

/* Squares that read another man than the record has there, and have done so since before the first ply. */
static uint64_t
wrong_since_start(const struct laws *laws)
{
	uint64_t differing = image_difference(&laws->image, &laws->now), wrong = 0;

	for (; differing != 0; differing &= differing - 1) {
		int sq = __builtin_ctzll(differing);

		if (laws->changed_us[sq] < laws->game->plies[0].made_us)
			wrong |= sq_bit(sq);
	}
	return wrong;
}

/* Do the same men stand on these squares as the record has there, in other places? A failing sensor shows one of
 * them less. */
static bool
are_exchanged(const struct laws *laws, uint64_t squares)
{
	for (int side = WHITE; side <= BLACK; side++)
		for (int type = PAWN; type <= KING; type++)
			if (bits_count(laws->image.by_type[type] & laws->image.by_color[side] &
			               squares) != bits_count(laws->now.by_type[type] &
			                                      laws->now.by_color[side] & squares))
				return false;
	return squares != 0;
}

/* With the men of `squares` as they are read, and no castling with one of them. */
static void
position_as_it_stands(const struct laws *laws, uint64_t squares, struct position *ret_position)
{
	*ret_position = laws->now;
	for (int type = PAWN; type <= KING; type++)
		ret_position->by_type[type] = (laws->now.by_type[type] & ~squares) |
		                              (laws->image.by_type[type] & squares);
	for (int side = WHITE; side <= BLACK; side++) {
		ret_position->by_color[side] = (laws->now.by_color[side] & ~squares) |
		                               (laws->image.by_color[side] & squares);
		for (int i = 0; i < 2; i++) {
			uint8_t *rook = &ret_position->castling_rook[side][i];
			uint64_t both = sq_bit(position_king(&laws->now, (enum color)side));

			if (*rook != SQ_NONE && ((both | sq_bit(*rook)) & squares))
				*rook = SQ_NONE;
		}
	}
	ret_position->key = position_key(ret_position);
}

void
wrong_start_judge(struct laws *laws)
{
	struct position position;
	struct alert alert;
	uint64_t squares;

	if (laws->start_stands_told || !laws_game_on(laws) || laws->image.occupancy_only ||
	    laws->game->n_breaks > 0 || !is_too_late(laws))
		return;
	squares = wrong_since_start(laws);
	if (!are_exchanged(laws, squares))
		return;
	laws->start_stands_told = true;
	log_expire_kind(laws, ALERT_INITIAL_POSITION_INCORRECT);
	position_as_it_stands(laws, squares, &position);
	laws_alert(laws, &alert, ALERT_INITIAL_POSITION_INCORRECT);
	alert.t_us = alert.since_us = laws->now_us;
	alert.choice[0] = 2;
	alert.squares = squares;
	alert.image = &laws->image;
	alert.before = &laws->now;
	alert.after = &position;
	laws_raise(laws, &alert);
}
