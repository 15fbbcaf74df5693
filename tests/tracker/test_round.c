/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Men who went out and came back, and no plies.
 */
#include <check.h>

#include "tests/support.h"
#include "tests/tracker/midgame.h"
#include "tests/tracker/story.h"

#define KNIGHTS "6k1/2p2ppp/5n2/8/8/5N2/2P2PPP/6K1 w - - 0 1"
/* The clock is asked four times a second. */
#define OFTEN "GO(W) GO(W) GO(W) GO(W) GO(W) "

#define BISHOP "6k1/2p2ppp/8/8/3nB3/8/2P2PPP/6K1 w - - 0 1"

static const struct midgame_tale tales[] = {
	{ "two plies are tried out, and put back one behind the other, the first one first",
	  KNIGHTS,
	  OFTEN
	  "f3- g5+N W! +1s f6- h5+n B! +8s g5- f3+N h5- f6+n +3s c2- c4+P W! +3s c7- c5+p B! +3s "
	  "g2- g3+P W! +3s",
	  "c4*@298 c5*@298 g3*@297" },
	{ "two who did not press either time", KNIGHTS,
	  "h2- h3+P W! +1s h7- h6+p B! +1s f3- g5+N +3s f6- h5+n +8s g5- f3+N +2s h5- f6+n +3s c2- "
	  "c4+P W! +3s "
	  "c7- c5+p B! +3s g2- g3+P W! +3s",
	  "h3@299 h6@299 c4@298 c5@298 g3@297" },
	{ "but who forgets to press, and is replied to, has played", KNIGHTS,
	  "f3- g5+N W! +1s f6- h5+n B! +8s g5- f3+N +5s h5- f6+n +3s c2- c4+P W! +3s c7- c5+p B! "
	  "+3s "
	  "g2- g3+P W! +3s",
	  "Ng5@299 Nh5@299 Nf3 Nf6 c4@298 c5@298 g3@297" },
	{ "and who repeats moves, and presses", KNIGHTS,
	  "f3- g5+N W! +1s f6- h5+n B! +1s g5- f3+N W! h5- f6+n B! c2- c4+P W! +3s c7- c5+p B! +3s "
	  "g2- g3+P W! +3s",
	  "Ng5@299 Nh5@299 Nf3@298 Nf6@298 c4@297 c5@297 g3@296" },
	{ "or may have done so before a clock that is asked once a second was asked again", KNIGHTS,
	  "h2- h3+P W! +1s h7- h6+p B! +1s f3- g5+N W! +1s f6- h5+n B! +2s g5- f3+N +300ms h5- "
	  "f6+n +3s c2- c4+P W! +3s c7- c5+p B! +3s g2- g3+P W! +3s",
	  "h3@299 h6@299 Ng5@298 Nh5@298 Nf3 Nf6 c4@297 c5@297 g3@296" },
	{ "or while the link was lost, and nobody heard it", KNIGHTS,
	  OFTEN "h2- h3+P W! +1s h7- h6+p B! +1s f3- g5+N W! +1s f6- h5+n B! +1s lost g5=. f3=N "
	        "h5=. f6=n +6s back scan +3s "
	        "c2- c4+P W! +3s c7- c5+p B! +3s g2- g3+P W! +3s",
	  "h3@299 h6@299 Ng5@298 Nh5@298 Nf3 Nf6 c4@297 c5@297 g3@296" },
	{ "a man is knocked over, another one rolls aside, and they are put up again", BISHOP,
	  "h2- h3+P W! +1s h7- h6+p B! +1s c2- c3+P {d4- e4-} f5+B W! +4s d4+n f5- e4+B +2s c7- "
	  "c5+p B! +3s "
	  "g2- g3+P W! +3s g7- g6+p B! +3s",
	  "h3@299 h6@299 c3@298 c5@298 g3@297 g6@297" },
};

static const struct tale ended[] = {
	{ "the game ends before the next ply is pressed for",
	  "start " OFTEN
	  "e2- e4+P W! e7- e5+p B! b1- c3+N W! b8- c6+n B! +8s c3- b1+N c6- b8+n +3s "
	  "d2- d4+P W! +3s g8- f6+n +3s start",
	  "e4@299 e5@299 d4@297 Nf6~ | " },
};

START_TEST(men_who_come_back_have_not_moved)
{
	midgame_check(&tales[_i]);
}
END_TEST

START_TEST(nor_have_they_when_the_game_ends)
{
	story_check(&ended[_i]);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("round");
	TCase *tcase = tcase_create("tales");

	tcase_add_loop_test(tcase, men_who_come_back_have_not_moved, 0,
	                    (int)(sizeof(tales) / sizeof(tales[0])));
	tcase_add_loop_test(tcase, nor_have_they_when_the_game_ends, 0,
	                    (int)(sizeof(ended) / sizeof(ended[0])));
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
