/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * JSON as the text that is stored, answered or sent.
 */
#pragma once

#include <jansson.h>
#include <stddef.h>

/* json_text: `value` without a space too many, plies as readers get them (ply_word.h), to be freed; the reference is taken. *ret_len, unless NULL: its
 * bytes. NULL, and 0 bytes, when value is NULL or memory is out. */
char *json_text(json_t *value, size_t *ret_len);
