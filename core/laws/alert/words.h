/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What alerts, articles and rules say, in their languages. daemon/texts has a file for each, which the pages
 * read, too; a program of the build (daemon/web/texts.mjs) writes these tables from them and refuses a file in
 * which one is missing, or filled in otherwise.
 *
 * A language is a number from 0: English, French, and then the others by their codes.
 */
#pragma once

#include <stddef.h>

#include "core/laws/alert/alert.h"
#include "core/laws/alert/plural.h"

#define LANGUAGES_MAX 12

struct alert_words {
	const char *player[2]; /* enum color: "White"; "les Blancs" */
	const char *of[2];     /* "of White"; "des Blancs" */
	const char *man[7];    /* by piece_type(): "a pawn" */
	const char *
		letters; /* of knight, bishop, rook, queen and king in moves, blanks between: "S L T D K" */
	const char *right; /* what both clocks should show: {white}, {black} */
	const char *due;   /* what the opponent gets: {t}, {opp} */
	/* With places to fill: {side} and {opp} the players, {of} the first of them in the genitive, {n} {m} numbers, {need} "/" and
	 * the second of them where there is one, {t} {u} times, {hour} the first of them as a time of day, {sq} the squares, {p} a
	 * man, {san} the first of the moves, {list} all, {rest} all but the first, {right} and {due} the texts above, or nothing where
	 * that is not known or there is none, {plies} half-move numbers, {board} the table's number; {n:move|moves} the form that
	 * goes with a number (plural.h), {need:} being the one of the two that is counted in, {sq:} {plies:} {list:} how many there are;
	 * {a|b|c} one of these words by choice[], in order. */
	const char *sentence[ALERTS];
};

/* What an event has to announce (ruleset_notice()). {n}: the rule's value. */
enum notice {
	NOTICE_DEFAULT_TIME,
	NOTICE_DRAW_MIN_MOVES,
	NOTICE_DRAW_CONSENT,
	NOTICE_DRAW_NEVER,
	NOTICE_QUICKPLAY,
	NOTICE_DRAW_WINS_BLACK,
	NOTICE_DRAW_WINS_WHITE,
	NOTICE_DEVICE_LOSS,
	NOTICE_DEVICE_LESSER,
	NOTICE_PHONES_NONE,
	NOTICE_PHONES_ARBITER,
	NOTICE_LEAVE,
	NOTICE_APPEALS_ANY,
	NOTICE_APPEALS,
	NOTICE_DISCONNECT,
	NOTICES
};

struct rule_words {
	const char *meaning[RULES]; /* what it is about: "default time, minutes" */
	const char *notice[NOTICES];
};

struct article_words {
	/* "7.5.1", as in 2018; "fide-2014 7.3" where an edition has something else */
	const char *number;
	const char *text[LANGUAGES_MAX];
};

extern const char *const language_codes[]; /* n_languages; the names of their files: "fr" */
extern const int n_languages;
extern const struct plural_forms plural_forms[];   /* n_languages */
extern const struct alert_words alert_words[];     /* n_languages */
extern const struct rule_words rule_words[];       /* n_languages */
extern const struct article_words article_words[]; /* n_article_words */
extern const int n_article_words;
