/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the tests of drivers share: bytes written as hex, and board events written as lines of text.
 *
 *     square e2 .                         scan rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR
 *     clock left 3547 right 5025 run left ack 10 09 20 00
 *     fact serial "01025"                 magic draw e4
 *
 * After a time: F flag fallen, f flag shown, p per move. After the turn: "battery" when low. A clock
 * that is not there is "clock none", one that stands is "stop" in place of "run".
 */
#pragma once

#include <check.h>
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "drivers/driver.h"
#include "tests/support.h"

#define RECORD_BYTES_MAX 65536
#define CAPTURE_PAGE     "protocols/dgt-captures.md"

struct bytes {
	uint8_t b[RECORD_BYTES_MAX];
	size_t len;
};

static inline unsigned int
bytes_digit(char c)
{
	static const char digits[] = "0123456789abcdef";
	const char *digit = c ? strchr(digits, c) : NULL;

	ck_assert_msg(digit != NULL, "not a hex digit: '%c'", c);
	return (unsigned int)(digit - digits);
}

/* bytes_hex: append bytes written in hex, with any blanks; "00*32" is 32 times 00. */
static inline void
bytes_hex(struct bytes *bytes, const char *hex)
{
	while (*hex) {
		unsigned int value;
		unsigned long times = 1;
		char *end;

		if (isspace((unsigned char)*hex)) {
			hex++;
			continue;
		}
		value = bytes_digit(hex[0]) << 4 | bytes_digit(hex[1]);
		hex += 2;
		if (*hex == '*') {
			times = strtoul(hex + 1, &end, 10);
			hex = end;
		}
		for (; times > 0; times--) {
			ck_assert_uint_lt(bytes->len, sizeof(bytes->b));
			bytes->b[bytes->len++] = (uint8_t)value;
		}
	}
}

struct record {
	FILE *file;
	char *lines;
	size_t size;
	size_t n;   /* events */
	bool times; /* begin lines with the time stamp */
};

static inline void
record_begin(struct record *record)
{
	memset(record, 0, sizeof(*record));
	record->file = open_memstream(&record->lines, &record->size);
	ck_assert_ptr_nonnull(record->file);
}

/* record_lines: everything so far; valid until the next event. */
static inline const char *
record_lines(struct record *record)
{
	fflush(record->file);
	return record->lines;
}

static inline void
record_end(struct record *record)
{
	fclose(record->file);
	free(record->lines);
}

static inline const char *
record_sq(uint8_t sq)
{
	static char name[3];

	ck_assert_uint_lt(sq, 64);
	name[0] = (char)('a' + (sq & 7));
	name[1] = (char)('1' + (sq >> 3));
	return name;
}

static inline void
record_scan(FILE *file, const uint8_t *scan)
{
	fputs("scan ", file);
	for (int rank = 7; rank >= 0; rank--) {
		int empty = 0;

		for (int i = 0; i < 8; i++) {
			uint8_t piece = scan[rank * 8 + i];

			ck_assert_uint_le(piece, SOME_MAN);
			if (piece == EMPTY) {
				empty++;
				continue;
			}
			if (empty > 0)
				fprintf(file, "%d", empty);
			empty = 0;
			fputc(piece_letter(piece), file);
		}
		if (empty > 0)
			fprintf(file, "%d", empty);
		if (rank > 0)
			fputc('/', file);
	}
}

static inline void
record_face(FILE *file, const char *side, const struct clock_face *face)
{
	ck_assert_int_ge(face->seconds, 0);
	ck_assert_int_le(face->seconds, 35999);
	fprintf(file, " %s %d%s%s%s", side, (int)face->seconds, face->flag_fallen ? "F" : "",
	        face->flag_shown ? "f" : "", face->per_move ? "p" : "");
}

static inline void
record_clock(FILE *file, const struct clock_reading *clock)
{
	if (!clock->connected) {
		fputs("clock none", file);
		return;
	}
	fputs("clock", file);
	record_face(file, "left", &clock->face[CLOCK_LEFT]);
	record_face(file, "right", &clock->face[CLOCK_RIGHT]);
	fprintf(file, " %s %s%s", clock->running ? "run" : "stop",
	        clock->turn == CLOCK_RIGHT ? "right" : "left",
	        clock->battery_low ? " battery" : "");
}

