/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Recall and precision of the clock watch: games played by the simulated board, clock and hands,
 * read by driver and tracker as they would be live, N games with each defect of the clock and N
 * without. Prints a table by kind, with how far the times that were proposed (right_s) are from what an unharmed clock
 * shows, the middle one and the farthest; fails where the targets are missed: of each defect 99 in 100
 * found, no false critical finding, fewer than one false advisory or warning in ten clean games.
 *
 * Without PGN files, the three games of the project are played over and over, by other hands.
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/laws/clock/clock_watch.h"
#include "core/pgn/pgn.h"
#include "core/tracker/tracker.h"
#include "drivers/dgt/dgt_wire.h"
#include "drivers/driver.h"
#include "drivers/sim/sim_clock_fault.h"
#include "drivers/sim/sim_table.h"
#include "tests/bench/options.h"
#include "tests/support.h"

#define HOST_GAP_US 250000
#define TAIL_US     UINT64_C(30000000)

/* A clock that goes wrong by less within a game is none that could be noticed. */
#define DRIFT_SEEN_S 10
#define TURN_SEEN_US UINT64_C(6000000)

static const char usage[] =
	"usage: clock_faults [OPTION...] [PGN...]\n"
	"\n"
	"  --games N       so many games with each defect (default 24)\n"
	"  --clean N       without one (default 60)\n"
	"  --seed N        another N, other hands (default 1)\n"
	"  --profile NAME  of the simulator (default human)\n"
	"  --control T     this time control only, as 5400+30\n"
	"  --poll MS       the board asks its clock no more often\n"
	"  --kind NAME     this defect only\n"
	"  --verbose       every game, and every defect missed or told falsely\n";

struct options {
	uint64_t n_games, n_clean, seed, poll_ms;
	const char *profile;
	const char *control;
	const char *only;
	bool verbose;
};

/* One game on its way from the board to the watch. */
struct table {
	struct sim_table sim;
	struct sim_clock_fault fault;
	const struct board_driver *driver;
	void *driver_state;
	void *tracker_memory;
	struct tracker *tracker;
	struct clock_watch watch;
	struct clock_reading reading, right; /* as shown, and without the fault */
	struct board_event polled;           /* BOARD_CLOCK: waits for the board to ask the clock */
	const struct game *game;
	uint64_t now_us;
	/* What there was to be seen. */
	uint64_t turn_us, longest_us;
	bool turn_counts;
	/* What was found. */
	unsigned int n_found[ALERTS];
	uint64_t first_us[ALERTS];
	enum alert_id last;
	int32_t off_s; /* of the first proposal, or less than 0 */
	const struct options *options;
};

static struct table table;
static uint64_t verdict_memory[VERDICT_MEMORY_MIN * 8 / sizeof(uint64_t)];

/* What was proposed against a clock that nothing has happened to. */
static void
note_proposal(const struct clock_finding *finding)
{
	if (table.off_s >= 0 || finding->right_s[WHITE] == CLOCK_UNKNOWN)
		return;
	for (int side = WHITE; side <= BLACK; side++) {
		uint8_t where = table.watch.white_side ^ (side == BLACK);
		int32_t off_s = abs(finding->right_s[side] - table.right.face[where].seconds);

		if (off_s > table.off_s)
			table.off_s = off_s;
	}
}

static void
on_finding(void *ctx, const struct clock_finding *finding)
{
	(void)ctx;
	if (table.n_found[finding->id]++ == 0)
		table.first_us[finding->id] = finding->t_us;
	note_proposal(finding);
	if (table.options->verbose)
		printf("  %8.2f ply %u %s: %s, difference %d, expected %d, shown %d %d -> %d %d\n",
		       (double)finding->t_us / 1e6, finding->ply,
		       finding->side == WHITE ? "white" : "black", alert_row(finding->id)->name,
		       finding->difference_s, finding->expected_s, finding->before_s[WHITE],
		       finding->before_s[BLACK], finding->after_s[WHITE], finding->after_s[BLACK]);
}

