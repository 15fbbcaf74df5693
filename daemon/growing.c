/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/growing.h"

#include <stdlib.h>
#include <string.h>

static bool
make_room(struct growing *text, size_t len)
{
	size_t size = text->size ? text->size : 256;
	char *bytes;

	while (size < text->len + len + 1)
		size *= 2;
	if (size == text->size)
		return true;
	bytes = realloc(text->bytes, size);
	if (!bytes)
		return false;
	text->bytes = bytes;
	text->size = size;
	return true;
}

void
growing_add(struct growing *text, const void *bytes, size_t len)
{
	text->failed |= !make_room(text, len);
	if (text->failed)
		return;
	if (len > 0)
		memcpy(text->bytes + text->len, bytes, len);
	text->len += len;
	text->bytes[text->len] = '\0';
}

char *
growing_end(struct growing *text, size_t *ret_len)
{
	struct growing whole;

	growing_add(text, "", 0);
	whole = *text;
	memset(text, 0, sizeof(*text));
	if (whole.failed) {
		free(whole.bytes);
		return NULL;
	}
	if (ret_len)
		*ret_len = whole.len;
	return whole.bytes;
}

void
growing_clear(struct growing *text)
{
	free(text->bytes);
	memset(text, 0, sizeof(*text));
}
