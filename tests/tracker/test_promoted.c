/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Another man in the pawn's place: put there instead of the first one, or come to take who took him.
 */
#include "tests/tracker/midgame.h"

#define PAWN "5r2/P5kp/8/8/8/8/6PP/R5K1 w - - 0 1"

static const struct midgame_tale tales[] = {
	{ "he is taken, and who took him is taken by a man like whom he might have been put up",
	  PAWN, "no-clock a7- a8+Q +3s a8- f8- a8+r a1- a8- d7+r a8+R +500ms d7- +3s",
	  "a8=Q Rxa8 Rxa8~" },
	{ "another one is put up before the opponent, who has lifted his man already, takes him",
	  PAWN, "no-clock a7- a8+Q f8- a8- a8+N +250ms a8- a8+r +3s", "a8=N Rxa8~" },
};

int
main(void)
{
	return midgame_run("promoted", tales, sizeof(tales) / sizeof(tales[0]));
}
