/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The arbiter's desk of a running adoubed: players, boards and rounds ordered, kept over a kill, and turned round.
 *
 * Arguments: the paths of adoubed and of adoube.
 */
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <check.h>

#include "tests/daemon/process.h"
#include "tests/support.h"

#define WORDS_MAX 12
#define START_FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

static const char *adoubed, *adoube;
static char folder[] = "/tmp/test_desk_XXXXXX";
static char config_path[64], socket_path[80], board[64], pairings[64];
static struct process server, simulator;
static const char *out, *err; /* of the last adoube */
static int n_runs;

static void
start_server(void)
{
	const char *argv[] = { adoubed, "--config", config_path, NULL };
	char name[32];

	snprintf(name, sizeof(name), "adoubed-%d", n_runs++);
	process_start(&server, folder, name, NULL, argv);
	process_await(server.out, "listening on");
}

static void
setup(void)
{
	memcpy(folder + strlen(folder) - 6, "XXXXXX", 6);
	ck_assert_ptr_nonnull(mkdtemp(folder));
	snprintf(config_path, sizeof(config_path), "%s/adoubed.conf", folder);
	snprintf(socket_path, sizeof(socket_path), "%s/run/control", folder);
	snprintf(board, sizeof(board), "%s/board", folder);
	snprintf(pairings, sizeof(pairings), "%s/pairings", folder);
	process_write(
		config_path,
		"[event]\nname = Desk\nround = 1\n[time]\ncontrol = 5400+30\n[daemon]\n"
		"state_dir = %s/state\nruntime_dir = %s/run\nport = 0\n[table 1]\nboard = %s\n"
		"white = Fischer\n[table 2]\nboard = %s/none\n",
		folder, folder, board, folder);
	simulator.pid = 0;
}

static void
teardown(void)
{
	process_end(&server, SIGTERM);
	process_kill(&simulator);
	test_remove_folder(folder);
}

/* adoube COMMAND --socket PATH WORD..., up to a NULL. Returns its exit status. */
static int
ask(const char *command, ...)
{
	const char *argv[WORDS_MAX] = { adoube, command, "--socket", socket_path };
	struct process process;
	va_list words;
	char name[32];
	int status;

	va_start(words, command);
	for (int i = 4; i < WORDS_MAX - 1 && (argv[i] = va_arg(words, const char *)) != NULL; i++)
		;
	va_end(words);
	snprintf(name, sizeof(name), "adoube-%d", n_runs++);
	process_start(&process, folder, name, NULL, argv);
	status = process_end(&process, 0);
	out = process_read(process.out);
	err = process_read(process.err);
	ck_assert(WIFEXITED(status));
	return WEXITSTATUS(status);
}

#define ASK(status, ...) ck_assert_msg(ask(__VA_ARGS__, NULL) == (status), "%s%s", out, err)
#define SAID(text)       ck_assert_msg(strstr(out, text) != NULL, "no '%s' in:\n%s", text, out)

static void
await_pgn(const char *text)
{
	process_await_get(&server, "/pgn", text);
}

/* game_tag: of the first game, to value[64]. */
static void
game_tag(const char *name, char value[64])
{
	const char *pgn = process_get(process_port(&server), "/pgn"), *at;
	char begin[32];

	snprintf(begin, sizeof(begin), "[%s \"", name);
	at = pgn ? strstr(pgn, begin) : NULL;
	ck_assert_msg(at != NULL, "no %s in:\n%s", name, pgn ? pgn : "(nothing)");
	at += strlen(begin);
	snprintf(value, 64, "%.*s", (int)strcspn(at, "\""), at);
}

static void
play(void)
{
	ASK(0, "correct", "--yes", "1", "position", START_FEN);
	ASK(0, "correct", "--yes", "1", "insert", "1", "e4 e5");
	ASK(0, "result", "--yes", "1", "1-0");
}

