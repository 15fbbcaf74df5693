/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Illegal moves (7.5) and the turn (1.2) where moves and presses follow each other before a slow scan comes by.
 */
#include "tests/laws/tales.h"

static const struct tale tales[] = {
	/* What his turn began with. */
	{ "7.5.1", "the opponent's knight is told late, and nobody knows the board's pace yet",
	  NULL,
	  BOARD "e4 g8- after:260 B! after:160 d2- after:220 W! after:100 f6+n after:200 c3+P +4s",
	  "illegal-move@3:w!" },
	{ "7.5.1", "what the record took for his queen's move when he pressed is no more", NULL,
	  BOARD "e4 e5 d1- e2+Q after:200 b6+Q after:220 W! after:50 e2- +4s",
	  "illegal-move@3:w!" },
	{ "7.5.1", "when he pressed two plies before his had not been told in full", NULL,
	  BOARD "e4 e5 Nf3 b8- after:100 B! after:80 d2- after:100 W! after:20 a8- after:100 "
	        "B! after:50 c6+n after:20 d4+P after:100 b6+r +4s",
	  "illegal-move@6:b!" },
	{ "7.5.1", "White's knight was on his way when he pressed, and Black moves his own", NULL,
	  BOARD "e4 e5 g1- h3+N +1s W! after:200 h3- after:10 f3+N after:250 B! after:170 b8- "
	        "after:290 c4+n +4s",
	  "illegal-move@4:b!" },
};

const struct tales tales_of_haste = { tales, sizeof(tales) / sizeof(tales[0]) };
