/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The arbiter's orders to a running adoubed: shown first, done when he agrees, kept over a kill, and the
 * same again when the recording is replayed.
 *
 * Arguments: the paths of adoubed and of adoube.
 */
#include <glob.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <check.h>

#include "tests/daemon/process.h"
#include "tests/support.h"

#define WORDS_MAX 12
#define START_FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

static const char *adoubed, *adoube;
static char folder[] = "/tmp/test_orders_XXXXXX";
static char state[64], run[64], socket_path[80];
static struct process server;
static int n_runs;

static void
start_server(void)
{
	/* No board is there; it is waited for. */
	char board[64], name[32];
	const char *argv[] = { adoubed,         "--board", board,    "--state-dir", state,
		               "--runtime-dir", run,       "--port", "0",           NULL };

	snprintf(board, sizeof(board), "%s/no-board", folder);
	snprintf(name, sizeof(name), "adoubed-%d", n_runs++);
	process_start(&server, folder, name, NULL, argv);
	process_await(server.out, "listening on");
}

static void
setup(void)
{
	memcpy(folder + strlen(folder) - 6, "XXXXXX", 6);
	ck_assert_ptr_nonnull(mkdtemp(folder));
	snprintf(state, sizeof(state), "%s/state", folder);
	snprintf(run, sizeof(run), "%s/run", folder);
	snprintf(socket_path, sizeof(socket_path), "%s/control", run);
	start_server();
}

static void
teardown(void)
{
	process_end(&server, SIGTERM);
	test_remove_folder(folder);
}

/* adoube COMMAND --socket PATH WORD..., up to a NULL. Returns its exit status, what it says in
 * *ret_out. */
static int
ask(const char **ret_out, const char **ret_err, const char *command, ...)
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
	*ret_out = process_read(process.out);
	*ret_err = process_read(process.err);
	ck_assert(WIFEXITED(status));
	return WEXITSTATUS(status);
}

/* The moves as published, which may take a moment. */
static void
await_pgn(const char *moves)
{
	process_await_get(&server, "/pgn", moves);
}

static void
do_it(const char *order, const char *a, const char *b)
{
	const char *out, *err;

	ck_assert_msg(ask(&out, &err, "correct", "--yes", "1", order, a, b, NULL) == 0, "%s", err);
	ck_assert_msg(strstr(out, "\ndone\n") != NULL, "%s", out);
}

static void
begin_game(void)
{
	do_it("position", START_FEN, NULL);
	do_it("insert", "1", "e4 e5 Nf3 Nc6 Bb5 a6");
	await_pgn("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *");
}

START_TEST(orders_are_shown_and_done_when_agreed)
{
	const char *out, *err;

	begin_game();
	ck_assert_int_eq(ask(&out, &err, "correct", "--dry-run", "1", "replace", "4", "d6", NULL),
	                 0);
	ck_assert_msg(strstr(out, "2... Nc6 3. Bb5 a6  ->  2... d6 3. Bb5+") != NULL, "%s", out);
	ck_assert_int_eq(ask(&out, &err, "correct", "1", "takeback", NULL), 1);
	ck_assert_msg(strstr(err, "give --yes") != NULL, "%s", err);
	await_pgn("3. Bb5 a6 *"); /* nothing was done */
	do_it("takeback", NULL, NULL);
	await_pgn("3. Bb5 *");
	do_it("replace", "5", "Bc4");
	await_pgn("3. Bc4 *");
	ck_assert_int_eq(ask(&out, &err, "result", "--yes", "1", "1/2-1/2", NULL), 0);
	await_pgn("3. Bc4 1/2-1/2");
	do_it("result", "*", NULL);
	await_pgn("3. Bc4 *");
}
END_TEST

START_TEST(orders_that_cannot_be_done_say_why)
{
	const char *out, *err;

	ck_assert_int_eq(ask(&out, &err, "result", "--yes", "1", "1-0", NULL), 1);
	ck_assert_msg(strstr(err, "no game has begun") != NULL, "%s", err);
	begin_game();
	ck_assert_int_eq(ask(&out, &err, "correct", "--yes", "1", "replace", "3", "Ke3", NULL), 1);
	ck_assert_msg(strstr(err, "'Ke3' (ply 3) is not legal there") != NULL, "%s", err);
	ck_assert_int_eq(ask(&out, &err, "correct", "--yes", "1", "takeback", "7", NULL), 1);
	ck_assert_msg(strstr(err, "cannot take back 7: the record has 6") != NULL, "%s", err);
	ck_assert_int_eq(ask(&out, &err, "correct", "--yes", "3", "takeback", NULL), 1);
	ck_assert_msg(strstr(err, "must be the number of a table") != NULL, "%s", err);
	ck_assert_int_eq(ask(&out, &err, "correct", "--yes", "1", "dance", NULL), 2);
	ck_assert_msg(strstr(err, "'dance': no such order") != NULL, "%s", err);
	await_pgn("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *");
}
END_TEST

