/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The event file changed from afar: what is refused, and that it is replaced whole or not at all.
 */
#include "daemon/event_file.h"

#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support.h"

#define WAS                                                                                        \
	"# ours\n[event]\nname = Paris\n[daemon]\nport = 8070\n[lichess]\nserver = "               \
	"https://lichess.org\n[table 1]\nwhite = Fischer\n"

static char folder[] = "/tmp/test_event_file_XXXXXX", path[64], beside[72], error[2048];

static void
setup(void)
{
	memcpy(folder + strlen(folder) - 6, "XXXXXX", 6);
	ck_assert_ptr_nonnull(mkdtemp(folder));
	snprintf(path, sizeof(path), "%s/adoubed.conf", folder);
	snprintf(beside, sizeof(beside), "%s.fresh", path);
	error[0] = '\0';
}

static void
teardown(void)
{
	unlink(beside);
	unlink(path);
	ck_assert_int_eq(rmdir(folder), 0);
}

static void
write_file(const char *text)
{
	FILE *file = fopen(path, "w");

	ck_assert_ptr_nonnull(file);
	ck_assert_int_ge(fputs(text, file), 0);
	ck_assert_int_eq(fclose(file), 0);
}

START_TEST(a_good_file_may_stand)
{
	ck_assert_msg(event_file_check("f", WAS, WAS "[table 2]\nboard = serial:1\n", error,
	                               sizeof(error)) == 0,
	              "%s", error);
	ck_assert_int_eq(event_file_check("f", WAS,
	                                  "[table 9]\n[daemon]\nport = 8070\n[event]\nname = x\n",
	                                  error, sizeof(error)),
	                 0);
}
END_TEST

static const struct {
	const char *text, *error;
	int result;
} refused[] = {
	{ WAS "[event]\n", "f:10: [event] begins again", -EBADMSG },
	{ WAS "black = x\nelo = 3\n", "f:11: unknown key 'elo' in [table 1]", -EBADMSG },
	{ WAS "white_elo = x\n", "f:10: [table 1] white_elo: 'x' is not allowed", -EBADMSG },
	{ WAS "[time]\ncontrol = 300+3\n", "[rules] adequate_supervision must be stated",
	  -EBADMSG },
	{ "[daemon]\nport = 8070\n", "f has no table: add a section [table 1]", -EBADMSG },
	{ "", "f has no table", -EBADMSG },
	{ "[table 1]\n[daemon]\nport = 8071\n", "[daemon] can be changed on the machine", -EPERM },
	{ WAS "[private]\nport = 8071\n", "[private] can be changed on the machine", -EPERM },
	{ WAS "[livechess]\nport = 1982\n", "[livechess] can be changed on the machine", -EPERM },
	{ WAS "[cloud]\nfolder = /etc\n", "folder of [cloud] can be changed", -EPERM },
	{ "[table 1]\n[daemon]\nport = 8070\n[lichess]\nserver = https://example.org\n",
	  "token_file and server of [lichess] can be changed", -EPERM },
};

START_TEST(what_is_wrong_is_named)
{
	int r = event_file_check("f", WAS, refused[_i].text, error, sizeof(error));

	ck_assert_int_eq(r, refused[_i].result);
	ck_assert_msg(strstr(error, refused[_i].error) != NULL, "%s", error);
}
END_TEST

START_TEST(a_file_that_is_too_long_is_refused)
{
	char *text = malloc(EVENT_FILE_MAX + 2);

	memset(text, '#', EVENT_FILE_MAX + 1);
	text[EVENT_FILE_MAX + 1] = '\0';
	ck_assert_int_eq(event_file_check("f", WAS, text, error, sizeof(error)), -EFBIG);
	write_file(text);
	ck_assert_ptr_null(event_file_read(path, error, sizeof(error)));
	text[EVENT_FILE_MAX] = '\0';
	write_file(text);
	free(text);
	text = event_file_read(path, error, sizeof(error));
	ck_assert_uint_eq(strlen(text), EVENT_FILE_MAX);
	free(text);
}
END_TEST

static void
is_there(const char *wanted)
{
	char *text = event_file_read(path, error, sizeof(error));

	ck_assert_msg(text != NULL, "%s", error);
	ck_assert_str_eq(text, wanted);
	free(text);
}

START_TEST(it_is_replaced_in_one_step_behind_its_link)
{
	char link[80];
	struct stat status;

	write_file(WAS);
	ck_assert_int_eq(chmod(path, 0640), 0);
	snprintf(link, sizeof(link), "%s/link", folder);
	ck_assert_int_eq(symlink(path, link), 0);
	ck_assert_int_eq(event_file_prepare(link, "[table 3]\n", error, sizeof(error)), 0);
	is_there(WAS);
	/* What an earlier order left is in nobody's way. */
	ck_assert_int_eq(event_file_prepare(link, "[table 4]\n", error, sizeof(error)), 0);
	ck_assert_int_eq(event_file_put(link, error, sizeof(error)), 0);
	is_there("[table 4]\n");
	ck_assert_int_eq(lstat(link, &status), 0);
	ck_assert(S_ISLNK(status.st_mode));
	ck_assert_int_eq(stat(path, &status), 0);
	ck_assert_uint_eq(status.st_mode & 0777, 0640);
	ck_assert_int_ne(access(beside, F_OK), 0);
	unlink(link);
}
END_TEST

START_TEST(where_it_cannot_be_replaced_it_stands)
{
	snprintf(path, sizeof(path), "/proc/version");
	ck_assert_int_lt(event_file_prepare(path, "x", error, sizeof(error)), 0);
	ck_assert_msg(strstr(error, "cannot replace /proc/version") != NULL, "%s", error);
	snprintf(path, sizeof(path), "%s/none", folder);
	ck_assert_int_eq(event_file_put(path, error, sizeof(error)), -ENOENT);
	ck_assert_ptr_null(event_file_read(path, error, sizeof(error)));
	ck_assert_msg(strstr(error, "cannot read") != NULL, "%s", error);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("event_file");
	TCase *tcase = tcase_create("event_file");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, a_good_file_may_stand);
	tcase_add_loop_test(tcase, what_is_wrong_is_named, 0,
	                    (int)(sizeof(refused) / sizeof(refused[0])));
	tcase_add_test(tcase, a_file_that_is_too_long_is_refused);
	tcase_add_test(tcase, it_is_replaced_in_one_step_behind_its_link);
	tcase_add_test(tcase, where_it_cannot_be_replaced_it_stands);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
