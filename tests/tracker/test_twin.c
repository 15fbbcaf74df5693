/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Updates that were lost, by what was told later: men who are read on two squares, on none, or where they are not.
 */
#include "tests/tracker/story.h"

#define STOPPED_ON_F3 "start GO(W) e2- e4+P W! e7- e5+p B! d1- f3+Q +1s f3=. h5+Q "
#define UP_TO_QUEEN   "e4@299 e5@299 "
#define BEFORE_CASTLING                                                                            \
	"start GO(W) e2- e4+P W! e7- e5+p B! g1- f3+N W! b8- c6+n B! f1- e2+B W! f8- e7+b B! "
#define UP_TO_CASTLING "e4@299 e5@299 Nf3@298 Nc6@298 Be2@297 Be7@297 "

static const struct tale tales[] = {
	{ "who was lifted and put beside his square, and is read on both: that he had stood there "
	  "before is no less sure",
	  "start GO(W) e2- e4+P W! e7- e5+p B! f1- e2+B W! b8- c6+n B! +2s e2- {e2+B d3+B} W! +2s "
	  "g8- f6+n B! +2s",
	  "e4@299 e5@299 Be2@298 Nc6@298 Bd3@297 Nf6@297" },
	{ "before his press he may have been put elsewhere",
	  "start GO(W) e2- e4+P W! d7- d5+p B! +2s c2- c4+P +2s c4- +500ms {c4+P c3+P} W! +2s "
	  "g8- f6+n B! +3s",
	  "e4@299 d5@299 c4*@298 Nf6@298" },
	{ "a stop on his way goes on reading him", STOPPED_ON_F3 "W! +2s", UP_TO_QUEEN "Qh5*@298" },
	{ "of a pawn, too, who is read a square farther: he went there at once",
	  "start GO(W) e2- e4+P W! e7- e6+p e5+p B! g1- f3+N W! +3s", "e4@299 e5*@299 Nf3@298" },
	{ "also when the reply comes to stand beside him, and takes nobody",
	  "start GO(W) e2- e4+P W! e7- e6+p B! d2- d3+P d4+P W! d7- d5+p B! +3s",
	  "e4@299 e6@299 d4*@298 d5@298" },
	{ "also when he is lifted again", STOPPED_ON_F3 "W! +2s a7- a6+p B! +2s h5- +2s",
	  UP_TO_QUEEN "Qh5*@298 a6@298" },
	{ "if the board says that both squares read him it does not read well",
	  STOPPED_ON_F3 "f3=Q scan W! +2s", UP_TO_QUEEN "Qf3*@298" },
	{ "the king has castled behind his rook, and still reads where he was",
	  BEFORE_CASTLING "h1- f1+R +500ms e1=. g1+K W! +2s", UP_TO_CASTLING "O-O@296" },
	{ "who is told of where one like him is still read has just come there",
	  "start GO(W) d2- d3+P W! a7- a6+p B! g1- f3+N W! a6- a5+p B! f3=. d4+N W! +2s a5- a4+p "
	  "B! "
	  "b1- d2+N W! h7- h6+p B! d2- f3+N",
	  "d3@299 a6@299 Nf3*@298 a5@298 Nd4@297 a4@297 Nd2@296 h6*@296 N2f3?" },
	{ "who is lifted for his own ply was not taken by one that nobody saw",
	  "start GO(W) e2- e4+P W! e7- e5+p B! g1- f3+N W! b8- c6+n B! f3- W! +3s e5- +200ms",
	  "e4@299 e5@299 Nf3@298 Nc6@298 Ng1*@297" },
	{ "a man nobody saw is found where the record has him when he leaves",
	  "start GO(W) e2- e4+P W! a7- a6+p B! f1- W! +3s b7- b6+p B! d3- c4+B +300ms",
	  "e4@299 a6@299 Bd3@298 b6@298 Bc4?" },
	{ "who was not seen to come may have taken a man who still reads there",
	  "start GO(W) e2- e3+P W! d7- d5+p B! c2- c4+P W! d5- d4+p B! e3- W! +3s c8- f5+b B! "
	  "h2- h3+P W! f5- b1:b B! +1s",
	  "e3@299 d5@299 c4@298 d4@298 exd4*@297 Bf5@297 h3@296 Bxb1@296" },
};

int
main(void)
{
	return story_run("twin", tales, sizeof(tales) / sizeof(tales[0]));
}
