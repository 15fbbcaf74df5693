/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The inside of rounds.h, shared by its files: rounds.c keeps the rounds and answers questions about all of them,
 * rounds_ops.c knows what each order asks for, does and says; rounds_find.c finds what is kept of one table.
 */
#pragma once

#include "daemon/rounds.h"

#define ROUNDS_KEY 32

struct rounds {
	char *round, *file; /* file: NULL, nothing was ordered */
	bool is_open;
	json_t *boards;  /* by table */
	json_t *players; /* by round, by table */
	json_t *games;   /* by round, by table */
	json_t *opened;  /* by round: unix_ms */
	json_t *log;     /* the actions as they came, each with unix_ms */
};

/* What an order of that name does. */
struct rounds_op {
	const char *op;
	int (*check)(const struct rounds *rounds, const json_t *entry, char *error,
	             size_t error_size);
	void (*take)(struct rounds *rounds, const json_t *entry, int64_t unix_ms);
	json_t *(*tell)(const json_t *entry); /* NULL: it is no action */
	const char *value;                    /* of a change, beside "was" */
};

/* rounds_find_op: by the "op" of an entry; NULL: there is none of that name. */
const struct rounds_op *rounds_find_op(const json_t *entry);

/* rounds_table_key: a table's number as a member's name, in `key`, which is returned. */
const char *rounds_table_key(json_int_t table, char key[ROUNDS_KEY]);
