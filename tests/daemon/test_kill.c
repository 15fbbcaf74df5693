/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A game of 41 moves at sixty times its pace, twice at once: one adoubed is left alone, the other
 * is killed with SIGKILL at 20 random moments and started again. Both must have the same game in
 * the end.
 *
 * Arguments: the paths of adoubed and of adoube. $ADOUBED_SEED repeats a run.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <check.h>

#include "tests/daemon/process.h"
#include "tests/support.h"

#define KILLS    20
#define SPEED    "60"
#define GAME_MS  33000 /* about as long as the game lasts at that speed, from its first ply on */
#define PLY_S    25    /* of board time */
#define LAST_PLY "41. Kh5"

static const char *adoubed, *adoube;
static char folder[] = "/tmp/test_kill_XXXXXX";

/* Botvinnik against Capablanca, AVRO tournament 1938: castling, en passant, a queen's long hunt. */
static const char *const moves[] = {
	"d4",   "Nf6",  "c4",   "e6",   "Nc3",  "Bb4",  "e3",   "d5",   "a3",   "Bxc3+", "bxc3",
	"c5",   "cxd5", "exd5", "Bd3",  "O-O",  "Ne2",  "b6",   "O-O",  "Ba6",  "Bxa6",  "Nxa6",
	"Bb2",  "Qd7",  "a4",   "Rfe8", "Qd3",  "c4",   "Qc2",  "Nb8",  "Rae1", "Nc6",   "Ng3",
	"Na5",  "f3",   "Nb3",  "e4",   "Qxa4", "e5",   "Nd7",  "Qf2",  "g6",   "f4",    "f5",
	"exf6", "Nxf6", "f5",   "Rxe1", "Rxe1", "Re8",  "Re6",  "Rxe6", "fxe6", "Kg7",   "Qf4",
	"Qe8",  "Qe5",  "Qe7",  "Ba3",  "Qxa3", "Nh5+", "gxh5", "Qg5+", "Kf8",  "Qxf6+", "Kg8",
	"e7",   "Qc1+", "Kf2",  "Qc2+", "Kg3",  "Qd3+", "Kh4",  "Qe4+", "Kxh5", "Qe2+",  "Kh4",
	"Qe4+", "g4",   "Qe1+", "Kh5",
};

#define N_MOVES (sizeof(moves) / sizeof(moves[0]))

/* One board and its daemon. */
struct side {
	const char *name;
	char board[64], state[64], run[64], pgn[128], config[64];
	struct process simulator, server;
};

static void
write_game(const char *path)
{
	FILE *file = fopen(path, "w");
	int left_s[2] = { 3600, 3600 };

	ck_assert_ptr_nonnull(file);
	fprintf(file, "[Event \"AVRO\"]\n[Result \"1-0\"]\n[TimeControl \"3600\"]\n\n");
	for (size_t i = 0; i < N_MOVES; i++) {
		left_s[i & 1] -= PLY_S;
		if ((i & 1) == 0)
			fprintf(file, "%zu. ", i / 2 + 1);
		fprintf(file, "%s {[%%clk 0:%02d:%02d]} ", moves[i], left_s[i & 1] / 60,
		        left_s[i & 1] % 60);
	}
	fprintf(file, "1-0\n");
	fclose(file);
}

static void
start_simulator(struct side *side, const char *game)
{
	const char *argv[] = { adoube,      "simulate", "--pgn", game,        "--pty", "--link",
		               side->board, "--speed",  SPEED,   "--profile", "clean", "--kings",
		               "on",        "--linger", "3600",  NULL };
	char name[32];

	snprintf(name, sizeof(name), "%s-simulate", side->name);
	process_start(&side->simulator, folder, name, NULL, argv);
	process_await(side->simulator.out, "/dev/pts/");
}

static void
start_server(struct side *side)
{
	const char *argv[] = { adoubed,         "--board", side->board, "--state-dir", side->state,
		               "--runtime-dir", side->run, "--port",    "0",           NULL };
	char name[32];

	snprintf(name, sizeof(name), "%s-adoubed", side->name);
	process_start(&side->server, folder, name, NULL, argv);
}

