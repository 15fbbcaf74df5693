/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One square that does not read, instead of several.
 *
 * Where a square fails for minutes play goes over it: a man comes there whom nobody sees, another one takes him there, who is not
 * seen either. One by one each of them may as well stand on a square of his own, and the record, which must say something, may have
 * put him there. But squares fail seldom, and two at one time much more so. Where one square that has told of nobody could have had
 * all of them, and play went on from there, it had.
 */
#pragma once

#include <stdint.h>

struct tracker;

/* pooled_due: when the plies whose men nobody saw arrive are to be looked at together: there are two such squares, and the
 * picture has stood for more than a scan; and again when it has for so long that the last man will not be read any more; or
 * TRACKER_NO_DEADLINE. pooled_look does it: where the record with some of them on one square is legal, leaves no more squares
 * amiss, and blames fewer, it says so; they stay in doubt. Of a board that tells men apart. Work: a list of moves for each such
 * ply, and the plies behind it played POOLED_TRIES times at most. */
uint64_t pooled_due(const struct tracker *tracker);
void pooled_look(struct tracker *tracker);
