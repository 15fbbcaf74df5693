/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/occupancy/alike.h"

#include "core/chess/movegen.h"

uint64_t
alike_occupied(const struct position *before, uint16_t move)
{
	struct position after;

	position_after(before, move, &after);
	return after.by_color[WHITE] | after.by_color[BLACK];
}

bool
alike(const struct position *before, uint16_t one, uint16_t other)
{
	return move_from(one) == move_from(other) && one != other &&
	       alike_occupied(before, one) == alike_occupied(before, other);
}

/* The squares occupied after both; 0: they cannot be made. */
static uint64_t
occupied_by_next(const struct position *before, uint16_t move, uint16_t next)
{
	struct position after;

	position_after(before, move, &after);
	return movegen_is_legal(&after, next) ? alike_occupied(&after, next) : 0;
}

/* Do two legal moves of the same man leave the same squares occupied once `next` has been made behind them? */
static bool
by_next(const struct position *before, uint16_t one, uint16_t other, uint16_t next)
{
	uint64_t occupied;

	if (move_from(one) != move_from(other) || one == other)
		return false;
	occupied = occupied_by_next(before, one, next);
	return occupied != 0 && occupied == occupied_by_next(before, other, next);
}

bool
alike_by_next_exists(const struct position *before, uint16_t move, uint16_t next)
{
	struct move_list list;

	movegen_legal(before, &list);
	for (int i = 0; i < list.count; i++)
		if (by_next(before, move, list.moves[i], next))
			return true;
	return false;
}

bool
alike_exists(const struct position *before, uint16_t move, bool told)
{
	struct move_list list;

	movegen_legal(before, &list);
	for (int i = 0; i < list.count; i++)
		if ((!told || move_target(list.moves[i]) == move_target(move)) &&
		    alike(before, move, list.moves[i]))
			return true;
	return false;
}
