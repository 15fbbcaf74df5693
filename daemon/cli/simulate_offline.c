/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * adoube simulate --capture: a simulated table in virtual time, with what a host would send to it.
 */
#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include "core/capture/capture.h"
#include "daemon/cli/command.h"
#include "daemon/cli/simulate.h"
#include "drivers/sim/sim_host.h"

#define HOST_READY_US 2000000 /* the host has read the board, and the game begins */
#define TAIL_US       2000000 /* recorded after the last action, for what is still on the line */

struct offline {
	const struct simulate_options *options;
	struct simulate_record *record;
	FILE *out;
	struct sim_table table;
	struct sim_host host;
};

static void
write_bytes(struct offline *offline, uint64_t t_us, char direction, const uint8_t *bytes,
            size_t len)
{
	char line[CAPTURE_LINE_SIZE(SIM_BOARD_PACKET)];
	struct text text;

	text_begin(&text, line, sizeof(line));
	capture_format_bytes(&text, t_us, direction, bytes, len);
	fwrite(line, 1, text.len, offline->out);
}

static void
on_bytes(void *ctx, uint64_t t_us, const uint8_t *bytes, size_t len)
{
	write_bytes(ctx, t_us, '<', bytes, len);
}

static void
on_ply(void *ctx, const struct sim_ply *ply)
{
	struct offline *offline = ctx;

	simulate_record_ply(offline->record, ply);
}

static void
on_incident(void *ctx, const struct sim_incident *incident)
{
	struct offline *offline = ctx;

	simulate_record_incident(offline->record, incident);
}

/* The host opens the board again as soon as it is there. */
static void
on_link(void *ctx, uint64_t t_us, bool up)
{
	struct offline *offline = ctx;
	char line[64];
	struct text text;

	text_begin(&text, line, sizeof(line));
	capture_format_host(&text, t_us, up ? "{\"op\":\"plugged\"}" : "{\"op\":\"unplugged\"}");
	fwrite(line, 1, text.len, offline->out);
	if (up)
		sim_host_open(&offline->host, t_us);
	else
		sim_host_close(&offline->host);
}

static void
on_arbiter(void *ctx, uint64_t t_us)
{
	struct offline *offline = ctx;
	char line[80];
	struct text text;

	text_begin(&text, line, sizeof(line));
	capture_format_host(&text, t_us, "{\"op\":\"arbiter\",\"what\":\"pause\"}");
	fwrite(line, 1, text.len, offline->out);
}

static void
on_result(void *ctx, uint64_t sign_us)
{
	struct offline *offline = ctx;

	simulate_record_result(offline->record, sign_us);
}

/* The date of the first game, so that the same games give the same capture on any day. */
static void
format_start(const struct pgn_game *pgn, char buffer[32])
{
	const char *date = pgn_tag_value(pgn->tags, pgn->n_tags, "Date");
	static const char pattern[] = "dddd.dd.dd";
	bool good = date && strlen(date) == strlen(pattern);

	for (size_t i = 0; good && pattern[i] != '\0'; i++)
		good = pattern[i] == '.' ? date[i] == '.' : date[i] >= '0' && date[i] <= '9';
	if (good)
		snprintf(buffer, 32, "%.4s-%.2s-%.2sT00:00:00Z", date, date + 5, date + 8);
	else
		snprintf(buffer, 32, "2000-01-01T00:00:00Z");
}

/* Games of one file may have been played with different time controls. */
static bool
has_one_time_control(const struct simulate_options *options, const struct simulate_games *games)
{
	size_t at = games->reader.at;

	while (at < games->len && strchr(" \t\r\n", games->text[at]))
		at++;
	return options->initial_s > 0 || options->first == options->last || at == games->len;
}

