/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Men whom the board does not show where they stand: which squares they may have gone to, and which not.
 */
#include <check.h>

#include "core/tracker/anew/rethink.h"
#include "core/tracker/mend/repair.h"
#include "core/tracker/seen/stood.h"
#include "core/tracker/tracker_state.h"
#include "tests/support.h"
#include "tests/tracker/midgame.h"
#include "tests/tracker/story.h"

#define UNSEEN_AT_FIRST "start GO(W) e2- e4+P W! e7- e6+p B! f1- W! "
#define UNSEEN_BISHOP   "start GO(W) e2- e4+P W! a7- a6+p B! f1- W! +3s "
#define UP_TO_BISHOP    "e4@299 a6@299 Bd3*@298"

#define KNIGHT_ON_F3 "start GO(W) e2- e4+P W! e7- e5+p B! g1- f3+N W! d8- f6+q B! b1- c3+N W! "

#define QUICK_SCAN  "start GO(W) e2- e3+P e3- e4+P W! h7- h6+p B! f1- b5+B W! "
#define UP_TO_QUICK "e4@299 h6@299 Bb5@298 "

#define UNREAD_QUEEN "start GO(W) e2- e4+P W! e7- e5+p B! d1- W! +3s a7- a6+p B! +3s "
#define UP_TO_QUEEN  "e4@299 e5@299 "

#define ON_B7                                                                                      \
	"start GO(W) a2- a4+P W! b7- b5+p B! b5- a4- b5+P W! a7- a6+p B! a6- b5- a6+P W! "         \
	"c8- b7+b B! b7- a6- b7+P W! b8- c6+n B! "
#define UP_TO_B7 "a4@299 b5@299 axb5@298 a6@298 bxa6@297 Bb7@297 axb7@296 Nc6@296 "

#define TWO_ROOKS                                                                                  \
	"start GO(W) a2- a4+P W! a7- a6+p B! h2- h4+P W! b7- b6+p B! a1- a3+R W! c7- c6+p B! "     \
	"h1- h3+R W! d7- d6+p B! "
#define UP_TO_ROOKS "a4@299 a6@299 h4@298 b6@298 Ra3@297 c6@297 Rhh3@296 d6@296 "

