/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Who is not read where he stands: is he in a hand, or does his square not read him?
 */
#include "core/tracker/mend/lifted.h"

#include <check.h>

#include "core/chess/bits.h"
#include "core/tracker/tracker_state.h"
#include "tests/support.h"
#include "tests/tracker/story.h"

#define SQ_D2 11

static const struct {
	const char *script;
	bool lifted;
} hands[] = {
	{ "g1- f3+N W! +1s b8- c6+n B! +1s d2-", true },
	{ "d2- +1s g1- f3+N W! +1s b8- c6+n B!", false }, /* nobody moves with a man in his hand */
	{ "{ d2- g1- } f3+N W! +1s b8- c6+n B!", true },  /* nor does a scan tell who was first */
	{ "d2- +1s g1- f3+N W! +1s b8- c6+n B! d3+P d3-", true }, /* seen since */
};

START_TEST(who_was_not_read_before_his_player_moved_last_is_in_no_hand)
{
	struct story story;

	story_begin(&story);
	story_tell(&story, "start GO(W) e2- e4+P W! e7- e5+p B! +1s");
	story_tell(&story, hands[_i].script);
	ck_assert_uint_eq(story.tracker->game.n_plies, 4);
	ck_assert_uint_eq(lifted_men(story.tracker, sq_bit(SQ_D2)),
	                  hands[_i].lifted ? sq_bit(SQ_D2) : 0);
	story_end(&story, false);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("lifted");
	TCase *tcase = tcase_create("hands");

	tcase_add_loop_test(tcase, who_was_not_read_before_his_player_moved_last_is_in_no_hand, 0,
	                    (int)(sizeof(hands) / sizeof(hands[0])));
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
