/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Positions that cannot be, in rapid and blitz without adequate supervision (A.4.4): both kings in check, or a
 * pawn on the rank farthest from where it began. The arbiter waits until the next move is completed; if it is
 * still so then, the game is drawn. Until then the offence itself is the opponent's to claim, and afterwards there is
 * nothing to put back.
 *
 * A position is what the presser left. His opponent may have begun to answer before the press, or before it is judged:
 * a pawn of the opponent's that was not there at his own press is still in his hand, to be replaced. So may he himself, where
 * his opponent has answered at once.
 */
#include "core/chess/bits.h"
#include "core/laws/laws_state.h"

/* What stands on the board; where a reading is not believed, what the record has there. */
static void
position_on_board(const struct laws *laws, struct position *ret_position)
{
	const struct position *now = &laws->game->now;
	uint64_t excused = laws->view.troubled;

	*ret_position = *now;
	for (int type = PAWN; type <= KING; type++)
		ret_position->by_type[type] =
			(laws->image.by_type[type] & ~excused) | (now->by_type[type] & excused);
	for (int side = WHITE; side <= BLACK; side++)
		ret_position->by_color[side] =
			(laws->image.by_color[side] & ~excused) | (now->by_color[side] & excused);
}

static bool
is_attacked(const struct position *position, enum color side)
{
	uint64_t king = position->by_type[KING] & position->by_color[side];

	return bits_count(king) == 1 &&
	       position_attackers(position, __builtin_ctzll(king), color_other(side),
	                          position->by_color[WHITE] | position->by_color[BLACK]) != 0;
}

/* As read: the record has a queen there already (7.5.2). */
static uint64_t
pawns_on_last_rank(const struct image *image, enum color side)
{
	return image->by_type[PAWN] & image->by_color[side] &
	       (side == WHITE ? BITS_RANK_8 : BITS_RANK_1);
}

/* Those that the presser left there, who may have made his next ply before his press is judged: where the record has a ply for
 * it, the one that came with that; else those that came before his opponent pressed. */
static uint64_t
pawns_left(const struct laws *laws, const struct laws_press *press)
{
	uint64_t pawns = pawns_on_last_rank(&laws->image, press->side), left = 0;
	uint32_t index = presses_find_ply(laws->game, press->t_us);

	if (index < laws->game->n_plies) {
		uint16_t move = laws->game->plies[index].move;

		return move_kind(move) == MOVE_PROMOTION ? pawns & sq_bit(move_to(move)) : 0;
	}
	while (pawns != 0) {
		int sq = bits_take(&pawns);

		if (laws->changed_us[sq] < press->next_us)
			left |= sq_bit(sq);
	}
	return left;
}

/* Are both kings left in check? A legal ply of the record does not leave its own king so: where there is one for the press,
 * the opponent's hand is on its way, unless it was so before. */
static bool
are_kings_left(const struct laws *laws, const struct laws_press *press,
               const struct position *position)
{
	return (!press->taken || laws->unlawful.kings) && is_attacked(position, WHITE) &&
	       is_attacked(position, BLACK);
}

/* The half-move that was pressed for, from 1; the record lacks an illegal one, told or not, and whatever was played behind it. */
static uint32_t
ply_of(const struct laws *laws, const struct laws_press *press)
{
	const struct game *game = laws->game;
	uint32_t n = game->n_plies;

	if (laws->restore.open && press->side != laws->restore.side)
		return laws->restore.ply + 1;
	if (press->side == (enum color)game->now.side)
		return n + 1;
	return n > 0 && (press->taken || game->plies[n - 1].completed_us == TIME_UNKNOWN) ? n
	                                                                                  : n + 2;
}

static void
tell(struct laws *laws, enum alert_id id, const struct laws_press *press, uint64_t squares)
{
	struct alert alert;

	alert_init(&alert, id, laws->rules, &laws->game->now);
	alert.ply = ply_of(laws, press);
	alert.side = press->side;
	alert.t_us = laws->now_us;
	alert.squares = squares;
	alert.image = &laws->image;
	laws_raise(laws, &alert);
}

void
unlawful_pressed(struct laws *laws, const struct laws_press *press)
{
	struct laws_unlawful *unlawful = &laws->unlawful;
	struct position position;
	uint64_t squares;

	if (!ruleset_on(laws->rules, RULE_ILLEGAL_POSITION_DRAW) || laws->image.occupancy_only)
		return;
	position_on_board(laws, &position);
	unlawful->kings = are_kings_left(laws, press, &position);
	unlawful->pawns &= pawns_on_last_rank(&laws->image, color_other(press->side));
	unlawful->pawns |= pawns_left(laws, press);
	if (!unlawful->kings && !unlawful->pawns) {
		unlawful->waits = unlawful->told = false;
		return;
	}
	squares = unlawful->kings ? position.by_type[KING] : unlawful->pawns;
	if (!unlawful->waits)
		tell(laws, unlawful->kings ? ALERT_BOTH_KINGS_IN_CHECK : ALERT_PAWN_ON_LAST_RANK,
		     press, squares);
	else if (!unlawful->told) {
		unlawful->told = true;
		tell(laws, ALERT_ILLEGAL_POSITION_DRAW, press, squares);
	}
	unlawful->waits = true;
	unlawful->press_us = press->t_us;
}

bool
unlawful_waits(const struct laws *laws, uint64_t press_us)
{
	return laws->unlawful.waits && laws->unlawful.press_us == press_us;
}

bool
unlawful_is_drawn(const struct laws *laws, uint64_t press_us)
{
	return laws->unlawful.told && press_us <= laws->unlawful.press_us;
}
