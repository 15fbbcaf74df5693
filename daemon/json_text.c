/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/json_text.h"

#include <string.h>

#include "daemon/ply_word.h"

char *
json_text(json_t *value, size_t *ret_len)
{
	char *text = ply_words_write(value ? json_dumps(value, JSON_COMPACT) : NULL);

	json_decref(value);
	if (ret_len)
		*ret_len = text ? strlen(text) : 0;
	return text;
}
