/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Delays: whatever tables publish, and whenever, a view of delay d shows what was published d ago, nothing
 * younger and nothing else, through a restart too.
 */
#include "daemon/delay.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support.h"

#define SECOND INT64_C(1000000)
#define TABLES 2
#define PUTS   400

/* What was published, and when. */
struct put {
	int64_t at_us;
	size_t index;
	json_t *live;
	char pgn[400];
	size_t ends[8], n_games;
};

static struct put published[PUTS];
static size_t n_puts;
static unsigned int dice;
static struct delay *delay;
static unsigned int told;

static unsigned int
roll(unsigned int n)
{
	dice = dice * 1664525 + 1013904223;
	return (dice >> 8) % n;
}

static json_t *
make_live(size_t index, unsigned int plies, int clock_s, int64_t at_us)
{
	json_t *list = json_array();

	for (unsigned int i = 0; i < plies; i++)
		json_array_append_new(list, json_pack("{s:i}", "san", (int)(i + roll(20) / 19)));
	return json_pack("{s:i, s:s, s:s, s:s, s:s, s:o, s:{s:i, s:i, s:b, s:s, s:b, s:I}, s:i}",
	                 "table", (int)index + 1, "white", "Alpha, A", "black", "Beta, B", "link",
	                 "", "recording", "", "plies", list, "clock", "white", clock_s, "black",
	                 3600, "running", 1, "turn", "white", "battery_low", 0, "read_unix_ms",
	                 (json_int_t)(at_us / 1000), "square", (int)roll(8));
}

