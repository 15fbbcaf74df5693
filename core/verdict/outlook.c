/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/verdict/outlook.h"

#include "core/chess/bits.h"
#include "core/chess/movegen.h"
#include "core/verdict/freeze.h"
#include "core/verdict/material.h"
#include "core/verdict/shadow.h"

uint64_t
outlook_cases(const struct position *position, const struct reach *reach)
{
	uint64_t men = 0;

	for (int i = 0; i < reach->n_men; i++) {
		const struct reach_man *man = &reach->men[i];

		if (man->type != KING && man->type != PAWN && reach_may_leave(man))
			men |= sq_bit(man->home);
	}
	return men & ~shadow_mobile(position, men);
}

/* One of the two cases holds of the man, and in neither there is a mate. */
static bool
outlook_by_cases(const struct position *position, enum color winner, int about)
{
	struct reach reach;

	reach_compute_case(position, about, REACH_LIVES, &reach);
	if (!reach_never_mates(&reach, winner))
		return false;
	reach_compute_case(position, about, REACH_TAKEN, &reach);
	return reach_never_mates(&reach, winner);
}

bool
outlook_never_mates(const struct position *position, enum color winner)
{
	struct reach reach;

	if (material_never_mates(position, winner))
		return true;
	reach_compute(position, &reach);
	if (reach_never_mates(&reach, winner) || freeze_never_mates(position, winner))
		return true;
	for (uint64_t men = outlook_cases(position, &reach); men != 0;)
		if (outlook_by_cases(position, winner, bits_take(&men)))
			return true;
	return false;
}

bool
outlook_never_mates_after(const struct position *position, enum color winner)
{
	struct move_list list;

	movegen_legal(position, &list);
	for (int i = 0; i < list.count; i++) {
		struct position after;

		position_after(position, list.moves[i], &after);
		if (movegen_any(&after)
		            ? !outlook_never_mates(&after, winner)
		            : after.side != (uint8_t)winner && position_in_check(&after))
			return false;
	}
	return true;
}
