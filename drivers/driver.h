/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A board driver: one wire protocol, as a decoder with no I/O of its own.
 *
 * The daemon owns the port, the clock and the memory. A driver turns bytes into board events and
 * says which bytes to send. It never opens, reads, sleeps, allocates, logs or asks the time, so a
 * capture drives it exactly as a board does. Chess rules are not its business.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/board_event.h"
#include "drivers/clock_device.h"

#define DRIVER_NO_DEADLINE UINT64_MAX

/* What a driver may do to the world; valid only inside start, feed and tick. */
struct driver_out {
	void *ctx;
	/* Hand over one observation, borrowed for the call. */
	void (*event)(void *ctx, const struct board_event *event);
	/* Queue bytes for the board. 0, or -ENOBUFS when the queue is full. NULL while a capture is
	 * folded: then start() and tick() are not called either. */
	int (*send)(void *ctx, const uint8_t *bytes, size_t len);
	/* What happened on the board since since_us is told nowhere: its log does not go back that far. NULL: nobody
	 * asks. */
	void (*untold)(void *ctx, uint64_t since_us);
};

enum driver_link {
	DRIVER_LISTENING, /* nothing asked, or nothing recognised yet */
	DRIVER_PROBING,   /* asked, waiting for an answer */
	DRIVER_LIVE,      /* the board answered and is in its update mode */
	DRIVER_WRONG, /* what answers, or stays silent after every try, is not this protocol's */
};

/* Counters since init, for status and tests. */
struct driver_stats {
	uint64_t bytes, frames, events;
	uint64_t skipped_bytes; /* belonged to no good frame */
	uint64_t bad_frames;    /* started well and broke */
};

/* A kind of serial port behind which such a board may stand. No USB id belongs to boards alone: a port
 * of this kind is offered, and the board's only once a board has answered there. */
struct board_port {
	uint16_t vendor, product; /* of the USB device; 0, 0: it is none */
	const char *kernel;       /* else the device's name before its number, such as "rfcomm" */
	const char *title;        /* what it is, for people and for the udev rule */
};

struct board_driver {
	const char *name;  /* [a-z0-9-]+; stable: captures, configuration and udev use it */
	const char *title; /* for people */
	size_t state_size; /* bytes of state the caller gives; aligned for any object */
	/* The offsets of pointers in it, SIZE_MAX behind the last, NULL for none: only to what is static. */
	const size_t *pointers;
	const struct board_port *ports; /* the last row has no title; may be the only one */
	/* Does it never ask? Then somebody else asks for it, for several boards on one line. */
	bool is_asked_for;

	/* Prepare state. After it feed() may be called: passive, as for a capture. */
	void (*init)(void *state);
	/* The link is down, or nobody has listened until now: what is told from now on may have a hole
	 * before it. Called live and folded; may be called more than once in a row. NULL: that is all the
	 * same to this protocol. */
	void (*away)(void *state);
	/* The link was (re)opened: probe and start the board. */
	void (*start)(void *state, const struct driver_out *out, uint64_t now_us);
	/* A fresh image of the whole board would help: ask for one when the line next allows. May
	 * be called as often as one likes; the driver knows how often its boards may be asked. Does
	 * nothing before start(). NULL: boards of this protocol cannot be asked. */
	void (*look)(void *state, uint64_t now_us);
	/* Consume all len bytes, however they were split. The events depend on the bytes (and
	 * their times) alone, never on start() or tick(): live and folded, the same. */
	void (*feed)(void *state, const struct driver_out *out, const uint8_t *bytes, size_t len,
	             uint64_t now_us);
	/* Time passed. Returns the next deadline (us), or DRIVER_NO_DEADLINE. */
	uint64_t (*tick)(void *state, const struct driver_out *out, uint64_t now_us);
	/* The next deadline without doing anything; start() and feed() may have moved it. */
	uint64_t (*deadline)(const void *state);
	enum driver_link (*link)(const void *state);
	/* One English sentence on the link's state, static: what is wrong and what to do. */
	const char *(*advice)(const void *state);
	void (*stats)(const void *state, struct driver_stats *ret_stats);
	/* The clock beside the board. NULL: boards of this protocol tell its times only. */
	void (*clock)(const void *state, struct clock_device *ret_clock);
	/* Have the clock do something as soon as the line allows; what became of it is in clock(), and
	 * nothing of it in events. One command at a time. Returns NULL, or why not: one English
	 * sentence, static. NULL: nothing can be sent to clocks. */
	const char *(*command_clock)(void *state, const struct clock_command *command,
	                             uint64_t now_us);
	/* What command_clock() would return, with nothing done. Together with it, or NULL. */
	const char *(*check_clock)(const void *state, const struct clock_command *command);
};

/* Every driver in the build, NULL-terminated, in alphabetical order of name. */
extern const struct board_driver *const board_drivers[];

/* board_driver_find: the driver of that name, or NULL. */
const struct board_driver *board_driver_find(const char *name);

/* board_port_find: the first driver that may have its board on a USB device with these ids (0, 0: on
 * none) called `kernel` ("ttyUSB0"), or NULL; its row in *ret_port (may be NULL). */
const struct board_driver *board_port_find(uint16_t vendor, uint16_t product, const char *kernel,
                                           const struct board_port **ret_port);
