/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Plies that a person has taken back while their men still stand where they went.
 *
 * His word weighs more than the picture (design.md, operator corrections): what it shows now has been judged, and is no ply. That
 * holds until one of those men is touched, or play goes on behind them: then there is something that he did not know of.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct tracker;

struct withdrawn {
	uint64_t squares; /* on which picture and record differed then; 0: nothing is withdrawn */
	uint8_t read[64]; /* what was read there */
	uint32_t n_plies; /* the record's, without them */
};

/* withdrawn_note: a person has just taken plies back. */
void withdrawn_note(struct tracker *tracker);

/* withdrawn_look: a square has changed. What was withdrawn is forgotten if one of its squares reads otherwise. */
void withdrawn_look(struct tracker *tracker);

/* withdrawn_stand: is what was withdrawn all that the picture shows beyond the record? Nothing else is looked for then. */
bool withdrawn_stand(const struct tracker *tracker);
