/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * adoube simulate, live: a simulated table on a pseudo-terminal or a TCP port.
 *
 * The table lives whether or not anybody listens, as a real board does: what it says meanwhile is
 * lost. Nothing waits for a client that does not read.
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/cli/command.h"
#include "daemon/cli/simulate.h"
#include "daemon/cli/simulate_loop.h"
#include "daemon/cli/simulate_port.h"

#define SETTLE_S 1.0 /* real time for the program to read the start position */

enum live_stage {
	LIVE_WAITING,  /* for a program that reads the board */
	LIVE_SETTLING, /* until it has taken that in, at whatever --speed the table runs */
	LIVE_PLAYING,
	LIVE_CLEARING, /* after the last game */
	LIVE_LINGERING,
};

struct live {
	const struct simulate_options *options;
	struct simulate_record *record;
	struct simulate_loop loop;
	struct sim_table table;
	enum live_stage stage;
	uint64_t settled_us;
	struct simulate_port port;
};

static void
begin_game(struct live *live, uint64_t now_us)
{
	const struct simulate_games *games = live->record->games;

	live->stage = LIVE_PLAYING;
	simulate_record_begin(live->record);
	sim_table_play(&live->table, &games->pgn.game, games->initial_s, games->increment_s,
	               now_us);
}

static void
begin_linger(struct live *live)
{
	live->stage = LIVE_LINGERING;
	simulate_loop_end_in(&live->loop, live->options->linger_s);
}

/* Nobody has anything to do: what next? */
static void
go_on(struct live *live, uint64_t now_us)
{
	switch (live->stage) {
	case LIVE_WAITING:
		if (live->options->no_wait) {
			begin_game(live, now_us);
		} else if (sim_table_is_read(&live->table)) {
			live->stage = LIVE_SETTLING;
			live->settled_us =
				now_us + (uint64_t)(SETTLE_S * 1e6 * live->options->speed);
		}
		break;
	case LIVE_SETTLING:
		if (now_us >= live->settled_us)
			begin_game(live, now_us);
		break;
	case LIVE_PLAYING:
		if (simulate_games_next(live->record->games)) {
			begin_game(live, now_us);
		} else if (live->options->reset) {
			live->stage = LIVE_CLEARING;
			sim_table_clear(&live->table, now_us);
		} else {
			begin_linger(live);
		}
		break;
	case LIVE_CLEARING:
		begin_linger(live);
		break;
	case LIVE_LINGERING:
		break;
	}
}

static void
pump(void *ctx)
{
	struct live *live = ctx;
	uint64_t now_us = simulate_loop_now(&live->loop);
	uint64_t deadline_us = sim_table_advance(&live->table, now_us);

	if (sim_table_is_idle(&live->table)) {
		go_on(live, now_us);
		deadline_us = sim_table_advance(&live->table, now_us);
	}
	if (live->stage == LIVE_SETTLING && live->settled_us < deadline_us)
		deadline_us = live->settled_us;
	simulate_loop_wake_at(&live->loop, now_us, deadline_us);
}

static void
on_receive(void *ctx, const uint8_t *bytes, size_t len)
{
	struct live *live = ctx;

	sim_table_receive(&live->table, bytes, len, simulate_loop_now(&live->loop));
	pump(live);
}

/* Output */

static void
on_bytes(void *ctx, uint64_t t_us, const uint8_t *bytes, size_t len)
{
	struct live *live = ctx;

	(void)t_us;
	simulate_port_send(&live->port, bytes, len);
}

static void
on_ply(void *ctx, const struct sim_ply *ply)
{
	struct live *live = ctx;

	simulate_record_ply(live->record, ply);
}

static void
on_incident(void *ctx, const struct sim_incident *incident)
{
	struct live *live = ctx;

	simulate_record_incident(live->record, incident);
}

static void
on_result(void *ctx, uint64_t sign_us)
{
	struct live *live = ctx;

	simulate_record_result(live->record, sign_us);
}

int
simulate_live(const struct simulate_options *options, struct simulate_record *record)
{
	/* Static for its size: the board has its log and its line in it. */
	static struct live live;
	const struct sim_table_listener listener = { .ctx = &live,
		                                     .bytes = on_bytes,
		                                     .ply = on_ply,
		                                     .incident = on_incident,
		                                     .result = on_result };
	int r;

	memset(&live, 0, sizeof(live));
	live.options = options;
	live.record = record;
	live.port.pty = -1;
	signal(SIGPIPE, SIG_IGN);
	simulate_table_init(&live.table, options, &listener);
	r = simulate_loop_init(&live.loop, options->speed, pump, &live);
	if (r < 0)
		fprintf(stderr, "adoube simulate: cannot start: %s\n", strerror(-r));
	else
		r = simulate_port_open(&live.port, options, live.loop.base, on_receive, &live);
	if (r == 0) {
		fflush(stdout);
		pump(&live);
		simulate_loop_run(&live.loop);
	}
	simulate_port_close(&live.port);
	simulate_loop_free(&live.loop);
	return r < 0 || record->games->skipped > 0 ? COMMAND_FAILED : COMMAND_OK;
}