/* record_event: the event callback of struct driver_out; ctx is the record. */
static inline void
record_event(void *ctx, const struct board_event *event)
{
	static const char *const facts[BOARD_FACTS] = { "serial",   "long-serial", "version",
		                                        "hardware", "trademark",   "address",
		                                        "battery" };
	static const char *const magic[] = { "draw", "white-wins", "black-wins" };
	struct record *record = ctx;

	record->n++;
	if (record->times)
		fprintf(record->file, "%llu ", (unsigned long long)event->t_us);
	switch (event->kind) {
	case BOARD_SQUARE:
		ck_assert_uint_le(event->square.piece, SOME_MAN);
		fprintf(record->file, "square %s %c", record_sq(event->square.sq),
		        piece_letter(event->square.piece));
		break;
	case BOARD_SCAN:
		record_scan(record->file, event->scan);
		break;
	case BOARD_CLOCK:
		record_clock(record->file, &event->clock);
		break;
	case BOARD_CLOCK_ACK:
		fprintf(record->file, "ack %02x %02x %02x %02x", event->ack.b[0], event->ack.b[1],
		        event->ack.b[2], event->ack.b[3]);
		break;
	case BOARD_FACT:
		ck_assert_int_lt((int)event->fact.which, BOARD_FACTS);
		for (const char *c = event->fact.text; *c; c++)
			ck_assert_msg(*c >= ' ' && *c <= '~', "unprintable %02x",
			              (unsigned int)(unsigned char)*c);
		fprintf(record->file, "fact %s \"%s\"", facts[event->fact.which], event->fact.text);
		break;
	case BOARD_MAGIC:
		fprintf(record->file, "magic %s %s", magic[event->magic.which],
		        record_sq(event->magic.sq));
		break;
	case BOARD_LOST:
	case BOARD_BACK:
		ck_abort_msg("a driver must not send host events");
	}
	fputc('\n', record->file);
}

/* capture_load: the hex block under "## 1. Capture 1" of the shared page. False: no such page. */
static inline bool
capture_load(struct bytes *bytes)
{
	const char *path = test_shared_path(CAPTURE_PAGE);
	size_t len;
	char *text, *begin, *end;

	bytes->len = 0;
	if (!path || !(text = test_read_file(path, &len)))
		return false;
	begin = strstr(text, "## 1. Capture 1");
	begin = begin ? strstr(begin, "```\n") : NULL;
	end = begin ? strstr(begin + 4, "```") : NULL;
	ck_assert_msg(end != NULL, "%s: no listing of capture 1", path);
	*end = '\0';
	bytes_hex(bytes, begin + 4);
	free(text);
	return true;
}

/* random_below: a number below n, from a generator of its own so that a seed says everything. */
static inline unsigned int
random_below(uint64_t *state, unsigned int n)
{
	*state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (unsigned int)(*state >> 33) % n;
}

static inline int
chunks_send(void *ctx, const uint8_t *bytes, size_t len)
{
	(void)ctx;
	(void)bytes;
	(void)len;
	return 0;
}

/* chunks_events: feed the stream to a fresh driver in chunks of 1..max bytes (0: as long as can be).
 * Every byte has its time, whatever the chunks; a new time comes in the middle of a message, and too
 * late for it. To be freed. */
static inline char *
chunks_events(const struct board_driver *driver, const struct bytes *stream, unsigned int max,
              uint64_t *random, bool started)
{
	struct record chunks;
	struct driver_out chunks_out = { .ctx = &chunks,
		                         .event = record_event,
		                         .send = chunks_send };
	void *fresh = malloc(driver->state_size);
	char *lines;
	size_t at = 0;

	ck_assert_ptr_nonnull(fresh);
	driver->init(fresh);
	record_begin(&chunks);
	chunks.times = true;
	if (started)
		driver->start(fresh, &chunks_out, 0);
	while (at < stream->len) {
		size_t len = max == 0 ? stream->len : 1 + random_below(random, max);
		uint64_t t_us = at / 1000 * 700000; /* the same for a thousand bytes */
		size_t same = 1000 - at % 1000;

		if (len > same)
			len = same;
		if (len > stream->len - at)
			len = stream->len - at;
		driver->feed(fresh, &chunks_out, stream->b + at, len, t_us);
		if (started && random_below(random, 4) == 0)
			driver->tick(fresh, &chunks_out, t_us + random_below(random, 100000));
		at += len;
	}
	lines = strdup(record_lines(&chunks));
	ck_assert_ptr_nonnull(lines);
	record_end(&chunks);
	free(fresh);
	return lines;
}

/* chunks_check: the same events whole, byte by byte and in random chunks, started or not. */
static inline void
chunks_check(const struct board_driver *driver, const struct bytes *stream)
{
	uint64_t random = test_seed();
	char *whole = chunks_events(driver, stream, 0, &random, false);

	for (int i = 0; i < 20; i++) {
		static const unsigned int sizes[6] = { 1, 2, 3, 7, 64, 1000 };
		char *lines = chunks_events(driver, stream, sizes[i % 6], &random, i >= 6);

		ck_assert_str_eq(lines, whole);
		free(lines);
	}
	free(whole);
}
