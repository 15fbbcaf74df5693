/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A square that failed and has worked since is believed like any other.
 */
#include "core/tracker/seen/excused.h"

#include "tests/tracker/midgame.h"

/* White's c3 tells of nobody for a while; a minute later the knight of a2 goes where nobody sees him, to c1 or c3. */
#define KNIGHTS "6k1/5ppp/8/8/1P6/2N5/N5PP/6K1 w - - 0 30"
#define FAILS   "+2s g2- g3+P W! +2s c3- +1s h7- h6+p B! +2s h2- h3+P W! +2s g7- g6+p B! +1s c3+N "
#define GOES    "c3- e4+N W! +2s g8- g7+k B! +15s a2- W! +2s g6- g5+p B! +2s g3- g4+P W! +3s"
#define SEEN    "g3@299 h6@299 h3@298 g6@298 Ne4@297 Kg7@297 "
#define GOES_ON "@296 g5@296 g4@295"

static const struct midgame_tale tales[] = {
	{ "who went where nobody saw him went to the square that has failed before", KNIGHTS,
	  FAILS "+500ms " GOES, SEEN "Nac3*" GOES_ON },
	{ "but that has read its man for two seconds since", KNIGHTS, FAILS "+2s " GOES,
	  SEEN "Nc1*" GOES_ON },
	{ "a man in his player's hand is not missed, because another one is misread",
	  "r4rk1/pb1R2pp/1p2p1p1/2b5/5B2/P1N5/1P3PPP/2R3K1 w - - 0 20",
	  "{+1355ms f4- +889ms e3+B +262ms W! +6505ms b7- +194ms c6+b +579ms B! +357ms d7- +427ms "
	  "W! +29ms c7+R +4829ms f8- +1434ms B! +605ms c7- +943ms c8+b +577ms W! +5842ms a8- "
	  "+1308ms B!} +3s",
	  "Be3@299 Bc6*@299 Rc7@298 Rfc8*@298 Rxc8+*@297 Rxc8*@297" },
	{ "a rook's square that reads the king, who stands where he was, misreads the rook",
	  "r4rk1/1bpq1ppp/3p1n2/8/8/3Q4/1PPN1PPP/R4RK1 w - - 0 20",
	  "+1s h2- h3+P W! +1s h7- h6+p B! +2s d3- g3+Q +200ms a1:k W! +150ms g8- +600ms B! +300ms "
	  "f1- +100ms e1+R +300ms W! +300ms b7- +500ms c6+b +400ms B! +2s h8+k +400ms h3- +200ms "
	  "h4+P W! +3s",
	  "h3@299 h6@299 Qg3@298 Kh8*@298 Rfe1*@297 Bc6@297 h4@296" },
};

int
main(void)
{
	return midgame_run("excused", tales, sizeof(tales) / sizeof(tales[0]));
}