static const struct tale tales[] = {
	{ "a bishop is read where he was, and in place of a pawn who had just come: one of the "
	  "squares fails, and without a clock nothing tells which",
	  "start d2- d4+P +1s d7- d6+p +1s c1- f4+B +1s b8- c6+n +1s h2- h3+P +1s e7- e5+p +2s "
	  "e5:B +4s",
	  "d4 d6 Bf4 Nc6 h3 e5 Bxe5~*" },
	{ "who is taken up when his press is heard had not gone on if he had stood for long",
	  "start GO(W) e2- e4+P W! d7- d5+p +1500ms B! d5- +1500ms", "e4@299 d5@299" },
	{ "but may have if he had only just come",
	  "start GO(W) e2- e4+P W! d7- d5+p +500ms B! d5- +1500ms", "e4@299 d5*@299" },
	{ "but not if the pawn was seen to be lifted",
	  "start d2- d4+P +1s d7- d6+p +1s c1- f4+B +1s b8- c6+n +1s h2- h3+P +1s e7- e5+p +2s "
	  "e5- e5+B +4s",
	  "d4 d6 Bf4 Nc6 h3 e5 Bxe5~" },
	{ "who stood between two squares leaves both at once",
	  "start GO(W) e2- e4+P W! a7- a6+p B! d1- g4+Q {h5+Q} W! +2s d7- d6+p B! +12s {g4- h5-} "
	  "f4+Q",
	  "e4@299 a6@299 Qg4*@298 d6@298 Qf4?" },
	{ "but who left the one before he was read on the other was on his way",
	  UNREAD_QUEEN "h5+Q W! +500ms g8- f6+n B! +4s {h5- g4+Q} {g4-} W! +2s b7- b6+p B! +2s",
	  UP_TO_QUEEN "Qg4*@298 a6@298 Qh5*@297 Nf6@297 Qf3*@296 b6@296" },
	{ "a king who stood on a wrong square and was taken up again before the press is where "
	  "somebody is read since",
	  "start GO(W) e2- e4+P W! e7- e5+p B! e1- e3+K +2s e3- e2+n W! +1s a7- a6+p B! +2s",
	  "e4@299 e5@299 Ke2*@298 a6@298" },
	{ "who is said to have been taken at once by one whom nobody saw, either, stays in doubt",
	  "start GO(W) e2- e4+P W! d7- d6+p B! d2- d4+P W! b7- +300ms B! f1- +400ms W! +9s",
	  "e4@299 d6@299 d4@298 b5*@298 Bxb5+*@297" },
	{ "who comes out where he was said to stand, when his player presses, was played there",
	  UNREAD_QUEEN "f3+Q W! +500ms g8- f6+n B! +4s f3- g3+Q W! b8- c6+n B!",
	  UP_TO_QUEEN "Qg4*@298 a6@298 Qf3*@297 Nf6@297 Qg3@296 Nc6@296" },
	{ "also where the board tells of him after the press",
	  UNREAD_QUEEN "W! f3+Q +500ms g8- f6+n B! +4s",
	  UP_TO_QUEEN "Qg4*@298 a6@298 Qf3*@297 Nf6@297" },
	{ "or where he could have gone at once", UNREAD_QUEEN "W! h5+Q +500ms g8- f6+n B! +4s",
	  UP_TO_QUEEN "Qg4*@298 a6@298 Qh5*@297 Nf6@297" },
	{ "but not where another man is played", UNREAD_QUEEN "f3+Q g1- h3+N W! +3s",
	  UP_TO_QUEEN "Qf3*@298 a6@298 Nh3@297" },
	{ "a man who is lifted only now was not taken then", UNSEEN_BISHOP "scan +300ms a6- +300ms",
	  UP_TO_BISHOP },
	{ "who left a square just now was not put where somebody stood unseen",
	  "start GO(W) e2- e4+P W! b8- c6+n B! f1- W! +3s c6- a5+n B! a2- a3+P W! b7- b5+p B! h2- "
	  "h3+P W! a5- c4+n B! +2s g2- g3+P W! +3s c4- +300ms",
	  "e4@299 Nc6@299 Bd3*@298 Na5@298 a3@297 b5@297 h3@296 Nc4@296 g3@295" },
	{ "who is nowhere to be seen was there where the opponent took him at once",
	  UNSEEN_AT_FIRST "+600ms b8- a6+n B! +3s", "e4@299 e6@299 Ba6*@298 Nxa6@298" },
	{ "until he comes out elsewhere",
	  UNSEEN_AT_FIRST "b8- a6+n B! +3s a2- a3+P W! h7- h6+p B! +5s c4+B +3s",
	  "e4@299 e6@299 Bc4*@298 Na6@298 a3@297 h6@297" },
	{ "but is no longer thought to be taken where nobody saw him for seconds",
	  UNSEEN_AT_FIRST "+4s b8- a6+n B! +3s", "e4@299 e6@299 Bd3*@298 Na6@298" },
	{ "nor who had been thought to stand, and be taken, where nobody comes to light",
	  QUICK_SCAN "b8- B! b5- W! +500ms c6+B +2s", UP_TO_QUICK "Nc6*@298 Bxc6@297" },
	{ "who is thought to have come, and not to be read, may have been taken there by one like "
	  "his "
	  "victim",
	  "start GO(W) b1- c3+N W! g8- f6+n B! c3- e4+N W! a7- a6+p B! g1- f3+N W! b7- b6+p B! "
	  "f3- g5+N W! f6- B! e4- +1100ms {e4+N g5-} +300ms",
	  "Nc3@299 Nf6@299 Ne4@298 a6@298 Nf3@297 b6@297 Nfg5@296 Nxe4*@296 Nxe4?" },
	{ "who was on his way at the press, and is not read where he was, was taken farther on",
	  "start GO(W) e2- e3+P e3- e4+P W! a7- a6+p B! f1- c4+B W! c4- +850ms a6- b5+p B! +2s",
	  "e4@299 a6@299 Bb5*@298 axb5@298" },
	{ "a square that reads another man, rather than one that reads none and one that keeps a "
	  "man who left",
	  "start GO(W) e2- e4+P W! e7- e5+p B! e1- e2+K W! d7- d6+p B! d1- +60s e1+K W! +3s "
	  "a7- a6+p B! +3s e2- d3+K W!",
	  "e4@299 e5@299 Ke2*@298 d6@298 Qe1*@297 a6@297 Kd3@296" },
	{ "a man comes out, and it was the other like him who moved, and moved on",
	  TWO_ROOKS "+5s h3- +1s a3- d3+R W! +3s e7- e6+p B! +3s d3- f3+R W! +3s f7- f6+p B! a3+R "
	            "+3s",
	  UP_TO_ROOKS "Rhd3*@295 e6@295 Rf3@294 f6@294" },
	{ "who came out only just before he moved on may have come from elsewhere",
	  UNSEEN_AT_FIRST "+3s d7- d6+p B! +1s c4+B +300ms c4- a6+B W! +2s",
	  "e4@299 e6@299 Bc4*@298 d6@298 Ba6*@297" },
	{ "but not who stood there for a while",
	  UNSEEN_AT_FIRST "+3s d7- d6+p B! +1s c4+B +3s c4- a6+B W! +2s",
	  "e4@299 e6@299 Bc4*@298 d6@298 Ba6@297" },
	{ "and who was read on two squares may have come from either: what was said stands",
	  "start GO(W) e2- e4+P W! a7- a6+p B! d1- g4+Q {h5+Q} W! +2s d7- d6+p B! +12s {g4- h5-} "
	  "f3+Q W! +2s",
	  "e4@299 a6@299 Qg4*@298 d6@298 Qf3*@297" },
	{ "who was read there, but not any more when his clock was pressed, may have gone on",
	  KNIGHT_ON_F3 "f6- g5+q +800ms g5- +300ms {e3+N f3-} e3- +500ms B! +8s",
	  "e4@299 e5@299 Nf3@298 Qf6@298 Nc3@297 Qg5*@297" },
	{ "unless he is read there again",
	  KNIGHT_ON_F3 "f6- g5+q +800ms g5- +300ms B! +100ms g5+q +8s",
	  "e4@299 e5@299 Nf3@298 Qf6@298 Nc3@297 Qg5@297" },
	{ "or the other player takes him, and had his man in the air by then",
	  "start GO(W) e2- e4+P W! d7- d5+p B! e4- d5- d5+P +800ms d8- d5- +500ms W! d5+q B! +3s",
	  "e4@299 d5@299 exd5@298 Qxd5@298" },
	{ "a pawn who was read on his way may have gone two squares, and been taken in passing",
	  "start GO(W) a2- a4+P W! h7- h6+p B! a4- a5+P W! b7- b6+p b6- +1s B! +500ms a5- W! b6+P "
	  "+3s",
	  "a4@299 h6@299 a5@298 b6*@298 axb6*@297" },
	{ "where nobody was seen to come, who is read for a moment while the other player is to "
	  "move is "
	  "another one beside it",
	  "start GO(W) e2- e4+P W! a7- a6+p B! f2- W! +3s b7- b6+p B! g2- {g4+P f4+P} W! +300ms "
	  "f4- +1s "
	  "f3+P +2s",
	  "e4@299 a6@299 f3*@298 b6@298 g4@297" },
	{ "who is read where he goes a moment before he leaves has not stood there all the time",
	  UNSEEN_AT_FIRST "+3s d7- d6+p B! +1s c4+B +3s {a6+B c4-} W! +2s",
	  "e4@299 e6@299 Bc4*@298 d6@298 Ba6@297" },
	{ "who would be in the way went elsewhere, rather than after a ply that came later",
	  "start GO(W) d2- d4+P W! c7- c5+p B! c2- c3+P W! b8- +800ms B! g1- f3+N W! +800ms "
	  "a7- a5+p B! +1100ms",
	  "d4@299 c5@299 c3@298 Nc6*@298 Nf3*@297 a5@297" },
	{ "rather than that it was he who moved, and another one is missing",
	  TWO_ROOKS "+5s h3- W! +3s e7- e6+p B! +3s a3- g3+R +900ms",
	  UP_TO_ROOKS "Rh1*@295 e6@295 Rg3~*" },
	{ "who is not read where the record has him, and could have gone there, was the one who "
	  "did",
	  TWO_ROOKS "+5s {h3- a3- d3+R} W! +3s e7- e6+p B! +3s b3+R W! +3s",
	  UP_TO_ROOKS "Rhd3*@295 e6@295 Rab3@294" },
	{ "who had left where he was read when the reply was made has not begun there",
	  "start GO(W) e2- e4+P W! a7- a6+p B! d1- g4+Q +300ms g4- +900ms W! b7- b6+p B! g3+Q W! "
	  "+2s c7- c6+p B! +2s",
	  "e4@299 a6@299 Qg4*@298 b6@298 Qg3*@297 c6@297" },
	{ "a king is no other man, also where nobody has read him for long",
	  "start GO(W) e2- e4+P W! e7- e5+p B! e1- W! +3s a7- a6+p B! +2s g1- +1s f3+K W! +3s",
	  "e4@299 e5@299 Ke2*@298 a6@298 Kf3*@297" },
	{ "who comes out when the game is over stood there",
	  UNSEEN_AT_FIRST "+3s d7- d6+p B! +1s STOP +3s e1- e8- d5+K c4+B e4:k +1s",
	  "e4@299 e6@299 Bc4*@298 d6@298 1-0" },
	{ "also behind the sign",
	  UNSEEN_AT_FIRST "+3s d7- d6+p B! +1s STOP +3s e1- e8- d5+K e4:k c4+B +1s",
	  "e4@299 e6@299 Bc4*@298 d6@298 1-0" },
	{ "not so where men are put away",
	  UNSEEN_AT_FIRST "+3s d7- d6+p B! +1s STOP +3s e1- e8- d5+K e4:k a8- c4+B +1s",
	  "e4@299 e6@299 Bd3*@298 d6@298 1-0" },
	{ "what was seen to stand gives no way to a capture on a square that does not read",
	  "start GO(W) b1- c3+N W! e7- e6+p B! g1- f3+N W! f8- b4+b B! f3- d4+N W! h7- h6+p B! "
	  "d4- b5+N W! c3- +6s b4- d6+b B! +2s b5- d6- d6+N W! c7- d6- d6+p B! +2s b2- W! +3s",
	  "Nc3@299 e6@299 Nf3@298 Bb4@298 Nd4@297 h6@297 Ndb5@296 Bd6@296 Nxd6+@295 cxd6@295 "
	  "b3*@294" },
	{ "who castled has not left his rook behind for seconds",
	  "start GO(W) g2- g3+P W! e7- e6+p B! f1- g2+B W! d7- d6+p B! g1- f3+N W! a7- a6+p B! "
	  "d2- d3+P W! b7- b6+p B! c1- f4+B W! c7- c6+p B! d1- d2+Q W! h7- h6+p B! e2- e4+P W! "
	  "g7- g6+p B! e1- W! +3s f7- f6+p B! +3s h1- c1+R W! +3s",
	  "g3@299 e6@299 Bg2@298 d6@298 Nf3@297 a6@297 d3@296 b6@296 Bf4@295 c6@295 Qd2@294 h6@294 "
	  "e4@293 g6@293 Ke2*@292 f6@292 Rc1@291" },
	{ "who was read where he stood did not take elsewhere, where a man is not read any more",
	  UNSEEN_BISHOP "h7- h6+p B! c4+B +3s g2- g3+P W! a6- +5s g7- g6+p B! c4- d3+B W! +3s",
	  "e4@299 a6@299 Bc4*@298 h6@298 g3@297 g6@297 Bd3@296" },
	{ "who came to stand there later had not come there then",
	  "start GO(W) e2- e4+P W! a7- a6+p B! f1- W! +3s h7- h6+p B! d3+B +200ms W! +1s g7- g6+p "
	  "B! d3- "
	  "c4+B W! b7- b6+p B! +2s c4- b5+B W! c7- c6+p B! +2s b5- e2+B W! a6- +4s c6- c5+p B! "
	  "+20s",
	  "e4@299 a6@299 Bxa6*@298 h6@298 Bd3*@297 g6@297 Bc4@296 b6@296 Bb5@295 c6@295 Be2@294 "
	  "c5@294" },
	{ "who was never read on his square has not left it, whatever is lifted next",
	  "start GO(W) e2- e4+P W! e7- e6+p B! f1- +760ms W! +1200ms a7- +900ms B! d1- f3+Q W! +3s",
	  "e4@299 e6@299 Bd3*@298 a6*@298 Qf3*@297" },
	{ "a square that reads another man of his does not hide him",
	  "start GO(W) e2- e4+P W! c7- +300ms B! +2s g1- f3+N W! b8- c6+n B! f1- b5+B W! e7- e6+p "
	  "B! "
	  "+1s",
	  "e4@299 c5*@299 Nf3@298 Nc6@298 Bb5@297 e6@297" },
	{ "who comes out elsewhere did not take where the board had failed before",
	  "start GO(W) b1- c3+N W! d7- d5+p B! a2- a3+P W! +2s d5:b +3s h7- h6+p B! c3- W! +3s "
	  "g7- g6+p B! +2s b5+N +3s",
	  "Nc3@299 d5@299 a3@298 h6@298 Nb5*@297 g6@297" },
	{ "the last ply was pressed, and nobody saw it before the clock was stopped",
	  "start GO(W) e2- e4+P W! e7- e6+p B! f1- +600ms W! +100ms STOP +6s",
	  "e4@299 e6@299 Bd3*@298" },
	{ "what one ply can be explained by only if much is amiss was no error of that ply",
	  "start GO(W) e2- e4+P W! e7- e6+p B! c2- c3+P W! c4+P +500ms g7- g6+p B! +3s g1- f3+N W! "
	  "f8- g7+b B! b1- c3:N W! +2s",
	  "e4@299 e6@299 c4*@298 g6*@298 Nf3@297 Bg7@297 Nc3@296" },
	{ "who is lifted where nobody had seen him arrive was not taken elsewhere before",
	  "start GO(W) d2- d4+P W! f7- f5+p B! e2- e4+P W! b8- c6+n B! d4- d5+P W! c6- {+558ms B!} "
	  "{+669ms d4+Q} {+88ms d1-} {+548ms W!} {+45ms e5-} {+416ms B!} {f7+n} +2s",
	  "d4@299 f5@299 e4@298 Nc6@298 d5@297 Ne5@297 Qd4@296 Nf7@296" },
	{ "a man seen, and taken up before the press, is believed rather than one nobody saw",
	  "occupied start GO(W) h2- h4+P W! a7- a5+p B! h1- h3+R W! a8- a6+r B! b2- b3+P W! "
	  "a6- f6+r B! h3- +600ms f3+R {+210ms f3-} {+200ms W!} +1100ms {f6-} +340ms f3+r "
	  "{+400ms B!} +3s",
	  "h4@299 a5@299 Rh3@298 Ra6@298 b3@297 Rf6@297 Rf3*@296 Rxf3@296" },
	{ "a new man who is not read is a queen as long as no other is",
	  ON_B7 "b7- a8:P +500ms W! +50ms a8- +100ms d8- +800ms", UP_TO_B7 "bxa8=Q*@295" },
	{ "and is no other where he was read himself, though another stands there later",
	  ON_B7 "b7- a8:P +500ms W! a8:Q +3s d8- a8:q B! +3s a1- a8:R W! +3s c6- b8+n B! +3s "
	        "b8- +1200ms a8- +300ms",
	  UP_TO_B7 "bxa8=Q*@295 Qxa8@295 Rxa8+@294 Nb8@294" },
};

