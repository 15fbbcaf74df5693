/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two audiences, never mixed (6.12, 12.6, 12.7): every alert through every output, and a game full of
 * alerts in what is published of it.
 */
#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/alert_list.h"
#include "daemon/live.h"
#include "daemon/table.h"
#include "tests/event_driver.h"
#include "tests/support.h"

static const bool is_public[OUTPUTS] = { [OUTPUT_PGN] = true, [OUTPUT_LIVE] = true };

static struct config config;
static struct alert_list raised;

START_TEST(no_public_output_takes_an_alert)
{
	char line[ALERT_LINE_SIZE];
	struct position start;
	struct alert alert;

	config_defaults(&config);
	position_start(&start);
	for (int output = 0; output < OUTPUTS; output++) {
		struct text text;

		alert_init(&alert, (enum alert_id)_i, &config.rules, &start);
		text_begin(&text, line, sizeof(line));
		ck_assert_int_eq(alert_write(&text, &alert, (enum output)output),
		                 is_public[output] ? -EPERM : 0);
		ck_assert_int_eq(text.len == 0, is_public[output]);
		ck_assert_int_eq(alert_is_for((enum output)output), !is_public[output]);
	}
	config_free(&config);
}
END_TEST

static void
note(void *ctx, const struct alert *alert)
{
	(void)ctx;
	alert_list_add(&raised, alert);
}

/* The board tells plainly: "=" is the initial position, "e2." a lift, "e4P" a man put down. */
static void
tell_of_board(struct table *table, uint64_t t_us, const char *what)
{
	struct board_event event = { .kind = BOARD_SQUARE, .t_us = t_us };
	struct position start;

	if (strlen(what) == 3) {
		event.square.sq = (uint8_t)sq_make(what[0] - 'a', what[1] - '1');
		event.square.piece = test_piece(what[2]);
	} else {
		position_start(&start);
		event.kind = BOARD_SCAN;
		position_placement(&start, event.scan);
	}
	table_from_board(table, t_us, (const uint8_t *)&event, sizeof(event));
}

/* What happens at the table, a second apart: squares, or what persons say. */
static const char *const happenings[] = {
	"=",
	"{\"op\":\"colours-reversed\"}",
	"g1.",
	"f3N",
	"g8.",
	"f6n",
	"f3.",
	"g1N",
	"f6.",
	"g8n",
	"g1.",
	"f3N",
	"g8.",
	"f6n",
	"f3.",
	"g1N",
	"f6.",
	"g8n",
	"{\"op\":\"draw-offer\",\"side\":\"white\"}",
	"{\"op\":\"draw-offer\",\"side\":\"white\"}",
	"{\"op\":\"draw-offer\",\"side\":\"white\"}",
	"g1.",
	"g1N",
	"{\"op\":\"claim\",\"side\":\"white\"}",
	"{\"op\":\"claim\",\"side\":\"white\",\"rule\":\"fifty\",\"move\":\"e4\"}",
	"{\"op\":\"alert\",\"number\":1,\"outcome\":\"confirmed\"}",
	"f2.",
	"f3P",
	"e7.",
	"e5p",
	"g2.",
	"g4P",
	"d8.",
	"h4q",
	"{\"op\":\"score\",\"white\":\"3/4\",\"black\":\"1/4\"}",
	"{\"op\":\"result\",\"result\":\"1/2-1/2\"}",
	"{\"op\":\"unplugged\"}",
};

static void
happen(struct table *table, const char *const *list, size_t n, uint64_t from_s)
{
	char error[200];

	for (size_t i = 0; i < n; i++) {
		const char *what = list[i];
		uint64_t t_us = 1000000 * (from_s + i);

		table_advance(table, t_us);
		if (what[0] == '{')
			ck_assert_msg(table_host(table, t_us, what, error, sizeof(error)) == 0,
			              "%s", error);
		else
			tell_of_board(table, t_us, what);
	}
}

static const char *
member(const json_t *alert, const char *name)
{
	return json_string_value(json_object_get(alert, name));
}

/* What is published has nothing of any alert: not its id, nor its words, nor its articles. */
static void
check_published(const char *published, const char *name)
{
	const json_t *alert;
	size_t i;

	json_array_foreach(raised.alerts, i, alert)
	{
		ck_assert_msg(!strstr(published, member(alert, "id")), "%s: %s", name, published);
		ck_assert_msg(!strstr(published, member(alert, "text")), "%s: %s", name, published);
		ck_assert_msg(!strstr(published, member(alert, "text_fr")), "%s: %s", name,
		              published);
	}
	ck_assert_msg(!strstr(published, "alert"), "%s: %s", name, published);
	ck_assert_msg(!strstr(published, "threefold"), "%s: %s", name, published);
	ck_assert_msg(!strstr(published, "severity"), "%s: %s", name, published);
}

