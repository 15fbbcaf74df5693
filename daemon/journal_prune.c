/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/journal_prune.h"

#include <errno.h>
#include <inttypes.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/journal_places.h"

struct pruning {
	struct journal_prune *plan;
	uint8_t *of_round; /* by stream id */
	uint32_t n_streams;
	/* The group that is being read. */
	uint64_t first, last, entries, bytes;
	bool alone;                   /* of the round, and nothing else in it */
	uint64_t run_first, run_last; /* groups one behind the other; run_last 0: none */
};

static int
prune_refuse(struct journal_fault *fault, int error, const char *sentence, const char *round)
{
	fault->error = error;
	snprintf(fault->text, sizeof(fault->text), "round '%.100s' %s", round, sentence);
	return error;
}

static int
prune_mark_streams(struct journal_store *store, const char *round, struct pruning *pruning,
                   struct journal_fault *fault)
{
	struct journal_stream *streams;
	size_t n;
	int r = journal_streams(store, &streams, &n, fault);

	if (r < 0) {
		journal_streams_free(streams, n);
		return r;
	}
	pruning->n_streams = n > 0 ? streams[n - 1].id + 1 : 0;
	pruning->of_round = calloc(pruning->n_streams + 1, 1);
	for (size_t i = 0; pruning->of_round && i < n; i++) {
		bool is = strcmp(streams[i].round, round) == 0;

		pruning->of_round[streams[i].id] = is;
		pruning->plan->n_tables += is;
	}
	if (!pruning->of_round)
		r = prune_refuse(fault, -ENOMEM, "cannot be looked at: out of memory", round);
	else if (pruning->plan->n_tables == 0)
		r = prune_refuse(fault, -ENOENT, "is not in the journal", round);
	else if (strcmp(streams[n - 1].round, round) == 0)
		r = prune_refuse(fault, -EBUSY,
		                 "is the one that began last; only rounds before it can be removed",
		                 round);
	journal_streams_free(streams, n);
	return r;
}

static void
prune_end_run(struct pruning *pruning)
{
	if (pruning->run_last)
		json_array_append_new(pruning->plan->ranges,
		                      json_pack("[I, I]", (json_int_t)pruning->run_first,
		                                (json_int_t)pruning->run_last));
	pruning->run_last = 0;
}

static void
prune_end_group(struct pruning *pruning)
{
	if (pruning->entries > 0 && pruning->alone) {
		if (pruning->run_last == 0 || pruning->run_last + 1 != pruning->first) {
			prune_end_run(pruning);
			pruning->run_first = pruning->first;
		}
		pruning->run_last = pruning->last;
		pruning->plan->entries += pruning->entries;
		pruning->plan->bytes += pruning->bytes;
	}
	pruning->entries = pruning->bytes = 0;
	pruning->alone = true;
}

static void
prune_take(struct pruning *pruning, sqlite3_stmt *row)
{
	uint32_t stream = (uint32_t)sqlite3_column_int64(row, 1);

	if (pruning->entries++ == 0)
		pruning->first = (uint64_t)sqlite3_column_int64(row, 0);
	pruning->last = (uint64_t)sqlite3_column_int64(row, 0);
	pruning->bytes += (uint64_t)sqlite3_column_int64(row, 2);
	pruning->alone &= stream < pruning->n_streams && pruning->of_round[stream] &&
	                  sqlite3_column_int(row, 3) != JOURNAL_STREAM;
	if (sqlite3_column_type(row, 4) != SQLITE_NULL)
		prune_end_group(pruning);
}

int
journal_prune_plan(struct journal_store *store, const char *round, struct journal_prune *ret_plan,
                   struct journal_fault *fault)
{
	struct pruning pruning = { .plan = ret_plan, .alone = true };
	sqlite3_stmt *rows = NULL;
	int code, r;

	*ret_plan = (struct journal_prune){ .ranges = json_array() };
	r = prune_mark_streams(store, round, &pruning, fault);
	if (r == 0) {
		code = sqlite3_prepare_v2(journal_store_db(store),
		                          "SELECT e.seq, stream, length(body) + 16, kind, l.seq"
		                          " FROM entry e LEFT JOIN link l ON l.seq = e.seq"
		                          " ORDER BY e.seq",
		                          -1, &rows, NULL);
		while (code == SQLITE_OK && (code = sqlite3_step(rows)) == SQLITE_ROW) {
			prune_take(&pruning, rows);
			code = SQLITE_OK;
		}
		sqlite3_finalize(rows);
		if (code != SQLITE_DONE)
			r = journal_store_explain(store, code, "read", fault);
		prune_end_run(&pruning);
	}
	free(pruning.of_round);
	return r;
}

static int
prune_remove(struct journal_store *store, const json_t *range)
{
	char sql[256];

	snprintf(sql, sizeof(sql),
	         "DELETE FROM entry WHERE seq BETWEEN %" PRIu64 " AND %" PRIu64
	         "; DELETE FROM link WHERE seq >= %" PRIu64 " AND seq < %" PRIu64,
	         (uint64_t)json_integer_value(json_array_get(range, 0)),
	         (uint64_t)json_integer_value(json_array_get(range, 1)),
	         (uint64_t)json_integer_value(json_array_get(range, 0)),
	         (uint64_t)json_integer_value(json_array_get(range, 1)));
	return sqlite3_exec(journal_store_db(store), sql, NULL, NULL, NULL);
}

int
journal_prune(struct journal_store *store, const char *round, struct journal_prune *plan,
              struct journal_fault *fault)
{
	json_t *object = json_pack("{s:s, s:I, s:O, s:I}", "round", round, "entries",
	                           (json_int_t)plan->entries, "ranges", plan->ranges, "uid",
	                           (json_int_t)getuid());
	char *text = object ? json_dumps(object, JSON_COMPACT) : NULL;
	struct journal_entry entry = { .seq = journal_store_last(store) + 1,
		                       .kind = JOURNAL_PRUNED,
		                       .body = (const uint8_t *)text,
		                       .len = text ? strlen(text) : 0 };
	int r = text ? journal_store_begin(store, fault)
	             : prune_refuse(fault, -ENOMEM, "cannot be removed: out of memory", round);
	const json_t *range;
	size_t i;
	int code = SQLITE_OK;

	json_array_foreach(plan->ranges, i, range)
	{
		if (r == 0 && code == SQLITE_OK)
			code = prune_remove(store, range);
	}
	if (r == 0 && code != SQLITE_OK) {
		r = journal_store_explain(store, code, "write", fault);
		journal_store_cancel(store);
	}
	if (r == 0)
		r = journal_store_put(store, &entry, fault);
	if (r == 0)
		r = journal_store_end(store, fault);
	free(text);
	json_decref(object);
	plan->larger[0] = '\0';
	if (r == 0 &&
	    sqlite3_exec(journal_store_db(store), "VACUUM", NULL, NULL, NULL) != SQLITE_OK)
		snprintf(plan->larger, sizeof(plan->larger), "%s",
		         sqlite3_errmsg(journal_store_db(store)));
	return r;
}
