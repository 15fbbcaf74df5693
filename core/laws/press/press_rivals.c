/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which ply may a doubtful one of the last two have been, other than what the record has?
 *
 * Nobody saw a man arrive, and one square fails: the record has him where he would go best. Whichever legal ply it was, what is
 * done behind it may be illegal all the same. So all of them are asked that fit the picture as well: those after which at most
 * one square fails that had not failed before, for what fails for the first time fails alone, and which lead on to what the
 * record has next.
 */
#include "core/chess/bits.h"
#include "core/chess/movegen.h"
#include "core/laws/laws_state.h"

/* Of what doubts of a ply it is clear that it was a legal one, and only which. */
static bool
is_which(uint8_t doubtful)
{
	return doubtful == PLY_DOUBT_UNSEEN || doubtful == PLY_DOUBT_RIVAL;
}

bool
evidence_leaves_no_trace(const struct laws *laws, uint32_t index)
{
	const struct game *game = laws->game;
	const struct game_ply *ply = &game->plies[index];
	uint64_t since_us = index > 0 ? ply[-1].completed_us : TIME_UNKNOWN;
	struct position before;
	uint8_t man;

	if (!is_which(ply->doubtful) || index + 1 >= game->n_plies ||
	    move_kind(ply->move) != MOVE_NORMAL || move_kind(ply[1].move) == MOVE_CASTLING ||
	    move_target(ply[1].move) != move_to(ply->move))
		return false;
	game_position(game, index, &before);
	man = image_reading(&laws->image, position_piece_at(&before, move_from(ply->move)));
	return !contacts_came(&laws->conduct.contacts, since_us == TIME_UNKNOWN ? 0 : since_us,
	                      laws->now_us, move_to(ply->move), man);
}

/* The squares on which the board shows something else than the position, but for what the deed has done since, if its man stood there to
 * do it: else nobody has come to where he is read. */
static uint64_t
failing(const struct image *image, const struct position *position, const struct deed *deed)
{
	uint64_t squares = image_difference(image, position);

	return position_piece_at(position, deed->from) == deed->piece ? squares & ~deed->squares
	                                                              : squares;
}

/* Those that failed before ply `index`, and have since. */
static uint64_t
failing_before(const struct laws *laws, uint32_t index, const struct position *before,
               const struct image *image)
{
	const struct game *game = laws->game;
	uint64_t since_us = index > 0 ? game->plies[index - 1].completed_us : 0;
	uint64_t squares = image_difference(image, before), ret = 0;

	while (squares != 0 && since_us != TIME_UNKNOWN) {
		int sq = bits_take(&squares);

		if (laws->changed_us[sq] <= since_us)
			ret |= sq_bit(sq);
	}
	return ret;
}

/* From what the ply led to, through what the record has since, to what his turn began with. False: that is not legal then. */
static bool
lead_on(const struct game *game, uint32_t index, uint32_t n_plies, struct position *position)
{
	struct position next;

	for (; index < n_plies; index++) {
		if (!movegen_is_legal(position, game->plies[index].move))
			return false;
		position_after(position, game->plies[index].move, &next);
		*position = next;
	}
	return true;
}

bool
evidence_rivals(const struct laws *laws, const struct laws_press *press, const struct image *image,
                const struct deed *deed, uint32_t index, struct press_rivals *ret_rivals)
{
	const struct game *game = laws->game;
	struct position before, after;
	struct move_list legal;
	uint64_t old;

	ret_rivals->n = 0;
	if (image->occupancy_only || index >= press->n_plies || press->n_plies > game->n_plies ||
	    !is_which(game->plies[index].doubtful))
		return false;
	game_position(game, index, &before);
	old = failing_before(laws, index, &before, image);
	movegen_legal(&before, &legal);
	for (int i = 0; i < legal.count; i++) {
		position_after(&before, legal.moves[i], &after);
		if (!lead_on(game, index + 1, press->n_plies, &after) ||
		    bits_count(failing(image, &after, deed) & ~old) > 1)
			continue;
		if (ret_rivals->n == PRESS_RIVALS_MAX)
			return false;
		ret_rivals->positions[ret_rivals->n] = after;
		ret_rivals->moves[ret_rivals->n++] = legal.moves[i];
	}
	return ret_rivals->n > 0;
}