static void
on_update(void *ctx, enum tracker_update what, const struct game *game, uint32_t first_ply)
{
	struct tracker_view view;

	(void)ctx;
	table.game = game;
	switch (what) {
	case TRACKER_GAME_BEGINS:
		clock_watch_begin(&table.watch, game, table.now_us);
		return;
	case TRACKER_PLIES:
		clock_watch_plies(&table.watch, game, first_ply, table.now_us);
		return;
	case TRACKER_RESULT:
		clock_watch_result(&table.watch, game, table.now_us);
		return;
	case TRACKER_CLOCK:
		tracker_look(table.tracker, &view);
		clock_watch_reading(&table.watch, game, &table.reading,
		                    view.clock_turn == WHITE ? table.reading.turn
		                                             : (uint8_t)(table.reading.turn ^ 1),
		                    table.now_us);
		return;
	case TRACKER_BOARD:
		return;
	}
}

/* Turns that begin when the fault is there, and how long the longest is. */
static void
note_turn(const struct clock_reading *before, const struct clock_reading *now)
{
	if (!before->running || before->turn != now->turn || !now->running) {
		table.turn_us = table.now_us;
		table.turn_counts = table.fault.active;
	}
	if (table.turn_counts && now->running && table.now_us - table.turn_us > table.longest_us)
		table.longest_us = table.now_us - table.turn_us;
}

static void
hand_over(const struct board_event *event)
{
	struct clock_reading before = table.reading;

	table.now_us = event->t_us;
	if (event->kind == BOARD_CLOCK) {
		table.reading = event->clock;
		note_turn(&before, &table.reading);
	}
	tracker_event(table.tracker, event);
	if (table.game)
		clock_watch_advance(&table.watch, table.game, table.now_us);
}

/* A board that asks the clock now and then hears the latest reading only. */
static void
on_event(void *ctx, const struct board_event *event)
{
	uint64_t poll_us = table.options->poll_ms * 1000;
	struct clock_reading reading;

	(void)ctx;
	if (table.polled.kind == BOARD_CLOCK && event->t_us >= table.polled.t_us) {
		hand_over(&table.polled);
		table.polled.kind = BOARD_SCAN; /* none */
	}
	if (event->kind != BOARD_CLOCK) {
		hand_over(event);
		return;
	}
	table.right = event->clock;
	if (!sim_clock_fault_read(&table.fault, &event->clock, event->t_us, &reading))
		return;
	table.polled = *event;
	table.polled.clock = reading;
	if (poll_us > 0) {
		table.polled.t_us = (event->t_us / poll_us + 1) * poll_us;
		return;
	}
	hand_over(&table.polled);
	table.polled.kind = BOARD_SCAN;
}

static void
on_bytes(void *ctx, uint64_t t_us, const uint8_t *bytes, size_t len)
{
	const struct driver_out out = { .ctx = ctx, .event = on_event };

	table.driver->feed(table.driver_state, &out, bytes, len, t_us);
}

static uint64_t
run_until(uint64_t now_us, uint64_t until_us)
{
	uint64_t next_us = sim_table_advance(&table.sim, now_us);

	while (next_us <= until_us)
		next_us = sim_table_advance(&table.sim, next_us);
	sim_table_advance(&table.sim, until_us);
	return until_us;
}

static uint64_t
start_board(void)
{
	static const uint8_t commands[] = { DGT_RESET, DGT_UPDATE_NICE, DGT_SEND_BRD };
	uint64_t now_us = 0;

	for (size_t i = 0; i < sizeof(commands); i++) {
		sim_table_receive(&table.sim, &commands[i], 1, now_us);
		now_us = run_until(now_us, now_us + HOST_GAP_US);
	}
	return now_us;
}