START_TEST(names_are_shown_and_taken_and_given_back)
{
	char date[64], id[64], value[64];

	start_server();
	play();
	await_pgn("[White \"Fischer\"]\n[Black \"?\"]\n[Result \"1-0\"]");
	game_tag("Date", date);
	ck_assert_int_eq(strncmp(date, "20", 2), 0);
	game_tag("GameId", id);
	process_write(pairings, "Table;White;Black;Black Elo\n1;Fischer;Spassky;2660\n7;a;b;\n"
	                        "2;Tal;Bye;\n");
	ASK(1, "round", "--dry-run", "import", pairings);
	SAID("round 1, table 1    black         (nothing)  ->  Spassky\n");
	ck_assert_msg(strstr(err, "pairings:3: there is no table 7\n") != NULL, "%s", err);
	ck_assert_msg(strstr(err, "pairings:4: Tal has nobody to play") != NULL, "%s", err);
	ASK(1, "round", "import", pairings); /* nobody there to be asked */
	ck_assert_msg(strstr(err, "give --yes") != NULL, "%s", err);
	ASK(0, "undo");
	SAID("nothing was ordered");
	ASK(1, "round", "--yes", "import", pairings);
	SAID("done; undo by: adoube undo 1\n");
	await_pgn("[Black \"Spassky\"]\n[Result \"1-0\"]");
	game_tag("GameId", value);
	ck_assert_str_ne(value, id); /* who follows the games takes it for another one */
	ASK(0, "undo", "--yes", "1");
	await_pgn("[White \"Fischer\"]\n[Black \"?\"]\n[Result \"1-0\"]");
	game_tag("GameId", value);
	ck_assert_str_eq(value, id);
	game_tag("Date", value);
	ck_assert_str_eq(value, date);
	ASK(0, "undo");
	SAID("players of table 1, round 1 [undone by 2]\n");
}
END_TEST

START_TEST(a_round_without_a_number_is_called_that)
{
	process_write(config_path,
	              "[event]\nname = Desk\n[time]\ncontrol = 5400+30\n[daemon]\n"
	              "state_dir = %s/state\nruntime_dir = %s/run\nport = 0\n[table 1]\n"
	              "board = %s\nwhite = Fischer\n[table 2]\nboard = %s/none\n",
	              folder, folder, board, folder);
	start_server();
	play();
	ASK(1, "round", "--yes", "open", "2");
	ck_assert_msg(strstr(err, "round (without a number) is open and has games: close it "
	                          "first") != NULL,
	              "%s", err);
}
END_TEST

START_TEST(a_wrong_option_is_told_with_its_command)
{
	start_server();
	ASK(2, "round", "--today");
	ck_assert_str_eq(err, "adoube round: unrecognized option '--today'\n"
	                      "'adoube round --help' lists the options\n");
}
END_TEST

START_TEST(rounds_follow_each_other_over_a_kill)
{
	start_server();
	play();
	process_write(pairings, "Round,Table,White,Black\n1,1,Fischer,Spassky\n2,1,Tal,Keres\n");
	ASK(0, "round", "--yes", "import", pairings);
	ASK(1, "round", "--yes", "open", "2");
	ck_assert_msg(strstr(err, "round 1 is open and has games: close it first") != NULL, "%s",
	              err);
	ASK(0, "round", "--yes", "close");
	SAID("nothing was played at table 2\n");
	/* Looking back at the game is nobody's business. */
	ASK(0, "tell", "1", "correct", "do=take-back", "plies=1");
	SAID("undo by: adoube correct 1 insert 2 e5\n");
	process_end(&server, SIGKILL);
	start_server();
	await_pgn("1. e4 e5 1-0\n");
	ASK(0, "round", "results");
	SAID("1     Fischer                      1-0       Spassky                      1 move\n");
	ASK(0, "round", "--yes", "open", "2");
	ASK(0, "tables");
	SAID("round 2 (open)\n");
	SAID("Tal - Keres\n");
	process_end(&server, SIGKILL);
	start_server();
	ASK(0, "tables");
	SAID("round 2 (open)\n");
	SAID("Tal - Keres\n");
	ASK(0, "round", "--csv", "results", "1");
	SAID("\n1,1,Fischer,,,,,Spassky,,,,,1-0,,1\n1,2,,,,,,,,,,,*,,0\n");
	ASK(0, "round", "--pgn", "results", "1");
	SAID("[Round \"1.1\"]\n[White \"Fischer\"]\n[Black \"Spassky\"]\n[Result \"1-0\"]\n");
	SAID("1. e4 e5 1-0\n");
	/* Back to round 1, which is closed still, and then open. */
	ASK(0, "undo", "--yes", "3");
	ASK(0, "round");
	SAID("round 1: closed\n");
	ASK(0, "undo", "--yes", "2");
	ASK(0, "round", "results");
	SAID("1-0");
	ASK(0, "undo");
	SAID("round 1 opened, undoing 2\n");
}
END_TEST

