/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/mend/played.h"

#include "core/chess/bits.h"
#include "core/chess/movegen.h"
#include "core/game/game.h"
#include "core/tracker/explain/cost.h"
#include "core/tracker/explain/foresight.h"
#include "core/tracker/explain/sense.h"

/* Who gives away a piece did not see it, and no more so if it is a queen. */
#define UNSEEN_MOST (2 * STANDING_PAWN)

/* Was somebody threatened by the man on sq before `reply`, and is he no more behind it: moved away, protected, or hidden from
 * him? */
static bool
answers_threat(const struct position *before, uint16_t reply, int sq)
{
	struct position after;

	position_after(before, reply, &after);
	return (sense_threatened(before, sq) & ~sense_threatened(&after, sq)) != 0;
}

/* Could the man on sq have been won by the opponent, had his player passed? Then he was moved on for that. */
static bool
is_chased(const struct position *before, int sq)
{
	struct position passed = *before;

	passed.side = (uint8_t)color_other((enum color)before->side);
	return sense_standing(&passed, sq) > 0;
}

/* How many steps is sq from his opponent's king, and what is it to be so far? Men are put near him; in the endgame a king above all. */
static int
distance_cost(const struct position *now, int sq)
{
	enum color other = (enum color)now->side;
	int steps = sq_king_steps(sq, position_king(now, other));

	if (piece_type(position_piece_at(now, sq)) != KING)
		return steps * COST_FROM_KING;
	return standing_is_endgame(now) ? steps * COST_KINGS_APART : 0;
}

/* How unlike players is it, in decibans, that he stands on sq now, his opponent to move, and `reply` is what was played? */
static int
place_cost(const struct played *played, const struct position *now, int sq, uint16_t reply)
{
	int cost = distance_cost(now, sq) - sense_forced(movegen_count(now)) * COST_FORCING;

	cost -= bits_count(sense_attacked(now, sq)) * COST_ATTACKS;
	if (answers_threat(now, reply, sq))
		cost -= COST_ANSWERED;
	if (played->were & sq_bit(sq))
		cost -= COST_STOOD_THERE;
	return cost;
}

/* What is given away costs so much for every pawn. */
static int
pawns_cost(int given, int most, int each)
{
	return (given < most ? given : most) * each / STANDING_PAWN;
}

int
played_cost(const struct played *played, uint16_t move, uint16_t last)
{
	struct position now;
	int cost;

	position_after(played->before, move, &now);
	cost = place_cost(played, &now, move_to(move), played->plies[1].move);
	for (uint32_t i = 1; i < played->n_plies; i++) {
		bool is_last = i + 1 == played->n_plies;
		uint16_t next = is_last ? last : played->plies[i].move;
		int given = foresight_given_away(&now, next);

		if (is_last && is_chased(&now, move_to(move)))
			cost -= COST_CHASED;
		cost += i % 2 == 0 ? pawns_cost(given, UNSEEN_MOST, COST_IDLE_PAWN)
		                   : pawns_cost(given, FORESIGHT_MOST, COST_MISSED_PAWN);
		position_after(&now, next, &now);
	}
	return cost;
}

int
played_behind_cost(int behind)
{
	return pawns_cost(behind, UNSEEN_MOST, COST_BEHIND_PAWN);
}
