/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whose hand carried one of the opponent's men: that of who has pressed, or the opponent's own.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "core/chess/fen.h"
#include "core/chess/san.h"
#include "core/laws/laws_state.h"
#include "tests/support.h"

#define PRESSED_US UINT64_C(100000000)
#define TURN_US    (PRESSED_US - 5000000)

static struct laws *laws;
static struct game game;
static struct game_ply plies[16];
static struct laws_press press;

static void
append(const char *san)
{
	uint16_t move;

	ck_assert_int_eq(san_parse(&game.now, san, strlen(san), &move), SAN_OK);
	ck_assert_int_eq(game_append(&game, move, TIME_UNKNOWN, PLY_COMPLETED), 0);
	plies[game.n_plies - 1].completed_us = game.n_plies * UINT64_C(1000000);
}

static void
image_of(const struct position *position, struct image *ret_image)
{
	uint8_t squares[64];

	position_placement(position, squares);
	image_from(ret_image, squares, false);
}

static void
begin(const char *fen)
{
	struct position start;

	laws = calloc(1, laws_size());
	ck_assert_int_eq(fen_parse(fen, strlen(fen), &start, NULL), 0);
	game_init(&game, &start, plies, 16);
	laws->game = &game;
	laws->now_us = PRESSED_US + 3000000;
	contacts_init(&laws->conduct.contacts);
}

/* White, whose turn it is by the record, has pressed; his turn began with its last ply, which was pressed for at TURN_US. */
static void
pressed(void)
{
	plies[game.n_plies - 1].completed_us = TURN_US;
	press = (struct laws_press){
		.t_us = PRESSED_US,
		.turn_us = TURN_US,
		.n_plies = game.n_plies,
		.last_move = plies[game.n_plies - 1].move,
		.base = game.now,
		.turn_known = true,
	};
	image_of(&game.now, &press.turn);
	image_of(&game.now, &laws->image);
	position_placement(&game.now, laws->conduct.contacts.squares);
}

static void
end(void)
{
	free(laws);
}

static bool
is_nothing_sure(void)
{
	const struct deed nothing = { .kind = DEED_NONE };

	return evidence_is_sure(laws, &press, &laws->image, &nothing);
}

/* The board reads `piece` on sq from then on. */
static void
read_square(uint64_t t_us, int sq, uint8_t piece)
{
	struct tracker_view view = { .games = laws->conduct.contacts.games };

	memcpy(view.squares, laws->conduct.contacts.squares, sizeof(view.squares));
	view.squares[sq] = piece;
	ck_assert_int_eq(contacts_look(&laws->conduct.contacts, &view, t_us), 1);
}

/* White lifted a pawn, pressed, and is read nowhere; Black's bishop was carried: by Black, who answers. */
START_TEST(who_is_away_with_his_press_has_moved)
{
	const int a2 = SQ_A1 + 8, f8 = SQ_F1 + 56, e7 = SQ_E1 + 48;
	struct image image;
	struct deed deed = { .kind = DEED_WRONG_SIDE, .from = (uint8_t)f8, .to = (uint8_t)e7 };

	begin(FEN_START);
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
	end();
}
END_TEST

#define SQ_D6 (SQ_D1 + 40)
#define SQ_E7 (SQ_E1 + 48)

/* Black's queen went to e7, pressed for, and stands on d6, where she might have gone as well. */
START_TEST(who_stood_elsewhere_with_his_press_may_have_been_carried_on)
{
	begin("3q2k1/7p/8/8/8/8/7P/6K1 w - - 0 1");
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
	end();
}
END_TEST

/* Black's king was taken up in his turn, and nobody reads where he went; his bishop went to c5 only when that had been pressed
 * for, and it is he whom the record takes for Black's ply. */
START_TEST(who_went_when_another_had_been_played_may_have_been_carried)
{
	const int g8 = SQ_G1 + 56, c5 = SQ_A1 + 34;

	begin("6k1/4b2p/8/8/8/8/7P/6K1 w - - 0 1");
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
	end();
}
END_TEST

static Suite *
carried_suite(void)
{
	Suite *suite = suite_create("carried");
	TCase *tcase = tcase_create("carried");

	tcase_add_test(tcase, who_is_away_with_his_press_has_moved);
	tcase_add_test(tcase, who_stood_elsewhere_with_his_press_may_have_been_carried_on);
	tcase_add_test(tcase, who_went_when_another_had_been_played_may_have_been_carried);
	suite_add_tcase(suite, tcase);
	return suite;
}

int
main(void)
{
	return test_run(carried_suite());
}
