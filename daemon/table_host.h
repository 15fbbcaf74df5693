/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The host events of a table (table.h), by who says them: table_host.c has the daemon's own and the list of all,
 * table_players.c what players say, table_arbiter.c what the arbiter says and orders, table_penalty.c what he does about a breach,
 * table_withdrawn.c what was said in error; table_host_read.c is what they share.
 *
 * Each takes the members of its event. 0; -EBADMSG: a member is not what it must be; -EINVAL: it cannot be done as
 * things are; with the cause to error[error_size]. While table->only_checks nothing is done.
 */
#pragma once

#include <jansson.h>
#include <stddef.h>

#include "daemon/table_state.h"

int host_claim(struct table *table, const json_t *members, char *error, size_t error_size);
int host_offer(struct table *table, const json_t *members, char *error, size_t error_size);
int host_sheet_request(struct table *table, const json_t *members, char *error, size_t error_size);
int host_disconnected(struct table *table, const json_t *members, char *error, size_t error_size);
int host_announced(struct table *table, const json_t *members, char *error, size_t error_size);
int host_virtual(struct table *table, const json_t *members, char *error, size_t error_size);
int host_two_boards(struct table *table, const json_t *members, char *error, size_t error_size);
int host_quickplay(struct table *table, const json_t *members, char *error, size_t error_size);
int host_colours_reversed(struct table *table, const json_t *members, char *error,
                          size_t error_size);

int host_device(struct table *table, const json_t *members, char *error, size_t error_size);
int host_penalty(struct table *table, const json_t *members, char *error, size_t error_size);
int host_reconnected(struct table *table, const json_t *members, char *error, size_t error_size);

int host_result(struct table *table, const json_t *members, char *error, size_t error_size);
int host_score(struct table *table, const json_t *members, char *error, size_t error_size);
int host_arbiter(struct table *table, const json_t *members, char *error, size_t error_size);
int host_sealed(struct table *table, const json_t *members, char *error, size_t error_size);
int host_session(struct table *table, const json_t *members, char *error, size_t error_size);
int host_alert(struct table *table, const json_t *members, char *error, size_t error_size);
int host_correct(struct table *table, const json_t *members, char *error, size_t error_size);
int host_position(struct table *table, const json_t *members, char *error, size_t error_size);
int host_withdrawn(struct table *table, const json_t *members, char *error, size_t error_size);
int host_clock(struct table *table, const json_t *members, char *error, size_t error_size);

/* host_wrong: -EBADMSG, and what the members must be as the cause. */
int host_wrong(char *error, size_t error_size, const char *needs);

/* host_read_side: the member "side", white or black. 0 or -EBADMSG. */
int host_read_side(const json_t *members, enum color *ret_side);
