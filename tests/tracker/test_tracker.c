/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The tracker, told in scripts (story.h).
 */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "core/tracker/anew/rethink.h"
#include "core/tracker/explain/cost.h"
#include "core/tracker/tracker_state.h"
#include "tests/support.h"
#include "tests/tracker/story.h"

#define KINGS_ON_C3_AND_E5                                                                         \
	"start GO(W) e2- e4+P W! e7- e6+p B! e1- e2+K W! e8- e7+k B! e2- d3+K W! e7- f6+k B! "     \
	"d3- c3+K W! f6- e5+k B! "
#define TO_C3_AND_E5 "e4@299 e6@299 Ke2@298 Ke7@298 Kd3@297 Kf6@297 Kc3@296 Ke5@296 "

/* The record as it stands right after the last word. */
/* A knight goes to e4, where another one could take him, and is put back. */
#define KNIGHT_PUT_BACK                                                                            \
	"start d2- d4+P +1s g8- f6+n +1s b1- c3+N +1s d7- d5+p +1s g1- f3+N +1s e7- e6+p +1s "     \
	"c3- e4+N +5s e4- c3+N +5s "

static const struct tale tales[] = {
	/* Calm play. */
	{ "nothing happened yet", "start +10s", "" },
	{ "a ply is a candidate while the hand may be on it", "start e2- e4+P", "e4?" },
	{ "a ply that stands still is made", "start e2- e4+P +1s", "e4~" },
	{ "a press completes it with its time", "start GO(W) e2- e4+P W!", "e4@299" },
	{ "a reply completes the ply before it when there is no clock",
	  "start no-clock e2- e4+P +1s e7- e5+p +1s", "e4 e5~" },
	{ "plies made before anybody started the clock lack no press, and nothing is doubtful "
	  "behind them",
	  "start STOP e2- e4+P e7- e5+p g1- f3+N b8- c6+n f1- c4+B g8- f6+n d2- d3+P GO(B) f8- "
	  "c5+b B! c2- c3+P W! d7- d6+p B! +3s",
	  "e4 e5 Nf3 Nc6 Bc4 Nf6 d3 Bc5@299 c3@299 d6@298" },
	{ "nor do those that are made while it is off the board",
	  "start GO(W) e2- e4+P W! no-clock e7- e5+p g1- f3+N b8- c6+n f1- c4+B g8- f6+n d2- d3+P "
	  "GO(B) f8- c5+b B! c2- c3+P W! d7- d6+p B! +3s",
	  "e4@299 e5 Nf3 Nc6 Bc4 Nf6 d3 Bc5@299 c3@298 d6@298" },
	{ "where it runs, and is heard, they may be hands that were at work",
	  "start GO(W) e2- e4+P W! e7- e5+p g1- f3+N b8- c6+n f1- c4+B g8- f6+n d2- d3+P f8- "
	  "c5+b B! c2- c3+P W! d7- d6+p B! +3s",
	  "e4@299 e5* Nf3* Nc6* Bc4* Nf6* d3* Bc5*@299 c3*@298 d6*@298" },
	{ "three plies, and two presses that come before the third is seen: they are for the first "
	  "two",
	  "start GO(W) e2- e4+P W! e7- e5+p g1- f3+N b8- {B! W! c6+n} B!",
	  "e4@299 e5@299 Nf3@298 Nc6@298" },
	{ "three plies, the first press comes with the third, and the second before anybody has "
	  "moved",
	  "start GO(W) e2- e4+P W! e7- e5+p g1- f3+N b8- {B! c6+n} W! B! b1- c3+N W!",
	  "e4@299 e5@299 Nf3@298 Nc6@298 Nc3@297" },
	{ "four plies come out at once, and each has its press",
	  "start GO(W) e2- e4+P W! d7- d5+p B! c2- c4+P W! c7- c6+p B! b1- c3+N W! g8- f6+n B! +1s "
	  "{e4- W!} {c6- d5:p B!} {c4- W!} {f6- B!} {d5:n} +2s",
	  "e4@299 d5@299 c4@298 c6@298 Nc3@297 Nf6@297 exd5@296 cxd5*@296 cxd5@295 Nxd5*@295" },
	{ "two plies, two presses", "start GO(W) e2- e4+P W! e7- e5+p B!", "e4@299 e5@299" },
	{ "placed before lifted", "start GO(W) e4+P e2- W!", "e4@299" },
	{ "lifted and put back is nothing", "start GO(W) e2- +2s e2+P +2s", "" },

	/* Slides and hesitation. */
	{ "a slide stops on a legal square", "start GO(W) e2- e3+P e3- e4+P W!", "e4@299" },
	{ "a slide without an empty board in between", "start GO(W) {e3+P e2-} {e4+P e3-} W!",
	  "e4@299" },
	{ "a candidate its piece has left is no ply", "start e2- e3+P e3-", "" },
	{ "but one whom the opponent is taking was let go", "start e2- e4+P +1s d7- d5+p e4- d5-",
	  "e4~ d5?" },
	{ "and so was one who has been answered, whatever becomes of the reply",
	  "start e2- e4+P +1s e7- e6+p +1s a2- a3+P +1s d7- d5+p e4- d5- d5+P d5- e6- d5+p",
	  "e4 e6 a3~ d5? exd5? exd5?" },
	{ "hesitation: the piece is moved on after standing a while",
	  "start GO(W) g1- h3+N +2s h3- f3+N W!", "Nf3@299" },
	{ "changed his mind altogether", "start GO(W) g1- h3+N h3- g1+N d2- d4+P W!", "d4@299" },
	{ "a made ply is taken back before the press", "start GO(W) e2- e4+P +2s e4- e2+P", "" },
	{ "and another played", "start GO(W) e2- e4+P +2s e4- e2+P d2- d4+P +1s", "d4~" },
	{ "a slide goes on after the press was reported", "start GO(W) e2- e3+P W! e3- e4+P +2s",
	  "e4@299" },
	{ "a pressed ply is not changed by another piece", "start GO(W) e2- e4+P W! e4- e2+P +3s",
	  "e4@299" },

	/* No clock. */
	{ "a ply that stood is taken back, and another made: the reply says so",
	  KNIGHT_PUT_BACK "e2- e3+P +5s f8- e7+b +1s", "d4 Nf6 Nc3 d5 Nf3 e6 e3 Be7~" },
	{ "also by the same man, when he was in the air for a while",
	  KNIGHT_PUT_BACK "c3- +1500ms b1+N +5s f8- e7+b +1s", "d4 Nf6 Nc3 d5 Nf3 e6 Nb1 Be7~" },

	/* The clock ahead of the board, the reply ahead of the clock. */
	{ "a board that is polled tells late of a man, of whom it cannot have seen all that at "
	  "once",
	  "start GO(W) +1s {e2- e3+P e3- e4+P W!} +980ms {c7- c6+p B!} +970ms {d3+P d2- d3- W!} "
	  "+950ms "
	  "{B! d4+P d7- d5+p} +2s",
	  "e4@299 c6@299 d4@298 d5@298" },
	{ "or of whom it has often told long behind his press",
	  "start GO(W) +1s W! +900ms {e2- e4+P} B! +650ms {e7- e5+p} W! +900ms {d2- d4+P} B! "
	  "+900ms "
	  "{e5- d4:p} +750ms {c3+P c2- W!} +950ms {c3- c4+P g8- f6+n B!} +2s",
	  "e4@299 e5@299 d4@298 exd4@298 c4@297 Nf6@297" },
	{ "the press is reported before the piece", "start GO(W) e2- W! e4+P", "e4@299" },
	{ "both plies in the air", "start GO(W) e2- W! e4+P e7- B! e5+p", "e4@299 e5@299" },
	{ "the reply comes before the press (1.3)", "start GO(W) e2- e4+P e7- e5+p W! B!",
	  "e4@299 e5@299" },
	{ "both press before the clock is heard again", "start GO(W) e2- e4+P e7- e5+p WB! +2s",
	  "e4@299 e5@299" },
	{ "and the board is later than that", "start GO(W) e2- e4+P e7- WB! e5+p +2s",
	  "e4@299 e5@299" },
	{ "three presses before the clock is heard again: both have more time than before",
	  "start increment GO(W) e2- e4+P W! d7- d6+p B! d2- d3+P W! c8- g4+b B! a2- a3+P W! h7- "
	  "h6+p B! "
	  "f1- e2+B W! +300ms h6- e2- g4:p BWB! +2s b1- c3+N W! +1s",
	  "e4@329 d6@329 d3@358 Bg4@358 a3@387 h6@387 Be2@416 h5* Bxg4*@445 hxg4@445 Nc3@474" },
	{ "three presses before the clock is heard again, and the reply begun before the man stood",
	  "start increment GO(W) e2- e4+P W! d7- d6+p B! d2- d3+P W! c8- g4+b B! a2- a3+P W! h7- "
	  "h6+p B! "
	  "f1- {h6- e2+B} W! e2- g4:p BWB! +2s b1- c3+N W! +2s",
	  "e4@329 d6@329 d3@358 Bg4@358 a3@387 h6@387 Be2@416 h5 Bxg4@445 hxg4@445 Nc3@474" },
	{ "who is taken up before the reply stands had not been let go of",
	  "start GO(W) e2- e3+P +250ms e3- e4+P W! e7- e6+p B! d2- d4+P W! f8- d6+b +1500ms d6- "
	  "+300ms a3+P e7+b a2- +400ms B! +500ms W! +2s",
	  "e4@299 e6@299 d4@298 Be7@298 a3@297" },
	{ "a pawn whom his opponent takes in passing before the press is heard has not moved on",
	  "start GO(W) e2- e4+P W! a7- a6+p B! e4- e5+P W! d7- d5+p +600ms d5- B! +50ms e5- "
	  "+1200ms "
	  "d6+P W! +2s",
	  "e4@299 a6@299 e5@298 d5@298 exd6@297" },
	{ "nor after it, when he is long in that hand",
	  "start GO(W) e2- e4+P W! a7- a6+p B! e4- e5+P W! d7- d5+p B! d5- e5- +1100ms W! d6+P +2s",
	  "e4@299 a6@299 e5@298 d5*@298 exd6@297" },
	{ "nobody moves, is answered and moves on within a scan",
	  "start GO(W) e2- e4+P W! g8- f6+n B! a2- a3+P W! f6- h5+n B! d1- g4+Q {f4+n h5:Q g4-} "
	  "+100ms",
	  "e4@299 Nf6@299 a3@298 Nh5@298" },
	{ "two plies in one scan", "start GO(W) {e2- e4+P e5+p e7-} W! B!", "e4@299 e5@299" },
	{ "two plies in one scan, the later one listed first",
	  "start GO(W) {e7- e5+p e2- e4+P} W! B!", "e4@299 e5@299" },
	{ "the starter's press is not Black's first",
	  "start GO(B) +3s B! +3s e2- e4+P W! e7- e5+p B!", "e4@299 e5@298" },
	{ "the reply has stood a while when the press comes",
	  "start GO(W) e2- e4+P e7- e5+p +2s W! B!", "e4@299 e5@299" },
	{ "he presses and is taken at once",
	  "start GO(W) e2- e4+P W! d7- d5+p B! e4- d5:P d5- W! +1s d8- d5+q B!",
	  "e4@299 d5@299 exd5*@298 Qxd5@298" },
	{ "he is put aside before a scan has seen him, and then taken there",
	  "start GO(W) e2- e4+P W! h7- h6+p B! f1- b5+B W! b8- B! +1s b5- +500ms c6+B W! +2s",
	  "e4@299 h6@299 Bb5@298 Nc6*@298 Bxc6@297" },
	{ "also where a square that does not read had been thought of already",
	  "start GO(W) e2- e3+P e3- e4+P W! h7- h6+p B! f1- b5+B W! b8- B! +1200ms b5- c6+B W! +2s",
	  "e4@299 h6@299 Bb5@298 Nc6*@298 Bxc6@297" },
	{ "who stands where he is to have been taken is not somebody misread",
	  "start GO(W) e2- e4+P W! e7- e6+p B! b1- c3+N W! b7- B! c3- b5+p W! +600ms e6- "
	  "+300ms d5+p B! +2s",
	  "e4@299 e6@299 Nc3@298 b5@298 Nd5*@297 exd5@297" },
	{ "he who had left before the press went on, though the reply is seen first",
	  "start GO(W) e2- e3+P +1s e3- {W! d7- d5+p e4+P} B! +2s", "e4@299 d5@299" },
	{ "not if his opponent has pressed before he left",
	  "start GO(W) e2- e3+P W! {d7- B! e3- W! e4+P d5+p} +2s", "e3*@299 d5@299 e4*@298" },
	{ "what was pressed just now may be in the air",
	  "start GO(W) e2- e3+P e3- e4+P W! d7- d6+p B! a2- a3+P W! {c8- d1- d7+b B! d7- g4+Q W!} "
	  "+100ms B! g4:b +2s",
	  "e4@299 d6@299 a3@298 Bd7*@298 Qg4@297 Bxg4@297" },
	{ "both press before the board has told of either, quicker than a hand that waits to see",
	  "start GO(W) e2- e4+P W! e7- e5+p B! +1s {W! +150ms B!} {g1- f3+N} {b8- c6+n} +2s",
	  "e4@299 e5@299 Nf3@298 Nc6@298" },
	{ "a lever that bounces, where the board would have told of a man by then",
	  "start GO(W) e2- e3+P e3- e4+P W! B! W! e7- e5+p B!", "e4@299 e5@298" },

	/* Captures. */
	{ "captured man lifted first", "start GO(W) e2- e4+P W! d7- d5+p B! d5- e4- d5+P W!",
	  "e4@299 d5@299 exd5@298" },
	{ "captured man replaced at once", "start GO(W) e2- e4+P W! d7- d5+p B! e4- d5:P W!",
	  "e4@299 d5@299 exd5@298" },
	{ "captured man replaced before the square behind is empty",
	  "start GO(W) e2- e4+P W! d7- d5+p B! d5:P e4- W!", "e4@299 d5@299 exd5@298" },
	{ "captured man seen beside the board of play for one scan",
	  "start GO(W) e2- e4+P W! d7- d5+p B! e4- d5:P d6+p d6- W!", "e4@299 d5@299 exd5@298" },
#define READY_FOR_QXD3                                                                             \
	"start GO(W) d2- d4+P W! d7- d6+p B! e2- e3+P W! c8- f5+b B! f1- d3+B W! f5- d3:b B! "
#define PLAYED_TO_QXD3 "d4@299 d6@299 e3@298 Bf5@298 Bd3@297 Bxd3@297 Qxd3@296"
	{ "captured man seen where he might have captured",
	  READY_FOR_QXD3 "d1- d3- e2+b d3+Q W! e2-", PLAYED_TO_QXD3 },
	{ "for so long that it looks like a ply", READY_FOR_QXD3 "d1- d3- e2+b +2s d3+Q W! e2-",
	  PLAYED_TO_QXD3 },
	{ "a slide and a captured man beside it look like three plies",
	  READY_FOR_QXD3 "d1- d2+Q d3- c4+b d2- d3+Q W! c4-", PLAYED_TO_QXD3 },
	{ "a man who stood there when the taker was lifted, and lies beside, did not go on",
	  "start no-clock d2- d4+P +1s e7- e5+p +1s d4- e5:P +1s g8- f6+n +1s d1- d5+Q +1s f6- +1s "
	  "{d5:n d4+Q} +1s d4- +2s",
	  "d4 e5 dxe5 Nf6 Qd5* Nxd5~" },
	{ "captured man seen where his own last move might have ended",
	  "start GO(W) d2- d4+P W! d7- d6+p B! e2- e3+P W! c8- f5+b B! f1- d3+B W! f5- c4+B d3:b "
	  "c4- B! d3- d1- d3+Q W!",
	  PLAYED_TO_QXD3 },
	{ "and pressed before he lands", READY_FOR_QXD3 "d1- d3- e2+b W! d3+Q e2-",
	  PLAYED_TO_QXD3 },
	{ "a piece taken up for the reply was not taken where it never stood",
	  READY_FOR_QXD3 "d1- d3:Q W! d8- d3- d7+q B! a6+Q W!", PLAYED_TO_QXD3 " Qd7@296 Qa6@295" },
	{ "nor without a clock, where it had stood",
	  "start no-clock d2- d4+P +1s d7- d5+p +1s c1- f4+B +1s c8- f5+b f4- +1s e5+B +2s",
	  "d4 d5 Bf4 Bf5 Be5~" },
#define READY_FOR_BXC3 "start GO(W) a2- a3+P W! b7- b5+p B! a3- a4+P W! b5- b4+p B! "
#define PLAYED_TO_BXC3 "a3@299 b5@299 a4@298 b4@298 "
	{ "en passant, pawn first",
	  "start GO(W) e2- e4+P W! a7- a6+p B! e4- e5+P W! d7- d5+p B! e5- d6+P d5- W!",
	  "e4@299 a6@299 e5@298 d5@298 exd6@297" },
	{ "en passant, and retaken while both hands are in the air",
	  "start no-clock c2- c4+P +1s a7- a5+p +1s d2- d3+P +1s a5- a4+p +1s b2- b4+P a4- b3+p "
	  "b4- "
	  "b3- a2- b3+P +1s",
	  "c4 a5 d3 a4 b4 axb3 axb3~" },
	{ "en passant, captured pawn first",
	  "start GO(W) e2- e4+P W! a7- a6+p B! e4- e5+P W! d7- d5+p B! d5- e5- d6+P W!",
	  "e4@299 a6@299 e5@298 d5@298 exd6@297" },
	{ "put back by a square, and taken there",
	  READY_FOR_BXC3 "c2- c4+P +600ms c4- b4- c3+P W! c3- B! c3+p +3s",
	  PLAYED_TO_BXC3 "c3*@297 bxc3*@297" },
	{ "taken up again before the press, and not seen where he was taken",
	  READY_FOR_BXC3 "c2- c4+P +600ms c4- +700ms W! {c3+p b4-} B! +3s",
	  PLAYED_TO_BXC3 "c4*@297 bxc3*@297" },
	{ "put back by nobody: his taker's hand passes over the next square",
	  READY_FOR_BXC3 "c2- c3+P W! +1s b4- c3- c4+P c3+p c4- B! +3s",
	  PLAYED_TO_BXC3 "c3@297 bxc3@297" },
	{ "taken up only by the taker", READY_FOR_BXC3 "c2- c4+P +600ms W! b4- c4- c3+p B! +3s",
	  PLAYED_TO_BXC3 "c4@297 bxc3@297" },

/* Castling. */
#define READY_TO_CASTLE                                                                            \
	"start GO(W) e2- e4+P W! e7- e5+p B! g1- f3+N W! g8- f6+n B! f1- e2+B W! f8- e7+b B! "
#define READY "e4@299 e5@299 Nf3@298 Nf6@298 Be2@297 Be7@297 "
	{ "castling, king first", READY_TO_CASTLE "e1- g1+K h1- f1+R W!", READY "O-O@296" },
	{ "castling, rook first", READY_TO_CASTLE "h1- f1+R e1- g1+K W!", READY "O-O@296" },
	{ "castling, rook first, pressed before the king is seen",
	  READY_TO_CASTLE "h1- f1+R W! e1- g1+K +2s", READY "O-O@296" },
	{ "castling, rook first, pressed with the king long in the air",
	  READY_TO_CASTLE "h1- +600ms {f1+R e1-} +650ms W! +200ms g1+K", READY "O-O*@296" },
	{ "castling, pressed before the rook is seen", READY_TO_CASTLE "e1- g1+K h1- W! f1+R +2s",
	  READY "O-O@296" },
	{ "castling, rook first, pressed while the other side moves",
	  READY_TO_CASTLE "h1- f1+R e1- d7- g1+K W! d6+p B! +1s", READY "O-O@296 d6@296" },
	{ "castling, both in the air", READY_TO_CASTLE "e1- h1- f1+R g1+K W!", READY "O-O@296" },
	{ "castling, rook first, the king in the air for long when the clock is pressed",
	  READY_TO_CASTLE "h1- f1+R +500ms e1- +1500ms {W! g1+K} +1s", READY "O-O*@296" },
	{ "castling, rook first, to a square that does not read the king",
	  READY_TO_CASTLE "h1- f1+R +300ms e1- +1500ms W! +3s", READY "O-O*@296" },
	{ "castling, king slid over f1", READY_TO_CASTLE "e1- f1+K f1- g1+K h1- f1+R W!",
	  READY "O-O@296" },
	{ "castling, rook slid over g1", READY_TO_CASTLE "h1- g1+R g1- f1+R e1- g1+K W!",
	  READY "O-O@296" },

	/* Signs of the result. */
	{ "kings on light squares: White won", "start GO(W) e2- e4+P W! STOP +3s e1- e8- d5+K e4:k",
	  "e4@299 1-0" },
	{ "kings on dark squares: Black won", "start GO(W) d2- d3+P W! STOP e1- d4+K e8- e5+k",
	  "d3@299 0-1" },
	{ "one of each: draw, men still standing around",
	  "start GO(W) d2- d3+P W! STOP e8- d4+k e1- d5+K", "d3@299 1/2-1/2" },
	{ "a sign while the clock runs is no ply of a man beside it, nor is the king taken for one",
	  "start GO(W) d2- d4+P W! e7- e5+p B! d4- e5:P W! e8- e7+k B! d1- d4+Q W! e7- e6+k B! +2s "
	  "e6- d5+k e1- e5:K +3s",
	  "d4@299 e5@299 dxe5@298 Ke7@298 Qd4@297 Ke6@297 1/2-1/2" },
	{ "kings who are put back past each other give no other result",
	  "start GO(W) d2- d3+P W! STOP e1- e8- d4+K e5+k +5s d4- e4+K e4- e1+K e5- e8+k +3s",
	  "d3@299 0-1" },
	{ "but kings who are put right do",
	  "start GO(W) d2- d3+P W! STOP e1- e8- d4+K e5+k +5s d4- e4+K +2s", "d3@299 1/2-1/2" },
	{ "kings read in the centre, and where they stand, while the clock runs: squares that fail",
	  "start GO(W) e2- e4+P W! d4+k d5+K d4- d5- e7- e5+p B!", "e4@299 e5@299" },
	{ "a king's last move is a move, his next step is the sign",
	  "start no-clock e2- e3+P +1s e7- e6+p +1s e1- e2+K +1s e8- e7+k +2s e2- e7- e4+K d5+k "
	  "+2s",
	  "e3 e6 Ke2 Ke7~ 1-0" },
	{ "the sign without a clock, the king walking through legal squares",
	  "start no-clock e2- e3+P +1s e7- e6+p +1s e1- e2+K e2- e3:K e3- e4+K e8- d5+k "
	  "+2s",
	  "e3 e6~ 1-0" },
	{ "a king who touches down beside the other one on his way is no sign",
	  "start GO(W) e2- e4+P W! e7- e5+p B! e1- e2+K W! e8- e7+k B! e2- e3+K W! e7- e6+k B! "
	  "d2- d4+P W! e5- d4:p B! e3- d4:K W! e6- e5+k +200ms e5- d6+k B! c2- c3+P W!",
	  "e4@299 e5@299 Ke2@298 Ke7@298 Ke3@297 Ke6@297 d4@296 exd4+@296 Kxd4@295 Kd6@295 "
	  "c3*@294" },
	{ "kings who stay there are one, the clock running on",
	  "start GO(W) e2- e4+P W! e1- e8- d5+K e4- e4+k +2s", "e4@299 1-0" },

	{ "no sign: a square takes a pawn for the king who still stands where he stood",
	  KINGS_ON_C3_AND_E5 "e4:K +2s a2- a3+P W! +1s", TO_C3_AND_E5 "a3@295" },
	{ "no sign: a hand that hovers in the centre and goes on",
	  KINGS_ON_C3_AND_E5 "c3- d4+K +1s d4- d3+K +500ms W! +1s", TO_C3_AND_E5 "Kd3@295" },
	{ "nor mate: a hand that hovers there",
	  "start GO(W) f2- f3+P W! e7- e5+p B! g2- g4+P W! "
	  "d8- h4+q +700ms h4- f6+q +300ms B! +1s",
	  "f3@299 e5@299 g4@298 Qf6@298" },
	{ "but mate stands where the clock is pressed for it, and men are put away then",
	  "start GO(W) f2- f3+P W! e7- e5+p B! g2- g4+P W! "
	  "d8- h4+q +700ms B! +2s h4- f6+q +3s",
	  "f3@299 e5@299 g4@298 Qh4#@298 0-1" },

	/* The next game. */
	{ "the initial position begins a new game, at once where many men had been away",
	  "start GO(W) e2- e4+P W! e7- e5+p B! g1- f3+N W! STOP +5s e4- e5- e2+P e7+p f3- g1+N",
	  "e4@299 e5@299 Nf3@298 | " },
	{ "and after a while where few had",
	  "start GO(W) e2- e4+P W! e7- e5+p B! STOP +5s e4- e5- e2+P e7+p +6s",
	  "e4@299 e5@299 | " },
	{ "the first man put home is no ply",
	  "start no-clock e2- e4+P +1s e7- e5+p +1s f1- c4+B +1s a7- a6+p +1s c4- f7:B +10s "
	  "e8- e7+k +1s e4- e2+P e5- e7+p f7- f7+p f1+B e8+k a6- a7+p",
	  "e4 e5 Bc4 a6 Bxf7+ | " },
	{ "men put away without a clock change no ply that stood",
	  "start no-clock e2- e4+P +1s e7- e5+p +1s f1- c4+B +1s a7- a6+p +1s c4- f7:B +10s "
	  "f7- d5+B +5s d5- f1+B +5s",
	  "e4 e5 Bc4 a6 Bxf7+~" },
	{ "but the reply shows that it was changed",
	  "start no-clock e2- e4+P +1s e7- e5+p +1s f1- c4+B +9s c4- b5+B +5s a7- a6+p +2s",
	  "e4 e5 Bb5 a6~" },
	{ "knights going home are a repetition, not a new game",
	  "start GO(W) g1- f3+N W! g8- f6+n B! f3- g1+N W! f6- g8+n B! +5s",
	  "Nf3@299 Nf6@299 Ng1@298 Ng8@298" },
	{ "a false start put right, then played again",
	  "start GO(W) e2- e4+P W! e4- e2+P +2s B! d2- d4+P W! +2s", "d4@298" },
	{ "a miniature's men put back: a new game once it has stood",
	  "start no-clock e2- e4+P +1s e7- e5+p +3s e4- e2+P e5- e7+p +6s d2- d4+P +1s",
	  "e4 e5~ | d4~" },
	{ "moves after the clock was stopped are no moves of the game",
	  "start GO(W) e2- e4+P W! e7- e5+p B! STOP +10s g1- f3+N +5s b8- c6+n +5s",
	  "e4@299 e5@299" },
	{ "nobody has moved where men are missing yet and the clock is tried",
	  "men h1=. d2=. f8=. scan +15s GO(W) +1s W! +3s STOP +5s h1+R +1s d2+P +1s f8+b +5s GO(W) "
	  "+1s e2- e4+P W!",
	  " | e4@298" },
	{ "men set up at once after the stop are no moves either",
	  "start GO(W) e2- e4+P W! e7- e5+p B! g1- f3+N W! STOP +1s b8- a6+n +1s",
	  "e4@299 e5@299 Nf3@298" },
	{ "a clock that was tried before the first ply, and stopped, has not run in this game",
	  "start GO(W) +1s STOP +3s e2- e4+P TURN(B) +2s e7- e5+p TURN(W) +2s g1- f3+N +2s",
	  "e4 e5~ Nf3~" },
	{ "unless the clock goes on", "start GO(W) e2- e4+P W! STOP +60s e7- e5+p +9s GO(B) B!",
	  "e4@299 e5@299" },
	{ "a last ply that reaches us after the stop", "start GO(W) e2- e4+P W! e7- STOP e5+p +5s",
	  "e4@299 e5~" },

	/* The board turned round. */
	{ "White with the connector on his right", "start-turned GO(W) e2- e4+P W! e7- e5+p B!",
	  "e4@299 e5@299" },
	{ "the clock on the other side: who runs first is White",
	  "start clock-reversed GO(W) e2- e4+P W! e7- e5+p B!", "e4@299 e5@299" },

	/* The link. */
	{ "a man who was in the air when the link came back makes no new position",
	  "start GO(W) e2- e4+P W! a7- a6+p B! lost +4s d2=. back scan +300ms f1- c4+B W! +1s "
	  "b7- b6+p B! +1s d2+P +1s",
	  "e4@299 a6@299 Bc4*@298 b6@298" },
	{ "nor one who is not read, while play goes on too fast for the board to come to rest",
	  "start GO(W) +2250ms g1- +800ms f3+N +275ms W! +350ms g8- c8- {+200ms f6+n} "
	  "{+225ms B!} +100ms c2- +550ms c4+P +225ms W! +75ms g7- +200ms g6+p +25ms B! "
	  "+325ms g2- +525ms g3+P {+175ms W!} +200ms f8- +700ms g7+b +125ms B! {+175ms f1-} "
	  "+25ms g2+B +175ms W! +325ms e2- +250ms e2+P +925ms e8- {+225ms g8+k} +475ms h8- "
	  "+525ms f8+r {+100ms B!} +125ms e1- +225ms h1- +250ms f1+R +500ms g1+K +50ms W! "
	  "+350ms c7- +425ms c5+p {+100ms B!} +100ms d4+P +175ms d2- +350ms W! +275ms d7-",
	  "Nf3@299 Nf6*@299 c4*@298 g6*@298 g3*@297 Bg7@297 Bg2@296 O-O@296 O-O@295 c5@295 "
	  "d4@294" },
	{ "a man in the air for his next ply is no proof that he took another, as good a guess",
	  "any-start g1=K c6=R d4=k d3=n f7=p a7=p h2=P g2=P scan +6s GO(B) d3- +500ms c5+n B! +4s "
	  "c6- +500ms d6+R c5:q +400ms W! +1700ms d4- +600ms B! +1600ms d6- +500ms d1+R W! +1s "
	  "e3+k",
	  " | Nc5@299 Rd6+@299 Ke3*@298 Rd1@298" },
	{ "an array of Chess960 that nobody sets up by mistake, and nobody has told of",
	  "men c1=N f1=K e1=B g1=R h1=B c8=n f8=k e8=b g8=r h8=b scan +2s GO(W) f1- g1- g1+K f1+R "
	  "W! "
	  "e7- e5+p B!",
	  "O-O@299 e5@299" },
	{ "plies made while the link was lost",
	  "start GO(W) e2- e4+P W! lost +20s e7=. e5=p g1=. f3=N back scan +3s",
	  "e4@299 e5~ Nf3~*" },
	{ "three plies made while the link was lost",
	  "start no-clock e2- e4+P +1s lost +20s e7=. e5=p g1=. f3=N b8=. c6=n back scan +3s",
	  "e4 e5* Nf3 Nc6~*" },
	{ "a man held for long explains nothing",
	  "start no-clock d2- d4+P +1s b8- c6+n +1s b1- c3+N +1s c6- c6+n c3- c3+N d4- +60s",
	  "d4 Nc6 Nc3~" },

	/* Sensor trouble. */
	{ "who was pressed for long before is not hidden by who comes there",
	  "start GO(W) e2- e4+P W! g8- f6+n B! d1- +1s W! +2s f6- g4+n B! +3s",
	  "e4@299 Nf6@299 Qf3*@298 Ng4@298" },
	{ "who was seen on his way, and gone before the press, went on from there",
	  "start GO(W) e2- e4+P W! e7- e5+p B! f1- d3+B +200ms d3- W! +1s d7- d6+p B! +3s",
	  "e4@299 e5@299 Bc4*@298 d6@298" },
	{ "nobody lifts his king and plays the rook", READY_TO_CASTLE "e1- +1s h1- f1+R W! +4s",
	  READY "O-O*@296" },
	{ "an unseen man comes out elsewhere, and the clock is pressed: he has been played on",
	  "start GO(W) e2- e4+P W! e7- e6+p B! d2- d4+P W! f8- +500ms B! +2s c1- d2+B W! +2s "
	  "d8- e7+q B! +2s g1- f3+N W! +3s c5+b B! +3s",
	  "e4@299 e6@299 d4@298 Bb4+*@298 Bd2@297 Qe7@297 Nf3@296 Bc5*@296" },
	{ "though not from where he had been thought to stand",
	  "start GO(W) a2- a4+P W! e7- e5+p B! b1- c3+N W! d7- d6+p B! a1- +500ms W! +3s g8- f6+n "
	  "B! +3s a2+R W! +3s",
	  "a4@299 e5@299 Nc3@298 d6@298 Ra3*@297 Nf6@297 Ra2*@296" },
	{ "who was taken up again before the press was put elsewhere",
	  "start GO(W) e2- e4+P W! a7- a6+p B! f1- b5+B +1s b5- +500ms W! +3s d7- d6+p B! +3s",
	  "e4@299 a6@299 Bd3*@298 d6@298" },
	{ "mate by an unseen ply is none if play goes on",
	  "start GO(W) e2- e4+P W! e7- e5+p B! d1- h5+Q W! b8- c6+n B! f1- c4+B W! g8- +500ms B! "
	  "+3s f7- h5- f7+Q W! +2s f7:n B! +2s",
	  "e4@299 e5@299 Qh5@298 Nc6@298 Bc4@297 Nh6*@297 Qxf7+@296 Nxf7@296" },
	{ "a man's square reads empty for minutes and the game goes on",
	  "start GO(W) e2- e4+P W! e7- e5+p B! d2- +5s g1- f3+N W! b8- c6+n B! +60s f1- b5+B W! "
	  "a7- a6+p B! d2+P +1s",
	  "e4@299 e5@299 Nf3@298 Nc6@298 Bb5@297 a6@297" },
	{ "a ply on a rank that reads nobody is seen when it speaks again",
	  "start GO(W) e2- e4+P W! e7- e5+p B! d1- e2+Q W! b8- c6+n B! +1s {a1- b1- c1- e1- f1- "
	  "g1- "
	  "h1-} +2s W! +3s g8- f6+n B! +2s {a1+R b1+N c1+B d1+K f1+B g1+N h1+R} +2s",
	  "e4@299 e5@299 Qe2@298 Nc6@298 Kd1*@297 Nf6@297" },
	{ "plies from and to a file that reads nobody",
	  "start GO(W) e2- e4+P W! d7- d5+p B! b1- c3+N W! +1s {e1- e4- e7- e8-} +1s d5- B! +2s "
	  "c3- "
	  "W! +2s {e1+K e4+N e7+p e8+k} g8- f6+n B! +2s",
	  "e4@299 d5@299 Nc3@298 dxe4*@298 Nxe4*@297 Nf6@297" },
	{ "two men who cannot have taken each other are gone at once from a rank",
	  "start GO(W) e2- e4+P W! e7- e5+p B! d2- d4+P W! +2s {d4- e4-} +2s e5- B! g1- f3+N W! "
	  "+2s {d4+p e4+P} +2s b8- c6+n B! +1s",
	  "e4@299 e5@299 d4@298 exd4*@298 Nf3@297 Nc6@297" },
	{ "a man in the air is not put on a file that reads nobody, in place of a guess",
	  "start GO(W) b1- c3+N W! e7- e5+p B! +1s {b2- b7- b8-} +2s W! d7- d5+p B! +1s c3- +300ms",
	  "Nc3@299 e5@299 b3*@298 d5@298" },
	{ "a rank that is empty for a moment, as men are taken on it, is believed again",
	  "start GO(W) e2- e4+P W! e7- e5+p B! d1- h5+Q W! c7- c6+p B! a2- a3+P W! d8- a5+q B! +1s "
	  "{h5- e5- a5-} W! e5+q B! +2s",
	  "e4@299 e5@299 Qh5@298 c6@298 a3@297 Qa5@297 Qxe5+@296 Qxe5@296" },
	{ "who took and who took back are gone at once from a rank, and one like him stands there "
	  "as before",
	  "start GO(W) g1- f3+N W! b8- c6+n B! b1- c3+N W! a7- a6+p B! c3- e4+N W! b7- b6+p B! e4- "
	  "g5+N W! "
	  "c6- e5+n B! a2- a3+P W! +1s {e5- g5-} +600ms BW! c8- b7+b B! +1s",
	  "Nf3@299 Nc6@299 Nc3@298 a6@298 Ne4@297 b6@297 Neg5@296 Ne5@296 a3@295 Nxf3+*@295 "
	  "Nxf3*@294 "
	  "Bb7@294" },
	{ "a man who stopped beside whom he takes, and both gone from the rank, are no rank that "
	  "reads nobody",
	  "start GO(W) d2- d4+P W! c7- c5+p B! e2- e3+P W! c5- c4+p +600ms {c4- d4-} +250ms B! e3- "
	  "+200ms d4+P W! "
	  "g8- f6+n B! +1s",
	  "d4@299 c5@299 e3@298 cxd4@298 exd4@297 Nf6@297" },
	{ "a reply begun early is no sign of plies on a file that reads nobody",
	  "start GO(W) b1- c3+N W! d7- d5+p B! e2- e3+P W! +1s {b2- b7- b8-} +2s {c8- c3-} e6+b",
	  "Nc3@299 d5@299 e3@298" },
	{ "a square that reads another man",
	  "start GO(W) e2- e4+P W! e7- e5+p B! b1:b +5s g1- f3+N W! b8- c6+n B! b1:N +1s",
	  "e4@299 e5@299 Nf3@298 Nc6@298" },
	{ "a game that begins with a square that does not read",
	  "men a2=. scan +3s GO(W) e2- e4+P W! e7- e5+p B! +3s", "e4@299 e5@299" },
	{ "the update of the square behind is lost", "start GO(W) e2=. e4+P W! +3s e7- e5+p B! +1s",
	  "e4@299 e5@299" },
	{ "the update of the square ahead is lost: which, is doubtful",
	  "start GO(W) e2- e4+P W! e7- e5+p B! g1- f3=N W! +3s b8- c6+n B! +1s",
	  "e4@299 e5@299 Nf3*@298 Nc6@298" },
	{ "nor would he put it where a pawn takes it",
	  "start GO(W) e2- e4+P W! g7- g5+p B! g1- W! +3s b8- c6+n B! +1s",
	  "e4@299 g5@299 Nf3*@298 Nc6@298" },
	{ "and a square that has just worked is not the one that fails",
	  "start GO(W) e2- e4+P W! e7- e5+p B! g1- f3+N f3- e2=N W! +3s b8- c6+n B! +1s",
	  "e4@299 e5@299 Nh3*@298 Nc6@298" },
	{ "and comes out when the man leaves it",
	  "start GO(W) e2- e4+P W! e7- e5+p B! b1- W! +3s b8- c6+n B! +1s c4+N W!",
	  "e4@299 e5@299 Na3*@298 Nc6@298 Nc4@297" },
	{ "a man put where the board does not read: the guess goes when play contradicts it",
	  "start GO(W) e2- e4+P W! e7- e5+p B! f1- W! +3s b8- c6+n B! d1- e2+Q W! +1s",
	  "e4@299 e5@299 Bd3*@298 Nc6@298 Qe2@297" },
	{ "and comes right when he is seen to leave",
	  "start GO(W) e2- e4+P W! e7- e5+p B! f1- W! +3s b8- c6+n B! c6:B W! +1s",
	  "e4@299 e5@299 Bb5*@298 Nc6@298 Bxc6@297" },
	{ "two men in the air explain nothing: who was taken at once comes out",
	  "start GO(W) e2- e4+P W! e7- e5+p B! d1- h5+Q W! g7- B! h5- +500ms g6+Q W! +1s",
	  "e4@299 e5@299 Qh5@298 g6@298 Qxg6@297" },
	{ "who has made his ply is lifted for the next before the reply is seen",
	  "start GO(W) e2- e4+P W! e7- e5+p B! b1- c3+N W! +1s f8- c3- b4+b B! b4- +300ms d5+N W! "
	  "+1s",
	  "e4@299 e5@299 Nc3@298 Bb4@298 Nd5@297" },
	{ "the board read two squares for one man, and the first was wrong",
	  "start GO(W) e2- {e3+P e4+P} W! +2s e7- e5+p B! e3- +2s", "e4*@299 e5@299" },

	/* What is not allowed. */
	{ "an illegal move put right is no ply",
	  "start GO(W) e2- e4+P W! e7- e5+p B! g1- g3+N W! +3s STOP GO(W) g3- f3+N W! b8- c6+n B! "
	  "+1s",
	  "e4@299 e5@299 Nf3@297 Nc6@298" },
	{ "an illegal move that was answered stands, and the game goes on behind it",
	  "start GO(W) e2- e4+P W! e7- e5+p B! g1- g3+N W! +3s b8- c6+n B! +2s g3- f5+N W! +1s",
	  "e4@299 e5@299 {illegal} Nc6@298 Nf5@297" },
	{ "the clock pressed back, and another move",
	  "start GO(W) e2- e4+P W! +2s B! +1s e4- e2+P d2- d4+P W! +2s", "d4@298" },
	{ "pressed back, and the same man farther: he was put right, or played on behind a reply "
	  "that no "
	  "update told of",
	  "start GO(W) d2- d3+P W! +2s B! +9s d3- d4+P W! +2s e7- e6+p B! +2s", "d4*@298 e6*@298" },
	{ "but a scan since tells that there was none",
	  "start GO(W) d2- d3+P W! +2s B! +1s scan +8s d3- d4+P W! +2s e7- e6+p B! +2s",
	  "d4@298 e6@298" },
	{ "pressed back, a man passes a square where the opponent's might have gone, who stands "
	  "where he stood",
	  "start GO(W) g1- f3+N W! e7- e6+p B! h2- h3+P W! f8- b4+b B! a2- a4+P W! +2s B! +1150ms "
	  "{a3+P a4-} {a3- a2+P} +1s b1- c3+N W! b8- c6+n B! +2s",
	  "Nf3@299 e6@299 h3@298 Bb4@298 Nc3@296 Nc6@296" },

	{ "a pawn whom nobody saw is taken by a pawn: he went one square, or two",
	  "start GO(W) e2- e4+P W! a7- a6+p B! e4- e5+P W! +1s d7- {B! e5-} d6+P W! c7- d6:p B! "
	  "+3s",
	  "e4@299 a6@299 e5@298 d6*@298 exd6*@297 cxd6*@297" },
	{ "but where he was seen, that is known",
	  "start GO(W) e2- e4+P W! a7- a6+p B! e4- e5+P W! +1s d7- {d5+p B! e5-} {d5- d6+P} W! c7- "
	  "d6:p B! +3s",
	  "e4@299 a6@299 e5@298 d5@298 exd6@297 cxd6@297" },

	/* Plies and presses out of step. */
	{ "both pressed once more, and men had been in the air: plies that nobody saw, it may be",
	  "start GO(W) e2- e4+P W! e7- e5+p B! +2s W! +2s b8- +1s b8+n +2s B! +2s g1- f3+N W! "
	  "+2s b8- c6+n B! +2s",
	  "e4@299 e5@299 Nf3*@297 Nc6*@297" },
	{ "a press without a ply, and the opponent's press back: nothing was moved",
	  "start GO(W) e2- e4+P W! e7- e5+p B! +2s W! +2s B! +2s g1- f3+N W! +2s b8- c6+n B! +2s",
	  "e4@299 e5@299 Nf3@297 Nc6@297" },
	{ "plies for which nobody pressed, two of each player: hands that were at work, it may be",
	  "start GO(W) e2- e4+P W! e7- e5+p +1s g1- f3+N +1s b8- c6+n +1s f1- b5+B +1s a7- a6+p "
	  "B! +1s b5- a4+B W! +1s",
	  "e4@299 e5* Nf3* Nc6* Bb5* a6*@299 Ba4*@298" },
	{ "one of each may have been forgotten",
	  "start GO(W) e2- e4+P W! e7- e5+p +1s g1- f3+N +1s b8- c6+n B! +1s f1- b5+B W! +1s",
	  "e4@299 e5 Nf3 Nc6@299 Bb5@298" },

	/* The middle of a game. */
	{ "a board switched on in the middle: from what stands there, once play goes on from it",
	  "men e2=. e4=P e7=. e5=p g1=. f3=N b8=. c6=n scan GO(W) +5s f1- b5+B W! a7- a6+p B! "
	  "+3s",
	  "Bb5@299 a6@299" },

	/* A board that knows only which squares are occupied. */
	{ "moves and a capture seen by their lifts",
	  "occupied start GO(W) e2- e4+P W! d7- d5+p B! d5- e4- d5+P W! d8- d5- d5+q B!",
	  "e4@299 d5@299 exd5@298 Qxd5@298" },
	{ "he moves on before the reply, which nobody saw, has left its square for good",
	  "start GO(W) e2- e4+P W! b8- c6+n B! b1- +400ms b1+N c6- W! a5+n B! b1- +2s b5+N W! +1s",
	  "e4@299 Nc6@299 Na3*@298 Na5*@298 Nb5*@297" },
	{ "an update is lost, and the press is heard",
	  "start GO(W) {e2- e3+P} scan e3- e4=P +200ms W! {c6+p c7-} scan {c5+p c6-} B!",
	  "e4@299 c5@299" },
	{ "a man taken between two scans",
	  "occupied start GO(W) e2- e4+P W! d7- d5+p B! e4- W! +2s", "e4@299 d5@299 exd5@298" },
	{ "beside whom the man taken is seen until the press",
	  "occupied start GO(W) e2- e4+P W! d7- d5+p B! d5- e4- d5+P W! d8- d6+q {B! d6-} +3s",
	  "e4@299 d5@299 exd5@298 Qxd5@298" },
#define READY_FOR_DX                                                                               \
	"occupied start GO(W) e2- e4+P W! a7- a6+p B! f1- d3+B W! d7- d5+p B! c2- c4+P W! d5- B! " \
	"+2s "
	{ "which of two he took comes out when he is taken", READY_FOR_DX "c4- d3- c4+B W! +1s",
	  "e4@299 a6@299 Bd3@298 d5@298 c4@297 dxc4*@297 Bxc4@296" },
	{ "whichever it was", READY_FOR_DX "e4- d3- e4+B W! +1s",
	  "e4@299 a6@299 Bd3@298 d5@298 c4@297 dxe4*@297 Bxe4@296" },
	{ "who stops on his way to a man lifted before looks like two plies",
	  "occupied start GO(W) e2- e4+P W! e7- e5+p B! d1- g4+Q W! a7- a6+p B! "
	  "g7- g4- g5+Q g5- g7+Q W! +1s",
	  "e4@299 e5@299 Qg4@298 a6@298 Qxg7@297" },
	{ "and so if he stays, and one of the two is played on later",
	  READY_FOR_DX "B! a2- a3+P W! h7- h6+p B! a3- a4+P W! h6- h5+p B! c4- c5+P W! +1s",
	  "e4@299 a6@299 Bd3@298 d5@298 c4@297 dxe4*@297 a3@296 h6@295 a4@295 h5@294 c5@294" },
	{ "or the other",
	  READY_FOR_DX "B! a2- a3+P W! h7- h6+p B! a3- a4+P W! h6- h5+p B! e4- e5+P W! +1s",
	  "e4@299 a6@299 Bd3@298 d5@298 c4@297 dxc4*@297 a3@296 h6@295 a4@295 h5@294 e5@294" },
	{ "a man the board tells of just behind the press went there, and took nobody",
	  "occupied start GO(W) e2- e4+P W! d7- d5+p B! e4- +900ms W! {e5+P} +1s",
	  "e4@299 d5@299 e5@298" },
	{ "a man lifted for the reply was not put where another is seen",
	  "occupied start GO(W) e2- e4+P W! e7- e5+p B! d1- g4+Q W! f8- c5+b B! "
	  "g4- h5+Q h7- W! h6+p B! +1s",
	  "e4@299 e5@299 Qg4@298 Bc5@298 Qh5@297 h6@297" },
	{ "kings in the centre",
	  "occupied start GO(W) e2- e4+P W! d7- d5+p B! STOP +4s e1- e8- e5+K d4+k +1s",
	  "e4@299 d5@299 0-1" },
	{ "kings where others stood, who made room",
	  "occupied start GO(W) e2- e4+P W! d7- d5+p B! STOP +4s e1- e8- e4- e4+K d5- d5+k +1s",
	  "e4@299 d5@299 1-0" },
	{ "a king who stood in the centre already stays",
	  "occupied start GO(W) e2- e3+P W! e7- e6+p B! e1- e2+K W! e8- e7+k B! e2- d3+K W! "
	  "e7- d6+k B! d3- e4+K W! a7- a6+p B! STOP +4s d6- d5+k +1s",
	  "e3@299 e6@299 Ke2@298 Ke7@298 Kd3@297 Kd6@297 Ke4@296 a6@296 1-0" },
	{ "who only made room is no king",
	  "occupied start GO(W) e2- e4+P W! d7- d5+p B! STOP +4s e1- e8- e4- e4+K d5- +1s",
	  "e4@299 d5@299" },
	{ "but not Black, too early, while White's time runs on the clock that is his as the board "
	  "lies",
	  "occupied start GO(W) {d7- d6+p} {d4+P d2-} {d6- d5+p} {W! B!} +1s g1- f3+N W! +2s",
	  "d4@299 d5@299 Nf3@298" },
	{ "White is who moves first", "occupied start-turned GO(W) e2- e4+P W! e7- e5+p B!",
	  "e4@299 e5@299" },

	/* The end by itself. */
	{ "mate", "start GO(W) f2- f3+P W! e7- e5+p B! g2- g4+P W! d8- h4+q +1s",
	  "f3@299 e5@299 g4@298 Qh4#~ 0-1" },
	{ "pressed after mate",
	  "start GO(W) f2- f3+P W! e7- e5+p B! g2- g4+P W! d8- h4+q +1s B! W! B!",
	  "f3@299 e5@299 g4@298 Qh4#@298 0-1" },
	{ "a slide over a mating square is not the end",
	  "start GO(W) f2- f3+P W! e7- e5+p B! g2- g4+P W! d8- h4+q h4- g5+q B! +1s",
	  "f3@299 e5@299 g4@298 Qg5@298" },
	{ "who may slide on is doubtful when his clock is pressed",
	  "start GO(W) e2- e4+P W! e7- e5+p B! f1- c4+B W!", "e4@299 e5@299 Bc4*@298" },
	{ "until the board has looked again",
	  "start GO(W) e2- e4+P W! e7- e5+p B! f1- c4+B W! +900ms", "e4@299 e5@299 Bc4@298" },
	{ "or tells where he went",
	  "start GO(W) e2- e4+P W! e7- e5+p B! f1- c4+B W! {c4- b5+B} +900ms",
	  "e4@299 e5@299 Bb5@298" },
	{ "who has come to the end of the line is not",
	  "start GO(W) e2- e4+P W! e7- e5+p B! f1- a6+B W!", "e4@299 e5@299 Ba6@298" },
	{ "nor who has been taken there",
	  "start GO(W) e2- e4+P W! b7- b5+p B! f1- c4+B W! {c4- b5- c4+p} +10ms",
	  "e4@299 b5@299 Bc4@298 bxc4?" },
	{ "a pawn may go on, until it has stood for longer than one that does",
	  "start no-clock e2- e3+P +750ms", "e3~*" },
	{ "where it stands then", "start no-clock e2- e3+P +2s", "e3~" },
	{ "a rook may have begun castling", READY_TO_CASTLE "h1- f1+R +2s", READY "Rf1~*" },
	{ "or a king", READY_TO_CASTLE "e1- f1+K +2s", READY "Kf1~*" },
	{ "but not for long", READY_TO_CASTLE "h1- f1+R +4s", READY "Rf1~" },
	{ "nor for long after the press", READY_TO_CASTLE "h1- f1+R W! +1s", READY "Rf1@296" },
	{ "who left before the press may have been knocked over",
	  "start GO(W) e2- e4+P e7- e5+p +1s", "e4~ e5~*" },
	{ "even if that comes then", "start GO(W) e2- e4+P e7- e5+p +1s W! +10ms", "e4@299 e5~*" },
	{ "until his own", "start GO(W) e2- e4+P e7- e5+p +1s W! B!", "e4@299 e5@299" },
	{ "or nobody has put him right for long", "start GO(W) e2- e4+P e7- e5+p +11s", "e4~ e5~" },
	{ "so may who left together with another one",
	  "start GO(W) e2- e4+P W! {d7- g7-} g7+p d5+p +1s", "e4@299 d5~*" },
	{ "whom he does not take", "start GO(W) e2- e4+P W! d7- d5+p B! {e4- d5-} d5+P +1s",
	  "e4@299 d5@299 exd5~" },
	{ "and who leaves later is another hand's",
	  "start GO(W) e2- e4+P W! d7- +200ms g7- g7+p d5+p +1s", "e4@299 d5~" },
	{ "so may who lay about before he was put up",
	  "start GO(W) e2- e4+P W! d7- +2500ms d5+p +1s", "e4@299 d5~*" },
	{ "or is thought with in the hand: that is no ply that falls when his clock is pressed",
	  "start GO(W) e2- e4+P W! d7- +2500ms d5+p +1s B!", "e4@299 d5@299" },
	{ "who was put down elsewhere may be carried on from there, and passes here",
	  "start GO(W) e2- e4+P W! d7- d5+p B! b1- d3+N +600ms {d3- c3+N} +500ms",
	  "e4@299 d5@299 Nc3~*" },
	{ "until the board has looked again",
	  "start GO(W) e2- e4+P W! d7- d5+p B! b1- d3+N +600ms {d3- c3+N} +3s",
	  "e4@299 d5@299 Nc3~" },
	{ "who is read where he came from as well has not been let go",
	  "start GO(W) e2- e4+P W! a7- a6+p B! g1- +1s {f3+N g1+N} +1400ms",
	  "e4@299 a6@299 Nf3~*" },
	{ "where men are not known he may take somebody beside the square, over which a hand goes",
	  "occupied start GO(W) e2- e4+P W! d7- d5+p B! e4- e5+P W!", "e4@299 d5@299 e5*@298" },
	{ "until the board has looked again",
	  "occupied start GO(W) e2- e4+P W! d7- d5+p B! e4- e5+P W! +1s", "e4@299 d5@299 e5@298" },
	{ "nothing after mate is a move",
	  "start GO(W) f2- f3+P W! e7- e5+p B! g2- g4+P W! d8- h4+q +1s h4- d8+q +2s e1- f2+K +2s",
	  "f3@299 e5@299 g4@298 Qh4#~ 0-1" },
};

