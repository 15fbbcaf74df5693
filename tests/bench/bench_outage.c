/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The soak of a hall (hall.c --soak) in virtual time, for hours in seconds: boards alone on their cables that
 * are unplugged, on whose lines noise lies, and a host that is killed, all the while games are played. Says
 * what of the games is not in the record, and where it begins to be missing.
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/pgn/pgn.h"
#include "daemon/table.h"
#include "drivers/sim/sim_random.h"
#include "drivers/sim/sim_table.h"
#include "tests/bench/options.h"
#include "tests/bench/tracker_games.h"
#include "tests/sim/bus_rig.h"

#define SECOND UINT64_C(1000000)

#define RETRY_MIN_US  250000 /* as drivers/transport has them */
#define RETRY_MAX_US  8000000
#define STEADY_US     10000000
#define UNWRITTEN_US  50000   /* what was heard so late before a kill is in no journal */
#define RESTART_US    120000  /* from a kill to the port being open again */
#define BETWEEN_US    3000000 /* from the men standing to the first move */
#define QUIET_US      30000000
#define GAMES_MAX     64
#define GAMES_A_TABLE 4

static const char usage[] =
	"usage: bench_outage [OPTION...] PGN...\n\n"
	"  --tables N    one after the other, each with four games (40)\n"
	"  --every S     seconds between two troubles of a table, half of them noise (12)\n"
	"  --kill S      seconds between two kills (30)\n"
	"  --profile P   of the hands and boards (clean)\n"
	"  --pace X      players think X times as quickly (1)\n"
	"  --time S+I    what the clocks are set to (900+10)\n"
	"  --no-clock    none stands beside the board\n"
	"  --seed N      (1)\n"
	"  --bus N       boards on buses of N instead, with a game each, and troubles of the bus "
	"(0)\n"
	"  --first N     leave out the tables before table N (0)\n"
	"  --capture F   write what is said between host and board to F; of one table\n";

struct outage_settings {
	unsigned int tables, first, seed, bus;
	double every_s, kill_s, pace;
	const char *profile;
	int32_t initial_s, increment_s;
	bool no_clock;
	FILE *capture;
};

/* One table: the board and its players, the host's table, and the link between them. */
struct desk {
	const struct outage_settings *settings;
	struct sim_table board;
	struct table *table;
	struct config config;
	struct sim_random random;
	const struct game *games[GAMES_A_TABLE];
	size_t n_games; /* begun */
	bool cleared;
	uint64_t now_us, begin_us;
	uint8_t queue[32768];
	size_t n_queue;
	bool plugged, deaf; /* deaf: what is heard now is lost with the kill */
	uint64_t reach_us;  /* the board can be reached from then on */
	uint64_t retry_us, wait_us, up_us;
	uint64_t trouble_us, kill_us;
	unsigned int unplugs, kills, noises, incomplete;
};

