/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pairings from CSV and PGN, as programs write them: what is taken, and what is told of the rest.
 */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "daemon/pairings.h"
#include "daemon/players.h"
#include "tests/support.h"

static char told[4096];

static void
tell(void *ctx, size_t line, const char *cause)
{
	size_t len = strlen(told);

	(void)ctx;
	snprintf(told + len, sizeof(told) - len, "%zu: %s\n", line, cause);
}

/* The pairings as "ROUND/TABLE white 2700 GM - black" lines. */
static const char *
read_all(const char *text, size_t len)
{
	static char all[4096];
	struct pairings pairings = { .problem = tell };
	size_t at = 0;

	told[0] = all[0] = '\0';
	ck_assert_int_eq(pairings_read(&pairings, text, len), 0);
	for (size_t i = 0; i < pairings.n; i++) {
		const struct config_table *table = &pairings.list[i].table;

		at += (size_t)snprintf(all + at, sizeof(all) - at, "%s/%u ", pairings.list[i].round,
		                       table->number);
		for (int k = 0; k < PLAYERS_KEYS; k++)
			if (players_value(table, k)[0])
				at += (size_t)snprintf(all + at, sizeof(all) - at, "%s=%s;",
				                       players_keys[k], players_value(table, k));
		at += (size_t)snprintf(all + at, sizeof(all) - at, "\n");
	}
	pairings_free(&pairings);
	return all;
}

static const struct {
	const char *text, *pairings, *told;
} files[] = {
	/* English, commas, a name with one. */
	{ "Round,Table,White,WhiteElo,Black,BlackElo\n3,1,\"Tal, Mikhail\",2660,Bronstein,2600\n",
	  "3/1 white=Tal, Mikhail;black=Bronstein;white_elo=2660;black_elo=2600;\n", "" },
	/* French, semicolons, in another order, the side where it was named last. */
	{ "\xef\xbb\xbfNoirs;Elo;\xc3\x89"
	  "chiquier;Blancs;Elo;Titre;Points\r\n"
	  "B\xc3\xa9la;1850 F;12;Zo\xc3\xa9;2301;m; 4,5\r\n",
	  "/12 white=Zo\xc3\xa9;black=B\xc3\xa9la;white_elo=2301;black_elo=1850;white_title=IM;\n",
	  "" },
	/* Latin-1, tabs. */
	{ "Table\tBlancs\tNoirs\n1\tZo\xe9\tB\xe9la\n", "/1 white=Zo\xc3\xa9;black=B\xc3\xa9la;\n",
	  "" },
	/* A pairing program's own: start numbers and points between. */
	{ "Bo.;No.;;White;Rtg;Pts.;Result;Pts.;;Black;Rtg;No.\n"
	  "1;4;g;Alekhine;2690;0;;0;wf;Graf;2380;9\n2;5;;Bye;0;0;;0;;Rest;0;\n",
	  "/1 white=Alekhine;black=Graf;white_elo=2690;black_elo=2380;\n",
	  "3: Rest has nobody to play: no game, left out\n" },
	/* No table column: in order. */
	{ "White Name;Black Name\na;b\nc;d\n", "/0 white=a;black=b;\n/0 white=c;black=d;\n", "" },
	/* What is wrong, by line. */
	{ "Table;White;Black;White "
	  "Elo\n1;a;b;12345\n1;c;d;\n0;e;f;\nx;g;h;\n;i;j;\n2;k;;\n3;l;m;1;x\n",
	  "/1 white=a;black=b;\n",
	  "2: white_elo: '12345' is left out; allowed: a number of at most four digits, or - for "
	  "an "
	  "unrated player\n"
	  "3: table 1 again, left out; it was given on line 2\n"
	  "4: '0' is no table; allowed is a number 1..9999\n"
	  "5: 'x' is no table; allowed is a number 1..9999\n"
	  "6: it names no table, left out; others do\n"
	  "7: k has nobody to play: no game, left out\n"
	  "8: 5 fields, and the first line names 4, left out; is a name with a comma in it without "
	  "quotes?\n" },
	{ "Table;Name;Color\n1;a;w\n", "",
	  "1: it names no column for White and Black; the first line names the columns: table, "
	  "white "
	  "and black (or \xc3\xa9"
	  "chiquier, blancs and noirs), and others\n" },
	{ "Table;White\n", "",
	  "1: it names no column for Black; the first line names the columns: table, white "
	  "and black (or \xc3\xa9"
	  "chiquier, blancs and noirs), and others\n" },
	{ "White,Black\n\"a,b\n", "", "2: a quote is opened and not closed\n" },
	/* PGN: the table behind the dot, or Board; a game that breaks off keeps its players. */
	{ "[Event \"x\"]\n[Round \"2.7\"]\n[White \"Euwe, Max\"]\n[Black \"Flohr\"]\n[WhiteElo "
	  "\"?\"]\n[BlackTitle \"GM\"]\n[Result \"*\"]\n\n*\n\n[Event \"x\"]\n[Round "
	  "\"2\"]\n[Board "
	  "\"8\"]\n[White \"a\"]\n[Black \"b\"]\n\n1. e5 *\n",
	  "2/7 white=Euwe, Max;black=Flohr;black_title=GM;\n2/8 white=a;black=b;\n", "" },
	{ "[Event \"x\"]\n[White \"a\"]\n[Black \"?\"]\n\n*\n\n[Event \"x\"]\n[White \"c\n", "",
	  "1: a has nobody to play: no game, left out\n" },
	{ "", "", "" },
};

START_TEST(files_are_read)
{
	const char *pairings = read_all(files[_i].text, strlen(files[_i].text));

	ck_assert_str_eq(pairings, files[_i].pairings);
	ck_assert_msg(strncmp(told, files[_i].told, strlen(files[_i].told)) == 0, "%s", told);
	ck_assert(files[_i].told[0] != '\0' || told[0] == '\0');
}
END_TEST

START_TEST(utf_16_is_named)
{
	read_all("\xff\xfeT\0a\0", 6);
	ck_assert_str_eq(told, "1: it is UTF-16; save it as UTF-8, or as CSV\n");
}
END_TEST

START_TEST(control_characters_do_not_get_in)
{
	static const char text[] = "White,Black\nEvil\x1b[2J,b\n";

	ck_assert_str_eq(read_all(text, strlen(text)), "");
	ck_assert_msg(strstr(told, "2: white: ") != NULL, "%s", told);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("pairings");
	TCase *tcase = tcase_create("pairings");

	tcase_add_loop_test(tcase, files_are_read, 0, sizeof(files) / sizeof(files[0]));
	tcase_add_test(tcase, utf_16_is_named);
	tcase_add_test(tcase, control_characters_do_not_get_in);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
