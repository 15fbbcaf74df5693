/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/laws/alert/articles.h"

#include <string.h>

#include "core/laws/alert/words.h"

/* How an article of another edition is numbered in that of 2018, in which most words are filed. An article that is
 * not in its edition's table has the same number in both, if it can be one of that edition at all. */
struct renumbered {
	const char *number, *in_2018;
};

static const struct renumbered from_2014[] = {
	{ "1.1", "1.2" },       { "1.2", "1.4.2" },     { "3.7.d", "3.7.4" },
	{ "3.7.e", "3.7.5" },   { "4.2", "4.2.1" },     { "4.4.b", "4.4.2" },
	{ "4.4.c", "4.4.3" },   { "4.4.d", "4.4.4" },   { "4.7.a", "4.7.1" },
	{ "4.7.b", "4.7.2" },   { "5.1.a", "5.1.1" },   { "5.1.b", "5.1.2" },
	{ "5.2.a", "5.2.1" },   { "5.2.b", "5.2.2" },   { "6.2.a", "6.2.1" },
	{ "6.2.c", "6.2.4" },   { "6.2.d", "6.2.5" },   { "6.3.a", "6.3.1" },
	{ "6.7.a", "6.7.1" },   { "6.7.b", "6.7.2" },   { "6.10.a", "6.10.1" },
	{ "6.10.b", "6.10.2" }, { "6.11", "III.3" },    { "6.12.b", "6.11.2" },
	{ "6.12.c", "6.11.3" }, { "7.2.a", "7.2.1" },   { "7.2.b", "7.2.2" },
	{ "7.5.a", "7.5.1" },   { "7.5.b", "7.5.5" },   { "8.5.a", "8.5.1" },
	{ "9.1.a", "9.1.1" },   { "9.1.b", "9.1.2.1" }, { "9.5.b", "9.5.3" },
	{ "9.6.b", "9.6.2" },   { "9.7", "5.2.2" },     { "11.3.b", "11.3.2" },
	{ "A.3", "A.3.1" },     { "A.4.a", "A.4.1" },   { "A.4.d", "A.4.4" },
	{ "B.3", "B.3.1" },     { "E.1", "I.1.1" },     { "E.5", "I.5" },
	{ "E.8", "I.8" },       { "E.13", "I.13" },     { "F.2", "II.2" },
	{ "G.5", "III.5" },
};

static const struct renumbered from_2023[] = {
	{ "A.4.1", "A.3.1" },     { "A.4.2", "A.3.2" },     { "A.5.1", "A.4.1" },
	{ "A.5.1.1", "A.4.1.1" }, { "A.5.1.2", "A.4.1.2" }, { "A.5.2", "A.4.2" },
	{ "A.5.4", "A.4.4" },
};

static const struct {
	const struct renumbered *rows;
	size_t n;
} numberings[EDITIONS] = {
	[EDITION_FIDE_2014] = { from_2014, sizeof(from_2014) / sizeof(from_2014[0]) },
	[EDITION_FIDE_2023] = { from_2023, sizeof(from_2023) / sizeof(from_2023[0]) },
};

static bool
is_number(const char *text, const char *number, size_t len)
{
	return strlen(text) == len && memcmp(text, number, len) == 0;
}

/* The words filed under the number; with the name of an edition those for what it has otherwise: "fide-2014 7.3".
 * NULL for none. */
static const struct article_words *
find_words(const char *edition, const char *number, size_t len)
{
	size_t skip = strlen(edition);

	for (int i = 0; i < n_article_words; i++) {
		const char *filed = article_words[i].number;

		if (strncmp(filed, edition, skip) == 0 && (skip == 0 || filed[skip] == ' ') &&
		    is_number(filed + skip + (skip > 0), number, len))
			return &article_words[i];
	}
	return NULL;
}

/* Could 2018's number be one of that edition? In 2014 the third part was a letter; in 2023 annex A was renumbered. The
 * other rules, of competitions ("Q5 13") and online ("OL 20.4"), are no edition's. */
static bool
is_kept(enum edition edition, const char *number, size_t len)
{
	int parts = 1;

	if (memchr(number, ' ', len))
		return true;
	for (size_t i = 0; i < len; i++)
		parts += number[i] == '.';
	return (edition != EDITION_FIDE_2014 || parts < 3) &&
	       (edition != EDITION_FIDE_2023 || number[0] != 'A');
}

/* The words of 2018 that hold in that edition, too. */
static const struct article_words *
find_common_words(enum edition edition, const char *number, size_t len)
{
	for (size_t i = 0; i < numberings[edition].n; i++) {
		const struct renumbered *row = &numberings[edition].rows[i];

		if (is_number(row->number, number, len))
			return find_words("", row->in_2018, strlen(row->in_2018));
	}
	return is_kept(edition, number, len) ? find_words("", number, len) : NULL;
}

const char *
article_text(enum edition edition, const char *number, size_t len, int language)
{
	const struct article_words *words = find_words(edition_name(edition), number, len);

	if (!words)
		words = find_common_words(edition, number, len);
	return words ? words->text[language] : NULL;
}
