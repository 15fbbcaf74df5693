/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/journal_moved.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdio.h>
#include <unistd.h>

#include "daemon/paths.h"

bool
journal_has_moved(struct journal_store *store)
{
	int moved = 0;

	return sqlite3_file_control(journal_store_db(store), "main", SQLITE_FCNTL_HAS_MOVED,
	                            &moved) == SQLITE_OK &&
	       moved;
}

/* What lies beside the path belongs to the file that was there, and would be taken for the new one's: that file gets all of it
 * before it goes. */
static void
clear_beside(struct journal_store *store)
{
	static const char *const parts[] = { "-wal", "-shm" };
	char name[PATH_MAX];

	sqlite3_exec(journal_store_db(store), "PRAGMA wal_checkpoint(TRUNCATE)", NULL, NULL, NULL);
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		snprintf(name, sizeof(name), "%s%s", journal_store_path(store), parts[i]);
		unlink(name);
	}
}

/* All that it holds, as a file of its own at its path. */
static int
copy(struct journal_store *store, struct journal_fault *fault)
{
	const char *path = journal_store_path(store);
	sqlite3_stmt *statement = NULL;
	int code =
		sqlite3_prepare_v2(journal_store_db(store), "VACUUM INTO ?1", -1, &statement, NULL);

	if (code == SQLITE_OK)
		code = sqlite3_bind_text(statement, 1, path, -1, SQLITE_STATIC);
	if (code == SQLITE_OK)
		code = sqlite3_step(statement);
	if (code != SQLITE_DONE)
		journal_store_explain(store, code, "put back", fault);
	sqlite3_finalize(statement);
	return code == SQLITE_DONE ? 0 : fault->error;
}

/* The copy is durable. */
static int
sync_file(const char *path, struct journal_fault *fault)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	int cause = fd < 0 || fsync(fd) < 0 ? errno : 0;

	if (fd >= 0)
		close(fd);
	if (cause)
		paths_explain(path, "put back", cause, fault->text, sizeof(fault->text));
	return fault->error = -cause;
}

int
journal_put_back(struct journal_store **store, const char *path, const char *vfs,
                 struct journal_fault *fault)
{
	int r;

	if (access(path, F_OK) == 0) {
		snprintf(fault->text, sizeof(fault->text),
		         "cannot record to %.300s: another file lies in its place; move that away",
		         path);
		return fault->error = -EEXIST;
	}
	r = fault->error = paths_make_parents(path, fault->text, sizeof(fault->text));
	if (r < 0)
		return r;
	clear_beside(*store);
	r = copy(*store, fault);
	if (r == 0)
		r = sync_file(path, fault);
	if (r < 0) {
		unlink(path); /* half a journal is none */
		return r;
	}
	/* It has the lock of the one that comes. */
	journal_store_close(*store);
	*store = NULL;
	return journal_store_open(path, JOURNAL_WRITE, vfs, store, fault);
}
