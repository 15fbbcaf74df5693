/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drivers/sim/sim_board.h"

#include <string.h>

#include "core/base/invariant.h"
#include "core/base/text.h"
#include "drivers/dgt/dgt_bus_wire.h"
#include "drivers/dgt/dgt_clock.h"
#include "drivers/sim/sim_board_bus.h"

#define CLOCK_REPEAT_US    1000000 /* mode UPDATE: a clock message at least so often (dgt.md 1.4) */
#define COMMAND_TIMEOUT_US 500000  /* the rest of a command with a size byte; our choice */
#define ACK_MIN_MS         100     /* from clock command to its answer: 210 ms in picochess#108 */
#define ACK_MAX_MS         300
#define REPLY_RESERVE      256 /* room on the wire that replies leave to updates */

enum { CLOCK_MESSAGE_START = 0x03, CLOCK_MODE_1X = 1 };

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

/* The wire */

static void
start_packet(struct sim_board *board, uint64_t begin_us)
{
	board->packet_len =
		board->frame_left < board->setup.packet ? board->frame_left : board->setup.packet;
	board->packet_due_us = begin_us + board->packet_len * SIM_BOARD_BYTE_US;
}

static bool
wire_has_room(const struct sim_board *board, size_t len)
{
	return SIM_BOARD_WIRE_SIZE - board->wire_len >= len;
}

static void
wire_append(struct sim_board *board, const uint8_t *bytes, size_t len)
{
	for (size_t i = 0; i < len; i++)
		board->wire[(board->wire_at + board->wire_len++) % SIM_BOARD_WIRE_SIZE] = bytes[i];
}

static void
wire_start(struct sim_board *board, bool idle, size_t len)
{
	if (!idle)
		return;
	board->frame_left = len;
	start_packet(board, board->now_us);
}

/* Frames follow each other on the line and never mix: this and the next are the only ways onto it. */
static void
wire_push(struct sim_board *board, enum dgt_message id, const uint8_t *payload, size_t payload_len)
{
	uint8_t header[DGT_HEADER_LEN];
	size_t len = DGT_HEADER_LEN + payload_len;
	bool idle = board->wire_len == 0;

	INVARIANT(wire_has_room(board, len));
	dgt_header_write(header, id, len);
	wire_append(board, header, sizeof(header));
	wire_append(board, payload, payload_len);
	wire_start(board, idle, len);
}

void
sim_board_wire(struct sim_board *board, const uint8_t *frame, size_t len)
{
	bool idle = board->wire_len == 0;

	if (!wire_has_room(board, len))
		return;
	wire_append(board, frame, len);
	wire_start(board, idle, len);
}

bool
sim_board_sending(const struct sim_board *board, uint64_t *ret_begin_us, uint8_t *ret_byte)
{
	if (board->wire_len == 0)
		return false;
	*ret_begin_us = board->packet_due_us - board->packet_len * SIM_BOARD_BYTE_US;
	*ret_byte = board->wire[board->wire_at];
	return true;
}

/* A reply for which there is no room is not sent, as by a board whose input overflows. */
static void
reply(struct sim_board *board, enum dgt_message id, const uint8_t *payload, size_t len)
{
	if (wire_has_room(board, DGT_HEADER_LEN + len + REPLY_RESERVE))
		wire_push(board, id, payload, len);
}

static uint64_t
packet_due(const struct sim_board *board)
{
	return board->wire_len > 0 ? board->packet_due_us : SIM_NO_DEADLINE;
}

static void
packet_run(struct sim_board *board)
{
	uint8_t packet[SIM_BOARD_PACKET];
	size_t len = board->packet_len;

	for (size_t i = 0; i < len; i++)
		packet[i] = board->wire[(board->wire_at + i) % SIM_BOARD_WIRE_SIZE];
	board->wire_at = (board->wire_at + len) % SIM_BOARD_WIRE_SIZE;
	board->wire_len -= len;
	board->frame_left -= len;
	if (board->frame_left == 0 && board->wire_len > 0) {
		size_t high = board->wire[(board->wire_at + 1) % SIM_BOARD_WIRE_SIZE];
		size_t low = board->wire[(board->wire_at + 2) % SIM_BOARD_WIRE_SIZE];

		board->frame_left = high << 7 | low;
	}
	if (board->wire_len > 0)
		start_packet(board, board->packet_due_us);
	board->output.bytes(board->output.ctx, board->now_us, packet, len);
}

/* The scan */

bool
sim_board_is_updating(const struct sim_board *board)
{
	return board->mode >= SIM_MODE_UPDATE;
}

/* Whether the host hears of the clock in this mode: times, and answers to its commands. */
static bool
clock_is_reported(const struct sim_board *board)
{
	return board->mode == SIM_MODE_UPDATE || board->mode == SIM_MODE_UPDATE_NICE;
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
		if (!wire_has_room(board, DGT_FIELD_UPDATE_LEN))
			return;
		wire_push(board, DGT_FIELD_UPDATE, update, sizeof(update));
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
		reply(board, DGT_BOARD_DUMP, board->seen, sizeof(board->seen));
}

/* The clock */

void
sim_board_clock_payload(const struct sim_board *board, uint8_t *ret_payload)
{
	dgt_clock_encode_time(&board->clock, ret_payload);
}

static uint64_t
clock_due(const struct sim_board *board)
{
	if (!clock_is_reported(board))
		return SIM_NO_DEADLINE;
	if (board->clock_unsent)
		return board->now_us;
	return board->mode == SIM_MODE_UPDATE ? board->clock_repeat_us : SIM_NO_DEADLINE;
}

