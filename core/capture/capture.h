/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The capture format, version 1: one line of it in, one line of it out. No files: the caller reads
 * and writes lines.
 *
 *     # adoubed capture 1
 *     # key value
 *     MICROSECONDS < HEX        from the board
 *     MICROSECONDS > HEX        to the board
 *     MICROSECONDS ! JSON       host event
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/text.h"

enum capture_kind {
	CAPTURE_NOTHING, /* an empty line */
	CAPTURE_FACT,    /* # key value */
	CAPTURE_FROM_BOARD,
	CAPTURE_TO_BOARD,
	CAPTURE_HOST,
};

struct capture_reader {
	uint64_t line;    /* the last line parsed, from 1 */
	uint64_t last_us; /* time stamps never decrease, nor leap over years */
	bool stamped;     /* there has been one */
};

struct capture_line {
	enum capture_kind kind;
	uint64_t t_us;     /* 0 for facts */
	char *key, *value; /* CAPTURE_FACT: NUL-terminated; value "" when absent */
	uint8_t *bytes;    /* CAPTURE_FROM_BOARD, CAPTURE_TO_BOARD */
	size_t len;
	char *json; /* CAPTURE_HOST: NUL-terminated JSON text, not yet looked into */
};

struct capture_error {
	uint64_t line; /* from 1 */
	int column;    /* from 1 */
	char cause[120];
};

/* capture_reader_init: before the first line. */
void capture_reader_init(struct capture_reader *reader);

/* capture_parse: parse one line, given without its newline (a trailing CR is dropped) in line[len],
 * which must have room for a NUL at line[len]. The line is decoded in place: everything in
 * *ret_line points into it and lives as long. The first line must be the format's own name. Facts
 * may stand anywhere; a '#' alone is CAPTURE_NOTHING. Blanks around and between the bytes, and
 * upper-case hex, are read. A control character other than a tab is an error. Returns 0, or
 * -EBADMSG with *ret_error set (*ret_line untouched, line partly decoded perhaps). */
int capture_parse(struct capture_reader *reader, char *line, size_t len,
                  struct capture_line *ret_line, struct capture_error *ret_error);

/* capture_format_head: "# adoubed capture 1\n# driver NAME\n". */
void capture_format_head(struct text *text, const char *driver);

/* capture_format_fact: "# key value\n"; control characters in value become blanks, in key, and
 * blanks there, '_'. */
void capture_format_fact(struct text *text, const char *key, const char *value);

/* capture_format_bytes: one line for bytes[len], len > 0, from ('<') or to ('>') the board. */
void capture_format_bytes(struct text *text, uint64_t t_us, char direction, const uint8_t *bytes,
                          size_t len);

/* capture_format_host: one line for a host event. Control characters, which JSON may have between
 * its tokens only, become blanks. */
void capture_format_host(struct text *text, uint64_t t_us, const char *json);

/* CAPTURE_LINE_SIZE: buffer that holds a line of n bytes: stamp, direction, hex, newline, NUL. */
#define CAPTURE_LINE_SIZE(n) ((n)*2 + 32)
