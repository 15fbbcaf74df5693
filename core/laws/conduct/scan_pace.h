/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How often a board looks at each of its squares, measured from what it reports.
 *
 * Squares are read one after the other, a round every 200 to 250 ms on a wired board and slower by radio
 * (dgt.md 1.4). So two reports lie apart by whole rounds and by the way between their squares in the scan:
 *
 *     t2 - t1 = (n + (place2 - place1) / 64) * period,    n a whole number
 *
 * Each pair of reports close to each other votes for the periods that fit it, for each order in which
 * the squares may be read. What most pairs agree on is the period. Where none fits, as when a radio
 * delivers in bursts or a board sends whole positions, nothing is known of the moment of a contact.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Candidates, each 1.5 % above the one before, up to 1.05 s: what is slower than the slowest board known would be taken for
 * a fraction of itself, and for a board that tells two hands. What is quicker than wired boards of this kind are, as boards of other
 * makes are (down to 41 ms), is believed later. */
#define SCAN_PACE_FASTEST_US 38000
#define SCAN_PACE_QUICK_US   90000
#define SCAN_PACE_SLOWEST_US 723000
#define SCAN_PACE_CANDIDATES 224
#define SCAN_PACE_ORDERS     2 /* a8 first, as boards are believed to (dgt.md 1.4), or h1 first */

/* Until there are enough pairs: what wired boards need, 200 to 250 ms (dgt.md 1.4). */
#define SCAN_PACE_NOMINAL_US 225000

#define SCAN_PACE_UNKNOWN 0

#define SCAN_PACE_KEPT 4

/* Private. */
struct scan_pace {
	struct {
		uint64_t t_us;
		uint8_t place;
	} kept[SCAN_PACE_KEPT]; /* the last reports, newest first */
	uint8_t n_kept;
	uint32_t n_pairs;
	int32_t votes[SCAN_PACE_ORDERS][SCAN_PACE_CANDIDATES];
	uint32_t period_us; /* or SCAN_PACE_UNKNOWN */
	int8_t order;       /* 1: a8 first, -1: h1 first, 0: not known */
};

/* scan_pace_init: nothing is known. */
void scan_pace_init(struct scan_pace *pace);

/* scan_pace_report: the board reported `place` (0..63 from a8 to h1, a8 being the square at the far left as
 * seen with the connector on the left) at t_us. Times must not decrease. */
void scan_pace_report(struct scan_pace *pace, uint8_t place, uint64_t t_us);

/* scan_pace_period: microseconds for a round; SCAN_PACE_NOMINAL_US before there are enough reports, SCAN_PACE_UNKNOWN
 * when the reports fit none. */
uint32_t scan_pace_period(const struct scan_pace *pace);

/* scan_pace_is_measured: are there enough reports to say? */
bool scan_pace_is_measured(const struct scan_pace *pace);

/* scan_pace_is_later: was report 2 certainly made in a later round of the scan than report 1? Then what it tells
 * happened after what report 1 tells, but for the moment in which one round comes from the one square to the
 * other. A quarter of a round is left for what waits on the line. Where the order is not known, a whole round must lie between. */
bool scan_pace_is_later(const struct scan_pace *pace, uint8_t place1, uint64_t t1_us,
                        uint8_t place2, uint64_t t2_us);

/* scan_pace_same_round: were two reports made in one round of the scan, as far as their times tell? */
bool scan_pace_same_round(const struct scan_pace *pace, uint8_t place1, uint64_t t1_us,
                          uint8_t place2, uint64_t t2_us);
