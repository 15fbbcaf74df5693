/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the bench of irregularities says that nobody could tell.
 */
#include <check.h>

#include "tests/bench/irregular_hidden.h"
#include "tests/support.h"

#define BEGIN_US    UINT64_C(5000000)
#define SCAN_MS     200
#define MAX_REPORTS 4
#define MAX_PLIES   2

/* What the board told of a square, and how many milliseconds after the irregularity began; 0: it never did. */
struct report {
	uint32_t ms;
	uint8_t sq, piece;
};

/* One irregularity, the last of the plies being the one it is part of, and all that the board told of it. */
struct scene {
	const char *hand; /* the profile of whose manners it was */
	enum sim_trouble what;
	uint8_t sq, piece;
	uint32_t lasts_ms;
	size_t n_plies;
	uint16_t plies[MAX_PLIES];
	struct report told[MAX_REPORTS];
};

static enum irregular_hidden
hides(const struct scene *scene)
{
	struct board_event events[MAX_REPORTS];
	struct bench_ply plies[MAX_PLIES] = { 0 };
	struct sim_incident incident = { .what = scene->what,
		                         .sq = scene->sq,
		                         .piece = scene->piece,
		                         .ply = (uint32_t)scene->n_plies - 1,
		                         .from_us = BEGIN_US,
		                         .until_us = BEGIN_US + scene->lasts_ms * UINT64_C(1000) };
	struct bench_stream stream = { .events = events,
		                       .plies = plies,
		                       .n_plies = scene->n_plies,
		                       .incidents = &incident,
		                       .n_incidents = 1 };

	for (size_t i = 0; i < scene->n_plies; i++)
		plies[i].move = scene->plies[i];
	for (size_t i = 0; i < MAX_REPORTS; i++) {
		const struct report *told = &scene->told[i];

		if (told->ms > 0)
			events[stream.n_events++] =
				(struct board_event){ .kind = BOARD_SQUARE,
				                      .t_us = BEGIN_US + told->ms * UINT64_C(1000),
				                      .square = { told->sq, told->piece } };
	}
	return irregular_hidden(&stream, &incident, SCAN_MS,
	                        sim_profile_find(scene->hand)->manners);
}

/* A man who takes: told to be gone, his victim gone, he to stand there, so many milliseconds after; 0: never. */
static enum irregular_hidden
hides_capture(int from, int to, uint32_t man_ms, uint32_t victim_ms, uint32_t down_ms)
{
	return hides(&(struct scene){ .hand = "blitz",
	                              .what = SIM_TWO_HANDS_CAPTURE,
	                              .sq = (uint8_t)from,
	                              .lasts_ms = 500,
	                              .n_plies = 1,
	                              .plies = { move_make(from, to, MOVE_NORMAL) },
	                              .told = { { man_ms, (uint8_t)from, EMPTY },
	                                        { victim_ms, (uint8_t)to, EMPTY },
	                                        { down_ms, (uint8_t)to, WHITE_ROOK } } });
}

START_TEST(men_lifted_together_and_a_square_long_empty_show_it)
{
	ck_assert_int_eq(hides_capture(SQ_A1, SQ_A8, 100, 120, 520), HIDDEN_BY_NOTHING);
}
END_TEST

/* He who takes the other man in passing leaves the square empty for no longer than that. */
START_TEST(a_square_empty_for_a_round_does_not)
{
	ck_assert_int_eq(hides_capture(SQ_A1, SQ_A8, 100, 120, 320), HIDDEN_BY_SCAN);
}
END_TEST

/* Taken at once himself, he was never seen to stand there: the square may have been empty for a moment. */
START_TEST(nor_does_a_man_who_was_never_seen_to_come)
{
	ck_assert_int_eq(hides_capture(SQ_A1, SQ_A8, 100, 120, 0), HIDDEN_BY_SCAN);
}
END_TEST

/* A long way between them is no long way for who puts the one aside first: hands.h takes all for neighbours. */
START_TEST(nor_do_men_lifted_one_after_the_other_however_far_apart)
{
	ck_assert_int_eq(hides_capture(SQ_A1, SQ_A8, 260, 110, 600), HIDDEN_BY_SCAN);
	ck_assert_int_eq(hides_capture(SQ_E4, SQ_D4, 260, 110, 600), HIDDEN_BY_SCAN);
}
END_TEST

