/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/http_pages.h"

#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <event2/buffer.h>
#include <event2/http.h>
#include <event2/keyvalq_struct.h>

#include "core/base/fnv.h"
#include "daemon/http_answer.h"
#include "daemon/http_date.h"
#include "daemon/web/assets.h"

/* A body and those who are still sending it. */
struct http_body {
	unsigned int references;
	size_t len;
	char bytes[];
};

/* http_body_new: a copy with one reference; NULL when memory is out. */
static struct http_body *
http_body_new(const void *bytes, size_t len)
{
	struct http_body *body = malloc(sizeof(*body) + len + 1);

	if (!body)
		return NULL;
	body->references = 1;
	body->len = len;
	memcpy(body->bytes, bytes, len);
	return body;
}

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

/* http_place: where `path` is among the pages, or would be. */
static size_t
http_place(const struct http_pages *pages, const char *path, bool *ret_there)
{
	size_t low = 0, high = pages->n;

	*ret_there = false;
	while (low < high) {
		size_t middle = (low + high) / 2;
		int order = strcmp(pages->list[middle]->path, path);

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

struct http_page *
http_pages_find(const struct http_pages *pages, const char *path)
{
	bool there;
	size_t place = http_place(pages, path, &there);

	return there ? pages->list[place] : NULL;
}

static int
http_make_room(struct http_pages *pages)
{
	size_t capacity = pages->capacity ? 2 * pages->capacity : 32;
	struct http_page **bigger;

	if (pages->n < pages->capacity)
		return 0;
	bigger = realloc(pages->list, capacity * sizeof(struct http_page *));
	if (!bigger)
		return -ENOMEM;
	pages->list = bigger;
	pages->capacity = capacity;
	return 0;
}

struct http_page *
http_pages_at(struct http_pages *pages, const char *path)
{
	bool there;
	size_t place = http_place(pages, path, &there);
	struct http_page *page;

	if (there)
		return pages->list[place];
	page = calloc(1, sizeof(*page));
	if (!page || http_make_room(pages) < 0 || !(page->path = strdup(path))) {
		free(page);
		return NULL;
	}
	memmove(pages->list + place + 1, pages->list + place,
	        (pages->n - place) * sizeof(struct http_page *));
	pages->list[place] = page;
	pages->n++;
	return page;
}

int
http_page_set(struct http_page *page, const void *bytes, size_t len, time_t changed)
{
	struct http_body *body = page->body;

	if (body && body->len == len && memcmp(body->bytes, bytes, len) == 0)
		return 0;
	body = http_body_new(bytes, len);
	if (!body)
		return -ENOMEM;
	http_body_release(page->body);
	page->body = body;
	snprintf(page->etag, sizeof(page->etag), "\"%zx-%016" PRIx64 "\"", len,
	         fnv_bytes(FNV_BEGIN, body->bytes, len));
	page->modified_s = (int64_t)changed + 1;
	return 0;
}

int
http_page_set_asset(struct http_page *page, const struct asset *asset, time_t changed)
{
	struct http_body *gzip = http_body_new(asset->gzip, asset->gzip_len);

	if (!gzip || http_page_set(page, asset->bytes, asset->len, changed) < 0) {
		free(gzip);
		return -ENOMEM;
	}
	http_body_release(page->gzip);
	page->gzip = gzip;
	snprintf(page->etag_gzip, sizeof(page->etag_gzip), "%.*s-gz\"", (int)strlen(page->etag) - 1,
	         page->etag);
	page->type = asset->type;
	page->is_immutable = asset->is_immutable;
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
	if (body && http_page_set(page, body, len, page->changed) == 0)
		page->stale = false;
	free(body);
}

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

/* http_takes_gzip: does Accept-Encoding name it (RFC 9110, 12.5.3)? Whoever gives it a weight of 0 does not
 * want it; "*" alone is taken as not asking. */
static bool
http_takes_gzip(const char *header)
{
	while (header && *header) {
		header += strspn(header, " \t,");
		if (strncasecmp(header, "gzip", 4) == 0 && strchr(" \t,;", header[4])) {
			const char *weight = header + 4 + strspn(header + 4, " \t;");

			return strncasecmp(weight, "q=0", 3) != 0 ||
			       weight[3 + strspn(weight + 3, ".0")] >= '1';
		}
		header += strcspn(header, ",");
	}
	return false;
}

/* http_send_body: *body as the answer, which shares it. */
static void
http_send_body(struct evhttp_request *request, struct http_body *body)
{
	char length[32];

	snprintf(length, sizeof(length), "%zu", body->len);
	evhttp_add_header(evhttp_request_get_output_headers(request), "Content-Length", length);
	if (evhttp_request_get_command(request) != EVHTTP_REQ_HEAD) {
		body->references++;
		if (evbuffer_add_reference(evhttp_request_get_output_buffer(request), body->bytes,
		                           body->len, http_body_sent, body) < 0)
			http_body_release(body);
	}
	evhttp_send_reply(request, HTTP_OK, NULL, NULL);
}

bool
http_page_is_known(const struct http_page *page, const char *etag, const char *none_match,
                   const char *modified_since, int64_t now_s)
{
	int64_t since_s;

	if (none_match)
		return http_etag_matches(none_match, etag);
	return modified_since && http_date_parse(modified_since, now_s, &since_s) &&
	       since_s <= now_s && since_s >= page->modified_s;
}

/* http_add_page_headers: what 200 and 304 say alike. */
static void
http_add_page_headers(const struct http_page *page, struct evkeyvalq *headers, const char *etag,
                      int64_t now_s)
{
	char modified[HTTP_DATE_SIZE];

	evhttp_add_header(headers, "ETag", etag);
	http_date_format(page->modified_s < now_s ? page->modified_s : now_s, modified);
	evhttp_add_header(headers, "Last-Modified", modified);
	evhttp_remove_header(headers, "Cache-Control"); /* the private server's */
	evhttp_add_header(headers, "Cache-Control",
	                  page->is_immutable ? "public, max-age=31536000, immutable" : "no-cache");
	if (page->gzip)
		evhttp_add_header(headers, "Vary", "Accept-Encoding");
	if (page->is_shared)
		evhttp_add_header(headers, "Access-Control-Allow-Origin", "*");
}

void
http_page_serve(struct http_page *page, struct evhttp_request *request)
{
	struct evkeyvalq *headers = evhttp_request_get_output_headers(request);
	const struct evkeyvalq *asked = evhttp_request_get_input_headers(request);
	int64_t now_s = (int64_t)time(NULL);
	const char *etag;
	bool gzip;

	http_freshen(page);
	if (!page->body) {
		http_answer(request, HTTP_SERVUNAVAIL, NULL, "Memory is short; try again.");
		return;
	}
	gzip = page->gzip && http_takes_gzip(evhttp_find_header(asked, "Accept-Encoding"));
	etag = gzip ? page->etag_gzip : page->etag;
	http_add_page_headers(page, headers, etag, now_s);
	if (http_page_is_known(page, etag, evhttp_find_header(asked, "If-None-Match"),
	                       evhttp_find_header(asked, "If-Modified-Since"), now_s)) {
		evhttp_send_reply(request, HTTP_NOTMODIFIED, NULL, NULL);
		return;
	}
	evhttp_add_header(headers, "Content-Type", page->type);
	if (gzip)
		evhttp_add_header(headers, "Content-Encoding", "gzip");
	http_send_body(request, gzip ? page->gzip : page->body);
}

void
http_pages_clear(struct http_pages *pages)
{
	for (size_t i = 0; i < pages->n; i++) {
		http_body_release(pages->list[i]->body);
		http_body_release(pages->list[i]->gzip);
		free(pages->list[i]->path);
		free(pages->list[i]);
	}
	free(pages->list);
	memset(pages, 0, sizeof(*pages));
}
