/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A man whom the record took along to where nobody had played him, and who stands at home again.
 *
 * He was pushed or put up wrongly while his opponent was to move, who played on without seeing it: so it looked like an illegal move that
 * stands, and the record has a break. Later somebody puts him back. The plies played meanwhile are those that they were, and legal without
 * him having left: then the break never was.
 */
#pragma once

#include <stdbool.h>

struct tracker;

/* put_home_look: the picture stands still and is not explained. Does it show where the plies behind the last break lead without that? Then
 * the record has them so. */
bool put_home_look(struct tracker *tracker);
