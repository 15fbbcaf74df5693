/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Any bytes as pairings: the reader ends, tells places that are there, and what it gives is what a table of the
 * configuration may hold.
 */
#include <stdint.h>
#include <string.h>

#include "core/base/invariant.h"
#include "daemon/config_keys.h"
#include "daemon/csv.h"
#include "daemon/pairings.h"
#include "daemon/players.h"
#include "daemon/utf8.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static size_t n_lines;

static void
tell(void *ctx, size_t line, const char *cause)
{
	(void)ctx;
	INVARIANT(line >= 1 && line <= n_lines);
	INVARIANT(cause[0] != '\0' && strlen(cause) < 400);
}

/* At most so many: CR LF counts for two. */
static size_t
count_lines(const uint8_t *data, size_t size)
{
	size_t n = 1;

	for (size_t i = 0; i < size; i++)
		n += data[i] == '\n' || data[i] == '\r';
	return n;
}

static void
check_csv(const char *text, size_t len)
{
	static struct csv_row row;
	struct csv_reader reader;
	const char *cause;
	size_t before = 0;
	int r;

	csv_begin(&reader, text, len);
	while ((r = csv_next(&reader, &row, &cause)) != 0) {
		INVARIANT(reader.at > before && reader.at <= len);
		INVARIANT(row.line >= 1 && row.line <= reader.line);
		before = reader.at;
		for (size_t i = 0; r > 0 && i < row.n; i++)
			INVARIANT(row.fields[i] >= row.text &&
			          row.fields[i] + strlen(row.fields[i]) < row.text + CSV_ROW_MAX);
	}
}

static void
check_pairing(const struct pairing *pairing)
{
	INVARIANT(pairing->table.white[0] && pairing->table.black[0]);
	INVARIANT(strspn(pairing->round, "0123456789") == strlen(pairing->round));
	for (int i = 0; i < PLAYERS_KEYS; i++) {
		const struct config_key *key =
			config_find_key(&config_sections[CONFIG_TABLE], players_keys[i]);
		const char *value = players_value(&pairing->table, i);

		INVARIANT(utf8_is_text(value));
		INVARIANT(value[0] == '\0' || !config_refuses(key, value));
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pairings pairings = { .problem = tell };

	n_lines = count_lines(data, size);
	check_csv((const char *)data, size);
	INVARIANT(pairings_read(&pairings, (const char *)data, size) == 0);
	for (size_t i = 0; i < pairings.n; i++)
		check_pairing(&pairings.list[i]);
	pairings_free(&pairings);
	return 0;
}
