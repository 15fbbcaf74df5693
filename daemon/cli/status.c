/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * adoube status: ask the running daemon what it sees.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "daemon/cli/ask.h"
#include "daemon/cli/command.h"

static const char status_usage[] =
	"usage: adoube status [--socket PATH | --config FILE] [--json]\n\n"
	"Show what the running daemon sees: boards, recording, clocks, games.\n\n"
	"  --socket PATH  the daemon's control socket (/run/adoubed/control)\n"
	"  --config FILE  take the socket's folder from this configuration file\n"
	"  --json         print the daemon's answer as it is\n";

static const struct ask_command status_command = { "status", status_usage, false };

static double
status_age_s(long long unix_ms)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9 - (double)unix_ms / 1000.0;
}

static void
status_print(const char *label, const char *text)
{
	fputs(label, stdout);
	ask_print_text(text, 0);
}

static void
status_print_board(const json_t *board)
{
	const char *serial = ask_text(board, "long_serial");

	if (!serial[0])
		serial = ask_text(board, "serial");
	status_print("  board      ",
	             ask_text(board, "address")[0] ? ask_text(board, "address") : "none");
	printf(" (%s), %s\n", ask_text(board, "driver"),
	       json_is_true(json_object_get(board, "open")) ? ask_text(board, "link")
	                                                    : "not connected");
	status_print("             ", ask_text(board, "advice"));
	putchar('\n');
	if (serial[0])
		status_print("             serial ", serial);
	if (ask_text(board, "version")[0])
		status_print(serial[0] ? ", version " : "             version ",
		             ask_text(board, "version"));
	if (ask_text(board, "battery")[0])
		status_print(", battery ", ask_text(board, "battery"));
	if (serial[0] || ask_text(board, "version")[0])
		putchar('\n');
	printf("             %lld bytes, %lld messages", ask_number(board, "bytes"),
	       ask_number(board, "frames"));
	if (ask_number(board, "skipped_bytes") || ask_number(board, "bad_frames"))
		printf("; %lld bytes and %lld messages unreadable",
		       ask_number(board, "skipped_bytes"), ask_number(board, "bad_frames"));
	putchar('\n');
}

static void
status_print_recorder(const json_t *recorder)
{
	status_print("  recording  ", ask_text(recorder, "path"));
	printf(", %lld bytes\n", ask_number(recorder, "bytes"));
	if (!json_is_true(json_object_get(recorder, "ok"))) {
		status_print("             NOT RECORDING: ", ask_text(recorder, "trouble"));
		putchar('\n');
	}
	if (ask_number(recorder, "lost_lines"))
		printf("             %lld entries were lost while the disk refused them\n",
		       ask_number(recorder, "lost_lines"));
	if (ask_number(recorder, "odd_entries"))
		printf("             %lld entries of the journal cannot be read by this adoubed\n",
		       ask_number(recorder, "odd_entries"));
}

static void
status_print_clock(const json_t *clock)
{
	if (!json_is_object(clock)) {
		puts("  clock      none seen");
		return;
	}
	printf("  clock      white ");
	ask_print_time(json_object_get(clock, "white"), "?");
	printf(", black ");
	ask_print_time(json_object_get(clock, "black"), "?");
	if (json_is_true(json_object_get(clock, "running")))
		printf(", %s's runs", ask_text(clock, "turn"));
	else
		printf(", stopped");
	printf(", read %.1f s ago%s\n", status_age_s(ask_number(clock, "read_unix_ms")),
	       json_is_true(json_object_get(clock, "battery_low")) ? ", BATTERY LOW" : "");
}

static void
status_print_game(const json_t *table)
{
	const json_t *ply = json_object_get(table, "last_ply");

	if (ask_number(table, "game") == 0) {
		puts("  game       none yet: waiting for the start position");
		return;
	}
	printf("  game       %lld, result %s, ", ask_number(table, "game"),
	       ask_text(table, "result"));
	if (json_is_object(ply))
		printf("last ply %lld%s %s (%s)\n", ask_number(ply, "move"),
		       strcmp(ask_text(ply, "side"), "white") == 0 ? "." : "...",
		       ask_text(ply, "san"), ask_text(ply, "state"));
	else
		puts("no move yet");
}

static const char *
status_sync_advice(const char *sync)
{
	static const char *const advice[][2] = {
		{ "waiting", "set up the start position to begin a game" },
		{ "in-step", "the board shows the record's position" },
		{ "astray", "the board shows a move that is not legal; the arbiter decides" },
		{ "puzzled", "no legal move explains what the board shows; look at the board" },
		{ "over", "the game has its result; set up the start position for the next one" },
	};

	for (size_t i = 0; i < sizeof(advice) / sizeof(advice[0]); i++)
		if (strcmp(sync, advice[i][0]) == 0)
			return advice[i][1];
	return "";
}

