/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * adoube journal: look at a journal, offline or beside the daemon that writes it; captures into it and out
 * of it.
 */
#include "daemon/cli/journal.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "core/laws/alert/plural.h"
#include "daemon/cli/command.h"
#include "daemon/cli/flags.h"
#include "daemon/journal_export.h"
#include "daemon/journal_import.h"
#include "daemon/journal_prune.h"
#include "daemon/paths.h"

static const char usage[] =
	"usage: adoube journal check [--head HASH] [--event FILE] JOURNAL\n"
	"       adoube journal show [--round R] [--table N] [--kind K] [--json] JOURNAL\n"
	"       adoube journal export [--round R] [--table N] [--to FOLDER] JOURNAL\n"
	"       adoube journal export --orders JOURNAL\n"
	"       adoube journal import [--round R] [--table N] JOURNAL CAPTURE...\n"
	"       adoube journal prune --round R [--yes] JOURNAL\n"
	"       adoube journal salvage JOURNAL\n"
	"\n"
	"A journal is STATE_DIR/journals/EVENT.journal. check, show and export may run beside the\n"
	"daemon; import, prune and salvage need it stopped.\n"
	"\n"
	"  check   read everything and say whether it is what was written, and whether the games\n"
	"          that were published are what it gives today, by the rules of an event FILE;\n"
	"          prints the chain's end, and with --head whether HASH, noted earlier, is still\n"
	"          in it; of a damaged file, what is damaged and which entries can be read\n"
	"  show    print the entries, of one round, table or kind\n"
	"  export  write a capture of each table and round into FOLDER, or one to standard "
	"output;\n"
	"          the orders of the event (rounds, players, boards) go into FOLDER/event.orders\n"
	"  import  take captures in; --round and --table go before what a capture says; orders go\n"
	"          into a new journal only\n"
	"  prune   remove a round that is over; says what would go, and does it with --yes\n"
	"  salvage make a new journal of what can be read of a damaged one, which is kept beside\n"
	"          it; the daemon does the same when it starts\n"
	"\n"
	"Exit status: 0 when all is well, 1 when the journal is not what was written or cannot be\n"
	"read or written, 2 for a wrong command line or a capture that cannot be read.\n";

/* --- export ------------------------------------------------------------------------------------ */

struct exporting {
	const struct journal_args *args;
	FILE **files;
	size_t n_files, n_captures;
	bool failed;
};

static FILE *
export_to_folder(const char *folder, const char *name)
{
	char path[PATH_MAX], error[512];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s.capture", folder, name);
	if (paths_make_parents(path, error, sizeof(error)) < 0) {
		journal_complain(error);
		return NULL;
	}
	file = fopen(path, "wxe"); /* what is there is never written over */
	if (!file) {
		paths_explain(path, "write", errno, error, sizeof(error));
		journal_complain(error);
	}
	return file;
}

static FILE *
export_open(void *ctx, const struct journal_stream *stream)
{
	struct exporting *exporting = ctx;
	const struct journal_args *args = exporting->args;
	char name[128];
	FILE **files, *file;

	if ((args->round && strcmp(args->round, stream->round) != 0) ||
	    (args->table && args->table != stream->table) || exporting->failed)
		return NULL;
	exporting->n_captures++;
	if (!args->to) {
		if (exporting->n_captures == 1)
			return stdout;
		exporting->failed = true;
		journal_complain(
			"more than one table is asked for: name a folder with --to, or one with "
			"--round and --table");
		return NULL;
	}
	journal_stream_name(stream, name, sizeof(name));
	file = export_to_folder(args->to, name);
	files = file ? realloc(exporting->files, (exporting->n_files + 1) * sizeof(FILE *)) : NULL;
	exporting->failed = !files;
	if (!files) {
		if (file)
			fclose(file);
		return NULL;
	}
	exporting->files = files;
	files[exporting->n_files++] = file;
	return file;
}

static void
export_progress(void *ctx, uint64_t seq, uint64_t last)
{
	(void)ctx;
	journal_progress(NULL, seq, last);
}

/* As many files at once as there are tables in an event. */
static void
allow_files(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
		limit.rlim_cur = limit.rlim_max;
		setrlimit(RLIMIT_NOFILE, &limit);
	}
}

static int
run_export(struct journal_store *store, const struct journal_args *args)
{
	struct exporting exporting = { .args = args };
	const struct journal_export export = { .ctx = &exporting,
		                               .open = export_open,
		                               .progress = args->to ? export_progress : NULL };
	struct journal_fault fault;
	int status = COMMAND_OK;

	if (args->orders)
		return journal_cli_export_orders(store, args);
	allow_files();
	if (journal_export(store, &export, &fault) < 0)
		status = journal_complain(fault.text);
	for (size_t i = 0; i < exporting.n_files; i++)
		if (fclose(exporting.files[i]) != 0)
			status = journal_complain(strerror(errno));
	free(exporting.files);
	if (fflush(stdout) != 0 || exporting.failed)
		status = COMMAND_FAILED;
	journal_progress_end();
	if (status == COMMAND_OK && exporting.n_captures == 0)
		status = journal_complain("there is no such table in the journal");
	if (status == COMMAND_OK && args->to)
		printf("%zu %s in %s\n", exporting.n_captures,
		       plural_english((int64_t)exporting.n_captures, "capture", "captures"),
		       args->to);
	if (status == COMMAND_OK && args->to && !args->table && !args->round)
		status = journal_cli_export_orders(store, args);
	return status;
}

