/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Several men whom nobody saw arrive came to one square that does not read, rather than each to one of his own.
 */
#include <check.h>

#include "tests/support.h"
#include "tests/tracker/midgame.h"

#define BISHOPS "2r4k/5Q1p/6rb/1PB1p3/8/2P5/8/1K6 w - - 0 30"
#define ALONE   "6k1/5pp1/2b1p3/8/4P2P/8/5PKP/1B6 w - - 0 30"

static const struct midgame_tale tales[] = {
	{ "two bishops and a rook come to one square, rather than each to one of his own", BISHOPS,
	  "+2s f7- d5+Q W! +2s h6- B! +2s c5- W! +2s c8- B! +3s d5- e5+Q W! +3s",
	  "Qd5@299 Bf8*@299 Bxf8*@298 Rxf8*@298 Qxe5+@297" },
	{ "a square that told of nobody in between fails again", ALONE,
	  "+2s h2- h3+P W! +2s c6- B! +2s b1- a2+B W! +1s c2+b B! +2s f2- f3+P W! +2s c2- B! +3s "
	  "g2- g3+K W! +3s",
	  "h3@299 Ba4*@299 Ba2@298 Bc2@298 f3@297 Ba4*@297 Kg3@296" },
};

/* Men swept over the board, and presses for what was none: a break may leave fewer plies than are beyond change. */
static const struct midgame_tale nothing_open = {
	"where no ply is open none is looked at",
	"r1bq1rk1/ppp2ppp/2nb4/3np3/8/P2PPN2/1P1N1PPP/R1BQKB1R w KQ - 0 8",
	"{b3+P} {g5+q} {B!} {b3-} +1s {c6-} {B!} {c1-} {b2+B} +1s +3s {h2-} {h4+P} {h7-} {h5+p} "
	"{f1-} {e2+B} +1s {c8-} {g4+b} {d2-} {e4+N} {a7-} {a5+p} {b5+P} {a5-} {a4+p} {f3-} +225ms "
	"{g5+N} +560ms {W!} +3s {d8-} {d7+q} +1s {e2-} {g4+B} +1s {h4-} {h5+P} +6638ms",
	"b3*@300 Qg5*@299 b4*@300 Nd4* Bb2@300 h5@298 h4* Ne2* Bxe2* Bg4* Ne4* a5* b5* a4~* "
	"Nfxg5*@299 Bd7~* Bg4~*"
};

START_TEST(men_come_to_one_square)
{
	midgame_check(&tales[_i]);
}
END_TEST

START_TEST(a_record_without_open_plies_is_left_alone)
{
	midgame_check(&nothing_open);
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
