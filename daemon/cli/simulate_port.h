/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where a simulated line ends: a pseudo-terminal or a TCP port, for one program at a time.
 *
 * What is sent while nobody listens is lost, as on a cable. Nothing waits for a client that does not
 * read.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bufferevent;
struct evconnlistener;
struct event;
struct event_base;
struct simulate_options;

struct simulate_port {
	const struct simulate_options *options;
	struct event_base *base;
	void *ctx;
	void (*receive)(void *ctx, const uint8_t *bytes, size_t len);
	bool loss_said;

	/* pty */
	int pty;                /* the master, or -1 */
	struct event *pty_read; /* somebody has the other end open */
	struct event *pty_poll; /* nobody has */
	bool pty_open;
	char pty_name[64];
	bool linked;

	/* TCP */
	struct evconnlistener *listener;
	struct bufferevent *client;
};

/* simulate_port_open: as options->pty or options->tcp say; the name is printed. What comes goes to
 * `receive`. All pointers are borrowed. 0, or a negative errno after a message. */
int simulate_port_open(struct simulate_port *port, const struct simulate_options *options,
                       struct event_base *base,
                       void (*receive)(void *ctx, const uint8_t *bytes, size_t len), void *ctx);

/* simulate_port_send: to whoever listens. */
void simulate_port_send(struct simulate_port *port, const uint8_t *bytes, size_t len);

/* simulate_port_close: safe after a failed open, and on a port that is all zero but for pty -1. */
void simulate_port_close(struct simulate_port *port);
