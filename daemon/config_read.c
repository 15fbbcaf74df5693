/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reading the configuration: its lines and their values.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ini.h>

#include "daemon/config_reader.h"
#include "daemon/utf8.h"

/* config_next_byte: EOF also where the file has more than there can be in one, which is told: it may be none that ends. */
static int
config_next_byte(struct config_reader *reader)
{
	int c = getc(reader->file);

	if (c != EOF && ++reader->n_bytes > CONFIG_FILE_MAX) {
		config_wrong(reader, -EFBIG, "the file has more than %d bytes", CONFIG_FILE_MAX);
		return EOF;
	}
	return c;
}

/* config_read_line: what fits of the next line, without its end, to line_text; *ret_len is how long it is. False: there is none,
 * or a NUL in it, or it does not end, which has been told. */
static bool
config_read_line(struct config_reader *reader, size_t *ret_len)
{
	const size_t room = sizeof(reader->line_text) - 1;
	size_t len = 0, n_returns = 0;
	int c;

	errno = 0;
	c = config_next_byte(reader);
	if (c == EOF)
		return false;
	reader->line++;
	for (; c != EOF && c != '\n'; c = config_next_byte(reader)) {
		if (c == '\0') {
			config_wrong(reader, -EBADMSG, "a NUL character; allowed is text in UTF-8");
			return false;
		}
		if (len < room)
			reader->line_text[len] = (char)c;
		len++;
		n_returns = c == '\r' ? n_returns + 1 : 0;
	}
	*ret_len = len - n_returns;
	reader->line_text[*ret_len < room ? *ret_len : room] = '\0';
	return !reader->error;
}

/* config_take_line: the next line without its end, its leading blanks and the byte order mark of the first; NULL: there is
 * none, or it is no text, which has been told. */
static char *
config_take_line(struct config_reader *reader, size_t longest)
{
	char *text = reader->line_text;
	size_t len;

	if (!config_read_line(reader, &len))
		return NULL;
	if (reader->line == 1 && strncmp(text, "\xef\xbb\xbf", 3) == 0) {
		text += 3;
		len -= 3;
	}
	if (len > longest) {
		config_wrong(reader, -EBADMSG, "the line has %zu characters; allowed are %d", len,
		             CONFIG_LINE_MAX);
		return NULL;
	}
	if (!utf8_is_text(text)) {
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

/* config_store: a value that may stand there. */
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
	fclose(reader.file);
	return reader.error;
}

/* open_at_once: the file to be read; NULL: errno says why not. A named pipe that nobody writes into is empty: to wait for him
 * would stop the games of a daemon that reads its file again. */
static FILE *
open_at_once(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	FILE *file;
	int cause;

	if (fd < 0)
		return NULL;
	if (fcntl(fd, F_SETFL, 0) == 0 && (file = fdopen(fd, "r")) != NULL)
		return file;
	cause = errno;
	close(fd);
	errno = cause;
	return NULL;
}

int
config_load(const char *path, struct config *ret_config, char *error, size_t error_size)
{
	return config_read(open_at_once(path), path, ret_config, error, error_size);
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

	if (!utf8_is_text(value)) {
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
