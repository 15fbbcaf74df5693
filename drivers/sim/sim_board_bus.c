/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drivers/sim/sim_board_inside.h"

#include <string.h>

#include "core/base/invariant.h"
#include "drivers/dgt/dgt_bus_wire.h"

#define REPLY_MIN_US  1000 /* a reply comes within milliseconds (dgt.md 4.6); our choice */
#define REPLY_MAX_US  4000
#define START_US      70000 /* SET_START_GAME is answered after so long */
#define EMPTY_VERSION 2     /* boards before 1.2 answer VERSION without one */

/* Data written into a reply's room; returns how much. */
typedef size_t (*answer_fn)(struct sim_board *board, uint8_t *ret_data);

static size_t
answer_clock(struct sim_board *board, uint8_t *ret_data)
{
	sim_board_clock_payload(board, ret_data);
	return DGT_BWTIME_PAYLOAD;
}

static size_t
answer_board(struct sim_board *board, uint8_t *ret_data)
{
	memcpy(ret_data, board->seen, sizeof(board->seen));
	return sizeof(board->seen);
}

static size_t
answer_repeat(struct sim_board *board, uint8_t *ret_data)
{
	return sim_log_range(&board->log, board->bus.told_from, board->bus.told_to, ret_data);
}

static size_t
answer_changes(struct sim_board *board, uint8_t *ret_data)
{
	board->bus.told_from = board->bus.told_to;
	board->bus.told_to = sim_log_mark(&board->log);
	return answer_repeat(board, ret_data);
}

/* The start tag and a tag for every man. What CHANGES owes goes on from before it. */
static size_t
answer_start(struct sim_board *board, uint8_t *ret_data)
{
	(void)ret_data;
	board->bus.game = sim_log_mark(&board->log);
	board->bus.has_game = true;
	sim_log_at(&board->log, board->now_us);
	sim_log_tag(&board->log, DGT_LOG_GAME);
	for (uint8_t i = 0; i < DGT_SQUARES; i++)
		if (board->seen[i] != DGT_CODE_EMPTY)
			sim_log_piece(&board->log, i, DGT_CODE_EMPTY, board->seen[i],
			              board->now_us);
	return 0;
}

static size_t
answer_from_start(struct sim_board *board, uint8_t *ret_data)
{
	return board->bus.has_game
	               ? sim_log_range(&board->log, board->bus.game, board->bus.told_to, ret_data)
	               : 0;
}

static size_t
answer_nothing(struct sim_board *board, uint8_t *ret_data)
{
	(void)board;
	(void)ret_data;
	return 0;
}

static size_t
answer_version(struct sim_board *board, uint8_t *ret_data)
{
	const uint8_t *version = board->setup.version;

	if (version[0] == 0 || (version[0] == 1 && version[1] < EMPTY_VERSION))
		return 0;
	memcpy(ret_data, version, 2);
	return 2;
}

static size_t
answer_hardware(struct sim_board *board, uint8_t *ret_data)
{
	memcpy(ret_data, board->setup.hardware, 2);
	return 2;
}

static size_t
answer_trademark(struct sim_board *board, uint8_t *ret_data)
{
	char text[SIM_TRADEMARK_SIZE];
	size_t len;

	sim_board_trademark(board, text);
	len = strlen(text);
	memcpy(ret_data, text, len);
	return len;
}

static const struct answer {
	uint8_t command;
	uint8_t reply; /* enum dgt_bus_reply */
	answer_fn data;
} answers[] = {
	{ DGT_BUS_CLK, DGT_BUS_CLOCK, answer_clock },
	{ DGT_BUS_BRD, DGT_BUS_BOARD, answer_board },
	{ DGT_BUS_CHANGES, DGT_BUS_LOG, answer_changes },
	{ DGT_BUS_REPEAT_CHANGES, DGT_BUS_LOG, answer_repeat },
	{ DGT_BUS_SET_START_GAME, DGT_BUS_STARTED, answer_start },
	{ DGT_BUS_FROM_START, DGT_BUS_GAME_LOG, answer_from_start },
	{ DGT_BUS_PING, DGT_BUS_PONG, answer_nothing },
	{ DGT_BUS_IGNORE_NEXT_PING, DGT_BUS_PONG, answer_nothing },
	{ DGT_BUS_VERSION, DGT_BUS_VERSION_IS, answer_version },
	{ DGT_BUS_TRADEMARK, DGT_BUS_TRADEMARK_IS, answer_trademark },
	{ DGT_BUS_HARDWARE_VERSION, DGT_BUS_HARDWARE_IS, answer_hardware },
};

