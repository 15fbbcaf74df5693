/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/case_clock.h"

/* A reading is of the whole second, and comes a moment late: so much more may have gone from one to the next. */
#define LATE_S 2

/* Could that side show `now` after having shown `before`? */
static bool
is_run(bool runs, int32_t before, int32_t now, uint64_t elapsed_us)
{
	if (!runs || before == CLOCK_UNKNOWN || now == CLOCK_UNKNOWN)
		return before == now;
	return now <= before && (uint64_t)(before - now) <= elapsed_us / 1000000 + LATE_S;
}

static bool
goes_on(const struct case_clock *clock, uint64_t t_us, const struct clock_reading *reading)
{
	const struct clock_reading *last = &clock->last;

	if (last->connected != reading->connected || last->turn != reading->turn ||
	    last->running != reading->running)
		return false;
	for (int side = CLOCK_LEFT; side <= CLOCK_RIGHT; side++)
		if (!is_run(last->running && last->turn == side, last->face[side].seconds,
		            reading->face[side].seconds, t_us - clock->t_us))
			return false;
	return true;
}

bool
case_clock_hear(struct case_clock *clock, uint64_t t_us, const struct clock_reading *reading,
                bool is_around)
{
	bool news = !clock->any || !goes_on(clock, t_us, reading);

	clock->told = is_around && (news || !clock->any_told);
	clock->any_told |= clock->told;
	clock->last = *reading;
	clock->t_us = t_us;
	clock->any = true;
	return clock->told;
}
