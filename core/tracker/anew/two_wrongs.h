/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two illegal moves that make two legal ones.
 *
 * A man goes where he may not go, the opponent replies, so that it stands, and then he goes on from there where he may not go
 * either. Nobody errs twice in a row with one man; but he may have been put down on the edge of a square to which he could
 * go, and been read on the one beside it. If from there he may go where he went then, what was heard since is explained again.
 */
#pragma once

#include <stdbool.h>

struct tracker;

/* two_wrongs_look: the illegal move of tracker->aside would stand now. Was it made by the man of the last one that stands, and from where
 * that took him, and is there a square beside that one from which all is legal? Then the record says so, and board and record
 * agree. Of a board that tells men apart. */
bool two_wrongs_look(struct tracker *tracker);

/* two_wrongs_put_right: an illegal move has just been kept aside, and its player has pressed for it. Did he make the last ply of the record as
 * well, without a press, with the man of the last illegal move that stands, from where that took him to a square beside? A player
 * moves once in his turn: that man was put right where he had gone at first, and was read beside it. If from there all is
 * legal, the record says so, and board and record agree. */
bool two_wrongs_put_right(struct tracker *tracker);
