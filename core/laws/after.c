/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Moves on the board after the end (5.1.1, and the commentary to 7.5.1): they count for nothing, and the arbiter may want to
 * know that somebody plays on where a result was entered, at another table perhaps. The record takes no ply after
 * it, so it is the men who tell: one of them, or one of each side, stands elsewhere than at the end, and has for a while. A
 * man who goes back where he came from, or home, is tidied up, and kings in the centre say the result.
 */
#include "core/laws/laws_state.h"

#include "core/chess/bits.h"
#include "core/tracker/ends/sign.h"

/* Who puts up the men for the next game has put up another one meanwhile. */
#define STOOD_US UINT64_C(3000000)

/* Is it a result that was entered, or the board's own? Behind the kings' sign the men stand as they do anyway. */
static bool
has_ended(const struct laws *laws)
{
	const struct game *game = laws->game;

	return game && game->result != RESULT_NONE && game->end != END_SIGNED && !laws->link_lost &&
	       !laws->view.follows && laws->adjourned.stage == ADJOURN_NONE &&
	       !laws->image.occupancy_only;
}

/* Did that man come to sq by a move, and not to the place that is his, or the one where he stood before the end? */
static bool
is_played(const struct laws *laws, int sq, uint8_t man)
{
	bool is_king = piece_type(man) == KING;

	return position_piece_at(&laws->game->start, sq) != man &&
	       position_piece_at(&laws->before, sq) != man && !(is_king && sign_is_centre(sq));
}

/* Whose man has left a square and stands on `to`; EMPTY: none such. */
static uint8_t
who_came(const struct laws *laws, uint64_t left, int to)
{
	uint8_t man = image_at(&laws->image, to);

	while (left != 0)
		if (position_piece_at(&laws->now, bits_take(&left)) == man)
			return is_played(laws, to, man) ? man : EMPTY;
	return EMPTY;
}

/* One man, or one of each side, has gone elsewhere since the end; and nobody else. */
static bool
shows_moves(const struct laws *laws)
{
	uint64_t differs = image_difference(&laws->image, &laws->now);
	uint64_t left = 0, reached = 0, squares = differs;
	uint8_t men[2] = { EMPTY, EMPTY };
	int n = 0;

	if ((differs & laws->view.troubled) || bits_count(differs) > 4)
		return false;
	while (squares != 0) {
		int sq = bits_take(&squares);

		*(image_at(&laws->image, sq) == EMPTY ? &left : &reached) |= sq_bit(sq);
	}
	if (reached == 0 || bits_count(left) != bits_count(reached))
		return false;
	for (squares = reached; squares != 0; n++)
		if ((men[n] = who_came(laws, left, bits_take(&squares))) == EMPTY)
			return false;
	return n == 1 || piece_color(men[0]) != piece_color(men[1]);
}

uint64_t
after_due(const struct laws *laws)
{
	return laws->after_told || !has_ended(laws) || !shows_moves(laws)
	               ? LAWS_NO_DEADLINE
	               : laws->board_us + STOOD_US;
}

void
after_act(struct laws *laws)
{
	struct alert alert;

	laws->after_told = true;
	laws_alert(laws, &alert, ALERT_MOVE_AFTER_GAME_END);
	alert.ply = laws->game->n_plies + 1;
	alert.side = (enum color)laws->now.side;
	alert.t_us = laws->now_us;
	alert.since_us = laws->board_us;
	alert.image = &laws->image;
	alert.squares = image_difference(&laws->image, &laws->now);
	laws_raise(laws, &alert);
}

void
after_look(struct laws *laws)
{
	if (laws_game_on(laws))
		laws->after_told = false;
}
