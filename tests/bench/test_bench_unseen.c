/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the scan hides of a breach: counted where it is so, and only there.
 */
#include <check.h>
#include <string.h>

#include "core/chess/movegen.h"
#include "tests/bench/irregular_unseen.h"
#include "tests/support.h"

#define MS      UINT64_C(1000)
#define SCAN_MS 600

static struct bench_stream stream;
static struct bench_ply plies[8];
static struct board_event events[32];

static void
begin(void)
{
	struct position start;

	memset(&stream, 0, sizeof(stream));
	memset(events, 0, sizeof(events));
	stream.plies = plies;
	stream.events = events;
	events[0].kind = BOARD_SCAN;
	position_start(&start);
	position_placement(&start, events[0].scan);
	stream.n_events = 1;
}

static void
play(uint64_t made_ms, uint16_t move)
{
	plies[stream.n_plies++] = (struct bench_ply){ .move = move, .made_us = made_ms * MS };
}

/* The board tells that he left, and then that he came. */
static void
tell(uint64_t t_ms, int from, int to, uint8_t piece)
{
	const struct board_event told[] = {
		{ .kind = BOARD_SQUARE, .t_us = t_ms * MS, .square = { (uint8_t)from, EMPTY } },
		{ .kind = BOARD_SQUARE, .t_us = t_ms * MS, .square = { (uint8_t)to, piece } },
	};

	memcpy(events + stream.n_events, told, sizeof(told));
	stream.n_events += 2;
}

#define E2 (SQ_E1 + 8)
#define E4 (SQ_E1 + 24)
#define E7 (SQ_E1 + 48)
#define E6 (SQ_E1 + 40)
#define D2 (SQ_D1 + 8)
#define D3 (SQ_D1 + 16)
#define A7 (SQ_A1 + 48)
#define A6 (SQ_A1 + 40)
#define C4 (SQ_C1 + 24)

/* 1. e4 e6 2. d3 a6 3. Bc4, who jumps over d3. The board tells of d3 then, of the others where the game has them. */
static bool
is_bishop_unseen(uint64_t d3_ms)
{
	const struct sim_incident incident = { .what = SIM_ILLEGAL,
		                               .sq = C4,
		                               .piece = WHITE_BISHOP,
		                               .ply = 4,
		                               .squares = sq_bit(SQ_F1) | sq_bit(C4),
		                               .from_us = 2950 * MS,
		                               .until_us = 6000 * MS };

	begin();
	play(900, move_make(E2, E4, MOVE_NORMAL)), tell(1000, E2, E4, WHITE_PAWN);
	play(1900, move_make(E7, E6, MOVE_NORMAL)), tell(2000, E7, E6, BLACK_PAWN);
	play(2300, move_make(D2, D3, MOVE_NORMAL)), play(2600, move_make(A7, A6, MOVE_NORMAL));
	if (d3_ms < 3000)
		tell(d3_ms, D2, D3, WHITE_PAWN), tell(d3_ms + 300, A7, A6, BLACK_PAWN);
	tell(3000, SQ_F1, C4, WHITE_BISHOP);
	if (d3_ms >= 3000)
		tell(d3_ms, D2, D3, WHITE_PAWN), tell(d3_ms + 100, A7, A6, BLACK_PAWN);
	return irregular_is_unseen(&stream, &incident, SCAN_MS);
}

/* All in one round: first the bishop might have gone, and then the pawn. Not where the pawn was seen to stand before. */
START_TEST(other_plies_hide_what_one_scan_shows)
{
	ck_assert(is_bishop_unseen(3100));
	ck_assert(!is_bishop_unseen(2500));
}
END_TEST

/* A knight, then a queen; the board tells of those. */
static bool
is_promotion_unseen(uint8_t first, uint8_t last)
{
	const struct sim_incident incident = { .what = SIM_PROMOTION_CHANGED,
		                               .sq = SQ_A1 + 56,
		                               .piece = WHITE_KNIGHT,
		                               .ply = 0,
		                               .from_us = 1000 * MS,
		                               .until_us = 3000 * MS };

	begin();
	play(3000, move_make_promotion(A7, SQ_A1 + 56, QUEEN));
	tell(1100, A7, SQ_A1 + 56, first);
	tell(3100, A7, SQ_A1 + 56, last);
	return irregular_is_unseen(&stream, &incident, SCAN_MS);
}

START_TEST(a_promotion_is_hidden_where_one_man_was_never_read)
{
	ck_assert(!is_promotion_unseen(WHITE_KNIGHT, WHITE_QUEEN));
	ck_assert(is_promotion_unseen(WHITE_KNIGHT, BLACK_ROOK));
	ck_assert(is_promotion_unseen(EMPTY, WHITE_QUEEN));
}
END_TEST

static Suite *
unseen_suite(void)
{
	Suite *suite = suite_create("bench_unseen");
	TCase *tcase = tcase_create("bench_unseen");

	tcase_add_test(tcase, other_plies_hide_what_one_scan_shows);
	tcase_add_test(tcase, a_promotion_is_hidden_where_one_man_was_never_read);
	suite_add_tcase(suite, tcase);
	return suite;
}

int
main(void)
{
	return test_run(unseen_suite());
}
