/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whether the statements of a configuration hold together.
 */
#include <errno.h>
#include <string.h>

#include "daemon/config_reader.h"

/* config_find_rival: another table before `index` with the same board on the same bus, or n_tables. */
static size_t
config_find_rival(const struct config *config, size_t index)
{
	const struct config_bus *bus, *other;
	uint16_t address, rival;

	if (!config_bus_board(config, config->tables[index].board, &bus, &address))
		return config->n_tables;
	for (size_t i = 0; i < index; i++)
		if (config_bus_board(config, config->tables[i].board, &other, &rival) &&
		    other == bus && rival == address)
			return i;
	return config->n_tables;
}

/* config_conclude_buses: boards on a bus have a driver of their own, their bus is there, and each belongs
 * to one table. */
static void
config_conclude_buses(struct config_reader *reader)
{
	struct config *config = reader->config;
	const struct config_bus *bus = NULL;
	uint16_t address;

	for (size_t i = 0; i < config->n_buses && !reader->error; i++)
		if (config->buses[i].device[0] == '\0')
			config_wrong(reader, -EBADMSG, "[bus %s] has no device",
			             config->buses[i].name);
	for (size_t i = 0; i < config->n_tables && !reader->error; i++) {
		struct config_table *table = &config->tables[i];
		bool on_bus = config_bus_board(config, table->board, &bus, &address);
		size_t rival = config_find_rival(config, i);

		if (reader->path)
			reader->line = reader->table_line[i];
		if (on_bus && !bus)
			config_wrong(reader, -EBADMSG, "[table %u] board: there is no [bus %.*s]",
			             table->number, (int)strcspn(table->board, "/"), table->board);
		else if (rival < config->n_tables)
			config_wrong(reader, -EBADMSG,
			             "[table %u] board: %s is the board of table %u", table->number,
			             table->board, config->tables[rival].number);
		else if (on_bus)
			snprintf(table->driver, sizeof(table->driver), "dgt-bus");
		else if (strcmp(table->driver, "dgt-bus") == 0 &&
		         strncmp(table->board, "capture:", 8) != 0)
			config_wrong(reader, -EBADMSG,
			             "[table %u] driver: dgt-bus is for boards on a bus, which "
			             "nobody asks otherwise: board = BUS/ADDRESS",
			             table->number);
	}
}

void
config_conclude(struct config_reader *reader)
{
	struct rules_fault fault;
	enum rule rule;

	if (!reader->error && reader->path)
		config_conclude_buses(reader);
	if (reader->error || config_find_rules(reader->config, &fault) == 0)
		return;
	rule = fault.rule != RULES ? fault.rule : fault.asks;
	reader->line = rule != RULES ? reader->rule_line[rule] : reader->control_line;
	/* What is missing names its section itself. */
	if (fault.rule != RULES)
		config_wrong(reader, -EBADMSG, "[%s] %s", config_rule_section(rule)->name,
		             fault.cause);
	else
		config_wrong(reader, -EBADMSG, "%s", fault.cause);
}
