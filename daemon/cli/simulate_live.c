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
#include <time.h>

#include <event2/event.h>

#include "daemon/cli/command.h"
#include "daemon/cli/simulate.h"
#include "daemon/cli/simulate_port.h"

#define NANOSECONDS  1000000000LL
#define SETTLE_S     1.0 /* real time for the program to read the start position */
#define SLEEP_MAX_US (INT64_C(3600) * 1000000)

enum live_stage {
	LIVE_WAITING,  /* for a program that reads the board */
	LIVE_SETTLING, /* until it has read it, at whatever --speed the table runs */
	LIVE_PLAYING,
	LIVE_CLEARING, /* after the last game */
	LIVE_LINGERING,
};

struct live {
	const struct simulate_options *options;
	struct simulate_record *record;
	struct event_base *base;
	struct event *timer;
	struct event *signals[2];
	struct event *linger;
	struct sim_table table;
	struct timespec begin;
	enum live_stage stage;
	uint64_t settled_us;
	struct simulate_port port;
};

/* Time */

/* Microseconds of table time since the start. */
static uint64_t
live_now_us(const struct live *live)
{
	struct timespec now;
	long long elapsed_ns;

	clock_gettime(CLOCK_MONOTONIC, &now);
	elapsed_ns =
		(now.tv_sec - live->begin.tv_sec) * NANOSECONDS + now.tv_nsec - live->begin.tv_nsec;
	return (uint64_t)((double)elapsed_ns / 1000 * live->options->speed);
}

static void
set_timer(struct live *live, uint64_t now_us, uint64_t deadline_us)
{
	struct timeval wait;
	int64_t us;

	if (deadline_us == SIM_NO_DEADLINE) {
		event_del(live->timer);
		return;
	}
	/* Rounded up: waking a moment too early would only mean sleeping again. */
	us = (int64_t)((double)(deadline_us - now_us) / live->options->speed) + 1;
	if (us > SLEEP_MAX_US)
		us = SLEEP_MAX_US;
	wait.tv_sec = us / 1000000;
	wait.tv_usec = us % 1000000;
	event_add(live->timer, &wait);
}

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
	const struct timeval wait = { .tv_sec = live->options->linger_s };

	live->stage = LIVE_LINGERING;
	event_add(live->linger, &wait);
}

/* Nobody has anything to do: what next? */
static void
go_on(struct live *live, uint64_t now_us)
{
	switch (live->stage) {
	case LIVE_WAITING:
		if (live->options->no_wait) {
			begin_game(live, now_us);
		} else if (sim_table_is_updating(&live->table)) {
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
pump(struct live *live)
{
	uint64_t now_us = live_now_us(live);
	uint64_t deadline_us = sim_table_advance(&live->table, now_us);

	if (sim_table_is_idle(&live->table)) {
		go_on(live, now_us);
		deadline_us = sim_table_advance(&live->table, now_us);
	}
	if (live->stage == LIVE_SETTLING && live->settled_us < deadline_us)
		deadline_us = live->settled_us;
	set_timer(live, now_us, deadline_us);
}

static void
on_receive(void *ctx, const uint8_t *bytes, size_t len)
{
	struct live *live = ctx;

	sim_table_receive(&live->table, bytes, len, live_now_us(live));
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

/* The loop */

static void
on_timer(evutil_socket_t fd, short events, void *ctx)
{
	(void)fd;
	(void)events;
	pump(ctx);
}

static void
on_stop(evutil_socket_t fd, short events, void *ctx)
{
	struct live *live = ctx;

	(void)fd;
	(void)events;
	event_base_loopbreak(live->base);
}

static int
make_loop(struct live *live)
{
	static const int numbers[2] = { SIGINT, SIGTERM };
	struct event_config *config = event_config_new();

	if (!config)
		return -ENOMEM;
	/* Millisecond timers would blur the pace of the line. */
	event_config_set_flag(config, EVENT_BASE_FLAG_PRECISE_TIMER);
	live->base = event_base_new_with_config(config);
	event_config_free(config);
	if (!live->base)
		return -ENOMEM;
	live->timer = evtimer_new(live->base, on_timer, live);
	live->linger = evtimer_new(live->base, on_stop, live);
	if (!live->timer || !live->linger)
		return -ENOMEM;
	for (size_t i = 0; i < 2; i++) {
		live->signals[i] = evsignal_new(live->base, numbers[i], on_stop, live);
		if (!live->signals[i] || event_add(live->signals[i], NULL) < 0)
			return -ENOMEM;
	}
	return 0;
}

static void
free_event(struct event *event)
{
	if (event)
		event_free(event);
}

static void
close_all(struct live *live)
{
	simulate_port_close(&live->port);
	free_event(live->signals[0]);
	free_event(live->signals[1]);
	free_event(live->linger);
	free_event(live->timer);
	if (live->base)
		event_base_free(live->base);
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
	clock_gettime(CLOCK_MONOTONIC, &live.begin);
	simulate_table_init(&live.table, options, &listener);
	r = make_loop(&live);
	if (r < 0)
		fprintf(stderr, "adoube simulate: cannot start: %s\n", strerror(-r));
	else
		r = simulate_port_open(&live.port, options, live.base, on_receive, &live);
	if (r == 0) {
		fflush(stdout);
		pump(&live);
		event_base_dispatch(live.base);
	}
	close_all(&live);
	return r < 0 || record->games->skipped > 0 ? COMMAND_FAILED : COMMAND_OK;
}
