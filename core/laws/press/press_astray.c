/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An illegal move that stands on the board before any press: nothing is to be done about it yet (7.5.1, commentary).
 */
#include "core/laws/laws_state.h"

static bool
is_pressed_for(const struct laws *laws, const struct deed *deed)
{
	for (int i = 0; i < laws->presses.n_waiting; i++)
		if (presses_is_his(laws, deed, &laws->image, &laws->presses.waiting[i]))
			return true;
	return laws->restore.open;
}

/* A king in the centre may tell the result, the other one to follow (8.7). */
static bool
is_result(const struct deed *deed)
{
	int file = sq_file(deed->to), rank = sq_rank(deed->to);

	return piece_type(deed->piece) == KING && (file == 3 || file == 4) &&
	       (rank == 3 || rank == 4);
}

void
presses_astray(struct laws *laws)
{
	struct laws_presses *presses = &laws->presses;
	struct alert alert;
	struct deed deed;

	if (!laws_game_on(laws) || !laws->game)
		return;
	presses_deed(laws, &deed);
	if (!deed_is_illegal(&deed) || deed.begun || is_result(&deed) ||
	    is_pressed_for(laws, &deed) ||
	    (presses->told_from == deed.from && presses->told_to == deed.to &&
	     presses->told_ply == laws->game->n_plies))
		return;
	presses->told_from = deed.from;
	presses->told_to = deed.to;
	presses->told_ply = laws->game->n_plies;
	alert_init(&alert, ALERT_ILLEGAL_MOVE_ON_BOARD, laws->rules, &laws->game->now);
	alert.ply = laws->game->n_plies + 1;
	alert.side = deed_side(&deed);
	alert.t_us = laws->now_us;
	alert.since_us = laws->board_us;
	alert.squares = sq_bit(deed.from) | sq_bit(deed.to);
	alert.image = &laws->image;
	laws_raise(laws, &alert);
}
