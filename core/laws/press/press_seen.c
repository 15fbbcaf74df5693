/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What has been seen to stand there since a press: what the player left, or what there was of it when his opponent's hand came.
 */
#include "core/chess/bits.h"
#include "core/laws/laws_state.h"

/* A picture that has stood so long after the press is what the player left: two scans of a wired board, or what a
 * slower one needs. */
#define STOOD_US UINT64_C(600000)

/* So long a picture has to stand after a press until it is what the player left. */
static uint64_t
stood_us(const struct laws *laws)
{
	return presses_seen_us(laws) > STOOD_US ? presses_seen_us(laws) : STOOD_US;
}

/* Is the deed all of a move, to which nothing of his can come any more: no rook, no man put in a pawn's place or taken off? */
static bool
is_whole(const struct deed *deed)
{
	return (deed->kind == DEED_ILLEGAL && !deed->begun) || deed->kind == DEED_KING_LEFT;
}

/* The opponent may answer before the picture has stood so long. What it was when his hand came is kept. */
static void
note_before_answer(struct laws *laws, struct laws_press *press)
{
	struct deed deed;

	if (press->early_us != 0 || press->taken || laws->now_us < press->t_us)
		return;
	evidence_deed(laws, press, &laws->image, &deed);
	if (!is_whole(&deed) || !presses_is_his(laws, &deed, &laws->image, press))
		return;
	press->early_us = laws->now_us;
	press->early_deed = deed;
	press->early = laws->image;
}

/* Has no square of the deed changed since_us? */
static bool
stands_since(const struct laws *laws, const struct deed *deed, uint64_t since_us)
{
	for (uint64_t squares = deed->squares; squares != 0;)
		if (laws->changed_us[bits_take(&squares)] >= since_us)
			return false;
	return true;
}

/* And that is what the player left, if none of its squares has changed until the picture would have stood long enough, and the
 * opponent's press, which was not known then, does not tell of his hand. */
void
presses_take_early(const struct laws *laws, struct laws_press *press)
{
	if (press->deed.kind != DEED_NONE || press->early_us == 0 ||
	    laws->now_us < press->t_us + stood_us(laws) ||
	    !stands_since(laws, &press->early_deed, press->early_us) ||
	    !presses_is_his(laws, &press->early_deed, &press->early, press))
		return;
	press->deed = press->early_deed;
	press->seen = press->early;
	press->seen_us = press->early_us;
}

/* Does the record lead him to where he was seen by a later ply, which was pressed for, too? Then he may have been seen there while he
 * made that one. */
static bool
is_led_there(const struct laws *laws, const struct laws_press *press)
{
	const struct game *game = laws->game;

	for (uint32_t i = presses_find_ply(game, press->t_us) + 2; i < game->n_plies; i += 2)
		if (move_target(game->plies[i].move) == press->deed.to &&
		    game->plies[i].completed_us != TIME_UNKNOWN)
			return position_piece_at(&game->now, press->deed.to) == press->deed.piece;
	return false;
}

/* Does the deed that was seen speak against the record's ply for the press? Its men stand there still, and are no later ply's. But
 * where somebody stood before, who is only read as another one, a square that misreads him shows as much. */
bool
presses_refutes_guess(const struct laws *laws, const struct laws_press *press)
{
	return position_piece_at(&press->base, press->deed.to) == EMPTY &&
	       stands_since(laws, &press->deed, press->seen_us) && !is_led_there(laws, press);
}

/* Was there a deed of his, and does the man stand yet where it took him from, with what the turn began by now? The record may
 * have learned since that it was the ply before, told of late. */
bool
presses_was_deed_seen(const struct laws_press *press)
{
	return press->deed.kind != DEED_NONE &&
	       position_piece_at(&press->base, press->deed.from) == press->deed.piece;
}

/* What has stood for a while since the press is remembered: the arbiter, or the player himself, may put it
 * right before it has been judged. */
void
presses_change(struct laws *laws)
{
	struct laws_presses *presses = &laws->presses;

	/* Where nobody looked nothing has been seen to stand. */
	for (int i = 0; laws->game && i < presses->n_waiting; i++) {
		struct laws_press *press = &presses->waiting[i];
		uint64_t since_us = laws->board_us > press->t_us ? laws->board_us : press->t_us;
		struct laws_press more;
		struct deed deed;

		presses_take_early(laws, press);
		if (presses_played_on_since(laws, press) || presses_waits_for_board(laws, press))
			continue;
		if (laws->now_us < since_us + stood_us(laws)) {
			note_before_answer(laws, press);
			continue;
		}
		if (!presses_is_more(laws, press, &laws->image, &more, &deed)) {
			if (press->taken &&
			    !presses_is_guess(laws, press,
			                      presses_find_ply(laws->game, press->t_us)))
				continue;
			evidence_deed(laws, press, &laws->image, &deed);
			if (!presses_is_his(laws, &deed, &laws->image, press))
				continue;
		}
		press->deed = deed;
		press->seen = laws->image;
		press->seen_us = laws->now_us;
	}
}