#define EXCHANGED_ON_D5                                                                            \
	"rnbqkb1r/pp2pppp/5n2/3p4/2PP4/8/PP3PPP/RNBQKBNR w KQkq - 1 5",                            \
		"c4- d5- d5+P W! f6- d5- d5+n B! +2s b1- W! d5- +1s B! +3s "

#define UNREAD_ROOK "r4rk1/ppp2ppp/8/8/8/8/PPP3PP/3R1RK1 w - - 0 1", "f1- W! +3s a7- a6+p B! +3s "

#define PUSHED_TWO                                                                                 \
	"4k3/1p6/8/P7/8/8/8/4K3 w - - 0 30", "+1s e1- e2+K W! b7- {b6+p b5+p} B! +1s a5- b6:P "

#define BETWEEN_SQUARES "6k1/5ppp/7r/8/8/8/5Q2/6K1 w - - 0 30"

static const struct midgame_tale midgame_tales[] = {
	{ "who is read on two squares stands on the other one when another man comes to the first",
	  "2b5/5pkp/8/P2Pb1r1/4BN2/8/8/5R1K w - - 0 1",
	  "e4- +250ms {f3+B g2+B} +450ms W! +3s c8- a6+b B! +5s f1- +600ms f3:R",
	  "Bg2*@299 Ba6@299 Rf3?" },
	{ "a rook goes on to where another one may have gone long before: he is told there before "
	  "he "
	  "is told to have left",
	  "3r2k1/5ppp/8/8/8/8/4B1PP/R3R1K1 w - - 0 1",
	  "a1- +900ms d1+R +430ms d1- +230ms W! +270ms d8- +500ms d1:r B! +2s e2- +500ms d1- "
	  "+240ms d1+B +600ms W! +3s h7- h6+p B! +3s d1- f3+B W! +3s h6- h5+p B! +3s e1- d1+R W! "
	  "+3s g7- g6+p B! +3s d1- d2+R W! +3s g6- g5+p B! +1500ms c2+R d2- +230ms a2+R",
	  "Rad1*@299 Rxd1@299 Bxd1@298 h6@298 Bf3@297 h5@297 Rd1@296 g6@296 Rd2@295 g5@295 "
	  "Rc2~*" },
	{ "who castles on the other side, against the Laws, had moved his rook alone",
	  "4k3/p6p/b7/8/8/8/P6P/R3K2R w KQ - 0 1",
	  "h2- h3+P W! h7- h6+p B! +1s a1- d1+R W! +1s e8- f8+k B! +1s h3- h4+P W! +1s f8- g8+k B! "
	  "+2s e1- "
	  "+300ms g1+K +300ms h1- +300ms f1+R W! +12s",
	  "h3@299 h6@299 Rd1@298 Kf8@298 h4@297 Kg8@297" },
	{ "who is put down beside the square where he was taken has not stood there for long",
	  "6k1/2n1n3/8/4r3/8/4N3/1B5P/6K1 w - - 0 30",
	  "+1s h2- h3+P W! +1s e7- f5+n f5- B! +3s e3- f5+N W! +2s e5- f5:r B! +1s h3- h4+P W! +1s "
	  "c7- e8+n B! +1s h4- h5+P W! +1s e8- g7+n B! +1s b2- g7:B g6+n W! +2s",
	  "h3@299 Nf5*@299 Nxf5@298 Rxf5@298 h4@297 Ne8@297 h5@296 Ng7@296 Bxg7@295" },
	{ "who came there later does not show that somebody had never been taken there",
	  "8/1p2r1bk/4p1pp/4p3/p1Q1N3/P2Pq1P1/1P5P/5R1K w - - 0 33",
	  "+1s {h2-} +200ms {h2+P} +1s h1- W! +60ms {e3- B!} +50ms {g2+K} +550ms {c4-} +280ms {W!} "
	  "+180ms {d4+Q} +3s {d4- e5-} +200ms {d4+p} +250ms {B!} +1s {f1-} +160ms {W!} +90ms "
	  "{c1+R} "
	  "+1s {g7-} +300ms {B!} +20ms {f6+b c1-} +120ms {W!} +500ms {c4+R} +3s",
	  "Kg2@299 Qd4@299 Qxd4@298 exd4@298 Rc1@297 Bf6@297 Rc4@296" },
	{ "a pawn who was read on both squares when he was taken may have gone the one or the two",
	  PUSHED_TWO "{W! b5-} +2s", "Ke2@299 b6*@299 axb6*@298" },
	{ "who stood on the second one when his taker had come had gone two",
	  PUSHED_TWO "+900ms b5- W! +2s", "Ke2@299 b5*@299 axb6*@298" },
	{ "who is read there only behind his taker was carried over it",
	  "4k3/1p6/8/P7/8/8/8/4K3 w - - 0 30",
	  "+1s e1- e2+K W! b7- b6+p B! a5- b6:P +50ms b5+p +400ms b5- W! +2s",
	  "Ke2@299 b6*@299 axb6*@298" },
	{ "who was read farther on when his clock was pressed has only not been told to leave",
	  "3r2k1/1r3ppp/8/8/8/3R4/4QPPP/6K1 w - - 0 30",
	  "+1s d3- d4+R d5+R d5- d8:R +200ms W! b7- +500ms d8:r B! +2s g2- g3+P W! +2s",
	  "Rd4*@299 Rb2*@299 g3@298" },
	{ "a rook who is taken for somebody else where he stands has not moved in place of the "
	  "other one",
	  "1r2r3/7k/8/8/8/8/6PP/7K w - - 0 30",
	  "+1s g2- g3+P W! +1s b8- {e8:P c8+r} B! +3s h2- h3+P W! +1s c8- c2+r B! +1s h3- h4+P W! "
	  "+1s e8- g8+r B! +2s",
	  "g3@299 Rbc8*@299 h3@298 Rc2@298 h4@297 Rg8@297" },
	{ "two squares begin to read somebody at once: he may stand on the one that takes him for "
	  "another",
	  BETWEEN_SQUARES, "f2- {c2+Q d2+r} W! +3s g8- f8+k B! +3s {d2- c2-} f2+Q W! +3s",
	  "Qc2*@299 Kf8@299 Qf2*@298" },
	{ "but not where the other one reads somebody only later", BETWEEN_SQUARES,
	  "f2- c2+Q W! +3s d2+r g8- f8+k B! +3s {d2- c2-} f2+Q W! +3s",
	  "Qc2@299 Kf8*@299 Qf2@298" },
	{ "who went unseen was taken seconds later, and the other knight is not given away",
	  EXCHANGED_ON_D5 "c3+n +1s", "cxd5@299 Nxd5@299 Nc3*@298 Nxc3*@298" },
	{ "but one may go where nobody takes him", EXCHANGED_ON_D5 "b4+n +1s",
	  "cxd5@299 Nxd5@299 Nd2*@298 Nb4*@298" },
	{ "a square that begins to read a rook when another one has left proves nothing of the "
	  "first",
	  UNREAD_ROOK "d1- e1+R W! +3s b7- b6+p B! +2s f3+R +300ms f3- f7+R W! +2s",
	  "Rf3*@299 a6@299 Re1@298 b6@298 Rxf7*@297" },
	{ "nor where the board tells of that one second",
	  UNREAD_ROOK "{e1+R d1-} +1s W! +3s b7- b6+p B! +2s", "Rf2*@299 a6@299 Re1@298 b6@298" },
	{ "but it does where the other one goes elsewhere", UNREAD_ROOK "e1+R d1- +1s d3+R W! +3s",
	  "Rfe1*@299 a6@299 Rd3@298" },
	{ "a pawn whose queen was read on the last rank became no rook, wherever a rook goes from "
	  "there "
	  "later",
	  "8/1P4k1/p7/r7/8/3R4/8/6K1 w - - 0 30",
	  "b7- b8+P +1s W! b8:Q {a5- b5+r} {+200ms b8-} B! b5:Q W! +1s a6- b5:p B! +1s d3- d8+R W! "
	  "+1s "
	  "b5- b4+p B! d8- b8+R W! g7- g6+k B! b8- b7+R +400ms b7- b4:R W! +2s",
	  "b8=Q*@299 Rb5@299 Qxb5@298 axb5@298 Rd8@297 b4@297 Rb8@296 Kg6@296 Rxb4@295" },
	{ "a knight let go for a second where another one had stood shows that that one had left, "
	  "once he "
	  "goes on",
	  "4k3/pp1p4/8/4p3/3N4/2N5/8/2B1K3 w - - 0 30",
	  "b5+N W! d7- d4- c1- B! d6+p g5+B W! a7- a6+p B! b5- a3+N W! b7- b5+p c3- B! d4+N +750ms "
	  "d4- "
	  "d5+N W! +2s",
	  "Ndb5*@299 d6@299 Bg5@298 a6@298 Na3@297 b5@297 Nd5@296" },
	{ "who was read for long where he had gone did go there, whatever square nobody is read on",
	  "4k3/4n3/6p1/2pB2K1/2P2B2/bP6/P7/8 w - - 0 55",
	  "g6- +9s {+3657ms g5- +802ms f6+K +119ms W! +445ms e8- +577ms B! +3609ms d7+k +29237ms "
	  "d5- +600ms e6+B +742ms W! +3184ms d7- +388ms d8+k +524ms B! +28508ms f6- +388ms f7+K "
	  "+145ms W! +30285ms e7- +434ms c6+n +405ms B! +902ms f4- +645ms e3+B +273ms W! +7351ms "
	  "c6- +447ms e5+n +412ms B! +367ms f7- +440ms f6+K +423ms W! +676ms a3- +443ms b2+b "
	  "+114ms f6- +645ms B! +212ms g5+K +59ms W! +9437ms d8- +577ms B! +72ms e7+k +440ms e6- "
	  "+645ms d5+B +531ms W!} +1s",
	  "Kf6@299 Kd7*@299 Be6+@298 Kd8@298 Kf7@297 Nc6@297 Be3@296 Ne5+@296 Kf6@295 Bb2@295 "
	  "Kg5@294 Ke7@294 Bd5@293" },
};