/* All but the tags: a recording does not know whose it is. */
static const char *
moves_of(const char *pgn)
{
	char *moves = process_keep(calloc(1, strlen(pgn) + 1));
	size_t len = 0;

	for (; *pgn; pgn += strcspn(pgn, "\n") + 1)
		if (*pgn != '[' || strncmp(pgn, "[FEN", 4) == 0) {
			memcpy(moves + len, pgn, strcspn(pgn, "\n") + 1);
			len += strcspn(pgn, "\n") + 1;
		}
	return moves;
}

/* The journal's capture of the table: where it was written. */
static const char *
export_capture(void)
{
	static struct process exported;
	const char *argv[] = { adoube, "journal", "export", "--table", "1", NULL, NULL };
	char pattern[128];
	glob_t journals;

	snprintf(pattern, sizeof(pattern), "%s/journals/*.journal", state);
	ck_assert_int_eq(glob(pattern, 0, NULL, &journals), 0);
	argv[5] = journals.gl_pathv[0];
	process_start(&exported, folder, "export", NULL, argv);
	ck_assert_int_eq(process_end(&exported, 0), 0);
	globfree(&journals);
	return exported.out;
}

START_TEST(orders_outlive_a_kill_and_replay_the_same)
{
	const char *before, *argv[] = { adoube, "replay", NULL, NULL };
	struct process replay;

	begin_game();
	do_it("position", "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq -", NULL);
	do_it("insert", "7", "Nf6");
	do_it("result", "0-1", NULL);
	await_pgn("4... Nf6 0-1");
	before = process_get(process_port(&server), "/pgn");
	process_end(&server, SIGKILL);
	start_server();
	ck_assert_str_eq(process_get(process_port(&server), "/pgn"), before);

	argv[2] = export_capture();
	process_start(&replay, folder, "replay", NULL, argv);
	ck_assert_int_eq(process_end(&replay, 0), 0);
	ck_assert_str_eq(moves_of(process_read(replay.out)), moves_of(before));
}
END_TEST

/* One line to the control socket, one back. */
static const char *
talk(const char *request)
{
	static char answer[4096];
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);
	size_t len = 0;

	snprintf(address.sun_path, sizeof(address.sun_path), "%s", socket_path);
	ck_assert_int_eq(connect(fd, (struct sockaddr *)&address, sizeof(address)), 0);
	ck_assert_int_eq(write(fd, request, strlen(request)), (ssize_t)strlen(request));
	while (len < sizeof(answer) - 1 && read(fd, answer + len, 1) == 1)
		if (answer[len++] == '\n')
			break;
	answer[len] = '\0';
	close(fd);
	return answer;
}

START_TEST(an_order_for_a_record_that_has_changed_is_refused)
{
	static const char order[] =
		"{\"cmd\":\"correct\",\"table\":1,\"do\":\"take-back\",\"plies\":1";
	char request[256], name[64] = "";
	const char *answer, *record;

	begin_game();
	snprintf(request, sizeof(request), "%s}\n", order);
	answer = talk(request);
	record = strstr(answer, "\"record\":\"");
	ck_assert_ptr_nonnull(record);
	ck_assert_int_eq(sscanf(record, "\"record\":\"%63[^\"]", name), 1);
	do_it("insert", "7", "Ba4");
	snprintf(request, sizeof(request), "%s,\"record\":\"%s\",\"apply\":true}\n", order, name);
	answer = talk(request);
	ck_assert_msg(strstr(answer, "has changed") && strstr(answer, "\"ok\":false"), "%s",
	              answer);
	await_pgn("4. Ba4 *");
}
END_TEST

START_TEST(what_is_told_is_recorded_with_who_told_it_or_not_at_all)
{
	const char *out, *err, *capture;
	char signature[32];

	begin_game();
	ck_assert_int_eq(ask(&out, &err, "tell", "1", "result", "result=2-0", NULL), 1);
	ck_assert_int_eq(ask(&out, &err, "tell", "1", "result", "result=1-0", "uid=7", NULL), 0);
	ck_assert_str_eq(out, "undo by: adoube tell 1 result result=*\n");
	await_pgn("3. Bb5 a6 1-0");
	capture = process_read(export_capture());
	ck_assert_ptr_null(strstr(capture, "\"2-0\""));
	snprintf(signature, sizeof(signature), "\"uid\":%u", (unsigned int)getuid());
	ck_assert_msg(strstr(strstr(capture, "\"result\":\"1-0\""), signature) != NULL, "%s",
	              capture);
	if (getuid() == 0)
		ck_assert_ptr_nonnull(strstr(capture, "\"user\":\"root\""));
}
END_TEST

int
main(int argc, char **argv)
{
	Suite *suite = suite_create("orders");
	TCase *tcase = tcase_create("orders");

	if (argc < 3) {
		fputs("usage: test_orders ADOUBED ADOUBE\n", stderr);
		return 2;
	}
	adoubed = argv[1];
	adoube = argv[2];
	tcase_set_timeout(tcase, 60);
	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, orders_are_shown_and_done_when_agreed);
	tcase_add_test(tcase, orders_that_cannot_be_done_say_why);
	tcase_add_test(tcase, orders_outlive_a_kill_and_replay_the_same);
	tcase_add_test(tcase, an_order_for_a_record_that_has_changed_is_refused);
	tcase_add_test(tcase, what_is_told_is_recorded_with_who_told_it_or_not_at_all);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