START_TEST(boards_are_assigned_and_given_back)
{
	start_server();
	ASK(0, "assign", "--yes", "1", "tcp://127.0.0.1:9", "2", board);
	SAID("table 1: ");
	SAID("done; undo by: adoube undo 1\n");
	ASK(0, "tables");
	SAID("tcp://127.0.0.1:9*");
	ASK(1, "assign", "--yes", "1", board);
	ck_assert_msg(strstr(err, "table 2 has the board ") != NULL, "%s", err);
	ASK(1, "assign", "--yes", "1", "no:board");
	ck_assert_msg(strstr(err, "is no board") != NULL, "%s", err);
	process_end(&server, SIGKILL);
	start_server();
	ASK(0, "tables");
	SAID("tcp://127.0.0.1:9*");
	ASK(0, "undo", "--yes", "1");
	ASK(0, "tables");
	ck_assert_ptr_null(strstr(out, "tcp://"));
	ASK(0, "assign", "--yes", "--from", config_path);
	SAID("have these boards already");
}
END_TEST

/* await_bytes: wait until the capture of table 1 has the text somewhere behind `behind`. */
static void
await_bytes(const char *behind, const char *text)
{
	uint64_t end_ms = process_now_ms() + PROCESS_PATIENCE_MS;
	char command[256], path[64];
	const char *given;

	snprintf(path, sizeof(path), "%s/capture", folder);
	snprintf(command, sizeof(command),
	         "%s journal export --table 1 %s/state/journals/*.journal >%s", adoube, folder,
	         path);
	for (;;) {
		ck_assert_int_eq(system(command), 0);
		given = strstr(process_read(path), behind);
		if (given && strstr(given, text))
			return;
		ck_assert_msg(process_now_ms() < end_ms, "%.2000s", given ? given : "nothing");
		process_sleep_ms(100);
	}
}

