/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A token in a file that nobody else may read.
 */
#pragma once

#include <stddef.h>

#define TOKEN_SIZE 513 /* the longest token, and its NUL */

/* token_read: the token in the file, blanks around it apart. Returns 0, or a negative errno with `error` one
 * sentence that names the file and says what to do: it cannot be read, others may read it too, it holds no
 * token. */
int token_read(const char *path, char ret_token[TOKEN_SIZE], char *error, size_t error_size);
