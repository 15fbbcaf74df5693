/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The journal's file and what is done with it offline; its clock; its revisions.
 */
#include <errno.h>
#include <inttypes.h>
#include <sched.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <check.h>

#include "daemon/journal_check.h"
#include "daemon/journal_clock.h"
#include "daemon/journal_damage.h"
#include "daemon/journal_export.h"
#include "daemon/journal_import.h"
#include "daemon/journal_prune.h"
#include "daemon/journal_store.h"
#include "daemon/revision.h"
#include "tests/support.h"

static char folder[] = "/tmp/test_journal_XXXXXX";
static char path[128], told[4096];
static struct journal_store *store;
static struct journal_fault fault;
static const struct journal_clock clock_now = {
	.epoch = { .boot = "b", .boot_us = 5000000, .unix_us = UINT64_C(1784383200) * 1000000 },
	.epoch_us = 9000000,
};

static void
open_store(void)
{
	ck_assert_msg(journal_store_open(path, JOURNAL_WRITE, NULL, &store, &fault) == 0, "%s",
	              fault.text);
}

static void
setup(void)
{
	strcpy(folder + strlen(folder) - 6, "XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(folder));
	snprintf(path, sizeof(path), "%s/a.journal", folder);
	open_store();
}

static void
teardown(void)
{
	journal_store_close(store);
	store = NULL;
	test_remove_folder(folder);
}

static void
reopen(void)
{
	journal_store_close(store);
	open_store();
}

/* put: a group of entries of one stream, each with its number as body. */
static void
put(uint32_t stream, uint64_t n)
{
	uint64_t seq = journal_store_last(store);
	struct journal_entry entry = { .stream = stream, .kind = JOURNAL_FROM_BOARD };

	ck_assert_int_eq(journal_store_begin(store, &fault), 0);
	for (uint64_t i = 1; i <= n; i++) {
		entry.seq = seq + i;
		entry.t_us = 10 * entry.seq;
		entry.body = (const uint8_t *)&entry.seq;
		entry.len = sizeof(entry.seq);
		ck_assert_int_eq(journal_store_put(store, &entry, &fault), 0);
	}
	ck_assert_int_eq(journal_store_end(store, &fault), 0);
}

static void
sql(const char *text)
{
	ck_assert_int_eq(sqlite3_exec(journal_store_db(store), text, NULL, NULL, NULL), SQLITE_OK);
}

static void
found(void *ctx, const char *sentence)
{
	(void)ctx;
	strcat(told, sentence);
	strcat(told, "\n");
}

static struct journal_check
check(void)
{
	struct journal_check result = { .found = found };

	told[0] = '\0';
	ck_assert_msg(journal_check(store, &result, &fault) == 0, "%s", fault.text);
	return result;
}

START_TEST(journal_chain_whole)
{
	uint8_t head[JOURNAL_HASH];
	uint64_t seq;

	put(1, 3);
	memcpy(head, journal_store_head(store), JOURNAL_HASH);
	put(1, 1);
	reopen();
	put(2, 5);
	ck_assert_uint_eq(check().entries, 9);
	ck_assert_str_eq(told, "");
	ck_assert_uint_eq(journal_store_last(store), 9);
	ck_assert_int_eq(journal_check_head(store, head, &seq, &fault), 0);
	ck_assert_uint_eq(seq, 3);
	head[0] ^= 1;
	ck_assert_int_eq(journal_check_head(store, head, &seq, &fault), -ENOENT);
}
END_TEST

static const struct {
	const char *sql, *told;
} tampers[] = {
	{ "UPDATE entry SET t = t + 1 WHERE seq = 5", "entries 4 to 6 are not what was written" },
	{ "UPDATE entry SET stream = 9 WHERE seq = 5", "entries 4 to 6 are not what was written" },
	{ "UPDATE entry SET kind = 2 WHERE seq = 5", "entries 4 to 6 are not what was written" },
	{ "UPDATE entry SET body = x'00' WHERE seq = 5",
	  "entries 4 to 6 are not what was written" },
	{ "DELETE FROM entry WHERE seq = 5", "entries 5 to 5 were removed" },
	{ "DELETE FROM entry WHERE seq = 6", "entries 6 to 6 were removed" },
	{ "DELETE FROM entry WHERE seq BETWEEN 4 AND 6", "entries 4 to 6 were removed" },
	{ "DELETE FROM entry WHERE seq BETWEEN 4 AND 6; DELETE FROM link WHERE seq = 6",
	  "entries 4 to 6 were removed" },
	{ "DELETE FROM entry WHERE seq > 6", "" /* the end: only a head that was noted tells */ },
	{ "UPDATE link SET hash = zeroblob(32) WHERE seq = 6", "are not what was written" },
	{ "DELETE FROM link WHERE seq = 6", "are not what was written" },
	{ "DELETE FROM link WHERE seq = 9", "are not what was written" },
	{ "INSERT INTO entry VALUES(10, 1, 1, 1000, x'00')", "are not what was written" },
};

START_TEST(journal_tampering_found)
{
	put(1, 3);
	put(1, 3);
	put(1, 3);
	sql(tampers[_i].sql);
	check();
	if (tampers[_i].told[0])
		ck_assert_msg(strstr(told, tampers[_i].told) != NULL, "%s: %s", tampers[_i].sql,
		              told);
	else
		ck_assert_str_eq(told, "");
}
END_TEST

START_TEST(journal_cancelled_group_leaves_nothing)
{
	const struct journal_entry entry = { .seq = 4, .kind = 1, .body = (const uint8_t *)"" };

	put(1, 3);
	ck_assert_int_eq(journal_store_begin(store, &fault), 0);
	ck_assert_int_eq(journal_store_put(store, &entry, &fault), 0);
	journal_store_cancel(store);
	put(1, 2);
	ck_assert_uint_eq(check().entries, 5);
	ck_assert_str_eq(told, "");
}
END_TEST

/* --- Versions -------------------------------------------------------------------------------------- */

START_TEST(journal_newer_version_refused)
{
	char expected[256];

	sql("PRAGMA user_version = 99");
	journal_store_close(store);
	ck_assert_int_eq(journal_store_open(path, JOURNAL_WRITE, NULL, &store, &fault), -EPROTO);
	snprintf(expected, sizeof(expected),
	         "%s was written by a newer adoubed; use that one, or another folder", path);
	ck_assert_str_eq(fault.text, expected);
	store = NULL;
}
END_TEST

START_TEST(journal_other_database_refused)
{
	sql("PRAGMA application_id = 7");
	journal_store_close(store);
	ck_assert_int_eq(journal_store_open(path, JOURNAL_WRITE, NULL, &store, &fault), -EINVAL);
	ck_assert_ptr_nonnull(strstr(fault.text, "is not a journal of adoubed"));
	store = NULL;
}
END_TEST

START_TEST(journal_migration_steps_in_order)
{
	static const struct journal_migration steps[] = {
		{ "CREATE TABLE a(x); INSERT INTO a VALUES(1)" },
		{ "UPDATE a SET x = x * 10" },
		{ "UPDATE a SET x = x + 2" },
		{ "UPDATE nothing SET x = 1" },
	};
	sqlite3 *db;
	sqlite3_stmt *row;

	ck_assert_int_eq(sqlite3_open(":memory:", &db), SQLITE_OK);
	ck_assert_int_eq(journal_store_migrate(db, steps, 1), 0);
	ck_assert_int_eq(journal_store_migrate(db, steps, 3), 0);
	ck_assert_int_eq(journal_store_migrate(db, steps, 3), 0);
	ck_assert_int_eq(journal_store_migrate(db, steps, 2), -EBADMSG);
	/* A step that fails leaves the version before it, whole. */
	ck_assert_int_lt(journal_store_migrate(db, steps, 4), 0);
	ck_assert_int_eq(journal_store_migrate(db, steps, 3), 0);
	ck_assert_int_eq(sqlite3_prepare_v2(db, "SELECT x FROM a", -1, &row, NULL), SQLITE_OK);
	ck_assert_int_eq(sqlite3_step(row), SQLITE_ROW);
	ck_assert_int_eq(sqlite3_column_int(row, 0), 12);
	sqlite3_finalize(row);
	sqlite3_close(db);
}
END_TEST

/* --- Captures in and out ------------------------------------------------------------------------------ */

static struct journal_import_report report;

static int
import_text(const char *text, size_t len, uint32_t table)
{
	const struct journal_import_options options = { .name = "test",
		                                        .table = table,
		                                        .clock = &clock_now };
	FILE *file = fmemopen((void *)(uintptr_t)text, len, "r");
	int r;

	memset(&report, 0, sizeof(report));
	r = journal_import_capture(store, file, &options, &report);
	fclose(file);
	return r;
}

static FILE *exported;

static FILE *
export_open(void *ctx, const struct journal_stream *stream)
{
	(void)ctx;
	(void)stream;
	return exported;
}

/* export_text: what comes out, to be freed. */
static char *
export_text(void)
{
	const struct journal_export export = { .open = export_open };
	char *text = NULL;
	size_t len;

	exported = open_memstream(&text, &len);
	ck_assert_msg(journal_export(store, &export, &fault) == 0, "%s", fault.text);
	fclose(exported);
	return text;
}

static const char *const captures[] = {
	"tests/captures/evergreen-rotated.capture", "tests/captures/immortal-human.capture",
	"tests/captures/opera-clean.capture",       "tests/captures/opera-no-clock.capture",
	"tests/captures/three-games.capture",
};

START_TEST(journal_capture_comes_out_as_it_went_in)
{
	size_t len;
	char *in = test_read_file(test_source_path(captures[_i]), &len), *out;

	ck_assert_ptr_nonnull(in);
	ck_assert_msg(import_text(in, len, 1) == 0, "%s", report.text);
	out = export_text();
	ck_assert_str_eq(in, out);
	check();
	ck_assert_str_eq(told, "");
	free(in);
	free(out);
}
END_TEST

#define HEAD "# adoubed capture 1\n# driver dgt\n# start 2026-07-18T14:00:00Z\n# table 4\n"

/* What the recordings of the version without a journal may end like. */
static const struct {
	const char *in, *out;
} torn[] = {
	{ "5 < 8e0005\n", "5 < 8e0005\n" },
	{ "5 < 8e0005", "5 < 8e0005\n" },
	{ "5 < 86004308", "5 < 86004308\n" },
	/* Half a byte: what is whole stays. */
	{ "5 < 8600430", "5 < 860043\n# torn 0\n" },
	/* A time stamp cut off could be any later one. */
	{ "1 < 01\n12", "1 < 01\n# torn 12\n" },
	{ "1 < 01\n12 ! {\"op\":\"plu\x01", "1 < 01\n# torn 12 ! {\"op\":\"plu?\n" },
	/* Half a fact looks like a whole one. */
	{ "# serial 30", "# torn # serial 30\n" },
	/* A line in the middle is kept as what it is. */
	{ "5 < 01\ngarbage\n7 < 02\n", "5 < 01\n# damaged garbage\n7 < 02\n" },
	{ "5 < 01\n# lost 3 lines\n7 < 02\n", "5 < 01\n# lost 3 lines\n7 < 02\n" },
	/* The head is the first line; what looks like one behind it was kept there. */
	{ "# adoubed capture ?\n5 < 01\n", "# adoubed capture ?\n5 < 01\n" },
	{ "", "" },
};

START_TEST(journal_torn_capture_taken_as_far_as_it_can_be_read)
{
	char in[512], expected[512], *out;

	snprintf(in, sizeof(in), HEAD "%s", torn[_i].in);
	snprintf(expected, sizeof(expected), HEAD "%s", torn[_i].out);
	ck_assert_msg(import_text(in, strlen(in), 0) == 0, "%s", report.text);
	out = export_text();
	ck_assert_str_eq(out, expected);
	free(out);
}
END_TEST

START_TEST(journal_import_refusals)
{
	static const char foreign[] = "[Event \"?\"]\n1. e4 e5 *\n";
	static const char no_table[] = "# adoubed capture 1\n# driver dgt\n5 < 01\n";
	static const char good[] = HEAD "5 < 01\n";

	ck_assert_int_eq(import_text(foreign, strlen(foreign), 1), -EBADMSG);
	ck_assert_str_eq(report.text, "test: not an adoubed capture: the first line must be "
	                              "'# adoubed capture 1'");
	ck_assert_int_eq(import_text(no_table, strlen(no_table), 0), -EBADMSG);
	ck_assert_str_eq(report.text,
	                 "test: it does not say which table it is of: it has no line '# table N'; "
	                 "'adoube journal import --table N' says it instead");
	ck_assert_uint_eq(journal_store_last(store), 0);
	ck_assert_int_eq(import_text(good, strlen(good), 0), 0);
	ck_assert_int_eq(import_text(good, strlen(good), 0), -EEXIST);
	ck_assert_uint_eq(journal_store_last(store), 2);
}
END_TEST

/* Recordings that were put there for a table do not all say which. */
START_TEST(journal_folder_names_say_the_table)
{
	static const char *const names[] = { "round-2b-table-7", "round-table-3", "stable-4",
		                             "table-5" };
	struct journal_import_report folder_report;
	struct journal_stream *streams;
	char name[160];
	FILE *file;
	size_t n;

	for (int i = 0; i < 4; i++) {
		snprintf(name, sizeof(name), "%s/%s.capture", folder, names[i]);
		file = fopen(name, "w");
		ck_assert_ptr_nonnull(file);
		fprintf(file, "# adoubed capture 1\n# driver dgt\n5 < 0%d\n", i);
		fclose(file);
	}
	journal_import_folder(store, folder, &clock_now, &folder_report);
	ck_assert_uint_eq(folder_report.n_refused, 2);
	ck_assert_int_eq(journal_streams(store, &streams, &n, &fault), 0);
	ck_assert_uint_eq(n, 2);
	ck_assert_uint_eq(streams[0].table, 7);
	ck_assert_str_eq(streams[0].round, "2b");
	ck_assert_uint_eq(streams[1].table, 5);
	ck_assert_str_eq(streams[1].round, "");
	journal_streams_free(streams, n);
}
END_TEST

START_TEST(journal_folder_of_captures_taken_once)
{
	struct journal_import_report folder_report;
	char name[160], *out;
	FILE *file;

	for (int i = 1; i <= 3; i++) {
		snprintf(name, sizeof(name), "%s/table-%d.capture", folder, i);
		file = fopen(name, "w");
		ck_assert_ptr_nonnull(file);
		if (i < 3)
			fprintf(file, "# adoubed capture 1\n# driver dgt\n# table %d\n5 < 0%d\n", i,
			        i);
		else
			fputs("rubbish\n", file);
		fclose(file);
	}
	journal_import_folder(store, folder, &clock_now, &folder_report);
	ck_assert_uint_eq(folder_report.n_captures, 2);
	ck_assert_uint_eq(folder_report.n_refused, 1);
	ck_assert_ptr_nonnull(strstr(folder_report.text, "table-3.capture: not an adoubed"));
	journal_import_folder(store, folder, &clock_now, &folder_report);
	ck_assert_uint_eq(folder_report.n_captures, 0);
	out = export_text();
	ck_assert_str_eq(out, "# adoubed capture 1\n# driver dgt\n# table 1\n5 < 01\n"
	                      "# adoubed capture 1\n# driver dgt\n# table 2\n5 < 02\n");
	free(out);
}
END_TEST

/* --- Damage ------------------------------------------------------------------------------------------- */

/* fill: some dozens of pages, closed. */
static void
fill_and_close(void)
{
	for (int i = 0; i < 40; i++)
		put(1, 100);
	journal_store_close(store);
	store = NULL;
}

static int
look_at_damage(struct journal_salvage_finding *finding)
{
	told[0] = '\0';
	return journal_damage(path, NULL, found, finding);
}

static void
forget(struct journal_salvage_finding *finding)
{
	json_decref(finding->missing);
	json_decref(finding->altered);
}

static uint64_t
bound(const json_t *ranges, size_t i, size_t which)
{
	return (uint64_t)json_integer_value(json_array_get(json_array_get(ranges, i), which));
}

/* A page in the middle: the entries around it can be read, and it is told which cannot. */
START_TEST(journal_damaged_page_named)
{
	struct journal_salvage_finding finding;
	uint8_t rubbish[4096];
	FILE *file;

	fill_and_close();
	memset(rubbish, 0xaa, sizeof(rubbish));
	file = fopen(path, "r+b");
	ck_assert_int_eq(fseek(file, 12L * 4096, SEEK_SET), 0);
	ck_assert_uint_eq(fwrite(rubbish, 1, sizeof(rubbish), file), sizeof(rubbish));
	fclose(file);
	ck_assert_int_eq(look_at_damage(&finding), 0);
	ck_assert_msg(strstr(told, "SQLite: Page 13: ") != NULL, "%s", told);
	ck_assert_msg(strstr(told, "cannot be read") != NULL, "%s", told);
	ck_assert_uint_eq(json_array_size(finding.missing), 1);
	ck_assert_uint_eq(finding.entries + bound(finding.missing, 0, 1) + 1 -
	                          bound(finding.missing, 0, 0),
	                  4000);
	forget(&finding);
}
END_TEST

/* What was cut off is read as far as it goes; the chain, which is elsewhere in the file, may know where it ended. */
START_TEST(journal_cut_off_is_saved_as_far_as_it_goes)
{
	struct journal_salvage_finding finding;
	struct stat status;

	fill_and_close();
	ck_assert_int_eq(stat(path, &status), 0);
	ck_assert_int_eq(truncate(path, status.st_size / 2 + 100), 0);
	ck_assert_int_eq(journal_store_open(path, JOURNAL_READ, NULL, &store, &fault), -EBADMSG);
	ck_assert_int_eq(look_at_damage(&finding), 0);
	ck_assert_msg(strstr(told, "it is cut off: it has") != NULL, "%s", told);
	ck_assert_msg(finding.entries > 1000 && finding.entries < 3000, "%" PRIu64,
	              finding.entries);
	ck_assert_msg(journal_salvage(path, NULL, &fault) == 0, "%s", fault.text);
	open_store();
	ck_assert_uint_eq(check().entries, finding.entries + 1);
	forget(&finding);
}
END_TEST

static const struct {
	const char *text, *told;
} strangers[] = {
	{ "1. e4 e5 2. Nf3\n", "it is no SQLite database: it has 16 bytes and begins with '1. e4" },
	{ "", "it is no SQLite database: it has 0 bytes" },
};

START_TEST(journal_other_file_named)
{
	struct journal_salvage_finding finding;
	FILE *file;

	journal_store_close(store);
	store = NULL;
	file = fopen(path, "w");
	ck_assert_ptr_nonnull(file);
	fputs(strangers[_i].text, file);
	fclose(file);
	ck_assert_int_eq(look_at_damage(&finding), -ENODATA);
	ck_assert_msg(strstr(told, strangers[_i].told) != NULL, "%s", told);
}
END_TEST

/* --- Pruning -------------------------------------------------------------------------------------------- */

START_TEST(journal_prune_leaves_a_whole_chain)
{
	struct journal_prune plan;
	char in[4096], *out;

	for (int round = 1; round <= 3; round++) {
		snprintf(in, sizeof(in),
		         "# adoubed capture 1\n# driver dgt\n# table 1\n# round %d\n5 < 0%d\n6 < "
		         "0%d\n",
		         round, round, round);
		ck_assert_int_eq(import_text(in, strlen(in), 0), 0);
	}
	ck_assert_int_eq(journal_prune_plan(store, "3", &plan, &fault), -EBUSY);
	json_decref(plan.ranges);
	ck_assert_int_eq(journal_prune_plan(store, "7", &plan, &fault), -ENOENT);
	json_decref(plan.ranges);
	ck_assert_int_eq(journal_prune_plan(store, "2", &plan, &fault), 0);
	ck_assert_uint_eq(plan.entries, 2);
	ck_assert_uint_eq(check().entries, 9); /* a plan does nothing */
	ck_assert_int_eq(journal_prune(store, "2", &plan, &fault), 0);
	json_decref(plan.ranges);
	ck_assert_uint_eq(check().pruned, 2);
	ck_assert_str_eq(told, "");
	reopen();
	put(9, 1);
	ck_assert_uint_eq(check().entries, 9);
	ck_assert_str_eq(told, "");
	out = export_text();
	ck_assert_ptr_nonnull(strstr(out, "# round 1\n5 < 01\n6 < 01\n"));
	ck_assert_ptr_null(strstr(out, "5 < 02"));
	ck_assert_ptr_nonnull(strstr(out, "# round 3\n5 < 03\n6 < 03\n"));
	free(out);
	/* More than it says is not covered. */
	sql("DELETE FROM entry WHERE seq = 3");
	check();
	ck_assert_ptr_nonnull(strstr(told, "entries 3 to 3 were removed"));
}
END_TEST

/* --- Time ------------------------------------------------------------------------------------------------ */

static struct journal_moment
moment(const char *boot, uint64_t boot_s, uint64_t unix_s)
{
	struct journal_moment now = { .boot_us = boot_s * 1000000, .unix_us = unix_s * 1000000 };

	snprintf(now.boot, sizeof(now.boot), "%s", boot);
	return now;
}

static uint64_t
seconds_after(const struct journal_clock *clock, struct journal_moment now)
{
	return journal_clock_us(clock, &now) / 1000000;
}

START_TEST(journal_clock_goes_on)
{
	struct journal_clock clock = { 0 }, copy;
	struct journal_moment now = moment("one", 100, 5000);
	char *json;
	json_t *epoch;

	journal_clock_begin(&clock, &now, 0);
	ck_assert_uint_eq(seconds_after(&clock, moment("one", 103, 5003)), 3);
	/* Asleep or not, CLOCK_BOOTTIME goes on; the wall clock may do as it likes. */
	ck_assert_uint_eq(seconds_after(&clock, moment("one", 400, 20)), 300);
	now = moment("one", 400, 20);
	ck_assert(journal_clock_was_set(&clock, &now));
	ck_assert(!journal_clock_was_set(&clock, &now));
	ck_assert_uint_eq(seconds_after(&clock, moment("one", 401, 21)), 301);
	ck_assert_uint_eq(journal_clock_unix_us(&clock, 301000000), 21000000);

	json = journal_clock_json(&clock, "begun", "test");
	epoch = json_loads(json, 0, NULL);
	ck_assert(journal_clock_read(&copy, clock.epoch_us, epoch));
	ck_assert_mem_eq(&copy, &clock, sizeof(clock));
	json_decref(epoch);
	free(json);

	/* A restart in the same boot, the wall clock set back meanwhile. */
	now = moment("one", 500, 1);
	copy = clock;
	journal_clock_begin(&copy, &now, 350000000);
	ck_assert_uint_eq(seconds_after(&copy, now), 400);
	/* A reboot that took a minute by the wall clock. */
	now = moment("two", 7, 80);
	copy = clock;
	journal_clock_begin(&copy, &now, 310000000);
	ck_assert_uint_eq(seconds_after(&copy, now), 360);
	/* A reboot with a battery that is empty: time goes on where it was. */
	now = moment("three", 7, 1);
	copy = clock;
	journal_clock_begin(&copy, &now, 310000000);
	ck_assert_uint_eq(seconds_after(&copy, now), 310);
}
END_TEST

/* The same in every spelling: the kernel's has dashes, systemd's has none. */
START_TEST(journal_boot_has_its_digits_only)
{
	struct journal_moment now;

	journal_moment_now(&now);
	ck_assert_uint_eq(strlen(now.boot), 32);
	ck_assert_uint_eq(strspn(now.boot, "0123456789abcdef"), 32);
}
END_TEST

/* A service that is shown its own processes only of /proc. */
START_TEST(journal_boot_told_by_the_unit)
{
	struct journal_moment now;

	setenv("ADOUBED_BOOT_ID", "00112233445566778899aabbccddeeff", 1);
	if (unshare(CLONE_NEWUSER | CLONE_NEWNS) < 0 ||
	    mount("none", "/proc/sys/kernel", "tmpfs", 0, NULL) < 0) {
		fprintf(stderr, "no namespace to hide the boot's id in\n");
		return;
	}
	journal_moment_now(&now);
	ck_assert_str_eq(now.boot, "00112233445566778899aabbccddeeff");
}
END_TEST

/* SQLite wants files beside one that may be written: a journal that was closed well is read without. */
START_TEST(journal_is_read_where_nothing_can_be_written)
{
	put(1, 3);
	journal_store_close(store);
	store = NULL;
	if (unshare(CLONE_NEWUSER | CLONE_NEWNS) < 0 ||
	    mount(folder, folder, NULL, MS_BIND, NULL) < 0 ||
	    mount(NULL, folder, NULL, MS_REMOUNT | MS_BIND | MS_RDONLY, NULL) < 0) {
		fprintf(stderr, "no namespace to be read-only in\n");
		return;
	}
	ck_assert_msg(journal_store_open(path, JOURNAL_READ, NULL, &store, &fault) == 0, "%s",
	              fault.text);
	ck_assert_uint_eq(check().entries, 3);
	journal_store_close(store);
	store = NULL;
	umount2(folder, MNT_DETACH);
}
END_TEST

START_TEST(journal_time_text)
{
	char text[JOURNAL_TIME];

	ck_assert_uint_eq(journal_time_parse("2026-07-18T14:00:00Z"),
	                  UINT64_C(1784383200) * 1000000);
	ck_assert_uint_eq(journal_time_parse("2026-07-18T14:00:00.25+00:00"),
	                  UINT64_C(1784383200) * 1000000 + 250000);
	ck_assert_uint_eq(journal_time_parse("2026-07-18 14:00"), 0);
	ck_assert_uint_eq(journal_time_parse("2026-07-18T14:00:00+02:00"), 0);
	journal_time_format(UINT64_C(1784383200) * 1000000 + 7, text);
	ck_assert_str_eq(text, "2026-07-18T14:00:00.000007Z");
}
END_TEST

/* --- Revisions -------------------------------------------------------------------------------------------- */

START_TEST(journal_revisions_give_every_text)
{
	static const struct {
		size_t game;
		const char *text;
	} steps[] = {
		{ 0, "" },          { 0, "1. e4 *\n" },          { 0, "1. e4 e5 *\n" },
		{ 2, "1. d4 *\n" }, { 0, "1. e4 c5 *\n" },       { 0, "1. e4 c5 2. Nf3 1-0\n" },
		{ 0, "1. e4 *\n" }, { 0, "11. ee4 ee4 **\n\n" },
	};
	struct revisions writer = { 0 }, reader = { 0 };
	size_t len;

	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
		uint8_t *body = revisions_make(&writer, steps[i].game, steps[i].text,
		                               strlen(steps[i].text), &len);

		ck_assert_ptr_nonnull(body);
		ck_assert_int_eq(revisions_take(&reader, body, len), 0);
		ck_assert_str_eq(reader.games[steps[i].game].text, steps[i].text);
		free(body);
	}
	ck_assert_ptr_null(revisions_make(&writer, 2, "1. d4 *\n", 8, &len));
	ck_assert_uint_eq(len, 0);
	/* One that does not fit what was before it changes nothing. */
	ck_assert_int_eq(revisions_take(&reader, (const uint8_t *)"\x02\x40\x00x", 4), -EBADMSG);
	ck_assert_int_eq(revisions_take(&reader, (const uint8_t *)"\x02", 1), -EBADMSG);
	ck_assert_str_eq(reader.games[2].text, "1. d4 *\n");
	revisions_free(&writer);
	revisions_free(&reader);
}
END_TEST

