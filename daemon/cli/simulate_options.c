/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What `adoube simulate` can be told, and reading it.
 */
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/cli/command.h"
#include "daemon/cli/simulate.h"
#include "drivers/sim/sim_breach.h"

static const char usage[] =
	"usage: adoube simulate --pgn FILE (--pty | --tcp [HOST:]PORT | --capture OUT) "
	"[OPTION...]\n"
	"\n"
	"A simulated DGT board with a clock, on which hands play the games of FILE ('-' is\n"
	"standard input).\n"
	"\n"
	"where the board is:\n"
	"  --pty              on a pseudo-terminal, whose name is printed\n"
	"  --link PATH        with --pty: also under this name, a symbolic link\n"
	"  --tcp [HOST:]PORT  on a port, as serial device servers offer it (HOST 127.0.0.1;\n"
	"                     port 0 takes a free one); the address is printed\n"
	"  --capture OUT      not at all: write what it would say, without waiting\n"
	"  --truth OUT        write what really happened, a JSON object a line\n"
	"\n"
	"  --bus N            N boards (1 to 64) in bus mode on the pty or port, with addresses\n"
	"                     from 1025 on; board i plays games i, i + N and so on, and the\n"
	"                     truth names the board\n"
	"\n"
	"what happens to a bus:\n"
	"  --faults LIST      so many replies in a thousand: drop=N,corrupt=N,duplicate=N,delay=N\n"
	"  --trouble WHAT:BOARD:FROM:FOR\n"
	"                     board BOARD (from 1) suffers WHAT, FROM seconds after play began,\n"
	"                     FOR seconds: mute, unplug, off, babble; may be given several times\n"
	"\n"
	"what is played:\n"
	"  --game N           game N of the file, from 1\n"
	"  --games A-B        games A to B\n"
	"  --loop             begin again after the last game\n"
	"  --reset            set up the men again after the last game, too\n"
	"\n"
	"how:\n"
	"  --profile NAME     how hands, sensors and line behave (default human); see below\n"
	"  --seed N           the same number gives the same game to the microsecond (default 1)\n"
	"  --serial N         the board's serial number, ten digits (3000147740)\n"
	"  --rotated          White sits with the cable connector on his right\n"
	"  --no-clock         no clock is connected\n"
	"  --free-clock       the clock lets itself be set, as before a game\n"
	"  --lost-acks N      so many of its answers in a hundred get lost\n"
	"  --time-control T   seconds + increment, as 5400+30 (default: as the game says)\n"
	"  --kings WHEN       kings show the result in the centre: on, off, auto (default: as\n"
	"                     often as the profile has it)\n"
	"  --irregular KIND   in every game, once, at the first ply at which it can be: see below\n"
	"  --from-ply N       not before ply N of the game\n"
	"  --pace P           players think P times as quickly; hands stay as quick as they are\n"
	"  --speed X          live: all time runs X times as quickly\n"
	"  --no-wait          live: begin at once, not when a program first reads the board\n"
	"  --linger SECONDS   live: how long to stay after the last game (default 5)\n"
	"  --quiet            no progress on standard error\n"
	"\n";

static const char usage_end[] =
	"\n"
	"Exit status: 0; 1 when a game could not be played or something could not be opened or\n"
	"written; 2 for a wrong command line.\n";

void
simulate_print_help(void)
{
	fputs(usage, stdout);
	puts("profiles:");
	for (size_t i = 0; i < sim_n_profiles; i++)
		printf("  %-17s  %s\n", sim_profiles[i].name, sim_profiles[i].summary);
	fputs("\nirregularities, all put right by players or arbiter:\n ", stdout);
	for (int i = 0; i < SIM_TROUBLES; i++)
		if (sim_breach_is_kind((enum sim_trouble)i))
			printf(" %s", sim_trouble_name((enum sim_trouble)i));
	putchar('\n');
	fputs(usage_end, stdout);
}

/* Options */

