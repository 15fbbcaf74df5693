/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/config_keys.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/chess/chess960.h"
#include "core/chess/fen.h"
#include "core/laws/rules/day_time.h"
#include "core/laws/rules/time_control.h"
#include "daemon/clock_order.h"
#include "daemon/config.h"
#include "daemon/config_words.h"
#include "daemon/delay.h"
#include "daemon/http.h"
#include "drivers/driver.h"

static const char *
config_check_date(const char *value)
{
	return config_is_date(value) ? NULL : "a day of the calendar as YYYY-MM-DD";
}

static const char *
config_check_utc_offset(const char *value)
{
	int32_t offset_s;

	return day_time_parse_offset(value, &offset_s) == 0
	               ? NULL
	               : "local time less UTC as +01:00 or -03:30, or Z";
}

static const char *
config_check_round(const char *value)
{
	const char *p = value;

	do {
		size_t digits = strspn(p, "0123456789");

		if (digits == 0 || digits > 4)
			return "numbers with dots between them, such as 3 or 3.1";
		p += digits;
	} while (*p++ == '.');
	return p[-1] == '\0' && strlen(value) <= 20
	               ? NULL
	               : "numbers with dots between them, such as 3 or 3.1";
}

static const char *
config_check_clock_orders(const char *value)
{
	return config_is_one_of(value, clock_order_words) ? NULL
	                                                  : "never, between-games, stopped, always";
}

static const char *
config_check_lines(const char *value)
{
	static const char *const words[] = { "auto", "on", "off", NULL };

	return config_is_one_of(value, words) ? NULL : "auto, on, off";
}

static const char *
config_check_title(const char *value)
{
	static const char *const words[] = { "GM",  "IM",  "FM", "CM",  "WGM", "WIM",
		                             "WFM", "WCM", "NM", "WNM", "AGM", "AIM",
		                             "AFM", "ACM", "LM", "BOT", NULL };

	return config_is_one_of(value, words)
	               ? NULL
	               : "GM, IM, FM, CM, WGM, WIM, WFM, WCM, NM, WNM, AGM, AIM, AFM, ACM, LM, BOT";
}

static const char *
config_check_elo(const char *value)
{
	return config_is_digits(value, 1, 4) || strcmp(value, "-") == 0
	               ? NULL
	               : "a number of at most four digits, or - for an unrated player";
}

static const char *
config_check_fide_id(const char *value)
{
	return config_is_digits(value, 1, 10) ? NULL : "a number of at most ten digits";
}

static const char *
config_check_driver(const char *value)
{
	static char allowed[128];
	size_t len = 0;

	if (board_driver_find(value))
		return NULL;
	allowed[0] = '\0';
	for (size_t i = 0; board_drivers[i] && len < sizeof(allowed); i++)
		len += (size_t)snprintf(allowed + len, sizeof(allowed) - len, "%s%s",
		                        i > 0 ? ", " : "", board_drivers[i]->name);
	return allowed;
}

#define CONFIG_DEVICES                                                                             \
	"a device such as /dev/ttyUSB0 or /dev/serial/by-id/..., tcp://HOST:PORT, capture:FILE"

static const char *
config_check_device(const char *value)
{
	if (value[0] == '/' || (strncmp(value, "capture:", 8) == 0 && value[8] != '\0'))
		return NULL;
	if (strncmp(value, "tcp://", 6) == 0) {
		const char *colon = strrchr(value, ':');
		long port;

		if (colon > value + 6 && config_is_digits(colon + 1, 1, 5)) {
			port = strtol(colon + 1, NULL, 10);
			if (port >= 1 && port <= 65535)
				return NULL;
		}
	}
	return CONFIG_DEVICES;
}

const char *
config_check_board(const char *value)
{
	if (strcmp(value, "any") == 0 || config_is_serial(value) || !config_check_device(value))
		return NULL;
	return "serial:NUMBER, any, " CONFIG_DEVICES;
}

static const char *
config_check_table_board(const char *value)
{
	if (config_is_bus_board(value) || !config_check_board(value))
		return NULL;
	return "serial:NUMBER, any, " CONFIG_DEVICES ", BUS/ADDRESS";
}

