/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Single mode (dgt.md 2): bytes become commands, and each is obeyed.
 */
#include <string.h>

#include "core/base/invariant.h"
#include "core/base/text.h"
#include "drivers/dgt/dgt_bus_wire.h"
#include "drivers/sim/sim_board_inside.h"

#define COMMAND_TIMEOUT_US 500000 /* the rest of a command with a size byte; our choice */

static void
run_nothing(struct sim_board *board)
{
	(void)board;
}

static void
run_forbidden(struct sim_board *board)
{
	board->forbidden++;
}

static void
run_reset(struct sim_board *board)
{
	board->mode = SIM_MODE_IDLE;
	board->told = false;
}

static void
run_to_busmode(struct sim_board *board)
{
	board->mode = SIM_MODE_BUS;
}

/* One clock message comes at once, as in every recorded start (dgt.md 2.2). */
static void
enter_update(struct sim_board *board, enum sim_mode mode)
{
	board->mode = mode;
	board->clock_unsent = true;
}

static void
run_update(struct sim_board *board)
{
	enter_update(board, SIM_MODE_UPDATE);
}

static void
run_update_brd(struct sim_board *board)
{
	enter_update(board, SIM_MODE_UPDATE_BRD);
}

static void
run_update_nice(struct sim_board *board)
{
	enter_update(board, SIM_MODE_UPDATE_NICE);
}

static void
run_send_clk(struct sim_board *board)
{
	uint8_t payload[DGT_BWTIME_PAYLOAD];

	sim_board_clock_payload(board, payload);
	sim_board_reply(board, DGT_BWTIME, payload, sizeof(payload));
}

static void
reply_text(struct sim_board *board, enum dgt_message id, const char *text)
{
	sim_board_reply(board, id, (const uint8_t *)text, strlen(text));
}

static void
run_serialnr(struct sim_board *board)
{
	reply_text(board, DGT_SERIALNR, board->setup.serial);
}

static void
run_long_serialnr(struct sim_board *board)
{
	if (board->setup.long_serial[0] != '\0')
		reply_text(board, DGT_LONG_SERIALNR, board->setup.long_serial);
}

static void
run_busadres(struct sim_board *board)
{
	uint8_t address[2] = { (uint8_t)(board->setup.address >> 7 & 0x7f),
		               (uint8_t)(board->setup.address & 0x7f) };

	sim_board_reply(board, DGT_BUSADRES, address, sizeof(address));
}

static void
run_trademark(struct sim_board *board)
{
	char text[SIM_TRADEMARK_SIZE];

	sim_board_trademark(board, text);
	reply_text(board, DGT_TRADEMARK, text);
}

static void
run_version(struct sim_board *board)
{
	sim_board_reply(board, DGT_VERSION, board->setup.version, sizeof(board->setup.version));
}

static void
run_hardware_version(struct sim_board *board)
{
	if (board->setup.long_serial[0] != '\0')
		sim_board_reply(board, DGT_HARDWARE_VERSION, board->setup.hardware,
		                sizeof(board->setup.hardware));
}

static void
run_ee_moves(struct sim_board *board)
{
	uint8_t log[SIM_LOG_SIZE + 1];

	sim_log_at(&board->log, board->now_us);
	sim_board_reply(board, DGT_EE_MOVES, log, sim_log_read(&board->log, log));
	sim_log_tag(&board->log, DGT_LOG_DOWNLOADED);
}

static const struct {
	uint8_t byte;
	void (*run)(struct sim_board *board);
} commands[] = {
	{ DGT_RESET, run_reset },
	{ DGT_SEND_CLK, run_send_clk },
	{ DGT_SEND_BRD, sim_board_tell_position },
	{ DGT_UPDATE, run_update },
	{ DGT_UPDATE_BRD, run_update_brd },
	{ DGT_SEND_SERIALNR, run_serialnr },
	{ DGT_SEND_BUSADRES, run_busadres },
	{ DGT_SEND_TRADEMARK, run_trademark },
	{ DGT_SEND_HARDWARE_VERSION, run_hardware_version },
	{ DGT_SEND_EE_MOVES, run_ee_moves },
	{ DGT_TO_BUSMODE, run_to_busmode },
	{ DGT_UPDATE_NICE, run_update_nice },
	{ DGT_SEND_BATTERY_STATUS, run_nothing }, /* there is none in a USB board */
	{ DGT_SEND_VERSION, run_version },
	{ DGT_STARTBOOTLOADER, run_forbidden },
	{ DGT_SCAN_50B, run_forbidden },
	{ DGT_SCAN_50W, run_forbidden },
	{ DGT_SCAN_100, run_nothing }, /* it already scans all squares */
	{ DGT_SEND_LONG_SERIALNR, run_long_serialnr },
	{ DGT_CLOCK_MESSAGE, sim_board_clock_command },
	{ DGT_SET_LEDS, run_nothing }, /* it has none */
};

static bool
is_bus_command(uint8_t byte)
{
	return (byte >= DGT_BUS_CLK && byte <= DGT_BUS_COMMAND_LAST) ||
	       (byte >= DGT_BUS_CONFIG && byte <= DGT_BUS_DATA_LAST);
}

static void
execute(struct sim_board *board)
{
	uint8_t byte = board->command[0];

	/* A bus command in single mode only changes the mode; the next one is obeyed (dgt.md 2.2). */
	if (is_bus_command(byte)) {
		if (board->mode == SIM_MODE_BUS)
			sim_board_bus_take(board, board->command, board->command_len);
		board->mode = SIM_MODE_BUS;
		return;
	}
	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
		if (commands[i].byte != byte)
			continue;
		if (board->mode == SIM_MODE_BUS)
			board->mode = SIM_MODE_IDLE;
		commands[i].run(board);
		return;
	}
}

/* How many bytes the command has that begins with what has arrived; 0: not known yet. */
static size_t
command_size(const struct sim_board *board)
{
	const uint8_t *command = board->command;
	size_t len;

	if (command[0] == DGT_CLOCK_MESSAGE || command[0] == DGT_SET_LEDS)
		return board->command_len < 2 ? 0 : 2 + (size_t)command[1];
	if (!is_bus_command(command[0]))
		return 1;
	if (command[0] < DGT_BUS_CONFIG)
		return DGT_BUS_COMMAND_LEN;
	if (board->command_len < 3)
		return 0;
	len = (size_t)command[1] << 7 | command[2];
	/* A length no command has: what follows is taken for commands again. */
	return len >= DGT_BUS_OVERHEAD && len <= SIM_BOARD_COMMAND_MAX ? len : 3;
}

void
sim_board_take(struct sim_board *board, uint8_t byte)
{
	/* The bytes of a bus command have bit 7 clear, but for the first. */
	if (board->command_len > 0 && is_bus_command(board->command[0]) && byte >= 0x80)
		board->command_len = 0;
	board->command[board->command_len++] = byte;
	if (board->command_len == command_size(board)) {
		execute(board);
		board->command_len = 0;
	} else {
		board->command_due_us = board->now_us + COMMAND_TIMEOUT_US;
	}
}

uint64_t
sim_board_command_due(const struct sim_board *board)
{
	return board->command_len > 0 ? board->command_due_us : SIM_NO_DEADLINE;
}

void
sim_board_command_run(struct sim_board *board)
{
	board->command_len = 0;
}
