/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The real programs together: adoubed beside a simulated board, asked over its web server and its
 * control socket, and given everything that goes wrong with a port, a disk or a configuration.
 *
 * Arguments: the paths of adoubed and of adoube.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <check.h>

#include "tests/daemon/process.h"
#include "tests/support.h"

#define NOBODY 65534

static const char *adoubed, *adoube;
static char folder[] = "/tmp/test_adoubed_XXXXXX";
static char config_path[64], state_dir[64], runtime_dir[64], socket_path[80], board[64];
static struct process server, simulator;

static const char short_game[] =
	"[Event \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"1-0\"]\n[TimeControl \"300+2\"]\n\n"
	"1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n";

/* Morphy against the Duke of Brunswick and Count Isouard, Paris 1858. */
static const char long_game[] =
	"[Event \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"1-0\"]\n[TimeControl \"300+2\"]\n\n"
	"1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 "
	"9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ "
	"Nxd7 "
	"16. Qb8+ Nxb8 17. Rd8# 1-0\n";

static void
write_config(const char *white)
{
	process_write(config_path,
	              "[event]\nname = Test Open\ndate = 2026-07-18\nround = 3\n"
	              "[table 1]\nboard = %s\nwhite = %s\nblack = Béla\n"
	              "[daemon]\nstate_dir = %s\nruntime_dir = %s\nport = 0\n",
	              board, white, state_dir, runtime_dir);
}

