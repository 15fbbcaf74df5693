/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Men whom nobody saw between two of their moves, or who were read on two squares: where they stood, by what was played
 * meanwhile.
 */
#include "tests/tracker/story.h"

#define UNSEEN_BISHOP "start GO(W) e2- e4+P W! e7- e6+p B! f1- W! +3s "
#define LEFT_TO_TAKE                                                                               \
	"a7- a6+p B! a2- a3+P W! c7- c5+p B! h2- h3+P W! c5- c4+p B! g2- g3+P W! h7- h6+p B! "     \
	"h3- h4+P W! g7- g6+p B! "
#define UP_TO_G6(move)                                                                             \
	"e4@299 e6@299 " move "@298 a6@298 a3@297 c5@297 h3@296 c4@296 g3@295 h6@295 h4@294 "      \
	"g6@294"
#define QUEEN_ON_D6 "start GO(W) d2- d4+P W! d7- d5+p B! g2- g3+P W! d8- d6+q B! c1- W! +3s "

static const struct tale tales[] = {
	{ "who is not seen is said to stand in the middle", UNSEEN_BISHOP LEFT_TO_TAKE "+3s",
	  UP_TO_G6("Bd3*") },
	{ "but there he would have been left to be taken, and he went on from where he was not",
	  UNSEEN_BISHOP LEFT_TO_TAKE "c4:B W! +2s", UP_TO_G6("Be2*") " Bxc4*@293" },
	{ "unless he was read there, and had left, before his clock was pressed",
	  "start GO(W) e2- e4+P W! e7- e6+p B! f1- e2+B e2- W! +3s " LEFT_TO_TAKE "c4:B W! +2s",
	  UP_TO_G6("Bd3*") " Bxc4*@293" },
	{ "or another man was read there meanwhile",
	  UNSEEN_BISHOP "c7- c5+p B! a2- a3+P W! c5- c4+p B! g1- e2+N e2- f3+N W! a7- a6+p B! "
	                "c4:B W! +2s",
	  "e4@299 e6@299 Bb5*@298 c5@298 a3@297 c4@297 Nf3@296 a6@296 Bxc4*@295" },
	{ "who has left a square that failed long before stood there, though another is nearer to "
	  "the middle",
	  "start GO(W) h2- h3+P W! a7- a5+p B! g2- g3+P W! b8- c6+n B! +2s a5- +5s h3- h4+P W! "
	  "+2s a4+p B! +3s g3- g4+P W! g7- g6+p B! e2- e3+P W! h7- h6+p B! f2- f3+P W! f7- f6+p "
	  "B! e3- e4+P W! b7- b6+p B! c2- c3+P W! b6- b5+p B! h4- h5+P W! g6- g5+p B! e1- f2+K "
	  "W! c6- B! +3s f2- g3+K W! c4+n B! +2s",
	  "h3@299 a5@299 g3@298 Nc6@298 h4@297 a4@297 g4@296 g6@296 e3@295 h6@295 f3@294 f6@294 "
	  "e4@293 b6@293 c3@292 b5@292 h5@291 g5@291 Kf2@290 Na5*@290 Kg3@289 Nc4*@289" },
	{ "or one that has told of nobody since it failed, though elsewhere he would have been "
	  "chased",
	  "start GO(W) d2- d4+P W! d7- d5+p B! e2- +10s b1- c3+N W! g8- f6+n B! e3+P W! c8- f5+b "
	  "B! c3- W! +3s a7- a6+p B! c3+N W! +2s",
	  "d4@299 d5@299 Nc3@298 Nf6@298 e3@297 Bf5@297 Nce2*@296 a6@296 Nc3*@295" },
	{ "where nothing is won or lost he is said to have stood where he attacked somebody",
	  UNSEEN_BISHOP "h7- h6+p B! h2- h3+P W! g7- g6+p B! a6+B W! +2s",
	  "e4@299 e6@299 Bc4*@298 h6@298 h3@297 g6@297 Ba6*@296" },
	{ "who is threatened moves away", QUEEN_ON_D6 "d6- b6+q B! d2+B W! +2s",
	  "d4@299 d5@299 g3@298 Qd6@298 Bf4*@297 Qb6@297 Bd2*@296" },
	{ "and so does he himself", UNSEEN_BISHOP "d7- d5+p B! e2+B W! +2s",
	  "e4@299 e6@299 Bc4*@298 d5@298 Be2*@297" },
	{ "and who could take takes",
	  "start GO(W) e2- e3+P W! d7- d5+p B! f1- W! +3s c8- f5+b B! a2- a3+P W! h7- h6+p B! b5+B "
	  "W! +2s",
	  "e3@299 d5@299 Be2*@298 Bf5@298 a3@297 h6@297 Bb5+*@296" },
	{ "nor does he go where a pawn will fork him and another, though nobody takes anybody at "
	  "once",
	  "start GO(W) g1- f3+N W! d7- d5+p B! e2- e3+P W! b8- c6+n B! a2- a3+P W! e7- e5+p B! f1- "
	  "W! +3s h7- h6+p B! b5+B W! +2s",
	  "Nf3@299 d5@299 e3@298 Nc6@298 a3@297 e5@297 Be2*@296 h6@296 Bb5*@295" },
	{ "who answers as he must was in check",
	  "start GO(W) e2- e4+P W! f7- f6+p B! d1- W! +3s g7- g6+p B! d1+Q W! +2s",
	  "e4@299 f6@299 Qh5+*@298 g6@298 Qd1*@297" },
	{ "who was read on two squares stood where he was not left to be taken",
	  "start GO(W) e2- e4+P W! e7- e6+p B! f1- {d3+B e2+B} W! +3s " LEFT_TO_TAKE
	  "{d3- e2-} c4:B W! +2s",
	  UP_TO_G6("Be2*") " Bxc4*@293" },
	{ "and where nothing tells on which of them, what was said stands",
	  "start GO(W) e2- e4+P W! e7- e6+p B! f1- {d3+B e2+B} W! +3s h7- h6+p B! h2- h3+P W! g7- "
	  "g6+p "
	  "B! {d3- e2-} a6+B W! +2s",
	  "e4@299 e6@299 Bd3*@298 h6@298 h3@297 g6@297 Ba6*@296" },
	{ "nor did he stand elsewhere if he is carried over one of them when he goes on",
	  "start GO(W) e2- e4+P W! e7- e6+p B! f1- {d3+B e2+B} W! +3s a7- a5+p B! a2- a3+P W! c7- "
	  "c5+p B! h2- h3+P W! c5- c4+p B! g2- g3+P W! h7- h6+p B! h3- h4+P W! g7- g6+p B! "
	  "{d3- e2-} +60ms d3+B +50ms d3- c4:B W! +2s",
	  "e4@299 e6@299 Bd3*@298 a5@298 a3@297 c5@297 h3@296 c4@296 g3@295 h6@295 h4@294 g6@294 "
	  "Bxc4*@293" },
	{ "who was read on his way went that way, though another square is nearer to the middle",
	  "start GO(W) e2- e4+P W! e7- e6+p B! d2- d4+P W! a7- a6+p B! d1- f3+Q f3- W! +3s h7- "
	  "h6+p B! e2+Q W! +2s",
	  "e4@299 e6@299 d4@298 a6@298 Qh5*@297 h6@297 Qe2*@296" },
	{ "who was read just before he went on may only have passed there, if he would have been "
	  "taken",
	  UNSEEN_BISHOP "d7- d5+p B! h2- h3+P W! a7- a6+p B! +1s c4+B +300ms c4- a6:B W! +2s",
	  "e4@299 e6@299 Bd3*@298 d5@298 h3@297 a6@297 Bxa6*@296" },
	{ "who is lifted stood there, where somebody else was read, and not where he had been "
	  "before",
	  "start GO(W) e2- e4+P W! a7- a6+p B! b1- a3+N +1s a3- {c3+n W!} +300ms h7- h6+p B! "
	  "+500ms c3- "
	  "b5+N W! +3s",
	  "e4@299 a6@299 Nc3*@298 h6@298 Nb5*@297" },
	{ "he has not left a square that reads yet whom he would have taken there",
	  "start GO(W) d2- d4+P W! b8- c6+n B! e2- e3+P W! e7- e6+p B! a2- a3+P W! c6- B! +3s "
	  "h2- h3+P W! f5+n B! +3s",
	  "d4@299 Nc6@299 e3@298 e6@298 a3@297 Nce7*@297 h3@296 Nf5@296" },
	{ "also who was read on another square until the other player was to move",
	  "start GO(W) e2- e4+P W! a7- a6+p B! d1- f3+Q {g4+Q W!} +900ms d7- f3- d6+p B! +1s g4- "
	  "g3+Q W! "
	  "+3s",
	  "e4@299 a6@299 Qg4*@298 d6@298 Qg3*@297" },
};

int
main(void)
{
	return story_run("between", tales, sizeof(tales) / sizeof(tales[0]));
}
