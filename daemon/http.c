/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/http.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/http.h>
#include <event2/keyvalq_struct.h>
#include <event2/listener.h>

#include "daemon/log.h"
#include "daemon/time_now.h"
#include "daemon/web/assets.h"

#define HTTP_PAUSE_MS  200 /* between two looks whether a connection has ended */
#define HTTP_SPARE_FDS 64  /* left to the rest of the program, whatever the system grants */

/* A body and those who are still sending it. */
struct http_body {
	unsigned int references;
	size_t len;
	char bytes[];
};

struct http_page {
	char *path;
	const char *type;
	struct http_body *body; /* NULL: handed to `answer`, or never made */
	char etag[40], modified[40];
	http_make_fn make; /* NULL: was put */
	http_answer_fn answer;
	void *ctx;
	bool stale;
	time_t changed;
};

struct http {
	struct event_base *base;
	struct evhttp *server;
	struct evconnlistener *listener;
	struct event *resume;
	int fd_limit; /* a descriptor numbered so means: too many are open */
	uint16_t port;
	struct http_page **pages; /* by path */
	size_t n_pages, pages_capacity;
};

static void
http_body_release(struct http_body *body)
{
	if (body && --body->references == 0)
		free(body);
}

static void
http_body_sent(const void *bytes, size_t len, void *body)
{
	(void)bytes;
	(void)len;
	http_body_release(body);
}

static uint64_t
http_hash(const char *bytes, size_t len)
{
	uint64_t hash = UINT64_C(14695981039346656037); /* FNV-1a */

	for (size_t i = 0; i < len; i++)
		hash = (hash ^ (unsigned char)bytes[i]) * UINT64_C(1099511628211);
	return hash;
}

static void
http_format_date(time_t when, char *buffer, size_t size)
{
	static const char days[7][4] = { "Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat" };
	static const char months[12][4] = { "Jan", "Feb", "Mar", "Apr", "May", "Jun",
		                            "Jul", "Aug", "Sep", "Oct", "Nov", "Dec" };
	struct tm tm;

	gmtime_r(&when, &tm);
	snprintf(buffer, size, "%s, %02d %s %04d %02d:%02d:%02d GMT", days[tm.tm_wday], tm.tm_mday,
	         months[tm.tm_mon], tm.tm_year + 1900, tm.tm_hour, tm.tm_min, tm.tm_sec);
}

/* --- Pages ---------------------------------------------------------------------------------- */