START_TEST(tracker_told_a_tale_keeps_the_record)
{
	story_check(&tales[_i]);
}
END_TEST

/* The same with every event at the same instant: recordings without time stamps exist. */
START_TEST(tracker_without_times_still_follows_presses)
{
	struct story story;

	story_begin(&story);
	story.step_us = 0;
	story_tell(&story, "start GO(W) e2- e3+P e3- e4+P W! d7- d5+p B! e4- d5:P d6+p d6- W! "
	                   "d8- d7+q d7- d5:q B! b1- c3+N W!");
	ck_assert_str_eq(story_end(&story, true), "e4@299 d5@299 exd5@298 Qxd5@298 Nc3@297");
}
END_TEST

START_TEST(tracker_finish_takes_the_candidate_as_made)
{
	struct story story;

	story_begin(&story);
	story_tell(&story, "start e2- e4+P");
	ck_assert_str_eq(story_end(&story, true), "e4~");
}
END_TEST

/* The one king stands in the centre when the other one comes, which reads as a draw until he goes on as well; the stream
 * ends before that has stood for a while. */
START_TEST(tracker_finish_takes_the_last_sign)
{
	struct story story;

	story_begin(&story);
	story_tell(
		&story,
		"start GO(W) e2- e4+P W! e7- e5+p B! +1s STOP +3s e1- d4+K e8- d5+k +3s d5- e5:k");
	ck_assert_str_eq(story_end(&story, true), "e4@299 e5@299 0-1");
}
END_TEST

