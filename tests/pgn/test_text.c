/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * core/base/text: the bounded writer.
 */
#include <check.h>
#include <errno.h>
#include <string.h>

#include "core/base/text.h"
#include "tests/support.h"

START_TEST(text_of_all_kinds_is_appended_in_order)
{
	static const uint8_t bytes[] = { 0x00, 0x0f, 0xa5, 0xff };
	char buffer[64];
	struct text text;
	size_t len = 99;

	text_begin(&text, buffer, sizeof(buffer));
	text_char(&text, '[');
	text_string(&text, "abc");
	text_bytes(&text, "defgh", 2);
	text_unsigned(&text, 7, 3);
	text_signed(&text, -42);
	text_hex(&text, bytes, sizeof(bytes));
	ck_assert_int_eq(text_end(&text, &len), 0);
	ck_assert_str_eq(buffer, "[abcde007-42000fa5ff");
	ck_assert_uint_eq(len, strlen(buffer));
}
END_TEST

static const struct {
	uint64_t value;
	int min_digits;
	const char *expected;
} numbers[] = {
	{ 0, 0, "0" },
	{ 0, 1, "0" },
	{ 0, 3, "000" },
	{ 9, 1, "9" },
	{ 10, 1, "10" },
	{ 1234, 2, "1234" },
	{ 5, 20, "00000000000000000005" },
	{ UINT64_MAX, 1, "18446744073709551615" },
	{ UINT64_MAX, 20, "18446744073709551615" },
};

START_TEST(text_unsigned_pads_and_reaches_the_limits)
{
	char buffer[32];
	struct text text;

	text_begin(&text, buffer, sizeof(buffer));
	text_unsigned(&text, numbers[_i].value, numbers[_i].min_digits);
	ck_assert_int_eq(text_end(&text, NULL), 0);
	ck_assert_str_eq(buffer, numbers[_i].expected);
}
END_TEST

START_TEST(text_signed_reaches_the_limits)
{
	char buffer[64];
	struct text text;

	text_begin(&text, buffer, sizeof(buffer));
	text_signed(&text, INT64_MIN);
	text_char(&text, ' ');
	text_signed(&text, INT64_MAX);
	text_char(&text, ' ');
	text_signed(&text, 0);
	ck_assert_str_eq(buffer, "-9223372036854775808 9223372036854775807 0");
}
END_TEST

/* Every size from 1 up: nothing behind the buffer changes, the text stays terminated, and exactly
 * the sizes that hold text and NUL succeed. */
START_TEST(text_never_writes_outside_its_buffer)
{
	static const char whole[] = "1. e4 e5";
	char buffer[32];
	size_t size = (size_t)_i;
	struct text text;
	int r;

	memset(buffer, '#', sizeof(buffer));
	text_begin(&text, buffer, size);
	text_string(&text, "1. ");
	text_string(&text, "e4");
	text_char(&text, ' ');
	text_string(&text, "e5");
	r = text_end(&text, NULL);
	ck_assert_int_eq(r, size >= sizeof(whole) ? 0 : -ENOBUFS);
	ck_assert(memchr(buffer, '\0', size) != NULL);
	ck_assert_int_eq(strncmp(buffer, whole, strlen(buffer)), 0);
	for (size_t i = size; i < sizeof(buffer); i++)
		ck_assert_int_eq(buffer[i], '#');
}
END_TEST

START_TEST(text_that_overflowed_takes_nothing_more)
{
	char buffer[4];
	struct text text;
	size_t len = 99;

	text_begin(&text, buffer, sizeof(buffer));
	text_string(&text, "ab");
	text_string(&text, "cd"); /* would need the NUL's place */
	text_char(&text, 'e');    /* would fit, but would hide the loss */
	ck_assert_str_eq(buffer, "ab");
	ck_assert_int_eq(text_end(&text, &len), -ENOBUFS);
	ck_assert_uint_eq(len, 99);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("text");
	TCase *tcase = tcase_create("text");

	tcase_add_test(tcase, text_of_all_kinds_is_appended_in_order);
	tcase_add_loop_test(tcase, text_unsigned_pads_and_reaches_the_limits, 0,
	                    (int)(sizeof(numbers) / sizeof(numbers[0])));
	tcase_add_test(tcase, text_signed_reaches_the_limits);
	tcase_add_loop_test(tcase, text_never_writes_outside_its_buffer, 1, 12);
	tcase_add_test(tcase, text_that_overflowed_takes_nothing_more);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
