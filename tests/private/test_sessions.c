/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sessions: how they begin, what keeps them, what ends them, and what of them is in the file.
 */
#include "daemon/private/sessions.h"

#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support.h"

#define ONE  "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
#define ZERO "0000000000000000000000000000000000000000000000000000000000000000"

static char folder[] = "/tmp/test_sessions_XXXXXX";
static char path[64];
static char error[256];
static struct session_list list;
static const struct access_asker desk = { .name = "desk", .role = TOKEN_ARBITER, .token = { 7 } };

static void
setup(void)
{
	strcpy(folder + strlen(folder) - 6, "XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(folder));
	snprintf(path, sizeof(path), "%s/sessions", folder);
}

static void
teardown(void)
{
	unlink(path);
	rmdir(folder);
}

static const struct {
	const char *header, *value;
} cookies[] = {
	{ NULL, NULL },
	{ "", NULL },
	{ "adoubed=1", "1" },
	{ "a=2; adoubed=1", "1" },
	{ "a=2;adoubed=1;b=3", "1" },
	{ "xadoubed=1", NULL },
	{ "adoubedx=1", NULL },
	{ "adoubed", NULL },
	{ "a=\"adoubed=1\"", NULL },
	{ ";;; adoubed=;", "" },
};

START_TEST(cookie_is_found)
{
	size_t len = 0;
	const char *value = access_cookie(cookies[_i].header, "adoubed", &len);

	ck_assert_int_eq(value != NULL, cookies[_i].value != NULL);
	if (value)
		ck_assert_msg(len == strlen(cookies[_i].value) &&
		                      strncmp(value, cookies[_i].value, len) == 0,
		              "%s", value);
}
END_TEST

static const struct {
	const char *text, *error;
} wrongs[] = {
	{ "desk\n", "line 1: not four words" },
	{ "desk sha256:" ONE " sha256:" ZERO " never more", "line 1: not four words" },
	{ "# a\nd/k sha256:" ONE " sha256:" ZERO " never", "line 2: the name" },
	{ "desk sha256:" ONE " sha1:" ZERO " never", "line 1: a digest" },
	{ "desk sha256:" ONE " sha256:00 never", "line 1: a digest" },
	{ "desk sha256:" ONE " sha256:" ZERO " soon", "line 1: an expiry" },
};

START_TEST(mistake_is_named)
{
	ck_assert_int_eq(session_list_parse(wrongs[_i].text, strlen(wrongs[_i].text), &list, error,
	                                    sizeof(error)),
	                 -EBADMSG);
	ck_assert_msg(strstr(error, wrongs[_i].error) != NULL, "%s", error);
}
END_TEST

/* Whoever was not heard of for the longest time gives way. */
START_TEST(oldest_gives_way)
{
	static struct session_list full;

	for (int i = 0; i < SESSIONS_MAX; i++)
		session_list_add(&full)->used_s = 1000 + (i * 7) % SESSIONS_MAX;
	ck_assert_uint_eq(full.n, SESSIONS_MAX);
	ck_assert_ptr_eq(session_list_add(&full), &full.rows[0]);
	ck_assert_uint_eq(full.n, SESSIONS_MAX);
}
END_TEST

START_TEST(session_outlives_a_new_start)
{
	char cookie[TOKEN_TEXT_SIZE], text[1024] = "";
	struct sessions *sessions = sessions_new(path, 100);
	struct stat status;
	FILE *file;

	ck_assert_int_eq(sessions_begin(sessions, &desk, 100, cookie), 0);
	sessions_free(sessions);
	ck_assert_int_eq(stat(path, &status), 0);
	ck_assert_int_eq(status.st_mode & 0777, 0600);
	file = fopen(path, "re");
	ck_assert_uint_gt(fread(text, 1, sizeof(text) - 1, file), 100);
	fclose(file);
	/* Nobody comes in with what the file says. */
	ck_assert_ptr_null(strstr(text, cookie));
	ck_assert_ptr_null(strstr(text, cookie + strlen("adoube_")));
	sessions = sessions_new(path, 200);
	ck_assert_ptr_nonnull(sessions_find(sessions, cookie, strlen(cookie), 200));
	ck_assert_str_eq(sessions_find(sessions, cookie, strlen(cookie), 200)->name, "desk");
	ck_assert_ptr_null(sessions_find(sessions, cookie, strlen(cookie) - 1, 200));
	sessions_free(sessions);
}
END_TEST

START_TEST(session_ends)
{
	char cookie[TOKEN_TEXT_SIZE], other[TOKEN_TEXT_SIZE];
	struct sessions *sessions = sessions_new(path, 0);
	const struct session_row *row;
	int64_t t = 0;

	/* With the longest day, however busy it is. */
	ck_assert_int_eq(sessions_begin(sessions, &desk, 0, cookie), 0);
	for (; t < SESSION_LIFE_S; t += SESSION_IDLE_S - 1)
		ck_assert_ptr_nonnull(sessions_find(sessions, cookie, strlen(cookie), t));
	ck_assert_ptr_null(sessions_find(sessions, cookie, strlen(cookie), SESSION_LIFE_S));
	/* By idling. */
	ck_assert_int_eq(sessions_begin(sessions, &desk, t, cookie), 0);
	ck_assert_ptr_nonnull(
		sessions_find(sessions, cookie, strlen(cookie), t + SESSION_IDLE_S - 1));
	ck_assert_ptr_null(sessions_find(sessions, cookie, strlen(cookie), t + 2 * SESSION_IDLE_S));
	/* By a log-out, which is nobody else's. */
	ck_assert_int_eq(sessions_begin(sessions, &desk, t, cookie), 0);
	ck_assert_int_eq(sessions_begin(sessions, &desk, t, other), 0);
	row = sessions_find(sessions, cookie, strlen(cookie), t);
	sessions_end(sessions, row->session);
	sessions_free(sessions);
	sessions = sessions_new(path, t);
	ck_assert_ptr_null(sessions_find(sessions, cookie, strlen(cookie), t));
	ck_assert_ptr_nonnull(sessions_find(sessions, other, strlen(other), t));
	sessions_free(sessions);
}
END_TEST

/* What others may write, or is no such file, lets nobody in. */
START_TEST(file_of_others_is_refused)
{
	char cookie[TOKEN_TEXT_SIZE];
	struct sessions *sessions = sessions_new(path, 0);

	ck_assert_int_eq(sessions_begin(sessions, &desk, 0, cookie), 0);
	sessions_free(sessions);
	ck_assert_int_eq(chmod(path, 0640), 0);
	sessions = sessions_new(path, 0);
	ck_assert_ptr_null(sessions_find(sessions, cookie, strlen(cookie), 0));
	sessions_free(sessions);
}
END_TEST

START_TEST(csrf_is_of_its_session)
{
	char one[65], same[65], other[65], long_cookie[400];

	session_csrf("adoube_1", 8, one);
	session_csrf("adoube_1x", 8, same);
	session_csrf("adoube_2", 8, other);
	ck_assert_str_eq(one, same);
	ck_assert_str_ne(one, other);
	memset(long_cookie, 'a', sizeof(long_cookie));
	session_csrf(long_cookie, sizeof(long_cookie), other);
	ck_assert_uint_eq(strlen(other), 64);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("sessions");
	TCase *tcase = tcase_create("sessions");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_loop_test(tcase, cookie_is_found, 0, sizeof(cookies) / sizeof(cookies[0]));
	tcase_add_loop_test(tcase, mistake_is_named, 0, sizeof(wrongs) / sizeof(wrongs[0]));
	tcase_add_test(tcase, oldest_gives_way);
	tcase_add_test(tcase, session_outlives_a_new_start);
	tcase_add_test(tcase, session_ends);
	tcase_add_test(tcase, file_of_others_is_refused);
	tcase_add_test(tcase, csrf_is_of_its_session);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
