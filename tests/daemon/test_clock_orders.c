/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The operator speaks to a table's clock: what may be said when, and the whole way from `adoube clock` to a
 * simulated clock that loses answers, and back.
 *
 * Arguments: the paths of adoubed and of adoube; without them only the words are tested.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <check.h>

#include "daemon/clock_order.h"
#include "tests/daemon/process.h"
#include "tests/support.h"

static const char *adoubed, *adoube;

/* --- Words ----------------------------------------------------------------------------------- */

static int
read_order(const char *json, uint8_t white_side, struct clock_command *command, char error[256])
{
	json_t *members = json_loads(json, 0, NULL);
	int r;

	ck_assert_ptr_nonnull(members);
	r = clock_order_read(members, white_side, command, error, 256);
	json_decref(members);
	return r;
}

START_TEST(clock_order_is_read_for_the_side_where_white_sits)
{
	static const char set[] =
		"{\"do\":\"set\",\"white\":5400,\"black\":300,\"runs\":\"black\"}";
	struct clock_command command;
	char error[256];

	ck_assert_int_eq(read_order(set, CLOCK_LEFT, &command, error), 0);
	ck_assert_int_eq(command.kind, CLOCK_COMMAND_SET);
	ck_assert_int_eq(command.seconds[CLOCK_LEFT], 5400);
	ck_assert_int_eq(command.seconds[CLOCK_RIGHT], 300);
	ck_assert_int_eq(command.runs, CLOCK_RIGHT);
	ck_assert_int_eq(read_order(set, CLOCK_RIGHT, &command, error), 0);
	ck_assert_int_eq(command.seconds[CLOCK_RIGHT], 5400);
	ck_assert_int_eq(command.runs, CLOCK_LEFT);
	ck_assert_int_eq(read_order("{\"do\":\"set\",\"white\":0,\"black\":35999}", CLOCK_LEFT,
	                            &command, error),
	                 0);
	ck_assert_int_eq(command.runs, CLOCK_NEITHER);
}
END_TEST

START_TEST(clock_order_that_cannot_be_names_the_member)
{
	static const struct {
		const char *json, *error;
	} wrong[] = {
		{ "{}", "\"do\"" },
		{ "{\"do\":\"dance\"}", "\"do\"" },
		{ "{\"do\":\"text\"}", "\"text\"" },
		{ "{\"do\":\"text\",\"text\":\"\"}", "\"text\"" },
		{ "{\"do\":\"text\",\"text\":\"nine char\"}", "\"text\"" },
		{ "{\"do\":\"set\",\"white\":36000,\"black\":1}", "\"white\"" },
		{ "{\"do\":\"set\",\"white\":1}", "\"black\"" },
		{ "{\"do\":\"set\",\"white\":1,\"black\":-1}", "\"black\"" },
		{ "{\"do\":\"set\",\"white\":1,\"black\":1,\"runs\":\"both\"}", "\"runs\"" },
	};
	struct clock_command command;
	char error[256];

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		ck_assert_int_lt(read_order(wrong[i].json, CLOCK_LEFT, &command, error), 0);
		ck_assert_msg(strstr(error, wrong[i].error) != NULL, "%s: %s", wrong[i].json,
		              error);
	}
}
END_TEST

START_TEST(clock_orders_are_allowed_when_the_event_says_so)
{
	static struct game game;
	struct tracker_view standing = { .clock_seen = true };
	struct tracker_view running = { .clock_seen = true, .clock_running = true };
	/* By clock_orders: no game; the clock started; a move made and the clock standing; running. */
	static const bool allowed[4][4] = {
		{ false, false, false, false }, /* never */
		{ true, false, false, false },  /* between-games */
		{ true, false, true, false },   /* stopped */
		{ true, true, true, true },     /* always */
	};

	for (int i = 0; clock_order_words[i]; i++) {
		const char *word = clock_order_words[i];

		game.n_plies = 0;
		game.result = RESULT_NONE;
		ck_assert(!clock_order_check(word, NULL, &standing) == allowed[i][0]);
		ck_assert(!clock_order_check(word, &game, &standing) == allowed[i][0]);
		ck_assert(!clock_order_check(word, &game, &running) == allowed[i][1]);
		game.n_plies = 1;
		ck_assert(!clock_order_check(word, &game, &standing) == allowed[i][2]);
		ck_assert(!clock_order_check(word, &game, &running) == allowed[i][3]);
		game.result = RESULT_DRAW;
		ck_assert(!clock_order_check(word, &game, &standing) == allowed[i][0]);
	}
}
END_TEST

/* --- The whole way --------------------------------------------------------------------------- */

static char folder[] = "/tmp/test_clock_orders_XXXXXX";
static char config[80], socket_path[80];
static struct process server, board;
static int n_runs;

