/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * adoubed with a bus of three boards on a pseudo-terminal, one of which is unplugged in mid-game: every
 * game as it was played, and each table's capture gives its game by itself.
 *
 * Arguments: the paths of adoubed and of adoube.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <check.h>

#include "tests/daemon/process.h"
#include "tests/support.h"

/* In mid-game, and for four seconds of the wall: however busy the machine is, it is noticed. */
#define OUTAGE "unplug:2:40:240"

static const char *adoubed, *adoube;
static char folder[] = "/tmp/test_hall_XXXXXX";
static char config_path[64], pgn_path[64], board[64], socket_path[80];
static struct process server, simulator;

static const char *const endings[3] = { "17. Rd8#", "23. Be7#", "24. Bxe7#" };

static void
write_pgn(void)
{
	static const char *const games[] = { "opera-1858", "immortal-1851", "evergreen-1852" };
	FILE *file = fopen(pgn_path, "w");

	ck_assert_ptr_nonnull(file);
	for (int i = 0; i < 3; i++) {
		char name[64];
		size_t len;
		char *text;

		snprintf(name, sizeof(name), "drivers/sim/games/%s.pgn", games[i]);
		text = test_read_file(test_source_path(name), &len);
		ck_assert_ptr_nonnull(text);
		fprintf(file, "%s\n", text);
		free(text);
	}
	fclose(file);
}

static void
setup(void)
{
	FILE *file;

	ck_assert_ptr_nonnull(mkdtemp(folder));
	snprintf(config_path, sizeof(config_path), "%s/adoubed.conf", folder);
	snprintf(pgn_path, sizeof(pgn_path), "%s/games.pgn", folder);
	snprintf(board, sizeof(board), "%s/line", folder);
	snprintf(socket_path, sizeof(socket_path), "%s/run/control", folder);
	write_pgn();
	file = fopen(config_path, "w");
	ck_assert_ptr_nonnull(file);
	fprintf(file, "[event]\nname = Hall\n[bus hall]\ndevice = %s\n", board);
	for (int i = 0; i < 3; i++)
		fprintf(file, "[table %d]\nboard = hall/%d\n", i + 1, 1025 + i);
	fprintf(file, "[daemon]\nstate_dir = %s/state\nruntime_dir = %s/run\nport = 0\n", folder,
	        folder);
	fclose(file);
}

static void
teardown(void)
{
	process_kill(&server);
	process_kill(&simulator);
	test_remove_folder(folder);
}

static char *
run(const char *name, const char *const argv[])
{
	struct process process;

	process_start(&process, folder, name, NULL, argv);
	ck_assert_int_eq(process_end(&process, 0), 0);
	return process_read(process.out);
}

static void
await_pgn(const char *text)
{
	process_await_get(&server, "/pgn", text);
}

static void
await_status(const char *text)
{
	const char *argv[] = { adoube, "status", "--socket", socket_path, NULL };
	uint64_t since = process_now_ms();
	const char *shown;

	while (!strstr(shown = run("status", argv), text)) {
		if (process_now_ms() - since > PROCESS_PATIENCE_MS)
			ck_abort_msg("no '%s' in:\n%s", text, shown);
		process_sleep_ms(50);
	}
}

START_TEST(bus_feeds_its_tables)
{
	const char *simulate[] = { adoube,      "simulate", "--bus",    "3",         "--pty",
		                   "--link",    board,      "--pgn",    pgn_path,    "--speed",
		                   "60",        "--pace",   "60",       "--profile", "clean",
		                   "--trouble", OUTAGE,     "--linger", "3600",      NULL };
	const char *serve[] = { adoubed, "--config", config_path, NULL };
	char state[80], journal[120];
	const char *export[] = { adoube, "journal", "export", "--to", state, journal, NULL };
	char *shown;

	process_start(&simulator, folder, "simulate", NULL, simulate);
	process_await(simulator.out, "/dev/pts/");
	process_start(&server, folder, "adoubed", NULL, serve);
	for (int i = 0; i < 3; i++)
		await_pgn(endings[i]);
	await_status("bus hall: ");
	await_status("board 1025  live, asked every");
	process_await(server.err, "bus hall, board 1026: The board has stopped");
	ck_assert_int_eq(process_end(&server, SIGTERM), 0);
	snprintf(state, sizeof(state), "%s/state", folder);
	snprintf(journal, sizeof(journal), "%s/journals/hall.journal", state);
	run("export", export);
	for (int i = 0; i < 3; i++) {
		char capture[160];
		const char *replay[] = { adoube, "replay", capture, NULL };

		snprintf(capture, sizeof(capture), "%s/state/table-%d.capture", folder, i + 1);
		shown = run("replay", replay);
		ck_assert_msg(strstr(shown, endings[i]) != NULL, "table %d: %s", i + 1, shown);
		ck_assert_msg(strstr(shown, "[Result \"1-0\"]") != NULL, "table %d: %s", i + 1,
		              shown);
	}
}
END_TEST

int
main(int argc, char **argv)
{
	Suite *suite = suite_create("hall");
	TCase *tcase = tcase_create("bus");

	if (argc != 3) {
		fputs("usage: test_hall ADOUBED ADOUBE\n", stderr);
		return EXIT_FAILURE;
	}
	adoubed = argv[1];
	adoube = argv[2];
	tcase_set_timeout(tcase, 120);
	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, bus_feeds_its_tables);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
