/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/journal_store.h"

#include <errno.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/invariant.h"
#include "daemon/journal_lock.h"
#include "daemon/paths.h"

#define STORE_APPLICATION 0x61646f75 /* "adou": PRAGMA application_id */
#define STORE_BUSY_MS     2000       /* somebody reads or checkpoints for a moment */

struct journal_store {
	char *path;
	int lock; /* fd of the lock file, -1: only reading */
	sqlite3 *db;
	sqlite3_stmt *insert_entry, *insert_link;
	uint64_t last, put, sealed; /* seq committed, put and sealed */
	uint8_t head[JOURNAL_HASH];
	struct journal_link link; /* of the group that is being put */
	uint8_t sealed_head[JOURNAL_HASH];
};

/* One step a released schema; a step is never changed. */
static const struct journal_migration store_steps[JOURNAL_SCHEMA] = {
	{ "CREATE TABLE entry(seq INTEGER PRIMARY KEY, stream INTEGER NOT NULL,"
	  " kind INTEGER NOT NULL, t INTEGER NOT NULL, body BLOB NOT NULL);"
	  "CREATE TABLE link(seq INTEGER PRIMARY KEY, hash BLOB NOT NULL);"
	  "CREATE INDEX entry_rare ON entry(kind, seq) WHERE kind >= 16;"
	  "PRAGMA application_id = 0x61646f75;" },
};

/* --- Faults --------------------------------------------------------------------------------- */

static const struct store_cause {
	int code, error;
} store_causes[] = {
	{ SQLITE_FULL, ENOSPC },     { SQLITE_READONLY, EROFS }, { SQLITE_NOMEM, ENOMEM },
	{ SQLITE_CORRUPT, EBADMSG }, { SQLITE_NOTADB, EBADMSG }, { SQLITE_BUSY, EBUSY },
	{ SQLITE_LOCKED, EBUSY },    { SQLITE_CANTOPEN, EIO },   { SQLITE_PERM, EACCES },
	{ SQLITE_TOOBIG, EFBIG },
};

/* store_system_errno: the system's own word on the last failure. A commit that fails does not pass it on: then the files
 * have it. */
static int
store_system_errno(sqlite3 *db)
{
	static const int files[] = { SQLITE_FCNTL_JOURNAL_POINTER, SQLITE_FCNTL_FILE_POINTER };
	int system = db ? sqlite3_system_errno(db) : 0;

	for (size_t i = 0; db && system == 0 && i < sizeof(files) / sizeof(files[0]); i++) {
		sqlite3_file *file = NULL;

		if (sqlite3_file_control(db, "main", files[i], &file) == SQLITE_OK && file &&
		    file->pMethods)
			file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &system);
	}
	return system;
}

/* store_errno: what SQLite's code means; the system's own word where there is one. */
static int
store_errno(sqlite3 *db, int code)
{
	int system = store_system_errno(db);

	code &= 0xff;
	if ((code == SQLITE_IOERR || code == SQLITE_CANTOPEN) && system > 0)
		return system;
	for (size_t i = 0; i < sizeof(store_causes) / sizeof(store_causes[0]); i++)
		if (store_causes[i].code == code)
			return store_causes[i].error;
	return EIO;
}

static int
store_fail(struct journal_fault *fault, int error, const char *what, const char *path)
{
	fault->error = error;
	snprintf(fault->text, sizeof(fault->text), "%.300s %s", path, what);
	return error;
}

int
journal_store_explain(struct journal_store *store, int code, const char *doing,
                      struct journal_fault *fault)
{
	int error = store_errno(store->db, code);

	if (error == EBADMSG)
		return store_fail(fault, -EBADMSG,
		                  (code & 0xff) == SQLITE_NOTADB
		                          ? "is no SQLite database, or its beginning is "
		                            "overwritten; 'adoube journal check' says more"
		                          : "is damaged: SQLite cannot read all of it; 'adoube "
		                            "journal check' says more",
		                  store->path);
	paths_explain(store->path, doing, error, fault->text, sizeof(fault->text));
	fault->error = -error;
	return -error;
}

/* --- Opening -------------------------------------------------------------------------------- */

static int
store_integer(sqlite3 *db, const char *sql, int64_t *ret_value)
{
	sqlite3_stmt *statement;
	int code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);

	if (code == SQLITE_OK) {
		code = sqlite3_step(statement);
		*ret_value = code == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
	}
	sqlite3_finalize(statement);
	return code == SQLITE_ROW || code == SQLITE_DONE ? SQLITE_OK : code;
}