static int
reject(const char *option, const char *value, const char *allowed)
{
	fprintf(stderr, "adoube simulate: --%s '%s': %s\n", option, value, allowed);
	return -EINVAL;
}

/* A decimal number min..max at *text, which is moved behind it. */
static bool
read_number(const char **text, uint64_t min, uint64_t max, uint64_t *ret_number)
{
	char *end;
	unsigned long long number;

	if (**text < '0' || **text > '9')
		return false;
	errno = 0;
	number = strtoull(*text, &end, 10);
	if (errno != 0 || number < min || number > max)
		return false;
	*text = end;
	*ret_number = number;
	return true;
}

static bool
read_whole_number(const char *text, uint64_t min, uint64_t max, uint64_t *ret_number)
{
	uint64_t number;

	if (!read_number(&text, min, max, &number) || *text != '\0')
		return false;
	*ret_number = number;
	return true;
}

static bool
read_factor(const char *text, double min, double max, double *ret_factor)
{
	char *end;
	double factor = strtod(text, &end);

	if (end == text || *end != '\0' || !(factor >= min && factor <= max))
		return false;
	*ret_factor = factor;
	return true;
}

/* "5400+30", "300", and of "40/5400+30:1800+30" the first period. */
bool
simulate_time_control(const char *text, bool first_period, int32_t *ret_initial_s,
                      int32_t *ret_increment_s)
{
	uint64_t initial, increment = 0;

	if (!read_number(&text, 1, SIM_CLOCK_MAX_S, &initial))
		return false;
	if (first_period && *text == '/') {
		text++;
		if (!read_number(&text, 1, SIM_CLOCK_MAX_S, &initial))
			return false;
	}
	if (*text == '+') {
		text++;
		if (!read_number(&text, 0, 3600, &increment))
			return false;
	}
	if (*text != '\0' && !(first_period && *text == ':'))
		return false;
	*ret_initial_s = (int32_t)initial;
	*ret_increment_s = (int32_t)increment;
	return true;
}

static int
read_game(struct simulate_options *options, const char *value)
{
	uint64_t number;

	if (!read_whole_number(value, 1, UINT_MAX, &number))
		return reject("game", value, "a number from 1 on is needed");
	options->first = options->last = (unsigned int)number;
	return 0;
}

static int
read_games(struct simulate_options *options, const char *value)
{
	const char *text = value;
	uint64_t first, last;

	if (!read_number(&text, 1, UINT_MAX, &first) || *text++ != '-' ||
	    !read_number(&text, first, UINT_MAX, &last) || *text != '\0')
		return reject("games", value, "two numbers are needed, as 2-5");
	options->first = (unsigned int)first;
	options->last = (unsigned int)last;
	return 0;
}

static int
read_kings(struct simulate_options *options, const char *value)
{
	static const char *const words[] = {
		[SIM_KINGS_AUTO] = "auto", [SIM_KINGS_ON] = "on", [SIM_KINGS_OFF] = "off"
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (strcmp(value, words[i]) == 0) {
			options->kings = (enum sim_kings)i;
			return 0;
		}
	}
	return reject("kings", value, "on, off or auto");
}

static int
read_irregular(struct simulate_options *options, const char *value)
{
	for (int i = 0; i < SIM_TROUBLES; i++) {
		enum sim_trouble what = (enum sim_trouble)i;

		if (sim_breach_is_kind(what) && strcmp(value, sim_trouble_name(what)) == 0) {
			options->wish.wanted = true;
			options->wish.what = what;
			return 0;
		}
	}
	return reject("irregular", value, "one of those that --help lists");
}

static int
read_profile(struct simulate_options *options, const char *value)
{
	options->profile = sim_profile_find(value);
	if (options->profile)
		return 0;
	fprintf(stderr, "adoube simulate: --profile '%s': there are", value);
	for (size_t i = 0; i < sim_n_profiles; i++)
		fprintf(stderr, " %s", sim_profiles[i].name);
	fputc('\n', stderr);
	return -EINVAL;
}

