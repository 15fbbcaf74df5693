/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Any bytes as a capture, line by line: errors keep their promises, and a line that is read,
 * written and read again says the same.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/invariant.h"
#include "core/capture/capture.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
check_error(const struct capture_error *error, const struct capture_reader *reader, size_t len)
{
	size_t cause_len = strnlen(error->cause, sizeof(error->cause));

	INVARIANT(cause_len > 0 && cause_len < sizeof(error->cause));
	INVARIANT(error->line == reader->line);
	INVARIANT(error->column >= 1 && (size_t)error->column <= len + 1);
	for (size_t i = 0; i < cause_len; i++)
		INVARIANT((unsigned char)error->cause[i] >= ' ' && error->cause[i] != 0x7f);
}

static void
format(struct text *text, const struct capture_line *line)
{
	switch (line->kind) {
	case CAPTURE_FACT:
		capture_format_fact(text, line->key, line->value);
		break;
	case CAPTURE_FROM_BOARD:
		capture_format_bytes(text, line->t_us, '<', line->bytes, line->len);
		break;
	case CAPTURE_TO_BOARD:
		capture_format_bytes(text, line->t_us, '>', line->bytes, line->len);
		break;
	case CAPTURE_HOST:
		capture_format_host(text, line->t_us, line->json);
		break;
	case CAPTURE_NOTHING:
		text_char(text, '\n');
		break;
	}
}

/* same: but for tabs, which are written as blanks. */
static bool
same(const char *written, const char *read)
{
	for (; *written == (*read == '\t' ? ' ' : *read); written++, read++) {
		if (*written == '\0')
			return true;
	}
	return false;
}

static void
check_round_trip(const struct capture_line *line, size_t len)
{
	size_t size = CAPTURE_LINE_SIZE(len);
	struct capture_reader reader = { .line = 1 };
	struct capture_error error;
	struct capture_line again;
	char *buffer = malloc(size);
	struct text text;

	INVARIANT(buffer);
	text_begin(&text, buffer, size);
	format(&text, line);
	INVARIANT(text_end(&text, NULL) == 0);
	INVARIANT(strchr(buffer, '\n') == buffer + text.len - 1);
	INVARIANT(capture_parse(&reader, buffer, text.len - 1, &again, &error) == 0);
	INVARIANT(again.kind == line->kind && again.t_us == line->t_us && again.len == line->len);
	if (line->len > 0)
		INVARIANT(memcmp(again.bytes, line->bytes, line->len) == 0);
	if (line->kind == CAPTURE_FACT)
		INVARIANT(strcmp(again.key, line->key) == 0 && same(again.value, line->value));
	if (line->kind == CAPTURE_HOST)
		INVARIANT(same(again.json, line->json));
	free(buffer);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const uint8_t *end = data + size;
	struct capture_reader reader;

	capture_reader_init(&reader);
	while (data < end) {
		const uint8_t *newline = memchr(data, '\n', (size_t)(end - data));
		size_t len = (size_t)((newline ? newline : end) - data);
		uint64_t last_us = reader.last_us;
		struct capture_error error;
		struct capture_line line;
		char *copy = malloc(len + 1); /* of its own: a step too far is seen */

		INVARIANT(copy);
		memcpy(copy, data, len);
		if (capture_parse(&reader, copy, len, &line, &error) == 0)
			check_round_trip(&line, len);
		else
			check_error(&error, &reader, len);
		INVARIANT(reader.last_us >= last_us);
		free(copy);
		data += len + (newline ? 1 : 0);
	}
	return 0;
}
