/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One mistake instead of two.
 *
 * Where the record stands only as long as several squares are not believed, and one of them is that of a man who has
 * not moved since a doubtful ply, it may be he who made that ply: if the board fits then but for fewer squares, he did.
 * A man who is exchanged for another move of his own is a matter of repair.h.
 */
#pragma once

#include <stdint.h>

struct tracker;

/* relief_due: when there is such a ply to look for: the picture has stood for more than a scan and was not looked at so
 * before; or TRACKER_NO_DEADLINE. relief_look does it. */
uint64_t relief_due(const struct tracker *tracker);
void relief_look(struct tracker *tracker);
