/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/lichess/pace.h"

void
pace_init(struct pace *pace)
{
	*pace = (struct pace){ .due_us = UINT64_MAX };
}

void
pace_changed(struct pace *pace, bool running, uint64_t now_us)
{
	pace->running = running;
	if (pace->changed)
		return;
	pace->changed = true;
	/* After a failure the time set then stands: a change does not make the server well. */
	if (pace->failures == 0 && !pace->in_flight)
		pace->due_us = now_us + PACE_COALESCE_US;
}

bool
pace_begin(struct pace *pace, uint64_t now_us)
{
	if (pace->in_flight || now_us < pace->due_us)
		return false;
	pace->in_flight = true;
	pace->changed = false;
	pace->due_us = UINT64_MAX;
	return true;
}

static uint64_t
retry_us(unsigned int failures)
{
	uint64_t wait_us = PACE_RETRY_US;

	while (failures-- > 1 && wait_us < PACE_RETRY_MAX_US)
		wait_us *= 2;
	return wait_us < PACE_RETRY_MAX_US ? wait_us : PACE_RETRY_MAX_US;
}

void
pace_end(struct pace *pace, enum pace_outcome outcome, uint64_t now_us)
{
	pace->in_flight = false;
	switch (outcome) {
	case PACE_TAKEN:
		pace->failures = 0;
		pace->due_us = pace->changed   ? now_us + PACE_COALESCE_US
		               : pace->running ? now_us + PACE_HEARTBEAT_US
		                               : UINT64_MAX;
		break;
	case PACE_FAILED:
		pace->failures++;
		pace->due_us = now_us + retry_us(pace->failures);
		break;
	case PACE_REFUSED:
		pace->failures++;
		pace->due_us = now_us + PACE_REFUSED_US;
		break;
	}
}