static int
read_seed(struct simulate_options *options, const char *value)
{
	if (!read_whole_number(value, 0, UINT64_MAX, &options->seed))
		return reject("seed", value, "a number is needed");
	return 0;
}

static int
read_serial(struct simulate_options *options, const char *value)
{
	if (!read_whole_number(value, 1, 9999999999, &options->serial))
		return reject("serial", value, "a number of at most ten digits is needed");
	return 0;
}

static int
read_time_control(struct simulate_options *options, const char *value)
{
	if (!simulate_time_control(value, false, &options->initial_s, &options->increment_s))
		return reject("time-control", value,
		              "seconds and increment are needed, as 5400+30");
	return 0;
}

static int
read_from_ply(struct simulate_options *options, const char *value)
{
	uint64_t number;

	if (!read_whole_number(value, 1, GAME_PLIES_MAX, &number))
		return reject("from-ply", value, "a number from 1 on is needed");
	options->wish.ply = (uint32_t)number - 1;
	return 0;
}

static int
read_speed(struct simulate_options *options, const char *value)
{
	if (!read_factor(value, 0.01, 1000, &options->speed))
		return reject("speed", value, "0.01 to 1000");
	return 0;
}

static int
read_pace(struct simulate_options *options, const char *value)
{
	double factor;

	if (!read_factor(value, 0.01, 1000, &factor))
		return reject("pace", value, "0.01 to 1000");
	options->pace = (uint32_t)(factor * SIM_HAND_PACE_ONE + 0.5);
	return 0;
}

static int
read_lost_acks(struct simulate_options *options, const char *value)
{
	uint64_t number;

	if (!read_whole_number(value, 0, 100, &number))
		return reject("lost-acks", value, "0 to 100");
	options->lost_acks = (unsigned int)number;
	return 0;
}

static int
read_bus(struct simulate_options *options, const char *value)
{
	uint64_t number;

	if (!read_whole_number(value, 1, SIM_BUS_TABLES, &number))
		return reject("bus", value, "1 to 64 boards");
	options->bus = (unsigned int)number;
	return 0;
}

static int
read_linger(struct simulate_options *options, const char *value)
{
	uint64_t number;

	if (!read_whole_number(value, 0, 86400, &number))
		return reject("linger", value, "0 to 86400 seconds");
	options->linger_s = (unsigned int)number;
	return 0;
}

#define SETS(NAME, FIELD)                                                                          \
	{                                                                                          \
		NAME, OPTION_SETS, offsetof(struct simulate_options, FIELD), NULL                  \
	}
#define TAKES(NAME, FIELD)                                                                         \
	{                                                                                          \
		NAME, OPTION_TAKES, offsetof(struct simulate_options, FIELD), NULL                 \
	}
#define READS(NAME, READ)                                                                          \
	{                                                                                          \
		NAME, OPTION_READS, 0, READ                                                        \
	}

/* An option stands alone and sets a bool, takes a text as it is, or has it read. */
static const struct known {
	const char *name;
	enum { OPTION_SETS, OPTION_TAKES, OPTION_READS } kind;
	size_t at; /* of a bool, or of a text, in the options */
	int (*read)(struct simulate_options *options, const char *value);
} known[] = {
	TAKES("pgn", pgn),
	SETS("pty", pty),
	TAKES("link", link),
	TAKES("tcp", tcp),
	TAKES("capture", capture),
	TAKES("truth", truth),
	READS("game", read_game),
	READS("games", read_games),
	READS("profile", read_profile),
	READS("seed", read_seed),
	READS("serial", read_serial),
	SETS("rotated", rotated),
	SETS("no-clock", no_clock),
	SETS("free-clock", free_clock),
	READS("lost-acks", read_lost_acks),
	READS("time-control", read_time_control),
	READS("speed", read_speed),
	READS("pace", read_pace),
	SETS("loop", loop),
	SETS("reset", reset),
	READS("kings", read_kings),
	READS("irregular", read_irregular),
	READS("from-ply", read_from_ply),
	SETS("no-wait", no_wait),
	READS("linger", read_linger),
	SETS("quiet", quiet),
	READS("bus", read_bus),
	READS("faults", simulate_faults),
	READS("trouble", simulate_trouble),
};

