/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Who came out had stood there, and has not been played.
 *
 * A man whom nobody saw arrive comes to be read on a square to which he could go on from where the record has him. He may have been
 * played there just now; or the board reads him at last where he was put in the first place. When another man of his player's is
 * played then, and nobody has pressed in between, it was that: nobody makes two moves.
 */
#pragma once

#include <stdbool.h>

struct tracker;

/* emerged_look: the picture is explained by neither the record nor a change to its end. Does another ply of the side that made the last
 * one explain it, if that one's man stood where he is read all along? Then the record says so. Of a board that tells men apart. */
bool emerged_look(struct tracker *tracker);
