/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drivers/sim/sim_log.h"

#include <string.h>

#include "drivers/dgt/dgt_wire.h"

#define SOON_US        250000
#define MARKER_LEFT    2 /* men that may leave without the marker being written again */
#define OUTER_PER_SIDE 16

static size_t
oldest_len(const struct sim_log *log)
{
	uint8_t bytes[4];
	size_t len = log->len < sizeof(bytes) ? log->len : sizeof(bytes);
	struct dgt_tag tag;

	for (size_t i = 0; i < len; i++)
		bytes[i] = log->ring[(log->head + i) % SIM_LOG_SIZE];
	return dgt_log_next(bytes, len, &tag);
}

static void
append_bytes(struct sim_log *log, const uint8_t *tag, size_t len)
{
	while (SIM_LOG_SIZE - log->len < len) {
		size_t oldest = oldest_len(log);

		log->head = (log->head + oldest) % SIM_LOG_SIZE;
		log->len -= oldest;
		log->gone += oldest;
		log->wrapped = true;
	}
	for (size_t i = 0; i < len; i++)
		log->ring[(log->head + log->len + i) % SIM_LOG_SIZE] = tag[i];
	log->len += len;
	log->piece_is_last = false;
}

static void
append(struct sim_log *log, const uint8_t *tag, size_t len)
{
	uint8_t delay[4];

	if (log->delays) {
		append_bytes(log, delay, dgt_log_delay_write(log->now_us - log->tag_us, delay));
		/* Only whole ticks have been told: the rest is told with the next tag. */
		log->tag_us = log->now_us - (log->now_us - log->tag_us) % DGT_LOG_TICK_US;
	}
	append_bytes(log, tag, len);
}

void
sim_log_init(struct sim_log *log)
{
	memset(log, 0, sizeof(*log));
}

void
sim_log_at(struct sim_log *log, uint64_t now_us)
{
	log->now_us = now_us;
}

void
sim_log_tag(struct sim_log *log, enum dgt_log_byte tag)
{
	uint8_t byte = (uint8_t)tag;

	append(log, &byte, 1);
}

void
sim_log_piece(struct sim_log *log, uint8_t index, uint8_t before, uint8_t after, uint64_t now_us)
{
	bool soon = log->any_piece && now_us - log->piece_us < SOON_US;
	uint8_t tag[2] = { (uint8_t)(DGT_LOG_PIECE | (soon ? DGT_LOG_PIECE_SOON : 0) | after),
		           index };

	sim_log_at(log, now_us);
	if (!log->delays && log->piece_is_last && log->piece_index == index &&
	    log->piece_before == after)
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
	int first = side == CLOCK_RIGHT ? DGT_LOG_CLOCK_RIGHT : DGT_LOG_CLOCK_LEFT;
	uint8_t tag[3] = { (uint8_t)(first | seconds / 3600), bcd(seconds / 60 % 60),
		           bcd(seconds % 60) };

	append(log, tag, sizeof(tag));
}

static uint8_t
marker_of(const uint8_t codes[64])
{
	bool start = true, rotated = true;
	int men = 0, outer = 0;

	for (int i = 0; i < DGT_SQUARES; i++) {
		start = start && codes[i] == dgt_code_at_start(i);
		rotated = rotated && codes[i] == dgt_code_at_start(63 - i);
		men += codes[i] != DGT_CODE_EMPTY;
		outer += codes[i] != DGT_CODE_EMPTY && (i < 16 || i >= 48);
	}
	if (start)
		return DGT_LOG_START;
	if (rotated)
		return DGT_LOG_START_ROTATED;
	if (men == 0)
		return DGT_LOG_EMPTY;
	return men == 2 * OUTER_PER_SIDE && outer == men ? DGT_LOG_START_960 : 0;
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
	bool again = marker == DGT_LOG_EMPTY || count(log->left) > MARKER_LEFT;

	if (marker == 0 || (marker == log->marker && !again))
		return;
	sim_log_tag(log, (enum dgt_log_byte)marker);
	log->marker = marker;
	memcpy(log->marked, codes, sizeof(log->marked));
	log->left = 0;
}

size_t
sim_log_read(const struct sim_log *log, uint8_t *ret_bytes)
{
	size_t filler = log->wrapped ? SIM_LOG_SIZE - log->len : 0;

	memset(ret_bytes, DGT_LOG_FILLER, filler);
	for (size_t i = 0; i < log->len; i++)
		ret_bytes[filler + i] = log->ring[(log->head + i) % SIM_LOG_SIZE];
	ret_bytes[filler + log->len] = DGT_LOG_END;
	return filler + log->len + 1;
}

uint64_t
sim_log_mark(struct sim_log *log)
{
	log->piece_is_last = false;
	return log->gone + log->len;
}

size_t
sim_log_range(const struct sim_log *log, uint64_t from, uint64_t to, uint8_t *ret_bytes)
{
	size_t n = 0;

	if (from < log->gone)
		from = log->gone;
	for (uint64_t at = from; at < to && at < log->gone + log->len; at++)
		ret_bytes[n++] = log->ring[(log->head + (size_t)(at - log->gone)) % SIM_LOG_SIZE];
	return n;
}
