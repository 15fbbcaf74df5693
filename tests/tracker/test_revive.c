/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Mate that was none: the man who gave it was not seen there, and stands elsewhere, or was on his way.
 */
#include "tests/tracker/midgame.h"

#define BACK_RANK "r4r2/p4ppk/3Rp1bp/2p5/2P1q3/1PB3Q1/P4PPP/K6R w - - 0 1"

static const struct midgame_tale tales[] = {
	{ "a rook rests on his way to a square that does not read him, and is taken, it seems",
	  BACK_RANK,
	  "h1- +450ms b1+R +470ms b1- +80ms W! +300ms e4- +160ms {B! +600ms c2+q} +500ms d6- +50ms "
	  "d2+R +300ms W! +1s a7- a6+p B! +2s e1+R +5s",
	  "Re1*@299 Qc2@299 Rd2@298 a6@298" },
	{ "a queen gives mate where she stops on her way, and the clock is pressed before she is "
	  "told of where she went",
	  "1Qb5/8/8/2p5/k7/8/3P1q1P/2BK1B1R w - - 0 18",
	  "{b8- +75ms b7+Q +600ms b7- +200ms b5+Q +410ms W! +140ms b5- +75ms b4+Q} +2300ms {c5- "
	  "+1200ms b4:p +220ms B!} +1s d2- d4+P W! +3s",
	  "Qb4+@299 cxb4@299 d4@298" },
	{ "one who is not on her way any more has given it",
	  "1Qb5/8/8/2p5/k7/8/3P1q1P/2BK1B1R w - - 0 18",
	  "{b8- +75ms b7+Q +600ms b7- +200ms b5+Q +410ms W!} +3s {b5- +75ms b4+Q} +3s",
	  "Qb5#@299 1-0" },
	{ "a rook is read on two squares; with him on the one it would be mate, and he stays on "
	  "the other",
	  "8/7r/8/K7/2kb2R1/8/8/8 w - - 0 1",
	  "g6+R g5+R +300ms g4- +500ms W! +3s h7- +300ms a7+r +200ms B! +14s g5- +10s g6- +800ms "
	  "a6+R W! +3s",
	  "Rg6*@299 Ra7+@299 Ra6@298" },
	{ "a rook whom nobody saw shuts his king in; the other side takes on, and a scan tells "
	  "half of it",
	  "6k1/p5pp/4p3/3p4/PP6/2P1qP2/4r1PP/2R2Q1K w - - 0 34",
	  "a4- a5+P W! +400ms e2- +700ms B! +2s f1- +900ms g1+Q W! +400ms e3- +600ms g1:q B! +1s "
	  "scan +9s h1- +450ms {g1- f1+q} +220ms g1+K scan +60ms f1- +140ms W! +1s scan +5s g8- "
	  "f7+k B! +3s",
	  "a5@299 Ra2*@299 Qg1@298 Qxg1+@298 Kxg1@297 Kf7@297" },
};

int
main(void)
{
	return midgame_run("revive", tales, sizeof(tales) / sizeof(tales[0]));
}
