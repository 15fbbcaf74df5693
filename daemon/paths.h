/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Folders made, files replaced in one step.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* paths_make_parents: create the folders above `path` that are missing (mode 0755). 0, or a
 * negative errno with `error` one sentence. */
int paths_make_parents(const char *path, char *error, size_t error_size);

/* paths_explain: the sentence "cannot WHAT PATH: why; what to do" for errno `cause`. */
void paths_explain(const char *path, const char *what, int cause, char *error, size_t error_size);

/* paths_sync_parent: make the entry of `path` in its folder durable. 0 or a negative errno. */
int paths_sync_parent(const char *path);

/* paths_fill: text[len] to the descriptor, all of it. paths_make: a new file of that mode (as umask allows) with
 * text[len]; what stood there is removed first, a link is not followed. 0 or a negative errno; then a part of it
 * may be there. */
int paths_fill(int fd, const char *text, size_t len);
int paths_make(const char *path, mode_t mode, const char *text, size_t len);

/* paths_replace: put text[len] in the place of the file at `path`: a reader sees the old or the new, whole. A
 * power cut may take it. 0, or a negative errno; then the old file stands. Any thread, one at a time for a path.
 *
 * paths_renew: the same, for a file that is replaced again and again: what stood there stays beside it, hidden,
 * as .NAME.spare, and is written over the next time unless somebody reads it still. Files made and removed
 * hundreds of times a second cost ext4 a longer search at each, since it gives the number of a file that was
 * removed to no other for some seconds. */
int paths_replace(const char *path, const char *text, size_t len);
int paths_renew(const char *path, const char *text, size_t len);
