/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The pages of one web server: what is kept of each, and how it is answered. Its own part of http.c.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "daemon/http.h"

struct http_body;
struct asset;

struct http_page {
	char *path;
	const char *type;
	struct http_body *body; /* NULL: handed to `answer`, or never made */
	struct http_body *gzip; /* the same packed, for those who take it so; NULL: there is none */
	char etag[40], etag_gzip[44]; /* other bytes have another tag */
	int64_t modified_s;           /* the second behind its last change, since 1970 */
	http_make_fn make;            /* NULL: was put */
	http_answer_fn answer, post;
	void *ctx, *post_ctx;
	bool stale;
	bool is_shared;    /* with pages of other sites */
	bool is_immutable; /* another content would have another path */
	time_t changed;
};

struct http_pages {
	struct http_page **list; /* by path */
	size_t n, capacity;
};

/* http_pages_find: that of `path`, or NULL. http_pages_at: the same, a new one where there is none; NULL
 * when memory is out. */
struct http_page *http_pages_find(const struct http_pages *pages, const char *path);
struct http_page *http_pages_at(struct http_pages *pages, const char *path);

/* http_page_set: the page's body from now on, unless it is the same. `changed`: since when it is so. 0 or
 * -ENOMEM; then the old one stands. */
int http_page_set(struct http_page *page, const void *bytes, size_t len, time_t changed);

/* http_page_set_asset: the same with a file of web/, packed and not. */
int http_page_set_asset(struct http_page *page, const struct asset *asset, time_t changed);

/* http_page_is_known: does he who asks have the body with this `etag` already (RFC 9110, 13.2.2)? none_match and
 * modified_since: what his headers of those names say, NULL: he sent none; the first, where it is sent, decides alone. Texts of
 * the second in which the page changed do not count: the page may have changed again in it. */
bool http_page_is_known(const struct http_page *page, const char *etag, const char *none_match,
                        const char *modified_since, int64_t now_s);

/* http_page_serve: answer a GET or HEAD with the body, made anew where it is stale. */
void http_page_serve(struct http_page *page, struct evhttp_request *request);

/* http_pages_clear: all of them. */
void http_pages_clear(struct http_pages *pages);
