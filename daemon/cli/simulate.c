/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * adoube simulate: a board that plays PGN games with human hands, for a daemon to read or into a
 * capture.
 */
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/invariant.h"
#include "core/chess/fen.h"
#include "core/chess/san.h"
#include "daemon/cli/command.h"
#include "daemon/cli/simulate.h"
#include "drivers/sim/sim_breach.h"

#define PGN_LARGEST (1u << 30)

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

static void
print_help(void)
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

enum {
	OPT_PGN = 1,
	OPT_PTY,
	OPT_LINK,
	OPT_TCP,
	OPT_CAPTURE,
	OPT_TRUTH,
	OPT_GAME,
	OPT_GAMES,
	OPT_PROFILE,
	OPT_SEED,
	OPT_SERIAL,
	OPT_ROTATED,
	OPT_NO_CLOCK,
	OPT_FREE_CLOCK,
	OPT_LOST_ACKS,
	OPT_TIME_CONTROL,
	OPT_SPEED,
	OPT_PACE,
	OPT_LOOP,
	OPT_RESET,
	OPT_KINGS,
	OPT_IRREGULAR,
	OPT_FROM_PLY,
	OPT_NO_WAIT,
	OPT_LINGER,
	OPT_QUIET,
	OPT_BUS,
	OPT_FAULTS,
	OPT_TROUBLE,
	OPT_HELP,
};

