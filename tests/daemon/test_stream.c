/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The stream of changes: whoever follows it knows what the tables show, from wherever he began.
 */
#include "daemon/stream.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support.h"

static struct stream *stream;
static json_t *reader; /* what a reader has made of it: table number -> state */
static char last_id[64];
static size_t n_told;
static unsigned int dice;

/* --- A reader ---------------------------------------------------------------------------------- */

/* As live.js does it. */
static void
apply_change(json_t *state, const json_t *change)
{
	const json_t *from = json_object_get(change, "plies_from");
	json_t *value;
	const char *key;

	json_object_foreach((json_t *)(uintptr_t)change, key, value)
	{
		json_t *plies = json_object_get(state, "plies");

		if (strcmp(key, "plies_from") == 0)
			continue;
		if (strcmp(key, "plies") != 0 || !from) {
			json_object_set(state, key, value);
			continue;
		}
		while (json_array_size(plies) > (size_t)json_integer_value(from))
			json_array_remove(plies, json_array_size(plies) - 1);
		json_array_extend(plies, value);
	}
}

static void
hear(void *ctx, struct stream_text *text)
{
	char name[16], id[64], number[16];
	int used = 0;
	json_t *data;

	(void)ctx;
	ck_assert_int_eq(sscanf(text->bytes, "id: %63s\nevent: %15s\ndata: %n", id, name, &used),
	                 2);
	ck_assert(memcmp(text->bytes + text->len - 2, "\n\n", 2) == 0);
	data = json_loadb(text->bytes + used, text->len - (size_t)used, 0, NULL);
	ck_assert_ptr_nonnull(data);
	snprintf(number, sizeof(number), "%d",
	         (int)json_integer_value(json_object_get(data, "table")));
	strcpy(last_id, id);
	n_told++;
	if (strcmp(name, "change") == 0)
		apply_change(json_object_get(reader, number), data);
	else if (strcmp(name, "table") == 0)
		json_object_set_new(reader, number, json_deep_copy(data));
	else
		ck_assert_str_eq(name, "snapshot");
	json_decref(data);
}

static void
setup(void)
{
	const struct stream_listener listener = { .tell = hear };

	dice = test_seed();
	n_told = 0;
	reader = json_object();
	ck_assert_int_eq(stream_new(0xabc, json_pack("{s:s}", "name", "A"), &listener, &stream), 0);
}

static void
teardown(void)
{
	stream_free(stream);
	json_decref(reader);
}

static unsigned int
roll(unsigned int sides)
{
	dice = dice * 1103515245 + 12345;
	return (dice >> 16) % sides;
}

/* --- Tables ------------------------------------------------------------------------------------ */

static json_t *
clock_of(int white, int black, const char *turn, int64_t read_ms)
{
	return json_pack("{s:i, s:i, s:b, s:s, s:I, s:b}", "white", white, "black", black,
	                 "running", 1, "turn", turn, "read_unix_ms", (json_int_t)read_ms,
	                 "battery_low", 0);
}

static json_t *
state_of(int table, int n_plies, int second, json_t *clock)
{
	json_t *plies = json_array();

	for (int i = 0; i < n_plies; i++)
		json_array_append_new(plies, json_integer(i == n_plies - 1 ? second : i));
	return json_pack("{s:i, s:o, s:o, s:i}", "table", table, "plies", plies, "clock", clock,
	                 "second", second / 3);
}

/* What the reader has, the clock apart: it may run on by itself. */
static void
assert_reader_knows(const json_t *state)
{
	json_t *mine, *want = json_deep_copy(state);
	char number[16];

	snprintf(number, sizeof(number), "%d",
	         (int)json_integer_value(json_object_get(state, "table")));
	mine = json_deep_copy(json_object_get(reader, number));
	json_object_del(mine, "clock");
	json_object_del(want, "clock");
	ck_assert_msg(json_equal(mine, want), "%s\n%s", json_dumps(mine, 0), json_dumps(want, 0));
	json_decref(mine);
	json_decref(want);
}

START_TEST(stream_followed_is_the_state)
{
	for (int i = 0; i < 2000; i++) {
		json_t *state =
			state_of((int)roll(5) + 1, (int)roll(9), (int)roll(12), json_null());

		if (roll(20) == 0)
			json_object_del(state, "second"); /* a member that goes */
		json_incref(state);
		ck_assert_int_eq(stream_table(stream, state), 0);
		assert_reader_knows(state);
		json_decref(state);
	}
}
END_TEST

START_TEST(stream_says_nothing_when_nothing_changed)
{
	stream_table(stream, state_of(1, 3, 0, json_null()));
	stream_table(stream, state_of(1, 3, 0, json_null()));
	ck_assert_uint_eq(n_told, 1);
}
END_TEST

START_TEST(stream_tells_only_the_plies_that_are_new)
{
	stream_table(stream, state_of(1, 40, 1, json_null()));
	stream_table(stream, state_of(1, 41, 1, json_null()));
	ck_assert_uint_eq(json_array_size(json_object_get(json_object_get(reader, "1"), "plies")),
	                  41);
	ck_assert_uint_eq(n_told, 2);
}
END_TEST

