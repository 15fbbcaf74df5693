/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drivers/sim/sim_log.h"

#include <string.h>

#include "drivers/dgt/dgt_wire.h"

#define SOON_US        250000
#define MARKER_LEFT    2 /* men that may leave without the marker being written again */
#define OUTER_PER_SIDE 16

static const uint8_t start_back_row[8] = {
	DGT_CODE_WHITE_ROOK, DGT_CODE_WHITE_KNIGHT, DGT_CODE_WHITE_BISHOP, DGT_CODE_WHITE_QUEEN,
	DGT_CODE_WHITE_KING, DGT_CODE_WHITE_BISHOP, DGT_CODE_WHITE_KNIGHT, DGT_CODE_WHITE_ROOK,
};

static size_t
tag_len(uint8_t tag)
{
	if (tag >= 0x40 && tag <= 0x5f)
		return 2;
	return (tag >= 0x60 && tag <= 0x69) || (tag >= 0x70 && tag <= 0x79) ? 3 : 1;
}

static void
append(struct sim_log *log, const uint8_t *tag, size_t len)
{
	while (SIM_LOG_SIZE - log->len < len) {
		size_t oldest = tag_len(log->ring[log->head]);

		log->head = (log->head + oldest) % SIM_LOG_SIZE;
		log->len -= oldest;
		log->wrapped = true;
	}
	for (size_t i = 0; i < len; i++)
		log->ring[(log->head + log->len + i) % SIM_LOG_SIZE] = tag[i];
	log->len += len;
	log->piece_is_last = false;
}

void
sim_log_init(struct sim_log *log)
{
	memset(log, 0, sizeof(*log));
}

void
sim_log_tag(struct sim_log *log, enum sim_log_tag tag)
{
	uint8_t byte = (uint8_t)tag;

	append(log, &byte, 1);
}

void
sim_log_piece(struct sim_log *log, uint8_t index, uint8_t before, uint8_t after, uint64_t now_us)
{
	bool soon = log->any_piece && now_us - log->piece_us < SOON_US;
	uint8_t tag[2] = { (uint8_t)(SIM_LOG_PIECE | (soon ? SIM_LOG_PIECE_SOON : 0) | after),
		           index };

	if (log->piece_is_last && log->piece_index == index && log->piece_before == after)
		log->len -= sizeof(tag);
	append(log, tag, sizeof(tag));
	log->piece_us = now_us;
	log->any_piece = true;
	log->piece_is_last = true;
	log->piece_index = index;
	log->piece_before = before;
	if (log->marked[index] != DGT_CODE_EMPTY && log->marked[index] != after)
		log->left |= UINT64_C(1) << index;
}

static uint8_t
bcd(int32_t value)
{
	return (uint8_t)(value / 10 << 4 | value % 10);
}

void
sim_log_clock(struct sim_log *log, enum clock_side side, int32_t seconds)
{
	int first = side == CLOCK_RIGHT ? SIM_LOG_CLOCK_RIGHT : SIM_LOG_CLOCK_LEFT;
	uint8_t tag[3] = { (uint8_t)(first | seconds / 3600), bcd(seconds / 60 % 60),
		           bcd(seconds % 60) };

	append(log, tag, sizeof(tag));
}

/* The code the start position has on square i, seen with White's connector on his left. */
static uint8_t
start_code(int i)
{
	const int to_black = DGT_CODE_BLACK_PAWN - DGT_CODE_WHITE_PAWN;

	if (i < 8)
		return (uint8_t)(start_back_row[i] + to_black);
	if (i < 16)
		return DGT_CODE_BLACK_PAWN;
	if (i < 48)
		return DGT_CODE_EMPTY;
	return i < 56 ? DGT_CODE_WHITE_PAWN : start_back_row[i - 56];
}

static uint8_t
marker_of(const uint8_t codes[64])
{
	bool start = true, rotated = true;
	int men = 0, outer = 0;

	for (int i = 0; i < DGT_SQUARES; i++) {
		start = start && codes[i] == start_code(i);
		rotated = rotated && codes[i] == start_code(63 - i);
		men += codes[i] != DGT_CODE_EMPTY;
		outer += codes[i] != DGT_CODE_EMPTY && (i < 16 || i >= 48);
	}
	if (start)
		return SIM_LOG_START;
	if (rotated)
		return SIM_LOG_START_ROTATED;
	if (men == 0)
		return SIM_LOG_EMPTY;
	return men == 2 * OUTER_PER_SIDE && outer == men ? SIM_LOG_START_960 : 0;
}

static int
count(uint64_t squares)
{
	int n = 0;

	for (; squares != 0; squares &= squares - 1)
		n++;
	return n;
}

void
sim_log_position(struct sim_log *log, const uint8_t codes[64])
{
	uint8_t marker = marker_of(codes);
	/* No man can leave an empty board: that something changed at all is enough for 6d. */
	bool again = marker == SIM_LOG_EMPTY || count(log->left) > MARKER_LEFT;

	if (marker == 0 || (marker == log->marker && !again))
		return;
	sim_log_tag(log, (enum sim_log_tag)marker);
	log->marker = marker;
	memcpy(log->marked, codes, sizeof(log->marked));
	log->left = 0;
}

size_t
sim_log_read(const struct sim_log *log, uint8_t *ret_bytes)
{
	size_t filler = log->wrapped ? SIM_LOG_SIZE - log->len : 0;

	memset(ret_bytes, SIM_LOG_FILLER, filler);
	for (size_t i = 0; i < log->len; i++)
		ret_bytes[filler + i] = log->ring[(log->head + i) % SIM_LOG_SIZE];
	ret_bytes[filler + log->len] = SIM_LOG_END;
	return filler + log->len + 1;
}
