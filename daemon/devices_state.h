/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of the devices share, and nobody else.
 */
#pragma once

#include <event2/event.h>

#include "daemon/device_states.h"
#include "daemon/devices.h"
#include "daemon/probe.h"

#define SERIAL_PREFIX "serial:"

struct device {
	struct device *next;
	struct devices *devices;
	enum device_state state;
	int64_t since_ms, retry_ms; /* unix time; retry_ms 0: no attempt is planned */

	char node[CONFIG_TEXT]; /* where it is, "" while it is nowhere */
	char title[160];
	const struct board_driver *driver;
	struct station_expect serials; /* who it said it was */
	bool direct;                   /* its address stands in the configuration */
	bool doubled;                  /* a second way to a board that is live on another port */

	bool dropped;           /* to be freed */
	struct station *holder; /* the table that has it */
	struct probe *probe;    /* while no table has it */
	struct event *timer;
	unsigned int losses, failures;
	char text[512];
};

/* An input on its way: what one device does may concern others, and they must not be in each other's
 * middle. */
struct pending {
	struct pending *next;
	struct device *device;
	enum device_input input;
	char text[512];
};

struct devices {
	struct event_base *base;
	struct station *const *stations;
	size_t n_stations;
	struct device *first;
	struct pending *pending, **last; /* in order */
	bool busy;                       /* somebody is at them */
	void *ctx;
	void (*changed)(void *ctx); /* NULL: nobody asks */
	/* What a device's probe or its timer brings: device_run(). */
	void (*hear)(struct device *device, enum device_input input, const char *text);
};

/* --- device.c: one of them --- */

/* device_post: `input` will happen to it, after what is under way. devices_next: what is to happen first, to be freed;
 * NULL: nothing. */
void device_post(struct device *device, enum device_input input, const char *text);
struct pending *devices_next(struct devices *devices);

/* device_serial: the number by which it is known, "" until it is. device_is: is it the board with that number? */
const char *device_serial(const struct device *device);
const char *device_name(const struct device *device);
bool device_is(const struct device *device, const char *serial);

/* device_new: seen at a node; NULL when memory is out. device_drop: nobody finds it any more; devices_reap frees such. */
struct device *device_new(struct devices *devices, const char *node);
void device_drop(struct device *device);
void devices_reap(struct devices *devices);

/* device_open: by its table, else by a probe. device_let_go: close the port, whoever has it open. */
void device_open(struct device *device);
void device_let_go(struct device *device, const char *text);
void device_retry_in(struct device *device, unsigned int seconds);

json_t *device_json(const struct device *device);

/* --- devices_claim.c: who is it, and whose --- */

/* devices_station_asks: is the board of the station's table known by its number? Then ports are opened, also for
 * those that have theirs: a spare is of use when it is known. */
bool devices_station_asks(const struct station *station);

/* device_twin: the same board on another port, where it is live. devices_held_by: the device that the station's
 * table has. Both may be NULL. */
struct device *device_twin(const struct device *device);
struct device *devices_held_by(struct devices *devices, const struct station *station);

/* device_identify: it has said who it is. device_claim: the table that asks for it is to have it. */
void device_identify(struct device *device);
void device_claim(struct device *device);

/* --- devices.c --- */

/* device_run: `input` happens to it, and all that comes of it. devices_drain: all that is to happen. devices_go_round: a
 * table waits again, or a board is free: who can help? devices_expect: what the station's table asks for has
 * a row, there or not; 0 or -ENOMEM. */
void device_run(struct device *device, enum device_input input, const char *text);
void devices_drain(struct devices *devices);
void devices_go_round(struct devices *devices);
int devices_expect(struct devices *devices, struct station *station);
