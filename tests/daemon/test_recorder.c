/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The running journal and the recorders over it, on a disk that is well and on disks that are not.
 */
#include "daemon/recorder.h"

#include <errno.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <check.h>
#include <event2/event.h>

#include "daemon/time_now.h"
#include "daemon/worker.h"
#include "tests/daemon/disk.h"
#include "tests/support.h"

#define PATIENCE_MS 60000

static char folder[] = "/tmp/test_recorder_XXXXXX";
static char path[128], error[512];
static struct event_base *base;
static struct worker *worker;
static struct journal *journal;
static struct recorder *recorder;
static unsigned int commits, other_commits;

/* What the journal held, as the recorder handed it over. */
static char folded[65536];
static char start[64];   /* as told */
static uint64_t late_us; /* as told with an alert */

static void
fold(void *ctx, const struct capture_line *line)
{
	size_t len = strlen(folded);
	struct text text;

	(void)ctx;
	if (line->kind == CAPTURE_FACT) {
		ck_assert_str_eq(line->key, "start");
		snprintf(start, sizeof(start), "%s", line->value);
		return;
	}
	text_begin(&text, folded + len, sizeof(folded) - len);
	if (line->kind == CAPTURE_HOST)
		capture_format_host(&text, line->t_us, line->json);
	else
		capture_format_bytes(&text, line->t_us,
		                     line->kind == CAPTURE_FROM_BOARD ? '<' : '>', line->bytes,
		                     line->len);
}

static void
fold_until(void *ctx, uint64_t t_us)
{
	(void)ctx;
	late_us = t_us;
}

static void
committed(void *ctx)
{
	(void)ctx;
	commits++;
}

static int
try_journal(size_t held_max, size_t stream_max)
{
	const struct journal_options options = { .base = base,
		                                 .worker = worker,
		                                 .path = path,
		                                 .vfs = DISK_VFS,
		                                 .held_max = held_max,
		                                 .stream_max = stream_max };

	return journal_open(&options, &journal, error, sizeof(error));
}

static void
other_committed(void *ctx)
{
	(void)ctx;
	other_commits++;
}

static int
try_told_recorder(uint32_t table, const char *driver, void (*told)(void *ctx),
                  struct recorder **ret)
{
	static const char *const facts[][2] = { { "table", "1" }, { "event", "An Open" } };
	const struct recorder_options options = { .journal = journal,
		                                  .round = "3",
		                                  .table = table,
		                                  .driver = driver,
		                                  .facts = facts,
		                                  .n_facts = 2,
		                                  .line = fold,
		                                  .until = fold_until,
		                                  .committed = told };

	return recorder_open(&options, ret, error, sizeof(error));
}

static int
try_recorder(uint32_t table, const char *driver, struct recorder **ret)
{
	return try_told_recorder(table, driver, committed, ret);
}

static void
open_all(void)
{
	folded[0] = '\0';
	ck_assert_msg(try_journal(0, 0) == 0, "%s", error);
	ck_assert_msg(try_recorder(1, "dgt", &recorder) == 0, "%s", error);
	ck_assert_msg(journal_fold(journal, error, sizeof(error)) == 0, "%s", error);
	recorder_folded(recorder);
}

static void
close_all(void)
{
	recorder_close(recorder);
	recorder = NULL;
	worker_drain(worker);
	journal_close(journal);
	journal = NULL;
}

static void
reopen(void)
{
	close_all();
	open_all();
}

static void
say(uint64_t t_us, uint8_t byte)
{
	recorder_bytes(recorder, t_us, '<', &byte, 1);
}

static struct recorder_status
look(void)
{
	struct recorder_status status;

	recorder_look(recorder, &status);
	return status;
}

/* run_until: run the loop until the entry is durable, or an error is told. */
static void
run_until(bool durable)
{
	uint64_t mark = recorder_mark(recorder);

	for (int ms = 0; ms < PATIENCE_MS; ms++) {
		event_base_loop(base, EVLOOP_NONBLOCK);
		if (durable ? recorder_is_durable(recorder, mark) : look().error != 0)
			return;
		usleep(1000);
	}
	ck_abort_msg(durable ? "never durable" : "no error is told");
}

