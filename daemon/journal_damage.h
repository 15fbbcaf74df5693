/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is wrong with a journal that SQLite cannot read to its end: which part of the file, and which entries.
 */
#pragma once

#include "daemon/journal_salvage.h"

#define JOURNAL_DAMAGE_LINES 20 /* of what SQLite finds are told */

/* journal_damage: look at the whole file, which is not changed, and call found() with one sentence on each thing that
 * is wrong, borrowed for the call. 0 with *ret_finding, what could be saved (journal_salvage.h); -ENODATA: it
 * does not begin as a SQLite database does, and nothing of it can be read; -ENOMEM; or the error that keeps the file
 * from being opened, which found() has been told. */
int journal_damage(const char *path, void *ctx, void (*found)(void *ctx, const char *sentence),
                   struct journal_salvage_finding *ret_finding);
