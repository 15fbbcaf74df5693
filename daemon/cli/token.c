/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * adoube token: who may ask on the private listener.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "daemon/cli/command.h"
#include "daemon/cli/flags.h"
#include "daemon/config.h"
#include "daemon/private/token_list.h"

static const char usage[] =
	"usage: adoube token [--file FILE | --config FILE] add NAME ROLE [--for TIME]\n"
	"       adoube token [--file FILE | --config FILE] list\n"
	"       adoube token [--file FILE | --config FILE] revoke NAME\n"
	"\n"
	"Who may ask on the daemon's private listener. A token is printed once, when it is made;\n"
	"the file has only its digest. A running daemon sees at once what has changed.\n"
	"\n"
	"roles:\n"
	"  arbiter   sees everything, says what happened, decides on alerts\n"
	"  operator  sees everything, gives tables boards, corrects records\n"
	"  viewer    sees everything\n"
	"  metrics   reads /metrics\n"
	"\n"
	"  --for TIME     how long it is good: 12h, 7d (the default), or 'never' for without end\n"
	"  --file FILE    the file of tokens (/etc/adoubed/tokens)\n"
	"  --config FILE  take the file of tokens from this configuration file\n"
	"\n"
	"Exit status: 0; 1 when the file cannot be read or written, or there is no such token;\n"
	"2 when the command cannot be read.\n";

struct token_options {
	char path[CONFIG_TEXT];
	const char *span;
	char **words;
	int n_words;
};

/* span_end: when TIME from now is; false when it is no time. */
static bool
span_end(const char *span, int64_t now_s, int64_t *ret_expires_s)
{
	char *unit;
	long n;

	if (strcmp(span, "never") == 0) {
		*ret_expires_s = TOKEN_NEVER;
		return true;
	}
	n = strtol(span, &unit, 10);
	if (n < 1 || n > 100000 || (strcmp(unit, "h") != 0 && strcmp(unit, "d") != 0))
		return false;
	*ret_expires_s = now_s + (int64_t)n * (*unit == 'h' ? 3600 : 86400);
	return true;
}

static int
say(const char *error)
{
	fprintf(stderr, "adoube token: %s\n", error);
	return COMMAND_FAILED;
}

static int
say_usage(const char *error, const char *word)
{
	fprintf(stderr, "adoube token: '%s': %s; 'adoube token --help' explains\n", word, error);
	return COMMAND_USAGE;
}

static struct token_row *
find(struct token_list *list, const char *name)
{
	for (size_t i = 0; i < list->n; i++)
		if (strcmp(list->rows[i].name, name) == 0)
			return &list->rows[i];
	return NULL;
}

static int
run_add(const struct token_options *options, struct token_list *list)
{
	char text[TOKEN_TEXT_SIZE], error[512];
	const char *name = options->words[1];
	struct token_row row = { 0 };

	if (!token_name_is_good(name))
		return say_usage("a name is 1 to 32 letters, digits, '.', '_' and '-'", name);
	if (!token_role_find(options->words[2], &row.role))
		return say_usage("a role is arbiter, operator, viewer or metrics",
		                 options->words[2]);
	if (!span_end(options->span, time(NULL), &row.expires_s))
		return say_usage("a time is such as 12h, 7d or never", options->span);
	if (find(list, name))
		return say("there is a token of that name; revoke it first");
	if (list->n == TOKENS_MAX)
		return say("there are 256 tokens already; revoke some");
	if (token_make(text, row.digest) < 0)
		return say("the system gives no random numbers");
	snprintf(row.name, sizeof(row.name), "%s", name);
	list->rows[list->n++] = row;
	if (token_list_write(options->path, list, error, sizeof(error)) < 0)
		return say(error);
	puts(text);
	return COMMAND_OK;
}

static int
run_list(const struct token_options *options, struct token_list *list)
{
	char expires[32];

	(void)options;
	for (size_t i = 0; i < list->n; i++) {
		const struct token_row *row = &list->rows[i];

		token_expiry_write(row->expires_s, expires);
		printf("%-20s  %-8s  %s%s\n", row->name, token_role_name(row->role), expires,
		       row->expires_s <= time(NULL) ? "  expired" : "");
	}
	return COMMAND_OK;
}

static int
run_revoke(const struct token_options *options, struct token_list *list)
{
	struct token_row *row = find(list, options->words[1]);
	char error[512];

	if (!row)
		return say("there is no token of that name");
	*row = list->rows[--list->n];
	if (token_list_write(options->path, list, error, sizeof(error)) < 0)
		return say(error);
	return COMMAND_OK;
}

static const struct {
	const char *name;
	int n_words;
	int (*run)(const struct token_options *options, struct token_list *list);
	bool may_begin; /* the file */
} verbs[] = {
	{ "add", 3, run_add, true },
	{ "list", 1, run_list, false },
	{ "revoke", 2, run_revoke, false },
};

/* use_config: the file that a configuration names. */
static int
use_config(const char *config_path, struct token_options *options)
{
	struct config config;
	char error[2048];
	int result;

	config_defaults(&config);
	result = config_path ? config_load(config_path, &config, error, sizeof(error)) : 0;
	if (result < 0)
		say(error);
	else
		snprintf(options->path, sizeof(options->path), "%s", config.private.token_file);
	config_free(&config);
	return result;
}

/* parse: -1 to go on, else the exit status. */
static int
parse(int argc, char **argv, struct token_options *options)
{
	const char *file = NULL, *config = NULL;
	const struct flag flags[] = { { "--file", NULL, NULL, &file },
		                      { "--config", "-c", NULL, &config },
		                      { "--for", NULL, NULL, &options->span } };
	const struct flags_command line = { usage, flags, 3, false };
	int status = flags_read(&line, argc, argv);

	if (status >= 0)
		return status;
	options->words = argv + optind;
	options->n_words = argc - optind;
	if (file)
		snprintf(options->path, sizeof(options->path), "%s", file);
	else if (use_config(config, options) < 0)
		return COMMAND_FAILED;
	return -1;
}

int
command_token(int argc, char **argv)
{
	struct token_options options = { .span = "7d" };
	static struct token_list list;
	int status = parse(argc, argv, &options), result;
	char error[512];

	if (status >= 0)
		return status;
	for (size_t i = 0; i < sizeof(verbs) / sizeof(verbs[0]); i++) {
		if (options.n_words != verbs[i].n_words ||
		    strcmp(options.words[0], verbs[i].name) != 0)
			continue;
		result = token_list_read(options.path, &list, error, sizeof(error));
		if (result < 0 && !(result == -ENOENT && verbs[i].may_begin))
			return say(error);
		return verbs[i].run(&options, &list);
	}
	fputs("adoube token: it takes add NAME ROLE, list, or revoke NAME; "
	      "'adoube token --help' explains\n",
	      stderr);
	return COMMAND_USAGE;
}
