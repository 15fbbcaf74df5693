/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An operator's order: what it is read as, what it is said to do, and that what is said to undo it
 * does.
 */
#include "daemon/correct.h"

#include <check.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/chess/fen.h"
#include "core/chess/movegen.h"
#include "core/chess/san.h"
#include "tests/pgn/played.h"
#include "tests/support.h"

enum { PLIES = 120 };

static struct game_ply plies[PLIES];
static struct game game;

static void
begin(const char *moves)
{
	played_begin(&game, FEN_START, plies, PLIES);
	played_on(&game, moves, 1);
}

/* The order as the control socket would bring it. Lets its event go. */
static int
read_order(const char *text, struct correct_order *order, char *error, size_t error_size)
{
	json_t *request = json_loads(text, 0, NULL);
	int r;

	ck_assert_ptr_nonnull(request);
	r = correct_read(request, 1000, order, error, error_size);
	if (r == 0)
		json_decref(order->event);
	json_decref(request);
	return r;
}

static json_t *
effect_of(const char *text, const struct game *of)
{
	struct correct_order order;
	char error[256] = "";
	json_t *effect;

	ck_assert_msg(read_order(text, &order, error, sizeof(error)) == 0, "%s: %s", text, error);
	effect = correct_effect(of, &order.correction, error, sizeof(error));
	ck_assert_msg(effect != NULL, "%s: %s", text, error);
	return effect;
}

static void
expect(const json_t *effect, const char *key, const char *value)
{
	ck_assert_str_eq(json_string_value(json_object_get(effect, key)), value);
}

START_TEST(effect_shows_what_was_and_what_becomes)
{
	uint64_t key;
	json_t *effect;

	begin("e4 e5 Nf3 Nc6 Bb5 a6");
	key = game.now.key;
	effect = effect_of("{\"do\":\"replace\",\"ply\":4,\"move\":\"d6\"}", &game);
	expect(effect, "was", "2... Nc6 3. Bb5 a6");
	expect(effect, "becomes", "2... d6 3. Bb5+");
	ck_assert_int_eq(json_integer_value(json_object_get(effect, "ply")), 4);
	ck_assert_int_eq(json_integer_value(json_object_get(effect, "dropped")), 1);
	json_decref(effect);
	ck_assert_uint_eq(game.n_plies, 6); /* looking changes nothing */
	ck_assert_uint_eq(game.now.key, key);

	effect = effect_of("{\"do\":\"take-back\",\"plies\":2}", &game);
	expect(effect, "was", "3. Bb5 a6");
	expect(effect, "becomes", "");
	json_decref(effect);

	effect = effect_of("{\"do\":\"result\",\"result\":\"1/2-1/2\"}", &game);
	expect(effect, "result_was", "*");
	expect(effect, "result", "1/2-1/2");
	expect(effect, "was", "");
	json_decref(effect);
}
END_TEST

static const struct {
	const char *order, *cause;
} refused[] = {
	{ "{}", "\"do\" must be" },
	{ "{\"do\":\"dance\"}", "\"do\" must be" },
	{ "{\"do\":\"take-back\"}", "\"plies\" must be" },
	{ "{\"do\":\"take-back\",\"plies\":7}", "cannot take back 7: the record has 6" },
	{ "{\"do\":\"replace\",\"ply\":7,\"move\":\"d4\"}", "there is no ply 7" },
	{ "{\"do\":\"replace\",\"ply\":1}", "\"move\" must be" },
	{ "{\"do\":\"insert\",\"ply\":3,\"move\":\"Ke3\"}", "'Ke3' (ply 3) is not legal there" },
	{ "{\"do\":\"result\",\"result\":\"2-0\"}", "\"result\" must be" },
	{ "{\"do\":\"position\",\"fen\":\"8/8\"}", "\"fen\", column" },
	{ "{\"do\":\"position\",\"fen\":\"8/8/8/8/8/8/8/8 w - -\"}", "king" },
};

