/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Every row of the catalogue, in every edition and language, through the formatter.
 */
#include "core/laws/alert/alert.h"

#include <check.h>
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "tests/support.h"

static struct ruleset rules;
static struct position start;
static char line[ALERT_LINE_SIZE];

static void
format(const struct alert *alert)
{
	struct text text;
	size_t len;

	text_begin(&text, line, sizeof(line));
	ck_assert_int_eq(alert_write(&text, alert, OUTPUT_ALERTS), 0);
	ck_assert_int_eq(text_end(&text, &len), 0);
}

static void
fill(struct alert *alert, enum alert_id id)
{
	alert_init(alert, id, &rules, &start);
	alert->number = 3;
	alert->ply = 1;
	alert->t_us = 12345678;
	alert->n = 2;
	alert->m = 40;
	alert->t_s = 120;
	alert->u_s = 5430;
	alert->squares = sq_bit(SQ_E4) | sq_bit(SQ_D4);
	alert->piece = WHITE_KNIGHT;
	alert->moves[0] = move_make(12, SQ_E4, MOVE_NORMAL);
	alert->n_moves = 1;
	alert->plies[0] = 4;
	alert->plies[1] = 8;
	alert->n_plies = 2;
	alert->clock_before_s[WHITE] = 60;
}

static const char *
member(const json_t *json, const char *name)
{
	const char *value = json_string_value(json_object_get(json, name));

	ck_assert_msg(value != NULL, "%s: %s", name, line);
	return value;
}

/* Whole, filled, and not in English. */
static void
is_said(const json_t *json, int language)
{
	char name[16] = "text";

	if (language != ALERT_ENGLISH) {
		snprintf(name, sizeof(name), "text_%s", language_code(language));
		ck_assert_str_ne(member(json, name), member(json, "text"));
	}
	ck_assert(strlen(member(json, name)) > 0);
	ck_assert(strpbrk(member(json, name), "{}|") == NULL);
}

START_TEST(alert_row_complete_and_readable)
{
	struct alert alert;

	for (int edition = 0; edition < EDITIONS; edition++) {
		json_error_t error;
		json_t *json;

		rules.edition = (enum edition)edition;
		fill(&alert, (enum alert_id)_i);
		/* The last of all alternatives, wherever there are some. */
		for (int i = 0; i < ALERT_CHOICES_MAX; i++)
			alert.choice[i] = (uint8_t)(3 * (edition - 1) * (edition - 1));
		format(&alert);
		json = json_loads(line, JSON_REJECT_DUPLICATES, &error);
		ck_assert_msg(json != NULL, "%s: %s", error.text, line);
		ck_assert_int_eq(alert_find(member(json, "id")), _i);
		for (int language = 0; language_code(language); language++)
			is_said(json, language);
		ck_assert_ptr_nonnull(json_object_get(json_object_get(json, "evidence"), "fen"));
		json_decref(json);
	}
}
END_TEST

START_TEST(alert_languages_are_found)
{
	ck_assert_int_eq(language_find("en"), ALERT_ENGLISH);
	ck_assert_int_eq(language_find("fr"), ALERT_FRENCH);
	ck_assert_str_eq(language_code(language_find("de")), "de");
	ck_assert_int_eq(language_find("xx"), -ENOENT);
	ck_assert_int_eq(language_find(""), -ENOENT);
	ck_assert_int_eq(language_find("fre"), -ENOENT);
	ck_assert_ptr_null(language_code(-1));
	ck_assert_ptr_null(language_code(1000));
}
END_TEST

START_TEST(alert_names_are_found)
{
	ck_assert_int_eq(alert_find("two-handed-move"), ALERT_TWO_HANDED_MOVE);
	ck_assert_int_eq(alert_find("no-such-alert"), ALERTS);
}
END_TEST

START_TEST(alert_articles_follow_the_edition)
{
	static const char *const articles[EDITIONS] = { "[\"7.5.a\",\"7.5.b\",\"A.4.b\"]",
		                                        "[\"7.5.1\",\"7.5.5\",\"A.4.2\"]",
		                                        "[\"7.5.1\",\"7.5.5\",\"A.5.2\"]" };
	struct alert alert;

	rules.edition = (enum edition)_i;
	fill(&alert, ALERT_ILLEGAL_MOVE);
	format(&alert);
	ck_assert_ptr_nonnull(strstr(line, articles[_i]));
}
END_TEST