static void
sit(const struct options *options, const struct time_control *control, uint64_t seed)
{
	struct clock_watch_setup setup;
	const struct clock_watch_listener found = { .found = on_finding };
	const struct tracker_listener listener = { NULL, on_update, NULL };
	const struct sim_table_listener sim_listener = { .bytes = on_bytes };
	struct sim_hand_setup hand = { .profile = sim_profile_find(options->profile),
		                       .seed = seed,
		                       .pace = SIM_HAND_PACE_ONE };
	struct sim_board_setup board;

	clock_watch_defaults(&setup, control);
	setup.trouble_s = 0;
	setup.verdict_memory = verdict_memory;
	setup.verdict_memory_size = sizeof(verdict_memory);
	clock_watch_init(&table.watch, &setup, &found);
	table.game = NULL;
	table.tracker = tracker_init(table.tracker_memory, &listener);
	table.driver->init(table.driver_state);
	memset(&table.reading, 0, sizeof(table.reading));
	table.polled.kind = BOARD_SCAN;
	memset(table.n_found, 0, sizeof(table.n_found));
	table.longest_us = 0;
	table.off_s = -1;
	table.turn_counts = false;
	sim_board_setup_default(&board);
	board.rotated = seed & 1;
	board.scan_us = 200000 + (uint32_t)(seed % 50000);
	board.seed = seed;
	sim_table_init(&table.sim, &board, &hand, &sim_listener, 0);
}

static void
play(const struct options *options, const struct game *game, const struct time_control *control,
     uint64_t seed)
{
	uint64_t now_us, next_us;

	sit(options, control, seed);
	now_us = start_board();
	sim_table_play(&table.sim, game, (int32_t)control->periods[0].seconds,
	               (int32_t)control->periods[0].increment_s, now_us);
	next_us = now_us;
	while (!sim_table_is_idle(&table.sim)) {
		now_us = next_us;
		next_us = sim_table_advance(&table.sim, now_us);
	}
	now_us = run_until(now_us, now_us + TAIL_US / 10);
	if (table.polled.kind == BOARD_CLOCK)
		hand_over(&table.polled);
	now_us = run_until(now_us, now_us + TAIL_US);
	table.now_us = now_us;
	tracker_advance(table.tracker, now_us);
	if (table.game)
		clock_watch_advance(&table.watch, table.game, now_us);
}

/* --- Kinds ------------------------------------------------------------------------------------ */

struct kind {
	enum sim_fault_kind fault;
	int32_t least_s,
		most_s; /* either sign where least is negative, and never nearer to 0 than -least */
	enum alert_id expected[3]; /* one of them; ended by ALERTS */
};

static const struct kind kinds[] = {
	{ SIM_FAULT_NONE, 0, 0, { ALERTS } },
	{ SIM_FAULT_SETTING, -5, 600, { ALERT_CLOCK_SETTING_MISMATCH, ALERTS } },
	{ SIM_FAULT_INCREMENTS,
	  -2,
	  30,
	  { ALERT_CLOCK_SETTING_MISMATCH, ALERT_CLOCK_TIME_JUMP, ALERTS } },
	{ SIM_FAULT_NO_INCREMENT,
	  0,
	  0,
	  { ALERT_CLOCK_TIME_JUMP, ALERT_CLOCK_SETTING_MISMATCH, ALERTS } },
	{ SIM_FAULT_TWO_INCREMENTS,
	  0,
	  0,
	  { ALERT_CLOCK_TIME_JUMP, ALERT_CLOCK_SETTING_MISMATCH, ALERTS } },
	{ SIM_FAULT_JUMP, -5, 300, { ALERT_CLOCK_TIME_JUMP, ALERTS } },
	{ SIM_FAULT_OTHER_JUMP, -5, 300, { ALERT_CLOCK_TIME_JUMP, ALERTS } },
	/* What is slow by whole seconds may be a jump of each. */
	{ SIM_FAULT_DRIFT, -5, 30, { ALERT_CLOCK_DRIFT, ALERT_CLOCK_TIME_JUMP, ALERTS } },
	/* When the lever falls meanwhile, what was not counted is a jump, or drift. */
	{ SIM_FAULT_STUCK, 8, 20, { ALERT_CLOCK_STUCK, ALERT_CLOCK_TIME_JUMP, ALERT_CLOCK_DRIFT } },
	{ SIM_FAULT_BOTH, 0, 0, { ALERT_CLOCK_BOTH_RUNNING, ALERTS } },
	{ SIM_FAULT_FLAG, 0, 0, { ALERT_FLAG_FALLEN, ALERTS } },
	{ SIM_FAULT_MISSED, 0, 0, { ALERT_MISSED_PRESS_PAIR, ALERTS } },
};

