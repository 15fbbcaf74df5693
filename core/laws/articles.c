/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/laws/articles.h"

#include <string.h>

#include "core/laws/words.h"

const char *
article_text(enum edition edition, const char *number, size_t len, int language)
{
	if (edition_has_letters(edition))
		return NULL;
	for (int i = 0; i < n_article_words; i++)
		if (strlen(article_words[i].number) == len &&
		    memcmp(article_words[i].number, number, len) == 0)
			return article_words[i].text[language];
	return NULL;
}