START_TEST(stood_midgame_tale_keeps_the_record)
{
	midgame_check(&midgame_tales[_i]);
}
END_TEST

START_TEST(stood_tale_keeps_the_record)
{
	story_check(&tales[_i]);
}
END_TEST

/* Is there to be a second thought after this? */
static bool
is_thought_over(const char *script)
{
	struct story story;
	bool due;

	story_begin(&story);
	story_tell(&story, script);
	due = rethink_due(story.tracker) != TRACKER_NO_DEADLINE;
	story_end(&story, false);
	return due;
}

START_TEST(a_man_in_the_air_is_no_reason_to_think_again)
{
	ck_assert(!is_thought_over(UNSEEN_AT_FIRST "+3s d7- d6+p B! g1-"));
	ck_assert(is_thought_over(UNSEEN_AT_FIRST "+3s d7- d6+p B! g1- W!"));
	ck_assert(is_thought_over(UNSEEN_AT_FIRST "+3s d7- d6+p B! g8-"));
}
END_TEST

/* Can the last ply have been `other`, by what was seen? */
static bool
may_be(const char *script, uint16_t other)
{
	struct story story;
	struct position before;
	uint32_t last;
	bool may;

	story_begin(&story);
	story_tell(&story, script);
	last = story.tracker->game.n_plies - 1;
	game_position(&story.tracker->game, last, &before);
	may = !stood_is_refuted(story.tracker, last, &before, other);
	story_end(&story, false);
	return may;
}

