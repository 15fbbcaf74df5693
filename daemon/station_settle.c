/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/station_state.h"

#include "daemon/livechess/api.h"

/* station_keep: what the table has come to, as soon as all of it is durable. */
void
station_keep(struct station *station)
{
	/* What a closed round has published is made anew when its closing is folded. */
	if (station->keep && (station->closed || kept_state_write(&station->kept)))
		station->keep = false;
}

/* station_settle: after anything that touched the table: its deadline, its link, its publication.
 */
void
station_settle(struct station *station)
{
	uint64_t now_us, due_us, api_due_us;
	struct timeval delay;

	station_check_zone(station);
	now_us = recorder_now(station->recorder);
	due_us = table_advance(station->table, now_us);
	if (station->api_board) {
		api_due_us = livechess_board_advance(station->api_board, now_us,
		                                     station_now_ms(station));
		due_us = api_due_us < due_us ? api_due_us : due_us;
	}
	if (due_us == UINT64_MAX) {
		event_del(station->advance_timer);
	} else {
		/* Never sooner than a millisecond: a deadline that does not move must not eat the
		 * loop. */
		uint64_t wait_us = due_us > now_us + 1000 ? due_us - now_us : 1000;

		delay.tv_sec = (time_t)(wait_us / 1000000);
		delay.tv_usec = (suseconds_t)(wait_us % 1000000);
		event_add(station->advance_timer, &delay);
	}
	station_note_dirty(station);
	station_check_link(station);
	station_report_trouble(station);
	station_arm_publish(station);
	station_tell_link(station);
}

/* station_committed: the journal has tried to write. */
void
station_committed(void *ctx)
{
	struct station *station = ctx;

	station->dirty_since_us = 0;
	station_note_dirty(station);
	station_report_trouble(station);
	station_show_durable(station);
	station_arm_publish(station);
	station_keep(station);
}
