/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A man whom nobody saw, and who is said to have been taken at once, stands and falls with who took him.
 */
#include <check.h>

#include "tests/support.h"
#include "tests/tracker/midgame.h"

#define ROOK    "6k1/q4ppp/8/8/8/8/4RPPP/6K1 w - - 0 30"
#define QUEENS  "3q2k1/5ppp/2p5/8/N2Q4/8/PP3PPP/6K1 w - - 0 30"
#define ENDGAME "1R6/5k2/3K4/8/8/8/4rP2/8 w - - 0 30"

static const struct midgame_tale tales[] = {
	{ "nobody gives a rook away: where the queen could have gone there without, it stays in "
	  "doubt",
	  ROOK, "e2- W! a7- a2+q B! +3s h2- h3+P W! +3s", "Ra2*@299 Qxa2@299 h3@298" },
	{ "who is exchanged does not", QUEENS, "+2s d4- W! {d8- b6+q} B! +4s a2- a3+P W! +1s",
	  "Qb6@299 Qxb6@299 a3@298" },
	{ "who took him is gone again: he was on his way, and nobody has been taken", QUEENS,
	  "+2s d4- W! +1300ms {d8- b6+q} +100ms b6- {a5+q B!} +4s a2- a3+P W! +2s",
	  "Qc4*@299 Qa5*@299 a3@298" },
	{ "a square does not read a rook, rather than that he was given away, and put aside before",
	  ENDGAME, "+1s b8- W! +1s f7- g6+k +500ms g6- +800ms e8+k B! +3s d6- c6+K W! +2s",
	  "Rb7+*@299 Ke8@299 Kc6@298" },
};

START_TEST(who_is_said_to_have_been_taken_at_once)
{
	midgame_check(&tales[_i]);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("hidden");
	TCase *tcase = tcase_create("tales");

	tcase_add_loop_test(tcase, who_is_said_to_have_been_taken_at_once, 0,
	                    (int)(sizeof(tales) / sizeof(tales[0])));
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
