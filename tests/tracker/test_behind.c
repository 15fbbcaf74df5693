/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An illegal move in the same round of the scan as the plies it answers: no picture ever shows what they led to.
 */
#include "tests/support.h"
#include "tests/tracker/midgame.h"

static const struct midgame_tale tales[] = {
	{ "who is read beside the square where a legal ply would have taken him stands between the "
	  "two, but not where that "
	  "one reads another man",
	  "r3r1k1/1bq2pp1/p4nnp/2p1p3/PpP5/3PPNNP/1PB2QP1/R3R1K1 w - - 0 1",
	  "{+370ms scan +5ms e2+N +5ms f3- +262ms W! +128ms scan +140ms e2- +9ms d2+N +370ms scan "
	  "+71ms B! +10ms d8+r "
	  "+28ms a8- +104ms W! +37ms b2- +75ms b3+P +370ms scan +5ms e8- +10ms B! +168ms g3- "
	  "+159ms f5+N +70ms W! "
	  "+15ms e6+r +370ms scan +606ms B! +139ms f5- +66ms g6- +94ms e7+n +66ms f8+N +48ms W! "
	  "+604ms scan} +2s",
	  "Nd2@299 Rad8@299 b3@298 Re6@298 Nf5@297 Ne7@297" },
	{ "the last ply went on before the scan came by again, and two more were played and "
	  "pressed for",
	  "rnbqkbnr/pp2pppp/3p4/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 1",
	  "{+418ms d2- +75ms d3+P +370ms scan +10ms W! +220ms d3- +75ms d4+p +84ms c5- +85ms B! "
	  "+337ms f3- "
	  "+94ms d4:N "
	  "+115ms W! +157ms g8- +276ms B! +286ms c7+n} +2s",
	  "d4*@299 cxd4@299 Nxd4@298" },
	{ "nor did a queen go back and forth where nobody read her, so that what was done behind "
	  "her capture is legal",
	  "1krr4/1b2bp1p/1q2p1p1/1B2p1P1/3N1P2/4Q3/1P5P/1KRR4 w - - 0 30",
	  "{+2s W! +6ms e3- +300ms e7- +131ms c5+b +19ms e5:Q +33ms B! +670ms scan} +3s",
	  "Qxe5+@299" },
	{ "what is legal behind the plies is no illegal move: a longer line will tell of it",
	  "r1b1r3/bp4pk/p1p2qpp/PP1np3/4B3/B1PP1NP1/4QP1P/1R3R1K w - - 0 24",
	  "{+198ms scan +136ms b6+P +75ms b5- +370ms scan +430ms W! +250ms b7- +75ms b6- +9ms c6- "
	  "+190ms scan +10ms B! +6ms a3- +325ms W! +68ms c6+p +291ms b2+B +311ms scan +570ms scan} "
	  "+2s",
	  "bxc6*@299 bxc6*@299 Bb2*@298" },
	{ "a board that has not told of all its squares since the last ply may have lost what "
	  "would tell",
	  "1krr4/1b2bp1p/1q2p1p1/1B2p1P1/3N1P2/4Q3/1P5P/1KRR4 w - - 0 30",
	  "{+2s h2- +100ms h3+P W! +500ms h7- +100ms h6+p B! +2s W! +6ms e3- +300ms e7- +131ms "
	  "c5+b +19ms e5:Q "
	  "+33ms B! +670ms} +3s",
	  "h3@299 h6@299 Qxe5+*@298" },
};

int
main(void)
{
	return midgame_run("behind", tales, sizeof(tales) / sizeof(tales[0]));
}
