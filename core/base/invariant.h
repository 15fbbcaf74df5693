/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * INVARIANT: our assert, alive in every build. For bugs of ours only, never for bad input.
 */
#pragma once

/* invariant_failed: what happens when an INVARIANT does not hold. Does not return.
 *
 * Not defined in core/: every program supplies its own, so that core/ does no I/O. The daemon logs
 * and aborts (the flight recorder makes the restart cheap), tests and fuzzers abort.
 */
_Noreturn void invariant_failed(const char *file, int line, const char *condition);

#define INVARIANT(condition)                                                                       \
	do {                                                                                       \
		if (!(condition))                                                                  \
			invariant_failed(__FILE__, __LINE__, #condition);                          \
	} while (0)
