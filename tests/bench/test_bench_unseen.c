/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the scan hides of a breach: counted where it is so, and only there.
 */
#include <check.h>
#include <string.h>

#include "tests/bench/irregular_alike.h"
#include "tests/bench/irregular_legal.h"
#include "tests/bench/irregular_unseen.h"
#include "tests/support.h"

#define MS      UINT64_C(1000)
#define SCAN_MS 640 /* 10 ms a square, from a8 on */

/* A man put on a square, or taken from it, and a clock's lever; at_ms from the beginning. */
struct deed_at {
	uint32_t at_ms;
	uint8_t sq, piece;
};

static struct bench_stream stream;
static struct bench_ply plies[8];
static struct board_event events[64];
static bool men_unknown; /* to the board */

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

static void
tell(uint64_t t_ms, int sq, uint8_t piece)
{
	ck_assert_uint_lt(stream.n_events, sizeof(events) / sizeof(events[0]));
	events[stream.n_events++] = (struct board_event){ .kind = BOARD_SQUARE,
		                                          .t_us = t_ms * MS,
		                                          .square = { (uint8_t)sq, piece } };
}

static void
tell_clock(uint64_t t_ms, bool running, enum clock_side turn)
{
	ck_assert_uint_lt(stream.n_events, sizeof(events) / sizeof(events[0]));
	events[stream.n_events++] = (struct board_event){
		.kind = BOARD_CLOCK,
		.t_us = t_ms * MS,
		.clock = { .connected = true, .running = running, .turn = (uint8_t)turn },
	};
}

/* What a board tells that reads a square every 10 ms, where that happens by hand until the clock is stopped; presses_ms: of
 * White and Black by turns, 0 ends them. */
static void
happen(const struct deed_at *deeds, size_t n_deeds, const uint32_t *presses_ms, uint32_t stopped_ms)
{
	uint8_t standing[64], seen[64];
	size_t done = 0, pressed = 0;

	memcpy(standing, events[0].scan, sizeof(standing));
	memcpy(seen, standing, sizeof(seen));
	tell_clock(0, true, CLOCK_LEFT);
	for (uint32_t ms = 0; ms < stopped_ms; ms += 10) {
		int sq = (int)(ms / 10 % 64) ^ 56;

		for (; done < n_deeds && deeds[done].at_ms <= ms; done++)
			standing[deeds[done].sq] = deeds[done].piece;
		if (presses_ms[pressed] != 0 && presses_ms[pressed] <= ms) {
			pressed++;
			tell_clock(ms, true, pressed % 2 == 0 ? CLOCK_LEFT : CLOCK_RIGHT);
		}
		if (standing[sq] != seen[sq])
			tell(ms + 5, sq, standing[sq]);
		seen[sq] = standing[sq];
	}
	tell_clock(stopped_ms, false, pressed % 2 == 0 ? CLOCK_LEFT : CLOCK_RIGHT);
}

#define HAPPEN(deeds, presses_ms, stopped_ms)                                                      \
	happen(deeds, sizeof(deeds) / sizeof((deeds)[0]), presses_ms, stopped_ms)

static bool
is_unseen(enum sim_trouble what, uint32_t ply, int from, int to, uint8_t piece, uint32_t from_ms)
{
	const struct sim_incident incident = {
		.what = what,
		.sq = (uint8_t)to,
		.piece = piece,
		.ply = ply,
		.squares = to == SQ_NONE ? 0 : sq_bit(from) | sq_bit(to),
		.from_us = from_ms * MS,
		.until_us = 9000 * MS,
	};

	for (size_t i = 0; men_unknown && i < stream.n_events; i++)
		bench_stream_forget(&events[i]);
	return irregular_is_unseen(&stream, &incident, SCAN_MS);
}

#define E2 (SQ_E1 + 8)
#define E3 (SQ_E1 + 16)
#define E7 (SQ_E1 + 48)
#define E6 (SQ_E1 + 40)
#define C2 (SQ_C1 + 8)
#define D2 (SQ_D1 + 8)
#define D3 (SQ_D1 + 16)
#define A7 (SQ_A1 + 48)
#define A6 (SQ_A1 + 40)
#define A8 (SQ_A1 + 56)
#define C4 (SQ_C1 + 24)

