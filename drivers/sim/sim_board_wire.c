/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/invariant.h"
#include "core/base/text.h"
#include "drivers/sim/sim_board_inside.h"

#define REPLY_RESERVE 256 /* room on the wire that replies leave to updates */

static void
start_packet(struct sim_board *board, uint64_t begin_us)
{
	board->packet_len =
		board->frame_left < board->setup.packet ? board->frame_left : board->setup.packet;
	board->packet_due_us = begin_us + board->packet_len * SIM_BOARD_BYTE_US;
}

bool
sim_board_has_room(const struct sim_board *board, size_t len)
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
void
sim_board_message(struct sim_board *board, enum dgt_message id, const uint8_t *payload,
                  size_t payload_len)
{
	uint8_t header[DGT_HEADER_LEN];
	size_t len = DGT_HEADER_LEN + payload_len;
	bool idle = board->wire_len == 0;

	INVARIANT(sim_board_has_room(board, len));
	dgt_header_write(header, id, len);
	wire_append(board, header, sizeof(header));
	wire_append(board, payload, payload_len);
	wire_start(board, idle, len);
}

void
sim_board_wire(struct sim_board *board, const uint8_t *frame, size_t len)
{
	bool idle = board->wire_len == 0;

	if (!sim_board_has_room(board, len))
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
void
sim_board_reply(struct sim_board *board, enum dgt_message id, const uint8_t *payload, size_t len)
{
	if (sim_board_has_room(board, DGT_HEADER_LEN + len + REPLY_RESERVE))
		sim_board_message(board, id, payload, len);
}

void
sim_board_tell_position(struct sim_board *board)
{
	sim_board_reply(board, DGT_BOARD_DUMP, board->seen, sizeof(board->seen));
	board->told = true;
}

uint64_t
sim_board_packet_due(const struct sim_board *board)
{
	return board->wire_len > 0 ? board->packet_due_us : SIM_NO_DEADLINE;
}

void
sim_board_packet_run(struct sim_board *board)
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

void
sim_board_sleep(struct sim_board *board, uint64_t wake_us)
{
	board->wake_us = wake_us;
	board->wire_len = board->command_len = board->n_acks = board->display_len = 0;
	board->clock_unsent = false;
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
