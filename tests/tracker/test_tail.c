/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Men who are moved on when the game is over: no plies.
 */
#include "tests/tracker/story.h"

#define OPENING                                                                                    \
	"start GO(W) e2- e4+P W! e7- e5+p B! g1- f3+N W! b8- c6+n B! f1- c4+B W! f8- c5+b B! "     \
	"c2- c3+P W! g8- f6+n B! "
#define OPENING_RECORD "e4@299 e5@299 Nf3@298 Nc6@298 Bc4@297 Bc5@297 c3@296 Nf6@296"
#define ON_AND_ON      "d2- d4+P +1s e5- d4:p +1s c3- d4:P +1s c5- b4+b +1s "

static const struct tale tales[] = {
	{ "they try what would have come next, and nobody presses",
	  OPENING "+9s " ON_AND_ON "+5s start", OPENING_RECORD " | " },
	{ "one of them had made a last ply, for which few press",
	  OPENING "+2s b1- a3+N +9s d7- d5+p +1s c4- d5:B +1s f6- d5:n +5s start",
	  OPENING_RECORD " Na3 | " },
	{ "but mate is mate",
	  "start GO(W) e2- e4+P W! e7- e5+p B! f1- c4+B W! b8- c6+n B! a2- a3+P W! a7- a6+p B! b2- "
	  "b3+P W! b7- b6+p B! +9s "
	  "d1- f3+Q +1s h7- h6+p +1s a3- a4+P +1s a6- a5+p +1s f3- f7:Q +5s start",
	  "e4@299 e5@299 Bc4@298 Nc6@298 a3@297 a6@297 b3@296 b6@296 Qf3 h6 a4 a5~ Qxf7#~ 1-0 | " },
	{ "three are one player who forgot to press, and the last ply of the game",
	  OPENING "+9s d2- d4+P +1s e5- d4:p +1s c3- d4:P +5s start",
	  OPENING_RECORD " d4 exd4~ cxd4~* | " },
	{ "who presses again plays on", OPENING "+9s " ON_AND_ON "b1- c3+N W! +5s start",
	  OPENING_RECORD " d4* exd4* cxd4* Bb4+~* Nc3*@295 | " },
	{ "who forgot for as long before, and played on, may have forgotten again",
	  OPENING "+9s " ON_AND_ON "b1- c3+N W! a7- a6+p B! a2- a3+P W! b4- e7+b B! h2- h3+P W! "
	          "h7- h6+p B! b2- b3+P W! b7- b6+p B! +9s g2- g3+P +1s g7- g6+p +1s b3- b4+P +1s "
	          "b6- b5+p +5s start",
	  OPENING_RECORD " d4* exd4* cxd4* Bb4+* Nc3*@295 a6*@295 a3*@294 Be7*@294 h3*@293 h6*@293 "
	                 "b3*@292 b6*@292 g3* g6* b4~* b5~* | " },
	{ "who did not press before need not press now",
	  "start GO(W) e2- e4+P +1s e7- e5+p B! g1- f3+N +1s b8- c6+n B! f1- c4+B +1s f8- c5+b B! "
	  "c2- c3+P +1s "
	  "g8- f6+n B! +9s " ON_AND_ON "+5s start",
	  "e4@300 e5@299 Nf3@300 Nc6@298 Bc4@300 Bc5@297 c3@300 Nf6@296 d4 exd4 cxd4~ Bb4+~* | " },
	{ "nor need it be legal",
	  OPENING "+9s b1- e3+N +4s d7- d6+p +1s e3- f5+N +1s c8- f5:b +5s start",
	  OPENING_RECORD " | " },
	{ "but an illegal move that was pressed for was made",
	  OPENING "+9s b1- e3+N W! +4s d7- d6+p +1s e3- f5+N +1s c8- f5:b +5s start",
	  "e4@299 e5@299 Nf3@298 Nc6@298 Bc4@297 Bc5@297 c3@296 Nf6@296 {illegal} d6 Nf5~ "
	  "Bxf5~* | " },
	{ "they take the last two back first",
	  OPENING "a2- a3+P W! a7- a6+p B! +9s a6- a7+p +1s a3- a2+P +9s d2- d4+P +2s e5- d4:p +2s "
	          "b1- e3+N +5s d7- d6+p +2s e3- f5+N +5s start",
	  OPENING_RECORD " a3@295 a6@295 | " },
	{ "and later others",
	  OPENING
	  "a2- a3+P W! a7- a6+p B! +9s a6- a7+p +1s a3- a2+P +9s d2- d3+P +6s h7- h6+p +6s "
	  "h6- h7+p +1s d3- d2+P +6s a2- a4+P +2s h7- h5+p +2s g2- g3+P +2s g7- g6+p +5s start",
	  OPENING_RECORD " a3@295 a6@295 | " },
	{ "who presses for another move has agreed to take them back",
	  OPENING "+9s f6- g8+n c3- c2+P +6s d2- d3+P W! +2s a7- a6+p +2s b1- a3+N +2s b7- b5+p "
	          "+5s start",
	  "e4@299 e5@299 Nf3@298 Nc6@298 Bc4@297 Bc5@297 d3@295 a6 Na3~ b5~* | " },
	{ "nobody knows who pressed while the link was lost",
	  OPENING "+9s lost back scan " ON_AND_ON "+5s start",
	  OPENING_RECORD " d4 exd4 cxd4~ Bb4+~* | " },
	{ "nor while the clock was not connected, though it is back in the end, and stands",
	  OPENING "no-clock +9s " ON_AND_ON "GO(W) STOP +5s start",
	  OPENING_RECORD " d4 exd4 cxd4 Bb4+~ | " },
};

int
main(void)
{
	return story_run("tail", tales, sizeof(tales) / sizeof(tales[0]));
}
