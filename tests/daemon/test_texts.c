/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Words in their languages, as the programs have them of daemon/texts.
 */
#include "daemon/texts.h"

#include <check.h>
#include <string.h>

#include "tests/support.h"

START_TEST(texts_each_language_says_everything)
{
	int language = 0;

	for (; language_code(language); language++)
		for (int key = 0; key < TEXTS; key++)
			ck_assert_msg(text_in(language, (enum text_key)key)[0] != '\0',
			              "%s: nothing for text %d", language_code(language), key);
	ck_assert_int_ge(language, 3);
	ck_assert_str_eq(text_in(ALERT_ENGLISH, TEXT_LINK_ABSENT), "The board is not connected.");
	ck_assert_str_eq(text_in(language_find("fr"), TEXT_ENVELOPE_PLAYERS), "Joueurs");
}
END_TEST

START_TEST(texts_places_are_filled)
{
	const struct text_value values[] = { { "n", "3" }, { "list", "e2 ist leer" } };
	char buffer[64];
	struct text text;

	text_begin(&text, buffer, sizeof(buffer));
	text_fill(&text, language_find("de"), TEXT_CHECK_MORE, values, 2);
	ck_assert_str_eq(buffer, "e2 ist leer, und 3 weitere");
	text_begin(&text, buffer, sizeof(buffer));
	text_fill(&text, ALERT_ENGLISH, TEXT_CHECK_MORE, values, 1);
	ck_assert_str_eq(buffer, ", and 3 more");
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("texts");
	TCase *tcase = tcase_create("texts");

	tcase_add_test(tcase, texts_each_language_says_everything);
	tcase_add_test(tcase, texts_places_are_filled);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
