/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <getopt.h>
#include <malloc.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <event2/event.h>

#include "core/base/invariant.h"
#include "daemon/config.h"
#include "daemon/daemon.h"
#include "daemon/log.h"

#define MAIN_CONFIG "/etc/adoubed/adoubed.conf"
#define MAIN_USAGE  2

struct options {
	const char *config, *board, *state_dir, *runtime_dir, *port, *listen;
	bool check_config, verbose;
};

_Noreturn void
invariant_failed(const char *file, int line, const char *condition)
{
	log_error("bug in adoubed at %s:%d: %s; ending, the journal holds everything", file, line,
	          condition);
	abort();
}

static void
print_help(FILE *out)
{
	fputs("usage: adoubed [OPTION...]\n"
	      "Record chess games from sensor boards and publish them live.\n\n"
	      "  -c, --config FILE    event, tables and settings (" MAIN_CONFIG ")\n"
	      "      --check-config   say whether the file is good, and end\n"
	      "      --board ADDRESS  one table without a file: any, serial:NUMBER, /dev/ttyUSB0,\n"
	      "                       tcp://HOST:PORT, capture:FILE\n"
	      "      --state-dir DIR  journals and games go here (/var/lib/adoubed)\n"
	      "      --runtime-dir DIR  the control socket goes here (/run/adoubed)\n"
	      "      --listen ADDRESS web server's address (127.0.0.1)\n"
	      "      --port N         web server's port, 0: any free one (8070)\n"
	      "  -v, --verbose        log more\n"
	      "      --help, --version\n\n"
	      "man 8 adoubed explains all of it, man 5 adoubed.conf the file.\n",
	      out);
}

/* check_options: what does not go together; `word` belongs to no option, or is NULL. As parse_options. */
static int
check_options(const struct options *options, const char *word)
{
	if (word) {
		fprintf(stderr,
		        "adoubed: '%s': adoubed takes options only; 'adoubed --help' lists them\n",
		        word);
		return MAIN_USAGE;
	}
	if (options->board && options->config) {
		fputs("adoubed: --board is for a start without a file; write 'board = ...' under "
		      "[table N] of the file instead\n",
		      stderr);
		return MAIN_USAGE;
	}
	return -1;
}

/* parse_options: returns -1 to go on, else the exit status. */
static int
parse_options(int argc, char **argv, struct options *options)
{
	enum { CHECK = 256, BOARD, STATE_DIR, RUNTIME_DIR, LISTEN, PORT, HELP, VERSION };
	static const struct option names[] = {
		{ "config", required_argument, NULL, 'c' },
		{ "check-config", no_argument, NULL, CHECK },
		{ "board", required_argument, NULL, BOARD },
		{ "state-dir", required_argument, NULL, STATE_DIR },
		{ "runtime-dir", required_argument, NULL, RUNTIME_DIR },
		{ "listen", required_argument, NULL, LISTEN },
		{ "port", required_argument, NULL, PORT },
		{ "verbose", no_argument, NULL, 'v' },
		{ "help", no_argument, NULL, HELP },
		{ "version", no_argument, NULL, VERSION },
		{ NULL, 0, NULL, 0 },
	};
	int option;

	while ((option = getopt_long(argc, argv, "c:v", names, NULL)) != -1)
		switch (option) {
		case 'c':
			options->config = optarg;
			break;
		case 'v':
			options->verbose = true;
			break;
		case CHECK:
			options->check_config = true;
			break;
		case BOARD:
			options->board = optarg;
			break;
		case STATE_DIR:
			options->state_dir = optarg;
			break;
		case RUNTIME_DIR:
			options->runtime_dir = optarg;
			break;
		case LISTEN:
			options->listen = optarg;
			break;
		case PORT:
			options->port = optarg;
			break;
		case HELP:
			print_help(stdout);
			return EXIT_SUCCESS;
		case VERSION:
			puts("adoubed " ADOUBED_VERSION);
			return EXIT_SUCCESS;
		default:
			fputs("'adoubed --help' lists the options\n", stderr);
			return MAIN_USAGE;
		}
	return check_options(options, argv[optind]);
}

