/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One daemon a journal: a lock beside the file (FILE.lock) says who writes to it. It goes with the process that has it,
 * however that ends.
 */
#pragma once

#include <stdbool.h>

struct journal_fault;

/* journal_lock: keep others from writing to the file until *ret_fd is closed; opening to write takes it by itself. The
 * folder is made when it is missing. 0, or a negative errno with *fault: -EWOULDBLOCK another process has it. */
int journal_lock(const char *file, int *ret_fd, struct journal_fault *fault);

/* journal_lock_is_free: does nobody write to the file? */
bool journal_lock_is_free(const char *file);