START_TEST(orders_are_refused_with_their_cause)
{
	struct correct_order order;
	char error[256] = "";
	json_t *effect = NULL;

	begin("e4 e5 Nf3 Nc6 Bb5 a6");
	if (read_order(refused[_i].order, &order, error, sizeof(error)) == 0)
		effect = correct_effect(&game, &order.correction, error, sizeof(error));
	ck_assert(effect == NULL);
	ck_assert_msg(strstr(error, refused[_i].cause) != NULL, "%s: %s", refused[_i].order, error);
	ck_assert_uint_eq(game.n_plies, 6);
}
END_TEST

START_TEST(before_the_first_game_a_position_begins_one_and_nothing_else_can_be_done)
{
	struct correct_order order;
	char error[256] = "";
	json_t *effect = effect_of("{\"do\":\"position\",\"fen\":\"" FEN_START "\"}", NULL);

	ck_assert_uint_eq(json_array_size(json_object_get(effect, "undo")), 0);
	json_decref(effect);
	ck_assert_int_eq(
		read_order("{\"do\":\"result\",\"result\":\"1-0\"}", &order, error, sizeof(error)),
		0);
	ck_assert(correct_effect(NULL, &order.correction, error, sizeof(error)) == NULL);
	ck_assert_str_eq(error, "no game has begun");
}
END_TEST

START_TEST(event_has_the_order_and_who_gave_it_and_nothing_else)
{
	json_t *request =
		json_pack("{s:s, s:s, s:i, s:i, s:s, s:b, s:s}", "cmd", "correct", "do", "replace",
	                  "table", 1, "ply", 3, "move", "d4", "apply", 1, "x", "y");
	struct correct_order order;
	char error[256], *event;

	ck_assert_int_eq(correct_read(request, 1000, &order, error, sizeof(error)), 0);
	ck_assert(order.apply && order.record == NULL);
	event = json_dumps(order.event, JSON_COMPACT | JSON_SORT_KEYS);
	ck_assert_str_eq(event, "{\"do\":\"replace\",\"move\":\"d4\",\"op\":\"correct\",\"ply\":3,"
	                        "\"uid\":1000}");
	free(event);
	json_decref(order.event);
	json_decref(request);
}
END_TEST

START_TEST(name_is_another_when_anything_of_the_record_is)
{
	char names[5][CORRECT_NAME_SIZE];

	correct_name(NULL, 0, names[0]);
	begin("e4 e5 Nf3");
	correct_name(&game, 1, names[1]);
	game_set_result(&game, RESULT_DRAW, END_DECLARED);
	correct_name(&game, 1, names[2]);
	begin("e4 e5 Nc3");
	correct_name(&game, 1, names[3]);
	correct_name(&game, 2, names[4]);
	for (int i = 0; i < 5; i++)
		for (int k = 0; k < i; k++)
			ck_assert_str_ne(names[i], names[k]);
}
END_TEST

/* --- undoing ----------------------------------------------------------------------------------- */

static uint32_t seed;

static uint32_t
draw(uint32_t below)
{
	seed = seed * 1664525 + 1013904223;
	return (seed >> 8) % below;
}

static void
play_anything(uint32_t n_plies)
{
	struct position start;

	position_start(&start);
	game_init(&game, &start, plies, PLIES);
	while (game.n_plies < n_plies && game.result == RESULT_NONE) {
		struct move_list list;

		movegen_legal(&game.now, &list);
		game_append(&game, list.moves[draw((uint32_t)list.count)], 1, PLY_MADE);
	}
}

/* A ply of the game, or another that is legal there, as an order. */
static void
draw_order(char *text, size_t size)
{
	uint32_t ply = draw(game.n_plies);
	struct position before;
	struct move_list list;
	char san[SAN_SIZE];

	game_position(&game, ply, &before);
	movegen_legal(&before, &list);
	san_format(&before, list.moves[draw((uint32_t)list.count)], san);
	if (draw(3) == 0)
		snprintf(text, size, "{\"do\":\"take-back\",\"plies\":%u}", 1 + draw(20));
	else
		snprintf(text, size, "{\"do\":\"%s\",\"ply\":%u,\"move\":\"%s\"}",
		         draw(2) ? "replace" : "insert", ply + 1, san);
}

