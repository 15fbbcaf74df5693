/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drivers/sim/sim_board.h"

#include <string.h>

#include "core/base/invariant.h"
#include "core/base/text.h"
#include "drivers/dgt/dgt_bus_wire.h"
#include "drivers/sim/sim_board_inside.h"

#define COMMAND_TIMEOUT_US 500000 /* the rest of a command with a size byte; our choice */

static int
sq_to_index(const struct sim_board *board, int sq)
{
	int index = dgt_index_from_sq((uint8_t)sq);

	return board->setup.rotated ? 63 - index : index;
}

static uint8_t
code_of(const struct sim_board *board, uint8_t piece)
{
	if (board->setup.occupancy)
		return piece == EMPTY ? DGT_CODE_EMPTY : DGT_CODE_WHITE_PAWN;
	return dgt_code_from_piece(piece);
}

/* The scan */

bool
sim_board_is_updating(const struct sim_board *board)
{
	return board->mode >= SIM_MODE_UPDATE;
}

/* When the scan next comes to square index, after now. */
static uint64_t
visit_us(const struct sim_board *board, int index)
{
	uint64_t scan_us = board->setup.scan_us;
	uint64_t first_us = board->epoch_us + scan_us * (uint64_t)index / DGT_SQUARES;

	if (board->now_us < first_us)
		return first_us;
	return first_us + ((board->now_us - first_us) / scan_us + 1) * scan_us;
}

static int
next_visit(const struct sim_board *board, uint64_t *ret_us)
{
	int next = -1;

	*ret_us = SIM_NO_DEADLINE;
	for (int i = 0; i < DGT_SQUARES; i++) {
		uint64_t us = board->changed >> i & 1 ? visit_us(board, i) : SIM_NO_DEADLINE;

		if (us < *ret_us) {
			*ret_us = us;
			next = i;
		}
	}
	return next;
}

static uint64_t
scan_due(const struct sim_board *board)
{
	uint64_t us;

	if (board->changed == 0)
		return SIM_NO_DEADLINE;
	next_visit(board, &us);
	return us;
}

/* A square whose update finds no room stays changed: the next round reports it. */
static void
see(struct sim_board *board, int index)
{
	uint8_t before = board->seen[index];
	uint8_t update[2] = { (uint8_t)index, board->standing[index] };
	uint64_t scan_us = board->setup.scan_us;

	if (sim_board_is_updating(board) && !board->setup.dumps_only) {
		if (!sim_board_has_room(board, DGT_FIELD_UPDATE_LEN))
			return;
		sim_board_message(board, DGT_FIELD_UPDATE, update, sizeof(update));
	}
	board->seen[index] = board->standing[index];
	board->changed &= ~(UINT64_C(1) << index);
	sim_log_piece(&board->log, (uint8_t)index, before, board->seen[index], board->now_us);
	board->round_end_us =
		board->epoch_us + ((board->now_us - board->epoch_us) / scan_us + 1) * scan_us;
}

/* Only one square is ever due at a time (they are visited 3.6 ms apart), and now is its time: what
 * is seen is the square whose visit falls on this microsecond. */
static void
scan_run(struct sim_board *board)
{
	uint64_t scan_us = board->setup.scan_us;
	uint64_t since_us = (board->now_us - board->epoch_us) % scan_us;
	int index = (int)((since_us * DGT_SQUARES + scan_us - 1) / scan_us);

	INVARIANT(index < DGT_SQUARES && (board->changed >> index & 1) != 0);
	see(board, index);
}

static uint64_t
round_due(const struct sim_board *board)
{
	return board->round_end_us;
}

static void
round_run(struct sim_board *board)
{
	board->round_end_us = SIM_NO_DEADLINE;
	sim_log_at(&board->log, board->now_us);
	sim_log_position(&board->log, board->seen);
	if (board->setup.dumps_only && sim_board_is_updating(board))
		sim_board_reply(board, DGT_BOARD_DUMP, board->seen, sizeof(board->seen));
}

/* Commands */

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

