/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A man who is lifted from a square that never told of him.
 *
 * The update by which he came was lost. A doubtful ply may have brought him there, however long ago; but he may also be on his way
 * just now: who has been lifted stops on squares that he passes, who has been put down was told to leave the last of them only then,
 * and who has been taken is put down beside his square.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct tracker;

/* guest_is_passing: may he who is lifted from sq have come there only a moment ago? */
bool guest_is_passing(const struct tracker *tracker, int sq);

/* guest_was_taken: may he who is read on sq be the man whom the last ply took, put down beside his square? He is one like him, and
 * has been read there since a scan behind that at most. */
bool guest_was_taken(const struct tracker *tracker, int sq);

/* guest_found: he who was lifted had come by ply `index`, as far as the record goes. That is not in doubt any more if it is his turn and
 * no other man of his player's has just been lifted, who may be passing; else one of the other side may have stood there, who moves on;
 * and if no other doubtful ply may have brought him, or another. */
void guest_found(struct tracker *tracker, uint32_t index);

/* guest_settle: a man stood on sq whom the board never told of. If a doubtful ply put him there by the record, he has been found; if
 * nobody stands there by the record, and a doubtful ply may have brought him, that is what it did. Returns whether something of the
 * record is otherwise now. */
bool guest_settle(struct tracker *tracker, int sq);
