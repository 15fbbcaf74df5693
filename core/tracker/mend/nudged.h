/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An illegal move that was none: the man stood between two squares, and was read on the wrong one.
 *
 * The opponent replies, so that it stands; then somebody pushes the man to the middle of his square, and the board shows what
 * a legal move of his from the same square would have led to, with the plies since. Nobody pushes a man who has been carried
 * where he may not go just there.
 */
#pragma once

#include <stdbool.h>

struct tracker;

/* nudged_look: the board shows something new. Is it that? Then the break goes, and the record has the legal ply, and those since. */
bool nudged_look(struct tracker *tracker);
