/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Ports that come and go: the serial ports of this machine that may have a board behind them, from
 * udev, on the event loop.
 *
 * Offered is what udev's property ADOUBED_OFFER says: "1" (the installed rule, or one of the operator's
 * own), "0" never; without the property, what the table of drivers knows by USB ids or name. Nothing
 * is opened here.
 */
#pragma once

#include "drivers/driver.h"

struct event_base;
struct hotplug;

struct hotplug_port {
	const char *node;                  /* "/dev/ttyUSB0" */
	const char *title;                 /* what it is, for people: "FTDI FT232R_USB_UART" */
	const struct board_driver *driver; /* whose board it may be */
};

struct hotplug_listener {
	void *ctx;
	/* A port is there; *port is borrowed for the call. May come again for the same node. */
	void (*offered)(void *ctx, const struct hotplug_port *port);
	/* It has gone. Also for nodes that were never offered. */
	void (*withdrawn)(void *ctx, const char *node);
};

/* hotplug_new: watch, and offer what is there already before it returns. *listener is copied. 0, or a
 * negative errno: then this machine has no udev to ask. */
int hotplug_new(struct event_base *base, const struct hotplug_listener *listener,
                struct hotplug **ret_hotplug);

/* hotplug_free: NULL is fine. */
void hotplug_free(struct hotplug *hotplug);
