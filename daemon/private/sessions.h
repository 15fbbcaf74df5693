/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sessions of people at a browser: begun with a token, known by a cookie, ended by a log-out, by SESSION_LIFE_S, by
 * SESSION_IDLE_S without a request, or with the token.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "daemon/private/access.h"
#include "daemon/private/session_list.h"

#define SESSION_LIFE_S (14 * 3600) /* a long playing day */
#define SESSION_IDLE_S (2 * 3600)  /* an open page asks by itself, and so is no idler */

/* session_csrf: what a page of the session must send with every order, and no other page can know: made of the
 * cookie's value text[len], 64 digits and a NUL. */
void session_csrf(const char *text, size_t len, char ret_text[2 * TOKEN_DIGEST_SIZE + 1]);

struct sessions;

/* sessions_new: those of the file at `path` (borrowed for good), which may be missing, and is only ours; one that
 * cannot be read is logged, and they end. NULL: memory is out. */
struct sessions *sessions_new(const char *path, int64_t now_s);
void sessions_free(struct sessions *sessions);

/* sessions_begin: one more, for *asker, whose cookie is ret_text. 0 or a negative errno. */
int sessions_begin(struct sessions *sessions, const struct access_asker *asker, int64_t now_s,
                   char ret_text[TOKEN_TEXT_SIZE]);

/* sessions_find: that of the cookie text[len], which is used now; NULL: there is none, or it is over. */
const struct session_row *sessions_find(struct sessions *sessions, const char *text, size_t len,
                                        int64_t now_s);

/* sessions_still: is the session of that digest not over? It is used now. sessions_end: it is over. */
bool sessions_still(struct sessions *sessions, const uint8_t session[TOKEN_DIGEST_SIZE],
                    int64_t now_s);
void sessions_end(struct sessions *sessions, const uint8_t session[TOKEN_DIGEST_SIZE]);
