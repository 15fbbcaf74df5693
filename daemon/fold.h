/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reading a capture into a table, for what works from the recording alone.
 */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "core/capture/capture.h"
#include "daemon/config.h"
#include "daemon/table.h"

struct fold {
	const char *command; /* "adoube replay": begins every message */
	const char *path;    /* "-": standard input */
	FILE *file; /* the capture, read from where it is, and path only its name; NULL: path */
	FILE *complaints;           /* where what cannot be read is told; NULL: standard error */
	const struct config *event; /* of the event file, or the defaults; borrowed */
	/* Of this table, borrowed; or NULL. Of a capture that fold_read() reads and that says which table it is of, it is
	 * that table's in `event`, or none. */
	const struct config_table *setup;
	struct table_listener listener; /* of the table */
	/* Every line, before the table has it; may be NULL. ctx: the listener's. */
	void (*line)(void *ctx, const struct capture_line *line);

	/* Filled. */
	struct capture_reader reader;
	struct table *table;  /* NULL where the capture names no driver */
	char driver[32];      /* that the capture has named, before there is a table; "" */
	struct config config; /* the event's, filled up with what the capture itself says */
	struct day_time day;  /* the capture's start, if it has said so */
	uint32_t refused;     /* orders that did not fit: told, and the game went on */
};

/* fold_read: read the whole capture. 0; -EBADMSG when it cannot be read, which has been told with
 * file, line and cause: the table has what came before. fold_free in either case. */
int fold_read(struct fold *fold);

/* For those who have the lines from elsewhere: fold_begin: nothing is filled in yet. fold_fact: what the capture says of
 * itself. fold_driver: the table, which takes the lines from then on. 0; -EBADMSG: no such driver, or a second one,
 * which standard error has been told. */
void fold_begin(struct fold *fold);
void fold_fact(struct fold *fold, const char *key, const char *value);
int fold_driver(struct fold *fold, const char *driver_name);

/* fold_put_name: the name of a capture, "standard input" for "-", as it may stand in a message, which is one line: a name may have in
 * it what breaks lines or steers a terminal, and is shown with '?' for it. */
void fold_put_name(const char *path, FILE *out);

/* fold_free: the table. */
void fold_free(struct fold *fold);