int
journal_store_migrate(struct sqlite3 *db, const struct journal_migration *steps, int n)
{
	int64_t version = 0;
	int code = store_integer(db, "PRAGMA user_version", &version);
	char sql[64];

	if (code == SQLITE_OK && version > n)
		return -EBADMSG;
	for (; code == SQLITE_OK && version < n; version++) {
		snprintf(sql, sizeof(sql), "PRAGMA user_version = %d; COMMIT", (int)version + 1);
		code = sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
		if (code == SQLITE_OK)
			code = sqlite3_exec(db, steps[version].sql, NULL, NULL, NULL);
		if (code == SQLITE_OK)
			code = sqlite3_exec(db, sql, NULL, NULL, NULL);
		if (code != SQLITE_OK && !sqlite3_get_autocommit(db))
			sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
	}
	return code == SQLITE_OK ? 0 : -store_errno(db, code);
}

/* store_look: whose file is it, and of which version? An empty one is to be ours. */
static int
store_look(struct journal_store *store, enum journal_access how, struct journal_fault *fault)
{
	int64_t application = 0, version = 0, n_tables = 0;
	int code = store_integer(store->db, "PRAGMA application_id", &application);

	if (code == SQLITE_OK)
		code = store_integer(store->db, "PRAGMA user_version", &version);
	if (code == SQLITE_OK)
		code = store_integer(store->db, "SELECT count(*) FROM sqlite_schema", &n_tables);
	if (code != SQLITE_OK)
		return journal_store_explain(store, code, "read", fault);
	if (how == JOURNAL_READ && application == 0 && n_tables == 0)
		return store_fail(fault, -EINVAL, "is empty: there is no journal in it",
		                  store->path);
	if (application != STORE_APPLICATION && (n_tables > 0 || application != 0))
		return store_fail(fault, -EINVAL, "is not a journal of adoubed; move it away",
		                  store->path);
	if (version > JOURNAL_SCHEMA)
		return store_fail(fault, -EPROTO,
		                  "was written by a newer adoubed; use that one, or another folder",
		                  store->path);
	return 0;
}

static int
store_prepare(struct journal_store *store, enum journal_access how, struct journal_fault *fault)
{
	static const char settings[] = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;";
	int code = SQLITE_OK, error;
	int64_t last = 0;

	sqlite3_busy_timeout(store->db, STORE_BUSY_MS);
	error = store_look(store, how, fault);
	/* A byte of its head says by which SQLite it may be written. */
	if (error == 0 && how == JOURNAL_WRITE && sqlite3_db_readonly(store->db, "main") > 0 &&
	    access(store->path, W_OK) == 0)
		error = journal_store_explain(store, SQLITE_CORRUPT, "write", fault);
	if (error < 0)
		return error;
	if (how == JOURNAL_WRITE) {
		code = sqlite3_exec(store->db, settings, NULL, NULL, NULL);
		if (code != SQLITE_OK)
			return journal_store_explain(store, code, "write", fault);
		error = journal_store_migrate(store->db, store_steps, JOURNAL_SCHEMA);
		if (error < 0) {
			paths_explain(store->path, "write", -error, fault->text,
			              sizeof(fault->text));
			return fault->error = error;
		}
		code = sqlite3_prepare_v3(store->db, "INSERT INTO entry VALUES(?, ?, ?, ?, ?)", -1,
		                          SQLITE_PREPARE_PERSISTENT, &store->insert_entry, NULL);
		if (code == SQLITE_OK)
			code = sqlite3_prepare_v3(store->db, "INSERT INTO link VALUES(?, ?)", -1,
			                          SQLITE_PREPARE_PERSISTENT, &store->insert_link,
			                          NULL);
	}
	if (code == SQLITE_OK)
		code = store_integer(store->db, "SELECT max(seq) FROM entry", &last);
	store->last = (uint64_t)last;
	return code == SQLITE_OK ? 0 : journal_store_explain(store, code, "read", fault);
}

/* store_find_head: the link the chain ends with. */
static int
store_find_head(struct journal_store *store, struct journal_fault *fault)
{
	sqlite3_stmt *statement;
	int code = sqlite3_prepare_v2(store->db,
	                              "SELECT hash, seq FROM link ORDER BY seq DESC LIMIT 1", -1,
	                              &statement, NULL);

	if (code == SQLITE_OK && (code = sqlite3_step(statement)) == SQLITE_ROW &&
	    sqlite3_column_bytes(statement, 0) == JOURNAL_HASH) {
		memcpy(store->head, sqlite3_column_blob(statement, 0), JOURNAL_HASH);
		/* What lies behind a link that was removed must not get its numbers again. */
		if ((uint64_t)sqlite3_column_int64(statement, 1) > store->last)
			store->last = (uint64_t)sqlite3_column_int64(statement, 1);
	}
	sqlite3_finalize(statement);
	return code == SQLITE_ROW || code == SQLITE_DONE || code == SQLITE_OK
	               ? 0
	               : journal_store_explain(store, code, "read", fault);
}

