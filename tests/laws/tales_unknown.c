/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A board that knows no men tells who they were by where they stood: hands and touches (4), men knocked over (7.4),
 * and carried where they may not go (7.5). The positions are those of tales_conduct.c.
 */
#include "tests/laws/tales.h"

#define ANYBODY "occupied "
#define PCAS    ANYBODY "stand:r3k2r/pppq1ppp/2n2n2/8/8/2N2N2/PPPQ1PPP/R3K2R_w_KQkq_-_0_1 GO "
#define PCX     ANYBODY "stand:4k3/8/b7/8/8/8/8/R3K2R_w_KQ_-_0_1 GO "
#define PTOUCH  ANYBODY "stand:r1bqkbnr/ppp1pppp/2n5/3p4/4P3/2N5/PPPP1PPP/R1BQKBNR_w_KQkq_-_0_3 GO "
#define PPR     ANYBODY "stand:8/P5pk/8/8/8/8/6PK/8_w_-_-_0_1 GO "

static const struct tale tales[] = {
	/* 4.1: one hand. */
	{ "4.1", "PCAS: king and rook at once", NULL, PCAS "{e1-;h1-} {g1+K;f1+R} W!",
	  "two-handed-move@1:w" },
	{ "4.1", "PCAS: one after the other", NULL, PCAS "e1- g1+K h1- f1+R W!", "" },
	{ "4.1", "taken away first", NULL, PTOUCH "d5- +1s e4- d5+P W!", "" },
	{ "4.1", "PPR: who stands there is not known", NULL, PPR "a7- a8+N +1s a8- a8+Q W!", "" },

	/* 4.2: adjusting. */
	{ "4.2.1", "who has the move may adjust", NULL, ANYBODY BOARD "e4 e5 g1- +1s g1+N +1s Nc3",
	  "" },
	{ "4.2.1", "who has not may not", NULL, ANYBODY BOARD "e4 g1- +1s g1+N +4s e5",
	  "adjust-out-of-turn@2:w" },
	{ "4.2.1", "Black's pawn, whom White may take: it may have been White who took him", NULL,
	  ANYBODY BOARD "e4 d5 d5- +1s d5+p +4s Nf3", "" },
	{ "4.2.1", "a man who comes and goes was touched by nobody", NULL,
	  ANYBODY BOARD "e4 g1- +1s g1+N +1s g1- +1s g1+N +4s e5", "" },

	/* 4.3: touched. */
	{ "4.3.1", "another man than the one touched", NULL,
	  ANYBODY BOARD "e2- +2s e2+P d2- d4+P W!", "touch-move@1:w" },
	{ "4.3.1", "the man touched", NULL, ANYBODY BOARD "e2- +2s e2+P e2- e4+P W!", "" },
	{ "4.3.2", "PTOUCH: a man who could be taken is not", NULL,
	  PTOUCH "d5- +2s d5+p f1- c4+B W! +1s", "touch-move@1:w" },
	{ "4.3.2", "PTOUCH: he is taken in the end", NULL, PTOUCH "d5- +2s d5+p d5- c3- d5+N W!",
	  "" },
	{ "4.3.2", "who took him before had him lifted: that was the other ply", NULL,
	  ANYBODY BOARD "e4 d5 d5- +2s e4- d5+P W! +1s c6 dxc6", "" },
	{ "4.3.3", "PTOUCH: the one can take the other, and goes elsewhere", NULL,
	  PTOUCH "c3- +2s c3+N d5- +2s d5+p c3- b5+N W! +1s", "touch-move@1:w" },
	{ "4.3.3", "PTOUCH: both in the air, and the one is put back: he was the one touched", NULL,
	  PTOUCH "c3- d5- +2s d5+p b5+N W! +1s", "touch-move@1:w" },
	{ "4.3.1", "whom the rook took is in doubt, and so is what was played: nothing is said",
	  NULL, ANYBODY "stand:7k/8/1p6/1R1p4/8/8/7P/K7_w_-_-_0_1 GO h2- +2s h2+P b5- W! +2s", "" },
	{ "I.8", "nor is a sealed move that is not legal by a record in doubt a lost game", NULL,
	  ANYBODY "stand:7k/8/1p6/1R1p4/8/8/7P/K7_w_-_-_0_1 GO b5- W! +2s seal STOP adjourn +60s "
	          "reopen sealed:d4",
	  "sealed-move-illegal@2:b" },
	{ "4.3.1", "his square had not read him for a moment before his turn", NULL,
	  ANYBODY BOARD "e4 a2- after:300 a2+P after:250 e7- after:250 e5+p after:250 B! after:50 "
	                "a2- +3s a2+P +4s d2- d4+P W! +1s",
	  "" },
	{ "4.3", "who puts up men that were knocked over is not bound by it", NULL,
	  ANYBODY BOARD "e4 e5 a1- b1- c1- +4s a1+R b1+N c1+B Nf3 Nc6", "displaced-pieces@3:w" },

	/* 4.4: castling. */
	{ "4.4.2", "PCAS: rook first", NULL, PCAS "h1- f1+R e1- g1+K W!",
	  "castling-rook-first@1:w" },
	{ "4.4.3", "PCX: castled, taken back, the rook played", NULL,
	  PCX "e1- g1+K h1- f1+R f1- h1+R g1- e1+K h1- h5+R W! +1s", "castling-illegal@1:w" },
	{ "4.4.3", "PCX: the same with both of them in the hand", NULL,
	  PCX "e1- h1- g1+K f1+R f1- g1- h1+R e1+K h1- h5+R W! +1s", "castling-illegal@1:w" },

	/* 4.7: let go. */
	{ "4.7", "e3 stood, then e4", NULL, ANYBODY BOARD "e2- e3+P +3s e3- e4+P W!",
	  "piece-released-then-moved@1:w" },
	{ "4.7", "another man was in the air: nobody knows which of them stood there", NULL,
	  ANYBODY BOARD "e2- d2- e3+P +3s e3- e4+P d2+P W!", "" },
	{ "4.7.2", "PCAS: the rook is late", NULL, PCAS "e1- g1+K +3s h1- f1+R W!",
	  "castling-incomplete@1:w" },
	{ "4.7.2", "PCAS: the rook has not followed", NULL, PCAS "e1- g1+K W! +9s",
	  "castling-incomplete@1:w illegal-move@1:w!" },
	{ "4.7.2", "PCAS: he follows the press", NULL, PCAS "e1- g1+K W! after:800 h1- f1+R +9s",
	  "" },
	{ "4.7.2", "PCAS: another man is off: who stands on g1 is not known", NULL,
	  PCAS "f3- e1- g1+N +3s g1- f3+N e1+K a2- a3+P W!", "" },
	{ "4.7.2", "PCAS: while other men lie about, whoever is put on g1 need not be the king",
	  NULL, PCAS "a2- e1- g1+K +4s", "displaced-pieces@1:w" },

	/* 1.2: the man who left his square is the only one who can stand where one came. */
	{ "1.2", "White carries one of Black's men, and presses", NULL,
	  ANYBODY BOARD "e4 e5 a3 a6 d7- d6+p W! +5s", "move-out-of-turn@5:w!" },
	{ "1.2",
	  "somebody was taken lately, and it may have been another one: nobody knows whose man "
	  "that is",
	  NULL, ANYBODY BOARD "e4 f5 a3 d5 exf5 a6 d5- d4+p W! +5s", "" },
	{ "1.2", "he took lately, and may have taken another one: then it is White's own man", NULL,
	  ANYBODY BOARD "e4 d5 c4 dxe4 a3 a6 e4- e3+p W! +5s", "" },
	{ "1.2", "the record has plies that nobody pressed for: whose man it is, it does not know",
	  NULL, ANYBODY BOARD "e4 e5 ~a3 ~a6 h3 h6 d7- d6+p W! +5s", "" },
	{ "1.2", "it was nobody else: the pawn that took could take no other one", NULL,
	  ANYBODY BOARD "e4 d5 exd5 e5 a3 a6 h3 h6 b7- b6+p W! +5s", "move-out-of-turn@9:w!" },
	{ "1.2",
	  "who is carried has taken himself, and may have taken another one: he stands there yet",
	  NULL, ANYBODY BOARD "e4 d5 a3 dxe4 d3 f5 Nc3 exd3 h3 h6 d3- d2+p W! +5s", "" },
	{ "1.2", "White carries one of Black's men, who could take nobody and could not be taken",
	  "8/6KR/rk6/8/8/8/8/8 w - - 0 1",
	  "sensors occupied upright GO Rh8 Ra8 Re8 Kc6 a8- a3+r W! +6s", "move-out-of-turn@5:w!" },
	{ "1.2", "White carries Black's queen, who has just taken",
	  "r2q4/7k/8/3n4/8/3P4/Q6P/5R1K b - - 0 1",
	  "sensors occupied upright GO Rc8 Rc1 Ne3 Qe2 d3- d8- d3+q B! d3- h8+q W! +9s",
	  "move-out-of-turn@6:w!" },
	{ "1.2", "White moves again while Black thinks", NULL,
	  ANYBODY BOARD "e4 d2- d4+P +21s d4- d2+P", "move-out-of-turn@2:w" },

	/* 7.5.1: a man has left his square and another one has got one; who takes somebody leaves his as well. */
	{ "7.5.1", "PTOUCH: Nc3-h5, and d5 has stood all the time", NULL,
	  PTOUCH "a3 a6 c3- h5+N W! +6s", "illegal-move@3:w!" },
	{ "7.5.1", "PTOUCH: Nc3xd5 for all anybody knows, and the pawn stands on e6", NULL,
	  PTOUCH "a3 a6 c3- e6+N W! +6s", "" },
	{ "7.5.1", "PTOUCH: h5 got its man before anybody was lifted", NULL,
	  PTOUCH "a3 a6 h5+N +2s c3- W! +6s", "" },
	{ "7.5.1", "PTOUCH: Nxd5, and the board tells of the reply's other square first", NULL,
	  PTOUCH "a3 a6 c3- W! h5+P h7- B! +6s", "" },
	{ "1.2", "White has moved nobody but Black's pawn", NULL,
	  PTOUCH "a3 a6 h3 h6 g7- g5+p W! +6s", "move-out-of-turn@5:w!" },
	{ "1.2", "Black's pawn for all that is known, or White's f4 on a board that lies turned",
	  NULL, ANYBODY BOARD "e4 e5 c7- c5+p W! +6s", "" },

	/* 7.4: knocked over. */
	{ "7.4", "two pawns knocked over and put up", NULL,
	  ANYBODY BOARD "e4 f7- g7- +3s f7+p g7+p +25s", "displaced-pieces@2:b" },
	{ "7.4", "where squares differ already it may be the record that has not followed", NULL,
	  ANYBODY BOARD "e4 e5 g1- f3+N g8- +3s f7- g7- +5s", "" },
	{ "7.4", "lifted and put back is no accident", NULL, ANYBODY BOARD "e4 e5 g1- +3s g1+N +5s",
	  "" },

	/* A guess that turns out to be wrong is nobody's deed. */
	{ "7.5.1",
	  "a rook is not read on d6 until he has stood there for some time, and then another one "
	  "goes to d1, which does not read him",
	  "r6k/pp1br1pp/4q3/5p2/4pB2/8/PPP1QPPP/R2R2K1 w - - 0 20",
	  "sensors GO d1- after:1286 W! after:647 e6- after:586 f7+q after:428 B! after:4375 d6+R "
	  "+22s after:855 a1- after:706 W! +5s",
	  "" },
};

const struct tales tales_of_unknown_men = { tales, sizeof(tales) / sizeof(tales[0]) };