START_TEST(who_was_read_where_he_stood_when_it_was_done_did_not_do_it)
{
	const uint16_t other_rook = move_make(16, 19, MOVE_NORMAL);

	ck_assert(may_be(TWO_ROOKS "a3- +1s h3- d3+R W! +1s", other_rook));
	ck_assert(!may_be(TWO_ROOKS "h3- d3+R W! +3s a3- +1s", other_rook));
}
END_TEST

START_TEST(who_had_left_when_his_clock_was_pressed_may_have_gone_on)
{
	const uint16_t farther = move_make(45, 31, MOVE_NORMAL);

	ck_assert(may_be(KNIGHT_ON_F3 "f6- g5+q +800ms g5- +300ms {e3+N f3-} e3- +500ms B! +8s",
	                 farther));
	ck_assert(!may_be(KNIGHT_ON_F3 "f6- g5+q +800ms B! +1s g5- +8s", farther));
}
END_TEST

/* The bishop is said to stand on d3, where nobody saw him, and it is not known that he was let go of. Then the queen is lifted. */
static uint32_t
plies_kept(bool read_elsewhere)
{
	const int h4 = 31;
	struct story story;
	uint32_t n_plies;

	story_begin(&story);
	story_tell(&story, "start GO(W) e2- e4+P W! e7- e6+p B! f1- +760ms W! +1200ms a7- +900ms");
	ck_assert_uint_eq(story.tracker->game.n_plies, 3);
	story.tracker->plies[2].state = PLY_CANDIDATE;
	if (read_elsewhere) {
		image_put(&story.tracker->image, h4, WHITE_BISHOP);
		story.tracker->excused |= sq_bit(h4);
	}
	story_tell(&story, "d1-");
	n_plies = story.tracker->game.n_plies;
	story_end(&story, false);
	return n_plies;
}

