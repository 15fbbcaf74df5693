/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The board is turned round while a game is on.
 */
#include "tests/tracker/midgame.h"

#define GAME "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 30"

/* 30.Rd2, the clock is stopped, and the men are gone. */
#define ADJOURNED                                                                                  \
	"d1- d2+R W! +3s STOP +5s { g1- d2- f2- g2- h2- g8- f7- g7- h7- } +60s TURN(W) TURN(B) "

/* The same men, at the other ends. */
#define SET_UP_TURNED "b8+K e7+R c7+P b7+P a7+P b1+k c2+p b2+p a2+p +3s "

static const struct midgame_tale tales[] = {
	{ "the men are set up from the other side, and each has his side of the clock", GAME,
	  ADJOURNED SET_UP_TURNED "GO(B) b1- c1+k B! e7- e6+R W! +2s", "Rd2@299 Kf8@299 Rd3@298" },
	{ "or the other one's, as it stands by the cable", GAME,
	  ADJOURNED SET_UP_TURNED "GO(W) b1- c1+k W! e7- e6+R B! +2s", "Rd2@299 Kf8@298 Rd3@299" },
	{ "the board in its place lies the other way round", GAME,
	  "d1- d2+R W! +3s STOP +5s lost g1=. d2=. f2=. g2=. h2=. g8=. f7=. g7=. h7=. b8=K e7=R "
	  "c7=P b7=P a7=P b1=k c2=p b2=p a2=p +60s back scan GO(B) b1- c1+k B! e7- e6+R W! +2s",
	  "Rd2@299 Kf8@299 Rd3@298" },
	{ "but not before the last man stands there", GAME,
	  ADJOURNED "b8+K e7+R c7+P b7+P b1+k +3s GO(B) b1- c1+k B! +2s", "Rd2@299" },
	{ "a few men walk there", "8/8/3k4/8/8/3K4/8/8 w - - 0 30",
	  "d3- e3+K W! d6- d5+k B! STOP d5- e3- d4+k e6+K +3s", "Ke3@299 Kd5@299" },
};

int
main(void)
{
	return midgame_run("turned_round", tales, sizeof(tales) / sizeof(tales[0]));
}
