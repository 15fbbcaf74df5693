/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/private/token_list.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include <nettle/memops.h>
#include <nettle/sha2.h>

#include "core/laws/rules/day_time.h"
#include "daemon/private/row_lines.h"

#define TOKEN_PREFIX "adoube_"
#define DIGEST_NAME  "sha256:"
#define BLANKS       " \t\r"

static const struct {
	const char *name;
	unsigned int rights; /* bits of enum token_right */
} roles[TOKEN_ROLES] = {
	[TOKEN_ARBITER] = { "arbiter", 1U << RIGHT_METRICS | 1U << RIGHT_LOOK | 1U << RIGHT_MEND |
	                                       1U << RIGHT_DECIDE },
	[TOKEN_OPERATOR] = { "operator",
	                     1U << RIGHT_METRICS | 1U << RIGHT_LOOK | 1U << RIGHT_MEND },
	[TOKEN_VIEWER] = { "viewer", 1U << RIGHT_METRICS | 1U << RIGHT_LOOK },
	[TOKEN_METRICS] = { "metrics", 1U << RIGHT_METRICS },
};

const char *
token_role_name(enum token_role role)
{
	return roles[role].name;
}

bool
token_role_find(const char *name, enum token_role *ret_role)
{
	for (int i = 0; i < TOKEN_ROLES; i++)
		if (strcmp(name, roles[i].name) == 0) {
			*ret_role = (enum token_role)i;
			return true;
		}
	return false;
}

bool
token_may(enum token_role role, enum token_right right)
{
	return roles[role].rights >> right & 1;
}

bool
token_name_is_good(const char *name)
{
	size_t len = strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	                          "0123456789._-");

	return len > 0 && len < TOKEN_NAME_SIZE && name[len] == '\0';
}

void
token_expiry_write(int64_t expires_s, char buffer[32])
{
	time_t when = (time_t)expires_s;
	struct tm tm;

	if (expires_s == TOKEN_NEVER || !gmtime_r(&when, &tm)) {
		snprintf(buffer, 32, "never");
		return;
	}
	/* strftime's year has no noughts in front, and then nobody reads it back. */
	snprintf(buffer, 32, "%04d-%02d-%02dT%02d:%02d:%02dZ", (tm.tm_year + 1900) % 10000,
	         tm.tm_mon + 1, tm.tm_mday, tm.tm_hour, tm.tm_min, tm.tm_sec);
}

bool
token_expiry_read(const char *text, int64_t *ret_expires_s)
{
	int64_t unix_us;
	int32_t offset_s;

	if (strcmp(text, "never") == 0) {
		*ret_expires_s = TOKEN_NEVER;
		return true;
	}
	if (day_time_parse(text, &unix_us, &offset_s) != 0)
		return false;
	*ret_expires_s = unix_us / 1000000;
	return true;
}

/* --- Digests -------------------------------------------------------------------------------- */

void
token_digest(const char *text, size_t len, uint8_t ret_digest[TOKEN_DIGEST_SIZE])
{
	struct sha256_ctx sha256;

	sha256_init(&sha256);
	sha256_update(&sha256, len, (const uint8_t *)text);
	sha256_digest(&sha256, TOKEN_DIGEST_SIZE, ret_digest);
}

void
token_hex_write(const uint8_t bytes[TOKEN_DIGEST_SIZE], char text[2 * TOKEN_DIGEST_SIZE + 1])
{
	for (int i = 0; i < TOKEN_DIGEST_SIZE; i++)
		snprintf(text + 2 * (size_t)i, 3, "%02x", bytes[i]);
}

bool
token_hex_read(const char *text, uint8_t ret_bytes[TOKEN_DIGEST_SIZE])
{
	static const char digits[] = "0123456789abcdef";
	const size_t len = 2 * (size_t)TOKEN_DIGEST_SIZE;

	if (strspn(text, digits) != len || text[len] != '\0')
		return false;
	for (int i = 0; i < TOKEN_DIGEST_SIZE; i++)
		ret_bytes[i] = (uint8_t)((strchr(digits, text[2 * i]) - digits) << 4 |
		                         (strchr(digits, text[2 * i + 1]) - digits));
	return true;
}

