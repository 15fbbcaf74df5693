/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Illegal moves in the middle of play: slides, replies and presses around them.
 */
#include "tests/laws/tales.h"

#define BOARD "setup:start GO "

const struct tale irregular_tales[] = {
	{ "7.5.1", "a pawn is pushed on after the opponent's press was looked at", NULL,
	  BOARD "e4 e5 d2- d3+P +2s d4+P d3- W! a7- a4+p B! +8s", "illegal-move@4:b!" },
	{ "7.5.1", "a bishop slid there in one move: the pawn did not move meanwhile", NULL,
	  BOARD "e4 e5 d4 f8- d6+b d6- b4+b B! a2- a3+P W! +10s", "illegal-move@5:w!" },
	{ "1.2", "Black moves the man on that White has just moved", NULL,
	  BOARD "e4 e5 d3 d3- d4+P B! +8s", "move-out-of-turn@4:b!" },
	{ "1.2", "Black puts it back: that may be agreed, so nobody is accused", NULL,
	  BOARD "e4 e5 d3 d3- d2+P B! +8s", "move-out-of-turn@4:b" },
	{ "7.5.1", "a pawn was not read when the turn began", NULL,
	  BOARD "e4 e5 a7- g1- f3+N W! a7+p b8- b6+n B! +8s",
	  "adjust-out-of-turn@3:b illegal-move@4:b!" },
	{ "7.5.1", "a knight between two squares, neither of them his", NULL,
	  BOARD "e4 e5 Nf3 b8- {b5+n;b4+n} B! +5s b4- +4s", "illegal-move@4:b!" },
	{ "7.5.1", "a rook read on two squares: on one of them the king's move is legal",
	  "8/8/R7/7k/8/8/7P/6K1 w - - 0 1", "sensors GO a6- {a4+R;a5+R} W! +1s h5- h4+k B! +8s",
	  "" },
	{ "7.5.1", "pressed twice while the other one had not moved yet", NULL,
	  BOARD "e4 e5 d2- d4+P W! +1s W! +8s", "" },
	{ "7.5.2", "the pawn stays one: as a queen it would have been mate",
	  "6k1/P4ppp/8/8/8/8/8/6K1 w - - 0 1", "sensors GO a7- a8+P W! +4s",
	  "checkmate@1:w pawn-not-promoted@1:w!" },
	{ "7.5.3", "pressed without a move, after a pawn was not read for a moment", NULL,
	  BOARD "e4 e5 a7- g1- f3+N W! a7+p +1s B! +6s",
	  "adjust-out-of-turn@3:b clock-pressed-without-move@4:b!" },
	{ "7.5.1", "an illegal move while another man of his is not read", NULL,
	  BOARD "e4 e5 Nf3 b8- h8- b5+n B! +8s", "illegal-move@4:b!" },
	{ "7.5.1", "a rook goes where no man was read, and is seen beside it",
	  "4k3/7p/5n2/8/8/8/7P/4KR2 w - - 0 1",
	  "sensors GO f6- +3s h2- h3+P W! d5+n B! f1- e5+R W! +8s", "" },
	{ "7.5.1", "the queen went on to where she is not read: nobody jumps over her",
	  "4k3/8/8/8/1QrP4/8/8/4K3 w - - 0 1",
	  "sensors GO b4- c5+Q c5- W! c4- c5+r c5- c6+r B! +8s", "" },
	{ "7.5.1", "pressed by both before: nobody knows what this turn began with", NULL,
	  BOARD "e4 e5 Nf3 +2s B! +1s W! +1s a7- a4+p B! +8s", "" },
	{ "1.4.2", "a pinned knight moves, and the king behind him is taken",
	  "3rkr2/3pnp2/8/8/8/8/4R3/4K3 b - - 0 1", "sensors GO e7- c6+n B! +3s e2- e8:k>R W! +6s",
	  "illegal-move@1:b! king-captured@2:w!" },

	/* Moves that come in beside the sensors. */
	{ "D.2.8", "announced one move, made another", NULL, BOARD "e4 says:b:e5 d5",
	  "announced-move-mismatch@2:b" },
	{ "D.2.8", "the move that was announced, before and after it was made", NULL,
	  BOARD "says:w:e4 e4 e5 says:b:e5 Nf3", "" },
	{ "D.2.1", "announced in the words of the Annex, and made", NULL,
	  BOARD "says:w:Bauer_Eva_zwei_Eva_vier e4 e5 says:b:pawn_from_e7_to_e5 Nf3", "" },
	{ "D.2.8", "announced in the words of the Annex, and another made", NULL,
	  BOARD "e4 says:b:Bauer_Eva_sieben_Eva_sechs e5 Nf3", "announced-move-mismatch@2:b" },
	{ "D.2.9", "the other board has another ply, and those after it", NULL,
	  BOARD "e4 e5 Nf3 Nc6 "
	        "other:r1bqkbnr/pppp1ppp/2n5/4p3/4P3/2N5/PPPP1PPP/R1BQKBNR_w_KQkq_-_2_3",
	  "two-board-mismatch@4:b" },
	{ "OL 20.5", "the set follows, one move behind", NULL,
	  "setup:start own:e4 +70s ~e4 virtual:e5 +70s ~e5 own:Nf3 ~Nf3", "" },
	{ "OL 20.5", "the virtual move before the last one was made on the set", NULL,
	  "setup:start own:e4 ~e4 virtual:e5 own:Nf3 ~e5 ~Nf3 +70s",
	  "hybrid-virtual-move-early@2:b" },
	{ "OL 20.5", "two moves behind", NULL, "setup:start own:e4 virtual:e5 +70s",
	  "hybrid-position-mismatch@2:b" },
	{ "OL 20.4", "a move of the set alone", NULL,
	  "setup:start own:e4 ~e4 virtual:e5 ~e5 ~Nf3 +5s", "hybrid-analysis-on-board@2:b" },
};

const size_t n_irregular_tales = sizeof(irregular_tales) / sizeof(irregular_tales[0]);
