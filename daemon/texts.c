/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/texts.h"

#include <errno.h>
#include <string.h>

int
text_language(const char *code)
{
	for (size_t i = 0; i < n_text_languages; i++)
		if (strcmp(text_codes[i], code) == 0)
			return (int)i;
	return -ENOENT;
}

const char *
text_code(int language)
{
	return (size_t)language < n_text_languages ? text_codes[language] : NULL;
}

const char *
text_in(int language, enum text_key key)
{
	return text_table[language][key];
}
