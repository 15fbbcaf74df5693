/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/devices_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/time_now.h"

void
device_post(struct device *device, enum device_input input, const char *text)
{
	struct pending *pending = calloc(1, sizeof(*pending));

	if (!pending)
		return;
	pending->device = device;
	pending->input = input;
	snprintf(pending->text, sizeof(pending->text), "%s", text);
	*device->devices->last = pending;
	device->devices->last = &pending->next;
}

struct pending *
devices_next(struct devices *devices)
{
	struct pending *pending = devices->pending;

	if (pending)
		devices->pending = pending->next;
	if (!devices->pending)
		devices->last = &devices->pending;
	return pending;
}

const char *
device_serial(const struct device *device)
{
	return device->serials.long_serial[0] ? device->serials.long_serial
	                                      : device->serials.serial;
}

const char *
device_name(const struct device *device)
{
	return device->node[0] ? device->node : device_serial(device);
}

bool
device_is(const struct device *device, const char *serial)
{
	return serial[0] != '\0' && (strcmp(device->serials.long_serial, serial) == 0 ||
	                             strcmp(device->serials.serial, serial) == 0);
}

static void
device_on_timer(evutil_socket_t fd, short what, void *ctx)
{
	struct device *device = ctx;

	(void)fd;
	(void)what;
	device->retry_ms = 0;
	device->devices->hear(device, DEVICE_TURN, "Trying again.");
}

void
device_retry_in(struct device *device, unsigned int seconds)
{
	const struct timeval wait = { .tv_sec = (time_t)seconds };

	device->retry_ms = (int64_t)(time_unix_us() / 1000) + (int64_t)seconds * 1000;
	event_add(device->timer, &wait);
}

struct device *
device_new(struct devices *devices, const char *node)
{
	struct device *device = calloc(1, sizeof(*device));

	if (!device)
		return NULL;
	device->devices = devices;
	device->timer = evtimer_new(devices->base, device_on_timer, device);
	if (!device->timer) {
		free(device);
		return NULL;
	}
	device->since_ms = (int64_t)(time_unix_us() / 1000);
	snprintf(device->node, sizeof(device->node), "%s", node);
	device->next = devices->first;
	devices->first = device;
	return device;
}

static void
device_free(struct device *device)
{
	probe_free(device->probe);
	event_free(device->timer);
	free(device);
}

void
device_drop(struct device *device)
{
	probe_free(device->probe);
	device->probe = NULL;
	event_del(device->timer);
	device->holder = NULL;
	device->node[0] = '\0';
	memset(&device->serials, 0, sizeof(device->serials));
	device->state = DEVICE_ABSENT;
	device->dropped = true;
}

void
devices_reap(struct devices *devices)
{
	struct device **link = &devices->first, *device;

	while ((device = *link))
		if (device->dropped) {
			*link = device->next;
			device_free(device);
		} else {
			link = &device->next;
		}
}

void
device_let_go(struct device *device, const char *text)
{
	event_del(device->timer);
	device->retry_ms = 0;
	probe_free(device->probe);
	device->probe = NULL;
	if (device->holder)
		station_detach(device->holder, text);
	if (!device->direct)
		device->holder = NULL;
}

static void
device_on_news(void *ctx, enum probe_news news, const char *text)
{
	static const enum device_input inputs[] = {
		[PROBE_OPENED] = DEVICE_OPENED,     [PROBE_REFUSED] = DEVICE_REFUSED,
		[PROBE_ANSWERED] = DEVICE_ANSWERED, [PROBE_WRONG] = DEVICE_WRONG,
		[PROBE_BABBLED] = DEVICE_BABBLED,   [PROBE_FELL] = DEVICE_FELL,
	};
	struct device *device = ctx;

	device->devices->hear(device, inputs[news], text);
}

void
device_open(struct device *device)
{
	const struct probe_listener listener = { device, device_on_news };
	int result;

	event_del(device->timer);
	device->retry_ms = 0;
	if (device->node[0] == '\0')
		return; /* its port has gone since */
	if (device->holder) {
		probe_free(device->probe);
		device->probe = NULL;
		result = station_attach(device->holder, device->node,
		                        device->direct ? NULL : &device->serials);
	} else {
		result = probe_new(device->devices->base, device->node, device->driver, &listener,
		                   &device->probe);
	}
	if (result < 0)
		device_post(device, DEVICE_REFUSED, strerror(-result));
}

json_t *
device_json(const struct device *device)
{
	json_t *object = json_pack(
		"{s:s, s:s, s:s, s:s, s:s, s:s, s:I, s:i, s:i}", "serial", device->serials.serial,
		"long_serial", device->serials.long_serial, "node", device->node, "title",
		device->title, "state", device_state_name(device->state), "text", device->text,
		"since_unix_ms", (json_int_t)device->since_ms, "losses", (int)device->losses,
		"failures", (int)device->failures);

	if (object)
		json_object_set_new(object, "table",
		                    device->holder ? json_integer(station_number(device->holder))
		                                   : json_null());
	if (object)
		json_object_set_new(object, "retry_unix_ms",
		                    device->retry_ms ? json_integer(device->retry_ms)
		                                     : json_null());
	return object;
}