static const struct option long_options[] = {
	{ "pgn", required_argument, NULL, OPT_PGN },
	{ "pty", no_argument, NULL, OPT_PTY },
	{ "link", required_argument, NULL, OPT_LINK },
	{ "tcp", required_argument, NULL, OPT_TCP },
	{ "capture", required_argument, NULL, OPT_CAPTURE },
	{ "truth", required_argument, NULL, OPT_TRUTH },
	{ "game", required_argument, NULL, OPT_GAME },
	{ "games", required_argument, NULL, OPT_GAMES },
	{ "profile", required_argument, NULL, OPT_PROFILE },
	{ "seed", required_argument, NULL, OPT_SEED },
	{ "serial", required_argument, NULL, OPT_SERIAL },
	{ "rotated", no_argument, NULL, OPT_ROTATED },
	{ "no-clock", no_argument, NULL, OPT_NO_CLOCK },
	{ "free-clock", no_argument, NULL, OPT_FREE_CLOCK },
	{ "lost-acks", required_argument, NULL, OPT_LOST_ACKS },
	{ "time-control", required_argument, NULL, OPT_TIME_CONTROL },
	{ "speed", required_argument, NULL, OPT_SPEED },
	{ "pace", required_argument, NULL, OPT_PACE },
	{ "loop", no_argument, NULL, OPT_LOOP },
	{ "reset", no_argument, NULL, OPT_RESET },
	{ "kings", required_argument, NULL, OPT_KINGS },
	{ "irregular", required_argument, NULL, OPT_IRREGULAR },
	{ "from-ply", required_argument, NULL, OPT_FROM_PLY },
	{ "no-wait", no_argument, NULL, OPT_NO_WAIT },
	{ "linger", required_argument, NULL, OPT_LINGER },
	{ "quiet", no_argument, NULL, OPT_QUIET },
	{ "bus", required_argument, NULL, OPT_BUS },
	{ "faults", required_argument, NULL, OPT_FAULTS },
	{ "trouble", required_argument, NULL, OPT_TROUBLE },
	{ "help", no_argument, NULL, OPT_HELP },
	{ NULL, 0, NULL, 0 },
};

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
static bool
read_time_control(const char *text, bool first_period, int32_t *ret_initial_s,
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
read_games(struct simulate_options *options, const char *name, const char *value, bool range)
{
	const char *text = value;
	uint64_t first, last;

	if (!read_number(&text, 1, UINT_MAX, &first))
		return reject(name, value, "a number from 1 on is needed");
	last = first;
	if (range && (*text++ != '-' || !read_number(&text, first, UINT_MAX, &last)))
		return reject(name, value, "two numbers are needed, as 2-5");
	if (*text != '\0')
		return reject(name, value, "there is something behind the number");
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

/* Options whose value is a number. */
static int
read_value(struct simulate_options *options, int option, const char *value)
{
	uint64_t number;
	double factor;

	switch (option) {
	case OPT_SEED:
		if (!read_whole_number(value, 0, UINT64_MAX, &options->seed))
			return reject("seed", value, "a number is needed");
		return 0;
	case OPT_SERIAL:
		if (!read_whole_number(value, 1, 9999999999, &options->serial))
			return reject("serial", value, "a number of at most ten digits is needed");
		return 0;
	case OPT_TIME_CONTROL:
		if (!read_time_control(value, false, &options->initial_s, &options->increment_s))
			return reject("time-control", value,
			              "seconds and increment are needed, as 5400+30");
		return 0;
	case OPT_FROM_PLY:
		if (!read_whole_number(value, 1, GAME_PLIES_MAX, &number))
			return reject("from-ply", value, "a number from 1 on is needed");
		options->wish.ply = (uint32_t)number - 1;
		return 0;
	case OPT_SPEED:
		if (!read_factor(value, 0.01, 1000, &options->speed))
			return reject("speed", value, "0.01 to 1000");
		return 0;
	case OPT_PACE:
		if (!read_factor(value, 0.01, 1000, &factor))
			return reject("pace", value, "0.01 to 1000");
		options->pace = (uint32_t)(factor * SIM_HAND_PACE_ONE + 0.5);
		return 0;
	case OPT_LOST_ACKS:
		if (!read_whole_number(value, 0, 100, &number))
			return reject("lost-acks", value, "0 to 100");
		options->lost_acks = (unsigned int)number;
		return 0;
	case OPT_BUS:
		if (!read_whole_number(value, 1, SIM_BUS_TABLES, &number))
			return reject("bus", value, "1 to 64 boards");
		options->bus = (unsigned int)number;
		return 0;
	default:
		if (!read_whole_number(value, 0, 86400, &number))
			return reject("linger", value, "0 to 86400 seconds");
		options->linger_s = (unsigned int)number;
		return 0;
	}
}

static int
read_option(struct simulate_options *options, int option, const char *value)
{
	switch (option) {
	case OPT_PGN:
		options->pgn = value;
		return 0;
	case OPT_PTY:
		options->pty = true;
		return 0;
	case OPT_LINK:
		options->link = value;
		return 0;
	case OPT_TCP:
		options->tcp = value;
		return 0;
	case OPT_CAPTURE:
		options->capture = value;
		return 0;
	case OPT_TRUTH:
		options->truth = value;
		return 0;
	case OPT_GAME:
		return read_games(options, "game", value, false);
	case OPT_GAMES:
		return read_games(options, "games", value, true);
	case OPT_PROFILE:
		return read_profile(options, value);
	case OPT_ROTATED:
		options->rotated = true;
		return 0;
	case OPT_NO_CLOCK:
		options->no_clock = true;
		return 0;
	case OPT_FREE_CLOCK:
		options->free_clock = true;
		return 0;
	case OPT_LOOP:
		options->loop = true;
		return 0;
	case OPT_RESET:
		options->reset = true;
		return 0;
	case OPT_FAULTS:
		return simulate_faults(options, value);
	case OPT_TROUBLE:
		return simulate_trouble(options, value);
	case OPT_KINGS:
		return read_kings(options, value);
	case OPT_IRREGULAR:
		return read_irregular(options, value);
	case OPT_NO_WAIT:
		options->no_wait = true;
		return 0;
	case OPT_QUIET:
		options->quiet = true;
		return 0;
	default:
		return read_value(options, option, value);
	}
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

static int
read_options(struct simulate_options *options, int argc, char **argv, bool *ret_help)
{
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
	optind = 0; /* GNU: scan from the beginning, and forget any earlier scan */
	while ((option = getopt_long(argc, argv, "h", long_options, NULL)) != -1) {
		if (option == 'h' || option == OPT_HELP) {
			*ret_help = true;
			return 0;
		}
		if (option == '?' || read_option(options, option, optarg) < 0)
			return -EINVAL;
	}
	if (optind < argc)
		return reject("pgn", argv[optind], "this argument belongs to no option");
	conflict = find_conflict(options);
	if (!conflict)
		return 0;
	fprintf(stderr, "adoube simulate: %s; see 'adoube simulate --help'\n", conflict);
	return -EINVAL;
}

/* Games */

static int
load(struct simulate_games *games, FILE *file)
{
	size_t size = 0;

	for (;;) {
		size_t n;

		if (games->len == size) {
			char *text;

			if (size >= PGN_LARGEST)
				return -EFBIG;
			size = size ? size * 2 : 65536;
			text = realloc(games->text, size);
			if (!text)
				return -ENOMEM;
			games->text = text;
		}
		errno = 0;
		n = fread(games->text + games->len, 1, size - games->len, file);
		games->len += n;
		if (n == 0)
			return ferror(file) ? -(errno ? errno : EIO) : 0;
	}
}

int
simulate_games_open(struct simulate_games *games, const struct simulate_options *options)
{
	bool standard;
	FILE *file;
	int r;

	INVARIANT(options->pgn);
	memset(games, 0, sizeof(*games));
	games->options = options;
	standard = strcmp(options->pgn, "-") == 0;
	file = standard ? stdin : fopen(options->pgn, "rbe");
	r = file ? 0 : -errno;
	if (file) {
		r = load(games, file);
		if (!standard)
			fclose(file);
	}
	if (r == 0) {
		games->pgn.game.capacity = GAME_PLIES_MAX;
		games->pgn.game.plies = calloc(GAME_PLIES_MAX, sizeof(struct game_ply));
		r = games->pgn.game.plies ? 0 : -ENOMEM;
	}
	if (r < 0) {
		fprintf(stderr, "adoube simulate: cannot read %s: %s\n", options->pgn,
		        strerror(-r));
		simulate_games_close(games);
		return r;
	}
	pgn_reader_init(&games->reader, games->text, games->len);
	return 0;
}

void
simulate_games_close(struct simulate_games *games)
{
	free(games->text);
	free(games->pgn.game.plies);
	memset(games, 0, sizeof(*games));
}

/* Without TimeControl: the increment that explains every gain of at most a minute. */
static int32_t
guess_increment(const struct game *game)
{
	static const int32_t usual[] = { 0, 1, 2, 3, 5, 10, 15, 20, 30, 60 };
	int32_t gain = 0;
	size_t i = 0;

	for (uint32_t ply = 2; ply < game->n_plies; ply++) {
		int32_t before = game->plies[ply - 2].clock_s, after = game->plies[ply].clock_s;

		if (before != CLOCK_UNKNOWN && after != CLOCK_UNKNOWN && after - before > gain &&
		    after - before <= 60)
			gain = after - before;
	}
	while (usual[i] < gain)
		i++;
	return usual[i];
}

/* What the clock is set to: as asked for; else by the TimeControl tag, unless the clock times of
 * the first moves show that its numbers are minutes; else by those; else an hour and a half. */
static void
set_time_control(struct simulate_games *games)
{
	const struct pgn_game *pgn = &games->pgn;
	const struct game *game = &pgn->game;
	const char *tag = pgn_tag_value(pgn->tags, pgn->n_tags, "TimeControl");
	int32_t first_s = CLOCK_UNKNOWN;
	bool known;

	games->initial_s = games->options->initial_s;
	games->increment_s = games->options->increment_s;
	if (games->initial_s > 0)
		return;
	for (uint32_t ply = 0; ply < game->n_plies && ply < 2; ply++)
		if (game->plies[ply].clock_s > first_s)
			first_s = game->plies[ply].clock_s;
	known = tag && read_time_control(tag, true, &games->initial_s, &games->increment_s);
	if (known && first_s <= games->initial_s + games->increment_s)
		return;
	if (first_s > 0 && first_s <= SIM_CLOCK_MAX_S) {
		games->initial_s = first_s;
		if (!known)
			games->increment_s = guess_increment(game);
	} else if (!known) {
		games->initial_s = 5400;
		games->increment_s = 30;
	}
}

static bool
is_asked_for(const struct simulate_games *games)
{
	const struct simulate_options *options = games->options;

	return games->number >= options->first && games->number <= options->last &&
	       (options->stride == 0 ||
	        (games->number - options->first) % options->stride == options->offset);
}

static void
skip(struct simulate_games *games, const struct pgn_error *error)
{
	if (games->again)
		return;
	games->skipped++;
	fprintf(stderr, "adoube simulate: %s:%zu:%zu: %s; game %u is left out\n",
	        games->options->pgn, error->line, error->column, error->cause, games->number);
}

/* The next game of this pass through the file. */
static bool
next_of_pass(struct simulate_games *games)
{
	struct pgn_error error;

	while (games->number < games->options->last) {
		enum pgn_outcome outcome = pgn_next(&games->reader, &games->pgn, &error);

		if (outcome == PGN_END)
			break;
		games->number++;
		if (!is_asked_for(games))
			continue;
		if (outcome == PGN_GAME) {
			games->played++;
			set_time_control(games);
			return true;
		}
		skip(games, &error);
	}
	return false;
}

bool
simulate_games_next(struct simulate_games *games)
{
	if (next_of_pass(games))
		return true;
	if (!games->options->loop || games->played == 0)
		return false;
	games->again = true;
	games->number = 0;
	games->played = 0;
	pgn_reader_init(&games->reader, games->text, games->len);
	return next_of_pass(games);
}

/* Record */

static void
check_truth(struct simulate_record *record)
{
	if (!record->truth || record->failed ||
	    (fflush(record->truth) == 0 && !ferror(record->truth)))
		return;
	fprintf(stderr, "adoube simulate: cannot write %s: %s\n", record->games->options->truth,
	        strerror(errno));
	record->failed = true;
}

static const char *
tag_or(const struct pgn_game *pgn, const char *name)
{
	const char *value = pgn_tag_value(pgn->tags, pgn->n_tags, name);

	return value ? value : "?";
}

/* Every line tells which game it is about, and on a bus which board. */
static void
begin_truth(const struct simulate_record *record)
{
	fputc('{', record->truth);
	if (record->board != 0)
		fprintf(record->truth, "\"board\":%u,", record->board);
	fprintf(record->truth, "\"game\":%u,", record->games->number);
}

/* Where a game begins that does not begin as usual. */
static void
write_start(const struct simulate_record *record)
{
	struct position start;
	char fen[FEN_SIZE];

	position_start(&start);
	if (!record->position.chess960 && position_same(&record->position, &start))
		return;
	fen_format(&record->position, fen);
	begin_truth(record);
	fprintf(record->truth, "\"start\":\"%s\",\"chess960\":%s}\n", fen,
	        record->position.chess960 ? "true" : "false");
}

void
simulate_record_begin(struct simulate_record *record)
{
	const struct simulate_games *games = record->games;

	record->position = games->pgn.game.start;
	if (record->truth)
		write_start(record);
	if (!games->options->quiet)
		fprintf(stderr, "game %u: %s - %s, %u plies, %d+%d\n", games->number,
		        tag_or(&games->pgn, "White"), tag_or(&games->pgn, "Black"),
		        games->pgn.game.n_plies, games->initial_s, games->increment_s);
}

static void
write_ply(const struct simulate_record *record, const struct sim_ply *ply, const char *san,
          const char *uci)
{
	begin_truth(record);
	fprintf(record->truth,
	        "\"ply\":%u,\"side\":\"%s\",\"san\":\"%s\",\"uci\":\"%s\","
	        "\"made_us\":%llu",
	        ply->index + 1, record->position.side == WHITE ? "white" : "black", san, uci,
	        (unsigned long long)ply->made_us);
	if (ply->completed_us != TIME_UNKNOWN)
		fprintf(record->truth, ",\"completed_us\":%llu,\"clk\":\"%d:%02d:%02d\"",
		        (unsigned long long)ply->completed_us, ply->clock_s / 3600,
		        ply->clock_s / 60 % 60, ply->clock_s % 60);
	fputs("}\n", record->truth);
}

void
simulate_record_ply(struct simulate_record *record, const struct sim_ply *ply)
{
	const struct game *game = &record->games->pgn.game;
	uint16_t move = game->plies[ply->index].move;
	char san[SAN_SIZE], uci[UCI_SIZE];

	san_format(&record->position, move, san);
	uci_format(&record->position, move, uci);
	if (record->truth)
		write_ply(record, ply, san, uci);
	if (record->live) {
		if (!record->games->options->quiet)
			fprintf(stderr, "  %u%s %s\n", ply->index / 2 + 1,
			        record->position.side == WHITE ? "." : "...", san);
		check_truth(record);
	}
	position_after(&record->position, move, &record->position);
}

void
simulate_record_result(struct simulate_record *record, uint64_t sign_us)
{
	const struct game *game = &record->games->pgn.game;
	const char *result = game_result_text((enum game_result)game->result);

	if (record->truth) {
		begin_truth(record);
		fprintf(record->truth, "\"result\":\"%s\"", result);
		if (sign_us != TIME_UNKNOWN)
			fprintf(record->truth, ",\"sign_us\":%llu", (unsigned long long)sign_us);
		fputs("}\n", record->truth);
	}
	if (!record->games->options->quiet)
		fprintf(stderr, "game %u: %s%s\n", record->games->number, result,
		        sign_us != TIME_UNKNOWN ? ", signed with the kings" : "");
	check_truth(record);
}

/* A square by its name, where there is one. */
static void
write_incident(struct simulate_record *record, const struct sim_incident *incident)
{
	FILE *out = record->truth;

	begin_truth(record);
	fprintf(out, "\"%s\":\"%s\",\"ply\":%u", sim_trouble_source(incident->what),
	        sim_trouble_name(incident->what), incident->ply + 1);
	if (incident->sq != SQ_NONE)
		fprintf(out, ",\"square\":\"%c%c\"", 'a' + sq_file(incident->sq),
		        '1' + sq_rank(incident->sq));
	if (incident->piece != EMPTY)
		fprintf(out, ",\"piece\":\"%c\"", piece_letter(incident->piece));
	fprintf(out, ",\"from_us\":%llu,\"until_us\":%llu}\n",
	        (unsigned long long)incident->from_us, (unsigned long long)incident->until_us);
}

void
simulate_record_incident(struct simulate_record *record, const struct sim_incident *incident)
{
	if (!record->truth)
		return;
	write_incident(record, incident);
	if (record->live)
		check_truth(record);
}

void
simulate_table_init(struct sim_table *table, const struct simulate_options *options,
                    const struct sim_table_listener *listener)
{
	struct sim_board_setup board;
	struct sim_hand_setup hand = { .profile = options->profile,
		                       .seed = options->seed,
		                       .pace = options->pace,
		                       .kings = options->kings,
		                       .wish = options->wish };

	sim_table_board(options->profile, options->seed, &board);
	if (options->serial != 0) {
		snprintf(board.long_serial, sizeof(board.long_serial), "%010llu",
		         (unsigned long long)options->serial % 10000000000);
		snprintf(board.serial, sizeof(board.serial), "%05llu",
		         (unsigned long long)options->serial % 100000);
	}
	board.rotated = options->rotated;
	board.clock_connected = !options->no_clock;
	board.clock_is_free = options->free_clock;
	board.lost_acks = (uint8_t)options->lost_acks;
	if (options->bus > 0)
		sim_bus_board(&board, (uint16_t)(SIMULATE_BUS_ADDRESS + options->offset));
	sim_table_init(table, &board, &hand, listener, 0);
}

/* The command */

static int
play(const struct simulate_options *options, struct simulate_games *games)
{
	struct simulate_record record = { .games = games, .live = options->capture == NULL };
	int status;

	if (options->bus == 0 && !simulate_games_next(games)) {
		if (games->skipped == 0)
			fprintf(stderr,
			        "adoube simulate: %s: it holds %u games, none of those "
			        "asked for\n",
			        options->pgn, games->number);
		return COMMAND_FAILED;
	}
	if (options->truth) {
		record.truth =
			strcmp(options->truth, "-") == 0 ? stdout : fopen(options->truth, "we");
		if (!record.truth) {
			fprintf(stderr, "adoube simulate: cannot write %s: %s\n", options->truth,
			        strerror(errno));
			return COMMAND_FAILED;
		}
	}
	if (options->bus > 0)
		status = simulate_bus(options, record.truth);
	else
		status = options->capture ? simulate_offline(options, &record)
		                          : simulate_live(options, &record);
	check_truth(&record);
	if (record.truth && record.truth != stdout)
		fclose(record.truth);
	return status != COMMAND_OK || record.failed ? COMMAND_FAILED : COMMAND_OK;
}

int
command_simulate(int argc, char **argv)
{
	/* Static for its size: it holds the texts of a game's tags. */
	static struct simulate_games games;
	struct simulate_options options;
	bool help;
	int status;

	if (read_options(&options, argc, argv, &help) < 0)
		return COMMAND_USAGE;
	if (help) {
		print_help();
		return COMMAND_OK;
	}
	if (simulate_games_open(&games, &options) < 0)
		return COMMAND_FAILED;
	status = play(&options, &games);
	simulate_games_close(&games);
	return status;
}
