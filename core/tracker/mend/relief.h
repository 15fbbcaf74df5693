/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One mistake instead of two.
 *
 * The record stands only as long as some squares are not believed. If one of them is that of a man who has not moved
 * since a doubtful ply, it may be he who made it. And if somebody has left his square for no reason, a doubtful ply may
 * have been one by which it was he who moved later, and not the other man like him. If one of them reads whom a doubtful ply took
 * there, he was not taken. And who is not read may have been taken elsewhere, where somebody seems to have given himself away. The
 * change that leaves fewest squares amiss is made. That one man's ply was another of his own, and no more, is a matter of repair.h.
 */
#pragma once

#include <stdint.h>

struct tracker;

/* relief_due: when there is such a ply to look for: the picture has stood for more than a scan and was not looked at so
 * before; or TRACKER_NO_DEADLINE. relief_look does it. */
uint64_t relief_due(const struct tracker *tracker);
void relief_look(struct tracker *tracker);
