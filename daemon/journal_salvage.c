/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/journal_salvage.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/journal_clock.h"
#include "daemon/journal_lock.h"
#include "daemon/log.h"
#include "daemon/paths.h"

#define SALVAGE_GROUP   1000                /* entries of one group in the new file */
#define SALVAGE_RANGES  1000                /* of what is missing are told one by one */
#define SALVAGE_ENTRY   12                  /* bytes of the smallest entry there can be */
#define SALVAGE_SEQ_MAX (UINT64_C(1) << 40) /* no event has more */
#define SALVAGE_PROBES  100000              /* in vain, one number further each; then in strides */

struct salvage {
	const char *path;
	char fresh[PATH_MAX];
	sqlite3 *old;
	sqlite3_stmt *scan, *links;    /* of the damaged file */
	struct journal_store *store;   /* NULL: only looking */
	uint64_t entries, last, limit; /* limit: no seq can be higher */
	uint64_t chain_end; /* the highest one that was, by the chain; 0: it cannot be read */
	uint64_t group;
	uint32_t streams; /* the highest id: nobody gets it again, even if its beginning is lost */
	json_t *missing, *altered;
	/* The link of the old group that is being read. */
	struct journal_link link;
	uint8_t before[JOURNAL_HASH];
	uint64_t begin;
	struct journal_fault *fault;
};

static void
salvage_range(json_t *ranges, uint64_t first, uint64_t last)
{
	if (first <= last && json_array_size(ranges) < SALVAGE_RANGES)
		json_array_append_new(ranges,
		                      json_pack("[I, I]", (json_int_t)first, (json_int_t)last));
}

/* salvage_check: entry was the last of its old group if there is a link at it; is that the right one? */
static void
salvage_check(struct salvage *salvage, const struct journal_entry *entry)
{
	uint8_t hash[JOURNAL_HASH];
	int code;

	journal_link_add(&salvage->link, entry);
	sqlite3_reset(salvage->links);
	sqlite3_bind_int64(salvage->links, 1, (sqlite3_int64)entry->seq);
	code = sqlite3_step(salvage->links);
	if (code != SQLITE_ROW || sqlite3_column_bytes(salvage->links, 0) != JOURNAL_HASH)
		return;
	journal_link_end(&salvage->link, hash);
	memcpy(salvage->before, sqlite3_column_blob(salvage->links, 0), JOURNAL_HASH);
	if (memcmp(hash, salvage->before, JOURNAL_HASH) != 0)
		salvage_range(salvage->altered, salvage->begin, entry->seq);
	journal_link_begin(&salvage->link, salvage->before);
	salvage->begin = entry->seq + 1;
}

static int
salvage_group_end(struct salvage *salvage)
{
	int r = salvage->group ? journal_store_end(salvage->store, salvage->fault) : 0;

	salvage->group = 0;
	return r;
}

static int
salvage_put(struct salvage *salvage, const struct journal_entry *entry)
{
	int r = 0;

	salvage->entries++;
	if (!salvage->store)
		return 0;
	if (salvage->group == 0)
		r = journal_store_begin(salvage->store, salvage->fault);
	if (r == 0)
		r = journal_store_put(salvage->store, entry, salvage->fault);
	if (r == 0 && ++salvage->group == SALVAGE_GROUP)
		r = salvage_group_end(salvage);
	return r;
}

/* salvage_row: the row the scan stands on, if it can be an entry. */
static int
salvage_row(struct salvage *salvage)
{
	struct journal_entry entry;

	journal_store_row(salvage->scan, &entry);
	if (entry.seq <= salvage->last || entry.seq > salvage->limit ||
	    entry.len > JOURNAL_BODY_MAX)
		return 0;
	salvage_range(salvage->missing, salvage->last + 1, entry.seq - 1);
	salvage->last = entry.seq;
	if (entry.stream > salvage->streams)
		salvage->streams = entry.stream;
	salvage_check(salvage, &entry);
	return salvage_put(salvage, &entry);
}

/* salvage_scan: read from behind `last` on. Returns SQLITE_DONE at the end, another code where it cannot be
 * read on, or -1 when the new file takes no more. */
static int
salvage_scan(struct salvage *salvage, uint64_t from)
{
	int code;

	sqlite3_reset(salvage->scan);
	sqlite3_bind_int64(salvage->scan, 1, (sqlite3_int64)from);
	while ((code = sqlite3_step(salvage->scan)) == SQLITE_ROW)
		if (salvage_row(salvage) < 0)
			return -1;
	return code;
}

