/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A bus of DGT boards at one port: the port, its master, and the tables whose boards are on it.
 *
 * A table's seat is told of its own board as if it had a port of its own: up when the board answers, its
 * bytes as they were on the line, down when it is gone, with one sentence that says why. So a table's
 * capture is its board's part of the dialogue, and replays like any other.
 */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "drivers/transport/transport.h"

struct config_bus;
struct event_base;
struct segment;

struct segment_seat {
	struct transport_listener listener; /* as of a transport */
	/* What the master asked this board alone; borrowed for the call. */
	void (*asked)(void *ctx, const uint8_t *bytes, size_t len);
};

/* segment_new: all pointers are borrowed. 0 or -ENOMEM. */
int segment_new(struct event_base *base, const struct config_bus *setup,
                struct segment **ret_segment);

/* segment_join: the board with this address belongs to *seat (copied), which may be told at once that it is up. 0; -EEXIST when it has a seat
 * already; -ENOBUFS; -EINVAL for an address that cannot be. */
int segment_join(struct segment *segment, uint16_t address, const struct segment_seat *seat);

/* segment_leave: no more calls to that seat. */
void segment_leave(struct segment *segment, uint16_t address);

/* segment_start: open the port and keep it open. 0, or a negative errno. */
int segment_start(struct segment *segment);

/* segment_free: NULL is fine; seats are not called. */
void segment_free(struct segment *segment);

/* segment_name: as in [bus NAME]. */
const char *segment_name(const struct segment *segment);

/* segment_status: the line, its counters, and every board found or expected. New reference, NULL when
 * memory is out. */
json_t *segment_status(const struct segment *segment);
