/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/laws/mating.h"

#include <check.h>
#include <stdlib.h>

#include "tests/support.h"

START_TEST(positions_that_cannot_be_asked_about_have_no_answer)
{
	struct mating *mating = malloc(sizeof(*mating));
	enum verdict_answer answers[2];
	struct position position;

	position_start(&position);
	mating_ask(mating, &position, MATING_NODES_PLY, answers);
	ck_assert(answers[WHITE] == VERDICT_YES && answers[BLACK] == VERDICT_YES);
	/* White has no king. */
	position.by_type[KING] &= ~sq_bit(SQ_E1);
	position.by_color[WHITE] &= ~sq_bit(SQ_E1);
	mating_ask(mating, &position, MATING_NODES_PLY, answers);
	ck_assert(answers[WHITE] == VERDICT_UNKNOWN && answers[BLACK] == VERDICT_UNKNOWN);
	mating_ask_quick(mating, &position, answers);
	ck_assert(answers[WHITE] == VERDICT_UNKNOWN && answers[BLACK] == VERDICT_UNKNOWN);
	free(mating);
}
END_TEST

static Suite *
mating_suite(void)
{
	Suite *suite = suite_create("mating");
	TCase *tcase = tcase_create("mating");

	tcase_add_test(tcase, positions_that_cannot_be_asked_about_have_no_answer);
	suite_add_tcase(suite, tcase);
	return suite;
}

int
main(void)
{
	return test_run(mating_suite());
}
