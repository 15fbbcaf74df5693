/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How long one hand needs for what it does with two men.
 *
 * The times are those of MTM-1, a public system of predetermined motion times (Maynard, Stegemerten and
 * Schwab, Methods-Time Measurement, 1948; 1 TMU = 36 ms; tables of the data card in metric units), for
 * hands half as quick again as its practised worker, which hardly anybody is:
 *
 *   reach A  to a thing in a fixed place, by distance      2 inches 4.0, 3 5.3, 4 6.1, 5 6.5, 6 7.0, 7 7.4 TMU
 *   move B   a thing to an approximate place               2 inches 4.6, 3 5.7, 4 6.9, 5 8.0, 6 8.9, 7 9.7
 *   release  RL1                                           2.0
 *   grasp    G1A, of a thing that stands alone             2.0
 *   regrasp  G2, to make room for a second thing, or
 *            to let one of two go                          5.6
 *   rise     a thing leaves what it stands on, M up to
 *            3/4 inch: so high a board still reads a man   2.0
 *
 * Squares are 55 mm, of boards for play; ways longer than three squares are taken as three, as hands
 * are quick on long ways. The peak speed on that way, 7 inches in 7.4 TMU less a third, is 1.9 m/s and the
 * peak acceleration 32 m/s2 (a smooth reach, 1.875 and 5.77 times the mean), about what arms can do.
 */
#pragma once

#include <stdint.h>

/* King and rook: their squares before and after. */
struct motion_castling {
	int king, rook, king_to, rook_to;
};

/* motion_castling: of a king and a rook on these squares. */
struct motion_castling motion_castling(int king, int rook);

/* Microseconds until both were taken up, or both put down, whether the hand holds both or takes one man after the other; and
 * for all of it, one after the other. */
uint32_t motion_castling_lifts_us(const struct motion_castling *way);
uint32_t motion_castling_places_us(const struct motion_castling *way);
uint32_t motion_castling_us(const struct motion_castling *way);

/* motion_castling_held_us: until it has taken up both, holding the first, which it shifts in the hand on the way to the other: of
 * motions made together the longer one counts. motion_capture_quick_us, below, is so of any two men. */
uint32_t motion_castling_held_us(const struct motion_castling *way);

/* motion_next_us: the least between a man put down and the next one taken up, even if it lets go and grasps without a stop. */
uint32_t motion_next_us(int placed, int lifted);

/* motion_places_us: puts down on a and b two men it holds. motion_capture_us: takes up two men, wherever they stand, holding the
 * first. motion_promotion_us: takes up a pawn and puts down who takes his place. */
uint32_t motion_places_us(int a, int b);
uint32_t motion_capture_us(void);
uint32_t motion_capture_quick_us(void);
uint32_t motion_promotion_us(int from, int to);
