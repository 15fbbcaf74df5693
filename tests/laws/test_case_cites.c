/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A case file cites what is in force in that game: of the annexes only that of its level and supervision.
 */
#include <check.h>

#include "daemon/case_file.h"
#include "tests/support.h"

#define WITH    true
#define WITHOUT false

static const struct {
	enum edition edition;
	enum level level;
	bool supervised;
	const char *article;
	bool cited;
} cites[] = {
	{ EDITION_FIDE_2018, LEVEL_STANDARD, WITH, "7.5.5", true },
	{ EDITION_FIDE_2018, LEVEL_STANDARD, WITH, "A.4.2", false },
	{ EDITION_FIDE_2018, LEVEL_STANDARD, WITH, "A.3.2", false },
	{ EDITION_FIDE_2018, LEVEL_STANDARD, WITH, "B.3.2", false },
	{ EDITION_FIDE_2018, LEVEL_RAPID, WITH, "A.3.1", true },
	{ EDITION_FIDE_2018, LEVEL_RAPID, WITH, "B.3.1", false },
	{ EDITION_FIDE_2018, LEVEL_RAPID, WITH, "A.4.2", false },
	{ EDITION_FIDE_2018, LEVEL_RAPID, WITHOUT, "A.4.2", true },
	{ EDITION_FIDE_2018, LEVEL_RAPID, WITHOUT, "A.3.1", false },
	{ EDITION_FIDE_2018, LEVEL_RAPID, WITHOUT, "7.5.5", true },
	{ EDITION_FIDE_2018, LEVEL_BLITZ, WITH, "B.3.1", true },
	{ EDITION_FIDE_2018, LEVEL_BLITZ, WITH, "A.3.1", false },
	{ EDITION_FIDE_2018, LEVEL_BLITZ, WITHOUT, "A.4.4", true }, /* B.4 */
	{ EDITION_FIDE_2018, LEVEL_BLITZ, WITHOUT, "B.3.1", false },
	{ EDITION_FIDE_2023, LEVEL_RAPID, WITH, "A.4.1", true },
	{ EDITION_FIDE_2023, LEVEL_RAPID, WITH, "A.5.2", false },
	{ EDITION_FIDE_2023, LEVEL_RAPID, WITHOUT, "A.5.2", true },
	{ EDITION_FIDE_2023, LEVEL_RAPID, WITHOUT, "A.4.1", false },
	{ EDITION_FIDE_2014, LEVEL_STANDARD, WITH, "7.5.b", true },
	{ EDITION_FIDE_2014, LEVEL_RAPID, WITH, "7.5.b", true },
	{ EDITION_FIDE_2014, LEVEL_RAPID, WITHOUT, "7.5.b", false },
	{ EDITION_FIDE_2014, LEVEL_BLITZ, WITHOUT, "A.4.b", true },
	{ EDITION_FIDE_2014, LEVEL_RAPID, WITHOUT, "7.5.a", true },
};

START_TEST(what_is_in_force_is_cited)
{
	struct case_file file = { .alert = { .edition = cites[_i].edition },
		                  .level = cites[_i].level,
		                  .supervised = cites[_i].supervised };

	ck_assert_msg(case_cites(&file, cites[_i].article) == cites[_i].cited, "%s",
	              cites[_i].article);
}
END_TEST

/* The first illegal move loses by A.4.b where it does. */
START_TEST(what_a_lost_game_is_lost_by_is_among_the_articles)
{
	ck_assert_str_eq(alert_row(ALERT_SECOND_ILLEGAL_MOVE)->articles[EDITION_FIDE_2014],
	                 "7.5.b;A.4.b");
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("case_cites");
	TCase *tcase = tcase_create("case_cites");

	tcase_add_loop_test(tcase, what_is_in_force_is_cited, 0,
	                    (int)(sizeof(cites) / sizeof(cites[0])));
	tcase_add_test(tcase, what_a_lost_game_is_lost_by_is_among_the_articles);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
