/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/http.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/http.h>
#include <event2/keyvalq_struct.h>
#include <event2/listener.h>

#include "daemon/http_answer.h"
#include "daemon/http_clients.h"
#include "daemon/http_listen.h"
#include "daemon/http_pages.h"
#include "daemon/http_strict.h"
#include "daemon/log.h"
#include "daemon/time_now.h"

#define HTTP_PAUSE_MS  200 /* between two looks whether a connection has ended */
#define HTTP_SPARE_FDS 64  /* left to the rest of the program, whatever the system grants */

/* A connection whose descriptor libevent has yet to name. */
struct http_arrival {
	struct bufferevent *stream; /* a reference */
	struct http_arrival *next;
};

struct http {
	struct event_base *base;
	struct evhttp *server;
	struct evconnlistener *listener;
	struct event *resume;
	int fd_limit; /* a descriptor numbered so means: too many are open */
	uint16_t port;
	struct http_options options; /* the texts are borrowed */
	struct http_pages pages;
	struct http_clients *clients;
	struct event *look, *sweep;
	struct http_arrival *arrivals;
	uint64_t requests, refused;
};

/* --- Answers -------------------------------------------------------------------------------- */

/* http_forbid: the method is none of the page's. */
static void
http_forbid(struct evhttp_request *request, const struct http_page *page)
{
	bool reads = page->answer || page->make || page->body;

	evhttp_add_header(evhttp_request_get_output_headers(request), "Allow",
	                  !page->post ? "GET, HEAD"
	                  : reads     ? "GET, HEAD, POST"
	                              : "POST");
	http_answer(request, HTTP_BADMETHOD, NULL,
	            page->post ? "This page takes other methods; see Allow."
	                       : "This server only shows; use GET.");
}

static int
http_descriptor(struct evhttp_request *request)
{
	struct evhttp_connection *connection = evhttp_request_get_connection(request);

	return connection ? bufferevent_getfd(evhttp_connection_get_bufferevent(connection)) : -1;
}

static void
http_answered(struct evhttp_request *request, void *ctx)
{
	struct http *http = ctx;

	http_clients_waiting(http->clients, http_descriptor(request), time_now_us());
}

/* http_path: what is asked for; "//a" is a path here, where libevent sees a host. */
static const char *
http_path(const struct evhttp_request *request)
{
	const char *raw = evhttp_request_get_uri(request);
	const struct evhttp_uri *uri = evhttp_request_get_evhttp_uri(request);
	const char *path = uri ? evhttp_uri_get_path(uri) : NULL;

	if (raw && strncmp(raw, "//", 2) == 0)
		return raw;
	return path && *path ? path : "/";
}

static void
http_dispatch(struct http *http, struct evhttp_request *request)
{
	enum evhttp_cmd_type method = evhttp_request_get_command(request);
	struct http_page *page = http_pages_find(&http->pages, http_path(request));

	if (!page)
		http_answer(request, HTTP_NOTFOUND, NULL, http->options.not_found);
	else if (method == EVHTTP_REQ_POST && page->post)
		page->post(page->post_ctx, request);
	else if ((method != EVHTTP_REQ_GET && method != EVHTTP_REQ_HEAD) ||
	         (page->post && !page->answer && !page->make && !page->body))
		http_forbid(request, page);
	else if (page->answer)
		page->answer(page->ctx, request);
	else
		http_page_serve(page, request);
}

/* http_refuse: what comes behind such a request is anybody's guess. */
static void
http_refuse(struct evhttp_request *request, const struct http_fault *fault)
{
	evhttp_add_header(evhttp_request_get_output_headers(request), "Connection", "close");
	http_reply(request, fault->code, fault->phrase, NULL, fault->text);
}

static void
http_request(struct evhttp_request *request, void *ctx)
{
	struct http *http = ctx;
	const struct http_fault *fault = http_strict_fault(request, HTTP_HEADERS_MAX);

	http->requests++;
	http_clients_answering(http->clients, http_descriptor(request));
	evhttp_request_set_on_complete_cb(request, http_answered, http);
	http_add_headers(evhttp_request_get_output_headers(request));
	if (fault)
		http_refuse(request, fault);
	else if (!http->options.admit || http->options.admit(http->options.ctx, request))
		http_dispatch(http, request);
}

