/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Another man in the pawn's place, after all.
 *
 * Before the press a player may still take off the man he promoted to and put up another (4.4.4 says which he should have
 * kept; the record has who stands there). Where the picture is explained by that it is taken for it at once. But the
 * opponent may have lifted a man for his reply by then, and when he has taken the new one nothing on the board tells
 * any more who it was.
 */
#pragma once

struct tracker;

/* promoted_look: nothing explains the picture. Is another man read where the last ply promoted, by a scan after the press
 * at the latest, and none of the opponent's since then? Then the record has him. */
void promoted_look(struct tracker *tracker);
