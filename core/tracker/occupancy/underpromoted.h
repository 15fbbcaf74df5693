/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a pawn became, on a board that knows no men.
 *
 * It is taken for a queen until something later cannot be so: who moves like a knight is one, and play that goes on
 * behind a mate given by a queen shows that she was none. A game may have many promotions, too many for all that they
 * may have been to be followed with the other ways (ways.h). So where the picture does not follow from the record, what
 * became of one pawn is exchanged in it.
 */
#pragma once

#include "core/tracker/mend/repair.h"

/* underpromoted_find: the cheapest record in which a pawn became something else, and what was played behind it, to explain the
 * picture give or take *tolerance, if it costs less than *best, which it takes the place of then. */
void underpromoted_find(struct tracker *tracker, const struct tolerance *tolerance,
                        struct repair *best);