START_TEST(nothing_published_tells_of_alerts)
{
	static const char *const expected[] = {
		"colours-reversed",  "threefold-available", "repeated-draw-offers",
		"draw-claim-late",   "draw-claim-check",    "checkmate",
		"score-not-allowed", "result-mismatch",     "board-disconnected",
	};
	const struct table_listener listener = { .alert = note };
	struct table *table;
	const char *pgn;
	json_t *live;
	char *text, *alerts;
	size_t len;

	config_defaults(&config);
	ck_assert_int_eq(alert_list_init(&raised), 0);
	ck_assert_int_eq(table_new(&event_driver, &config, NULL, &listener, &table), 0);
	happen(table, happenings, sizeof(happenings) / sizeof(happenings[0]), 1);
	alerts = json_dumps(raised.alerts, 0);
	for (size_t i = 0; i < sizeof(expected) / sizeof(expected[0]); i++)
		ck_assert_msg(strstr(alerts, expected[i]) != NULL, "%s was not raised: %s",
		              expected[i], alerts);
	pgn = table_pgn(table, 0, &len);
	ck_assert_ptr_nonnull(pgn);
	/* White's offers belong to the record (9.1.2.2); how often he made them does not. */
	ck_assert_ptr_nonnull(strstr(pgn, "5. f3 {(=)} 5... e5 6. g4 Qh4#\n1/2-1/2"));
	check_published(pgn, "PGN");
	live = live_game(table, NULL, 0);
	text = json_dumps(live, 0);
	ck_assert_ptr_nonnull(strstr(text, "Qh4#"));
	check_published(text, "live page");
	free(text);
	free(alerts);
	json_decref(live);
	table_free(table);
	alert_list_free(&raised);
	config_free(&config);
}
END_TEST

/* Three rooks are gone for half a minute: the arbiter is told, the page shows the record. */
START_TEST(page_does_not_tell_that_the_board_contradicts)
{
	static const char *const squares[] = { "=", "a1.", "h1.", "a8." };
	const struct table_listener listener = { .alert = note };
	struct tracker_view view;
	struct table *table;
	json_t *live;
	char *text;

	config_defaults(&config);
	ck_assert_int_eq(alert_list_init(&raised), 0);
	ck_assert_int_eq(table_new(&event_driver, &config, NULL, &listener, &table), 0);
	for (uint64_t i = 0; i < 4; i++)
		tell_of_board(table, (i + 1) * 1000000, squares[i]);
	table_advance(table, 40000000);
	table_view(table, &view);
	ck_assert_int_eq(view.sync, TRACKER_PUZZLED);
	ck_assert_uint_eq(json_array_size(raised.alerts), 1);
	live = live_game(table, NULL, 0);
	text = json_dumps(live, 0);
	check_published(text, "live page");
	ck_assert_ptr_null(strstr(text, "puzzled"));
	ck_assert_ptr_nonnull(strstr(text, "in-step"));
	free(text);
	json_decref(live);
	table_free(table);
	alert_list_free(&raised);
	config_free(&config);
}
END_TEST

/* What was played before the order; the order, and White's answer to it on the board. */
static const char *const sealed[] = { "=",   "e2.", "e4P",
	                              "e7.", "e5p", "{\"op\":\"arbiter\",\"what\":\"seal\"}",
	                              "g1.", "f3N", "{\"op\":\"arbiter\",\"what\":\"adjourned\"}" };
static const char *const put_away[] = { "a1.", "b1.", "c1.", "d1.", "h8.", "g8." };
static const char *const resumed[] = { "a1R",
	                               "b1N",
	                               "c1B",
	                               "d1Q",
	                               "h8r",
	                               "g8n",
	                               "{\"op\":\"arbiter\",\"what\":\"reopen\"}",
	                               "{\"op\":\"sealed\",\"move\":\"Nf3\"}",
	                               "b8.",
	                               "c6n",
	                               "{\"op\":\"arbiter\",\"what\":\"pause\"}" };

/* What is published of the table now; the board's picture is the record's. To be freed. */
static char *
published(struct table *table)
{
	json_t *live = live_game(table, NULL, 0);
	char *text = json_dumps(live, JSON_COMPACT), *all;
	const char *pgn;
	size_t len;

	pgn = table_pgn(table, 0, &len);
	ck_assert_int_gt(asprintf(&all, "%s%s", pgn, text), 0);
	free(text);
	json_decref(live);
	return all;
}

/* What follows the board's events sees of it. */
static uint8_t followed[64];

static void
follow(void *ctx, const struct board_event *event)
{
	(void)ctx;
	if (event->kind == BOARD_SCAN)
		memcpy(followed, event->scan, sizeof(followed));
	if (event->kind == BOARD_SQUARE)
		followed[event->square.sq] = event->square.piece;
}

