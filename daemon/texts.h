/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Words for people, in their languages: texts/ has a file for each, and the pages of web/ take theirs from the
 * same files. A new language is a new file there; a new text is a line in each of them and one here.
 */
#pragma once

#include <stddef.h>

/* Those that the programs say, by their keys in the files; web/texts.mjs reads this list. A sentence that the
 * daemon publishes goes out in English, and a page that finds it in its files shows it in its reader's language. */
#define TEXT_KEYS(X)                                                                               \
	X(LINK_ABSENT, "link.absent")                                                              \
	X(LINK_PROBING, "link.probing")                                                            \
	X(LINK_WRONG, "link.wrong")                                                                \
	X(RECORDING_FULL, "recording.full")                                                        \
	X(RECORDING_FAILED, "recording.failed")                                                    \
	X(WHITE, "side.white")                                                                     \
	X(BLACK, "side.black")                                                                     \
	X(ENVELOPE_PLAYERS, "envelope.players")                                                    \
	X(ENVELOPE_POSITION, "envelope.position")                                                  \
	X(ENVELOPE_USED, "envelope.used")                                                          \
	X(ENVELOPE_SEALED, "envelope.sealed")                                                      \
	X(ENVELOPE_NUMBER, "envelope.number")                                                      \
	X(ENVELOPE_OFFER, "envelope.offer")                                                        \
	X(ENVELOPE_RESUMPTION, "envelope.resumption")                                              \
	X(ENVELOPE_NONE, "envelope.none")                                                          \
	X(CASE_TITLE, "case.title")                                                                \
	X(CASE_TABLE, "case.table")                                                                \
	X(CASE_ARTICLES, "case.articles")                                                          \
	X(CASE_WHEN, "case.when")                                                                  \
	X(CASE_BEFORE, "case.before")                                                              \
	X(CASE_AFTER, "case.after")                                                                \
	X(CASE_CLOCKS, "case.clocks")                                                              \
	X(CASE_OPTIONS, "case.options")                                                            \
	X(CASE_CONFIRM, "case.confirm")                                                            \
	X(CASE_DISMISS, "case.dismiss")                                                            \
	X(CASE_DEFER, "case.defer")                                                                \
	X(CASE_PENALTIES, "case.penalties")                                                        \
	X(CASE_APPEAL, "case.appeal")                                                              \
	X(CASE_APPEAL_AFTER, "case.appeal.after")                                                  \
	X(CASE_APPEAL_ANY, "case.appeal.any")                                                      \
	X(PENALTY_WARNING, "penalty.warning")                                                      \
	X(PENALTY_OPPONENT_TIME, "penalty.opp-time")                                               \
	X(PENALTY_OWN_TIME, "penalty.own-time")                                                    \
	X(PENALTY_OPPONENT_POINTS, "penalty.opp-points")                                           \
	X(PENALTY_OWN_POINTS, "penalty.own-points")                                                \
	X(PENALTY_LOSS, "penalty.loss")                                                            \
	X(PENALTY_FINE, "penalty.fine")                                                            \
	X(PENALTY_EXCLUDE_ROUNDS, "penalty.exclude-rounds")                                        \
	X(PENALTY_EXPEL, "penalty.expel")                                                          \
	X(CASE_DECISIONS, "case.decisions")                                                        \
	X(CASE_NONE, "case.none")                                                                  \
	X(CASE_AROUND, "case.around")                                                              \
	X(CASE_AGAIN, "case.again")

#define TEXT_ENUMERATOR(name, key) TEXT_##name,
enum text_key { TEXT_KEYS(TEXT_ENUMERATOR) TEXTS };
#undef TEXT_ENUMERATOR

/* A language is a number from 0; English is the first. */
#define TEXT_ENGLISH 0

/* text_language: the number of the language with this code, the name of its file ("fr"); -ENOENT when there is
 * none. */
int text_language(const char *code);

/* text_code: the other way round; NULL behind the last language. */
const char *text_code(int language);

/* text_in: never NULL. */
const char *text_in(int language, enum text_key key);

/* web/texts.mjs writes these from the files: all languages' codes, and texts[language][key]. */
extern const char *const text_codes[];
extern const char *const text_table[][TEXTS];
extern const size_t n_text_languages;
