/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * On a board that knows no men, he who comes to a square is none who leaves his own later.
 */
#include <check.h>
#include <string.h>

#include "tests/laws/presser.h"
#include "tests/support.h"

#define SQ_A3 (SQ_A1 + 16)

/* What such a board reads where the men of *position stand. */
static void
image_without_men(const struct position *position, struct image *ret_image)
{
	uint8_t squares[64];

	position_placement(position, squares);
	for (int sq = 0; sq < 64; sq++)
		squares[sq] = squares[sq] == EMPTY ? EMPTY : SOME_MAN;
	image_from(ret_image, squares, false);
}

/* White's rook is told to have left h1, and somebody to have come to a3 so long after, in ms: is it told of the rook? */
static bool
is_told(int after_ms)
{
	const uint64_t left_us = TURN_US + 3000000;
	struct deed deed;
	struct image image;
	bool told;

	presser_begin("4k3/7p/8/8/8/8/8/4K2R b - - 0 1");
	append("Kd8");
	presser_press();
	image_without_men(&game.now, &press.turn);
	image = press.turn;
	image_put(&image, SQ_H1, EMPTY), image_put(&image, SQ_A3, SOME_MAN);
	read_square(TURN_US - 1000000, SQ_H1, SOME_MAN);
	if (after_ms < 0)
		read_square(left_us - (uint64_t)-after_ms * 1000, SQ_A3, SOME_MAN);
	read_square(left_us, SQ_H1, EMPTY);
	if (after_ms >= 0)
		read_square(left_us + (uint64_t)after_ms * 1000, SQ_A3, SOME_MAN);
	deed_find(&press.base, &image, 0, &deed);
	ck_assert_int_eq(deed.kind, DEED_ILLEGAL);
	told = evidence_is_sure(laws, &press, &image, &deed);
	presser_end();
	return told;
}

/* Of two squares the scan may tell of the second one first, but no more than a round before. */
START_TEST(who_comes_has_left_before)
{
	ck_assert(is_told(300));
	ck_assert(is_told(-100));
	ck_assert(!is_told(-CONTACTS_SLOWEST_US / 1000 - 100));
}
END_TEST

static Suite *
unnamed_suite(void)
{
	Suite *suite = suite_create("unnamed");
	TCase *tcase = tcase_create("unnamed");

	tcase_add_test(tcase, who_comes_has_left_before);
	suite_add_tcase(suite, tcase);
	return suite;
}

int
main(void)
{
	return test_run(unnamed_suite());
}
