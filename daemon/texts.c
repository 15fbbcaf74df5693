/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/texts.h"

#include <stdlib.h>
#include <string.h>

#include "core/chess/types.h"
#include "core/laws/alert/plural.h"
#include "core/tracker/seen/image.h"

const char *
text_in(int language, enum text_key key)
{
	return text_table[language][key];
}

enum text_key
text_man(uint8_t man)
{
	static const enum text_key names[2][7] = {
		{ TEXT_CHECK_SOME_MAN, TEXT_CHECK_WHITE_PAWN, TEXT_CHECK_WHITE_KNIGHT,
		  TEXT_CHECK_WHITE_BISHOP, TEXT_CHECK_WHITE_ROOK, TEXT_CHECK_WHITE_QUEEN,
		  TEXT_CHECK_WHITE_KING },
		{ TEXT_CHECK_SOME_MAN, TEXT_CHECK_BLACK_PAWN, TEXT_CHECK_BLACK_KNIGHT,
		  TEXT_CHECK_BLACK_BISHOP, TEXT_CHECK_BLACK_ROOK, TEXT_CHECK_BLACK_QUEEN,
		  TEXT_CHECK_BLACK_KING },
	};

	return man == SOME_MAN ? TEXT_CHECK_SOME_MAN : names[piece_color(man)][piece_type(man)];
}

/* "" where there is none of that name. */
static const char *
find_value(const char *name, size_t len, const struct text_value *values, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (strlen(values[i].name) == len && memcmp(values[i].name, name, len) == 0)
			return values[i].value;
	return "";
}

void
text_fill(struct text *text, int language, enum text_key key, const struct text_value *values,
          size_t n)
{
	const char *p = text_in(language, key);
	struct text_place place;

	while (text_next_place(text, &p, &place)) {
		const char *value = find_value(place.name, place.name_len, values, n);

		if (place.forms)
			plural_put(text, language, strtoll(value, NULL, 10), &place);
		else
			text_string(text, value);
	}
}