int
token_make(char ret_text[TOKEN_TEXT_SIZE], uint8_t ret_digest[TOKEN_DIGEST_SIZE])
{
	uint8_t bytes[32];
	char hex[65];
	int n;

	if (getrandom(bytes, sizeof(bytes), 0) != (ssize_t)sizeof(bytes))
		return errno ? -errno : -EIO;
	token_hex_write(bytes, hex);
	n = snprintf(ret_text, TOKEN_TEXT_SIZE, TOKEN_PREFIX "%s", hex);
	token_digest(ret_text, (size_t)n, ret_digest);
	return 0;
}

const struct token_row *
token_list_find(const struct token_list *list, const char *text, size_t len)
{
	const struct token_row *found = NULL;
	uint8_t digest[TOKEN_DIGEST_SIZE];

	token_digest(text, len, digest);
	for (size_t i = 0; i < list->n; i++)
		if (memeql_sec(digest, list->rows[i].digest, sizeof(digest)))
			found = &list->rows[i];
	return found;
}

/* --- The text ------------------------------------------------------------------------------- */

/* next_word: cuts the next word of *line off; NULL: none is left. */
static char *
next_word(char **line)
{
	char *word = *line + strspn(*line, BLANKS), *end = word + strcspn(word, BLANKS);

	if (word == end)
		return NULL;
	*line = *end ? end + 1 : end;
	*end = '\0';
	return word;
}

/* read_row: NULL, or what is wrong. */
static const char *
read_row(char *line, struct token_row *ret_row)
{
	const char *name = next_word(&line), *role = next_word(&line), *expires = next_word(&line),
		   *digest = next_word(&line);

	if (!digest || next_word(&line))
		return "not four words: name, role, expiry, digest";
	if (!token_name_is_good(name))
		return "a name is 1 to 32 letters, digits, '.', '_' and '-'";
	if (!token_role_find(role, &ret_row->role))
		return "a role is arbiter, operator, viewer or metrics";
	if (!token_expiry_read(expires, &ret_row->expires_s))
		return "an expiry is a time such as 2025-03-16T22:00:00Z, or never";
	if (strncmp(digest, DIGEST_NAME, strlen(DIGEST_NAME)) != 0 ||
	    !token_hex_read(digest + strlen(DIGEST_NAME), ret_row->digest))
		return "a digest is " DIGEST_NAME " and 64 hexadecimal digits";
	snprintf(ret_row->name, sizeof(ret_row->name), "%s", name);
	return NULL;
}

static const char *
add_row(void *ctx, char *line)
{
	struct token_list *list = ctx;
	struct token_row *row = &list->rows[list->n];
	const char *wrong;

	if (list->n == TOKENS_MAX)
		return "one token too many; 256 are allowed";
	wrong = read_row(line, row);
	for (size_t i = 0; !wrong && i < list->n; i++)
		if (strcmp(list->rows[i].name, row->name) == 0)
			wrong = "another token has this name";
	list->n += !wrong;
	return wrong;
}

int
token_list_parse(const char *text, size_t len, struct token_list *ret_list, char *error,
                 size_t error_size)
{
	ret_list->n = 0;
	return row_lines_read(text, len, "a token", add_row, ret_list, error, error_size);
}

char *
token_list_text(const struct token_list *list, size_t *ret_len)
{
	const size_t size = 64 + list->n * 256;
	char *text = malloc(size), hex[65], expires[32];
	size_t len;

	if (!text)
		return NULL;
	len = (size_t)snprintf(text, size, "# name role expires digest; adoube token\n");
	for (size_t i = 0; i < list->n; i++) {
		const struct token_row *row = &list->rows[i];

		token_hex_write(row->digest, hex);
		token_expiry_write(row->expires_s, expires);
		len += (size_t)snprintf(text + len, size - len, "%s %s %s " DIGEST_NAME "%s\n",
		                        row->name, roles[row->role].name, expires, hex);
	}
	*ret_len = len;
	return text;
}
