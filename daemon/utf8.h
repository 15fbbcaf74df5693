/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Text that may be shown: UTF-8 that neither steers a terminal nor breaks a file of lines.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* utf8_character: how many bytes the printable character has that the text begins with; a tab counts as one. 0: there is
 * none, or the text is at its end. */
size_t utf8_character(const char *text);

/* utf8_shown: the same of names, notes and paths, which come from anywhere: 0 also of what steers a terminal or turns the
 * direction of what stands beside it, which makes another document of it. */
size_t utf8_shown(const char *text);

/* utf8_is_text: is all of it printable? Whatever is not would break the PGN or the terminal. */
bool utf8_is_text(const char *text);
