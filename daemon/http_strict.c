/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/http_strict.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>
#include <sys/queue.h>

#include <event2/http.h>
#include <event2/http_struct.h>
#include <event2/keyvalq_struct.h>

/* How often the headers that say where a request ends, and for whom it is. */
struct counts {
	unsigned int hosts, lengths, encodings;
};

/* RFC 9110, 5.6.2. */
static bool
is_token(const char *name)
{
	size_t len = strspn(name, "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyz"
	                          "ABCDEFGHIJKLMNOPQRSTUVWXYZ");

	return len > 0 && name[len] == '\0';
}

static bool
is_digits(const char *value)
{
	size_t len = strspn(value, "0123456789");

	return len > 0 && value[len] == '\0';
}

static const char *
look_at(const struct evkeyval *header, struct counts *counts)
{
	if (!is_token(header->key))
		return "A header's name has characters that no name has.";
	if (strcasecmp(header->key, "Host") == 0) {
		counts->hosts++;
	} else if (strcasecmp(header->key, "Content-Length") == 0) {
		counts->lengths++;
		if (!is_digits(header->value))
			return "Content-Length is no number.";
	} else if (strcasecmp(header->key, "Transfer-Encoding") == 0) {
		counts->encodings++;
		if (strcasecmp(header->value, "chunked") != 0)
			return "Only chunked is known as Transfer-Encoding.";
	}
	return NULL;
}

const char *
http_strict_fault(const struct evhttp_request *request)
{
	bool may_lack_host = request->major < 1 || (request->major == 1 && request->minor < 1);
	struct counts counts = { 0 };
	const struct evkeyval *header;
	const char *fault;

	TAILQ_FOREACH(header, request->input_headers, next)
	{
		fault = look_at(header, &counts);
		if (fault)
			return fault;
	}
	if (counts.hosts > 1 || (counts.hosts == 0 && !may_lack_host))
		return "One Host is needed.";
	if (counts.lengths + counts.encodings > 1)
		return "It is said more than once how long the request is.";
	return NULL;
}
