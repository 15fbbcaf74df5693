/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Games that the record has lost, and finds again.
 */
#include <check.h>

#include "tests/support.h"
#include "tests/tracker/midgame.h"
#include "tests/tracker/story.h"

static const struct midgame_tale tales[] = {
	{ "four took on one square, and another one was not read: play goes on from a picture",
	  "1r1B4/5p2/1pp1rpk1/5bp1/PP3P1p/7P/3R2P1/5RK1 w - - 0 30",
	  "{+440ms a4- +50ms b6- +220ms a5+p +210ms b4- +30ms a5- +240ms c5+p +30ms c6- "
	  "+420ms f4- +250ms W! +30ms g5+P +490ms g5+p +20ms a5+P +10ms f6- +380ms d2- "
	  "+90ms d5+R +210ms e4+b +30ms f5- +210ms B! +530ms g5+R +10ms d5- +260ms g6- "
	  "+190ms W! +50ms h6+k +330ms d8- +110ms B! +110ms c7+B +380ms W! +280ms g5+k "
	  "+30ms h6- +190ms B! +350ms c7- +30ms b8+B +110ms W! +340ms f7- +150ms B! +30ms f5+p "
	  "+320ms c7+B +40ms b8- +100ms f4+B +100ms c7- +390ms W! +30ms g5- +30ms g6+k "
	  "+430ms B! +160ms f1- +20ms a1+R} +2s",
	  "{resumed} Be4*@299 Rxg5+*@298 Kh6*@298 Bc7*@297 Kxg5*@297 Bxb8*@296 f5*@296 Bf4+*@295 "
	  "Kg6*@295 Ra1~*" },
};

static const struct tale kept[] = {
	{ "a square that fails from the first ply on does not lose a record that has a ply for "
	  "each press",
	  "start GO(W) g1- f2- f3+N +100ms W! +50ms d7- +50ms d5+p B! +50ms g2- +200ms g3+P W! c7- "
	  "+200ms c6+p B! +50ms f1- +100ms g2+B +100ms W! +50ms c8- +50ms f5+b B! h1- +100ms f1+R "
	  "e1- "
	  "+100ms g1+K +100ms W! +50ms e7- e6+p +50ms B! d2- +100ms d3+P +50ms W! +300ms",
	  "Nf3*@299 d5*@299 g3*@298 c6*@298 Bg2@297 Bf5@297 O-O@296 e6@296 d3*@295" },
};

#define SET_UP  "start GO(W) e2- e4+P W! e7- e5+p B! STOP b1- d5+N g1- h5+N "
#define GOES_ON "GO(B) a7- a6+p B! +2s h2- h3+P W! +2s h7- h6+p B! +3s"

static const struct tale set_up[] = {
	{ "a picture that nobody explains, and that stands for ten seconds, may be played on from",
	  SET_UP "+10s " GOES_ON, "e4@299 e5@299 {resumed} a6*@298 h3*@298 h6*@297" },
	{ "but not one of three seconds", SET_UP "+3s " GOES_ON, "e4@299 e5@299" },
};

START_TEST(what_stands_long_is_played_on_from)
{
	story_check(&set_up[_i]);
}
END_TEST

START_TEST(a_record_that_keeps_up_goes_on)
{
	story_check(&kept[_i]);
}
END_TEST

START_TEST(a_record_that_has_lost_the_game_joins_it_again)
{
	midgame_check(&tales[_i]);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("rejoin");
	TCase *tcase = tcase_create("tales");

	tcase_add_loop_test(tcase, a_record_that_has_lost_the_game_joins_it_again, 0,
	                    (int)(sizeof(tales) / sizeof(tales[0])));
	tcase_add_loop_test(tcase, a_record_that_keeps_up_goes_on, 0,
	                    (int)(sizeof(kept) / sizeof(kept[0])));
	tcase_add_loop_test(tcase, what_stands_long_is_played_on_from, 0,
	                    (int)(sizeof(set_up) / sizeof(set_up[0])));
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
