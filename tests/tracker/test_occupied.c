/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A board that knows only that squares are occupied: which man it was, and what of that is certain.
 */
#include "tests/tracker/midgame.h"

static const struct midgame_tale tales[] = {
	{ "castling that the board told of by halves is certain when both men stand",
	  "r1bq1rk1/p1p1bppp/1pn1pn2/3p4/2PP4/1P3NP1/PB2PPBP/RN1QK2R w KQ - 0 7",
	  "occupied {e1-} +61ms {f1+?} +120ms {f1-} +61ms {g1+?} +661ms {h1-} +478ms {f1+?} +408ms "
	  "{W!} +3s",
	  "O-O@299" },
	{ "a king who stood on a square that was not believed castled there",
	  "r1bqk2r/p1p1bppp/1pn1pn2/3p4/2PP4/1P3NP1/PB2PPBP/RN1QK2R w KQkq - 0 7",
	  "occupied a2- a3+? W! +1s {e8-} +100ms {g8+?} +850ms {h8-} +282ms {B!} +11ms {e1-} +7ms "
	  "{f8+?} +493ms {g1+?} +750ms {f1+?} +100ms {h1-} +110ms {W!} +3s",
	  "a3@299 O-O@299 O-O@298" },
	{ "for a man knocked over nothing is thought over again by which squares that read right "
	  "do not",
	  "r4k2/pp1b2pp/8/3p1p2/P2Nn3/1Pq1P1P1/5P1P/2Q1KB1R w K - 0 22",
	  "occupied +1s {c1-} +291ms {c3-} +237ms {W!} +63ms {c3+?} +4s {e4-} +230ms {c3-} +300ms "
	  "{c3+?} +476ms {B!} +3s {f1-} +216ms {d3+?} +698ms {W!} +3s {a8-} +375ms {c8+?} +162ms "
	  "{B!} +2945ms {e1-} +113ms {h1-} +525ms {f1+?} +37ms {g1+?} +551ms {W!} +1521ms {g7-} "
	  "+305ms {g6+?} +790ms {B!} +2834ms {g1-} +295ms {g2+?} +117ms {W!} +4s {f8-} +267ms "
	  "{e7+?} +723ms {B!} +4s {g2-} +258ms {f3+?} +331ms {W!} +5s {c3-} +370ms {e4+?} +585ms "
	  "{B!} +2166ms {f1-} +525ms {d1+?} +70ms {f2-} +267ms {e1+?} +489ms {W!} +9s {e1-} +333ms "
	  "{f2+?} +1453ms {e4-} +478ms {b6+?} +2100ms {b6-} +342ms {c5+?} +681ms {B!} +900ms",
	  "Qxc3@299 Nxc3@299 Bd3@298 Rc8@298 O-O@297 g6@297 Kg2@296 Ke7@296 Kf3@295 Ne4@295 "
	  "Rd1@294 Nc5@294" },
	{ "who has put a pawn down, and not pressed, may take it back a square",
	  "rnbq1rk1/ppp1bppp/4pn2/3p4/2PP4/5NP1/PP2PPBP/RNBQK2R w KQ - 1 6",
	  "occupied b1- d2+? W! b7- b5+? +1s b5- b6+?", "Nbd2@299 b6?" },
	{ "who was put down, and taken up again before the press, has taken elsewhere",
	  "2r1k1r1/1p3p2/p1p2P2/3pq2P/4n1P1/2N1P3/PP2Q3/R4R1K w - - 3 26",
	  "occupied c3- e4- e4+? W! e5- f5+? +1s f5- +1s B! +3s", "Nxe4@299 Qxe4+*@299" },
	{ "a captured man carried off over the square he was pressed for: the cheapest line may be "
	  "the longer",
	  "8/7p/1p3pk1/1R6/2Pr1p2/8/4KPPP/8 w - - 0 53",
	  "occupied b5- c5+? W! c5- d4- +400ms c4+? +700ms B! e2- f3+? W! +3s",
	  "Rxb6*@299 Rxc4*@299 Kf3@298" },
	{ "a man put down later does not tell of those before him what no ply behind them makes up "
	  "for",
	  "2r1r1k1/p3qppp/5n2/1pb5/3p4/1P1Q1NP1/PB2P1KP/2R1R3 w - - 2 25",
	  "occupied d3- W! f6- g4+? B! b2- W! +5s c5- c4+?", "Qxb5*@299 Ng4@299 Bxd4@298" },
	{ "two men in the air are a hand at work: what was taken before stands",
	  "r1bq1rk1/1p2npp1/2p2n1p/p1bpp3/2P5/P1NP2P1/1PN1PPBP/1RBQ1RK1 w - - 0 12",
	  "occupied c4- +1s W! d5- +1s e7-", "cxd5@299" },
	{ "who was seen to come, and was taken there, is certain",
	  "2rq1k1r/4bp2/b1n1p1p1/ppp1Pn1p/2Pp1P2/1P1P1NPP/P3R1BK/R1BQ2N1 w - - 1 19",
	  "occupied f3- g5- g5+? W! e7- g5- g5+? B! +3s", "Ng5@299 Bxg5@299" },
	{ "a capture seen to land is certain though one like it was possible",
	  "r2qkb1r/1pp2pn1/p3b2p/3pn1p1/3P4/2NBPN1P/PP3PP1/R2QK2R w KQkq - 0 13",
	  "occupied f3- e5- e5+? W! f8- d6+? +3s", "Nxe5@299 Bd6~" },
	{ "taking him whom nobody saw arrive is seen no better than he was",
	  "2r1k1r1/1p3p2/p1p2P2/3p3P/6q1/4PQ2/PP6/R4R1K w - - 0 28", "occupied f3- W! g8- B! +3s",
	  "Qxg4*@299 Rxg4*@299" },
	{ "a capture that nobody saw land may have been another one as long as the reply fits both",
	  "rnbq2k1/2p1r2p/p3p1B1/1p1nP2Q/P1pP4/B5P1/P4P1P/R4RK1 w - - 1 18",
	  "occupied a3- W! +3s d8- d6+? +3s", "Bxe7*@299 Qd6~" },
	{ "two who are gone took each other where nothing else leads to what stands",
	  "rnbq1rk1/p1p1bppp/1p2pn2/3p4/2PP4/5NP1/PP1NPPBP/R1BQK2R w KQ - 0 7",
	  "occupied c4- W! e6- B! e1- g1+? h1- +3s", "cxd5@299 exd5@299" },
	{ "who had left the square on which he was pressed for was on his way, which is not "
	  "certain",
	  "r4rk1/ppp5/3p1q2/2PPpbpp/1P6/6P1/P2Q1R1P/R1B3K1 w - - 0 23",
	  "occupied d2- g5- g5+? W! f6- g5- g5+? B! c1- g5- g5+? W! +5s a8- {d8+?} +250ms B! "
	  "{+97ms d8- e8+?} +3s",
	  "Qxg5+@299 Qxg5@299 Bxg5@298 Rae8*@298" },
	{ "and stays uncertain, whatever is played behind him",
	  "r4rk1/ppp5/3p1q2/2PPpbpp/1P6/6P1/P2Q1R1P/R1B3K1 w - - 0 23",
	  "occupied d2- g5- g5+? W! f6- g5- g5+? B! c1- g5- g5+? W! +5s a8- {d8+?} +250ms B! d8- "
	  "{e8+?} a1- +1s f1+? {W!} +3s",
	  "Qxg5+@299 Qxg5@299 Bxg5@298 Rae8*@298 Raf1@297" },
	{ "what two presses told is not put away for a man put down in passing",
	  "2r3k1/2r3p1/2B1p2p/2npP3/PQPNn3/5RP1/3q3P/5R1K w - - 1 43",
	  "occupied b4- W! e4- B! +750ms d6+? d6- +1s", "Qxd2*@299 Nxd2*@299" },
	{ "of two captures nobody saw land the one that gives a bishop for a pawn is the less "
	  "likely",
	  "rnbq1rk1/pp3ppp/4pn2/2p5/1bBP4/2N1PN2/PP3PPP/R1BQK2R w KQ - 0 8",
	  "occupied a2- a3+? W! b4- B! +3s", "a3@299 Bxc3+*@299" },
	{ "who comes elsewhere later, and left the first square as he pressed, has taken there",
	  "5rk1/1r2nppp/p1p3q1/5p2/Q7/8/PP1N1PPP/R3R1K1 w - - 0 21",
	  "occupied a4- +200ms a5+? {+200ms a6-} +30ms a5- b5+? {+200ms a6+?} +240ms W! +16ms b5- "
	  "+200ms f8- +400ms {b8+?} +300ms B! +500ms d2- +900ms f3+? +500ms W! +3s",
	  "Qxa6*@299 Rfb8*@299 Nf3@298" },
	{ "who left no square that a scan looked at has not taken twice, but another one there",
	  "4kbQ1/3pppp1/8/8/8/8/1PP5/1qB1K3 w - - 0 30",
	  "occupied g8- W! +1s b1- B! +1s g7- W! +1s e8- d8+? B! +1s f7- W! +1s d8- c7+? B! +1s "
	  "f8- W! +1s "
	  "b2- scan B! +2s",
	  "Qxg7*@299 Qxb2*@299 Qxf7+*@298 Kd8@298 Qxf8+*@297 Kc7@297 Qxe7@296 Qxc1+*@296" },
	{ "who was pushed to the square beside his, and carried off later, was taken",
	  "4k3/6p1/8/2n5/1P6/8/7P/4K3 w - - 0 30",
	  "occupied {b4-} +200ms {c5-} +200ms {b5+?} +50ms {c5+?} W! +700ms b5- +500ms g7- g5+? B! "
	  "+1s h2- h3+? W! +3s",
	  "bxc5*@299 g5*@299 h3@298" },
	{ "but not before somebody has pressed for what is played without him",
	  "4k3/6p1/8/2n5/1P6/8/7P/4K3 w - - 0 30",
	  "occupied {b4-} +200ms {c5-} +200ms {b5+?} +50ms {c5+?} W! +700ms b5- +500ms g7- g5+? "
	  "+200ms",
	  "b5@299" },
	/* A hand with the rook came to g4 while the bishop took on f7; so the board told of it behind his press. */
	{ "who comes behind the press may be the next one's man, and the one before him have taken "
	  "elsewhere",
	  "R1b5/1p1k1p2/3P1P2/2p1p2B/2P1r3/P7/8/6K1 w - - 0 35",
	  "occupied +1s h5- W! g4+? e4- +300ms B! +3s g1- h2+? W! +3s g4- f4+? B! +3s h2- g3+? W! "
	  "+3s f4- f6- +200ms f6+? B! +3s f7- +500ms h5+? W! +3s",
	  "Bxf7*@299 Rg4+@299 Kh2@298 Rf4@298 Kg3@297 Rxf6@297 Bh5*@296" },
	/* A pawn took on e4, and his player's hand was seen on d4 meanwhile. */
	{ "who is gone from where he came, as the clock was pressed, was a hand, and the man has "
	  "taken elsewhere",
	  "4k3/8/8/3p4/4P3/5N2/8/4K3 w - - 0 35",
	  "occupied +1s e1- e2+? W! +1s d5- +300ms d4+? e4- e4+? B! +50ms d4- +500ms f3- +300ms "
	  "d4+? W! +3s e8- d7+? B! +1s d4- b3+? W! +1s e4- e3+? B! +3s",
	  "Ke2@299 dxe4*@299 Nd4@298 Kd7@298 Nb3@297 e3@297" },
	/* Black had his bishop on c6 in hand as the queen came back to b5. */
	{ "who leaves long behind a press was not the one taken there, though the man beside has "
	  "gone, too",
	  "8/kq5p/2b5/1Q6/3R4/8/8/6K1 w - - 0 35",
	  "occupied +1s g1- h2+? W! +1s h7- h6+? B! +1s b5- +500ms d5+? W! +1s b7- +500ms c8+? B! "
	  "+3s d5- +500ms c6- +20ms b5+? +100ms W! +700ms "
	  "a8+? +1s a8- +300ms d5+? B! +3s",
	  "Kh2@299 h6@299 Qd5@298 Qc8@298 Qb5@297 Bd5@297" },
	/* The bishop that took on g5, or the knight, which looks the same, takes on e3, and the one taken is read on e4 meanwhile. */
	{ "who is read beside a man whom the lifted one may take is rather that man than proof of "
	  "another guess",
	  "8/p2kbp2/1p2p3/4P1P1/2Rn3r/4N3/P4PKr/1RB5 w - - 0 30",
	  "occupied +1s g2- f1+? W! +1s e7- B! +3s b1- b4+? W! +1s d4- f3+? B! +1s c4- W! +3s h2- "
	  "B! +3s b4- W! +3s f3- B! +3s f1- e2+? W! +1s d7- c6+? B! +1s c1- b2+? W! +3s g5- +700ms "
	  "e4+? B! {e4-} +2s e2- W! +1s c6- d5+? B! +2s",
	  "Kf1@299 Bxg5*@299 Rbb4@298 Nf3@298 Rxh4@297 Rxh4*@297 Rxh4*@296 Nxh4*@296 Ke2@295 "
	  "Kc6@295 Bb2@294 Bxe3*@294 Kxe3*@293 Kd5@293" },
	/* The rook took on h1 or on c6; in the first case the queen could only take on g2. */
	{ "what is no guess by the record is one behind another guess",
	  "6k1/8/2n5/3q4/8/K7/6P1/2R4r w - - 0 30", "occupied +1s c1- W! +3s d5- B! +3s",
	  "Rxh1*@299 Qxg2*@299" },
};

int
main(void)
{
	return midgame_run("occupied", tales, sizeof(tales) / sizeof(tales[0]));
}