static uint64_t
earlier(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* --- The link --------------------------------------------------------------------------------- */

static void
write_bytes(const struct desk *desk, char direction, const uint8_t *bytes, size_t len)
{
	FILE *file = desk->settings->capture;

	if (!file)
		return;
	fprintf(file, "%llu %c ", (unsigned long long)desk->now_us, direction);
	for (size_t i = 0; i < len; i++)
		fprintf(file, "%02x", bytes[i]);
	fputc('\n', file);
}

static void
host(struct desk *desk, const char *json)
{
	char error[200];

	if (desk->settings->capture)
		fprintf(desk->settings->capture, "%llu ! %s\n", (unsigned long long)desk->now_us,
		        json);
	if (table_host(desk->table, desk->now_us, json, error, sizeof(error)) != 0) {
		fprintf(stderr, "%s\n", error);
		exit(1);
	}
}

static void
say(struct desk *desk, const uint8_t *bytes, size_t len)
{
	if (!desk->plugged || desk->n_queue + len > sizeof(desk->queue))
		return;
	memcpy(desk->queue + desk->n_queue, bytes, len);
	desk->n_queue += len;
}

static void
on_bytes(void *ctx, uint64_t t_us, const uint8_t *bytes, size_t len)
{
	(void)t_us;
	say(ctx, bytes, len);
}

static void
on_alert(void *ctx, const struct alert *alert)
{
	struct desk *desk = ctx;

	desk->incomplete += alert->id == ALERT_BOARD_LOG_INCOMPLETE;
}

static int
on_send(void *ctx, const uint8_t *bytes, size_t len)
{
	struct desk *desk = ctx;

	write_bytes(desk, '>', bytes, len);
	if (desk->plugged && desk->now_us >= desk->reach_us)
		sim_table_receive(&desk->board, bytes, len, desk->now_us);
	return 0;
}

static void
plug(struct desk *desk)
{
	desk->retry_us = SIM_NO_DEADLINE;
	desk->plugged = true;
	desk->up_us = desk->now_us;
	host(desk, "{\"op\":\"plugged\"}");
}

static void
cut(struct desk *desk)
{
	desk->plugged = false;
	desk->n_queue = 0;
}

static void
unplug(struct desk *desk)
{
	if (!desk->plugged)
		return;
	cut(desk);
	host(desk, "{\"op\":\"unplugged\"}");
	if (desk->now_us > desk->up_us + STEADY_US)
		desk->wait_us = RETRY_MIN_US;
	desk->retry_us = desk->now_us + desk->wait_us;
	desk->wait_us = earlier(2 * desk->wait_us, RETRY_MAX_US);
}

/* A serial device server takes the connection and closes it as long as the board is away. */
static void
retry(struct desk *desk)
{
	plug(desk);
	if (desk->now_us < desk->reach_us)
		unplug(desk);
}

/* --- Trouble ---------------------------------------------------------------------------------- */

/* Up to twice the mean away. */
static uint64_t
draw_us(struct desk *desk, double mean_s)
{
	return mean_s > 0 ? sim_random_below(&desk->random, (uint32_t)(2e6 * mean_s)) + 1
	                  : SIM_NO_DEADLINE / 2;
}

static void
make_trouble(struct desk *desk)
{
	uint8_t noise[200];
	uint32_t len = sim_random_below(&desk->random, sizeof(noise)), first;

	desk->trouble_us = desk->now_us + draw_us(desk, desk->settings->every_s);
	if (sim_random_below(&desk->random, 2) == 0) {
		desk->reach_us =
			desk->now_us + 200000 + sim_random_below(&desk->random, 3000) * 1000;
		desk->unplugs++;
		unplug(desk);
		return;
	}
	first = sim_random_below(&desk->random, 128);
	for (uint32_t i = 0; i < len; i++)
		noise[i] = (uint8_t)((i * 73 + first) & 0x7f);
	desk->noises++;
	say(desk, noise, len);
}

static void
kill_host(struct desk *desk)
{
	desk->kill_us = desk->now_us + UNWRITTEN_US + draw_us(desk, desk->settings->kill_s);
	desk->deaf = false;
	desk->kills++;
	cut(desk);
	host(desk, "{\"op\":\"started\"}");
	desk->wait_us = RETRY_MIN_US;
	desk->retry_us = desk->now_us + RESTART_US;
}

/* --- Time ------------------------------------------------------------------------------------- */

static void
go_on(struct desk *desk)
{
	const struct outage_settings *settings = desk->settings;

	if (!sim_table_is_idle(&desk->board))
		return;
	if (!desk->cleared) {
		sim_table_clear(&desk->board, desk->now_us);
		desk->cleared = true;
		desk->begin_us = SIM_NO_DEADLINE;
	} else if (desk->begin_us == SIM_NO_DEADLINE) {
		desk->begin_us = desk->now_us + BETWEEN_US;
	} else if (desk->now_us >= desk->begin_us && desk->n_games < GAMES_A_TABLE) {
		desk->cleared = false;
		sim_table_play(&desk->board, desk->games[desk->n_games++], settings->initial_s,
		               settings->increment_s, desk->now_us);
	}
}

static void
step(struct desk *desk, uint64_t end_us)
{
	uint64_t due_us = sim_table_advance(&desk->board, desk->now_us);

	due_us = earlier(due_us, table_advance(desk->table, desk->now_us));
	due_us = earlier(due_us, earlier(desk->retry_us, desk->trouble_us));
	due_us = earlier(due_us, desk->deaf ? desk->kill_us : desk->kill_us - UNWRITTEN_US);
	if (sim_table_is_idle(&desk->board))
		due_us = earlier(due_us, desk->begin_us);
	desk->now_us = earlier(due_us > desk->now_us ? due_us : desk->now_us + 1, end_us);
	sim_table_advance(&desk->board, desk->now_us);
	go_on(desk);
	if (desk->n_queue > 0 && !desk->deaf) {
		write_bytes(desk, '<', desk->queue, desk->n_queue);
		table_from_board(desk->table, desk->now_us, desk->queue, desk->n_queue);
	}
	desk->n_queue = 0;
	if (desk->now_us >= desk->kill_us)
		kill_host(desk);
	desk->deaf = desk->now_us >= desk->kill_us - UNWRITTEN_US;
	if (desk->now_us >= desk->trouble_us)
		make_trouble(desk);
	if (desk->now_us >= desk->retry_us)
		retry(desk);
}

static void
run(struct desk *desk, uint64_t us)
{
	uint64_t end_us = desk->now_us + us;

	while (desk->now_us < end_us)
		step(desk, end_us);
}

/* --- Comparing -------------------------------------------------------------------------------- */

/* How many plies of the game, from its beginning, are in the record's game `index`? */
static uint32_t
count_same(struct desk *desk, size_t index, const struct game *truth, uint32_t *ret_found)
{
	static struct game_ply room[GAME_PLIES_MAX];
	static struct pgn_game pgn;
	struct pgn_reader reader;
	struct pgn_error error;
	uint32_t same = 0;
	size_t len;
	const char *text;

	*ret_found = 0;
	if (index >= table_games(desk->table))
		return 0;
	text = table_pgn(desk->table, index, &len);
	pgn_reader_init(&reader, text, len);
	pgn.game.plies = room;
	pgn.game.capacity = GAME_PLIES_MAX;
	if (pgn_next(&reader, &pgn, &error) != PGN_GAME)
		return 0;
	*ret_found = pgn.game.n_plies;
	while (same < truth->n_plies && same < pgn.game.n_plies &&
	       pgn.game.plies[same].move == truth->plies[same].move)
		same++;
	return same;
}

static uint32_t
compare(struct desk *desk, unsigned int number, uint32_t *ret_plies)
{
	uint32_t lost = 0, found;

	for (size_t i = 0; i < desk->n_games; i++) {
		const struct game *truth = desk->games[i];
		uint32_t same = count_same(desk, i, truth, &found);

		*ret_plies += truth->n_plies;
		lost += truth->n_plies - same;
		if (same < truth->n_plies || found > truth->n_plies)
			printf("table %u, game %zu: the first %u plies of %u are there, of %u\n",
			       number, i + 1, same, truth->n_plies, found);
	}
	if (table_games(desk->table) > desk->n_games) {
		printf("table %u: %zu games instead of %zu\n", number, table_games(desk->table),
		       desk->n_games);
		lost++;
	}
	return lost;
}

/* --- One table -------------------------------------------------------------------------------- */

static void
begin(struct desk *desk, const struct outage_settings *settings, unsigned int number)
{
	const struct sim_profile *profile = sim_profile_find(settings->profile);
	const struct sim_hand_setup hand = { .profile = profile,
		                             .seed = settings->seed * 1000 + number,
		                             .pace = (uint32_t)(settings->pace * 1000),
		                             .kings = SIM_KINGS_ON };
	const struct sim_table_listener listener = { .ctx = desk, .bytes = on_bytes };
	const struct table_listener table = { .ctx = desk, .send = on_send, .alert = on_alert };
	struct sim_board_setup board;

	desk->settings = settings;
	sim_random_init(&desk->random, hand.seed);
	config_defaults(&desk->config);
	snprintf(desk->config.time_control, sizeof(desk->config.time_control), "%d+%d",
	         settings->initial_s, settings->increment_s);
	if (table_new(board_driver_find("dgt"), &desk->config, NULL, &table, &desk->table) != 0)
		exit(1);
	sim_table_board(profile, hand.seed, &board);
	board.clock_connected = !settings->no_clock;
	sim_table_init(&desk->board, &board, &hand, &listener, 0);
	desk->wait_us = RETRY_MIN_US;
	desk->retry_us = desk->trouble_us = desk->begin_us = SIM_NO_DEADLINE;
	desk->kill_us = SIM_NO_DEADLINE;
	desk->cleared = true;
	if (settings->capture)
		fprintf(settings->capture,
		        "# adoubed capture 1\n# driver dgt\n# time-control %d+%d\n",
		        settings->initial_s, settings->increment_s);
}

static uint32_t
run_table(const struct outage_settings *settings, unsigned int number,
          const struct game *const *games, size_t n_games, uint32_t *ret_plies)
{
	struct desk *desk = calloc(1, sizeof(*desk));
	uint32_t lost;

	if (!desk)
		exit(1);
	begin(desk, settings, number);
	for (size_t i = 0; i < GAMES_A_TABLE; i++)
		desk->games[i] = games[(number + i) % n_games];
	plug(desk);
	run(desk, 5 * SECOND);
	desk->trouble_us = desk->now_us + draw_us(desk, settings->every_s);
	desk->kill_us = desk->now_us + UNWRITTEN_US + draw_us(desk, settings->kill_s);
	while (desk->n_games < GAMES_A_TABLE || !sim_table_is_idle(&desk->board))
		run(desk, SECOND / 10);
	desk->trouble_us = desk->kill_us = SIM_NO_DEADLINE;
	desk->deaf = false;
	desk->cleared = true;
	desk->begin_us = SIM_NO_DEADLINE - 1;
	run(desk, QUIET_US);
	lost = compare(desk, number, ret_plies);
	if (desk->incomplete > 0)
		printf("table %u: of %u times away its board's log did not tell\n", number,
		       desk->incomplete);
	if (lost > 0)
		printf("table %u: %.0f s, %u unpluggings, %u noises, %u kills\n", number,
		       (double)desk->now_us / 1e6, desk->unplugs, desk->noises, desk->kills);
	table_free(desk->table);
	config_free(&desk->config);
	free(desk);
	return lost;
}

/* --- Boards on a bus ---------------------------------------------------------------------------- */

static bool
is_playing(const struct rig *rig)
{
	for (uint32_t i = 0; i < rig->n; i++)
		if (!sim_table_is_idle(&rig->places[i].table))
			return true;
	return false;
}

static void
trouble_bus(const struct outage_settings *settings, struct rig *rig, struct sim_random *random)
{
	uint32_t kills =
		(uint32_t)(settings->kill_s > 0 ? 1e6 * settings->every_s / settings->kill_s : 0);

	if (sim_random_below(random, 1000000) < kills) {
		rig_kill(rig, UNWRITTEN_US);
		rig_run(rig, RESTART_US);
		rig_open(rig);
	} else if (sim_random_below(random, 2) == 0) {
		rig_close(rig);
		rig_run(rig, 200000 + sim_random_below(random, 3000) * UINT64_C(1000));
		rig_open(rig);
	} else {
		uint32_t first = sim_random_below(random, 128);

		rig_noise(rig, sim_random_below(random, 200), (uint8_t)first);
	}
}

static uint32_t
count_bus(const struct rig *rig, uint32_t *ret_plies)
{
	uint32_t lost = 0;

	for (uint32_t i = 0; i < rig->n; i++) {
		const struct rig_place *place = &rig->places[i];

		*ret_plies += place->game.n_plies;
		if (!rig_is_right(rig, i)) /* or there is more in it than was played */
			lost += place->game.n_plies > rig_n_right(rig, i)
			                ? place->game.n_plies - rig_n_right(rig, i)
			                : 1;
	}
	return lost;
}

static uint32_t
run_bus(const struct outage_settings *settings, unsigned int number, uint32_t *ret_plies)
{
	const struct rig_setup setup = { .n = settings->bus,
		                         .seed = settings->seed * 1000 + number,
		                         .profile = settings->profile,
		                         .pace = (uint32_t)(settings->pace * 1000),
		                         .expect = true };
	struct rig *rig = rig_begin(&setup);
	struct sim_random random;
	uint32_t lost;

	sim_random_init(&random, setup.seed);
	rig_open(rig);
	rig_run(rig, 20 * SECOND);
	for (uint32_t i = 0; i < rig->n; i++)
		rig_play(rig, i, (int)((number + i) % 3));
	while (is_playing(rig)) {
		rig_run(rig, sim_random_below(&random, (uint32_t)(2e6 * settings->every_s)));
		trouble_bus(settings, rig, &random);
	}
	rig_run(rig, 2 * QUIET_US);
	lost = count_bus(rig, ret_plies);
	if (lost > 0)
		printf("bus %u: %u plies lost\n", number, lost);
	rig_end(rig);
	return lost;
}

/* --- Command line ----------------------------------------------------------------------------- */

static bool
take_time(void *ctx, const char *value)
{
	struct outage_settings *settings = ctx;

	return bench_option_time(value, &settings->initial_s, &settings->increment_s);
}

static bool
take_profile(void *ctx, const char *value)
{
	struct outage_settings *settings = ctx;

	settings->profile = value;
	return sim_profile_find(value) != NULL;
}

static bool
take_capture(void *ctx, const char *value)
{
	struct outage_settings *settings = ctx;

	settings->capture = fopen(value, "we");
	return settings->capture != NULL;
}

static int
read_options(int argc, char **argv, struct outage_settings *settings)
{
	const struct bench_option options[] = {
		{ "tables", .count = &settings->tables },
		{ "every", .real = &settings->every_s },
		{ "kill", .real = &settings->kill_s },
		{ "profile", .take = take_profile },
		{ "pace", .real = &settings->pace },
		{ "time", .take = take_time },
		{ "seed", .count = &settings->seed },
		{ "bus", .count = &settings->bus },
		{ "first", .count = &settings->first },
		{ "no-clock", .flag = &settings->no_clock },
		{ "capture", .take = take_capture },
	};
	int status = bench_options_read(options, sizeof(options) / sizeof(options[0]), settings,
	                                usage, argc, argv);

	if (status == BENCH_GO_ON && optind == argc) {
		fputs("bench_outage: no PGN is named\n", stderr);
		fputs(usage, stderr);
		return 2;
	}
	return status;
}

int
main(int argc, char **argv)
{
	struct outage_settings settings = { .tables = 40,
		                            .seed = 1,
		                            .every_s = 12,
		                            .kill_s = 30,
		                            .pace = 1,
		                            .profile = "clean",
		                            .initial_s = 900,
		                            .increment_s = 10 };
	static struct bench_games files;
	static struct game copies[GAMES_MAX];
	const struct game *games[GAMES_MAX];
	uint32_t lost = 0, plies = 0, with_loss = 0;
	size_t n_games = 0;
	int status = read_options(argc, argv, &settings);

	if (status != BENCH_GO_ON)
		return status;
	bench_games_init(&files);
	for (int i = optind; i < argc; i++)
		if (!bench_games_read(&files, argv[i]))
			return 1;
	for (; n_games < files.n && n_games < GAMES_MAX; n_games++) {
		bench_games_load(&files, n_games);
		copies[n_games] = files.pgn.game;
		copies[n_games].plies =
			malloc(files.pgn.game.n_plies * sizeof(*files.pgn.game.plies));
		memcpy(copies[n_games].plies, files.pgn.game.plies,
		       files.pgn.game.n_plies * sizeof(*files.pgn.game.plies));
		games[n_games] = &copies[n_games];
	}
	for (unsigned int i = 0; i < settings.tables && n_games > 0; i++) {
		unsigned int number = settings.first + i;
		uint32_t of_table = settings.bus
		                            ? run_bus(&settings, number, &plies)
		                            : run_table(&settings, number, games, n_games, &plies);

		lost += of_table;
		with_loss += of_table > 0;
	}
	printf("%u of %u plies lost, at %u of %u tables\n", lost, plies, with_loss,
	       settings.tables);
	return lost > 0;
}
