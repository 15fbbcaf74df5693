/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Words in their languages, as the programs have them of daemon/texts.
 */
#include "daemon/texts.h"

#include <check.h>
#include <errno.h>
#include <string.h>

#include "tests/support.h"

START_TEST(texts_english_is_the_first_language)
{
	ck_assert_int_eq(text_language("en"), TEXT_ENGLISH);
	ck_assert_str_eq(text_in(TEXT_ENGLISH, TEXT_LINK_ABSENT), "The board is not connected.");
}
END_TEST

START_TEST(texts_each_language_says_everything)
{
	int language = 0;

	for (; text_code(language); language++) {
		ck_assert_int_eq(text_language(text_code(language)), language);
		for (int key = 0; key < TEXTS; key++)
			ck_assert_msg(text_in(language, (enum text_key)key)[0] != '\0',
			              "%s: nothing for text %d", text_code(language), key);
	}
	ck_assert_int_ge(language, 3);
	ck_assert_str_eq(text_in(text_language("fr"), TEXT_ENVELOPE_PLAYERS), "Joueurs");
}
END_TEST

START_TEST(texts_other_languages_are_not_there)
{
	ck_assert_int_eq(text_language("xx"), -ENOENT);
	ck_assert_int_eq(text_language(""), -ENOENT);
	ck_assert_int_eq(text_language("fre"), -ENOENT);
	ck_assert_ptr_null(text_code(-1));
	ck_assert_ptr_null(text_code(1000));
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("texts");
	TCase *tcase = tcase_create("texts");

	tcase_add_test(tcase, texts_english_is_the_first_language);
	tcase_add_test(tcase, texts_each_language_says_everything);
	tcase_add_test(tcase, texts_other_languages_are_not_there);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
