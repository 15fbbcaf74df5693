/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Asking who is behind a port: one link and one driver, and no table yet. What it sends is what the
 * driver sends to any board of its kind, and that is harmless to others (drivers/dgt/dgt_talk.c).
 */
#pragma once

#include <stdint.h>

#include "drivers/driver.h"

struct event_base;
struct probe;

enum probe_news {
	PROBE_OPENED,   /* the port is open */
	PROBE_REFUSED,  /* it cannot be opened */
	PROBE_ANSWERED, /* a board is there, and what it says of itself is known */
	PROBE_WRONG,    /* none is, after every try; or it has stopped answering */
	PROBE_BABBLED,  /* what comes are bytes and not one message */
	PROBE_FELL,     /* the link was lost */
};

struct probe_listener {
	void *ctx;
	/* `text`: one sentence, borrowed for the call. The probe may be freed in here. */
	void (*news)(void *ctx, enum probe_news news, const char *text);
};

/* probe_new: begin to ask at `address`. *listener is copied. 0, -EINVAL for no address, -ENOMEM. */
int probe_new(struct event_base *base, const char *address, const struct board_driver *driver,
              const struct probe_listener *listener, struct probe **ret_probe);

/* probe_fact: what the board said of itself, "" where it did not; borrowed until probe_free. */
const char *probe_fact(const struct probe *probe, enum board_fact which);

/* probe_free: close the port; NULL is fine. It can be opened again at once. */
void probe_free(struct probe *probe);
