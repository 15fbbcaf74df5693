/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/slug.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define SLUG_TEXT_MAX (SLUG_SIZE - 10) /* room for '-', eight hex digits and the NUL */

/* U+00C0..U+00FF without their accents; a blank where the character is no letter. */
static const char slug_latin1[64][3] = {
	"a", "a", "a", "a", "a", "a", "ae", "c", "e", "e", "e", "e", "i", "i", "i",  "i",
	"d", "n", "o", "o", "o", "o", "o",  " ", "o", "u", "u", "u", "u", "y", "th", "ss",
	"a", "a", "a", "a", "a", "a", "ae", "c", "e", "e", "e", "e", "i", "i", "i",  "i",
	"d", "n", "o", "o", "o", "o", "o",  " ", "o", "u", "u", "u", "u", "y", "th", "y",
};

struct slug {
	char *text;
	size_t len;
	bool gap;  /* a hyphen is due before the next character */
	bool lost; /* something of the name is not in the slug */
};

static void
slug_add(struct slug *slug, char c)
{
	size_t need = slug->gap && slug->len > 0 ? 2 : 1;

	if (slug->len + need > SLUG_TEXT_MAX) {
		slug->lost = true;
		return;
	}
	if (need == 2)
		slug->text[slug->len++] = '-';
	slug->text[slug->len++] = c;
	slug->gap = false;
}

/* slug_wide: the character that begins at p[0] >= 0x80; returns its bytes in a valid text, 1 in
 * another. */
static size_t
slug_wide(struct slug *slug, const unsigned char *p)
{
	size_t len = 1;

	if (p[0] == 0xc3 && (p[1] & 0xc0) == 0x80) {
		const char *plain = slug_latin1[p[1] & 0x3f];

		if (plain[0] == ' ')
			slug->gap = true;
		else
			while (*plain)
				slug_add(slug, *plain++);
		return 2;
	}
	while ((p[len] & 0xc0) == 0x80)
		len++;
	slug->gap = true;
	slug->lost = true;
	return len;
}

static uint32_t
slug_hash(const char *name)
{
	uint32_t hash = 2166136261u; /* FNV-1a: stable for ever, which is all that is asked of it */

	for (; *name; name++)
		hash = (hash ^ (unsigned char)*name) * 16777619u;
	return hash;
}

void
slug_format(const char *name, char buffer[SLUG_SIZE])
{
	struct slug slug = { .text = buffer };
	const unsigned char *p = (const unsigned char *)name;

	while (*p) {
		if (*p >= 0x80) {
			p += slug_wide(&slug, p);
			continue;
		}
		if ((*p >= 'a' && *p <= 'z') || (*p >= '0' && *p <= '9'))
			slug_add(&slug, (char)*p);
		else if (*p >= 'A' && *p <= 'Z')
			slug_add(&slug, (char)(*p - 'A' + 'a'));
		else
			slug.gap = true;
		p++;
	}
	buffer[slug.len] = '\0';
	if (slug.lost)
		snprintf(buffer + slug.len, SLUG_SIZE - slug.len, "%s%08x", slug.len > 0 ? "-" : "",
		         slug_hash(name));
}
