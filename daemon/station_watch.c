/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/station_state.h"

#include "daemon/log.h"

/* station_note_link: look, and remember it as told; did it change? */
bool
station_note_link(struct station *station)
{
	struct station_told was = station->told, *told = &station->told;
	struct station_link link;

	station_look_link(station, &link);
	*told = (struct station_told){ link.up, link.foreign, link.babbles, link.driver };
	return was.up != told->up || was.foreign != told->foreign || was.babbles != told->babbles ||
	       was.driver != told->driver;
}

/* station_check_noise: unreadable bytes are counted from the last message on. */
static void
station_check_noise(struct station *station)
{
	enum driver_link link;
	struct driver_stats stats;
	const char *advice;

	table_driver(station->table, &link, &stats, &advice);
	if (stats.frames != station->frames) {
		station->frames = stats.frames;
		station->skipped_then = stats.skipped_bytes;
	}
}

/* station_tell_link: last of all, since the listener may detach. */
void
station_tell_link(struct station *station)
{
	station_check_noise(station);
	if (station_note_link(station) && station->options.linked)
		station->options.linked(station->options.ctx, station);
}

/* station_check_link: what the driver makes of what answers; its advice is logged when it changes.
 */
void
station_check_link(struct station *station)
{
	enum driver_link link;
	struct driver_stats stats;
	const char *advice;

	table_driver(station->table, &link, &stats, &advice);
	if (advice == station->advice || !station->was_up)
		return;
	station->advice = advice;
	station->changed = true;
	if (link == DRIVER_WRONG)
		log_warn("table %u: %s: %s", station->number, station->address, advice);
	else
		log_info("table %u: %s", station->number, advice);
	station_tell(station);
}
