/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Files of rows, a line each; '#' begins a comment.
 */
#pragma once

#include <stddef.h>

#define ROW_LINE_SIZE 256 /* of a line, its NUL included */

/* row_lines_read: add(ctx, line) for each line of text[len] that is neither empty nor a comment, as text of its own
 * that it may change; it returns NULL, or what is wrong. 0, or -EBADMSG with `error` naming the line and what is wrong
 * with it; `row` is what a line is called that cannot be one: "a token". */
int row_lines_read(const char *text, size_t len, const char *row,
                   const char *(*add)(void *ctx, char *line), void *ctx, char *error,
                   size_t error_size);
