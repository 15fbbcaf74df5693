/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/station_state.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/journal.h"
#include "daemon/livechess/api.h"
#include "daemon/log.h"
#include "daemon/meters.h"
#include "daemon/segment.h"
#include "drivers/transport/transport.h"

/* --- What the table tells --------------------------------------------------------------------- */

static void
station_changed(void *ctx, enum tracker_update what)
{
	struct station *station = ctx;

	station->only_clock = what == TRACKER_CLOCK && (station->only_clock || !station->changed);
	station->changed = true;
}

static void
station_event(void *ctx, const struct board_event *event)
{
	struct station *station = ctx;

	if (station->api_board)
		livechess_board_event(station->api_board, event);
}

static void
station_alert(void *ctx, const struct alert *alert)
{
	struct station *station = ctx;
	char line[ALERT_LINE_SIZE];
	struct text text;
	size_t len;

	alert_list_add(&station->alerts, alert);
	station->changed = true; /* those who watch are to know, though nobody moved */
	if (station->options.meters)
		station->options.meters->alerts[alert->id]++;
	text_begin(&text, line, sizeof(line));
	if (alert_write(&text, alert, OUTPUT_CONTROL) < 0 || text_end(&text, &len) < 0)
		return;
	line[strcspn(line, "\n")] = '\0';
	/* Where a fold raises it, too: what it is about may be long past. */
	recorder_alert(station->recorder, table_reached(station->table), line);
}

static void
station_settled(void *ctx, uint32_t number, enum alert_outcome outcome, const char *note)
{
	struct station *station = ctx;

	alert_list_settle(&station->alerts, number, outcome, note);
	station->changed = true;
}

static void
station_said(void *ctx, uint64_t t_us, const char *op, const char *json)
{
	struct station *station = ctx;

	action_list_add(&station->actions, t_us, json);
	station->changed = true;
	if (strcmp(op, "correct") == 0 || strcmp(op, "position") == 0)
		station->corrected = true;
}

/* --- The table's own time --------------------------------------------------------------------- */

static void
station_advance_event(evutil_socket_t fd, short what, void *ctx)
{
	(void)fd;
	(void)what;
	station_settle(ctx);
}

static void
station_publish_event(evutil_socket_t fd, short what, void *ctx)
{
	(void)fd;
	(void)what;
	station_publish(ctx);
}

/* --- For the next start ----------------------------------------------------------------------- */

/* station_arm_keep: the tables of a hall one after the other, not all at once. */
static void
station_arm_keep(struct station *station, bool is_first)
{
	unsigned int seconds = station->options.config->daemon.snapshot_seconds;
	struct timeval delay = { .tv_sec = (time_t)seconds };

	if (seconds == 0)
		return;
	if (is_first) {
		delay.tv_sec = (time_t)(station->number * 7 % seconds);
		delay.tv_usec = (suseconds_t)(station->number % 10 * 100000);
	}
	event_add(station->keep_timer, &delay);
}

static void
station_keep_event(evutil_socket_t fd, short what, void *ctx)
{
	struct station *station = ctx;

	(void)fd;
	(void)what;
	station->keep = true;
	station_keep(station);
	station_arm_keep(station, false);
}

/* --- Life ------------------------------------------------------------------------------------- */

static void
station_close(struct station *station)
{
	recorder_close(station->recorder);
	table_free(station->table);
	alert_list_free(&station->alerts);
	action_list_free(&station->actions);
	station->recorder = NULL;
	station->table = NULL;
}

/* station_open_empty: the table, and its stream, which is folded into it by and by. */
static int
station_open_empty(struct station *station, char *error, size_t error_size)
{
	const struct station_options *options = &station->options;
	const struct table_listener listener = { .ctx = station,
		                                 .changed = station_changed,
		                                 .event = station_event,
		                                 .alert = station_alert,
		                                 .settled = station_settled,
		                                 .round = station_round,
		                                 .said = station_said };

	if (alert_list_init(&station->alerts) < 0 || action_list_init(&station->actions) < 0 ||
	    table_new(board_driver_find(options->setup->driver), options->config, options->setup,
	              &listener, &station->table) < 0)
		return -ENOMEM;
	return station_open_recorder(station, error, error_size);
}

/* station_open: as it was kept, if that is of use; then only what came later is folded. */
static int
station_open(struct station *station, char *error, size_t error_size)
{
	const struct station_options *options = &station->options;
	int r = station_open_empty(station, error, error_size);

	if (r < 0)
		return r;
	station->kept = (struct kept_state){ .journal = options->journal,
		                             .worker = options->worker,
		                             .table = station->table,
		                             .recorder = station->recorder,
		                             .alerts = &station->alerts,
		                             .actions = &station->actions,
		                             .config = options->config,
		                             .setup = options->setup };
	if (options->config->daemon.snapshot_seconds == 0)
		return 0;
	/* What outputs with a delay have not shown yet is to be folded. */
	r = kept_state_read(&station->kept, options->hindsight_us, &station->fold.at_us);
	station->was_kept = r == 0;
	if (r == 0 || r == -ENOENT)
		return 0;
	log_warn("table %u: everything is folded", station->number);
	station_close(station);
	r = station_open_empty(station, error, error_size);
	station->kept.table = station->table;
	station->kept.recorder = station->recorder;
	return r;
}

