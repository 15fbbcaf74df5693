/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/laws/alert/plural.h"

#include <string.h>

#include "core/base/invariant.h"
#include "core/laws/alert/words.h"

int
plural_form(int language, int64_t n)
{
	uint64_t size = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;

	INVARIANT(language >= 0 && language < n_languages);
	if (size >= PLURAL_NUMBERS)
		size = PLURAL_NUMBERS - 100 + size % 100;
	return plural_forms[language].form[size];
}

const char *
plural_english(int64_t n, const char *one, const char *other)
{
	return n == 1 ? one : other;
}

bool
text_next_place(struct text *text, const char **p, struct text_place *ret_place)
{
	const char *place = strchr(*p, '{');
	size_t len, name;

	if (!place) {
		text_string(text, *p);
		return false;
	}
	text_bytes(text, *p, (size_t)(place - *p));
	len = strcspn(++place, "}");
	name = strspn(place, "abcdefghijklmnopqrstuvwxyz");
	*p = place + len + (place[len] == '}');
	*ret_place = (struct text_place){ .name = place, .name_len = len };
	if (name > 0 && name < len && place[name] == ':') {
		ret_place->name_len = name;
		ret_place->forms = place + name + 1;
		ret_place->forms_len = len - name - 1;
	}
	return true;
}

void
plural_put(struct text *text, int language, int64_t n, const struct text_place *place)
{
	const char *p = place->forms, *end = p + place->forms_len;
	size_t form = strcspn(p, "|}");

	for (int i = plural_form(language, n); i > 0 && p + form < end; i--) {
		p += form + 1;
		form = strcspn(p, "|}");
	}
	text_bytes(text, p, form);
}
