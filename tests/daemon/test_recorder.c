/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/recorder.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <check.h>

#include "tests/support.h"

#define HEAD "# adoubed capture 1\n# driver dgt\n# start 2026-07-18T14:00:00Z\n"

static char folder[] = "/tmp/test_recorder_XXXXXX";
static char path[128];
static char error[512];
static struct recorder *recorder;

/* What the file held, as the recorder handed it over. */
static char folded[65536];

/* A disk that takes `room` bytes and refuses the rest with `refusal`. */
static struct {
	int refusal, sync_error;
	size_t room;
	unsigned int writes, syncs;
} disk;

static ssize_t
disk_pwrite(int fd, const void *bytes, size_t len, off_t at)
{
	disk.writes++;
	if (disk.refusal && disk.room == 0) {
		errno = disk.refusal;
		return -1;
	}
	if (disk.refusal && len > disk.room)
		len = disk.room;
	if (disk.refusal)
		disk.room -= len;
	return pwrite(fd, bytes, len, at);
}

static int
disk_sync(int fd)
{
	(void)fd;
	disk.syncs++;
	if (disk.sync_error) {
		errno = disk.sync_error;
		return -1;
	}
	return 0;
}

static const struct recorder_ops disk_ops = { disk_pwrite, disk_sync };

static void
fold(void *ctx, const struct capture_line *line)
{
	size_t len = strlen(folded);
	struct text text;

	(void)ctx;
	text_begin(&text, folded + len, sizeof(folded) - len);
	if (line->kind == CAPTURE_HOST)
		capture_format_host(&text, line->t_us, line->json);
	else if (line->kind == CAPTURE_FROM_BOARD)
		capture_format_bytes(&text, line->t_us, '<', line->bytes, line->len);
	else if (line->kind == CAPTURE_TO_BOARD)
		capture_format_bytes(&text, line->t_us, '>', line->bytes, line->len);
}

static int
try_open(size_t held_max)
{
	static const char *const facts[][2] = { { "table", "1" }, { "event", "An Open" } };
	const struct recorder_options options = { .driver = "dgt",
		                                  .facts = facts,
		                                  .n_facts = 2,
		                                  .held_max = held_max,
		                                  .ops = &disk_ops,
		                                  .line = fold };

	folded[0] = '\0';
	error[0] = '\0';
	return recorder_open(path, &options, &recorder, error, sizeof(error));
}

static void
reopen(void)
{
	recorder_close(recorder);
	recorder = NULL;
	ck_assert_msg(try_open(0) == 0, "%s", error);
}

static void
put(const char *text, size_t len)
{
	FILE *file = fopen(path, "wb");

	ck_assert_ptr_nonnull(file);
	ck_assert_uint_eq(fwrite(text, 1, len, file), len);
	fclose(file);
}

static char *
content(void)
{
	static char *text;
	size_t len;

	free(text);
	text = test_read_file(path, &len);
	ck_assert_ptr_nonnull(text);
	ck_assert_uint_eq(strlen(text), len);
	return text;
}

static struct recorder_status
look(void)
{
	struct recorder_status status;

	recorder_look(recorder, &status);
	return status;
}