START_TEST(tracker_declared_result_ends_the_game)
{
	struct story story;

	story_begin(&story);
	story_tell(&story, "start GO(W) e2- e4+P W!");
	tracker_result(story.tracker, RESULT_DRAW, story.t_us);
	story_tell(&story, "+1s e7- e5+p B!");
	ck_assert_str_eq(story_end(&story, true), "e4@299 1/2-1/2");
}
END_TEST

/* Waking late or often must not matter: time is in the events. */
START_TEST(tracker_advanced_at_any_moment_gives_the_same)
{
	const struct tale *tale = &tales[_i];
	struct story lazy, busy;
	char record[8192];

	story_begin(&lazy);
	story_tell(&lazy, tale->script);
	snprintf(record, sizeof(record), "%s", story_end(&lazy, true));

	story_begin(&busy);
	for (const char *p = tale->script; *p;) {
		char word[64];
		size_t n = strcspn(p, " ");

		if (*p == '{')
			n = strcspn(p, "}") + 1;
		ck_assert_uint_lt(n, sizeof(word));
		memcpy(word, p, n);
		word[n] = '\0';
		for (int i = 0; i < 7; i++)
			tracker_advance(busy.tracker, busy.t_us + (uint64_t)i * 400);
		story_tell(&busy, word);
		p += n;
		while (*p == ' ')
			p++;
	}
	ck_assert_str_eq(story_end(&busy, true), record);
}
END_TEST

