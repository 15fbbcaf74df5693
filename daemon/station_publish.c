/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/station_state.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/alert_list.h"
#include "daemon/delay.h"
#include "daemon/live.h"
#include "daemon/livechess/api.h"
#include "daemon/livechess/picture.h"
#include "daemon/log.h"
#include "daemon/meters.h"
#include "daemon/time_now.h"

/* --- What may be published -------------------------------------------------------------------- */

void
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

int
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

/* station_take_picture: what the local API may show with this snapshot. */
static void
station_take_picture(struct station *station, uint64_t t_us)
{
	struct eboard_picture picture;

	if (!station->api_board)
		return;
	livechess_picture(station->table, station->options.setup, station_is_up(station),
	                  station_unix_us(station), t_us, &picture);
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
	snapshot->game = live_game(station->table, &station->plies, station_unix_us(station));
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

int
station_snapshot_take(struct station *station, struct station_snapshot *snapshot, uint64_t t_us)
{
	int r = station_snapshot_fill(station, snapshot, t_us);

	if (r == 0)
		station_take_picture(station, t_us);
	return r;
}

/* station_round: closed or open again, by the recording. What is played on the boards of a closed round is
 * recorded, and published only if it is opened again. */
void
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

/* --- Publishing ------------------------------------------------------------------------------- */

/* station_release: what is shown now, as it was age_us ago. */
void
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

void
station_tell(struct station *station)
{
	station_release(station, 0);
}

void
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

/* station_report_trouble: the disk refuses, or takes again: say so at once, once; and to the arbiter. */
void
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
void
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
void
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

/* station_arm_publish: an earlier time set already stands. */
void
station_arm_publish(struct station *station)
{
	const struct timeval delay = { .tv_usec = STATION_PUBLISH_MS * 1000 };

	if (station->changed && !station->next.game &&
	    !event_pending(station->publish_timer, EV_TIMEOUT, NULL))
		event_add(station->publish_timer, &delay);
}

/* station_note_dirty: since when something waits to be durable. */
void
station_note_dirty(struct station *station)
{
	if (!station->dirty_since_us &&
	    !recorder_is_durable(station->recorder, recorder_mark(station->recorder)))
		station->dirty_since_us = time_now_us();
}

/* --- The round -------------------------------------------------------------------------------- */

bool
station_is_closed(const struct station *station)
{
	return station->closed;
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
