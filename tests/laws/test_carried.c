/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whose hand carried one of the opponent's men: that of who has pressed, or the opponent's own.
 */
#include <check.h>

#include "core/chess/fen.h"
#include "tests/laws/presser.h"
#include "tests/support.h"

/* White, whose turn it is by the record, has pressed; his turn began with its last ply, which was pressed for at TURN_US. */
static void
pressed(void)
{
	plies[game.n_plies - 1].completed_us = TURN_US;
	presser_press();
	image_of(&game.now, &laws->image);
	position_placement(&game.now, laws->conduct.contacts.squares);
}

static bool
is_nothing_sure(void)
{
	const struct deed nothing = { .kind = DEED_NONE };

	return evidence_is_sure(laws, &press, &laws->image, &nothing);
}

/* White lifted a pawn, pressed, and is read nowhere; Black's bishop was carried: by Black, who answers. */
START_TEST(who_is_away_with_his_press_has_moved)
{
	const int a2 = SQ_A1 + 8, f8 = SQ_F1 + 56, e7 = SQ_E1 + 48;
	struct image image;
	struct deed deed = { .kind = DEED_WRONG_SIDE, .from = (uint8_t)f8, .to = (uint8_t)e7 };

	presser_begin(FEN_START);
	append("e4"), append("e5"), append("Nf3"), append("Nc6"), append("Bc4"), append("Nf6");
	pressed();
	image = press.turn;
	image_put(&image, a2, EMPTY);
	image_put(&image, f8, EMPTY);
	image_put(&image, e7, BLACK_BISHOP);
	position_placement(&game.now, laws->conduct.contacts.squares);
	read_square(PRESSED_US + 2000000, a2, EMPTY); /* only afterwards: he stood there */
	ck_assert(!evidence_has_moved(laws, &press, &image, &deed));
	contacts_init(&laws->conduct.contacts);
	position_placement(&game.now, laws->conduct.contacts.squares);
	read_square(PRESSED_US - 1000000, a2, EMPTY);
	ck_assert(evidence_has_moved(laws, &press, &image, &deed));
	image_put(&image, a2, WHITE_PAWN); /* he is back */
	ck_assert(!evidence_has_moved(laws, &press, &image, &deed));
	/* Or taken up just before Black's press was heard, when Black may have moved: then it was Black who took the man of his
	 * last ply on. */
	contacts_init(&laws->conduct.contacts);
	position_placement(&game.now, laws->conduct.contacts.squares);
	image_put(&image, a2, EMPTY);
	plies[5].made_us = press.turn_us + 100000;
	read_square(press.turn_us - 50000, a2, EMPTY);
	ck_assert(!evidence_has_moved(laws, &press, &image, &deed));
	deed.from = SQ_F1 + 40, deed.to = SQ_G1 + 24;
	ck_assert(evidence_has_moved(laws, &press, &image, &deed));
	plies[5].made_us = press.turn_us + 1000000;
	ck_assert(!evidence_has_moved(laws, &press, &image, &deed));
	presser_end();
}
END_TEST

#define SQ_D6 (SQ_D1 + 40)
#define SQ_E7 (SQ_E1 + 48)

/* Black's queen went to e7, pressed for, and stands on d6, where she might have gone as well. */
START_TEST(who_stood_elsewhere_with_his_press_may_have_been_carried_on)
{
	presser_begin("3q2k1/7p/8/8/8/8/7P/6K1 w - - 0 1");
	append("h3"), append("Qd6");
	pressed();
	laws->changed_us[SQ_D6] = TURN_US + 500000;
	ck_assert(is_nothing_sure());
	image_put(&press.turn, SQ_D6, EMPTY);
	image_put(&press.turn, SQ_E7, BLACK_QUEEN);
	ck_assert(!is_nothing_sure());
	laws->changed_us[SQ_D6] = TURN_US + 50000; /* too soon for another hand */
	ck_assert(is_nothing_sure());
	laws->changed_us[SQ_D6] = TURN_US + 500000;
	image_put(&press.turn, SQ_E7, EMPTY);
	image_put(&press.turn, SQ_D6 + 8, BLACK_QUEEN); /* on her way to it */
	ck_assert(is_nothing_sure());
	presser_end();
}
END_TEST

/* She is first read on d7, on her way, when Black has pressed, or before, and then on d6. */
static bool
may_be_carried(uint64_t read_us)
{
	struct contacts *contacts = &laws->conduct.contacts;
	struct deed deed;

	contacts->ring[contacts->n++] =
		(struct contact){ .t_us = read_us, .sq = SQ_D6 + 8, .after = BLACK_QUEEN };
	return evidence_may_have_carried(laws, &press, &deed) && deed.from == SQ_D6 + 16 &&
	       deed.to == SQ_D6 && (deed.squares & sq_bit(SQ_D6 + 8)) != 0;
}