START_TEST(an_unseen_man_is_kept_unless_he_is_read_elsewhere)
{
	ck_assert_uint_eq(plies_kept(false), 3);
	ck_assert_uint_eq(plies_kept(true), 2);
}
END_TEST

/* White's queen is said to have come out on f3, and his clock is pressed once more: may she have been played on to there from e2? */
static bool
may_be_played_on(bool said_by_person)
{
	struct correction said = { .what = CORRECTION_POSITION };
	struct lever_press press = { .side = WHITE };
	struct story story;
	bool may;

	story_begin(&story);
	story_tell(&story, "start GO(W) e2- e4+P W! e7- e5+p B! d1- f3+Q W! b8- c6+n B!");
	if (said_by_person) {
		said.position = story.tracker->game.now;
		ck_assert_int_eq(tracker_correct(story.tracker, &said, story.tracker->now_us), 0);
	}
	story.tracker->exchanged = (struct exchanged){ .t_us = story.tracker->now_us,
		                                       .ply = 2,
		                                       .n_plies = story.tracker->game.n_plies,
		                                       .move = move_make(3, 12, MOVE_NORMAL) };
	press.t_us = story.tracker->now_us;
	may = repair_undo(story.tracker, &press);
	ck_assert_uint_eq(story.tracker->game.n_plies, may ? 5 : 4);
	story_end(&story, false);
	return may;
}

