/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How often a bus asks each of its boards, against what its line allows: idle boards and boards in
 * play, in virtual time, so that the figures are those of a line of 9600 baud on any machine.
 *
 *     bench_bus [SECONDS]
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/sim/bus_rig.h"

#define SECOND   UINT64_C(1000000)
#define REPLY_US 2500 /* from a board's command to its reply */

struct total {
	uint64_t replies, longest_us;
};

static void
add_up(const struct rig *rig, struct total *ret_total)
{
	*ret_total = (struct total){ 0 };
	for (uint32_t i = 0; i < rig->n; i++) {
		const struct dgt_bus_unit *unit = dgt_bus_find(&rig->master, rig_address(i));

		ret_total->replies += unit->replies;
		if (unit->longest_us > ret_total->longest_us)
			ret_total->longest_us = unit->longest_us;
	}
}

static void
measure(uint32_t n, bool playing, uint64_t seconds)
{
	const struct rig_setup setup = { .n = n,
		                         .seed = 1,
		                         .profile = "human",
		                         .reply_us = REPLY_US,
		                         .pace = SIM_HAND_PACE_ONE,
		                         .discover_us = 60 * SECOND };
	uint64_t least_us = dgt_bus_period_us(n, DGT_BUS_BYTE_US, REPLY_US);
	struct rig *rig = rig_begin(&setup);
	struct total before, after;
	uint64_t period_us;

	rig_open(rig);
	rig_run(rig, 30 * SECOND);
	for (uint32_t i = 0; playing && i < n; i++)
		rig_play(rig, i, (int)(i % 3));
	rig_run(rig, 30 * SECOND);
	add_up(rig, &before);
	for (uint32_t i = 0; i < rig->master.n_units; i++)
		rig->master.units[i].longest_us = 0;
	rig_run(rig, seconds * SECOND);
	add_up(rig, &after);
	if (after.replies == before.replies) {
		printf("%6u  %s: nobody answers\n", n, playing ? "playing" : "idle");
		rig_end(rig);
		return;
	}
	period_us = seconds * SECOND * n / (after.replies - before.replies);
	printf("%6u  %-7s  %9.1f  %11.1f  %5.1f %%  %12.1f\n", n, playing ? "playing" : "idle",
	       (double)least_us / 1000, (double)period_us / 1000,
	       100 * (double)least_us / (double)period_us, (double)after.longest_us / 1000);
	rig_end(rig);
}

int
main(int argc, char **argv)
{
	static const uint32_t sizes[] = { 1, 3, 12, 30 };
	uint64_t seconds = argc > 1 ? strtoull(argv[1], NULL, 10) : 600;

	if (seconds == 0 || seconds > 86400) {
		fputs("usage: bench_bus [SECONDS], 1 to 86400\n", stderr);
		return EXIT_FAILURE;
	}
	puts("boards  hands    line (ms)  period (ms)  of line  longest (ms)");
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		measure(sizes[i], false, seconds);
		measure(sizes[i], true, seconds);
	}
	return EXIT_SUCCESS;
}