/* Squares whose sensors are not believed, and since when. */
static void
status_print_troubled(const json_t *squares)
{
	const json_t *square;
	size_t i;

	json_array_foreach(squares, i, square)
		printf("  %s %s, for %.0f s: the game goes on; look at the man and the sensor\n",
	               i == 0 ? "reads wrong" : "           ", ask_text(square, "square"),
	               status_age_s(ask_number(square, "since_unix_ms")));
}

static void
status_print_table(const json_t *table)
{
	const char *sync = ask_text(table, "sync");

	printf("table %lld", ask_number(table, "table"));
	if (ask_text(table, "white")[0] || ask_text(table, "black")[0]) {
		status_print(": ", ask_text(table, "white")[0] ? ask_text(table, "white") : "?");
		status_print(" - ", ask_text(table, "black")[0] ? ask_text(table, "black") : "?");
	}
	putchar('\n');
	status_print_board(json_object_get(table, "board"));
	status_print_recorder(json_object_get(table, "recorder"));
	status_print_clock(json_object_get(table, "clock"));
	status_print_game(table);
	printf("  sync       %s for %.0f s: %s\n", sync,
	       status_age_s(ask_number(table, "sync_since_unix_ms")), status_sync_advice(sync));
	status_print_troubled(json_object_get(table, "troubled"));
}

/* Where the games go besides the web server. */
static void
status_print_output(const json_t *output)
{
	const json_t *refused;
	const char *text = ask_text(output, "text");
	size_t i;

	printf("%s: %s", ask_text(output, "name"), ask_text(output, "url"));
	if (ask_number(output, "delay"))
		printf(", %lld s late", ask_number(output, "delay"));
	if (json_object_get(output, "pushes"))
		printf(", %lld pushes, %lld of them failed", ask_number(output, "pushes"),
		       ask_number(output, "failures"));
	status_print(text[0] ? ": " : "", text);
	putchar('\n');
	json_array_foreach(json_object_get(output, "refused"), i, refused)
		printf("  refused    %s - %s: %s\n", ask_text(refused, "white"),
	               ask_text(refused, "black"), ask_text(refused, "error"));
}

/* One line a board: how it is, and how often it is asked. */
static void
status_print_bus(const json_t *bus)
{
	const json_t *board;
	size_t i;

	status_print("bus ", ask_text(bus, "bus"));
	status_print(": ", ask_text(bus, "device"));
	if (json_is_true(json_object_get(bus, "open")))
		printf(", open, %lld bad replies\n", ask_number(bus, "bad_frames"));
	else
		printf(", not open: %s\n", ask_text(bus, "advice"));
	json_array_foreach(json_object_get(bus, "boards"), i, board)
	{
		printf("  board %-5lld %s", ask_number(board, "address"), ask_text(board, "state"));
		if (ask_number(board, "mean_poll_us") > 0)
			printf(", asked every %.0f ms (longest %.0f), %lld asked again, gone %lld "
			       "times",
			       (double)ask_number(board, "mean_poll_us") / 1000,
			       (double)ask_number(board, "longest_poll_us") / 1000,
			       ask_number(board, "repeats"), ask_number(board, "lost"));
		printf("\n");
		if (strcmp(ask_text(board, "state"), "live") != 0)
			printf("              %s\n", ask_text(board, "advice"));
	}
}

static int
status_print_answer(const char *answer)
{
	json_error_t error;
	json_t *status = json_loads(answer, 0, &error);
	const json_t *table, *output, *bus;
	size_t i;

	if (!status || !json_is_true(json_object_get(status, "ok"))) {
		fprintf(stderr, "adoube status: adoubed answers: %s\n",
		        status ? ask_text(status, "error") : error.text);
		json_decref(status);
		return COMMAND_FAILED;
	}
	printf("adoubed runs as process %lld, %s\n", ask_number(status, "pid"),
	       ask_text(status, "url"));
	json_array_foreach(json_object_get(status, "outputs"), i, output)
		status_print_output(output);
	json_array_foreach(json_object_get(status, "tables"), i, table) status_print_table(table);
	json_array_foreach(json_object_get(status, "buses"), i, bus) status_print_bus(bus);
	json_decref(status);
	return COMMAND_OK;
}

int
command_status(int argc, char **argv)
{
	struct ask_options options = { 0 };
	int status = ask_parse(&status_command, argc, argv, &options);
	char *answer;

	if (status >= 0)
		return status;
	answer = ask_daemon(&status_command, &options, "status");
	if (!answer)
		return COMMAND_FAILED;
	status = options.json ? (puts(answer), COMMAND_OK) : status_print_answer(answer);
	free(answer);
	return status;
}
