/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * With what position the turn of who presses began: that after the last ply that was pressed for, as the board showed it
 * soon afterwards.
 */
#include "core/chess/attacks.h"
#include "core/laws/laws_state.h"

/* A player may press for a man that does not rest yet: the hand needs so long for the rest of its way. */
#define ON_HIS_WAY_US UINT64_C(150000)

uint16_t
presses_last_move(const struct game *game)
{
	return game->n_plies > 0 ? game->plies[game->n_plies - 1].move : MOVE_NONE;
}

uint64_t
presses_seen_us(const struct laws *laws)
{
	return contacts_period(&laws->conduct.contacts) + ON_HIS_WAY_US;
}

uint64_t
presses_longest_us(const struct laws *laws)
{
	return contacts_longest_round(&laws->conduct.contacts) + ON_HIS_WAY_US;
}

bool
presses_is_between(int sq, int a, int b)
{
	int file = sq_file(sq), rank = sq_rank(sq), f = sq_file(a), r = sq_rank(a);

	return (file - f) * (file - sq_file(b)) <= 0 && (rank - r) * (rank - sq_rank(b)) <= 0;
}

/* The record has the man of its last ply elsewhere than before. When that was pressed for he was read where it had him, and
 * no way from where he began to where he is now leads past that, nor is it a sensor that shows him beside his square:
 * somebody has moved him since, unless he stood there too soon for that. */
static bool
is_moved_since(const struct laws *laws)
{
	const struct laws_presses *presses = &laws->presses;
	const struct position *now = &laws->game->now;
	uint16_t move = presses_last_move(laws->game);
	int to = move_target(move);
	uint8_t man = position_piece_at(now, to);
	uint64_t rested = presses->base.by_type[piece_type(man)] &
	                  presses->base.by_color[piece_color(man)] &
	                  ~(now->by_color[WHITE] | now->by_color[BLACK]) &
	                  ~(sq_bit(move_from(move)) | attacks_king[to]);

	if (laws->changed_us[to] < presses->turn_us + PRESSES_OTHER_HAND_US)
		return false;
	for (; presses->turn_us == presses->base_us && rested != 0; rested &= rested - 1) {
		int sq = __builtin_ctzll(rested);

		if (image_at(&presses->turn, sq) == man &&
		    !presses_is_between(sq, move_from(move), to))
			return true;
	}
	return false;
}

/* The last ply has its press: from what it led to the next player moves. Should the board show it otherwise
 * afterwards, somebody has moved that man on. */
void
presses_note_base(struct laws *laws)
{
	struct laws_presses *presses = &laws->presses;
	const struct game *game = laws->game;
	uint64_t pressed_us =
		game->n_plies > 0 ? game->plies[game->n_plies - 1].completed_us : TIME_UNKNOWN;

	if (pressed_us == TIME_UNKNOWN ||
	    (pressed_us <= presses->base_us &&
	     (pressed_us < presses->base_us || laws->now_us > pressed_us + presses_seen_us(laws) ||
	      is_moved_since(laws))))
		return;
	if (pressed_us == presses->base_us && !position_same(&presses->base, &game->now)) {
		presses->rested = presses->base;
		presses->rested_us = laws->now_us;
	} else if (pressed_us > presses->base_us) {
		presses->rested_us = 0;
	}
	presses->base = game->now;
	presses->base_us = pressed_us;
}

/* Is the last ply's man elsewhere since the hand of who has just pressed may have taken him there, and did that one press as
 * soon as he stood? Nobody else was at work then: it is what he has done. */
static bool
is_his_work(const struct laws *laws)
{
	const struct laws_presses *presses = &laws->presses;
	uint64_t squares = evidence_differing(&presses->rested, &presses->base);

	return presses->rested_us >= presses->base_us + PRESSES_OTHER_HAND_US &&
	       presses->turn_us == presses->base_us &&
	       laws->view.press_us <= presses->rested_us + ON_HIS_WAY_US &&
	       (image_difference(&presses->turn, &presses->rested) & squares) == 0;
}

/* What the player who has just pressed began his turn with. */
const struct position *
presses_base(const struct laws *laws)
{
	const struct laws_presses *presses = &laws->presses;
	const struct game *game = laws->game;

	if (game->n_plies == 0 || presses->base_us == 0 ||
	    game->plies[game->n_plies - 1].completed_us != presses->base_us)
		return &game->now;
	return presses->rested_us > 0 && is_his_work(laws) ? &presses->rested : &presses->base;
}
