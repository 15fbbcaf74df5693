/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Changes to the open end of the record: which one explains the picture, and what it costs.
 *
 * reading.c asks for changes that explain a picture exactly, the moment it appears; trouble.c
 * for the cheapest one that leaves something to be blamed on hands and sensors.
 */
#pragma once

#include "core/tracker/tracker_state.h"

/* `back` plies taken back, the line in their place. */
struct change {
	struct explanation line;
	uint32_t back;
	int cost; /* COST_NEVER: there is none */
	/* The second-best change: what it costs, and its plies, from the one before which it takes
	 * back. */
	int rival;
	uint32_t rival_first, rival_plies;
	uint16_t rival_moves[EXPLAIN_PLIES_MAX];
};

/* How many plies to take back, how many to add. */
struct attempt {
	uint8_t back, n_plies;
};

/* change_note_presses: into the evidence: when the clock was pressed for the plies of a line of n_plies
 * that begins `back` plies before the end of the record, and for the one behind it. */
void change_note_presses(struct tracker *tracker, uint32_t back, int n_plies);

/* change_find_line: the cheapest line of n_plies from `back` plies before the end of the record. */
bool change_find_line(struct tracker *tracker, uint32_t back, int n_plies,
                      const struct tolerance *tolerance, struct explanation *ret_line);

/* change_consider: find that line, and keep it in *best if the record allows it and it costs
 * less than what is there. Start with both costs COST_NEVER. */
void change_consider(struct tracker *tracker, uint32_t back, int n_plies,
                     const struct tolerance *tolerance, struct change *best);

/* change_is_pressed_throughout: do as many presses wait as the line, `back` plies before the
 * end, has new plies, its last one aside? */
bool change_is_pressed_throughout(const struct tracker *tracker, uint32_t back,
                                  const struct explanation *line);

/* change_make: write it into the record. Doubtful are the plies of which its rival says otherwise,
 * if that is hardly dearer, and those whose men nobody saw arrive. */
void change_make(struct tracker *tracker, const struct change *change);
