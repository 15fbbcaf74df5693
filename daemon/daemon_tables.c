/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The tables of the daemon and their boards: made and folded, the buses and ports that the boards hang on, and who is told
 * of what a table shows.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/config.h"
#include "daemon/daemon_state.h"
#include "daemon/delay.h"
#include "daemon/devices.h"
#include "daemon/hotplug.h"
#include "daemon/journal.h"
#include "daemon/log.h"
#include "daemon/private/feed.h"
#include "daemon/publication.h"
#include "daemon/segment.h"
#include "daemon/station.h"

static void
daemon_published(void *ctx, size_t index, const struct delay_public *public, uint64_t age_us)
{
	struct daemon *daemon = ctx;

	publication_put(daemon->publication, index, public, age_us);
	if (daemon->private)
		private_feed_changed(daemon->private, index);
}

static void
daemon_linked(void *ctx, struct station *station)
{
	struct daemon *daemon = ctx;

	if (daemon->devices)
		devices_linked(daemon->devices, station);
}

int
daemon_start_segments(struct daemon *daemon)
{
	int result = 0;

	daemon->segments = calloc(daemon->config->n_buses + 1, sizeof(struct segment *));
	if (!daemon->segments)
		return -ENOMEM;
	for (size_t i = 0; i < daemon->config->n_buses && result == 0; i++)
		result = segment_new(daemon->base, &daemon->config->buses[i], &daemon->segments[i]);
	return result;
}

void
daemon_stop_segments(struct daemon *daemon)
{
	for (size_t i = 0; daemon->segments && i < daemon->config->n_buses; i++)
		segment_free(daemon->segments[i]);
	free(daemon->segments);
	daemon->segments = NULL;
}

/* daemon_find_bus: as struct station_options has it. */
static struct segment *
daemon_find_bus(void *ctx, const char *board, uint16_t *ret_address)
{
	const struct daemon *daemon = ctx;
	const struct config_bus *bus = NULL;

	return config_bus_board(daemon->config, board, &bus, ret_address) && bus
	               ? daemon->segments[bus - daemon->config->buses]
	               : NULL;
}

int
daemon_start_stations(struct daemon *daemon)
{
	struct station_options options = { .base = daemon->base,
		                           .hindsight_us =
		                                   publication_hindsight_us(daemon->publication),
		                           .worker = daemon->worker,
		                           .journal = daemon->journal,
		                           .config = daemon->config,
		                           .meters = &daemon->meters,
		                           .api = daemon->api,
		                           .ctx = daemon,
		                           .published = daemon_published,
		                           .find_bus = daemon_find_bus,
		                           .linked = daemon_linked };
	int result = 0;

	daemon->stations = calloc(daemon->config->n_tables, sizeof(struct station *));
	if (!daemon->stations)
		return -ENOMEM;
	for (size_t i = 0; i < daemon->config->n_tables && result == 0; i++) {
		options.setup = &daemon->config->tables[i];
		options.segment =
			daemon_find_bus(daemon, options.setup->board, &options.bus_address);
		result = station_new(&options, &daemon->stations[i], daemon->error,
		                     sizeof(daemon->error));
	}
	if (result == 0)
		result = journal_fold(daemon->journal, daemon->error, sizeof(daemon->error));
	for (size_t i = 0; i < daemon->config->n_tables && result == 0; i++)
		result = station_resume(daemon->stations[i]);
	return result;
}

void
daemon_stop_stations(struct daemon *daemon)
{
	for (size_t i = 0; daemon->stations && i < daemon->config->n_tables; i++)
		if (daemon->stations[i])
			station_let_go(daemon->stations[i]);
	for (size_t i = 0; daemon->stations && i < daemon->config->n_tables; i++) {
		if (daemon->stations[i] && station_stop(daemon->stations[i]) < 0)
			daemon->end = DAEMON_FAILED; /* not everything is on the disk */
		station_free(daemon->stations[i]);
	}
	free(daemon->stations);
	daemon->stations = NULL;
}

int
daemon_start_boards(struct daemon *daemon)
{
	int result = 0;

	for (size_t i = 0; i < daemon->config->n_tables && result == 0; i++)
		result = station_start(daemon->stations[i], daemon->error, sizeof(daemon->error));
	for (size_t i = 0; i < daemon->config->n_buses && result == 0; i++) {
		result = segment_start(daemon->segments[i]);
		if (result < 0)
			snprintf(daemon->error, sizeof(daemon->error), "[bus %s] device: %s",
			         daemon->config->buses[i].name, strerror(-result));
	}
	/* The ports are open and what comes there waits: now the disk may take its time. Whoever asks
	 * first sees the games that go on; a disk that refuses is told of where it does. */
	if (result == 0)
		journal_sync(daemon->journal);
	return result;
}

static void
daemon_offered(void *ctx, const struct hotplug_port *port)
{
	devices_offer(((struct daemon *)ctx)->devices, port);
}

static void
daemon_withdrawn(void *ctx, const char *node)
{
	devices_withdraw(((struct daemon *)ctx)->devices, node);
}

static void
daemon_devices_changed(void *ctx)
{
	struct daemon *daemon = ctx;

	if (daemon->private)
		private_feed_devices_changed(daemon->private);
}

int
daemon_start_devices(struct daemon *daemon)
{
	const struct hotplug_listener listener = { daemon, daemon_offered, daemon_withdrawn };
	int result = devices_new(daemon->base, daemon->stations, daemon->config->n_tables,
	                         &daemon->devices);

	for (size_t i = 0; i < daemon->config->n_buses && result == 0; i++)
		result = devices_reserve(daemon->devices, daemon->config->buses[i].device);
	if (result < 0)
		return result;
	devices_listen(daemon->devices, daemon_devices_changed, daemon);
	daemon_devices_changed(daemon);
	result = hotplug_new(daemon->base, &listener, &daemon->hotplug);
	if (result < 0)
		log_warn("udev cannot be asked (%s): boards are found by their addresses only",
		         strerror(-result));
	return 0;
}

void
daemon_stop_devices(struct daemon *daemon)
{
	hotplug_free(daemon->hotplug);
	daemon->hotplug = NULL;
	devices_free(daemon->devices);
	daemon->devices = NULL;
}