/* --- import ------------------------------------------------------------------------------------- */

/* import_clock: where the journal's time is now. */
static void
import_clock(struct journal_store *store, struct journal_clock *ret_clock)
{
	struct journal_reader *reader;
	struct journal_moment now;
	struct journal_entry entry;
	struct journal_fault fault;

	memset(ret_clock, 0, sizeof(*ret_clock));
	reader = journal_reader_new(store, 1, true, &fault);
	while (reader && journal_reader_next(reader, &entry, &fault) == JOURNAL_READ_ENTRY) {
		json_t *epoch = entry.kind == JOURNAL_EPOCH
		                        ? json_loadb((const char *)entry.body, entry.len, 0, NULL)
		                        : NULL;

		journal_clock_read(ret_clock, entry.t_us, epoch);
		json_decref(epoch);
	}
	journal_reader_free(reader);
	journal_moment_now(&now);
	journal_clock_begin(ret_clock, &now, 0);
}

static int
import_one(struct journal_store *store, const struct journal_args *args, const char *path,
           const struct journal_clock *clock)
{
	const struct journal_import_options options = {
		.name = path, .round = args->round, .table = args->table, .clock = clock
	};
	struct journal_import_report report = { 0 };
	FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "re");
	int r;

	if (!file) {
		fprintf(stderr, "adoube journal: cannot open %s: %s\n", path, strerror(errno));
		return COMMAND_USAGE;
	}
	r = journal_import_capture(store, file, &options, &report);
	if (file != stdin)
		fclose(file);
	if (r < 0) {
		journal_complain(report.text);
		return r == -EBADMSG ? COMMAND_USAGE : COMMAND_FAILED;
	}
	printf("%s: %" PRIu64 " entries", path, report.entries);
	if (report.damaged)
		printf(", %" PRIu64 " lines that cannot be read are kept as facts", report.damaged);
	putchar('\n');
	return COMMAND_OK;
}

static int
run_import(struct journal_store *store, const struct journal_args *args)
{
	struct journal_clock clock;
	int status = COMMAND_OK;

	if (args->n_captures == 0) {
		fprintf(stderr, "adoube journal import: no capture named\n%s", usage);
		return COMMAND_USAGE;
	}
	for (size_t i = 0; status == COMMAND_OK && i < args->n_captures; i++)
		if (journal_cli_is_orders(args->captures[i]))
			status = journal_cli_import_orders(store, args->captures[i]);
	import_clock(store, &clock);
	for (size_t i = 0; status == COMMAND_OK && i < args->n_captures; i++)
		if (!journal_cli_is_orders(args->captures[i]))
			status = import_one(store, args, args->captures[i], &clock);
	return status;
}

/* --- prune --------------------------------------------------------------------------------------- */

static int
run_prune(struct journal_store *store, const struct journal_args *args)
{
	struct journal_prune plan;
	struct journal_fault fault;
	int status = COMMAND_OK;

	if (!args->round) {
		fprintf(stderr, "adoube journal prune: --round is needed\n%s", usage);
		return COMMAND_USAGE;
	}
	if (journal_prune_plan(store, args->round, &plan, &fault) < 0) {
		json_decref(plan.ranges);
		return journal_complain(fault.text);
	}
	printf("round %s: %zu %s, %" PRIu64 " %s, about %" PRIu64
	       " bytes: what the boards said, host events, alerts and revisions; "
	       "the PGN files of the games stay\n",
	       args->round, plan.n_tables,
	       plural_english((int64_t)plan.n_tables, "table", "tables"), plan.entries,
	       plural_english((int64_t)plan.entries, "entry", "entries"), plan.bytes);
	if (!args->yes)
		puts("nothing was removed; with --yes it is, and cannot be brought back");
	else if (journal_prune(store, args->round, &plan, &fault) < 0)
		status = journal_complain(fault.text);
	else
		puts("removed; the journal says so, and by whom");
	if (args->yes && status == COMMAND_OK && plan.larger[0])
		printf("the file is as large as before (%s): what was removed makes room for new "
		       "entries; prune again when the disk has room for a second file\n",
		       plan.larger);
	json_decref(plan.ranges);
	return status;
}

/* --- The command --------------------------------------------------------------------------------- */

