/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drivers/dgt/dgt_log.h"

#include <string.h>

#include "drivers/dgt/dgt_wire.h"

#define SECOND_US UINT64_C(1000000)

#define RING_SIZE 0x1f00
#define TAG_MAX   4 /* bytes; whole tags are overwritten */

/* 0..59, or -1 for what is not BCD or beyond. */
static int
bcd_sixty(uint8_t byte)
{
	return byte >> 4 <= 5 && (byte & 0x0f) <= 9 ? (byte >> 4) * 10 + (byte & 0x0f) : -1;
}

static size_t
read_piece(const uint8_t *bytes, size_t len, struct dgt_tag *tag)
{
	if (len < 2 || bytes[1] >= DGT_SQUARES)
		return 1;
	tag->kind = DGT_TAG_PIECE;
	tag->code = bytes[0] & DGT_CODE_MASK;
	tag->soon = (bytes[0] & DGT_LOG_PIECE_SOON) != 0;
	tag->index = bytes[1];
	return 2;
}

static size_t
read_clock(const uint8_t *bytes, size_t len, struct dgt_tag *tag)
{
	int minutes, seconds;

	if (len < 3)
		return 1;
	minutes = bcd_sixty(bytes[1]);
	seconds = bcd_sixty(bytes[2]);
	if (minutes < 0 || seconds < 0)
		return 1;
	tag->kind = DGT_TAG_CLOCK;
	tag->side = (bytes[0] & 0xf0) == DGT_LOG_CLOCK_LEFT ? CLOCK_LEFT : CLOCK_RIGHT;
	tag->seconds = (bytes[0] & 0x0f) * 3600 + minutes * 60 + seconds;
	return 3;
}

/* The high nibble is how many bytes follow: seconds, minutes, hours. */
static size_t
read_delay(const uint8_t *bytes, size_t len, struct dgt_tag *tag)
{
	static const uint64_t units[3] = { SECOND_US, 60 * SECOND_US, 3600 * SECOND_US };
	size_t more = bytes[0] >> 4 & 3;

	if (len < 1 + more)
		return 1;
	tag->kind = DGT_TAG_DELAY;
	tag->delay_us = (uint64_t)(bytes[0] & 0x0f) * DGT_LOG_TICK_US;
	for (size_t i = 0; i < more; i++)
		tag->delay_us += bytes[1 + i] * units[i];
	return 1 + more;
}

static enum dgt_tag_kind
kind_of(uint8_t byte)
{
	switch (byte) {
	case DGT_LOG_START_960:
	case DGT_LOG_START:
	case DGT_LOG_START_ROTATED:
		return DGT_TAG_START;
	case DGT_LOG_GAME:
		return DGT_TAG_GAME;
	case DGT_LOG_POWER_UP:
	case DGT_LOG_WATCHDOG:
		return DGT_TAG_RESTART;
	default:
		return DGT_TAG_NOTHING;
	}
}

size_t
dgt_log_next(const uint8_t *bytes, size_t len, struct dgt_tag *ret_tag)
{
	uint8_t high = bytes[0] >> 4, low = bytes[0] & 0x0f;

	*ret_tag = (struct dgt_tag){ .kind = DGT_TAG_NOTHING };
	if (high < 4)
		return read_delay(bytes, len, ret_tag);
	if (high < 6)
		return read_piece(bytes, len, ret_tag);
	if (high < 8 && low <= 9)
		return read_clock(bytes, len, ret_tag);
	ret_tag->kind = kind_of(bytes[0]);
	return 1;
}

/* A list is written at once, so that its men follow each other soon; one who is put down by hand comes later. Boards that
 * do not say how soon a man came in their lists say it of none of them. */
static bool
goes_on(const struct dgt_tag *tag, uint32_t n_men, bool *all_soon)
{
	if (n_men == 1)
		*all_soon = tag->soon;
	return n_men == 0 || tag->soon || !*all_soon;
}

size_t
dgt_log_men(const uint8_t *bytes, size_t len, uint8_t ret_codes[DGT_SQUARES])
{
	bool all_soon = false;
	struct dgt_tag tag;
	uint32_t n_men = 0;
	size_t end = 0;

	memset(ret_codes, DGT_CODE_EMPTY, DGT_SQUARES);
	for (size_t at = 0; at < len;) {
		at += dgt_log_next(bytes + at, len - at, &tag);
		if (tag.kind == DGT_TAG_DELAY || tag.kind == DGT_TAG_NOTHING)
			continue;
		if (tag.kind != DGT_TAG_PIECE || tag.code == DGT_CODE_EMPTY ||
		    ret_codes[tag.index] != DGT_CODE_EMPTY || !goes_on(&tag, n_men++, &all_soon))
			break;
		ret_codes[tag.index] = tag.code;
		end = at;
	}
	return end;
}

bool
dgt_log_is_whole(const uint8_t *bytes, size_t len)
{
	return len > 0 && bytes[len - 1] == DGT_LOG_END;
}

bool
dgt_log_is_full(size_t len)
{
	return len + TAG_MAX >= RING_SIZE;
}

size_t
dgt_log_delay_write(uint64_t delay_us, uint8_t ret_bytes[4])
{
	uint64_t seconds = delay_us / SECOND_US;
	uint64_t hours = seconds / 3600 < 63 ? seconds / 3600 : 63;
	size_t more = hours > 0 ? 3 : seconds >= 60 ? 2 : seconds > 0 ? 1 : 0;

	ret_bytes[0] = (uint8_t)(more << 4 | delay_us % SECOND_US / DGT_LOG_TICK_US);
	ret_bytes[1] = (uint8_t)(seconds % 60);
	ret_bytes[2] = (uint8_t)(seconds / 60 % 60);
	ret_bytes[3] = (uint8_t)hours;
	return 1 + more;
}
