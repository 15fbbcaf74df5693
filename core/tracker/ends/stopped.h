/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A man put down when the clock had been stopped already.
 *
 * The last ply of a game often is not pressed for, and the clock stopped at once: the board tells of it a little later. But the hand
 * that resigns lays the king down, and hands that show what would have come next put men where they may go. What is put down
 * behind the stop and put back, or taken up, before the clock runs again was no ply; and whether one is that stays, nobody knows. Where no
 * clock runs nobody knows when the game was over, either.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct tracker;

/* stopped_put_back: the clock stands, and nobody has pressed for the last ply, whose man came behind the stop, it may be, or nobody saw come at
 * all (final.h). Does the board show what was before it? Then it is taken back, and board and record agree. */
bool stopped_put_back(struct tracker *tracker);

/* stopped_drop: nothing explains the picture, or nothing is to. Has he left his square again who came behind the stop? Then his was no
 * ply; or may be none, where the board may have told of him a scan late, or the clock of the stop (lag.h). */
void stopped_drop(struct tracker *tracker);

/* stopped_doubt_king: the game is over, without a clock. Was the last ply a king's, and was he the first to be taken off where it put him?
 * Then it is in doubt: it may be that he was laid down there. */
void stopped_doubt_king(struct tracker *tracker);

/* stopped_heard: the clock has just been stopped. Was the last ply a king's, and has nobody pressed for it? He who resigns lays his
 * king down, and may do so before he stops the clock: a king who lies over the edge of his square is read on the one beside it. */
void stopped_heard(struct tracker *tracker);
