/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a player touches in a turn in which men were knocked over: who puts them up does not touch them to move them (7.4).
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/laws/conduct/touch.h"

struct laws;

/* conduct_touched_from: from when on do the touches of ply `index` count, whose turn began at from_us? When those men stand again, if
 * there were any. */
uint64_t conduct_touched_from(const struct laws *laws, uint32_t index, uint64_t from_us);

/* conduct_is_of_accident: is *finding, of that ply, of one of them, or do they lie about yet? King and rook where castling takes them
 * were not knocked there. */
bool conduct_is_of_accident(const struct laws *laws, uint32_t index,
                            const struct touch_finding *finding);