/* Of a man who had just come and was lifted before the scan saw him stand, only his coming was told. */
START_TEST(a_man_who_was_never_told_to_leave_was_not_seen_to_be_touched)
{
	struct scene scene = { .hand = "blitz",
		               .what = SIM_ADJUST_LATE,
		               .sq = SQ_A8,
		               .lasts_ms = 1400,
		               .n_plies = 1,
		               .plies = { move_make(SQ_E4, SQ_D4, MOVE_NORMAL) },
		               .told = { { 100, SQ_A8, EMPTY }, { 1500, SQ_A8, WHITE_ROOK } } };

	ck_assert_int_eq(hides(&scene), HIDDEN_BY_NOTHING);
	scene.told[0].ms = 0;
	ck_assert_int_eq(hides(&scene), HIDDEN_BY_SCAN);
}
END_TEST

/* Lifted in the round that told of the opponent's man, he may have been lifted by the opponent, before. */
START_TEST(a_man_lifted_as_the_opponents_stood_may_be_touched_by_that_one)
{
	struct scene scene = { .hand = "human",
		               .what = SIM_TOUCH_MOVE,
		               .sq = SQ_A1,
		               .lasts_ms = 2000,
		               .n_plies = 2,
		               .plies = { move_make(SQ_D4, SQ_D5, MOVE_NORMAL),
		                          move_make(SQ_E4, SQ_E1, MOVE_NORMAL) },
		               .told = { { 10, SQ_D5, BLACK_ROOK }, { 150, SQ_A1, EMPTY } } };

	ck_assert_int_eq(hides(&scene), HIDDEN_BY_SCAN);
	scene.told[1].ms += 100;
	ck_assert_int_eq(hides(&scene), HIDDEN_BY_NOTHING);
}
END_TEST

/* What one round tells of has no order. */
START_TEST(rook_and_king_of_one_round_have_no_order)
{
	struct scene scene = { .hand = "human",
		               .what = SIM_ROOK_FIRST,
		               .sq = SQ_H1,
		               .lasts_ms = 900,
		               .n_plies = 1,
		               .plies = { move_make(SQ_E1, SQ_H1, MOVE_CASTLING) },
		               .told = { { 50, SQ_H1, EMPTY }, { 59, SQ_E1, EMPTY } } };

	ck_assert_int_eq(hides(&scene), HIDDEN_BY_SCAN);
	scene.told[1].ms += SCAN_MS;
	ck_assert_int_eq(hides(&scene), HIDDEN_BY_NOTHING);
}
END_TEST

/* Told to stand for 1.6 s, a man may have stood for 1.4: hands rest on men for so long. */
START_TEST(a_man_who_stood_for_little_longer_than_hands_rest_may_have_been_held)
{
	struct scene scene = { .hand = "human",
		               .what = SIM_RELEASED,
		               .sq = SQ_D4,
		               .lasts_ms = 2400,
		               .n_plies = 1,
		               .plies = { move_make(SQ_E4, SQ_D5, MOVE_NORMAL) },
		               .told = { { 100, SQ_D4, WHITE_ROOK }, { 1700, SQ_D4, EMPTY } } };

	ck_assert_int_eq(hides(&scene), HIDDEN_BY_SCAN);
	scene.told[1].ms += 150;
	ck_assert_int_eq(hides(&scene), HIDDEN_BY_NOTHING);
}
END_TEST

/* One hand that castles need not hold both men: it may put the king down before it takes up the rook, sooner than it takes
 * up the second of two. */
