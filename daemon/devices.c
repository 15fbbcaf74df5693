/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/devices_state.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/log.h"
#include "daemon/time_now.h"

/* --- What happens to it --------------------------------------------------------------------- */

/* device_try: open the port where some table asks for boards, and where it is not a second way to a live board. */
static void
device_try(struct device *device)
{
	struct devices *devices = device->devices;

	if (device->node[0] == '\0' || device->direct ||
	    (device->doubled && device_twin(device) != NULL))
		return;
	for (size_t i = 0; i < devices->n_stations; i++)
		if (devices_station_asks(devices->stations[i])) {
			device_post(device, DEVICE_TURN, "The port is being opened.");
			return;
		}
}

void
devices_go_round(struct devices *devices)
{
	struct device *device, *next;

	for (device = devices->first; device; device = next) {
		next = device->next;
		if (device->state == DEVICE_LIVE && !device->holder)
			device_claim(device);
		else if (device->state == DEVICE_SEEN)
			device_try(device);
	}
}

static void
device_back_off(struct device *device, const char *text)
{
	unsigned int seconds = device->failures >= 6
	                               ? DEVICES_BACK_OFF_MAX_S
	                               : DEVICES_BACK_OFF_S * (1U << device->failures);

	if (seconds > DEVICES_BACK_OFF_MAX_S)
		seconds = DEVICES_BACK_OFF_MAX_S;
	device_let_go(device, text);
	device->failures++;
	device->losses = 0;
	device_retry_in(device, seconds);
	log_warn("device %s: left alone for %u s: %s", device_name(device), seconds, text);
}

/* A link that a table holds opens itself again; one of ours is tried again soon. A board that comes and
 * goes all the time is left alone for longer. */
static void
device_count_loss(struct device *device, int64_t lasted_ms, const char *text)
{
	if (lasted_ms >= DEVICES_STEADY_S * INT64_C(1000)) {
		device->losses = 0;
		device->failures = 0;
	}
	if (++device->losses >= DEVICES_LOSSES_MAX && !device->direct) {
		device_post(device, DEVICE_BABBLED,
		            "It came and went too often; check its cable and power.");
		return;
	}
	if (device->holder)
		return;
	device_let_go(device, text);
	device_retry_in(device, DEVICES_RETRY_S);
}

static void
device_act(struct device *device, enum device_action action, int64_t lasted_ms, const char *text)
{
	switch (action) {
	case DEVICE_NOTHING:
		break;
	case DEVICE_TRY:
		device_let_go(device, text);
		device_try(device);
		break;
	case DEVICE_OPEN:
		device_open(device);
		break;
	case DEVICE_IDENTIFY:
		device_identify(device);
		break;
	case DEVICE_CLOSE:
		device_let_go(device, text);
		break;
	case DEVICE_COUNT:
		device_count_loss(device, lasted_ms, text);
		break;
	case DEVICE_BACK_OFF:
		device_back_off(device, text);
		break;
	}
}

static void
device_take(struct device *device, enum device_input input, const char *text)
{
	struct device_step step = device_step(device->state, input);
	int64_t now_ms = (int64_t)(time_unix_us() / 1000), lasted_ms = now_ms - device->since_ms;
	bool was_live = device->state == DEVICE_LIVE;

	if (step.action == DEVICE_NOTHING && step.next == device->state && input != DEVICE_FELL)
		return;
	if (text[0])
		snprintf(device->text, sizeof(device->text), "%s", text);
	if (step.next != device->state) {
		log_debug("device %s: %s, was %s: %s", device_name(device),
		          device_state_name(step.next), device_state_name(device->state), text);
		device->state = step.next;
		device->since_ms = now_ms;
	}
	device_act(device, step.action, lasted_ms, text);
	if (was_live && device->state != DEVICE_LIVE && device->state != DEVICE_OPENING)
		devices_go_round(device->devices);
	if (device->devices->changed)
		device->devices->changed(device->devices->ctx);
}

void
devices_drain(struct devices *devices)
{
	struct pending *pending;

	if (devices->busy)
		return;
	devices->busy = true;
	while ((pending = devices_next(devices))) {
		if (!pending->device->dropped)
			device_take(pending->device, pending->input, pending->text);
		free(pending);
	}
	devices_reap(devices);
	devices->busy = false;
}

void
device_run(struct device *device, enum device_input input, const char *text)
{
	struct devices *devices = device->devices;

	device_post(device, input, text);
	devices_drain(devices);
}

/* --- From outside --------------------------------------------------------------------------- */

/* Is the configured address another name of this node? */
static bool
is_same_node(const char *address, const char *node)
{
	char one[PATH_MAX], other[PATH_MAX];

	if (strcmp(address, node) == 0)
		return true;
	return address[0] == '/' && realpath(address, one) && realpath(node, other) &&
	       strcmp(one, other) == 0;
}

static struct device *
devices_at(struct devices *devices, const char *node)
{
	for (struct device *device = devices->first; device; device = device->next)
		if (device->node[0] && (strcmp(device->node, node) == 0 ||
		                        (device->direct && is_same_node(device->node, node))))
			return device;
	return NULL;
}

