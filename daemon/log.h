/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The log: one line an event on standard error, for a person and for the journal.
 *
 * Under systemd ($JOURNAL_STREAM is set) each line begins with its sd-daemon priority; elsewhere
 * with the time of day, in colour where standard error is a terminal. A message that repeats within
 * LOG_REPEAT_S seconds is counted and not printed again. Not thread-safe: the loop's thread only. /
 */
#pragma once

#include <stdbool.h>

#define LOG_REPEAT_S 10

enum log_level { LOG_LEVEL_ERROR, LOG_LEVEL_WARN, LOG_LEVEL_INFO, LOG_LEVEL_DEBUG };

/* log_init: what shows: everything, or without debug. May be called again. */
void log_init(bool verbose);

/* log_error: our or the machine's fault, something will not happen. log_warn: it goes on, somebody
 * should look. log_info: what a reader of the log wants to know next morning. log_debug: -v only.
 * Each text names the thing it speaks of ("table 1: ..."), and what to do where there is something.
 */
__attribute__((format(printf, 1, 2))) void log_error(const char *format, ...);
__attribute__((format(printf, 1, 2))) void log_warn(const char *format, ...);
__attribute__((format(printf, 1, 2))) void log_info(const char *format, ...);
__attribute__((format(printf, 1, 2))) void log_debug(const char *format, ...);
