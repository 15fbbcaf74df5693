/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A text that grows piece by piece. Nothing is said of memory that is out before the end: then there is no text.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* All zero: empty. */
struct growing {
	char *bytes;
	size_t len, size;
	bool failed;
};

/* growing_add: bytes[len] at its end, which is always followed by a NUL that does not count. */
void growing_add(struct growing *text, const void *bytes, size_t len);

/* growing_end: the text, from malloc, "" where nothing was added, its length in *ret_len (or NULL); NULL when
 * memory was out. *text is empty again. */
char *growing_end(struct growing *text, size_t *ret_len);

/* growing_clear: forget it. */
void growing_clear(struct growing *text);
