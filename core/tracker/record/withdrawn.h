/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a person has said is not so, while the board shows it yet: plies that he took back, or men who are to be put where he has set
 * a position.
 *
 * His word weighs more than the picture (design.md, operator corrections): what that shows beyond the record has been judged, and is no
 * ply, nor is it one when the men go back, one after the other. That holds until the record is shown, one of these men is put down
 * where he was once more, or another one moves: then there is something that the person did not know of.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct tracker;

struct withdrawn {
	uint64_t squares; /* on which picture and record differed then; 0: nothing is withdrawn */
	uint64_t touched; /* those of them that have read otherwise since */
	uint8_t read[64]; /* what they read then */
	uint32_t n_plies; /* the record's */
	uint64_t said_us; /* when that was said last: what came before has been judged; 0: never */
};

/* withdrawn_note: a person has just taken plies back, or set a position. */
void withdrawn_note(struct tracker *tracker);

/* withdrawn_look: a square has changed. What was withdrawn is forgotten where that does not hold any longer. */
void withdrawn_look(struct tracker *tracker);

/* withdrawn_stand: is what was withdrawn, or what of it has not been put back yet, all that the picture shows beyond the record?
 * Nothing else is looked for then. */
bool withdrawn_stand(const struct tracker *tracker);
