/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Men put down when the clock had been stopped: the last ply, told of late, or a king laid down, or moves that are only shown.
 */
#include <check.h>

#include "tests/support.h"
#include "tests/tracker/midgame.h"
#include "tests/tracker/story.h"

#define KINGS "6k1/p4ppp/8/8/8/8/P4PPP/6K1 w - - 0 30"

#define PLAYED    "a2- a3+P W! a7- a6+p B! +2s "
#define TO_PLAYED "a3@299 a6@299"

/* Each press is heard 900 ms behind the man for whom it was, and so may the stop be. */
#define LATE_CLOCK                                                                                 \
	"{a2- a3+P +900ms W! a7- a6+p +900ms B! f2- f3+P +900ms W! f7- f6+p +900ms B! g2- g3+P "   \
	"+900ms W! g7- g6+p +900ms B! h2- h3+P +900ms W! h7- h6+p +900ms B!} +3s "
#define TO_LATE_CLOCK "a3@299 a6@299 f3@298 f6@298 g3@297 g6@297 h3@296 h6@296"

static const struct midgame_tale tales[] = {
	{ "who was in the air at the stop, and comes at once, has been played", KINGS,
	  PLAYED "g1- STOP h1+K +5s", TO_PLAYED " Kh1~" },
	{ "who stood until the clock had stood for longer than a scan has not", KINGS,
	  PLAYED "STOP +650ms g1- h1+K +5s", TO_PLAYED },
	{ "who was taken up behind the stop, but may have been before: nobody knows", KINGS,
	  PLAYED "STOP +100ms g1- h1+K +5s", TO_PLAYED " Kh1~*" },
	{ "he is put back, however late: it was no ply", KINGS,
	  PLAYED "g1- STOP h1+K +4s h1- g1+K +5s", TO_PLAYED },
	{ "he lies there, and is taken off the board", KINGS,
	  PLAYED "STOP +400ms g1- +100ms h1+K +3s h1- +2s", TO_PLAYED },
	{ "or the men are put away behind a last ply that was told of late: it stays, in doubt",
	  KINGS, PLAYED "g1- STOP h1+K +3s h1- +2s", TO_PLAYED " Kh1~*" },
	{ "one that was told of before the stop stays, too: a king's, for which nobody presses, is "
	  "in doubt",
	  KINGS, PLAYED "g1- h1+K STOP +3s h1- +2s", TO_PLAYED " Kh1~*" },
	{ "and where he stays, for he may lie there", KINGS, PLAYED "+9s g1- h1+K +3s STOP +5s",
	  TO_PLAYED " Kh1~*" },
	{ "but not another man", KINGS, PLAYED "+9s h2- h3+P +3s STOP +5s", TO_PLAYED " h3~" },
	{ "nor a king who was pressed for", KINGS, PLAYED "+9s g1- h1+K W! +3s STOP +5s",
	  TO_PLAYED " Kh1@298" },
	{ "a clock that tells late tells late of the stop, too: he is put back, and was laid down",
	  KINGS, LATE_CLOCK "{g1- +200ms h1+K +300ms STOP} +2s h1- g1+K +5s", TO_LATE_CLOCK },
	{ "or taken off: it is in doubt", KINGS,
	  LATE_CLOCK "{g1- +200ms h1+K +300ms STOP} +2s h1- +5s", TO_LATE_CLOCK " Kh1~*" },
	{ "who came long before it may have been played", KINGS,
	  LATE_CLOCK "{g1- +200ms h1+K +1200ms STOP} +2s h1- g1+K +5s", TO_LATE_CLOCK " Kh1~*" },
	{ "who goes on behind that was only shown", KINGS,
	  PLAYED "STOP +400ms g1- +100ms f1+K +2s f1- e2+K +5s", TO_PLAYED },
};

#define KING_LAST "start e2- e4+P +1s e7- e5+p +1s e1- e2+K +3s "

/* Without a clock; at the end of the stream, or of the game. */
static const struct tale clockless[] = {
	{ "without a clock a king who stands to the end has been played", KING_LAST, "e4 e5 Ke2~" },
	{ "who is taken off as the first may have been laid down", KING_LAST "e2- +3s",
	  "e4 e5 Ke2~*" },
	{ "also when the men are put away behind him", KING_LAST "e2- +1s e4- e5- +1s start",
	  "e4 e5 Ke2~* | " },
	{ "but not with the others", KING_LAST "e5- +1s e2- +3s", "e4 e5 Ke2~" },
};

START_TEST(stopped_tale_keeps_the_record)
{
	midgame_check(&tales[_i]);
}
END_TEST

START_TEST(stopped_without_a_clock_the_last_ply_may_be_none)
{
	const struct tale *tale = &clockless[_i];
	struct story story;

	story_begin(&story);
	story_tell(&story, tale->script);
	ck_assert_str_eq(story_end(&story, true), tale->record);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("stopped");
	TCase *tcase = tcase_create("stopped");

	tcase_add_loop_test(tcase, stopped_tale_keeps_the_record, 0,
	                    (int)(sizeof(tales) / sizeof(tales[0])));
	tcase_add_loop_test(tcase, stopped_without_a_clock_the_last_ply_may_be_none, 0,
	                    (int)(sizeof(clockless) / sizeof(clockless[0])));
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