static const struct subcommand {
	const char *name;
	int (*run)(struct journal_store *store, const struct journal_args *args);
	enum journal_access access;
	bool begins;                                     /* a journal that is not there yet */
	int (*damaged)(const struct journal_args *args); /* the file cannot be read; or NULL */
	int (*alone)(const struct journal_args *args);   /* instead of run: it opens the file */
} subcommands[] = {
	{ .name = "check",
	  .run = journal_cli_check,
	  .access = JOURNAL_READ,
	  .damaged = journal_cli_damage },
	{ .name = "export", .run = run_export, .access = JOURNAL_READ },
	{ .name = "import", .run = run_import, .access = JOURNAL_WRITE, .begins = true },
	{ .name = "prune", .run = run_prune, .access = JOURNAL_WRITE },
	{ .name = "salvage", .access = JOURNAL_WRITE, .alone = journal_cli_salvage },
	{ .name = "show", .run = journal_show, .access = JOURNAL_READ },
};

static int
parse_number(const char *text, uint32_t *ret_number)
{
	char *end;
	unsigned long number = strtoul(text, &end, 10);

	*ret_number = (uint32_t)number;
	return *end == '\0' && number > 0 && number <= UINT32_MAX ? 0 : -EINVAL;
}

/* parse_args: -1 to go on, else the exit status. */
static int
parse_args(int argc, char **argv, struct journal_args *args)
{
	const char *table = NULL, *kind = NULL;
	const struct flag flags[] = {
		{ "--round", NULL, NULL, &args->round }, { "--table", NULL, NULL, &table },
		{ "--kind", NULL, NULL, &kind },         { "--head", NULL, NULL, &args->head },
		{ "--event", NULL, NULL, &args->event }, { "--to", NULL, NULL, &args->to },
		{ "--json", NULL, &args->json, NULL },   { "--orders", NULL, &args->orders, NULL },
		{ "--yes", NULL, &args->yes, NULL }
	};
	const struct flags_command line = { usage, flags, sizeof(flags) / sizeof(flags[0]), false };
	int status = flags_read(&line, argc, argv);

	if (status >= 0)
		return status;
	if (table && parse_number(table, &args->table) < 0) {
		fprintf(stderr, "adoube journal: --table %s: a number from 1 is needed\n", table);
		return COMMAND_USAGE;
	}
	if (kind && (args->kind = journal_kind_find(kind)) == 0) {
		fprintf(stderr, "adoube journal: --kind %s: no such kind of entry\n", kind);
		return COMMAND_USAGE;
	}
	if (optind == argc) {
		fprintf(stderr, "adoube journal: no journal named\n%s", usage);
		return COMMAND_USAGE;
	}
	args->file = argv[optind];
	args->captures = argv + optind + 1;
	args->n_captures = (size_t)(argc - optind - 1);
	return -1;
}

/* run_opened: a journal that was begun here, and nothing is in it, is not left behind. */
static int
run_opened(const struct subcommand *subcommand, const struct journal_args *args,
           struct journal_store *store, bool was_there)
{
	int status = subcommand->run(store, args);
	bool is_empty = journal_store_last(store) == 0;

	journal_store_close(store);
	if (!was_there && is_empty)
		journal_store_remove(args->file);
	return status;
}

static int
run_subcommand(const struct subcommand *subcommand, const struct journal_args *args)
{
	bool was_there = access(args->file, F_OK) == 0;
	struct journal_store *store;
	struct journal_fault fault;
	int r;

	if (args->n_captures > 0 && subcommand->run != run_import) {
		fprintf(stderr, "adoube journal %s: it takes one journal\n", subcommand->name);
		return COMMAND_USAGE;
	}
	if (!was_there && !subcommand->begins) {
		fprintf(stderr, "adoube journal: there is no file %s\n", args->file);
		return COMMAND_FAILED;
	}
	if (subcommand->alone)
		return subcommand->alone(args);
	r = journal_store_open(args->file, subcommand->access, NULL, &store, &fault);
	if (r == -EBADMSG && subcommand->damaged)
		return subcommand->damaged(args);
	return r < 0 ? journal_complain(fault.text)
	             : run_opened(subcommand, args, store, was_there);
}

int
command_journal(int argc, char **argv)
{
	const size_t n = sizeof(subcommands) / sizeof(subcommands[0]);
	struct journal_args args = { 0 };
	int status;

	if (argc > 1 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
		fputs(usage, stdout);
		return COMMAND_OK;
	}
	for (size_t i = 0; argc > 1 && i < n; i++) {
		if (strcmp(argv[1], subcommands[i].name) != 0)
			continue;
		argv[1] = argv[0]; /* for what is said of a wrong option */
		status = parse_args(argc - 1, argv + 1, &args);
		return status >= 0 ? status : run_subcommand(&subcommands[i], &args);
	}
	fprintf(stderr, "adoube journal: %s%s%sit takes", argc > 1 ? "'" : "",
	        argc > 1 ? argv[1] : "", argc > 1 ? "': " : "");
	for (size_t i = 0; i < n; i++)
		fprintf(stderr, "%s %s",
		        i == 0      ? ""
		        : i + 1 < n ? ","
		                    : " or",
		        subcommands[i].name);
	fputs(", and a journal; 'adoube journal --help' explains\n", stderr);
	return COMMAND_USAGE;
}
