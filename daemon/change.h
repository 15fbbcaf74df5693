/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is new in the public state of a table, as JSON: "table", and those members that changed; of "plies"
 * those from index "plies_from" on, which replace what was there. No I/O.
 */
#pragma once

#include <jansson.h>
#include <stdbool.h>

/* change_is_whole: does *now lack a member of *before? Then no change can tell it, only the whole state. */
bool change_is_whole(json_t *before, const json_t *now);

/* change_find: what is new in *now; a clock that runs as one who was told *clock (NULL: none) expects is not.
 * New reference; NULL when nothing is new. */
json_t *change_find(const json_t *before, const json_t *clock, json_t *now);

/* change_apply: make the new state of the old one, a change found by change_find(). */
void change_apply(json_t *state, json_t *change);