START_TEST(stream_clock_that_runs_on_is_no_news)
{
	stream_table(stream, state_of(1, 0, 0, clock_of(100, 90, "white", 1000)));
	stream_table(stream, state_of(1, 0, 0, clock_of(99, 90, "white", 2000)));
	stream_table(stream, state_of(1, 0, 0, clock_of(70, 90, "white", 31000)));
	ck_assert_uint_eq(n_told, 1);
	/* Three seconds off; pressed; the other's time changed. */
	stream_table(stream, state_of(1, 0, 0, clock_of(66, 90, "white", 32000)));
	ck_assert_uint_eq(n_told, 2);
	stream_table(stream, state_of(1, 0, 0, clock_of(66, 90, "black", 32000)));
	ck_assert_uint_eq(n_told, 3);
	stream_table(stream, state_of(1, 0, 0, clock_of(67, 90, "black", 32000)));
	ck_assert_uint_eq(n_told, 4);
	/* But whoever asks now sees the clock of now. */
	stream_table(stream, state_of(1, 0, 0, clock_of(67, 80, "black", 42000)));
	ck_assert_uint_eq(n_told, 4);
	{
		size_t len;
		char *live = stream_live(stream, &len);

		ck_assert_ptr_nonnull(strstr(live, "\"black\":80"));
		free(live);
	}
}
END_TEST

START_TEST(stream_resumes_where_the_reader_was)
{
	char from[64];
	json_t *before, *now;

	for (int i = 0; i < 50; i++)
		stream_table(stream, state_of(1 + i % 3, i, i, json_null()));
	strcpy(from, last_id);
	before = json_deep_copy(reader);
	for (int i = 0; i < 50; i++)
		stream_table(stream, state_of(1 + i % 3, 50 - i, i, json_null()));
	now = reader;
	reader = before;
	ck_assert(stream_since(stream, from, hear, NULL));
	ck_assert(json_equal(reader, now));
	json_decref(now);
	ck_assert(stream_since(stream, last_id, hear, NULL));
}
END_TEST

START_TEST(stream_does_not_resume_what_it_does_not_know)
{
	static const char *const ids[] = {
		"",        "abc",   "abc-", "abc-x",  "abc-99", "abd-1",
		"abc-1-1", "zzz-1", "-1",   "abc--5", "abc-1 ", "18446744073709551616-1"
	};

	stream_table(stream, state_of(1, 1, 0, json_null()));
	n_told = 0;
	for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); i++)
		ck_assert_msg(!stream_since(stream, ids[i], hear, NULL), "'%s'", ids[i]);
	ck_assert_uint_eq(n_told, 0);
}
END_TEST

/* More changes than are kept, in number and in size: the last ones are there, the first are not. */
START_TEST(stream_keeps_no_more_than_it_may)
{
	static char filler[100001];
	char first[64];

	stream_table(stream, state_of(1, 1, 0, json_null()));
	strcpy(first, last_id);
	for (int i = 0; i <= STREAM_KEPT_EVENTS; i++)
		stream_table(stream, state_of(1, i % 7, i, json_null()));
	ck_assert(!stream_since(stream, first, hear, NULL));
	strcpy(first, last_id);
	for (int i = 0; i < 30; i++) {
		memset(filler, 'a' + i % 20, sizeof(filler) - 1);
		stream_table(stream, json_pack("{s:i, s:s}", "table", 2, "filler", filler));
	}
	ck_assert(!stream_since(stream, first, hear, NULL));
	strcpy(first, last_id);
	stream_table(stream, state_of(1, 9, 1, json_null()));
	n_told = 0;
	ck_assert(stream_since(stream, first, hear, NULL));
	ck_assert_uint_eq(n_told, 1);
}
END_TEST

START_TEST(stream_snapshot_has_all_tables_in_order)
{
	struct stream_text *snapshot;
	const char *one, *two;

	stream_table(stream, state_of(7, 1, 0, json_null()));
	stream_table(stream, state_of(2, 1, 0, json_null()));
	snapshot = stream_snapshot(stream);
	ck_assert_ptr_nonnull(snapshot);
	one = memmem(snapshot->bytes, snapshot->len, "\"table\":2", 9);
	two = memmem(snapshot->bytes, snapshot->len, "\"table\":7", 9);
	ck_assert(one && two && one < two);
	ck_assert_ptr_nonnull(memmem(snapshot->bytes, snapshot->len, "\"name\":\"A\"", 10));
	stream_text_release(snapshot);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("stream");
	TCase *tcase = tcase_create("stream");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, stream_followed_is_the_state);
	tcase_add_test(tcase, stream_says_nothing_when_nothing_changed);
	tcase_add_test(tcase, stream_tells_only_the_plies_that_are_new);
	tcase_add_test(tcase, stream_clock_that_runs_on_is_no_news);
	tcase_add_test(tcase, stream_resumes_where_the_reader_was);
	tcase_add_test(tcase, stream_does_not_resume_what_it_does_not_know);
	tcase_add_test(tcase, stream_keeps_no_more_than_it_may);
	tcase_add_test(tcase, stream_snapshot_has_all_tables_in_order);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
