/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/alike.h"

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
