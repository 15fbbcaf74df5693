/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Squares whose reading is not believed: since when (why is trouble.h's, and silent.h's).
 */
#pragma once

#include <stdint.h>

struct tracker;

/* excused_note: since t_us these squares are not believed, nor what they read up to the last change. Which squares
 * are not is the caller's to write into tracker->excused. */
void excused_note(struct tracker *tracker, uint64_t squares, uint64_t t_us);

/* excused_forgive: sq reads empty now. If it has read him whom the record has there for so long that it cannot have been by chance,
 * it works, and that it has failed before in this game counts no more. */
void excused_forgive(struct tracker *tracker, int sq);
