/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/slug.h"

#include <string.h>

#include <check.h>

#include "tests/support.h"

static const struct {
	const char *name, *slug;
} slugs[] = {
	{ "", "" },
	{ "Tata Steel 2024", "tata-steel-2024" },
	{ "  -- Open: A/B --  ", "open-a-b" },
	{ "Championnat fermé de Montréal", "championnat-ferme-de-montreal" },
	{ "Øst Ærø ß", "ost-aero-ss" },
	{ "../../etc/passwd", "etc-passwd" },
};

START_TEST(slug_names)
{
	char buffer[SLUG_SIZE];

	slug_format(slugs[_i].name, buffer);
	ck_assert_str_eq(buffer, slugs[_i].slug);
}
END_TEST

START_TEST(slug_other_scripts_stay_two)
{
	char first[SLUG_SIZE], second[SLUG_SIZE], again[SLUG_SIZE];

	slug_format("Чемпионат 1", first);
	slug_format("Турнир 1", second);
	slug_format("Чемпионат 1", again);
	ck_assert_str_ne(first, second);
	ck_assert_str_eq(first, again);
	ck_assert_ptr_eq(strstr(first, "1-"), first);
	slug_format("棋", first);
	ck_assert_uint_eq(strlen(first), 8);
}
END_TEST

START_TEST(slug_long_names_stay_two)
{
	char name[300], first[SLUG_SIZE], second[SLUG_SIZE];

	memset(name, 'a', sizeof(name));
	name[sizeof(name) - 1] = '\0';
	slug_format(name, first);
	name[250] = 'b';
	slug_format(name, second);
	ck_assert_str_ne(first, second);
	ck_assert_uint_lt(strlen(first), SLUG_SIZE);
}
END_TEST

START_TEST(slug_broken_utf8_survives)
{
	char buffer[SLUG_SIZE];

	slug_format("a\xc3", buffer);
	ck_assert_ptr_eq(strstr(buffer, "a-"), buffer);
	slug_format("\x80\x80z\xff", buffer);
	ck_assert_ptr_eq(strstr(buffer, "z-"), buffer);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("slug");
	TCase *tcase = tcase_create("slug");

	tcase_add_loop_test(tcase, slug_names, 0, sizeof(slugs) / sizeof(slugs[0]));
	tcase_add_test(tcase, slug_other_scripts_stay_two);
	tcase_add_test(tcase, slug_long_names_stay_two);
	tcase_add_test(tcase, slug_broken_utf8_survives);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