/* Where men are not known a change may be so dear that another guess made before it is likelier; it stays a guess. */
START_TEST(tracker_doubts_the_record_rather_than_make_a_dear_change)
{
	struct story story;
	uint16_t taken;

	story_begin(&story);
	story_tell(&story, READY_FOR_DX);
	taken = story.tracker->plies[5].move;
	ck_assert(!rethink_dear(story.tracker, COST_AT_ONCE));
	ck_assert_uint_eq(story.tracker->plies[5].move, taken);
	ck_assert(rethink_dear(story.tracker, COST_NEVER));
	ck_assert_uint_eq(story.tracker->game.n_plies, 6);
	ck_assert_uint_ne(story.tracker->plies[5].move, taken);
	ck_assert_int_eq(move_from(story.tracker->plies[5].move), move_from(taken));
	ck_assert(ways_is_untold(story.tracker, 5));
	story_end(&story, false);

	story_begin(&story);
	story_tell(&story, "start GO(W) e2- e4+P W! a7- a6+p B!");
	ck_assert(!rethink_dear(story.tracker, COST_NEVER));
	story_end(&story, false);
}
END_TEST

static Suite *
tracker_suite(void)
{
	Suite *suite = suite_create("tracker");
	TCase *tcase = tcase_create("tales");
	int n = (int)(sizeof(tales) / sizeof(tales[0]));

	tcase_add_loop_test(tcase, tracker_told_a_tale_keeps_the_record, 0, n);
	tcase_add_loop_test(tcase, tracker_advanced_at_any_moment_gives_the_same, 0, n);
	tcase_add_test(tcase, tracker_without_times_still_follows_presses);
	tcase_add_test(tcase, tracker_finish_takes_the_candidate_as_made);
	tcase_add_test(tcase, tracker_finish_takes_the_last_sign);
	tcase_add_test(tcase, tracker_declared_result_ends_the_game);
	tcase_add_test(tcase, tracker_doubts_the_record_rather_than_make_a_dear_change);
	suite_add_tcase(suite, tcase);
	return suite;
}

int
main(void)
{
	return test_run(tracker_suite());
}
