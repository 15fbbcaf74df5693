/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * With which ply a turn began, where the record lacks it or has another one: the board has told of it.
 */
#include <check.h>

#include "core/chess/fen.h"
#include "tests/laws/presser.h"
#include "tests/support.h"

#define SQ_C5 (SQ_C1 + 32)
#define SQ_C6 (SQ_C1 + 40)
#define SQ_B8 (SQ_A1 + 57)
#define SQ_F8 (SQ_F1 + 56)

static void
show(uint64_t t_us, int sq, uint8_t piece)
{
	read_square(t_us, sq, piece);
	image_put(&laws->image, sq, piece);
	laws->changed_us[sq] = t_us;
}

/* White has pressed for e4, Black has played Nc6, the knight read at came_us, and White has carried Black's bishop to c5 and pressed. The
 * record has `instead` for Black's ply, or NULL. */
static bool
is_found(const char *instead, uint64_t came_us, struct deed *ret_deed)
{
	struct laws_press turn;
	bool found;

	presser_begin(FEN_START);
	append("Nf3"), append("e5"), append("e4");
	position_placement(&game.now, laws->conduct.contacts.squares);
	image_of(&game.now, &laws->image);
	presser_press();
	press.follows = true;
	press.own_us = plies[2].completed_us;
	press.next_us = TIME_UNKNOWN;
	show(TURN_US - 300000, SQ_B8, EMPTY);
	press.turn = laws->image;
	show(came_us, SQ_C6, BLACK_KNIGHT);
	show(PRESSED_US - 400000, SQ_F8, EMPTY);
	show(PRESSED_US + 200000, SQ_C5, BLACK_BISHOP);
	if (instead)
		append(instead), plies[3].completed_us = TURN_US;
	found = evidence_of_turn(laws, &press, &laws->image, &turn, ret_deed);
	ck_assert(!found ||
	          (turn.n_plies == 4 && turn.last_move == move_make(SQ_B8, SQ_C6, MOVE_NORMAL)));
	presser_end();
	return found;
}

START_TEST(a_ply_that_the_board_has_told_of_was_played)
{
	static const char *const instead[] = { NULL, "Na6" };
	struct deed deed;

	for (size_t i = 0; i < 2; i++) {
		ck_assert(is_found(instead[i], TURN_US + 200000, &deed));
		ck_assert_int_eq(deed.kind, DEED_WRONG_SIDE);
		ck_assert(deed.from == SQ_F8 && deed.to == SQ_C5);
		/* Too late: White may have put him there. */
		ck_assert(!is_found(instead[i], PRESSED_US - 600000, &deed));
	}
}
END_TEST

static Suite *
answered_suite(void)
{
	Suite *suite = suite_create("answered");
	TCase *tcase = tcase_create("answered");

	tcase_add_test(tcase, a_ply_that_the_board_has_told_of_was_played);
	suite_add_tcase(suite, tcase);
	return suite;
}

int
main(void)
{
	return test_run(answered_suite());
}
