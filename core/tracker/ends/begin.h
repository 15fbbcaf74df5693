/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Games that begin because men have stood long enough as they stand. One whose men are seen set up to the last square begins at
 * once (reading.c).
 *
 * Each begin_..._due says when that will be, or TRACKER_NO_DEADLINE; the function without it begins the game then.
 */
#pragma once

#include <stdint.h>

struct tracker;

/* begin_again: the initial position, which the record of a game that is on does not lead to. A single ply that nobody has
 * pressed for goes instead, and the game stays. */
uint64_t begin_again_due(const struct tracker *tracker);
void begin_again(struct tracker *tracker);

/* begin_set_up: the initial position but for a few squares. */
uint64_t begin_set_up_due(const struct tracker *tracker);
void begin_set_up(struct tracker *tracker);

/* begin_opened: the same behind a ply or two that were made before the board was switched on (opened.h). */
uint64_t begin_opened_due(const struct tracker *tracker);
void begin_opened(struct tracker *tracker);

/* begin_exchanged: the same with men in each other's places (start.h). */
uint64_t begin_exchanged_due(const struct tracker *tracker);
void begin_exchanged(struct tracker *tracker);

/* begin_from_image: what stands there, where that is allowed (TRACKER_ANY_START). Before the first game only: behind one, men that
 * stand somewhere are being looked at or put away. */
uint64_t begin_from_image_due(const struct tracker *tracker);
void begin_from_image(struct tracker *tracker);
