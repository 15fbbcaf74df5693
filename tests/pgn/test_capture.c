/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * core/capture: one line of a capture in, one line out.
 */
#include <check.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/capture/capture.h"
#include "tests/support.h"

static struct capture_reader reader;
static struct capture_line line;
static struct capture_error error;
static char buffer[512];

/* parse: one line, without a NUL behind it, as it comes out of a read buffer. */
static int
parse(const char *text)
{
	size_t len = strlen(text);

	ck_assert_uint_lt(len, sizeof(buffer));
	memcpy(buffer, text, len);
	buffer[len] = 'X'; /* room for the NUL, but no NUL yet */
	return capture_parse(&reader, buffer, len, &line, &error);
}

static void
begin(void)
{
	capture_reader_init(&reader);
	ck_assert_int_eq(parse("# adoubed capture 1"), 0);
}

START_TEST(capture_head_is_a_fact)
{
	begin();
	ck_assert_int_eq(line.kind, CAPTURE_FACT);
	ck_assert_str_eq(line.key, "adoubed");
	ck_assert_str_eq(line.value, "capture 1");
	ck_assert_uint_eq(reader.line, 1);
}
END_TEST

static const struct {
	const char *text, *key, *value;
} facts[] = {
	{ "# driver dgt", "driver", "dgt" },
	{ "# time-control 40/5400+30:1800+30", "time-control", "40/5400+30:1800+30" },
	{ "# shoe-size of the operator 44  ", "shoe-size", "of the operator 44" },
	{ "#serial 12345\r", "serial", "12345" },
	{ "#\tserial\t \t12345", "serial", "12345" },
	{ "  # lonely", "lonely", "" },
	{ "# N\xc3\xa4me J\xc3\xb6rg", "N\xc3\xa4me", "J\xc3\xb6rg" },
};

START_TEST(capture_fact_is_key_and_value)
{
	begin();
	ck_assert_int_eq(parse(facts[_i].text), 0);
	ck_assert_int_eq(line.kind, CAPTURE_FACT);
	ck_assert_str_eq(line.key, facts[_i].key);
	ck_assert_str_eq(line.value, facts[_i].value);
	ck_assert_uint_eq(line.t_us, 0);
}
END_TEST

START_TEST(capture_fact_may_come_anywhere)
{
	begin();
	ck_assert_int_eq(parse("5 < 00"), 0);
	ck_assert_int_eq(parse("# note late"), 0);
	ck_assert_str_eq(line.key, "note");
	ck_assert_int_eq(parse("5 < 01"), 0);
}
END_TEST

static const char *const nothings[] = { "", "\r", "   ", "\t", "#", " #  " };

START_TEST(capture_empty_line_is_nothing)
{
	begin();
	ck_assert_int_eq(parse(nothings[_i]), 0);
	ck_assert_int_eq(line.kind, CAPTURE_NOTHING);
	ck_assert_uint_eq(reader.line, 2);
}
END_TEST

static const struct {
	const char *text;
	enum capture_kind kind;
	uint64_t t_us;
	size_t len;
	uint8_t bytes[4];
} chunks[] = {
	{ "0 < 8600430a", CAPTURE_FROM_BOARD, 0, 4, { 0x86, 0x00, 0x43, 0x0a } },
	{ "1203 > 4b", CAPTURE_TO_BOARD, 1203, 1, { 0x4b } },
	{ "1203>4b", CAPTURE_TO_BOARD, 1203, 1, { 0x4b } },
	{ "  7  <  FfaB\r", CAPTURE_FROM_BOARD, 7, 2, { 0xff, 0xab } },
	{ "7 < 4b 00\t01 ", CAPTURE_FROM_BOARD, 7, 3, { 0x4b, 0x00, 0x01 } },
	{ "0007 < 00", CAPTURE_FROM_BOARD, 7, 1, { 0x00 } },
	{ "18446744073709551614 < 00", CAPTURE_FROM_BOARD, UINT64_MAX - 1, 1, { 0x00 } },
};

