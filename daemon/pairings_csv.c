/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pairings from a table: what its columns are, and its rows.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "daemon/csv.h"
#include "daemon/pairings_take.h"
#include "daemon/players.h"
#include "daemon/slug.h"

/* What a column is; from COLUMN_PLAYERS on a key of players.h. */
enum { COLUMN_OTHER, COLUMN_ROUND, COLUMN_TABLE, COLUMN_PLAYERS };

struct columns {
	int what[CSV_FIELDS_MAX];
	size_t n;
};

/* --- The first line ------------------------------------------------------------------------- */

struct word {
	const char *word;
	int meaning;
};

static const struct word sides[] = {
	{ "blancs", 0 }, { "blanc", 0 }, { "whites", 0 }, { "white", 0 }, { "weiss", 0 },
	{ "noirs", 1 },  { "noir", 1 },  { "blacks", 1 }, { "black", 1 }, { "schwarz", 1 },
};

/* Of a side: the index of White's key in players_keys. */
static const struct word traits[] = {
	{ "", 0 },       { "name", 0 },   { "player", 0 },     { "playername", 0 },
	{ "nom", 0 },    { "joueur", 0 }, { "elo", 2 },        { "rating", 2 },
	{ "rtg", 2 },    { "rat", 2 },    { "classement", 2 }, { "elofide", 2 },
	{ "title", 4 },  { "titre", 4 },  { "fideid", 6 },     { "fide", 6 },
	{ "fideno", 6 }, { "idfide", 6 }, { "codefide", 6 },   { "fidenumber", 6 },
	{ "team", 8 },   { "equipe", 8 }, { "teamname", 8 },
};

static const struct word places[] = {
	{ "round", COLUMN_ROUND },     { "ronde", COLUMN_ROUND }, { "rd", COLUMN_ROUND },
	{ "rnd", COLUMN_ROUND },       { "rde", COLUMN_ROUND },   { "table", COLUMN_TABLE },
	{ "tableno", COLUMN_TABLE },   { "tbl", COLUMN_TABLE },   { "board", COLUMN_TABLE },
	{ "boardno", COLUMN_TABLE },   { "bd", COLUMN_TABLE },    { "bo", COLUMN_TABLE },
	{ "echiquier", COLUMN_TABLE }, { "ech", COLUMN_TABLE },   { "brett", COLUMN_TABLE },
	{ "tisch", COLUMN_TABLE },
};

#define N_WORDS(words) (sizeof(words) / sizeof((words)[0]))

/* find_word: its meaning, -1: it is none of them. */
static int
find_word(const struct word *words, size_t n, const char *text)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(words[i].word, text) == 0)
			return words[i].meaning;
	return -1;
}

/* take_side: the side that `text` begins or ends with is cut off. -1: none. */
static int
take_side(char *text)
{
	size_t len = strlen(text);

	for (size_t i = 0; i < N_WORDS(sides); i++) {
		size_t side_len = strlen(sides[i].word);

		if (side_len > len)
			continue;
		if (strncmp(text, sides[i].word, side_len) == 0) {
			memmove(text, text + side_len, len - side_len + 1);
			return sides[i].meaning;
		}
		if (strcmp(text + len - side_len, sides[i].word) == 0) {
			text[len - side_len] = '\0';
			return sides[i].meaning;
		}
	}
	return -1;
}

/* read_column: what the name says; *side is the side that was named last, -1: none yet. */
static int
read_column(const char *name, int *side)
{
	char slug[SLUG_SIZE], word[SLUG_SIZE];
	size_t len = 0;
	int found;

	slug_format(name, slug);
	for (const char *p = slug; *p; p++)
		if (*p != '-')
			word[len++] = *p;
	word[len] = '\0';
	found = find_word(places, N_WORDS(places), word);
	if (found >= 0 || len == 0)
		return len == 0 ? COLUMN_OTHER : found;
	found = take_side(word);
	if (found >= 0)
		*side = found;
	found = find_word(traits, N_WORDS(traits), word);
	return found >= 0 && *side >= 0 ? COLUMN_PLAYERS + found + *side : COLUMN_OTHER;
}

static bool
has_column(const struct columns *columns, size_t n, int what)
{
	for (size_t i = 0; i < n; i++)
		if (columns->what[i] == what)
			return true;
	return false;
}

/* read_columns: false where it is no head; told. */
static bool
read_columns(struct pairings *pairings, const struct csv_row *row, struct columns *columns)
{
	int side = -1;

	columns->n = row->n;
	for (size_t i = 0; i < row->n; i++) {
		int what = read_column(row->fields[i], &side);

		/* Of two of a name the first counts: the second is a sum, or a rank. */
		columns->what[i] = has_column(columns, i, what) ? COLUMN_OTHER : what;
	}
	if (has_column(columns, row->n, COLUMN_PLAYERS) &&
	    has_column(columns, row->n, COLUMN_PLAYERS + 1))
		return true;
	pairings_tell(
		pairings, row->line,
		"it names no column for %s; the first line names the columns: table, white and "
		"black (or échiquier, blancs and noirs), and others",
		has_column(columns, row->n, COLUMN_PLAYERS)       ? "Black"
		: has_column(columns, row->n, COLUMN_PLAYERS + 1) ? "White"
								  : "White and Black");
	return false;
}

/* --- The others ----------------------------------------------------------------------------- */

static bool
put_field(struct pairings *pairings, struct pairing *pairing, int what, const char *value)
{
	switch (what) {
	case COLUMN_OTHER:
		return true;
	case COLUMN_ROUND:
		return value[0] == '\0' || pairings_put_round(pairings, pairing, value);
	case COLUMN_TABLE:
		return value[0] == '\0' || pairings_put_table(pairings, pairing, value);
	default:
		pairings_put(pairings, pairing, what - COLUMN_PLAYERS, value);
		return true;
	}
}

static bool
has_more(const struct columns *columns, const struct csv_row *row)
{
	for (size_t i = columns->n; i < row->n; i++)
		if (row->fields[i][0] != '\0')
			return true;
	return false;
}

/* read_row: 0 or -ENOMEM. */
static int
read_row(struct pairings *pairings, const struct csv_row *row, const struct columns *columns)
{
	struct pairing *pairing = pairings_begin(pairings, row->line);
	bool is_good = true;

	if (!pairing)
		return -ENOMEM;
	if (has_more(columns, row)) {
		pairings_tell(
			pairings, row->line,
			"%zu fields, and the first line names %zu, left out; is a name with a "
			"comma in it without quotes?",
			row->n, columns->n);
		return 0;
	}
	for (size_t i = 0; i < row->n && i < columns->n && is_good; i++)
		is_good = put_field(pairings, pairing, columns->what[i], row->fields[i]);
	if (is_good)
		pairings_keep(pairings);
	return 0;
}

int
pairings_read_csv(struct pairings *pairings, const char *text, size_t len)
{
	struct columns columns = { .n = 0 };
	struct csv_reader reader;
	struct csv_row row;
	const char *cause;
	int r, result = 0;

	csv_begin(&reader, text, len);
	while (result == 0 && (r = csv_next(&reader, &row, &cause)) != 0) {
		if (r < 0)
			pairings_tell(pairings, row.line, "%s", cause);
		else if (columns.n > 0)
			result = read_row(pairings, &row, &columns);
		else if (!read_columns(pairings, &row, &columns))
			return 0;
	}
	return result;
}
