/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/journal_stream.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/journal_clock.h"
#include "daemon/slug.h"

void
journal_make_plain(char *text)
{
	json_t *string = json_string(text);

	for (char *p = text; !string && *p; p++)
		if ((unsigned char)*p >= 0x80)
			*p = '?';
	json_decref(string);
}

static json_t *
plain_string(const char *text)
{
	char *plain = strdup(text);
	json_t *string;

	if (!plain)
		return NULL;
	journal_make_plain(plain);
	string = json_string(plain);
	free(plain);
	return string;
}

char *
journal_stream_json(const struct journal_stream *stream)
{
	json_t *object = json_pack("{s:o, s:I, s:o, s:I, s:O}", "round",
	                           plain_string(stream->round), "table", (json_int_t)stream->table,
	                           "driver", plain_string(stream->driver), "zero_us",
	                           (json_int_t)stream->zero_us, "facts", stream->facts);
	char *text = object ? json_dumps(object, JSON_COMPACT) : NULL;

	json_decref(object);
	return text;
}

static int
copy_text(const json_t *object, const char *key, char *buffer, size_t size)
{
	const char *text = json_string_value(json_object_get(object, key));

	if (!text || strlen(text) >= size)
		return -EBADMSG;
	memcpy(buffer, text, strlen(text) + 1);
	return 0;
}

static int
check_facts(const json_t *facts)
{
	const json_t *fact;
	size_t i;

	if (!json_is_array(facts))
		return -EBADMSG;
	json_array_foreach(facts, i, fact)
	{
		if (json_array_size(fact) != 2 || !json_is_string(json_array_get(fact, 0)) ||
		    !json_is_string(json_array_get(fact, 1)))
			return -EBADMSG;
	}
	return 0;
}

int
journal_stream_read(struct journal_stream *ret_stream, const void *body, size_t len)
{
	json_t *object = json_loadb(body, len, JSON_REJECT_DUPLICATES, NULL);
	json_t *facts = json_object_get(object, "facts");
	const json_t *zero = json_object_get(object, "zero_us");
	json_int_t table = json_integer_value(json_object_get(object, "table"));
	const char *start;
	int r = 0;

	memset(ret_stream, 0, sizeof(*ret_stream));
	if (copy_text(object, "round", ret_stream->round, sizeof(ret_stream->round)) < 0 ||
	    copy_text(object, "driver", ret_stream->driver, sizeof(ret_stream->driver)) < 0 ||
	    table < 0 || table > UINT32_MAX || !json_is_integer(zero) || check_facts(facts) < 0)
		r = -EBADMSG;
	if (r == 0) {
		ret_stream->table = (uint32_t)table;
		ret_stream->zero_us = json_integer_value(zero);
		ret_stream->facts = json_incref(facts);
		start = journal_stream_fact(ret_stream, "start");
		ret_stream->start_unix_us = start ? journal_time_parse(start) : 0;
	}
	json_decref(object);
	return r;
}

void
journal_stream_clear(struct journal_stream *stream)
{
	json_decref(stream->facts);
	stream->facts = NULL;
}

const char *
journal_stream_fact(const struct journal_stream *stream, const char *key)
{
	const json_t *fact;
	size_t i;

	json_array_foreach(stream->facts, i, fact)
	{
		if (strcmp(json_string_value(json_array_get(fact, 0)), key) == 0)
			return json_string_value(json_array_get(fact, 1));
	}
	return NULL;
}

int
journal_stream_add(struct journal_stream *stream, const char *key, const char *value)
{
	json_t *fact = json_pack("[o, o]", plain_string(key), plain_string(value));

	if (!stream->facts)
		stream->facts = json_array();
	return fact && stream->facts && json_array_append_new(stream->facts, fact) == 0 ? 0
	                                                                                : -ENOMEM;
}

void
journal_stream_name(const struct journal_stream *stream, char *buffer, size_t size)
{
	char round[SLUG_SIZE];

	slug_format(stream->round, round);
	snprintf(buffer, size, "%s%s%stable-%u", round[0] ? "round-" : "", round,
	         round[0] ? "-" : "", stream->table);
}