START_TEST(journal_revision_difference_named)
{
	static const char was[] = "[White \"A\"]\n\n1. e4 {[%clk 0:01:00]} 1... e5 *\n";
	char text[256];

	ck_assert(!revision_differs(was, was, text, sizeof(text)));
	ck_assert(revision_differs(was, "[White \"A\"]\n\n1. e4 {[%clk 0:01:00]} 1... c5 *\n", text,
	                           sizeof(text)));
	ck_assert_str_eq(text, "from ply 2 on: it was 'e5' and is 'c5'");
	ck_assert(revision_differs(was, "[White \"A\"]\n\n1. e4 {[%clk 0:01:00]} *\n", text,
	                           sizeof(text)));
	ck_assert_str_eq(text, "from ply 2 on: it was 'e5' and is '*'");
	ck_assert(revision_differs(was, "[White \"A\"]\n\n1. e4 {[%clk 0:01:01]} 1... e5 *\n", text,
	                           sizeof(text)));
	ck_assert_str_eq(text, "in clock times or layout, not in the moves");
	ck_assert(revision_differs(was, "[White \"B\"]\n\n1. e4 {[%clk 0:01:00]} 1... e5 *\n", text,
	                           sizeof(text)));
	ck_assert_str_eq(text, "in the tags: it was [White \"A\"] and is [White \"B\"]");
}
END_TEST