START_TEST(a_king_and_a_rook_may_be_lifted_in_turn)
{
	struct scene scene = { .hand = "blitz",
		               .what = SIM_TWO_HANDS_CASTLING,
		               .sq = SQ_E1,
		               .lasts_ms = 400,
		               .n_plies = 1,
		               .plies = { move_make(SQ_E1, SQ_H1, MOVE_CASTLING) },
		               .told = { { 10, SQ_E1, EMPTY },
		                         { 170, SQ_H1, EMPTY },
		                         { 170, SQ_G1, WHITE_KING },
		                         { 370, SQ_F1, WHITE_ROOK } } };

	ck_assert_int_eq(hides(&scene), HIDDEN_BY_SCAN);
	scene.told[1].ms = 100;
	ck_assert_int_eq(hides(&scene), HIDDEN_BY_NOTHING);
}
END_TEST

/* And but for their being put down at once, which it does only with both in it. */
START_TEST(a_king_and_a_rook_put_down_together_show_it)
{
	const struct scene scene = { .hand = "blitz",
		                     .what = SIM_TWO_HANDS_CASTLING,
		                     .sq = SQ_E1,
		                     .lasts_ms = 400,
		                     .n_plies = 1,
		                     .plies = { move_make(SQ_E1, SQ_H1, MOVE_CASTLING) },
		                     .told = { { 10, SQ_E1, EMPTY },
		                               { 170, SQ_H1, EMPTY },
		                               { 370, SQ_G1, WHITE_KING },
		                               { 375, SQ_F1, WHITE_ROOK } } };

	ck_assert_int_eq(hides(&scene), HIDDEN_BY_NOTHING);
}
END_TEST

/* Told to be away for less than a touch lasts, he may have been adjusted. */
START_TEST(a_man_told_to_be_back_soon_may_have_been_adjusted)
{
	struct scene scene = { .hand = "blitz",
		               .what = SIM_TOUCH_MOVE,
		               .sq = SQ_A1,
		               .lasts_ms = 1800,
		               .n_plies = 2,
		               .plies = { move_make(SQ_D4, SQ_D5, MOVE_NORMAL),
		                          move_make(SQ_E4, SQ_E1, MOVE_NORMAL) },
		               .told = { { 210, SQ_A1, EMPTY }, { 1610, SQ_A1, WHITE_ROOK } } };

	ck_assert_int_eq(hides(&scene), HIDDEN_BY_SCAN);
	scene.told[1].ms += 200;
	ck_assert_int_eq(hides(&scene), HIDDEN_BY_NOTHING);
}
END_TEST

/* Two men were read there one after the other, if only for a round: that tells. */
START_TEST(a_man_of_one_reading_shows_it)
{
	const struct scene scene = { .hand = "blitz",
		                     .what = SIM_PROMOTION_CHANGED,
		                     .sq = SQ_E8,
		                     .piece = WHITE_KNIGHT,
		                     .lasts_ms = 800,
		                     .n_plies = 1,
		                     .plies = { move_make_promotion(SQ_E8 - 8, SQ_E8, QUEEN) },
		                     .told = { { 100, SQ_E8, WHITE_KNIGHT },
		                               { 300, SQ_E8, WHITE_QUEEN } } };

	ck_assert_int_eq(hides(&scene), HIDDEN_BY_NOTHING);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("bench_irregular");
	TCase *tcase = tcase_create("bench_irregular");

	tcase_add_test(tcase, men_lifted_together_and_a_square_long_empty_show_it);
	tcase_add_test(tcase, a_square_empty_for_a_round_does_not);
	tcase_add_test(tcase, nor_does_a_man_who_was_never_seen_to_come);
	tcase_add_test(tcase, nor_do_men_lifted_one_after_the_other_however_far_apart);
	tcase_add_test(tcase, a_man_who_was_never_told_to_leave_was_not_seen_to_be_touched);
	tcase_add_test(tcase, a_man_lifted_as_the_opponents_stood_may_be_touched_by_that_one);
	tcase_add_test(tcase, rook_and_king_of_one_round_have_no_order);
	tcase_add_test(tcase, a_man_who_stood_for_little_longer_than_hands_rest_may_have_been_held);
	tcase_add_test(tcase, a_king_and_a_rook_may_be_lifted_in_turn);
	tcase_add_test(tcase, a_king_and_a_rook_put_down_together_show_it);
	tcase_add_test(tcase, a_man_told_to_be_back_soon_may_have_been_adjusted);
	tcase_add_test(tcase, a_man_of_one_reading_shows_it);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
