/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The table behind ruleset.h: what each parameter is, its value and article in every edition, and what
 * level, supervision and overlays change. Only ruleset.c and its neighbours read it.
 */
#pragma once

#include "core/laws/rules/ruleset.h"

enum rule_kind {
	RULE_SWITCH,  /* off, on */
	RULE_WORD,    /* one of `words` */
	RULE_SET,     /* some of `words`, with blanks or commas between them */
	RULE_NUMBER,  /* min..max */
	RULE_WALL,    /* HH:MM, a time of day */
	RULE_POINTS,  /* win, draw and loss */
	RULE_TEXT,    /* kept beside the values */
	RULE_DERIVED, /* cannot be stated */
};

/* What it is about, and what has to be announced of it, is said in words.h. */
struct rule_row {
	enum rule_section section;
	const char *key;
	enum rule_kind kind;
	const char *words; /* separated by '|'; for RULE_NUMBER one word for RULE_NONE, or "" */
	int32_t min, max;
	int32_t value[EDITIONS];        /* where nothing else is said */
	const char *articles[EDITIONS]; /* separated by ';' */
};

extern const struct rule_row rule_rows[RULES];

/* When a value is another than the row's. Later cases win, the event's own word wins over all. */
struct rule_case {
	uint8_t editions, levels, overlays; /* sets: bit n is enum value n */
	uint8_t supervised;                 /* set of: bit 0 not, bit 1 adequately */
	bool without_increment;             /* only where no period has one */
	enum rule rule;
	int32_t value;
	const char *articles; /* separated by ';' */
};

extern const struct rule_case rule_cases[];
extern const size_t n_rule_cases;
