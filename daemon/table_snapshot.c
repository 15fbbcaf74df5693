/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/table_snapshot.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/laws/mating.h"
#include "daemon/memory_image.h"
#include "daemon/table_state.h"

/* The addresses in struct table: those of its parts, and what it borrows. keep_own() has the others. */
static const size_t table_pointers[] = {
	offsetof(struct table, driver),
	offsetof(struct table, config),
	offsetof(struct table, setup),
	offsetof(struct table, driver_state),
	offsetof(struct table, tracker),
	offsetof(struct table, laws),
	offsetof(struct table, time.config),
	offsetof(struct table, clock),
	offsetof(struct table, termination),
	offsetof(struct table, mating),
	MEMORY_POINTERS_END,
};

static void
find_regions(struct table *table, struct memory_regions *ret_regions)
{
	memset(ret_regions, 0, sizeof(*ret_regions));
	memory_regions_keep(ret_regions, table, sizeof(*table), table_pointers);
	memory_regions_keep(ret_regions, table->driver_state, table->driver->state_size,
	                    table->driver->pointers);
	memory_regions_keep(ret_regions, table->tracker, tracker_size(), tracker_pointers());
	memory_regions_keep(ret_regions, table->laws, laws_size(), laws_pointers());
	table_clock_regions(table->clock, ret_regions);
	memory_regions_know(ret_regions, table->mating, sizeof(*table->mating));
	memory_regions_know(ret_regions, table->config, sizeof(*table->config));
	if (table->setup)
		memory_regions_know(ret_regions, table->setup, sizeof(*table->setup));
}

/* keep_own: what is this run's alone, or has memory of its own. */
static void
keep_own(struct table *table, const struct table *own)
{
	table->listener = own->listener;
	table->out = own->out;
	table->finished = own->finished;
	table->n_finished = own->n_finished;
	table->finished_capacity = own->finished_capacity;
	table->pgn = own->pgn;
	table->sheet = own->sheet;
	table->note = own->note;
}

int
table_save(struct table *table, struct snapshot_writer *writer)
{
	static const struct table nothing;
	struct table own = *table;
	struct memory_regions regions;
	uint64_t n = table->n_finished;
	int r;

	find_regions(table, &regions);
	keep_own(table, &nothing);
	r = memory_image_write(&regions, writer);
	keep_own(table, &own);
	snapshot_put(writer, own.sheet.rows, own.sheet.n * sizeof(own.sheet.rows[0]));
	snapshot_put(writer, &n, sizeof(n));
	for (size_t i = 0; i < table->n_finished; i++)
		snapshot_put(writer, table->finished[i].pgn, table->finished[i].len);
	return r;
}

static int
restore_finished(struct table *table, struct snapshot_reader *reader)
{
	uint64_t n = 0;

	snapshot_take_exactly(reader, &n, sizeof(n));
	for (uint64_t i = 0; i < n && !reader->failed; i++) {
		size_t len;
		const uint8_t *pgn = snapshot_take(reader, &len);

		if (pgn && table_keep_finished(table, (const char *)pgn, len) < 0)
			return -ENOMEM;
	}
	return reader->failed ? -EBADMSG : 0;
}

static int
restore_sheet(struct table *table, struct snapshot_reader *reader)
{
	size_t len;
	const uint8_t *rows = snapshot_take(reader, &len);
	struct time_row row;

	for (size_t at = 0; rows && at + sizeof(row) <= len; at += sizeof(row)) {
		memcpy(&row, rows + at, sizeof(row));
		if (time_sheet_add(&table->sheet, &row) < 0)
			return -ENOMEM;
	}
	return reader->failed ? -EBADMSG : 0;
}

int
table_restore(struct table *table, struct snapshot_reader *reader)
{
	struct table own = *table;
	struct memory_regions regions;
	int r;

	find_regions(table, &regions);
	r = memory_image_read(&regions, reader);
	if (r < 0)
		*table = own;
	else
		keep_own(table, &own);
	r = r < 0 ? r : restore_sheet(table, reader);
	return r < 0 ? r : restore_finished(table, reader);
}