START_TEST(what_is_before_a_persons_word_is_not_exchanged)
{
	ck_assert(may_be_played_on(false));
	ck_assert(!may_be_played_on(true));
}
END_TEST

/* The bishop stands on e2, unseen, for more than forty plies. */
START_TEST(a_guest_proves_where_he_stood_long_ago)
{
	static const char *const pawns[] = {
		"h7- h6+p B! a2- a3+P W!", "h6- h5+p B! a3- a4+P W!", "g7- g6+p B! b2- b3+P W!",
		"g6- g5+p B! b3- b4+P W!", "b7- b6+p B! h2- h3+P W!", "d7- d6+p B! h3- h4+P W!",
		"f7- f6+p B! g2- g3+P W!",
	};
	const int e2 = 12;
	const struct game_ply *bishop;
	struct story story;

	story_begin(&story);
	story_tell(&story, UNSEEN_BISHOP);
	bishop = &tracker_game(story.tracker)->plies[2];
	for (size_t i = 0; i < sizeof(pawns) / sizeof(pawns[0]); i++) {
		story_tell(&story, "b8- c6+n B! b1- c3+N W! c6- b8+n B! c3- b1+N W! ");
		story_tell(&story, pawns[i]);
	}
	story_tell(&story, " b8- c6+n B! +1s");
	ck_assert_int_ne(move_to(bishop->move), e2);
	ck_assert_int_ne(bishop->doubtful, 0);
	story_tell(&story, "e2-");
	ck_assert_int_eq(move_to(bishop->move), e2);
	ck_assert_int_eq(bishop->doubtful, 0);
	story_end(&story, false);
}
END_TEST

static Suite *
stood_suite(void)
{
	Suite *suite = suite_create("stood");
	TCase *tcase = tcase_create("tales");

	tcase_add_loop_test(tcase, stood_tale_keeps_the_record, 0,
	                    (int)(sizeof(tales) / sizeof(tales[0])));
	tcase_add_loop_test(tcase, stood_midgame_tale_keeps_the_record, 0,
	                    (int)(sizeof(midgame_tales) / sizeof(midgame_tales[0])));
	tcase_add_test(tcase, a_man_in_the_air_is_no_reason_to_think_again);
	tcase_add_test(tcase, who_was_read_where_he_stood_when_it_was_done_did_not_do_it);
	tcase_add_test(tcase, who_had_left_when_his_clock_was_pressed_may_have_gone_on);
	tcase_add_test(tcase, a_guest_proves_where_he_stood_long_ago);
	tcase_add_test(tcase, an_unseen_man_is_kept_unless_he_is_read_elsewhere);
	tcase_add_test(tcase, what_is_before_a_persons_word_is_not_exchanged);
	suite_add_tcase(suite, tcase);
	return suite;
}

int
main(void)
{
	return test_run(stood_suite());
}
