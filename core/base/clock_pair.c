/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/clock_pair.h"

/* A clock that was let run and pressed between two readings has used so much, at most, and was given so much. What is
 * farther off was set, or read wrong. */
#define PAIR_USED_S  3
#define PAIR_GIVEN_S 60

/* Has this player's time become another one, and by no more than he may have used of it and been given? */
static bool
has_changed(const struct clock_reading *before, const struct clock_reading *after, uint8_t side,
            int given_s)
{
	int32_t had_s = before->face[side].seconds, has_s = after->face[side].seconds;

	return had_s != CLOCK_UNKNOWN && has_s != CLOCK_UNKNOWN && has_s != had_s &&
	       has_s + PAIR_USED_S >= had_s && has_s <= had_s + given_s;
}

bool
clock_hides_pair(const struct clock_reading *before, const struct clock_reading *after)
{
	uint8_t first = before->turn, other = before->turn ^ 1;

	if (!before->connected || !after->connected || !before->running || !after->running)
		return false;
	if (before->turn == after->turn)
		return has_changed(before, after, other, PAIR_GIVEN_S);
	return has_changed(before, after, first, 2 * PAIR_GIVEN_S) &&
	       has_changed(before, after, other, PAIR_GIVEN_S) &&
	       after->face[first].seconds > before->face[first].seconds &&
	       after->face[other].seconds > before->face[other].seconds;
}