/* 1. e4 e6 2. d3 a6 3. Bc4, who jumps over d3, so long after the pawn came there. */
static bool
is_bishop_unseen(uint32_t after_ms)
{
	const uint32_t d3_ms = 2540, bishop_ms = d3_ms + after_ms;
	const struct deed_at deeds[] = {
		{ 700, E2, EMPTY },          { 800, SQ_E4, WHITE_PAWN },
		{ 1500, E7, EMPTY },         { 1600, E6, BLACK_PAWN },
		{ d3_ms, D2, EMPTY },        { d3_ms + 20, D3, WHITE_PAWN },
		{ d3_ms + 40, A7, EMPTY },   { d3_ms + 60, A6, BLACK_PAWN },
		{ bishop_ms, SQ_F1, EMPTY }, { bishop_ms + 20, C4, WHITE_BISHOP },
	};
	const uint32_t presses_ms[] = { 900, 1700, d3_ms + 30, d3_ms + 70, bishop_ms + 30, 0 };

	begin();
	play(800, move_make(E2, SQ_E4, MOVE_NORMAL)), play(1600, move_make(E7, E6, MOVE_NORMAL));
	play(d3_ms + 20, move_make(D2, D3, MOVE_NORMAL));
	play(d3_ms + 60, move_make(A7, A6, MOVE_NORMAL));
	HAPPEN(deeds, presses_ms, 7000);
	return is_unseen(SIM_ILLEGAL, 4, SQ_F1, C4, WHITE_BISHOP, d3_ms + 70);
}

/* All in one round: first the bishop might have gone, and then the pawn. Not where d3 was read before, and c4 empty. */
START_TEST(other_plies_hide_what_one_scan_shows)
{
	ck_assert(is_bishop_unseen(80));
	ck_assert(!is_bishop_unseen(980));
}
END_TEST

/* Nor does a board that knows no men hide more, where it is known who stood there before. */
START_TEST(squares_tell_of_it_without_men)
{
	men_unknown = true;
	ck_assert(is_bishop_unseen(80));
	ck_assert(!is_bishop_unseen(980));
	men_unknown = false;
}
END_TEST

/* 1. e4, and Black puts White's bishop on c4. */
START_TEST(no_legal_ply_moves_another_players_man)
{
	const struct deed_at deeds[] = {
		{ 700, E2, EMPTY },
		{ 800, SQ_E4, WHITE_PAWN },
		{ 2000, SQ_F1, EMPTY },
		{ 2300, C4, WHITE_BISHOP },
	};
	const uint32_t presses_ms[] = { 900, 2500, 0 };

	begin();
	play(800, move_make(E2, SQ_E4, MOVE_NORMAL));
	HAPPEN(deeds, presses_ms, 6000);
	ck_assert(!is_unseen(SIM_WRONG_COLOUR, 1, SQ_F1, C4, WHITE_BISHOP, 900));
}
END_TEST

/* 1. Be2, and Black takes the bishop on to d3, or back to f1: e2 reads it, or nobody has read it there. */
static bool
is_bishop_anybodys(int to, uint32_t stands_ms, uint32_t away_ms)
{
	const struct deed_at deeds[] = {
		{ 1930, SQ_F1, EMPTY },
		{ 1940, E2, WHITE_BISHOP },
		{ 1940 + stands_ms, E2, EMPTY },
		{ 1940 + stands_ms + away_ms, (uint8_t)to, WHITE_BISHOP },
	};
	const uint32_t presses_ms[] = { 1960, 1980 + stands_ms + away_ms, 0 };

	begin();
	events[0].scan[E2] = events[0].scan[D2] = EMPTY;
	play(1940, move_make(SQ_F1, E2, MOVE_NORMAL));
	HAPPEN(deeds, presses_ms, 6000);
	return irregular_is_unseen(&stream,
	                           &(struct sim_incident){ .what = SIM_WRONG_COLOUR,
	                                                   .sq = (uint8_t)to,
	                                                   .piece = WHITE_BISHOP,
	                                                   .ply = 1,
	                                                   .squares = sq_bit(E2) | sq_bit(to),
	                                                   .from_us = 1960 * MS,
	                                                   .until_us = 9000 * MS },
	                           SCAN_MS);
}

