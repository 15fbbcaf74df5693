/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/config.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <ini.h>

#include "core/chess/chess960.h"
#include "core/chess/fen.h"
#include "core/laws/day_time.h"
#include "core/tracker/tracker.h"
#include "daemon/delay.h"
#include "daemon/http.h"
#include "daemon/slug.h"
#include "daemon/start_rules.h"
#include "drivers/driver.h"

#define CONFIG_LINE_MAX     1000 /* characters in a line of the file */
#define CONFIG_NUMBER_MAX   9999 /* highest table number */
#define CONFIG_SECTIONS_MAX 10
#define CONFIG_KEYS_MAX     20 /* keys of one section */
#define CONFIG_SERIAL_MAX   32 /* characters of a board's serial number */

/* A check says what is allowed, or NULL when the value is fine. */
typedef const char *(*config_check_fn)(const char *value);

struct config_key {
	const char *name;
	size_t offset, size;
	config_check_fn check; /* NULL: any text */
};

struct config_section {
	const char *name;
	size_t offset; /* of its struct in struct config; not for [table N] */
	struct config_key keys[CONFIG_KEYS_MAX];
};

struct config_reader {
	FILE *file;
	const char *path;
	struct config *config;
	char *line_text; /* getline's */
	size_t line_size;
	int line;
	const struct config_section *section;
	char title[64];                        /* "[table 3]", for messages */
	int section_line[CONFIG_SECTIONS_MAX]; /* where each plain section began, 0: not yet */
	int table_line[CONFIG_TABLES_MAX];
	int key_line[CONFIG_KEYS_MAX]; /* of the current section, 0: not given */
	int rule_line[RULES_STATED];
	int control_line;
	int error; /* negative errno of the first mistake, or 0 */
	char *message;
	size_t message_size;
};

static bool
config_is_digits(const char *text, size_t min, size_t max)
{
	size_t len = strspn(text, "0123456789");

	return text[len] == '\0' && len >= min && len <= max;
}

static bool
config_is_one_of(const char *value, const char *const *words)
{
	for (; *words; words++)
		if (strcmp(value, *words) == 0)
			return true;
	return false;
}

static bool
config_is_date(const char *text)
{
	static const int days[12] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
	int year, month, day;
	bool leap;

	if (strlen(text) != 10 || strspn(text, "0123456789") != 4 || text[4] != '-' ||
	    strspn(text + 5, "0123456789") != 2 || text[7] != '-' ||
	    strspn(text + 8, "0123456789") != 2)
		return false;
	year = (int)strtol(text, NULL, 10);
	month = (int)strtol(text + 5, NULL, 10);
	day = (int)strtol(text + 8, NULL, 10);
	leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
	return year > 0 && month >= 1 && month <= 12 && day >= 1 &&
	       day <= days[month - 1] + (month == 2 && leap ? 1 : 0);
}

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

static bool
config_is_bus_name(const char *name, size_t len)
{
	size_t n = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_");

	return n >= len && len > 0 && len < sizeof(((struct config_bus *)0)->name);
}

/* "hall/1025": the bus of that name, the board with that address. */
static bool
config_is_bus_board(const char *value)
{
	const char *slash = strchr(value, '/');

	return slash && config_is_bus_name(value, (size_t)(slash - value)) &&
	       config_is_digits(slash + 1, 1, 5) && strtol(slash + 1, NULL, 10) >= 1 &&
	       strtol(slash + 1, NULL, 10) <= 16383;
}

