/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/latin.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/utf8.h"

/* 0x80..0x9f; 0: not assigned. Source: the "bestfit" table of code page 1252. */
static const uint16_t upper[32] = {
	0x20ac, 0,      0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160,
	0x2039, 0x0152, 0,      0x017d, 0,      0,      0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
	0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0,      0x017e, 0x0178,
};

static size_t
latin_put(char *p, uint16_t code)
{
	if (code < 0x80) {
		p[0] = (char)code;
		return 1;
	}
	if (code < 0x800) {
		p[0] = (char)(0xc0 | code >> 6);
		p[1] = (char)(0x80 | (code & 0x3f));
		return 2;
	}
	p[0] = (char)(0xe0 | code >> 12);
	p[1] = (char)(0x80 | (code >> 6 & 0x3f));
	p[2] = (char)(0x80 | (code & 0x3f));
	return 3;
}

static uint16_t
latin_code(unsigned char c)
{
	if (c < 0x80 || c >= 0xa0)
		return c == 0 ? ' ' : c;
	return upper[c - 0x80] ? upper[c - 0x80] : '?';
}

/* latin_is_utf8: only the bytes above ASCII are looked at: what steers a terminal is somebody else's business. */
static bool
latin_is_utf8(const char *text, size_t len)
{
	char sequence[5];

	for (size_t i = 0; i < len;) {
		size_t n = 1;

		if ((unsigned char)text[i] < 0x80) {
			i++;
			continue;
		}
		while (i + n < len && n < 4 && ((unsigned char)text[i + n] & 0xc0) == 0x80)
			n++;
		memcpy(sequence, text + i, n);
		sequence[n] = '\0';
		if (!utf8_is_text(sequence))
			return false;
		i += n;
	}
	return true;
}

char *
latin_to_utf8(const char *text, size_t len, size_t *ret_len)
{
	bool is_utf8 = latin_is_utf8(text, len);
	char *copy = malloc((is_utf8 ? len : 3 * len) + 1);
	size_t n = 0;

	for (size_t i = 0; copy && i < len; i++)
		if (is_utf8)
			copy[n++] = text[i] ? text[i] : ' ';
		else
			n += latin_put(copy + n, latin_code((unsigned char)text[i]));
	if (copy)
		copy[n] = '\0';
	*ret_len = n;
	return copy;
}
