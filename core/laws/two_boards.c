/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A game on two boards, one of them a blind player's (D.1): what stands on the other one was read to the arbiter,
 * and is set against the record, the third witness (D.2.9).
 *
 * Where the boards parted is looked for from the end: the other board stands where the record stood, or it was given
 * another ply in place of one of the record's, and the plies after that one. Nobody is accused: which of
 * the two is right the score sheets say.
 */
#include <errno.h>
#include <string.h>

#include "core/chess/movegen.h"
#include "core/laws/laws_state.h"
#include "core/laws/said.h"

/* Boards that parted longer ago are found by nobody's single slip. */
#define BACK_MAX 40

struct parting {
	uint32_t ply; /* they stood alike after so many plies */
	uint16_t
		other; /* what was played on the other board then; MOVE_NONE: nothing, or not known */
	struct position common; /* after those plies */
};

static void
image_of(const struct position *position, struct image *ret_image)
{
	uint8_t squares[64];

	position_placement(position, squares);
	image_from(ret_image, squares, false);
}

/* Does the other board come of `other` in place of ply `index`, and the record's plies after it? */
static bool
leads_there(const struct game *game, uint32_t index, const struct position *before, uint16_t other,
            const struct image *image)
{
	struct position position;

	position_after(before, other, &position);
	for (uint32_t i = index + 1; i < game->n_plies; i++) {
		if (!movegen_is_legal(&position, game->plies[i].move))
			return false;
		position_after(&position, game->plies[i].move, &position);
	}
	return image_shows(image, &position, 0);
}

static bool
find_other(const struct game *game, uint32_t index, const struct image *image,
           struct parting *parting)
{
	struct move_list legal;

	movegen_legal(&parting->common, &legal);
	for (int i = 0; i < legal.count && parting->other == MOVE_NONE; i++)
		if (legal.moves[i] != game->plies[index].move &&
		    leads_there(game, index, &parting->common, legal.moves[i], image))
			parting->other = legal.moves[i];
	return parting->other != MOVE_NONE;
}

/* False: they never stood alike in the last BACK_MAX plies, as far as one slip explains it. */
static bool
find_parting(const struct game *game, const struct image *image, struct parting *ret_parting)
{
	const struct game_break *gap = game_last_break(game, game->n_plies);
	uint32_t first = gap ? gap->ply : 0;

	if (game->n_plies > first + BACK_MAX)
		first = game->n_plies - BACK_MAX;
	ret_parting->other = MOVE_NONE;
	for (uint32_t n = game->n_plies + 1; n-- > first;) {
		ret_parting->ply = n;
		game_position(game, n, &ret_parting->common);
		if (image_shows(image, &ret_parting->common, 0) ||
		    (n < game->n_plies && find_other(game, n, image, ret_parting)))
			return true;
	}
	return false;
}

int
laws_check_two_boards(const struct laws *laws, const struct position *other)
{
	struct image image;

	if (!laws_game_on(laws))
		return -ENOENT;
	image_of(other, &image);
	return image_shows(&image, &laws->game->now, 0) ? -EALREADY : 0;
}

int
said_two_boards(struct laws *laws, const struct position *other)
{
	int r = laws_check_two_boards(laws, other);
	struct parting parting;
	struct image image;
	struct alert alert;
	bool found;

	if (r < 0)
		return r;
	image_of(other, &image);
	found = find_parting(laws->game, &image, &parting);
	laws->beside.common = found ? parting.common : laws->game->now;
	alert_init(&alert, ALERT_TWO_BOARD_MISMATCH, laws->rules, &laws->beside.common);
	alert.after = &laws->game->now;
	alert.ply = laws->game->n_plies;
	alert.side = color_other((enum color)laws->game->now.side);
	alert.t_us = laws->now_us;
	alert.squares = image_difference(&image, &laws->game->now);
	alert.choice[0] = !found;
	if (found) {
		alert.plies[alert.n_plies++] = parting.ply;
		if (parting.ply < laws->game->n_plies)
			alert.moves[alert.n_moves++] = laws->game->plies[parting.ply].move;
		if (parting.other != MOVE_NONE)
			alert.moves[alert.n_moves++] = parting.other;
		/* To be set so again, should play be taken back to there. */
		laws_fill_clocks(laws, parting.ply, &alert);
	}
	laws_raise(laws, &alert);
	return 0;
}
