/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A board that is switched on when a game has just begun.
 */
#include <check.h>

#include "tests/support.h"
#include "tests/tracker/story.h"

static const struct tale tales[] = {
	{ "a ply of each player was made before, and is known",
	  "men e2=. e4=P e7=. e5=p scan GO(W) +1s g1- f3+N W! b8- c6+n B!",
	  "e4 e5 Nf3@299 Nc6@299" },
	{ "and where a recording may begin in mid-game",
	  "any-start men e2=. e4=P e7=. e5=p scan GO(W) +6s g1- f3+N W! b8- c6+n B!",
	  "e4 e5 Nf3@299 Nc6@299" },
	{ "that of him whose time runs is not over",
	  "men e2=. e4=P e7=. e5=p scan GO(B) +2s e5- e6+p B! g1- f3+N W! +2s",
	  "e4 e6@299 Nf3@299" },
	{ "while no clock runs men are being set up", "men e2=. e4=P e7=. e5=p scan +20s", "" },
	{ "an array of the 960, where one was drawn, castles as it does",
	  "chess960 men a1=B b1=B c1=N d1=N e1=R f1=K g1=R h1=Q a8=b b8=b c8=n d8=n e8=r f8=k g8=r "
	  "h8=q scan GO(W) f1- g1- g1+K f1+R W! e7- e5+p B! +3s",
	  "O-O@299 e5@299" },
	{ "and begins no game where none was",
	  "men a1=B b1=B c1=N d1=N e1=R f1=K g1=R h1=Q a8=b b8=b c8=n d8=n e8=r f8=k g8=r "
	  "h8=q scan GO(W) f1- g1- g1+K f1+R W! e7- e5+p B! +3s",
	  "" },
	{ "behind more plies nobody knows their order: the record begins with what stood there",
	  "men e2=. e4=P e7=. e5=p g1=. f3=N scan GO(B) +8s b8- c6+n B! f1- b5+B W! +2s",
	  "Nc6@299 Bb5@299" },
	{ "nor does one man's absence make a ply of his opponent's",
	  "men e2=. e4=P b8=. scan GO(B) +2s b8+n +1s e7- e5+p B! g1- f3+N W!",
	  "e4 e5@299 Nf3@299" },
};

START_TEST(opening_keeps_the_record)
{
	story_check(&tales[_i]);
}
END_TEST

START_TEST(opening_is_seen_from_either_end)
{
	struct story story;

	story_begin(&story);
	story.turned = true;
	story_tell(&story, "men e2=. e4=P e7=. e5=p scan GO(W) +1s g1- f3+N W! +2s");
	ck_assert_str_eq(story_end(&story, false), "e4 e5 Nf3@299");
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("opened");
	TCase *tcase = tcase_create("opened");

	tcase_add_loop_test(tcase, opening_keeps_the_record, 0, sizeof(tales) / sizeof(tales[0]));
	tcase_add_test(tcase, opening_is_seen_from_either_end);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
