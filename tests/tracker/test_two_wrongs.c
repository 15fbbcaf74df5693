/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A man who goes twice where he may not go stood beside the square that read him.
 */
#include "tests/tracker/midgame.h"

#define KNIGHT "2rr2k1/p4ppb/2p1p1np/1q2N3/3P4/1B2B2P/PP3PP1/2Q1R1K1 w - - 0 1"

#define ROOK "6k1/6pp/8/8/8/8/8/5RK1 w - - 0 1"

static const struct midgame_tale tales[] = {
	{ "a knight read on the square beside his is back where he came from", KNIGHT,
	  "e5- g3+N W! +1s g6- e7+n B! +2s g3- e5+N W! +1s e7- g6+n B! +2s a2- a3+P W! +2s",
	  "Nf3*@299 Ne7@299 Ne5*@298 Ng6@298 a3@297" },
	{ "nor does a player go twice in a row: a rook read on the square beside his was put right",
	  ROOK, "f1- e2+R W! +3s h7- h6+p B! +1s e2- e1+R +3s g1- h1+K W! +2s g7- g6+p B! +2s",
	  "Re1*@299 h6@299 Kh1@298 g6@298" },
	{ "who goes on to there in his turn, and presses for it, was not", ROOK,
	  "f1- e2+R W! +3s h7- h6+p B! +1s e2- e1+R W! +2s g7- g6+p B! +2s",
	  "{illegal} h6@299 Re1@298 g6@298" },
	{ "who may go on from where he is read was put there", KNIGHT,
	  "e5- g3+N W! +1s g6- e7+n B! +2s g3- f1+N W! +1s e7- g6+n B! +2s a2- a3+P W! +2s",
	  "{illegal} Ne7@299 Nf1@298 Ng6@298 a3@297" },
	{ "nor is that in question who may not come from beside it either", KNIGHT,
	  "e5- g3+N W! +1s g6- e7+n B! +2s g3- a4+N W! +1s e7- g6+n B! +2s a2- a3+P W! +2s",
	  "{illegal} Ne7@299 {illegal} Ng6@298 a3@297" },
};

int
main(void)
{
	return midgame_run("two_wrongs", tales, sizeof(tales) / sizeof(tales[0]));
}
