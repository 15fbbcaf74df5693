/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Who ceases to be read where he was put down, while play goes on, may stand on the square beside it.
 */
#include <check.h>

#include "core/tracker/mend/edge.h"
#include "core/tracker/tracker_state.h"
#include "tests/support.h"
#include "tests/tracker/midgame.h"
#include "tests/tracker/story.h"

#define QUEEN "4k3/8/3p4/8/8/8/3Q4/4K3 w - - 0 30"
#define REPLY " e8- e7+k B! +3s"

static const struct {
	const char *fen, *script;
	bool doubtful;
} cases[] = {
	{ QUEEN, "d2- d5+Q W! +900ms d5- +3s" REPLY, true }, /* it hardly failed in a second */
	{ QUEEN, "d2- d5+Q W! +4s d5- +3s" REPLY, false },
	/* She took on d6, it may be, which does not read. */
	{ QUEEN, "d6- +5s d2- d5+Q W! +4s d5- +3s" REPLY, true },
	{ QUEEN, "d6- +5s d2- d3+Q W! +4s d3- +3s" REPLY, false }, /* that is not beside it */
	/* She was only taken up meanwhile. */
	{ QUEEN, "d2- d5+Q W! +900ms d5- +2s d5+Q +1s" REPLY, false },
};

START_TEST(who_is_not_read_any_more_may_stand_beside_his_square)
{
	struct story story;

	midgame_begin(&story, cases[_i].fen);
	story_tell(&story, "scan GO(W)");
	story_tell(&story, cases[_i].script);
	ck_assert_uint_ge(story.tracker->game.n_plies, 1);
	ck_assert_uint_eq(story.tracker->plies[0].doubtful, cases[_i].doubtful ? DOUBT_RIVAL : 0);
	story_end(&story, false);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("edge");
	TCase *tcase = tcase_create("cases");

	tcase_add_loop_test(tcase, who_is_not_read_any_more_may_stand_beside_his_square, 0,
	                    (int)(sizeof(cases) / sizeof(cases[0])));
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
