/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The words for articles: every one that an alert cites has them, in each edition, and they are those of the edition.
 */
#include "core/laws/alert/articles.h"

#include <check.h>
#include <string.h>

#include "tests/support.h"

static void
assert_words(const struct alert_row *row, enum edition edition)
{
	const char *at = row->articles[edition];

	while (*at) {
		size_t len = strcspn(at, ";");

		for (int language = 0; language_code(language); language++)
			ck_assert_msg(article_text(edition, at, len, language) != NULL,
			              "%s: %s %.*s", row->name, edition_name(edition), (int)len,
			              at);
		at += len + (at[len] == ';');
	}
}

START_TEST(every_cited_article_has_words)
{
	for (int id = 0; id < ALERTS; id++)
		for (int edition = 0; edition < EDITIONS; edition++)
			assert_words(alert_row((enum alert_id)id), (enum edition)edition);
}
END_TEST

static const char *
english(enum edition edition, const char *number)
{
	return article_text(edition, number, strlen(number), ALERT_ENGLISH);
}

/* Annex A got an article more in 2023, and everything behind it another number. */
START_TEST(words_are_of_the_edition)
{
	ck_assert_str_eq(english(EDITION_FIDE_2018, "A.4.2"), english(EDITION_FIDE_2023, "A.5.2"));
	ck_assert_str_eq(english(EDITION_FIDE_2018, "A.3.2"), english(EDITION_FIDE_2023, "A.4.2"));
	ck_assert_ptr_null(english(EDITION_FIDE_2023, "A.3.2"));
	ck_assert_ptr_nonnull(strstr(english(EDITION_FIDE_2014, "A.4.b"), "loses at once"));
	ck_assert_ptr_nonnull(strstr(english(EDITION_FIDE_2018, "7.3"), "played anew"));
	ck_assert_ptr_nonnull(strstr(english(EDITION_FIDE_2014, "7.3"), "goes on"));
	ck_assert_str_eq(english(EDITION_FIDE_2014, "6.11"), english(EDITION_FIDE_2018, "III.3"));
	ck_assert_ptr_null(english(EDITION_FIDE_2014, "7.5.3"));
	ck_assert_str_eq(english(EDITION_FIDE_2014, "OL 20.4"),
	                 english(EDITION_FIDE_2023, "OL 20.4"));
}
END_TEST

START_TEST(words_are_of_the_language_and_the_whole_number)
{
	const char *fr = article_text(EDITION_FIDE_2018, "7.5.3", 5, ALERT_FRENCH);

	ck_assert_ptr_nonnull(strstr(fr, "sans jouer"));
	ck_assert_ptr_null(article_text(EDITION_FIDE_2018, "7.5.3", 4, ALERT_ENGLISH));
	ck_assert_ptr_null(english(EDITION_FIDE_2018, "99.9"));
}
END_TEST

static Suite *
articles_suite(void)
{
	Suite *suite = suite_create("articles");
	TCase *tcase = tcase_create("articles");

	tcase_add_test(tcase, every_cited_article_has_words);
	tcase_add_test(tcase, words_are_of_the_edition);
	tcase_add_test(tcase, words_are_of_the_language_and_the_whole_number);
	suite_add_tcase(suite, tcase);
	return suite;
}

int
main(void)
{
	return test_run(articles_suite());
}
