/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Boards that are plugged in, pulled out and plugged in elsewhere, in a machine of umockdev's making:
 * its udev announces USB serial ports, and behind their nodes are simulated boards.
 *
 * Arguments: the paths of adoubed and of adoube. To be run under umockdev-wrapper.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <check.h>
#include <umockdev.h>

#include "tests/daemon/process.h"
#include "tests/support.h"

/* A terminal's name is used again as soon as it is free: a daemon of another test may have it for an instant,
 * and a busy port is left alone for ten seconds. */
#define PATIENCE_MS (2 * PROCESS_PATIENCE_MS)

struct board {
	const char *name, *serial;
	struct process simulator;
	char pty[64];
};

static const char *adoubed, *adoube;
static char folder[] = "/dev/shm/test_devices_XXXXXX";
static char config_path[64], socket_path[64];
static struct process server;
static struct board first = { .name = "first", .serial = "3000000017" },
		    second = { .name = "second", .serial = "3000000018" };
static UMockdevTestbed *machine;

static const char game[] =
	"[Event \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"1-0\"]\n[TimeControl \"300+2\"]\n\n"
	"1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n";

static void
setup(void)
{
	strcpy(folder + strlen(folder) - 6, "XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(folder));
	snprintf(config_path, sizeof(config_path), "%s/adoubed.conf", folder);
	snprintf(socket_path, sizeof(socket_path), "%s/run/control", folder);
	machine = umockdev_testbed_new();
	memset(&server, 0, sizeof(server));
	memset(&first.simulator, 0, sizeof(first.simulator));
	memset(&second.simulator, 0, sizeof(second.simulator));
}

static void
teardown(void)
{
	struct process *const processes[] = { &server, &first.simulator, &second.simulator };
	for (size_t i = 0; i < 3; i++)
		if (processes[i]->pid)
			process_end(processes[i], SIGKILL);
	g_object_unref(machine);
	test_remove_folder(folder);
}

/* --- The machine ---------------------------------------------------------------------------- */

/* plug: a USB serial port called `kernel` appears; behind it is the terminal `pty`. Ids are known from the
 * USB device alone, as where no udev rule has run. The node is in our own folder: umockdev 0.17 loses
 * its way where a node of its own is a link to a terminal, and udev's nodes are below /dev. */
static void
plug(const char *kernel, const char *vendor, const char *product, const char *pty)
{
	char usb[64], node[96];
	gchar *parent, *path;

	snprintf(usb, sizeof(usb), "usb-of-%s", kernel);
	snprintf(node, sizeof(node), "%s/%s", folder, kernel);
	unlink(node);
	ck_assert_int_eq(symlink(pty, node), 0);
	parent = umockdev_testbed_add_device(machine, "usb", usb, NULL, "idVendor", vendor,
	                                     "idProduct", product, NULL, "DEVTYPE", "usb_device",
	                                     NULL);
	ck_assert_ptr_nonnull(parent);
	path = umockdev_testbed_add_device(machine, "tty", kernel, parent, NULL, "DEVNAME", node,
	                                   NULL);
	ck_assert_ptr_nonnull(path);
	g_free(path);
	g_free(parent);
}

static void
unplug(const char *kernel)
{
	char path[128], parent[96];

	snprintf(parent, sizeof(parent), "/sys/devices/usb-of-%s", kernel);
	snprintf(path, sizeof(path), "%s/%s", parent, kernel);
	umockdev_testbed_uevent(machine, path, "remove");
	umockdev_testbed_remove_device(machine, path);
	umockdev_testbed_remove_device(machine, parent);
}

static void
start_board(struct board *board, const char *pgn_text, const char *speed)
{
	char pgn[128], name[32];
	const char *live[] = { adoube,  "simulate", "--pgn",       pgn,       "--pty", "--profile",
		               "clean", "--pace",   "20",          "--speed", speed,   "--linger",
		               "3600",  "--serial", board->serial, NULL };

	snprintf(pgn, sizeof(pgn), "%s/%s.pgn", folder, board->name);
	snprintf(name, sizeof(name), "simulate-%s", board->name);
	process_write(pgn, "%s", pgn_text);
	process_start(&board->simulator, folder, name, NULL, live);
	process_await(board->simulator.out, "/dev/pts/");
	snprintf(board->pty, sizeof(board->pty), "%s", process_read(board->simulator.out));
	board->pty[strcspn(board->pty, "\n")] = '\0';
}

/* --- The daemon ----------------------------------------------------------------------------- */

static uint16_t
start_server(const char *board)
{
	const char *argv[] = { adoubed, "-v", "--config", config_path, NULL };

	process_write(config_path,
	              "[event]\nname = Test\n[table 1]\nboard = %s\n"
	              "[daemon]\nstate_dir = %s/state\nruntime_dir = %s/run\nport = 0\n",
	              board, folder, folder);
	process_start(&server, folder, "adoubed", NULL, argv);
	return process_port(&server);
}

/* ask: what adoube prints, errors too. */
static char *
ask(const char *command, const char *arg1, const char *arg2)
{
	const char *argv[] = { adoube, command, "--socket", socket_path, arg1, arg2, NULL };
	struct process process;
	char *both, *out, *err;

	process_start(&process, folder, "ask", NULL, argv);
	process_end(&process, 0);
	out = process_read(process.out);
	err = process_read(process.err);
	both = process_keep(malloc(strlen(out) + strlen(err) + 1));
	strcpy(both, out);
	return strcat(both, err);
}

/* await_device: until one line of `adoube devices` holds all of `parts` (n of them). */
static char *
await_device(size_t n, const char *const parts[])
{
	uint64_t since = process_now_ms();
	char *shown;

	for (;;) {
		shown = process_keep(strdup(ask("devices", NULL, NULL)));
		for (char *copy = process_keep(strdup(shown)), *line = strsep(&copy, "\n"); line;
		     line = strsep(&copy, "\n")) {
			size_t held = 0;

			while (held < n && strstr(line, parts[held]))
				held++;
			if (held == n)
				return line;
		}
		if (process_now_ms() - since > PATIENCE_MS)
			ck_abort_msg("no line with '%s', '%s' ...:\n%s\n%s", parts[0],
			             n > 1 ? parts[1] : "", shown, process_read(server.err));
		process_sleep_ms(20);
	}
}

#define AWAIT_DEVICE(...)                                                                          \
	await_device(sizeof((const char *const[]){ __VA_ARGS__ }) / sizeof(char *),                \
	             (const char *const[]){ __VA_ARGS__ })

static void
await_pgn(const char *text)
{
	process_await_get(&server, "/pgn", text);
}

/* --- Tests ---------------------------------------------------------------------------------- */

START_TEST(devices_board_comes_late_goes_and_comes_back_elsewhere)
{
	char want[64];
	uint16_t port;

	start_board(&first, game, "3");
	port = start_server("any");
	/* Nothing was there when it began; a port of another make is none of ours. */
	plug("ttyUSB7", "1d6b", "0002", first.pty);
	plug("ttyUSB0", "0403", "6001", first.pty);
	AWAIT_DEVICE("live", "/ttyUSB0", " 1 ", "reports every change");
	ck_assert_ptr_null(strstr(ask("devices", NULL, NULL), "ttyUSB7"));
	await_pgn("1. e4");
	unplug("ttyUSB0");
	AWAIT_DEVICE("lost", first.serial, "Unplugged");
	plug("ttyUSB1", "0403", "6001", first.pty);
	AWAIT_DEVICE("live", "/ttyUSB1", first.serial, " 1 ");
	await_pgn("4. Qxf7#");
	ck_assert_ptr_null(strstr(process_get(port, "/pgn"), "[Round \"?.1\"]"));

	/* The board that came first is the table's for good: after a restart, too. */
	ck_assert_int_eq(process_end(&server, SIGTERM), 0);
	unplug("ttyUSB1");
	port = start_server("any");
	AWAIT_DEVICE("absent", first.serial);
	snprintf(want, sizeof(want), "serial number %s", first.serial);
	ck_assert_ptr_nonnull(strstr(ask("status", NULL, NULL), want));
	await_pgn("4. Qxf7#");
}
END_TEST

START_TEST(devices_spare_board_goes_on_with_the_game)
{
	static const char half[] = "[Event \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n"
				   "[TimeControl \"300+2\"]\n\n1. e4 e5 2. Qh5 *\n";
	uint16_t port;

	start_board(&first, half, "6");
	plug("ttyACM0", "04d8", "000a", first.pty);
	port = start_server("any");
	await_pgn("2. Qh5");
	/* It is set up as the first one stands. */
	start_board(&second, game, "3");
	plug("ttyACM1", "045b", "8111", second.pty);
	AWAIT_DEVICE("live", "/ttyACM1", second.serial, "spare");
	process_await(second.simulator.err, "2. Qh5");
	ck_assert_ptr_nonnull(strstr(ask("swap", "1", "4711"), "4711 is its board now"));
	AWAIT_DEVICE("absent", "4711");
	ck_assert_ptr_nonnull(strstr(ask("swap", "9", second.serial), "there is no table 9"));
	ck_assert_ptr_nonnull(strstr(ask("swap", "1", "no:board"), "is no board"));
	ck_assert_ptr_nonnull(strstr(ask("swap", "1", second.serial), "is its board now"));
	AWAIT_DEVICE("live", "/ttyACM1", second.serial, " 1 ");
	AWAIT_DEVICE("live", "/ttyACM0", first.serial, "spare");
	await_pgn("4. Qxf7#");
	ck_assert_ptr_null(strstr(strstr(process_get(port, "/pgn"), "[Event"), "\n\n[Event"));
}
END_TEST

START_TEST(devices_one_board_on_two_ports_is_one)
{
	struct board twin = { .name = "twin", .serial = "3000000017" };
	char board[64];

	start_board(&first, game, "1");
	start_board(&twin, game, "1");
	second.simulator = twin.simulator; /* for teardown */
	start_server("any");
	plug("ttyUSB0", "0403", "6001", first.pty);
	AWAIT_DEVICE("live", "/ttyUSB0", " 1 ");
	plug("rfcomm0", "0000", "0000", twin.pty);
	AWAIT_DEVICE("seen", "/rfcomm0", first.serial, "same board as on");
	unplug("ttyUSB0");
	AWAIT_DEVICE("live", "/rfcomm0", first.serial, " 1 ");

	/* By its number in the configuration it is the same. */
	ck_assert_int_eq(process_end(&server, SIGTERM), 0);
	snprintf(board, sizeof(board), "serial:%s", first.serial);
	start_server(board);
	AWAIT_DEVICE("live", "/rfcomm0", first.serial, " 1 ");
}
END_TEST

/* A terminal that says nothing but zeros, without end. */
static pid_t
start_babbler(char *name, size_t size)
{
	int master = posix_openpt(O_RDWR | O_NOCTTY);
	char zeros[512] = { 0 };
	struct termios mode;
	pid_t pid;

	ck_assert_int_ge(master, 0);
	ck_assert(grantpt(master) == 0 && unlockpt(master) == 0);
	ck_assert_int_eq(ptsname_r(master, name, size), 0);
	ck_assert_int_eq(tcgetattr(master, &mode), 0);
	cfmakeraw(&mode);
	ck_assert_int_eq(tcsetattr(master, TCSANOW, &mode), 0);
	pid = fork();
	ck_assert_int_ge(pid, 0);
	if (pid == 0)
		for (;;) {
			if (write(master, zeros, sizeof(zeros)) < 0)
				usleep(10000);
			usleep(1000);
		}
	close(master);
	return pid;
}

START_TEST(devices_babbler_is_left_alone)
{
	char name[64];
	pid_t pid = start_babbler(name, sizeof(name));

	start_server("any");
	plug("ttyUSB0", "0403", "6001", name);
	AWAIT_DEVICE("quarantined", "/ttyUSB0", "(again in ");
	/* It keeps nobody else from its board. */
	start_board(&first, game, "1");
	plug("ttyUSB1", "0403", "6001", first.pty);
	AWAIT_DEVICE("live", "/ttyUSB1", " 1 ");
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	process_await(server.err, "/ttyUSB0: left alone for 10 s");
}
END_TEST

/* The port of a bus is the bus's, whatever a table asks for. */
START_TEST(devices_port_of_a_bus_is_left_to_it)
{
	char text[160];

	start_board(&second, game, "1");
	snprintf(text, sizeof(text), "any\n[bus hall]\ndevice = %s/ttyUSB0", folder);
	start_server(text);
	plug("ttyUSB0", "0403", "6001", second.pty);
	process_await(server.err, "bus hall: board 1025 is starting");
	start_board(&first, game, "1");
	plug("ttyUSB1", "0403", "6001", first.pty);
	AWAIT_DEVICE("live", "/ttyUSB1", " 1 ");
	/* What was offered is named in the log by its node; the bus's is not among it. */
	snprintf(text, sizeof(text), "device %s/ttyUSB1: ", folder);
	ck_assert(process_holds(server.err, text));
	snprintf(text, sizeof(text), "device %s/ttyUSB0: ", folder);
	ck_assert(!process_holds(server.err, text));
	ck_assert_ptr_nonnull(strstr(ask("status", NULL, NULL), "board 1025  "));
}
END_TEST

int
main(int argc, char **argv)
{
	/* Each is a test of its own to CTest (CK_RUN_CASE): they mostly wait. */
	const struct {
		const char *name;
		const TTest *test;
	} cases[] = {
		{ "elsewhere", devices_board_comes_late_goes_and_comes_back_elsewhere },
		{ "spare", devices_spare_board_goes_on_with_the_game },
		{ "double", devices_one_board_on_two_ports_is_one },
		{ "babbler", devices_babbler_is_left_alone },
		{ "bus", devices_port_of_a_bus_is_left_to_it },
	};
	Suite *suite = suite_create("devices");

	if (argc != 3) {
		fprintf(stderr, "usage: test_devices ADOUBED ADOUBE\n");
		return 2;
	}
	if (access("/dev/shm", W_OK) != 0) {
		printf("no /dev/shm to put nodes in\n");
		return 77;
	}
	adoubed = argv[1];
	adoube = argv[2];
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		TCase *one = tcase_create(cases[i].name);

		tcase_set_timeout(one, 120);
		tcase_add_checked_fixture(one, setup, teardown);
		tcase_add_test(one, cases[i].test);
		suite_add_tcase(suite, one);
	}
	return test_run(suite);
}
