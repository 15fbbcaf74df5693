/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Corrected, never silently: how often plies that were published have been replaced or taken back, and why.
 */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct revised {
	uint32_t count; /* of this game, since the daemon began */
	uint32_t ply;   /* the first one that the last revision touched, from 1 */
	bool corrected; /* a person's order; else the board showed that it had been otherwise */
};

/* revised_note: `now` follows `before` (live_game(); either may be NULL) as what is published. Returns whether
 * it is a revision. A ply that is completed, or is given its clock time, is none; a new game forgets those of
 * the last. */
bool revised_note(struct revised *revised, const json_t *before, const json_t *now, bool corrected);

/* revised_json: {"count":2,"ply":12,"why":"correction"} or "board"; null before the first. New reference. */
json_t *revised_json(const struct revised *revised);