int
http_put(struct http *http, const char *path, const char *type, const void *bytes, size_t len)
{
	struct http_page *page = http_pages_at(&http->pages, path);

	if (!page)
		return -ENOMEM;
	page->type = type;
	return http_page_set(page, bytes, len, time(NULL));
}

struct http_page *
http_offer(struct http *http, const char *path, const char *type, http_make_fn make, void *ctx)
{
	struct http_page *page = http_pages_at(&http->pages, path);

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

void
http_share(struct http *http, const char *path)
{
	struct http_page *page = http_pages_find(&http->pages, path);

	if (page)
		page->is_shared = true;
}

int
http_hand(struct http *http, const char *path, http_answer_fn answer, void *ctx)
{
	struct http_page *page = http_pages_at(&http->pages, path);

	if (!page)
		return -ENOMEM;
	page->answer = answer;
	page->ctx = ctx;
	return 0;
}

int
http_take(struct http *http, const char *path, http_answer_fn answer, void *ctx)
{
	struct http_page *page = http_pages_at(&http->pages, path);

	if (!page)
		return -ENOMEM;
	page->post = answer;
	page->post_ctx = ctx;
	return 0;
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

static void
http_turn_away(struct http *http, int fd)
{
	static const char busy[] = "HTTP/1.1 429 Too Many Requests\r\nRetry-After: 30\r\n"
				   "Connection: close\r\nContent-Length: 0\r\n\r\n";

	http->refused++;
	log_warn("web: a client has %u connections open; further ones are refused",
	         http->options.per_client);
	(void)!send(fd, busy, sizeof(busy) - 1, MSG_DONTWAIT | MSG_NOSIGNAL);
	shutdown(fd, SHUT_RDWR); /* the loop notices, and frees it */
}

/* http_look_at: one that has been freed meanwhile has lost its callbacks. */
static void
http_look_at(struct http *http, struct bufferevent *stream)
{
	bufferevent_data_cb read = NULL, write = NULL;
	bufferevent_event_cb event = NULL;
	int fd = bufferevent_getfd(stream);

	bufferevent_getcb(stream, &read, &write, &event, NULL);
	if (event && fd >= 0 && !http_clients_admit(http->clients, fd, time_now_us()))
		http_turn_away(http, fd);
}

static void
http_look(struct http *http)
{
	struct http_arrival *arrival;

	while ((arrival = http->arrivals)) {
		http->arrivals = arrival->next;
		http_look_at(http, arrival->stream);
		bufferevent_decref(arrival->stream);
		free(arrival);
	}
}

static void
http_on_arrivals(evutil_socket_t fd, short what, void *ctx)
{
	(void)fd;
	(void)what;
	http_look(ctx);
}

/* http_expect: look at the connection as soon as it has its descriptor. */
static void
http_expect(struct http *http, struct bufferevent *stream)
{
	struct http_arrival *arrival = malloc(sizeof(*arrival));

	if (!arrival)
		return;
	*arrival = (struct http_arrival){ stream, http->arrivals };
	http->arrivals = arrival;
	bufferevent_incref(stream);
	event_active(http->look, EV_TIMEOUT, 0);
}

static void
http_on_sweep(evutil_socket_t fd, short what, void *ctx)
{
	struct http *http = ctx;
	unsigned int n = http_clients_sweep(http->clients, time_now_us());

	(void)fd;
	(void)what;
	http->refused += n;
	if (n > 0)
		log_warn("web: connections closed whose requests did not arrive in time");
}

static struct bufferevent *
http_accepted(struct event_base *base, void *ctx)
{
	struct http *http = ctx;
	struct timeval pause = { .tv_usec = HTTP_PAUSE_MS * 1000 };
	struct bufferevent *stream;

	if (http_is_full(http)) {
		log_warn("web: %d descriptors are open; the next connections wait", http->fd_limit);
		evconnlistener_disable(http->listener);
		event_add(http->resume, &pause);
	}
	/* The stream closes it, once the loop has forgotten it. libevent would close it first, and a worker's next file
	 * has its number. */
	stream = bufferevent_socket_new(base, -1, BEV_OPT_CLOSE_ON_FREE);
	if (stream)
		http_expect(http, stream);
	return stream;
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

int
http_put_assets(struct http *http, enum asset_server server)
{
	for (size_t i = 0; i < n_assets; i++) {
		struct http_page *page;

		if (assets[i].server != server)
			continue;
		page = http_pages_at(&http->pages, assets[i].path);
		if (!page || http_page_set_asset(page, &assets[i], time(NULL)) < 0)
			return -ENOMEM;
	}
	return 0;
}

static int
http_make(struct http *http)
{
	const struct http_options *options = &http->options;
	const struct http_clients_limits limits = { options->per_client, options->request_s };
	const struct timeval period = { .tv_sec = options->request_s < 5 ? 1 : 5 };

	http->server = evhttp_new(http->base);
	http->resume = evtimer_new(http->base, http_resume, http);
	http->look = event_new(http->base, -1, 0, http_on_arrivals, http);
	http->sweep = event_new(http->base, -1, EV_PERSIST, http_on_sweep, http);
	http->clients = http_clients_new(&limits);
	return http->server && http->resume && http->look && http->sweep && http->clients &&
	                       event_add(http->sweep, &period) == 0
	               ? 0
	               : -ENOMEM;
}

static int
http_serve(struct http *http)
{
	evhttp_set_timeout(http->server, HTTP_TIMEOUT_S);
	/* What is longer than this libevent refuses by itself, and knows no other status for that than 400. */
	evhttp_set_max_headers_size(http->server, HTTP_HEADERS_READ);
	evhttp_set_max_body_size(http->server, (ssize_t)http->options.body_max);
	/* All methods come here, so that the answer is 405 with Allow and not 501. */
	evhttp_set_allowed_methods(
		http->server, EVHTTP_REQ_GET | EVHTTP_REQ_HEAD | EVHTTP_REQ_POST | EVHTTP_REQ_PUT |
				      EVHTTP_REQ_DELETE | EVHTTP_REQ_OPTIONS | EVHTTP_REQ_TRACE |
				      EVHTTP_REQ_CONNECT | EVHTTP_REQ_PATCH);
	evhttp_set_gencb(http->server, http_request, http);
	evhttp_set_bevcb(http->server, http_accepted, http);
	if (!evhttp_bind_listener(http->server, http->listener))
		return -ENOMEM;
	evconnlistener_set_error_cb(http->listener, http_accept_failed);
	return 0;
}

static void
http_settle_options(struct http *http, const struct http_options *options)
{
	http->options = *options;
	if (!options->per_client)
		http->options.per_client = options->connections;
	if (!options->request_s)
		http->options.request_s = HTTP_REQUEST_S;
	if (!options->body_max)
		http->options.body_max = HTTP_BODY_MAX;
	if (!options->not_found)
		http->options.not_found = "There is no such page here.";
}

int
http_new(struct event_base *base, const struct http_options *options, struct http **ret_http,
         char *error, size_t error_size)
{
	struct http *http = calloc(1, sizeof(*http));
	int result;

	snprintf(error, error_size, "out of memory");
	if (!http)
		return -ENOMEM;
	http->base = base;
	http_settle_options(http, options);
	result = http_make(http);
	if (result == 0)
		result = http_listen(base, &options->where, &http->listener, &http->port, error,
		                     error_size);
	if (result == 0) {
		http_set_limit(http, options);
		result = http_serve(http);
	}
	if (result < 0) {
		http_free(http);
		return result;
	}
	*ret_http = http;
	return 0;
}

void
http_counts(const struct http *http, uint64_t *ret_requests, uint64_t *ret_refused)
{
	*ret_requests = http->requests;
	*ret_refused = http->refused;
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
	while (http->arrivals) {
		struct http_arrival *arrival = http->arrivals;

		http->arrivals = arrival->next;
		bufferevent_decref(arrival->stream);
		free(arrival);
	}
	if (http->server)
		evhttp_free(http->server); /* with its listener */
	if (http->resume)
		event_free(http->resume);
	if (http->look)
		event_free(http->look);
	if (http->sweep)
		event_free(http->sweep);
	http_clients_free(http->clients);
	http_pages_clear(&http->pages);
	free(http);
}
