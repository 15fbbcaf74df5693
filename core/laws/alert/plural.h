/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * "1 move", "2 moves": the forms a word takes with a number. In a text of daemon/texts {n:move|moves} is that form of it which
 * the language uses with the number of the place {n}; there are as many as the language has, in the order of plural_forms.
 */
#pragma once

#include "core/base/text.h"

#define PLURAL_NUMBERS 200

/* Of a language: how many forms, and which one goes with each number from 0, the last hundred being what every hundred
 * from there on is like (words.h). The program of the build takes them from the CLDR, as the pages do. */
struct plural_forms {
	uint8_t n;
	uint8_t form[PLURAL_NUMBERS];
};

/* plural_form: which form goes with `n`, from 0; n < 0 counts as -n. */
int plural_form(int language, int64_t n);

/* plural_english: which of the two goes with it in what the programs say in English alone. */
const char *plural_english(int64_t n, const char *one, const char *other);

/* plural_find: is what stands between the braces of a place, place[len], a plural? Then *ret_name is the length of its
 * number's name, and its forms begin behind the colon. */
bool plural_find(const char *place, size_t len, size_t *ret_name);

/* plural_put: append that form, of forms[len]. */
void plural_put(struct text *text, int language, int64_t n, const char *forms, size_t len);