START_TEST(who_is_first_read_when_pressed_for_has_stood_there)
{
	presser_begin("3q2k1/7p/8/8/8/8/7P/6K1 w - - 0 1");
	append("h3"), append("Qd6");
	pressed();
	image_put(&press.turn, SQ_D6, EMPTY);
	laws->changed_us[SQ_D6] = TURN_US + 500000;
	ck_assert(!may_be_carried(TURN_US - 30000));
	ck_assert(may_be_carried(TURN_US + 30000));
	laws->changed_us[SQ_D6] = TURN_US + 50000; /* too soon for another hand */
	ck_assert(!may_be_carried(TURN_US + 40000));
	presser_end();
}
END_TEST

/* White pressed as soon as Black's queen was read, and not with Black's press: Black may have played her to where nobody read
 * her. */
START_TEST(who_comes_with_the_next_press_may_have_been_brought)
{
	presser_begin("3q2k1/7p/8/8/8/8/7P/6K1 w - - 0 1");
	append("h3"), append("Qd6");
	pressed();
	image_put(&press.turn, SQ_D6, EMPTY);
	laws->changed_us[SQ_D6] = PRESSED_US - 100000;
	ck_assert(!is_nothing_sure());
	laws->changed_us[SQ_D6] = PRESSED_US - 200000; /* he pressed for himself */
	ck_assert(is_nothing_sure());
	presser_end();
}
END_TEST

/* Black's king was taken up in his turn, and nobody reads where he went; his bishop went to c5 only when that had been pressed
 * for, and it is he whom the record takes for Black's ply. */
START_TEST(who_went_when_another_had_been_played_may_have_been_carried)
{
	const int g8 = SQ_G1 + 56, c5 = SQ_A1 + 34;

	presser_begin("6k1/4b2p/8/8/8/8/7P/6K1 w - - 0 1");
	append("h3"), append("Bc5+");
	pressed();
	laws->changed_us[c5] = TURN_US + 500000;
	image_put(&press.turn, c5, EMPTY);
	image_put(&press.turn, SQ_E7, BLACK_BISHOP);
	ck_assert(is_nothing_sure());
	image_put(&press.turn, g8, EMPTY), image_put(&laws->image, g8, EMPTY);
	laws->changed_us[g8] = TURN_US - 200000;
	ck_assert(!is_nothing_sure());
	laws->changed_us[g8] = 500000; /* he has not been read for long */
	ck_assert(is_nothing_sure());
	presser_end();
}
END_TEST

/* Black's queen was read on c7 when the turn began, and has come to d6 in it, where the record has had her for long. */
START_TEST(who_was_read_elsewhere_when_the_turn_began_may_have_been_carried)
{
	const int c7 = SQ_C1 + 48;

	presser_begin("3q2k1/7p/8/8/8/8/7P/6K1 b - - 0 1");
	append("Qd6"), append("h3"), append("Kg7");
	pressed();
	image_put(&press.turn, SQ_D6, EMPTY);
	laws->changed_us[SQ_D6] = TURN_US + 900000;
	ck_assert(is_nothing_sure()); /* the sensor reads her again */
	image_put(&press.turn, c7, BLACK_QUEEN);
	laws->changed_us[c7] = TURN_US + 600000;
	ck_assert(!is_nothing_sure());
	image_put(&laws->image, c7, BLACK_QUEEN); /* and still does, on two squares */
	ck_assert(is_nothing_sure());
	presser_end();
}
END_TEST

/* What the record has for Black's ply: none; that to where he is read; or that, and pressed for, as nothing else leads there. */
enum guess { GUESSED_NOTHING, GUESSED, GUESSED_AND_PRESSED, GUESSES };

/* Black has pressed with his bishop off f8, White presses, and the bishop is read on d6 then: who put him there? taken_us: White's pawn
 * on b4 has been read until then; TIME_UNKNOWN: it still is. */
