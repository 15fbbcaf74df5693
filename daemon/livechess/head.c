/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/livechess/head.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include <nettle/base64.h>
#include <nettle/sha1.h>

/* A piece of the request, not NUL-terminated. */
struct span {
	const char *p;
	size_t len;
};

static struct span
trimmed(struct span span)
{
	while (span.len > 0 && (*span.p == ' ' || *span.p == '\t')) {
		span.p++;
		span.len--;
	}
	while (span.len > 0 && (span.p[span.len - 1] == ' ' || span.p[span.len - 1] == '\t'))
		span.len--;
	return span;
}

static bool
is(struct span span, const char *text)
{
	return span.len == strlen(text) && strncasecmp(span.p, text, span.len) == 0;
}

/* Is `word` one of the words of a list with commas ("keep-alive, Upgrade")? */
static bool
lists(struct span list, const char *word)
{
	while (list.len > 0) {
		const char *comma = memchr(list.p, ',', list.len);
		size_t len = comma ? (size_t)(comma - list.p) : list.len;

		if (is(trimmed((struct span){ list.p, len }), word))
			return true;
		len += comma ? 1 : 0;
		list.p += len;
		list.len -= len;
	}
	return false;
}

static int
copy(struct span span, char *buffer, size_t size)
{
	if (span.len >= size)
		return -431;
	memcpy(buffer, span.p, span.len);
	buffer[span.len] = '\0';
	return 0;
}

static bool
has_controls(struct span span)
{
	for (size_t i = 0; i < span.len; i++)
		if ((unsigned char)span.p[i] < 0x20 && span.p[i] != '\t')
			return true;
	return memchr(span.p, 0x7f, span.len) != NULL;
}

static int
read_request_line(struct span line, struct livechess_head *head)
{
	const char *target = memchr(line.p, ' ', line.len), *version;
	struct span path;
	const char *query;

	if (!target || has_controls(line))
		return -400;
	target++;
	version = memchr(target, ' ', line.len - (size_t)(target - line.p));
	if (!version || strncmp(version + 1, "HTTP/1.", 7) != 0 || *target != '/')
		return -400;
	if ((size_t)(version + 1 - line.p) + strlen("HTTP/1.1") != line.len)
		return -400;
	if (strncmp(line.p, "GET ", 4) != 0)
		return -405;
	path = (struct span){ target, (size_t)(version - target) };
	query = memchr(path.p, '?', path.len);
	if (query)
		path.len = (size_t)(query - path.p);
	return copy(path, head->path, sizeof(head->path)) < 0 ? -414 : 0;
}

static int
read_header(struct span line, struct livechess_head *head)
{
	const char *colon = memchr(line.p, ':', line.len);
	struct span name, value;

	/* A name ends at its colon; what begins with a blank went out of use with RFC 7230. */
	if (!colon || colon == line.p || colon[-1] == ' ' || line.p[0] == ' ' ||
	    line.p[0] == '\t' || has_controls(line))
		return -400;
	name = (struct span){ line.p, (size_t)(colon - line.p) };
	value = trimmed((struct span){ colon + 1, line.len - name.len - 1 });
	if (is(name, "Host"))
		return head->host[0] ? -400 : copy(value, head->host, sizeof(head->host));
	if (is(name, "Origin"))
		return head->origin[0] ? -400 : copy(value, head->origin, sizeof(head->origin));
	if (is(name, "Sec-WebSocket-Key"))
		return copy(value, head->key, sizeof(head->key));
	if (is(name, "Sec-WebSocket-Version"))
		head->version_13 = is(value, "13");
	else if (is(name, "Upgrade"))
		head->upgrade = lists(value, "websocket");
	else if (is(name, "Content-Length") || is(name, "Transfer-Encoding"))
		return is(value, "0") ? 0 : -400; /* a GET has no body */
	return 0;
}

int
livechess_head_read(const char *bytes, size_t len, struct livechess_head *ret_head)
{
	const char *p = bytes;
	bool first = true;

	memset(ret_head, 0, sizeof(*ret_head));
	for (;;) {
		size_t used = (size_t)(p - bytes);
		const char *end = memchr(p, '\n', len - used);
		struct span line = { p, 0 };
		int status;

		if (!end)
			return len >= LIVECHESS_HEAD_MAX ? -431 : 0;
		line.len = (size_t)(end - p);
		if (line.len > 0 && end[-1] == '\r')
			line.len--;
		p = end + 1;
		if ((size_t)(p - bytes) > LIVECHESS_HEAD_MAX)
			return -431;
		if (line.len == 0)
			return first ? -400 : (int)(p - bytes);
		status = first ? read_request_line(line, ret_head) : read_header(line, ret_head);
		if (status < 0)
			return status;
		first = false;
	}
}

/* The host of "scheme://host:port" or "host:port", without the port. */
static struct span
host_of(const char *text)
{
	const char *slashes = strstr(text, "://");
	struct span host = { slashes ? slashes + 3 : text, 0 };

	if (host.p[0] == '[') {
		const char *end = strchr(host.p, ']');

		host.len = end ? (size_t)(end + 1 - host.p) : strlen(host.p);
	} else {
		host.len = strcspn(host.p, ":/");
	}
	return host;
}

static bool
is_local(struct span host)
{
	return is(host, "localhost") || is(host, "127.0.0.1") || is(host, "[::1]");
}

bool
livechess_host_is_local(const char *host)
{
	return is_local(host_of(host));
}

static bool
is_named(const char *origin, const char *list)
{
	size_t len = strlen(origin);

	while (*list) {
		list += strspn(list, " ");
		if (strcspn(list, " ") == len && strncasecmp(list, origin, len) == 0)
			return true;
		list += strcspn(list, " ");
	}
	return false;
}

bool
livechess_origin_is_allowed(const char *origin, const char *more)
{
	bool web =
		strncasecmp(origin, "http://", 7) == 0 || strncasecmp(origin, "https://", 8) == 0;

	if (origin[0] == '\0')
		return true;
	if (web && is_local(host_of(origin)))
		return true;
	return is_named(origin, "https://lichess.org https://lichess.dev") ||
	       is_named(origin, more);
}

void
livechess_accept(const char *key, char ret_accept[LIVECHESS_ACCEPT_MAX])
{
	static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
	uint8_t digest[SHA1_DIGEST_SIZE];
	struct sha1_ctx sha1;

	sha1_init(&sha1);
	sha1_update(&sha1, strlen(key), (const uint8_t *)key);
	sha1_update(&sha1, sizeof(guid) - 1, (const uint8_t *)guid);
	sha1_digest(&sha1, sizeof(digest), digest);
	base64_encode_raw(ret_accept, sizeof(digest), digest);
	ret_accept[LIVECHESS_ACCEPT_MAX - 1] = '\0';
}
