/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An entry of a table's stream as the line of a capture it would be.
 */
#pragma once

#include "core/capture/capture.h"
#include "daemon/journal_entry.h"

/* journal_line: an entry JOURNAL_FROM_BOARD, JOURNAL_TO_BOARD or JOURNAL_HOST into *ret_line, whose text or bytes are
 * what is returned: to be freed, NULL when memory is out. */
void *journal_line(const struct journal_entry *entry, struct capture_line *ret_line);