static void
setup(void)
{
	strcpy(folder + strlen(folder) - 6, "XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(folder));
	chmod(folder, 0777); /* for tests that run as somebody else */
	snprintf(config_path, sizeof(config_path), "%s/adoubed.conf", folder);
	snprintf(state_dir, sizeof(state_dir), "%s/state", folder);
	snprintf(runtime_dir, sizeof(runtime_dir), "%s/run", folder);
	snprintf(socket_path, sizeof(socket_path), "%s/run/control", folder);
	snprintf(board, sizeof(board), "%s/board", folder);
	write_config("Anna");
	memset(&server, 0, sizeof(server));
	memset(&simulator, 0, sizeof(simulator));
}

static void
teardown(void)
{
	process_kill(&server);
	process_kill(&simulator);
	umount2(state_dir, MNT_DETACH); /* only a test that failed leaves it mounted */
	test_remove_folder(folder);
}

static void
start_server_as(const struct process_limits *limits)
{
	const char *argv[] = { adoubed, "--config", config_path, NULL };

	process_start(&server, folder, "adoubed", limits, argv);
}

static uint16_t
start_server(void)
{
	start_server_as(NULL);
	return process_port(&server);
}

static void
start_simulator(const char *pgn_text, const char *speed)
{
	static char pgn[80];
	const char *argv[] = { adoube, "simulate",  "--pgn", pgn,      "--pty", "--link",
		               board,  "--profile", "clean", "--pace", "20",    "--speed",
		               speed,  "--linger",  "3600",  NULL };

	snprintf(pgn, sizeof(pgn), "%s/game.pgn", folder);
	process_write(pgn, "%s", pgn_text);
	process_start(&simulator, folder, "simulate", NULL, argv);
}

static char *
await_get(const char *path, const char *text)
{
	return process_await_get(&server, path, text);
}

/* A terminal's name is used again at once, by anybody: it goes first, so that nobody else's is opened. */
static void
kill_simulator(void)
{
	unlink(board);
	process_end(&simulator, SIGKILL);
}

/* ask: what `adoube COMMAND` prints; *ret_code (may be NULL) its exit status. */
static char *
ask(const char *command, int *ret_code)
{
	const char *argv[] = { adoube, command, "--socket", socket_path, NULL };
	struct process process;
	int code;
	char *out, *err, *both;

	process_start(&process, folder, command, NULL, argv);
	code = WEXITSTATUS(process_end(&process, 0));
	if (ret_code)
		*ret_code = code;
	out = process_read(process.out);
	err = process_read(process.err);
	both = process_keep(malloc(strlen(out) + strlen(err) + 1));
	strcpy(both, out);
	strcat(both, err);
	return both;
}

static char *
status(int *ret_code)
{
	return ask("status", ret_code);
}

static char *
await_status(const char *text)
{
	uint64_t since = process_now_ms();

	for (;;) {
		char *shown = status(NULL);

		if (strstr(shown, text))
			return shown;
		if (process_now_ms() - since > PROCESS_PATIENCE_MS)
			ck_abort_msg("status never shows '%s':\n%s", text, shown);
		process_sleep_ms(50);
	}
}

static void
assert_has(const char *text, const char *part)
{
	ck_assert_msg(strstr(text, part) != NULL, "no '%s' in:\n%s", part, text);
}

/* assert_refuses: adoubed ends with status 1 and says so. */
static void
assert_refuses(struct process *process, const char *message)
{
	int code = process_end(process, 0);

	ck_assert_msg(process_holds(process->err, message), "no '%s' in:\n%s", message,
	              process_read(process->err));
	ck_assert(WIFEXITED(code));
	ck_assert_int_eq(WEXITSTATUS(code), 1);
}

/* export_capture: what the journal holds of table 1. */
static char *
export_capture(void)
{
	char journal[160];
	const char *argv[] = { adoube, "journal", "export", "--table", "1", journal, NULL };
	struct process process;

	snprintf(journal, sizeof(journal), "%s/journals/test-open.journal", state_dir);
	process_start(&process, folder, "export", NULL, argv);
	if (process_end(&process, 0) != 0)
		ck_abort_msg("export: %s", process_read(process.err));
	return process_read(process.out);
}

/* --- A game --------------------------------------------------------------------------------- */

START_TEST(adoubed_game_published)
{
	char path[160], *pgn, *live, *shown, *file;

	start_simulator(short_game, "4");
	process_await(simulator.out, "/dev/pts/");
	start_server();
	pgn = await_get("/pgn", "4. Qxf7#");
	await_get("/pgn", "[Result \"1-0\"]");
	assert_has(pgn, "[Event \"Test Open\"]\n");
	assert_has(pgn,
	           "[Date \"2026.07.18\"]\n[Round \"3.1\"]\n[White \"Anna\"]\n[Black \"Béla\"]\n");
	assert_has(pgn, "[%clk ");
	live = await_get("/live.json", "\"end\":\"checkmate\"");
	assert_has(live, "{\"san\":\"Qxf7#\",\"uci\":\"h5f7\",\"state\":");
	assert_has(live, "\"last\":[39,53]");
	assert_has(live, "\"link\":\"\"");
	shown = status(NULL);
	assert_has(shown, "(dgt), live");
	assert_has(shown, "serial 3000");
	assert_has(shown, "last ply 4. Qxf7#");
	assert_has(shown, "clock      white 0:0");
	shown = ask("doctor", NULL);
	assert_has(shown, "1 of 1 table has a live board");
	assert_has(shown, "1 clocks are read");
	assert_has(shown, "1 table is recorded");
	/* The arbiter's machine hears of the mate as an alert; nobody else does. */
	shown = ask("alerts", NULL);
	assert_has(shown,
	           "  game 1  ply 7  info      checkmate: Mate by White: game over. (5.1.1)\n");
	ck_assert_ptr_null(strstr(live, "game over"));
	ck_assert_ptr_null(strstr(live, "alert"));

	ck_assert_int_eq(process_end(&server, SIGTERM), 0);
	ck_assert_int_ne(access(socket_path, F_OK), 0);
	snprintf(path, sizeof(path), "%s/games/test-open/round-3-table-1-game-1.pgn", state_dir);
	file = process_read(path);
	assert_has(file, "4. Qxf7#");
	ck_assert_ptr_null(strstr(file, "game over"));
	/* It is what is published, whatever came after the mate. */
	ck_assert_str_eq(process_get(start_server(), "/pgn"), file);
}
END_TEST

START_TEST(adoubed_killed_game_resumes)
{
	char *before, *after, *star, path[160];
	uint16_t port;

	start_simulator(short_game, "4");
	process_await(simulator.out, "/dev/pts/");
	port = start_server();
	await_get("/pgn", "2. Qh5");
	snprintf(path, sizeof(path), "%s/games/test-open/round-3-table-1-game-1.pgn", state_dir);
	process_await(path, "2. Qh5");
	process_end(&server, SIGKILL);
	/* What was published is there again, without a board. */
	kill_simulator();
	before = process_read(path);
	star = strrchr(before, '*'); /* the result of a game that is on */
	if (star)
		*star = '\0';
	port = start_server();
	after = process_get(port, "/pgn");
	ck_assert_ptr_nonnull(after);
	assert_has(before, "2. Qh5");
	assert_has(after, before);
	process_await(server.err, "goes on");
}
END_TEST

START_TEST(adoubed_http_contract)
{
	char request[300], *answer, *etag;
	uint16_t port = start_server();

	answer = process_http(port, "GET /pgn HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
	assert_has(answer, "HTTP/1.1 200 ");
	assert_has(answer, "Content-Type: application/x-chess-pgn; charset=utf-8\r\n");
	etag = strstr(answer, "ETag: ");
	ck_assert_ptr_nonnull(etag);
	snprintf(request, sizeof(request),
	         "GET /pgn HTTP/1.1\r\nHost: a\r\nIf-None-Match: %.*s\r\nConnection: close\r\n\r\n",
	         (int)strcspn(etag + 6, "\r"), etag + 6);
	assert_has(process_http(port, request), "HTTP/1.1 304 ");
	assert_has(process_http(port, "HEAD /pgn HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"),
	           "HTTP/1.1 200 ");
	answer = process_http(port, "POST /pgn HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n"
	                            "Connection: close\r\n\r\n");
	assert_has(answer, "HTTP/1.1 405 ");
	assert_has(answer, "Allow: GET, HEAD\r\n");
	assert_has(process_http(port, "GET /none HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"),
	           "HTTP/1.1 404 ");
	await_get("/", "<title>");
}
END_TEST

START_TEST(adoubed_names_are_text)
{
	char *live;
	uint16_t port;

	write_config("<script>alert(1)</script> \"\\\\");
	port = start_server();
	live = await_get("/live.json", "<script>alert(1)</script> \\\"\\\\\\\\");
	live = process_http(port,
	                    "GET /live.json HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
	assert_has(live, "Content-Type: application/json; charset=utf-8\r\n");
	assert_has(live, "X-Content-Type-Options: nosniff\r\n");
}
END_TEST

/* --- Ports and devices ---------------------------------------------------------------------- */

START_TEST(adoubed_missing_device_appears)
{
	char *shown;

	start_server();
	shown = await_status("not connected");
	assert_has(shown, board);
	assert_has(shown, "is the board plugged in");
	await_get("/live.json", "\"link\":\"The board is not connected.\"");
	start_simulator(short_game, "1");
	await_status("(dgt), live");
	await_get("/live.json", "\"link\":\"\"");
	/* And gone again, and back. */
	kill_simulator();
	await_status("not connected");
	start_simulator(short_game, "1");
	await_status("(dgt), live");
}
END_TEST

/* open_port: a pseudo-terminal under the board's name; returns its master. */
static int
open_port(char *ret_slave, size_t size)
{
	int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);

	ck_assert_int_ge(master, 0);
	ck_assert_int_eq(grantpt(master), 0);
	ck_assert_int_eq(unlockpt(master), 0);
	ck_assert_int_eq(ptsname_r(master, ret_slave, size), 0);
	ck_assert_int_eq(symlink(ret_slave, board), 0);
	return master;
}

/* close_port: as kill_simulator. */
static void
close_port(int master)
{
	unlink(board);
	close(master);
}

START_TEST(adoubed_wrong_protocol_told)
{
	char slave[64], bytes[64], *shown;
	int master = open_port(slave, sizeof(slave));
	pid_t modem;

	modem = fork();
	if (modem == 0) {
		while (read(master, bytes, sizeof(bytes)) > 0 || errno == EIO) {
			(void)!write(master, "ERROR\r\n", 7);
			process_sleep_ms(20);
		}
		_exit(0);
	}
	start_server();
	/* Should it have been too slow at first, it is asked again. */
	shown = await_status("What answers on this port is not a DGT board");
	assert_has(shown, "(dgt), wrong");
	await_get("/live.json", "\"link\":\"The board is not recognised.\"");
	process_await(server.err, "warning: table 1: ");
	process_await(server.err, "What answers on this port is not a DGT board");
	kill(modem, SIGKILL);
	waitpid(modem, NULL, 0);
	close_port(master);
}
END_TEST

START_TEST(adoubed_silent_port_told)
{
	char slave[64], *shown;
	int master = open_port(slave, sizeof(slave));

	start_server();
	shown = await_status("(dgt), wrong");
	assert_has(shown, "Nothing answers on this port");
	close_port(master);
}
END_TEST

/* Root may open everything; so these two run as nobody. */
START_TEST(adoubed_permission_denied_told)
{
	const struct process_limits nobody = { .uid = NOBODY };
	char slave[64], *shown;
	int master;

	if (getuid() != 0)
		return;
	master = open_port(slave, sizeof(slave));
	ck_assert_int_eq(chmod(slave, 0600), 0);
	start_server_as(&nobody);
	shown = await_status("not connected");
	shown = await_status("ermission denied");
	assert_has(shown, board);
	close_port(master);
}
END_TEST

START_TEST(adoubed_busy_port_told)
{
	const struct process_limits nobody = { .uid = NOBODY };
	char slave[64], *shown;
	int master, other;

	if (getuid() != 0)
		return;
	master = open_port(slave, sizeof(slave));
	ck_assert_int_eq(chmod(slave, 0666), 0);
	other = open(slave, O_RDWR | O_NOCTTY);
	ck_assert_int_ge(other, 0);
	ck_assert_int_eq(ioctl(other, TIOCEXCL), 0);
	start_server_as(&nobody);
	shown = await_status("another program");
	assert_has(shown, board);
	close(other);
	close_port(master);
}
END_TEST

START_TEST(adoubed_port_in_use_told)
{
	struct sockaddr_in address = { .sin_family = AF_INET,
		                       .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t len = sizeof(address);
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	char number[16], message[200];
	const char *argv[] = { adoubed, "--config", config_path, "--port", number, NULL };

	ck_assert_int_eq(bind(fd, (struct sockaddr *)&address, sizeof(address)), 0);
	ck_assert_int_eq(listen(fd, 1), 0);
	ck_assert_int_eq(getsockname(fd, (struct sockaddr *)&address, &len), 0);
	snprintf(number, sizeof(number), "%u", ntohs(address.sin_port));
	process_start(&server, folder, "adoubed", NULL, argv);
	snprintf(message, sizeof(message),
	         "cannot listen on 127.0.0.1:%s: another program listens there; end it, or choose "
	         "another "
	         "port with --port or [daemon] port",
	         number);
	assert_refuses(&server, message);
	close(fd);
}
END_TEST

/* --- Two of them ---------------------------------------------------------------------------- */

START_TEST(adoubed_second_instance_refused)
{
	char other[80];
	const char *same[] = { adoubed, "--config", config_path, NULL };
	const char *own_runtime[] = {
		adoubed, "--config", config_path, "--runtime-dir", other, NULL
	};
	struct process second;

	start_server();
	process_start(&second, folder, "second", NULL, same);
	assert_refuses(&second, "adoubed is already running");
	snprintf(other, sizeof(other), "%s/run2", folder);
	process_start(&second, folder, "second", NULL, own_runtime);
	assert_refuses(&second, "another adoubed (process ");
	/* The first one is none the worse. */
	await_status("adoubed runs as process");
	ck_assert_int_eq(process_end(&server, SIGTERM), 0);
}
END_TEST

START_TEST(adoubed_not_running_told)
{
	char expected[300], *shown;
	int code;

	shown = status(&code);
	snprintf(expected, sizeof(expected),
	         "adoubed is not running (no socket at %s)\n"
	         "start it ('systemctl start adoubed'); one with another --runtime-dir is found by "
	         "--socket PATH, or by --config FILE\n",
	         socket_path);
	ck_assert_str_eq(shown, expected);
	ck_assert_int_eq(code, 1);
	start_server();
	process_end(&server, SIGKILL);
	shown = status(&code);
	assert_has(shown, "adoubed is not running (it left its socket at ");
	ck_assert_int_eq(code, 1);
	start_server(); /* takes the dead one's place */
	await_status("adoubed runs as process");
}
END_TEST

/* --- The disk ------------------------------------------------------------------------------- */

/* A limit on the size of files stands for the full disk where nothing can be mounted. */
START_TEST(adoubed_full_disk_told_and_survived)
{
	struct rlimit none, limit;
	char path[160], *capture, *before, *after;
	uint16_t port;

	start_simulator(short_game, "1");
	process_await(simulator.out, "/dev/pts/");
	port = start_server();
	/* Not from its beginning: the thread sanitizer's own files are longer. */
	getrlimit(RLIMIT_FSIZE, &none);
	limit = (struct rlimit){ .rlim_cur = 120000, .rlim_max = none.rlim_max };
	ck_assert_int_eq(prlimit(server.pid, RLIMIT_FSIZE, &limit, NULL), 0);
	await_status("NOT RECORDING: cannot record to ");
	await_get("/live.json", "\"recording\":\"Recording has stopped:");
	process_await(server.err, "error: table 1: cannot record to ");
	/* The board is still read: what it says waits in memory, and is not published. */
	before = process_get(port, "/pgn");
	process_sleep_ms(2500);
	after = process_get(port, "/pgn");
	ck_assert_str_eq(before, after);
	ck_assert_int_eq(prlimit(server.pid, RLIMIT_FSIZE, &none, NULL), 0);
	await_get("/live.json", "\"recording\":\"\"");
	await_get("/pgn", "]} 1-0"); /* mate, and its press */
	process_await(server.err, "recording again");
	/* Nothing is missing in the journal: folded again it gives the game that was published last. */
	ck_assert_int_eq(process_end(&server, SIGTERM), 0);
	snprintf(path, sizeof(path), "%s/games/test-open/round-3-table-1-game-1.pgn", state_dir);
	before = process_read(path);
	assert_has(before, "]} 1-0");
	capture = export_capture();
	ck_assert_ptr_null(strstr(capture, "# lost"));
	/* The arbiter was told, and is again after the restart: the alert is in the journal. */
	port = start_server();
	assert_has(ask("alerts", NULL), "log-write-failed");
	after = process_get(port, "/pgn");
	ck_assert_str_eq(before, after);
}
END_TEST

START_TEST(adoubed_full_tmpfs_told_and_survived)
{
	static const char block[4096];
	char fill[120];
	int fd;

	if (mkdir(state_dir, 0755) < 0 || mount("tmpfs", state_dir, "tmpfs", 0, "size=8m") < 0) {
		printf("adoubed_full_tmpfs: nothing can be mounted here, not tested\n");
		return;
	}
	snprintf(fill, sizeof(fill), "%s/fill", state_dir);
	/* Long enough for the journal to need more of the disk. */
	start_simulator(long_game, "4");
	process_await(simulator.out, "/dev/pts/");
	start_server();
	await_status("(dgt), live");
	fd = open(fill, O_WRONLY | O_CREAT, 0644);
	while (write(fd, block, sizeof(block)) > 0)
		;
	close(fd);
	await_status("the disk is full; free space there");
	await_get("/live.json", "Recording has stopped: the disk is full.");
	unlink(fill);
	await_get("/live.json", "\"recording\":\"\"");
	await_get("/pgn", "6. Bc4");
	ck_assert_int_eq(process_end(&server, SIGTERM), 0);
	umount(state_dir);
}
END_TEST

START_TEST(adoubed_state_dir_unwritable_told)
{
	const struct process_limits nobody = { .uid = NOBODY };

	if (getuid() != 0)
		return;
	ck_assert_int_eq(mkdir(state_dir, 0755), 0);
	start_server_as(&nobody);
	assert_refuses(&server,
	               "permission denied; give the user adoubed runs as the right to write there, "
	               "or choose another folder with --state-dir");
}
END_TEST

/* --- Configuration and signals -------------------------------------------------------------- */

START_TEST(adoubed_bad_configuration_refused)
{
	char message[160];

	process_write(config_path, "[event]\nnaem = X\n");
	start_server_as(NULL);
	snprintf(message, sizeof(message),
	         "adoubed: %s:2: unknown key 'naem' in [event]; allowed are name, ", config_path);
	assert_refuses(&server, message);
	process_write(config_path, "[event]\nname = X\n");
	start_server_as(NULL);
	assert_refuses(&server, "has no table: add a section [table 1] with board = ...");
}
END_TEST

START_TEST(adoubed_check_config_changes_nothing)
{
	const char *argv[] = { adoubed, "--check-config", "--config", config_path, NULL };

	process_start(&server, folder, "adoubed", NULL, argv);
	ck_assert_int_eq(process_end(&server, 0), 0);
	ck_assert(process_holds(server.out, "is good: 1 table\n"));
	ck_assert_int_ne(access(state_dir, F_OK), 0);
}
END_TEST

START_TEST(adoubed_hangup_takes_new_configuration)
{
	start_server();
	await_get("/live.json", "Anna");
	process_write(config_path, "[event\n");
	kill(server.pid, SIGHUP);
	process_await(server.err, "the configuration stays as it was");
	await_get("/live.json", "Anna");
	write_config("Berta");
	kill(server.pid, SIGHUP);
	process_await(server.err, "is good; beginning again with it");
	await_status("Berta");
	await_get("/live.json", "Berta");
	ck_assert_int_eq(process_end(&server, SIGTERM), 0);
}
END_TEST

/* A file that is well written may still be one that the daemon cannot start with: it goes on with what it has. */
START_TEST(adoubed_hangup_keeps_what_cannot_be_replaced)
{
	static const struct {
		const char *tables, *listen, *state_dir, *cause;
	} files[] = {
		{ "", "127.0.0.1", NULL, "has no table" },
		{ "[table 1]\n", "192.0.2.1", NULL, "this machine does not have that address" },
		{ "[table 1]\n", "127.0.0.1", "/proc/none", "cannot make the folder /proc/none" },
	};
	char away[128];

	start_server();
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		process_write(
			config_path,
			"[daemon]\nlisten = %s\nport = 0\nstate_dir = %s\nruntime_dir = %s\n%s",
			files[i].listen, files[i].state_dir ? files[i].state_dir : state_dir,
			runtime_dir, files[i].tables);
		kill(server.pid, SIGHUP);
		process_await(server.err, files[i].cause);
		await_status("Anna");
	}
	/* Nor can it begin again with the folder that it has, when something else has come into its place. */
	snprintf(away, sizeof(away), "%s.away", state_dir);
	ck_assert_int_eq(rename(state_dir, away), 0);
	process_write(state_dir, "no folder\n");
	process_write(config_path,
	              "[daemon]\nport = 0\nstate_dir = %s\nruntime_dir = %s\n[table 1]\n",
	              state_dir, runtime_dir);
	kill(server.pid, SIGHUP);
	process_await(server.err, "is a file, not a folder");
	await_status("Anna");
	ck_assert_int_eq(unlink(state_dir), 0);
	ck_assert_int_eq(rename(away, state_dir), 0);
	/* Another address with the port that it has is no other program's. */
	process_write(config_path,
	              "[daemon]\nlisten = 0.0.0.0\nport = %u\nstate_dir = %s\nruntime_dir = %s\n"
	              "[table 1]\nwhite = Berta\n",
	              process_port(&server), state_dir, runtime_dir);
	kill(server.pid, SIGHUP);
	await_status("Berta");
	ck_assert_int_eq(process_end(&server, SIGTERM), 0);
}
END_TEST

/* Whoever is told to begin again while he does so begins once more, and ends when he is told to. */
START_TEST(adoubed_hangups_in_a_row_are_survived)
{
	start_server();
	for (int i = 0; i < 200; i++) {
		kill(server.pid, SIGHUP);
		process_sleep_ms(1);
	}
	await_status("Anna");
	process_await(server.err, "is good; beginning again with it");
	ck_assert_int_eq(process_end(&server, SIGTERM), 0);
}
END_TEST

/* So that replay needs no event file to find the same games. */
START_TEST(adoubed_capture_says_what_games_begin_from)
{
	char *capture;

	process_write(config_path,
	              "[event]\nname = Test Open\nround = 3\nchess960 = 7\nstart = any\n"
	              "[table 1]\nboard = %s\nfen = 8/8/8/8/8/5k2/8/4K2R w - -\n"
	              "[daemon]\nstate_dir = %s\nruntime_dir = %s\nport = 0\n",
	              board, state_dir, runtime_dir);
	start_server();
	ck_assert_int_eq(process_end(&server, SIGTERM), 0);
	capture = export_capture();
	assert_has(capture, "# fen 8/8/8/8/8/5k2/8/4K2R w - -\n");
	assert_has(capture, "# start-from any\n");
	ck_assert_ptr_null(strstr(capture, "# chess960"));
}
END_TEST

START_TEST(adoubed_interrupt_ends_well)
{
	start_server();
	ck_assert_int_eq(process_end(&server, SIGINT), 0);
}
END_TEST

/* The service manager's protocol, with the test as the manager. */
START_TEST(adoubed_notifies_manager)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_DGRAM, 0);
	char text[256];
	bool ready = false, watchdog = false;
	ssize_t n;

	snprintf(address.sun_path, sizeof(address.sun_path), "%s/notify", folder);
	ck_assert_int_eq(bind(fd, (struct sockaddr *)&address, sizeof(address)), 0);
	setenv("NOTIFY_SOCKET", address.sun_path, 1);
	setenv("WATCHDOG_USEC", "200000", 1);
	start_server_as(NULL);
	while (!ready || !watchdog) {
		n = recv(fd, text, sizeof(text) - 1, 0);
		ck_assert_int_gt(n, 0);
		text[n] = '\0';
		ready |= strcmp(text, "READY=1") == 0;
		watchdog |= strcmp(text, "WATCHDOG=1") == 0;
	}
	kill(server.pid, SIGTERM);
	do {
		n = recv(fd, text, sizeof(text) - 1, 0);
		ck_assert_int_gt(n, 0);
		text[n] = '\0';
	} while (strcmp(text, "STOPPING=1") != 0);
	ck_assert_int_eq(process_end(&server, 0), 0);
	unsetenv("NOTIFY_SOCKET");
	unsetenv("WATCHDOG_USEC");
	close(fd);
}
END_TEST

