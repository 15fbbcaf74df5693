/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The words for articles: every one that the alerts about illegal moves, hands and touches cite has them.
 */
#include "core/laws/articles.h"

#include <check.h>
#include <string.h>

#include "tests/support.h"

START_TEST(every_cited_article_has_words)
{
	const char *at = alert_row((enum alert_id)_i)->articles[EDITION_FIDE_2018];

	while (*at) {
		size_t len = strcspn(at, ";");

		for (int language = 0; language_code(language); language++)
			ck_assert_msg(article_text(EDITION_FIDE_2018, at, len, language) != NULL,
			              "%s: %.*s", alert_row((enum alert_id)_i)->name, (int)len, at);
		at += len + (at[len] == ';');
	}
}
END_TEST

START_TEST(words_are_of_the_edition_and_the_whole_number)
{
	const char *fr = article_text(EDITION_FIDE_2018, "7.5.3", 5, ALERT_FRENCH);

	ck_assert_ptr_nonnull(strstr(fr, "sans jouer"));
	ck_assert_ptr_null(article_text(EDITION_FIDE_2014, "7.5.3", 5, ALERT_FRENCH));
	ck_assert_ptr_null(article_text(EDITION_FIDE_2018, "7.5.3", 4, ALERT_ENGLISH));
	ck_assert_ptr_null(article_text(EDITION_FIDE_2018, "99.9", 4, ALERT_ENGLISH));
}
END_TEST

static Suite *
articles_suite(void)
{
	Suite *suite = suite_create("articles");
	TCase *tcase = tcase_create("articles");

	tcase_add_loop_test(tcase, every_cited_article_has_words, ALERT_ILLEGAL_MOVE_ON_BOARD,
	                    ALERT_PROMOTION_PIECE_CHANGED + 1);
	tcase_add_test(tcase, words_are_of_the_edition_and_the_whole_number);
	suite_add_tcase(suite, tcase);
	return suite;
}

int
main(void)
{
	return test_run(articles_suite());
}