#define N_KINDS (sizeof(kinds) / sizeof(kinds[0]))

/* What follows from a fault, or was the case in the clean run: no false finding. */
static const enum alert_id consequences[] = {
	ALERT_CLOCK_STOPPED, /* games end with a stopped clock, often with nothing said */
	ALERT_PROMOTION_PIECE_MISSING,
	ALERT_CLOCK_NOT_PRESSED,
};

static bool
is_expected(const struct kind *kind, enum alert_id id)
{
	for (size_t i = 0; i < sizeof(consequences) / sizeof(consequences[0]); i++)
		if (id == consequences[i])
			return true;
	for (size_t i = 0; i < 3 && kind->expected[i] < ALERTS; i++)
		if (id == kind->expected[i])
			return true;
	/* What a second side loses in short turns is a drift, and so are increments that are
	 * missing before it is known how old readings are. */
	if (id == ALERT_CLOCK_DRIFT &&
	    (kind->fault == SIM_FAULT_BOTH || kind->fault == SIM_FAULT_INCREMENTS))
		return true;
	/* Whose seconds go wrong, or who does not press, loses on time. */
	return kind->fault != SIM_FAULT_NONE &&
	       (id == ALERT_FLAG_FALLEN ||
	        (id == ALERT_BOTH_FLAGS_FALLEN && kind->fault == SIM_FAULT_BOTH));
}

/* Did the game give the fault a chance to be seen? */
static bool
is_visible(const struct kind *kind)
{
	switch (kind->fault) {
	case SIM_FAULT_NONE:
		return false;
	case SIM_FAULT_SETTING:
	case SIM_FAULT_INCREMENTS:
		return true;
	case SIM_FAULT_DRIFT:
		return abs(table.fault.departed_s) >= DRIFT_SEEN_S && !table.fault.blocked;
	case SIM_FAULT_BOTH:
		return table.fault.active && table.longest_us >= TURN_SEEN_US;
	case SIM_FAULT_MISSED:
		return table.fault.n_missed == 2;
	case SIM_FAULT_NO_INCREMENT:
	case SIM_FAULT_TWO_INCREMENTS:
	case SIM_FAULT_JUMP:
	case SIM_FAULT_OTHER_JUMP:
	case SIM_FAULT_STUCK:
	case SIM_FAULT_FLAG:
	case SIM_FAULTS:
		break;
	}
	return table.fault.active;
}

/* Farther off is all the same. */
#define OFF_MAX_S 999

struct score {
	unsigned int n_games, n_visible, n_found, n_false_critical, n_false;
	uint64_t late_us; /* the longest from the fault to its finding */
	unsigned int n_proposed,
		n_off[OFF_MAX_S + 1]; /* proposals, and those so many seconds off */
};

static void
count_false(const struct kind *kind, struct score *score)
{
	for (enum alert_id id = 0; id < ALERTS; id++) {
		enum alert_severity severity = alert_row(id)->severity[0];

		if (table.n_found[id] == 0 || is_expected(kind, id))
			continue;
		if (severity == ALERT_CRITICAL)
			score->n_false_critical += table.n_found[id];
		else if (severity != ALERT_INFO)
			score->n_false += table.n_found[id];
	}
}

/* When the first of the findings that are right for this fault came; TIME_UNKNOWN: it was
 * missed. */
static uint64_t
found_us(const struct kind *kind)
{
	uint64_t first_us = TIME_UNKNOWN;

	for (size_t i = 0; i < 3 && kind->expected[i] < ALERTS; i++)
		if (table.n_found[kind->expected[i]] > 0 &&
		    table.first_us[kind->expected[i]] < first_us)
			first_us = table.first_us[kind->expected[i]];
	return first_us;
}

