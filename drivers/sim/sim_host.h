/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a host sends when it opens a board, for recordings made without one (dgt.md 2.3).
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define SIM_HOST_GAP_US 250000 /* between two commands: longer than any answer takes */

struct sim_host {
	size_t at;
	uint64_t due_us; /* of the next command, UINT64_MAX: all are sent */
};

/* sim_host_open: the link is there from now_us on. */
void sim_host_open(struct sim_host *host, uint64_t now_us);

/* sim_host_close: it is not; nothing is sent any more. */
void sim_host_close(struct sim_host *host);

/* sim_host_send: the command due now; borrowed, static. Only while host->due_us is a time. */
const uint8_t *sim_host_send(struct sim_host *host, size_t *ret_len);
