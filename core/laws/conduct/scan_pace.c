/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/laws/conduct/scan_pace.h"

#include <string.h>

/* Pairs further apart say little: the error of a candidate grows with the rounds in between. */
#define PAIR_MAX_US 1200000

/* So many pairs decide; a board's period does not change, and these are enough to know it. Where none
 * fits all of them, the votes are halved, and counting goes on. */
#define PAIRS_MIN 16
#define PAIRS_MAX 2048

/* A period is a fraction of many others, and few pairs fit one by chance: more of them decide about the quick ones, and only
 * where no other fits. */
#define PAIRS_QUICK 32

/* A whole vote, and what share of them, in percent, a period needs; chance gives none. A late message (a
 * clock reading before it on the line: 10 ms of 200) costs a fifth. */
#define VOTE      1024
#define SHARE_MIN 55

/* Reports of one round: so far from where the scan's order puts them, at most; messages queue on a line
 * that takes 10 ms for the longest (dgt.md 1.4). */
#define QUEUE_US 14000

void
scan_pace_init(struct scan_pace *pace)
{
	memset(pace, 0, sizeof(*pace));
}

bool
scan_pace_is_measured(const struct scan_pace *pace)
{
	return pace->n_pairs >= PAIRS_MIN;
}

static uint32_t
next_candidate(uint32_t period_us)
{
	return period_us + period_us * 3 / 200;
}

/* From VOTE, a whole number of rounds, to -VOTE, half a round off. way: places of the scan between. */
static int32_t
vote(uint64_t apart_us, int way, uint32_t period_us)
{
	int64_t off = (int64_t)(apart_us * 4096 / period_us) - (int64_t)way * 64;

	off &= 4095;
	if (off > 2048)
		off = 4096 - off;
	return VOTE - (int32_t)off;
}

static void
take_pair(struct scan_pace *pace, uint64_t apart_us, int way)
{
	uint32_t period_us = SCAN_PACE_FASTEST_US;

	for (int i = 0; i < SCAN_PACE_CANDIDATES; i++) {
		pace->votes[0][i] += vote(apart_us, way, period_us);
		pace->votes[1][i] += vote(apart_us, -way, period_us);
		period_us = next_candidate(period_us);
	}
	pace->n_pairs++;
}

/* Old votes count less and less. */
static void
halve(struct scan_pace *pace)
{
	for (int order = 0; order < SCAN_PACE_ORDERS; order++)
		for (int i = 0; i < SCAN_PACE_CANDIDATES; i++)
			pace->votes[order][i] /= 2;
	pace->n_pairs /= 2;
}

/* Of the candidates from least_us on and below most_us. */
static void
elect_among(struct scan_pace *pace, uint32_t least_us, uint32_t most_us)
{
	uint32_t period_us = SCAN_PACE_FASTEST_US;
	int32_t best = (int32_t)pace->n_pairs * (VOTE * SHARE_MIN / 100);

	for (int i = 0; i < SCAN_PACE_CANDIDATES; i++) {
		for (int order = 0; order < SCAN_PACE_ORDERS; order++) {
			if (pace->votes[order][i] <= best || period_us < least_us ||
			    period_us >= most_us)
				continue;
			best = pace->votes[order][i];
			pace->period_us = period_us;
			pace->order = order == 0 ? 1 : -1;
		}
		period_us = next_candidate(period_us);
	}
}

static void
elect(struct scan_pace *pace)
{
	pace->period_us = SCAN_PACE_UNKNOWN;
	pace->order = 0;
	elect_among(pace, SCAN_PACE_QUICK_US, UINT32_MAX);
	if (pace->period_us == SCAN_PACE_UNKNOWN && pace->n_pairs >= PAIRS_QUICK)
		elect_among(pace, SCAN_PACE_FASTEST_US, SCAN_PACE_QUICK_US);
}

void
scan_pace_report(struct scan_pace *pace, uint8_t place, uint64_t t_us)
{
	if (pace->n_pairs >= PAIRS_MAX && pace->period_us != SCAN_PACE_UNKNOWN)
		return;
	if (pace->n_pairs >= PAIRS_MAX)
		halve(pace);
	for (uint8_t i = 0; i < pace->n_kept; i++) {
		uint64_t apart_us = t_us - pace->kept[i].t_us;

		if (apart_us <= PAIR_MAX_US && place != pace->kept[i].place)
			take_pair(pace, apart_us, place - pace->kept[i].place);
	}
	if (scan_pace_is_measured(pace))
		elect(pace);
	if (pace->n_kept < SCAN_PACE_KEPT)
		pace->n_kept++;
	memmove(pace->kept + 1, pace->kept, (pace->n_kept - 1u) * sizeof(pace->kept[0]));
	pace->kept[0].t_us = t_us;
	pace->kept[0].place = place;
}

uint32_t
scan_pace_period(const struct scan_pace *pace)
{
	return scan_pace_is_measured(pace) ? pace->period_us : SCAN_PACE_NOMINAL_US;
}

/* How much later report 2 came than the scan's order alone explains. */
static int64_t
apart_in_order(const struct scan_pace *pace, uint8_t place1, uint64_t t1_us, uint8_t place2,
               uint64_t t2_us)
{
	int64_t way_us = (int64_t)scan_pace_period(pace) * (place2 - place1) / 64;

	/* Nothing measured yet: only what came at once. */
	return (int64_t)t2_us - (int64_t)t1_us - pace->order * way_us;
}

bool
scan_pace_same_round(const struct scan_pace *pace, uint8_t place1, uint64_t t1_us, uint8_t place2,
                     uint64_t t2_us)
{
	int64_t apart_us = apart_in_order(pace, place1, t1_us, place2, t2_us);

	return apart_us <= QUEUE_US && apart_us >= -QUEUE_US;
}

bool
scan_pace_is_later(const struct scan_pace *pace, uint8_t place1, uint64_t t1_us, uint8_t place2,
                   uint64_t t2_us)
{
	int64_t apart_us = apart_in_order(pace, place1, t1_us, place2, t2_us);
	int64_t round_us = scan_pace_period(pace);

	/* Of one round they are hardly apart, of two a whole one; the first may have waited on the line. */
	return apart_us >= (pace->order != 0 ? round_us * 3 / 4 : round_us);
}
