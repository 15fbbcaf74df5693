/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The whole daemon on a disk that fails, turns read-only, is full or slow: it says so to the arbiter, reads the boards, shows
 * nothing that is not durable, catches up, and says what was lost when its memory was full, too.
 *
 * Arguments: the paths of adoubed, of adoube and of the disk (faulty_disk.c).
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <check.h>

#include "tests/daemon/process.h"
#include "tests/support.h"

#define START_FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define HELD      ((size_t)16 << 20) /* of one table: JOURNAL_STREAM_MAX */

static const char *adoubed, *adoube, *library;
static char folder[] = "/tmp/test_faults_XXXXXX";
static char socket_path[80], fault_path[64];
static struct process server;
static const char *out, *err; /* of the last adoube */
static int listener = -1, board = -1, n_runs;

static void
set_fault(int error, int waits)
{
	char fresh[80];

	/* In one step: it is read at any moment. */
	snprintf(fresh, sizeof(fresh), "%s.new", fault_path);
	process_write(fresh, "%d %d", error, waits);
	ck_assert_int_eq(rename(fresh, fault_path), 0);
}

static int
ask(const char *a, const char *b, const char *c, const char *d, const char *e)
{
	const char *argv[] = { adoube, a, "--socket", socket_path, b, c, d, e, NULL };
	struct process process;
	char name[32];
	int status;

	snprintf(name, sizeof(name), "adoube-%d", n_runs++);
	process_start(&process, folder, name, NULL, argv);
	status = process_end(&process, 0);
	out = process_read(process.out);
	err = process_read(process.err);
	return WEXITSTATUS(status);
}

static void
await_status(const char *text, bool there)
{
	uint64_t end_ms = process_now_ms() + PROCESS_PATIENCE_MS;

	for (;;) {
		ask("status", NULL, NULL, NULL, NULL);
		if ((strstr(out, text) != NULL) == there)
			return;
		ck_assert_msg(process_now_ms() < end_ms, "'%s': %s", text, out);
		process_sleep_ms(20);
	}
}

static void
await_alert(const char *id)
{
	uint64_t end_ms = process_now_ms() + PROCESS_PATIENCE_MS;

	do {
		ck_assert_msg(process_now_ms() < end_ms, "no %s: %s", id, out);
		ask("alerts", NULL, NULL, NULL, NULL);
	} while (!strstr(out, id));
}

static void
await_pgn(const char *text)
{
	process_await_get(&server, "/pgn", text);
}

