/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A rank that falls silent when the clock has just been pressed, and one that only seems to.
 */
#include "tests/tracker/midgame.h"

#define THREE_ON_A_RANK "r2q1rk1/4bpp1/p1n2n1p/1p6/P7/5N1P/1PB2PP1/R2QRNK1 w - - 0 1"

static const struct midgame_tale tales[] = {
	{ "three men of one player are no hand's work, though the other one has just pressed",
	  THREE_ON_A_RANK,
	  "b2- b3+P W! {e7- f7- g7-} +3s c6- d4+n B! +3s f3- d4:N W! +3s f8- e8+r B! +3s {e7+b "
	  "f7+p "
	  "g7+p} +3s d4- f5+N W! +2s",
	  "b3@299 Nd4@299 Nxd4@298 Re8@298 Nf5@297" },
	{ "he who is read on his way, and then on the square that he left no more, is one man, not "
	  "two",
	  "2r4r/4k3/p7/8/8/8/P7/6K1 w - - 0 1",
	  "c8- +12s a2- a3+P W! +3s {f8+r h8-} f8- d8+r B! +2s", "a3@299 Rhd8@299" },
};

int
main(void)
{
	return midgame_run("silent", tales, sizeof(tales) / sizeof(tales[0]));
}
