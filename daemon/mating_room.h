/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Room for the question whether a side can still mate: megabytes that one search touches, and the next one
 * again. All tables of a thread ask one after the other, and share it.
 */
#pragma once

#include "core/laws/mating.h"

/* mating_room_take: the thread's room, made if need be; NULL when memory is out. To be given back. */
struct mating *mating_room_take(void);

/* mating_room_give: one that was taken is needed no more; the last one frees it. */
void mating_room_give(void);
