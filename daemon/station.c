/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/station.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <event2/event.h>

#include "core/chess/san.h"
#include "daemon/action_list.h"
#include "daemon/alert_list.h"
#include "daemon/clock_order.h"
#include "daemon/delay.h"
#include "daemon/envelope.h"
#include "daemon/journal.h"
#include "daemon/journal_program.h"
#include "daemon/json_text.h"
#include "daemon/kept_state.h"
#include "daemon/live.h"
#include "daemon/livechess/api.h"
#include "daemon/livechess/picture.h"
#include "daemon/log.h"
#include "daemon/meters.h"
#include "daemon/order.h"
#include "daemon/recorder.h"
#include "daemon/retag.h"
#include "daemon/revised.h"
#include "daemon/revision.h"
#include "daemon/segment.h"
#include "daemon/table.h"
#include "daemon/time_now.h"
#include "daemon/user.h"
#include "daemon/worker.h"
#include "drivers/driver.h"
#include "drivers/transport/transport.h"

/* A state of the table, as it would be published: taken when a sync begins, shown when it has
 * ended. */
struct station_snapshot {
	uint64_t t_us; /* when it was taken */
	json_t *game, *about;
	json_t *alerts, *actions; /* for the arbiter alone */
	uint64_t since_us;        /* when the first bytes came that it shows, 0: none did */
	bool corrected;           /* by a person */
	char *pgn;                /* all games, one behind the other */
	size_t pgn_len;
	size_t *ends; /* where each ends in pgn */
	size_t n_games;
};

struct station {
	struct station_options options;
	uint32_t number;
	struct recorder *recorder;
	struct table *table;
	struct transport *transport;
	struct livechess_board *api_board; /* NULL: none */
	struct alert_list alerts;
	struct action_list actions;
	struct revised revised;
	uint64_t revisions;                /* of all games, since the daemon began */
	uint64_t since_us, dirty_since_us; /* of what is not shown, and not durable; 0: nothing */
	bool corrected;                    /* since the snapshot last taken */
	struct event *advance_timer, *publish_timer, *keep_timer;
	struct kept_state kept; /* for the next start */
	bool was_kept;          /* ... and for this one */
	bool keep;              /* once what came is durable */
	bool changed;           /* since the snapshot last taken */
	bool only_clock;        /* what changed was its reading */
	bool closed;            /* the round is: what was published stays, as `last` has it */
	struct station_snapshot
		next; /* to be shown when `mark` is durable; game NULL: nothing is */
	uint64_t mark;
	struct station_snapshot shown;
	struct station_fold { /* while the journal is folded */
		bool is_over;
		uint64_t at_us;           /* how far it has been */
		bool told;                /* something of what was published */
		struct tracker_view view; /* when that was */
	} fold;
	struct station_snapshot last;
	uint64_t fold_errors;
	int trouble; /* errno of the recorder as last logged */
	bool was_up;
	bool stopping;
	char link_text[512];           /* why the port is not open, "" while it is */
	const char *advice;            /* as last logged */
	char address[CONFIG_TEXT];     /* of the transport */
	struct station_expect expect;  /* behind it */
	uint64_t frames, skipped_then; /* messages so far, and unreadable bytes at the last one */
	struct station_told {          /* what linked() was last called for */
		bool up, foreign, babbles;
		enum driver_link driver;
	} told;
};

/* station_is_up: is the board within reach? */
static bool
station_is_up(const struct station *station)
{
	return station->options.segment ? station->was_up
	                                : station->transport && transport_is_up(station->transport);
}

/* --- Publishing ----------------------------------------------------------------------------- */

static void
station_snapshot_clear(struct station_snapshot *snapshot)
{
	json_decref(snapshot->game);
	json_decref(snapshot->alerts);
	json_decref(snapshot->actions);
	json_decref(snapshot->about);
	free(snapshot->pgn);
	free(snapshot->ends);
	memset(snapshot, 0, sizeof(*snapshot));
}

static int
station_snapshot_add(struct station_snapshot *snapshot, const char *pgn, size_t len)
{
	char *all = realloc(snapshot->pgn, snapshot->pgn_len + len + 1);

	if (!all)
		return -ENOMEM;
	memcpy(all + snapshot->pgn_len, pgn, len);
	snapshot->pgn = all;
	snapshot->pgn_len += len;
	all[snapshot->pgn_len] = '\0';
	snapshot->ends[snapshot->n_games++] = snapshot->pgn_len;
	return 0;
}

/* While the recording is read only its own words tell when it began. */
static uint64_t
station_unix_us(const struct station *station)
{
	return station->recorder ? recorder_unix_us(station->recorder, 0)
	                         : (uint64_t)table_time(station->table)->day.unix_us;
}

static int64_t
station_now_ms(const struct station *station)
{
	return (int64_t)(recorder_unix_us(station->recorder, recorder_now(station->recorder)) /
	                 1000);
}

/* station_take_picture: what the local API may show with this snapshot. */
static void
station_take_picture(struct station *station)
{
	struct eboard_picture picture;

	if (!station->api_board)
		return;
	livechess_picture(station->table, station->options.setup, station_is_up(station),
	                  station_unix_us(station), recorder_now(station->recorder), &picture);
	livechess_board_take(station->api_board, &picture);
}

