/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The journal as a file: a SQLite database in WAL mode, one of each event.
 *
 *     entry(seq, stream, kind, t, body)   in order; see journal_entry.h
 *     link(seq, hash)                     the chain after the group that ends with entry seq
 *
 * What is committed here survives a power cut. Not thread-safe: one thread at a time.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/journal_entry.h"

#define JOURNAL_SCHEMA 1 /* PRAGMA user_version */

struct journal_store;
struct sqlite3;
struct sqlite3_stmt;

enum journal_access {
	JOURNAL_READ, /* also beside a daemon that writes */
	JOURNAL_WRITE, /* alone: a lock beside the file (FILE.lock) says so; made when it is missing */
};

struct journal_fault {
	int error;      /* negative errno; -EBADMSG: the file is damaged */
	char text[512]; /* one sentence */
};

/* journal_store_open: open the file, and bring an older schema to JOURNAL_SCHEMA when it may be written.
 * vfs: name of a registered SQLite VFS, NULL: the system's. Returns 0 with *ret_store, or a negative errno
 * with *fault: -ENOENT no such file, -EWOULDBLOCK another process writes it, -EBADMSG damaged, -EINVAL not a
 * journal, -EPROTO made by a newer adoubed. */
int journal_store_open(const char *path, enum journal_access how, const char *vfs,
                       struct journal_store **ret_store, struct journal_fault *fault);

/* journal_store_close: NULL is fine. */
void journal_store_close(struct journal_store *store);

/* journal_store_remove: the file and all that SQLite and the lock put beside it. Nobody may have it open. */
void journal_store_remove(const char *path);

/* journal_store_begin, _put, _end: one group, all or nothing; _end makes it durable. After an error, and
 * after _cancel, nothing of the group is there and the next begin may come. Entries come in order of seq. */
int journal_store_begin(struct journal_store *store, struct journal_fault *fault);
int journal_store_put(struct journal_store *store, const struct journal_entry *entry,
                      struct journal_fault *fault);
int journal_store_end(struct journal_store *store, struct journal_fault *fault);

/* journal_store_seal: end the group here and go on with the next one, made durable together with it. */
int journal_store_seal(struct journal_store *store, struct journal_fault *fault);
void journal_store_cancel(struct journal_store *store);

/* journal_store_last: the last entry's seq, 0: none; and the chain's end (zeros: none). */
uint64_t journal_store_last(const struct journal_store *store);
const uint8_t *journal_store_head(const struct journal_store *store);

/* journal_store_link: the link behind the group that ends with entry `seq`. False: there is none. */
bool journal_store_link(struct journal_store *store, uint64_t seq, uint8_t ret_hash[JOURNAL_HASH]);

/* journal_store_path, journal_store_bytes: of the file and its write-ahead log together. */
const char *journal_store_path(const struct journal_store *store);
uint64_t journal_store_bytes(const struct journal_store *store);

struct journal_reader;

enum journal_read {
	JOURNAL_READ_END = 0,
	JOURNAL_READ_ENTRY,  /* *ret_entry, borrowed until the next call */
	JOURNAL_READ_BROKEN, /* the group of the entry before is not what was written; see fault */
	JOURNAL_READ_GAP, /* entries before ret_entry->seq are not there; *ret_entry comes next */
	JOURNAL_READ_DAMAGE, /* SQLite cannot read on: see fault; the end */
};

/* journal_reader_new: read from the group of entry `from` on (1: everything), verifying the chain. rare:
 * only entries of JOURNAL_KIND_RARE and above, unverified. NULL when memory is out or the file cannot be
 * read, with *fault. */
struct journal_reader *journal_reader_new(struct journal_store *store, uint64_t from, bool rare,
                                          struct journal_fault *fault);
enum journal_read journal_reader_next(struct journal_reader *reader,
                                      struct journal_entry *ret_entry, struct journal_fault *fault);

void journal_reader_free(struct journal_reader *reader);

/* journal_store_db: for those who need SQL of their own (prune, salvage, tests). */
struct sqlite3 *journal_store_db(struct journal_store *store);

/* journal_store_row: the entry in columns 0 to 4 (seq, stream, kind, t, body) of the row a statement stands on;
 * its body is the row's. */
void journal_store_row(struct sqlite3_stmt *row, struct journal_entry *ret_entry);

/* journal_store_explain: the fault of the last call into SQLite; `doing` as in "cannot DOING FILE". Returns
 * fault->error. */
int journal_store_explain(struct journal_store *store, int code, const char *doing,
                          struct journal_fault *fault);

struct journal_migration {
	const char *sql; /* from the version before, the index in the list, to the next */
};

/* journal_store_migrate: bring `db` from PRAGMA user_version to n, each step in a transaction of its own
 * with its version. 0, -EBADMSG when the file is newer than n; else a SQLite failure as negative errno. */
int journal_store_migrate(struct sqlite3 *db, const struct journal_migration *steps, int n);
