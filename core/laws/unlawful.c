/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Positions that cannot be, in rapid and blitz without adequate supervision (A.4.4): both kings in check, or a
 * pawn on the rank farthest from where it began. The arbiter waits until the next move is completed; if it is
 * still so then, the game is drawn.
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
pawns_on_last_rank(const struct image *image)
{
	return image->by_type[PAWN] &
	       ((image->by_color[WHITE] & BITS_RANK_8) | (image->by_color[BLACK] & BITS_RANK_1));
}

static void
tell(struct laws *laws, enum alert_id id, enum color side, uint64_t squares)
{
	struct alert alert;

	alert_init(&alert, id, laws->rules, &laws->game->now);
	alert.ply = laws->game->n_plies + (side == (enum color)laws->game->now.side);
	if (laws->restore.open && side != laws->restore.side)
		alert.ply = laws->restore.ply + 1; /* behind an illegal move */
	alert.side = side;
	alert.t_us = laws->now_us;
	alert.squares = squares;
	alert.image = &laws->image;
	laws_raise(laws, &alert);
}

void
unlawful_pressed(struct laws *laws, enum color side)
{
	struct laws_unlawful *unlawful = &laws->unlawful;
	struct position position;
	bool kings;
	uint64_t pawns;

	if (!ruleset_on(laws->rules, RULE_ILLEGAL_POSITION_DRAW) || laws->image.occupancy_only)
		return;
	position_on_board(laws, &position);
	kings = is_attacked(&position, WHITE) && is_attacked(&position, BLACK);
	pawns = pawns_on_last_rank(&laws->image);
	if (!kings && !pawns) {
		unlawful->waits = unlawful->told = false;
		return;
	}
	if (!unlawful->waits)
		tell(laws, kings ? ALERT_BOTH_KINGS_IN_CHECK : ALERT_PAWN_ON_LAST_RANK, side,
		     kings ? position.by_type[KING] : pawns);
	else if (!unlawful->told) {
		unlawful->told = true;
		tell(laws, ALERT_ILLEGAL_POSITION_DRAW, side,
		     kings ? position.by_type[KING] : pawns);
	}
	unlawful->waits = true;
}