static int
station_snapshot_copy(struct station_snapshot *to, const struct station_snapshot *from)
{
	size_t begin = 0;

	uint64_t t_us = to->t_us;

	station_snapshot_clear(to);
	to->t_us = t_us;
	to->ends = calloc(from->n_games + 1, sizeof(*to->ends));
	to->game = json_incref(from->game);
	to->about = json_incref(from->about);
	for (size_t i = 0; to->ends && i < from->n_games; i++) {
		if (station_snapshot_add(to, from->pgn + begin, from->ends[i] - begin) < 0)
			return -ENOMEM;
		begin = from->ends[i];
	}
	return to->ends ? 0 : -ENOMEM;
}

/* station_snapshot_fill: what may be published of the table as it is at t_us. */
static int
station_snapshot_fill(struct station *station, struct station_snapshot *snapshot, uint64_t t_us)
{
	size_t n_games = table_games(station->table), len;
	const char *pgn;

	if (station->closed) {
		snapshot->t_us = t_us;
		return station_snapshot_copy(snapshot, &station->last);
	}
	station_snapshot_clear(snapshot);
	snapshot->t_us = t_us;
	snapshot->ends = calloc(n_games + 1, sizeof(*snapshot->ends));
	snapshot->game = live_game(station->table, station_unix_us(station));
	snapshot->about = live_about(station->table, station_unix_us(station));
	snapshot->alerts = alert_list_share(&station->alerts);
	snapshot->actions = action_list_json(&station->actions);
	if (!snapshot->ends || !snapshot->game || !snapshot->actions)
		return -ENOMEM;
	snapshot->since_us = station->since_us;
	snapshot->corrected = station->corrected;
	for (size_t i = 0; i < n_games; i++) {
		pgn = table_pgn(station->table, i, &len);
		if (!pgn || station_snapshot_add(snapshot, pgn, len) < 0)
			return -ENOMEM;
	}
	return 0;
}

static int
station_snapshot_take(struct station *station, struct station_snapshot *snapshot, uint64_t t_us)
{
	int r = station_snapshot_fill(station, snapshot, t_us);

	if (r == 0)
		station_take_picture(station);
	return r;
}

/* station_round: closed or open again, by the recording. What is played on the boards of a closed round is
 * recorded, and published only if it is opened again. */
static void
station_round(void *ctx, bool closed)
{
	struct station *station = ctx;

	if (closed && !station->closed && station_snapshot_fill(station, &station->last, 0) < 0)
		return;
	if (!closed)
		station_snapshot_clear(&station->last);
	station->closed = closed;
	station->changed = true;
	station->only_clock = false;
}

static json_t *station_live(const struct station *station);

/* station_release: what is shown now, as it was age_us ago. */
static void
station_release(struct station *station, uint64_t age_us)
{
	const struct station_options *options = &station->options;
	struct delay_public public = {
		.live = station_live(station),
		.about = station->shown.about,
		.pgn = station->shown.pgn ? station->shown.pgn : "",
		.ends = station->shown.ends,
		.n_games = station->shown.n_games,
	};

	if (options->published && public.live)
		options->published(options->ctx, (size_t)(options->setup - options->config->tables),
		                   &public, age_us);
	json_decref(public.live);
}

static void
station_tell(struct station *station)
{
	station_release(station, 0);
}

static void
station_turn_over(struct station *station)
{
	station_snapshot_clear(&station->shown);
	station->shown = station->next;
	memset(&station->next, 0, sizeof(station->next));
}

/* station_show: what `next` holds is durable; it may be seen. */
static void
station_show(struct station *station)
{
	struct meters *meters = station->options.meters;

	if (meters && station->next.since_us)
		meters_took(&meters->published, time_now_us() - station->next.since_us);
	station->revisions += revised_note(&station->revised, station->shown.game,
	                                   station->next.game, station->next.corrected);
	station_turn_over(station);
	if (station->api_board)
		livechess_board_show(station->api_board, station_now_ms(station));
	station_release(station, recorder_now(station->recorder) - station->shown.t_us);
}

static void station_host(struct station *station, const char *json);

/* station_report_trouble: the disk refuses, or takes again: say so at once, once; and to the arbiter. */
static void
station_report_trouble(struct station *station)
{
	struct recorder_status status;
	char text[PATH_MAX + 256];

	recorder_look(station->recorder, &status);
	if (status.error == station->trouble)
		return;
	station->trouble = status.error;
	if (status.error) {
		recorder_trouble(station->recorder, text, sizeof(text));
		log_error("table %u: %s; the board is still read, publication waits",
		          station->number, text);
		station_host(station, "{\"op\":\"log-write-failed\"}");
	} else {
		log_info("table %u: recording again%s", station->number,
		         status.lost_lines ? "; entries were lost, the journal says how many" : "");
	}
	station_tell(station);
}

/* station_show_durable: what waits may be seen if it is durable now. */
static void
station_show_durable(struct station *station)
{
	if (station->next.game && recorder_is_durable(station->recorder, station->mark))
		station_show(station);
}

static bool
station_record_revisions(struct station *station, const struct station_snapshot *snapshot)
{
	bool done = true;
	size_t begin = 0;

	for (size_t i = 0; i < snapshot->n_games; i++) {
		done &= recorder_publish(station->recorder, i, snapshot->pgn + begin,
		                         snapshot->ends[i] - begin);
		begin = snapshot->ends[i];
	}
	return done;
}

