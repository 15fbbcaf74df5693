/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The last plies, afresh.
 *
 * The record grows picture by picture, and what it took for a ply may have been a man on his way, or it may have missed
 * two who went out and came back. When the board has stood still for a scan, all that was told since an earlier picture
 * of the record is accounted for (account.h). If the record cannot do that, and one other line of plies can, that line
 * takes the place of its last plies, unless it asks to believe too much. What the board shows may also be an illegal move behind
 * the record's plies, or, where no line leads there, or only one that asks to believe more, behind another line (afresh_illegal.h).
 * That nobody presses for the last ply tells then, too: it is looked again when a press is overdue.
 *
 * Once a picture has shown the record's position, and the clock was pressed for its last ply, every line leads through
 * that position: it is not looked behind again.
 *
 * That needs a board that told of everything: no square is in trouble, no update was lost, and the link held. Where no
 * clock has run nobody vouches for the record either; but there is less to go by as well. So it is only done when the board has
 * not shown the record for a second, and only for the plies of the last seconds before. So it is where the clock hides presses,
 * since it is read too seldom, and no line goes with those that were heard.
 *
 * A ply whose man nobody saw is taken on what was told until then, and what comes behind it may go better with another one.
 * So such plies are accounted for once more before they are put beyond change.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct tracker;

/* afresh_due: when the board has stood still for a scan, and it has not been looked at yet (TRACKER_NO_DEADLINE: not as things
 * are). afresh_look: do so. */
uint64_t afresh_due(const struct tracker *tracker);
void afresh_look(struct tracker *tracker);

/* afresh_doubt: the first n_plies, 1..n of the record, are to be put beyond change. The open ones among them whose men nobody
 * saw rest on what else was told until now: if another line accounts for that better, it takes their place. Returns whether it
 * has. */
bool afresh_doubt(struct tracker *tracker, uint32_t n_plies);

/* afresh_pressed: more presses wait than a search has plies (EXPLAIN_PLIES_MAX), and squares are about to be distrusted since fewer plies
 * do not lead to the picture. Does a line account for all of it? Returns whether it has been written into the record. */
bool afresh_pressed(struct tracker *tracker);
