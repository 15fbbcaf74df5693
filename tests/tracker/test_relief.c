/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One mistake in place of two, and which ones it is no mistake less to take for another.
 */
#include <check.h>

#include "core/tracker/tracker_state.h"
#include "tests/support.h"
#include "tests/tracker/midgame.h"
#include "tests/tracker/story.h"

/* Twelve moves of the kings, each on a round of its own. */
#define KINGS_ROUND                                                                                \
	"g8- h8+k B! g1- h1+K W! h8- h7+k B! h1- h2+K W! h7- g7+k B! h2- g1+K W! g7- g8+k B! "     \
	"g1- h1+K W! g8- h8+k B! h1- h2+K W! h8- h7+k B! h2- g1+K W! h7- g7+k B! g1- h1+K W! "     \
	"g7- g8+k B! h1- h2+K W! g8- h8+k B! h2- g1+K W! h8- h7+k B! g1- h1+K W! h7- g7+k B! "     \
	"h1- h2+K W! g7- g8+k B! h2- g1+K W! "

static const struct midgame_tale tales[] = {
	{ "who was not read where he had come to was not taken elsewhere, for the one who was "
	  "lifted",
	  "b1n5/8/7R/P3P3/8/4B3/1k4PP/6K1 w - - 0 50",
	  "h6- h4+R W! +1s c8- +500ms B! +3s h4- f4+R W! +1s a8- b7+b B! +1s f4- f6+R W! +1s b7- "
	  "+500ms B! +400ms f6- g6+R W! +3s",
	  "Rh4@299 Ne7*@299 Rf4@298 Bb7@298 Rf6@297 Be4*@297 Rg6*@296" },
	{ "who is taken where he could have gone, before a scan saw him, was not put where nobody "
	  "is read",
	  "4k2r/1p6/8/8/8/6P1/R7/4K3 w - - 0 30", "a2- W! +750ms h8- h2+r B! +3s",
	  "Rh2*@299 Rxh2@299" },
	{ "whom a knight who was not seen to come seems to have taken, and who is read where he "
	  "stood, was not taken",
	  "4k3/8/N7/p7/1p6/8/8/4K3 w - - 0 1",
	  "e1- e2+K W! b4:q +1s e8- e7+k B! +3s a6- W! +3s e7- e8+k B! +2s e2- e1+K W! +1s e8- "
	  "e7+k B! +1s a6+N W! +1s e7- e8+k B! +1s b4:p +2s",
	  "Ke2@299 Ke7@299 Nc5*@298 Ke8@298 Ke1@297 Ke7@297 Na6*@296 Ke8@296" },
	{ "who was not seen to come was taken where he could have gone, rather than that a knight "
	  "gave himself away there",
	  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	  "b1- W! g8- f6+n B! h2- h3+P W! f6- d5+n B! h3- h4+P W! d5- c3+n B! +1s b2- c3:P W! +3s",
	  "Nc3*@299 Nf6*@299 h3@298 Nd5@298 h4@297 Nxc3@297 bxc3@296" },
	{ "nor does a knight take him whose hand rests there on his way",
	  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	  "b1- W! g8- f6+n B! h2- h3+P W! f6- d5+n B! h3- h4+P W! d5- c3+n +1s",
	  "Na3*@299 Nf6*@299 h3@298 Nd5@298 h4@297 Nc3~" },
};

START_TEST(relief_tale_keeps_the_record)
{
	midgame_check(&tales[_i]);
}
END_TEST

/* A rook was not seen to come. When he is seen again, it was to d1 that he had gone, however long ago. */
START_TEST(who_goes_on_tells_where_he_had_come_to_long_before)
{
	const int a1 = 0, d1 = 3, d5 = 35;
	struct story story;

	midgame_begin(&story, "6k1/pp6/8/8/8/8/PP6/R5K1 w - - 0 1");
	story_tell(&story, "scan GO(W) a1- W! +3s " KINGS_ROUND KINGS_ROUND);
	ck_assert_uint_eq(story.tracker->game.n_plies, 49);
	story_tell(&story, "g8- h8+k B! d5+R W! +3s ");
	ck_assert_uint_eq(story.tracker->plies[0].move, move_make(a1, d1, MOVE_NORMAL));
	ck_assert_uint_eq(story.tracker->plies[50].move, move_make(d1, d5, MOVE_NORMAL));
	story_end(&story, false);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("relief");
	TCase *tcase = tcase_create("relief");

	tcase_add_loop_test(tcase, relief_tale_keeps_the_record, 0,
	                    (int)(sizeof(tales) / sizeof(tales[0])));
	tcase_add_test(tcase, who_goes_on_tells_where_he_had_come_to_long_before);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
