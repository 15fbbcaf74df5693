/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/laws/rules/opening_moves.h"

#include <string.h>

bool
opening_next(const char **p, const char **ret_word, size_t *ret_len)
{
	for (const char *at = *p + strspn(*p, " "); *at; at += strspn(at, " ")) {
		size_t len = strcspn(at, " "), number = strspn(at, "0123456789");

		number += number > 0 ? strspn(at + number, ".") : 0;
		if (number < len) {
			*ret_word = at + number;
			*ret_len = len - number;
			*p = at + len;
			return true;
		}
		at += len;
	}
	return false;
}
