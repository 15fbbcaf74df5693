/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/laws/conduct/motion.h"

#include <stdbool.h>

#include "core/chess/types.h"

/* A tenth of a TMU, for hands half as quick again. */
#define TENTH_US(tenths) ((uint32_t)(tenths)*2400)

#define RELEASE_US TENTH_US(20)
#define GRASP_US   TENTH_US(20)
#define REGRASP_US TENTH_US(56)
#define RISE_US    TENTH_US(20)

#define SQUARE_MM 55

/* Inches in millimetres; neighbouring squares are further apart than the first, three than the last but
 * one. */
#define WAYS 7

static const struct {
	uint32_t mm, reach_a, move_b; /* tenths of a TMU */
} ways[WAYS] = { { 19, 20, 20 },  { 51, 40, 46 },  { 76, 53, 57 }, { 102, 61, 69 },
	         { 127, 65, 80 }, { 152, 70, 89 }, { 178, 74, 97 } };

enum way { REACH, MOVE };

/* The straight way between the middles of two squares, millimetres. */
static uint32_t
distance_mm(int a, int b)
{
	int files = sq_file(a) - sq_file(b), ranks = sq_rank(a) - sq_rank(b);
	uint32_t square = (uint32_t)(files * files + ranks * ranks) * SQUARE_MM * SQUARE_MM;
	uint32_t mm = 0;

	if (square > 9 * SQUARE_MM * SQUARE_MM)
		return 3 * SQUARE_MM;
	while (mm * mm < square)
		mm++;
	return mm;
}

static uint32_t
way_us(enum way way, int a, int b)
{
	uint32_t mm = distance_mm(a, b);
	uint32_t low, high, at = 1;

	while (at < WAYS - 1 && ways[at].mm < mm)
		at++;
	low = way == REACH ? ways[at - 1].reach_a : ways[at - 1].move_b;
	high = way == REACH ? ways[at].reach_a : ways[at].move_b;
	low = TENTH_US(low);
	high = TENTH_US(high);
	return low + (high - low) * (mm - ways[at - 1].mm) / (ways[at].mm - ways[at - 1].mm);
}

static uint32_t
smaller(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

/* --- what one hand needs ---------------------------------------------------------------------------------- */

/* Takes up two men, one after the other, holding the first. */
static uint32_t
lifts_us(int a, int b)
{
	return REGRASP_US + way_us(REACH, a, b) + GRASP_US + RISE_US;
}

/* The same, the first shifted in the hand on the way to the second: of motions made together the longer one counts. */
static uint32_t
quick_lifts_us(int a, int b)
{
	uint32_t us = way_us(MOVE, a, b);

	return (us > REGRASP_US ? us : REGRASP_US) + GRASP_US + RISE_US;
}

/* Puts down two men it holds. */
uint32_t
motion_places_us(int a, int b)
{
	return RELEASE_US + way_us(REACH, a, b) + REGRASP_US;
}

/* Lets a man go and takes up another. */
static uint32_t
place_lift_us(int a, int b)
{
	return RELEASE_US + way_us(REACH, a, b) + GRASP_US + RISE_US;
}

/* The least of that: letting go and grasping may be part of the way, which is left, and the rise. */
uint32_t
motion_next_us(int placed, int lifted)
{
	return way_us(REACH, placed, lifted) + RISE_US;
}

/* Takes up a man and puts down another it holds. */
static uint32_t
lift_place_us(int a, int b)
{
	return REGRASP_US + way_us(MOVE, a, b);
}

struct motion_castling
motion_castling(int king, int rook)
{
	int rank = sq_rank(king);
	bool short_side = rook > king;

	return (struct motion_castling){ king, rook, sq_make(short_side ? 6 : 2, rank),
		                         sq_make(short_side ? 5 : 3, rank) };
}

/* He lets the one go and takes up the other, and carries the one before or the other after it, twice as quickly as the
 * tables say, because only the ends of such a way are thought about. */
static uint32_t
in_turn_us(const struct motion_castling *way, bool carries_first)
{
	uint32_t king_us = way_us(MOVE, way->king, way->king_to) / 2;
	uint32_t rook_us = way_us(MOVE, way->rook, way->rook_to) / 2;

	return smaller((carries_first ? king_us : rook_us) + place_lift_us(way->king_to, way->rook),
	               (carries_first ? rook_us : king_us) +
	                       place_lift_us(way->rook_to, way->king));
}

/* Both taken up, whether it holds both or takes one man after the other. */
uint32_t
motion_castling_lifts_us(const struct motion_castling *way)
{
	return smaller(lifts_us(way->king, way->rook), in_turn_us(way, true));
}

/* Both taken up and held. */
uint32_t
motion_castling_held_us(const struct motion_castling *way)
{
	return quick_lifts_us(way->king, way->rook);
}

/* Both put down, likewise. */
uint32_t
motion_castling_places_us(const struct motion_castling *way)
{
	return smaller(motion_places_us(way->king_to, way->rook_to), in_turn_us(way, false));
}

/* All of it, one man after the other. */
uint32_t
motion_castling_us(const struct motion_castling *way)
{
	uint32_t carried_us =
		(way_us(MOVE, way->king, way->king_to) + way_us(MOVE, way->rook, way->rook_to)) / 2;

	return carried_us + smaller(place_lift_us(way->king_to, way->rook),
	                            place_lift_us(way->rook_to, way->king));
}

/* From wherever: the victim may have been put aside on the way to the man who takes him. */
uint32_t
motion_capture_us(void)
{
	return lifts_us(SQ_E4, SQ_D4);
}

uint32_t
motion_capture_quick_us(void)
{
	return quick_lifts_us(SQ_E4, SQ_D4);
}

/* The new man is in the hand that takes up the pawn, or is put down first. */
uint32_t
motion_promotion_us(int from, int to)
{
	return smaller(lift_place_us(from, to), place_lift_us(to, from));
}