START_TEST(capture_chunk_is_decoded)
{
	begin();
	ck_assert_int_eq(parse(chunks[_i].text), 0);
	ck_assert_int_eq(line.kind, chunks[_i].kind);
	ck_assert(line.t_us == chunks[_i].t_us);
	ck_assert_uint_eq(line.len, chunks[_i].len);
	ck_assert_mem_eq(line.bytes, chunks[_i].bytes, chunks[_i].len);
}
END_TEST

START_TEST(capture_host_event_is_passed_on)
{
	begin();
	ck_assert_int_eq(parse("5000000 ! {\"op\":\"result\",\"result\":\"1-0\"}  \r"), 0);
	ck_assert_int_eq(line.kind, CAPTURE_HOST);
	ck_assert_uint_eq(line.t_us, 5000000);
	ck_assert_str_eq(line.json, "{\"op\":\"result\",\"result\":\"1-0\"}");
}
END_TEST

START_TEST(capture_equal_times_are_fine)
{
	begin();
	ck_assert_int_eq(parse("100 < 00"), 0);
	ck_assert_int_eq(parse("100 > 00"), 0);
	ck_assert_int_eq(parse("100 ! {}"), 0);
}
END_TEST

static const struct {
	const char *text;
	int column;
	const char *cause;
} faults[] = {
	{ "0 < 4b0", 7, "odd number of hex digits" },
	{ "0 < 4b 0", 8, "odd number of hex digits" },
	{ "0 < 4 b0", 5, "odd number of hex digits" },
	{ "0 < 4g", 6, "expected a hex digit, found 'g'" },
	{ "0 < x4", 5, "expected a hex digit, found 'x'" },
	{ "0 < 4b\xc3\xa4", 7, "expected a hex digit, found byte 0xc3" },
	{ "0 <", 4, "no bytes after the direction" },
	{ "0 > ", 4, "no bytes after the direction" },
	{ "0 !", 4, "no event after '!'" },
	{ "0 = 4b", 3, "expected '<', '>' or '!', found '='" },
	{ "0x < 4b", 2, "expected '<', '>' or '!', found 'x'" },
	{ "12", 3, "expected '<', '>' or '!', found the end of the line" },
	{ "1.5 < 4b", 2, "expected '<', '>' or '!', found '.'" },
	{ "-1 < 4b", 1, "expected '#' or a time stamp in microseconds, found '-'" },
	{ " < 4b", 2, "expected '#' or a time stamp in microseconds, found '<'" },
	{ "\x01", 1, "control character, byte 0x01" },
	{ "\xc3\xa4", 1, "expected '#' or a time stamp in microseconds, found byte 0xc3" },
	{ "18446744073709551615 < 4b", 1, "time stamp does not fit in 64 bits" },
	{ "18446744073709551616 < 4b", 1, "time stamp does not fit in 64 bits" },
	{ "99999999999999999999999999999 < 4b", 1, "time stamp does not fit in 64 bits" },
	{ "1200 < 4b", 1, "time stamp 1200 after 5000: time stamps never decrease" },
	{ "315360000005001 < 4b", 1,
	  "time stamp 315360000005001 after 5000: ten years and more lie between them" },
	{ "9000000000000000000 < 4b", 1,
	  "time stamp 9000000000000000000 after 5000: ten years and more lie between them" },
};

START_TEST(capture_fault_names_line_column_cause)
{
	struct capture_line before;

	begin();
	if (strstr(faults[_i].cause, "5000"))
		ck_assert_int_eq(parse("5000 > 4b"), 0);
	before = line;
	ck_assert_int_eq(parse(faults[_i].text), -EBADMSG);
	ck_assert_str_eq(error.cause, faults[_i].cause);
	ck_assert_int_eq(error.column, faults[_i].column);
	ck_assert_uint_eq(error.line, reader.line);
	ck_assert(line.kind == before.kind && line.t_us == before.t_us);
}
END_TEST

