/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An illegal move behind another line than the record's.
 *
 * Legal lines lead to most pictures, if men went out unseen, or the plies were made in an order nobody told of: the less likely, the
 * more of that they need. Where they need more than that an illegal move was made, it was. And who has made his last ply presses for it,
 * as a rule; where the clock runs on and nobody does, there may have been one ply fewer than presses, and the last is for the illegal
 * move.
 */
#pragma once

#include <stdint.h>

struct account;
struct account_line;
struct tracker;

/* afresh_find_illegal: does an illegal move behind another line account for what was heard, *heard, and ask to believe less than *best does
 * by *account, which may have more presses than that, or squares that did not read? Then that is *best now, and *account errs; if it asks
 * for less than *rival, it is that. Lines of which more than `most` (cost.h) has to be believed may be left out, as in account_find(). */
void afresh_find_illegal(const struct tracker *tracker, const struct account *heard, int most,
                         struct account *account, struct account_line *best,
                         struct account_line *rival);

/* afresh_overdue_cost: what it costs that nobody has pressed for the line's last ply yet. afresh_overdue_at: when a press for the
 * record's will be overdue, or TRACKER_NO_DEADLINE. */
int afresh_overdue_cost(const struct tracker *tracker, const struct account *account,
                        const struct account_line *line);
uint64_t afresh_overdue_at(const struct tracker *tracker);
