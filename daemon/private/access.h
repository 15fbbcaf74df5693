/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Who asks on the private listener: the tokens as the file has them now, so that one that is revoked lets
 * nobody in from then on.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "daemon/private/token_list.h"

struct access;

struct access_asker {
	char name[TOKEN_NAME_SIZE];
	enum token_role role;
	uint8_t token[TOKEN_DIGEST_SIZE]; /* the digest of his token */
};

/* access_new: tokens of the file at `path` (borrowed for good), which may come later. NULL: memory is out. */
struct access *access_new(const char *path);
void access_free(struct access *access);

/* access_bearer: the token of an Authorization header (RFC 6750), NULL for none or another scheme; its length
 * in *ret_len. Points into header, which may be NULL. */
const char *access_bearer(const char *header, size_t *ret_len);

/* access_cookie: the value of the cookie `name` in a Cookie header (RFC 6265), NULL for none; its length in *ret_len.
 * Points into header, which may be NULL. */
const char *access_cookie(const char *header, const char *name, size_t *ret_len);

/* access_is_phone: does a browser's User-Agent, or its Sec-CH-UA-Mobile, say that it is a phone's? Either may be NULL.
 * Tablets and other machines say that they are none; what says nothing of itself is a program. */
bool access_is_phone(const char *user_agent, const char *mobile);

/* access_check: who has the token text[len] at now_s (since 1970). 0; -EACCES nobody; -ESTALE it has expired. */
int access_check(struct access *access, const char *text, size_t len, int64_t now_s,
                 struct access_asker *ret_asker);

/* access_of: who has the token of that name and digest now, as access_check(). */
int access_of(struct access *access, const char *name, const uint8_t token[TOKEN_DIGEST_SIZE],
              int64_t now_s, struct access_asker *ret_asker);

/* access_still: may he go on: is his token still there, of the same role, not expired? */
bool access_still(struct access *access, const struct access_asker *asker, int64_t now_s);
