/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/journal_check.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK_PROGRESS 65536 /* entries between two words */

struct checking {
	struct journal_check *check;
	json_t *explained; /* [first, last] of what the journal itself says is missing */
};

__attribute__((format(printf, 2, 3))) static void
check_found(struct journal_check *check, const char *format, ...)
{
	char sentence[512];
	va_list args;

	va_start(args, format);
	vsnprintf(sentence, sizeof(sentence), format, args);
	va_end(args);
	check->faults++;
	if (check->found)
		check->found(check->ctx, sentence);
}

static uint64_t
range_bound(const json_t *range, size_t which)
{
	return (uint64_t)json_integer_value(json_array_get(range, which));
}

static void
check_take_salvage(struct checking *checking, const json_t *object, uint64_t seq)
{
	json_t *range;
	size_t i;

	json_array_foreach(json_object_get(object, "missing"), i, range)
	{
		check_found(checking->check,
		            "entries %" PRIu64 " to %" PRIu64
		            " were lost when the file was salvaged (entry %" PRIu64 ")",
		            range_bound(range, 0), range_bound(range, 1), seq);
		json_array_append(checking->explained, range);
	}
	json_array_foreach(json_object_get(object, "altered"), i, range)
		check_found(checking->check,
	                    "entries %" PRIu64 " to %" PRIu64
	                    " were not as written when the file was salvaged (entry %" PRIu64 ")",
	                    range_bound(range, 0), range_bound(range, 1), seq);
}

static void
check_take_pruned(struct checking *checking, const json_t *object)
{
	json_t *range;
	size_t i;

	json_array_foreach(json_object_get(object, "ranges"), i, range)
	{
		checking->check->pruned += range_bound(range, 1) - range_bound(range, 0) + 1;
		json_array_append(checking->explained, range);
	}
}

/* check_explanations: what the journal says of itself, before it is read in order. */
static int
check_explanations(struct journal_store *store, struct checking *checking,
                   struct journal_fault *fault)
{
	struct journal_reader *reader = journal_reader_new(store, 1, true, fault);
	enum journal_read read = JOURNAL_READ_DAMAGE;
	struct journal_entry entry;

	while (reader &&
	       (read = journal_reader_next(reader, &entry, fault)) == JOURNAL_READ_ENTRY) {
		json_t *object = json_loadb((const char *)entry.body, entry.len, 0, NULL);

		if (entry.kind == JOURNAL_SALVAGE)
			check_take_salvage(checking, object, entry.seq);
		if (entry.kind == JOURNAL_PRUNED)
			check_take_pruned(checking, object);
		json_decref(object);
	}
	journal_reader_free(reader);
	return read == JOURNAL_READ_DAMAGE ? fault->error : 0;
}

/* check_gap: entries first..last are not there; does the journal say why? */
static void
check_gap(struct checking *checking, uint64_t first, uint64_t last)
{
	const json_t *range;
	size_t i;

	while (first <= last) {
		uint64_t covered = 0;

		json_array_foreach(checking->explained, i, range)
		{
			if (range_bound(range, 0) <= first && range_bound(range, 1) >= first &&
			    range_bound(range, 1) > covered)
				covered = range_bound(range, 1);
		}
		if (covered == 0) {
			check_found(checking->check,
			            "entries %" PRIu64 " to %" PRIu64 " were removed", first, last);
			return;
		}
		first = covered + 1;
	}
}

static int
check_read(struct journal_store *store, struct checking *checking, struct journal_fault *fault)
{
	struct journal_reader *reader = journal_reader_new(store, 1, false, fault);
	struct journal_check *check = checking->check;
	uint64_t last = journal_store_last(store);
	struct journal_entry entry;
	enum journal_read read = JOURNAL_READ_DAMAGE;

	while (reader && (read = journal_reader_next(reader, &entry, fault)) != JOURNAL_READ_END &&
	       read != JOURNAL_READ_DAMAGE) {
		if (read == JOURNAL_READ_ENTRY) {
			check->entries++;
			if (check->entry)
				check->entry(check->ctx, &entry);
			if (check->progress && entry.seq % CHECK_PROGRESS == 0)
				check->progress(check->ctx, entry.seq, last);
		} else if (read == JOURNAL_READ_GAP) {
			check_gap(checking, entry.t_us + 1, entry.seq - 1);
		} else {
			check_found(check, "%s", fault->text);
		}
	}
	journal_reader_free(reader);
	return read == JOURNAL_READ_DAMAGE ? fault->error : 0;
}

int
journal_check(struct journal_store *store, struct journal_check *check, struct journal_fault *fault)
{
	struct checking checking = { .check = check, .explained = json_array() };
	int r = check_explanations(store, &checking, fault);

	if (r == 0)
		r = check_read(store, &checking, fault);
	json_decref(checking.explained);
	return r;
}

int
journal_check_head(struct journal_store *store, const uint8_t hash[JOURNAL_HASH], uint64_t *ret_seq,
                   struct journal_fault *fault)
{
	sqlite3_stmt *statement = NULL;
	int code = sqlite3_prepare_v2(journal_store_db(store),
	                              "SELECT seq FROM link WHERE hash = ?", -1, &statement, NULL);

	if (code == SQLITE_OK) {
		sqlite3_bind_blob(statement, 1, hash, JOURNAL_HASH, SQLITE_STATIC);
		code = sqlite3_step(statement);
	}
	if (code == SQLITE_ROW)
		*ret_seq = (uint64_t)sqlite3_column_int64(statement, 0);
	sqlite3_finalize(statement);
	if (code == SQLITE_ROW)
		return 0;
	return code == SQLITE_DONE ? -ENOENT : journal_store_explain(store, code, "read", fault);
}
