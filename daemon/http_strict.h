/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What libevent lets pass in a request's headers and RFC 9112 does not. Two readers that make different things of
 * one request, a proxy and we, are how a request is smuggled past the first.
 */
#pragma once

#include <stddef.h>

struct evhttp_request;

/* What is answered to a request that is wrong: a status with its phrase, and a sentence for people. */
struct http_fault {
	int code;
	const char *phrase, *text;
};

/* http_strict_fault: what is wrong with the request; NULL: nothing. Right are a line and headers of `most` bytes at
 * the most, names of token characters, one Host (HTTP/1.0 may lack it), at most one Content-Length, in digits, and a
 * Transfer-Encoding only where there is none, once, and only chunked. */
const struct http_fault *http_strict_fault(const struct evhttp_request *request, size_t most);