/* A long journal is read before the daemon is ready: the manager hears of it, and lets it take its time. */
START_TEST(adoubed_tells_manager_that_it_reads)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_DGRAM, 0);
	char text[256];
	bool reads = false;
	ssize_t n;

	start_simulator(long_game, "1");
	start_server();
	await_get("/pgn", "1. e4");
	process_end(&server, SIGKILL);
	snprintf(address.sun_path, sizeof(address.sun_path), "%s/notify", folder);
	ck_assert_int_eq(bind(fd, (struct sockaddr *)&address, sizeof(address)), 0);
	setenv("NOTIFY_SOCKET", address.sun_path, 1);
	start_server_as(NULL);
	do {
		n = recv(fd, text, sizeof(text) - 1, 0);
		ck_assert_int_gt(n, 0);
		text[n] = '\0';
		reads |= strstr(text, "EXTEND_TIMEOUT_USEC=") && strstr(text, "WATCHDOG=1");
	} while (strcmp(text, "READY=1") != 0);
	ck_assert(reads);
	unsetenv("NOTIFY_SOCKET");
	ck_assert_int_eq(process_end(&server, SIGTERM), 0);
	close(fd);
}
END_TEST

int
main(int argc, char **argv)
{
	Suite *suite = suite_create("adoubed");
	TCase *tcase = tcase_create("adoubed");

	if (argc != 3)
		return EXIT_FAILURE;
	adoubed = argv[1];
	adoube = argv[2];
	signal(SIGPIPE, SIG_IGN);
	tcase_set_timeout(tcase, 100);
	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, adoubed_game_published);
	tcase_add_test(tcase, adoubed_killed_game_resumes);
	tcase_add_test(tcase, adoubed_http_contract);
	tcase_add_test(tcase, adoubed_names_are_text);
	tcase_add_test(tcase, adoubed_missing_device_appears);
	tcase_add_test(tcase, adoubed_wrong_protocol_told);
	tcase_add_test(tcase, adoubed_silent_port_told);
	tcase_add_test(tcase, adoubed_permission_denied_told);
	tcase_add_test(tcase, adoubed_busy_port_told);
	tcase_add_test(tcase, adoubed_port_in_use_told);
	tcase_add_test(tcase, adoubed_second_instance_refused);
	tcase_add_test(tcase, adoubed_not_running_told);
	tcase_add_test(tcase, adoubed_full_disk_told_and_survived);
	tcase_add_test(tcase, adoubed_full_tmpfs_told_and_survived);
	tcase_add_test(tcase, adoubed_state_dir_unwritable_told);
	tcase_add_test(tcase, adoubed_bad_configuration_refused);
	tcase_add_test(tcase, adoubed_check_config_changes_nothing);
	tcase_add_test(tcase, adoubed_hangup_takes_new_configuration);
	tcase_add_test(tcase, adoubed_hangup_keeps_what_cannot_be_replaced);
	tcase_add_test(tcase, adoubed_hangups_in_a_row_are_survived);
	tcase_add_test(tcase, adoubed_capture_says_what_games_begin_from);
	tcase_add_test(tcase, adoubed_interrupt_ends_well);
	tcase_add_test(tcase, adoubed_notifies_manager);
	tcase_add_test(tcase, adoubed_tells_manager_that_it_reads);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