/* A board that says what the test says, and reads nothing. */
static uint16_t
listen_for_daemon(void)
{
	struct sockaddr_in address = { .sin_family = AF_INET,
		                       .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t len = sizeof(address);

	listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	ck_assert_int_eq(bind(listener, (struct sockaddr *)&address, len), 0);
	ck_assert_int_eq(listen(listener, 1), 0);
	ck_assert_int_eq(getsockname(listener, (struct sockaddr *)&address, &len), 0);
	return ntohs(address.sin_port);
}

static void
start_server(uint16_t port)
{
	char preload[512], disk[128], config[96];
	const char *argv[] = { "/usr/bin/env", preload, disk, adoubed, "--config", config, NULL };

	snprintf(config, sizeof(config), "%s/conf", folder);
	process_write(config,
	              "[daemon]\nstate_dir = %s/state\nruntime_dir = %s/run\nport = 0\n"
	              "[table 1]\nboard = tcp://127.0.0.1:%u\n",
	              folder, folder, port);
	snprintf(preload, sizeof(preload), "LD_PRELOAD=%s", library);
	snprintf(disk, sizeof(disk), "FAULTY_DISK=%s", fault_path);
	process_start(&server, folder, "adoubed", NULL, argv);
	process_await(server.out, "listening on");
	board = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
	ck_assert_int_ge(board, 0);
}

static void
send_all(const uint8_t *bytes, size_t len)
{
	while (len > 0) {
		ssize_t n = send(board, bytes, len, MSG_NOSIGNAL);

		/* Less than all where the test is stopped meanwhile. */
		ck_assert(n > 0 || (n < 0 && errno == EINTR));
		bytes += n > 0 ? n : 0;
		len -= n > 0 ? (size_t)n : 0;
	}
}

/* say: the board's version, which is read and changes nothing. */
static void
say(void)
{
	static const uint8_t version[5] = { 0x93, 0x00, 0x05, 0x01, 0x02 };

	send_all(version, sizeof(version));
}

/* babble: trademarks, which are longer. */
static void
babble(size_t bytes)
{
	static uint8_t trademark[120] = { 0x92, 0x00, 120 };

	static uint8_t chunk[100 * sizeof(trademark)];

	memset(trademark + 3, 'x', sizeof(trademark) - 3);
	for (size_t i = 0; i < sizeof(chunk); i += sizeof(trademark))
		memcpy(chunk + i, trademark, sizeof(trademark));
	for (size_t sent = 0; sent < bytes; sent += sizeof(chunk))
		send_all(chunk, sizeof(chunk));
}

static void
insert(const char *ply, const char *moves)
{
	const char *argv[] = { adoube, "correct", "--socket", socket_path, "--yes",
		               "1",    "insert",  ply,        moves,       NULL };
	struct process process;
	char name[32];

	snprintf(name, sizeof(name), "adoube-%d", n_runs++);
	process_start(&process, folder, name, NULL, argv);
	ck_assert_msg(process_end(&process, 0) == 0, "%s", process_read(process.err));
}

/* Until status says that so many were read of the board. */
static void
await_bytes(size_t bytes)
{
	char text[48];

	snprintf(text, sizeof(text), "%zu bytes", bytes);
	await_status(text, true);
}

static const struct {
	int error;
	const char *said, *ply, *moves, *shown;
} faults[] = {
	{ EIO, "the disk reports an error", "1", "e4", "1. e4 *" },
	{ EROFS, "the disk is read-only", "2", "e5", "1. e4 e5 *" },
	{ ENOSPC, "the disk is full", "3", "Nf3", "1. e4 e5 2. Nf3 *" },
};

/* fail_once: what is played meanwhile is seen when it is durable, and not before. */
static void
fail_once(int i, size_t *bytes)
{
	const char *before = process_get(process_port(&server), "/pgn");

	set_fault(faults[i].error, 0);
	insert(faults[i].ply, faults[i].moves);
	await_status("NOT RECORDING", true);
	ck_assert_msg(strstr(out, faults[i].said) != NULL, "%s", out);
	say();
	*bytes += 5;
	await_bytes(*bytes); /* the board is read */
	ck_assert_str_eq(process_get(process_port(&server), "/pgn"), before);
	await_alert("log-write-failed");
	set_fault(0, 0);
	await_status("NOT RECORDING", false);
	await_pgn(faults[i].shown);
}

START_TEST(a_disk_that_fails_is_told_and_survived)
{
	char command[256], path[96];
	size_t bytes = 5;
	const char *capture;

	ck_assert_ptr_nonnull(mkdtemp(folder));
	snprintf(socket_path, sizeof(socket_path), "%s/run/control", folder);
	snprintf(fault_path, sizeof(fault_path), "%s/fault", folder);
	set_fault(0, 0);
	start_server(listen_for_daemon());
	say();
	ck_assert_int_eq(ask("correct", "--yes", "1", "position", START_FEN), 0);
	for (int i = 0; i < 3; i++)
		fail_once(i, &bytes);

	/* A disk that takes its time, here for ever, keeps nobody: neither the boards nor those who look. */
	set_fault(0, 1);
	for (int i = 0; i < 2; i++) {
		say();
		bytes += 5;
		await_bytes(bytes);
	}
	set_fault(0, 0);

	/* More than there is memory for: the journal says how much of it is lost, and goes on. */
	set_fault(ENOSPC, 0);
	babble(HELD + (1 << 20));
	await_status("entries are lost", true);
	set_fault(0, 0);
	await_status("NOT RECORDING", false);
	insert("4", "Nc6");
	await_pgn("2. Nf3 Nc6 *");
	process_await(server.err, "entries were lost, the journal says how many");
	ck_assert_int_eq(process_end(&server, SIGTERM), 0);
	close(board);
	close(listener);

	snprintf(path, sizeof(path), "%s/capture", folder);
	snprintf(
		command, sizeof(command),
		"%s journal export --table 1 %s/state/journals/*.journal | grep -v '^[0-9]* <' >%s",
		adoube, folder, path);
	ck_assert_int_eq(system(command), 0);
	capture = process_read(path);
	ck_assert_msg(strstr(capture, "# lost ") != NULL, "%.2000s", capture);
	snprintf(command, sizeof(command), "%s journal check %s/state/journals/*.journal >%s",
	         adoube, folder, path);
	ck_assert_msg(system(command) == 0, "%s", process_read(path));
	test_remove_folder(folder);
}
END_TEST

int
main(int argc, char **argv)
{
	Suite *suite = suite_create("faults");
	TCase *tcase = tcase_create("faults");

	if (argc < 4) {
		fputs("usage: test_faults ADOUBED ADOUBE LIBRARY\n", stderr);
		return 2;
	}
	adoubed = argv[1];
	adoube = argv[2];
	library = argv[3];
	tcase_set_timeout(tcase, 120);
	tcase_add_test(tcase, a_disk_that_fails_is_told_and_survived);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
