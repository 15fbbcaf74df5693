/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A man whom nobody saw arrive is read at last: where he had been put before, or because he is played on.
 */
#include "tests/tracker/midgame.h"

#define UNSEEN_ROOK "e1- e2+K W! f8- B! +3s g3- e5+B W! +9s "
#define FROM        "5rk1/pp3p2/2p4p/8/2N5/6B1/PP6/R3K3 w - - 0 1"

static const struct midgame_tale tales[] = {
	{ "a rook comes out, and a pawn is played: he stood there, and it is not his move as well",
	  FROM, UNSEEN_ROOK "h6- d8+r +600ms h5+p B! +3s", "Ke2@299 Rd8*@299 Be5@298 h5@298" },
	{ "also where the pawn is told of only after the press", FROM,
	  UNSEEN_ROOK "h6- d8+r +600ms B! h5+p +3s", "Ke2@299 Rd8*@299 Be5@298 h5@298" },
	{ "if the clock is pressed with nobody else played, he was", FROM,
	  UNSEEN_ROOK "d8+r +600ms B! +3s", "Ke2@299 Re8+*@299 Be5@298 Rd8*@298" },
};

int
main(void)
{
	return midgame_run("emerged", tales, sizeof(tales) / sizeof(tales[0]));
}
