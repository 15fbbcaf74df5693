/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Men who were read on their way.
 *
 * Where a round of the scan is slow a man who goes on, or whom his hand has taken up once more, has been pressed for before he is read
 * where he went. Then the picture with him in his place may never come:
 *
 *     he has been answered by then, and the record has two plies of his, the reply between them. But the hand that presses the clock
 *     is not back on the board at once: who is read farther on sooner than that had been put there before the press. One ply
 *     brought him there. Nor did another one where nobody saw him on the square of the first, nobody presses for the second, and
 *     behind the two in one the reply is illegal: a check that was not parried, or a man who was pinned
 *
 *     or the opponent, who did not wait, has made a move that nothing explains. He who had left his square before his player
 *     pressed, or was read there in one round of the scan alone and may have, was pressed for where he is read by the next scan
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct tracker;

/* slid_look: board and record agree. Is the record's last ply, not pressed for, by the man of the one two plies before, read so soon
 * after the press for that, and taken up before the opponent pressed? Then the two are one, if that leads to the same men. Of a board
 * that tells men apart. Work: a ply's legality twice. */
void slid_look(struct tracker *tracker);

/* slid_settle: plies before n_plies are to be put beyond change, the first of such three among them, whose man nobody saw where it ended.
 * Nobody has pressed for the third: was he read where that ends no later than a scan tells of who stood there at the press for the
 * first, and is the reply illegal behind the two in one? Then the reply was that illegal move: the record ends before it, and its
 * press waits. */
bool slid_settle(struct tracker *tracker, uint32_t n_plies);

/* slid_take_on: nothing explains the picture. Had the man of the last ply left his square when he was pressed for, or may he have
 * (then that is in doubt), is one like him read elsewhere, where he might go, no later than a scan behind that, and is all else that
 * is amiss one man of the opponent's? Then it was there that he went. Work: a list of moves. */
void slid_take_on(struct tracker *tracker);