#define N_KNOWN (sizeof(known) / sizeof(known[0]))

/* What getopt_long(3) gives for known[i] is OPTION_FIRST + i. */
#define OPTION_FIRST 256

static void
name_options(struct option names[N_KNOWN + 2])
{
	for (size_t i = 0; i < N_KNOWN; i++)
		names[i] = (struct option){
			.name = known[i].name,
			.has_arg = known[i].kind == OPTION_SETS ? no_argument : required_argument,
			.val = OPTION_FIRST + (int)i,
		};
	names[N_KNOWN] = (struct option){ "help", no_argument, NULL, 'h' };
	names[N_KNOWN + 1] = (struct option){ NULL, 0, NULL, 0 };
}

static int
read_option(struct simulate_options *options, const struct known *option, const char *value)
{
	void *at = (char *)options + option->at;

	if (option->kind == OPTION_READS)
		return option->read(options, value);
	if (option->kind == OPTION_TAKES)
		*(const char **)at = value;
	else
		*(bool *)at = true;
	return 0;
}

/* Options that do not go together. Returns what is wrong, or NULL. */
static const char *
find_conflict(const struct simulate_options *options)
{
	if (!options->pgn)
		return "--pgn FILE is needed: the games to play";
	if (options->pty + (options->tcp != NULL) + (options->capture != NULL) != 1)
		return "one of --pty, --tcp and --capture is needed";
	if (options->bus > 0 && options->capture)
		return "--bus needs --pty or --tcp: every board of a bus has a capture of its own, "
		       "which "
		       "the daemon writes";
	if (options->bus > 0 && strcmp(options->pgn, "-") == 0)
		return "--bus reads its games several times, which standard input does not allow";
	if (options->bus == 0 && (options->n_troubles > 0 || options->has_faults))
		return "--faults and --trouble need --bus";
	for (size_t i = 0; i < options->n_troubles; i++)
		if (options->troubles[i].board > options->bus)
			return "--trouble names a board that --bus does not have";
	if (options->link && !options->pty)
		return "--link needs --pty";
	if (options->capture && options->loop)
		return "--loop would write --capture without end";
	if (options->capture && options->truth && strcmp(options->capture, "-") == 0 &&
	    strcmp(options->truth, "-") == 0)
		return "--capture and --truth cannot both go to standard output";
	return NULL;
}

int
simulate_read_options(struct simulate_options *options, int argc, char **argv, bool *ret_help)
{
	struct option names[N_KNOWN + 2];
	const char *conflict;
	int option;

	*options = (struct simulate_options){
		.first = 1,
		.last = UINT_MAX,
		.profile = sim_profile_find("human"),
		.seed = 1,
		.speed = 1,
		.pace = SIM_HAND_PACE_ONE,
		.linger_s = 5,
	};
	*ret_help = false;
	name_options(names);
	optind = 0; /* GNU: scan from the beginning, and forget any earlier scan */
	while ((option = getopt_long(argc, argv, "h", names, NULL)) != -1) {
		if (option == 'h') {
			*ret_help = true;
			return 0;
		}
		if (option == '?') {
			fputs("'adoube simulate --help' lists the options\n", stderr);
			return -EINVAL;
		}
		if (read_option(options, &known[option - OPTION_FIRST], optarg) < 0)
			return -EINVAL;
	}
	if (optind < argc) {
		fprintf(stderr,
		        "adoube simulate: '%s': it takes options only; see 'adoube simulate "
		        "--help'\n",
		        argv[optind]);
		return -EINVAL;
	}
	conflict = find_conflict(options);
	if (!conflict)
		return 0;
	fprintf(stderr, "adoube simulate: %s; see 'adoube simulate --help'\n", conflict);
	return -EINVAL;
}
