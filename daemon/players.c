/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/players.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/base/fnv.h"
#include "daemon/config_keys.h"
#include "daemon/utf8.h"

const char *const players_keys[PLAYERS_KEYS] = {
	"white",       "black",         "white_elo",     "black_elo",  "white_title",
	"black_title", "white_fide_id", "black_fide_id", "white_team", "black_team",
};

static const struct config_key *
players_key(int i)
{
	return config_find_key(&config_sections[CONFIG_TABLE], players_keys[i]);
}

int
players_find(const char *key)
{
	for (int i = 0; i < PLAYERS_KEYS; i++)
		if (strcmp(players_keys[i], key) == 0)
			return i;
	return -1;
}

const char *
players_value(const struct config_table *table, int i)
{
	return (const char *)table + players_key(i)->offset;
}

const char *
players_set(struct config_table *table, int i, const char *value)
{
	const struct config_key *key = players_key(i);
	const char *allowed = value[0] ? config_refuses(key, value) : NULL;

	if (!allowed && !utf8_is_text(value))
		allowed = "text in UTF-8 without control characters";
	if (!allowed)
		snprintf((char *)table + key->offset, key->size, "%s", value);
	return allowed;
}

void
players_clear(struct config_table *table)
{
	for (int i = 0; i < PLAYERS_KEYS; i++)
		players_set(table, i, "");
}

void
players_copy(struct config_table *to, const struct config_table *from)
{
	for (int i = 0; i < PLAYERS_KEYS; i++)
		players_set(to, i, players_value(from, i));
}

/* The NUL between two values counts: who moves a letter from one to the other says something else. */
static uint64_t
hash_value(uint64_t hash, const char *value)
{
	return fnv_bytes(hash, value, strlen(value) + 1);
}

void
players_digest(const struct config_table *table, char ret_digest[PLAYERS_DIGEST])
{
	uint64_t hash = FNV_BEGIN;

	for (int i = 0; i < PLAYERS_KEYS; i++)
		hash = hash_value(hash, players_value(table, i));
	snprintf(ret_digest, PLAYERS_DIGEST, "%016" PRIx64, hash);
}

/* identity: FIDE has given nobody the number 0. */
static const char *
identity(const char *fide_id, const char *name)
{
	return fide_id[strspn(fide_id, "0")] ? fide_id : name;
}

void
players_pairing(const struct config_table *table, char ret_name[PLAYERS_PAIRING])
{
	const char *white = identity(table->white_fide_id, table->white);
	const char *black = identity(table->black_fide_id, table->black);
	uint64_t hash = hash_value(hash_value(FNV_BEGIN, white), black);

	ret_name[0] = '\0';
	if (white[0] || black[0])
		snprintf(ret_name, PLAYERS_PAIRING, "%010" PRIx64,
		         (hash ^ hash >> 40) & UINT64_C(0xffffffffff));
}

json_t *
players_json(const struct config_table *table)
{
	json_t *object = json_object();

	for (int i = 0; object && i < PLAYERS_KEYS; i++)
		if (players_value(table, i)[0])
			json_object_set_new(object, players_keys[i],
			                    json_string(players_value(table, i)));
	return object;
}

int
players_read(const json_t *object, struct config_table *table, char *error, size_t error_size)
{
	struct config_table read = *table;

	if (!json_is_object(object)) {
		snprintf(error, error_size, "players must be an object");
		return -EBADMSG;
	}
	players_clear(&read);
	for (int i = 0; i < PLAYERS_KEYS; i++) {
		const json_t *member = json_object_get(object, players_keys[i]);
		const char *value = json_string_value(member), *allowed;

		if (!member)
			continue;
		allowed = value ? players_set(&read, i, value) : "a text";
		if (allowed) {
			snprintf(error, error_size, "%s: '%.60s' is not allowed; allowed: %s",
			         players_keys[i], value ? value : "", allowed);
			return -EBADMSG;
		}
	}
	*table = read;
	return 0;
}
