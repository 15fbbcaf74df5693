/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drivers/sim/sim_host.h"

#include "core/base/invariant.h"
#include "drivers/dgt/dgt_wire.h"

/* Probe and start. */
static const struct {
	uint8_t bytes[5];
	uint8_t len;
} script[] = {
	{ { DGT_RESET }, 1 },
	{ { DGT_SEND_VERSION }, 1 },
	{ { DGT_SEND_SERIALNR }, 1 },
	{ { DGT_SEND_LONG_SERIALNR }, 1 },
	{ { DGT_SEND_TRADEMARK }, 1 },
	{ { DGT_UPDATE_NICE }, 1 },
	{ { DGT_SEND_BRD }, 1 },
	{ { DGT_CLOCK_MESSAGE, 0x03, 0x03, DGT_CLOCK_VERSION, 0x00 }, 5 },
};

#define N_SCRIPT (sizeof(script) / sizeof(script[0]))

void
sim_host_open(struct sim_host *host, uint64_t now_us)
{
	host->at = 0;
	host->due_us = now_us;
}

void
sim_host_close(struct sim_host *host)
{
	host->due_us = UINT64_MAX;
}

const uint8_t *
sim_host_send(struct sim_host *host, size_t *ret_len)
{
	size_t at = host->at++;

	INVARIANT(host->due_us != UINT64_MAX && at < N_SCRIPT);
	host->due_us = host->at < N_SCRIPT ? host->due_us + SIM_HOST_GAP_US : UINT64_MAX;
	*ret_len = script[at].len;
	return script[at].bytes;
}