/* The dump is what the scan saw last, so that updates queued behind it continue it. */
static void
run_send_brd(struct sim_board *board)
{
	sim_board_reply(board, DGT_BOARD_DUMP, board->seen, sizeof(board->seen));
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
append_version(struct text *text, const uint8_t version[2])
{
	text_unsigned(text, version[0], 1);
	text_char(text, '.');
	text_unsigned(text, version[1], 2);
}

/* The layout of old and new boards, as dgt.md 2.5 describes it. */
void
sim_board_trademark(const struct sim_board *board, char *ret_text)
{
	const struct sim_board_setup *setup = &board->setup;
	struct text text;

	text_begin(&text, ret_text, SIM_TRADEMARK_SIZE);
	if (setup->long_serial[0] != '\0') {
		text_string(&text, "Digital Game Technology\r\nCopyright (c) 2019 DGT\r\n"
		                   "software version: ");
		append_version(&text, setup->version);
		text_string(&text, ", build: 190301\r\nhardware version: ");
		append_version(&text, setup->hardware);
		text_string(&text, ", serial no: ");
		text_string(&text, setup->serial);
		text_char(&text, ' ');
		text_string(&text, setup->long_serial);
		text_string(&text, "\r\n");
	} else {
		text_string(&text, "DGT Projects\r\nElectronic chess board\r\nsimulated\r\n"
		                   "Build 980301 Vs ");
		append_version(&text, setup->version);
		text_string(&text, " Serial nr. ");
		text_string(&text, setup->serial);
		text_string(&text, " 1.0\r\n");
	}
	INVARIANT(text_end(&text, NULL) == 0);
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
	{ DGT_SEND_BRD, run_send_brd },
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

static void
take_byte(struct sim_board *board, uint8_t byte)
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

static uint64_t
command_due(const struct sim_board *board)
{
	return board->command_len > 0 ? board->command_due_us : SIM_NO_DEADLINE;
}

static void
command_run(struct sim_board *board)
{
	board->command_len = 0;
}

/* Everything that happens by itself. Where two fall on one moment, the earlier row goes first: the
 * scan leads, because its next visit is reckoned from the present moment on. */
static const struct {
	uint64_t (*due)(const struct sim_board *board);
	void (*run)(struct sim_board *board);
} activities[] = {
	{ scan_due, scan_run },
	{ round_due, round_run },
	{ sim_board_packet_due, sim_board_packet_run },
	{ sim_board_clock_due, sim_board_clock_run },
	{ sim_board_ack_due, sim_board_ack_run },
	{ command_due, command_run },
	{ sim_board_bus_due, sim_board_bus_run },
};

#define N_ACTIVITIES (sizeof(activities) / sizeof(activities[0]))

/* Power-up: three fillers, the tag, and a tag for each man found (dgt.md 2.7). What was logged before
 * stays. */
static void
switch_on(struct sim_board *board)
{
	board->wake_us = 0;
	board->epoch_us = board->now_us;
	board->mode = SIM_MODE_BUS;
	board->round_end_us = SIM_NO_DEADLINE;
	memcpy(board->seen, board->standing, sizeof(board->seen));
	board->changed = 0;
	sim_board_bus_reset(board);
	sim_log_at(&board->log, board->now_us);
	for (int i = 0; i < 3; i++)
		sim_log_tag(&board->log, DGT_LOG_FILLER);
	sim_log_tag(&board->log, DGT_LOG_POWER_UP);
	for (int i = 0; i < DGT_SQUARES; i++)
		if (board->seen[i] != DGT_CODE_EMPTY)
			sim_log_piece(&board->log, (uint8_t)i, DGT_CODE_EMPTY, board->seen[i],
			              board->now_us);
	sim_log_position(&board->log, board->seen);
}

void
sim_board_sleep(struct sim_board *board, uint64_t wake_us)
{
	board->wake_us = wake_us;
	board->wire_len = board->command_len = board->n_acks = board->display_len = 0;
	board->clock_unsent = false;
}

void
sim_board_power(struct sim_board *board, bool on, uint64_t now_us)
{
	sim_board_advance(board, now_us);
	if (on && board->wake_us != 0)
		switch_on(board);
	else if (!on)
		sim_board_sleep(board, SIM_NO_DEADLINE);
}

/* Nothing happens in a board that is off, but that it may come on again by itself. */
static uint64_t
next_activity(const struct sim_board *board, size_t *ret_which)
{
	uint64_t due = board->wake_us != 0 ? board->wake_us : SIM_NO_DEADLINE;

	*ret_which = N_ACTIVITIES;
	for (size_t i = 0; board->wake_us == 0 && i < N_ACTIVITIES; i++) {
		uint64_t us = activities[i].due(board);

		if (us < due) {
			due = us;
			*ret_which = i;
		}
	}
	return due;
}

uint64_t
sim_board_advance(struct sim_board *board, uint64_t now_us)
{
	if (now_us < board->now_us)
		now_us = board->now_us;
	for (;;) {
		size_t which;
		uint64_t due = next_activity(board, &which);

		if (due > now_us) {
			board->now_us = now_us;
			return due;
		}
		if (due > board->now_us)
			board->now_us = due;
		if (which == N_ACTIVITIES)
			switch_on(board);
		else
			activities[which].run(board);
	}
}

void
sim_board_setup_default(struct sim_board_setup *ret_setup)
{
	*ret_setup = (struct sim_board_setup){
		.clock_connected = true,
		.scan_us = SIM_BOARD_SCAN_US,
		.address = 1025,
		.serial = "01025",
		.long_serial = "3000147740",
		.version = { 1, 2 },
		.hardware = { 1, 0 },
		.clock_version = 0x20,
	};
}

void
sim_board_init(struct sim_board *board, const struct sim_board_setup *setup,
               const struct sim_board_output *output, const uint8_t placement[64], uint64_t now_us)
{
	memset(board, 0, sizeof(*board));
	board->setup = *setup;
	board->output = *output;
	if (board->setup.scan_us == 0)
		board->setup.scan_us = SIM_BOARD_SCAN_US;
	if (board->setup.packet == 0)
		board->setup.packet = SIM_BOARD_PACKET;
	INVARIANT(board->setup.scan_us >= DGT_SQUARES && board->setup.packet <= SIM_BOARD_PACKET &&
	          board->setup.address <= DGT_BUS_ADDRESS_MAX);
	sim_random_init(&board->random, setup->seed);
	board->now_us = now_us;
	board->clock.connected = setup->clock_connected;
	for (int sq = 0; sq < 64; sq++)
		board->standing[sq_to_index(board, sq)] = code_of(board, placement[sq]);
	sim_log_init(&board->log);
	board->log.delays = setup->delay_tags;
	board->log.tag_us = now_us;
	switch_on(board);
}

void
sim_board_receive(struct sim_board *board, const uint8_t *bytes, size_t len, uint64_t now_us)
{
	sim_board_advance(board, now_us);
	for (size_t i = 0; i < len && board->wake_us == 0; i++)
		take_byte(board, bytes[i]);
}

void
sim_board_put(struct sim_board *board, int sq, uint8_t piece, uint64_t now_us)
{
	int index = sq_to_index(board, sq);
	uint64_t bit = UINT64_C(1) << index;

	INVARIANT(sq >= 0 && sq < 64);
	sim_board_advance(board, now_us);
	board->standing[index] = code_of(board, piece);
	if (board->standing[index] == board->seen[index])
		board->changed &= ~bit;
	else
		board->changed |= bit;
}
