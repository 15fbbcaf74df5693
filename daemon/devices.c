/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/devices.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <event2/event.h>

#include "daemon/config_keys.h"
#include "daemon/device_states.h"
#include "daemon/log.h"
#include "daemon/probe.h"
#include "daemon/time_now.h"

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
};

static void device_run(struct device *device, enum device_input input, const char *text);

/* device_post: `input` will happen to it, after what is under way. */
static void
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

static struct pending *
devices_next(struct devices *devices)
{
	struct pending *pending = devices->pending;

	if (pending)
		devices->pending = pending->next;
	if (!devices->pending)
		devices->last = &devices->pending;
	return pending;
}

/* --- One device ----------------------------------------------------------------------------- */

static const char *
device_serial(const struct device *device)
{
	return device->serials.long_serial[0] ? device->serials.long_serial
	                                      : device->serials.serial;
}

static const char *
device_name(const struct device *device)
{
	return device->node[0] ? device->node : device_serial(device);
}

static bool
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
	device_run(device, DEVICE_TURN, "Trying again.");
}

static void
device_retry_in(struct device *device, unsigned int seconds)
{
	const struct timeval wait = { .tv_sec = (time_t)seconds };

	device->retry_ms = (int64_t)(time_unix_us() / 1000) + (int64_t)seconds * 1000;
	event_add(device->timer, &wait);
}

static struct device *
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

/* device_drop: nobody finds it any more; devices_reap frees it. */
static void
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

static void
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

/* device_let_go: close the port, whoever has it open. */
static void
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

	device_run(ctx, inputs[news], text);
}

static void
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

/* --- Who is it, and whose ------------------------------------------------------------------- */

/* station_takes: does the station's table ask for this board by its number? */
static bool
station_takes(const struct station *station, const struct device *device)
{
	struct station_link link;

	station_look_link(station, &link);
	return strncmp(link.board, SERIAL_PREFIX, strlen(SERIAL_PREFIX)) == 0 &&
	       device_is(device, link.board + strlen(SERIAL_PREFIX));
}

static bool
station_takes_any(const struct station *station)
{
	struct station_link link;

	station_look_link(station, &link);
	return strcmp(link.board, "any") == 0 && link.address[0] == '\0';
}

/* station_asks: is its board known by its number? Then ports are opened, also for those that have theirs:
 * a spare is of use when it is known. */
static bool
station_asks(const struct station *station)
{
	struct station_link link;

	station_look_link(station, &link);
	return strcmp(link.board, "any") == 0 ||
	       strncmp(link.board, SERIAL_PREFIX, strlen(SERIAL_PREFIX)) == 0;
}

/* devices_takers: the station that is to have the board, or NULL: it is a spare. A table that takes any
 * keeps the first it got: its number is recorded as if the operator had said it. */
static struct station *
devices_taker(struct devices *devices, const struct device *device)
{
	char board[CONFIG_TEXT];

	for (size_t i = 0; i < devices->n_stations; i++)
		if (station_takes(devices->stations[i], device))
			return devices->stations[i];
	for (size_t i = 0; i < devices->n_stations; i++) {
		struct station *station = devices->stations[i];

		if (!station_takes_any(station))
			continue;
		snprintf(board, sizeof(board), SERIAL_PREFIX "%s", device_serial(device));
		if (device_serial(device)[0])
			(void)station_set_board(station, board, NULL);
		return station;
	}
	return NULL;
}

/* device_twin: the same board on another port, where it is live. */
static struct device *
device_twin(const struct device *device)
{
	for (struct device *other = device->devices->first; other; other = other->next)
		if (other != device && other->state == DEVICE_LIVE &&
		    device_is(other, device_serial(device)))
			return other;
	return NULL;
}

/* device_absorb: what was remembered of the board while it was nowhere is this device now. */
static void
device_absorb(struct device *device)
{
	struct device *other, *next;

	for (other = device->devices->first; other; other = next) {
		next = other->next;
		if (other == device || other->node[0] || !device_is(device, device_serial(other)))
			continue;
		device->losses = other->losses;
		device->failures = other->failures;
		device_drop(other);
	}
}

/* devices_held_by: the device the station's table has, or NULL. */
static struct device *
devices_held_by(struct devices *devices, const struct station *station)
{
	for (struct device *device = devices->first; device; device = device->next)
		if (device->holder == station)
			return device;
	return NULL;
}

