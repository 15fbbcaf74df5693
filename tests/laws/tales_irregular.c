/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Illegal moves in the middle of play: slides, replies and presses around them.
 */
#include "tests/laws/tales.h"

#define BOARD "setup:start GO "

const struct tale irregular_tales[] = {
	{ "7.5.1", "a pawn is pushed on after the opponent's press was looked at", NULL,
	  BOARD "e4 e5 d2- d3+P +2s d4+P d3- W! a7- a4+p B! +8s", "illegal-move@4:b!" },
	{ "7.5.1", "a bishop slid there in one move: the pawn did not move meanwhile", NULL,
	  BOARD "e4 e5 d4 f8- d6+b d6- b4+b B! a2- a3+P W! +10s", "illegal-move@5:w!" },
};

const size_t n_irregular_tales = sizeof(irregular_tales) / sizeof(irregular_tales[0]);
