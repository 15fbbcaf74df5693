/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/text.h"

#include <errno.h>
#include <string.h>

#include "core/base/invariant.h"

void
text_begin(struct text *text, char *buffer, size_t size)
{
	INVARIANT(size > 0);
	text->p = buffer;
	text->size = size;
	text->len = 0;
	text->overflow = false;
	buffer[0] = '\0';
}

void
text_bytes(struct text *text, const char *bytes, size_t len)
{
	if (text->overflow || len >= text->size - text->len) {
		text->overflow = true;
		return;
	}
	memcpy(text->p + text->len, bytes, len);
	text->len += len;
	text->p[text->len] = '\0';
}

void
text_char(struct text *text, char c)
{
	text_bytes(text, &c, 1);
}

void
text_string(struct text *text, const char *string)
{
	text_bytes(text, string, strlen(string));
}

void
text_unsigned(struct text *text, uint64_t value, int min_digits)
{
	char digits[20]; /* 2^64 - 1 has 20 digits */
	int n = 0;

	INVARIANT(min_digits >= 0 && min_digits <= (int)sizeof(digits));
	while (value > 0 || n < min_digits || n == 0) {
		n++;
		digits[(int)sizeof(digits) - n] = (char)('0' + value % 10);
		value /= 10;
	}
	text_bytes(text, digits + sizeof(digits) - n, (size_t)n);
}

void
text_signed(struct text *text, int64_t value)
{
	if (value < 0)
		text_char(text, '-');
	/* The magnitude is taken in unsigned arithmetic: INT64_MIN has no positive twin. */
	text_unsigned(text, value < 0 ? 0 - (uint64_t)value : (uint64_t)value, 1);
}

void
text_hex(struct text *text, const uint8_t *bytes, size_t len)
{
	static const char digits[] = "0123456789abcdef";

	for (size_t i = 0; i < len; i++) {
		text_char(text, digits[bytes[i] >> 4]);
		text_char(text, digits[bytes[i] & 0x0f]);
	}
}

int
text_end(const struct text *text, size_t *ret_len)
{
	if (text->overflow)
		return -ENOBUFS;
	if (ret_len)
		*ret_len = text->len;
	return 0;
}
