/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/verdict/brief.h"

#include "core/chess/movegen.h"
#include "core/verdict/material.h"

#define BRIEF_PLIES 7
#define BRIEF_NODES 100
#define BRIEF_MOVES 8 /* in one position; with more nothing is forced */

/* Recursion is as deep as BRIEF_PLIES. */
/* NOLINTBEGIN(misc-no-recursion) */
static bool
brief_below(const struct position *position, enum color winner, int plies, int *io_left)
{
	struct move_list list;

	if (material_never_mates(position, winner))
		return true;
	if (plies == 0 || *io_left == 0)
		return false;
	--*io_left;
	movegen_legal(position, &list);
	if (list.count == 0)
		return position->side == (uint8_t)winner || !position_in_check(position);
	if (list.count > BRIEF_MOVES)
		return false;
	for (int i = 0; i < list.count; i++) {
		struct position after;

		position_after(position, list.moves[i], &after);
		if (!brief_below(&after, winner, plies - 1, io_left))
			return false;
	}
	return true;
}
/* NOLINTEND(misc-no-recursion) */

bool
brief_never_mates(const struct position *start, enum color winner, uint64_t *io_nodes)
{
	int left = BRIEF_NODES;
	const bool never = brief_below(start, winner, BRIEF_PLIES, &left);

	*io_nodes += (uint64_t)(BRIEF_NODES - left);
	return never;
}
