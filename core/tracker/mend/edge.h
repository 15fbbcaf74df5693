/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Men who stand beside the square that read them.
 *
 * Who is put down on the edge of his square may be read on the one beside it, for as long as nobody touches him. When that one ceases
 * to read him, and play goes on without him, it is rather he who never stood there, if his own square does not read: one that is known
 * to fail; or any, where the one beside it read him so short a time that it hardly failed in it.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct deed;
struct position;
struct tracker;

/* edge_look: ply `index` was made. Where a square has ceased to read its man since the ply before, and does not read him yet, that he
 * came there is in doubt if he may stand beside it. Of a board that tells men apart. */
void edge_look(struct tracker *tracker, uint32_t index);

/* edge_is_reached: from *now a man was carried to where he may not go, and deed->to reads him. Is there a square beside it where he may
 * go, that reads nobody, and either has failed before, or was he read on his way there, in another line, behind that change? Who
 * slides in a line does not leave it at its end: he stands on the edge. Of a board that tells men apart. */
bool edge_is_reached(const struct tracker *tracker, const struct position *now,
                     const struct deed *deed, uint64_t since);