static void
setup(void)
{
	strcpy(folder + strlen(folder) - 6, "XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(folder));
	snprintf(path, sizeof(path), "%s/a.capture", folder);
	memset(&disk, 0, sizeof(disk));
	recorder = NULL;
}

static void
teardown(void)
{
	recorder_close(recorder);
	unlink(path);
	rmdir(folder);
}

START_TEST(recorder_new_file_has_head)
{
	char year[8];

	ck_assert_int_eq(try_open(0), 0);
	ck_assert_int_eq(strncmp(content(), "# adoubed capture 1\n# driver dgt\n# start 20", 43),
	                 0);
	ck_assert_ptr_nonnull(strstr(content(), "# table 1\n# event An Open\n"));
	snprintf(year, sizeof(year), "%.4s", strstr(content(), "start ") + 6);
	ck_assert_int_ge(strtol(year, NULL, 10), 2025);
}
END_TEST

START_TEST(recorder_line_in_file_at_once)
{
	ck_assert_int_eq(try_open(0), 0);
	recorder_bytes(recorder, 10, '<', (const uint8_t *)"\x8e\x00\x05", 3);
	ck_assert_ptr_nonnull(strstr(content(), "\n10 < 8e0005\n"));
	recorder_bytes(recorder, 11, '>', (const uint8_t *)"\x42", 1);
	recorder_host(recorder, 12, "{\"op\":\"plugged\"}");
	ck_assert_ptr_nonnull(strstr(content(), "\n11 > 42\n12 ! {\"op\":\"plugged\"}\n"));
}
END_TEST

START_TEST(recorder_restart_folds_and_goes_on)
{
	ck_assert_int_eq(try_open(0), 0);
	recorder_bytes(recorder, 10, '<', (const uint8_t *)"\x8e\x00\x05", 3);
	reopen();
	ck_assert_str_eq(folded, "10 < 8e0005\n");
	recorder_bytes(recorder, recorder_now(recorder), '<', (const uint8_t *)"\x01", 1);
	reopen();
	ck_assert_uint_eq(strlen(strchr(folded, '\n') + 1) > 5, 1);
	/* One head only. */
	ck_assert_ptr_null(strstr(content() + 1, "# adoubed"));
}
END_TEST

START_TEST(recorder_sync_once_for_many_lines)
{
	ck_assert_int_eq(try_open(0), 0);
	ck_assert(recorder_is_dirty(recorder));
	for (uint64_t i = 0; i < 100; i++)
		recorder_bytes(recorder, i, '<', (const uint8_t *)"x", 1);
	ck_assert_int_eq(recorder_sync(recorder), 0);
	ck_assert_uint_eq(disk.syncs, 1);
	ck_assert(!recorder_is_dirty(recorder));
	ck_assert_int_eq(recorder_sync(recorder), 0);
	ck_assert_uint_eq(disk.syncs, 1);
}
END_TEST

START_TEST(recorder_lines_during_sync_stay_dirty)
{
	uint64_t mark;

	ck_assert_int_eq(try_open(0), 0);
	ck_assert(recorder_sync_begin(recorder, &mark));
	recorder_bytes(recorder, 5, '<', (const uint8_t *)"x", 1);
	recorder_sync_end(recorder, mark, 0);
	ck_assert(recorder_is_dirty(recorder));
	ck_assert(recorder_sync_begin(recorder, &mark));
	recorder_sync_end(recorder, mark, 0);
	ck_assert(!recorder_is_dirty(recorder));
}
END_TEST

/* --- Torn ends ------------------------------------------------------------------------------ */

static const struct {
	const char *end, *folded, *kept; /* what follows HEAD, before and after */
} torn[] = {
	/* A line that lacks only its newline. */
	{ "5 < 8e0005", "5 < 8e0005\n", "5 < 8e0005\n" },
	/* Whole bytes of a chunk that was to be longer. */
	{ "5 < 86004308", "5 < 86004308\n", "5 < 86004308\n" },
	/* Half a byte: what is whole stays. */
	{ "5 < 8600430", "5 < 860043\n", "5 < 860043\n# torn 0\n" },
	/* A time stamp cut off could be any later one. */
	{ "1 < 01\n12", "1 < 01\n", "1 < 01\n# torn 12\n" },
	{ "1 < 01\n12 ", "1 < 01\n", "1 < 01\n# torn 12 \n" },
	{ "1 < 01\n12 ! {\"op\":\"plu\x01", NULL, "1 < 01\n" },
	/* Half a fact looks like a whole one. */
	{ "# serial 30", "", "# torn # serial 30\n" },
};

START_TEST(recorder_torn_end_mended)
{
	char text[512], expected[512];

	snprintf(text, sizeof(text), HEAD "%s", torn[_i].end);
	put(text, strlen(text));
	ck_assert_msg(try_open(0) == 0, "%s", error);
	if (torn[_i].folded)
		ck_assert_str_eq(folded, torn[_i].folded);
	snprintf(expected, sizeof(expected), HEAD "%s", torn[_i].kept);
	ck_assert_msg(strncmp(content(), expected, strlen(expected)) == 0, "%s", content());
	/* And a second opening finds nothing left to mend. */
	recorder_bytes(recorder, 99, '<', (const uint8_t *)"\x01", 1);
	reopen();
	ck_assert_uint_eq(look().damaged_lines, 0);
	ck_assert_ptr_nonnull(strstr(folded, "99 < 01\n"));
}
END_TEST

START_TEST(recorder_zeros_after_power_cut_dropped)
{
	char text[9000] = HEAD "7 < 8e";

	put(text, sizeof(text));
	ck_assert_msg(try_open(0) == 0, "%s", error);
	ck_assert_str_eq(folded, "7 < 8e\n");
	ck_assert_str_eq(content(), HEAD "7 < 8e\n");
}
END_TEST

START_TEST(recorder_every_cut_resumes)
{
	static const char whole[] =
		HEAD "5 < 8e0005\n7 > 42\n9 ! {\"op\":\"plugged\"}\n11 < 860043\n";

	for (size_t len = 0; len <= strlen(whole); len++) {
		put(whole, len);
		ck_assert_msg(try_open(0) == 0, "cut at %zu: %s", len, error);
		ck_assert_uint_eq(look().damaged_lines, 0);
		/* No whole line before the cut is lost. */
		if (len >= strlen(HEAD "5 < 8e0005\n"))
			ck_assert_ptr_eq(strstr(folded, "5 < 8e0005\n"), folded);
		recorder_bytes(recorder, 20, '<', (const uint8_t *)"\x99", 1);
		reopen();
		ck_assert_uint_eq(look().damaged_lines, 0);
		ck_assert_ptr_nonnull(strstr(folded, "20 < 99\n"));
		recorder_close(recorder);
		recorder = NULL;
	}
}
END_TEST

START_TEST(recorder_damaged_line_skipped_and_counted)
{
	put(HEAD "5 < 01\ngarbage\n7 < 02\n", strlen(HEAD "5 < 01\ngarbage\n7 < 02\n"));
	ck_assert_int_eq(try_open(0), 0);
	ck_assert_str_eq(folded, "5 < 01\n7 < 02\n");
	ck_assert_uint_eq(look().damaged_lines, 1);
	ck_assert_uint_eq(look().damaged_first, 5);
	ck_assert_ptr_nonnull(strstr(content(), "garbage"));
}
END_TEST

START_TEST(recorder_other_file_refused_untouched)
{
	static const char text[] = "[Event \"?\"]\n1. e4 e5 *\n";
	char expected[256];

	put(text, strlen(text));
	ck_assert_int_eq(try_open(0), -EBADMSG);
	snprintf(expected, sizeof(expected), "%s is not a capture of adoubed; move it away", path);
	ck_assert_str_eq(error, expected);
	ck_assert_str_eq(content(), text);
	put("no newline at all", 17);
	ck_assert_int_eq(try_open(0), -EBADMSG);
	ck_assert_str_eq(content(), "no newline at all");
}
END_TEST

START_TEST(recorder_other_driver_refused)
{
	put("# adoubed capture 1\n# driver novag\n", 35);
	ck_assert_int_eq(try_open(0), -EBADMSG);
	ck_assert_ptr_nonnull(strstr(error, "was recorded with driver novag"));
}
END_TEST

START_TEST(recorder_second_process_refused)
{
	char expected[512];
	int status;
	pid_t child;

	ck_assert_int_eq(try_open(0), 0);
	snprintf(expected, sizeof(expected),
	         "another adoubed records to %s; stop that one, or give this one its own "
	         "--state-dir",
	         path);
	child = fork();
	if (child == 0) {
		const struct recorder_options options = { .driver = "dgt" };
		struct recorder *second;
		int result = recorder_open(path, &options, &second, error, sizeof(error));

		_exit(result == -EWOULDBLOCK && strcmp(error, expected) == 0 ? 0 : 1);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(status, 0);
}
END_TEST

START_TEST(recorder_folder_without_permission_named)
{
	const struct recorder_options options = { .driver = "dgt" };

	ck_assert_int_lt(
		recorder_open("/proc/none/a.capture", &options, &recorder, error, sizeof(error)),
		0);
	ck_assert_ptr_nonnull(strstr(error, "/proc/none"));
}
END_TEST

/* --- Time ----------------------------------------------------------------------------------- */

START_TEST(recorder_time_from_start_line)
{
	struct timespec now;
	uint64_t unix_us;

	put(HEAD, strlen(HEAD));
	ck_assert_int_eq(try_open(0), 0);
	clock_gettime(CLOCK_REALTIME, &now);
	unix_us = (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
	/* 2026-07-18T14:00:00Z */
	ck_assert_uint_eq(recorder_unix_us(recorder, 0), UINT64_C(1784383200) * 1000000);
	if (unix_us > UINT64_C(1784383200) * 1000000)
		ck_assert_uint_le(recorder_unix_us(recorder, recorder_now(recorder)) - unix_us,
		                  1000000);
}
END_TEST

START_TEST(recorder_time_never_goes_back)
{
	/* The clock of the machine was ahead by a thousand years when this was recorded. */
	static const char text[] = HEAD "31536000000000000 < 01\n";
	uint64_t first, second;

	put(text, strlen(text));
	ck_assert_int_eq(try_open(0), 0);
	first = recorder_now(recorder);
	ck_assert_uint_ge(first, UINT64_C(31536000000000000));
	second = recorder_now(recorder);
	ck_assert_uint_ge(second, first);
	recorder_bytes(recorder, 17, '<', (const uint8_t *)"\x02", 1);
	ck_assert_ptr_nonnull(strstr(content(), "\n31536000000000000 < 02\n"));
}
END_TEST

/* --- A disk that refuses -------------------------------------------------------------------- */

START_TEST(recorder_full_disk_held_then_written)
{
	char text[512];

	ck_assert_int_eq(try_open(0), 0);
	recorder_bytes(recorder, 1, '<', (const uint8_t *)"\x01", 1);
	disk.refusal = ENOSPC;
	disk.room = 3; /* a line torn by the full disk itself */
	recorder_bytes(recorder, 2, '<', (const uint8_t *)"\x02", 1);
	recorder_bytes(recorder, 3, '<', (const uint8_t *)"\x03", 1);
	ck_assert_int_eq(look().error, ENOSPC);
	ck_assert_int_eq(recorder_sync(recorder), -ENOSPC);
	recorder_trouble(recorder, text, sizeof(text));
	ck_assert_ptr_nonnull(strstr(text, path));
	ck_assert_ptr_nonnull(strstr(text, "the disk is full; free space there"));
	ck_assert_ptr_null(strstr(content(), "3 < 03"));
	disk.refusal = 0;
	ck_assert_int_eq(recorder_sync(recorder), 0);
	ck_assert_int_eq(look().error, 0);
	recorder_bytes(recorder, 4, '<', (const uint8_t *)"\x04", 1);
	ck_assert_ptr_nonnull(strstr(content(), "\n1 < 01\n2 < 02\n3 < 03\n4 < 04\n"));
	recorder_trouble(recorder, text, sizeof(text));
	ck_assert_str_eq(text, "");
}
END_TEST

START_TEST(recorder_full_disk_not_asked_for_each_line)
{
	unsigned int writes;

	ck_assert_int_eq(try_open(0), 0);
	disk.refusal = ENOSPC;
	recorder_bytes(recorder, 1, '<', (const uint8_t *)"\x01", 1);
	writes = disk.writes;
	for (uint64_t i = 0; i < 1000; i++)
		recorder_bytes(recorder, i, '<', (const uint8_t *)"\x01", 1);
	ck_assert_uint_eq(disk.writes, writes);
}
END_TEST

START_TEST(recorder_memory_full_loss_told)
{
	uint8_t bytes[100] = { 0 };

	ck_assert_int_eq(try_open(8192), 0);
	ck_assert_int_eq(recorder_sync(recorder), 0);
	disk.refusal = EIO;
	for (uint64_t i = 1; i <= 200; i++)
		recorder_bytes(recorder, i, '<', bytes, sizeof(bytes));
	ck_assert_uint_gt(look().lost_lines, 100);
	ck_assert_uint_lt(look().lost_lines, 200);
	disk.refusal = 0;
	ck_assert_int_eq(recorder_sync(recorder), 0);
	recorder_bytes(recorder, 300, '<', (const uint8_t *)"\x07", 1);
	ck_assert_ptr_nonnull(strstr(content(), "\n1 < 0000"));
	ck_assert_ptr_nonnull(strstr(content(), "\n# lost "));
	ck_assert_ptr_nonnull(strstr(content(), "\n300 < 07\n"));
	reopen();
	ck_assert_uint_eq(look().damaged_lines, 0);
}
END_TEST

START_TEST(recorder_failed_sync_written_again)
{
	char *text;

	ck_assert_int_eq(try_open(0), 0);
	ck_assert_int_eq(recorder_sync(recorder), 0);
	recorder_bytes(recorder, 1, '<', (const uint8_t *)"\x01", 1);
	disk.sync_error = EIO;
	ck_assert_int_eq(recorder_sync(recorder), -EIO);
	ck_assert_int_eq(look().error, EIO);
	/* The system may have dropped the pages it could not write: as if the disk were blank
	 * there. */
	text = content();
	ck_assert_int_eq(truncate(path, (off_t)(strstr(text, "1 < 01") - text)), 0);
	disk.sync_error = 0;
	ck_assert_int_eq(recorder_sync(recorder), 0);
	text = content();
	ck_assert_ptr_nonnull(strstr(text, "\n1 < 01\n"));
	ck_assert_int_eq(look().error, 0);
}
END_TEST

START_TEST(recorder_full_at_start_still_opens)
{
	disk.refusal = ENOSPC;
	ck_assert_int_eq(try_open(0), 0);
	ck_assert_int_eq(look().error, ENOSPC);
	recorder_bytes(recorder, 1, '<', (const uint8_t *)"\x01", 1);
	disk.refusal = 0;
	ck_assert_int_eq(recorder_sync(recorder), 0);
	ck_assert_int_eq(strncmp(content(), "# adoubed capture 1\n", 20), 0);
	ck_assert_ptr_nonnull(strstr(content(), "\n1 < 01\n"));
}
END_TEST

/* The real system's refusal, not ours: a limit on the size of files. */
START_TEST(recorder_file_limit_is_an_error)
{
	const struct recorder_options options = { .driver = "dgt" };
	struct rlimit limit;
	uint8_t bytes[400] = { 0 };

	signal(SIGXFSZ, SIG_IGN);
	ck_assert_int_eq(recorder_open(path, &options, &recorder, error, sizeof(error)), 0);
	getrlimit(RLIMIT_FSIZE, &limit);
	limit.rlim_cur = 1000;
	setrlimit(RLIMIT_FSIZE, &limit);
	recorder_bytes(recorder, 1, '<', bytes, sizeof(bytes));
	recorder_bytes(recorder, 2, '<', bytes, sizeof(bytes));
	ck_assert_int_eq(look().error, EFBIG);
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_FSIZE, &limit);
	ck_assert_int_eq(recorder_sync(recorder), 0);
	ck_assert_uint_gt(strlen(content()), 1600);
}
END_TEST

/* A process killed in the middle of recording loses nothing it has handed over. */
START_TEST(recorder_sigkill_loses_nothing)
{
	int tell[2], status;
	pid_t child;
	char last;
	uint64_t n = 0;

	ck_assert_int_eq(pipe(tell), 0);
	child = fork();
	if (child == 0) {
		const struct recorder_options options = { .driver = "dgt" };

		if (recorder_open(path, &options, &recorder, error, sizeof(error)) < 0)
			_exit(1);
		for (uint64_t i = 1;; i++) {
			recorder_bytes(recorder, i, '<', (const uint8_t *)"\x55", 1);
			if (write(tell[1], "x", 1) != 1)
				_exit(1);
		}
	}
	close(tell[1]);
	while (n < 5000 && read(tell[0], &last, 1) == 1)
		n++;
	kill(child, SIGKILL);
	waitpid(child, &status, 0);
	while (read(tell[0], &last, 1) == 1)
		n++;
	close(tell[0]);
	ck_assert_int_eq(WTERMSIG(status), SIGKILL);
	ck_assert_uint_ge(n, 5000);
	{
		char expected[64], *text = content();

		snprintf(expected, sizeof(expected), "\n%llu < 55\n", (unsigned long long)n);
		ck_assert_ptr_nonnull(strstr(text, expected));
	}
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("recorder");
	TCase *tcase = tcase_create("recorder");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, recorder_new_file_has_head);
	tcase_add_test(tcase, recorder_line_in_file_at_once);
	tcase_add_test(tcase, recorder_restart_folds_and_goes_on);
	tcase_add_test(tcase, recorder_sync_once_for_many_lines);
	tcase_add_test(tcase, recorder_lines_during_sync_stay_dirty);
	tcase_add_loop_test(tcase, recorder_torn_end_mended, 0, sizeof(torn) / sizeof(torn[0]));
	tcase_add_test(tcase, recorder_zeros_after_power_cut_dropped);
	tcase_add_test(tcase, recorder_every_cut_resumes);
	tcase_add_test(tcase, recorder_damaged_line_skipped_and_counted);
	tcase_add_test(tcase, recorder_other_file_refused_untouched);
	tcase_add_test(tcase, recorder_other_driver_refused);
	tcase_add_test(tcase, recorder_second_process_refused);
	tcase_add_test(tcase, recorder_folder_without_permission_named);
	tcase_add_test(tcase, recorder_time_from_start_line);
	tcase_add_test(tcase, recorder_time_never_goes_back);
	tcase_add_test(tcase, recorder_full_disk_held_then_written);
	tcase_add_test(tcase, recorder_full_disk_not_asked_for_each_line);
	tcase_add_test(tcase, recorder_memory_full_loss_told);
	tcase_add_test(tcase, recorder_failed_sync_written_again);
	tcase_add_test(tcase, recorder_full_at_start_still_opens);
	tcase_add_test(tcase, recorder_file_limit_is_an_error);
	tcase_add_test(tcase, recorder_sigkill_loses_nothing);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
