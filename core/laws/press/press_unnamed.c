/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A board that knows no men, and a record that has found a legal ply where a man was carried to where he may not go.
 *
 * He has left his square, and another one has got a man: that is all it tells. Who takes a man whom nobody saw leave has left
 * his square as well, so that the record may say that he did, and leave the other square to the sensors. But somebody stands
 * there, and nobody else was in the air.
 */
#include "core/chess/attacks.h"
#include "core/chess/movegen.h"
#include "core/laws/laws_state.h"

bool
evidence_is_taken_unseen(const struct laws *laws, const struct laws_press *press, uint32_t index)
{
	uint16_t move = laws->game->plies[index].move;
	int to = move_to(move);
	struct position before;

	if (!laws->image.occupancy_only || move_kind(move) == MOVE_CASTLING)
		return false;
	game_position(laws->game, index, &before);
	return position_piece_at(&before, to) != EMPTY &&
	       !contacts_came(&laws->conduct.contacts, press->turn_us, laws->now_us, to, EMPTY) &&
	       !evidence_was_lifted_early(laws, press, to);
}

/* May he have taken somebody on a square beside the one that has got a man? It may be he whom he took, put down there, or he
 * himself, between the two. */
static bool
may_have_taken_beside(const struct laws_press *press, const struct deed *deed)
{
	uint64_t beside = press->base.by_color[color_other(piece_color(deed->piece))] &
	                  attacks_king[deed->to];

	return (movegen_targets(&press->base, deed->from) & beside) != 0;
}

/* Has the record somebody else go there behind the ply of that press, who has left his square since? Then it is he: of two squares
 * the scan may tell of the one he went to first. */
static bool
is_of_reply(const struct laws *laws, const struct laws_press *press, int sq)
{
	const struct game *game = laws->game;

	for (uint32_t i = presses_find_ply(game, press->t_us) + 1; i < game->n_plies; i++)
		if ((move_squares(game->plies[i].move) & sq_bit(sq)) &&
		    contacts_came(&laws->conduct.contacts, press->turn_us, laws->now_us,
		                  move_from(game->plies[i].move), EMPTY))
			return true;
	return false;
}

/* Does the record explain all that the board shows, by the ply of that press, but that one square? Where it had another one wrong
 * before, or its plies are out of step with the presses, it is the record that has gone astray. */
static bool
is_all_else_explained(const struct laws *laws, const struct laws_press *press,
                      const struct image *image, int sq)
{
	const struct game *game = laws->game;
	uint32_t index = presses_find_ply(game, press->t_us);
	struct position after;

	if (evidence_odd_squares(laws, press) != 0 ||
	    (index < game->n_plies && game->plies[index].doubtful == PLY_DOUBT_BEHIND))
		return false;
	game_position(game, index < game->n_plies ? index + 1 : index, &after);
	return image_difference(image, &after) == sq_bit(sq) && !is_of_reply(laws, press, sq);
}

/* When was sq first told to be left in this turn? When it began, where that was before. */
static uint64_t
left_us(const struct laws *laws, const struct laws_press *press, int sq)
{
	const struct contacts *contacts = &laws->conduct.contacts;

	for (size_t n = contacts_after(contacts, press->turn_us); n < contacts->n; n++)
		if (contacts_at(contacts, n)->sq == sq && contacts_at(contacts, n)->after == EMPTY)
			return contacts_at(contacts, n)->t_us;
	return press->turn_us;
}

/* Has a man come to where the carried one is said to stand, in this turn and when that one had left his square, as far as a round of
 * the scan tells? */
static bool
was_put_down(const struct laws *laws, const struct laws_press *press, const struct deed *deed)
{
	const struct contacts *contacts = &laws->conduct.contacts;
	uint64_t left = left_us(laws, press, deed->from), period_us = contacts_period(contacts);

	return contacts_came(contacts,
	                     left > press->turn_us + period_us ? left - period_us : press->turn_us,
	                     laws->now_us, deed->to, SOME_MAN);
}

/* The first plies of both players may be told together, and which of them was first says which way round the board lies. Where that
 * was wrong, the plies that follow are the other side's. */
#define TURNED_PLIES 4

/* Until then he who seems to be the opponent's man may be the presser's. */
static bool
may_lie_turned(const struct laws_press *press, const struct deed *deed)
{
	return deed->kind == DEED_WRONG_SIDE && press->n_plies < TURNED_PLIES;
}

/* As long as it may come to light that somebody else was taken. */
#define TAKEN_LATELY_PLIES 8

/* Does the move take who stands where it goes? */
static bool
takes(const struct position *position, uint16_t move)
{
	return move_kind(move) != MOVE_CASTLING &&
	       position_piece_at(position, move_to(move)) != EMPTY;
}

/* May the man of `from` take somebody, but him on sq? */
static bool
may_take_another(const struct position *position, int from, int sq)
{
	struct move_list legal;

	movegen_legal(position, &legal);
	for (int i = 0; i < legal.count; i++)
		if (move_from(legal.moves[i]) == from && move_to(legal.moves[i]) != sq &&
		    takes(position, legal.moves[i]))
			return true;
	return false;
}

/* The board does not tell who was taken: a man of the opponent's may be one of the presser's own, where he is said to have taken
 * one of those and may have taken another, or where he may have been taken by one whom the record has take another. */
static bool
may_be_his_own(const struct laws *laws, const struct laws_press *press, const struct deed *deed)
{
	const struct game *game = laws->game;
	uint32_t n = press->n_plies < game->n_plies ? press->n_plies : game->n_plies;
	int sq = deed->from; /* where he stood, as the record has it */

	if (deed->kind != DEED_WRONG_SIDE)
		return false;
	for (uint32_t i = n; i > 0 && i + TAKEN_LATELY_PLIES > n; i--) {
		uint16_t move = game->plies[i - 1].move;
		struct position position;

		game_position(game, i - 1, &position);
		if (move_target(move) == sq) {
			if (takes(&position, move) &&
			    may_take_another(&position, move_from(move), sq))
				return true;
			sq = move_from(move);
		} else if (takes(&position, move) && game_ply_side(game, i - 1) == press->side &&
		           movegen_is_legal(&position,
		                            move_make(move_from(move), sq, MOVE_NORMAL))) {
			return true;
		}
	}
	return false;
}

bool
evidence_is_sure_unnamed(const struct laws *laws, const struct laws_press *press,
                         const struct deed *deed)
{
	return was_put_down(laws, press, deed) && !may_lie_turned(press, deed) &&
	       !may_be_his_own(laws, press, deed);
}

bool
evidence_has_come(const struct laws *laws, const struct laws_press *press,
                  const struct image *image, const struct deed *deed)
{
	return image_at(image, deed->to) != EMPTY && deed->captured == EMPTY &&
	       deed->squares == (sq_bit(deed->from) | sq_bit(deed->to)) &&
	       was_put_down(laws, press, deed) &&
	       is_all_else_explained(laws, press, image, deed->to) &&
	       !may_have_taken_beside(press, deed);
}
