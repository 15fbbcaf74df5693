/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Inside the transport library: what one way of reaching a board must supply, and what it may call.
 *
 * address.c knows which backend an address means. transport.c owns time and policy: when to open, how long to wait, what
 * to report, the send queue.
 * A backend owns descriptors: it opens, says how that went, reads and writes. It reports through
 * transport_link_* and returns at once afterwards: those calls run the listener's callbacks, which
 * may close the link or free the transport.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "drivers/transport/transport.h"

struct event_base;

#define TRANSPORT_ADDRESS_MAX 1024                              /* characters of an address */
#define TRANSPORT_TEXT_SIZE   (2 * TRANSPORT_ADDRESS_MAX + 512) /* of a sentence that may name two */

struct transport_backend {
	const char *prefix; /* an address that begins with it is for this backend */

	/* check: is the address well formed? 0, or -EINVAL with a sentence in text[size]. */
	int (*check)(const char *address, char *text, size_t size);

	/* new: the closed link for a checked address. address and *options outlive the link.
	 * 0 and *ret_link, or -ENOMEM. */
	int (*new)(struct transport *transport, const char *address,
	           const struct transport_options *options, void **ret_link);

	/* open: one attempt. Ends, before or after it returns, in one transport_link_up or
	 * transport_link_down. Must not block. */
	void (*open)(void *link);

	/* read, write: what can be done at once with the descriptor given to transport_link_up.
	 * 0 and *ret_len (0: nothing just now), or the result of transport_link_down. A backend
	 * without a descriptor has neither, and what is sent to it is dropped. */
	int (*read)(void *link, uint8_t *bytes, size_t size, size_t *ret_len);
	int (*write)(void *link, const uint8_t *bytes, size_t len, size_t *ret_len);

	/* close: back to what new made, from any state; calls nothing of transport_link_*. */
	void (*close)(void *link);

	/* free: the link is closed. */
	void (*free)(void *link);
};

extern const struct transport_backend transport_device, transport_tcp, transport_playback;

/* transport_make: transport_new (transport.h) with a checked address, the backend it means, and good options. 0 or -ENOMEM. */
int transport_make(struct event_base *base, const char *address,
                   const struct transport_backend *backend, const struct transport_options *options,
                   const struct transport_listener *listener, struct transport **ret_transport);

/* transport_base: the loop. */
struct event_base *transport_base(const struct transport *transport);

/* transport_enter, transport_leave: round every callback that libevent makes into a backend. The
 * transport and the link stay allocated in between, whatever the listener does. */
void transport_enter(struct transport *transport);
void transport_leave(struct transport *transport);

/* transport_link_up: the attempt succeeded. fd is watched and read (-1: there is none; the backend
 * calls transport_link_bytes by itself), and stays the backend's to close. */
void transport_link_up(struct transport *transport, int fd);

/* transport_link_bytes: bytes from the board. */
void transport_link_bytes(struct transport *transport, const uint8_t *bytes, size_t len);

/* transport_link_down: the attempt failed or the link is lost. Closes the link (backend's close is
 * called), plans the next attempt and tells the listener. error is a negative errno; the format
 * makes one sentence. Returns error. */
int transport_link_down(struct transport *transport, int error, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* transport_link_over: the same, and no further attempt is made until transport_reopen. */
int transport_link_over(struct transport *transport, int error, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* transport_error_text: a short English description of a negative errno. */
const char *transport_error_text(int error);

/* transport_now_us: microseconds of the monotonic clock. */
uint64_t transport_now_us(void);
