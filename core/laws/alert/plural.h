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

/* A place of a text, what stands between its braces: a name, or the name of a number and the forms that go with it. */
struct text_place {
	const char *name;
	size_t name_len;
	const char *forms; /* behind the colon; NULL: it is no plural */
	size_t forms_len;
};

/* text_next_place: append what stands from *p to the next place of the text, and go on behind that. False when there is none: the text is at
 * its end. */
bool text_next_place(struct text *text, const char **p, struct text_place *ret_place);

/* plural_put: append that of the place's forms which goes with n. */
void plural_put(struct text *text, int language, int64_t n, const struct text_place *place);
