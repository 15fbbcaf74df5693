/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One mistake in place of two, and which ones it is no mistake less to take for another.
 */
#include "tests/tracker/midgame.h"

static const struct midgame_tale tales[] = {
	{ "who was not read where he had come to was not taken elsewhere, for the one who was "
	  "lifted",
	  "b1n5/8/7R/P3P3/8/4B3/1k4PP/6K1 w - - 0 50",
	  "h6- h4+R W! +1s c8- +500ms B! +3s h4- f4+R W! +1s a8- b7+b B! +1s f4- f6+R W! +1s b7- "
	  "+500ms B! +400ms f6- g6+R W! +3s",
	  "Rh4@299 Ne7*@299 Rf4@298 Bb7@298 Rf6@297 Be4*@297 Rg6*@296" },
	{ "who is taken where he could have gone, before a scan saw him, was not put where nobody "
	  "is read",
	  "4k2r/1p6/8/8/8/6P1/R7/4K3 w - - 0 30", "a2- W! +750ms h8- h2+r B! +3s",
	  "Rh2*@299 Rxh2@299" },
};

int
main(void)
{
	return midgame_run("relief", tales, sizeof(tales) / sizeof(tales[0]));
}
