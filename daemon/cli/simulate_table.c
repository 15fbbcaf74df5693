/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The table that `adoube simulate` plays at.
 */
#include <stdio.h>

#include "daemon/cli/simulate.h"

void
simulate_table_init(struct sim_table *table, const struct simulate_options *options,
                    const struct sim_table_listener *listener)
{
	struct sim_board_setup board;
	struct sim_hand_setup hand = { .profile = options->profile,
		                       .seed = options->seed,
		                       .pace = options->pace,
		                       .kings = options->kings,
		                       .wish = options->wish };

	sim_table_board(options->profile, options->seed, &board);
	if (options->serial != 0) {
		snprintf(board.long_serial, sizeof(board.long_serial), "%010llu",
		         (unsigned long long)options->serial % 10000000000);
		snprintf(board.serial, sizeof(board.serial), "%05llu",
		         (unsigned long long)options->serial % 100000);
	}
	board.rotated = options->rotated;
	board.clock_connected = !options->no_clock;
	board.clock_is_free = options->free_clock;
	board.lost_acks = (uint8_t)options->lost_acks;
	if (options->bus > 0)
		sim_bus_board(&board, (uint16_t)(SIMULATE_BUS_ADDRESS + options->offset));
	sim_table_init(table, &board, &hand, listener, 0);
}
