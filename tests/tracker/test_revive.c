/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Mate that was none: the man who gave it was not seen there, and stands elsewhere.
 */
#include "tests/tracker/midgame.h"

#define BACK_RANK "r4r2/p4ppk/3Rp1bp/2p5/2P1q3/1PB3Q1/P4PPP/K6R w - - 0 1"

static const struct midgame_tale tales[] = {
	{ "a rook rests on his way to a square that does not read him, and is taken, it seems",
	  BACK_RANK,
	  "h1- +450ms b1+R +470ms b1- +80ms W! +300ms e4- +160ms {B! +600ms c2+q} +500ms d6- +50ms "
	  "d2+R +300ms W! +1s a7- a6+p B! +2s e1+R +5s",
	  "Re1*@299 Qc2@299 Rd2@298 a6@298" },
};

int
main(void)
{
	return midgame_run("revive", tales, sizeof(tales) / sizeof(tales[0]));
}
