/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A man whom nobody saw arrive is read at last, when his player's next ply has been taken for his.
 */
#include "tests/tracker/midgame.h"

/* f8 does not read the bishop, so that nobody sees him leave either. */
#define UNREAD_BISHOP "f8- +30s g1- h1+K W! +3s B! +9s h2- h4+P W! +1s h7- h6+p B! +3s "
#define FROM          "5bk1/pp4pp/8/8/8/8/PP5P/6K1 w - - 0 1"

static const struct midgame_tale tales[] = {
	{ "the bishop was played first: the pawn had not been lifted when White replied", FROM,
	  UNREAD_BISHOP "e7+b +9s", "Kh1@299 Be7* h4*@298 h6~*" },
	{ "though White has moved since, and Black", FROM,
	  UNREAD_BISHOP "a2- a3+P W! +1s b7- b6+p B! +3s e7+b +9s",
	  "Kh1@299 Be7~* h4*@298 h6* a3*@297 b6~*" },
	{ "who is told to leave only now is played now", FROM,
	  "g1- h1+K W! +3s B! +9s h2- h4+P W! +1s h7- h6+p B! +3s f8- e7+b +9s",
	  "Kh1@299 h6* h4*@298 Be7~" },
};

int
main(void)
{
	return midgame_run("sooner", tales, sizeof(tales) / sizeof(tales[0]));
}
