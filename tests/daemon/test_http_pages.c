/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Who has a page already: dates as HTTP writes them, and what they are held against.
 */
#include "daemon/http_pages.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

#include "daemon/http_date.h"
#include "tests/support.h"

#define CHANGED_S 784111777 /* RFC 9110's own example, in the three forms */
#define NOW_S     (CHANGED_S + 1000)

static const struct {
	const char *text;
	int64_t unix_s; /* -1: no date */
} dates[] = {
	{ "Sun, 06 Nov 1994 08:49:37 GMT", CHANGED_S },
	{ "Sunday, 06-Nov-94 08:49:37 GMT", CHANGED_S },
	{ "Sun Nov  6 08:49:37 1994", CHANGED_S },
	{ "Sun Nov 06 08:49:37 1994", CHANGED_S },
	{ "Wednesday, 06-Nov-30 08:49:37 GMT", 1920185377 },
	{ "Thu, 29 Feb 2024 23:59:60 GMT", 1709251200 },
	{ "Wed, 29 Feb 2023 12:00:00 GMT", -1 },
	{ "Sun, 00 Nov 1994 08:49:37 GMT", -1 },
	{ "Sun, 06 Nov 1994 24:00:00 GMT", -1 },
	{ "Sun, 06 Nov 1994 08:60:37 GMT", -1 },
	{ "Sun, 06 Nov 1994 08:49:61 GMT", -1 },
	{ "Sun, 06 Nov 1994 08:49:37 CET", -1 },
	{ "Sun, 06 Nov 1994 08:49:37 GMT ", -1 },
	{ "Sun, 06 Nov 1994 08:49:37", -1 },
	{ "Sun, 06 Nov 94 08:49:37 GMT", -1 },
	{ "Son, 06 Nov 1994 08:49:37 GMT", -1 },
	{ "Sun, 06 Nov -994 08:49:37 GMT", -1 },
	{ "784111777", -1 },
	{ "", -1 },
};

START_TEST(dates_are_read_in_three_forms)
{
	int64_t unix_s = -1;
	bool read = http_date_parse(dates[_i].text, NOW_S, &unix_s);

	ck_assert_msg(read == (dates[_i].unix_s >= 0), "%s", dates[_i].text);
	if (read)
		ck_assert_msg(unix_s == dates[_i].unix_s, "%s: %lld", dates[_i].text,
		              (long long)unix_s);
}
END_TEST

START_TEST(dates_are_written_in_one)
{
	char text[HTTP_DATE_SIZE];

	http_date_format(CHANGED_S, text);
	ck_assert_str_eq(text, "Sun, 06 Nov 1994 08:49:37 GMT");
}
END_TEST

/* The page changed at CHANGED_S; its tag is "5". */
static const struct {
	const char *none_match;
	int64_t since_s; /* -1: not said */
	int64_t now_s;
	bool known;
} readers[] = {
	{ NULL, -1, NOW_S, false },
	{ NULL, CHANGED_S + 1, NOW_S, true }, /* what Last-Modified said */
	{ NULL, NOW_S, NOW_S, true },
	{ NULL, CHANGED_S, NOW_S, false }, /* before or behind the change: nobody knows */
	{ NULL, CHANGED_S - 9, NOW_S, false },
	{ NULL, NOW_S + 1, NOW_S, false }, /* a clock that is wrong */
	{ "\"5\"", -1, NOW_S, true },
	{ "\"5\"", CHANGED_S - 9, NOW_S, true }, /* the tag decides alone */
	{ "\"4\"", NOW_S, NOW_S, false },
};

START_TEST(who_has_the_page_is_known)
{
	struct http_page page = { .etag = "\"5\"" };
	char since[HTTP_DATE_SIZE];

	ck_assert_int_eq(http_page_set(&page, "a", 1, CHANGED_S), 0);
	snprintf(page.etag, sizeof(page.etag), "\"5\"");
	http_date_format(readers[_i].since_s, since);
	ck_assert_int_eq(http_page_is_known(&page, page.etag, readers[_i].none_match,
	                                    readers[_i].since_s >= 0 ? since : NULL,
	                                    readers[_i].now_s),
	                 readers[_i].known);
	free(page.body);
}
END_TEST

START_TEST(the_same_text_is_no_change)
{
	struct http_page page = { 0 };

	ck_assert_int_eq(http_page_set(&page, "a", 1, CHANGED_S), 0);
	ck_assert_int_eq(http_page_set(&page, "a", 1, CHANGED_S + 50), 0);
	ck_assert_int_eq(page.modified_s, CHANGED_S + 1);
	ck_assert_int_eq(http_page_set(&page, "b", 1, CHANGED_S + 50), 0);
	ck_assert_int_eq(page.modified_s, CHANGED_S + 51);
	free(page.body);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("http_pages");
	TCase *tcase = tcase_create("http_pages");

	tcase_add_loop_test(tcase, dates_are_read_in_three_forms, 0,
	                    sizeof(dates) / sizeof(dates[0]));
	tcase_add_test(tcase, dates_are_written_in_one);
	tcase_add_loop_test(tcase, who_has_the_page_is_known, 0,
	                    sizeof(readers) / sizeof(readers[0]));
	tcase_add_test(tcase, the_same_text_is_no_change);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
