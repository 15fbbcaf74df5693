/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The beginnings of the configuration's sections.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/config_reader.h"
#include "daemon/config_words.h"

#define CONFIG_NUMBER_MAX 9999 /* highest table number */

static void
config_table_defaults(struct config_table *table, uint32_t number)
{
	memset(table, 0, sizeof(*table));
	table->number = number;
	memcpy(table->driver, "dgt", sizeof("dgt"));
	memcpy(table->lines, "auto", sizeof("auto"));
}

static void
config_begin_table(struct config_reader *reader, const char *number_text)
{
	struct config *config = reader->config;
	struct config_table *tables;
	uint32_t number;

	if (!config_is_digits(number_text, 1, 4) || strspn(number_text, "0") > 0) {
		config_wrong(reader, -EBADMSG, "[table %s]: allowed is a number 1..%d", number_text,
		             CONFIG_NUMBER_MAX);
		return;
	}
	number = (uint32_t)strtoul(number_text, NULL, 10);
	for (size_t i = 0; i < config->n_tables; i++)
		if (config->tables[i].number == number) {
			config_wrong(reader, -EBADMSG,
			             "[table %u] begins again; it began on line %d", number,
			             reader->table_line[i]);
			return;
		}
	if (config->n_tables == CONFIG_TABLES_MAX) {
		config_wrong(reader, -EBADMSG, "[table %u] is one too many; allowed are %d tables",
		             number, CONFIG_TABLES_MAX);
		return;
	}
	/* Twice as many whenever their number is a power of two. */
	tables = config->tables;
	if ((config->n_tables & (config->n_tables - 1)) == 0)
		tables = realloc(tables,
		                 (config->n_tables ? 2 * config->n_tables : 1) * sizeof(*tables));
	if (!tables) {
		config_wrong(reader, -ENOMEM, "out of memory");
		return;
	}
	config->tables = tables;
	config_table_defaults(&tables[config->n_tables], number);
	reader->table_line[config->n_tables++] = reader->line;
	reader->section = &config_sections[CONFIG_TABLE];
	snprintf(reader->title, sizeof(reader->title), "[table %u]", number);
}

static void
config_begin_bus(struct config_reader *reader, const char *name)
{
	struct config *config = reader->config;
	struct config_bus *buses;

	if (!config_is_bus_name(name, strlen(name))) {
		config_wrong(reader, -EBADMSG,
		             "[bus %s]: allowed is a name of letters, digits, - and _, at most %zu "
		             "of them",
		             name, sizeof(buses->name) - 1);
		return;
	}
	for (size_t i = 0; i < config->n_buses; i++)
		if (strcmp(config->buses[i].name, name) == 0) {
			config_wrong(reader, -EBADMSG, "[bus %s] begins again", name);
			return;
		}
	buses = realloc(config->buses, (config->n_buses + 1) * sizeof(*buses));
	if (!buses) {
		config_wrong(reader, -ENOMEM, "out of memory");
		return;
	}
	config->buses = buses;
	buses += config->n_buses++;
	memset(buses, 0, sizeof(*buses));
	snprintf(buses->name, sizeof(buses->name), "%s", name);
	memcpy(buses->lines, "off", sizeof("off"));
	reader->section = &config_sections[CONFIG_BUS];
	snprintf(reader->title, sizeof(reader->title), "[bus %s]", buses->name);
}

/* config_begin_section: a line that begins with '['. inih only splits keys from values: it tells
 * nobody of a section without keys, and cuts long names. */
void
config_begin_section(struct config_reader *reader, const char *line)
{
	const char *end = strchr(line, ']');
	char name[40];
	size_t len;

	reader->section = NULL;
	memset(reader->key_line, 0, sizeof(reader->key_line));
	if (!end) {
		config_wrong(reader, -EBADMSG, "'%.40s' begins a section and lacks its ]", line);
		return;
	}
	len = (size_t)(end - line - 1);
	if (len >= sizeof(name))
		len = sizeof(name) - 1;
	memcpy(name, line + 1, len);
	name[len] = '\0';
	if (strncmp(name, "table ", 6) == 0) {
		config_begin_table(reader, name + 6 + strspn(name + 6, " "));
		return;
	}
	if (strncmp(name, "bus ", 4) == 0) {
		config_begin_bus(reader, name + 4 + strspn(name + 4, " "));
		return;
	}
	for (int i = 0; i < CONFIG_TABLE; i++) {
		if (strcmp(name, config_sections[i].name) != 0)
			continue;
		if (reader->section_line[i])
			config_wrong(reader, -EBADMSG, "[%s] begins again; it began on line %d",
			             name, reader->section_line[i]);
		reader->section_line[i] = reader->line;
		reader->section = &config_sections[i];
		snprintf(reader->title, sizeof(reader->title), "[%s]", name);
		return;
	}
	config_wrong(
		reader, -EBADMSG,
		"unknown section [%s]; allowed are [event], [rules], [time], [daemon], "
		"[livechess], [lichess], [private], [cloud], [delay], [bus NAME] and [table N]",
		name);
}