static void
judge(const struct kind *kind, struct score *score, unsigned int n)
{
	unsigned int n_false = score->n_false + score->n_false_critical;
	uint64_t at_us = found_us(kind);

	score->n_games++;
	if (table.off_s >= 0) {
		score->n_proposed++;
		score->n_off[table.off_s < OFF_MAX_S ? table.off_s : OFF_MAX_S]++;
	}
	count_false(kind, score);
	if (table.options->verbose && n_false != score->n_false + score->n_false_critical)
		printf("  false in %s game %u\n", sim_fault_name(kind->fault), n);
	if (!is_visible(kind))
		return;
	score->n_visible++;
	if (at_us == TIME_UNKNOWN && table.options->verbose)
		printf("  missed in %s game %u\n", sim_fault_name(kind->fault), n);
	if (at_us == TIME_UNKNOWN)
		return;
	score->n_found++;
	if (table.fault.active && at_us > table.fault.active_us + score->late_us)
		score->late_us = at_us - table.fault.active_us;
}

/* --- Games ------------------------------------------------------------------------------------ */

struct games {
	struct game *games;
	size_t n;
};

static void
read_games(struct games *games, const char *path)
{
	static struct pgn_game pgn;
	static struct game_ply plies[GAME_PLIES_MAX];
	struct pgn_reader reader;
	struct pgn_error error;
	enum pgn_outcome outcome;
	size_t len;
	char *text = test_read_file(path, &len);

	if (!text) {
		perror(path);
		exit(EXIT_FAILURE);
	}
	pgn.game.plies = plies;
	pgn.game.capacity = GAME_PLIES_MAX;
	pgn_reader_init(&reader, text, len);
	while ((outcome = pgn_next(&reader, &pgn, &error)) != PGN_END) {
		struct game *game;
		struct position start;

		position_start(&start);
		if (outcome == PGN_ERROR || pgn.game.n_plies < 20 ||
		    memcmp(start.by_type, pgn.game.start.by_type, sizeof(start.by_type)) != 0)
			continue;
		games->games = realloc(games->games, (games->n + 1) * sizeof(*games->games));
		game = &games->games[games->n++];
		*game = pgn.game;
		game->plies = malloc(game->n_plies * sizeof(*plies));
		game->capacity = game->n_plies;
		memcpy(game->plies, plies, game->n_plies * sizeof(*plies));
		/* The hands think as long as they like. */
		for (uint32_t i = 0; i < game->n_plies; i++)
			game->plies[i].clock_s = CLOCK_UNKNOWN;
	}
	free(text);
}

static void
draw_fault(const struct kind *kind, const struct game *game, const struct time_control *control,
           struct sim_random *random)
{
	uint32_t n_presses = (uint32_t)sim_random_between(random, 4, game->n_plies * 3 / 4);
	int32_t increment_s = (int32_t)control->periods[0].increment_s;
	int32_t least = abs(kind->least_s);
	int32_t seconds =
		(int32_t)sim_random_between(random, (uint32_t)least, (uint32_t)(kind->most_s));

	/* Not more than there is. */
	if (kind->least_s < 0 && sim_random_below(random, 2) &&
	    seconds < (int32_t)control->periods[0].seconds / 4)
		seconds = -seconds;
	if (kind->fault == SIM_FAULT_INCREMENTS && seconds < -increment_s)
		seconds = -increment_s;
	sim_clock_fault_init(&table.fault, kind->fault, n_presses, seconds, increment_s);
}

static struct score
run_kind(const struct options *options, const struct kind *kind, const struct games *games)
{
	static const char *const default_controls[] = { "180+2", "900+10", "5400+30", "300+3" };
	uint64_t n_games = kind->fault == SIM_FAULT_NONE ? options->n_clean : options->n_games;
	struct score score = { 0 };
	struct sim_random random;

	sim_random_init(&random, options->seed + 1000003 * (uint64_t)kind->fault);
	for (unsigned int n = 0; n < n_games; n++) {
		const struct game *game = &games->games[n % games->n];
		const char *text = options->control ? options->control : default_controls[n % 4];
		struct time_control control;

		if (time_control_parse(text, strlen(text), &control) != 0) {
			fprintf(stderr, "%s is no time control\n", text);
			exit(EXIT_FAILURE);
		}
		control.first_increment = TIME_FIRST_AUTO;
		draw_fault(kind, game, &control, &random);
		if (options->verbose)
			printf("%s %u (%s, after %u, %d s)\n", sim_fault_name(kind->fault), n, text,
			       table.fault.after, table.fault.seconds);
		play(options, game, &control, sim_random_next(&random));
		judge(kind, &score, n);
	}
	return score;
}

