/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reading the configuration: lines, sections, values, and whether they hold together.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ini.h>

#include "daemon/config.h"
#include "daemon/config_keys.h"
#include "daemon/config_words.h"

#define CONFIG_LINE_MAX   1000 /* characters in a line of the file */
#define CONFIG_NUMBER_MAX 9999 /* highest table number */

struct config_reader {
	FILE *file;
	const char *path;
	struct config *config;
	char *line_text; /* getline's */
	size_t line_size;
	int line;
	const struct config_section *section;
	char title[64];                    /* "[table 3]", for messages */
	int section_line[CONFIG_SECTIONS]; /* where each plain section began, 0: not yet */
	int table_line[CONFIG_TABLES_MAX];
	int key_line[CONFIG_KEYS_MAX]; /* of the current section, 0: not given */
	int rule_line[RULES_STATED];
	int control_line;
	int error; /* negative errno of the first mistake, or 0 */
	char *message;
	size_t message_size;
};

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
	config_wrong(
		reader, -EBADMSG,
		"unknown section [%s]; allowed are [event], [rules], [time], [daemon], "
		"[livechess], [lichess], [private], [cloud], [delay], [bus NAME] and [table N]",
		name);
}

/* config_take_line: the next line without its end, its leading blanks and the byte order mark of the first; NULL: there is
 * none, or it is no text, which has been told. */
static char *
config_take_line(struct config_reader *reader, size_t longest)
{
	ssize_t got;
	size_t len;
	char *text;

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
	if (len > longest) {
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
	return text + strspn(text, " \t");
}

/* config_next: hand inih the next line, without leading blanks: an indented line is a line, not the
 * end of a value. */
static char *
config_next(char *buffer, int size, void *stream)
{
	struct config_reader *reader = stream;
	size_t room = size > 3 ? (size_t)size - 3 : CONFIG_LINE_MAX;
	char *text;

	if (reader->error)
		return NULL;
	text = config_take_line(reader, room < CONFIG_LINE_MAX ? room : CONFIG_LINE_MAX);
	if (!text)
		return NULL;
	if (text[0] == '[') {
		config_begin_section(reader, text);
		text += strlen(text); /* dealt with */
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

/* config_find_place: the key of that name in the section under way, once; NULL: a mistake, told. */
static const struct config_key *
config_find_place(struct config_reader *reader, const char *name)
{
	const struct config_key *key = config_find_key(reader->section, name);
	const char *other;
	int *line;

	if (!key) {
		config_unknown_key(reader, name);
		return NULL;
	}
	line = &reader->key_line[key - reader->section->keys];
	other = config_excludes(reader, name);
	if (*line) {
		config_wrong(reader, -EBADMSG, "%s %s is given twice; first on line %d",
		             reader->title, name, *line);
		return NULL;
	}
	if (other) {
		config_wrong(reader, -EBADMSG, "%s %s: there is %s already; allowed is one of them",
		             reader->title, name, other);
		return NULL;
	}
	*line = reader->line;
	return key;
}

static void
config_take(struct config_reader *reader, const struct config_key *key, const char *value)
{
	const char *allowed = config_refuses(key, value);

	if (!allowed)
		config_store(reader, key, value);
	else if (!key->check)
		config_wrong(reader, -EBADMSG, "%s %s has %zu bytes; allowed are %zu",
		             reader->title, key->name, strlen(value), key->size - 1);
	else
		config_wrong(reader, -EBADMSG, "%s %s: '%.60s' is not allowed; allowed: %s",
		             reader->title, key->name, value, allowed);
}

/* config_value: inih found a key and its value. */
static int
config_value(void *user, const char *section, const char *name, const char *value)
{
	struct config_reader *reader = user;
	const struct config_key *key;

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
	key = config_find_place(reader, name);
	if (!key)
		return 1;
	if (reader->section == &config_sections[CONFIG_TIME])
		reader->control_line = reader->line;
	/* Empty is "not stated"; where there is a default it is a mistake, caught by the check. */
	if (value[0] != '\0' || reader->section == &config_sections[CONFIG_DAEMON] ||
	    strcmp(name, "driver") == 0 || strcmp(name, "lines") == 0)
		config_take(reader, key, value);
	return 1;
}

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
		return "there is no such file; name another, or write one (adoubed.conf(5))";
	case EACCES:
		return "permission denied; make it readable for whoever runs this";
	case EISDIR:
		return "it is a directory; give the file itself";
	default:
		return strerror(error);
	}
}

/* config_read: from *file (NULL: errno says why it is not there), which is closed. */
static int
config_read(FILE *file, const char *path, struct config *ret_config, char *error, size_t error_size)
{
	struct config_reader reader = { .file = file,
		                        .path = path,
		                        .config = ret_config,
		                        .message = error,
		                        .message_size = error_size };
	int parsed, cause = errno;

	config_defaults(ret_config);
	if (!file) {
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
config_load(const char *path, struct config *ret_config, char *error, size_t error_size)
{
	return config_read(fopen(path, "re"), path, ret_config, error, error_size);
}

int
config_load_text(const char *path, const char *text, struct config *ret_config, char *error,
                 size_t error_size)
{
	char *copy = strdup(text[0] ? text : "\n"); /* what is empty is no stream to fmemopen */
	int r = config_read(copy ? fmemopen(copy, strlen(copy), "r") : NULL, path, ret_config,
	                    error, error_size);

	free(copy);
	return r;
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
