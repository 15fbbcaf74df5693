/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/paths.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <check.h>

#include "tests/support.h"

static char folder[] = "/tmp/test_paths_XXXXXX";
static char path[128], spare[128];

static void
setup(void)
{
	strcpy(folder + strlen(folder) - 6, "XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(folder));
	snprintf(path, sizeof(path), "%s/game.pgn", folder);
	snprintf(spare, sizeof(spare), "%s/.game.pgn.spare", folder);
}

static void
teardown(void)
{
	test_remove_folder(folder);
}

static void
put(const char *text)
{
	ck_assert_int_eq(paths_renew(path, text, strlen(text)), 0);
}

static void
holds(int fd, const char *text)
{
	char found[64];
	ssize_t n = pread(fd, found, sizeof(found) - 1, 0);

	ck_assert_int_ge(n, 0);
	found[n] = '\0';
	ck_assert_str_eq(found, text);
}

static void
stands(const char *text)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	ck_assert_int_ge(fd, 0);
	holds(fd, text);
	close(fd);
}

static ino_t
inode(void)
{
	struct stat status;

	ck_assert_int_eq(stat(path, &status), 0);
	return status.st_ino;
}

START_TEST(what_cannot_be_written_is_told_with_what_helps)
{
	char error[256];

	paths_explain("/none/x", "write", ENOENT, error, sizeof(error));
	ck_assert_str_eq(error, "cannot write /none/x: its folder is not there; make it, or choose "
	                        "another");
	paths_explain("/none/x", "read", ENOENT, error, sizeof(error));
	ck_assert_str_eq(error, "cannot read /none/x: there is no such file");
	paths_explain("/none/x", "read", EACCES, error, sizeof(error));
	ck_assert_str_eq(
		error, "cannot read /none/x: permission denied; run it as a user who may read it, "
		       "such as the one adoubed runs as");
}
END_TEST

START_TEST(the_newest_text_stands)
{
	put("1. e4");
	stands("1. e4");
	put("1. e4 e5 2. Nf3");
	stands("1. e4 e5 2. Nf3");
	put("*"); /* shorter than what the spare file held */
	stands("*");
	put("1. d4");
	stands("1. d4");
}
END_TEST

START_TEST(two_files_are_enough)
{
	ino_t one, other;

	put("1");
	one = inode();
	put("2");
	other = inode();
	ck_assert(one != other);
	for (int i = 0; i < 10; i++) {
		put("3");
		ck_assert(inode() == (i % 2 == 0 ? one : other));
	}
}
END_TEST

START_TEST(who_reads_is_not_disturbed)
{
	int reader;

	put("1. e4");
	reader = open(path, O_RDONLY | O_CLOEXEC);
	ck_assert_int_ge(reader, 0);
	for (int i = 0; i < 4; i++) {
		put(i % 2 == 0 ? "1. e4 e5" : "1. e4 c5");
		holds(reader, "1. e4");
	}
	stands("1. e4 c5");
	close(reader);
}
END_TEST

START_TEST(replaced_once_nothing_is_left_beside)
{
	put("1");
	put("2");
	ck_assert_int_eq(access(spare, F_OK), 0);
	ck_assert_int_eq(paths_replace(path, "3", 1), 0);
	stands("3");
	ck_assert_int_eq(access(spare, F_OK), -1);
}
END_TEST

START_TEST(a_folder_in_its_place_is_an_error)
{
	ck_assert_int_eq(mkdir(path, 0755), 0);
	ck_assert_int_eq(paths_renew(path, "1", 1), -EISDIR);
	ck_assert_int_eq(access(spare, F_OK), -1);
	ck_assert_int_eq(rmdir(path), 0);
}
END_TEST

START_TEST(a_link_in_the_place_of_the_spare_is_not_followed)
{
	char other[128];
	int fd;

	snprintf(other, sizeof(other), "%s/other", folder);
	fd = open(other, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
	ck_assert_int_ge(fd, 0);
	put("1");
	ck_assert_int_eq(symlink(other, spare), 0);
	put("2");
	stands("2");
	holds(fd, "");
	close(fd);
}
END_TEST

START_TEST(a_name_too_long_is_an_error)
{
	char name[PATH_MAX + 16];

	memset(name, 'a', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	ck_assert_int_eq(paths_renew(name, "1", 1), -ENAMETOOLONG);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("paths");
	TCase *tcase = tcase_create("replace");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, what_cannot_be_written_is_told_with_what_helps);
	tcase_add_test(tcase, the_newest_text_stands);
	tcase_add_test(tcase, two_files_are_enough);
	tcase_add_test(tcase, who_reads_is_not_disturbed);
	tcase_add_test(tcase, replaced_once_nothing_is_left_beside);
	tcase_add_test(tcase, a_folder_in_its_place_is_an_error);
	tcase_add_test(tcase, a_link_in_the_place_of_the_spare_is_not_followed);
	tcase_add_test(tcase, a_name_too_long_is_an_error);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
