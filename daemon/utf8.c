/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/utf8.h"

size_t
utf8_character(const char *text)
{
	const unsigned char *p = (const unsigned char *)text;
	size_t len = *p < 0x80                 ? 1
	             : *p >= 0xc2 && *p < 0xe0 ? 2
	             : (*p & 0xf0) == 0xe0     ? 3
	             : *p >= 0xf0 && *p < 0xf5 ? 4
	                                       : 0;

	if ((*p < 0x20 && *p != '\t') || *p == 0x7f)
		return 0;
	/* Too long forms, surrogates and what lies beyond U+10FFFF. */
	if ((*p == 0xe0 && p[1] < 0xa0) || (*p == 0xed && p[1] > 0x9f) ||
	    (*p == 0xf0 && p[1] < 0x90) || (*p == 0xf4 && p[1] > 0x8f))
		return 0;
	for (size_t i = 1; i < len; i++)
		if ((p[i] & 0xc0) != 0x80)
			return 0;
	return len;
}

/* C1 is what steers; U+202A to 202E and U+2066 to 2069 turn the direction. */
size_t
utf8_shown(const char *text)
{
	const unsigned char *byte = (const unsigned char *)text;
	size_t len = utf8_character(text);
	bool hidden = false;

	if (len == 2 && byte[0] == 0xc2)
		hidden = byte[1] < 0xa0;
	if (len == 3 && byte[0] == 0xe2 && byte[1] == 0x80)
		hidden = byte[2] >= 0xaa && byte[2] <= 0xae;
	if (len == 3 && byte[0] == 0xe2 && byte[1] == 0x81)
		hidden = byte[2] >= 0xa6 && byte[2] <= 0xa9;
	return hidden ? 0 : len;
}

bool
utf8_is_text(const char *text)
{
	size_t len;

	for (; *text; text += len) {
		len = utf8_character(text);
		if (len == 0)
			return false;
	}
	return true;
}
