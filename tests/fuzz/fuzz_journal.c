/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Any bytes as what a journal is read from. By the first byte of the input: the bodies of entries; a capture
 * that is imported, whose export is the same when it goes round once more; orders likewise (0xff); a file that is
 * said to be a journal, which is refused or read, and salvaged into one that is whole.
 */
#include <errno.h>
#include <glob.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/invariant.h"
#include "daemon/journal_check.h"
#include "daemon/journal_clock.h"
#include "daemon/journal_export.h"
#include "daemon/journal_import.h"
#include "daemon/journal_orders.h"
#include "daemon/journal_salvage.h"
#include "daemon/revision.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char folder[] = "/tmp/fuzz_journal_XXXXXX";
static char path[64];
static FILE *exported;
static struct journal_fault fault;

static void
clean_up(void)
{
	char command[96];

	snprintf(command, sizeof(command), "rm -rf %s", folder);
	(void)!system(command);
}

static void
begin(void)
{
	if (path[0] == '\0') {
		INVARIANT(mkdtemp(folder) != NULL);
		snprintf(path, sizeof(path), "%s/a.journal", folder);
		atexit(clean_up);
	}
}

static void
remove_journal(void)
{
	static const char *const parts[] = { "", "-wal", "-shm" };
	char name[80];

	for (size_t i = 0; i < 3; i++) {
		snprintf(name, sizeof(name), "%s%s", path, parts[i]);
		unlink(name);
	}
}

/* --- Bodies ------------------------------------------------------------------------------------------- */

static void
read_stream(const uint8_t *data, size_t size)
{
	struct journal_stream stream;
	char name[128], *json;

	if (journal_stream_read(&stream, data, size) != 0)
		return;
	journal_stream_name(&stream, name, sizeof(name));
	json = journal_stream_json(&stream);
	INVARIANT(json != NULL);
	free(json);
	journal_stream_clear(&stream);
}

/* Bodies of revisions, each behind its length; what is taken can be made again. */
static void
read_revisions(const uint8_t *data, size_t size)
{
	struct revisions revisions = { 0 }, again = { 0 };

	while (size > 1) {
		size_t len = data[0] < size ? data[0] : size - 1, made;
		int r = revisions_take(&revisions, data + 1, len);

		INVARIANT(r == 0 || r == -EBADMSG);
		data += 1 + len;
		size -= 1 + len;
		for (size_t i = 0; i < revisions.n_games && i < 8; i++) {
			const struct revision_text *game = &revisions.games[i];
			char sentence[200];
			uint8_t *body;

			if (!game->text)
				continue;
			body = revisions_make(&again, i, game->text, game->len, &made);
			INVARIANT(made != SIZE_MAX);
			INVARIANT(again.games[i].len == game->len &&
			          memcmp(again.games[i].text, game->text, game->len) == 0);
			revision_differs(game->text, "x\n\n1. e4 *", sentence, sizeof(sentence));
			free(body);
		}
	}
	revisions_free(&revisions);
	revisions_free(&again);
}

static void
read_bodies(const uint8_t *data, size_t size)
{
	struct journal_clock clock = { 0 };
	struct journal_entry entry;
	json_t *epoch = json_loadb((const char *)data, size, 0, NULL);

	journal_clock_read(&clock, 1, epoch);
	json_decref(epoch);
	read_stream(data, size);
	read_revisions(data, size);
	INVARIANT(journal_entry_unpack(data, size, &entry) <= size);
}

/* --- Captures ----------------------------------------------------------------------------------------- */

static FILE *
open_export(void *ctx, const struct journal_stream *stream)
{
	(void)ctx;
	(void)stream;
	return exported;
}

