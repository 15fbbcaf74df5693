/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/pairings_take.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/players.h"
#include "daemon/slug.h"

#define PAIRINGS_TABLE_MAX 9999 /* as in the configuration */

void
pairings_tell(const struct pairings *pairings, size_t line, const char *format, ...)
{
	char text[400];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	pairings->problem(pairings->ctx, line, text);
}

struct pairing *
pairings_begin(struct pairings *pairings, size_t line)
{
	struct pairing *list = pairings->list;

	if (pairings->n == PAIRINGS_MAX) {
		pairings_tell(pairings, line, "more than %d pairings: the rest is not read",
		              PAIRINGS_MAX);
		return NULL;
	}
	if (pairings->n == pairings->capacity) {
		size_t capacity = pairings->capacity ? 2 * pairings->capacity : 32;

		list = realloc(list, capacity * sizeof(*list));
		if (!list)
			return NULL;
		pairings->list = list;
		pairings->capacity = capacity;
	}
	memset(&list[pairings->n], 0, sizeof(*list));
	list[pairings->n].line = line;
	return &list[pairings->n];
}

/* --- Values --------------------------------------------------------------------------------- */

/* What a pairing program writes for a title, beside the title itself. */
static const char *
read_title(const char *value)
{
	static const char *const words[][2] = {
		{ "g", "GM" },   { "m", "IM" },   { "f", "FM" },   { "c", "CM" },   { "wg", "WGM" },
		{ "wm", "WIM" }, { "wf", "WFM" }, { "wc", "WCM" }, { "gf", "WGM" }, { "mf", "WIM" },
		{ "ff", "WFM" }, { "cf", "WCM" }, { "gm", "GM" },  { "im", "IM" },  { "fm", "FM" },
		{ "cm", "CM" },  { "mi", "IM" },
	};
	char slug[SLUG_SIZE];

	slug_format(value, slug);
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strcmp(slug, words[i][0]) == 0)
			return words[i][1];
	return value;
}

/* "1850 F", "1850N": the letters say whose list it is from. "0" is nobody's rating. */
static void
read_elo(const char *value, char elo[16])
{
	size_t digits = strspn(value, "0123456789");
	const char *behind = value + digits + strspn(value + digits, " ");

	snprintf(elo, 16, "%s", value);
	if (digits > 0 && digits <= 4 && strlen(behind) <= 2 &&
	    strspn(behind, "EFINRefinr*") == strlen(behind))
		elo[digits] = '\0';
	if (strspn(elo, "0") == strlen(elo))
		elo[0] = '\0';
}

void
pairings_put(struct pairings *pairings, struct pairing *pairing, int i, const char *value)
{
	const char *key = players_keys[i], *allowed;
	char elo[16];

	if (strcmp(value, "?") == 0 || (strcmp(value, "-") == 0 && !strstr(key, "_elo")))
		value = "";
	if (strstr(key, "_title"))
		value = read_title(value);
	if (strstr(key, "_elo") && strlen(value) < sizeof(elo)) {
		read_elo(value, elo);
		value = elo;
	}
	if (strstr(key, "_fide_id") && strcmp(value, "0") == 0)
		value = "";
	allowed = players_set(&pairing->table, i, value);
	if (allowed)
		pairings_tell(pairings, pairing->line, "%s: '%.60s' is left out; allowed: %s", key,
		              value, allowed);
}

/* read_number: from 1 to most at value[len], 0: it is none. */
static uint32_t
read_number(const char *value, size_t len, unsigned long most)
{
	unsigned long number = len > 0 && len <= 4 ? strtoul(value, NULL, 10) : 0;

	return number <= most ? (uint32_t)number : 0;
}

bool
pairings_put_table(struct pairings *pairings, struct pairing *pairing, const char *value)
{
	size_t digits = strspn(value, "0123456789");
	uint32_t number = read_number(value, digits, PAIRINGS_TABLE_MAX);

	if (number == 0 || (value[digits] != '\0' && strcmp(value + digits, ".") != 0)) {
		pairings_tell(pairings, pairing->line,
		              "'%.60s' is no table; allowed is a number 1..%d", value,
		              PAIRINGS_TABLE_MAX);
		return false;
	}
	pairing->table.number = number;
	return true;
}

bool
pairings_put_round(struct pairings *pairings, struct pairing *pairing, const char *value)
{
	size_t digits = strspn(value, "0123456789");
	const char *behind = value + digits + (value[digits] == '.');
	size_t more = strspn(behind, "0123456789");
	uint32_t table = read_number(behind, more, PAIRINGS_TABLE_MAX);

	if (read_number(value, digits, PAIRINGS_TABLE_MAX) == 0 || behind[more] != '\0' ||
	    (more > 0 && (table == 0 || value[digits] != '.'))) {
		pairings_tell(pairings, pairing->line, "'%.60s' is no round; allowed are 3 and 3.5",
		              value);
		return false;
	}
	snprintf(pairing->round, sizeof(pairing->round), "%.*s", (int)digits, value);
	if (more > 0)
		pairing->table.number = table;
	return true;
}

/* --- Whole pairings ------------------------------------------------------------------------- */

/* Is it what pairing programs write where nobody is? */
static bool
is_nobody(const char *name)
{
	static const char *const words[] = { "bye",         "exempt",    "exempte",
		                             "exempt-e",    "spielfrei", "not-paired",
		                             "non-apparie", "forfait",   "freilos" };
	char slug[SLUG_SIZE];

	slug_format(name, slug);
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strcmp(slug, words[i]) == 0)
			return true;
	return slug[0] == '\0';
}

/* The pairing before `index` of the same table and round, or `index`. */
static size_t
find_rival(const struct pairings *pairings, size_t index)
{
	const struct pairing *list = pairings->list;

	for (size_t i = 0; i < index && list[index].table.number > 0; i++)
		if (list[i].table.number == list[index].table.number &&
		    strcmp(list[i].round, list[index].round) == 0)
			return i;
	return index;
}

void
pairings_keep(struct pairings *pairings)
{
	const struct pairing *pairing = &pairings->list[pairings->n];
	const struct config_table *table = &pairing->table;
	size_t rival = find_rival(pairings, pairings->n);

	if (is_nobody(table->white) || is_nobody(table->black))
		pairings_tell(pairings, pairing->line, "%s %s: no game, left out",
		              is_nobody(table->white) ? table->black : table->white,
		              is_nobody(table->white) && is_nobody(table->black)
		                      ? "and nobody"
		                      : "has nobody to play");
	else if (rival < pairings->n)
		pairings_tell(pairings, pairing->line,
		              "table %u again, left out; it was given on line %zu", table->number,
		              pairings->list[rival].line);
	else if (pairings->n > 0 && (table->number == 0) != (pairings->list[0].table.number == 0))
		pairings_tell(pairings, pairing->line, "it names %s table, left out; others do%s",
		              table->number == 0 ? "no" : "a", table->number == 0 ? "" : " not");
	else
		pairings->n++;
}
