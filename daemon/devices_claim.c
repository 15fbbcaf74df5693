/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/devices_state.h"

#include <stdio.h>
#include <string.h>

#include "daemon/log.h"

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

bool
devices_station_asks(const struct station *station)
{
	struct station_link link;

	station_look_link(station, &link);
	return strcmp(link.board, "any") == 0 ||
	       strncmp(link.board, SERIAL_PREFIX, strlen(SERIAL_PREFIX)) == 0;
}

/* devices_taker: the station that is to have the board, or NULL: it is a spare. A table that takes any
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

struct device *
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

struct device *
devices_held_by(struct devices *devices, const struct station *station)
{
	for (struct device *device = devices->first; device; device = device->next)
		if (device->holder == station)
			return device;
	return NULL;
}

void
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

void
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
