/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Who plays at a table: the names, ratings, titles, numbers and teams of [table N], as one thing.
 *
 *     {"white":"Fischer, Robert J.","white_elo":"2785","black":"Spassky, Boris V."}
 *
 * What is not stated is missing. Keys and what they allow are the configuration's (config_keys.h).
 */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "daemon/config.h"

#define PLAYERS_KEYS    10
#define PLAYERS_DIGEST  17
#define PLAYERS_PAIRING 11

/* The keys, those of White and Black by turns: white, black, white_elo, ... */
extern const char *const players_keys[PLAYERS_KEYS];

/* players_find: the index of a key, -1: none. players_value: what *table has for key i; "" for nothing. */
int players_find(const char *key);
const char *players_value(const struct config_table *table, int i);

/* players_set: put `value` ("": nothing) there. NULL, or what is allowed; static; nothing changes then. */
const char *players_set(struct config_table *table, int i, const char *value);

/* players_clear: nobody is stated. players_copy: those of *from into *to. */
void players_clear(struct config_table *table);
void players_copy(struct config_table *to, const struct config_table *from);

/* players_digest: a name for what is stated, another one when a single letter is another. */
void players_digest(const struct config_table *table, char ret_digest[PLAYERS_DIGEST]);

/* players_pairing: a name for who meets whom, in [0-9a-f]; "" where nobody is stated. A player is who FIDE knows by his
 * number, or else by his name: with both numbers stated names may be mended and it stays; another player on either
 * side, or the colours turned round, is another. */
void players_pairing(const struct config_table *table, char ret_name[PLAYERS_PAIRING]);

/* players_json: new reference, NULL when memory is out. players_read: an object as above into *table; what it lacks
 * is not stated. 0, or -EBADMSG with `error` naming the member and what it must be; nothing changes then. */
json_t *players_json(const struct config_table *table);
int players_read(const json_t *object, struct config_table *table, char *error, size_t error_size);