void
devices_offer(struct devices *devices, const struct hotplug_port *port)
{
	struct device *device = devices_at(devices, port->node);

	if (!device) {
		device = device_new(devices, port->node);
		if (!device)
			return;
		log_info("device %s: %s%sa board may be behind it", port->node, port->title,
		         port->title[0] ? ", " : "");
	} else if (device->direct || device->state != DEVICE_QUARANTINED) {
		return; /* udev says it again */
	}
	device->driver = port->driver;
	snprintf(device->title, sizeof(device->title), "%s", port->title);
	device_run(device, DEVICE_OFFERED,
	           "A board may be here; no table waits for one by its number.");
}

void
devices_withdraw(struct devices *devices, const char *node)
{
	struct device *device = devices_at(devices, node);

	if (!device || device->direct)
		return; /* its table's link notices by itself */
	log_info("device %s: unplugged", node);
	device_run(device, DEVICE_WITHDRAWN, "Unplugged; plug it in again, anywhere.");
	device->node[0] = '\0';
	device->doubled = false;
	if (device_serial(device)[0] == '\0')
		device_drop(device);
	else
		devices_go_round(devices);
	devices_drain(devices);
}

static struct device *
devices_add_direct(struct devices *devices, struct station *station)
{
	struct station_link link;
	struct device *device;

	station_look_link(station, &link);
	device = device_new(devices, link.address);
	if (device) {
		device->direct = true;
		device->holder = station;
		snprintf(device->title, sizeof(device->title), "by its address");
	}
	return device;
}

/* A board that a table asks for, and that was not seen yet. */
static struct device *
devices_add_absent(struct devices *devices, const char *serial)
{
	struct device *device = device_new(devices, "");

	if (device) {
		snprintf(device->serials.serial, sizeof(device->serials.serial), "%s", serial);
		snprintf(device->text, sizeof(device->text),
		         "Not there yet: plug it in, into any port.");
	}
	return device;
}

int
devices_reserve(struct devices *devices, const char *address)
{
	struct device *device = device_new(devices, address);

	if (!device)
		return -ENOMEM;
	device->direct = true;
	snprintf(device->title, sizeof(device->title), "a bus");
	snprintf(device->text, sizeof(device->text),
	         "Several boards are on this port; 'adoube status' shows them.");
	return 0;
}

static struct device *
devices_find(struct devices *devices, const char *serial)
{
	for (struct device *device = devices->first; device; device = device->next)
		if (device_is(device, serial))
			return device;
	return NULL;
}

int
devices_expect(struct devices *devices, struct station *station)
{
	size_t prefix = strlen(SERIAL_PREFIX);
	struct station_link link;

	if (station_is_on_bus(station))
		return 0;
	station_look_link(station, &link);
	if (link.address[0])
		return devices_add_direct(devices, station) ? 0 : -ENOMEM;
	if (strncmp(link.board, SERIAL_PREFIX, prefix) != 0 ||
	    devices_find(devices, link.board + prefix))
		return 0;
	return devices_add_absent(devices, link.board + prefix) ? 0 : -ENOMEM;
}

void
devices_linked(struct devices *devices, struct station *station)
{
	struct device *device = devices_held_by(devices, station);
	struct station_link link;
	char text[512];

	if (!device)
		return;
	station_look_link(station, &link);
	snprintf(text, sizeof(text), "%s", link.text);
	if (link.foreign && !device->direct) {
		log_warn("table %u: another board answers on %s than %s; its bytes are not the "
		         "table's",
		         station_number(station), device->node, device_serial(device));
		memset(&device->serials, 0, sizeof(device->serials));
		device_run(device, DEVICE_FOREIGN, "Another board was plugged in here.");
		(void)devices_expect(devices, station);
	} else if (link.babbles) {
		device_run(device, DEVICE_BABBLED,
		           "What comes from this port is noise; check the board and its cable.");
	} else if (!link.up) {
		device_run(device, DEVICE_FELL, text);
	} else if (link.driver == DRIVER_LIVE) {
		device_run(device, DEVICE_ANSWERED, text);
	} else if (link.driver == DRIVER_WRONG &&
	           (!device->direct || device->state == DEVICE_LIVE)) {
		device_run(device, DEVICE_WRONG, text);
	} else {
		device_run(device, DEVICE_OPENED, text);
	}
}

int
devices_new(struct event_base *base, struct station *const *stations, size_t n,
            struct devices **ret_devices)
{
	struct devices *devices = calloc(1, sizeof(*devices));
	int result = devices ? 0 : -ENOMEM;

	if (!devices)
		return -ENOMEM;
	devices->base = base;
	devices->last = &devices->pending;
	devices->stations = stations;
	devices->n_stations = n;
	devices->hear = device_run;
	for (size_t i = 0; i < n && result == 0; i++)
		result = devices_expect(devices, stations[i]);
	if (result < 0) {
		devices_free(devices);
		return result;
	}
	*ret_devices = devices;
	return 0;
}

/* --- Looking -------------------------------------------------------------------------------- */

void
devices_listen(struct devices *devices, void (*changed)(void *ctx), void *ctx)
{
	devices->changed = changed;
	devices->ctx = ctx;
}

json_t *
devices_json(const struct devices *devices)
{
	json_t *list = json_array();

	for (const struct device *device = devices->first; device; device = device->next)
		json_array_insert_new(list, 0, device_json(device)); /* the oldest first */
	return list;
}

void
devices_free(struct devices *devices)
{
	struct pending *pending;

	if (!devices)
		return;
	while ((pending = devices_next(devices)))
		free(pending);
	for (struct device *device = devices->first; device; device = device->next)
		device_drop(device);
	devices_reap(devices);
	free(devices);
}
