/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/private/access.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "daemon/log.h"

struct access {
	const char *path;
	struct stat seen; /* the file the list is of; all zero: none */
	struct token_list list;
};

struct access *
access_new(const char *path)
{
	struct access *access = calloc(1, sizeof(*access));

	if (access)
		access->path = path;
	return access;
}

void
access_free(struct access *access)
{
	free(access);
}

const char *
access_bearer(const char *header, size_t *ret_len)
{
	const char *token;

	if (!header || strncasecmp(header, "Bearer ", 7) != 0)
		return NULL;
	token = header + 7 + strspn(header + 7, " ");
	*ret_len = strcspn(token, " \t");
	return *ret_len > 0 && token[*ret_len + strspn(token + *ret_len, " \t")] == '\0' ? token
	                                                                                 : NULL;
}

const char *
access_cookie(const char *header, const char *name, size_t *ret_len)
{
	size_t name_len = strlen(name), len;

	for (const char *at = header; at && *at; at += len + (at[len] == ';')) {
		at += strspn(at, " \t");
		len = strcspn(at, ";");
		if (len <= name_len || strncmp(at, name, name_len) != 0 || at[name_len] != '=')
			continue;
		*ret_len = len - name_len - 1;
		return at + name_len + 1;
	}
	return NULL;
}

bool
access_is_phone(const char *user_agent, const char *mobile)
{
	if (mobile && strcmp(mobile, "?1") == 0)
		return true;
	return user_agent && strstr(user_agent, "Mobile") && !strstr(user_agent, "iPad");
}

static bool
is_as_seen(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
	       a->st_mode == b->st_mode && a->st_uid == b->st_uid &&
	       memcmp(&a->st_mtim, &b->st_mtim, sizeof(a->st_mtim)) == 0 &&
	       memcmp(&a->st_ctim, &b->st_ctim, sizeof(a->st_ctim)) == 0;
}

/* refresh: a file that cannot be read lets nobody in. */
static void
refresh(struct access *access)
{
	struct stat now = { 0 };
	char error[512];

	(void)stat(access->path, &now);
	if (is_as_seen(&now, &access->seen) && access->seen.st_ino != 0)
		return;
	access->seen = now;
	if (token_list_read(access->path, &access->list, error, sizeof(error)) < 0)
		log_error("private: %s; nobody is let in", error);
	else
		log_info("private: %s: %zu token%s", access->path, access->list.n,
		         access->list.n == 1 ? "" : "s");
}

static int
admit_row(const struct token_row *row, int64_t now_s, struct access_asker *ret_asker)
{
	if (!row)
		return -EACCES;
	if (row->expires_s <= now_s)
		return -ESTALE;
	memcpy(ret_asker->name, row->name, sizeof(row->name));
	memcpy(ret_asker->token, row->digest, sizeof(row->digest));
	ret_asker->role = row->role;
	return 0;
}

int
access_check(struct access *access, const char *text, size_t len, int64_t now_s,
             struct access_asker *ret_asker)
{
	refresh(access);
	return admit_row(token_list_find(&access->list, text, len), now_s, ret_asker);
}

int
access_of(struct access *access, const char *name, const uint8_t token[TOKEN_DIGEST_SIZE],
          int64_t now_s, struct access_asker *ret_asker)
{
	const struct token_row *found = NULL;

	refresh(access);
	for (size_t i = 0; i < access->list.n; i++)
		if (strcmp(access->list.rows[i].name, name) == 0 &&
		    memcmp(access->list.rows[i].digest, token, TOKEN_DIGEST_SIZE) == 0)
			found = &access->list.rows[i];
	return admit_row(found, now_s, ret_asker);
}

bool
access_still(struct access *access, const struct access_asker *asker, int64_t now_s)
{
	struct access_asker now;

	return access_of(access, asker->name, asker->token, now_s, &now) == 0 &&
	       now.role == asker->role;
}
