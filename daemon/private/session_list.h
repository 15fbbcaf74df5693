/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Who is logged in: sessions, each begun with a token, kept in a file so that they outlive a new start of the program.
 *
 *     # name token session expires
 *     desk sha256:9f86d0... sha256:60303a... 2025-03-16T22:00:00Z
 *
 * Of token and session only the digests are kept: whoever reads the file gets in nowhere. No I/O.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "daemon/private/token_list.h"

#define SESSIONS_MAX     256
#define SESSION_FILE_MAX 65536 /* bytes */

struct session_row {
	char name[TOKEN_NAME_SIZE];
	uint8_t token[TOKEN_DIGEST_SIZE], session[TOKEN_DIGEST_SIZE];
	int64_t expires_s;
	int64_t used_s; /* last; not in the file */
};

struct session_list {
	struct session_row rows[SESSIONS_MAX];
	size_t n;
};

/* session_list_parse: text[len], such a file. 0, or -EBADMSG with `error` naming the line and what is wrong with it;
 * *ret_list is as far as it was read then. */
int session_list_parse(const char *text, size_t len, struct session_list *ret_list, char *error,
                       size_t error_size);

/* session_list_text: what such a file holds, from malloc; NULL when memory is out. */
char *session_list_text(const struct session_list *list, size_t *ret_len);

/* session_list_find: the session of that digest, or NULL. Takes as long for one that is nearly right as for any. */
struct session_row *session_list_find(struct session_list *list,
                                      const uint8_t session[TOKEN_DIGEST_SIZE]);

/* session_list_add: one more, zeroed; where there is no room the one used longest ago ends. session_list_remove: it
 * ends. session_list_prune: those that are over at now_s, or were not used since idle_s, end; returns how many. */
struct session_row *session_list_add(struct session_list *list);
void session_list_remove(struct session_list *list, struct session_row *row);
size_t session_list_prune(struct session_list *list, int64_t now_s, int64_t idle_s);
