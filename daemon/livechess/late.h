/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a board may show, waiting for its time where the local API has a delay: pictures with the events that led to
 * them, in their order.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/base/board_event.h"
#include "daemon/livechess/eboard.h"

struct late_picture {
	struct late_picture *next;
	struct eboard_picture picture;
	size_t n_events;
	struct board_event events[];
};

/* All zero: nothing waits. */
struct late {
	struct late_picture *first, *last;
};

/* late_put: one more, not older than the last; both are copied. 0 or -ENOMEM. */
int late_put(struct late *late, const struct eboard_picture *picture,
             const struct board_event *events, size_t n_events);

/* late_take: the oldest, if it was taken at until_us (the capture's time) or before; to be freed. NULL: none. */
struct late_picture *late_take(struct late *late, uint64_t until_us);

/* late_since: when the first thing that waits happened; UINT64_MAX: nothing does. */
uint64_t late_since(const struct late *late);

/* late_clear: nothing waits any more. */
void late_clear(struct late *late);
