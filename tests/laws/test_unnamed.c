/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Of a board that knows no men: who they were, by when squares lost them and got them.
 */
#include <check.h>
#include <string.h>

#include "core/laws/conduct/named.h"
#include "tests/laws/presser.h"
#include "tests/support.h"

#define SQ_A3 (SQ_A1 + 16)
#define SQ_E3 (SQ_E1 + 16)
#define SQ_D5 (SQ_D1 + 32)
#define SQ_D7 (SQ_D1 + 48)

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

/* Is it a guess that White's knight has taken on d5, where a man has, or has not, been read to go? */
static bool
is_guess(bool went)
{
	bool guess;

	presser_begin("3k4/8/8/3p4/8/4N3/8/4K3 b - - 0 1");
	laws->image.occupancy_only = true;
	append("Kd7");
	presser_press();
	append("Nxd5");
	image_without_men(&press.base, &press.turn);
	read_square(TURN_US - 1000000, SQ_D5, SOME_MAN);
	read_square(TURN_US - 1000000, SQ_E3, SOME_MAN);
	read_square(TURN_US + 2000000, SQ_E3, EMPTY);
	if (went) {
		read_square(TURN_US + 2500000, SQ_D5, EMPTY);
		read_square(TURN_US + 3000000, SQ_D5, SOME_MAN);
	}
	guess = presses_is_guess(laws, &press, 1);
	presser_end();
	return guess;
}

/* He has left his square: he may have gone to another one, which the board lacks. */
START_TEST(who_takes_a_man_whom_nobody_saw_go_is_guessed_to)
{
	ck_assert(is_guess(false));
	ck_assert(!is_guess(true));
}
END_TEST

/* The opponent's pawn is reported in this turn, and taken: it is he who was touched, not somebody. */
START_TEST(who_came_with_the_ply_that_is_answered_is_he)
{
	struct contacts named;
	struct named_turn turn = { .from_us = TURN_US };

	presser_begin("3k4/3p4/8/8/8/4N3/8/4K3 b - - 0 1");
	read_square(TURN_US - 1000000, SQ_E3, SOME_MAN);
	read_square(TURN_US - 1000000, SQ_D7, SOME_MAN);
	append("d5");
	read_square(TURN_US + 100000, SQ_D7, EMPTY);
	read_square(TURN_US + 200000, SQ_D5, SOME_MAN);
	turn.before = &game.now;
	read_square(TURN_US + 2000000, SQ_D5, EMPTY);
	named_men(&laws->conduct.contacts, &turn, &named);
	ck_assert_uint_eq(contacts_at(&named, named.n - 1)->before, piece_make(BLACK, PAWN));
	presser_end();
}
END_TEST

static Suite *
unnamed_suite(void)
{
	Suite *suite = suite_create("unnamed");
	TCase *tcase = tcase_create("unnamed");

	tcase_add_test(tcase, who_comes_has_left_before);
	tcase_add_test(tcase, who_takes_a_man_whom_nobody_saw_go_is_guessed_to);
	tcase_add_test(tcase, who_came_with_the_ply_that_is_answered_is_he);
	suite_add_tcase(suite, tcase);
	return suite;
}

int
main(void)
{
	return test_run(unnamed_suite());
}