/* store_is_at_rest: was it closed well, and is nobody at it? SQLite wants to make files beside one that may be
 * written, where the disk may be full or read-only. */
static bool
store_is_at_rest(const struct journal_store *store)
{
	char path[PATH_MAX];
	struct stat status;

	snprintf(path, sizeof(path), "%s-wal", store->path);
	return store->db && (stat(path, &status) != 0 || status.st_size == 0) &&
	       journal_lock_is_free(store->path);
}

/* store_open_at_rest: as a file that does not change. */
static int
store_open_at_rest(struct journal_store *store, const char *vfs, struct journal_fault *fault)
{
	char *uri = malloc(3 * strlen(store->path) + sizeof("file:?immutable=1"));
	size_t len = 5;
	int code;

	if (!uri)
		return store_fail(fault, -ENOMEM, "cannot be opened: out of memory", store->path);
	snprintf(uri, sizeof("file:"), "file:");
	for (const char *p = store->path; *p; p++)
		if (strchr("?#%", *p))
			len += (size_t)sprintf(uri + len, "%%%02x", (unsigned char)*p);
		else
			uri[len++] = *p;
	snprintf(uri + len, sizeof("?immutable=1"), "?immutable=1");
	sqlite3_close(store->db);
	code = sqlite3_open_v2(uri, &store->db,
	                       SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_EXRESCODE, vfs);
	free(uri);
	return code == SQLITE_OK ? store_prepare(store, JOURNAL_READ, fault)
	                         : journal_store_explain(store, code, "open", fault);
}

int
journal_store_open(const char *path, enum journal_access how, const char *vfs,
                   struct journal_store **ret_store, struct journal_fault *fault)
{
	static const int flags[] = { [JOURNAL_READ] = SQLITE_OPEN_READONLY,
		                     [JOURNAL_WRITE] = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE };
	struct journal_store *store = calloc(1, sizeof(*store));
	int error = 0, code;

	if (!store || !(store->path = strdup(path))) {
		free(store);
		return store_fail(fault, -ENOMEM, "cannot be opened: out of memory", path);
	}
	store->lock = -1;
	if (how == JOURNAL_READ && access(path, R_OK) < 0) {
		error = fault->error = -errno;
		paths_explain(path, "read", -error, fault->text, sizeof(fault->text));
	}
	if (how == JOURNAL_WRITE)
		error = journal_lock(path, &store->lock, fault);
	if (error == 0) {
		code = sqlite3_open_v2(path, &store->db, flags[how] | SQLITE_OPEN_EXRESCODE, vfs);
		error = code == SQLITE_OK ? store_prepare(store, how, fault)
		                          : journal_store_explain(store, code, "open", fault);
	}
	if (error < 0 && how == JOURNAL_READ && store_is_at_rest(store))
		error = store_open_at_rest(store, vfs, fault);
	if (error == 0)
		error = store_find_head(store, fault);
	if (error < 0) {
		journal_store_close(store);
		return error;
	}
	if (how == JOURNAL_WRITE)
		paths_sync_parent(path);
	*ret_store = store;
	return 0;
}

void
journal_store_close(struct journal_store *store)
{
	if (!store)
		return;
	sqlite3_finalize(store->insert_entry);
	sqlite3_finalize(store->insert_link);
	sqlite3_close(store->db);
	if (store->lock >= 0)
		close(store->lock);
	free(store->path);
	free(store);
}

void
journal_store_remove(const char *path)
{
	static const char *const parts[] = { "", "-wal", "-shm", ".lock" };
	char name[PATH_MAX];

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		snprintf(name, sizeof(name), "%s%s", path, parts[i]);
		unlink(name);
	}
}

/* --- Writing -------------------------------------------------------------------------------- */

void
journal_store_cancel(struct journal_store *store)
{
	if (!sqlite3_get_autocommit(store->db))
		sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
	store->put = store->sealed = store->last;
}

/* store_did: 0 for a code that is good, else nothing of the group stays. */
static int
store_did(struct journal_store *store, int code, struct journal_fault *fault)
{
	int error;

	if (code == SQLITE_OK || code == SQLITE_DONE)
		return 0;
	error = journal_store_explain(store, code, "record to", fault);
	journal_store_cancel(store);
	return error;
}

