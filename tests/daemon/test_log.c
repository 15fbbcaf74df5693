/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The log: whatever is in a message, it is one line that can be read.
 */
#include "daemon/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/support.h"

static char path[] = "/tmp/test_log_XXXXXX";

static const struct {
	const char *said, *shown;
} messages[] = {
	{ "Zürich ♞ 𝄞", "Zürich ♞ 𝄞" },
	{ "one\ntwo\tthree\033[2J", "one?two?three?[2J" },
	{ "Zur\xfc"
	  "ck",
	  "Zur?ck" },                                  /* Latin-1 */
	{ "Les Noirs n'ont\xc2", "Les Noirs n'ont?" }, /* half a character */
	{ "\xe2\x99", "??" },
	{ "\xed\xa0\x80\xc0\x80", "?????" },
};

START_TEST(log_line_can_be_read)
{
	int fd, kept = dup(STDERR_FILENO);
	char *text;
	size_t len;

	strcpy(path + strlen(path) - 6, "XXXXXX");
	fd = mkstemp(path);
	ck_assert_int_ge(fd, 0);
	setenv("JOURNAL_STREAM", "8:1", 1);
	log_init(false);
	dup2(fd, STDERR_FILENO);
	log_warn("%s", messages[_i].said);
	dup2(kept, STDERR_FILENO);
	close(fd);
	text = test_read_file(path, &len);
	unlink(path);
	ck_assert_ptr_nonnull(text);
	ck_assert_int_eq(strncmp(text, "<4>", 3), 0);
	text[len - 1] = '\0';
	ck_assert_str_eq(text + 3, messages[_i].shown);
	free(text);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("log");
	TCase *tcase = tcase_create("log");

	tcase_add_loop_test(tcase, log_line_can_be_read, 0, sizeof(messages) / sizeof(messages[0]));
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
