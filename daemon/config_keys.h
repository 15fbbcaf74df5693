/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The sections of the configuration, their keys, and what may stand there.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "core/laws/rules/ruleset.h"

#define CONFIG_KEYS_MAX 20 /* keys of one section */

struct config_key {
	const char *name;
	size_t offset, size; /* of its member in the section's struct; size 0: a uint16_t */
	/* Says what is allowed, or NULL when the value is fine; static. NULL: any text. */
	const char *(*check)(const char *value);
};

enum config_section_id {
	CONFIG_EVENT,
	CONFIG_RULES,
	CONFIG_TIME,
	CONFIG_DAEMON,
	CONFIG_LIVECHESS,
	CONFIG_LICHESS,
	CONFIG_PRIVATE,
	CONFIG_CLOUD,
	CONFIG_DELAY,
	CONFIG_TABLE,
	CONFIG_BUS,
	CONFIG_SECTIONS
};

struct config_section {
	const char *name;
	size_t offset; /* of its struct in struct config; not for [table N] and [bus NAME] */
	struct config_key keys[CONFIG_KEYS_MAX];
};

/* The last two are of [table N] and [bus NAME], of which there are many. */
extern const struct config_section config_sections[CONFIG_SECTIONS];

/* config_rule_section: where a key of core/laws stands. config_find_rule: RULES for what is none of them. */
const struct config_section *config_rule_section(enum rule rule);
enum rule config_find_rule(const struct config_section *section, const char *name);

/* config_find_key: NULL where the section has none of that name; keys of core/laws are not among them.
 * config_refuses: what is allowed, when `value` may not stand there, else NULL; static. */
const struct config_key *config_find_key(const struct config_section *section, const char *name);
const char *config_refuses(const struct config_key *key, const char *value);

/* config_list_keys: their names with commas between, to buffer[size]; cut where it is too small. */
void config_list_keys(const struct config_section *section, char *buffer, size_t size);
