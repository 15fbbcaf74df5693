/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Hands and touches: laws.md 1.2, with its positions (annex A).
 */
#include "tests/laws/tales.h"

/* PCAS: both may castle either way. PCX: O-O is not legal, O-O-O is. PBOX: O-O is not legal and the king has
 * no move. PCORN: the rook has no move, the king has. PTOUCH: d5 can be taken by e4 and c3. PPR: a pawn
 * promotes; pawns beside, or a knight would draw. */
#define PCAS   "stand:r3k2r/pppq1ppp/2n2n2/8/8/2N2N2/PPPQ1PPP/R3K2R_w_KQkq_-_0_1 GO "
#define PCASB  "stand:r3k2r/pppq1ppp/2n2n2/8/8/2N2N2/PPPQ1PPP/R3K2R_b_KQkq_-_0_1 GO "
#define PCX    "stand:4k3/8/b7/8/8/8/8/R3K2R_w_KQ_-_0_1 GO "
#define PBOX   "stand:4k3/8/8/8/8/6n1/3PPP2/3QK2R_w_K_-_0_1 GO "
#define PCORN  "stand:4k3/8/8/8/8/8/5PPP/4K1NR_w_K_-_0_1 GO "
#define PTOUCH "stand:r1bqkbnr/ppp1pppp/2n5/3p4/4P3/2N5/PPPP1PPP/R1BQKBNR_w_KQkq_-_0_3 GO "
#define PPR    "stand:8/P5pk/8/8/8/8/6PK/8_w_-_-_0_1 GO "

#define RUY "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 O-O h3 d6 Kh1 "

