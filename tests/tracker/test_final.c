/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A board that knows no men: captures of which nobody saw the man arrive, and for which nobody presses.
 */
#include <check.h>

#include "tests/support.h"
#include "tests/tracker/midgame.h"
#include "tests/tracker/story.h"

#define ROOKS "4r1k1/5pp1/7p/8/8/7P/4RPP1/6K1 w - - 0 30"
#define MATE  "4r1k1/5ppp/8/8/8/8/4RPPP/6K1 w - - 0 30"

static const struct midgame_tale tales[] = {
	{ "who was gone when the clock was stopped took somebody", ROOKS,
	  "occupied e2- +2s STOP +3s", "Rxe8+~*" },
	{ "and mated", MATE, "occupied e2- +2s STOP +3s", "Rxe8#~* 1-0" },
	{ "but what is on its way when the clock is stopped may come yet", MATE,
	  "occupied e2- +2s STOP", "" },
	{ "who stands where he stood again did not", ROOKS, "occupied e2- +2s STOP +2s e2+? +3s",
	  "" },
	{ "nor did who was taken off when the clock stood", ROOKS, "occupied STOP +1s e2- +5s",
	  "" },
	{ "while the clock runs he may be in a hand", ROOKS, "occupied e2- +9s", "" },
	{ "kings who tell the result say so, too", ROOKS,
	  "occupied e2- +2s g1- e4+? g8- +500ms d5+? +3s", "Rxe8+~* 1-0" },
	{ "but not of a man taken off behind the first of them", ROOKS,
	  "occupied g1- e4+? e2- g8- +500ms d5+? +3s", "" },
};

START_TEST(who_is_gone_in_the_end_took_somebody)
{
	midgame_check(&tales[_i]);
}
END_TEST

START_TEST(at_the_end_of_the_stream_a_clock_just_stopped_is_enough)
{
	struct story story;

	story_begin(&story);
	story_tell(&story, "occupied start GO(W) e2- e4+? W! d7- d5+? B! e4- +2s STOP");
	ck_assert_str_eq(story_end(&story, true), "e4@299 d5@299 exd5~*");
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("final");
	TCase *tcase = tcase_create("tales");

	tcase_add_loop_test(tcase, who_is_gone_in_the_end_took_somebody, 0,
	                    (int)(sizeof(tales) / sizeof(tales[0])));
	tcase_add_test(tcase, at_the_end_of_the_stream_a_clock_just_stopped_is_enough);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