static void
setup(void)
{
	strcpy(folder + strlen(folder) - 6, "XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(folder));
	snprintf(path, sizeof(path), "%s/a.journal", folder);
	disk_reset();
	base = event_base_new();
	ck_assert_int_eq(worker_new(base, &worker), 0);
	commits = 0;
}

static void
teardown(void)
{
	close_all();
	worker_free(worker);
	event_base_free(base);
	test_remove_folder(folder);
}

START_TEST(recorder_restart_folds_and_goes_on)
{
	open_all();
	ck_assert_str_eq(folded, "");
	recorder_bytes(recorder, 10, '<', (const uint8_t *)"\x8e\x00\x05", 3);
	recorder_bytes(recorder, 11, '>', (const uint8_t *)"\x42", 1);
	recorder_host(recorder, 12, "{\"op\":\"plugged\"}");
	reopen();
	ck_assert_str_eq(folded, "10 < 8e0005\n11 > 42\n12 ! {\"op\":\"plugged\"}\n");
	say(recorder_now(recorder), 1);
	reopen();
	ck_assert_ptr_nonnull(strstr(folded, " < 01\n"));
}
END_TEST

START_TEST(recorder_many_entries_one_commit)
{
	unsigned int before;

	open_all();
	run_until(true);
	before = commits;
	for (uint64_t i = 0; i < 100; i++)
		say(i, 1);
	ck_assert(!recorder_is_durable(recorder, recorder_mark(recorder)));
	run_until(true);
	ck_assert_uint_eq(commits, before + 1);
}
END_TEST

/* A hall has a thousand tables, and a commit concerns a few of them. */
START_TEST(recorder_told_of_its_own_commits)
{
	struct recorder *other;

	open_all();
	ck_assert_int_eq(try_told_recorder(2, "dgt", other_committed, &other), 0);
	ck_assert_int_eq(journal_sync(journal), 0);
	commits = other_commits = 0;
	say(1, 1);
	run_until(true);
	ck_assert_uint_eq(commits, 1);
	ck_assert_uint_eq(other_commits, 0);
	disk_set(&disk.refuse_write, ENOSPC);
	say(2, 2);
	run_until(false);
	ck_assert_uint_ge(commits, 2);
	ck_assert_uint_eq(other_commits, commits - 1);
	disk_reset();
	ck_assert_int_eq(journal_sync(journal), 0);
	ck_assert_uint_eq(other_commits, commits - 1);
	recorder_close(other);
}
END_TEST

/* Durable is what the file holds even if the process is killed right then. */
START_TEST(recorder_sigkill_loses_nothing_durable)
{
	int tell[2], status;
	uint64_t n = 0, last = 0;
	char expected[64];
	pid_t child;

	ck_assert_int_eq(pipe(tell), 0);
	worker_free(
		worker); /* a thread that holds a lock while another forks has it in the child for ever */
	child = fork();
	if (child == 0) {
		event_reinit(base);
		worker_new(base, &worker);
		open_all();
		for (uint64_t i = 1;; i++) {
			say(i, 0x55);
			if (i % 7 == 0)
				run_until(true);
			if (i % 7 == 0 && write(tell[1], &i, sizeof(i)) != sizeof(i))
				_exit(1);
		}
	}
	ck_assert_int_eq(worker_new(base, &worker), 0);
	close(tell[1]);
	while (n < 20 && read(tell[0], &last, sizeof(last)) == sizeof(last))
		n++;
	kill(child, SIGKILL);
	waitpid(child, &status, 0);
	while (read(tell[0], &last, sizeof(last)) == sizeof(last))
		n++;
	close(tell[0]);
	ck_assert_uint_ge(n, 20);
	open_all();
	snprintf(expected, sizeof(expected), "\n%llu < 55\n", (unsigned long long)last);
	ck_assert_ptr_nonnull(strstr(folded, expected));
}
END_TEST

START_TEST(recorder_other_driver_refused)
{
	open_all();
	reopen();
	close_all();
	ck_assert_int_eq(try_journal(0, 0), 0);
	ck_assert_int_eq(try_recorder(1, "novag", &recorder), -EBADMSG);
	ck_assert_ptr_nonnull(strstr(error, "table 1 was recorded to "));
	ck_assert_ptr_nonnull(strstr(error, " with driver dgt, "));
}
END_TEST

START_TEST(recorder_second_process_refused)
{
	char expected[512];
	int status;
	pid_t child;

	open_all();
	snprintf(expected, sizeof(expected),
	         "another adoubed (process %d) records to %s; stop that one, or give this one its "
	         "own --state-dir",
	         (int)getpid(), path);
	child = fork();
	if (child == 0)
		_exit(try_journal(0, 0) == -EWOULDBLOCK && strcmp(error, expected) == 0 ? 0 : 1);
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(status, 0);
}
END_TEST

START_TEST(recorder_time_never_goes_back)
{
	uint64_t first;

	open_all();
	/* The clock of the machine was ahead by a thousand years when this was recorded. */
	say(UINT64_C(31536000000000000), 1);
	reopen();
	first = recorder_now(recorder);
	ck_assert_uint_ge(first, UINT64_C(31536000000000000));
	ck_assert_uint_ge(recorder_now(recorder), first);
	say(17, 2);
	reopen();
	ck_assert_ptr_nonnull(strstr(folded, "\n31536000000000000 < 02\n"));
}
END_TEST

/* --- Alerts and revisions ------------------------------------------------------------------------ */

static unsigned int
count_kind(int kind)
{
	struct journal_store *store;
	struct journal_fault fault;
	struct journal_reader *reader;
	struct journal_entry entry;
	enum journal_read read;
	unsigned int n = 0;

	ck_assert_int_eq(journal_store_open(path, JOURNAL_READ, NULL, &store, &fault), 0);
	reader = journal_reader_new(store, 1, false, &fault);
	while ((read = journal_reader_next(reader, &entry, &fault)) != JOURNAL_READ_END) {
		ck_assert_msg(read == JOURNAL_READ_ENTRY || read == JOURNAL_READ_GAP, "%d %s",
		              (int)read, fault.text);
		n += read == JOURNAL_READ_ENTRY && entry.kind == kind;
	}
	journal_reader_free(reader);
	journal_store_close(store);
	return n;
}

/* A table is told when its time 0 was before it is told anything else; always the same. */
START_TEST(recorder_start_told)
{
	char first[sizeof(start)];

	open_all();
	snprintf(first, sizeof(first), "%s", start);
	ck_assert_uint_gt(strlen(first), 0);
	start[0] = '\0';
	reopen();
	ck_assert_str_eq(start, first);
	close_all();
}
END_TEST

/* An alert that time alone brought: the fold is told how late it was. */
START_TEST(recorder_alert_tells_how_late_it_was)
{
	open_all();
	recorder_host(recorder, 5, "{\"op\":\"x\"}");
	recorder_alert(recorder, 6, "{\"id\":\"a\"}");
	recorder_host(recorder, 7, "{\"op\":\"y\"}");
	close_all();
	late_us = 0;
	ck_assert_int_eq(try_journal(0, 0), 0);
	ck_assert_int_eq(try_recorder(1, "dgt", &recorder), 0);
	folded[0] = '\0';
	recorder_alert(recorder, 6, "{\"id\":\"a\"}"); /* as the table does when it is `until` */
	ck_assert_int_eq(journal_fold(journal, error, sizeof(error)), 0);
	recorder_folded(recorder);
	ck_assert_uint_eq(late_us, 6);
	ck_assert_str_eq(folded, "5 ! {\"op\":\"x\"}\n7 ! {\"op\":\"y\"}\n");
	close_all();
}
END_TEST

START_TEST(recorder_alert_of_the_fold_recorded_once)
{
	open_all();
	recorder_alert(recorder, 1, "{\"id\":\"a\"}");
	close_all();
	ck_assert_int_eq(try_journal(0, 0), 0);
	ck_assert_int_eq(try_recorder(1, "dgt", &recorder), 0);
	recorder_alert(recorder, 1, "{\"id\":\"a\"}");
	recorder_alert(recorder, 2, "{\"id\":\"b\"}"); /* the crash came before it was written */
	ck_assert_int_eq(journal_fold(journal, error, sizeof(error)), 0);
	recorder_folded(recorder);
	close_all();
	ck_assert_uint_eq(count_kind(JOURNAL_ALERT), 2);
}
END_TEST

START_TEST(recorder_revisions_known_after_restart)
{
	open_all();
	ck_assert(recorder_publish(recorder, 0, "1. e4 *\n", 8));
	ck_assert(recorder_publish(recorder, 0, "1. e4 *\n", 8));
	ck_assert(recorder_publish(recorder, 1, "1. d4 *\n", 8));
	ck_assert(recorder_publish(recorder, 0, "1. e4 e5 *\n", 11));
	late_us = 0;
	reopen();
	ck_assert_uint_gt(late_us, 0); /* whatever time had brought by then was in it */
	ck_assert_uint_eq(recorder_n_published(recorder), 2);
	ck_assert_str_eq(recorder_published(recorder, 0), "1. e4 e5 *\n");
	ck_assert_str_eq(recorder_published(recorder, 1), "1. d4 *\n");
	ck_assert_ptr_null(recorder_published(recorder, 2));
	close_all();
	ck_assert_uint_eq(count_kind(JOURNAL_PUBLISHED), 3);
}
END_TEST

/* Nothing before the snapshot is handed over again, and what was published before it is known. */
START_TEST(recorder_goes_on_behind_a_snapshot)
{
	static const uint8_t key[SNAPSHOT_KEY] = { 1 };
	struct journal_anchor anchor, other;
	struct snapshot_writer writer;
	struct snapshot_reader reader;
	uint8_t *bytes;
	size_t len;

	open_all();
	say(10, 1);
	ck_assert(recorder_publish(recorder, 0, "first", 5));
	ck_assert_int_eq(journal_sync(journal), 0);
	journal_look_anchor(journal, &anchor);
	snapshot_begin(&writer, key);
	recorder_save(recorder, &writer);
	ck_assert_int_eq(snapshot_end(&writer, &bytes, &len), 0);
	say(recorder_now(recorder), 2);
	close_all();

	folded[0] = '\0';
	ck_assert_int_eq(try_journal(0, 0), 0);
	ck_assert_int_eq(try_recorder(1, "dgt", &recorder), 0);
	ck_assert(journal_has(journal, &anchor));
	other = anchor;
	other.seq++;
	ck_assert(!journal_has(journal, &other));
	other = anchor;
	other.hash[0] ^= 1;
	ck_assert(!journal_has(journal, &other));
	ck_assert(snapshot_open(&reader, key, bytes, len));
	ck_assert_int_eq(recorder_restore(recorder, anchor.seq, &reader), 0);
	ck_assert_uint_eq(reader.at, reader.len);
	ck_assert_int_eq(journal_fold(journal, error, sizeof(error)), 0);
	ck_assert_ptr_null(strstr(folded, "< 01"));
	ck_assert_ptr_nonnull(strstr(folded, "< 02"));
	ck_assert_str_eq(recorder_published(recorder, 0), "first");
	free(bytes);
}
END_TEST

/* --- Disks that refuse --------------------------------------------------------------------------- */

static const struct {
	int write, sync, error;
	const char *advice;
} refusals[] = {
	{ ENOSPC, 0, ENOSPC, "the disk is full; free space there" },
	{ EROFS, 0, EROFS, "the disk is read-only, as after an error; check it" },
	{ EIO, 0, EIO, "the disk reports an error; check it, or record to another" },
	{ 0, EIO, EIO, "the disk reports an error; check it, or record to another" },
};

START_TEST(recorder_refusal_held_then_written)
{
	uint64_t mark;
	char text[512];

	open_all();
	say(1, 1);
	run_until(true);
	disk_set(&disk.refuse_write, refusals[_i].write);
	disk_set(&disk.refuse_sync, refusals[_i].sync);
	say(2, 2);
	mark = recorder_mark(recorder);
	run_until(false);
	say(3, 3);
	ck_assert_int_eq(look().error, refusals[_i].error);
	ck_assert(!recorder_is_durable(recorder, mark));
	recorder_trouble(recorder, text, sizeof(text));
	ck_assert_ptr_nonnull(strstr(text, path));
	ck_assert_ptr_nonnull(strstr(text, refusals[_i].advice));
	ck_assert_int_eq(journal_sync(journal), -refusals[_i].error);
	disk_reset();
	say(4, 4);
	if (_i > 0) /* the first waits for the next attempt */
		ck_assert_int_eq(journal_sync(journal), 0);
	run_until(true);
	ck_assert_int_eq(look().error, 0);
	recorder_trouble(recorder, text, sizeof(text));
	ck_assert_str_eq(text, "");
	reopen();
	ck_assert_str_eq(folded, "1 < 01\n2 < 02\n3 < 03\n4 < 04\n");
}
END_TEST

START_TEST(recorder_full_disk_not_asked_for_each_entry)
{
	unsigned int writes;
	uint64_t since_us;

	open_all();
	disk_set(&disk.refuse_write, ENOSPC);
	say(1, 1);
	run_until(false);
	writes = disk_count(&disk.writes);
	since_us = time_now_us();
	for (uint64_t i = 0; i < 1000; i++) {
		say(i, 1);
		event_base_loop(base, EVLOOP_NONBLOCK);
	}
	/* What it may have tried by itself meanwhile, and once more. */
	ck_assert_uint_le(disk_count(&disk.writes),
	                  writes + 2 + 2 * (time_now_us() - since_us) / (JOURNAL_RETRY_MS * 1000));
	disk_reset();
}
END_TEST

/* shell: a command for $F, the folder, and $J, the journal. */
static void
shell(const char *command)
{
	setenv("F", folder, 1);
	setenv("J", path, 1);
	ck_assert_int_eq(system(command), 0);
}

/* A folder that is removed or moved away in the middle of a round takes no entry with it. */
static const char *const removals[] = { "rm -r $F", "rm $J", "mkdir $F.away && mv $F/* $F.away" };

START_TEST(recorder_removed_file_is_there_again)
{
	open_all();
	say(1, 1);
	run_until(true);
	shell(removals[_i]);
	say(2, 2);
	run_until(true);
	say(3, 3);
	run_until(true);
	ck_assert_int_eq(look().error, 0);
	reopen();
	ck_assert_str_eq(folded, "1 < 01\n2 < 02\n3 < 03\n");
	close_all();
	ck_assert_uint_eq(count_kind(JOURNAL_SALVAGE), 0);
	shell("rm -rf $F.away");
}
END_TEST

/* What somebody else put there is not written over. */
START_TEST(recorder_other_file_in_its_place_is_kept)
{
	char text[512];

	open_all();
	say(1, 1);
	run_until(true);
	shell("mv $J $J.mine && echo other > $J");
	say(2, 2);
	run_until(false);
	recorder_trouble(recorder, text, sizeof(text));
	ck_assert_ptr_nonnull(strstr(text, "another file lies in its place; move that away"));
	shell("grep -qx other $J && mv $J.mine $J");
	ck_assert_int_eq(journal_sync(journal), 0);
	reopen();
	ck_assert_str_eq(folded, "1 < 01\n2 < 02\n");
}
END_TEST

/* A sync that takes its time keeps nobody: the loop runs, entries are taken, nothing is durable. */
START_TEST(recorder_slow_sync_keeps_nobody)
{
	uint64_t mark;

	open_all();
	run_until(true);
	disk_hold_sync(true);
	say(1, 1);
	mark = recorder_mark(recorder);
	for (int i = 0; i < 100; i++) {
		event_base_loop(base, EVLOOP_NONBLOCK);
		say((uint64_t)i, 2);
		usleep(1000);
	}
	ck_assert(!recorder_is_durable(recorder, mark));
	disk_hold_sync(false);
	run_until(true);
	ck_assert(recorder_is_durable(recorder, mark));
}
END_TEST

/* Whoever gives an order waits for the disk, and not for ever. */
START_TEST(recorder_slow_sync_is_not_waited_for)
{
	open_all();
	say(1, 1);
	ck_assert_int_eq(journal_sync_within(journal, PATIENCE_MS), 0);
	ck_assert(recorder_is_durable(recorder, recorder_mark(recorder)));
	disk_hold_sync(true);
	say(2, 2);
	ck_assert_int_eq(journal_sync_within(journal, 30), -EAGAIN);
	say(3, 3); /* one commit is on its way, and this waits behind it */
	ck_assert_int_eq(journal_sync_within(journal, 30), -EAGAIN);
	ck_assert(!recorder_is_durable(recorder, recorder_mark(recorder)));
	disk_hold_sync(false);
	ck_assert_int_eq(journal_sync_within(journal, PATIENCE_MS), 0);
	ck_assert(recorder_is_durable(recorder, recorder_mark(recorder)));
	disk_set(&disk.refuse_write, ENOSPC);
	say(4, 4);
	ck_assert_int_eq(journal_sync_within(journal, PATIENCE_MS), -ENOSPC);
	disk_reset();
	reopen();
	ck_assert_str_eq(folded, "1 < 01\n2 < 02\n3 < 03\n4 < 04\n");
}
END_TEST

START_TEST(recorder_memory_full_loss_told)
{
	struct recorder *other;
	uint8_t bytes[100] = { 0 };

	ck_assert_int_eq(try_journal(20000, 8192), 0);
	ck_assert_int_eq(try_recorder(1, "dgt", &recorder), 0);
	ck_assert_int_eq(try_recorder(2, "dgt", &other), 0);
	ck_assert_int_eq(journal_sync(journal), 0);
	disk_set(&disk.refuse_write, EIO);
	for (uint64_t i = 1; i <= 200; i++)
		recorder_bytes(recorder, i, '<', bytes, sizeof(bytes));
	ck_assert_uint_gt(look().lost_lines, 100);
	ck_assert_uint_lt(look().lost_lines, 200);
	/* One flood leaves room for the other tables. */
	recorder_bytes(other, 5, '<', (const uint8_t *)"\x09", 1);
	disk_reset();
	ck_assert_int_eq(journal_sync(journal), 0);
	say(300, 7);
	recorder_close(other);
	close_all();
	ck_assert_uint_eq(count_kind(JOURNAL_FACT), 1);
	open_all();
	ck_assert_ptr_eq(strstr(folded, "1 < 0000"), folded);
	ck_assert_ptr_nonnull(strstr(folded, "\n300 < 07\n"));
}
END_TEST

START_TEST(recorder_full_at_start_begins_in_memory)
{
	disk_set(&disk.refuse_write, ENOSPC);
	open_all();
	ck_assert_int_eq(look().error, ENOSPC);
	say(1, 1);
	disk_reset();
	ck_assert_int_eq(journal_sync(journal), 0);
	reopen();
	ck_assert_str_eq(folded, "1 < 01\n");
}
END_TEST

/* --- Damage --------------------------------------------------------------------------------------- */

static void
alter(const char *sql)
{
	sqlite3 *db;

	ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
	ck_assert_int_eq(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(db);
}

/* An entry that somebody changed is not believed silently: what there is goes on in a new file that says
 * what is wrong. */
START_TEST(recorder_altered_entry_recognised)
{
	char command[160];

	open_all();
	say(1, 1);
	say(2, 2);
	close_all();
	alter("UPDATE entry SET body = x'07' WHERE body = x'01'");
	open_all();
	ck_assert_str_eq(folded, "1 < 07\n2 < 02\n");
	close_all();
	ck_assert_uint_eq(count_kind(JOURNAL_SALVAGE), 1);
	snprintf(command, sizeof(command), "ls %s.damaged-* >/dev/null", path);
	ck_assert_int_eq(system(command), 0);
	open_all(); /* and once is enough */
	close_all();
	ck_assert_uint_eq(count_kind(JOURNAL_SALVAGE), 1);
}
END_TEST

/* What can be read and is not to be written, by one byte of its head, is damaged; no disk is read-only. */
START_TEST(recorder_damaged_head_salvaged)
{
	FILE *file;

	open_all();
	say(1, 1);
	say(2, 2);
	close_all();
	file = fopen(path, "r+b");
	ck_assert_ptr_nonnull(file);
	ck_assert_int_eq(fseek(file, 18, SEEK_SET), 0);
	ck_assert_int_eq(fputc(0xfd, file), 0xfd);
	fclose(file);
	open_all();
	say(3, 3);
	run_until(true);
	reopen();
	ck_assert_str_eq(folded, "1 < 01\n2 < 02\n3 < 03\n");
	close_all();
	ck_assert_uint_eq(count_kind(JOURNAL_SALVAGE), 1);
}
END_TEST

START_TEST(recorder_removed_entry_recognised)
{
	open_all();
	say(1, 1);
	say(2, 2);
	say(3, 3);
	close_all();
	alter("DELETE FROM entry WHERE body = x'02'");
	open_all();
	ck_assert_str_eq(folded, "1 < 01\n3 < 03\n");
	close_all();
	ck_assert_uint_eq(count_kind(JOURNAL_SALVAGE), 1);
}
END_TEST

/* One page after the other is overwritten: whatever it is, the daemon starts, and says so where anything
 * is missing. */
START_TEST(recorder_damaged_page_salvaged)
{
	uint8_t rubbish[4096], bytes[64];
	long size;
	FILE *file;

	memset(bytes, 0x55, sizeof(bytes));
	memset(rubbish, 0xaa, sizeof(rubbish));
	open_all();
	for (uint64_t i = 1; i <= 200; i++)
		recorder_bytes(recorder, i, '<', bytes, sizeof(bytes));
	close_all();
	file = fopen(path, "r+b");
	ck_assert_ptr_nonnull(file);
	ck_assert_int_eq(fseek(file, 0, SEEK_END), 0);
	size = ftell(file);
	ck_assert_int_gt(size, 7 * 4096);
	ck_assert_int_eq(fseek(file, (size / 4096 - 1 - _i) * 4096, SEEK_SET), 0);
	ck_assert_uint_eq(fwrite(rubbish, 1, sizeof(rubbish), file), sizeof(rubbish));
	fclose(file);
	open_all();
	say(999, 1);
	close_all();
	ck_assert_uint_eq(count_kind(JOURNAL_SALVAGE), 1);
	/* A page of the entries takes some dozens with it, not all. */
	ck_assert_uint_gt(count_kind(JOURNAL_FROM_BOARD), 100);
	open_all();
	ck_assert_ptr_nonnull(strstr(folded, "999 < 01\n"));
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("recorder");
	TCase *tcase = tcase_create("recorder");

	tcase_set_timeout(tcase, 60); /* a disk may be slow */
	disk_register();
	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, recorder_restart_folds_and_goes_on);
	tcase_add_test(tcase, recorder_many_entries_one_commit);
	tcase_add_test(tcase, recorder_told_of_its_own_commits);
	tcase_add_test(tcase, recorder_sigkill_loses_nothing_durable);
	tcase_add_test(tcase, recorder_other_driver_refused);
	tcase_add_test(tcase, recorder_second_process_refused);
	tcase_add_test(tcase, recorder_time_never_goes_back);
	tcase_add_test(tcase, recorder_start_told);
	tcase_add_test(tcase, recorder_alert_tells_how_late_it_was);
	tcase_add_test(tcase, recorder_alert_of_the_fold_recorded_once);
	tcase_add_test(tcase, recorder_revisions_known_after_restart);
	tcase_add_test(tcase, recorder_goes_on_behind_a_snapshot);
	tcase_add_loop_test(tcase, recorder_refusal_held_then_written, 0,
	                    sizeof(refusals) / sizeof(refusals[0]));
	tcase_add_test(tcase, recorder_full_disk_not_asked_for_each_entry);
	tcase_add_loop_test(tcase, recorder_removed_file_is_there_again, 0,
	                    sizeof(removals) / sizeof(removals[0]));
	tcase_add_test(tcase, recorder_other_file_in_its_place_is_kept);
	tcase_add_test(tcase, recorder_slow_sync_keeps_nobody);
	tcase_add_test(tcase, recorder_slow_sync_is_not_waited_for);
	tcase_add_test(tcase, recorder_memory_full_loss_told);
	tcase_add_test(tcase, recorder_full_at_start_begins_in_memory);
	tcase_add_test(tcase, recorder_altered_entry_recognised);
	tcase_add_test(tcase, recorder_damaged_head_salvaged);
	tcase_add_test(tcase, recorder_removed_entry_recognised);
	tcase_add_loop_test(tcase, recorder_damaged_page_salvaged, 0, 4);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
