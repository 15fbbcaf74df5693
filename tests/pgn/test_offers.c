/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Draw offers: which ply each goes with, and how PGN says so (9.1.2.2).
 */
#include "core/game/offers.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "core/chess/fen.h"
#include "core/pgn/pgn.h"
#include "tests/pgn/played.h"
#include "tests/support.h"

#define SECOND UINT64_C(1000000)

static struct game_ply plies[64];
static struct game game;
static struct game_offers offers;

/* Ten seconds between two plies; the first at ten seconds. */
static void
begin(const char *moves)
{
	played_begin(&game, FEN_START, plies, 64);
	offers.n = 0;
	played_on(&game, moves, 10 * SECOND);
}

/* The plies with an offer, '=' for each; '-' for the others. */
static const char *
marks(void)
{
	static char text[65];

	for (uint32_t i = 0; i < game.n_plies; i++)
		text[i] = game_offers_has(&offers, &game, i) ? '=' : '-';
	text[game.n_plies] = '\0';
	return text;
}

START_TEST(an_offer_goes_with_the_move_just_made)
{
	begin("e4 e5 Nf3");
	game_offers_add(&offers, &game, WHITE, 34 * SECOND);
	ck_assert_str_eq(marks(), "--=");
	played_on(&game, "Nc6 Bb5 a6", 10 * SECOND);
	ck_assert_str_eq(marks(), "--=---");
	game_offers_add(&offers, &game, BLACK, 65 * SECOND);
	ck_assert_str_eq(marks(), "--=--=");
}
END_TEST

START_TEST(an_offer_on_the_own_turn_goes_with_the_next_move)
{
	begin("");
	game_offers_add(&offers, &game, WHITE, 4 * SECOND);
	ck_assert_str_eq(marks(), "");
	played_on(&game, "e4 e5", 10 * SECOND);
	ck_assert_str_eq(marks(), "=-");
	game_offers_add(&offers, &game, WHITE, 25 * SECOND);
	ck_assert_str_eq(marks(), "=-");
	played_on(&game, "Nf3 Nc6", 10 * SECOND);
	ck_assert_str_eq(marks(), "=-=-");
}
END_TEST

START_TEST(an_offer_before_the_own_first_move)
{
	begin("e4");
	game_offers_add(&offers, &game, BLACK, 15 * SECOND);
	ck_assert_str_eq(marks(), "-");
	played_on(&game, "e5 Nf3", 10 * SECOND);
	ck_assert_str_eq(marks(), "-=-");
}
END_TEST

START_TEST(who_has_not_moved_yet_and_has_not_the_move_offers_with_no_ply)
{
	begin("");
	game_offers_add(&offers, &game, BLACK, 5 * SECOND);
	played_on(&game, "e4 e5 Nf3", 10 * SECOND);
	ck_assert_str_eq(marks(), "---");
}
END_TEST

/* The tracker takes plies back and finds them again a little earlier or later, with one more before them. */
START_TEST(an_offer_stays_where_the_record_changes_its_mind)
{
	begin("e4 e5 Nf3");
	game_offers_add(&offers, &game, WHITE, 34 * SECOND);
	game_truncate(&game, 1);
	played_on(&game, "e5 Nc3", 10 * SECOND);
	plies[2].made_us -= SECOND;
	ck_assert_str_eq(marks(), "--=");
}
END_TEST

START_TEST(an_offer_goes_with_a_move_that_is_taken_back)
{
	begin("e4 e5 Nf3 Nc6 Bb5");
	game_offers_add(&offers, &game, WHITE, 54 * SECOND);
	ck_assert_str_eq(marks(), "----=");
	game_truncate(&game, 3);
	ck_assert_str_eq(marks(), "---");
}
END_TEST

START_TEST(more_offers_than_can_be_kept_are_forgotten)
{
	begin("e4");
	for (int i = 0; i < GAME_OFFERS_MAX + 5; i++)
		game_offers_add(&offers, &game, WHITE, 15 * SECOND);
	ck_assert_uint_eq(offers.n, GAME_OFFERS_MAX);
}
END_TEST

START_TEST(pgn_says_it_in_a_comment)
{
	static char out[4096];
	struct text text;

	begin("e4");
	game_offers_add(&offers, &game, WHITE, 15 * SECOND);
	played_on(&game, "e5 Nf3 Nc6", 10 * SECOND);
	game_offers_add(&offers, &game, BLACK, 45 * SECOND);
	plies[2].clock_s = 5390;
	plies[3].clock_s = 3661;
	text_begin(&text, out, sizeof(out));
	pgn_write_offered(&text, &game, &offers, NULL, 0, PGN_PLIES_MADE);
	ck_assert_int_eq(text_end(&text, NULL), 0);
	ck_assert_ptr_nonnull(strstr(out,
	                             "\n\n1. e4 {(=)} 1... e5 2. Nf3 {[%clk 1:29:50]} 2... Nc6 "
	                             "{[%clk 1:01:01] (=)} *\n\n"));
	ck_assert_uint_le(strlen(out), pgn_size(&game, 0));
}
END_TEST

static Suite *
offers_suite(void)
{
	Suite *suite = suite_create("offers");
	TCase *tcase = tcase_create("offers");

	tcase_add_test(tcase, an_offer_goes_with_the_move_just_made);
	tcase_add_test(tcase, an_offer_on_the_own_turn_goes_with_the_next_move);
	tcase_add_test(tcase, an_offer_before_the_own_first_move);
	tcase_add_test(tcase, who_has_not_moved_yet_and_has_not_the_move_offers_with_no_ply);
	tcase_add_test(tcase, an_offer_stays_where_the_record_changes_its_mind);
	tcase_add_test(tcase, an_offer_goes_with_a_move_that_is_taken_back);
	tcase_add_test(tcase, more_offers_than_can_be_kept_are_forgotten);
	tcase_add_test(tcase, pgn_says_it_in_a_comment);
	suite_add_tcase(suite, tcase);
	return suite;
}

int
main(void)
{
	return test_run(offers_suite());
}
