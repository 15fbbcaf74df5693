/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A game that is joined again, since the record has lost it.
 *
 * Where a ply was taken for another one in quick play, and nothing that follows is legal behind it, no line leads from the
 * record to what stands on the board, and with every ply it becomes less likely that one will. But from a picture that the
 * board showed since then it does: the men who stood there have been played on, ply by ply, each of them seen to arrive, and
 * the clock pressed for each. Then the record goes on from that picture, behind a break; what was played before it is missing, and
 * that is said (trust.h).
 *
 * A man who is in a hand, or not read, is missing from such a picture. Who is put down while play goes on was never
 * played from there, so that no line explains it; the next picture is tried.
 */
#pragma once

#include <stdint.h>

struct tracker;

/* rejoin_due: when the record has not been shown while the clock was pressed time and again (TRACKER_NO_DEADLINE: not as things are).
 * rejoin_look: does a line of plies lead from a picture shown since to what stands there? Then play goes on from it. */
uint64_t rejoin_due(const struct tracker *tracker);
void rejoin_look(struct tracker *tracker);
