/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tokens: what the file says, who may write it, who is let in.
 */
#include "daemon/private/access.h"

#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support.h"

#define HEX "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08" /* of "test" */

static char path[] = "/tmp/test_access_XXXXXX";
static char error[512];
static struct token_list list;

static void
setup(void)
{
	int fd;

	strcpy(path + strlen(path) - 6, "XXXXXX");
	fd = mkstemp(path);
	ck_assert_int_ge(fd, 0);
	close(fd);
}

static void
teardown(void)
{
	unlink(path);
}

static void
put(const char *text)
{
	FILE *file = fopen(path, "w");

	ck_assert_ptr_nonnull(file);
	fputs(text, file);
	ck_assert_int_eq(fclose(file), 0);
}

START_TEST(file_is_read)
{
	put("# who\n\n desk  arbiter\t2025-03-16T22:00:00Z sha256:" HEX "\r\n"
	    "wall viewer never "
	    "sha256:0000000000000000000000000000000000000000000000000000000000000000");
	ck_assert_int_eq(token_list_read(path, &list, error, sizeof(error)), 0);
	ck_assert_uint_eq(list.n, 2);
	ck_assert_str_eq(list.rows[0].name, "desk");
	ck_assert_int_eq(list.rows[0].role, TOKEN_ARBITER);
	ck_assert_int_eq(list.rows[0].expires_s, 1742162400);
	ck_assert_int_eq(list.rows[1].expires_s, TOKEN_NEVER);
	ck_assert_ptr_eq(token_list_find(&list, "test", 4), &list.rows[0]);
	ck_assert_ptr_null(token_list_find(&list, "test", 3));
	ck_assert_ptr_null(token_list_find(&list, "", 0));
}
END_TEST

static const struct {
	const char *text, *error;
} wrongs[] = {
	{ "desk\n", "line 1: not four words" },
	{ "# a\ndesk arbiter never sha256:" HEX " more\n", "line 2: not four words" },
	{ "desk king never sha256:" HEX, "line 1: a role is" },
	{ "d/k viewer never sha256:" HEX, "line 1: a name is" },
	{ "desk viewer soon sha256:" HEX, "line 1: an expiry is" },
	{ "desk viewer never sha256:9f86", "line 1: a digest is" },
	{ "desk viewer never md5:" HEX, "line 1: a digest is" },
	{ "a viewer never sha256:" HEX "\na metrics never sha256:" HEX,
	  "line 2: another token has this name" },
};

START_TEST(mistake_is_named)
{
	put(wrongs[_i].text);
	ck_assert_int_eq(token_list_read(path, &list, error, sizeof(error)), -EBADMSG);
	ck_assert_msg(strstr(error, wrongs[_i].error) && strstr(error, path), "%s", error);
	ck_assert_uint_eq(list.n, 0);
}
END_TEST

static const struct {
	mode_t mode;
	int result;
} modes[] = {
	{ 0600, 0 },       { 0640, 0 },       { 0400, 0 },
	{ 0660, -EACCES }, { 0644, -EACCES }, { 0602, -EACCES },
};

START_TEST(file_is_nobody_elses)
{
	put("");
	ck_assert_int_eq(chmod(path, modes[_i].mode), 0);
	ck_assert_int_eq(token_list_read(path, &list, error, sizeof(error)), modes[_i].result);
	if (modes[_i].result < 0)
		ck_assert_msg(strstr(error, "chmod 640") != NULL, "%s", error);
}
END_TEST

START_TEST(other_users_file_is_refused)
{
	if (geteuid() != 0)
		return; /* only root can give files away */
	ck_assert_int_eq(chown(path, 65534, 65534), 0);
	ck_assert_int_eq(token_list_read(path, &list, error, sizeof(error)), -EACCES);
	ck_assert_msg(strstr(error, "belongs to another user") != NULL, "%s", error);
}
END_TEST

START_TEST(written_list_is_read_back)
{
	char text[TOKEN_TEXT_SIZE], again[TOKEN_TEXT_SIZE], *file;
	uint8_t digest[TOKEN_DIGEST_SIZE];
	struct stat status;
	size_t len;

	ck_assert_int_eq(token_make(text, digest), 0);
	list.n = 1;
	list.rows[0] =
		(struct token_row){ .name = "a", .role = TOKEN_METRICS, .expires_s = -55000000000 };
	memcpy(list.rows[0].digest, digest, sizeof(digest));
	ck_assert_int_eq(chmod(path, 0640), 0);
	ck_assert_int_eq(token_list_write(path, &list, error, sizeof(error)), 0);
	ck_assert_int_eq(stat(path, &status), 0);
	ck_assert_int_eq(status.st_mode & 0777, 0640);
	memset(&list, 0, sizeof(list));
	ck_assert_int_eq(token_list_read(path, &list, error, sizeof(error)), 0);
	ck_assert_int_eq(list.rows[0].expires_s, -55000000000); /* the year 227 */
	ck_assert_ptr_eq(token_list_find(&list, text, strlen(text)), &list.rows[0]);
	file = test_read_file(path, &len);
	ck_assert_ptr_null(strstr(file, text + 7));
	free(file);
	/* And no two are the same. */
	ck_assert_int_eq(token_make(again, digest), 0);
	ck_assert_str_ne(text, again);
}
END_TEST

