/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/journal_line.h"

#include <stdlib.h>
#include <string.h>

void *
journal_line(const struct journal_entry *entry, struct capture_line *ret_line)
{
	uint8_t *body = malloc(entry->len + 1);

	if (!body)
		return NULL;
	memcpy(body, entry->body, entry->len);
	body[entry->len] = '\0';
	*ret_line = (struct capture_line){ .t_us = entry->t_us };
	if (entry->kind == JOURNAL_HOST) {
		ret_line->kind = CAPTURE_HOST;
		ret_line->json = (char *)body;
	} else {
		ret_line->kind =
			entry->kind == JOURNAL_FROM_BOARD ? CAPTURE_FROM_BOARD : CAPTURE_TO_BOARD;
		ret_line->bytes = body;
		ret_line->len = entry->len;
	}
	return body;
}
