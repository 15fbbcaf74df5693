/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * When to send to a broadcast: soon after a change, never twice at once, less and less often while it fails
 * (publishing.md 3.2). Time is an argument; nothing is sent here.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define PACE_COALESCE_US  UINT64_C(1000000)  /* changes within so long go together */
#define PACE_HEARTBEAT_US UINT64_C(60000000) /* while games run, without any change */
#define PACE_RETRY_US     UINT64_C(2000000) /* after the first failure; doubled by each further one */
#define PACE_RETRY_MAX_US UINT64_C(60000000) /* and no longer than that */
#define PACE_REFUSED_US   UINT64_C(60000000) /* after a refusal: asked again by itself, but rarely */

enum pace_outcome {
	PACE_TAKEN,
	PACE_FAILED,  /* no answer, or an error of the server's */
	PACE_REFUSED, /* it was said not to send so: too often (429), not allowed (401, 403, 404) */
};

struct pace {
	bool in_flight, changed, running;
	unsigned int failures;
	uint64_t due_us; /* UINT64_MAX: nothing to send */
};

/* pace_init: nothing to send. */
void pace_init(struct pace *pace);

/* pace_changed: there is something new. `running`: a game has no result yet. */
void pace_changed(struct pace *pace, bool running, uint64_t now_us);

/* pace_begin: what there is is being sent. Returns false while it is not time, or something is on its way. */
bool pace_begin(struct pace *pace, uint64_t now_us);

/* pace_end: it ended so. */
void pace_end(struct pace *pace, enum pace_outcome outcome, uint64_t now_us);
