/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * adoube round import: names from a file of pairings.
 */
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/cli/command.h"
#include "daemon/cli/round.h"
#include "daemon/pairings.h"
#include "daemon/pairings_order.h"

#define IMPORT_FILE_MAX ((size_t)16 << 20)

struct import_file {
	const char *path; /* for messages */
	size_t problems;
};

static void
import_problem(void *ctx, size_t line, const char *cause)
{
	struct import_file *file = ctx;

	fprintf(stderr, "%s:%zu: %s\n", file->path, line, cause);
	file->problems++;
}

/* import_slurp: the file, to be freed; NULL when it has been explained why not. */
static char *
import_slurp(const char *path, size_t *ret_len)
{
	bool is_input = strcmp(path, "-") == 0;
	FILE *file = is_input ? stdin : fopen(path, "re");
	char *text = file ? malloc(IMPORT_FILE_MAX + 1) : NULL;
	int cause = errno;

	*ret_len = text ? fread(text, 1, IMPORT_FILE_MAX + 1, file) : 0;
	if (text && ferror(file)) {
		cause = errno;
		free(text);
		text = NULL;
	} else if (*ret_len > IMPORT_FILE_MAX) {
		cause = EFBIG;
		free(text);
		text = NULL;
	}
	if (!text && cause == EFBIG)
		fprintf(stderr,
		        "adoube round import: %s has more than %zu MiB, and cannot be pairings\n",
		        path, IMPORT_FILE_MAX >> 20);
	else if (!text)
		fprintf(stderr, "adoube round import: cannot read %s: %s\n", path, strerror(cause));
	if (file && !is_input)
		fclose(file);
	return text;
}

static bool
import_show(const json_t *answer)
{
	const json_t *changes = json_object_get(answer, "changes"), *change;
	long long same = ask_number(answer, "same");
	size_t i;

	json_array_foreach(changes, i, change)
	{
		const char *round = ask_text(change, "round");
		const char *was = ask_text(change, "was"), *becomes = ask_text(change, "becomes");

		printf("%s%s%stable %-4lld %-13s ", round[0] ? "round " : "", round,
		       round[0] ? ", " : "", ask_number(change, "table"), ask_text(change, "key"));
		ask_print_text(was[0] ? was : "(nothing)", 0);
		fputs("  ->  ", stdout);
		ask_print_text(becomes[0] ? becomes : "(nothing)", 0);
		putchar('\n');
	}
	if (same > 0)
		printf("%lld pairing%s there already\n", same, same == 1 ? " is" : "s are");
	if (json_array_size(changes) == 0)
		puts("nothing changes");
	fflush(stdout);
	return json_array_size(changes) > 0;
}

/* import_explain: what the daemon did not take, by its line. */
static void
import_explain(struct import_file *file, const json_t *look)
{
	const json_t *refused;
	size_t i;

	json_array_foreach(json_object_get(look, "refused"), i, refused) import_problem(
		file, (size_t)ask_number(refused, "line"), ask_text(refused, "error"));
}

/* import_read: the file's pairings; 0, or the exit status, explained. */
static int
import_read(struct import_file *file, struct pairings *pairings)
{
	size_t len;
	char *text = import_slurp(file->path, &len);
	int r;

	if (!text)
		return COMMAND_FAILED;
	r = pairings_read(pairings, text, len);
	free(text);
	if (r < 0)
		fputs("adoube round import: out of memory\n", stderr);
	return r < 0 ? COMMAND_FAILED : 0;
}

int
round_import(const struct round_args *args)
{
	struct import_file file = { .path = args->n_words == 1 ? args->words[0] : NULL };
	struct pairings pairings = { .ctx = &file, .problem = import_problem };
	json_t *look = NULL;
	int status;

	if (!file.path) {
		fputs("adoube round import: which file?\n", stderr);
		return COMMAND_USAGE;
	}
	status = import_read(&file, &pairings);
	if (status == 0 && pairings.n == 0) {
		fprintf(stderr, "%s: no pairing is in it\n", file.path);
		status = COMMAND_FAILED;
	}
	if (status == 0)
		status = order_run(&round_command, &args->options, &args->flags,
		                   pairings_order(&pairings, args->round), import_show, &look);
	import_explain(&file, look);
	json_decref(look);
	pairings_free(&pairings);
	return status == 0 && file.problems > 0 ? COMMAND_FAILED : status;
}
