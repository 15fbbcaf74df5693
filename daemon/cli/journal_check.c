/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * adoube journal check, adoube journal salvage: is a journal what was written, and what can be had of one that is not?
 */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "daemon/cli/command.h"
#include "daemon/cli/journal.h"
#include "daemon/cli/journal_compare.h"
#include "daemon/journal_check.h"
#include "daemon/journal_damage.h"

struct checking {
	struct journal_ends *ends;
	char deed[16]; /* what they wait for */
};

static void
check_found(void *ctx, const char *sentence)
{
	(void)ctx;
	journal_progress_end();
	puts(sentence);
}

static void
check_progress(void *ctx, uint64_t seq, uint64_t last)
{
	struct checking *checking = ctx;

	journal_progress(checking->deed, seq, last);
}

static void
check_entry(void *ctx, const struct journal_entry *entry)
{
	const struct checking *checking = ctx;

	journal_ends_note(checking->ends, entry);
}

static int
check_head(struct journal_store *store, const char *text)
{
	uint8_t hash[JOURNAL_HASH];
	struct journal_fault fault;
	uint64_t seq;
	int r;

	if (!journal_hash_read(text, hash)) {
		journal_complain(
			"--head takes the 64 hexadecimal digits that an earlier check printed");
		return COMMAND_USAGE;
	}
	r = journal_check_head(store, hash, &seq, &fault);
	if (r == 0) {
		printf("head %s is the link after entry %" PRIu64
		       ": nothing before it has changed since\n",
		       text, seq);
		return COMMAND_OK;
	}
	if (r != -ENOENT)
		return journal_complain(fault.text);
	printf("head %s is no link of this journal: it was changed, or is another one\n", text);
	return COMMAND_FAILED;
}

/* check_compare: against what was published. Returns how many games differ, or a negative errno with *fault. */
static int
check_compare(struct journal_store *store, struct checking *checking, const struct config *event,
              struct journal_fault *fault)
{
	struct journal_compare compare = {
		.ctx = checking, .found = check_found, .progress = check_progress, .event = event
	};
	int r;

	snprintf(checking->deed, sizeof(checking->deed), "folding");
	r = journal_compare(store, checking->ends, &compare, fault);
	journal_progress_end();
	if (r < 0)
		return r;
	printf("%" PRIu64 " games published in %" PRIu64 " revisions", compare.games,
	       compare.revisions);
	if (compare.differing)
		printf(", %" PRIu64 " of them otherwise than the entries give them\n",
		       compare.differing);
	else
		printf("%s\n", compare.games ? ", as the entries give them" : "");
	if (compare.passed_over)
		printf("%" PRIu64
		       " tables were not compared: entries of theirs are missing, or they are "
		       "not for this adoubed\n",
		       compare.passed_over);
	return compare.differing > INT_MAX ? INT_MAX : (int)compare.differing;
}

static void
check_told(const struct journal_store *store, const struct journal_check *check)
{
	char head[JOURNAL_HASH_TEXT];

	journal_hash_text(journal_store_head(store), head);
	printf("%" PRIu64 " entries", check->entries);
	if (check->pruned)
		printf(", %" PRIu64 " removed by prune", check->pruned);
	if (check->faults)
		printf(", %" PRIu64 " faults\n", check->faults);
	else
		printf(", all as they were written\n");
	printf("head %s\n", head);
}

static int
check_all(struct journal_store *store, const struct journal_args *args, struct checking *checking,
          const struct config *event)
{
	struct journal_check check = { .ctx = checking,
		                       .found = check_found,
		                       .progress = check_progress,
		                       .entry = check_entry };
	struct journal_fault fault;
	int r, differ, status;

	snprintf(checking->deed, sizeof(checking->deed), "reading");
	r = journal_check(store, &check, &fault);
	journal_progress_end();
	if (r == -EBADMSG)
		return journal_cli_damage(args);
	if (r < 0)
		return journal_complain(fault.text);
	check_told(store, &check);
	status = check.faults ? COMMAND_FAILED : COMMAND_OK;
	if (args->head && status == COMMAND_OK)
		status = check_head(store, args->head);
	differ = check_compare(store, checking, event, &fault);
	if (differ < 0)
		return journal_complain(fault.text);
	return differ > 0 ? COMMAND_FAILED : status;
}

int
journal_cli_check(struct journal_store *store, const struct journal_args *args)
{
	struct checking checking = { .ends = journal_ends_new() };
	struct config event;
	char error[2048] = "out of memory";
	int status;

	config_defaults(&event);
	if (!checking.ends ||
	    (args->event && config_load(args->event, &event, error, sizeof(error)) != 0)) {
		journal_complain(error);
		status = COMMAND_USAGE;
	} else {
		status = check_all(store, args, &checking, &event);
	}
	config_free(&event);
	journal_ends_free(checking.ends);
	return status;
}

/* --- What is damaged --------------------------------------------------------------------------- */

int
journal_cli_damage(const struct journal_args *args)
{
	struct journal_salvage_finding finding;
	int r;

	printf("%s is damaged\n", args->file);
	r = journal_damage(args->file, NULL, check_found, &finding);
	if (r == 0)
		printf("%" PRIu64
		       " entries can be read; 'adoube journal salvage %s' makes a new journal of "
		       "them and keeps this one beside it, and so does the daemon when it starts\n",
		       finding.entries, args->file);
	if (r == -ENODATA)
		puts("nothing of it can be read: take another copy of it, or move it away");
	if (r == -ENOMEM)
		journal_complain("out of memory");
	json_decref(finding.missing);
	json_decref(finding.altered);
	return COMMAND_FAILED;
}

/* --- Salvage ----------------------------------------------------------------------------------- */

static int
save(const struct journal_args *args)
{
	struct journal_salvage_finding finding;
	struct journal_fault fault;
	int r = journal_damage(args->file, NULL, check_found, &finding);

	json_decref(finding.missing);
	json_decref(finding.altered);
	if (r == -ENODATA)
		return journal_complain("nothing of it can be read, and nothing was done");
	if (r == -ENOMEM)
		return journal_complain("out of memory");
	if (r == 0 && journal_salvage(args->file, NULL, &fault) < 0)
		return journal_complain(fault.text);
	return r == 0 ? COMMAND_OK : COMMAND_FAILED;
}

/* is_whole: can it be read to its end, as it was written? */
static bool
is_whole(struct journal_store *store)
{
	struct journal_fault fault;
	struct journal_reader *reader = journal_reader_new(store, 1, false, &fault);
	enum journal_read read = JOURNAL_READ_DAMAGE;
	struct journal_entry entry;
	char deed[] = "reading";
	uint64_t n = 0;

	while (reader && (read = journal_reader_next(reader, &entry, &fault)) != JOURNAL_READ_END &&
	       read != JOURNAL_READ_DAMAGE && read != JOURNAL_READ_BROKEN)
		if (n++ % 65536 == 0)
			journal_progress(deed, entry.seq, journal_store_last(store));
	journal_reader_free(reader);
	journal_progress_end();
	return read == JOURNAL_READ_END;
}

int
journal_cli_salvage(const struct journal_args *args)
{
	struct journal_store *store;
	struct journal_fault fault;
	bool whole;
	int r = journal_store_open(args->file, JOURNAL_WRITE, NULL, &store, &fault);

	if (r == -EBADMSG)
		return save(args);
	if (r < 0)
		return journal_complain(fault.text);
	whole = is_whole(store);
	journal_store_close(store);
	if (!whole)
		return save(args);
	puts("it can be read to its end, as it was written: nothing was done");
	return COMMAND_OK;
}
