/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "core/base/invariant.h"
#include "drivers/dgt/dgt_clock.h"
#include "drivers/dgt/dgt_clock_wire.h"
#include "drivers/sim/sim_board_inside.h"

#define CLOCK_REPEAT_US 1000000 /* mode UPDATE: a clock message at least so often (dgt.md 1.4) */
#define ACK_MIN_MS      100     /* from clock command to its answer: 210 ms in picochess#108 */
#define ACK_MAX_MS      300

/* Whether the host hears of the clock in this mode: times, and answers to its commands. */
bool
sim_board_tells_clock(const struct sim_board *board)
{
	return board->mode == SIM_MODE_UPDATE || board->mode == SIM_MODE_UPDATE_NICE;
}

void
sim_board_clock_payload(const struct sim_board *board, uint8_t *ret_payload)
{
	dgt_clock_encode_time(&board->clock, ret_payload);
}

uint64_t
sim_board_clock_due(const struct sim_board *board)
{
	if (!sim_board_tells_clock(board))
		return SIM_NO_DEADLINE;
	if (board->clock_unsent)
		return board->now_us;
	return board->mode == SIM_MODE_UPDATE ? board->clock_repeat_us : SIM_NO_DEADLINE;
}

/* Where the line is so busy that even ten bytes find no room, the message waits for a second. */
void
sim_board_clock_run(struct sim_board *board)
{
	uint8_t payload[DGT_BWTIME_PAYLOAD];

	board->clock_unsent = false;
	board->clock_repeat_us = board->now_us + CLOCK_REPEAT_US;
	if (!sim_board_has_room(board, DGT_BWTIME_LEN))
		return;
	sim_board_clock_payload(board, payload);
	sim_board_message(board, DGT_BWTIME, payload, sizeof(payload));
}

uint64_t
sim_board_ack_due(const struct sim_board *board)
{
	uint64_t due = SIM_NO_DEADLINE;

	for (size_t i = 0; i < board->n_acks; i++)
		if (board->acks[i].due_us < due)
			due = board->acks[i].due_us;
	return due;
}

void
sim_board_ack_run(struct sim_board *board)
{
	uint8_t payload[DGT_BWTIME_PAYLOAD];

	for (size_t i = 0; i < board->n_acks; i++) {
		if (board->acks[i].due_us > board->now_us)
			continue;
		dgt_ack_encode(board->acks[i].ack, payload);
		board->acks[i] = board->acks[--board->n_acks];
		if (sim_board_tells_clock(board))
			sim_board_reply(board, DGT_BWTIME, payload, sizeof(payload));
		return;
	}
}

/* What a command does to the clock, beside being acknowledged. */

static void
take_nothing(struct sim_board *board, const uint8_t *data, uint8_t ack[4])
{
	(void)board;
	(void)data;
	(void)ack;
}

static void
take_version(struct sim_board *board, const uint8_t *data, uint8_t ack[4])
{
	(void)data;
	ack[2] = board->setup.clock_version;
}

static void
take_display(struct sim_board *board, const uint8_t *data, uint8_t ack[4])
{
	(void)ack;
	memcpy(board->display, data, DGT_SEGMENT_DIGITS);
	board->display_len = DGT_SEGMENT_DIGITS;
	board->beeps += data[DGT_SEGMENT_DIGITS + 1] == DGT_BEEP_YES;
}

static void
take_ascii(struct sim_board *board, const uint8_t *data, uint8_t ack[4])
{
	(void)ack;
	memcpy(board->display, data, CLOCK_TEXT_MAX);
	board->display_len = CLOCK_TEXT_MAX;
	board->beeps += data[CLOCK_TEXT_MAX] > 0;
}

static void
take_end(struct sim_board *board, const uint8_t *data, uint8_t ack[4])
{
	(void)data;
	(void)ack;
	board->display_len = 0;
}

static void
take_beep(struct sim_board *board, const uint8_t *data, uint8_t ack[4])
{
	(void)ack;
	board->beeps += data[0] > 0;
}

static bool
read_face(const uint8_t data[3], struct clock_face *ret_face)
{
	*ret_face = (struct clock_face){ .seconds = data[0] * 3600 + data[1] * 60 + data[2] };
	return data[0] <= 9 && data[1] < 60 && data[2] < 60;
}

/* A clock that times a game for its players is not in the mode for this. */
static void
take_setnrun(struct sim_board *board, const uint8_t *data, uint8_t ack[4])
{
	struct clock_reading reading = { .connected = true };
	uint8_t flags = data[6];

	if (!board->setup.clock_is_free || !read_face(data, &reading.face[CLOCK_LEFT]) ||
	    !read_face(data + 3, &reading.face[CLOCK_RIGHT])) {
		ack[0] = DGT_ACK_REFUSED;
		ack[2] = DGT_CLOCK_SETNRUN;
		return;
	}
	reading.running = (flags & (DGT_SETNRUN_LEFT_RUNS | DGT_SETNRUN_RIGHT_RUNS)) != 0 &&
	                  (flags & DGT_SETNRUN_PAUSE) == 0;
	reading.turn = board->clock.turn;
	if (reading.running)
		reading.turn = flags & DGT_SETNRUN_RIGHT_RUNS ? CLOCK_RIGHT : CLOCK_LEFT;
	board->display_len = 0;
	sim_board_show_clock(board, &reading);
	if (board->output.clock_set)
		board->output.clock_set(board->output.ctx, board->now_us, &reading);
}

