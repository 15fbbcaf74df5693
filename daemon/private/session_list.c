/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/private/session_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <nettle/memops.h>

#include "daemon/private/row_lines.h"

#define DIGEST "sha256:"

/* read_digest: of "sha256:" and 64 digits. */
static bool
read_digest(const char *text, uint8_t ret_digest[TOKEN_DIGEST_SIZE])
{
	return strncmp(text, DIGEST, strlen(DIGEST)) == 0 &&
	       token_hex_read(text + strlen(DIGEST), ret_digest);
}

/* read_row: NULL, or what is wrong. */
static const char *
read_row(char *line, struct session_row *ret_row)
{
	char *words[5], *rest = NULL;

	for (int i = 0; i < 5; i++)
		words[i] = strtok_r(i == 0 ? line : NULL, " \t\r", &rest);
	if (!words[3] || words[4])
		return "not four words: name, token, session, expiry";
	if (!token_name_is_good(words[0]))
		return "the name is none of a token";
	if (!read_digest(words[1], ret_row->token) || !read_digest(words[2], ret_row->session))
		return "a digest is " DIGEST " and 64 hexadecimal digits";
	if (!token_expiry_read(words[3], &ret_row->expires_s))
		return "an expiry is a time such as 2025-03-16T22:00:00Z";
	snprintf(ret_row->name, sizeof(ret_row->name), "%s", words[0]);
	ret_row->used_s = 0;
	return NULL;
}

static const char *
add_row(void *ctx, char *line)
{
	struct session_list *list = ctx;
	struct session_row row;
	const char *wrong;

	if (list->n == SESSIONS_MAX)
		return "one session too many; 256 are allowed";
	wrong = read_row(line, &row);
	if (!wrong)
		list->rows[list->n++] = row;
	return wrong;
}

int
session_list_parse(const char *text, size_t len, struct session_list *ret_list, char *error,
                   size_t error_size)
{
	ret_list->n = 0;
	return row_lines_read(text, len, "a session", add_row, ret_list, error, error_size);
}

char *
session_list_text(const struct session_list *list, size_t *ret_len)
{
	const size_t size = 64 + list->n * 256;
	char *text = malloc(size), token[65], session[65], expires[32];
	size_t len;

	if (!text)
		return NULL;
	len = (size_t)snprintf(text, size, "# name token session expires; adoubed's own\n");
	for (size_t i = 0; i < list->n; i++) {
		const struct session_row *row = &list->rows[i];

		token_hex_write(row->token, token);
		token_hex_write(row->session, session);
		token_expiry_write(row->expires_s, expires);
		len += (size_t)snprintf(text + len, size - len, "%s " DIGEST "%s " DIGEST "%s %s\n",
		                        row->name, token, session, expires);
	}
	*ret_len = len;
	return text;
}

struct session_row *
session_list_find(struct session_list *list, const uint8_t session[TOKEN_DIGEST_SIZE])
{
	struct session_row *found = NULL;

	for (size_t i = 0; i < list->n; i++)
		if (memeql_sec(session, list->rows[i].session, TOKEN_DIGEST_SIZE))
			found = &list->rows[i];
	return found;
}

struct session_row *
session_list_add(struct session_list *list)
{
	struct session_row *oldest = list->rows, *row;

	for (size_t i = 1; i < list->n; i++)
		if (list->rows[i].used_s < oldest->used_s)
			oldest = &list->rows[i];
	row = list->n < SESSIONS_MAX ? &list->rows[list->n++] : oldest;
	memset(row, 0, sizeof(*row));
	return row;
}

void
session_list_remove(struct session_list *list, struct session_row *row)
{
	*row = list->rows[--list->n];
}

size_t
session_list_prune(struct session_list *list, int64_t now_s, int64_t idle_s)
{
	size_t n = list->n;

	for (size_t i = list->n; i-- > 0;)
		if (list->rows[i].expires_s <= now_s || list->rows[i].used_s <= idle_s)
			session_list_remove(list, &list->rows[i]);
	return n - list->n;
}