static void
answer(struct sim_board *board, uint8_t command)
{
	uint8_t frame[DGT_BUS_OVERHEAD + SIM_LOG_SIZE];
	size_t len;

	for (size_t i = 0; i < sizeof(answers) / sizeof(answers[0]); i++) {
		if (answers[i].command != command)
			continue;
		len = answers[i].data(board, frame + DGT_BUS_HEADER_LEN);
		dgt_bus_reply_begin(frame, (enum dgt_bus_reply)answers[i].reply,
		                    board->setup.address, len);
		len += DGT_BUS_OVERHEAD;
		frame[len - 1] = dgt_bus_checksum(frame, len - 1);
		sim_board_wire(board, frame, len);
		return;
	}
}

void
sim_board_bus_reset(struct sim_board *board)
{
	struct sim_bus_slots *bus = &board->bus;

	bus->reply_us = bus->ping_us = SIM_NO_DEADLINE;
	bus->ignore_ping = false;
	bus->told_from = bus->told_to = sim_log_mark(&board->log);
}

/* A ping to all is answered at a random moment, so that not all speak at once; one's own at once, like
 * any other command. */
static void
take_ping_to_all(struct sim_board *board)
{
	struct sim_bus_slots *bus = &board->bus;

	if (!bus->ignore_ping)
		bus->ping_us =
			board->now_us + sim_random_below(&board->random, DGT_BUS_PING_US - 10000);
	bus->ignore_ping = false;
}

static uint64_t
reply_us(struct sim_board *board)
{
	return board->setup.reply_us > 0
	               ? board->setup.reply_us
	               : sim_random_between(&board->random, REPLY_MIN_US, REPLY_MAX_US);
}

static void
take_own(struct sim_board *board, uint8_t command)
{
	struct sim_bus_slots *bus = &board->bus;

	switch (command) {
	case DGT_BUS_END_BUSMODE:
		board->mode = SIM_MODE_IDLE;
		return;
	case DGT_BUS_RESET:
		sim_board_sleep(board, board->now_us + DGT_BUS_RESET_US - 500000);
		return;
	case DGT_BUS_IGNORE_NEXT_PING:
		bus->ignore_ping = true;
		break;
	default:
		break;
	}
	/* Room for one command only: what comes before the answer is out is not heard. */
	if (bus->reply_us != SIM_NO_DEADLINE)
		return;
	bus->command = command;
	bus->reply_us =
		board->now_us + (command == DGT_BUS_SET_START_GAME ? START_US : reply_us(board));
}

void
sim_board_bus_take(struct sim_board *board, const uint8_t *command, size_t len)
{
	uint16_t address;

	if (len != DGT_BUS_COMMAND_LEN || dgt_bus_checksum(command, len - 1) != command[len - 1])
		return;
	address = dgt_bus_address_read(command + 1);
	if (address == DGT_BUS_ALL && command[0] == DGT_BUS_PING)
		take_ping_to_all(board);
	else if (address == board->setup.address ||
	         (address == DGT_BUS_ALL &&
	          (command[0] == DGT_BUS_END_BUSMODE || command[0] == DGT_BUS_RESET)))
		take_own(board, command[0]);
}

uint64_t
sim_board_bus_due(const struct sim_board *board)
{
	const struct sim_bus_slots *bus = &board->bus;

	if (board->mode != SIM_MODE_BUS)
		return SIM_NO_DEADLINE;
	return bus->reply_us < bus->ping_us ? bus->reply_us : bus->ping_us;
}

void
sim_board_bus_run(struct sim_board *board)
{
	struct sim_bus_slots *bus = &board->bus;

	if (bus->ping_us <= board->now_us) {
		bus->ping_us = SIM_NO_DEADLINE;
		answer(board, DGT_BUS_PING);
		return;
	}
	INVARIANT(bus->reply_us <= board->now_us);
	bus->reply_us = SIM_NO_DEADLINE;
	if (bus->command == DGT_BUS_ALL_D) {
		answer(board, DGT_BUS_CHANGES);
		answer(board, DGT_BUS_CLK);
		answer(board, DGT_BUS_BRD);
	} else {
		answer(board, bus->command);
	}
}
