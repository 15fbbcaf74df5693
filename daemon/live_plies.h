/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The plies of a game as live_game() tells them. What a table tells next has nearly all of them again: each is one
 * word (ply_word.h) that all tellings share, so that a ply more costs one word more, and finding what is new is
 * comparing pointers.
 */
#pragma once

#include <jansson.h>
#include <stddef.h>

#include "core/game/game.h"

/* What was told last. All zero: nothing yet. Its members are those of live_plies.c. */
struct live_plies {
	struct position start;
	json_t *array;
	struct live_ply_told *told; /* what each of the array says */
};

/* live_plies_of: the first n_made plies of *game, as live_game() describes them. *kept (NULL: nothing is kept) is what
 * was told last, and behind it what is told now. Returns a new reference to what nobody may change, or NULL when
 * memory is out. One thread at a time for one *kept. */
json_t *live_plies_of(struct live_plies *kept, const struct game *game, size_t n_made);

void live_plies_clear(struct live_plies *kept);

/* live_seconds: a clock's time; JSON null for CLOCK_UNKNOWN. A new reference. */
json_t *live_seconds(int32_t seconds);
