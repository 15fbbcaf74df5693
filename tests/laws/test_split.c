/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One ply that the record has made two of, so that what was done by who presses may stand legally between them, or behind.
 */
#include <check.h>

#include "tests/laws/presser.h"
#include "tests/support.h"

#define SQ(file, rank) ((file) - 'a' + 8 * ((rank)-1))

static struct image image; /* that is judged */

/* The record has one ply more than presses: the last one. White pressed for the one before. */
static void
take(void)
{
	uint32_t n = game.n_plies;

	presser_press();
	press.next_us = TIME_UNKNOWN;
	press.n_plies = n - 2;
	press.last_move = plies[n - 3].move;
	game_position(&game, n - 2, &press.base);
	plies[n - 3].completed_us = press.turn_us;
	plies[n - 2].completed_us = press.t_us;
	plies[n - 1].completed_us = TIME_UNKNOWN;
	image_of(&game.now, &image);
	laws->image = press.turn = image;
}

static bool
is_split(enum deed_kind kind, int from)
{
	struct laws_press whole;
	struct deed deed;

	return evidence_of_split(laws, &press, &image, &whole, &deed) && deed.kind == kind &&
	       deed.from == from && deed.to != SQ_NONE;
}

/* Black's queen takes on g3, and White's king goes to h2. That she had gone to f4 first makes it legal. She stood on g3 when his turn
 * began, with another ply of each before it, or without. */
static void
tell_of_queen(bool with_more)
{
	presser_begin("2r3k1/8/3q4/8/8/6P1/P7/7K b - - 0 1");
	append("Qf4");
	if (with_more)
		append("a3"), append("Rc7");
	append("Kh2"), append("Qxg3+");
	take();
	image_put(&press.turn, SQ('h', 2), EMPTY);
	image_put(&press.turn, SQ('h', 1), WHITE_KING);
}

START_TEST(who_stood_there_when_the_turn_began_came_with_one_ply)
{
	for (int more = 0; more <= 1; more++) {
		tell_of_queen(more);
		ck_assert(is_split(DEED_KING_LEFT, SQ_H1));
		image_put(&press.turn, SQ('g', 3), WHITE_PAWN); /* she took afterwards */
		image_put(&press.turn, SQ('f', 4), BLACK_QUEEN);
		ck_assert(!is_split(DEED_KING_LEFT, SQ_H1));
		presser_end();
	}
}
END_TEST

/* White's bishop goes to a3, and Black answers; then White presses again. By the record he had gone to b2 first, and Black's knight
 * has moved since: but he stood on a3 before. It is the knight whom White has carried. */
START_TEST(who_presses_again_for_one_ply_has_carried_what_was_carried)
{
	presser_begin("4k3/8/8/8/8/8/7n/2B1K3 w - - 0 1");
	append("Bb2"), append("Kd8"), append("Ba3"), append("Ng4");
	take();
	image_put(&press.turn, SQ('g', 4), EMPTY);
	image_put(&press.turn, SQ('h', 2), BLACK_KNIGHT);
	ck_assert(is_split(DEED_WRONG_SIDE, SQ('h', 2)));
	image_put(&press.turn, SQ('a', 3), EMPTY);
	image_put(&press.turn, SQ('b', 2), WHITE_BISHOP);
	ck_assert(!is_split(DEED_WRONG_SIDE, SQ('h', 2)));
	presser_end();
}
END_TEST

/* White's queen is read on g4, where she might have gone at once. But the pawn on d4 is gone: she was there, and took him. */
START_TEST(who_has_taken_a_man_was_there)
{
	presser_begin("4k3/8/8/8/3p4/8/7n/3QK3 w - - 0 1");
	append("Qxd4"), append("Kf8"), append("Qg4"), append("Nf3+");
	take();
	image_put(&press.turn, SQ('f', 3), EMPTY);
	image_put(&press.turn, SQ('h', 2), BLACK_KNIGHT);
	ck_assert(!is_split(DEED_WRONG_SIDE, SQ('h', 2)));
	image_put(&image, SQ('d', 4), BLACK_PAWN);
	ck_assert(is_split(DEED_WRONG_SIDE, SQ('h', 2)));
	presser_end();
}
END_TEST

/* White's pawn went from a2 to a4, which is told when he has pressed, and again only for Black's knight. Was it read on a3 meanwhile?
 * The record has it there between. */
static bool
is_pawn_split(uint64_t read_us, uint64_t between_us)
{
	bool split;

	presser_begin("4k3/8/8/8/8/8/P6n/4K3 w - - 0 1");
	append("a3"), append("Kd8"), append("a4"), append("Ng4");
	take();
	plies[0].completed_us = TURN_US - 400000;
	image_put(&press.turn, SQ('a', 4), EMPTY);
	image_put(&press.turn, SQ('g', 4), EMPTY);
	image_put(&press.turn, SQ('h', 2), BLACK_KNIGHT);
	if (between_us < read_us)
		read_square(between_us, SQ('a', 3), WHITE_PAWN),
			read_square(between_us + 50000, SQ('a', 3), EMPTY);
	read_square(read_us, SQ('a', 4), WHITE_PAWN);
	split = is_split(DEED_WRONG_SIDE, SQ('h', 2));
	presser_end();
	return split;
}

