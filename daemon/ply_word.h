/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A ply among what is told of a table. Readers get an object:
 *
 *     {"san":"e4","uci":"e2e4","state":"completed","doubtful":false,"clock":5424}
 *
 * Inside it is one JSON string, "\0e4 e2e4 cs 5424", since an object of five members takes 850 bytes, and a hall keeps a
 * hundred thousand of them. json_text() writes the object in its place. No string from elsewhere can pass for one: what
 * is read from files and clients has no NUL.
 */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ply_word {
	const char *san, *uci; /* as san_format() and uci_format() write them */
	bool completed, doubtful;
	int32_t clock_s; /* CLOCK_UNKNOWN */
};

/* ply_word_new: a new reference; NULL when memory is out. */
json_t *ply_word_new(const struct ply_word *ply);

/* ply_word_same_move: do both tell of the same move, by its SAN? */
bool ply_word_same_move(const json_t *a, const json_t *b);

/* ply_words_write: json, as jansson writes it, with the objects in the place of the words. Takes json (to be freed), and
 * returns what is to be freed; NULL when memory is out. */
char *ply_words_write(char *json);