/* "serial:" and what a board may call itself. */
static bool
config_is_serial(const char *value)
{
	size_t len;

	if (strncmp(value, "serial:", 7) != 0)
		return false;
	len = strspn(value + 7, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz.-");
	return len >= 1 && len <= CONFIG_SERIAL_MAX && value[7 + len] == '\0';
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
config_check_port_or_off(const char *value)
{
	return strcmp(value, "off") == 0 ||
	                       (config_is_digits(value, 1, 5) && strtol(value, NULL, 10) >= 1 &&
	                        strtol(value, NULL, 10) <= 65535)
	               ? NULL
	               : "a number 1..65535 (1982 is where clients look), or off";
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

enum {
	CONFIG_EVENT,
	CONFIG_RULES,
	CONFIG_TIME,
	CONFIG_DAEMON,
	CONFIG_LIVECHESS,
	CONFIG_LICHESS,
	CONFIG_DELAY,
	CONFIG_TABLE,
	CONFIG_BUS,
	CONFIG_SECTIONS
};

_Static_assert(CONFIG_SECTIONS <= CONFIG_SECTIONS_MAX, "one more line to be kept");

static const struct config_section config_sections[CONFIG_SECTIONS] = {
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
	[CONFIG_DELAY] = { "delay",
	                   offsetof(struct config, delay),
	                   {
				   CONFIG_SECONDS("all", all),
				   CONFIG_SECONDS("files", files),
				   CONFIG_SECONDS("http", http),
				   CONFIG_SECONDS("events", events),
				   CONFIG_SECONDS("lichess", lichess),
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

static const struct config_section *
config_rule_section(enum rule rule)
{
	return &config_sections[rules_section(rule) == RULE_IN_TIME ? CONFIG_TIME : CONFIG_RULES];
}

/* config_wrong: note the first mistake, "FILE:LINE: ...". */
__attribute__((format(printf, 3, 4))) static void
config_wrong(struct config_reader *reader, int error, const char *format, ...)
{
	va_list args;
	int n;

	if (reader->error)
		return;
	reader->error = error;
	n = reader->line == 0 ? 0
	                      : snprintf(reader->message, reader->message_size,
	                                 "%s:%d: ", reader->path, reader->line);
	if (n < 0 || (size_t)n >= reader->message_size)
		return;
	va_start(args, format);
	vsnprintf(reader->message + n, reader->message_size - (size_t)n, format, args);
	va_end(args);
}

static void
config_list_key(char *buffer, size_t size, const char *key)
{
	size_t len = strlen(buffer);

	snprintf(buffer + len, size - len, "%s%s", len > 0 ? ", " : "", key);
}

static void
config_list_keys(const struct config_section *section, char *buffer, size_t size)
{
	buffer[0] = '\0';
	for (int i = 0; i < CONFIG_KEYS_MAX && section->keys[i].name; i++)
		config_list_key(buffer, size, section->keys[i].name);
	for (int rule = 0; rule < RULES_STATED; rule++)
		if (section == config_rule_section((enum rule)rule))
			config_list_key(buffer, size, rules_key((enum rule)rule));
}

/* config_is_text: printable UTF-8? Whatever is not would break the PGN or the terminal. */
static bool
config_is_text(const char *text)
{
	const unsigned char *p = (const unsigned char *)text;

	while (*p) {
		int more = *p < 0x80                 ? 0
		           : *p >= 0xc2 && *p < 0xe0 ? 1
		           : (*p & 0xf0) == 0xe0     ? 2
		           : *p >= 0xf0 && *p < 0xf5 ? 3
		                                     : -1;

		if (more < 0 || (*p < 0x20 && *p != '\t') || *p == 0x7f)
			return false;
		/* Too long forms, surrogates and what lies beyond U+10FFFF. */
		if ((*p == 0xe0 && p[1] < 0xa0) || (*p == 0xed && p[1] > 0x9f) ||
		    (*p == 0xf0 && p[1] < 0x90) || (*p == 0xf4 && p[1] > 0x8f))
			return false;
		for (p++; more > 0; more--, p++)
			if ((*p & 0xc0) != 0x80)
				return false;
	}
	return true;
}

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
static void
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
	config_wrong(reader, -EBADMSG,
	             "unknown section [%s]; allowed are [event], [rules], [time], [daemon], "
	             "[livechess], [lichess], [delay], [bus NAME] and [table N]",
	             name);
}

/* config_next: hand inih the next line, without leading blanks: an indented line is a line, not the
 * end of a value. */
static char *
config_next(char *buffer, int size, void *stream)
{
	struct config_reader *reader = stream;
	ssize_t got;
	size_t len;
	char *text;

	if (reader->error)
		return NULL;
	errno = 0;
	got = getline(&reader->line_text, &reader->line_size, reader->file);
	if (got < 0)
		return NULL;
	reader->line++;
	text = reader->line_text;
	len = (size_t)got;
	if (strlen(text) != len) {
		config_wrong(reader, -EBADMSG, "a NUL character; allowed is text in UTF-8");
		return NULL;
	}
	while (len > 0 && (text[len - 1] == '\n' || text[len - 1] == '\r'))
		text[--len] = '\0';
	if (reader->line == 1 && strncmp(text, "\xef\xbb\xbf", 3) == 0) {
		text += 3;
		len -= 3;
	}
	if (len > CONFIG_LINE_MAX || (size > 3 && len > (size_t)size - 3)) {
		config_wrong(reader, -EBADMSG, "the line has %zu characters; allowed are %d", len,
		             CONFIG_LINE_MAX);
		return NULL;
	}
	if (!config_is_text(text)) {
		config_wrong(reader, -EBADMSG,
		             "not readable as text; allowed is UTF-8 without control "
		             "characters (save the file as UTF-8)");
		return NULL;
	}
	text += strspn(text, " \t");
	if (text[0] == '[') {
		config_begin_section(reader, text);
		text = reader->line_text + strlen(reader->line_text); /* dealt with */
	} else if (text[0] != '\0' && text[0] != '#' && text[0] != ';' && !strpbrk(text, "=:")) {
		config_wrong(
			reader, -EBADMSG,
			"'%.40s' is neither [section], nor key = value, nor a comment (# or ;)",
			text);
		return NULL;
	}
	snprintf(buffer, (size_t)size, "%s\n", text);
	return buffer;
}

static void
config_unknown_key(struct config_reader *reader, const char *name)
{
	char allowed[1500];

	config_list_keys(reader->section, allowed, sizeof(allowed));
	if (strcmp(name, "tc.periods") == 0 || strcmp(name, "tc.increment_s") == 0)
		config_wrong(reader, -EBADMSG, "%s %s is stated in [time] control: %s",
		             reader->title, name, time_control_allowed());
	else
		config_wrong(reader, -EBADMSG, "unknown key '%s' in %s; allowed are %s", name,
		             reader->title, allowed);
}

/* config_rule: a key of core/laws. */
static void
config_rule(struct config_reader *reader, enum rule rule, const char *name, const char *value)
{
	char allowed[400];
	struct text text;

	if (reader->rule_line[rule]) {
		config_wrong(reader, -EBADMSG, "%s %s is given twice; first on line %d",
		             reader->title, name, reader->rule_line[rule]);
		return;
	}
	reader->rule_line[rule] = reader->line;
	if (rules_parse(&reader->config->stated, rule, value) == 0)
		return;
	text_begin(&text, allowed, sizeof(allowed));
	rules_allowed(&text, rule);
	config_wrong(reader, -EBADMSG, "%s %s: '%.60s' is not allowed; allowed: %s", reader->title,
	             name, value, allowed);
}

/* config_find_rule: RULES for what is no key of core/laws. */
static enum rule
config_find_rule(const struct config_section *section, const char *name)
{
	if (section == &config_sections[CONFIG_RULES])
		return rules_find(RULE_IN_RULES, name);
	return section == &config_sections[CONFIG_TIME] ? rules_find(RULE_IN_TIME, name) : RULES;
}

static void
config_store(struct config_reader *reader, const struct config_key *key, const char *value)
{
	struct config *config = reader->config;
	char *place = (char *)config + reader->section->offset;

	if (reader->section == &config_sections[CONFIG_TABLE])
		place = (char *)&config->tables[config->n_tables - 1];
	else if (reader->section == &config_sections[CONFIG_BUS])
		place = (char *)&config->buses[config->n_buses - 1];
	if (key->size > 0) {
		snprintf(place + key->offset, key->size, "%s", value);
	} else { /* a number; "off" is 0 */
		uint16_t number = (uint16_t)strtoul(value, NULL, 10);

		memcpy(place + key->offset, &number, sizeof(number));
	}
}

/* config_excludes: is `name` one of two keys that speak of the same, and the other is there already? */
static const char *
config_excludes(const struct config_reader *reader, const char *name)
{
	static const char *const pairs[2][2] = { { "fen", "chess960" }, { "chess960", "fen" } };

	for (int pair = 0; pair < 2; pair++)
		for (int i = 0; i < CONFIG_KEYS_MAX && reader->section->keys[i].name; i++)
			if (strcmp(name, pairs[pair][0]) == 0 && reader->key_line[i] &&
			    strcmp(reader->section->keys[i].name, pairs[pair][1]) == 0)
				return pairs[pair][1];
	return NULL;
}

/* config_value: inih found a key and its value. */
static int
config_value(void *user, const char *section, const char *name, const char *value)
{
	struct config_reader *reader = user;
	const struct config_key *key = NULL;
	const char *allowed, *other;
	int i;

	(void)section; /* config_begin_section knows it already */
	if (reader->error)
		return 1;
	if (!reader->section) {
		config_wrong(reader, -EBADMSG,
		             "'%s' stands before any section; put [event], [table 1] or another "
		             "above it",
		             name);
		return 1;
	}
	if (config_find_rule(reader->section, name) != RULES) {
		config_rule(reader, config_find_rule(reader->section, name), name, value);
		return 1;
	}
	for (i = 0; i < CONFIG_KEYS_MAX && reader->section->keys[i].name; i++)
		if (strcmp(name, reader->section->keys[i].name) == 0) {
			key = &reader->section->keys[i];
			break;
		}
	if (!key) {
		config_unknown_key(reader, name);
		return 1;
	}
	if (reader->key_line[i]) {
		config_wrong(reader, -EBADMSG, "%s %s is given twice; first on line %d",
		             reader->title, name, reader->key_line[i]);
		return 1;
	}
	other = config_excludes(reader, name);
	if (other) {
		config_wrong(reader, -EBADMSG, "%s %s: there is %s already; allowed is one of them",
		             reader->title, name, other);
		return 1;
	}
	reader->key_line[i] = reader->line;
	if (reader->section == &config_sections[CONFIG_TIME])
		reader->control_line = reader->line;
	/* Empty is "not stated"; where there is a default it is a mistake, caught by the check. */
	if (value[0] == '\0' && reader->section != &config_sections[CONFIG_DAEMON] &&
	    strcmp(name, "driver") != 0 && strcmp(name, "lines") != 0)
		return 1;
	if (key->size > 0 && strlen(value) >= key->size && !key->check) {
		config_wrong(reader, -EBADMSG, "%s %s has %zu bytes; allowed are %zu",
		             reader->title, name, strlen(value), key->size - 1);
		return 1;
	}
	allowed = key->check ? key->check(value) : NULL;
	if (!allowed && key->size > 0 && strlen(value) >= key->size)
		allowed = "a shorter text";
	if (allowed)
		config_wrong(reader, -EBADMSG, "%s %s: '%.60s' is not allowed; allowed: %s",
		             reader->title, name, value, allowed);
	else
		config_store(reader, key, value);
	return 1;
}

void
config_defaults(struct config *ret_config)
{
	memset(ret_config, 0, sizeof(*ret_config));
	rules_stated_init(&ret_config->stated);
	ruleset_default(&ret_config->rules, "");
	memcpy(ret_config->daemon.state_dir, "/var/lib/adoubed", sizeof("/var/lib/adoubed"));
	memcpy(ret_config->daemon.runtime_dir, "/run/adoubed", sizeof("/run/adoubed"));
	memcpy(ret_config->daemon.listen, "127.0.0.1", sizeof("127.0.0.1"));
	ret_config->daemon.port = 8070;
	ret_config->daemon.connections = 4096;
	ret_config->delay = (struct config_delay){
		0,
		CONFIG_DELAY_UNSAID,
		CONFIG_DELAY_UNSAID,
		CONFIG_DELAY_UNSAID,
		CONFIG_DELAY_UNSAID,
	};
	snprintf(ret_config->lichess.server, sizeof(ret_config->lichess.server),
	         "https://lichess.org");
}

/* config_find_rules: the rules in force; 0 or -EBADMSG with *ret_fault. */
static int
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

/* config_find_table: another table before `index` with the same board on the same bus, or n_tables. */
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

/* config_conclude: the file is read; do its statements hold together? */
static void
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

static const char *
config_reason(int error)
{
	switch (error) {
	case ENOENT:
		return "there is no such file; give another with --config, or write one "
		       "(adoubed.conf(5))";
	case EACCES:
		return "permission denied; make it readable for the user adoubed runs as";
	case EISDIR:
		return "it is a directory; give the file itself";
	default:
		return strerror(error);
	}
}

int
config_load(const char *path, struct config *ret_config, char *error, size_t error_size)
{
	struct config_reader reader = {
		.path = path, .config = ret_config, .message = error, .message_size = error_size
	};
	int parsed, cause;

	config_defaults(ret_config);
	reader.file = fopen(path, "re");
	if (!reader.file) {
		cause = errno;
		snprintf(error, error_size, "cannot read %s: %s", path, config_reason(cause));
		return -cause;
	}
	/* inih's own limits are for small devices: lines of 197 characters, and a line that begins
	 * with a blank continues a value. */
	ini_use_stack = false;
	ini_max_line = CONFIG_LINE_MAX + 4;
	ini_initial_alloc = CONFIG_LINE_MAX + 4;
	ini_allow_multiline = false;
	parsed = ini_parse_stream(config_next, &reader, config_value, &reader);
	if (!reader.error && ferror(reader.file)) {
		cause = errno ? errno : EIO;
		snprintf(error, error_size, "cannot read %s: %s", path, config_reason(cause));
		reader.error = -cause;
	}
	if (parsed != 0)
		config_wrong(&reader, parsed < 0 ? -ENOMEM : -EBADMSG,
		             "line %d is neither [section], nor key = value, nor a comment",
		             parsed);
	config_conclude(&reader);
	free(reader.line_text);
	fclose(reader.file);
	return reader.error;
}

int
config_set(struct config *config, const char *section, const char *key, const char *value,
           char *error, size_t error_size)
{
	struct config_reader reader = { .config = config,
		                        .message = error,
		                        .message_size = error_size };
	char line[64];

	if (!config_is_text(value)) {
		snprintf(error, error_size,
		         "not readable as text; allowed is UTF-8 without control characters");
		return -EBADMSG;
	}
	snprintf(line, sizeof(line), "[%s]", section);
	config_begin_section(&reader, line);
	if (!reader.error)
		config_value(&reader, section, key, value);
	config_conclude(&reader);
	return reader.error;
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

/* Tags being collected; text that is not in the configuration as it stands goes to `text`. */
struct config_tagger {
	struct pgn_tag *tags;
	size_t n_tags;
	struct text text;
};

static void
config_tag(struct config_tagger *tagger, const char *name, const char *value)
{
	if (value[0] != '\0' && tagger->n_tags < PGN_TAGS_MAX)
		tagger->tags[tagger->n_tags++] = (struct pgn_tag){ name, value };
}

/* config_tag_end: what was written to tagger->text since `at` becomes a tag's value. */
static void
config_tag_end(struct config_tagger *tagger, const char *name, size_t at)
{
	if (tagger->text.overflow)
		return;
	config_tag(tagger, name, tagger->text.p + at);
	/* Values stand one behind the other, each with its NUL. */
	text_bytes(&tagger->text, "", 1);
}

static void
config_tag_date(struct config_tagger *tagger, const char *date)
{
	size_t at = tagger->text.len;

	if (date[0] == '\0')
		return;
	for (const char *p = date; *p; p++)
		text_char(&tagger->text, *p == '-' ? '.' : *p);
	config_tag_end(tagger, "Date", at);
}

static void
config_tag_round(struct config_tagger *tagger, const char *round, const struct config_table *table)
{
	size_t at = tagger->text.len;

	if (round[0] == '\0')
		return;
	text_string(&tagger->text, round);
	/* A round that has its own dot says already which board it means. */
	if (table && !strchr(round, '.')) {
		text_char(&tagger->text, '.');
		text_unsigned(&tagger->text, table->number, 1);
	}
	config_tag_end(tagger, "Round", at);
}

/* A GameId must be the same after every restart and no other game's: it needs the event's name. */
static void
config_tag_game_id(struct config_tagger *tagger, const struct config_event *event,
                   const struct config_table *table, uint32_t game)
{
	size_t at = tagger->text.len;
	char slug[SLUG_SIZE];

	if (event->name[0] == '\0' || !table)
		return;
	slug_format(event->name, slug);
	text_string(&tagger->text, slug);
	text_char(&tagger->text, '-');
	text_string(&tagger->text, event->round[0] ? event->round : "0");
	text_char(&tagger->text, '-');
	text_unsigned(&tagger->text, table->number, 1);
	text_char(&tagger->text, '-');
	text_unsigned(&tagger->text, game, 1);
	config_tag_end(tagger, "GameId", at);
}

size_t
config_tags(const struct config *config, const struct config_table *table, uint32_t game,
            struct pgn_tag tags[PGN_TAGS_MAX], char *buffer, size_t size)
{
	static const struct config_table nobody;
	const struct config_table *who = table ? table : &nobody;
	struct config_tagger tagger = { .tags = tags };
	size_t at;

	text_begin(&tagger.text, buffer, size);
	config_tag(&tagger, "Event", config->event.name);
	config_tag(&tagger, "Site", config->event.site);
	config_tag_date(&tagger, config->event.date);
	config_tag_round(&tagger, config->event.round, table);
	config_tag(&tagger, "White", who->white);
	config_tag(&tagger, "Black", who->black);
	config_tag(&tagger, "TimeControl", config->time_control);
	config_tag(&tagger, "WhiteTitle", who->white_title);
	config_tag(&tagger, "BlackTitle", who->black_title);
	config_tag(&tagger, "WhiteElo", who->white_elo);
	config_tag(&tagger, "BlackElo", who->black_elo);
	config_tag(&tagger, "WhiteFideId", who->white_fide_id);
	config_tag(&tagger, "BlackFideId", who->black_fide_id);
	config_tag(&tagger, "WhiteTeam", who->white_team);
	config_tag(&tagger, "BlackTeam", who->black_team);
	if (table) {
		at = tagger.text.len;
		text_unsigned(&tagger.text, table->number, 1);
		config_tag_end(&tagger, "Board", at);
	}
	config_tag(&tagger, "Section", config->event.section);
	config_tag_game_id(&tagger, &config->event, table, game);
	return tagger.n_tags;
}