static void
check_secret(struct table *table)
{
	ck_assert_int_eq(followed[SQ_G1], piece_make(WHITE, KNIGHT));
	ck_assert_int_eq(followed[sq_make(5, 2)], EMPTY);
	ck_assert_int_eq(followed[SQ_A1], piece_make(WHITE, ROOK));

	char *all = published(table);

	ck_assert_msg(strstr(all, "1. e4 e5 *") != NULL, "%s", all);
	ck_assert_msg(strstr(all, "\"sensors\":\"RNBQKBNRPPPP.PPP............P.......p") != NULL,
	              "%s", all);
	ck_assert_msg(!strstr(all, "Nf3"), "%s", all);
	ck_assert_msg(strstr(all, "\"last\":[52,36]") != NULL, "%s", all);
	ck_assert_msg(strstr(all, "\"sync\":\"in-step\"") != NULL, "%s", all);
	free(all);
}

/* I.1.1: also while the men are put away, and while they are set up again. */
START_TEST(sealed_move_is_published_by_nobody)
{
	const struct table_listener listener = { .alert = note, .event = follow };
	struct table_envelope envelope;
	struct table *table;
	char *all;

	config_defaults(&config);
	ck_assert_int_eq(alert_list_init(&raised), 0);
	ck_assert_int_eq(table_new(&event_driver, &config, NULL, &listener, &table), 0);
	ck_assert(!table_envelope(table, &envelope));
	happen(table, sealed, 9, 1);
	ck_assert_uint_eq(table_game(table)->n_plies, 3);
	ck_assert(table_envelope(table, &envelope) && envelope.is_closed);
	check_secret(table);
	happen(table, put_away, 6, 20);
	table_advance(table, 90000000);
	check_secret(table);
	happen(table, resumed, 7, 100);
	check_secret(table);
	happen(table, resumed + 7, 4, 110);
	table_advance(table, 130000000);
	all = published(table);
	ck_assert_msg(strstr(all, "1. e4 e5 2. Nf3 Nc6 *") != NULL, "%s", all);
	ck_assert_int_eq(followed[sq_make(5, 2)], piece_make(WHITE, KNIGHT));
	ck_assert_int_eq(followed[sq_make(2, 5)], piece_make(BLACK, KNIGHT));
	ck_assert(!table_envelope(table, &envelope));
	free(all);
	table_free(table);
	alert_list_free(&raised);
	config_free(&config);
}
END_TEST

/* The board is wanted for another game meanwhile. */
START_TEST(sealed_move_stays_secret_when_another_game_is_played)
{
	static const char *const other[] = { "=", "d2.", "d4P", "d7.", "d5p" };
	const struct table_listener listener = { .alert = note };
	struct table *table;
	const char *pgn;
	size_t len;

	config_defaults(&config);
	ck_assert_int_eq(alert_list_init(&raised), 0);
	ck_assert_int_eq(table_new(&event_driver, &config, NULL, &listener, &table), 0);
	happen(table, sealed, 9, 1);
	happen(table, other, 5, 100);
	table_advance(table, 200000000);
	ck_assert_uint_eq(table_games(table), 2);
	pgn = table_pgn(table, 0, &len);
	ck_assert_msg(strstr(pgn, "1. e4 e5 *") != NULL, "%s", pgn);
	pgn = table_pgn(table, 1, &len);
	ck_assert_msg(strstr(pgn, "1. d4 d5 *") != NULL, "%s", pgn);
	table_free(table);
	alert_list_free(&raised);
	config_free(&config);
}
END_TEST

START_TEST(list_keeps_the_latest)
{
	struct position start;
	struct alert alert;
	json_t *copy;

	config_defaults(&config);
	position_start(&start);
	ck_assert_int_eq(alert_list_init(&raised), 0);
	for (uint32_t i = 1; i <= ALERT_LIST_MAX + 5; i++) {
		alert_init(&alert, ALERT_CHECKMATE, &config.rules, &start);
		alert.number = i;
		alert_list_add(&raised, &alert);
	}
	copy = alert_list_json(&raised);
	ck_assert_uint_eq(json_array_size(copy), ALERT_LIST_MAX);
	ck_assert_int_eq(json_integer_value(json_object_get(json_array_get(copy, 0), "number")), 6);
	json_decref(copy);
	alert_list_free(&raised);
	config_free(&config);
}
END_TEST

static Suite *
audience_suite(void)
{
	Suite *suite = suite_create("audience");
	TCase *tcase = tcase_create("audience");

	tcase_add_loop_test(tcase, no_public_output_takes_an_alert, 0, ALERTS);
	tcase_add_test(tcase, nothing_published_tells_of_alerts);
	tcase_add_test(tcase, page_does_not_tell_that_the_board_contradicts);
	tcase_add_test(tcase, sealed_move_is_published_by_nobody);
	tcase_add_test(tcase, sealed_move_stays_secret_when_another_game_is_played);
	tcase_add_test(tcase, list_keeps_the_latest);
	suite_add_tcase(suite, tcase);
	return suite;
}

int
main(void)
{
	return test_run(audience_suite());
}
