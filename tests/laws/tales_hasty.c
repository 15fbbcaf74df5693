/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Illegal moves (7.5) and the turn (1.2) where moves and presses follow each other before a slow scan comes by.
 */
#include "tests/laws/tales.h"

static const struct tale tales[] = {
	/* What his turn began with. */
	{ "7.5.1",
	  "of two pawns who have left either may be the one who was played, the other is taken up",
	  NULL, BOARD "e4 e5 f4+P after:240 b2- after:5 W! after:5 f2- +3s b2+P +5s",
	  "adjust-out-of-turn@4:w" },
	{ "3.8.2", "the rook has gone on from beside his king, who castled, before a scan came by",
	  NULL,
	  BOARD "e4 e5 Nf3 Nc6 Bc4 Bc5 e1- g1+K +2s after:50 W! after:70 d6+p after:60 B! "
	        "after:10 d7- after:50 h1- after:350 W! after:270 e1+R +5s",
	  "castling-incomplete@7:w" },
	{ "7.5.1", "the opponent's knight is told late, and nobody knows the board's pace yet",
	  NULL,
	  BOARD "e4 g8- after:260 B! after:160 d2- after:220 W! after:100 f6+n after:200 c3+P +4s",
	  "illegal-move@3:w!" },
	{ "7.5.1", "what the record took for his queen's move when he pressed is no more", NULL,
	  BOARD "e4 e5 d1- e2+Q after:200 b6+Q after:220 W! after:50 e2- +4s",
	  "illegal-move@3:w!" },
	{ "7.5.1", "when he pressed two plies before his had not been told in full", NULL,
	  BOARD "e4 e5 Nf3 b8- after:100 B! after:80 d2- after:100 W! after:20 a8- after:100 "
	        "B! after:50 c6+n after:20 d4+P after:100 b6+r +4s",
	  "illegal-move@6:b!" },
	{ "7.5.1", "White's knight was on his way when he pressed, and Black moves his own", NULL,
	  BOARD "e4 e5 g1- h3+N +1s W! after:200 h3- after:10 f3+N after:250 B! after:170 b8- "
	        "after:290 c4+n +4s",
	  "illegal-move@4:b!" },

	{ "7.5.1",
	  "who was said to have gone on behind the reply gives check with the ply before it",
	  "2b1k3/8/8/8/8/8/8/3QK3 w - - 0 1",
	  "sensors GO d1- after:300 W! after:60 c8- after:100 b7+b after:10 B! after:220 h5+Q +5s",
	  "illegal-move@2:b!" },

	{ "7.5.2", "nobody saw whom the pawn took on the last rank, and it is a pawn still",
	  "8/P6k/8/4b3/8/8/6K1/8 b - - 0 1",
	  "sensors GO e5- after:90 d6+b after:600 B! after:10 d6- after:700 a7- after:300 W! "
	  "after:300 "
	  "b8+P +8s",
	  "pawn-not-promoted@2:w!" },

	{ "1.2", "White's knight was on his way, and Black moves White's bishop", NULL,
	  BOARD "e4 e5 g1- h3+N +1s W! after:200 h3- after:10 f3+N after:50 B! after:100 f1- "
	        "after:90 c4+B +8s",
	  "move-out-of-turn@4:b!" },

	{ "7.5.1",
	  "the pawn that took was taken before a scan came by: what is in doubt is how, not where "
	  "they stand",
	  NULL,
	  BOARD
	  "e4 d5 Nc3 e7- after:50 e5+p B! after:200 e4- after:50 W! after:100 d8- after:60 d5+q "
	  "after:90 B! after:500 c1- after:90 a6+B after:50 W! +5s",
	  "illegal-move@7:w!" },
	{ "7.5.1",
	  "two presses as close as a lever that swings back, and the record has plies for both",
	  NULL,
	  BOARD
	  "e4 B! after:90 W! after:20 f7- after:50 f6+p after:50 d1- after:50 h5+Q after:700 a7- "
	  "after:100 a6+p after:100 B! +4s",
	  "illegal-move@4:b!" },

	{ "7.5.1", "the clock tells of White's press when Black's rook has jumped over his pawn",
	  NULL, BOARD "e4 e5 g1- f3+N after:300 a8- after:100 a5+r after:100 W! after:480 B! +5s",
	  "illegal-move@4:b!" },
	{ "7.5.1", "and when he has taken a pawn so, whom he took off first", NULL,
	  BOARD "e4 e5 g1- f3+N after:300 a2- after:200 a8- after:100 a2+r after:100 W! after:480 "
	        "B! +5s",
	  "illegal-move@4:b!" },

	{ "7.5.1", "White's knight is played, and taken, before the clock is asked again", NULL,
	  BOARD "Nf3 Nf6 e3 f6- after:150 g4+n after:380 f3- after:140 B! after:80 g4- after:150 "
	        "e5+n +5s",
	  "" },

	{ "1.2",
	  "White's king went on as soon as White had pressed, which was told: Black, who gives "
	  "White "
	  "his time back, has not carried him there",
	  "8/8/8/8/3r1k2/8/P4P2/K7 w - - 0 1",
	  "sensors GO a3 Rd5 a1- b1+K after:600 W! after:120 b1- after:100 g3+K +3s B! +6s",
	  "illegal-move-on-board@4:w illegal-move@3:w!" },
	{ "7.5.1", "his king's square read nobody for a while, and he carries a pawn",
	  "8/1K6/8/2p5/6P1/8/4p3/4k3 b - - 0 1", "sensors GO Kf1 g4- f1- g5+P W! c5- b3+p B! +6s",
	  "illegal-move@3:b!" },
	{ "1.2", "of two of White's men told of after his press, his own is read in time", NULL,
	  BOARD "e4 d5 W! after:200 f1- after:120 e4- after:70 d5:p>P after:190 B! after:400 c4+B "
	        "+8s",
	  "illegal-move-on-board@4:w move-out-of-turn@4:b!" },
	{ "1.2", "of two of White's men, one is read before his press: that is the one he moved",
	  NULL,
	  BOARD "e4 e5 d4+P after:300 W! after:80 g1- after:50 d2- after:100 f3+N after:150 B! +8s",
	  "illegal-move-on-board@4:w move-out-of-turn@4:b!" },
	{ "1.2",
	  "White's queen is put where his pawn stood, before the scan tells that it had left", NULL,
	  BOARD "e4 e5 W! after:150 d4+P after:70 d2:P>Q after:130 d1- after:80 B! +8s",
	  "illegal-move-on-board@4:w move-out-of-turn@4:b!" },

	/* His own ply before, and the one he answers. */
	{ "7.5.1", "his pawn that took is read when he has been answered: that ply is in no doubt",
	  "4k3/3p4/8/8/p7/1P6/P7/4K1N1 b - - 0 1",
	  "sensors GO a4- after:80 b3- B! +1s a2- W! after:200 d7- after:150 d5+p B! after:130 "
	  "b3+P "
	  "after:300 g1- g3+N W! +4s",
	  "illegal-move@4:w!" },
	{ "7.5.1", "his king was read on his way when he pressed",
	  "4k3/8/8/4p3/7B/8/8/4K3 b - - 0 1",
	  "sensors GO e8- f7+k B! after:20 h4- after:120 W! after:220 {d7+k;f7-} after:90 f6+B "
	  "after:70 e5- after:100 g4+p B! +4s",
	  "illegal-move@3:b!" },
	{ "7.5.1", "a rook was read until he was taken: he is not the one who moves",
	  "3r2k1/8/8/8/8/8/7P/2RR3K b - - 0 1",
	  "sensors GO d8- B! after:70 d1:R>r after:500 c1- b1+R W! +4s", "illegal-move@2:w!" },

	/* One ply of the opponent's that the record may make two of. */
	{ "7.5.1", "the bishop went where he gives check at once, not when he had been answered",
	  NULL,
	  BOARD "d4 e6 Nc3 f8- after:100 B! after:200 b4+b after:100 c3- after:80 b5+N after:80 W! "
	        "+8s",
	  "illegal-move@5:w!" },
	{ "7.5.1", "the same, read on his way", NULL,
	  BOARD "d4 e6 Nc3 f8- d6+b B! after:100 d6- after:100 b4+b after:60 c3- after:80 b5+N "
	        "after:60 W! +8s",
	  "illegal-move@5:w!" },
	{ "7.5.1", "he is read there when a second ply may have brought him", NULL,
	  BOARD "d4 e6 Nc3 f8- after:100 B! after:300 c3- after:80 b5+N after:80 W! after:600 b4+b "
	        "+8s",
	  "" },

	/* A man goes on, ahead of the press or behind it. */
	{ "7.5.1", "the queen was read on her way where the king goes into check, at the next look",
	  "4b1k1/r7/4p3/4Qp1p/p2B1P2/P7/4PKBP/2q5 b - - 0 39",
	  "sensors GO:b +1s c1- after:200 b2+q after:200 B! +1s g7+Q after:20 e5- after:12 W! "
	  "after:60 "
	  "g8- after:20 B! after:2 h8+Q after:2 g7+k +5s",
	  "illegal-move@3:b!" },
	{ "7.5.1", "his bishop was read where it might go, and where it may not before he pressed",
	  NULL, BOARD "e4 e5 f1- after:80 d3+B after:600 h5+B after:40 W! after:40 d3- +4s",
	  "illegal-move-on-board@4:w illegal-move@3:w!" },
	{ "7.5.1", "the same, and it is read there soon after, and Black does not press", NULL,
	  BOARD "e4 e5 f1- after:80 d3+B after:400 W! after:200 h5+B after:40 d3- +4s",
	  "illegal-move-on-board@4:w illegal-move@3:w!" },
	{ "1.2", "Black does: it may have been his hand that took it on", NULL,
	  BOARD "e4 e5 f1- after:80 d3+B after:400 W! after:200 h5+B after:40 d3- +1s B! +8s",
	  "illegal-move-on-board@4:w move-out-of-turn@4:b!" },
	{ "7.4", "it comes to the next square: somebody may have pushed it over the edge", NULL,
	  BOARD "e4 e5 f1- after:80 d3+B after:400 W! after:200 d4+B after:40 d3- +4s",
	  "illegal-move-on-board@4:w" },
	{ "1.2", "the opponent presses as soon as it stands there: he has carried it on", NULL,
	  BOARD "e4 e5 f1- e2+B W! after:100 e2- after:190 d4+B B! +8s", "move-out-of-turn@4:b!" },
	{ "1.2", "the opponent takes it on from where it took, which a scan shows behind both",
	  "r1bqkb1r/pppn1ppp/4pN2/8/3P4/6P1/PPP2P1P/R1BQKBNR b KQkq - 0 6",
	  "sensors GO:b +1s d7- after:250 B! after:170 h5+n after:90 f6:N>n after:70 W! "
	  "after:530 f6- +8s",
	  "illegal-move-on-board@1:b" },
	{ "7.5.1",
	  "the queen was held where she gives check, and is read next where her next ply took her",
	  "5k2/4r2p/1pq2p2/p1n2P2/P1PBb1QP/4R1P1/1P2R3/6K1 w - - 0 34",
	  "sensors GO g4- after:375 g7+Q after:985 W! after:215 g7- after:11 B! after:102 c5- "
	  "after:159 "
	  "d3+n after:289 W! after:124 h6+Q after:1091 f8- after:580 B! after:35 f7+k +5s",
	  "" },
	{ "7.5.1", "the queen gives check by the second of two plies that one scan tells of",
	  "rn3rk1/p4p1p/6p1/1qQ5/3pN3/4P3/PP3PKP/R3R3 b - - 0 20",
	  "sensors GO b5- after:437 B! after:131 W! after:370 f2- after:37 b2:P>q after:38 f3+P "
	  "after:200 B! +6s",
	  "" },
	{ "7.5.1", "the bishop rests where he gives check, on the way from where no scan came by",
	  "8/ppp1bk2/2p2p2/8/4bBP1/4N3/PPP2P1K/8 w - - 0 28",
	  "sensors GO after:500 W! after:49 f4- after:234 e7- after:19 c7:p>B after:184 B! "
	  "after:41 "
	  "c2- after:22 W! after:53 c3+P after:216 d6+b after:1200 d6- after:365 e3:N>b after:235 "
	  "B! "
	  "+5s",
	  "" },
	{ "1.2",
	  "White carries Black's rook on before a scan tells that Black is done: told of one",
	  "7r/1p1b4/5k2/3Bp3/4Pn1p/2R2P2/2K5/7R b - - 3 43",
	  "sensors GO h8- after:113 h7+r after:88 B! after:110 g7+r after:202 h7- after:83 W! +8s",
	  "move-out-of-turn@2:w!" },
	{ "1.2",
	  "a queen is brought with Black's press where White may have played it: that, or Black "
	  "has not moved",
	  NULL, BOARD "e4 e5 d1- after:100 W! after:800 g4+Q after:100 B! +8s",
	  "move-out-of-turn@4:b" },
	{ "7.5.1",
	  "his knight took a pawn where nobody was read, and was seen on his way on from there",
	  "r1bqkb1r/pppp1ppp/2n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
	  "sensors GO after:168 e1- after:18 g1+K after:357 e4- after:72 W! after:162 f1+R "
	  "after:19 h1- after:206 f6- after:288 d2- after:11 B! after:253 W! after:104 d5+n "
	  "after:75 d4+P after:381 B! after:69 d6+n after:75 d5- after:1182 b5- after:32 W! "
	  "after:33 a4+B after:563 e5- after:369 B! after:306 e4+p +4s",
	  "" },
	{ "7.5.1", "his queen was not read where her ply led, but on her way to the next one",
	  "r1bq1rk1/p1p2pp1/1p6/3pP3/8/6Q1/P1P2PPP/1RB2RK1 b - - 0 14",
	  "sensors GO d8- after:148 B! after:170 b4+R after:267 W! after:108 b1- after:422 e7+q "
	  "after:1041 f5+q after:89 B! after:70 e7- after:1603 b4- after:134 W! after:129 f8- "
	  "after:281 h4+R after:16 B! +4s",
	  "" },
	{ "7.5.1", "the same, and she was read where she went by before",
	  "4r1k1/1p2r1pp/2p3n1/2bp4/Q7/P7/1P4PP/3R3K w - - 0 44",
	  "sensors GO after:170 W! after:83 a4- after:31 B! after:44 a5+Q after:65 b6+p after:75 "
	  "b7- after:975 b4+Q after:85 a5- after:43 W! after:69 e7- after:300 e3+r after:58 B! "
	  "after:45 b4- after:246 W! after:120 c1+Q after:1254 B! after:5 e2+r after:72 e3- +4s",
	  "" },
	{ "3.9", "the rook that would check was on its way yet when it was pressed for",
	  "R7/8/3N2k1/3P2p1/3b1pP1/5K2/Pr6/8 b - - 0 51",
	  "sensors GO b2- after:28 e2+r after:319 B! after:80 W! after:41 d4- after:10 e4+K "
	  "after:84 f3- after:66 e2- after:9 f2+r after:274 B! after:73 c5+b after:602 d6- "
	  "after:30 W! after:43 c4+N after:778 f2- after:224 B! +4s",
	  "" },
	{ "1.2",
	  "the knight the record takes for White's doing was Black's ply, told after White's press",
	  "r4rk1/pbpnqpbp/1p4p1/3np3/2P1P3/1P3N2/PBQ1BPPP/R4RK1 w - - 0 14",
	  "sensors GO after:22 c3- after:75 c4- after:66 d5+P after:56 f6- after:200 W! after:1178 "
	  "c8+r after:19 a8- after:225 B! after:540 e2- after:580 W! after:48 B! after:304 d7- "
	  "after:93 b8+n after:30 W! after:1011 c6+n after:195 b8- after:45 B! +4s",
	  "illegal-move-on-board@5:b" },
	{ "1.2",
	  "his bishop is read too late for his ply before: it went on, and Black has answered",
	  "2r3k1/2B2pp1/3P3p/1r3b2/2p2P2/6P1/1PR5/5BK1 w - - 0 41",
	  "sensors GO after:149 f5+b after:84 e6- after:1429 W! after:81 d2+R after:9 c2- "
	  "after:825 c5+r after:9 b5- after:110 B! after:31 c7- after:287 W! after:163 c5- "
	  "after:27 B! after:48 c6+r after:273 W! after:224 f5- after:47 a5+B after:348 b1+b "
	  "after:1133 c1+b after:9 b1- after:432 d7+b after:195 f1- after:6 c1- after:10 B! "
	  "after:343 W! after:243 g2+B +4s",
	  "illegal-move-on-board@5:b" },
	{ "3.8.2", "a king of whose ply the board has not told yet, and a rook, are no castling",
	  "r3k2r/1bqp2pp/p3p3/1p1nPp2/5P2/B1PQ1B2/P1P3PP/R4R1K w kq f6 0 16",
	  "sensors GO after:87 f5+p after:150 f7- after:1059 e5- after:591 f5- after:20 W! "
	  "after:55 f6+P after:66 g7- after:309 f3- after:75 B! after:150 f6+p after:65 W! "
	  "after:441 h5+B after:467 B! after:77 f4- after:75 f5+P after:182 W! after:24 h8- "
	  "after:10 g8+r after:20 B! after:5 e8- after:6 d8+k after:375 h5- after:10 W! after:418 "
	  "f3+B after:1022 a8- after:274 B! after:307 c8+r after:94 a1- +4s",
	  "two-handed-move@2:b" },
	{ "7.5.1", "his knight was read where it stood, and then where it went by",
	  "4r1k1/1p3pbp/p1p4p/3n4/1PP5/P6P/3B1PK1/2RB4 b - - 0 28",
	  "sensors GO after:69 g7+b after:187 c1+R after:19 a1- after:872 d5- after:56 f6+n "
	  "after:380 B! after:5 d2- after:6 e3+B after:102 W! after:107 f6- after:338 B! after:140 "
	  "c4- after:123 W! after:8 e6+n after:535 d5+n after:9 c5+P after:56 e6- after:192 B! "
	  "after:268 d4+n after:75 d5- after:497 g4+B after:256 W! after:147 d1- after:673 B! "
	  "after:208 f5+p after:150 f7- +4s",
	  "" },
	{ "7.5.1", "nobody has read where his queen was between: it may have been either", NULL,
	  BOARD "e4 e5 d1- after:250 W! after:360 b6+Q after:140 B! +8s",
	  "illegal-move-on-board@3:w move-out-of-turn@4:b" },
	{ "7.5.1", "the same, and the opponent presses later: that is no part of it", NULL,
	  BOARD "e4 e5 d1- after:250 W! after:360 b6+Q +3s B! +8s", "illegal-move@3:w!" },
	/* Where men are not known the record has seen more than a press shows at once. */
	{ "7.5.1", "a bishop put down where he cannot go", NULL,
	  "occupied " BOARD "e4 e5 f1- f3+B W! +8s", "illegal-move@3:w!" },
	{ "7.5.1", "two who came to the other's square within a scan were not one man", NULL,
	  "occupied " BOARD
	  "d4 Nf6 c4 e6 g3 d5 Bg2 after:267 d5- after:33 c4+p after:60 B! after:430 d1- after:111 "
	  "W! after:63 a4+Q after:633 B! after:28 c7- after:37 c6+p after:278 c4- after:33 b3+p "
	  "after:258 a4- after:9 c4+Q after:418 W! after:108 b3- after:180 b7- after:196 B! "
	  "after:179 b5+p after:210 W! after:18 c4- after:42 d3+Q after:137 c8- after:274 B! "
	  "after:59 b7+b after:38 f3+N after:45 W! after:35 g1- after:996 a7- after:236 B! "
	  "after:94 a6+p +8s",
	  "" },

	/* Played on before the press has been judged, and the record makes it legal meanwhile. */
	{ "3.6", "his opponent has played on: what was kept when his hand came tells it",
	  "rn1qkbnr/ppp2ppp/3p4/4p3/2B1P3/2P2b2/PP1P1PPP/RNBQK2R w KQkq - 0 1",
	  "sensors GO f3- after:400 d1- after:400 f3+Q after:150 W! after:1700 g8- after:150 f5+n "
	  "after:150 B! after:1350 b3+P after:10 b2- after:90 b3- after:90 b4+P after:450 W! +8s",
	  "illegal-move@2:b!" },
	{ "1.2", "the same, one of the opponent's men",
	  "6k1/1R6/p4r2/P7/1PP5/5P1P/4Kb2/8 b - - 0 1",
	  "sensors GO e3+b after:30 f2- after:150 d4+b after:30 e3- after:100 B! after:450 d4- "
	  "after:300 g1+b after:250 W! after:1400 f6- after:400 f7+r after:200 B! +8s",
	  "move-out-of-turn@2:w!" },
	{ "3.6", "the record has other plies for it since, the first of them told last",
	  "rnbqk2r/ppp1bppp/3p4/8/8/2P2N2/PPP2PPP/R1BQKB1R w KQkq - 0 1",
	  "sensors GO c1- after:150 f4+B after:550 W! after:1750 b8- after:250 a5+n after:700 B! "
	  "after:400 b2- after:150 b4+P after:350 W! after:600 f7- after:20 f6+p after:200 f6- "
	  "after:20 f5+p after:950 B! +8s",
	  "illegal-move@2:b!" },

	{ "3.8.2",
	  "castling through check, and its opponent has his queen in the air when it is judged",
	  "r3kb1r/pp2pppp/4qnn1/2Pp4/1P6/P4N2/1BP2PPP/RN1QK2R w KQkq - 0 1",
	  "sensors GO d1- after:378 e2+Q after:201 W! after:2299 e6- after:100 e2- after:200 e2+q "
	  "after:131 B! after:1894 e1- after:6 g1+K after:603 h1- after:194 f1+R after:33 W! "
	  "after:1139 e2- after:225 e1+q after:1636 B! +8s",
	  "illegal-move@3:w!" },

	/* Two men moved before one press, and the record has the opponent's reply between them, or its man where one of them was. */
	{ "1.2", "he answers a second later: what was pressed for was done before that",
	  "r3k2r/pp3pp1/2q2n1p/2pp1R2/3P4/1PPQP3/P2N2PP/R6K b kq - 0 1",
	  "sensors GO e8- after:206 g8+k after:203 h8- after:194 f8+r after:96 B! after:820 c3- "
	  "after:375 c4+P after:5 W! after:2089 a8- after:413 e8+r after:644 c6- after:350 c8+q "
	  "after:45 B! after:1077 b3- after:175 b4+P after:128 W! +8s",
	  "illegal-move-on-board@4:b move-out-of-turn@4:b!" },
	{ "1.2", "where the second of them stood comes who answers",
	  "1q1b1rk1/p2n2pp/b1pp4/2p2PQ1/N1P5/1P3NP1/PB2r1KP/3RR3 w - - 0 1",
	  "sensors GO e1- after:219 e2:r>R after:443 W! after:865 d8- after:105 g5:Q>b after:188 "
	  "g7- "
	  "after:281 g6+p after:60 B! after:1795 b2- after:363 g7+B after:342 W! +8s",
	  "illegal-move-on-board@3:b move-out-of-turn@3:b!" },
	{ "1.2",
	  "the second one moved after the press: he has not pressed for that, and is answered",
	  "r3k2r/pp3pp1/2q2n1p/2pp1R2/3P4/1PPQP3/P2N2PP/R6K b kq - 0 1",
	  "sensors GO e8- after:206 g8+k after:203 h8- after:194 f8+r after:96 B! after:820 c3- "
	  "after:375 c4+P after:5 W! after:2089 a8- after:413 e8+r after:44 B! after:644 c6- "
	  "after:350 "
	  "c8+q after:1077 b3- after:175 b4+P after:128 W! +8s",
	  "illegal-move-on-board@4:b move-out-of-turn@4:b" },

	{ "7.5.1",
	  "who is read where he went did not take on b5, though nobody has read the pawn who did",
	  "4k3/8/2p5/1p6/P7/2N5/8/4K3 w - - 0 1",
	  "sensors GO +1s W! after:70 a4- after:130 c6- after:10 B! after:360 c3- after:200 W! "
	  "after:420 a3+N +5s",
	  "illegal-move@3:w!" },
	{ "7.5.1",
	  "Black's knight was read where it had been played, and then on the way of its next ply",
	  "r5k1/5pp1/2pBqn1p/1p2P3/p7/1PPB3P/P4PP1/R3R1K1 b - - 0 24",
	  "sensors GO f6- after:203 B! after:16 d5+n after:20 c4+P after:25 c3- after:154 d5- "
	  "after:28 e4+n after:38 W! after:362 e4- after:158 B! after:45 f4+n after:660 d3- "
	  "after:15 "
	  "f1+B after:130 W! +5s",
	  "" },
	{ "1.2",
	  "Black's rook stood on c8 when he pressed, and goes on: it was not he who took White's "
	  "bishop on",
	  "3r4/1p6/4bk2/4p2p/2B1Pn2/2R2P2/2K5/6R1 b - - 0 37",
	  "sensors GO +1s c8+r after:9 d8- after:64 B! after:227 c4- after:234 W! after:47 a8+r "
	  "after:19 c8- "
	  "after:201 B! after:15 b5+B after:253 e2+B after:398 b5- after:802 e2- after:267 W! "
	  "after:164 "
	  "c4+B +5s",
	  "illegal-move-on-board@3:w" },
	{ "3.9",
	  "the bishop had gone on to where it is read with its ply before, on which Black's check "
	  "answers",
	  "r7/1p6/4bk2/1B2p2p/4Pn2/2R2P2/3K4/6R1 w - - 0 36",
	  "sensors GO +1s a6+B after:85 b5- after:1352 W! after:213 a8- after:28 d8+r after:122 "
	  "a6- after:32 "
	  "B! after:140 c4+B after:1053 W! after:294 c2+K after:9 d2- after:750 d8- after:414 B! "
	  "after:177 c8+r +5s",
	  "illegal-move-on-board@3:w" },
	{ "7.5.1",
	  "the record learns only behind it that the bishop he answers had gone on from there, as "
	  "the board had told before his turn",
	  "r1bq1rk1/pp3pbp/1n1p1np1/8/3QP3/2N2N2/PPB2PPP/R1B2RK1 w - - 0 12",
	  "sensors GO +1s c1- after:403 f4+B after:250 W! after:144 h7- after:75 h6+p after:66 "
	  "g5+B "
	  "after:10 B! after:55 f4- after:1134 g5- after:84 h4+B after:39 W! after:242 f8- "
	  "after:103 "
	  "a6+r after:97 B! +5s",
	  "illegal-move@4:b!" },
	{ "7.5.1",
	  "the bishop left where he gave check as soon as that was pressed for, and is read "
	  "nowhere",
	  "8/ppp1bk2/2p2p2/8/4bBP1/4N3/PPP2P1K/8 w - - 0 28",
	  "sensors GO +1s f4- after:159 W! after:94 c7+B after:516 d6+b after:65 e7- after:1333 B! "
	  "after:111 "
	  "c2- after:239 W! after:52 d6- after:365 e3- after:19 c3+P after:90 B! +1s",
	  "" },
	{ "7.5.1",
	  "legal plies of which nobody saw half lead to the picture, and nobody presses for the "
	  "last",
	  "5b2/8/2N1p3/3pPk2/3P1p1p/5P1P/2R2KP1/3r4 w - - 0 40",
	  "sensors GO c2- after:600 a2+R W! +1s a2- after:600 a2+R after:600 B! after:202 a2- "
	  "after:103 "
	  "d1- after:47 a8+R after:79 W! after:117 B! after:273 c2+r after:131 a8- after:19 c8+R "
	  "after:248 W! +5s",
	  "adjust-out-of-turn@2:w illegal-move@5:w!" },
	{ "7.5.1", "it was read on the way of its next ply alone, by one round of the scan",
	  "r5k1/5pp1/2pBqn1p/1p2P3/p7/1PPB3P/P4PP1/R3R1K1 b - - 0 24",
	  "sensors GO +1s B! after:128 f6- after:122 c4+P after:19 e4+n after:13 W! after:43 c3- "
	  "after:477 B! after:67 e4- after:9 f4+n after:656 d3- after:118 W! after:50 f1+B +5s",
	  "" },

	/* The scan that comes next tells who was gone. */
	{ "7.5.1", "the bishop had taken the knight before the pawn took him there",
	  "8/2b1kp2/8/2rb2p1/P3p1B1/6NP/5PP1/4R1K1 b - - 1 41",
	  "sensors GO c7- after:350 f4+b after:380 B! after:70 f2- after:66 g3:N>P after:82 W! "
	  "after:5 "
	  "f4- after:91 d5- after:570 c4+b after:563 c4- after:458 B! after:292 c6+b +4s",
	  "" },
	{ "7.5.1", "he is there yet: the pawn has taken a knight of its own",
	  "8/2b1kp2/8/2rb2p1/P3p1B1/6NP/5PP1/4R1K1 b - - 1 41",
	  "sensors GO c7- after:350 f4+b after:380 B! after:70 f2- after:66 g3:N>P after:82 W! +4s",
	  "illegal-move@2:w!" },
};

const struct tales tales_of_haste = { tales, sizeof(tales) / sizeof(tales[0]) };