int
station_new(const struct station_options *options, struct station **ret_station, char *error,
            size_t error_size)
{
	struct station *station = calloc(1, sizeof(*station));
	int result = -ENOMEM;

	snprintf(error, error_size, "out of memory");
	if (!station)
		return -ENOMEM;
	station->options = *options;
	station->number = options->setup->number;
	station->advance_timer = evtimer_new(options->base, station_advance_event, station);
	station->publish_timer = evtimer_new(options->base, station_publish_event, station);
	station->keep_timer = evtimer_new(options->base, station_keep_event, station);
	if (station->advance_timer && station->publish_timer && station->keep_timer)
		result = 0;
	/* With a delay the local API shows what the fold is coming to. */
	if (result == 0 && options->api && options->setup->board[0] &&
	    options->config->delay.livechess > 0)
		result = livechess_board_add(options->api, &station->api_board);
	if (result == 0)
		result = station_open(station, error, error_size);
	if (result < 0) {
		station_free(station);
		return result;
	}
	*ret_station = station;
	return 0;
}

/* station_note_end: the one before was ended without a word (a crash, a power cut) while the board was heard. Nothing says
 * until when he listened but what he has recorded: every byte, and what time alone brought, as alerts and revisions. That
 * the journal tells it, too: whoever folds it later has the board lost there, and the same comes of it. A snapshot may
 * have been taken later than the last entry. */
static void
station_note_end(struct station *station)
{
	uint64_t last_us = recorder_reached(station->recorder);
	uint64_t table_us = table_reached(station->table);

	if (!table_is_heard(station->table))
		return;
	last_us = table_us > last_us ? table_us : last_us;
	station_look_back(station, last_us);
	station_host_at(station, last_us, "{\"op\":\"listened\"}");
}

int
station_resume(struct station *station)
{
	const struct station_options *options = &station->options;
	int result = 0;

	recorder_folded(station->recorder);
	station_note_end(station);
	station_look_back(station, recorder_now(station->recorder));
	station->fold.is_over = true;
	station_report_fold(station);
	station_compare_published(station);
	if (options->api && options->setup->board[0] && !station->api_board)
		result = livechess_board_add(options->api, &station->api_board);
	table_set_send(station->table, station_send);
	station_host(station, "{\"op\":\"started\"}");
	station_check_zone(station);
	station_arm_keep(station, true);
	/* What is shown first may be of before the last power cut: it must be durable, too. */
	station->changed = true;
	station->corrected = false;
	station_publish(station);
	return result;
}

int
station_start(struct station *station, char *error, size_t error_size)
{
	const struct config_table *setup = station->options.setup;
	struct station_link link;
	int result;

	station_look_link(station, &link);
	if (link.board[0] == '\0') {
		snprintf(station->link_text, sizeof(station->link_text),
		         "no board is configured: add 'board = ...' to [table %u]", setup->number);
		log_warn("table %u: %s", station->number, station->link_text);
		return 0;
	}
	result = station_begin_link(station);
	if (result < 0)
		snprintf(error, error_size, "table %u: '%s' is no address of a board: %s",
		         setup->number, link.board,
		         result == -EINVAL ? "give /dev/..., tcp://HOST:PORT or capture:FILE"
		                           : strerror(-result));
	else
		station_settle(station);
	return result;
}

void
station_let_go(struct station *station)
{
	if (station->options.segment && station->options.bus_address)
		segment_leave(station->options.segment, station->options.bus_address);
	transport_free(station->transport);
	station->transport = NULL;
	event_del(station->advance_timer);
	event_del(station->publish_timer);
	event_del(station->keep_timer);
	station->keep = false;
	if (station->stopping)
		return;
	station->stopping = true;
	table_advance(station->table, recorder_now(station->recorder));
	if (station->was_up) {
		station->was_up = false;
		table_set_send(station->table, NULL);
		station_host(station, "{\"op\":\"unplugged\"}");
	}
	station->changed = true;
	station_publish(station);
}

int
station_stop(struct station *station)
{
	int result;

	station_let_go(station);
	result = journal_sync(station->options.journal);
	if (result == 0 && station->changed) { /* another state waited for the disk before */
		station_publish(station);
		result = journal_sync(station->options.journal);
	}
	station_report_trouble(station);
	if (station->options.config->daemon.snapshot_seconds > 0 && !station->closed)
		kept_state_write(&station->kept);
	return result;
}

void
station_free(struct station *station)
{
	if (!station)
		return;
	transport_free(station->transport);
	station_close(station);
	live_plies_clear(&station->plies);
	station_snapshot_clear(&station->next);
	station_snapshot_clear(&station->shown);
	station_snapshot_clear(&station->last);
	if (station->advance_timer)
		event_free(station->advance_timer);
	if (station->publish_timer)
		event_free(station->publish_timer);
	if (station->keep_timer)
		event_free(station->keep_timer);
	free(station);
}
