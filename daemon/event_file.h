/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The event file changed from afar: read, held to the daemon's own rules, and replaced in one step.
 *
 * What the event is may be changed so: its name and days, rules, tables, boards and names. What the machine is may not:
 * folders, ports, tokens and where they go are the business of whoever is at the machine.
 */
#pragma once

#include <stddef.h>

#define EVENT_FILE_MAX 100000 /* bytes of a file that is changed so */

/* event_file_read: the text of the file, NUL-terminated, to be freed; NULL with `error` one sentence. */
char *event_file_read(const char *path, char *error, size_t error_size);

/* event_file_check: may `text` stand in the file at `path` in the place of `was`? 0, or a negative errno with `error`
 * one sentence that names file, line and key where one is at fault. */
int event_file_check(const char *path, const char *was, const char *text, char *error,
                     size_t error_size);

/* event_file_prepare: the text lies beside the file, whole and durable; nothing has changed. event_file_put: it takes
 * the file's place, which keeps its mode. 0, or a negative errno with `error`; the file stands as it was then. */
int event_file_prepare(const char *path, const char *text, char *error, size_t error_size);
int event_file_put(const char *path, char *error, size_t error_size);