/* Boards on one line change places: each table hears the other one then, from its position on. */
START_TEST(boards_on_a_bus_are_assigned)
{
	const char *argv[] = { adoube,  "simulate", "--pty",    "--link", board,
		               "--bus", "2",        "--pgn",    NULL,     "--profile",
		               "clean", "--quiet",  "--linger", "3600",   NULL };
	char pgn[64];

	snprintf(pgn, sizeof(pgn), "%s/game.pgn", folder);
	process_write(pgn, "[Event \"x\"]\n[White \"a\"]\n[Black \"b\"]\n[Result \"*\"]\n\n*\n");
	argv[8] = pgn;
	process_start(&simulator, folder, "simulate", NULL, argv);
	process_await(simulator.out, "/dev/pts/");
	process_write(config_path,
	              "[daemon]\nstate_dir = %s/state\nruntime_dir = %s/run\nport = 0\n"
	              "[bus hall]\ndevice = %s\n[table 1]\nboard = hall/1025\n"
	              "[table 2]\nboard = hall/1026\n[table 3]\nboard = %s/none\n",
	              folder, folder, board, folder);
	start_server();
	ASK(1, "assign", "--yes", "1", "tcp://127.0.0.1:9");
	ck_assert_msg(strstr(err, "table 1 has its board on a bus") != NULL, "%s", err);
	ASK(1, "assign", "--yes", "3", "hall/1027");
	ck_assert_msg(strstr(err, "none of a bus can be given to it") != NULL, "%s", err);
	ASK(1, "assign", "--yes", "1", "foyer/1025");
	ck_assert_msg(strstr(err, "there is no bus") != NULL, "%s", err);
	ASK(1, "assign", "--yes", "1", "hall/01026");
	ck_assert_msg(strstr(err, "table 2 has the board hall/1026") != NULL, "%s", err);
	process_await(server.err, "table 1: hall/1025 is open");
	process_await(server.err, "table 2: hall/1026 is open");
	ASK(0, "assign", "--yes", "1", "hall/01026", "2", "hall/1025");
	process_await(server.err, "table 1: hall/1026 is open");
	process_await(server.err, "table 2: hall/1025 is open");
	/* The whole position, from the board with that address (1026 is 8 * 128 + 2). */
	await_bytes("\"board\":\"hall/1026\"", "< 8300460802");
	ASK(0, "undo", "--yes", "1");
	ASK(0, "swap", "2", "hall/1027");
	SAID("undo by: adoube swap 2 hall/1026\n");
	ASK(0, "swap", "1", "hall/1026");
	process_end(&server, SIGKILL);
	start_server(); /* and it is so still */
	process_await(server.err, "table 1: hall/1026 is open");
}
END_TEST

/* Until the board of table 1 is as it should be, and then only table 2 is not. */
START_TEST(what_is_not_ready_is_listed)
{
	const char *argv[] = { adoube,     "simulate", "--pty",          "--link",  board,
		               "--pgn",    NULL,       "--profile",      "clean",   "--quiet",
		               "--linger", "3600",     "--time-control", "5400+30", NULL };
	uint64_t end_ms = process_now_ms() + PROCESS_PATIENCE_MS;
	char pgn[64];

	snprintf(pgn, sizeof(pgn), "%s/game.pgn", folder);
	process_write(pgn, "[Event \"x\"]\n[White \"a\"]\n[Black \"b\"]\n[Result \"*\"]\n\n*\n");
	argv[6] = pgn;
	process_start(&simulator, folder, "simulate", NULL, argv);
	process_await(simulator.out, "/dev/pts/");
	start_server();
	ASK(1, "round", "check");
	SAID("table 1: no name for Black\n");
	SAID("table 2: the board does not answer: ");
	process_write(pairings, "Table,White,Black\n1,Fischer,Spassky\n2,Tal,Keres\n");
	ASK(0, "round", "--yes", "import", pairings);
	do {
		ck_assert_msg(process_now_ms() < end_ms, "%s", out);
		process_sleep_ms(50);
		ASK(1, "round", "check");
	} while (strstr(out, "table 1:") != NULL);
	SAID("1 of 2 tables is ready\n");
	ASK(1, "round", "--lang", "fr", "check");
	SAID("table 2 : l'échiquier ne répond pas");
	SAID("1 table sur 2 est prête\n");
}
END_TEST

int
main(int argc, char **argv)
{
	Suite *suite = suite_create("desk");
	TCase *tcase = tcase_create("desk");

	if (argc < 3) {
		fputs("usage: test_desk ADOUBED ADOUBE\n", stderr);
		return 2;
	}
	adoubed = argv[1];
	adoube = argv[2];
	tcase_set_timeout(tcase, 60);
	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, names_are_shown_and_taken_and_given_back);
	tcase_add_test(tcase, a_round_without_a_number_is_called_that);
	tcase_add_test(tcase, a_wrong_option_is_told_with_its_command);
	tcase_add_test(tcase, rounds_follow_each_other_over_a_kill);
	tcase_add_test(tcase, boards_are_assigned_and_given_back);
	tcase_add_test(tcase, boards_on_a_bus_are_assigned);
	tcase_add_test(tcase, what_is_not_ready_is_listed);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
