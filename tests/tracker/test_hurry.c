/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Hands quicker than the board, and readings that are wrong just then: who moved, who was only on his way, and who
 * was lifted and put down again.
 */
#include <check.h>

#include "core/tracker/explain/change.h"
#include "core/tracker/tracker_state.h"
#include "tests/support.h"
#include "tests/tracker/midgame.h"
#include "tests/tracker/story.h"

/* So long that nothing before is explained again. */
#define FOUR_ROOK_MOVES "h1- g1+R W! h6- g6+r B! g1- h1+R W! g6- h6+r B! "

/* Each press is heard 900 ms behind the man for whom it was. */
#define LATE_CLOCK                                                                                 \
	"{a2- a3+P +900ms W! a7- a6+p +900ms B! b2- b3+P +900ms W! b7- b6+p +900ms B! c2- c3+P "   \
	"+900ms W! c7- c6+p +900ms B! d2- d3+P +900ms W! d7- d6+p +900ms B! "
#define UP_TO_LATE_CLOCK "a3@299 a6@299 b3@298 b6@298 c3@297 c6@297 d3@296 d6@296 "

static const struct midgame_tale tales[] = {
	{ "queens exchanged before a scan has seen either were not where a square would have to "
	  "fail for "
	  "it, however dear that is",
	  "2r1kb1r/1p2pp2/pqb2n1p/3p2p1/Q7/1PN1PN2/PBP2PPP/R4RK1 w k - 0 1",
	  "h2- h3+P W! +1s g5- g4+p B! +1s {a4- +97ms W! +65ms b6- +268ms B! +1125ms f3- +95ms W! "
	  "+53ms c6- +52ms d4+N +200ms d7+b +17ms e5+N +5ms d4- +33ms B! +403ms e5- +24ms f3+N "
	  "+213ms W!} +1s",
	  "h3@299 g4@299 Qd4*@298 Qxd4*@298 Nxd4@297 Bd7@297 Nf3@296" },
	{ "two take on one square, which reads as it did, and three more plies follow at once: "
	  "more "
	  "presses than a search has plies",
	  "rn1qr1k1/pp3ppp/1bp1bn2/3pp1B1/1P2P3/P1NP1N2/2P1BPPP/R2Q1RK1 w - - 0 1",
	  "h2- h3+P W! +1s h7- h6+p B! +1s {e4- +98ms W! +140ms B! +51ms c6- +152ms d3- +71ms W! "
	  "+195ms d4+P +34ms e5- +207ms e4+p +36ms B! +130ms W! +45ms f3- +56ms e5+N} +200ms",
	  "h3@299 h6@299 exd5*@298 cxd5*@298 d4@297 e4@297 Ne5@296" },
	{ "two take on one square, which reads as it did, and three more plies follow at once: "
	  "more presses than a search has plies",
	  "rn1qr1k1/pp3ppp/1bp1bn2/3pp1B1/1P2P3/P1NP1N2/2P1BPPP/R2Q1RK1 w - - 0 1",
	  "h2- h3+P W! +1s h7- h6+p B! +1s {e4- +98ms W! +140ms B! +51ms c6- +152ms d3- +71ms W! "
	  "+195ms d4+P +34ms e5- +207ms e4+p "
	  "+36ms B! +130ms W! +45ms f3- +56ms e5+N} +200ms",
	  "h3@299 h6@299 exd5*@298 cxd5*@298 d4@297 e4@297 Ne5@296" },
	{ "who is told of no sooner than the reply that took him had come before that: the presses "
	  "go "
	  "on in order, and none is left for plies that nobody made",
	  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	  "{+943ms e4+P +195ms e2- +10ms W! +140ms B! +29ms e7- +75ms e6+p +1491ms d2- +127ms W! "
	  "+323ms d4+P +975ms d7- +285ms B! +350ms W! +49ms e6- +66ms d5+P +84ms e4- +192ms B! "
	  "+51ms g1- +272ms d5:p +135ms W! +34ms f3+N +47ms B! +178ms f8- +131ms d6+b +291ms c2- "
	  "+238ms W! +212ms c4+P +1051ms B! +83ms d5- +66ms c4:p} +2s",
	  "e4@299 e6@299 d4@298 d5@298 exd5@297 exd5@297 Nf3@296 Bd6@296 c4@295 dxc4@295" },
	{ "as long as nobody knows how late the clock tells, its first presses are for the plies "
	  "before those that have only just come",
	  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	  "+3s {d2- +200ms d4+P +200ms d7- +200ms d5+p +200ms c2- +120ms c4+P +10ms W! +200ms e7- "
	  "+190ms e6+p +10ms B! +200ms b1- +190ms c3+N +10ms W! +200ms g8- +190ms f6+n +10ms B! "
	  "+300ms W! +400ms B!} +2s",
	  "d4@299 d5@299 c4@298 e6@298 Nc3@297 Nf6@297" },
	{ "that one of the opponent's was carried behind a capture which no scan saw makes no "
	  "other "
	  "plies",
	  "r1bqr1k1/1p3ppp/1pp5/3n4/1P6/5N1P/P1Q2PP1/R3RBK1 w - - 0 19",
	  "{+1s g7- +600ms g7+p +1s g7- +600ms g7+p +1s e1- +240ms W! +280ms e8- +550ms B! +40ms "
	  "e8+q +10ms d8- +230ms c3+n +140ms d5- +10ms W!} +6s",
	  "Rxe8+@299 Qxe8@299" },
	{ "whose man was lifted first moved first, whichever of them is told of first where he "
	  "stands",
	  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	  "{+1s W! +60ms d2- +140ms B! +30ms g8- +140ms f6+n +120ms c4+P d4+P +140ms c2- +70ms W!} "
	  "+1s",
	  "d4@299 Nf6@299 c4@298" },
	{ "who is read where he goes for less than a round before the square he left stood on one "
	  "of them",
	  "b7/4P3/7p/5p1P/2p2P2/8/K1pk4/8 w - - 0 65",
	  "{+2008ms W! +69ms e7- +98ms B! +15ms a8- +262ms e4+b +63ms W! +247ms d8+Q +98ms "
	  "B! +127ms d3+b +65ms e4- +235ms d7+Q +75ms d8- +450ms d6+Q +75ms d7- +450ms d5+Q "
	  "+75ms d6- +190ms W! +260ms d4+Q +75ms d5- +909ms c1+n +75ms c2- +151ms B!} +2s",
	  "e8=Q*@299 Be4@299 Qd8+*@298 Bd3@298 Qd4@297 c1=N+@297" },
	{ "nobody begins his reply long before the board tells of what he answers",
	  "rn3rk1/pp2npp1/3qp1p1/8/3p1P2/2P2N2/PP4PP/R1BQ1RK1 w - - 0 14",
	  "{+1102ms d1- +375ms d4+Q +188ms W! +862ms d6- +393ms B! +123ms c7+q +169ms e5+Q "
	  "+65ms d4- +69ms W! +1997ms B! +100ms c7- +66ms b6+q +103ms e5- +581ms c5+Q "
	  "+960ms W! +240ms c5- +84ms d4+Q +422ms a6+q +10ms b6- +95ms B! +100ms d4- +104ms "
	  "W! +38ms f2+Q +113ms b8- +84ms c7+n +328ms f3- +132ms B! +140ms c7- +9ms d7+n "
	  "+179ms W! +46ms d4+N} +2s",
	  "Qxd4@299 Qc7@299 Qe5@298 Qb6+@298 Qd4*@297 Qa6@297 Qf2@296 Nd7@296 Nd4@295" },
	{ "who is back on a square from which he had gone on is not told of there late",
	  "1r4k1/7p/pq3pp1/3Rp3/p3P1P1/P1P5/1r1KQR1P/4B3 w - - 0 35",
	  "{+1291ms W! +88ms d3+K +75ms d2- +582ms b2- +28ms e2+r +152ms B! +363ms d3- "
	  "+351ms W! +6ms b6- +265ms B! +63ms e2+K +47ms b1+q +375ms d5- +93ms d3+R +231ms "
	  "W! +1101ms b1- +98ms B! +257ms W! +188ms d2+B +85ms e1- +304ms B! +36ms W! +16ms "
	  "c4+q +94ms e3+K +75ms e2- +490ms c4- +89ms B! +377ms c5+q +169ms e3- +264ms W! "
	  "+411ms e2+K +375ms c5- +144ms B! +428ms b5+q} +2s",
	  "Kd3@299 Rxe2@299 Kxe2@298 Qb1@298 Rd3@297 Qa2+*@297 Bd2*@296 Qc4*@296 Ke3@295 Qc5+@295 "
	  "Ke2@294 Qb5@294" },
	{ "but not by which of two squares of one round is told of first",
	  "r1bqkb1r/pp1ppppp/2n2n2/8/3NP3/8/PPP2PPP/RNBQKB1R w KQkq - 1 5",
	  "{+1s b1- +250ms W! +200ms c3+N +1510ms d7- +50ms B! +20ms d6+p +140ms c4+B +60ms W! "
	  "+160ms c1- +10ms B! +10ms f1- +140ms e7- +70ms e6+p +90ms g5+B}",
	  "Nc3@299 d6*@299 Bc4*@298 e6*@298 Bg5?" },
	{ "four plies that were all pressed for are told of in one scan, and out of order",
	  "rnbq1rk1/pp2ppbp/6p1/2p5/3PP3/2P1B3/P4PPP/2RQKBNR w K - 2 9",
	  "{+1s d1- +140ms W! +10ms e7- +260ms B! +100ms d2+Q +70ms W! +80ms d8- +100ms B! +40ms "
	  "d6+q +70ms d5+P +10ms e5+p +60ms d4-} +1s",
	  "Qd2@299 e5@299 d5@298 Qd6@298" },
	{ "who is lifted behind his player's press is taken up for the next ply, though the man of "
	  "the last "
	  "one is told of behind that",
	  "4r1k1/p2n1p1p/1p4p1/2p5/3P4/3QPq2/PP3P1P/2R1K1R1 w - - 0 21",
	  "{+1s h7- +540ms h7+p +1s e1- +286ms W! +239ms e8- +66ms f1+K +499ms B! +120ms d1+Q "
	  "+24ms W! +107ms f3- +19ms "
	  "d3- +65ms e4+r +262ms B! +95ms g1- +140ms h3+q +297ms W! +41ms d7- +121ms B! +76ms g2+R "
	  "+309ms f6+n} +3s",
	  "Kf1@299 Re4@299 Qd1@298 Qh3+@298 Rg2@297 Nf6@297" },
	{ "who had stood, and was answered, was not on his way to where he is read next",
	  "1r4k1/5ppp/3p1b2/1p2p3/1n6/5N1P/5PP1/3RR1K1 w - - 0 30",
	  "d1- d6- d6+R W! +1s b4- c2+n B! e1- e2+R {c2-} W! d3+n +3s",
	  "Rxd6@299 Nc2@299 Re2@298" },
	{ "who was read on his way, where another one stands now, had gone on",
	  "r5k1/1b4pp/pp2p3/2p1Pp2/2P2PPq/1PQ4P/P1B5/2Kr2R1 w - - 0 23",
	  "c2- d1- d1+B W! h4- {g3+q} g3- f2+q B! c3- g3+Q W! f2-", "Bxd1@299 Qf2@299 Qg3@298" },
	{ "who was read where he went stood nowhere else, though the man of the ply before was "
	  "told of behind him",
	  "8/6p1/6rk/2R5/3R4/8/8/7K w - - 0 1",
	  "{+300ms W! +145ms e5+R +19ms c5- +38ms g6- +206ms B! +321ms W! +7ms f5+R +9ms e5- +66ms "
	  "f6+r +666ms g7- +184ms B! +266ms g5+p +609ms f5- +244ms W! +365ms e5+R} +4s",
	  "Re5*@299 Rf6@299 Rf5*@298 g5@298 Re5@297" },
	{ "whose rook had come when he pressed, and whose king comes now, has castled",
	  "rnbqk2r/ppp1ppbp/3p1np1/8/3PPP2/2N5/PPP3PP/R1BQKBNR w KQkq - 1 5",
	  "g1- f3+N W! h8- {f8+r} B! {g8+k e8-}", "Nf3@299 O-O@299" },
	{ "who comes to stand casts no doubt on himself where a pawn is read no more",
	  "8/R7/p4k2/2p3p1/2B1P2p/1P4q1/2P1K3/8 w - - 4 44",
	  "a7- a6- a6+R b3- {W!} +250ms f6- e5+k B! +3s", "Rxa6+@299 Ke5@299" },
	{ "of two who are gone as the clock is pressed one may have moved",
	  "3r2k1/1b4p1/pq3pnp/3p3N/3Nn3/1P2P3/4BPPP/Q1R3K1 w - - 0 26",
	  "d4- f5+N W! d8- d5- B! +2s a1- a4+Q W! d5+p b6- e6+q B! +2s e2- g4+B W! +3s",
	  "Nf5@299 Rd7*@299 Qa4@298 Qe6@298 Bg4@297" },
	{ "who is read on his square whenever the board is asked was not taken there",
	  "r3r1k1/1p1b1nb1/p2p4/2pP3p/Pq2pP2/2N4P/1P1Q1BB1/R3R1K1 w - - 0 24",
	  "g2- W! +3s d7- h3- h3+b B! +2s scan e4-", "Bf1*@299 Bxh3@299" },
	{ "who was put down, and taken up again before the press, was played elsewhere",
	  "b4n2/8/1r1bk1p1/6Qp/p2PPp1P/5P2/1P4P1/2R4K w - - 0 50", "g5- e7+Q +1s e7- +1s W! +3s",
	  "Qd8*@299" },
	{ "a pawn who is still read where he stood did not move where one like him was lifted",
	  "1q3rk1/p1r2ppp/1p2pn2/8/8/1Q3BP1/PP2PP1P/R2R2K1 w - - 0 18",
	  "g1- g2+K W! h7- +1s g5+p B! +2s scan", "Kg2@299" },
	{ "who was lifted while another one like him read a square wrongly, and pressed, moved",
	  "rnbqkbnr/pp1ppppp/2p5/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
	  "d2- d4+P W! d7- d6+p d5+p B! e4- d5:P W! +1s c6- d5:p B! +3s",
	  "d4@299 d5*@299 exd5@298 cxd5@298" },
	{ "a pawn who was not seen to leave, and stands two squares on, was only read between",
	  "rnbqkbnr/pp1ppppp/2p5/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
	  "d2- d4+P W! d6+p d5+p B! e4- d5:P W! +1s c6- d5:p B! +3s",
	  "d4@299 d5*@299 exd5*@298 cxd5@298" },
	{ "whose square turned into his taker's, and who is nowhere else, was taken there",
	  "6R1/5k2/2p2pp1/2P2n1p/2r4P/4BKP1/5P2/8 w - - 18 51",
	  "g8- c8+R W! f5- +1s B! f2- +250ms d4+n e3:P d4- +250ms W!",
	  "Rc8@299 Nxe3@299 fxe3@298" },
	{ "that a man is missing is not explained by another one having moved instead",
	  "8/3k3p/3b4/4Bp2/8/3K3P/p5P1/8 w - - 0 53",
	  "e5- W! +1s d7- e6+k B! +1s d3- c2+K W! +2s d6- e5+b B! +3s",
	  "Ba1*@299 Ke6@299 Kc2@298 Be5@298" },
	{ "who is read on the square he left as well has not gone for certain",
	  "1rr3k1/p1nqppbp/2n3p1/1p1pP3/3P1P2/2N1BBPP/PP6/R2R1QK1 w - - 0 19",
	  "h3- h4+P W! b5- b4+p B! f3- W! {g4+B f3+B} +250ms scan", "h4@299 b4@299 Bg4*@298" },
	{ "nor has a pawn next to whom another man of his reads as one like him",
	  "r1bqkb1r/pppp1ppp/2n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
	  "d1- e2+Q W! d7- d6+p B! c6:p +600ms scan", "Qe2@299 d6*@299" },
	{ "what no line accounts for yet is looked at again with the plies that follow",
	  "r3r3/4bp2/p3n1k1/BppRP1pp/8/5NPP/PPP2PK1/3R4 w - - 4 24",
	  "{+100ms g6+k +1600ms f3- +100ms W! b5- +100ms h2+N +200ms h2- +100ms b4+p +100ms B! "
	  "g1+N "
	  "+400ms g1- f1+N +200ms W! e7- +200ms a5- d8+b B! +200ms d8- +100ms W! +100ms d8+B} +2s",
	  "Nh2*@299 b4@299 Nf1@298 Bd8@298 Bxd8@297" },
	{ "the board had shown the position in full before squares of it were not believed",
	  "3r2k1/1bq2pp1/p1n1pn1p/2N1p3/2P2PP1/1P5P/P1Nr1QB1/3R2K1 w - - 0 28",
	  "{+800ms d2- d1- d8- +100ms W! +300ms d2+r f2- B! +200ms d2+Q +100ms W! b7- +200ms a8+b "
	  "+100ms B! +100ms f4- +300ms e5+P W! +100ms c7- +100ms e5+q e4+P +200ms B! e4-} +2s",
	  "Rxd2*@299 Rxd2@299 Qxd2*@298 Ba8*@298 fxe5@297 Qxe5@297" },
	{ "a press before a man was seen to stand is for his player's ply before, if nobody has "
	  "pressed "
	  "for that",
	  "3r1rk1/1p2qp1p/p1p1p1p1/P2n2R1/1P1P1P2/2Q1PB2/5P1P/6RK w - - 1 22",
	  "{+1600ms c3- +1000ms e7- +200ms f6+q c5+Q +100ms W! f3- +700ms e4+B +2500ms g1- +100ms "
	  "g8- "
	  "+300ms h8+k +100ms g3+R +100ms B! +600ms g5- +100ms f8- +100ms W! +200ms e5+R +200ms "
	  "e8+r "
	  "+20900ms d5- +200ms e7+n} +2s",
	  "Qc5@299 Qf6 Be4 Kh8@299 R1g3@298 Rfe8 Re5~ Ne7~*" },
	{ "who was read where he was pressed for, and on from there, did not go farther unseen, "
	  "though two plies "
	  "have no press yet",
	  "6r1/8/2nkp3/p7/Pp2RP1p/5K1P/1PP1N3/8 w - - 0 53",
	  "{e4- +80ms e3+R +90ms W! +10ms g8- +170ms B! +90ms g7+r +300ms e3- +80ms W! +10ms d6- "
	  "+30ms d3+R "
	  "+90ms c5+k +150ms d3- +360ms e3+R +450ms c5- +120ms d5+k +300ms B!} +2s",
	  "Re3@299 Rg7@299 Rd3+@298 Kc5 Re3~ Kd5@298" },
	{ "a king who is read on two squares stands on the one that reads him when the other does "
	  "no more",
	  "4r2r/ppq2pk1/2p3p1/3pP1Pp/3P4/5QP1/PP3P2/3R1RK1 w - - 0 22",
	  "g1- {h1+K g2+K} W! +900ms {e7+r e8- +190ms h1- +130ms B! +80ms e6+r e7-} +2s f1- h1+R "
	  "W! +2s",
	  "Kg2@299 Re6@299 Rh1@298" },
	{ "a square that read the man long before he came fails, and may read him though he was "
	  "taken",
	  "2kr4/pp5p/2b1p2r/2n2p2/2P1p3/P4N2/2P2PPP/2KR1B1R w - - 0 19",
	  "c6:N +10s f3- d4+N W! a7- a5+p B! d4- W! +5s d8- d1:r B! c1- d1:K W! +5s b7- +1s B! +1s "
	  "d1- d2+K "
	  "W! +2s scan h6- g6+r B! +1s d2- d1+K W! g6- h6+r B! +1s " FOUR_ROOK_MOVES FOUR_ROOK_MOVES
	          FOUR_ROOK_MOVES FOUR_ROOK_MOVES FOUR_ROOK_MOVES
	  "g2- g3+P W! +1s c8- d8+k B! +1s f1- e2+B W! +1s",
	  "Nd4@299 a5@299 Nxc6*@298 Rxd1+@298 Kxd1@297 bxc6*@297 Kd2*@296 Rg6@296 Kd1@295 Rh6@295 "
	  "Rg1@294 Rg6@294 Rh1@293 Rh6@293 Rg1@292 Rg6@292 Rh1@291 Rh6@291 Rg1@290 Rg6@290 Rh1@289 "
	  "Rh6@289 Rg1@288 Rg6@288 Rh1@287 Rh6@287 Rg1@286 Rg6@286 Rh1@285 Rh6@285 g3@284 Kd8@284 "
	  "Be2@283" },
	{ "of two rooks who are gone from their squares either may have moved",
	  "6k1/1p2p1r1/3p1q1p/3P2p1/2P1Q3/r4P2/P5B1/R4RK1 w - - 0 34",
	  "{+300ms scan +227ms a1- +227ms f1- +7ms b1+R +187ms scan +397ms scan +157ms W! +547ms "
	  "a3- +567ms scan "
	  "+377ms a2:r +367ms scan B!} +9s b1- b7:R W! +2s",
	  "Rfb1*@299 Rxa2@299 Rxb7@298" },
	{ "but who sees the reply stand, and plays on, presses for that alone",
	  "2k5/8/1PK5/8/8/8/8/8 w - - 31 84",
	  "{+100ms c6- c8+k +800ms b5+K +200ms c8- +100ms W! +200ms B! b7+k +200ms b5- +100ms c5+K "
	  "+200ms W! +600ms b7- b8+k +100ms B! +700ms c5- +300ms c6+K +900ms b8- +100ms c6- c8+k "
	  "+300ms W! b5+K +1100ms c8- +100ms b7+k} +2s",
	  "Kb5@299 Kb7@299 Kc5@298 Kb8@298 Kc6* Kc8* Kb5*@297 Kb7~*" },
	{ "of two presses heard in one the second tells whose the first is",
	  "1n6/p2kbpp1/2p1p3/2P1P2p/P2BB3/3K2P1/2P2PP1/8 w - - 4 34",
	  "{+500ms d3- +100ms c4+K +300ms g7- +70ms g6+p +250ms W! +40ms f2- +340ms f4+P +80ms "
	  "c7+k +30ms d7- +380ms scan BW!} +3s",
	  "Kc4@299 g6@299 f4@298 Kc7~*" },
	{ "a man taken before a scan saw him is likelier than a square that fails for a moment",
	  "1qr1r1k1/5pp1/5n1p/p2p4/3Q4/5BP1/PP3P1P/2RR2K1 w - - 2 26",
	  "{+100ms e8+r +100ms d4- +100ms d2+Q W! +1100ms a5- +300ms a4+p +100ms d2- B! +200ms "
	  "d4+Q "
	  "+100ms b8- +100ms W! +200ms b7+q +200ms b7- +200ms c1- B! +100ms b5+q +200ms W! +700ms "
	  "c8- "
	  "+200ms B! c3+r +400ms d4- +300ms c3+Q W! +100ms e8- +200ms b8+r} +2s",
	  "Qd2@299 a4@299 Qd4@298 Qb5@298 Rc3*@297 Rxc3*@297 Qxc3@296 Rb8~" },
	{ "who was read where he was pressed for, and then on his way, had been played twice",
	  "8/8/5k1p/p4p2/P1B3P1/1P1P1PKP/8/6r1 w - - 1 37",
	  "{g3- +200ms f2+K +100ms W! +800ms g1- +200ms h1+r +200ms B! +100ms f2- +200ms h1- f1+r "
	  "g2+K "
	  "+100ms W! +100ms f1- +100ms B! +100ms d1+r g2- +100ms W! +100ms g3+K +1300ms d1- +300ms "
	  "B! "
	  "+100ms g1+r} +2s",
	  "Kf2@299 Rh1@299 Kg2@298 Rd1*@298 Kg3@297 Rg1+@297" },
	{ "a clock that has always told late does so in a scramble, too",
	  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	  LATE_CLOCK "g1- +150ms f3+N +300ms g8- +150ms f6+n +300ms b1- +150ms d2+N +60ms W!}",
	  UP_TO_LATE_CLOCK "Nf3@295 Nf6? Nbd2?" },
	{ "who may have come by the ply that is due has not stood there unread for long",
	  "3r2k1/5ppp/8/8/8/8/5PPP/R3R1K1 w - - 0 20",
	  "a1- W! +1s d8- d1+r B! +300ms e1- d1:R W! +1s h7- h6+p B! +1s d1- d2+R W! +1s g8- h8+k "
	  "B! +1s {W! a2+R}",
	  "Rad1*@299 Rxd1@299 Rxd1@298 h6@298 Rd2@297 Kh8@297" },
	{ "who was read on his way as he pressed, and then where he does not pass, stood there",
	  "4k3/7p/8/2B5/8/8/8/4K3 w - - 0 1",
	  "{c5- +200ms d4+B +150ms W! +40ms h7- +10ms e3+B +33ms d4- +38ms B! +160ms e3- +18ms "
	  "h5+p "
	  "+280ms c5+B +73ms W!} +1s e8- d8+k B! +1s",
	  "Be3*@299 h5@299 Bc5*@298 Kd8@298" },
	{ "a man like the one who was taken takes back before a scan: all reads as before",
	  "4k3/8/8/8/1n6/3n4/8/1B4K1 w - - 0 1", "b1- b4- W! B! +1s g1- g2+K W! +2s",
	  "Bxd3*@299 Nxd3*@299 Kg2@298" },
	{ "but two men in the air are no more than that while nobody presses",
	  "4k3/8/2n5/8/3n4/8/5B2/4K3 w - - 0 1", "f2- c6- +2s", "" },
	{ "a rook put in the way and taken at once, by plies for which nobody presses",
	  "r7/1B2kpbp/1p3np1/2p1B3/8/1P2P3/P4P1P/3r1RK1 w - - 0 21",
	  "f1- d1- d1+R W! +1s a8- d1- d8+R +1s e7- d8+k B! g1- f1+K W! f6- e8+n B! +3s",
	  "Rxd1@299 Rd8 Rxd8 Kxd8@299 Kf1@298 Ne8@298" },
	{ "a rook who comes to be read only after the next plies was there all the time",
	  "r2q1rk1/pb1nppbp/1p1p1np1/8/2PQ4/1PN2NP1/PB2PPBP/R4RK1 w - - 1 11",
	  "f1- W! +3s a8- c8+r B! a1- c1+R W! +3s d1+R +3s", "Rfd1*@299 Rc8@299 Rac1@298" },
	{ "a new man whom nobody read, and who cannot have given check, is read later",
	  "8/1P6/8/8/5k1p/7P/6PK/2r5 w - - 0 1", "b7- W! c1- c2+r B! +1s b8+N +1s b8- c6+N W! +2s",
	  "b8=N*@299 Rc2*@299 Nc6@298" },
	{ "that the square of one who was taken reads otherwise when his taker leaves tells "
	  "nothing of him",
	  "5r2/1p5k/7p/3pQ1pq/3P3N/1P4PK/4RP1P/8 w - - 0 36",
	  "h3- g2+K W! h5- f7+q B! h4- {+150ms g6+N +1200ms} g6- W! f7- B! {+100ms f5+q} e5- W! "
	  "f5:Q "
	  "+900ms f8- f7- B! f5:r e2- e7+R W! h7- {g6+k} B! e7- b7:R W! +1s f5- f6+r B! +2s",
	  "Kg2@299 Qf7@299 Nf5*@298 Qxf5*@298 Qxf5+*@297 Rxf5@297 Re7+@296 Kg6@296 Rxb7@295 "
	  "Rf6@295" },
	{ "of a clock that is read once a second what was pressed since is not known yet: nobody "
	  "forgot to",
	  "r3k2r/1p1n1ppp/p1nB4/q1P2P2/P4p2/2PQ4/4B1PP/R3K2R w KQkq - 1 20",
	  "increment {+160ms d3- e4+Q +550ms e8- d8+k +370ms WB! e4- +240ms c4+Q +340ms W! +310ms "
	  "d7- +70ms e5+n +460ms d6- +30ms e5+B +120ms B! +90ms c6- +280ms e5+n +950ms WB! +20ms "
	  "c4- +10ms d4+Q +370ms e5- +180ms d7+n +950ms WB!} +2s",
	  "Qe4+@329 Kd8@329 Qc4@358 Nde5@358 Bxe5@387 Nxe5@387 Qd4+@416 Nd7@416" },
	{ "a press that went to the wrong ply is put right though a scan has told again what the "
	  "board "
	  "shows",
	  "5r2/5pbk/8/6q1/8/6PP/4QP2/7K w - - 0 33",
	  "increment {h3- +595ms g5- +116ms h4+P +175ms h6+q +126ms W! +392ms h1- +106ms g2+K "
	  "+142ms f8- +344ms B! +192ms g8+r +381ms scan +411ms WB!} +3s",
	  "h4@329 Qh6@329 Kg2@358 Rg8@358" },
	{ "of two men of his told of together, the second by the opponent's hand, he who was "
	  "lifted first "
	  "was played",
	  "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
	  "c2- W! a2- {c3+P a3+P} B! +2s", "c3@299" },
};

