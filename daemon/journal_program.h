/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which program this is, to tell one build from another: a journal says what wrote it.
 */
#pragma once

#define JOURNAL_PROGRAM 64

/* journal_program: the version, a blank and 16 digits of the build id the linker gave, or of the SHA-256 of
 * the program's file where it gave none. */
const char *journal_program(void);