static void
start_side(struct side *side, const char *name, const char *game)
{
	memset(side, 0, sizeof(*side));
	side->name = name;
	snprintf(side->board, sizeof(side->board), "%s/%s-board", folder, name);
	snprintf(side->state, sizeof(side->state), "%s/%s-state", folder, name);
	snprintf(side->run, sizeof(side->run), "%s/%s-run", folder, name);
	snprintf(side->pgn, sizeof(side->pgn), "%s/games/event/table-1-game-1.pgn", side->state);
	start_simulator(side, game);
	start_server(side);
}

/* moves_of: the moves and the result of a PGN game, without numbers, comments and lines. */
static char *
moves_of(const char *pgn)
{
	const char *p = strstr(pgn, "\n\n");
	char *text = process_keep(calloc(1, strlen(pgn) + 2)), *out = text;

	while (p && *p) {
		size_t len = strcspn(p, " \n");

		if (*p == '{') {
			p += strcspn(p, "}") + 1;
			continue;
		}
		/* A number and its dots are no move; a result is. */
		if (len > 0 && (p[len - 1] != '.')) {
			memcpy(out, p, len);
			out += len;
			*out++ = ' ';
		}
		p += len + (p[len] != '\0');
	}
	return text;
}

static char *
expected_moves(void)
{
	char *text = process_keep(calloc(1, N_MOVES * 8 + 8));

	for (size_t i = 0; i < N_MOVES; i++) {
		strcat(text, moves[i]);
		strcat(text, " ");
	}
	strcat(text, "1-0 ");
	return text;
}

static void
await_result(const struct side *side)
{
	uint64_t since = process_now_ms();

	while (!process_holds(side->pgn, "[Result \"1-0\"]")) {
		if (process_now_ms() - since > PROCESS_PATIENCE_MS)
			ck_abort_msg("%s: the game never ends: %s\n%s\n%s", side->name,
			             process_read(side->pgn), process_read(side->server.err),
			             process_read(side->simulator.err));
		process_sleep_ms(50);
	}
}

/* kill_often: SIGKILL at KILLS random moments of the game, each followed by a restart. How it began must be known: a board
 * that nobody has heard before may stand where several orders of plies lead. */
static void
kill_often(struct side *side)
{
	unsigned int seed = test_seed();
	uint64_t begin, at[KILLS];

	process_await(side->pgn, "1. d4");
	begin = process_now_ms();
	for (int i = 0; i < KILLS; i++) {
		/* One moment in each twentieth of the game: they are random and do not crowd. */
		seed = seed * 1103515245u + 12345u;
		at[i] = (uint64_t)i * ((GAME_MS - 5000) / KILLS) + (seed >> 16) % 1000;
	}
	for (int i = 0; i < KILLS; i++) {
		uint64_t now = process_now_ms() - begin;

		if (now < at[i])
			process_sleep_ms((unsigned int)(at[i] - now));
		ck_assert_int_eq(WTERMSIG(process_end(&side->server, SIGKILL)), SIGKILL);
		start_server(side);
	}
}

START_TEST(kill_game_equals_uninterrupted)
{
	static struct side quiet, killed;
	char game[80], *pgn, *is, *want = expected_moves();

	ck_assert_ptr_nonnull(mkdtemp(folder));
	snprintf(game, sizeof(game), "%s/game.pgn", folder);
	write_game(game);
	start_side(&quiet, "quiet", game);
	start_side(&killed, "killed", game);
	kill_often(&killed);
	await_result(&quiet);
	await_result(&killed);
	ck_assert_int_eq(process_end(&quiet.server, SIGTERM), 0);
	ck_assert_int_eq(process_end(&killed.server, SIGTERM), 0);
	process_end(&quiet.simulator, SIGKILL);
	process_end(&killed.simulator, SIGKILL);

	pgn = process_read(quiet.pgn);
	is = moves_of(pgn);
	ck_assert_str_eq(is, want);
	pgn = process_read(killed.pgn);
	is = moves_of(pgn);
	ck_assert_str_eq(is, want);
	test_remove_folder(folder);
}
END_TEST

int
main(int argc, char **argv)
{
	Suite *suite = suite_create("kill");
	TCase *tcase = tcase_create("kill");

	if (argc != 3)
		return EXIT_FAILURE;
	adoubed = argv[1];
	adoube = argv[2];
	test_seed();
	tcase_set_timeout(tcase, 150);
	tcase_add_test(tcase, kill_game_equals_uninterrupted);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