/* Games grow, end, and others begin. */
static void
make_pgn(struct put *put)
{
	size_t len = 0;

	put->n_games = 1 + roll(3);
	for (size_t i = 0; i < put->n_games; i++) {
		len += (size_t)snprintf(put->pgn + len, sizeof(put->pgn) - len,
		                        "[Event \"%zu\"]\n\n%.*s *\n\n", i, (int)roll(20),
		                        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6");
		put->ends[i] = len;
	}
}

static void
publish(const struct put *put)
{
	const struct delay_public public = { put->live, NULL, put->pgn, put->ends, put->n_games };

	ck_assert_int_eq(delay_put(delay, put->index, &public, put->at_us), 0);
}

/* The last one of the table that is old enough; NULL: none. */
static const struct put *
expected(size_t index, int64_t until_us)
{
	for (size_t i = n_puts; i-- > 0;)
		if (published[i].index == index && published[i].at_us <= until_us)
			return &published[i];
	return NULL;
}

static void
check_game(const struct delay_view *view, const struct put *put, size_t game)
{
	size_t len, begin = game > 0 ? put->ends[game - 1] : 0;
	const char *pgn = delay_game(view, put->index, game, &len);

	ck_assert_uint_eq(len, put->ends[game] - begin);
	ck_assert(memcmp(pgn, put->pgn + begin, len) == 0);
}

/* A clock that was counted down since it was read shows what the put's does. */
static void
check_clock(const json_t *shown, const json_t *want, int64_t now_us, int64_t until_us)
{
	double now_s =
		json_number_value(json_object_get(shown, "white")) -
		((double)now_us / 1e3 - json_number_value(json_object_get(shown, "read_unix_ms"))) /
			1e3;
	double want_s = json_number_value(json_object_get(want, "white")) -
	                ((double)until_us / 1e3 -
	                 json_number_value(json_object_get(want, "read_unix_ms"))) /
	                        1e3;

	/* Held where it was: it does not run before its time. */
	if (json_number_value(json_object_get(shown, "read_unix_ms")) * 1e3 > (double)now_us)
		return;
	ck_assert_msg(now_s - want_s < 1.6 && want_s - now_s < 1.6, "%f, not %f", now_s, want_s);
}

static void
check_view(const struct delay_view *view, int64_t delay_us, int64_t now_us)
{
	for (size_t index = 0; index < TABLES; index++) {
		const struct put *put = expected(index, now_us - delay_us);
		json_t *live = delay_live(view, index);
		size_t len;

		if (!put) {
			ck_assert_uint_eq(delay_games(view, index), 0);
			ck_assert_ptr_null(json_object_get(live, "plies"));
			continue;
		}
		ck_assert(json_equal(json_object_get(live, "plies"),
		                     json_object_get(put->live, "plies")));
		ck_assert(json_equal(json_object_get(live, "square"),
		                     json_object_get(put->live, "square")));
		ck_assert_str_eq(delay_pgn(view, index, &len), put->pgn);
		ck_assert_uint_eq(delay_games(view, index), put->n_games);
		for (size_t i = 0; i < put->n_games; i++)
			check_game(view, put, i);
		check_clock(json_object_get(live, "clock"), json_object_get(put->live, "clock"),
		            now_us, now_us - delay_us);
	}
}

static void
hear(void *ctx, size_t index, bool is_pgn_new)
{
	(void)ctx;
	(void)index;
	(void)is_pgn_new;
	told++;
}

static void
setup(void)
{
	n_puts = 0;
	told = 0;
	dice = 7;
	ck_assert_int_eq(delay_new(TABLES, &delay), 0);
}

static void
teardown(void)
{
	delay_free(delay);
	for (size_t i = 0; i < n_puts; i++)
		json_decref(published[i].live);
}

static int64_t
make_put(int64_t at_us)
{
	struct put *put = &published[n_puts++];

	put->at_us = at_us;
	put->index = roll(TABLES);
	/* A running clock, and now and then a correction of it. */
	put->live = make_live(put->index, roll(6), (int)(5000 - at_us / SECOND + (at_us % 7 == 0)),
	                      at_us);
	make_pgn(put);
	publish(put);
	return at_us;
}

START_TEST(view_shows_what_was_public_that_long_ago)
{
	static const uint32_t delays[] = { 0, 5, 60 };
	struct delay_view *views[3];
	int64_t now_us = 100 * SECOND, due_us;

	dice = (unsigned int)_i;
	for (int i = 0; i < 3; i++)
		ck_assert_ptr_nonnull(views[i] = delay_view(delay, delays[i]));
	ck_assert_ptr_eq(delay_view(delay, 60), views[2]);
	ck_assert_int_eq(delay_longest_us(delay), 60 * SECOND);
	ck_assert_int_eq(delay_shortest_us(delay), 5 * SECOND);
	while (n_puts < PUTS) {
		make_put(now_us);
		due_us = delay_advance(delay, now_us);
		for (int i = 0; i < 3; i++)
			check_view(views[i], delays[i] * SECOND, now_us);
		ck_assert_int_gt(due_us, now_us);
		now_us += roll(4000000);
	}
	now_us += 60 * SECOND;
	ck_assert_int_eq(delay_advance(delay, now_us), INT64_MAX);
	check_view(views[2], 60 * SECOND, now_us);
}
END_TEST

START_TEST(nothing_comes_a_microsecond_early)
{
	struct delay_view *view = delay_view(delay, 60);

	ck_assert_int_eq(delay_listen(view, hear, NULL), 0);
	make_put(SECOND);
	ck_assert_uint_eq(told, 1); /* who plays */
	ck_assert_int_eq(delay_advance(delay, 61 * SECOND - 1), 61 * SECOND);
	check_view(view, 60 * SECOND, 61 * SECOND - 1);
	ck_assert_uint_eq(told, 1);
	ck_assert_ptr_nonnull(json_object_get(delay_live(view, published[0].index), "white"));
	ck_assert_int_eq(delay_advance(delay, 61 * SECOND), INT64_MAX);
	ck_assert_uint_eq(told, 2);
	check_view(view, 60 * SECOND, 61 * SECOND);
}
END_TEST

/* After a restart the past is published again: at once the view is where it was. */
START_TEST(restart_takes_nothing_back_and_brings_nothing_early)
{
	struct delay_view *view;
	int64_t now_us = SECOND, last_us;

	ck_assert_ptr_nonnull(delay_view(delay, 60));
	while (n_puts < 50)
		now_us = make_put(now_us + roll(3000000));
	last_us = now_us;
	delay_free(delay);
	ck_assert_int_eq(delay_new(TABLES, &delay), 0);
	view = delay_view(delay, 60);
	now_us += 10 * SECOND;
	for (size_t i = 0; i < n_puts; i++)
		publish(&published[i]);
	delay_advance(delay, now_us);
	check_view(view, 60 * SECOND, now_us);
	for (; now_us < last_us + 61 * SECOND; now_us += SECOND / 2) {
		delay_advance(delay, now_us);
		check_view(view, 60 * SECOND, now_us);
	}
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("delay");
	TCase *tcase = tcase_create("delay");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_loop_test(tcase, view_shows_what_was_public_that_long_ago, 1, 9);
	tcase_add_test(tcase, nothing_comes_a_microsecond_early);
	tcase_add_test(tcase, restart_takes_nothing_back_and_brings_nothing_early);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
