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

enum fault {
	FAULT_NONE,
	FAULT_LINE_LONG,
	FAULT_HEADERS_LONG,
	FAULT_NAME,
	FAULT_LENGTH,
	FAULT_ENCODING,
	FAULT_HOST,
	FAULT_TWO_LENGTHS,
};

#define BAD 400, "Bad Request"

static const struct http_fault faults[] = {
	[FAULT_LINE_LONG] = { 414, "URI Too Long", "The address asked for is too long." },
	[FAULT_HEADERS_LONG] = { 431, "Request Header Fields Too Large",
	                         "The request's headers are too long." },
	[FAULT_NAME] = { BAD, "A header's name has characters that no name has." },
	[FAULT_LENGTH] = { BAD, "Content-Length is no number." },
	[FAULT_ENCODING] = { BAD, "Only chunked is known as Transfer-Encoding." },
	[FAULT_HOST] = { BAD, "One Host is needed." },
	[FAULT_TWO_LENGTHS] = { BAD, "It is said more than once how long the request is." },
};

static enum fault
look_at(const struct evkeyval *header, struct counts *counts)
{
	if (!is_token(header->key))
		return FAULT_NAME;
	if (strcasecmp(header->key, "Host") == 0) {
		counts->hosts++;
	} else if (strcasecmp(header->key, "Content-Length") == 0) {
		counts->lengths++;
		if (!is_digits(header->value))
			return FAULT_LENGTH;
	} else if (strcasecmp(header->key, "Transfer-Encoding") == 0) {
		counts->encodings++;
		if (strcasecmp(header->value, "chunked") != 0)
			return FAULT_ENCODING;
	}
	return FAULT_NONE;
}

static enum fault
find_fault(const struct evhttp_request *request, size_t most)
{
	bool may_lack_host = request->major < 1 || (request->major == 1 && request->minor < 1);
	struct counts counts = { 0 };
	const struct evkeyval *header;
	enum fault fault;

	if (request->uri && strlen(request->uri) > most)
		return FAULT_LINE_LONG;
	if (request->headers_size > most)
		return FAULT_HEADERS_LONG;
	TAILQ_FOREACH(header, request->input_headers, next)
	{
		fault = look_at(header, &counts);
		if (fault)
			return fault;
	}
	if (counts.hosts > 1 || (counts.hosts == 0 && !may_lack_host))
		return FAULT_HOST;
	return counts.lengths + counts.encodings > 1 ? FAULT_TWO_LENGTHS : FAULT_NONE;
}

const struct http_fault *
http_strict_fault(const struct evhttp_request *request, size_t most)
{
	enum fault fault = find_fault(request, most);

	return fault ? &faults[fault] : NULL;
}