/* http_place: where `path` is among the pages, or would be. */
static size_t
http_place(const struct http *http, const char *path, bool *ret_there)
{
	size_t low = 0, high = http->n_pages;

	*ret_there = false;
	while (low < high) {
		size_t middle = (low + high) / 2;
		int order = strcmp(http->pages[middle]->path, path);

		if (order == 0) {
			*ret_there = true;
			return middle;
		}
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static struct http_page *
http_find(const struct http *http, const char *path)
{
	bool there;
	size_t place = http_place(http, path, &there);

	return there ? http->pages[place] : NULL;
}

static int
http_make_room(struct http *http)
{
	size_t capacity = http->pages_capacity ? 2 * http->pages_capacity : 32;
	struct http_page **bigger;

	if (http->n_pages < http->pages_capacity)
		return 0;
	bigger = realloc(http->pages, capacity * sizeof(struct http_page *));
	if (!bigger)
		return -ENOMEM;
	http->pages = bigger;
	http->pages_capacity = capacity;
	return 0;
}

/* http_page_at: the page of `path`, a new one where there is none; NULL when memory is out. */
static struct http_page *
http_page_at(struct http *http, const char *path)
{
	bool there;
	size_t place = http_place(http, path, &there);
	struct http_page *page;

	if (there)
		return http->pages[place];
	page = calloc(1, sizeof(*page));
	if (!page || http_make_room(http) < 0 || !(page->path = strdup(path))) {
		free(page);
		return NULL;
	}
	memmove(http->pages + place + 1, http->pages + place,
	        (http->n_pages - place) * sizeof(struct http_page *));
	http->pages[place] = page;
	http->n_pages++;
	return page;
}

/* http_set: the page's body from now on, unless it is the same. `changed`: since when it is so. */
static int
http_set(struct http_page *page, const void *bytes, size_t len, time_t changed)
{
	struct http_body *body = page->body;

	if (body && body->len == len && memcmp(body->bytes, bytes, len) == 0)
		return 0;
	body = malloc(sizeof(*body) + len + 1);
	if (!body)
		return -ENOMEM;
	body->references = 1;
	body->len = len;
	memcpy(body->bytes, bytes, len);
	http_body_release(page->body);
	page->body = body;
	snprintf(page->etag, sizeof(page->etag), "\"%zx-%016" PRIx64 "\"", len,
	         http_hash(body->bytes, len));
	http_format_date(changed, page->modified, sizeof(page->modified));
	return 0;
}

int
http_put(struct http *http, const char *path, const char *type, const void *bytes, size_t len)
{
	struct http_page *page = http_page_at(http, path);

	if (!page)
		return -ENOMEM;
	page->type = type;
	return http_set(page, bytes, len, time(NULL));
}

struct http_page *
http_offer(struct http *http, const char *path, const char *type, http_make_fn make, void *ctx)
{
	struct http_page *page = http_page_at(http, path);

	if (!page)
		return NULL;
	page->type = type;
	page->make = make;
	page->ctx = ctx;
	http_stale(page);
	return page;
}

void
http_stale(struct http_page *page)
{
	page->stale = true;
	page->changed = time(NULL);
}

int
http_hand(struct http *http, const char *path, http_answer_fn answer, void *ctx)
{
	struct http_page *page = http_page_at(http, path);

	if (!page)
		return -ENOMEM;
	page->answer = answer;
	page->ctx = ctx;
	return 0;
}

/* http_freshen: make the body when what it shows has changed. */
static void
http_freshen(struct http_page *page)
{
	size_t len;
	char *body;

	if (!page->make || !page->stale)
		return;
	body = page->make(page->ctx, &len);
	if (body && http_set(page, body, len, page->changed) == 0)
		page->stale = false;
	free(body);
}

/* --- Answers -------------------------------------------------------------------------------- */

/* http_etag_matches: does If-None-Match name the page (RFC 9110, 13.1.2: weak comparison)? */
static bool
http_etag_matches(const char *header, const char *etag)
{
	size_t len = strlen(etag);

	while (*header) {
		header += strspn(header, " \t,");
		if (*header == '*')
			return true;
		if (strncmp(header, "W/", 2) == 0)
			header += 2;
		if (strncmp(header, etag, len) == 0 && strchr(" \t,", header[len]))
			return true;
		header += strcspn(header, ",");
	}
	return false;
}

static void
http_add_headers(struct evkeyvalq *headers)
{
	char time_ms[32];

	evhttp_add_header(headers, "X-Content-Type-Options", "nosniff");
	evhttp_add_header(headers, "Referrer-Policy", "no-referrer");
	evhttp_add_header(
		headers, "Content-Security-Policy",
		"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
		"connect-src 'self'; base-uri 'none'; form-action 'none'; "
		"frame-ancestors 'none'");
	/* With it a page shows running clocks right although its own machine's time is wrong. */
	snprintf(time_ms, sizeof(time_ms), "%" PRIu64, time_unix_us() / 1000);
	evhttp_add_header(headers, "Adoubed-Time", time_ms);
}

static void
http_answer(struct evhttp_request *request, int code, const char *text)
{
	struct evkeyvalq *headers = evhttp_request_get_output_headers(request);
	struct evbuffer *out = evhttp_request_get_output_buffer(request);

	evhttp_add_header(headers, "Content-Type", "text/plain; charset=utf-8");
	evbuffer_add_printf(out, "%s\n", text);
	evhttp_send_reply(request, code, NULL, NULL);
}

static void
http_serve(struct evhttp_request *request, struct http_page *page)
{
	struct evkeyvalq *headers = evhttp_request_get_output_headers(request);
	const char *match =
		evhttp_find_header(evhttp_request_get_input_headers(request), "If-None-Match");
	char length[32];

	http_freshen(page);
	if (!page->body) {
		http_answer(request, HTTP_SERVUNAVAIL, "Memory is short; try again.");
		return;
	}
	evhttp_add_header(headers, "ETag", page->etag);
	evhttp_add_header(headers, "Last-Modified", page->modified);
	evhttp_add_header(headers, "Cache-Control", "no-cache");
	if (match && http_etag_matches(match, page->etag)) {
		evhttp_send_reply(request, HTTP_NOTMODIFIED, NULL, NULL);
		return;
	}
	evhttp_add_header(headers, "Content-Type", page->type);
	snprintf(length, sizeof(length), "%zu", page->body->len);
	evhttp_add_header(headers, "Content-Length", length);
	if (evhttp_request_get_command(request) != EVHTTP_REQ_HEAD) {
		page->body->references++;
		if (evbuffer_add_reference(evhttp_request_get_output_buffer(request),
		                           page->body->bytes, page->body->len, http_body_sent,
		                           page->body) < 0)
			http_body_release(page->body);
	}
	evhttp_send_reply(request, HTTP_OK, NULL, NULL);
}

static void
http_request(struct evhttp_request *request, void *ctx)
{
	struct http *http = ctx;
	enum evhttp_cmd_type method = evhttp_request_get_command(request);
	struct evkeyvalq *headers = evhttp_request_get_output_headers(request);
	const struct evhttp_uri *uri = evhttp_request_get_evhttp_uri(request);
	const char *path = uri ? evhttp_uri_get_path(uri) : NULL;
	struct http_page *page = http_find(http, path && *path ? path : "/");

	http_add_headers(headers);
	if (!page) {
		http_answer(request, HTTP_NOTFOUND, "There is no such page here. See / and /pgn.");
	} else if (method != EVHTTP_REQ_GET && method != EVHTTP_REQ_HEAD) {
		evhttp_add_header(headers, "Allow", "GET, HEAD");
		http_answer(request, HTTP_BADMETHOD, "This server only shows; use GET.");
	} else if (page->answer) {
		page->answer(page->ctx, request);
	} else {
		http_serve(request, page);
	}
}

/* --- Connections ---------------------------------------------------------------------------- */

/* http_is_full: descriptors are numbered from the lowest free one, so its number says how many are
 * open at least. libevent does not tell when a connection ends; this needs no telling. */
static bool
http_is_full(const struct http *http)
{
	int probe = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0);

	if (probe < 0)
		return errno == EMFILE || errno == ENFILE;
	close(probe);
	return probe >= http->fd_limit;
}

static struct bufferevent *
http_accepted(struct event_base *base, void *ctx)
{
	struct http *http = ctx;
	struct timeval pause = { .tv_usec = HTTP_PAUSE_MS * 1000 };

	if (http_is_full(http)) {
		log_warn("web: %d descriptors are open; the next connections wait", http->fd_limit);
		evconnlistener_disable(http->listener);
		event_add(http->resume, &pause);
	}
	return bufferevent_socket_new(base, -1, 0);
}

static void
http_resume(evutil_socket_t fd, short what, void *ctx)
{
	struct http *http = ctx;
	struct timeval pause = { .tv_usec = HTTP_PAUSE_MS * 1000 };

	(void)fd;
	(void)what;
	if (http_is_full(http))
		event_add(http->resume, &pause);
	else
		evconnlistener_enable(http->listener);
}

static void
http_accept_failed(struct evconnlistener *listener, void *ctx)
{
	struct http *http = ctx;
	struct timeval pause = { .tv_sec = 1 };

	log_warn("web: cannot accept a connection: %s", strerror(errno));
	evconnlistener_disable(listener);
	event_add(http->resume, &pause);
}

static socklen_t
http_address(const char *address, uint16_t port, struct sockaddr_storage *ret_address)
{
	struct sockaddr_in *v4 = (struct sockaddr_in *)ret_address;
	struct sockaddr_in6 *v6 = (struct sockaddr_in6 *)ret_address;

	memset(ret_address, 0, sizeof(*ret_address));
	if (inet_pton(AF_INET, address, &v4->sin_addr) == 1) {
		v4->sin_family = AF_INET;
		v4->sin_port = htons(port);
		return sizeof(*v4);
	}
	if (inet_pton(AF_INET6, address, &v6->sin6_addr) == 1) {
		v6->sin6_family = AF_INET6;
		v6->sin6_port = htons(port);
		return sizeof(*v6);
	}
	return 0;
}

static const char *
http_reason(int cause)
{
	switch (cause) {
	case EADDRINUSE:
		return "another program listens there; end it, or choose another port with --port "
		       "or "
		       "[daemon] port";
	case EACCES:
		return "permission denied; ports below 1024 need a privilege, choose a higher one "
		       "with "
		       "--port or [daemon] port";
	case EADDRNOTAVAIL:
		return "this machine does not have that address; choose another with --listen or "
		       "[daemon] listen";
	default:
		return strerror(cause);
	}
}

static int
http_listen(struct http *http, const char *address, uint16_t port, char *error, size_t error_size)
{
	bool v6 = strchr(address, ':') != NULL;
	struct sockaddr_storage where;
	socklen_t len = http_address(address, port, &where);
	int cause = EINVAL;

	if (len > 0) {
		http->listener = evconnlistener_new_bind(
			http->base, NULL, NULL,
			LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC | LEV_OPT_REUSEABLE, 128,
			(struct sockaddr *)&where, (int)len);
		cause = errno;
	}
	if (!http->listener) {
		snprintf(error, error_size, "cannot listen on %s%s%s:%u: %s", v6 ? "[" : "",
		         address, v6 ? "]" : "", port, http_reason(cause));
		return cause > 0 ? -cause : -EINVAL;
	}
	len = sizeof(where);
	if (getsockname(evconnlistener_get_fd(http->listener), (struct sockaddr *)&where, &len) ==
	    0)
		http->port = ntohs(v6 ? ((struct sockaddr_in6 *)&where)->sin6_port
		                      : ((struct sockaddr_in *)&where)->sin_port);
	return 0;
}

/* http_set_limit: as many connections as wanted, or as descriptors allow. */
static void
http_set_limit(struct http *http, const struct http_options *options)
{
	unsigned int before = (unsigned int)evconnlistener_get_fd(http->listener) + options->others;
	rlim_t want = (rlim_t)before + HTTP_SPARE_FDS + options->connections;
	struct rlimit limit;

	http->fd_limit = (int)want;
	if (getrlimit(RLIMIT_NOFILE, &limit) < 0)
		return;
	if (limit.rlim_cur < want && limit.rlim_cur < limit.rlim_max) {
		limit.rlim_cur = limit.rlim_max < want ? limit.rlim_max : want;
		setrlimit(RLIMIT_NOFILE, &limit);
	}
	if (limit.rlim_cur < want + HTTP_SPARE_FDS && limit.rlim_cur > 2 * HTTP_SPARE_FDS)
		http->fd_limit = (int)limit.rlim_cur - HTTP_SPARE_FDS;
	if (limit.rlim_cur < want)
		log_warn("web: the system grants %llu descriptors, fewer than %u connections need",
		         (unsigned long long)limit.rlim_cur, options->connections);
}

static int
http_add_assets(struct http *http)
{
	for (size_t i = 0; i < ASSETS; i++)
		if (http_put(http, assets[i].path, assets[i].type, assets[i].bytes, assets[i].len) <
		    0)
			return -ENOMEM;
	return 0;
}

int
http_new(struct event_base *base, const struct http_options *options, struct http **ret_http,
         char *error, size_t error_size)
{
	struct http *http = calloc(1, sizeof(*http));
	int result = -ENOMEM;

	snprintf(error, error_size, "out of memory");
	if (!http)
		return -ENOMEM;
	http->base = base;
	http->server = evhttp_new(base);
	http->resume = evtimer_new(base, http_resume, http);
	if (!http->server || !http->resume || http_add_assets(http) < 0)
		goto fail;
	result = http_listen(http, options->address, options->port, error, error_size);
	if (result < 0)
		goto fail;
	http_set_limit(http, options);
	evhttp_set_timeout(http->server, HTTP_TIMEOUT_S);
	evhttp_set_max_headers_size(http->server, HTTP_HEADERS_MAX);
	evhttp_set_max_body_size(http->server, HTTP_BODY_MAX);
	/* All methods come here, so that the answer is 405 with Allow and not 501. */
	evhttp_set_allowed_methods(
		http->server, EVHTTP_REQ_GET | EVHTTP_REQ_HEAD | EVHTTP_REQ_POST | EVHTTP_REQ_PUT |
				      EVHTTP_REQ_DELETE | EVHTTP_REQ_OPTIONS | EVHTTP_REQ_TRACE |
				      EVHTTP_REQ_CONNECT | EVHTTP_REQ_PATCH);
	evhttp_set_gencb(http->server, http_request, http);
	evhttp_set_bevcb(http->server, http_accepted, http);
	if (!evhttp_bind_listener(http->server, http->listener)) {
		result = -ENOMEM;
		goto fail;
	}
	evconnlistener_set_error_cb(http->listener, http_accept_failed);
	*ret_http = http;
	return 0;
fail:
	http_free(http);
	return result;
}

uint16_t
http_port(const struct http *http)
{
	return http->port;
}

void
http_free(struct http *http)
{
	if (!http)
		return;
	if (http->server)
		evhttp_free(http->server); /* with its listener */
	if (http->resume)
		event_free(http->resume);
	for (size_t i = 0; i < http->n_pages; i++) {
		http_body_release(http->pages[i]->body);
		free(http->pages[i]->path);
		free(http->pages[i]);
	}
	free(http->pages);
	free(http);
}