/* Where he was read is as far as his own player may have taken him; and back where he was White may have put him down again. */
START_TEST(whose_hand_it_was_is_open_where_nobody_read_him_between)
{
	ck_assert(is_bishop_anybodys(A6, 30, 100));
	ck_assert(!is_bishop_anybodys(A6, 30, 1500)); /* too late for White */
	ck_assert(!is_bishop_anybodys(A6, 800, 100)); /* he was read on e2 */
	ck_assert(is_bishop_anybodys(SQ_F1, 30, 1500));
	ck_assert(!is_bishop_anybodys(SQ_F1, 800, 1500));
}
END_TEST

/* White's pawn goes to e4 in a moment, Black answers, and White presses for nothing so long after that. */
static bool
is_press_unseen(uint32_t after_ms)
{
	const uint32_t from_ms = 1680; /* the fourth rank has been read, the second has not */
	const struct deed_at deeds[] = {
		{ from_ms, E2, EMPTY },
		{ from_ms + 20, SQ_E4, WHITE_PAWN },
		{ from_ms + 40, A7, EMPTY },
		{ from_ms + 60, A6, BLACK_PAWN },
	};
	const uint32_t presses_ms[] = { from_ms + 30, from_ms + 70, from_ms + 70 + after_ms, 0 };

	begin();
	play(from_ms + 20, move_make(E2, SQ_E4, MOVE_NORMAL));
	play(from_ms + 60, move_make(A7, A6, MOVE_NORMAL));
	HAPPEN(deeds, presses_ms, 6000);
	return is_unseen(SIM_EMPTY_PRESS, 2, SQ_NONE, SQ_NONE, EMPTY, from_ms + 70);
}

/* Where nobody saw the pawn before that press he may have gone to e3, and only then to e4. */
START_TEST(a_press_for_nothing_is_hidden_where_two_moves_look_like_one)
{
	ck_assert(is_press_unseen(60));
	ck_assert(!is_press_unseen(1500));
}
END_TEST

/* A pawn on e3 for long, and then on e4. */
START_TEST(who_hesitates_has_done_nothing_illegal)
{
	const struct deed_at deeds[] = {
		{ 700, E2, EMPTY },          { 800, E3, WHITE_PAWN }, { 2500, E3, EMPTY },
		{ 2600, SQ_E4, WHITE_PAWN }, { 4000, E7, EMPTY },     { 4100, E6, BLACK_PAWN },
	};
	const uint32_t presses_ms[] = { 2800, 4300, 0 };
	struct position start;

	begin();
	HAPPEN(deeds, presses_ms, 7000);
	position_start(&start);
	ck_assert(legal_explains(&stream, SCAN_MS * MS, &start, 0, 7000 * MS));
	/* But not if he hesitates after his press. */
	begin();
	HAPPEN(deeds, ((uint32_t[]){ 1000, 4300, 0 }), 7000);
	ck_assert(!legal_explains(&stream, SCAN_MS * MS, &start, 0, 7000 * MS));
}
END_TEST

/* More presses than the search goes into: given up, and nothing is explained. */
START_TEST(what_is_not_searched_is_not_explained)
{
	const uint32_t presses_ms[] = { 600, 700, 800, 900, 1000, 1100, 1200, 0 };
	const struct deed_at deeds[] = { { 100, E2, EMPTY }, { 200, SQ_E4, WHITE_PAWN } };
	struct position start;

	begin();
	HAPPEN(deeds, presses_ms, 3000);
	position_start(&start);
	ck_assert(!legal_explains(&stream, SCAN_MS * MS, &start, 0, 3000 * MS));
}
END_TEST

