/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Who is read at last where he came had been played sooner.
 *
 * Nobody saw him leave or arrive, and the next ply of his player's was taken for his: it explains the picture, and that with one ply
 * less. But its man was lifted, and put down, when the opponent had pressed for his reply already, so he had not been played before it.
 * When the one who had is read at last, as if he came now, the plies of his player since then were each a move later, and his was the
 * first of them.
 */
#pragma once

#include <stdint.h>

struct tracker;

/* sooner_look: the last ply of the record has been let go of. Is it that? Then the record has it where it was played, and those of the
 * same player behind it, all of them in doubt; times and presses stay where they are in the record. Of a board that tells men apart.
 * Work: SOONER_PLIES plies played, four times at most. */
void sooner_look(struct tracker *tracker);
