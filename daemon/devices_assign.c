/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/devices_state.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/config_words.h"

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
