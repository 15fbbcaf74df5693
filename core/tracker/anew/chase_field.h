/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The lines of a chase (chase.h) that are followed side by side.
 */
#pragma once

#include "core/chess/position.h"
#include "core/tracker/anew/chase.h"

/* So many of them. */
#define CHASE_RUNNERS_MAX 32

/* Lines that differ by less than this (cost.h) are in doubt where they do. */
#define CHASE_RIVAL 12

struct chase_runner {
	struct position now;
	struct chase_line line;
	int n_missed; /* so many plies of it were not pressed for */
	int n_early;  /* so many presses came before the plies that they are for */
};

struct chase_field {
	struct chase_runner runners[CHASE_RUNNERS_MAX];
	int n;
};

/* chase_difference: the plies of a, or behind its end, of which b says otherwise: a set. */
uint64_t chase_difference(const struct chase_line *a, const struct chase_line *b);

/* chase_field_enter: take in *runner (copied). Of two that have come to one position by as many plies the cheaper one goes on; where there
 * is no more room, the dearest one is given up. */
void chase_field_enter(struct chase_field *field, const struct chase_runner *runner);

/* chase_is_told_late: has he who stands on sq come there by one of the line's last plies, or by one of whom nothing was told?
 * chase_is_left: has one of the last plies moved a man away from sq, or taken him there? */
bool chase_is_told_late(const struct chase_line *line, int sq);
bool chase_is_left(const struct chase_line *line, int sq);
