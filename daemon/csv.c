/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/csv.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

static char
csv_char(const struct csv_reader *reader)
{
	return reader->at < reader->len ? reader->text[reader->at] : '\n';
}

static bool
csv_is_line_end(char c)
{
	return c == '\n' || c == '\r';
}

/* csv_step: over one character, CR LF being one. */
static void
csv_step(struct csv_reader *reader)
{
	char c = csv_char(reader);

	reader->at++;
	if (c == '\r' && reader->at < reader->len && reader->text[reader->at] == '\n')
		reader->at++;
	if (csv_is_line_end(c))
		reader->line++;
}

static void
csv_skip_line(struct csv_reader *reader)
{
	while (reader->at < reader->len && !csv_is_line_end(csv_char(reader)))
		reader->at++;
	if (reader->at < reader->len)
		csv_step(reader);
}

static bool
csv_is_blank(const struct csv_reader *reader)
{
	char c = csv_char(reader);

	return c == ' ' || (c == '\t' && reader->separator != '\t') || c == '\0';
}

static void
csv_skip_blanks(struct csv_reader *reader)
{
	while (reader->at < reader->len && csv_is_blank(reader))
		reader->at++;
}

/* csv_count: how often `separator` stands on the line that begins at `at`, outside quotes. */
static size_t
csv_count(const struct csv_reader *reader, size_t at, char separator)
{
	bool quoted = false;
	size_t n = 0;

	for (; at < reader->len && (quoted || !csv_is_line_end(reader->text[at])); at++) {
		quoted ^= reader->text[at] == '"';
		n += !quoted && reader->text[at] == separator;
	}
	return n;
}

void
csv_begin(struct csv_reader *reader, const char *text, size_t len)
{
	static const char separators[] = ";,\t";
	size_t at, most = 0;

	*reader = (struct csv_reader){ .text = text, .len = len, .line = 1, .separator = ';' };
	if (len >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
		reader->at = 3;
	at = reader->at;
	while (at < len && (csv_is_line_end(text[at]) || text[at] == ' '))
		at++;
	for (const char *p = separators; *p; p++) {
		size_t n = csv_count(reader, at, *p);

		if (n > most) {
			most = n;
			reader->separator = *p;
		}
	}
}

/* Where the fields of a row are put. */
struct csv_writer {
	struct csv_row *row;
	size_t len;
	bool is_full;
};

static void
csv_put(struct csv_writer *writer, char c)
{
	writer->is_full |= writer->len + 1 >= CSV_ROW_MAX;
	if (!writer->is_full)
		writer->row->text[writer->len++] = c == '\0' ? ' ' : c;
}

/* csv_end_field: what stands behind `begin` is the field, without the blanks at its end down to `fixed`. */
static void
csv_end_field(struct csv_writer *writer, size_t begin, size_t fixed)
{
	struct csv_row *row = writer->row;

	while (writer->len > fixed &&
	       (row->text[writer->len - 1] == ' ' || row->text[writer->len - 1] == '\t'))
		writer->len--;
	writer->is_full |= row->n == CSV_FIELDS_MAX || writer->len + 1 > CSV_ROW_MAX;
	if (writer->is_full)
		return;
	row->text[writer->len++] = '\0';
	row->fields[row->n++] = row->text + begin;
}

/* csv_read_quoted: behind the opening quote, to behind the closing one. */
static bool
csv_read_quoted(struct csv_reader *reader, struct csv_writer *writer)
{
	while (reader->at < reader->len) {
		char c = csv_char(reader);

		if (c == '"') {
			reader->at++;
			if (reader->at == reader->len || csv_char(reader) != '"')
				return true;
			reader->at++;
		} else {
			csv_step(reader);
		}
		csv_put(writer, csv_is_line_end(c) ? ' ' : c);
	}
	return false;
}

/* csv_read_field: up to the separator or line end behind it, which stay. */
static bool
csv_read_field(struct csv_reader *reader, struct csv_writer *writer)
{
	size_t begin = writer->len, fixed = begin;

	csv_skip_blanks(reader);
	if (reader->at < reader->len && csv_char(reader) == '"') {
		reader->at++;
		if (!csv_read_quoted(reader, writer))
			return false;
		fixed = writer->len;
	}
	while (!csv_is_line_end(csv_char(reader)) && csv_char(reader) != reader->separator) {
		csv_put(writer, csv_char(reader));
		reader->at++;
	}
	csv_end_field(writer, begin, fixed);
	return true;
}

static bool
csv_is_empty(const struct csv_row *row)
{
	for (size_t i = 0; i < row->n; i++)
		if (row->fields[i][0] != '\0')
			return false;
	return true;
}

/* csv_read_row: 1, or -EBADMSG with *ret_cause. */
static int
csv_read_row(struct csv_reader *reader, struct csv_row *row, const char **ret_cause)
{
	struct csv_writer writer = { .row = row };
	struct csv_reader begin = *reader;

	row->n = 0;
	row->line = reader->line;
	for (;;) {
		if (!csv_read_field(reader, &writer)) {
			*reader = begin;
			csv_skip_line(reader);
			*ret_cause = "a quote is opened and not closed";
			return -EBADMSG;
		}
		if (reader->at >= reader->len || csv_char(reader) != reader->separator)
			break;
		reader->at++;
	}
	if (reader->at < reader->len)
		csv_step(reader);
	*ret_cause = "it has too many fields, or too long ones";
	return writer.is_full ? -EBADMSG : 1;
}

int
csv_next(struct csv_reader *reader, struct csv_row *ret_row, const char **ret_cause)
{
	int r = 1;

	while (reader->at < reader->len) {
		r = csv_read_row(reader, ret_row, ret_cause);
		if (r < 0 || !csv_is_empty(ret_row))
			return r;
	}
	return 0;
}