START_TEST(alert_line_is_as_promised)
{
	struct alert alert;

	fill(&alert, ALERT_TWO_HANDED_MOVE);
	alert.side = BLACK;
	format(&alert);
	ck_assert_ptr_nonnull(strstr(
		line, "{\"t\":12.345678,\"ply\":1,\"side\":\"black\",\"id\":\"two-handed-move\","
		      "\"severity\":\"advisory\",\"articles\":[\"4.1\",\"7.5.4\"],"
		      "\"text\":\"Possible two-handed move by Black; confirm only if seen.\","));
	ck_assert_ptr_nonnull(strstr(line, "\"evidence\":{\"fen\":\"rnbqkbnr/"));
	ck_assert_ptr_nonnull(strstr(line, "\"clock\":{\"white\":60,\"black\":-1}"));
	ck_assert_ptr_nonnull(strstr(line, "\"squares\":\"d4, e4\",\"plies\":[4,8]"));
	ck_assert_ptr_nonnull(strstr(line, "\"number\":3,"));
	ck_assert_ptr_nonnull(strstr(line, "\"outcome\":\"open\""));
}
END_TEST

START_TEST(alert_sentence_filled_in_each_language)
{
	struct alert alert;

	fill(&alert, ALERT_FLAG_FALLEN);
	alert.choice[0] = 1;
	format(&alert);
	ck_assert_ptr_nonnull(strstr(
		line, "\"White flag; 2/40 moves completed; opponent cannot mate. Not a ruling.\""));
	ck_assert_ptr_nonnull(strstr(line,
	                             "Drapeau tombé (les Blancs) : 2/40 coups complétés ; mat "
	                             "adverse impossible. Constat, pas décision."));
	alert.m = 0; /* all moves of the game in this time */
	format(&alert);
	ck_assert_ptr_nonnull(strstr(line, "\"White flag; 2 moves completed; "));
	fill(&alert, ALERT_CLOCK_SETTING_MISMATCH);
	format(&alert);
	ck_assert_ptr_nonnull(strstr(line, "Clock shows 2:00, event requires 1:30:30."));
	fill(&alert, ALERT_TOUCH_MOVE);
	format(&alert);
	ck_assert_ptr_nonnull(strstr(line, "White lifted d4, e4 first, then played e4."));
	ck_assert_ptr_nonnull(strstr(line, "Les Blancs : d4, e4 levés d'abord"));
	ck_assert_ptr_nonnull(
		strstr(line, "\"text_de\":\"Weiß hat zuerst d4, e4 aufgehoben und dann e4"));
}
END_TEST

START_TEST(alert_severity_by_edition_and_profile)
{
	struct alert alert;

	rules.edition = EDITION_FIDE_2014;
	fill(&alert, ALERT_CLOCK_PRESSED_WITHOUT_MOVE);
	ck_assert_int_eq(alert.severity, ALERT_ADVISORY);
	rules.edition = EDITION_FIDE_2018;
	fill(&alert, ALERT_CLOCK_PRESSED_WITHOUT_MOVE);
	ck_assert_int_eq(alert.severity, ALERT_CRITICAL);
	fill(&alert, ALERT_MOVE_OUT_OF_TURN);
	ck_assert_int_eq(alert.severity, ALERT_WARNING);
	alert_aggravate(&alert, &rules);
	ck_assert_int_eq(alert.severity, ALERT_CRITICAL);
	rules.novice = true;
	fill(&alert, ALERT_DEAD_POSITION);
	ck_assert_int_eq(alert.severity, ALERT_ADVISORY);
	fill(&alert, ALERT_FLAG_FALLEN);
	ck_assert_int_eq(alert.severity, ALERT_CRITICAL);
}
END_TEST

static void
setup(void)
{
	ruleset_default(&rules, "2020-01-01");
	position_start(&start);
}

int
main(void)
{
	Suite *suite = suite_create("alert");
	TCase *tcase = tcase_create("alert");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_add_loop_test(tcase, alert_row_complete_and_readable, 0, ALERTS);
	tcase_add_test(tcase, alert_languages_are_found);
	tcase_add_test(tcase, alert_names_are_found);
	tcase_add_loop_test(tcase, alert_articles_follow_the_edition, 0, EDITIONS);
	tcase_add_test(tcase, alert_line_is_as_promised);
	tcase_add_test(tcase, alert_sentence_filled_in_each_language);
	tcase_add_test(tcase, alert_severity_by_edition_and_profile);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
