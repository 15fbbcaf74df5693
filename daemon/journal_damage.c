/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/journal_damage.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "daemon/paths.h"

/* The head of a SQLite database file (SQLite's file format, 1.3). */
#define DAMAGE_HEAD       100
#define DAMAGE_MAGIC      "SQLite format 3"
#define DAMAGE_PAGE_SIZE  16
#define DAMAGE_PAGE_COUNT 28

struct damage {
	const char *path;
	void *ctx;
	void (*found)(void *ctx, const char *sentence);
};

__attribute__((format(printf, 2, 3))) static void
damage_tell(const struct damage *damage, const char *format, ...)
{
	char sentence[512];
	va_list args;

	va_start(args, format);
	vsnprintf(sentence, sizeof(sentence), format, args);
	va_end(args);
	damage->found(damage->ctx, sentence);
}

static uint64_t
damage_number(const uint8_t *bytes, int n)
{
	uint64_t number = 0;

	for (int i = 0; i < n; i++)
		number = number << 8 | bytes[i];
	return number;
}

/* damage_printable: what a file that is none begins with. */
static void
damage_printable(const uint8_t *bytes, size_t len, char text[17])
{
	size_t n = len < 16 ? len : 16;

	for (size_t i = 0; i < n; i++)
		text[i] = bytes[i] >= ' ' && bytes[i] <= '~' ? (char)bytes[i] : '.';
	text[n] = '\0';
}

/* damage_size: is all of the file there? While there is a write-ahead log it may be on its way. */
static void
damage_size(const struct damage *damage, const uint8_t head[DAMAGE_HEAD], uint64_t size)
{
	uint64_t page = damage_number(head + DAMAGE_PAGE_SIZE, 2);
	uint64_t pages = damage_number(head + DAMAGE_PAGE_COUNT, 4);
	char log[PATH_MAX];
	struct stat status;
	bool is_logged;

	page = page == 1 ? 65536 : page;
	snprintf(log, sizeof(log), "%s-wal", damage->path);
	is_logged = stat(log, &status) == 0 && status.st_size > 0;
	if (page > 0 && size < pages * page && !is_logged)
		damage_tell(damage,
		            "it is cut off: it has %" PRIu64 " bytes, and should have %" PRIu64
		            " (%" PRIu64 " pages of %" PRIu64 ")",
		            size, pages * page, pages, page);
}

/* damage_head: 0, or -ENODATA: it is no database at all. */
static int
damage_head(const struct damage *damage)
{
	FILE *file = fopen(damage->path, "re");
	uint8_t head[DAMAGE_HEAD];
	char begin[17], text[256];
	struct stat status;
	size_t len;

	if (!file || fstat(fileno(file), &status) < 0) {
		int cause = errno;

		paths_explain(damage->path, "read", cause, text, sizeof(text));
		damage_tell(damage, "%s", text);
		if (file)
			fclose(file);
		return -cause;
	}
	len = fread(head, 1, sizeof(head), file);
	fclose(file);
	if (len == sizeof(head) && memcmp(head, DAMAGE_MAGIC, sizeof(DAMAGE_MAGIC)) == 0) {
		damage_size(damage, head, (uint64_t)status.st_size);
		return 0;
	}
	damage_printable(head, len, begin);
	damage_tell(
		damage,
		"it is no SQLite database: it has %zu bytes and begins with '%s'; it is another "
		"kind of file, or its first page was overwritten",
		(size_t)status.st_size, begin);
	return -ENODATA;
}

/* damage_table: the name of the table or index whose tree is on that page; "" for none. */
static void
damage_table(sqlite3 *db, long root, char name[64])
{
	sqlite3_stmt *statement = NULL;

	name[0] = '\0';
	if (sqlite3_prepare_v2(db, "SELECT name FROM sqlite_schema WHERE rootpage = ?1", -1,
	                       &statement, NULL) == SQLITE_OK &&
	    sqlite3_bind_int64(statement, 1, root) == SQLITE_OK &&
	    sqlite3_step(statement) == SQLITE_ROW)
		snprintf(name, 64, "%s", (const char *)sqlite3_column_text(statement, 0));
	sqlite3_finalize(statement);
}

/* damage_row: one finding of SQLite's, with the name of the tree it is about. */
static void
damage_row(const struct damage *damage, sqlite3 *db, const char *text)
{
	const char *line = strncmp(text, "***", 3) == 0 ? strchr(text, '\n') : text;

	for (; line && *line; line += strcspn(line, "\n")) {
		const char *tree;
		char name[64] = "";

		line += *line == '\n';
		tree = strncmp(line, "Tree ", 5) == 0 ? line + 5 : NULL;
		if (strncmp(line, "On tree page ", 13) == 0)
			tree = line + 13;
		if (tree)
			damage_table(db, strtol(tree, NULL, 10), name);
		damage_tell(damage, "SQLite: %s%s%.*s", name, name[0] ? ": " : "",
		            (int)strcspn(line, "\n"), line);
	}
}

/* damage_pages: what SQLite finds of its own structure. */
static void
damage_pages(const struct damage *damage)
{
	sqlite3_stmt *statement = NULL;
	sqlite3 *db = NULL;
	int code = sqlite3_open_v2(damage->path, &db, SQLITE_OPEN_READONLY, NULL);
	char sql[64];

	snprintf(sql, sizeof(sql), "PRAGMA integrity_check(%d)", JOURNAL_DAMAGE_LINES);
	if (code == SQLITE_OK) {
		sqlite3_db_config(db, SQLITE_DBCONFIG_WRITABLE_SCHEMA, 1, NULL);
		code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
	}
	while (code == SQLITE_OK && (code = sqlite3_step(statement)) == SQLITE_ROW) {
		const char *text = (const char *)sqlite3_column_text(statement, 0);

		if (text && strcmp(text, "ok") != 0)
			damage_row(damage, db, text);
		code = SQLITE_OK;
	}
	if (code != SQLITE_DONE)
		damage_tell(damage, "SQLite: %s", db ? sqlite3_errmsg(db) : sqlite3_errstr(code));
	sqlite3_finalize(statement);
	sqlite3_close(db);
}

static void
damage_ranges(const struct damage *damage, const json_t *ranges, const char *what)
{
	const json_t *range;
	size_t i;

	json_array_foreach(ranges, i, range)
		damage_tell(damage, "entries %lld to %lld %s",
	                    (long long)json_integer_value(json_array_get(range, 0)),
	                    (long long)json_integer_value(json_array_get(range, 1)), what);
}

int
journal_damage(const char *path, void *ctx, void (*found)(void *ctx, const char *sentence),
               struct journal_salvage_finding *ret_finding)
{
	const struct damage damage = { path, ctx, found };
	int r = damage_head(&damage);

	*ret_finding = (struct journal_salvage_finding){ 0 };
	if (r < 0)
		return r;
	damage_pages(&damage);
	r = journal_salvage_look(path, ret_finding);
	damage_ranges(&damage, ret_finding->missing, "cannot be read");
	damage_ranges(&damage, ret_finding->altered, "are not what was written");
	return r;
}