/* through: text[len] into a new journal and out again; NULL: it was refused. */
static char *
through(const char *text, size_t len)
{
	static const struct journal_clock clock = { .epoch = { .unix_us = 1000000 } };
	const struct journal_import_options options = { .name = "x", .table = 1, .clock = &clock };
	const struct journal_export export = { .open = open_export };
	struct journal_check check = { 0 };
	struct journal_import_report report = { 0 };
	struct journal_store *store;
	FILE *file = fmemopen((void *)(uintptr_t)text, len, "r");
	char *out = NULL;
	size_t out_len;
	int r;

	remove_journal();
	INVARIANT(file != NULL);
	INVARIANT(journal_store_open(path, JOURNAL_WRITE, NULL, &store, &fault) == 0);
	r = journal_import_capture(store, file, &options, &report);
	INVARIANT((r < 0) == (report.text[0] != '\0'));
	INVARIANT(journal_check(store, &check, &fault) == 0 && check.faults == 0);
	INVARIANT(check.entries == (r < 0 ? 0 : report.entries));
	if (r == 0) {
		exported = open_memstream(&out, &out_len);
		INVARIANT(journal_export(store, &export, &fault) == 0);
		fclose(exported);
	}
	journal_store_close(store);
	fclose(file);
	return out;
}

static void
read_capture(const uint8_t *data, size_t size)
{
	char *first = size > 0 ? through((const char *)data, size) : NULL;
	char *second = first ? through(first, strlen(first)) : NULL;

	INVARIANT(!first || (second && strcmp(first, second) == 0));
	free(first);
	free(second);
}

/* --- Orders ------------------------------------------------------------------------------------------- */

/* orders_through: text[len] into a new journal and out again; NULL: it was refused. */
static char *
orders_through(const char *text, size_t len)
{
	struct journal_check check = { 0 };
	struct journal_store *store;
	FILE *file = fmemopen((void *)(uintptr_t)text, len, "r"), *to;
	char *out = NULL;
	size_t out_len;
	uint64_t n, again;
	int r;

	remove_journal();
	INVARIANT(file != NULL);
	INVARIANT(journal_store_open(path, JOURNAL_WRITE, NULL, &store, &fault) == 0);
	r = journal_orders_import(store, file, "x", &n, &fault);
	INVARIANT(journal_check(store, &check, &fault) == 0 && check.faults == 0);
	INVARIANT(check.entries == (r < 0 || n == 0 ? 0 : n + 1));
	if (r == 0) {
		to = open_memstream(&out, &out_len);
		INVARIANT(journal_orders_export(store, to, &again, &fault) == 0 && again == n);
		fclose(to);
	}
	journal_store_close(store);
	fclose(file);
	return out;
}

static void
read_orders(const uint8_t *data, size_t size)
{
	char *first = size > 0 ? orders_through((const char *)data, size) : NULL;
	char *second = first ? orders_through(first, strlen(first)) : NULL;

	INVARIANT(!first || (second && strcmp(first, second) == 0));
	free(first);
	free(second);
}

/* --- Files -------------------------------------------------------------------------------------------- */

static void
check_file(enum journal_access how, bool whole)
{
	struct journal_check check = { 0 };
	struct journal_store *store;
	int r = journal_store_open(path, how, NULL, &store, &fault);

	INVARIANT(r == 0 || fault.text[0] != '\0');
	INVARIANT(r == 0 || !whole);
	if (r < 0)
		return;
	r = journal_check(store, &check, &fault);
	INVARIANT(!whole || r == 0);
	journal_store_close(store);
}

static void
read_file(const uint8_t *data, size_t size)
{
	char pattern[96];
	FILE *file;
	glob_t found;

	remove_journal();
	file = fopen(path, "we");
	INVARIANT(file && fwrite(data, 1, size, file) == size);
	fclose(file);
	check_file(JOURNAL_READ, false);
	if (journal_salvage(path, NULL, &fault) == 0)
		check_file(JOURNAL_WRITE, true);
	snprintf(pattern, sizeof(pattern), "%s/*damaged*", folder);
	if (glob(pattern, 0, NULL, &found) == 0) {
		for (size_t i = 0; i < found.gl_pathc; i++)
			unlink(found.gl_pathv[i]);
		globfree(&found);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	begin();
	if (size == 0)
		return 0;
	if (data[0] == 0xff) { /* as no older input begins */
		read_orders(data + 1, size - 1);
		return 0;
	}
	switch (data[0] % 3) {
	case 0:
		read_bodies(data + 1, size - 1);
		break;
	case 1:
		read_capture(data + 1, size - 1);
		break;
	default:
		read_file(data + 1, size - 1);
	}
	return 0;
}