static bool
is_brought(uint64_t came_us, enum guess guess, uint64_t taken_us)
{
	const int f8 = SQ_F1 + 56, b4 = SQ_A1 + 25;
	struct laws_press before;
	struct deed deed;
	bool brought;

	presser_begin(FEN_START);
	append("Nf3"), append("e5"), append("b4");
	presser_press();
	press.follows = true;
	press.next_us = TIME_UNKNOWN;
	image_put(&press.turn, f8, EMPTY);
	image_of(&game.now, &laws->image);
	image_put(&laws->image, f8, EMPTY), image_put(&laws->image, SQ_D6, BLACK_BISHOP);
	laws->changed_us[f8] = TURN_US - 300000;
	laws->changed_us[SQ_D6] = came_us;
	if (taken_us != TIME_UNKNOWN)
		image_put(&laws->image, b4, EMPTY), laws->changed_us[b4] = taken_us;
	if (came_us <= TURN_US + 500000)
		read_square(came_us, SQ_D6, BLACK_BISHOP);
	if (guess != GUESSED_NOTHING) {
		append("Bd6");
		plies[3].completed_us = guess == GUESSED ? TIME_UNKNOWN : TURN_US;
	}
	brought = evidence_was_brought(laws, &press, &before, &deed);
	ck_assert(!brought || (deed.from == f8 && deed.to == SQ_D6 && before.n_plies == 4));
	presser_end();
	return brought;
}

/* Too late for Black, and in time for White. */
START_TEST(who_comes_when_his_player_had_pressed_long_ago_may_have_been_brought)
{
	for (enum guess guess = GUESSED_NOTHING; guess < GUESSES; guess++) {
		ck_assert(is_brought(PRESSED_US - 500000, guess, TIME_UNKNOWN));
		ck_assert(is_brought(PRESSED_US + 300000, guess, TIME_UNKNOWN));
		ck_assert(!is_brought(TURN_US + 300000, guess, TIME_UNKNOWN));
		ck_assert(!is_brought(PRESSED_US + 3000000, guess, TIME_UNKNOWN));
	}
}
END_TEST

/* He has taken the pawn on b4, and was not read there. It may be in White's hand when it leaves its square in White's turn. */
START_TEST(who_took_a_man_unread_may_have_been_brought_from_there)
{
	ck_assert(is_brought(PRESSED_US - 500000, GUESSED_NOTHING, TURN_US + 200000));
	ck_assert(!is_brought(PRESSED_US - 500000, GUESSED_NOTHING, PRESSED_US - 1000000));
	ck_assert(!is_brought(TURN_US + 300000, GUESSED_NOTHING, TURN_US + 200000));
}
END_TEST

/* Black's bishop and knight have moved: one of them Black's ply, which the record has as the knight's, the other in White's turn. */
static uint64_t
either(uint64_t knight_us, uint64_t bishop_us)
{
	const int f8 = SQ_F1 + 56, c6 = SQ_C1 + 40;
	const struct deed deed = {
		.kind = DEED_WRONG_SIDE, .from = (uint8_t)f8, .to = SQ_D6, .piece = BLACK_BISHOP
	};
	uint64_t squares;

	presser_begin(FEN_START);
	append("Nf3"), append("e5"), append("e4"), append("Nc6");
	pressed();
	if (knight_us > TURN_US)
		image_put(&press.turn, c6, EMPTY);
	image_put(&press.turn, SQ_D6, EMPTY);
	read_square(bishop_us, SQ_D6, BLACK_BISHOP);
	squares = evidence_either(laws, &press, &deed);
	ck_assert(squares == 0 || squares == (sq_bit(SQ_A1 + 57) | sq_bit(c6)));
	presser_end();
	return squares;
}

START_TEST(of_two_men_who_came_behind_a_press_either_may_be_its_ply)
{
	ck_assert(either(TURN_US + 200000, TURN_US + 300000) != 0);
	ck_assert(either(TURN_US - 200000, TURN_US + 300000) == 0);
	ck_assert(either(TURN_US + 200000, TURN_US + 2000000) == 0);
}
END_TEST

static Suite *
carried_suite(void)
{
	Suite *suite = suite_create("carried");
	TCase *tcase = tcase_create("carried");

	tcase_add_test(tcase, who_is_away_with_his_press_has_moved);
	tcase_add_test(tcase, who_stood_elsewhere_with_his_press_may_have_been_carried_on);
	tcase_add_test(tcase, who_is_first_read_when_pressed_for_has_stood_there);
	tcase_add_test(tcase, who_comes_with_the_next_press_may_have_been_brought);
	tcase_add_test(tcase, who_went_when_another_had_been_played_may_have_been_carried);
	tcase_add_test(tcase, who_comes_when_his_player_had_pressed_long_ago_may_have_been_brought);
	tcase_add_test(tcase, who_took_a_man_unread_may_have_been_brought_from_there);
	tcase_add_test(tcase, of_two_men_who_came_behind_a_press_either_may_be_its_ply);
	tcase_add_test(tcase, who_was_read_elsewhere_when_the_turn_began_may_have_been_carried);
	suite_add_tcase(suite, tcase);
	return suite;
}

int
main(void)
{
	return test_run(carried_suite());
}
