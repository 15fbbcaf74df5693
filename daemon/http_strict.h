/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What libevent lets pass in a request's headers and RFC 9112 does not. Two readers that make different things of
 * one request, a proxy and we, are how a request is smuggled past the first.
 */
#pragma once

struct evhttp_request;

/* http_strict_fault: what is wrong with the headers, a sentence; NULL: nothing. Right are names of token
 * characters, one Host (HTTP/1.0 may lack it), at most one Content-Length, in digits, and a Transfer-Encoding
 * only where there is none, once, and only chunked. */
const char *http_strict_fault(const struct evhttp_request *request);
