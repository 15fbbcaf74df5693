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
};

/* access_new: tokens of the file at `path` (borrowed for good), which may come later. NULL: memory is out. */
struct access *access_new(const char *path);
void access_free(struct access *access);

/* access_bearer: the token of an Authorization header (RFC 6750), NULL for none or another scheme; its length
 * in *ret_len. Points into header, which may be NULL. */
const char *access_bearer(const char *header, size_t *ret_len);

/* access_check: who has the token text[len] at now_s (since 1970). 0; -EACCES nobody; -ESTALE it has expired. */
int access_check(struct access *access, const char *text, size_t len, int64_t now_s,
                 struct access_asker *ret_asker);

/* access_still: may he go on: is there a token of his name and role, not expired? */
bool access_still(struct access *access, const struct access_asker *asker, int64_t now_s);