/* station_publish: the state now is to be shown. It is recorded as a revision, and what waits for the disk
 * is shown first. */
static void
station_publish(struct station *station)
{
	if (!station->changed || station->next.game)
		return;
	if (station_snapshot_take(station, &station->next, recorder_now(station->recorder)) < 0 ||
	    !station_record_revisions(station, &station->next)) {
		station_snapshot_clear(&station->next);
		return;
	}
	station->changed = station->corrected = false;
	station->since_us = 0;
	station->mark = recorder_mark(station->recorder);
	station_show_durable(station);
}

static void
station_publish_event(evutil_socket_t fd, short what, void *ctx)
{
	(void)fd;
	(void)what;
	station_publish(ctx);
}

/* station_arm_publish: an earlier time set already stands. */
static void
station_arm_publish(struct station *station)
{
	const struct timeval delay = { .tv_usec = STATION_PUBLISH_MS * 1000 };

	if (station->changed && !station->next.game &&
	    !event_pending(station->publish_timer, EV_TIMEOUT, NULL))
		event_add(station->publish_timer, &delay);
}

/* station_note_dirty: since when something waits to be durable. */
static void
station_note_dirty(struct station *station)
{
	if (!station->dirty_since_us &&
	    !recorder_is_durable(station->recorder, recorder_mark(station->recorder)))
		station->dirty_since_us = time_now_us();
}

/* --- For the next start ---------------------------------------------------------------------- */

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

