/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drivers/dgt/dgt_frame.h"

#include <string.h>

/* The messages of a board and the total lengths each may have: `len`, or `other` (0: no other), and
 * with `between` set everything from one to the other too. */
static const struct message {
	uint8_t id;
	bool between;
	uint16_t len, other;
} messages[] = {
	{ DGT_NONE, false, DGT_NONE_LEN, 0 },
	{ DGT_BOARD_DUMP, false, DGT_BOARD_DUMP_LEN, DGT_BOARD_DUMP_100_LEN },
	{ DGT_BWTIME, false, DGT_BWTIME_LEN, 0 },
	{ DGT_FIELD_UPDATE, false, DGT_FIELD_UPDATE_LEN, 0 },
	{ DGT_EE_MOVES, true, DGT_HEADER_LEN, DGT_EE_MOVES_MAX_LEN },
	{ DGT_BUSADRES, false, DGT_BUSADRES_LEN, 0 },
	{ DGT_SERIALNR, false, DGT_SERIALNR_LEN, DGT_SERIALNR_1998_LEN },
	{ DGT_TRADEMARK, true, DGT_HEADER_LEN, DGT_TRADEMARK_MAX_LEN },
	{ DGT_VERSION, false, DGT_VERSION_LEN, 0 },
	{ DGT_BOARD_DUMP_50B, false, DGT_BOARD_DUMP_50_LEN, 0 },
	{ DGT_BOARD_DUMP_50W, false, DGT_BOARD_DUMP_50_LEN, 0 },
	{ DGT_HARDWARE_VERSION, false, DGT_VERSION_LEN, 0 },
	{ DGT_BATTERY_STATUS, false, DGT_BATTERY_STATUS_LEN, 0 },
	{ DGT_LONG_SERIALNR, false, DGT_LONG_SERIALNR_LEN, 0 },
	{ DGT_I2C_CLOCK, true, DGT_HEADER_LEN, DGT_FRAME_UNKNOWN_MAX_LEN },
};

static const struct message *
find_message(uint8_t id)
{
	for (size_t i = 0; i < sizeof(messages) / sizeof(messages[0]); i++) {
		if (messages[i].id == id)
			return &messages[i];
	}
	return NULL;
}

bool
dgt_frame_length_allowed(uint8_t id, size_t len)
{
	const struct message *message = find_message(id);

	if (len < DGT_HEADER_LEN)
		return false;
	if (!message)
		return len <= DGT_FRAME_UNKNOWN_MAX_LEN;
	if (message->between)
		return len >= message->len && len <= message->other;
	return len == message->len || len == message->other;
}

void
dgt_frame_init(struct dgt_frame *frame)
{
	memset(frame, 0, offsetof(struct dgt_frame, payload));
}

/* Give up the incomplete message: none of its bytes belongs to a good one. */
static void
frame_break(struct dgt_frame *frame)
{
	frame->bad_frames++;
	frame->skipped_bytes += frame->have;
	frame->have = 0;
}

void
dgt_frame_refuse(struct dgt_frame *frame)
{
	frame->frames--;
	frame->bad_frames++;
	frame->skipped_bytes += (uint64_t)frame->len + DGT_HEADER_LEN;
}

static uint64_t
elapsed_us(uint64_t from_us, uint64_t to_us)
{
	return to_us > from_us ? to_us - from_us : 0;
}

static bool
frame_is_late(const struct dgt_frame *frame, uint64_t now_us)
{
	/* Until its length is known a message is given the time of its header. */
	uint64_t len = frame->have < DGT_HEADER_LEN ? DGT_HEADER_LEN
	                                            : (uint64_t)frame->len + DGT_HEADER_LEN;

	return elapsed_us(frame->last_us, now_us) > DGT_FRAME_GAP_US ||
	       elapsed_us(frame->first_us, now_us) > len * DGT_FRAME_BYTE_US + DGT_FRAME_SLACK_US;
}

bool
dgt_frame_is_arriving(const struct dgt_frame *frame, uint64_t now_us)
{
	return frame->have >= DGT_HEADER_LEN && !frame_is_late(frame, now_us);
}

static bool
frame_complete(struct dgt_frame *frame)
{
	if (frame->have < frame->len + DGT_HEADER_LEN)
		return false;
	frame->frames++;
	frame->have = 0;
	return true;
}

static bool
frame_begin(struct dgt_frame *frame, uint8_t id, uint64_t now_us)
{
	if (frame->have > 0)
		frame_break(frame);
	frame->id = id;
	frame->have = 1;
	frame->len = 0;
	frame->first_us = now_us;
	frame->last_us = now_us;
	return false;
}

bool
dgt_frame_push(struct dgt_frame *frame, uint8_t byte, uint64_t now_us)
{
	size_t len;

	if (dgt_frame_begins(byte))
		return frame_begin(frame, byte, now_us);
	if (frame->have == 0) {
		frame->skipped_bytes++;
		return false;
	}
	frame->last_us = now_us;
	frame->have++;
	if (frame->have > DGT_HEADER_LEN) {
		frame->payload[frame->have - DGT_HEADER_LEN - 1] = byte;
		return frame_complete(frame);
	}
	if (frame->have < DGT_HEADER_LEN) {
		frame->payload[0] = byte; /* the high half of the length, for one byte */
		return false;
	}
	len = (size_t)frame->payload[0] << 7 | byte;
	if (!dgt_frame_length_allowed(frame->id, len)) {
		frame_break(frame);
		return false;
	}
	frame->len = (uint16_t)(len - DGT_HEADER_LEN);
	return frame_complete(frame);
}