START_TEST(capture_control_character_is_refused)
{
	char text[] = "# key a\0b";

	begin();
	ck_assert_int_eq(capture_parse(&reader, text, sizeof(text) - 1, &line, &error), -EBADMSG);
	ck_assert_int_eq(error.column, 8);
	ck_assert_str_eq(error.cause, "control character, byte 0x00");
	ck_assert_int_eq(parse("# key a\rb"), -EBADMSG);
	ck_assert_str_eq(error.cause, "control character, byte 0x0d");
	ck_assert_int_eq(parse("5 ! {\x1b}"), -EBADMSG);
	ck_assert_int_eq(error.column, 6);
}
END_TEST

/* A recording may begin at any time, and wait for long. */
START_TEST(capture_time_may_begin_anywhere)
{
	begin();
	ck_assert_int_eq(parse("9000000000000000000 < 4b"), 0);
	begin();
	ck_assert_int_eq(parse("0 < 4b"), 0);
	ck_assert_int_eq(parse("315360000000000 < 4b"), 0);
}
END_TEST

/* A line that cannot be read does not move the time. */
START_TEST(capture_fault_leaves_the_time)
{
	begin();
	ck_assert_int_eq(parse("5000 > 4b"), 0);
	ck_assert_int_eq(parse("9000 > 4"), -EBADMSG);
	ck_assert_uint_eq(reader.last_us, 5000);
	ck_assert_int_eq(parse("6000 > 4b"), 0);
	ck_assert_uint_eq(reader.line, 4);
}
END_TEST

static const struct {
	const char *text;
	int column;
	const char *cause;
} heads[] = {
	{ "", 1, "not an adoubed capture" },
	{ "0 < 4b", 1, "not an adoubed capture" },
	{ "# driver dgt", 1, "not an adoubed capture" },
	{ "# adoubed", 1, "not an adoubed capture" },
	{ "# adoubed journal 1", 1, "not an adoubed capture" },
	{ "\x1f\x8b\x08", 1, "not an adoubed capture" },
	{ "# adoubed capture 2", 19, "capture version '2': only version 1 can be read" },
	{ "# adoubed capture 10", 19, "capture version '10': only version 1 can be read" },
	{ "# adoubed capture", 18, "capture version '': only version 1 can be read" },
};

START_TEST(capture_foreign_head_is_refused)
{
	capture_reader_init(&reader);
	ck_assert_int_eq(parse(heads[_i].text), -EBADMSG);
	ck_assert_uint_eq(error.line, 1);
	ck_assert_int_eq(error.column, heads[_i].column);
	ck_assert_int_eq(strncmp(error.cause, heads[_i].cause, strlen(heads[_i].cause)), 0);
}
END_TEST

START_TEST(capture_head_with_more_blanks_is_read)
{
	capture_reader_init(&reader);
	ck_assert_int_eq(parse("#  adoubed  capture  1 \r"), 0);
}
END_TEST

START_TEST(capture_format_writes_what_the_design_shows)
{
	static const uint8_t bytes[] = { 0x86, 0x00, 0x43, 0x08, 0x09, 0x0a };
	char out[256];
	struct text text;

	text_begin(&text, out, sizeof(out));
	capture_format_head(&text, "dgt");
	capture_format_fact(&text, "serial", "12345");
	capture_format_fact(&text, "empty", "");
	capture_format_bytes(&text, 0, '<', bytes, sizeof(bytes));
	capture_format_bytes(&text, 1203, '>', (const uint8_t *)"K", 1);
	capture_format_host(&text, 5000000, "{\"op\":\"result\",\"result\":\"1-0\"}");
	ck_assert_int_eq(text_end(&text, NULL), 0);
	ck_assert_str_eq(out, "# adoubed capture 1\n"
	                      "# driver dgt\n"
	                      "# serial 12345\n"
	                      "# empty\n"
	                      "0 < 86004308090a\n"
	                      "1203 > 4b\n"
	                      "5000000 ! {\"op\":\"result\",\"result\":\"1-0\"}\n");
}
END_TEST

