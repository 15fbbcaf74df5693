/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A board that knows no men: captures of which nobody saw the man arrive, and for which nobody presses.
 */
#include <check.h>

#include "tests/support.h"
#include "tests/tracker/midgame.h"
#include "tests/tracker/story.h"

#define ROOKS  "4r1k1/5pp1/7p/8/8/7P/4RPP1/6K1 w - - 0 30"
#define ROOK   "6k1/5pp1/7p/4r3/8/8/4RPPP/6K1 w - - 0 30"
#define QUEENS "r7/1q3pbk/3pp1pp/2p5/P3PP2/3Q2N1/1rP3PP/R2R3K w - - 0 30"
#define MATE   "4r1k1/5ppp/8/8/8/8/4RPPP/6K1 w - - 0 30"

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
	{ "a king who is off while somebody stands in the centre for him is waited for", ROOK,
	  "occupied e2- e3+? +1s e5- g1- +800ms e5+? +3s g8- +800ms e4+? +4s", "Re3~ 1/2-1/2" },
	{ "nor does he take anybody on his way", QUEENS,
	  "occupied f4- f5+? +4s e4- h1- +600ms e4+? +2s h7- e5+? +5s STOP", "f5~ 1/2-1/2" },
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

static const struct tale clockless[] = {
	{ "two who took each other, and the board told of the second late",
	  "occupied start {d2-} +210ms {d4+?} +315ms {d7-} +270ms {d5+?} +6524ms {c2-} +330ms "
	  "{c4+?} +1275ms {c7-} +255ms {c6+?} +510ms {c4-} +1650ms {c6-} +256ms {d5-} +14ms {c4+?} "
	  "+106ms {d5+?} +494ms {c4-} +645ms {c1-} +320ms {f4+?} +893ms {b8-} +272ms {c6+?} "
	  "+1383ms {e2-} +225ms {e3+?} +4969ms {g8-} +268ms {f6+?} +2108ms {b1-} +212ms {c3+?} "
	  "+2255ms {c8-} +17ms {g4+?} +3770ms {d1-} +300ms {b3+?} +1700ms {c6-} +400ms {a5+?} "
	  "+1300ms",
	  "d4 d5 c4 c6 cxd5* cxd5* Bf4* Nc6 e3 Nf6 Nc3 Bg4 Qb3 Na5~" },
};

START_TEST(several_plies_are_believed_where_no_clock_is)
{
	story_check(&clockless[_i]);
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
	tcase_add_loop_test(tcase, several_plies_are_believed_where_no_clock_is, 0,
	                    (int)(sizeof(clockless) / sizeof(clockless[0])));
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
