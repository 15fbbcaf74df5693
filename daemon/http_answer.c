/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/http_answer.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <event2/buffer.h>
#include <event2/http.h>
#include <event2/keyvalq_struct.h>

#include "daemon/time_now.h"

void
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

void
http_reply(struct evhttp_request *request, int code, const char *phrase, const char *type,
           const char *text)
{
	struct evkeyvalq *headers = evhttp_request_get_output_headers(request);
	struct evbuffer *out = evhttp_request_get_output_buffer(request);
	char length[32];

	evhttp_add_header(headers, "Content-Type", type ? type : "text/plain; charset=utf-8");
	/* libevent would send the text to HEAD, too, and it would be taken for the next answer. */
	if (evhttp_request_get_command(request) == EVHTTP_REQ_HEAD) {
		snprintf(length, sizeof(length), "%zu", strlen(text) + (type ? 0 : 1));
		evhttp_add_header(headers, "Content-Length", length);
	} else {
		evbuffer_add_printf(out, type ? "%s" : "%s\n", text);
	}
	evhttp_send_reply(request, code, phrase, NULL);
}

void
http_answer(struct evhttp_request *request, int code, const char *type, const char *text)
{
	http_reply(request, code, NULL, type, text);
}
