/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Host events in words, as a case file says them.
 */
#include "daemon/case_writing.h"

#include <check.h>
#include <string.h>

#include "daemon/table.h"
#include "tests/support.h"

static const char *
said(const char *code, const char *json)
{
	static char buffer[CASE_SAID_SIZE];
	const struct case_writing to = { .language = language_find(code) };

	case_say(&to, json, buffer);
	return buffer;
}

/* Not in the words of another language. */
static void
says_in_each(const char *json)
{
	char english[512];

	snprintf(english, sizeof(english), "%s", said("en", json));
	ck_assert_msg(english[0] != '\0', "no words for %s", json);
	for (int i = 0; language_code(i); i++)
		ck_assert_msg(i == ALERT_ENGLISH ||
		                      strcmp(said(language_code(i), json), english) != 0,
		              "%s: %s", language_code(i), english);
}

START_TEST(whatever_a_person_can_say_has_words)
{
	const char *op;
	char json[96];

	for (size_t i = 0; (op = table_said_word(i)); i++) {
		snprintf(json, sizeof(json), "{\"op\":\"%s\",\"side\":\"white\"}", op);
		if (strcmp(op, "arbiter") != 0 && strcmp(op, "correct") != 0)
			says_in_each(json);
	}
	says_in_each("{\"op\":\"correct\",\"do\":\"insert\",\"ply\":12,\"move\":\"Nf6\"}");
	says_in_each("{\"op\":\"correct\",\"do\":\"replace\",\"ply\":12,\"move\":\"Nf6\"}");
	says_in_each("{\"op\":\"correct\",\"do\":\"take-back\",\"plies\":2}");
}
END_TEST

START_TEST(whatever_the_arbiter_says_has_words)
{
	static const char *const what[] = { "absent",  "adjourned", "pause", "penalty",
		                            "present", "reopen",    "seal" };
	char json[96];

	for (size_t i = 0; i < sizeof(what) / sizeof(what[0]); i++) {
		snprintf(json, sizeof(json),
		         "{\"op\":\"arbiter\",\"what\":\"%s\",\"side\":\"white\"}", what[i]);
		says_in_each(json);
	}
}
END_TEST

START_TEST(whatever_the_daemon_records_has_words)
{
	says_in_each("{\"op\":\"listened\"}");
	says_in_each("{\"op\":\"started\"}");
	says_in_each("{\"op\":\"plugged\",\"address\":\"/dev/ttyUSB0\"}");
	says_in_each("{\"op\":\"unplugged\"}");
	says_in_each("{\"op\":\"board\",\"board\":\"serial:25000\"}");
	says_in_each("{\"op\":\"clock\",\"do\":\"beep\"}");
	says_in_each("{\"op\":\"round\",\"closed\":true}");
	says_in_each("{\"op\":\"round\",\"closed\":false}");
	says_in_each("{\"op\":\"log-write-failed\"}");
	says_in_each("{\"op\":\"time-of-day\",\"utc_offset\":\"+02:00\"}");
}
END_TEST

START_TEST(what_was_said_is_in_the_words)
{
	ck_assert_str_eq(
		said("de", "{\"op\":\"correct\",\"do\":\"replace\",\"ply\":12,\"move\":\"Nf6\"}"),
		"Aufzeichnung berichtigt: Halbzug 12 ist Sf6");
	ck_assert_str_eq(said("en", "{\"op\":\"penalty\",\"side\":\"black\",\"kind\":\"opp-time\","
	                            "\"seconds\":60}"),
	                 "penalty for Black: more time for the opponent (0:01:00)");
	ck_assert_str_eq(said("en", "{\"op\":\"arbiter\",\"what\":\"penalty\",\"side\":\"white\","
	                            "\"seconds\":-120}"),
	                 "time for White: -0:02:00");
	ck_assert_str_eq(said("fr", "{\"op\":\"alert\",\"number\":3,\"outcome\":\"open\"}"),
	                 "alerte 3 ouverte");
	ck_assert_str_eq(
		said("de", "{\"op\":\"withdrawn\",\"what\":\"draw-offer\",\"side\":\"white\"}"),
		"irrtümlich angegeben und zurückgenommen: Weiß bietet remis an");
	ck_assert_str_eq(said("en", "{\"op\":\"dance\"}"), "");
	ck_assert_str_eq(said("en", "no JSON"), "");
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("case_words");
	TCase *tcase = tcase_create("case_words");

	tcase_add_test(tcase, whatever_a_person_can_say_has_words);
	tcase_add_test(tcase, whatever_the_arbiter_says_has_words);
	tcase_add_test(tcase, whatever_the_daemon_records_has_words);
	tcase_add_test(tcase, what_was_said_is_in_the_words);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
