/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A bounded writer of text: how core/ writes FEN, SAN, PGN and captures without stdio.
 *
 * The writer never writes outside its buffer. A write that does not fit is dropped whole and sets
 * `overflow`, and later writes do nothing, so a formatter is straight-line code with one check at
 * the end (text_end).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text {
	char *p;       /* borrowed; always NUL-terminated after text_begin when size > 0 */
	size_t size;   /* bytes of p, the NUL included */
	size_t len;    /* characters written, the NUL not counted */
	bool overflow; /* sticky: something did not fit */
};

/* text_begin: start writing into buffer[size]. The buffer is borrowed until text_end. */
void text_begin(struct text *text, char *buffer, size_t size);

/* text_char, text_string, text_bytes: append one character, a NUL-terminated string, len bytes. */
void text_char(struct text *text, char c);
void text_string(struct text *text, const char *string);
void text_bytes(struct text *text, const char *bytes, size_t len);

/* text_unsigned: append value in decimal, padded with zeros on the left to min_digits (0..20). */
void text_unsigned(struct text *text, uint64_t value, int min_digits);

/* text_signed: append value in decimal with a minus sign where it is negative. */
void text_signed(struct text *text, int64_t value);

/* text_hex: append len bytes as lower-case hex, two digits each. */
void text_hex(struct text *text, const uint8_t *bytes, size_t len);

/* text_end: 0 and *ret_len (may be NULL) = characters written, or -ENOBUFS when it did not fit. */
int text_end(const struct text *text, size_t *ret_len);
