/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Inside the transport library: a terminal device named by a path, and the two kinds of it.
 *
 * device.c resolves, judges and locks the path; a kind sets the terminal up and moves bytes. It is
 * looked up afresh at each attempt, since a symlink may lead elsewhere after replugging.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "drivers/transport/transport.h"

struct device;
struct sp_port;

struct device_kind {
	/* begin: set up the locked terminal device->fd and give the descriptor to watch. 0, or the
	 * result of transport_link_down. */
	int (*begin)(struct device *device, int *ret_fd);
	/* read, write, as in struct transport_backend. */
	int (*read)(struct device *device, uint8_t *bytes, size_t size, size_t *ret_len);
	int (*write)(struct device *device, const uint8_t *bytes, size_t len, size_t *ret_len);
	/* end: undo begin, also a begin that failed half-way. */
	void (*end)(struct device *device);
};

struct device {
	struct transport *transport;
	const char *address;                     /* as configured */
	const struct transport_options *options; /* never NULL */
	char *path;                     /* what the address resolved to; NULL while closed */
	const struct device_kind *kind; /* NULL while closed */
	int fd;                         /* open and locked; -1 while closed */
	struct sp_port *port;           /* serial: libserialport's own descriptor */
};

extern const struct device_kind device_kind_serial, device_kind_pty;

/* device_advice: what to do about a negative errno, one phrase. */
const char *device_advice(int error);

/* device_fail: report that what was tried on the device failed with a negative errno, with advice
 * fit for that errno. Returns error. */
int device_fail(struct device *device, const char *tried, int error);
