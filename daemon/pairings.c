/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/pairings.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/latin.h"
#include "daemon/pairings_take.h"

int
pairings_read(struct pairings *pairings, const char *text, size_t len)
{
	size_t utf8_len, at = 0;
	char *utf8;
	int r;

	if (len >= 2 &&
	    ((memcmp(text, "\xff\xfe", 2) == 0) || (memcmp(text, "\xfe\xff", 2) == 0))) {
		pairings_tell(pairings, 1, "it is UTF-16; save it as UTF-8, or as CSV");
		return 0;
	}
	utf8 = latin_to_utf8(text, len, &utf8_len);
	if (!utf8)
		return -ENOMEM;
	if (utf8_len >= 3 && memcmp(utf8, "\xef\xbb\xbf", 3) == 0)
		at = 3;
	at += strspn(utf8 + at, " \t\r\n");
	r = utf8[at] == '[' ? pairings_read_pgn(pairings, utf8, utf8_len)
	                    : pairings_read_csv(pairings, utf8, utf8_len);
	free(utf8);
	return r;
}

void
pairings_free(struct pairings *pairings)
{
	free(pairings->list);
	pairings->list = NULL;
	pairings->n = pairings->capacity = 0;
}
