/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A position that is put back: an illegal move was played on from, and found out (7.5.1), or the players take moves back.
 */
#include <check.h>

#include "tests/support.h"
#include "tests/tracker/story.h"

/* A knight makes one step, nobody minds, and two plies follow. */
#define STEPPED                                                                                    \
	"start GO(W) e2- e4+P W! e7- e5+p B! b1- b3+N W! +3s d7- d6+p B! +2s g1- f3+N W! +3s "     \
	"STOP "                                                                                    \
	"+3s "

/* A knight leaves the king behind him in check, which is not legal, and Black answers with his own: all of it could be put
 * back by legal plies. */
#define PINNED                                                                                     \
	"start GO(W) e2- e4+P W! e7- e5+p B! b1- c3+N W! a7- a6+p B! d2- d4+P W! f8- b4+b B! +5s " \
	"c3- d5+N W! +3s b8- c6+n B! +8s "

static const struct tale tales[] = {
	{ "where nobody finds out the illegal move stands", STEPPED,
	  "e4@299 e5@299 {illegal} d6@298 Nf3@297" },
	{ "the position before it is put back, and play goes on from there",
	  STEPPED "f3- g1+N d6- d7+p b3- b1+N +3s GO(W) +5s d2- d4+P +1s W! +2s g8- f6+n B! +2s",
	  "e4@299 e5@299 d4@296 Nf6@297" },
	{ "and the one before the move ahead of it",
	  STEPPED "f3- g1+N d6- d7+p b3- b1+N e5- e7+p +3s GO(B) +5s c7- c5+p +1s B! +2s",
	  "e4@299 c5@297" },
	{ "what was pressed for before did not come after it", PINNED,
	  "e4@299 e5@299 Nc3@298 a6@298 d4@297 Bb4@297 {illegal} Nc6+@296" },
	{ "the board was put back while the clock stood: these were no plies",
	  PINNED "STOP +3s d5- c3+N c6- b8+n +3s GO(W) +5s h2- h3+P +1s W! +2s",
	  "e4@299 e5@299 Nc3@298 a6@298 d4@297 Bb4@297 h3@295" },
	{ "the clock stands all the time, also when its lever is turned meanwhile",
	  STEPPED "f3- g1+N d6- d7+p b3- b1+N +3s TURN(W) +1s GO(W) +1s", "e4@299 e5@299" },
	{ "who is to move may hold his man for long: what was put back is not forgotten meanwhile",
	  STEPPED "GO(W) +1s f3- g1+N d6- d7+p b3- b1+N +9s d2- +3s d4+P +1s W! +2s g8- f6+n B! "
	          "+2s",
	  "e4@299 e5@299 d4@296 Nf6@297" },
	{ "the men stand as they did before, and the game goes on",
	  "start GO(W) g1- f3+N W! g8- f6+n B! f3- g1+N W! f6- g8+n B! +3s STOP +9s GO(W) +3s e2- "
	  "e4+P W! +2s",
	  "Nf3@299 Nf6@299 Ng1@298 Ng8@298 e4@297" },
	{ "what looks like it but for one man is not it",
	  STEPPED "f3- g1+N d6- d7+p b3- +3s GO(W) +5s d2- d4+P +1s W! +2s",
	  "e4@299 e5@299 {illegal} d6@298 Nf3@297" },
};

/* Both knights are out, and the players agree to have them back. */
#define KNIGHTS "start GO(W) e2- e4+P W! e7- e5+p B! g1- f3+N W! g8- f6+n B! +3s "

static const struct tale agreed[] = {
	{ "the last one goes back first: nobody moves on his opponent's time, they are taken back",
	  KNIGHTS "f6- g8+n +1s f3- g1+N +3s f1- c4+B W! +2s", "e4@299 e5@299 Bc4@297" },
	{ "and White's first are plies, though nobody presses for them",
	  KNIGHTS "f3- g1+N f6- g8+n +3s f1- c4+B W! +2s",
	  "e4@299 e5@299 Nf3@298 Nf6@298 Ng1 Ng8~ Bc4@297" },
	{ "nor does one scan tell who was first",
	  KNIGHTS "{ f3- f6- g8+n g1+N } +3s f1- c4+B W! +2s",
	  "e4@299 e5@299 Nf3@298 Nf6@298 Ng1 Ng8~ Bc4@297" },
	{ "but they do not go back all the way",
	  "start GO(W) g1- f3+N W! g8- f6+n B! b1- c3+N W! b8- c6+n B! +3s c6- b8+n +1s c3- b1+N "
	  "+1s "
	  "f6- g8+n +1s f3- g1+N +3s e2- e4+P W! +2s",
	  "Nf3@299 Nf6@299 Ng1* Ng8~* e4*@297" },
	{ "where the clock is pressed for one of them, they may have been played",
	  KNIGHTS "f6- g8+n f3- W! g1+N +3s f1- c4+B W! +2s",
	  "e4@299 e5@299 Nf3@298 Nf6@298 Ng1*@297 Ng8*@298 Bc4@296" },
};

START_TEST(tracker_finds_what_was_put_back)
{
	story_check(&tales[_i]);
}
END_TEST

START_TEST(tracker_finds_what_was_taken_back)
{
	story_check(&agreed[_i]);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("return");
	TCase *tcase = tcase_create("tales");

	tcase_add_loop_test(tcase, tracker_finds_what_was_put_back, 0,
	                    (int)(sizeof(tales) / sizeof(tales[0])));
	tcase_add_loop_test(tcase, tracker_finds_what_was_taken_back, 0,
	                    (int)(sizeof(agreed) / sizeof(agreed[0])));
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