/* A knight, then a queen; the board tells of those. */
static bool
is_promotion_unseen(uint8_t first, uint8_t last)
{
	const struct sim_incident incident = { .what = SIM_PROMOTION_CHANGED,
		                               .sq = A8,
		                               .piece = WHITE_KNIGHT,
		                               .ply = 0,
		                               .from_us = 1000 * MS,
		                               .until_us = 3000 * MS };

	begin();
	play(3000, move_make_promotion(A7, A8, QUEEN));
	tell(1100, A8, first);
	tell(3100, A8, last);
	return irregular_is_unseen(&stream, &incident, SCAN_MS);
}

START_TEST(a_promotion_is_hidden_where_one_man_was_never_read)
{
	ck_assert(!is_promotion_unseen(WHITE_KNIGHT, WHITE_QUEEN));
	ck_assert(is_promotion_unseen(WHITE_KNIGHT, BLACK_ROOK));
	ck_assert(is_promotion_unseen(EMPTY, WHITE_QUEEN));
}
END_TEST

/* 1. e4 e6 2. d3 a6, the second move so long after the first; the record has 1. d3 a6 2. e4 e6. Before, White lifts another pawn and puts
 * him back. */
static bool
is_record_alike(uint32_t after_ms, bool adjusts)
{
	const uint32_t first_ms = 1930, second_ms = first_ms + 60 + after_ms;
	const uint16_t recorded[] = { move_make(D2, D3, MOVE_NORMAL),
		                      move_make(A7, A6, MOVE_NORMAL),
		                      move_make(E2, SQ_E4, MOVE_NORMAL),
		                      move_make(E7, E6, MOVE_NORMAL) };
	const struct deed_at deeds[] = {
		{ first_ms - 700, C2, adjusts ? EMPTY : WHITE_PAWN },
		{ first_ms - 10, C2, WHITE_PAWN },
		{ first_ms, E2, EMPTY },
		{ first_ms + 10, SQ_E4, WHITE_PAWN },
		{ first_ms + 30, E7, EMPTY },
		{ first_ms + 40, E6, BLACK_PAWN },
		{ second_ms, D2, EMPTY },
		{ second_ms + 10, D3, WHITE_PAWN },
		{ second_ms + 30, A7, EMPTY },
		{ second_ms + 40, A6, BLACK_PAWN },
	};
	const uint32_t presses_ms[] = { first_ms + 20, first_ms + 50, second_ms + 20,
		                        second_ms + 50, 0 };

	begin();
	play(first_ms + 10, move_make(E2, SQ_E4, MOVE_NORMAL));
	play(first_ms + 40, move_make(E7, E6, MOVE_NORMAL));
	play(second_ms + 10, move_make(D2, D3, MOVE_NORMAL));
	play(second_ms + 40, move_make(A7, A6, MOVE_NORMAL));
	HAPPEN(deeds, presses_ms, 7000);
	return irregular_is_alike(&stream, SCAN_MS, recorded);
}

/* In one round nobody can say which came first; in two, what the first one told. Nor does a story stand that needs a man adjusted. */
START_TEST(a_record_is_alike_where_its_plies_explain_what_was_told)
{
	ck_assert(is_record_alike(30, false));
	ck_assert(!is_record_alike(1300, false));
	ck_assert(!is_record_alike(30, true));
}
END_TEST

static Suite *
unseen_suite(void)
{
	Suite *suite = suite_create("bench_unseen");
	TCase *tcase = tcase_create("bench_unseen");

	tcase_add_test(tcase, other_plies_hide_what_one_scan_shows);
	tcase_add_test(tcase, squares_tell_of_it_without_men);
	tcase_add_test(tcase, no_legal_ply_moves_another_players_man);
	tcase_add_test(tcase, whose_hand_it_was_is_open_where_nobody_read_him_between);
	tcase_add_test(tcase, a_press_for_nothing_is_hidden_where_two_moves_look_like_one);
	tcase_add_test(tcase, who_hesitates_has_done_nothing_illegal);
	tcase_add_test(tcase, what_is_not_searched_is_not_explained);
	tcase_add_test(tcase, a_record_is_alike_where_its_plies_explain_what_was_told);
	tcase_add_test(tcase, a_promotion_is_hidden_where_one_man_was_never_read);
	suite_add_tcase(suite, tcase);
	return suite;
}

int
main(void)
{
	return test_run(unseen_suite());
}