/* adoube clock 1 WORD...; its exit status, what it says to people in *ret_text. */
static int
say(const char **ret_text, const char *a, const char *b, const char *c)
{
	const char *argv[] = { adoube, "clock", "--socket", socket_path, "1", a, b, c, NULL };
	struct process process;
	char name[32];
	int status;

	snprintf(name, sizeof(name), "adoube-%d", n_runs++);
	process_start(&process, folder, name, NULL, argv);
	status = process_end(&process, 0);
	*ret_text = process_read(process.out);
	if ((*ret_text)[0] == '\0')
		*ret_text = process_read(process.err);
	ck_assert(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static void
await_clock(const char *wanted)
{
	uint64_t end_ms = process_now_ms() + PROCESS_PATIENCE_MS;
	const char *text = "";

	while (process_now_ms() < end_ms) {
		if (say(&text, NULL, NULL, NULL) == 0 && strstr(text, wanted))
			return;
		process_sleep_ms(50);
	}
	ck_abort_msg("no '%s' in: %s", wanted, text);
}

static void
await_pgn(const char *text)
{
	process_await_get(&server, "/pgn", text);
}

static void
start_server(const char *allowed, const char *address)
{
	const char *argv[] = { adoubed, "--config", config, NULL };
	char name[32];

	process_write(config,
	              "[daemon]\nstate_dir = %s/state\nruntime_dir = %s/run\nport = 0\n"
	              "[time]\nclock_orders = %s\n[table 1]\nboard = %s\n",
	              folder, folder, allowed, address);
	snprintf(name, sizeof(name), "adoubed-%d", n_runs++);
	process_start(&server, folder, name, NULL, argv);
	process_await(server.out, "listening on");
}

/* A board on a port of its own, whose players begin as soon as it is read; half of what its clock answers
 * is lost. */
static void
start_board(char address[64])
{
	const char *argv[] = { adoube,         "simulate",
		               "--tcp",        "0",
		               "--pgn",        test_source_path("drivers/sim/games/opera-1858.pgn"),
		               "--seed",       "7",
		               "--pace",       "50",
		               "--free-clock", "--lost-acks",
		               "50",           "--linger",
		               "3600",         NULL };
	const char *at;
	uint64_t end_ms = process_now_ms() + PROCESS_PATIENCE_MS;

	process_start(&board, folder, "simulate", NULL, argv);
	while (!(at = strstr(process_read(board.out), "tcp://")) || !strchr(at, '\n')) {
		ck_assert(process_now_ms() < end_ms);
		process_sleep_ms(20);
	}
	snprintf(address, 64, "%.*s", (int)strcspn(at, "\n"), at);
}

START_TEST(clock_is_met_left_alone_in_play_and_spoken_to_when_allowed)
{
	char address[64], command[256], exported[64];
	const char *text, *capture, *order, *bytes;

	if (!adoubed)
		return;
	ck_assert_ptr_nonnull(mkdtemp(folder));
	snprintf(config, sizeof(config), "%s/event.conf", folder);
	snprintf(socket_path, sizeof(socket_path), "%s/run/control", folder);
	start_board(address);
	start_server("between-games", address);
	await_clock("DGT3000, version 2.00, battery good");
	await_pgn("\n1. ");
	ck_assert_int_eq(say(&text, "text", "hello", NULL), 1);
	ck_assert_msg(strstr(text, "a game is being played") != NULL, "%s", text);
	process_end(&server, SIGTERM);
	start_server("always", address);
	await_clock("DGT3000, version 2.00, battery good");
	ck_assert_int_eq(say(&text, "text", "hello", "beep"), 0);
	ck_assert_int_eq(say(&text, "set", "9:58:57", "9:58:57"), 0);
	ck_assert_int_eq(say(&text, "text", "nine char", NULL), 1);
	ck_assert_msg(strstr(text, "1 to 8 characters") != NULL, "%s", text);
	ck_assert_int_eq(say(&text, "text", "caf\xc3\xa9", NULL), 1);
	ck_assert_msg(strstr(text, "ASCII") != NULL, "%s", text);
	await_clock("sent again for want of an answer");
	process_end(&server, SIGTERM);
	process_end(&board, SIGTERM);

	/* Written down before it was said; what was refused is not there; and it can be read again. */
	snprintf(exported, sizeof(exported), "%s/exported.capture", folder);
	snprintf(command, sizeof(command), "%s journal export %s/state/journals/*.journal >%s",
	         adoube, folder, exported);
	ck_assert_int_eq(system(command), 0);
	capture = process_read(exported);
	order = strstr(capture, "\"do\":\"text\",\"text\":\"hello\",\"beep\":true}");
	bytes = strstr(capture, "> 2b0c030c68656c6c6f2020200100\n");
	ck_assert_ptr_nonnull(order);
	ck_assert_ptr_nonnull(bytes);
	ck_assert(order < bytes);
	ck_assert_ptr_null(strstr(capture, "caf"));
	ck_assert_ptr_nonnull(strstr(capture, "> 2b0a030a093a39093a390400\n"));
	snprintf(command, sizeof(command), "%s replay %s >/dev/null", adoube, exported);
	ck_assert_int_eq(system(command), 0);
	test_remove_folder(folder);
}
END_TEST

int
main(int argc, char **argv)
{
	Suite *suite = suite_create("clock_orders");
	TCase *words = tcase_create("words"), *whole = tcase_create("whole");

	if (argc == 3) {
		adoubed = argv[1];
		adoube = argv[2];
	}
	tcase_add_test(words, clock_order_is_read_for_the_side_where_white_sits);
	tcase_add_test(words, clock_order_that_cannot_be_names_the_member);
	tcase_add_test(words, clock_orders_are_allowed_when_the_event_says_so);
	suite_add_tcase(suite, words);
	tcase_set_timeout(whole, 240);
	tcase_add_test(whole, clock_is_met_left_alone_in_play_and_spoken_to_when_allowed);
	suite_add_tcase(suite, whole);
	return test_run(suite);
}
