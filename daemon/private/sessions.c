/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/private/sessions.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/log.h"
#include "daemon/paths.h"

#define CSRF_SALT "adoubed orders "

struct sessions {
	const char *path;
	struct session_list list;
};

void
session_csrf(const char *text, size_t len, char ret_text[2 * TOKEN_DIGEST_SIZE + 1])
{
	char salted[sizeof(CSRF_SALT) + TOKEN_TEXT_SIZE];
	uint8_t digest[TOKEN_DIGEST_SIZE];
	int n = snprintf(salted, sizeof(salted), CSRF_SALT "%.*s",
	                 (int)(len < TOKEN_TEXT_SIZE ? len : TOKEN_TEXT_SIZE), text);

	token_digest(salted, n < (int)sizeof(salted) ? (size_t)n : sizeof(salted) - 1, digest);
	token_hex_write(digest, ret_text);
}

/* --- The file ------------------------------------------------------------------------------- */

/* read_file: 0, with an empty list where there is none. */
static int
read_file(struct sessions *sessions, char *error, size_t error_size)
{
	FILE *file = fopen(sessions->path, "re");
	struct stat status;
	char *text;
	size_t len;
	int r;

	if (!file)
		return errno == ENOENT ? 0 : -errno;
	snprintf(error, error_size, "it is another user's, or others may read it");
	r = fstat(fileno(file), &status) == 0 && S_ISREG(status.st_mode) &&
	                    status.st_uid == geteuid() && (status.st_mode & 077) == 0
	            ? 0
	            : -EACCES;
	text = r == 0 ? malloc(SESSION_FILE_MAX) : NULL;
	if (text) {
		len = fread(text, 1, SESSION_FILE_MAX, file);
		r = session_list_parse(text, len, &sessions->list, error, error_size);
	} else if (r == 0) {
		r = -ENOMEM;
	}
	free(text);
	fclose(file);
	return r;
}

/* write_file: not synced: after a power cut people log in again. */
static int
write_file(const struct sessions *sessions, const char *fresh)
{
	size_t len;
	char *text = session_list_text(&sessions->list, &len);
	int r = text ? paths_make(fresh, 0600, text, len) : -ENOMEM;

	if (r == 0 && rename(fresh, sessions->path) < 0)
		r = -errno;
	free(text);
	return r;
}

static void
save(const struct sessions *sessions)
{
	char fresh[PATH_MAX];
	int r = -ENAMETOOLONG;

	if (snprintf(fresh, sizeof(fresh), "%s.new", sessions->path) < (int)sizeof(fresh))
		r = write_file(sessions, fresh); /* nobody else writes it */
	if (r < 0)
		log_warn("private: %s cannot be written: %s; after a new start everybody logs in "
		         "again",
		         sessions->path, strerror(-r));
}

/* --- Life ----------------------------------------------------------------------------------- */

struct sessions *
sessions_new(const char *path, int64_t now_s)
{
	struct sessions *sessions = calloc(1, sizeof(*sessions));
	char error[160] = "";
	int r;

	if (!sessions)
		return NULL;
	sessions->path = path;
	r = read_file(sessions, error, sizeof(error));
	if (r < 0) {
		log_warn("private: %s: %s; everybody logs in again", path,
		         error[0] ? error : strerror(-r));
		sessions->list.n = 0;
	}
	for (size_t i = 0; i < sessions->list.n; i++)
		sessions->list.rows[i].used_s = now_s;
	return sessions;
}

void
sessions_free(struct sessions *sessions)
{
	free(sessions);
}

int
sessions_begin(struct sessions *sessions, const struct access_asker *asker, int64_t now_s,
               char ret_text[TOKEN_TEXT_SIZE])
{
	uint8_t digest[TOKEN_DIGEST_SIZE];
	struct session_row *row;
	int r = token_make(ret_text, digest);

	if (r < 0)
		return r;
	session_list_prune(&sessions->list, now_s, now_s - SESSION_IDLE_S);
	row = session_list_add(&sessions->list);
	memcpy(row->name, asker->name, sizeof(row->name));
	memcpy(row->token, asker->token, sizeof(row->token));
	memcpy(row->session, digest, sizeof(digest));
	row->expires_s = now_s + SESSION_LIFE_S;
	row->used_s = now_s;
	save(sessions);
	return 0;
}

/* use: the session of that digest, if it is not over. */
static struct session_row *
use(struct sessions *sessions, const uint8_t session[TOKEN_DIGEST_SIZE], int64_t now_s)
{
	struct session_row *row;

	if (session_list_prune(&sessions->list, now_s, now_s - SESSION_IDLE_S) > 0)
		save(sessions);
	row = session_list_find(&sessions->list, session);
	if (row)
		row->used_s = now_s;
	return row;
}

const struct session_row *
sessions_find(struct sessions *sessions, const char *text, size_t len, int64_t now_s)
{
	uint8_t digest[TOKEN_DIGEST_SIZE];

	token_digest(text, len, digest);
	return use(sessions, digest, now_s);
}

bool
sessions_still(struct sessions *sessions, const uint8_t session[TOKEN_DIGEST_SIZE], int64_t now_s)
{
	return use(sessions, session, now_s) != NULL;
}

void
sessions_end(struct sessions *sessions, const uint8_t session[TOKEN_DIGEST_SIZE])
{
	struct session_row *row = session_list_find(&sessions->list, session);

	if (!row)
		return;
	session_list_remove(&sessions->list, row);
	save(sessions);
}
