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
plural_find(const char *place, size_t len, size_t *ret_name)
{
	size_t name = strspn(place, "abcdefghijklmnopqrstuvwxyz");

	*ret_name = name;
	return name > 0 && name < len && place[name] == ':';
}

void
plural_put(struct text *text, int language, int64_t n, const char *forms, size_t len)
{
	const char *p = forms, *end = forms + len;
	size_t form = strcspn(p, "|}");

	for (int i = plural_form(language, n); i > 0 && p + form < end; i--) {
		p += form + 1;
		form = strcspn(p, "|}");
	}
	text_bytes(text, p, form);
}
