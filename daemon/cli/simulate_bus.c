/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * adoube simulate --bus: many simulated tables on one line, live.
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/cli/command.h"
#include "daemon/cli/simulate.h"
#include "daemon/cli/simulate_loop.h"
#include "daemon/cli/simulate_port.h"

#define SETTLE_US 2000000 /* from a board's first answer to its first move, real time */
#define OUT_SIZE  4096

struct bus_run;

struct bus_table {
	struct bus_run *run;
	unsigned int index;
	struct sim_table table;
	struct simulate_options options; /* its share of the games */
	struct simulate_games games;
	struct simulate_record record;
	bool over;
};

struct bus_run {
	const struct simulate_options *options;
	struct simulate_loop loop;
	struct simulate_port port;
	struct sim_bus bus;
	struct bus_table *tables;
	uint64_t asked_us; /* when a master first asked; 0: not yet */
	bool playing, lingering;
	uint64_t played_us; /* when play began */
	bool troubled[SIMULATE_TROUBLES];
	uint8_t out[OUT_SIZE];
	size_t n_out;
};

/* The line: bytes of one moment go out together. */

static void
flush_line(struct bus_run *run)
{
	if (run->n_out > 0)
		simulate_port_send(&run->port, run->out, run->n_out);
	run->n_out = 0;
}

static void
on_line_byte(void *ctx, uint64_t t_us, uint8_t byte)
{
	struct bus_run *run = ctx;

	(void)t_us;
	if (run->n_out == sizeof(run->out))
		flush_line(run);
	run->out[run->n_out++] = byte;
}

static void
on_board_bytes(void *ctx, uint64_t t_us, const uint8_t *bytes, size_t len)
{
	struct bus_table *table = ctx;

	for (size_t i = 0; i < len; i++)
		sim_bus_says(&table->run->bus, table->index, t_us, bytes[i]);
}

/* The games */

static void
on_ply(void *ctx, const struct sim_ply *ply)
{
	struct bus_table *table = ctx;

	simulate_record_ply(&table->record, ply);
}

static void
on_incident(void *ctx, const struct sim_incident *incident)
{
	struct bus_table *table = ctx;

	simulate_record_incident(&table->record, incident);
}

static void
on_result(void *ctx, uint64_t sign_us)
{
	struct bus_table *table = ctx;

	simulate_record_result(&table->record, sign_us);
}

static void
play_next(struct bus_table *table, uint64_t now_us)
{
	if (!simulate_games_next(&table->games)) {
		table->over = true;
		return;
	}
	simulate_record_begin(&table->record);
	sim_table_play(&table->table, &table->games.pgn.game, table->games.initial_s,
	               table->games.increment_s, now_us);
	sim_bus_touch(&table->run->bus, table->index);
}

/* Play begins when a master has asked for a while, so that it has found the boards. */
static void
go_on(struct bus_run *run, uint64_t now_us)
{
	bool over = true;

	if (!run->playing) {
		run->playing =
			run->options->no_wait ||
			(run->asked_us > 0 &&
		         now_us >= run->asked_us + (uint64_t)(SETTLE_US * run->options->speed));
		if (!run->playing)
			return;
		run->played_us = now_us;
	}
	for (unsigned int i = 0; i < run->options->bus; i++) {
		struct bus_table *table = &run->tables[i];

		if (!table->over && sim_table_is_idle(&table->table))
			play_next(table, now_us);
		over = over && table->over;
	}
	if (over && !run->lingering) {
		run->lingering = true;
		simulate_loop_end_in(&run->loop, run->options->linger_s);
	}
}

static void
begin_troubles(struct bus_run *run, uint64_t now_us)
{
	for (size_t i = 0; i < run->options->n_troubles; i++) {
		const struct simulate_trouble *trouble = &run->options->troubles[i];

		if (run->troubled[i] || !run->playing || now_us < run->played_us + trouble->from_us)
			continue;
		run->troubled[i] = true;
		sim_bus_trouble(&run->bus, trouble->board - 1, trouble->what, now_us,
		                run->played_us + trouble->until_us);
	}
}

