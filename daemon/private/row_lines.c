/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/private/row_lines.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

int
row_lines_read(const char *text, size_t len, const char *row,
               const char *(*add)(void *ctx, char *line), void *ctx, char *error, size_t error_size)
{
	char line[ROW_LINE_SIZE], no_row[64];

	snprintf(no_row, sizeof(no_row), "no line of %s", row);
	for (int number = 1; len > 0; number++) {
		const char *end = memchr(text, '\n', len), *wrong = NULL;
		size_t length = end ? (size_t)(end - text) : len;

		if (length >= sizeof(line) || memchr(text, '\0', length)) {
			wrong = no_row;
		} else {
			memcpy(line, text, length);
			line[length] = '\0';
			if (line[strspn(line, " \t\r")] != '\0' && line[0] != '#')
				wrong = add(ctx, line);
		}
		if (wrong) {
			snprintf(error, error_size, "line %d: %s", number, wrong);
			return -EBADMSG;
		}
		length += end != NULL;
		text += length;
		len -= length;
	}
	return 0;
}