/* A game in parts has tags in its middle, with names and dates as at its beginning. */
START_TEST(journal_revision_plays_compared)
{
	static const char was[] =
		"[White \"A\"]\n\n1. e4 *\n\n[White \"A\"]\n[FEN \"x\"]\n\n1. d4 *\n";
	static const struct {
		const char *is, *sentence; /* NULL: nothing else was played */
	} others[] = {
		{ "[White \"B C\"]\n\n1. e4 *\n\n[White \"B\"]\n[FEN \"x\"]\n\n1. d4 *\n", NULL },
		{ "[White \"B C\"]\n\n1. e4 *\n\n[White \"B\"]\n[FEN \"x\"]\n\n1. c4 *\n",
		  "from ply 3 on: it was 'd4' and is 'c4'" },
		{ "[White \"B\"]\n\n1. e4 *\n\n[FEN \"y\"]\n\n1. d4 *\n",
		  "in the tag FEN: it was [FEN \"x\"] and is [FEN \"y\"]" },
		{ "[White \"B\"]\n\n1. e4 {[%clk 0:01:00]} *\n\n[FEN \"x\"]\n\n1. d4 *\n",
		  "in clock times or layout, not in the moves" },
		{ "[White \"A\"]\n\n1. e4 *\n", "from ply 3 on: it was 'd4' and is ''" },
	};
	const char *sentence = others[_i].sentence;
	char text[256];

	ck_assert(revision_plays_differ(was, others[_i].is, text, sizeof(text)) ==
	          (sentence != NULL));
	if (sentence)
		ck_assert_str_eq(text, sentence);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("journal");
	TCase *tcase = tcase_create("journal");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, journal_chain_whole);
	tcase_add_loop_test(tcase, journal_tampering_found, 0,
	                    sizeof(tampers) / sizeof(tampers[0]));
	tcase_add_test(tcase, journal_cancelled_group_leaves_nothing);
	tcase_add_test(tcase, journal_newer_version_refused);
	tcase_add_test(tcase, journal_other_database_refused);
	tcase_add_test(tcase, journal_migration_steps_in_order);
	tcase_add_loop_test(tcase, journal_capture_comes_out_as_it_went_in, 0,
	                    sizeof(captures) / sizeof(captures[0]));
	tcase_add_loop_test(tcase, journal_torn_capture_taken_as_far_as_it_can_be_read, 0,
	                    sizeof(torn) / sizeof(torn[0]));
	tcase_add_test(tcase, journal_import_refusals);
	tcase_add_test(tcase, journal_folder_names_say_the_table);
	tcase_add_test(tcase, journal_folder_of_captures_taken_once);
	tcase_add_test(tcase, journal_damaged_page_named);
	tcase_add_test(tcase, journal_cut_off_is_saved_as_far_as_it_goes);
	tcase_add_loop_test(tcase, journal_other_file_named, 0,
	                    sizeof(strangers) / sizeof(strangers[0]));
	tcase_add_test(tcase, journal_prune_leaves_a_whole_chain);
	tcase_add_test(tcase, journal_clock_goes_on);
	tcase_add_test(tcase, journal_boot_has_its_digits_only);
	tcase_add_test(tcase, journal_boot_told_by_the_unit);
	tcase_add_test(tcase, journal_is_read_where_nothing_can_be_written);
	tcase_add_test(tcase, journal_time_text);
	tcase_add_test(tcase, journal_revisions_give_every_text);
	tcase_add_test(tcase, journal_revision_difference_named);
	tcase_add_loop_test(tcase, journal_revision_plays_compared, 0, 5);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