/* What is read of file and options, and why it is no good. */
struct reading {
	struct config *config;
	char *error;
	size_t error_size;
};

/* apply: an option is held to the same rule as its key in the file. */
static int
apply(const struct reading *reading, const char *section, const char *key, const char *option,
      const char *value)
{
	char why[2048];

	if (!value || config_set(reading->config, section, key, value, why, sizeof(why)) == 0)
		return 0;
	snprintf(reading->error, reading->error_size, "%s: %s", option, why);
	return -EINVAL;
}

/* apply_folder: as apply; a folder may be named from where adoubed is started. */
static int
apply_folder(const struct reading *reading, const char *key, const char *option, const char *value)
{
	char path[CONFIG_TEXT * 2], here[CONFIG_TEXT];

	if (!value || value[0] == '/' || !getcwd(here, sizeof(here)))
		return apply(reading, "daemon", key, option, value);
	snprintf(path, sizeof(path), "%s/%s", here, value);
	return apply(reading, "daemon", key, option, path);
}

/* The file that is read; NULL: none. */
static const char *
config_path(const struct options *options)
{
	if (options->board)
		return NULL;
	return options->config ? options->config : MAIN_CONFIG;
}

/* read_config: file and options. 0, -EINVAL for an option, or another negative errno, with `error` one sentence. */
static int
read_config(const void *ctx, struct config *ret_config, char *error, size_t error_size)
{
	const struct options *options = ctx;
	const struct reading reading = { ret_config, error, error_size };
	const char *path = config_path(options);

	if (!path)
		config_defaults(ret_config);
	else if (config_load(path, ret_config, error, error_size) < 0)
		return -EBADMSG;
	if (apply(&reading, "table 1", "board", "--board", options->board) < 0 ||
	    apply_folder(&reading, "state_dir", "--state-dir", options->state_dir) < 0 ||
	    apply_folder(&reading, "runtime_dir", "--runtime-dir", options->runtime_dir) < 0 ||
	    apply(&reading, "daemon", "listen", "--listen", options->listen) < 0 ||
	    apply(&reading, "daemon", "port", "--port", options->port) < 0)
		return -EINVAL;
	return config_can_serve(ret_config, path, error, error_size);
}

/* configure: file and options into *config; -1 to go on, else the exit status. */
static int
configure(const struct options *options, struct config *config)
{
	const char *path = config_path(options);
	char error[4096];
	int r = read_config(options, config, error, sizeof(error));

	if (r < 0) {
		fprintf(stderr, "adoubed: %s\n", error);
		return r == -EINVAL ? MAIN_USAGE : EXIT_FAILURE;
	}
	if (options->check_config) {
		printf("%s is good: %zu table%s\n", path ? path : "the command line",
		       config->n_tables, config->n_tables == 1 ? "" : "s");
		return EXIT_SUCCESS;
	}
	return -1;
}

/* begin_again: the same program with the same arguments; the games go on from the journal. */
static int
begin_again(char **argv)
{
	fflush(NULL);
	execv("/proc/self/exe", argv);
	log_error("cannot start again: %s; start adoubed by hand", strerror(errno));
	return EXIT_FAILURE;
}

/* What is large is soon given back as a rule: a table on its way into a snapshot, or before a correction. glibc raises
 * this bound by itself otherwise, when the first such block is freed, and the heap keeps the room for the next ones. */
#define MMAP_FROM (64 << 10)

int
main(int argc, char **argv)
{
	struct options options = { 0 };
	struct daemon_source source = { .ctx = &options, .read = read_config };
	struct config config = { 0 };
	enum daemon_end end;
	int status = parse_options(argc, argv, &options);

	if (status >= 0)
		return status;
	log_init(options.verbose);
	mallopt(M_MMAP_THRESHOLD, MMAP_FROM);
	status = configure(&options, &config);
	if (status >= 0) {
		config_free(&config);
		return status;
	}
	source.path = config_path(&options);
	end = daemon_run(&config, &source);
	config_free(&config);
	libevent_global_shutdown();
	if (end == DAEMON_RELOAD)
		return begin_again(argv);
	return end == DAEMON_STOPPED ? EXIT_SUCCESS : EXIT_FAILURE;
}