START_TEST(who_is_read_there_as_soon_as_his_first_press_tells_has_not_gone_twice)
{
	ck_assert(is_pawn_split(TURN_US + 100000, TIME_UNKNOWN));
	ck_assert(is_pawn_split(TURN_US + 100000, TURN_US - 600000)); /* on its way */
	ck_assert(!is_pawn_split(TURN_US + 100000, TURN_US - 100000));
	ck_assert(!is_pawn_split(TURN_US + 600000, TIME_UNKNOWN));
}
END_TEST

/* The record has Black's king as the one who answered: but it was the knight who came first. */
START_TEST(of_two_men_the_one_who_came_last_was_carried)
{
	presser_begin("4k3/8/8/8/8/8/7n/2B1K3 w - - 0 1");
	append("Bb2"), append("Kd8"), append("Ba3"), append("Ng4");
	take();
	plies[1].made_us = TURN_US + 400000;
	plies[3].made_us = TURN_US + 100000;
	image_put(&press.turn, SQ('d', 8), EMPTY);
	image_put(&press.turn, SQ('e', 8), BLACK_KING);
	ck_assert(is_split(DEED_WRONG_SIDE, SQ('e', 8)));
	ck_assert(!is_split(DEED_WRONG_SIDE, SQ('h', 2)));
	presser_end();
}
END_TEST

/* By the record Black's rook went from a8 to b8, and on with his next ply; then White presses, and Black's king has moved. The rook
 * is read on sq from then on. */
static bool
is_out_of_turn(const char *second, int sq, uint64_t read_us)
{
	struct deed deed;
	bool sure;

	presser_begin("r3k3/8/8/8/8/8/8/4K3 b q - 0 1");
	append("Rb8"), append("Kf1"), append(second);
	presser_press();
	plies[0].completed_us = TURN_US - 1000000;
	read_square(read_us, sq, BLACK_ROOK);
	image = press.turn;
	image_put(&image, SQ('e', 8), EMPTY);
	image_put(&image, SQ('e', 7), BLACK_KING);
	deed_find(&press.base, &image, 0, &deed);
	ck_assert_int_eq(deed.kind, DEED_WRONG_SIDE);
	sure = evidence_is_sure(laws, &press, &image, &deed);
	presser_end();
	return sure;
}

/* White's own: his pawn has gone to h3 and on to h4, for which he pressed, and his rook has moved as well. */
static bool
is_second(uint64_t read_us)
{
	struct laws_press second;
	struct position turn;
	struct deed deed;
	bool found;

	presser_begin("6k1/8/8/8/8/8/7P/4R1K1 w - - 0 1");
	append("h3"), append("Kf8"), append("h4");
	presser_press();
	press.next_us = TIME_UNKNOWN;
	press.n_plies = 2;
	plies[0].completed_us = TURN_US - 100000;
	plies[1].completed_us = TURN_US;
	read_square(read_us, SQ('h', 4), WHITE_PAWN);
	image = press.turn;
	image_put(&image, SQ('e', 1), EMPTY);
	image_put(&image, SQ('c', 1), WHITE_ROOK);
	game_position(&game, 2, &turn);
	image_of(&turn, &press.turn);
	laws->image = image;
	laws->changed_us[SQ('e', 1)] = laws->changed_us[SQ('c', 1)] = PRESSED_US - 1000;
	found = evidence_of_more(laws, &press, 2, &image, &second, &deed) &&
	        deed.kind == DEED_WRONG_SIDE && deed.from == SQ('e', 1);
	presser_end();
	return found;
}

/* That was one ply, if the board told of it as soon as of what was pressed for first: and the other man's is the next. */
START_TEST(who_went_on_with_one_press_has_his_next_ply_yet)
{
	ck_assert(!is_out_of_turn("Rc8", SQ('c', 8), TURN_US - 900000));
	ck_assert(is_out_of_turn("Rc8", SQ('c', 8), TURN_US + 1000000));
	ck_assert(is_out_of_turn("Rb7", SQ('b', 7),
	                         TURN_US - 900000)); /* no rook goes there from a8 */
	ck_assert(!is_second(TURN_US + 100000));
	ck_assert(is_second(TURN_US + 3000000));
}
END_TEST

static Suite *
split_suite(void)
{
	Suite *suite = suite_create("split");
	TCase *tcase = tcase_create("split");

	tcase_add_test(tcase, who_stood_there_when_the_turn_began_came_with_one_ply);
	tcase_add_test(tcase, who_presses_again_for_one_ply_has_carried_what_was_carried);
	tcase_add_test(tcase,
	               who_is_read_there_as_soon_as_his_first_press_tells_has_not_gone_twice);
	tcase_add_test(tcase, who_has_taken_a_man_was_there);
	tcase_add_test(tcase, of_two_men_the_one_who_came_last_was_carried);
	tcase_add_test(tcase, who_went_on_with_one_press_has_his_next_ply_yet);
	suite_add_tcase(suite, tcase);
	return suite;
}

int
main(void)
{
	return test_run(split_suite());
}
