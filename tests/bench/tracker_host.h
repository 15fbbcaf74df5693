/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A host at the other end of a simulated line, in the line's own time: the driver, and a tracker
 * that asks the board for its position when it would help.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/tracker/tracker.h"
#include "drivers/driver.h"

#define BENCH_HOST_SENDS 64 /* bytes that may wait to be sent */

struct bench_host {
	const struct board_driver *driver;
	void *state;
	struct tracker *tracker;
	uint64_t now_us, due_us; /* due_us: UINT64_MAX while there is no link */
	uint64_t looked_us;
	bool up, occupancy;
	uint8_t sends[BENCH_HOST_SENDS];
	size_t n_sends;
};

/* bench_host_begin: no link, nothing known. occupancy: the board knows no men. Ends the program when
 * out of memory. */
void bench_host_begin(struct bench_host *host, bool occupancy);

/* bench_host_link: the link is there, or lost. */
void bench_host_link(struct bench_host *host, bool up, uint64_t now_us);

/* bench_host_hear: bytes from the board. */
void bench_host_hear(struct bench_host *host, const uint8_t *bytes, size_t len, uint64_t now_us);

/* bench_host_advance: time has come to now_us; host->due_us says when it has something to do. */
void bench_host_advance(struct bench_host *host, uint64_t now_us);

/* bench_host_take: what it has sent since the last call, borrowed; NULL: nothing. */
const uint8_t *bench_host_take(struct bench_host *host, size_t *ret_len);

/* bench_host_end: free what begin took. */
void bench_host_end(struct bench_host *host);
