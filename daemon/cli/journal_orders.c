/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * adoube journal export and import: the orders of the event, beside the captures of its tables.
 */
#include "daemon/journal_orders.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/cli/command.h"
#include "daemon/cli/journal.h"
#include "daemon/paths.h"

#define ORDERS_FILE "event.orders"

/* write_orders: text[len] into the folder, never over a file that is there. */
static int
write_orders(const char *folder, const char *text, size_t len)
{
	char path[PATH_MAX], error[512];
	FILE *file;

	snprintf(path, sizeof(path), "%s/" ORDERS_FILE, folder);
	if (paths_make_parents(path, error, sizeof(error)) < 0)
		return journal_complain(error);
	file = fopen(path, "wxe");
	if (!file || fwrite(text, 1, len, file) != len || fflush(file) != 0) {
		paths_explain(path, "write", errno, error, sizeof(error));
		if (file)
			fclose(file);
		return journal_complain(error);
	}
	fclose(file);
	return COMMAND_OK;
}

int
journal_cli_export_orders(struct journal_store *store, const struct journal_args *args)
{
	struct journal_fault fault;
	char *text = NULL;
	size_t len = 0;
	FILE *memory = open_memstream(&text, &len);
	int status = COMMAND_OK;
	uint64_t n = 0;

	if (!memory)
		return journal_complain("out of memory");
	if (journal_orders_export(store, memory, &n, &fault) < 0)
		status = journal_complain(fault.text);
	fclose(memory);
	if (status == COMMAND_OK && !args->to)
		fwrite(text, 1, len, stdout);
	else if (status == COMMAND_OK && n > 0)
		status = write_orders(args->to, text, len);
	if (status == COMMAND_OK && args->to && n > 0)
		printf("%" PRIu64 " orders in %s/" ORDERS_FILE "\n", n, args->to);
	free(text);
	return status;
}

bool
journal_cli_is_orders(const char *path)
{
	char line[sizeof(JOURNAL_ORDERS_HEAD)] = "";
	FILE *file = strcmp(path, "-") == 0 ? NULL : fopen(path, "re");
	bool is = file && fgets(line, sizeof(line), file) && strcmp(line, JOURNAL_ORDERS_HEAD) == 0;

	if (file)
		fclose(file);
	return is;
}

int
journal_cli_import_orders(struct journal_store *store, const char *path)
{
	FILE *file = fopen(path, "re");
	struct journal_fault fault;
	uint64_t n = 0;
	int r;

	if (!file) {
		fprintf(stderr, "adoube journal: cannot open %s: %s\n", path, strerror(errno));
		return COMMAND_USAGE;
	}
	r = journal_orders_import(store, file, path, &n, &fault);
	fclose(file);
	if (r < 0) {
		journal_complain(fault.text);
		return r == -EBADMSG ? COMMAND_USAGE : COMMAND_FAILED;
	}
	printf("%s: %" PRIu64 " orders\n", path, n);
	return COMMAND_OK;
}
