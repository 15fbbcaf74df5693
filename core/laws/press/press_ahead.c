/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Has the presser's opponent answered before there was anything to answer?
 *
 * Two plies are legal in the record's order, whichever was made first. But who moves while the other one has not touched his man
 * yet has moved out of turn (1.2, 1.3); and if the other one plays on over that and presses, nothing on the board tells of it any
 * more. The scan does: the one man stood where he went well before the other was read to leave his square and to come to another.
 */
#include "core/laws/laws_state.h"

/* A man is read to have left a round of the scan after he did, two over Bluetooth (dgt.md 1.4); who answers so quickly may have
 * seen him in the hand. */
#define AHEAD_US UINT64_C(1000000)

/* Where it is in doubt what was played. That the order is strange is no doubt of that kind. */
#define HIDDEN (PLY_DOUBT_RIVAL | PLY_DOUBT_UNSEEN | PLY_DOUBT_PASSING | PLY_DOUBT_BEHIND)

/* When did the men of that ply leave, and come? Read by one scan both are told at once, and nobody knows. */
static bool
is_told_in_order(const struct laws *laws, uint16_t move, uint64_t *ret_left_us,
                 uint64_t *ret_came_us)
{
	*ret_left_us = laws->changed_us[move_from(move)];
	*ret_came_us = laws->changed_us[move_target(move)];
	return *ret_left_us != *ret_came_us;
}

bool
evidence_is_ahead(const struct laws *laws, const struct laws_press *press, uint32_t index)
{
	const struct game *game = laws->game;
	const struct game_ply *answer = &game->plies[index + 1];
	uint64_t left_us, came_us, first_left_us, first_came_us, there_us;

	if (index == 0 || index + 2 != game->n_plies || answer->completed_us != TIME_UNKNOWN ||
	    ((answer->doubtful | answer[-1].doubtful) & HIDDEN) || laws->image.occupancy_only ||
	    !press->follows || press->exchanged || answer[-2].completed_us != press->turn_us ||
	    game_ply_side(game, index) != press->side ||
	    !image_shows(&laws->image, &game->now, laws->view.troubled))
		return false;
	if (!is_told_in_order(laws, game->plies[index].move, &left_us, &came_us) ||
	    !is_told_in_order(laws, answer->move, &first_left_us, &first_came_us))
		return false;
	/* One round of the scan may tell of him where he is before it tells that he has gone from where he was. */
	there_us = first_left_us > first_came_us ? first_left_us : first_came_us;
	return first_left_us > press->turn_us && first_came_us > press->turn_us &&
	       there_us + AHEAD_US < left_us && left_us < came_us;
}
