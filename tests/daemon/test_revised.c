/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What was published and is so no more: counted, with the place and the cause; and what persons did, for the
 * arbiter's programs.
 */
#include "daemon/revised.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "core/game/game.h"
#include "daemon/action_list.h"
#include "daemon/alert_list.h"
#include "daemon/ply_word.h"
#include "tests/support.h"

static json_t *
ply_of(char move, bool completed)
{
	const char san[] = { move, '\0' };
	const struct ply_word ply = { san, "a1a1", completed, false, CLOCK_UNKNOWN };

	return ply_word_new(&ply);
}

static json_t *
game_of(int number, const char *moves)
{
	json_t *plies = json_array();

	for (; *moves; moves++)
		json_array_append_new(plies, ply_of(*moves, false));
	return json_pack("{s:i, s:o}", "game", number, "plies", plies);
}

/* Games as they are published, a letter a ply. */
static const struct {
	const char *before, *now;
	int game; /* of `now`; `before` is the first */
	bool is_revision;
	int ply;
} steps[] = {
	{ "", "a", 1, false, 0 },    { "ab", "abc", 1, false, 0 }, { "abc", "abc", 1, false, 0 },
	{ "abc", "ab", 1, true, 3 }, { "abc", "axc", 1, true, 2 }, { "abc", "x", 1, true, 1 },
	{ "abc", "", 1, true, 1 },   { "abc", "", 2, false, 0 },   { "abc", "xy", 2, false, 0 },
};

START_TEST(replaced_plies_are_a_revision)
{
	struct revised revision = { 0 };
	json_t *before = game_of(1, steps[_i].before),
	       *now = game_of(steps[_i].game, steps[_i].now);
	json_t *json, *expected = json_null();

	if (steps[_i].now[0])
		json_array_set_new(json_object_get(now, "plies"), 0,
		                   ply_of(steps[_i].now[0], true));
	ck_assert_int_eq(revised_note(&revision, before, now, true), steps[_i].is_revision);
	if (steps[_i].is_revision)
		expected = json_pack("{s:i, s:i, s:s}", "count", 1, "ply", steps[_i].ply, "why",
		                     "correction");
	json = revised_json(&revision);
	ck_assert(json_equal(json, expected));
	json_decref(json);
	json_decref(expected);
	json_decref(before);
	json_decref(now);
}
END_TEST

START_TEST(revisions_are_counted_for_each_game)
{
	json_t *games[] = { game_of(1, "abc"), game_of(1, "ab"), game_of(1, "x"), game_of(2, "a") };
	static const uint32_t counts[] = { 0, 1, 2, 0 };
	struct revised revision = { 0 };

	for (size_t i = 0; i < 4; i++) {
		revised_note(&revision, i > 0 ? games[i - 1] : NULL, games[i], false);
		ck_assert_uint_eq(revision.count, counts[i]);
	}
	for (size_t i = 0; i < 4; i++)
		json_decref(games[i]);
}
END_TEST

START_TEST(actions_are_kept_and_sealed_moves_are_not)
{
	struct action_list list;
	json_t *json, *first;

	ck_assert_int_eq(action_list_init(&list), 0);
	action_list_add(&list, 1500000, "{\"op\":\"sealed\",\"move\":\"Nf3\",\"by\":\"desk\"}");
	json = action_list_json(&list);
	first = json_pack("{s:i, s:f, s:s, s:s}", "action", 1, "t", 1.5, "op", "sealed", "by",
	                  "desk");
	ck_assert(json_equal(json_array_get(json, 0), first));
	json_decref(first);
	for (int i = 0; i < ACTION_LIST_MAX; i++)
		action_list_add(&list, 2000000, "{\"op\":\"result\",\"result\":\"*\"}");
	ck_assert_uint_eq(json_array_size(json), 1); /* what was given out stays as it is */
	json_decref(json);
	json = action_list_json(&list);
	ck_assert_uint_eq(json_array_size(json), ACTION_LIST_MAX);
	first = json_array_get(json, 0);
	ck_assert_int_eq(json_integer_value(json_object_get(first, "action")), 2);
	json_decref(json);
	action_list_free(&list);
}
END_TEST

/* Whoever shares the list sees what was there, whatever happens to it. */
START_TEST(shared_alerts_stay_as_they_are)
{
	struct alert_list list;
	json_t *shared, *later;

	ck_assert_int_eq(alert_list_init(&list), 0);
	json_array_append_new(list.alerts, json_pack("{s:i, s:s}", "number", 1, "outcome", "open"));
	json_array_append_new(list.alerts, json_pack("{s:i, s:s}", "number", 2, "outcome", "open"));
	shared = alert_list_share(&list);
	alert_list_settle(&list, 1, ALERT_CONFIRMED, "warned");
	later = alert_list_share(&list);
	ck_assert_str_eq(json_string_value(json_object_get(json_array_get(shared, 0), "outcome")),
	                 "open");
	ck_assert_str_eq(json_string_value(json_object_get(json_array_get(later, 0), "outcome")),
	                 "confirmed");
	ck_assert_ptr_eq(json_array_get(shared, 1), json_array_get(later, 1));
	json_decref(shared);
	json_decref(later);
	alert_list_free(&list);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("revised");
	TCase *tcase = tcase_create("revised");

	tcase_add_loop_test(tcase, replaced_plies_are_a_revision, 0,
	                    sizeof(steps) / sizeof(steps[0]));
	tcase_add_test(tcase, revisions_are_counted_for_each_game);
	tcase_add_test(tcase, actions_are_kept_and_sealed_moves_are_not);
	tcase_add_test(tcase, shared_alerts_stay_as_they_are);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