static void
write_head(struct offline *offline)
{
	const struct simulate_options *options = offline->options;
	const struct simulate_games *games = offline->record->games;
	const char *slash = strrchr(options->pgn, '/');
	const char *name = slash ? slash + 1 : options->pgn;
	char buffer[2048], value[1024];
	struct text text;

	text_begin(&text, buffer, sizeof(buffer));
	capture_format_head(&text, "dgt");
	capture_format_fact(&text, "serial", offline->table.board.setup.serial);
	format_start(&games->pgn, value);
	capture_format_fact(&text, "start", value);
	snprintf(value, sizeof(value), "%d+%d", games->initial_s, games->increment_s);
	if (!options->no_clock && has_one_time_control(options, games))
		capture_format_fact(&text, "time-control", value);
	if (strcmp(name, "-") == 0)
		name = "standard input";
	snprintf(value, sizeof(value), "%.200s from game %u on", name, games->number);
	capture_format_fact(&text, "source", value);
	capture_format_fact(&text, "profile", options->profile->name);
	snprintf(value, sizeof(value), "%llu", (unsigned long long)options->seed);
	capture_format_fact(&text, "seed", value);
	snprintf(value, sizeof(value), "%g", options->pace / (double)SIM_HAND_PACE_ONE);
	capture_format_fact(&text, "pace", value);
	capture_format_fact(&text, "rotated", options->rotated ? "yes" : "no");
	fwrite(buffer, 1, text.len, offline->out);
}

/* One step, none of which jumps over anything: what is due next, from table or host, until until_us
 * at most. Returns the moment it has come to. */
static uint64_t
step(struct offline *offline, uint64_t now_us, uint64_t until_us)
{
	uint64_t next_us = sim_table_advance(&offline->table, now_us);
	const uint8_t *bytes;
	size_t len;

	if (offline->host.due_us <= now_us) {
		bytes = sim_host_send(&offline->host, &len);
		write_bytes(offline, now_us, '>', bytes, len);
		sim_table_receive(&offline->table, bytes, len, now_us);
		return now_us;
	}
	if (offline->host.due_us < next_us)
		next_us = offline->host.due_us;
	return next_us < until_us ? next_us : until_us;
}

static uint64_t
run_until(struct offline *offline, uint64_t now_us, uint64_t until_us)
{
	while (now_us < until_us)
		now_us = step(offline, now_us, until_us);
	step(offline, now_us, until_us);
	return now_us;
}

/* Returns when the last action happened. */
static uint64_t
run_until_idle(struct offline *offline, uint64_t now_us)
{
	uint64_t next_us = now_us;

	while (!sim_table_is_idle(&offline->table)) {
		now_us = next_us;
		next_us = step(offline, now_us, SIM_NO_DEADLINE);
	}
	return now_us;
}

static void
run(struct offline *offline)
{
	struct simulate_games *games = offline->record->games;
	uint64_t now_us;

	write_head(offline);
	sim_host_open(&offline->host, 0);
	now_us = run_until(offline, 0, HOST_READY_US);
	do {
		simulate_record_begin(offline->record);
		sim_table_play(&offline->table, &games->pgn.game, games->initial_s,
		               games->increment_s, now_us);
		now_us = run_until_idle(offline, now_us);
	} while (simulate_games_next(games));
	if (offline->options->reset) {
		sim_table_clear(&offline->table, now_us);
		now_us = run_until_idle(offline, now_us);
	}
	run_until(offline, now_us, now_us + TAIL_US);
}

int
simulate_offline(const struct simulate_options *options, struct simulate_record *record)
{
	/* Static for its size: the board has its log and its line in it. */
	static struct offline offline;
	const struct sim_table_listener listener = { .ctx = &offline,
		                                     .bytes = on_bytes,
		                                     .ply = on_ply,
		                                     .incident = on_incident,
		                                     .link = on_link,
		                                     .arbiter = on_arbiter,
		                                     .result = on_result };
	bool standard = strcmp(options->capture, "-") == 0;
	bool failed;

	offline.options = options;
	offline.record = record;
	offline.out = standard ? stdout : fopen(options->capture, "we");
	if (!offline.out) {
		fprintf(stderr, "adoube simulate: cannot write %s: %s\n", options->capture,
		        strerror(errno));
		return COMMAND_FAILED;
	}
	simulate_table_init(&offline.table, options, &listener);
	errno = 0;
	run(&offline);
	failed = fflush(offline.out) != 0 || ferror(offline.out);
	if (!standard && fclose(offline.out) != 0)
		failed = true;
	if (failed)
		fprintf(stderr, "adoube simulate: cannot write %s: %s\n", options->capture,
		        strerror(errno));
	return failed || record->games->skipped > 0 ? COMMAND_FAILED : COMMAND_OK;
}
