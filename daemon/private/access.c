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

int
access_check(struct access *access, const char *text, size_t len, int64_t now_s,
             struct access_asker *ret_asker)
{
	const struct token_row *row;

	refresh(access);
	row = token_list_find(&access->list, text, len);
	if (!row)
		return -EACCES;
	if (row->expires_s <= now_s)
		return -ESTALE;
	memcpy(ret_asker->name, row->name, sizeof(row->name));
	ret_asker->role = row->role;
	return 0;
}

bool
access_still(struct access *access, const struct access_asker *asker, int64_t now_s)
{
	refresh(access);
	for (size_t i = 0; i < access->list.n; i++) {
		const struct token_row *row = &access->list.rows[i];

		if (strcmp(row->name, asker->name) == 0)
			return row->role == asker->role && row->expires_s > now_s;
	}
	return false;
}
