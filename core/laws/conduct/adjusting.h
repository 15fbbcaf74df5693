/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A man of the player who has not the move is lifted and put back (4.2.1, 6.2.5), as part of a table's laws.
 *
 * Whoever has the move cannot have wanted to take him; whose hand it was, nobody knows. A man who comes and goes is
 * read badly and was touched by nobody: so it is told when he has stood still on his square for a while, before he was
 * lifted and after he was back, or when his player has moved him from there.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/chess/position.h"
#include "core/laws/conduct/contacts.h"

/* So long he must have stood still, before and after. */
#define ADJUSTING_STILL_US UINT64_C(3000000)

struct laws;

/* Noted, and to be told when he has stood still. */
struct adjusting {
	bool open;
	uint8_t sq;
	uint32_t ply; /* from 1 */
	uint64_t lifted_us, back_us;
	uint64_t gone_us;         /* when he left again, perhaps to be played; 0: he stands */
	struct position position; /* then */
	uint32_t told_ply;        /* the last one noted in, from 1 */
};

/* adjusting_look: one square has changed, as the contact says. */
void adjusting_look(struct laws *laws, const struct contact *contact);

/* A duty of laws.c: it is told. */
uint64_t adjusting_due(const struct laws *laws);
void adjusting_act(struct laws *laws);
