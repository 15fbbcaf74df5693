/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The alerts of a recording as a file: a line each, in the order they were raised, with what became of
 * them by its end.
 */
#pragma once

#include <stdio.h>

#include "core/laws/alert/alert.h"

struct alert_file_line {
	uint32_t number;
	char *text; /* newline included */
};

struct alert_file {
	struct alert_file_line *lines;
	size_t n, capacity;
	bool failed; /* memory was out: a line is missing */
};

/* alert_file_add: an alert was raised. Begin with an alert_file of zeros. */
void alert_file_add(struct alert_file *file, const struct alert *alert);

/* alert_file_settle: what became of alert `number`; note: what a person wrote beside it, or NULL. */
void alert_file_settle(struct alert_file *file, uint32_t number, enum alert_outcome outcome,
                       const char *note);

/* alert_file_write: to `out`, and empty it. False when a line is missing, or cannot be written. */
bool alert_file_write(struct alert_file *file, FILE *out);
