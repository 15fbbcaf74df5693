/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Who may ask on the private listener: a file of tokens, each with a name, a role and an end.
 *
 *     # name role expires digest
 *     desk arbiter 2025-03-16T22:00:00Z sha256:9f86d0...
 *
 * Of a token only its digest is kept. It is 256 random bits, so there is nothing to guess that a slower
 * digest or salt would protect.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TOKEN_NAME_SIZE   33
#define TOKEN_DIGEST_SIZE 32
#define TOKEN_TEXT_SIZE   73 /* "adoube_", 64 digits, a NUL, and one more */
#define TOKENS_MAX        256
#define TOKEN_FILE_MAX    65536 /* bytes */
#define TOKEN_NEVER       INT64_MAX

enum token_role {
	TOKEN_ARBITER,  /* everything */
	TOKEN_OPERATOR, /* sees everything, gives tables boards, corrects records */
	TOKEN_VIEWER,   /* sees everything */
	TOKEN_METRICS,  /* /metrics alone */
	TOKEN_ROLES
};

/* What a role may: token_may(). */
enum token_right {
	RIGHT_METRICS, /* read /metrics */
	RIGHT_LOOK,    /* read all the rest */
	RIGHT_MEND,    /* give tables boards, correct records */
	RIGHT_DECIDE,  /* say what happened, decide on alerts */
};

struct token_row {
	char name[TOKEN_NAME_SIZE];
	enum token_role role;
	int64_t expires_s; /* since 1970; TOKEN_NEVER */
	uint8_t digest[TOKEN_DIGEST_SIZE];
};

struct token_list {
	struct token_row rows[TOKENS_MAX];
	size_t n;
};

const char *token_role_name(enum token_role role);

/* token_role_find: the role of that name; false when there is none. */
bool token_role_find(const char *name, enum token_role *ret_role);

bool token_may(enum token_role role, enum token_right right);

/* token_name_is_good: 1 to 32 letters, digits, '.', '_', '-'. */
bool token_name_is_good(const char *name);

/* token_list_parse: text[len], a file of tokens. 0, or -EBADMSG with `error` naming the line and what is
 * wrong with it; *ret_list is as far as it was read then. */
int token_list_parse(const char *text, size_t len, struct token_list *ret_list, char *error,
                     size_t error_size);

/* token_list_text: what such a file holds, from malloc; NULL when memory is out. */
char *token_list_text(const struct token_list *list, size_t *ret_len);

/* token_list_read: the file at `path`, which only its owner may write (root, or the user of this program),
 * and nobody outside its group may read. 0, or a negative errno with `error` one sentence that names the
 * file: -ENOENT, -EACCES for others who may, -EBADMSG. */
int token_list_read(const char *path, struct token_list *ret_list, char *error, size_t error_size);

/* token_list_write: *list in the place of the file at `path`, durable; owner and mode stay, a new one is
 * for its owner alone, and where root writes it, for the group adoubed to read. 0, or a negative errno with
 * `error`. */
int token_list_write(const char *path, const struct token_list *list, char *error,
                     size_t error_size);

/* token_make: a new token, from the system's randomness, and its digest. 0 or a negative errno. */
int token_make(char ret_text[TOKEN_TEXT_SIZE], uint8_t ret_digest[TOKEN_DIGEST_SIZE]);

/* token_digest: of text[len]. */
void token_digest(const char *text, size_t len, uint8_t ret_digest[TOKEN_DIGEST_SIZE]);

/* token_hex_write: 32 bytes as 64 small hexadecimal digits. token_hex_read: back; false when text is anything else. */
void token_hex_write(const uint8_t bytes[TOKEN_DIGEST_SIZE], char text[2 * TOKEN_DIGEST_SIZE + 1]);
bool token_hex_read(const char *text, uint8_t ret_bytes[TOKEN_DIGEST_SIZE]);

/* token_list_find: the row that text[len] is the token of, whether it has expired or not; NULL: none. Takes
 * as long for a wrong one that is nearly right as for any other. */
const struct token_row *token_list_find(const struct token_list *list, const char *text,
                                        size_t len);

/* token_expiry_write: "never", or the time in UTC: buffer of 32. token_expiry_read: the same back; false
 * when it is neither. */
void token_expiry_write(int64_t expires_s, char buffer[32]);
bool token_expiry_read(const char *text, int64_t *ret_expires_s);
