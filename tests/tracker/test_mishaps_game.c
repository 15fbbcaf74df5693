/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The like of what test_mishaps.c tells, from the first ply of a game on, and where nobody presses.
 */
#include "tests/tracker/story.h"

static const struct tale tales[] = {
	{ "a pawn's square tells for a moment where he could have gone, and he is taken where he "
	  "passed",
	  "start GO(W) e2- e4+P W! a7- a6+p B! e4- scan e5+P W! d7- d5+p d5- B! e5- +1100ms W! "
	  "d6+P "
	  "+2s +3s",
	  "e4@299 a6@299 e5@298 d5*@298 exd6*@297" },
	{ "nobody presses: a pawn who has stood for long, and is moved about then, was played "
	  "where "
	  "he stood",
	  "start e2- e4+P e7- e5+p g1- f3+N g8- f6+n d2- d4+P +6s d4- d2+P d2- d3+P +3s",
	  "e4 e5 Nf3 Nf6 d4~" },
	{ "the king is carried on from the one sign to another, and both go home",
	  "start GO(W) d2- d3+P W! STOP e1- e8- d4+K e5+k +5s d4- e4+K e4- e1+K e5- e8+k +3s +3s",
	  "d3@299 0-1" },
	{ "what is moved when the clock has been stopped was not played",
	  "start GO(W) e2- e4+P W! e7- e5+p B! g1- f3+N W! STOP b8- +1s a6+n +1s +3s",
	  "e4@299 e5@299 Nf3@298" },
	{ "she who mates for a moment goes on to the next square before her player presses",
	  "start GO(W) f2- f3+P W! e7- e5+p B! g2- g4+P W! d8- h4+q +700ms h4- f6+q +300ms B! +1s "
	  "+3s",
	  "f3@299 e5@299 g4@298 Qf6@298" },
	{ "she who mates is taken away when that has been pressed for",
	  "start GO(W) f3+P W! e7- e5+p B! g2- g4+P W! d8- h4+q +700ms B! +2s h4- f6+q +3s +3s",
	  "f3@299 e5@299 g4@298 Qh4#@298 0-1" },
	{ "she who mates is taken away, and read nowhere",
	  "start GO(W) f2- f3+P W! e7- e5+p B! g2- g4+P W! d8- h4+q +700ms h4- f6=q +300ms B! +1s "
	  "+3s",
	  "f3@299 e5@299 g4@298 Qh4#*@298 0-1" },
	{ "who goes on from a mate that was none has that press, and the opponent the next one",
	  "start GO(W) f2- f3+P W! e7- e5+p B! g2- g4+P W! d8- h4+q +700ms h4- f6+q +300ms B! W! "
	  "+1s +3s",
	  "f3@299 e5@299 g4@298 Qf6@298" },
	{ "the men are set up as for another array, and castle from there",
	  "men c1=N f1=K e1=B g1=R h1=B c8=n f8=k e8=b g8=r h8=b scan +2s GO(W) f1- g1- g1+K f1+R "
	  "W! e7- e5+p B! +3s",
	  "O-O@299 e5@299" },
	{ "men are put up again when the clock is stopped, and a pawn is pushed meanwhile",
	  "start GO(W) e2- e4+P W! e7- e5+p B! d1- e2+Q W! b8- c6+n B! +1s { a1- b1- c1- e1- f1- "
	  "g1- h1- } +2s W! +3s g8- f6+n B! +2s { a1+R b1+N c1+B d1+K f1+B g1+N STOP f2- f3+P W! "
	  "+4s d6- h1+R } +2s +3s",
	  "e4@299 e5@299 Qe2@298 Nc6@298 Kd1*@297 Nf6@297 f3~*" },
	{ "a pawn who was not seen to leave, and a queen in the hand", "start g4+P W! d8- +10s +3s",
	  "g4~" },
	{ "who castles with the rook first presses while he has the king in his hand",
	  "start GO(W) e2- e4+P W! e7- e5+p g1- f3+N W! g8- f6+n B! f1- e2+B W! f8- e7+b B! h1- "
	  "f1+R +300ms e1- +1500ms W! +3s +3s",
	  "e4@299 e5@300 Nf3@298 Nf6@299 Be2@297 Be7@298 O-O*@296" },
	{ "nobody presses: a queen who is taken is read where she passed while she is put away",
	  "start no-clock d2- d4+P +1s e7- e5+p +1s d4- e5:P +1s g8- f6+n +1s d1- d5+Q +1s f6- +1s "
	  "{ d5:n d4+Q } +1s d4- +2s +3s",
	  "d4 e5 dxe5 Nf6 Qd5* Nxd5~" },
	{ "the knight is read beside his square when the queen has come there",
	  "start GO(W) e2- e4+P W! g8- f6+n B! a2- a3+P W! f6- h5+n B! d1- g4+Q { f4+n h5:Q g4- } "
	  "+100ms +3s",
	  "e4@299 Nf6@299 a3@298 Nh5@298 Qxh5~" },
	{ "a queen goes on to take him who is held beside his square meanwhile",
	  "start GO(W) d2- d4+P W! d7- d6+p B! e2- e3+P W! c8- f5+b B! f1- d3+B W! f5- d3:b B! d1- "
	  "d2+Q d3- c4+b d2- d3+Q W! c4- +3s",
	  "d4@299 d6@299 e3@298 Bf5@298 Bd3@297 Bxd3@297 Qxd3@296" },
	{ "a pawn is read where he goes before he is taken up, and is taken in passing",
	  "start GO(W) e2- e4+P W! a7- a6+p B! e4- e5+P W! d5+p d7- B! e5- d6+P W! +3s",
	  "e4@299 a6@299 e5@298 d5*@298 exd6@297" },
	{ "a pawn is pushed on to where he is safe from nobody: his taker was in the hand",
	  "start GO(W) a2- a3+P W! b7- b5+p B! a3- a4+P W! b5- b4+p B! c2- c3+P +1s b4- c3- c4+P "
	  "c4- c3+p B! +3s +3s",
	  "a3@299 b5@299 a4@298 b4@298 c4*@298 bxc3*@297" },
	{ "a pawn is read where he went two squares only when his taker is in the hand",
	  "start GO(W) a2- a3+P b7- b5+p B! a3- a4+P W! b5- b4+p B! c2- +600ms W! b4- c4- c3+p B! "
	  "+3s +3s",
	  "a3@300 b5@299 a4@299 b4@298 c3*@298 bxc3*@297" },
	{ "a pawn who was not read on his way before takes another in passing",
	  "start GO(W) e2- e4+P W! a7- a6+p B! e4- e5=P W! d7- d5+p B! d5- e5- d6+P W! +3s",
	  "e4@299 a6@299 e5@298 d5*@298 exd6*@297" },
	{ "a pawn is read where he goes before he is taken up, and stays there until his taker has "
	  "come",
	  "start GO(W) e2- e4+P W! a7- a6+p B! e4- e5+P W! d5+p d7- +600ms d5- B! +50ms e5- "
	  "+1200ms "
	  "e2- d6+P W! +2s +3s",
	  "e4@299 a6@299 e5@298 d5@298 exd6@297" },
	{ "a pawn who was not seen to leave takes another in passing",
	  "start GO(W) e4+P W! a7- a6+p B! e4- e5+P W! +100ms d5+p d7- B! d5- e5- +1100ms W! d6+P "
	  "+2s +3s",
	  "e4@299 a6@299 e5@298 d5*@298 exd6@297" },
	{ "a rook who was not read at first where he went was there all along",
	  "start GO(W) a2- a4+P W! e7- e5+p B! c3+N W! +300ms d7- d6+p B! a1- +500ms W! +3s g8- "
	  "f6+n B! +3s a2+R W! +3s +3s",
	  "a4@299 e5@299 Nc3@298 d6@298 Ra2*@297 Nf6@297" },
	{ "who castles with the rook first, and holds the king until he presses",
	  "e4+P W! d7- start GO(W) e2- e4+P W! e7- e5+p B! g1- f3+N W! g8- f6+n B! f1- e2+B W! f8- "
	  "e7+b B! h1- b7- b5+p B! f1+R +500ms e1- +1500ms { W! g1+K } +1s +3s",
	  "e4@298 e5@299 Nf3@297 Nf6@298 Be2@296 Be7@297 O-O*@296 b5*@296" },
	{ "nobody presses: a knight who is put back and goes elsewhere was never away",
	  "start d2- d4+P +1s g8- f6+n +1s b1- c3+N +1s d7- d5+p +1s g1- f3+N +1s e7- e6+p +1s c3- "
	  "e4+N +5s e4- c3+N +5s c3- +1500ms b1+N +5s f8- e7+b +1s +3s",
	  "d4 Nf6 Nc3 d5 Nf3 e6 Nb1 Be7~" },
	{ "while men are set up nothing is played",
	  "men h1=. d2=. f8=. scan +15s GO(W) +1s W! +3s STOP +5s h1+R +1s d2+P +1s f8+b +5s +1s "
	  "e2- e4+P W! +3s",
	  " | e4~" },
	{ "nobody presses: men are put away behind the last ply",
	  "start no-clock e2- e4+P +1s e7- e5+p +1s f1- c4+B +1s a7- a6+p +1s c4- f7:B +10s e8- "
	  "e7+k +1s e4- e2+P e5- e7+p f7- f7+p f1+B e8+k a6- a7+p +3s",
	  "e4 e5 Bc4 a6 Bxf7+ | " },
	{ "plies without a press, when the clock has told late of two at once",
	  "start GO(W) e2- e4+P W! e7- e5+p B! g1- f3+N W! b8- c6+n B! f1- c4+B W! f8- c5+b B! c2- "
	  "c3+P W! g8- B! f6+n B! +9s d2- d4+P +1s e5- d4:p +1s c3- d4:P +1s +300ms c5- b4+b +1s "
	  "+5s start +3s",
	  "e4@299 e5@299 Nf3@298 Nc6@298 Bc4@297 Bc5@297 c3@296 Nf6@296 d4 exd4 cxd4~ Bb4+~* | " },
	{ "both press between two readings of the clock, and he who took is seen then",
	  "start GO(W) e2- e4+P W! d7- d5+p W! B! e4- GO(W) d5:P W! +3s",
	  "e4@299 d5*@300 exd5*@298" },
	{ "pawn and queen take, and nobody presses",
	  "occupied start GO(W) e2- e4+P W! d7- d5+p B! d5- e4- d4+P d8- d5- d5+q +3s",
	  "e4@299 d5@299 exd5~ Qxd5~*" },
	{ "kings who are taken up when the clock stands are no ply",
	  "occupied start GO(W) e4+P W! d7- d5+p B! STOP +4s e1- e8- e4- e4+K d5- +1s +3s",
	  "e4*@299 d5@299" },
	{ "the clock is stopped while a pawn who takes is in the hand",
	  "occupied start GO(W) e2- e4+? W! d7- d5+? B! e4- STOP +2s +3s", "e4@299 d5@299 exd5~*" },
	{ "the board stands the other way round",
	  "occupied start-turned GO(W) e2- e4+P e7- W! e5+p B! +3s", "e4@299 e5@299" },
	{ "nobody presses: a pawn who is put back where he was before anybody replied has begun no "
	  "game, and ends none",
	  "start e2- e4+P +3s e4- e2+P +10s d2- d4+P +3s", "d4~" },
	{ "four plies are taken back, each pressed for, and another one played",
	  "start GO(W) e2- e4+P W! e7- e5+p B! g1- f3+N W! b8- c6+n B! f1- b5+B W! a7- a6+p B! +3s "
	  "a6- a7+p b5- f1+B c6- b8+n f3- g1+N +10s d2- d4+P W! +3s",
	  "e4@299 e5@299 d4@296" },
	{ "a queen is put where one of her own pawns stood, while the other one is in the hand: "
	  "that is no ply",
	  "start GO(W) e2- e4+P W! e7- e5+p B! d1- h5+Q W! c7- c6+p B! a2- a3+P W! d8- a5+q B! b1- "
	  "c3+N +1s h5- e5- a5- W! e5+q B! +3s",
	  "e4@299 e5@299 Qh5@298 c6@298 a3@297 Qa5@297 Nc3@296" },
};

int
main(void)
{
	return story_run("mishaps_game", tales, sizeof(tales) / sizeof(tales[0]));
}
