/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One end of a simulated line: a TCP port or a pseudo-terminal, with one host at the other end at most.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct event;
struct event_base;

struct hall_port {
	struct event_base *base;
	void *ctx;
	/* Bytes from the host. */
	void (*bytes)(void *ctx, const uint8_t *bytes, size_t len);
	char address[64];       /* for board = ... */
	int listener, fd;       /* fd -1: nobody is connected; a pseudo-terminal's master */
	int other;              /* the pseudo-terminal's other end, so that it never hangs up */
	uint64_t away_until_us; /* until then it cannot be reached */
	uint64_t lost;          /* bytes that the host did not take */
	struct event *accept, *read;
};

/* hall_port_open_tcp, hall_port_open_pty: base, ctx and bytes are set. End the program when it cannot be. */
void hall_port_open_tcp(struct hall_port *port);
void hall_port_open_pty(struct hall_port *port);

/* hall_port_write: to the host, if there is one. */
void hall_port_write(struct hall_port *port, const uint8_t *bytes, size_t len);

/* hall_port_unplug: not to be reached for ms; nothing on a pseudo-terminal. */
void hall_port_unplug(struct hall_port *port, unsigned int ms);

void hall_port_close(struct hall_port *port);

/* hall_now_us: the monotonic clock. hall_die: say what failed, and end the program. */
uint64_t hall_now_us(void);
_Noreturn void hall_die(const char *what);