/* Where the line is so busy that even ten bytes find no room, the message waits for a second. */
static void
clock_run(struct sim_board *board)
{
	uint8_t payload[DGT_BWTIME_PAYLOAD];

	board->clock_unsent = false;
	board->clock_repeat_us = board->now_us + CLOCK_REPEAT_US;
	if (!wire_has_room(board, DGT_BWTIME_LEN))
		return;
	sim_board_clock_payload(board, payload);
	wire_push(board, DGT_BWTIME, payload, sizeof(payload));
}

static uint64_t
ack_due(const struct sim_board *board)
{
	uint64_t due = SIM_NO_DEADLINE;

	for (size_t i = 0; i < board->n_acks; i++)
		if (board->acks[i].due_us < due)
			due = board->acks[i].due_us;
	return due;
}

static void
ack_run(struct sim_board *board)
{
	uint8_t payload[DGT_BWTIME_PAYLOAD];

	for (size_t i = 0; i < board->n_acks; i++) {
		if (board->acks[i].due_us > board->now_us)
			continue;
		dgt_ack_encode(board->acks[i].ack, payload);
		board->acks[i] = board->acks[--board->n_acks];
		if (clock_is_reported(board))
			reply(board, DGT_BWTIME, payload, sizeof(payload));
		return;
	}
}

/* What the clock answers to a command; false where it knows no such command. */
static bool
clock_answer(const struct sim_board *board, uint8_t command, uint8_t ret_ack[4])
{
	memset(ret_ack, 0, 4);
	ret_ack[0] = DGT_ACK_OK;
	ret_ack[1] = command;
	switch (command) {
	case DGT_CLOCK_DISPLAY:
	case DGT_CLOCK_ICONS:
	case DGT_CLOCK_END:
	case DGT_CLOCK_BUTTON:
	case DGT_CLOCK_BEEP:
		return true;
	case DGT_CLOCK_VERSION:
		ret_ack[2] = board->setup.clock_version;
		return true;
	case DGT_CLOCK_SETNRUN:
		/* A clock that times a game for its players is not in the mode for this. */
		ret_ack[0] = DGT_ACK_REFUSED;
		ret_ack[2] = DGT_CLOCK_SETNRUN;
		return true;
	case DGT_CLOCK_ASCII:
		return board->setup.clock_version >> 4 > CLOCK_MODE_1X;
	default:
		return false;
	}
}

static void
run_clock_message(struct sim_board *board)
{
	const uint8_t *command = board->command;
	size_t len = board->command_len;
	size_t n = board->n_acks;

	if (len < 5 || command[2] != CLOCK_MESSAGE_START || command[len - 1] != 0)
		return;
	if (!board->setup.clock_connected || !clock_is_reported(board) || n == SIM_BOARD_ACKS)
		return;
	if (!clock_answer(board, command[3], board->acks[n].ack))
		return;
	board->acks[n].due_us =
		board->now_us +
		(uint64_t)sim_random_between(&board->random, ACK_MIN_MS, ACK_MAX_MS) * 1000;
	board->n_acks++;
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
	reply(board, DGT_BWTIME, payload, sizeof(payload));
}

/* The dump is what the scan saw last, so that updates queued behind it continue it. */
static void
run_send_brd(struct sim_board *board)
{
	reply(board, DGT_BOARD_DUMP, board->seen, sizeof(board->seen));
}

static void
reply_text(struct sim_board *board, enum dgt_message id, const char *text)
{
	reply(board, id, (const uint8_t *)text, strlen(text));
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

	reply(board, DGT_BUSADRES, address, sizeof(address));
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
	reply(board, DGT_VERSION, board->setup.version, sizeof(board->setup.version));
}

static void
run_hardware_version(struct sim_board *board)
{
	if (board->setup.long_serial[0] != '\0')
		reply(board, DGT_HARDWARE_VERSION, board->setup.hardware,
		      sizeof(board->setup.hardware));
}

static void
run_ee_moves(struct sim_board *board)
{
	uint8_t log[SIM_LOG_SIZE + 1];

	sim_log_at(&board->log, board->now_us);
	reply(board, DGT_EE_MOVES, log, sim_log_read(&board->log, log));
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
	{ DGT_CLOCK_MESSAGE, run_clock_message },
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
	{ packet_due, packet_run },
	{ clock_due, clock_run },
	{ ack_due, ack_run },
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
	board->wire_len = board->command_len = board->n_acks = 0;
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

void
sim_board_clock(struct sim_board *board, const struct clock_reading *reading, uint64_t now_us)
{
	struct clock_reading before;
	uint8_t old[DGT_BWTIME_PAYLOAD], new[DGT_BWTIME_PAYLOAD];

	sim_board_advance(board, now_us);
	before = board->clock;
	sim_board_clock_payload(board, old);
	board->clock = *reading;
	board->clock.connected = board->setup.clock_connected;
	sim_board_clock_payload(board, new);
	if (memcmp(old, new, sizeof(old)) != 0)
		board->clock_unsent = true;
	/* The log has the time of the side that was halted, when the lever falls (dgt.md 2.7). */
	if (board->wake_us == 0 && board->clock.connected && board->clock.turn != before.turn) {
		sim_log_at(&board->log, board->now_us);
		sim_log_clock(&board->log, (enum clock_side)before.turn,
		              board->clock.face[before.turn].seconds);
	}
}