static const struct clock_row {
	uint8_t code, data_len;
	uint8_t major; /* versions from here on know it */
	void (*take)(struct sim_board *board, const uint8_t *data, uint8_t ack[4]);
} clock_rows[] = {
	{ DGT_CLOCK_DISPLAY, 8, 0, take_display },
	{ DGT_CLOCK_ICONS, 8, 0, take_nothing },
	{ DGT_CLOCK_END, 0, 0, take_end },
	{ DGT_CLOCK_BUTTON, 0, 0, take_nothing },
	{ DGT_CLOCK_VERSION, 0, 0, take_version },
	{ DGT_CLOCK_SETNRUN, 7, 0, take_setnrun },
	{ DGT_CLOCK_BEEP, 1, 0, take_beep },
	{ DGT_CLOCK_ASCII, 9, DGT_CLOCK_ASCII_MAJOR, take_ascii },
};

static const struct clock_row *
find_row(const struct sim_board *board, const uint8_t *command, size_t len)
{
	if (len < 5 || command[2] != DGT_CLOCK_MESSAGE_START || command[len - 1] != 0)
		return NULL;
	for (size_t i = 0; i < sizeof(clock_rows) / sizeof(clock_rows[0]); i++)
		if (clock_rows[i].code == command[3])
			return len == clock_rows[i].data_len + 5u && board->setup.clock_version >>
			                                                     4 >=
			                                                     clock_rows[i].major
			               ? &clock_rows[i]
			               : NULL;
	return NULL;
}

static void
plan_ack(struct sim_board *board, const uint8_t ack[4], uint64_t delay_us)
{
	size_t n = board->n_acks;

	if (n == SIM_BOARD_ACKS)
		return;
	memcpy(board->acks[n].ack, ack, 4);
	board->acks[n].due_us = board->now_us + delay_us;
	board->n_acks++;
}

static bool
is_lost(struct sim_board *board)
{
	return board->setup.lost_acks > 0 &&
	       sim_random_below(&board->random, 100) < board->setup.lost_acks;
}

void
sim_board_clock_command(struct sim_board *board)
{
	const uint8_t *command = board->command;
	const struct clock_row *row = find_row(board, command, board->command_len);
	uint8_t ack[4] = { DGT_ACK_OK, 0, 0, 0 };
	uint64_t delay_us;

	if (!row || !board->setup.clock_connected || !sim_board_tells_clock(board) ||
	    board->n_acks == SIM_BOARD_ACKS)
		return;
	ack[1] = row->code;
	row->take(board, command + 4, ack);
	delay_us = (uint64_t)sim_random_between(&board->random, ACK_MIN_MS, ACK_MAX_MS) * 1000;
	if (!is_lost(board))
		plan_ack(board, ack, delay_us);
}

void
sim_board_ack_button(struct sim_board *board, enum clock_button button)
{
	/* What is held and what was pressed: dgt.md 2.6 and 6. */
	static const uint8_t codes[CLOCK_BUTTONS][2] = {
		[CLOCK_BUTTON_BACK] = { 0x05, 0x31 }, [CLOCK_BUTTON_MINUS] = { 0x21, 0x34 },
		[CLOCK_BUTTON_RUN] = { 0x11, 0x33 },  [CLOCK_BUTTON_PLUS] = { 0x09, 0x32 },
		[CLOCK_BUTTON_OK] = { 0x41, 0x35 },
	};
	const uint8_t ack[4] = { DGT_ACK_OK, DGT_ACK_BUTTON, codes[button][0], codes[button][1] };

	INVARIANT(button > CLOCK_BUTTON_NONE && button < CLOCK_BUTTONS);
	if (board->setup.clock_connected && board->wake_us == 0)
		plan_ack(board, ack, 0);
}

/* The log has the time of the side that was halted, when the lever falls (dgt.md 2.7). */
void
sim_board_show_clock(struct sim_board *board, const struct clock_reading *reading)
{
	struct clock_reading before = board->clock;
	uint8_t old[DGT_BWTIME_PAYLOAD], new[DGT_BWTIME_PAYLOAD];

	sim_board_clock_payload(board, old);
	board->clock = *reading;
	board->clock.connected = board->setup.clock_connected;
	sim_board_clock_payload(board, new);
	if (memcmp(old, new, sizeof(old)) != 0)
		board->clock_unsent = true;
	if (board->wake_us == 0 && board->clock.connected && board->clock.turn != before.turn) {
		sim_log_at(&board->log, board->now_us);
		sim_log_clock(&board->log, (enum clock_side)before.turn,
		              board->clock.face[before.turn].seconds);
	}
}
