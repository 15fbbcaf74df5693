/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * When did a man leave his square, if others were read there since?
 */
#include <check.h>

#include "core/tracker/explain/explain.h"
#include "tests/support.h"
#include "tests/tracker/story.h"

#define SQ_E5 36

START_TEST(a_man_left_when_nobody_was_read_first)
{
	struct evidence evidence = { 0 };
	uint64_t left_us;

	explain_note(&evidence, SQ_E5, WHITE_KNIGHT, 1, 100);
	explain_note(&evidence, SQ_E5, EMPTY, 2, 200);
	ck_assert_uint_eq(explain_left(&evidence, SQ_E5, WHITE_KNIGHT, &left_us), 2);
	ck_assert_uint_eq(left_us, 200);

	/* Another one comes and goes: that is not his leaving. */
	explain_note(&evidence, SQ_E5, WHITE_PAWN, 3, 300);
	explain_note(&evidence, SQ_E5, EMPTY, 4, 400);
	ck_assert_uint_eq(explain_left(&evidence, SQ_E5, WHITE_KNIGHT, &left_us), 2);
	ck_assert_uint_eq(left_us, 200);
	ck_assert_uint_eq(explain_left(&evidence, SQ_E5, WHITE_PAWN, &left_us), 4);
	ck_assert_uint_eq(left_us, 400);

	/* He is back, is taken for another, and leaves when nobody is read. */
	explain_note(&evidence, SQ_E5, WHITE_KNIGHT, 5, 500);
	explain_note(&evidence, SQ_E5, WHITE_PAWN, 6, 600);
	explain_note(&evidence, SQ_E5, EMPTY, 7, 700);
	ck_assert_uint_eq(explain_left(&evidence, SQ_E5, WHITE_KNIGHT, &left_us), 7);
	ck_assert_uint_eq(left_us, 700);
}
END_TEST

START_TEST(of_who_was_never_read_it_is_when_nobody_was_last)
{
	struct evidence evidence = { 0 };
	uint64_t left_us;

	explain_note(&evidence, SQ_E5, EMPTY, 1, 100);
	explain_note(&evidence, SQ_E5, WHITE_PAWN, 2, 200);
	explain_note(&evidence, SQ_E5, EMPTY, 3, 300);
	ck_assert_uint_eq(explain_left(&evidence, SQ_E5, WHITE_KNIGHT, &left_us), 3);
	ck_assert_uint_eq(left_us, 300);
}
END_TEST

/* The knight goes where he is not read. Taking on e4, Black drags the pawn over e5. */
static const struct tale tales[] = {
	{ "who was not seen to come had left before another was drawn over his square",
	  "start GO(W) e2- e4+P W! e7- e5+p B! g1- f3+N W! g8- f6+n B! f3- e5- e5+N W! d7- d6+p B! "
	  "+300ms e5- +1300ms {W!} +330ms {f6-} +770ms {e4-} {+20ms e5+P} +190ms {e4+n} {+10ms "
	  "e5-} +260ms {B!} +530ms {c2-} +430ms {c4+P} +750ms {W!} +400ms {b8-} +360ms {c6+n} "
	  "+110ms {B!} +600ms {d2-} +230ms {d3+P} +250ms {W!} +3s",
	  "e4@299 e5@299 Nf3@298 Nf6@298 Nxe5@297 d6@297 Nf3* Nxe4*@296 c4*@295 Nc6@295 d3@294" },
};

START_TEST(each_one_holds)
{
	story_check(&tales[_i]);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("evidence");
	TCase *tcase = tcase_create("left");

	tcase_add_test(tcase, a_man_left_when_nobody_was_read_first);
	tcase_add_test(tcase, of_who_was_never_read_it_is_when_nobody_was_last);
	tcase_add_loop_test(tcase, each_one_holds, 0, (int)(sizeof(tales) / sizeof(tales[0])));
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