/* Somebody else writes the file, or would have us write into another. */
START_TEST(writing_begins_its_own_file)
{
	char fresh[64];

	snprintf(fresh, sizeof(fresh), "%s.new", path);
	ck_assert_int_eq(symlink("/dev/null", fresh), 0);
	ck_assert_int_eq(token_list_write(path, &list, error, sizeof(error)), -EEXIST);
	ck_assert_msg(strstr(error, fresh) != NULL, "%s", error);
	unlink(fresh);
}
END_TEST

START_TEST(roles_may_no_more_than_theirs)
{
	static const char *const may[TOKEN_ROLES] = { "1111", "1110", "1100", "1000" };

	for (int role = 0; role < TOKEN_ROLES; role++)
		for (int right = RIGHT_METRICS; right <= RIGHT_DECIDE; right++)
			ck_assert_int_eq(token_may((enum token_role)role, (enum token_right)right),
			                 may[role][right] == '1');
}
END_TEST

static const struct {
	const char *header, *token; /* NULL: none */
} headers[] = {
	{ "Bearer abc", "abc" },
	{ "bearer  abc  ", "abc" },
	{ "Bearer ", NULL },
	{ "Bearer a b", NULL },
	{ "Basic abc", NULL },
	{ "Bearerabc", NULL },
	{ "", NULL },
	{ NULL, NULL },
	{ "Bearer \tabc", NULL },
};

START_TEST(bearer_is_taken)
{
	size_t len = 0;
	const char *token = access_bearer(headers[_i].header, &len);

	if (!headers[_i].token) {
		ck_assert_ptr_null(token);
		return;
	}
	ck_assert_ptr_nonnull(token);
	ck_assert_uint_eq(len, strlen(headers[_i].token));
	ck_assert_int_eq(strncmp(token, headers[_i].token, len), 0);
}
END_TEST

/* What is revoked or has expired lets nobody in, whatever was true a moment ago. */
START_TEST(access_follows_the_file)
{
	struct access *access = access_new(path);
	struct access_asker asker;

	ck_assert_int_eq(access_check(access, "test", 4, 0, &asker), -EACCES);
	put("desk arbiter 1970-01-01T00:01:00Z sha256:" HEX "\n");
	ck_assert_int_eq(access_check(access, "test", 4, 59, &asker), 0);
	ck_assert_str_eq(asker.name, "desk");
	ck_assert_int_eq(asker.role, TOKEN_ARBITER);
	ck_assert_int_eq(access_check(access, "test", 4, 60, &asker), -ESTALE);
	ck_assert(access_still(access, &asker, 59));
	ck_assert(!access_still(access, &asker, 60));
	put("desk viewer 1970-01-01T00:01:00Z sha256:" HEX "\n");
	ck_assert(!access_still(access, &asker, 59));
	ck_assert_int_eq(access_check(access, "test", 4, 59, &asker), 0);
	ck_assert_int_eq(asker.role, TOKEN_VIEWER);
	put("");
	ck_assert_int_eq(access_check(access, "test", 4, 59, &asker), -EACCES);
	ck_assert(!access_still(access, &asker, 59));
	access_free(access);
}
END_TEST

static const struct {
	const char *user_agent, *mobile;
	bool phone;
} browsers[] = {
	{ "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36",
	  NULL, true },
	{ "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile/15E148", NULL,
	  true },
	{ "Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0", NULL, true },
	{ "Mozilla/5.0 (iPad; CPU OS 12_2 like Mac OS X) Version/12.1 Mobile/15E148", NULL, false },
	{ "Mozilla/5.0 (Linux; Android 14; SM-X200) Chrome/126.0 Safari/537.36", NULL, false },
	{ "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0", NULL, false },
	{ "Mozilla/5.0 (X11; Linux x86_64) Chrome/126.0", "?1", true },
	{ "Mozilla/5.0 (X11; Linux x86_64) Chrome/126.0", "?0", false },
	{ "curl/8.5", NULL, false },
	{ NULL, NULL, false },
};

START_TEST(phones_are_known_by_what_they_say)
{
	ck_assert_int_eq(access_is_phone(browsers[_i].user_agent, browsers[_i].mobile),
	                 browsers[_i].phone);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("access");
	TCase *tcase = tcase_create("access");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, file_is_read);
	tcase_add_loop_test(tcase, mistake_is_named, 0, sizeof(wrongs) / sizeof(wrongs[0]));
	tcase_add_loop_test(tcase, file_is_nobody_elses, 0, sizeof(modes) / sizeof(modes[0]));
	tcase_add_test(tcase, other_users_file_is_refused);
	tcase_add_test(tcase, written_list_is_read_back);
	tcase_add_test(tcase, writing_begins_its_own_file);
	tcase_add_test(tcase, roles_may_no_more_than_theirs);
	tcase_add_loop_test(tcase, bearer_is_taken, 0, sizeof(headers) / sizeof(headers[0]));
	tcase_add_test(tcase, access_follows_the_file);
	tcase_add_loop_test(tcase, phones_are_known_by_what_they_say, 0,
	                    sizeof(browsers) / sizeof(browsers[0]));
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
