/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A journal whose file is removed or moved away while it is written: SQLite goes on into a file that nobody finds again.
 * What it holds is put in its place once more.
 */
#pragma once

#include <stdbool.h>

#include "daemon/journal_store.h"

/* journal_has_moved: does the path lead to another file than the one that is open, or to none? */
bool journal_has_moved(struct journal_store *store);

/* journal_put_back: make the file at its path anew, with all that *store holds; *store is that one then. 0, or a negative
 * errno with *fault; -EEXIST: another file lies there. *store is as it was then, or NULL: the file is there, and is to be
 * opened. */
int journal_put_back(struct journal_store **store, const char *path, const char *vfs,
                     struct journal_fault *fault);
