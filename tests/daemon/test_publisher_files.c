/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/publisher_files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <event2/event.h>

#include <check.h>

#include "daemon/worker.h"
#include "tests/daemon/process.h"
#include "tests/support.h"

static char folder[] = "/tmp/test_publisher_XXXXXX";
static struct event_base *base;
static struct worker *worker;
static struct publisher_files *publisher;
static char first[256], second[256];

/* What the files are to hold. */
static struct text {
	const char *text;
	unsigned int made;
} texts[2];

static char *
make(void *ctx, size_t *ret_len)
{
	struct text *text = ctx;

	text->made++;
	*ret_len = strlen(text->text);
	return strdup(text->text);
}

static void
open_publisher(void)
{
	ck_assert_int_eq(publisher_files_new(base, worker, "games", &publisher), 0);
	ck_assert_int_eq(publisher_files_add(publisher, first, make, &texts[0], 0), 0);
	ck_assert_int_eq(publisher_files_add(publisher, second, make, &texts[1], 0), 1);
}

static void
setup(void)
{
	strcpy(folder + strlen(folder) - 6, "XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(folder));
	base = event_base_new();
	ck_assert_int_eq(worker_new(base, &worker), 0);
	memset(texts, 0, sizeof(texts));
	texts[0].text = texts[1].text = "";
	snprintf(first, sizeof(first), "%s/games/an-open/game-1.pgn", folder);
	snprintf(second, sizeof(second), "%s/games/an-open/game-2.pgn", folder);
	open_publisher();
}

static void
teardown(void)
{
	worker_drain(worker);
	publisher_files_free(publisher);
	worker_free(worker);
	event_base_free(base);
	test_remove_folder(folder);
}

/* As put(), for a file of its own, paused for so long after each time, whose text is the second one. */
static int
add_slow(char path[256], const char *name, unsigned int pause_ms)
{
	snprintf(path, 256, "%s/%s.pgn", folder, name);
	return publisher_files_add(publisher, path, make, &texts[1], pause_ms);
}

static void
put_slow(int number, const char *pgn)
{
	texts[1].text = pgn;
	publisher_files_stale(publisher, number);
}

/* await_text: run the loop until the file holds it. */
static void
await_text(const char *path, const char *text)
{
	const struct timeval turn = { .tv_usec = 10000 };
	uint64_t end_ms = process_now_ms() + PROCESS_PATIENCE_MS;

	while (strcmp(process_read(path), text) != 0) {
		ck_assert_uint_lt(process_now_ms(), end_ms);
		event_base_loopexit(base, &turn);
		event_base_dispatch(base);
		worker_drain(worker);
	}
}

static void
put(int index, const char *pgn)
{
	texts[index].text = pgn;
	publisher_files_stale(publisher, index);
}

START_TEST(publisher_files_game_in_its_file)
{
	put(0, "one\n");
	put(1, "two\n");
	worker_drain(worker);
	ck_assert_str_eq(process_read(first), "one\n");
	ck_assert_str_eq(process_read(second), "two\n");
	put(1, "two, longer\n");
	put(1, "two\n1. e4\n");
	worker_drain(worker);
	ck_assert_str_eq(process_read(second), "two\n1. e4\n");
	ck_assert_int_eq(publisher_files_error(publisher), 0);
}
END_TEST

START_TEST(publisher_files_same_text_not_rewritten)
{
	struct stat before, after;

	put(0, "one\n");
	worker_drain(worker);
	ck_assert_int_eq(stat(first, &before), 0);
	/* As after a restart: the publisher knows nothing, the file is there. */
	publisher_files_free(publisher);
	open_publisher();
	put(0, "one\n");
	worker_drain(worker);
	ck_assert_int_eq(stat(first, &after), 0);
	ck_assert_uint_eq(before.st_ino, after.st_ino);
	put(0, "one!\n");
	worker_drain(worker);
	ck_assert_int_eq(stat(first, &after), 0);
	ck_assert_uint_ne(before.st_ino, after.st_ino);
}
END_TEST

/* is_whole: is the file not there yet, or `want` times one letter? */
static bool
is_whole(size_t want)
{
	size_t len = 0, same = 0;
	char *text = test_read_file(first, &len);

	while (text && same < len && text[same] == text[0])
		same++;
	free(text);
	return len == 0 || same == want;
}

/* A reader at any moment sees a whole text: the file is never open for writing under its name. */
START_TEST(publisher_files_reader_sees_whole_text)
{
	static char pgn[20001]; /* what is due yet when the test ends is made of it */

	for (int i = 0; i < 100; i++) {
		memset(pgn, 'a' + i % 26, sizeof(pgn));
		pgn[sizeof(pgn) - 1] = '\0';
		put(0, pgn);
		for (int look = 0; look < 20; look++)
			ck_assert(is_whole(sizeof(pgn) - 1));
		event_base_loop(base, EVLOOP_NONBLOCK);
	}
}
END_TEST

START_TEST(publisher_files_failure_kept_and_retried)
{
	char games[256];
	FILE *file;

	snprintf(games, sizeof(games), "%s/games", folder);
	file = fopen(games, "w"); /* a file where the folder should be */
	ck_assert_ptr_nonnull(file);
	fclose(file);
	put(0, "one\n");
	worker_drain(worker);
	ck_assert_int_eq(publisher_files_error(publisher), ENOTDIR);
	put(0, "one\n1. e4\n");
	ck_assert_int_lt(publisher_files_flush(publisher), 0);
	unlink(games);
	ck_assert_int_eq(publisher_files_flush(publisher), 0);
	ck_assert_str_eq(process_read(first), "one\n1. e4\n");
	ck_assert_int_eq(publisher_files_error(publisher), 0);
}
END_TEST

START_TEST(publisher_files_retry_by_itself)
{
	char games[256];
	FILE *file;

	snprintf(games, sizeof(games), "%s/games", folder);
	file = fopen(games, "w");
	ck_assert_ptr_nonnull(file);
	fclose(file);
	put(0, "one\n");
	worker_drain(worker);
	unlink(games);
	await_text(first, "one\n");
}
END_TEST

START_TEST(publisher_files_paused_file_is_left_alone)
{
	char slow[256];
	int number = add_slow(slow, "slow", 3600000);

	ck_assert_int_eq(number, 2);
	for (int i = 0; i < 50; i++) {
		put_slow(number, i % 2 == 0 ? "even\n" : "odd\n");
		worker_drain(worker);
	}
	ck_assert_uint_eq(texts[1].made, 1);
	ck_assert_str_eq(process_read(slow), "even\n");
}
END_TEST

START_TEST(publisher_files_pause_ends)
{
	uint64_t since_ms = process_now_ms();
	char slow[256];
	int number = add_slow(slow, "slow", 200);

	put_slow(number, "even\n");
	put_slow(number, "odd\n");
	put_slow(number, "last\n");
	await_text(slow, "last\n");
	ck_assert_uint_ge(process_now_ms() - since_ms, 200);
}
END_TEST

START_TEST(publisher_files_nothing_is_no_file)
{
	put(0, "");
	worker_drain(worker);
	ck_assert_int_lt(access(first, F_OK), 0);
	ck_assert_int_eq(publisher_files_flush(publisher), 0);
	ck_assert_int_lt(access(first, F_OK), 0);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("publisher_files");
	TCase *tcase = tcase_create("publisher_files");

	tcase_set_timeout(tcase, 60);
	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, publisher_files_game_in_its_file);
	tcase_add_test(tcase, publisher_files_same_text_not_rewritten);
	tcase_add_test(tcase, publisher_files_reader_sees_whole_text);
	tcase_add_test(tcase, publisher_files_failure_kept_and_retried);
	tcase_add_test(tcase, publisher_files_retry_by_itself);
	tcase_add_test(tcase, publisher_files_paused_file_is_left_alone);
	tcase_add_test(tcase, publisher_files_pause_ends);
	tcase_add_test(tcase, publisher_files_nothing_is_no_file);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