START_TEST(tale_of_hurry_keeps_the_record)
{
	midgame_check(&tales[_i]);
}
END_TEST

/* Of three plies told of just now the first one was made so long ago; nobody has been heard to press. A press is heard 700 ms behind its man. */
static const struct {
	uint64_t ago_us;
	bool pressed;
} unheard[] = {
	{ 600000, true },
	{ 800000, false },
};

START_TEST(who_cannot_have_been_heard_to_press_may_have_pressed)
{
	struct explanation line = { .n_plies = 3 };
	struct story story;

	story_begin(&story);
	story_tell(&story, "start GO(W) e2- e4+P W! e7- e5+p B! +2s");
	story.tracker->lag.quick_us = 700000;
	line.t_us[0] = story.tracker->now_us - unheard[_i].ago_us;
	line.t_us[1] = line.t_us[2] = story.tracker->now_us;
	ck_assert(change_is_pressed_throughout(story.tracker, 0, &line) == unheard[_i].pressed);
	story_end(&story, false);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("hurry");
	TCase *tcase = tcase_create("hurry");

	tcase_add_loop_test(tcase, tale_of_hurry_keeps_the_record, 0,
	                    (int)(sizeof(tales) / sizeof(tales[0])));
	tcase_add_loop_test(tcase, who_cannot_have_been_heard_to_press_may_have_pressed, 0,
	                    (int)(sizeof(unheard) / sizeof(unheard[0])));
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
