/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A man who was read on his way, and had been answered before he was read where he went.
 *
 * Where a round of the scan is slow his player has pressed, and the opponent has moved, by then; so the record has two plies of
 * the one man, the reply between them. But the hand that presses the clock is not back on the board at once: who is read farther on
 * sooner than that had been put there before the press. One ply brought him there.
 */
#pragma once

struct tracker;

/* slid_look: board and record agree. Is the record's last ply, not pressed for, by the man of the one two plies before, read so soon
 * after the press for that, and taken up before the opponent pressed? Then the two are one, if that leads to the same men. Of a board
 * that tells men apart. Work: a ply's legality twice. */
void slid_look(struct tracker *tracker);