static void
device_claim(struct device *device)
{
	struct station *station;
	struct device *other;

	if (device->holder)
		return;
	station = devices_taker(device->devices, device);
	if (!station) {
		snprintf(device->text, sizeof(device->text), "A spare: no table asks for it.");
		return;
	}
	/* Where it was lost, and its port is still there. */
	other = devices_held_by(device->devices, station);
	if (other)
		device_post(other, DEVICE_DROPPED, "The board answers on another port.");
	device->holder = station;
	log_info("device %s: it is the board %s of table %u", device->node, device_serial(device),
	         station_number(station));
	device_post(device, DEVICE_TURN, "Its table opens it.");
}

static void
device_identify(struct device *device)
{
	struct station_link link;
	struct device *twin;
	char text[CONFIG_TEXT + 80];

	if (device->holder) {
		station_look_link(device->holder, &link);
		snprintf(device->serials.serial, sizeof(device->serials.serial), "%s", link.serial);
		snprintf(device->serials.long_serial, sizeof(device->serials.long_serial), "%s",
		         link.long_serial);
	} else {
		snprintf(device->serials.serial, sizeof(device->serials.serial), "%s",
		         probe_fact(device->probe, BOARD_FACT_SERIAL));
		snprintf(device->serials.long_serial, sizeof(device->serials.long_serial), "%s",
		         probe_fact(device->probe, BOARD_FACT_LONG_SERIAL));
	}
	twin = device_twin(device);
	if (twin) {
		/* Of two ways the configured one stays, else the one that was there first. */
		struct device *kept = device->direct ? device : twin;
		struct device *other = device->direct ? twin : device;

		other->doubled = !other->direct;
		snprintf(text, sizeof(text), "The same board as on %s; used when it is lost there.",
		         kept->node);
		if (other->doubled)
			device_post(other, DEVICE_DROPPED, text);
		if (other == device)
			return;
	}
	device_absorb(device);
	device_claim(device);
}

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
		if (station_asks(devices->stations[i])) {
			device_post(device, DEVICE_TURN, "The port is being opened.");
			return;
		}
}

/* devices_go_round: a table waits again, or a board is free: who can help? */
static void
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

/* devices_drain: let everything happen that is to happen. */
static void
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

static void
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

/* devices_expect: what the station's table asks for has a row, there or not. */
static int
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
	for (size_t i = 0; i < n && result == 0; i++)
		result = devices_expect(devices, stations[i]);
	if (result < 0) {
		devices_free(devices);
		return result;
	}
	*ret_devices = devices;
	return 0;
}

/* --- A spare board -------------------------------------------------------------------------- */

/* devices_release: the station's table has a board no more; what it had is looked at afresh. */
static void
devices_release(struct devices *devices, struct station *station)
{
	struct device *device = devices_held_by(devices, station);

	if (!device)
		return;
	if (device->direct) {
		device_drop(device);
		return;
	}
	device_run(device, DEVICE_DROPPED, "Taken from its table.");
	device->holder = NULL;
}

/* devices_station: of the table with that number, NULL: there is none. */
static struct station *
devices_station(struct devices *devices, uint32_t number)
{
	for (size_t i = 0; i < devices->n_stations; i++)
		if (station_number(devices->stations[i]) == number)
			return devices->stations[i];
	return NULL;
}

static bool
is_among(const struct devices_wish *wishes, size_t n, uint32_t table)
{
	for (size_t i = 0; i < n; i++)
		if (wishes[i].table == table)
			return true;
	return false;
}

/* devices_find_rival: who has that board and keeps it, or NULL. */
static struct station *
devices_find_rival(struct devices *devices, const struct devices_wish *wishes, size_t n,
                   const struct devices_wish *wish)
{
	const char *serial = strncmp(wish->board, SERIAL_PREFIX, strlen(SERIAL_PREFIX)) == 0
	                             ? wish->board + strlen(SERIAL_PREFIX)
	                             : "";
	struct station_link link;

	for (struct device *device = devices->first; device; device = device->next)
		if (device_is(device, serial) && device->holder &&
		    !is_among(wishes, n, station_number(device->holder)))
			return device->holder;
	for (size_t i = 0; i < devices->n_stations; i++) {
		station_look_link(devices->stations[i], &link);
		if (strcmp(link.board, wish->board) == 0 && strcmp(wish->board, "any") != 0 &&
		    !is_among(wishes, n, station_number(devices->stations[i])))
			return devices->stations[i];
	}
	return NULL;
}

