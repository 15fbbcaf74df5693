/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/event_driver.h"

#include <string.h>

#include "core/base/invariant.h"

static void
event_init(void *state)
{
	(void)state;
}

static void
event_start(void *state, const struct driver_out *out, uint64_t now_us)
{
	(void)state;
	(void)out;
	(void)now_us;
}

static void
event_feed(void *state, const struct driver_out *out, const uint8_t *bytes, size_t len,
           uint64_t now_us)
{
	struct board_event event;

	(void)state;
	(void)now_us;
	INVARIANT(len == sizeof(event));
	memcpy(&event, bytes, sizeof(event));
	out->event(out->ctx, &event);
}

const struct board_driver event_driver = {
	.name = "events",
	.state_size = 1,
	.init = event_init,
	.start = event_start,
	.feed = event_feed,
};
