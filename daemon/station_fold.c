/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/station_state.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/journal_program.h"
#include "daemon/livechess/api.h"
#include "daemon/log.h"
#include "daemon/revision.h"

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
	if (station->api_board)
		livechess_board_recall(station->api_board);
	station->changed = station->only_clock = false;
	table_view(station->table, &fold->view);
	fold->told = true;
	station_release(station, age_us);
}

/* station_look_back: the fold comes to t_us. What outputs with a delay may not have shown yet is published again,
 * each state at the moment it came about. */
void
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
	char error[TABLE_ERROR_SIZE];

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

int
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

void
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

/* station_game: as it is to be published, to be freed; NULL: it is not there. */
static char *
station_game(const struct station *station, size_t index)
{
	const struct station_snapshot *last = &station->last;
	const char *pgn = NULL;
	size_t len = 0, begin;

	if (!station->closed) {
		pgn = table_pgn(station->table, index, &len);
	} else if (index < last->n_games) {
		begin = index > 0 ? last->ends[index - 1] : 0;
		pgn = last->pgn + begin;
		len = last->ends[index] - begin;
	}
	return pgn ? strndup(pgn, len) : NULL;
}

/* station_compare_game: what was published of it, and how it differs, to sentence[size]. False: it does not. */
static bool
station_compare_game(const struct station *station, size_t index, char *sentence, size_t size)
{
	const char *was = recorder_published(station->recorder, index);
	char *is = was ? station_game(station, index) : NULL;
	bool differs = was && (!is || revision_differs(was, is, sentence, size));

	if (was && !is)
		snprintf(sentence, size, "it is not there any more");
	free(is);
	return differs;
}

/* station_compare_published: what was published then and what the fold gives now: where they differ, and
 * which program published it. What was heard when it was too late to publish it is no difference. */
void
station_compare_published(const struct station *station)
{
	const char *before = journal_program_before(station->options.journal);
	bool other = strcmp(before, journal_program()) != 0;
	size_t n = recorder_n_published(station->recorder);
	char sentence[512];

	if (recorder_heard_since(station->recorder) && !station->closed && n > 0)
		n--;
	for (size_t i = 0; i < n; i++)
		if (station_compare_game(station, i, sentence, sizeof(sentence)))
			log_warn("table %u: game %zu differs from what was published, %s (%s%s%s)",
			         station->number, i + 1, sentence,
			         other ? "that was adoubed " : "the configuration may have changed",
			         other ? before : "", other ? ", this is another" : "");
}
