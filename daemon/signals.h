/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The signals by which the daemon is told something (SIGTERM, SIGINT, SIGHUP), read on its event loop.
 *
 * They are blocked and read as any other input, not caught: one that comes while nobody reads, and between two
 * beginnings of the daemon nobody does, waits for its reader instead of ending the process.
 */
#pragma once

struct event_base;
struct signals;

struct signals_listener {
	void *ctx;
	void (*came)(void *ctx, int number);
};

/* signals_new: read them from now on. Call it before any thread is made, so that no thread is interrupted by them.
 * *listener is copied. 0 or a negative errno. */
int signals_new(struct event_base *base, const struct signals_listener *listener,
                struct signals **ret_signals);

/* signals_free: read them no more; they stay blocked. NULL is fine. */
void signals_free(struct signals *signals);