/* So many proposals are no farther off. */
static int
off_of(const struct score *score, unsigned int n)
{
	unsigned int seen = 0;
	int off_s = 0;

	while (off_s < OFF_MAX_S && (seen += score->n_off[off_s]) < n)
		off_s++;
	return off_s;
}

static bool
print_score(const struct kind *kind, const struct score *score)
{
	bool good = score->n_found * 100 >= score->n_visible * 99;

	if (kind->fault == SIM_FAULT_NONE)
		good = score->n_false_critical == 0 && score->n_false * 10 < score->n_games + 10;
	good = good && score->n_false_critical == 0;
	printf("%-18s %6u %8u %6u %8.2f %9u %7u %8.1f %8u %6d %6d%s\n", sim_fault_name(kind->fault),
	       score->n_games, score->n_visible, score->n_found,
	       score->n_visible ? 100.0 * score->n_found / score->n_visible : 0.0,
	       score->n_false_critical, score->n_false, (double)score->late_us / 1e6,
	       score->n_proposed, off_of(score, (score->n_proposed + 1) / 2),
	       off_of(score, score->n_proposed), good ? "" : "  missed the target");
	return good;
}

static int
read_options(struct options *options, int argc, char **argv)
{
	const struct bench_option known[] = {
		{ "games", .number = &options->n_games }, { "clean", .number = &options->n_clean },
		{ "seed", .number = &options->seed },     { "profile", .text = &options->profile },
		{ "control", .text = &options->control }, { "kind", .text = &options->only },
		{ "verbose", .flag = &options->verbose }, { "poll", .number = &options->poll_ms },
	};

	return bench_options_read(known, sizeof(known) / sizeof(known[0]), NULL, usage, argc, argv);
}

int
main(int argc, char **argv)
{
	struct options options = { .n_games = 24, .n_clean = 60, .seed = 1, .profile = "human" };
	int status = read_options(&options, argc, argv);
	struct games games = { 0 };
	bool good = true;

	if (status != BENCH_GO_ON)
		return status;
	if (!sim_profile_find(options.profile)) {
		fprintf(stderr, "no profile '%s'\n", options.profile);
		return EXIT_FAILURE;
	}
	if (optind == argc) {
		read_games(&games, test_source_path("drivers/sim/games/opera-1858.pgn"));
		read_games(&games, test_source_path("drivers/sim/games/immortal-1851.pgn"));
		read_games(&games, test_source_path("drivers/sim/games/evergreen-1852.pgn"));
	}
	for (int i = optind; i < argc; i++)
		read_games(&games, argv[i]);
	if (games.n == 0) {
		fputs("no games\n", stderr);
		return EXIT_FAILURE;
	}
	table.options = &options;
	table.driver = board_driver_find("dgt");
	table.driver_state = malloc(table.driver->state_size);
	table.tracker_memory = malloc(tracker_size());
	printf("%-18s %6s %8s %6s %8s %9s %7s %8s %8s %6s %6s\n", "fault", "games", "visible",
	       "found", "recall %", "critical!", "other!", "latest s", "proposed", "off s",
	       "worst");
	for (size_t i = 0; i < N_KINDS; i++) {
		struct score score;

		if (options.only && strcmp(options.only, sim_fault_name(kinds[i].fault)) != 0)
			continue;
		score = run_kind(&options, &kinds[i], &games);
		good &= print_score(&kinds[i], &score);
	}
	for (size_t i = 0; i < games.n; i++)
		free(games.games[i].plies);
	free(games.games);
	free(table.driver_state);
	free(table.tracker_memory);
	return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
