/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tables as text, as spreadsheets and pairing programs write them.
 */
#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "daemon/csv.h"
#include "tests/support.h"

/* The rows as "field|field/field", what cannot be read as "!LINE". */
static const char *
read_all(const char *text)
{
	static char all[4096];
	static struct csv_row row;
	struct csv_reader reader;
	const char *cause = "";
	size_t len = 0;
	int r;

	csv_begin(&reader, text, strlen(text));
	all[0] = '\0';
	while ((r = csv_next(&reader, &row, &cause)) != 0) {
		if (r < 0)
			len += (size_t)snprintf(all + len, sizeof(all) - len, "!%zu", row.line);
		for (size_t i = 0; r > 0 && i < row.n; i++)
			len += (size_t)snprintf(all + len, sizeof(all) - len, "%s%s",
			                        i > 0 ? "|" : "", row.fields[i]);
		len += (size_t)snprintf(all + len, sizeof(all) - len, "/");
	}
	return all;
}

static const struct {
	const char *text, *rows;
} tables[] = {
	{ "", "" },
	{ "a,b\n1,2\n", "a|b/1|2/" },
	{ "a;b\r\n1;2", "a|b/1|2/" },
	{ "a\tb\r1\t2\r", "a|b/1|2/" },
	{ "\xef\xbb\xbf"
	  "a;b\n",
	  "a|b/" },
	{ "a;b\n\"Tal; M.\"; \"say \"\"hi\"\"\" \n", "a|b/Tal; M.|say \"hi\"/" },
	{ "a;b;c\n x , y ;  z;\n", "a|b|c/x , y|z|/" }, /* the first line says which separator */
	{ "\n\n;;\na,b\n", "a,b/" },
	{ "a,b\n\"two\nlines\",2\n", "a|b/two lines|2/" },
	{ "a,b\n\"open,1\n2,3\n", "a|b/!2/2|3/" },
	{ "a,b\nO\"Neil,\"x\"y\n", "a|b/O\"Neil|xy/" },
	{ "\"a,b\";c\n1;2\n", "a,b|c/1|2/" },
};

START_TEST(tables_are_read)
{
	ck_assert_str_eq(read_all(tables[_i].text), tables[_i].rows);
}
END_TEST

START_TEST(lines_are_counted)
{
	static const char text[] = "a,b\r\n\r\n\"x\ny\",2\n3,4\n";
	static const size_t lines[] = { 1, 3, 5 };
	static struct csv_row row;
	struct csv_reader reader;
	const char *cause;

	csv_begin(&reader, text, strlen(text));
	for (int i = 0; i < 3; i++) {
		ck_assert_int_eq(csv_next(&reader, &row, &cause), 1);
		ck_assert_uint_eq(row.line, lines[i]);
	}
	ck_assert_int_eq(csv_next(&reader, &row, &cause), 0);
}
END_TEST

START_TEST(what_is_too_much_is_refused_and_the_rest_read)
{
	static char text[2 * CSV_ROW_MAX];
	static struct csv_row row;
	struct csv_reader reader;
	const char *cause = NULL;
	size_t len = 0;

	for (int i = 0; i <= CSV_FIELDS_MAX; i++)
		text[len++] = ',';
	text[len++] = 'x';
	text[len++] = '\n';
	memset(text + len, 'y', CSV_ROW_MAX);
	len += CSV_ROW_MAX;
	memcpy(text + len, "\n1,2\n", 6);
	csv_begin(&reader, text, strlen(text));
	ck_assert_int_eq(csv_next(&reader, &row, &cause), -EBADMSG);
	ck_assert_str_eq(cause, "it has too many fields, or too long ones");
	ck_assert_int_eq(csv_next(&reader, &row, &cause), -EBADMSG);
	ck_assert_int_eq(csv_next(&reader, &row, &cause), 1);
	ck_assert_str_eq(row.fields[1], "2");
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("csv");
	TCase *tcase = tcase_create("csv");

	tcase_add_loop_test(tcase, tables_are_read, 0, sizeof(tables) / sizeof(tables[0]));
	tcase_add_test(tcase, lines_are_counted);
	tcase_add_test(tcase, what_is_too_much_is_refused_and_the_rest_read);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
