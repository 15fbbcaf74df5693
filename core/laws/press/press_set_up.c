/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A person has corrected the record, and the men are put where it has them; or an illegal move has been put back.
 *
 * Until then what is done on the board is his doing, whoever's time runs: no turn begins before the board shows the record, and the
 * lever that gives the time to who is to move there is nobody's press for a move.
 */
#include "core/laws/laws_state.h"

/* Has nothing else been done since he spoke? */
bool
presses_is_set_up(const struct laws *laws)
{
	const struct laws_set_up *set_up = &laws->presses.set_up;
	uint64_t differs = image_difference(&laws->image, &laws->game->now) & ~laws->view.troubled;

	return set_up->said && set_up->n_plies == laws->game->n_plies &&
	       (differs & ~set_up->squares) == 0;
}

void
presses_set_up(struct laws *laws)
{
	struct laws_presses *presses = &laws->presses;
	const struct game *game = laws->game;

	presses->set_up = (struct laws_set_up){
		.said = true,
		.n_plies = game->n_plies,
		.squares = image_difference(&laws->image, &game->now),
		.done_us = laws->now_us,
	};
	presses->base = game->now;
	presses->rested_us = 0;
	presses->turn = laws->image;
}

void
presses_look_set_up(struct laws *laws)
{
	struct laws_presses *presses = &laws->presses;

	if (!presses->set_up.said)
		return;
	if (presses_is_set_up(laws)) {
		presses->turn = laws->image;
		/* Who has come where he belongs is not put there any more: whoever takes him up plays. */
		presses->set_up.squares &= image_difference(&laws->image, &laws->game->now);
	} else if (laws->game->n_plies != presses->set_up.n_plies) {
		presses->set_up.said = false;
	}
}

/* Stand the men as before the illegal move that was told, and has the opponent of who has to move again (7.5.1) pressed? The record may
 * have yet to follow. */
static bool
is_given_back(const struct laws *laws)
{
	const struct laws_restore *restore = &laws->restore;

	return restore->open && restore->back_us != 0 && restore->side != laws->view.press_side &&
	       restore->side == (enum color)restore->before.side &&
	       image_shows(&laws->image, &restore->before, laws->view.troubled);
}

bool
presses_is_handed_over(const struct laws *laws)
{
	return (laws->view.press_side != (enum color)laws->game->now.side &&
	        presses_is_set_up(laws)) ||
	       is_given_back(laws);
}

bool
presses_is_answered_for(const struct laws *laws)
{
	const struct laws_presses *presses = &laws->presses;
	uint64_t press_us = laws->view.press_us;

	return laws->view.presses == 0 || press_us <= laws->conduct.begun_us ||
	       press_us <= presses->set_up.done_us ||
	       (presses->started.right && press_us <= presses->started.t_us) ||
	       presses_find_ply(laws->game, press_us) < laws->game->n_plies;
}
