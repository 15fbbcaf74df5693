/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/explain/explain.h"

/* Whoever was read there, and had not left it, has now. */
static void
note_emptied(struct evidence *evidence, int sq, uint32_t number, uint64_t t_us)
{
	for (int man = EMPTY + 1; man <= PIECES; man++) {
		if (evidence->emptied[sq][man] > evidence->placed[sq][man])
			continue;
		evidence->emptied[sq][man] = number;
		evidence->emptied_us[sq][man] = t_us;
	}
}

void
explain_note(struct evidence *evidence, int sq, uint8_t piece, uint32_t number, uint64_t t_us)
{
	evidence->changed[sq] = number;
	evidence->changed_us[sq] = t_us;
	evidence->placed[sq][piece] = number;
	evidence->placed_us[sq][piece] = t_us;
	if (piece == EMPTY)
		note_emptied(evidence, sq, number, t_us);
}

uint32_t
explain_left(const struct evidence *evidence, int sq, uint8_t reading, uint64_t *ret_us)
{
	bool told = evidence->placed[sq][reading] != 0 &&
	            evidence->emptied[sq][reading] > evidence->placed[sq][reading];

	*ret_us = told ? evidence->emptied_us[sq][reading] : evidence->placed_us[sq][EMPTY];
	return told ? evidence->emptied[sq][reading] : evidence->placed[sq][EMPTY];
}
