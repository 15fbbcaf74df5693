/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An imposed opening: the moves every game of the event begins with (start.prefix), as they stand in the event file.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* opening_next: the next move of the opening at *p (NUL-terminated), move numbers skipped: its text and length, *p
 * behind it. false: there is none. */
bool opening_next(const char **p, const char **ret_word, size_t *ret_len);
