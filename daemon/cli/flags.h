/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What commands that give orders have in common: options of their own beside the daemon's (ask.h), and asking
 * before something is done.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct flag {
	const char *name, *other; /* "--yes", "-y"; other may be NULL */
	bool *given;              /* set true; or */
	const char **value;       /* set to the next word */
};

/* flags_take: take flags[n] out of argv, which others read; returns how many words are left, -1 when one lacks its
 * value, which is told on standard error. */
int flags_take(const char *command, int argc, char **argv, const struct flag *flags, size_t n);

/* flags_agreed: is it to be done? Asked on the terminal unless `yes`; without one it is not. */
bool flags_agreed(const char *command, bool yes);

/* flags_number: a whole number from 1, or -1. */
long flags_number(const char *text);