/* salvage_copy: where the scan breaks off, try behind the place, one number further each time: a page that
 * cannot be read hides some dozens, a page above it some thousands. */
static int
salvage_copy(struct salvage *salvage)
{
	uint64_t from = 1, in_vain = 0;
	int code;

	journal_link_begin(&salvage->link, NULL);
	salvage->begin = 1;
	while (from <= salvage->limit && (code = salvage_scan(salvage, from)) != SQLITE_DONE) {
		if (code < 0)
			return salvage->fault->error;
		in_vain = salvage->last >= from ? 0 : in_vain + 1;
		if (salvage->last >= from)
			from = salvage->last;
		from += in_vain < SALVAGE_PROBES ? 1 : in_vain;
	}
	salvage_range(salvage->missing, salvage->last + 1, salvage->chain_end);
	return 0;
}

static int
salvage_tell(struct salvage *salvage, const char *damaged)
{
	json_t *object =
		json_pack("{s:s, s:I, s:I, s:O, s:O}", "damaged", damaged, "entries",
	                  (json_int_t)salvage->entries, "streams", (json_int_t)salvage->streams,
	                  "missing", salvage->missing, "altered", salvage->altered);
	char *text = object ? json_dumps(object, JSON_COMPACT) : NULL;
	/* What was lost behind the last must not get its numbers again. */
	uint64_t last = salvage->last > salvage->chain_end ? salvage->last : salvage->chain_end;
	struct journal_entry entry = { .seq = last + 1, .kind = JOURNAL_SALVAGE };
	int r = -ENOMEM;

	if (text) {
		entry.body = (const uint8_t *)text;
		entry.len = strlen(text);
		r = salvage_put(salvage, &entry);
	}
	free(text);
	json_decref(object);
	return r == 0 ? salvage_group_end(salvage) : r;
}

static uint64_t
salvage_number(sqlite3 *db, const char *sql)
{
	sqlite3_stmt *statement = NULL;
	uint64_t number = 0;

	if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK &&
	    sqlite3_step(statement) == SQLITE_ROW)
		number = (uint64_t)sqlite3_column_int64(statement, 0);
	sqlite3_finalize(statement);
	return number;
}

/* salvage_limit: no entry can have a higher number: what the chain says, or the last entry, or what fits into the
 * file. */
static uint64_t
salvage_limit(struct salvage *salvage)
{
	uint64_t limit = salvage_number(salvage->old, "SELECT max(seq) FROM link");
	uint64_t last = salvage_number(salvage->old, "SELECT max(seq) FROM entry");
	uint64_t fits = 0;
	char log[PATH_MAX];
	struct stat status;

	snprintf(log, sizeof(log), "%s-wal", salvage->path);
	if (stat(salvage->path, &status) == 0)
		fits += (uint64_t)status.st_size / SALVAGE_ENTRY;
	if (stat(log, &status) == 0)
		fits += (uint64_t)status.st_size / SALVAGE_ENTRY;
	salvage->chain_end = limit <= SALVAGE_SEQ_MAX ? limit : 0;
	if (salvage->chain_end)
		return limit;
	/* Entries that were pruned have used up numbers, too. */
	return last > 0 && last <= SALVAGE_SEQ_MAX ? last : fits;
}

/* salvage_open_old: as it is; nothing of it is changed, its write-ahead log is read with it. A file that was cut off
 * is read as far as it goes, which SQLite does for those only who may repair its schema. */
static void
salvage_open_old(struct salvage *salvage, int flags)
{
	sqlite3_open_v2(salvage->path, &salvage->old, flags, NULL);
	if (!salvage->old)
		return;
	sqlite3_db_config(salvage->old, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
	sqlite3_db_config(salvage->old, SQLITE_DBCONFIG_WRITABLE_SCHEMA, 1, NULL);
	sqlite3_prepare_v2(salvage->old,
	                   "SELECT seq, stream, kind, t, body FROM entry WHERE seq >= ?"
	                   " ORDER BY seq",
	                   -1, &salvage->scan, NULL);
	sqlite3_prepare_v2(salvage->old, "SELECT hash FROM link WHERE seq = ?", -1, &salvage->links,
	                   NULL);
	salvage->limit = salvage_limit(salvage);
}

/* salvage_rename: FILE, its log and its shared memory become FILE.damaged-TIME with theirs. */
static int
salvage_rename(const char *path, const char *damaged)
{
	static const char *const parts[] = { "-wal", "-shm", "" };
	char from[PATH_MAX], to[PATH_MAX];

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		snprintf(from, sizeof(from), "%s%s", path, parts[i]);
		snprintf(to, sizeof(to), "%s%s", damaged, parts[i]);
		if (rename(from, to) < 0 && errno != ENOENT)
			return -errno;
	}
	return 0;
}

