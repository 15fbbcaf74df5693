/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Text from programs that know no UTF-8.
 */
#pragma once

#include <stddef.h>

/* latin_to_utf8: text[len] in UTF-8, NUL-terminated, to be freed: as it is where it is UTF-8, else read as
 * Windows-1252, which is Latin-1 with letters and quotes where that has none. NUL becomes a blank. NULL: memory
 * is out. */
char *latin_to_utf8(const char *text, size_t len, size_t *ret_len);