/* station_keep: what the table has come to, as soon as all of it is durable. */
static void
station_keep(struct station *station)
{
	/* What a closed round has published is made anew when its closing is folded. */
	if (station->keep && (station->closed || kept_state_write(&station->kept)))
		station->keep = false;
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

/* station_committed: the journal has tried to write. */
static void
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
	/* What is due is raised the moment after (laws_advance), in a fold as well. */
	recorder_alert(station->recorder, alert->t_us + 1, line);
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

/* --- The table's own time ------------------------------------------------------------------- */

static bool
station_differs(const char *expected, const char *told)
{
	return expected[0] != '\0' && told[0] != '\0' && strcmp(expected, told) != 0;
}

void
station_look_link(const struct station *station, struct station_link *ret_link)
{
	struct driver_stats stats;
	const char *given = table_board(station->table);

	memset(ret_link, 0, sizeof(*ret_link));
	table_driver(station->table, &ret_link->driver, &stats, &ret_link->text);
	ret_link->board = given[0] ? given : station->options.setup->board;
	ret_link->address = station->address;
	ret_link->up = station->was_up;
	ret_link->serial = station->was_up ? table_fact(station->table, BOARD_FACT_SERIAL) : "";
	ret_link->long_serial =
		station->was_up ? table_fact(station->table, BOARD_FACT_LONG_SERIAL) : "";
	ret_link->foreign = station_differs(station->expect.serial, ret_link->serial) ||
	                    station_differs(station->expect.long_serial, ret_link->long_serial);
	ret_link->babbles = ret_link->up && stats.frames == station->frames &&
	                    stats.skipped_bytes >= station->skipped_then + STATION_BABBLE_BYTES;
	if (!station->was_up)
		ret_link->text = station->link_text;
}

/* station_note_link: look, and remember it as told; did it change? */
static bool
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
static void
station_tell_link(struct station *station)
{
	station_check_noise(station);
	if (station_note_link(station) && station->options.linked)
		station->options.linked(station->options.ctx, station);
}

/* station_check_link: what the driver makes of what answers; its advice is logged when it changes.
 */
static void
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

static void station_check_zone(struct station *station);

/* station_settle: after anything that touched the table: its deadline, its link, its publication.
 */
static void
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

static void
station_advance_event(evutil_socket_t fd, short what, void *ctx)
{
	(void)fd;
	(void)what;
	station_settle(ctx);
}

/* station_host: record a host event, then believe it. */
static void
station_host(struct station *station, const char *json)
{
	uint64_t now_us = recorder_now(station->recorder);
	char error[256];

	recorder_host(station->recorder, now_us, json);
	if (table_host(station->table, now_us, json, error, sizeof(error)) < 0)
		log_error("table %u: %s", station->number, error);
}

/* station_check_zone: tell the journal what local time is, and when it changes. */
static void
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

static void
station_log_order(const struct station *station, const json_t *answer, const json_t *request,
                  uint32_t uid)
{
	const char *by = json_string_value(json_object_get(request, "by"));
	char user[16];

	snprintf(user, sizeof(user), "user %u", uid);
	log_info("table %u: record %s: corrected by %s", station->number,
	         json_string_value(json_object_get(answer, "record")), by ? by : user);
}

json_t *
station_correct(struct station *station, const json_t *request, uint32_t uid, char *error,
                size_t error_size)
{
	json_t *answer =
		order_carry_out(station->table, station->recorder, request, uid, error, error_size);

	if (answer && json_is_true(json_object_get(answer, "applied")))
		station_log_order(station, answer, request, uid);
	if (answer)
		json_object_set_new(answer, "table", json_integer(station->number));
	station_settle(station);
	return answer;
}

/* A word that is refused is not recorded: whoever said it is told, and says it otherwise. What is good is recorded
 * first, with who said it, and believed then. */
static int
station_believe(struct station *station, const json_t *event, char *error, size_t error_size)
{
	uint64_t now_us = recorder_now(station->recorder);
	char *json = json_dumps(event, JSON_COMPACT);
	int r;

	if (!json) {
		snprintf(error, error_size, "out of memory");
		return -ENOMEM;
	}
	r = table_check_said(station->table, now_us, json, error, error_size);
	if (r == 0) {
		recorder_host(station->recorder, now_us, json);
		r = table_host(station->table, now_us, json, error, error_size);
		if (r < 0)
			log_error("table %u: was recorded, and does nothing: %s", station->number,
			          error);
		station->changed = true;
		station_settle(station);
	}
	free(json);
	return r;
}

int
station_tell_event(struct station *station, const json_t *request, char *error, size_t error_size)
{
	const json_t *said = json_object_get(request, "event");
	const char *op = json_string_value(json_object_get(said, "op"));
	json_t *event;
	int r;

	if (!table_is_said(op)) {
		snprintf(error, error_size, "'%.40s' is nothing that a person says of a table",
		         op ? op : "");
		return -EBADMSG;
	}
	event = json_deep_copy(said);
	user_copy(event, request);
	r = station_believe(station, event, error, error_size);
	json_decref(event);
	return r;
}

/* What a clock can be told only its driver knows: the order is given to it and recorded before anything of it
 * leaves. */
static int
station_order_clock(struct station *station, const json_t *event, char *error, size_t error_size)
{
	uint64_t now_us = recorder_now(station->recorder);
	char *json = json_dumps(event, JSON_COMPACT);
	int r;

	if (!json) {
		snprintf(error, error_size, "out of memory");
		return -ENOMEM;
	}
	recorder_hold(station->recorder);
	r = table_host(station->table, now_us, json, error, error_size);
	if (r == 0)
		recorder_host(station->recorder, now_us, json);
	recorder_release(station->recorder);
	free(json);
	return r;
}

/* The host event of the request: what is asked of the clock, and by whom. */
static json_t *
station_clock_event(const json_t *request)
{
	static const char *const members[] = { "do", "text", "beep", "white", "black", "runs" };
	json_t *event = json_pack("{s:s}", "op", "clock");

	user_copy(event, request);
	for (size_t i = 0; i < sizeof(members) / sizeof(members[0]); i++) {
		json_t *member = json_object_get(request, members[i]);

		if (member)
			json_object_set(event, members[i], member);
	}
	return event;
}

json_t *
station_clock(struct station *station, const json_t *request, uint32_t uid, char *error,
              size_t error_size)
{
	const char *deed = json_string_value(json_object_get(request, "do"));
	struct clock_device device;

	if (!deed || strcmp(deed, "show") != 0) {
		const struct game *game = table_game(station->table);
		json_t *event = station_clock_event(request);
		struct tracker_view view;
		const char *why;
		int r = -EPERM;

		table_view(station->table, &view);
		why = clock_order_check(station->options.config->clock_orders, game, &view);
		if (why)
			snprintf(error, error_size, "%s", why);
		else
			r = station_order_clock(station, event, error, error_size);
		json_decref(event);
		if (r < 0)
			return NULL;
		log_info("table %u: its clock: %s, by user %u", station->number, deed ? deed : "",
		         uid);
	}
	if (!table_clock_device(station->table, &device)) {
		snprintf(error, error_size, "this board tells the times of its clock only");
		return NULL;
	}
	return json_pack("{s:I, s:o}", "table", (json_int_t)station->number, "clock",
	                 clock_order_json(&device, station_unix_us(station)));
}

/* --- The round ------------------------------------------------------------------------------ */

bool
station_is_closed(const struct station *station)
{
	return station->closed;
}

int
station_set_round(struct station *station, bool closed, const json_t *request)
{
	json_t *event = json_pack("{s:s, s:b}", "op", "round", "closed", closed);
	char *json;

	user_copy(event, request);
	json = json_text(event, NULL);
	if (!json)
		return -ENOMEM;
	station_host(station, json);
	free(json);
	station_settle(station);
	return 0;
}

json_t *
station_games(struct station *station)
{
	struct station_snapshot now = { 0 };
	json_t *games = json_array();
	size_t begin = 0;

	if (station_snapshot_fill(station, &now, 0) < 0) {
		json_decref(games);
		games = NULL;
	}
	for (size_t i = 0; games && i < now.n_games; i++) {
		json_array_append_new(games, json_stringn(now.pgn + begin, now.ends[i] - begin));
		begin = now.ends[i];
	}
	station_snapshot_clear(&now);
	return games;
}

/* station_retag_last: what the closed round has published, under the names of now. */
static void
station_retag_last(struct station *station)
{
	struct station_snapshot fresh = { 0 }, *last = &station->last;
	struct pgn_tag tags[PGN_TAGS_MAX];
	char tag_text[1024], *pgn;
	size_t begin = 0, len;
	int r = 0;

	fresh.ends = calloc(last->n_games + 1, sizeof(*fresh.ends));
	fresh.game = json_incref(last->game);
	fresh.about = json_incref(last->about);
	for (size_t i = 0; fresh.ends && i < last->n_games && r == 0; i++) {
		size_t n = config_tags(station->options.config, station->options.setup,
		                       (uint32_t)i + 1, tags, tag_text, sizeof(tag_text));

		pgn = retag_pgn(last->pgn + begin, last->ends[i] - begin, tags, n, &len);
		r = pgn ? station_snapshot_add(&fresh, pgn, len) : -ENOMEM;
		begin = last->ends[i];
		free(pgn);
	}
	if (r < 0 || !fresh.ends) {
		station_snapshot_clear(&fresh);
		return;
	}
	station_snapshot_clear(last);
	*last = fresh;
}

void
station_renamed(struct station *station)
{
	table_retag(station->table);
	station_retag_last(station);
	station->changed = true;
	station->only_clock = false;
	station_settle(station);
}

const struct table *
station_table(const struct station *station)
{
	return station->table;
}

const struct config_table *
station_setup(const struct station *station)
{
	return station->options.setup;
}

void
station_trouble(const struct station *station, char *buffer, size_t size)
{
	recorder_trouble(station->recorder, buffer, size);
}

uint32_t
station_number(const struct station *station)
{
	return station->number;
}

/* --- The port ------------------------------------------------------------------------------- */

static int
station_send(void *ctx, const uint8_t *bytes, size_t len)
{
	struct station *station = ctx;
	int result;

	recorder_bytes(station->recorder, recorder_now(station->recorder), '>', bytes, len);
	if (!station->transport)
		return -ENOBUFS;
	result = transport_send(station->transport, bytes, len);
	if (result < 0)
		log_debug("table %u: %zu bytes could not be sent: %s", station->number, len,
		          strerror(-result));
	return result < 0 ? -ENOBUFS : 0;
}

static void
station_up(void *ctx)
{
	struct station *station = ctx;
	json_t *event = json_pack("{s:s, s:s}", "op", "plugged", "address", station->address);
	char *json = event ? json_dumps(event, JSON_COMPACT) : NULL;

	station->was_up = true;
	station->link_text[0] = '\0';
	log_info("table %u: %s is open", station->number, station->address);
	station_host(station, json ? json : "{\"op\":\"plugged\"}");
	free(json);
	json_decref(event);
	station_tell(station);
	station_settle(station);
}

static void
station_bytes(void *ctx, const uint8_t *bytes, size_t len)
{
	struct station *station = ctx;
	uint64_t now_us = recorder_now(station->recorder), came_us = time_now_us();
	bool was_changed = station->changed;

	recorder_bytes(station->recorder, now_us, '<', bytes, len);
	table_from_board(station->table, now_us, bytes, len);
	if (!was_changed && station->changed)
		station->since_us = came_us;
	station_settle(station);
}

static void
station_down(void *ctx, int error, const char *text)
{
	struct station *station = ctx;

	(void)error;
	snprintf(station->link_text, sizeof(station->link_text), "%s", text);
	log_warn("table %u: %s", station->number, text);
	station_tell(station);
	if (station->was_up) {
		station->was_up = false;
		station_host(station, "{\"op\":\"unplugged\"}");
		station_settle(station);
	}
}

static enum transport_lines
station_lines(const char *text)
{
	return strcmp(text, "on") == 0    ? TRANSPORT_LINES_ON
	       : strcmp(text, "off") == 0 ? TRANSPORT_LINES_OFF
	                                  : TRANSPORT_LINES_AUTO;
}

int
station_attach(struct station *station, const char *address, const struct station_expect *expect)
{
	const struct transport_options options = { .lines = station_lines(
							   station->options.setup->lines) };
	const struct transport_listener listener = {
		.ctx = station, .up = station_up, .bytes = station_bytes, .down = station_down
	};
	int result;

	station_detach(station, "The board is about to be opened.");
	result = transport_new(station->options.base, address, &options, &listener,
	                       &station->transport);
	if (result < 0)
		return result;
	snprintf(station->address, sizeof(station->address), "%s", address);
	if (expect)
		station->expect = *expect;
	return 0;
}

void
station_detach(struct station *station, const char *text)
{
	bool was_up = station->was_up;

	transport_free(station->transport);
	station->transport = NULL;
	station->was_up = false;
	station->address[0] = '\0';
	memset(&station->expect, 0, sizeof(station->expect));
	snprintf(station->link_text, sizeof(station->link_text), "%s", text);
	if (!was_up)
		return;
	station_host(station, "{\"op\":\"unplugged\"}");
	station_note_link(station);
	station_settle(station);
	station_tell(station);
}

/* station_asked: the bus has asked this table's board something. */
static void
station_asked(void *ctx, const uint8_t *bytes, size_t len)
{
	struct station *station = ctx;

	recorder_bytes(station->recorder, recorder_now(station->recorder), '>', bytes, len);
}

/* station_join_bus: no port of its own, but a seat at one. */
static int
station_join_bus(struct station *station)
{
	const struct segment_seat seat = { { station, station_up, station_bytes, station_down },
		                           station_asked };
	int result = segment_join(station->options.segment, station->options.bus_address, &seat);

	if (result < 0)
		return result;
	snprintf(station->address, sizeof(station->address), "%s", station->options.setup->board);
	snprintf(station->link_text, sizeof(station->link_text), "bus %s: looking for board %u",
	         segment_name(station->options.segment), station->options.bus_address);
	return 0;
}

bool
station_is_on_bus(const struct station *station)
{
	return station->options.segment != NULL;
}

/* station_begin_link: open the table's board, or wait until somebody finds it. */
static int
station_begin_link(struct station *station)
{
	struct station_link link;

	if (station->options.segment)
		return station_join_bus(station);
	station_look_link(station, &link);
	if (strcmp(link.board, "any") == 0)
		snprintf(station->link_text, sizeof(station->link_text),
		         "waiting for any board to be plugged in");
	else if (strncmp(link.board, "serial:", 7) == 0)
		snprintf(station->link_text, sizeof(station->link_text),
		         "waiting for the board with the serial number %s", link.board + 7);
	else
		return station_attach(station, link.board, NULL);
	return 0;
}

int
station_set_board(struct station *station, const char *board, const json_t *request)
{
	json_t *event = json_pack("{s:s, s:s}", "op", "board", "board", board);
	int result = -ENOMEM;
	char *json;

	if (request)
		user_copy(event, request);
	json = event ? json_dumps(event, JSON_COMPACT) : NULL;
	if (json) {
		station_detach(station, "another board was given to the table");
		station_host(station, json);
		log_info("table %u: its board is %s from now on", station->number, board);
		result = station_begin_link(station);
		station_settle(station);
	}
	free(json);
	json_decref(event);
	return result;
}

/* --- Life ----------------------------------------------------------------------------------- */

/* station_runs_on: has nothing changed since but what a running clock shows? */
static bool
station_runs_on(const struct station *station)
{
	const struct tracker_view *then = &station->fold.view;
	struct tracker_view now;
	int64_t ran_s;

	table_view(station->table, &now);
	if (!station->only_clock || now.clock_seen != then->clock_seen ||
	    now.clock_running != then->clock_running || now.clock_turn != then->clock_turn)
		return false;
	ran_s = then->clock_s[now.clock_turn] - now.clock_s[now.clock_turn];
	return now.clock_running &&
	       now.clock_s[!now.clock_turn] == then->clock_s[!now.clock_turn] &&
	       llabs(ran_s * 1000000 - (int64_t)(now.clock_us - then->clock_us)) < 1500000;
}

/* station_tell_past: what the fold has come to was published then. */
static void
station_tell_past(struct station *station, uint64_t now_us)
{
	struct station_fold *fold = &station->fold;
	uint64_t age_us = now_us > fold->at_us ? now_us - fold->at_us : 0;

	if (fold->told && (!station->changed || station_runs_on(station)))
		return;
	if (station_snapshot_take(station, &station->next, fold->at_us) < 0)
		return;
	station_turn_over(station);
	station->changed = station->only_clock = false;
	table_view(station->table, &fold->view);
	fold->told = true;
	station_release(station, age_us);
}

/* station_look_back: the fold comes to t_us. What outputs with a delay may not have shown yet is published again,
 * each state at the moment it came about. */
static void
station_look_back(struct station *station, uint64_t t_us)
{
	struct station_fold *fold = &station->fold;
	uint64_t now_us = recorder_now(station->recorder), due_us = fold->at_us;

	if (station->options.hindsight_us == 0 || t_us + station->options.hindsight_us < now_us)
		return;
	while (due_us <= t_us) {
		fold->at_us = due_us;
		due_us = table_advance(station->table, due_us);
		station_tell_past(station, now_us);
	}
}

static void
station_fold(void *ctx, const struct capture_line *line)
{
	struct station *station = ctx;
	char error[256];

	if (line->kind != CAPTURE_FACT && line->kind != CAPTURE_NOTHING) {
		station_look_back(station, line->t_us);
		station->fold.at_us = line->t_us;
	}
	if (table_line(station->table, line, error, sizeof(error)) < 0 &&
	    station->fold_errors++ == 0)
		log_warn("table %u: in the journal: %s", station->number, error);
}

static void
station_fold_until(void *ctx, uint64_t t_us)
{
	struct station *station = ctx;

	station_look_back(station, t_us);
	station->fold.at_us = t_us;
	table_advance(station->table, t_us);
}

/* What a capture of it says of itself, so that replay needs no event file to find the same games. */
#define STATION_FACTS_MAX 7

struct station_facts {
	const char *pairs[STATION_FACTS_MAX][2];
	size_t n;
};

static void
station_fact(struct station_facts *facts, const char *key, const char *value)
{
	if (value[0] == '\0')
		return;
	facts->pairs[facts->n][0] = key;
	facts->pairs[facts->n++][1] = value;
}

static void
station_start_facts(struct station_facts *facts, const struct config_start *own,
                    const struct config_start *event)
{
	const struct config_start *named = own->fen[0] || own->chess960[0] ? own : event;

	station_fact(facts, "fen", named->fen);
	station_fact(facts, "chess960", named->chess960);
	station_fact(facts, "start-from", own->start[0] ? own->start : event->start);
}

static int
station_open_recorder(struct station *station, char *error, size_t error_size)
{
	const struct station_options *options = &station->options;
	const struct config *config = options->config;
	struct station_facts facts = { .n = 0 };
	char table[16];
	struct recorder_options recorder = { .journal = options->journal,
		                             .round = config->event.round,
		                             .table = options->setup->number,
		                             .driver = options->setup->driver,
		                             .ctx = station,
		                             .line = station_fold,
		                             .until = station_fold_until,
		                             .committed = station_committed };

	snprintf(table, sizeof(table), "%u", options->setup->number);
	station_fact(&facts, "table", table);
	station_fact(&facts, "event", config->event.name);
	station_fact(&facts, "round", config->event.round);
	station_fact(&facts, "time-control", config->time_control);
	station_start_facts(&facts, &options->setup->start, &config->event.start);
	recorder.facts = (const char *const(*)[2])facts.pairs;
	recorder.n_facts = facts.n;
	return recorder_open(&recorder, &station->recorder, error, error_size);
}

static void
station_report_fold(const struct station *station)
{
	const struct game *game = table_game(station->table);
	struct recorder_status status;

	recorder_look(station->recorder, &status);
	if (status.odd > 0)
		log_warn("table %u: %" PRIu64 " entries of %s cannot be read by this adoubed",
		         station->number, status.odd, status.path);
	if (game && game->n_plies > 0)
		log_info("table %u: the game of %" PRIu32 " plies in the journal (%s) goes on%s",
		         station->number, game->n_plies,
		         game_result_text((enum game_result)game->result),
		         station->was_kept ? " from a snapshot" : "");
}

/* station_compare_published: what was published then and what the fold gives now: where they differ, and
 * which program published it. */
static void
station_compare_published(const struct station *station)
{
	const char *before = journal_program_before(station->options.journal);
	bool other = strcmp(before, journal_program()) != 0;
	char sentence[512];
	size_t len;

	for (size_t i = 0; i < recorder_n_published(station->recorder); i++) {
		const char *was = recorder_published(station->recorder, i);
		const char *is = table_pgn(station->table, i, &len);

		if (!was || (is && !revision_differs(was, is, sentence, sizeof(sentence))))
			continue;
		if (!is)
			snprintf(sentence, sizeof(sentence), "it is not there any more");
		log_warn("table %u: game %zu differs from what was published, %s (%s%s%s)",
		         station->number, i + 1, sentence,
		         other ? "that was adoubed " : "the configuration may have changed",
		         other ? before : "", other ? ", this is another" : "");
	}
}

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
	log_warn("table %u: %s is of no use; everything is folded", station->number,
	         station->kept.path);
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
		result = station_open(station, error, error_size);
	if (result < 0) {
		station_free(station);
		return result;
	}
	*ret_station = station;
	return 0;
}