/* devices_check_alone: the wish by itself. */
static int
devices_check_alone(struct devices *devices, const struct devices_wish *wish, char *error,
                    size_t error_size)
{
	struct station *station = devices_station(devices, wish->table);
	const char *allowed = config_check_board(wish->board);

	if (!station) {
		snprintf(error, error_size, "there is no table %u", wish->table);
		return -ENOENT;
	}
	if (config_is_bus_board(wish->board) != station_is_on_bus(station)) {
		snprintf(error, error_size,
		         station_is_on_bus(station)
		                 ? "table %u has its board on a bus, and can be given another of a "
		                   "bus "
		                   "only (BUS/ADDRESS); for one with a port of its own, change the "
		                   "configuration between two rounds"
		                 : "table %u has a board with a port of its own, and none of a bus "
		                   "can "
		                   "be given to it; change the configuration between two rounds",
		         wish->table);
		return -EINVAL;
	}
	if (station_is_on_bus(station) && !station_has_bus(station, wish->board)) {
		snprintf(error, error_size, "there is no bus in the configuration for '%.60s'",
		         wish->board);
		return -EINVAL;
	}
	if (allowed && !station_is_on_bus(station)) {
		snprintf(error, error_size,
		         "'%.60s' is no board; allowed are the number of a board that 'adoube "
		         "devices' lists, and an address (%s)",
		         wish->board, allowed);
		return -EINVAL;
	}
	return 0;
}

static int
devices_check_wish(struct devices *devices, const struct devices_wish *wishes, size_t n,
                   const struct devices_wish *wish, char *error, size_t error_size)
{
	int r = devices_check_alone(devices, wish, error, error_size);
	struct station *rival;

	if (r < 0)
		return r;
	for (const struct devices_wish *other = wishes; other < wish; other++)
		if (strcmp(other->board, wish->board) == 0 && strcmp(wish->board, "any") != 0) {
			snprintf(error, error_size,
			         "tables %u and %u cannot both have the board %s", other->table,
			         wish->table, wish->board);
			return -EBUSY;
		}
	rival = devices_find_rival(devices, wishes, n, wish);
	if (!rival)
		return 0;
	snprintf(error, error_size, "table %u has the board %s; give that table another one first",
	         station_number(rival), wish->board);
	return -EBUSY;
}

int
devices_check(struct devices *devices, const struct devices_wish *wishes, size_t n, char *error,
              size_t error_size)
{
	int r = 0;

	for (size_t i = 0; i < n && r == 0; i++)
		r = devices_check_wish(devices, wishes, n, &wishes[i], error, error_size);
	return r;
}

int
devices_assign(struct devices *devices, const struct devices_wish *wishes, size_t n,
               const json_t *request, char *error, size_t error_size)
{
	int r = devices_check(devices, wishes, n, error, error_size);

	if (r < 0)
		return r;
	/* All let go first: boards may change places. */
	for (size_t i = 0; i < n; i++) {
		struct station *station = devices_station(devices, wishes[i].table);

		devices_release(devices, station);
		if (station_is_on_bus(station))
			station_detach(station, "another board is being given to the table");
	}
	for (size_t i = 0; i < n && r == 0; i++) {
		struct station *station = devices_station(devices, wishes[i].table);

		r = station_set_board(station, wishes[i].board, request);
		if (r == 0)
			r = devices_expect(devices, station);
	}
	if (r < 0)
		snprintf(error, error_size, "%s", strerror(-r));
	devices_go_round(devices);
	devices_drain(devices);
	return r;
}

void
devices_name_board(const char *board, char *buffer, size_t size)
{
	bool is_number = !strpbrk(board, ":/") && strcmp(board, "any") != 0;
	const char *slash = strchr(board, '/');

	if (config_is_bus_board(board)) { /* "hall/01025", too */
		snprintf(buffer, size, "%.*s/%ld", (int)(slash - board), board,
		         strtol(slash + 1, NULL, 10));
		return;
	}
	snprintf(buffer, size, "%s%s", is_number ? SERIAL_PREFIX : "", board);
}

/* --- Looking -------------------------------------------------------------------------------- */

static json_t *
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