static const char *
config_check_path(const char *value)
{
	return value[0] == '/' ? NULL : "a path that begins with /";
}

static const char *
config_check_listen(const char *value)
{
	unsigned char address[sizeof(struct in6_addr)];

	return inet_pton(AF_INET, value, address) == 1 || inet_pton(AF_INET6, value, address) == 1
	               ? NULL
	               : "an IP address of this machine: 127.0.0.1 (this machine only), 0.0.0.0 "
	                 "(all), ::1, ::";
}

static const char *
config_check_port(const char *value)
{
	return config_is_digits(value, 1, 5) && strtol(value, NULL, 10) <= 65535
	               ? NULL
	               : "a number 0..65535 (0: any free port)";
}

static const char *
config_check_lichess_round(const char *value)
{
	static const char letters[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

	return strlen(value) == 8 && strspn(value, letters) == 8
	               ? NULL
	               : "the eight letters and digits at the end of the round's address";
}

/* Without the path; a token must not go over a line that everybody can read. */
static const char *
config_check_server(const char *value)
{
	bool here = strncmp(value, "http://127.0.0.1", 16) == 0 ||
	            strncmp(value, "http://[::1]", 12) == 0;
	const char *host = strstr(value, "://");

	return (here || strncmp(value, "https://", 8) == 0) && host[3] != '\0' &&
	                       !strpbrk(host + 3, "/?# ")
	               ? NULL
	               : "https://HOST, such as https://lichess.org or https://lichess.dev";
}

static const char *
config_check_connections(const char *value)
{
	return config_is_digits(value, 1, 5) && strtol(value, NULL, 10) >= 1 &&
	                       strtol(value, NULL, 10) <= HTTP_CONNECTIONS_MAX
	               ? NULL
	               : "a number 1..16384";
}

static const char *
config_check_seconds(const char *value)
{
	return config_is_digits(value, 1, 5) && strtol(value, NULL, 10) <= 65535
	               ? NULL
	               : "a number of seconds 0..65535";
}

static const char *
config_check_port_or_off(const char *value)
{
	return config_is_port_or_off(value)
	               ? NULL
	               : "a number 1..65535 (1982 is where clients look), or off";
}

static const char *
config_check_private_port(const char *value)
{
	return config_is_port_or_off(value) ? NULL : "a number 1..65535, such as 8071, or off";
}

static const char *
config_check_uuid(const char *value)
{
	static const char form[] = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
	size_t i = 0;

	while (form[i] && (form[i] == 'x' ? value[i] && strchr("0123456789abcdef", value[i])
	                                  : value[i] == form[i]))
		i++;
	return !form[i] && !value[i] ? NULL
	                             : "a UUID: 36 digits 0..9, a..f and hyphens, such as "
	                               "6f1c2d3e-0a1b-4c2d-8e3f-0123456789ab";
}

static const char *
config_check_delay(const char *value)
{
	return config_is_digits(value, 1, 5) && strtol(value, NULL, 10) <= DELAY_MAX_S
	               ? NULL
	               : "a number of seconds, 0..14400";
}

static const char *
config_check_origins(const char *value)
{
	static const char allowed[] = "origins such as https://example.org, blanks between them";

	while (*value) {
		size_t len = strcspn(value, " ");
		const char *host = strstr(value, "://");

		if (!host || host == value || (size_t)(host + 3 - value) >= len ||
		    memchr(host + 3, '/', len - (size_t)(host + 3 - value)))
			return allowed;
		value += len;
		value += strspn(value, " ");
	}
	return NULL;
}

static const char *
config_check_control(const char *value)
{
	struct time_control control;

	return time_control_parse(value, strlen(value), &control) == 0 ? NULL
	                                                               : time_control_allowed();
}

static const char *
config_check_fen(const char *value)
{
	static char allowed[160];
	struct position position;
	struct fen_error fault;

	if (fen_parse(value, strlen(value), &position, &fault) == 0)
		return NULL;
	snprintf(allowed, sizeof(allowed), "a position in FEN (column %d: %s)", fault.column,
	         fault.cause);
	return allowed;
}

static const char *
config_check_chess960(const char *value)
{
	return strcmp(value, "auto") == 0 || (config_is_digits(value, 1, 3) &&
	                                      strtol(value, NULL, 10) < CHESS960_STARTS)
	               ? NULL
	               : "the number of a starting position 0..959, or auto for whichever of them "
	                 "stands on the board";
}

static const char *
config_check_start(const char *value)
{
	static const char *const words[] = { "expected", "any", NULL };

	return config_is_one_of(value, words) ? NULL : "expected, any";
}

#define CONFIG_FIELD(type, key, field, check)                                                      \
	{                                                                                          \
		key, offsetof(struct type, field), sizeof(((struct type *)0)->field), check        \
	}

#define CONFIG_SECONDS(key, field)                                                                 \
	{                                                                                          \
		key, offsetof(struct config_delay, field), 0, config_check_delay                   \
	}

const struct config_section config_sections[CONFIG_SECTIONS] = {
	[CONFIG_EVENT] = { "event",
	                   offsetof(struct config, event),
	                   {
				   CONFIG_FIELD(config_event, "name", name, NULL),
				   CONFIG_FIELD(config_event, "site", site, NULL),
				   CONFIG_FIELD(config_event, "date", date, config_check_date),
				   CONFIG_FIELD(config_event, "round", round, config_check_round),
				   CONFIG_FIELD(config_event, "section", section, NULL),
				   CONFIG_FIELD(config_event, "utc_offset", utc_offset,
	                                        config_check_utc_offset),
				   CONFIG_FIELD(config_event, "fen", start.fen, config_check_fen),
				   CONFIG_FIELD(config_event, "chess960", start.chess960,
	                                        config_check_chess960),
				   CONFIG_FIELD(config_event, "start", start.start,
	                                        config_check_start),
			   } },
	/* Their keys are core/laws' own, but for the control. */
	[CONFIG_RULES] = { "rules", 0, { { 0 } } },
	[CONFIG_TIME] = { "time",
	                  0,
	                  {
				  CONFIG_FIELD(config, "control", time_control,
	                                       config_check_control),
				  CONFIG_FIELD(config, "clock_orders", clock_orders,
	                                       config_check_clock_orders),
			  } },
	[CONFIG_DAEMON] = { "daemon",
	                    offsetof(struct config, daemon),
	                    {
				    CONFIG_FIELD(config_daemon, "state_dir", state_dir,
	                                         config_check_path),
				    CONFIG_FIELD(config_daemon, "runtime_dir", runtime_dir,
	                                         config_check_path),
				    CONFIG_FIELD(config_daemon, "listen", listen,
	                                         config_check_listen),
				    { "port", offsetof(struct config_daemon, port), 0,
	                              config_check_port },
				    { "connections", offsetof(struct config_daemon, connections), 0,
	                              config_check_connections },
				    { "connections_per_client",
	                              offsetof(struct config_daemon, connections_per_client), 0,
	                              config_check_connections },
				    { "snapshot_seconds",
	                              offsetof(struct config_daemon, snapshot_seconds), 0,
	                              config_check_seconds },
			    } },
	[CONFIG_LIVECHESS] = { "livechess",
	                       offsetof(struct config, livechess),
	                       {
				       { "port", offsetof(struct config_livechess, port), 0,
	                                 config_check_port_or_off },
				       CONFIG_FIELD(config_livechess, "origins", origins,
	                                            config_check_origins),
			       } },
	[CONFIG_LICHESS] = { "lichess",
	                     offsetof(struct config, lichess),
	                     {
				     CONFIG_FIELD(config_lichess, "round", round,
	                                          config_check_lichess_round),
				     CONFIG_FIELD(config_lichess, "token_file", token_file,
	                                          config_check_path),
				     CONFIG_FIELD(config_lichess, "server", server,
	                                          config_check_server),
			     } },
	[CONFIG_PRIVATE] = { "private",
	                     offsetof(struct config, private),
	                     {
				     { "port", offsetof(struct config_private, port), 0,
	                               config_check_private_port },
				     CONFIG_FIELD(config_private, "listen", listen,
	                                          config_check_listen),
				     CONFIG_FIELD(config_private, "token_file", token_file,
	                                          config_check_path),
			     } },
	[CONFIG_CLOUD] = { "cloud",
	                   offsetof(struct config, cloud),
	                   {
				   CONFIG_FIELD(config_cloud, "id", id, config_check_uuid),
				   CONFIG_FIELD(config_cloud, "folder", folder, config_check_path),
			   } },
	[CONFIG_DELAY] = { "delay",
	                   offsetof(struct config, delay),
	                   {
				   CONFIG_SECONDS("all", all),
				   CONFIG_SECONDS("files", files),
				   CONFIG_SECONDS("http", http),
				   CONFIG_SECONDS("events", events),
				   CONFIG_SECONDS("lichess", lichess),
				   CONFIG_SECONDS("cloud", cloud),
				   CONFIG_SECONDS("livechess", livechess),
			   } },
	[CONFIG_BUS] = { "bus",
	                 0,
	                 {
				 CONFIG_FIELD(config_bus, "device", device, config_check_device),
				 CONFIG_FIELD(config_bus, "lines", lines, config_check_lines),
			 } },
	[CONFIG_TABLE] = { "table",
	                   0,
	                   {
				   CONFIG_FIELD(config_table, "board", board,
	                                        config_check_table_board),
				   CONFIG_FIELD(config_table, "driver", driver,
	                                        config_check_driver),
				   CONFIG_FIELD(config_table, "lines", lines, config_check_lines),
				   CONFIG_FIELD(config_table, "white", white, NULL),
				   CONFIG_FIELD(config_table, "black", black, NULL),
				   CONFIG_FIELD(config_table, "white_elo", white_elo,
	                                        config_check_elo),
				   CONFIG_FIELD(config_table, "black_elo", black_elo,
	                                        config_check_elo),
				   CONFIG_FIELD(config_table, "white_title", white_title,
	                                        config_check_title),
				   CONFIG_FIELD(config_table, "black_title", black_title,
	                                        config_check_title),
				   CONFIG_FIELD(config_table, "white_fide_id", white_fide_id,
	                                        config_check_fide_id),
				   CONFIG_FIELD(config_table, "black_fide_id", black_fide_id,
	                                        config_check_fide_id),
				   CONFIG_FIELD(config_table, "white_team", white_team, NULL),
				   CONFIG_FIELD(config_table, "black_team", black_team, NULL),
				   CONFIG_FIELD(config_table, "fen", start.fen, config_check_fen),
				   CONFIG_FIELD(config_table, "chess960", start.chess960,
	                                        config_check_chess960),
				   CONFIG_FIELD(config_table, "start", start.start,
	                                        config_check_start),
			   } },
};

const struct config_section *
config_rule_section(enum rule rule)
{
	return &config_sections[rules_section(rule) == RULE_IN_TIME ? CONFIG_TIME : CONFIG_RULES];
}

static void
config_list_key(char *buffer, size_t size, const char *key)
{
	size_t len = strlen(buffer);

	snprintf(buffer + len, size - len, "%s%s", len > 0 ? ", " : "", key);
}

void
config_list_keys(const struct config_section *section, char *buffer, size_t size)
{
	buffer[0] = '\0';
	for (int i = 0; i < CONFIG_KEYS_MAX && section->keys[i].name; i++)
		config_list_key(buffer, size, section->keys[i].name);
	for (int rule = 0; rule < RULES_STATED; rule++)
		if (section == config_rule_section((enum rule)rule))
			config_list_key(buffer, size, rules_key((enum rule)rule));
}

enum rule
config_find_rule(const struct config_section *section, const char *name)
{
	if (section == &config_sections[CONFIG_RULES])
		return rules_find(RULE_IN_RULES, name);
	return section == &config_sections[CONFIG_TIME] ? rules_find(RULE_IN_TIME, name) : RULES;
}

const struct config_key *
config_find_key(const struct config_section *section, const char *name)
{
	for (int i = 0; i < CONFIG_KEYS_MAX && section->keys[i].name; i++)
		if (strcmp(name, section->keys[i].name) == 0)
			return &section->keys[i];
	return NULL;
}

const char *
config_refuses(const struct config_key *key, const char *value)
{
	const char *allowed = key->check ? key->check(value) : NULL;

	return !allowed && key->size > 0 && strlen(value) >= key->size ? "a shorter text" : allowed;
}