int
station_resume(struct station *station)
{
	const struct station_options *options = &station->options;
	int result = 0;

	recorder_folded(station->recorder);
	station_look_back(station, recorder_now(station->recorder));
	station->fold.is_over = true;
	station_report_fold(station);
	station_compare_published(station);
	if (options->api && options->setup->board[0])
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
	if (station->options.segment)
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

/* --- Looking -------------------------------------------------------------------------------- */

/* station_public_link: the state of the board in words that are nobody's secret; "" when all is
 * well. */
static const char *
station_public_link(const struct station *station)
{
	enum driver_link link;
	struct driver_stats stats;
	const char *advice;

	if (!station_is_up(station))
		return "The board is not connected.";
	table_driver(station->table, &link, &stats, &advice);
	switch (link) {
	case DRIVER_LISTENING:
	case DRIVER_PROBING:
		return "Looking for the board.";
	case DRIVER_WRONG:
		return "The board is not recognised.";
	case DRIVER_LIVE:
		return "";
	}
	return "";
}

static const char *
station_public_recording(int error)
{
	if (!error)
		return "";
	return error == ENOSPC || error == EDQUOT ? "Recording has stopped: the disk is full. New "
	                                            "moves appear when it records again."
	                                          : "Recording has stopped: the disk has failed. "
	                                            "New moves appear when it records "
	                                            "again.";
}

/* station_live: what the page shows of the table; what is folded knows of no link. NULL when memory is out. */
static json_t *
station_live(const struct station *station)
{
	const struct config_table *setup = station->options.setup;
	struct recorder_status status;
	json_t *object = station->shown.game ? json_copy(station->shown.game) : json_object();

	recorder_look(station->recorder, &status);
	json_object_set_new(object, "table", json_integer(station->number));
	json_object_set_new(object, "white", live_player(setup, WHITE));
	json_object_set_new(object, "black", live_player(setup, BLACK));
	json_object_set_new(object, "link",
	                    json_string(station->fold.is_over ? station_public_link(station) : ""));
	json_object_set_new(object, "recording",
	                    json_string(station_public_recording(status.error)));
	json_object_set_new(object, "revision", revised_json(&station->revised));
	return object;
}

json_t *
station_arbiters(const struct station *station)
{
	json_t *object = station_status(station);

	/* The record as the public has it: of a sealed move nobody knows here either. */
	if (station->shown.game)
		json_object_update_missing(object, station->shown.game);
	json_object_set_new(object, "start_unix_ms",
	                    json_integer((json_int_t)(station_unix_us(station) / 1000)));
	json_object_set_new(object, "alerts",
	                    station->shown.alerts ? json_incref(station->shown.alerts)
	                                          : json_array());
	json_object_set_new(object, "actions",
	                    station->shown.actions ? json_incref(station->shown.actions)
	                                           : json_array());
	return object;
}

void
station_meter(const struct station *station, struct station_meter *ret_meter)
{
	struct recorder_status status;
	uint64_t now_us = time_now_us();
	const char *advice;

	memset(ret_meter, 0, sizeof(*ret_meter));
	recorder_look(station->recorder, &status);
	table_driver(station->table, &ret_meter->link, &ret_meter->driver, &advice);
	ret_meter->up = station_is_up(station);
	ret_meter->plies = table_plies(station->table);
	ret_meter->revisions = station->revisions;
	ret_meter->journal_bytes = status.bytes;
	ret_meter->held_bytes = status.held;
	ret_meter->lost_lines = status.lost_lines;
	ret_meter->failing = status.error != 0;
	if (station->dirty_since_us)
		ret_meter->lag_us = now_us - station->dirty_since_us;
}

json_t *
station_alerts(const struct station *station)
{
	return json_pack("{s:I, s:o}", "table", (json_int_t)station->number, "alerts",
	                 alert_list_json(&station->alerts));
}

json_t *
station_envelope(const struct station *station)
{
	return envelope_json(station->table, station->options.setup);
}

json_t *
station_times(const struct station *station)
{
	const struct time_sheet *sheet = table_sheet(station->table);
	const struct config_table *setup = station->options.setup;
	json_t *rows = json_array();
	struct time_row now;

	for (size_t i = 0; i < sheet->n; i++)
		json_array_append_new(rows, time_row_json(&sheet->rows[i]));
	table_now(station->table, &now);
	return json_pack("{s:I, s:s, s:s, s:o, s:o}", "table", (json_int_t)station->number, "white",
	                 setup->white, "black", setup->black, "rows", rows, "now",
	                 time_row_json(&now));
}

static json_t *
station_status_board(const struct station *station)
{
	static const char *const links[] = { "listening", "probing", "live", "wrong" };
	bool up = station_is_up(station);
	enum driver_link link;
	struct driver_stats stats;
	const char *advice;

	table_driver(station->table, &link, &stats, &advice);
	return json_pack(
		"{s:s, s:s, s:b, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:I, s:I, s:I, s:I}", "address",
		station->address[0] ? station->address : station->options.setup->board, "driver",
		station->options.setup->driver, "open", up, "link", links[link], "advice",
		up ? advice : station->link_text, "serial",
		table_fact(station->table, BOARD_FACT_SERIAL), "long_serial",
		table_fact(station->table, BOARD_FACT_LONG_SERIAL), "version",
		table_fact(station->table, BOARD_FACT_VERSION), "trademark",
		table_fact(station->table, BOARD_FACT_TRADEMARK), "battery",
		table_fact(station->table, BOARD_FACT_BATTERY), "bytes", (json_int_t)stats.bytes,
		"frames", (json_int_t)stats.frames, "skipped_bytes",
		(json_int_t)stats.skipped_bytes, "bad_frames", (json_int_t)stats.bad_frames);
}

static json_t *
station_status_recorder(const struct station *station)
{
	struct recorder_status status;
	char trouble[PATH_MAX + 256];

	recorder_look(station->recorder, &status);
	recorder_trouble(station->recorder, trouble, sizeof(trouble));
	return json_pack("{s:s, s:I, s:b, s:s, s:I, s:I, s:I}", "path", status.path, "bytes",
	                 (json_int_t)status.bytes, "ok", status.error == 0, "trouble", trouble,
	                 "held", (json_int_t)status.held, "lost_lines",
	                 (json_int_t)status.lost_lines, "odd_entries", (json_int_t)status.odd);
}

/* station_status_ply: the last ply of the record, a candidate included: this is not for the public.
 */
static json_t *
station_status_ply(const struct game *game)
{
	static const char *const states[] = { "candidate", "made", "completed" };
	const struct game_ply *ply;
	struct position before;
	char san[SAN_SIZE];

	if (!game || game->n_plies == 0)
		return json_null();
	ply = &game->plies[game->n_plies - 1];
	game_position(game, game->n_plies - 1, &before);
	san_format(&before, ply->move, san);
	return json_pack("{s:i, s:i, s:s, s:s, s:s}", "ply", (int)game->n_plies, "move",
	                 (int)before.fullmove, "side", before.side == WHITE ? "white" : "black",
	                 "san", san, "state", states[ply->state]);
}

/* station_status_troubled: the squares that are not believed. */
static json_t *
station_status_troubled(const struct station *station, const struct tracker_view *view)
{
	json_t *squares = json_array();

	for (int sq = 0; sq < 64; sq++) {
		const char name[] = { (char)('a' + sq_file(sq)), (char)('1' + sq_rank(sq)), 0 };
		uint64_t since_us = view->troubled_since_us[sq];

		if (view->troubled & sq_bit(sq))
			json_array_append_new(
				squares,
				json_pack("{s:s, s:I}", "square", name, "since_unix_ms",
			                  (json_int_t)((station_unix_us(station) + since_us) /
			                               1000)));
	}
	return squares;
}

json_t *
station_status(const struct station *station)
{
	const struct game *game = table_game(station->table);
	struct tracker_view view;

	table_view(station->table, &view);
	return json_pack(
		"{s:I, s:s, s:s, s:o, s:o, s:o, s:i, s:s, s:o, s:s, s:I, s:b, s:o}", "table",
		(json_int_t)station->number, "white", station->options.setup->white, "black",
		station->options.setup->black, "board", station_status_board(station), "recorder",
		station_status_recorder(station), "clock",
		live_clock(&view, station_unix_us(station)), "game", (int)view.games, "result",
		game ? game_score_text((enum game_result)game->result) : "*", "last_ply",
		station_status_ply(game), "sync", live_sync_text(view.sync), "sync_since_unix_ms",
		(json_int_t)(recorder_unix_us(station->recorder, view.sync_since_us) / 1000),
		"rotated", view.rotated, "troubled", station_status_troubled(station, &view));
}
