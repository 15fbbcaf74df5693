/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Transports: bytes between the daemon and one board, on libevent, never blocking.
 *
 * An address is one of
 *     /dev/ttyUSB0, /dev/serial/by-id/...   a serial port (libserialport: 9600 8N1, exclusive lock)
 *     /dev/pts/7, or a symlink to one       a pseudo-terminal (a simulated board)
 *     tcp://host:port, tcp://[::1]:port     a serial device server
 *     capture:FILE                          a recording, played at its own pace
 *
 * A transport opens by itself, keeps trying with bounded exponential backoff (TRANSPORT_RETRY_MIN_MS
 * doubling to TRANSPORT_RETRY_MAX_MS) as long as it lives, and reports loss and return as events. It
 * knows no protocol. What comes from the other end is not trusted, and is not looked at.
 *
 * All calls and callbacks are made on the event base's thread. A transport may be freed inside its
 * own callbacks.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct event_base;
struct transport;

#define TRANSPORT_RETRY_MIN_MS 250
#define TRANSPORT_RETRY_MAX_MS 8000
#define TRANSPORT_QUEUE_MAX    4096 /* bytes waiting to be sent; then transport_send says -ENOBUFS */

/* Modem-control lines of a serial port (dgt.md 1.3). */
enum transport_lines {
	TRANSPORT_LINES_AUTO, /* leave them as opening set them */
	TRANSPORT_LINES_ON,   /* DTR and RTS raised */
	TRANSPORT_LINES_OFF,  /* both dropped: RS-232 adapters in front of a bus */
};

/* transport_check: is `address` one of the forms above? 0, or -EINVAL with one sentence in text[size]
 * that says what is wrong with it. Opens and looks up nothing. */
int transport_check(const char *address, char *text, size_t size);

struct transport_options {
	enum transport_lines lines;
	int baud;     /* 0: 9600 */
	double speed; /* capture: only: 1.0 real time, 60.0 sixty times; 0: 1.0 */
};

struct transport_listener {
	void *ctx;
	/* The link is open. */
	void (*up)(void *ctx);
	/* Bytes arrived; borrowed for the call. */
	void (*bytes)(void *ctx, const uint8_t *bytes, size_t len);
	/* The link was lost, or an attempt to open it failed. `error` is a negative errno; `text` says
	 * in one English sentence what failed on which address and what to do about it. Called
	 * once per kind of failure in a row, not at every retry. */
	void (*down)(void *ctx, int error, const char *text);
};

/* transport_new: begin with `address`. *listener and *options (NULL: defaults) are copied. The first
 * attempt is made from the loop, not inside this call. Returns 0 and *ret_transport (free with
 * transport_free), or -EINVAL for an address that is none of the forms above (transport_check says
 * why) or options that make no sense (negative or not finite), or -ENOMEM. */
int transport_new(struct event_base *base, const char *address,
                  const struct transport_options *options,
                  const struct transport_listener *listener, struct transport **ret_transport);

/* transport_send: queue len bytes. 0; -ENOTCONN while the link is down; -ENOBUFS when more than
 * TRANSPORT_QUEUE_MAX would wait: then nothing of it is queued. */
int transport_send(struct transport *transport, const uint8_t *bytes, size_t len);

/* transport_is_up: is the link open now? */
bool transport_is_up(const struct transport *transport);

/* transport_reopen: close and open again (a board that answered nonsense), at once, or
 * TRANSPORT_RETRY_MIN_MS after the last attempt where that is later. `down` is not called for it,
 * `up` is. A recording that has ended, or could not be read, starts from its beginning. */
void transport_reopen(struct transport *transport);

/* transport_free: close and free; NULL is fine. No callback comes after it. What is queued and not
 * yet sent is lost. The device can be opened again as soon as this returns. */
void transport_free(struct transport *transport);
