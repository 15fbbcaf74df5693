/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/chess/chess960.h"
#include "core/chess/fen.h"
#include "core/tracker/tracker.h"
#include "daemon/config_keys.h"
#include "daemon/config_words.h"
#include "daemon/start_rules.h"

void
config_defaults(struct config *ret_config)
{
	memset(ret_config, 0, sizeof(*ret_config));
	rules_stated_init(&ret_config->stated);
	ruleset_default(&ret_config->rules, "");
	memcpy(ret_config->daemon.state_dir, "/var/lib/adoubed", sizeof("/var/lib/adoubed"));
	memcpy(ret_config->daemon.runtime_dir, "/run/adoubed", sizeof("/run/adoubed"));
	memcpy(ret_config->clock_orders, "between-games", sizeof("between-games"));
	memcpy(ret_config->daemon.listen, "127.0.0.1", sizeof("127.0.0.1"));
	ret_config->daemon.port = 8070;
	ret_config->daemon.connections = 4096;
	ret_config->daemon.connections_per_client = 512;
	ret_config->daemon.snapshot_seconds = 300;
	memcpy(ret_config->private.listen, "127.0.0.1", sizeof("127.0.0.1"));
	snprintf(ret_config->private.token_file, sizeof(ret_config->private.token_file),
	         "/etc/adoubed/tokens");
	ret_config->delay = (struct config_delay){
		.files = CONFIG_DELAY_UNSAID,
		.http = CONFIG_DELAY_UNSAID,
		.events = CONFIG_DELAY_UNSAID,
		.lichess = CONFIG_DELAY_UNSAID,
		.cloud = CONFIG_DELAY_UNSAID,
	};
	snprintf(ret_config->lichess.server, sizeof(ret_config->lichess.server),
	         "https://lichess.org");
}

int
config_find_rules(struct config *config, struct rules_fault *ret_fault)
{
	const char *date = config->event.date[0] ? config->event.date : config->today;
	struct rules_stated stated = config->stated;
	struct time_control control;
	struct ruleset rules;
	int r;

	r = time_control_parse(config->time_control, strlen(config->time_control), &control);
	if (r != 0) /* a capture may say anything */
		time_control_parse("", 0, &control);
	r = start_rules_join(&config->event.start, &stated, ret_fault);
	if (r == 0)
		r = ruleset_resolve(&stated, date, &control, &rules, ret_fault);
	if (r == 0)
		config->rules = rules;
	return r;
}

int
config_settle(struct config *config, char *error, size_t error_size)
{
	struct rules_fault fault;
	int r = config_find_rules(config, &fault);

	if (r != 0)
		snprintf(error, error_size, "%s", fault.cause);
	return r;
}

int
config_use_today(struct config *config, char *error, size_t error_size)
{
	time_t now = time(NULL);
	struct tm day;

	if (localtime_r(&now, &day))
		strftime(config->today, sizeof(config->today), "%Y-%m-%d", &day);
	return config_settle(config, error, error_size);
}

int
config_can_serve(struct config *config, const char *path, char *error, size_t error_size)
{
	if (config->n_tables == 0) {
		snprintf(error, error_size,
		         "%s has no table: add a section [table 1] with board = ...", path);
		return -EBADMSG;
	}
	return config_use_today(config, error, error_size);
}

bool
config_bus_board(const struct config *config, const char *board, const struct config_bus **ret_bus,
                 uint16_t *ret_address)
{
	const char *slash = strchr(board, '/');

	if (!config_is_bus_board(board))
		return false;
	*ret_address = (uint16_t)strtoul(slash + 1, NULL, 10);
	*ret_bus = NULL;
	for (size_t i = 0; i < config->n_buses; i++)
		if (strlen(config->buses[i].name) == (size_t)(slash - board) &&
		    memcmp(config->buses[i].name, board, (size_t)(slash - board)) == 0)
			*ret_bus = &config->buses[i];
	return true;
}

/* The position that `start` names; false where it names none. */
static bool
config_named_start(const struct config_start *start, struct position *ret_start)
{
	if (start->fen[0])
		return fen_parse(start->fen, strlen(start->fen), ret_start, NULL) == 0;
	if (!start->chess960[0] || strcmp(start->chess960, "auto") == 0 ||
	    chess960_start((int)strtol(start->chess960, NULL, 10), ret_start) != 0)
		return false;
	/* Number 518 too: castling and tags are those of the event. */
	ret_start->chess960 = true;
	return true;
}

size_t
config_find_table(const struct config *config, uint32_t number)
{
	size_t i = 0;

	while (i < config->n_tables && config->tables[i].number != number)
		i++;
	return i;
}

uint32_t
config_rating(const struct config_table *table)
{
	uint32_t white = (uint32_t)strtoul(table->white_elo, NULL, 10); /* "-", "": 0 */
	uint32_t black = (uint32_t)strtoul(table->black_elo, NULL, 10);

	return white > black ? white : black;
}

void
config_starts(const struct config *config, const struct config_table *table,
              struct position *ret_start, unsigned int *ret_others)
{
	static const struct config_start silent;
	const struct config_start *event = &config->event.start;
	const struct config_start *own = table ? &table->start : &silent;
	const struct config_start *named = own->fen[0] || own->chess960[0] ? own : event;
	const char *others = own->start[0] ? own->start : event->start;

	position_start(ret_start);
	(void)config_named_start(named, ret_start);
	*ret_others = 0;
	if (strcmp(named->chess960, "auto") == 0)
		*ret_others |= TRACKER_CHESS960_STARTS;
	if (strcmp(others, "any") == 0)
		*ret_others |= TRACKER_ANY_START;
}

void
config_order(const struct config *config, size_t *order)
{
	for (size_t i = 0; i < config->n_tables; i++) {
		size_t place = i;

		for (; place > 0 &&
		       config->tables[order[place - 1]].number > config->tables[i].number;
		     place--)
			order[place] = order[place - 1];
		order[place] = i;
	}
}

uint32_t
config_delay_s(const struct config *config, uint16_t own)
{
	return own == CONFIG_DELAY_UNSAID ? config->delay.all : own;
}

void
config_free(struct config *config)
{
	free(config->tables);
	config->tables = NULL;
	config->n_tables = 0;
	free(config->buses);
	config->buses = NULL;
	config->n_buses = 0;
}
