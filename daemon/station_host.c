/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/station_state.h"

#include "daemon/log.h"

void
station_host_at(struct station *station, uint64_t t_us, const char *json)
{
	char error[TABLE_ERROR_SIZE];

	recorder_host(station->recorder, t_us, json);
	if (table_host(station->table, t_us, json, error, sizeof(error)) < 0)
		log_error("table %u: %s", station->number, error);
}

/* station_host: record a host event, then believe it. */
void
station_host(struct station *station, const char *json)
{
	station_host_at(station, recorder_now(station->recorder), json);
}

/* station_check_zone: tell the journal what local time is, and when it changes. */
void
station_check_zone(struct station *station)
{
	int64_t unix_us =
		(int64_t)recorder_unix_us(station->recorder, recorder_now(station->recorder));
	int32_t offset_s = session_time_machine_offset(unix_us);
	char json[64];

	if (!session_time_lacks(table_time(station->table), offset_s))
		return;
	session_time_offset_event(offset_s, json, sizeof(json));
	station_host(station, json);
}
