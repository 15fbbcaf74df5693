/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * With what position the turn of who presses began: that after the last ply that was pressed for, as the board showed it
 * soon afterwards.
 */
#include "core/chess/attacks.h"
#include "core/chess/bits.h"
#include "core/laws/laws_state.h"

/* So many plies at the end of the record may still be given a press. */
#define OPEN_PLIES 8

uint32_t
presses_find_ply(const struct game *game, uint64_t press_us)
{
	for (uint32_t i = game->n_plies; i > 0 && i + OPEN_PLIES > game->n_plies; i--)
		if (game->plies[i - 1].completed_us == press_us)
			return i - 1;
	return game->n_plies;
}

void
presses_deed(const struct laws *laws, struct deed *ret_deed)
{
	deed_find(&laws->game->now, &laws->image, laws->view.troubled, ret_deed);
}

bool
presses_has_own(const struct laws *laws, const struct laws_press *press)
{
	return press->n_plies >= 2 && press->n_plies <= laws->game->n_plies + 1;
}

/* Behind a position that a person has set, or from which a game was resumed, there is none yet. */
uint16_t
presses_last_move(const struct game *game)
{
	const struct game_break *gap = game_last_break(game, game->n_plies);

	if (gap && gap->ply == game->n_plies && gap->why != BREAK_ILLEGAL)
		return MOVE_NONE;
	return game->n_plies > 0 ? game->plies[game->n_plies - 1].move : MOVE_NONE;
}

uint64_t
presses_seen_us(const struct laws *laws)
{
	return contacts_period(&laws->conduct.contacts) + CONTACTS_ON_HIS_WAY_US;
}

uint64_t
presses_longest_us(const struct laws *laws)
{
	return contacts_longest_round(&laws->conduct.contacts) + CONTACTS_ON_HIS_WAY_US;
}

bool
presses_is_between(int sq, int a, int b)
{
	int file = sq_file(sq), rank = sq_rank(sq), f = sq_file(a), r = sq_rank(a);

	return (file - f) * (file - sq_file(b)) <= 0 && (rank - r) * (rank - sq_rank(b)) <= 0;
}

/* Did he who was read on sq stand there when his player pressed? The square was told to have lost him only when the round of the scan
 * before had read him behind the press; or so soon after that as another hand may have come to him. */
static bool
stood_at_press(const struct laws *laws, int sq)
{
	return laws->changed_us[sq] + PRESSES_OTHER_HAND_US >=
	       laws->presses.turn_us + contacts_period(&laws->conduct.contacts);
}

/* The record has the man of its last ply elsewhere than before. When that was pressed for he stood where it had him, and
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

		if (image_at(&presses->turn, sq) == man && stood_at_press(laws, sq) &&
		    !presses_is_between(sq, move_from(move), to))
			return true;
	}
	return false;
}

/* Has the record men elsewhere than when the turn began, none of whom the board has shown where they were said to stand, then or since? It
 * had only guessed: nobody has moved them. */
static bool
was_guessed(const struct laws *laws)
{
	const struct laws_presses *presses = &laws->presses;
	const struct position *base = &presses->base;
	uint64_t men = base->by_color[WHITE] | base->by_color[BLACK];
	uint64_t others = position_difference(base, &laws->game->now) & men;

	if (presses->turn_us != presses->base_us || others == 0 ||
	    (others & ~image_difference(&presses->turn, base)) != 0)
		return false;
	for (; others != 0; others &= others - 1)
		if (laws->changed_us[bits_first(others)] > presses->turn_us)
			return false;
	return true;
}

/* The last ply has its press: from what it led to the next player moves. Should the board show it otherwise
 * afterwards, somebody has moved that man on; but what was guessed before may turn out to be otherwise at any time. */
void
presses_note_base(struct laws *laws)
{
	struct laws_presses *presses = &laws->presses;
	const struct game *game = laws->game;
	uint64_t pressed_us =
		game->n_plies > 0 ? game->plies[game->n_plies - 1].completed_us : TIME_UNKNOWN;

	if (pressed_us == TIME_UNKNOWN || pressed_us < presses->base_us ||
	    (pressed_us == presses->base_us && !was_guessed(laws) &&
	     (laws->now_us > pressed_us + presses_seen_us(laws) || is_moved_since(laws))))
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
	uint64_t squares = position_difference(&presses->rested, &presses->base);

	return presses->rested_us >= presses->base_us + PRESSES_OTHER_HAND_US &&
	       presses->turn_us == presses->base_us &&
	       laws->view.press_us <= presses->rested_us + CONTACTS_ON_HIS_WAY_US &&
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

/* Are plies and presses out of step before one of the record's plies from `first` on? Then his press is not for that one,
 * it may be, nor is it the opponent's that he answers. */
static bool
are_out_of_step(const struct game *game, uint32_t first, uint32_t n)
{
	for (uint32_t i = first; i < n; i++)
		if (game->plies[i].doubtful == PLY_DOUBT_BEHIND)
			return true;
	return false;
}

/* Has the record by now another ply for the opponent's last press, of which the board had told before his turn began? None of
 * that is his doing. */
static bool
is_other_told_before(const struct laws_press *press, const struct game_ply *last)
{
	return last->move != press->last_move && last->completed_us == press->turn_us &&
	       last->made_us != TIME_UNKNOWN && last->made_us <= press->turn_us;
}

/* The plies of the record before the one for this press end with the opponent's that was pressed for before: his turn began with it.
 * It may have come into the record after the press, with others before it; or what the record took for his own ply then is no more. */
void
presses_take_record(const struct laws *laws, struct laws_press *press)
{
	const struct game *game = laws->game;
	uint32_t n = presses_find_ply(game, press->t_us);
	const struct game_ply *last;

	if (n == 0 || game_ply_side(game, n - 1) == press->side)
		return;
	last = &game->plies[n - 1];
	if (n == press->n_plies && (enum color)press->base.side == press->side &&
	    !is_other_told_before(press, last))
		return;
	if (last->completed_us == TIME_UNKNOWN || last->completed_us >= press->t_us ||
	    (n != press->n_plies + 1 &&
	     (last->completed_us != press->turn_us || are_out_of_step(game, press->n_plies, n))))
		return;
	if (n == game->n_plies)
		press->base = game->now;
	else
		game_position(game, n, &press->base);
	press->n_plies = n;
	press->last_move = last->move;
}