START_TEST(capture_format_keeps_one_line_a_line)
{
	char out[256];
	struct text text;

	text_begin(&text, out, sizeof(out));
	capture_format_fact(&text, "odd key\n", "one\ntwo\r\x7f.");
	capture_format_host(&text, 1, "{\n\"op\":\t1}");
	ck_assert_str_eq(out, "# odd_key_ one two  .\n1 ! { \"op\": 1}\n");
}
END_TEST

START_TEST(capture_line_size_holds_the_longest_line)
{
	uint8_t bytes[40];
	char out[CAPTURE_LINE_SIZE(sizeof(bytes))];
	struct text text;

	memset(bytes, 0xee, sizeof(bytes));
	text_begin(&text, out, sizeof(out));
	capture_format_bytes(&text, UINT64_MAX - 1, '<', bytes, sizeof(bytes));
	ck_assert_int_eq(text_end(&text, NULL), 0);
}
END_TEST

/* What is written is read back, whatever the bytes, lengths and times. */
START_TEST(capture_written_is_read_back)
{
	uint8_t bytes[100];
	uint64_t t_us = 0;

	srand(test_seed());
	begin();
	for (int round = 0; round < 2000; round++) {
		char out[CAPTURE_LINE_SIZE(sizeof(bytes))];
		char direction = rand() % 2 ? '<' : '>';
		size_t len = 1 + (size_t)rand() % sizeof(bytes);
		struct text text;

		for (size_t i = 0; i < len; i++)
			bytes[i] = (uint8_t)rand();
		t_us += (uint64_t)rand() % 1000000;
		text_begin(&text, out, sizeof(out));
		capture_format_bytes(&text, t_us, direction, bytes, len);
		ck_assert_int_eq(text_end(&text, NULL), 0);
		out[text.len - 1] = '\0'; /* the newline, which the caller takes off */
		ck_assert_int_eq(parse(out), 0);
		ck_assert_int_eq(line.kind,
		                 direction == '<' ? CAPTURE_FROM_BOARD : CAPTURE_TO_BOARD);
		ck_assert(line.t_us == t_us);
		ck_assert_uint_eq(line.len, len);
		ck_assert_mem_eq(line.bytes, bytes, len);
	}
}
END_TEST

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

int
main(void)
{
	Suite *suite = suite_create("capture");
	TCase *in = tcase_create("parse");
	TCase *out = tcase_create("format");

	tcase_add_test(in, capture_head_is_a_fact);
	tcase_add_loop_test(in, capture_fact_is_key_and_value, 0, COUNT(facts));
	tcase_add_test(in, capture_fact_may_come_anywhere);
	tcase_add_loop_test(in, capture_empty_line_is_nothing, 0, COUNT(nothings));
	tcase_add_loop_test(in, capture_chunk_is_decoded, 0, COUNT(chunks));
	tcase_add_test(in, capture_host_event_is_passed_on);
	tcase_add_test(in, capture_equal_times_are_fine);
	tcase_add_loop_test(in, capture_fault_names_line_column_cause, 0, COUNT(faults));
	tcase_add_test(in, capture_control_character_is_refused);
	tcase_add_test(in, capture_time_may_begin_anywhere);
	tcase_add_test(in, capture_fault_leaves_the_time);
	tcase_add_loop_test(in, capture_foreign_head_is_refused, 0, COUNT(heads));
	tcase_add_test(in, capture_head_with_more_blanks_is_read);
	suite_add_tcase(suite, in);
	tcase_add_test(out, capture_format_writes_what_the_design_shows);
	tcase_add_test(out, capture_format_keeps_one_line_a_line);
	tcase_add_test(out, capture_line_size_holds_the_longest_line);
	tcase_add_test(out, capture_written_is_read_back);
	suite_add_tcase(suite, out);
	return test_run(suite);
}
