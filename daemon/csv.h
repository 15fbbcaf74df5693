/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tables as text: fields with a separator between, as spreadsheets and pairing programs write them (RFC 4180,
 * and what else is met: ';' and tabs for the comma, a byte order mark, CR LF or CR alone).
 *
 * A field may stand in double quotes; then it may hold the separator, line ends and, doubled, quotes. Blanks
 * around a field are dropped. Lines with nothing in them are passed over.
 */
#pragma once

#include <stddef.h>

#define CSV_FIELDS_MAX 64
#define CSV_ROW_MAX    8192 /* bytes of a row's fields together, a NUL behind each */

struct csv_reader {
	const char *text; /* borrowed */
	size_t len, at;
	size_t line; /* of the next character, from 1 */
	char separator;
};

struct csv_row {
	const char *fields[CSV_FIELDS_MAX]; /* point into text */
	size_t n;
	size_t line; /* where it begins */
	char text[CSV_ROW_MAX];
};

/* csv_begin: read text[len], which must stay. The separator is that of ; , and tab which the first line with
 * anything in it has most often, outside quotes. */
void csv_begin(struct csv_reader *reader, const char *text, size_t len);

/* csv_next: the next row into *ret_row. Returns 1; 0 at the end; -EBADMSG with *ret_cause (static) when the row
 * that begins on ret_row->line cannot be read, which is then passed over. Every call makes progress. */
int csv_next(struct csv_reader *reader, struct csv_row *ret_row, const char **ret_cause);
