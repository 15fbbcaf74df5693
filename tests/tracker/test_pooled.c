/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Several men whom nobody saw arrive came to one square that does not read, rather than each to one of his own.
 */
#include <check.h>

#include "core/tracker/mend/pooled.h"
#include "core/tracker/tracker_state.h"
#include "tests/support.h"
#include "tests/tracker/midgame.h"
#include "tests/tracker/story.h"

#define BISHOPS "2r4k/5Q1p/6rb/1PB1p3/8/2P5/8/1K6 w - - 0 30"
#define KNIGHT  "6k1/4bppp/8/8/8/2N5/5PPP/6K1 w - - 0 30"
#define ALONE   "6k1/5pp1/2b1p3/8/4P2P/8/5PKP/1B6 w - - 0 30"

static const struct midgame_tale tales[] = {
	{ "two bishops and a rook come to one square, rather than each to one of his own", BISHOPS,
	  "+2s f7- d5+Q W! +2s h6- B! +2s c5- W! +2s c8- B! +3s d5- e5+Q W! +3s",
	  "Qd5@299 Bf8*@299 Bxf8*@298 Rxf8*@298 Qxe5+@297" },
	{ "a square that told of nobody in between fails again", ALONE,
	  "+2s h2- h3+P W! +2s c6- B! +2s b1- a2+B W! +1s c2+b B! +2s f2- f3+P W! +2s c2- B! +3s "
	  "g2- g3+K W! +3s",
	  "h3@299 Ba4*@299 Ba2@298 Bc2@298 f3@297 Ba4*@297 Kg3@296" },
	{ "who is read as another wherever he goes stood where he was read", KNIGHT,
	  "+2s c3:R +8s c3- e2+R W! +2s e7- d6+b B! +2s e2- d4+R W! +2s h7- h6+p B! +2s d4- f5+R "
	  "W! "
	  "+2s g7- g6+p B! +2s d6- +1s f5- +1s d6+R W! +3s",
	  "Ne2*@299 Bd6@299 Nd4*@298 h6@298 Nf5*@297 g6@297 Nxd6*@296" },
};

START_TEST(men_come_to_one_square)
{
	midgame_check(&tales[_i]);
}
END_TEST

/* A person may have put more beyond change than stands since. */
START_TEST(a_record_without_open_plies_is_left_alone)
{
	struct story story;
	const struct game *game;

	story_begin(&story);
	story_tell(&story, "start GO(W) e2- e4+P W! e7- e5+p B! g1- f3+N W! +3s");
	game = tracker_game(story.tracker);
	story.tracker->by_person = game->n_plies + 1;
	pooled_look(story.tracker);
	ck_assert_str_eq(story_end(&story, false), "e4@299 e5@299 Nf3@298");
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("pooled");
	TCase *tcase = tcase_create("tales");

	tcase_add_loop_test(tcase, men_come_to_one_square, 0,
	                    (int)(sizeof(tales) / sizeof(tales[0])));
	tcase_add_test(tcase, a_record_without_open_plies_is_left_alone);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
