/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the presses say of a line of a chase (chase.h): each of them is for one ply, behind which it comes, and before its player's
 * next one.
 */
#pragma once

#include "core/tracker/anew/chase_field.h"

/* What it costs (cost.h) that a man is not read for longer than a scan, since he does not stand on the middle of his square. */
#define CHASE_UNREAD 14

/* chase_charge_missed: the last ply of the runner's line was made by change number `next`, if not before: what it costs that one of those
 * before it has no press. A clock that is seldom read hides some. */
void chase_charge_missed(const struct chase *chase, int next, struct chase_runner *runner);

/* chase_charge_early: and the change tells of its man: what it costs that it was pressed for long before. */
void chase_charge_early(const struct chase *chase, int next, struct chase_runner *runner);

/* chase_lost_cost: what it costs that presses are left for which the line has no ply. */
int chase_lost_cost(const struct chase *chase, const struct chase_line *line);