static void
apply(const char *text)
{
	struct correction_effect effect;
	struct correct_order order;
	char error[256] = "";

	ck_assert_msg(read_order(text, &order, error, sizeof(error)) == 0, "%s: %s", text, error);
	ck_assert_msg(correction_apply(&game, &order.correction, 1, &effect) == 0, "%s: %s", text,
	              effect.cause);
}

/* "insert 3 Nf3 Nc6" as adoube sends it. */
static void
apply_words(const char *words)
{
	const char *rest = strchr(words, ' ') + 1;
	char text[512], *moves;

	if (strncmp(words, "position", 8) == 0) {
		snprintf(text, sizeof(text), "{\"do\":\"position\",\"fen\":\"%s\"}", rest);
	} else {
		unsigned long number = strtoul(rest, &moves, 10);

		if (strncmp(words, "takeback", 8) == 0)
			snprintf(text, sizeof(text), "{\"do\":\"take-back\",\"plies\":%lu}",
			         number);
		else
			snprintf(text, sizeof(text),
			         "{\"do\":\"%.*s\",\"ply\":%lu,\"move\":\"%s\"}",
			         (int)(rest - words - 1), words, number, moves);
	}
	apply(text);
}

START_TEST(what_is_said_to_undo_an_order_brings_the_moves_back)
{
	static struct game_ply before[PLIES];
	unsigned int undone = 0;

	for (seed = 1; undone < 300 && seed != 0;) {
		struct correct_order order;
		char text[256], error[256] = "";
		json_t *effect, *words;
		uint32_t n_plies;
		size_t i;

		play_anything(10 + draw(60));
		memcpy(before, plies, sizeof(plies));
		n_plies = game.n_plies;
		draw_order(text, sizeof(text));
		ck_assert_int_eq(read_order(text, &order, error, sizeof(error)), 0);
		effect = correct_effect(&game, &order.correction, error, sizeof(error));
		if (!effect)
			continue; /* as many plies as it would take back there are not */
		apply(text);
		json_array_foreach(json_object_get(effect, "undo"), i, words)
			apply_words(json_string_value(words));
		json_decref(effect);
		ck_assert_uint_eq(game.n_plies, n_plies);
		for (uint32_t k = 0; k < n_plies; k++)
			ck_assert_uint_eq(plies[k].move, before[k].move);
		undone++;
	}
	ck_assert_uint_eq(undone, 300);
}
END_TEST

START_TEST(a_position_set_by_mistake_is_undone_without_a_trace)
{
	json_t *effect;

	begin("e4 e5 Nf3");
	effect = effect_of("{\"do\":\"position\",\"fen\":\"4k3/8/8/8/8/8/8/4K2R w - - 3 30\"}",
	                   &game);
	apply("{\"do\":\"position\",\"fen\":\"4k3/8/8/8/8/8/8/4K2R w - - 3 30\"}");
	ck_assert_uint_eq(game.n_breaks, 1);
	apply_words(json_string_value(json_array_get(json_object_get(effect, "undo"), 0)));
	ck_assert_uint_eq(game.n_breaks, 0);
	ck_assert_uint_eq(game.n_plies, 3);
	json_decref(effect);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("correct");
	TCase *tcase = tcase_create("correct");

	tcase_set_timeout(tcase, 60); /* three hundred orders under a sanitizer, beside others */

	tcase_add_test(tcase, effect_shows_what_was_and_what_becomes);
	tcase_add_loop_test(tcase, orders_are_refused_with_their_cause, 0,
	                    sizeof(refused) / sizeof(refused[0]));
	tcase_add_test(tcase,
	               before_the_first_game_a_position_begins_one_and_nothing_else_can_be_done);
	tcase_add_test(tcase, event_has_the_order_and_who_gave_it_and_nothing_else);
	tcase_add_test(tcase, name_is_another_when_anything_of_the_record_is);
	tcase_add_test(tcase, what_is_said_to_undo_an_order_brings_the_moves_back);
	tcase_add_test(tcase, a_position_set_by_mistake_is_undone_without_a_trace);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
