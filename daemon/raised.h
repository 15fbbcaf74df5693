/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Alerts raised while the journal is folded, oldest first: each waits until the fold meets it in the journal,
 * or is over.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct raised_alert {
	struct raised_alert *next;
	uint64_t t_us;
	char json[];
};

struct raised {
	struct raised_alert *first, **end;
};

/* raised_begin: none yet. */
void raised_begin(struct raised *raised);

/* raised_add: a copy, behind the others. Without memory there is none: the alert is raised again at the next start. */
void raised_add(struct raised *raised, uint64_t t_us, const char *json);

/* raised_drop: the first one, which is there. */
void raised_drop(struct raised *raised);
