/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drivers/dgt/dgt_bus_frame.h"

#include "drivers/dgt/dgt_wire.h"

enum { ID_BIT = 0x80, UNKNOWN_MAX_LEN = 256 };

/* The replies we ask for, and how much data each may have. */
static const struct {
	uint8_t id;
	uint16_t min, max;
} replies[] = {
	{ DGT_BUS_BOARD, DGT_SQUARES, DGT_SQUARES },
	{ DGT_BUS_CLOCK, DGT_BWTIME_PAYLOAD, DGT_BWTIME_PAYLOAD },
	{ DGT_BUS_LOG, 0, DGT_BUS_MAX_LEN - DGT_BUS_OVERHEAD },
	{ DGT_BUS_GAME_LOG, 0, DGT_BUS_MAX_LEN - DGT_BUS_OVERHEAD },
	{ DGT_BUS_PONG, 0, 0 },
	{ DGT_BUS_STARTED, 0, 0 },
	{ DGT_BUS_VERSION_IS, 0, 2 }, /* boards up to 1.2 send an empty one */
	{ DGT_BUS_HARDWARE_IS, 2, 2 },
};

bool
dgt_bus_length_allowed(uint8_t id, size_t len)
{
	if (len < DGT_BUS_OVERHEAD)
		return false;
	for (size_t i = 0; i < sizeof(replies) / sizeof(replies[0]); i++) {
		if (replies[i].id == id)
			return len - DGT_BUS_OVERHEAD >= replies[i].min &&
			       len - DGT_BUS_OVERHEAD <= replies[i].max;
	}
	return len <= UNKNOWN_MAX_LEN;
}

void
dgt_bus_frame_init(struct dgt_bus_frame *frame)
{
	frame->len = frame->have = 0;
	frame->frames = frame->skipped_bytes = frame->bad_frames = 0;
}

/* Give up what there is of a reply: none of its bytes belongs to a good one. */
static bool
frame_break(struct dgt_bus_frame *frame)
{
	frame->bad_frames++;
	frame->skipped_bytes += frame->have;
	frame->have = 0;
	return false;
}

void
dgt_bus_frame_drop(struct dgt_bus_frame *frame)
{
	if (frame->have > 0)
		frame_break(frame);
}

void
dgt_bus_frame_refuse(struct dgt_bus_frame *frame)
{
	frame->frames--;
	frame->bad_frames++;
	frame->skipped_bytes += frame->len;
}

static bool
frame_complete(struct dgt_bus_frame *frame)
{
	if (dgt_bus_checksum(frame->bytes, frame->len - 1u) != frame->bytes[frame->len - 1])
		return frame_break(frame);
	frame->frames++;
	frame->have = 0;
	return true;
}

bool
dgt_bus_frame_push(struct dgt_bus_frame *frame, uint8_t byte)
{
	size_t len;

	if (byte & ID_BIT) {
		dgt_bus_frame_drop(frame);
		frame->bytes[0] = byte;
		frame->have = 1;
		return false;
	}
	if (frame->have == 0) {
		frame->skipped_bytes++;
		return false;
	}
	frame->bytes[frame->have++] = byte;
	if (frame->have < 3)
		return false;
	if (frame->have > 3)
		return frame->have == frame->len && frame_complete(frame);
	len = (size_t)frame->bytes[1] << 7 | byte;
	if (!dgt_bus_length_allowed(frame->bytes[0], len))
		return frame_break(frame);
	frame->len = (uint16_t)len;
	return false;
}

uint16_t
dgt_bus_frame_address(const struct dgt_bus_frame *frame)
{
	return dgt_bus_address_read(frame->bytes + 3);
}

const uint8_t *
dgt_bus_frame_data(const struct dgt_bus_frame *frame, size_t *ret_len)
{
	*ret_len = (size_t)frame->len - DGT_BUS_OVERHEAD;
	return frame->bytes + DGT_BUS_HEADER_LEN;
}
