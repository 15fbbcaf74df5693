/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Captures into the journal: the files of an adoubed that had no journal yet, and recordings from elsewhere.
 *
 * A capture becomes one stream in one group: all of it or nothing. Its table and round are what its facts
 * say, else in a folder of an older adoubed the name of the file, round-R-table-N.capture. A last line that
 * was cut off is taken as far as it can be read; what is left of it, like a line in the middle that cannot be
 * read, stays as a fact ("torn", "damaged"): nothing is lost by the import.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "daemon/journal_clock.h"
#include "daemon/journal_places.h"
#include "daemon/journal_store.h"

struct journal_import_options {
	const char *name;       /* of the capture, for messages */
	const char *round;      /* instead of what the capture says; NULL: as it says */
	uint32_t table;         /* 0: as it says */
	const char *else_round; /* where it does not say, or NULL */
	uint32_t else_table;    /* where it does not say; 0: it must */
	struct journal_places
		*places; /* of the store, kept from one to the next; NULL: read for this one */
	const struct journal_clock *clock; /* of the journal */
};

struct journal_import_report {
	size_t n_captures; /* taken in */
	size_t n_refused;
	uint64_t entries, damaged; /* entries made, lines that could not be read */
	char text[512];            /* why the first one was refused */
};

/* journal_import_capture: the capture in *file into the store, counted in *report. 0; -EEXIST: there is such
 * a stream already; -EBADMSG: not a capture, or it does not say which table; -EIO and others; with
 * report->text. */
int journal_import_capture(struct journal_store *store, FILE *file,
                           const struct journal_import_options *options,
                           struct journal_import_report *report);

/* journal_import_folder: every *.capture of the folder whose stream is not there yet. A folder that does
 * not exist is an empty one. */
void journal_import_folder(struct journal_store *store, const char *folder,
                           const struct journal_clock *clock,
                           struct journal_import_report *ret_report);