int
journal_store_begin(struct journal_store *store, struct journal_fault *fault)
{
	store->put = store->sealed = store->last;
	memcpy(store->sealed_head, store->head, JOURNAL_HASH);
	journal_link_begin(&store->link, store->head);
	return store_did(store, sqlite3_exec(store->db, "BEGIN IMMEDIATE", NULL, NULL, NULL),
	                 fault);
}

int
journal_store_put(struct journal_store *store, const struct journal_entry *entry,
                  struct journal_fault *fault)
{
	sqlite3_stmt *insert = store->insert_entry;
	int code;

	INVARIANT(entry->seq > store->put);
	journal_link_add(&store->link, entry);
	store->put = entry->seq;
	sqlite3_bind_int64(insert, 1, (sqlite3_int64)entry->seq);
	sqlite3_bind_int64(insert, 2, entry->stream);
	sqlite3_bind_int(insert, 3, entry->kind);
	sqlite3_bind_int64(insert, 4, (sqlite3_int64)entry->t_us);
	sqlite3_bind_blob64(insert, 5, entry->len ? (const void *)entry->body : "", entry->len,
	                    SQLITE_STATIC);
	code = sqlite3_step(insert);
	sqlite3_reset(insert);
	return store_did(store, code, fault);
}

int
journal_store_seal(struct journal_store *store, struct journal_fault *fault)
{
	sqlite3_stmt *insert = store->insert_link;
	int code;

	if (store->put == store->sealed)
		return 0;
	journal_link_end(&store->link, store->sealed_head);
	sqlite3_bind_int64(insert, 1, (sqlite3_int64)store->put);
	sqlite3_bind_blob(insert, 2, store->sealed_head, JOURNAL_HASH, SQLITE_STATIC);
	code = sqlite3_step(insert);
	sqlite3_reset(insert);
	store->sealed = store->put;
	journal_link_begin(&store->link, store->sealed_head);
	return store_did(store, code, fault);
}

int
journal_store_end(struct journal_store *store, struct journal_fault *fault)
{
	int error = journal_store_seal(store, fault);

	if (error == 0)
		error = store_did(store, sqlite3_exec(store->db, "COMMIT", NULL, NULL, NULL),
		                  fault);
	if (error == 0) {
		store->last = store->put;
		memcpy(store->head, store->sealed_head, JOURNAL_HASH);
	}
	return error;
}

/* --- Looking -------------------------------------------------------------------------------- */

uint64_t
journal_store_last(const struct journal_store *store)
{
	return store->last;
}

const uint8_t *
journal_store_head(const struct journal_store *store)
{
	return store->head;
}

const char *
journal_store_path(const struct journal_store *store)
{
	return store->path;
}

uint64_t
journal_store_bytes(const struct journal_store *store)
{
	char log[PATH_MAX];
	struct stat status;
	uint64_t bytes = 0;

	snprintf(log, sizeof(log), "%s-wal", store->path);
	if (stat(store->path, &status) == 0)
		bytes += (uint64_t)status.st_size;
	if (stat(log, &status) == 0)
		bytes += (uint64_t)status.st_size;
	return bytes;
}

bool
journal_store_link(struct journal_store *store, uint64_t seq, uint8_t ret_hash[JOURNAL_HASH])
{
	sqlite3_stmt *statement = NULL;
	bool found = sqlite3_prepare_v2(store->db, "SELECT hash FROM link WHERE seq = ?1", -1,
	                                &statement, NULL) == SQLITE_OK &&
	             sqlite3_bind_int64(statement, 1, (sqlite3_int64)seq) == SQLITE_OK &&
	             sqlite3_step(statement) == SQLITE_ROW &&
	             sqlite3_column_bytes(statement, 0) == JOURNAL_HASH;

	if (found)
		memcpy(ret_hash, sqlite3_column_blob(statement, 0), JOURNAL_HASH);
	sqlite3_finalize(statement);
	return found;
}

void
journal_store_row(struct sqlite3_stmt *row, struct journal_entry *ret_entry)
{
	*ret_entry = (struct journal_entry){
		.seq = (uint64_t)sqlite3_column_int64(row, 0),
		.stream = (uint32_t)sqlite3_column_int64(row, 1),
		.kind = (uint8_t)sqlite3_column_int(row, 2),
		.t_us = (uint64_t)sqlite3_column_int64(row, 3),
		.body = sqlite3_column_blob(row, 4),
		.len = (size_t)sqlite3_column_bytes(row, 4),
	};
	if (!ret_entry->body)
		ret_entry->body = (const uint8_t *)"";
}

struct sqlite3 *
journal_store_db(struct journal_store *store)
{
	return store->db;
}
