/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How long a man who was played, and for whom the clock was pressed, was read on his square.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct tracker;

/* stay_us: how long after its press was the man of ply `index` still read on his square? 0: not at all. */
uint64_t stay_us(const struct tracker *tracker, uint32_t index);

/* stay_was_on_his_way: may the man of ply `index`, which was pressed, still have been on his way then? Who is read
 * on his square for more than a scan after the press stood there. */
bool stay_was_on_his_way(const struct tracker *tracker, uint32_t index);

/* stay_was_long: was he read there for longer than a man stops on his way, before the press or behind it? A clock tells late (lag.h): where
 * nothing was seen of him elsewhere, he stood there. */
bool stay_was_long(const struct tracker *tracker, uint32_t index);