static const struct tale tales[] = {
	/* 4.1: one hand. */
	{ "4.1", "PCAS: king and rook at once", NULL, PCAS "{e1-;h1-} {g1+K;f1+R} W!",
	  "two-handed-move@1:w" },
	{ "4.1", "PCAS: one after the other", NULL, PCAS "e1- g1+K h1- f1+R W!", "" },
	{ "4.1", "2014: no offence of its own, told as information", NULL,
	  "rules:default_time=0 rules:edition=fide-2014 " PCAS "{e1-;h1-} {g1+K;f1+R} W!",
	  "two-handed-move@1:w" },
	{ "4.1", "PPR: pawn and queen at once", NULL, PPR "{a7-;a8+Q} W!", "two-handed-move@1:w" },
	{ "4.4.4", "PPR: at once, and another man told with the press", NULL,
	  PPR "{a7-;a8+N} +2s W! after:20 a8:N>Q +3s",
	  "two-handed-move@1:w promotion-piece-changed@1:w" },
	{ "4.1", "PPR: one after the other", NULL, PPR "a7- a8+Q W!", "" },
	{ "4.1", "a capture told as one man instead of the other is none", NULL,
	  PTOUCH "{e4-;d5+P} W!", "" },
	{ "4.1", "taken away while the other man was lifted, far too soon for one hand", NULL,
	  PTOUCH "{d5-;e4-} +1s d5+P W!", "two-handed-move@1:w" },
	{ "4.1", "taken away first", NULL, PTOUCH "d5- +1s e4- d5+P W!", "" },
	{ "4.9", "an assistant's hands", NULL,
	  "rules:player.assistant=white:move " PCAS "{e1-;h1-} {g1+K;f1+R} W!", "" },
	{ "Q7", "a player with a disability", NULL,
	  "rules:player.disabled=white " PCAS "{e1-;h1-} {g1+K;f1+R} W!", "" },
	{ "4.9", "the other side's assistant", NULL,
	  "rules:player.assistant=black:move " PCAS "{e1-;h1-} {g1+K;f1+R} W!",
	  "two-handed-move@1:w" },

	/* 4.2: adjusting. */
	{ "4.2.1", "who has the move may adjust", NULL, BOARD "e4 e5 g1- +1s g1+N +1s Nc3", "" },
	{ "4.2.1", "who has not may not", NULL, BOARD "e4 g1- +1s g1+N +4s e5",
	  "adjust-out-of-turn@2:w" },
	{ "4.2.1", "lifted before his press, and back long after it", NULL,
	  BOARD "e2- e4+P g1- W! +2s g1+N +4s e5", "adjust-out-of-turn@2:w" },
	{ "4.2.1", "lifted before his press, and back at once", NULL,
	  BOARD "e2- e4+P g1- W! g1+N +4s e5", "" },
	{ "4.2.1", "played by his player soon after", NULL, BOARD "e4 g1- +1s g1+N +1s e5 +1s Nf3",
	  "adjust-out-of-turn@2:w" },
	{ "4.2.1", "played by his player at once", NULL, BOARD "e4 g1- +1s g1+N e5 Nf3 +4s",
	  "adjust-out-of-turn@2:w" },
	{ "4.2.1", "lifted before his press, which the board heard before his move", NULL,
	  BOARD "e2- g1- W! e4+P +2s g1+N +4s e5", "adjust-out-of-turn@2:w" },
	{ "4.2.1", "where another one like him stood and was taken", NULL,
	  BOARD "e4 d5 exd5 c6 dxc6 bxc6 c6- +1s c6+p +4s Nf3", "adjust-out-of-turn@7:b" },
	{ "4.2.1", "a man who comes and goes was touched by nobody", NULL,
	  BOARD "e4 g1- +1s g1+N +1s g1- +1s g1+N +4s e5", "" },
	{ "4.2.1", "a square that loses its man for a moment", NULL, BOARD "e4 g1- g1+N +1s e5",
	  "" },
	{ "D.2.5", "a blind player's men are moved by somebody else", NULL,
	  "rules:blind.side=white " BOARD "e4 g1- +1s g1+N +1s e5", "" },

	{ "4.2.1", "Black's pawn, whom White may take: it may have been White who touched him",
	  NULL, BOARD "e4 d5 d5- +1s d5+p +4s Nf3", "" },
	{ "4.2.1", "his square had not read him for a moment before", NULL,
	  BOARD "e4 g1- g1+N +1s g1- +1s g1+N +4s e5", "" },
	{ "4.2.1", "he is not read again, and was not played: it is his square", NULL,
	  BOARD "e4 g1- +1s g1+N +1s g1- +6s e5 g1+N +1s", "" },

	/* 4.3: touched. */
	{ "4.3.1", "held for long, and the other move was pressed for before the board told of it",
	  NULL, BOARD "e4 e5 Nf3 +1s b8- +6s h2- h2+P +1s b8+n after:600 f8- B! b4+b +2s",
	  "touch-move@4:b" },
	{ "4.3.1", "another man than the one touched", NULL, BOARD "e2- +2s e2+P d2- d4+P W!",
	  "touch-move@1:w" },
	{ "4.3.1", "the man touched", NULL, BOARD "e2- +2s e2+P e2- e4+P W!", "" },
	{ "4.3.1", "brushed", NULL, BOARD "e2- e2+P d2- d4+P W!", "" },
	{ "4.3.1", "the second one touched is played", NULL,
	  BOARD "e2- +2s e2+P d2- +2s d2+P d2- d4+P W!", "touch-move@1:w" },
	{ "4.3.2", "PTOUCH: a man who could be taken is not", NULL,
	  PTOUCH "d5- +2s d5+p f1- c4+B W! +1s", "touch-move@1:w" },
	{ "4.3.2", "Black moves him in White's time, and takes that back", NULL,
	  BOARD "e4 d5 d5- d4+p +5s d4- d5+p +3s b1- c3+N W! +3s", "illegal-move-on-board@3:b" },
	{ "4.3.2", "PTOUCH: he is taken in the end", NULL, PTOUCH "d5- +2s d5+p d5- c3- d5+N W!",
	  "" },
	{ "4.3.3", "PTOUCH: the bishop was first and cannot take", NULL,
	  PTOUCH "f1- +2s f1+B d5- +2s d5+p d5- e4- d5+P W!", "touch-move@1:w" },
	{ "4.3.3", "PTOUCH: own and enemy man, and the one takes the other", NULL,
	  PTOUCH "c3- +2s c3+N d5- +2s d5+p d5- c3- d5+N W!", "" },
	{ "4.3.3", "PTOUCH: the one can take the other, and goes elsewhere", NULL,
	  PTOUCH "c3- +2s c3+N d5- +2s d5+p c3- b5+N W! +1s", "touch-move@1:w" },
	{ "4.3.1", "a man who reads as another one for a while was not touched", NULL,
	  BOARD "a2:P>N +2s a2:N>P d2- d4+P W! +1s", "" },
	{ "4.3.1", "a man who comes and goes was touched by nobody", NULL,
	  BOARD "a2- +2s a2+P a2- +2s a2+P a2- +2s a2+P d2- d4+P W! +1s", "" },
	{ "4.3.1", "told once, though his square fails after the press", NULL,
	  BOARD "e2- +2s e2+P d2- d4+P W! +1s d4- d4+P +1s", "touch-move@1:w" },
	{ "4.3.3", "PTOUCH: both at once: his own man counts as first", NULL,
	  PTOUCH "{f1-;d5-} +2s {f1+B;d5+p} f1- c4+B W!", "" },
	{ "4.3.3", "PTOUCH: the enemy man first, and he can be taken", NULL,
	  PTOUCH "d5- +2s d5+p f1- +2s f1+B f1- c4+B W! +1s", "touch-move@1:w" },
	{ "4.3.1", "held for long, and lifted as soon as Black's man stood", NULL,
	  BOARD RUY "b7- {b5+p;d2-} B! +5s GO:w +5s GO:w d2+P +1s c3 +1s h6", "touch-move@17:w" },
	{ "4.3.1", "the same on a board that had failed before", NULL,
	  BOARD RUY
	  "a1- +5s GO:b +5s GO:b a1+R b7- {b5+p;d2-} B! +5s GO:w +5s GO:w d2+P +1s c3 +1s h6",
	  "adjust-out-of-turn@16:w" },
	{ "4.5", "a man who cannot move", NULL, BOARD "a1- +2s a1+R d2- d4+P W!", "" },
	{ "4.3", "who puts up men that were knocked over is not bound by it", NULL,
	  BOARD "e4 e5 a1- b1- c1- +4s a1+R b1+N c1+B Nf3 Nc6", "displaced-pieces@3:w" },
	{ "7.6", "two men put up in each other's place", NULL, BOARD "e4 e5 a1- b1- a1+N b1+R +4s",
	  "displaced-pieces@3:w" },
	{ "7.6", "the same, and it looked like a capture", NULL,
	  BOARD "e4 d5 e4- d5- d5+P e4+p +4s", "displaced-pieces@4:b" },
	{ "7.4", "men fall while another one is not read now and then", NULL,
	  BOARD
	  "e4 e5 h7- h7+p h7- +1s h7+p a1- h7- b1- c1- h7+p +1s h7- +1s h7+p +1s h7- +1s h7+p "
	  "a1+R b1+N c1+B +1s Nf3 Nc6",
	  "displaced-pieces@3:w" },
	{ "4.3", "what is done while the clock stands", NULL,
	  BOARD "e4 e5 STOP d2- +2s d2+P GO Nf3", "" },
	{ "4.9", "an assistant's touch", NULL,
	  "rules:player.assistant=white:move " BOARD "e2- +2s e2+P d2- d4+P W!", "" },
	{ "4.3.1", "Black's assistant binds White to nothing else", NULL,
	  "rules:player.assistant=black:move " BOARD "e2- +2s e2+P d2- d4+P W!", "touch-move@1:w" },

	/* 4.4: castling and promotion. */
	{ "4.4.1", "PCAS: king and rook touched, the queen played", NULL,
	  PCAS "e1- +2s e1+K h1- +2s h1+R d2- d3+Q W! +1s", "touch-move@1:w" },
	{ "4.4.1", "PCAS: king and rook touched, and castled", NULL,
	  PCAS "e1- +2s e1+K h1- +2s h1+R e1- g1+K h1- f1+R W!", "" },
	{ "4.4.2", "PCAS: rook first", NULL, PCAS "h1- f1+R e1- g1+K W!",
	  "castling-rook-first@1:w" },
	{ "4.4.2", "PCAS: rook first, and the press is heard before the king stands", NULL,
	  PCAS "h1- {e1-;f1+R} +1s W! +1s g1+K +1s a6 +1s h3", "castling-rook-first@1:w" },
	{ "4.4.2", "PCAS: rook, then king touched, and the rook played", NULL,
	  PCAS "h1- +2s h1+R e1- +2s e1+K h1- g1+R W!", "" },
	{ "4.4.2", "PCORN: a rook that cannot move, then the king, and another man played", NULL,
	  PCORN "h1- +2s h1+R e1- +2s e1+K g1- f3+N W! +1s", "touch-move@1:w" },
	{ "4.4.2", "PCORN: the king is played", NULL,
	  PCORN "h1- +2s h1+R e1- +2s e1+K e1- e2+K W! +1s", "" },
	{ "4.4.3", "PCX: castled, taken back, the rook played", NULL,
	  PCX "e1- g1+K h1- f1+R f1- h1+R g1- e1+K h1- h2+R W! +1s", "castling-illegal@1:w" },
	{ "4.4.3", "PCX: taken back slowly, which is no accident", NULL,
	  PCX "e1- g1+K h1- f1+R +1s f1- +2s h1+R g1- e1+K h1- h2+R W! +1s",
	  "illegal-move-on-board@1:w castling-illegal@1:w" },
	{ "4.4.3", "PCX: the king played", NULL,
	  PCX "e1- g1+K h1- f1+R f1- h1+R g1- e1+K e1- f2+K W!", "" },
	{ "4.4.3", "PCX: castled on the other side", NULL,
	  PCX "e1- g1+K h1- f1+R f1- h1+R g1- e1+K e1- c1+K a1- d1+R W!", "" },
	{ "4.4.3", "PBOX: the king has no move: any", NULL,
	  PBOX "e1- g1+K h1- f1+R f1- h1+R g1- e1+K h1- h2+R W!", "" },
	{ "4.4.4", "PPR: a knight, then a queen", NULL, PPR "a7- a8+N +1s a8:N>Q W!",
	  "promotion-piece-changed@1:w" },
	{ "4.4.4", "PPR: a pawn, then a queen", NULL, PPR "a7- a8+P +1s a8:P>Q W!", "" },
	{ "4.4.4", "a knight, then a queen, and she is taken at once",
	  "1r6/P6k/8/8/8/8/7K/8 w - - 0 1", "sensors GO a7- a8+N +1s b8- a8:N>Q W! a8:Q>r B! +2s",
	  "promotion-piece-changed@1:w" },
	{ "4.4.4", "PPR: a wrong reading for a moment", NULL, PPR "a7- a8+N a8:N>Q W!", "" },

	/* 4.7: let go. */
	{ "4.7", "e3 stood, then e4", NULL, BOARD "e2- e3+P +3s e3- e4+P W!",
	  "piece-released-then-moved@1:w" },
	{ "4.7", "the hand did not let go", NULL, BOARD "e2- e3+P e3- e4+P W!", "" },
	{ "4.7", "PTOUCH: his hand may have been on him while he took the other one away", NULL,
	  PTOUCH "c3- b5+N +1s d5- +1s b5- d5+N W!", "" },
	{ "4.7", "let go, and another man played", NULL, BOARD "e2- e3+P +3s e3- e2+P d2- d4+P W!",
	  "piece-released-then-moved@1:w" },
	{ "4.7.2", "PCAS: the rook is late", NULL, PCAS "e1- g1+K +3s h1- f1+R W!",
	  "castling-incomplete@1:w" },
	{ "4.7.2", "the king comes there while Black's man is still on his way", NULL,
	  PCASB "a7- e1- g1+K a6+p B! +4s h1- f1+R W!", "castling-incomplete@2:w" },
	{ "4.7.2", "PCAS: the rook comes soon", NULL, PCAS "e1- g1+K +1s h1- f1+R W!", "" },
};

const struct tales tales_of_conduct = { tales, sizeof(tales) / sizeof(tales[0]) };
