/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Names as parts of file names and identifiers.
 */
#pragma once

#include <stddef.h>

#define SLUG_SIZE 64 /* longest slug, NUL included */

/* slug_format: write `name` (UTF-8) to buffer[SLUG_SIZE] in [a-z0-9-]: lower case, accents of Latin
 * letters dropped, a hyphen for each run of anything else. Where letters of other scripts were
 * lost, or the name was cut, a hash of the whole name follows, so that two names stay two. "" gives
 * "". */
void slug_format(const char *name, char buffer[SLUG_SIZE]);
