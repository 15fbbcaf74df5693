/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * adoubed with a board on a serial port, as most boards are: the whole program, since what its parts do alone says nothing of
 * how they are linked.
 *
 * Arguments: the paths of adoubed, of adoube, and of the library of modem_lines.c.
 */
#include <check.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/daemon/process.h"
#include "tests/support.h"
#include "tests/transport/serial_port.h"

static const char *adoubed, *adoube, *library;
static char folder[] = "/tmp/test_serial_board_XXXXXX";
static struct process server, simulator;

static void
setup(void)
{
	ck_assert_ptr_nonnull(mkdtemp(folder));
}

static void
teardown(void)
{
	process_kill(&server);
	process_kill(&simulator);
	serial_port_unplug();
	test_remove_folder(folder);
}

START_TEST(a_board_on_a_serial_port_is_read)
{
	const char *pgn = test_source_path("drivers/sim/games/opera-1858.pgn");
	const char *simulate[] = { adoube,    "simulate", "--pty",  "--pgn", pgn,
		                   "--speed", "60",       "--pace", "60",    "--profile",
		                   "clean",   "--linger", "3600",   NULL };
	char preload[512];
	const char *serve[] = { "/usr/bin/env", preload,       adoubed, "--board",
		                SERIAL_PORT,    "--state-dir", folder,  "--runtime-dir",
		                folder,         "--port",      "0",     NULL };
	char *terminal;

	process_start(&simulator, folder, "simulate", NULL, simulate);
	process_await(simulator.out, "/dev/pts/");
	process_await(simulator.out, "\n");
	terminal = strstr(process_read(simulator.out), "/dev/pts/");
	terminal[strcspn(terminal, "\n")] = '\0';
	ck_assert_msg(serial_port_plug(terminal) == 0, "%s: %s", terminal, strerror(errno));
	snprintf(preload, sizeof(preload), "LD_PRELOAD=%s", library);
	process_start(&server, folder, "adoubed", NULL, serve);
	process_await_get(&server, "/pgn", "17. Rd8#");
	process_await(server.err, "table 1: " SERIAL_PORT " is open");
	ck_assert_int_eq(process_end(&server, SIGTERM), 0);
}
END_TEST

int
main(int argc, char **argv)
{
	Suite *suite = suite_create("serial board");
	TCase *tcase = tcase_create("serial board");

	if (argc < 4) {
		fputs("usage: test_serial_board ADOUBED ADOUBE LIBRARY\n", stderr);
		return 2;
	}
	adoubed = argv[1];
	adoube = argv[2];
	library = argv[3];
	if (!serial_port_enter()) {
		printf("skipped: no mount namespace: %s\n", strerror(errno));
		return TEST_SKIP;
	}
	tcase_set_timeout(tcase, 60);
	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, a_board_on_a_serial_port_is_read);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
