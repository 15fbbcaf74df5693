/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/texts.h"

#include <string.h>

const char *
text_in(int language, enum text_key key)
{
	return text_table[language][key];
}

static void
put_value(struct text *text, const char *name, size_t len, const struct text_value *values,
          size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (strlen(values[i].name) == len && memcmp(values[i].name, name, len) == 0)
			text_string(text, values[i].value);
}

void
text_fill(struct text *text, int language, enum text_key key, const struct text_value *values,
          size_t n)
{
	const char *p = text_in(language, key);

	while (*p) {
		size_t len = strcspn(p, "{"), name;

		text_bytes(text, p, len);
		p += len;
		if (*p == '\0')
			break;
		name = strcspn(++p, "}");
		put_value(text, p, name, values, n);
		p += name + (p[name] == '}');
	}
}