static uint64_t
next_trouble_us(const struct bus_run *run)
{
	uint64_t next_us = SIM_NO_DEADLINE;

	for (size_t i = 0; i < run->options->n_troubles; i++)
		if (!run->troubled[i] && run->playing &&
		    run->played_us + run->options->troubles[i].from_us < next_us)
			next_us = run->played_us + run->options->troubles[i].from_us;
	return next_us;
}

static void
pump(void *ctx)
{
	struct bus_run *run = ctx;
	uint64_t now_us = simulate_loop_now(&run->loop);
	uint64_t due_us, other_us;

	begin_troubles(run, now_us);
	sim_bus_advance(&run->bus, now_us);
	go_on(run, now_us);
	due_us = sim_bus_advance(&run->bus, now_us);
	flush_line(run);
	other_us = next_trouble_us(run);
	if (!run->playing && run->asked_us > 0)
		other_us = run->asked_us + (uint64_t)(SETTLE_US * run->options->speed);
	simulate_loop_wake_at(&run->loop, now_us, due_us < other_us ? due_us : other_us);
}

static void
on_receive(void *ctx, const uint8_t *bytes, size_t len)
{
	struct bus_run *run = ctx;
	uint64_t now_us = simulate_loop_now(&run->loop);

	sim_bus_receive(&run->bus, bytes, len, now_us);
	/* A question to one board: the search is over. */
	if (run->asked_us == 0 && len == DGT_BUS_COMMAND_LEN && bytes[0] == DGT_BUS_CHANGES)
		run->asked_us = now_us;
	pump(run);
}

/* Life */

static int
begin_table(struct bus_run *run, unsigned int i, FILE *truth)
{
	const struct sim_table_listener listener = { .ctx = &run->tables[i],
		                                     .bytes = on_board_bytes,
		                                     .ply = on_ply,
		                                     .incident = on_incident,
		                                     .result = on_result };
	struct bus_table *table = &run->tables[i];
	int r;

	table->run = run;
	table->index = i;
	table->options = *run->options;
	table->options.stride = run->options->bus;
	table->options.offset = i;
	table->options.seed += i;
	r = simulate_games_open(&table->games, &table->options);
	if (r < 0)
		return r;
	table->record = (struct simulate_record){ .games = &table->games,
		                                  .board = SIMULATE_BUS_ADDRESS + i,
		                                  .truth = truth,
		                                  .live = true };
	simulate_table_init(&table->table, &table->options, &listener);
	sim_bus_add(&run->bus, &table->table);
	return 0;
}

static void
end_run(struct bus_run *run)
{
	simulate_port_close(&run->port);
	simulate_loop_free(&run->loop);
	for (unsigned int i = 0; run->tables && i < run->options->bus; i++)
		simulate_games_close(&run->tables[i].games);
	free(run->tables);
}

static int
begin_run(struct bus_run *run, FILE *truth)
{
	const struct sim_bus_output output = { run, on_line_byte };
	int r = 0;

	run->tables = calloc(run->options->bus, sizeof(*run->tables));
	if (!run->tables)
		return -ENOMEM;
	sim_bus_init(&run->bus, &run->options->faults, run->options->seed, &output);
	for (unsigned int i = 0; r == 0 && i < run->options->bus; i++)
		r = begin_table(run, i, truth);
	if (r == 0)
		r = simulate_loop_init(&run->loop, run->options->speed, pump, run);
	if (r == 0)
		r = simulate_port_open(&run->port, run->options, run->loop.base, on_receive, run);
	return r;
}

int
simulate_bus(const struct simulate_options *options, FILE *truth)
{
	struct bus_run *run = calloc(1, sizeof(*run));
	unsigned int skipped = 0;
	bool failed;

	if (!run)
		return COMMAND_FAILED;
	run->options = options;
	run->port.pty = -1;
	signal(SIGPIPE, SIG_IGN);
	failed = begin_run(run, truth) < 0;
	if (!failed) {
		fflush(stdout);
		pump(run);
		simulate_loop_run(&run->loop);
		for (unsigned int i = 0; i < options->bus; i++) {
			skipped += run->tables[i].games.skipped;
			failed = failed || run->tables[i].record.failed;
		}
	}
	end_run(run);
	free(run);
	return failed || skipped > 0 ? COMMAND_FAILED : COMMAND_OK;
}
