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
	{ "4.1",
	  "taken away while the other man was lifted, by a board that may be slow for all one "
	  "knows",
	  NULL, PTOUCH "{d5-;e4-} +1s d5+P W!", "" },
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
	{ "4.2.1;1.3", "behind an illegal move the other one has the move, and may", NULL,
	  BOARD "e4 e5 g1- g3+N W! +3s b8- +1s b8+n +8s", "illegal-move@3:w!" },
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
	{ "4.2.1", "put back just before the link is lost: what he did with him then nobody saw",
	  NULL, BOARD "e4 g1- +1s g1+N lost +1s back +4s e5", "board-disconnected@2:b" },
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
	{ "4.3.1", "told once, though he puts his pawn on another square as he presses", NULL,
	  BOARD "e2- +2s e2+P d2- d4+P W! after:100 d4- d3+P +1s", "touch-move@1:w" },
	{ "4.3.1", "and told again of his next ply", NULL,
	  BOARD "e2- +2s e2+P d2- d4+P W! e5 g1- +2s g1+N c2- c3+P W! +1s",
	  "touch-move@1:w touch-move@3:w" },
	{ "4.3.1", "and of the same ply in the next game", NULL,
	  BOARD "e2- +2s e2+P d2- d4+P W! e5 STOP +5s setup:start +5s GO e2- +2s e2+P d2- d4+P W! "
	        "e5",
	  "touch-move@1:w touch-move@1:w" },
	{ "4.7",
	  "a man is pushed where he may go by the hand of who moves, and put back before the press",
	  NULL, BOARD "e4 e7- e5+p {f1-;f2-} e2+B +3s {e2-;f1+B} +2s f2+P +1s B! +4s Nf3 +1s", "" },
	{ "4.7.2", "the king was let go where castling takes him, and goes back", NULL,
	  PCAS "e1- g1+K +4s g1- e1+K +1s d2- d3+Q W! +3s",
	  "castling-incomplete@1:w piece-released-then-moved@1:w" },
	{ "4.7.2", "and goes on to a square beside his own", NULL,
	  PCAS "e1- g1+K +4s g1- f1+K W! +3s",
	  "castling-incomplete@1:w piece-released-then-moved@1:w" },
	{ "4.7.2", "he has castled after all", NULL,
	  PCAS "e1- g1+K +4s g1- e1+K +1s e1- g1+K h1- f1+R W! +3s", "castling-incomplete@1:w" },
	{ "4.7.2", "that castling is illegal: nothing was due but a move of his king (4.4.3)",
	  "4k3/8/b7/8/8/8/8/R3K2R w KQ - 0 1", "sensors GO e1- g1+K +4s g1- f2+K W! +3s",
	  "illegal-move-on-board@1:w" },
	{ "4.7", "the same after the press", NULL,
	  BOARD "e4 e5 f1- e2+B +3s {e2-;f1+B} +2s Nf3 +1s", "piece-released-then-moved@3:w" },
	{ "4.3.1",
	  "a man is read again for a moment: he stands off the centre, and nobody touches him",
	  NULL, BOARD "e2- after:400 e2+P after:800 e2- +3s e2+P +5s d2- d4+P W! +1s", "" },
	{ "4.3.1", "the same, and the short while comes behind the long one", NULL,
	  BOARD "e2- +3s e2+P after:800 e2- after:400 e2+P +5s d2- d4+P W! +1s", "" },
	{ "4.3.1", "a man is straightened, and taken up later on", NULL,
	  BOARD "e2- after:400 e2+P +4s e2- +3s e2+P +5s d2- d4+P W! +1s", "touch-move@1:w" },
	{ "4.3.1", "a player hesitates twice", NULL,
	  BOARD "e2- +3s e2+P after:800 e2- +3s e2+P +5s d2- d4+P W! +1s", "touch-move@1:w" },
	{ "4.3.1", "a man who was played from his square and back there was not lost by it", NULL,
	  BOARD "Nf3 e5 Ng1 d6 g1- after:400 g1+N +3s g1- +2s g1+N d2- d4+P W! +1s",
	  "touch-move@5:w" },
	{ "4.3.1", "but one who comes and goes all the time was", NULL,
	  BOARD "Nf3 e5 Ng1 d6 g1- after:400 g1+N +3s g1- after:400 g1+N +3s g1- +2s g1+N d2- d4+P "
	        "W! +1s",
	  "" },
	{ "4.3.1", "a square that loses its man in his opponent's time as well does not read", NULL,
	  BOARD "e4 b1- +2s b1+N +2s b1- +3s b1+N +2s e5 b1- +3s b1+N +2s f1- c4+B W! +1s", "" },
	{ "4.3.1", "but once it may have been straightened then", NULL,
	  BOARD "e4 b1- after:500 b1+N +2s e5 b1- +3s b1+N +2s f1- c4+B W! +1s",
	  "adjust-out-of-turn@2:w touch-move@3:w" },
	{ "4.3.3", "PTOUCH: both at once: his own man counts as first", NULL,
	  PTOUCH "{f1-;d5-} +2s {f1+B;d5+p} f1- c4+B W!", "" },
	{ "4.3.3", "PTOUCH: the enemy man first, and he can be taken", NULL,
	  PTOUCH "d5- +2s d5+p f1- +2s f1+B f1- c4+B W! +1s", "touch-move@1:w" },
	{ "4.3.1", "pushed over and put up again by who moves, before he presses", NULL,
	  BOARD "e4 e5 g1- {f3+N;d7-} +2s d7+p W! +2s Nf6", "adjust-out-of-turn@3:b" },
	{ "4.3.2", "a pawn of his own that he pushed over, and his opponent puts up", NULL,
	  BOARD "e4 d5 g1- {f3+N;e4-} W! +2s e4+P +2s Nf6", "" },
	{ "4.3.1", "held for long, and lifted as soon as Black's man stood", NULL,
	  BOARD RUY "b7- {b5+p;d2-} B! +5s GO:w +5s GO:w d2+P +1s c3 +1s h6", "touch-move@17:w" },
	{ "4.3.1", "the same on a board that had failed before", NULL,
	  BOARD RUY
	  "a1- +5s GO:b +5s GO:b a1+R b7- {b5+p;d2-} B! +5s GO:w +5s GO:w d2+P +1s c3 +1s h6",
	  "adjust-out-of-turn@16:w" },
	{ "4.5", "a man who cannot move", NULL, BOARD "a1- +2s a1+R d2- d4+P W!", "" },
	{ "4.3", "who puts up men that were knocked over is not bound by it", NULL,
	  BOARD "e4 e5 a1- b1- c1- +4s a1+R b1+N c1+B Nf3 Nc6", "displaced-pieces@3:w" },
	{ "7.4",
	  "a king falls with the men beside him, and his rook stands: nobody castles over men",
	  NULL, BOARD "e4 e5 c1- d1- e1- +4s c1+B d1+Q e1+K Nf3 Nc6", "displaced-pieces@3:w" },
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
	{ "4.4.2",
	  "PCAS: with two hands, by a board that reads in 100 ms: which was first says nothing",
	  NULL,
	  PCAS "a2- after:287 a3+P after:88 W! after:262 a7- after:413 a6+p after:75 B! after:286 "
	       "h2- after:287 h3+P after:147 W! after:303 h7- after:313 h6+p after:64 B! after:598 "
	       "h1- after:96 e1- after:601 f1+R after:2 g1+K after:153 W! +3s",
	  "two-handed-move@5:w" },
	{ "4.4.2", "PCAS: rook first, and the press is heard before the king stands", NULL,
	  PCAS "h1- {e1-;f1+R} +1s W! +1s g1+K +1s a6 +1s h3", "castling-rook-first@1:w" },
	{ "4.4.2", "PCAS: rook, then king touched, and the rook played", NULL,
	  PCAS "h1- +2s h1+R e1- +2s e1+K h1- g1+R W!", "" },
	{ "4.4.2", "PCORN: a rook that cannot move, then the king, and another man played", NULL,
	  PCORN "h1- +2s h1+R e1- +2s e1+K g1- f3+N W! +1s", "touch-move@1:w" },
	{ "4.4.2", "PCORN: the king is played", NULL,
	  PCORN "h1- +2s h1+R e1- +2s e1+K e1- e2+K W! +1s", "" },
	{ "4.3.1", "a pawn touched, and the knight who is played is taken before a scan comes by",
	  "4k3/8/5n2/8/8/2N5/P7/4K3 w - - 0 1",
	  "sensors GO a2- +2s a2+P c3- after:100 W! after:200 d5+n after:60 f6- after:50 B! +5s",
	  "touch-move@1:w" },
	{ "4.3.1", "but the knight had been taken up before", "4k3/8/5n2/8/8/2N5/P7/4K3 w - - 0 1",
	  "sensors GO c3- after:100 a2- after:1600 a2+P after:100 W! after:200 d5+n after:60 f6- "
	  "after:50 B! +5s",
	  "displaced-pieces@1:w" },
	{ "4.3.1", "and here the pawn may have been played", "4k3/8/5n2/8/8/2N5/P7/4K3 w - - 0 1",
	  "sensors GO a2- +2s a2+P c3- after:50 a2- after:50 W! after:200 d5+n after:60 f6- "
	  "after:50 B! +5s",
	  "" },
	{ "4.7", "a pawn let go, which takes instead and is taken before a scan comes by", NULL,
	  BOARD
	  "e4 d5 e4- e5+P +3s e5- after:80 W! after:100 d8- after:100 B! after:200 d5:p>q +4s",
	  "piece-released-then-moved@3:w" },
	{ "4.7", "the same, and the round that was under way at the press tells that he went on",
	  NULL,
	  BOARD
	  "e4 d5 e4- e5+P +3s W! after:80 e5- after:100 d8- after:100 B! after:200 d5:p>q +4s",
	  "piece-released-then-moved@3:w" },
	{ "4.4.3", "PCX: castled, taken back, the rook played", NULL,
	  PCX "e1- g1+K h1- f1+R f1- h1+R g1- e1+K h1- h2+R W! +1s", "castling-illegal@1:w" },
	{ "4.4.3", "PCX: the same, and nobody knows where he went instead", NULL,
	  PCX "e1- g1+K h1- f1+R f1- h1+R g1- e1+K a1- W! +6s e8- e7+k B! +3s",
	  "castling-illegal@1:w" },
	{ "4.4.3", "PCX: taken back slowly, which is no accident", NULL,
	  PCX "e1- g1+K h1- f1+R +1s f1- +2s h1+R g1- e1+K h1- h2+R W! +1s",
	  "illegal-move-on-board@1:w castling-illegal@1:w" },
	{ "4.4.3", "PCX: taken back slowly, and the king played", NULL,
	  PCX "e1- g1+K h1- f1+R +2s f1- h1+R g1- e1+K e1- f2+K W! +1s",
	  "illegal-move-on-board@1:w" },
	{ "4.4.3", "PBOX: taken back slowly, and what he likes played", NULL,
	  PBOX "e1- g1+K h1- f1+R +2s f1- h1+R g1- e1+K d2- d3+P W! +1s",
	  "illegal-move-on-board@1:w" },
	{ "4.4.3", "castled and taken back, the bishop who forbids it being told of late",
	  "2b1k3/8/8/8/8/8/7P/4K2R b K - 0 1",
	  "sensors GO c8- B! after:600 e1- after:10 g1+K after:150 a6+b after:600 f1+R after:10 "
	  "h1- after:600 f1- after:10 g1- after:10 h1+R after:600 e1+K h2- h3+P W! +3s",
	  "castling-illegal@2:w" },
	{ "4.4.3", "the same, and castled for a while by the record",
	  "2b1k3/7p/P7/8/8/8/7P/4K2R b K - 0 1",
	  "sensors GO a6- c8- B! after:300 e1- after:10 g1+K after:150 f1+R after:10 h1- "
	  "after:1500 f1- "
	  "after:10 g1- after:10 h1+R a6+b after:600 e1+K h2- h3+P after:50 W! after:50 +3s",
	  "castling-illegal@2:w" },
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
	{ "4.4.4", "PPR: a knight for less than two rounds of the scan, then a queen", NULL,
	  PPR "a7- a8+N after:410 a8:N>Q W!", "promotion-piece-changed@1:w" },
	{ "4.4.4", "PPR: a wrong reading for a moment", NULL, PPR "a7- a8+N a8:N>Q W!", "" },

	/* 4.7: let go. */
	{ "4.7",
	  "the record had his ply end there before it learned better: the square has not failed",
	  "rnbqk1nr/1p1p1ppp/p3p3/2b5/3NP3/3B4/PPP2PPP/RNBQK2R w KQkq - 0 6",
	  "sensors GO after:47 c5+b after:1284 d4- after:419 W! after:238 b3+N after:459 c5- "
	  "after:34 B! after:241 W! after:25 c1- after:66 b8- after:103 e7+b after:300 e3+B "
	  "after:86 B! after:36 b1- after:234 c6+n after:206 a3+N after:4200 a3- after:40 W! "
	  "after:63 d2+N after:778 g8- after:350 B! after:91 f2- after:191 W! after:109 f6+n "
	  "after:150 f4+P +4s",
	  "piece-released-then-moved@5:w" },
	{ "4.7", "the record has no press any more for where he went",
	  "r1bqkr2/ppp1bp1p/5np1/4Q3/2B1P3/B1P5/P4PPP/RN2K2R w KQq - 0 12",
	  "sensors GO after:132 h8- after:19 f8+r after:84 e1- after:575 h1- after:7 g1+K after:9 "
	  "f1+R after:83 W! after:301 f6- after:132 g8+n after:4130 B! after:70 g8- after:59 W! "
	  "after:166 g3+Q after:56 a3- after:19 g4+n after:93 e5- after:750 e7- after:338 a3+b "
	  "after:53 B! after:387 b1- after:57 d2+N +4s",
	  "piece-released-then-moved@2:b" },
	{ "4.7", "the same, and nobody has read him where he took, and was taken",
	  "1rbq1bk1/4rppp/p3p3/1ppnP1B1/P1BnN3/2NP2Q1/1PP3PP/R4RK1 w - b6 0 17",
	  "sensors GO after:19 b5+p after:150 b7- after:375 c4- after:57 d5- after:278 W! "
	  "after:294 g5- after:28 d5+p after:65 B! after:5 e6- after:370 e3+B after:5331 W! "
	  "after:69 e3- after:300 e7- after:65 B! after:5 f8- after:530 e7+b after:375 e4- "
	  "after:11 W! after:130 f6+N +4s",
	  "piece-released-then-moved@3:w two-handed-move@4:b" },
	{ "4.7", "nobody has read him where his next ply led on from",
	  "r2qk1nr/pbpnbppp/1p1pp3/8/8/1PPP4/PBQNPPPP/R3KBNR w KQkq - 0 7",
	  "sensors GO after:177 b7+b after:835 a2- after:75 a3+P after:124 W! after:701 a6+b "
	  "after:65 b7- after:4135 a6- after:244 g2- after:131 B! after:447 W! after:40 e2- "
	  "after:75 e3+P after:217 B! after:205 h1+b after:94 f2- after:150 f4+P +4s",
	  "piece-released-then-moved@2:b" },
	{ "4.7", "nor where a pawn took him, going aside",
	  "1k1rr3/p2qp1bp/1pnp1np1/2p3N1/4PP2/2N3P1/PPPQ3P/4RBBK w - - 0 17",
	  "sensors GO after:117 f1+B after:66 e8+r after:28 h8- after:1369 b5+B after:287 W! "
	  "after:50 f1- after:141 e7- after:75 e6+p after:4800 e6- after:74 B! after:601 e5+P "
	  "after:80 W! after:5 f4- after:890 e8- after:225 e5+r after:9 f5+P after:200 B! "
	  "after:297 c6- after:66 b5- after:37 f5- after:18 W! +4s",
	  "piece-released-then-moved@2:b two-handed-move@4:b" },
	{ "4.7", "the ply has another number since",
	  "r1bqkb1r/2pn1ppp/p3pn2/1p6/3P4/3BPN2/PP2QPPP/RNB1K2R w KQkq - 0 8",
	  "sensors GO after:73 a4+P after:171 W! after:26 d7+n after:1164 B! after:54 b7+b "
	  "after:66 c8- after:56 e1- after:575 h1- after:7 g1+K after:399 W! after:135 f8- "
	  "after:75 f1+R after:183 B! after:276 e7+b after:413 a4- after:346 W! after:319 b5+P "
	  "after:1577 B! after:223 b5+p after:85 a6- after:129 W! after:21 a8+R after:75 a1- "
	  "after:497 d8- after:9 c8+q after:1200 c8- after:544 a7+R after:75 a8+q after:197 d3- "
	  "after:41 B! after:248 W! after:39 a7- after:433 c5+p after:7 b5+B after:196 c7- "
	  "after:5195 c5- after:54 B! after:21 c6+p after:1734 b5- after:199 W! +4s",
	  "two-handed-move@3:w piece-released-then-moved@12:b" },
	{ "4.7", "the record learns it ten plies later",
	  "r1bqkb1r/pppp1ppp/2n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 0 4",
	  "sensors GO after:99 f1+R after:19 h1- after:656 f8- after:134 B! after:63 c5+b "
	  "after:150 c3+P after:75 c2- after:450 c4+P after:75 c3- after:3309 d7- after:173 W! "
	  "after:43 c4- after:75 c3+P after:17 B! after:67 d2- after:198 W! after:102 d6+p "
	  "after:85 e5- after:65 d4+P after:194 B! after:204 W! after:268 c3- after:450 c5- "
	  "after:144 B! after:213 e1+R after:5 f1- after:10 W! after:6 c8- after:81 d7+b after:25 "
	  "B! after:32 b6+b after:322 W! after:53 b1- after:459 c3+N after:244 e8- after:18 g8+k "
	  "after:10 h8- after:59 B! after:522 f8+r after:497 c1- after:88 W! after:15 f8- "
	  "after:300 f4+B after:84 B! after:207 e8+r after:412 a2- after:770 W! after:280 a4+P "
	  "after:395 a7- after:55 a6+p after:85 b5- after:45 B! after:439 W! after:200 c4+B +4s",
	  "piece-released-then-moved@2:w" },
	{ "4.7", "e3 stood, then e4", NULL, BOARD "e2- e3+P +3s e3- e4+P W!",
	  "piece-released-then-moved@1:w" },
	{ "4.7", "the hand did not let go", NULL, BOARD "e2- e3+P e3- e4+P W!", "" },
	{ "4.7", "PTOUCH: his hand may have been on him while he took the other one away", NULL,
	  PTOUCH "c3- b5+N +1s d5- +1s b5- d5+N W!", "" },
	{ "4.7", "let go, and another man played", NULL, BOARD "e2- e3+P +3s e3- e2+P d2- d4+P W!",
	  "piece-released-then-moved@1:w" },
	{ "4.7", "he was read in passing where he goes in the end",
	  "4k3/p7/8/8/8/8/P7/4KB2 w - - 0 1", "sensors GO f1- d3+B b5+B d3- +3s b5- d3+B W! +1s",
	  "piece-released-then-moved@1:w" },
	{ "4.7", "he was lifted while the opponent's man was on his way", NULL,
	  BOARD "e4 g1- after:100 e7- e5+p B! h3+N +3s h3- f3+N W! +1s",
	  "piece-released-then-moved@3:w" },
	{ "4.7", "pressed and answered before the scan tells where he was taken on to",
	  "4k3/p7/8/8/8/8/P7/4KB2 w - - 0 1",
	  "sensors GO f1- d3+B +3s W! after:50 a7- after:50 a6+p after:20 B! after:50 {d3-;c4+B} "
	  "+3s e1- e2+K W! +1s a6- a5+p B! +2s",
	  "piece-released-then-moved@1:w" },
	{ "4.7", "answered, and both taken back for another move",
	  "4k3/p7/8/8/8/8/P7/4KB2 w - - 0 1",
	  "sensors GO f1- d3+B +3s W! +1s a7- a6+p B! +3s a6- a7+p d3- c4+B W! +3s a7- a6+p B! +3s",
	  "" },
	{ "4.7.2", "PCAS: the rook is late", NULL, PCAS "e1- g1+K +3s h1- f1+R W!",
	  "castling-incomplete@1:w" },
	{ "4.7.2", "the king comes there while Black's man is still on his way", NULL,
	  PCASB "a7- e1- g1+K a6+p B! +4s h1- f1+R W!", "castling-incomplete@2:w" },
	{ "4.7.2", "PCAS: the rook comes soon", NULL, PCAS "e1- g1+K +1s h1- f1+R W!", "" },
	{ "4.7.2", "PCAS: pressed, and the rook comes soon", NULL,
	  PCAS "e1- g1+K W! +1s h1- f1+R +6s", "" },
	{ "4.7.2;6.2.4", "PCAS: pressed, and the rook comes late", NULL,
	  PCAS "e1- g1+K W! +3s h1- f1+R +6s", "clock-pressed-before-move@1:w" },
	{ "4.7.3;6.2.4", "the pawn is taken off and pressed for, and the queen has to be fetched",
	  "7k/P5pp/8/8/8/8/6PP/7K w - - 0 1",
	  "sensors GO h2- h3+P W! h7- h6+p B! +2s a7- W! +4s a8+Q +3s",
	  "clock-pressed-before-move@3:w" },
	{ "4.7.3;6.2.4", "the same, at once", "7k/P5pp/8/8/8/8/6PP/7K w - - 0 1",
	  "sensors GO h2- h3+P W! h7- h6+p B! +2s a7- W! +1s a8+Q +6s", "" },
	{ "7.5.2", "the pawn stood there, and the queen comes late: that is told alone",
	  "7k/P5pp/8/8/8/8/6PP/7K w - - 0 1",
	  "sensors GO h2- h3+P W! h7- h6+p B! +2s a7- a8+P W! +4s a8- +1s a8+Q +6s",
	  "pawn-not-promoted@3:w!" },
	{ "4.7.2;6.2.4", "the same, and he is in the air for long", NULL,
	  PCAS "e1- g1+K W! +1s h1- +3s f1+R +6s", "" },
	{ "4.7.2",
	  "PCAS: by the square between, where he is read for two scans, and the rook never comes",
	  NULL, PCAS "{d1+K;e1-} after:480 {c1+K;d1-} after:500 W! +9s",
	  "illegal-move-on-board@2:w illegal-move@1:w!" },
	{ "4.7.2", "the same, and he comes soon", NULL,
	  PCAS "{d1+K;e1-} after:480 {c1+K;d1-} after:500 W! +1s a1- after:250 d1+R +8s",
	  "illegal-move-on-board@2:w" },
	{ "4.7.2", "PCAS: pressed, and the rook never comes", NULL, PCAS "e1- g1+K W! +6s",
	  "illegal-move@1:w!" },
	{ "4.7.2", "PCAS: pressed, answered, and the rook never comes", NULL,
	  PCAS "e1- g1+K W! +3s a7- a6+p B! +3s", "illegal-move@1:w!" },
	{ "4.4.2", "PCAS: the rook was adjusted before", NULL,
	  PCAS "h1- +1s h1+R +2s e1- g1+K h1- f1+R W!", "" },
};

const struct tales tales_of_conduct = { tales, sizeof(tales) / sizeof(tales[0]) };
