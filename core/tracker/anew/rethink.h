/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Earlier plies thought over again.
 *
 * Where the board has shown for some time what does not follow from the record, the record may be wrong: a ply was
 * told from another on grounds that were not good enough. So the plies that may have been others are exchanged,
 * the latest first, and what was heard since is explained again. What leads to the picture on the board stands. If nothing
 * does, and a press waits, its ply may be one of which no update came through, and who makes it is known by what follows.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct tracker;

/* rethink_due: when that is to be done next, or TRACKER_NO_DEADLINE; rethink does it. */
uint64_t rethink_due(const struct tracker *tracker);
void rethink(struct tracker *tracker);

/* rethink_is_open: is there a ply that may have been another, to be thought over again? */
bool rethink_is_open(const struct tracker *tracker);

/* rethink_instead: is there a second thought that asks to believe less than `cost` (cost.h) more than the record does?
 * Then it is made, and board and record agree, but for a hand at work. False: there is none, or this is one already. */
bool rethink_instead(struct tracker *tracker, int cost);

/* rethink_guest: a man was lifted from sq whom the board had never told of, and the record has nobody there. Is there a
 * second thought that asks to believe less, with that? He may also have come there by a ply of which nothing was told. Then it
 * is made; who stood there is no longer in doubt, if guest_found() says so. */
bool rethink_guest(struct tracker *tracker, int sq);

/* rethink_over: does it ask to believe less than `cost` more that one of the last plies was a move out of turn that was played over
 * (second_thought.h)? Then the record says so, and board and record agree. */
bool rethink_over(struct tracker *tracker, int cost);

/* rethink_dear: a change that costs so much is to be made. Anything can be explained somehow, and what is dearer than
 * COST_AT_ONCE is rather an error of the record: as rethink_instead() then, for a thought by which no more squares are amiss
 * than now. */
bool rethink_dear(struct tracker *tracker, int cost);

/* rethink_started: the clock has been started again, the board shows the record, and it is not the time of who is to move by it that
 * runs. A man may have gone at once where by the record he went in two plies; what the opponent then seemed to reply was an illegal
 * move, and has been put back (7.5.1). Is there a second thought like that, by which it is his time? Then it is made. */
void rethink_started(struct tracker *tracker);
