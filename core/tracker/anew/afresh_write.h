/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A line that accounts for what was told becomes the record.
 */
#pragma once

#include <stdint.h>

struct account;
struct account_line;
struct tracker;

/* Of two that cost nearly the same each is in doubt where they differ. */
#define AFRESH_RIVAL 12

/* afresh_write: the record from ply `from` on is the line, which is in doubt where *rival costs nearly the same. If the account errs, what
 * the board shows behind it is kept aside as an illegal move, and its press waits; else board and record agree. */
void afresh_write(struct tracker *tracker, uint32_t from, const struct account *account,
                  const struct account_line *line, const struct account_line *rival);