static void
salvage_name(const char *path, char damaged[PATH_MAX])
{
	struct journal_moment now;
	char time[JOURNAL_TIME];

	journal_moment_now(&now);
	journal_time_format(now.unix_us, time);
	snprintf(damaged, PATH_MAX, "%s.damaged-%s", path, time);
}

static int
salvage_fill(struct salvage *salvage, const char *vfs, const char *damaged)
{
	int r;

	journal_store_remove(salvage->fresh);
	r = journal_store_open(salvage->fresh, JOURNAL_WRITE, vfs, &salvage->store, salvage->fault);
	if (r == 0)
		salvage_open_old(salvage, SQLITE_OPEN_READWRITE);
	if (r == 0 && salvage->scan && salvage->links)
		r = salvage_copy(salvage);
	if (r == 0)
		r = salvage_tell(salvage, damaged);
	return r;
}

static void
salvage_close_old(struct salvage *salvage)
{
	sqlite3_finalize(salvage->scan);
	sqlite3_finalize(salvage->links);
	sqlite3_close(salvage->old);
}

int
journal_salvage_look(const char *path, struct journal_salvage_finding *ret_finding)
{
	struct journal_fault fault = { 0 };
	struct salvage salvage = {
		.path = path, .fault = &fault, .missing = json_array(), .altered = json_array()
	};

	salvage_open_old(&salvage, SQLITE_OPEN_READONLY);
	if (salvage.scan && salvage.links)
		salvage_copy(&salvage);
	salvage_close_old(&salvage);
	*ret_finding = (struct journal_salvage_finding){ salvage.entries, salvage.missing,
		                                         salvage.altered };
	return salvage.missing && salvage.altered ? 0 : -ENOMEM;
}

/* salvage_replace: the new file takes the place of the damaged one. */
static int
salvage_replace(const struct salvage *salvage, const char *damaged)
{
	char lock[PATH_MAX + 8];
	int r;

	snprintf(lock, sizeof(lock), "%s.lock", salvage->fresh);
	unlink(lock);
	r = salvage_rename(salvage->path, damaged);
	if (r == 0 && rename(salvage->fresh, salvage->path) < 0)
		r = -errno;
	if (r < 0)
		paths_explain(salvage->path, "replace", -r, salvage->fault->text,
		              sizeof(salvage->fault->text));
	paths_sync_parent(salvage->path);
	return r;
}

static int
salvage_do(struct salvage *salvage, const char *vfs)
{
	char damaged[PATH_MAX];
	int r;

	salvage_name(salvage->path, damaged);
	snprintf(salvage->fresh, sizeof(salvage->fresh), "%s.salvage", salvage->path);
	r = salvage_fill(salvage, vfs, damaged);
	salvage_close_old(salvage);
	journal_store_close(salvage->store);
	if (r == 0)
		r = salvage_replace(salvage, damaged);
	if (r == 0)
		log_error("%s was damaged: %" PRIu64 " entries of it are saved, %zu ranges are "
		          "missing, %zu are not as they were written ('adoube journal check' "
		          "lists them); the damaged file is %s",
		          salvage->path, salvage->entries, json_array_size(salvage->missing),
		          json_array_size(salvage->altered), damaged);
	return r;
}

int
journal_salvage(const char *path, const char *vfs, struct journal_fault *fault)
{
	struct salvage salvage = {
		.path = path, .fault = fault, .missing = json_array(), .altered = json_array()
	};
	int lock, r = journal_lock(path, &lock, fault);

	if (r == 0)
		r = salvage_do(&salvage, vfs);
	if (lock >= 0)
		close(lock);
	json_decref(salvage.missing);
	json_decref(salvage.altered);
	return r;
}

int
journal_salvage_finish(const char *path)
{
	char fresh[PATH_MAX];

	snprintf(fresh, sizeof(fresh), "%s.salvage", path);
	if (access(path, F_OK) == 0 || access(fresh, F_OK) < 0)
		return 0;
	return rename(fresh, path) < 0 ? -errno : 0;
}
