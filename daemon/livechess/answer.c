/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/livechess/answer.h"

#include <string.h>

#include <event2/buffer.h>

static const char *
reason_of(int status)
{
	switch (status) {
	case 200:
		return "OK";
	case 400:
		return "Bad Request";
	case 403:
		return "Forbidden";
	case 404:
		return "Not Found";
	case 405:
		return "Method Not Allowed";
	case 414:
		return "URI Too Long";
	case 426:
		return "Upgrade Required";
	case 431:
		return "Request Header Fields Too Large";
	default:
		return "Service Unavailable";
	}
}

void
livechess_answer(struct evbuffer *out, int status, const char *type, const char *more,
                 const char *body)
{
	evbuffer_add_printf(out,
	                    "HTTP/1.1 %d %s\r\nContent-Type: %s\r\nContent-Length: %zu\r\n"
	                    "Cache-Control: no-cache\r\nX-Content-Type-Options: nosniff\r\n"
	                    "Connection: close\r\n%s\r\n%s",
	                    status, reason_of(status), type, strlen(body), more, body);
}
