/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which PGN texts there are, told to one who shows them.
 */
#include "daemon/pgn_list.h"

#include <check.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/config.h"
#include "daemon/delay.h"
#include "tests/support.h"

#define ALL                                                                                        \
	(1U << PGN_PART_EVENT | 1U << PGN_PART_ROUND | 1U << PGN_PART_EARLIER |                    \
	 1U << PGN_PART_TABLE | 1U << PGN_PART_GAME)
#define TEXTS_MAX 16

static struct config config;
static struct delay *delay;
static struct pgn_list *list;
static struct pgn_list_item shown[TEXTS_MAX];
static bool is_stale[TEXTS_MAX];
static int n_shown;
static bool refuse;

static int
add(void *ctx, const struct pgn_list_item *item)
{
	(void)ctx;
	if (refuse)
		return -ENOMEM;
	ck_assert_int_lt(n_shown, TEXTS_MAX);
	shown[n_shown] = *item;
	return n_shown++;
}

static void
stale(void *ctx, int number)
{
	(void)ctx;
	is_stale[number] = true;
}

static void
setup(void)
{
	char error[300];

	config_defaults(&config);
	snprintf(config.daemon.state_dir, sizeof(config.daemon.state_dir), "/nowhere");
	ck_assert_int_eq(config_set(&config, "event", "round", "3", error, sizeof(error)), 0);
	ck_assert_int_eq(config_set(&config, "table 7", "white", "A", error, sizeof(error)), 0);
	ck_assert_int_eq(delay_new(1, &delay), 0);
	n_shown = 0;
	refuse = false;
	memset(is_stale, 0, sizeof(is_stale));
}

static void
teardown(void)
{
	pgn_list_free(list);
	delay_free(delay);
	config_free(&config);
}

static void
show(unsigned int kinds)
{
	const struct pgn_list_owner owner = { NULL, kinds, add, stale };

	ck_assert_int_eq(pgn_list_new(&config, delay_view(delay, 0), 0, &owner, &list), 0);
}

/* The table has published `n` games of one line each. */
static void
publish(size_t n, const char *line)
{
	json_t *live = json_pack("{s:i, s:s, s:s}", "table", 7, "white", "", "black", "");
	size_t ends[4];
	char pgn[400] = "";
	const struct delay_public public = { .live = live, .pgn = pgn, .ends = ends, .n_games = n };

	for (size_t i = 0; i < n; i++) {
		strcat(pgn, line);
		ends[i] = strlen(pgn);
	}
	memset(is_stale, 0, sizeof(is_stale));
	ck_assert_int_eq(delay_put(delay, 0, &public, 0), 0);
	json_decref(live);
}

static void
assert_text(int number, const char *want)
{
	size_t len;
	char *text = pgn_part_make(shown[number].part, &len);

	ck_assert_str_eq(text, want);
	free(text);
}

START_TEST(what_is_there_is_told_at_once)
{
	show(ALL);
	ck_assert_int_eq(n_shown, 3);
	ck_assert_int_eq(shown[0].kind, PGN_PART_EVENT);
	ck_assert_int_eq(shown[1].kind, PGN_PART_ROUND);
	ck_assert_str_eq(shown[1].round, "round-3");
	ck_assert_int_eq(shown[2].kind, PGN_PART_TABLE);
	ck_assert_uint_eq(shown[2].table, 7);
}
END_TEST

START_TEST(games_are_told_as_they_begin)
{
	show(ALL);
	publish(1, "a");
	ck_assert_int_eq(n_shown, 4);
	ck_assert_int_eq(shown[3].kind, PGN_PART_GAME);
	ck_assert_uint_eq(shown[3].game, 1);
	for (int i = 0; i < 4; i++) {
		ck_assert(is_stale[i]);
		assert_text(i, "a");
	}
	publish(1, "a");
	ck_assert(!is_stale[0] && !is_stale[3]);
}
END_TEST

START_TEST(a_name_that_changes_changes_all_games_of_the_table)
{
	show(1U << PGN_PART_GAME);
	publish(2, "a");
	publish(2, "b");
	ck_assert_int_eq(n_shown, 2);
	ck_assert(is_stale[0] && is_stale[1]);
	assert_text(0, "b");
}
END_TEST

START_TEST(only_what_is_shown_is_told)
{
	show(1U << PGN_PART_ROUND);
	publish(1, "a");
	ck_assert_int_eq(n_shown, 1);
	ck_assert(is_stale[0]);
}
END_TEST

START_TEST(a_game_that_found_no_room_is_told_again)
{
	show(1U << PGN_PART_GAME);
	refuse = true;
	publish(2, "a");
	ck_assert_int_eq(n_shown, 0);
	refuse = false;
	publish(2, "b");
	ck_assert_int_eq(n_shown, 2);
	ck_assert_uint_eq(shown[1].game, 2);
	assert_text(1, "b");
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("pgn_list");
	TCase *tcase = tcase_create("pgn_list");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, what_is_there_is_told_at_once);
	tcase_add_test(tcase, games_are_told_as_they_begin);
	tcase_add_test(tcase, a_name_that_changes_changes_all_games_of_the_table);
	tcase_add_test(tcase, only_what_is_shown_is_told);
	tcase_add_test(tcase, a_game_that_found_no_room_is_told_again);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
