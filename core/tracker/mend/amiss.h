/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Squares that stand otherwise than the record says, where one of the last plies made otherwise leaves none.
 *
 * A man who was knocked over looks, as long as he lies elsewhere, like one who was played there; when he is put
 * back the board shows what it would have shown all along, and the ply that was taken for his stands against it. The
 * board told of the right one, too, when it was made: of that the past (past.h) keeps a witness.
 */
#pragma once

#include <stdint.h>

struct tracker;

/* amiss_due: when the picture has stood still long enough to be compared; TRACKER_NO_DEADLINE: it agrees with the
 * record, or has been already. */
uint64_t amiss_due(const struct tracker *tracker);

/* amiss_look: if the record with one ply exchanged for another that the board showed when its clock was pressed leaves
 * nothing amiss, that is what was played. */
void amiss_look(struct tracker *tracker);
