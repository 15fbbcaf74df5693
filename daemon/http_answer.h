/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What every answer of a web server says alike, and one of a status and a text.
 */
#pragma once

struct evhttp_request;
struct evkeyvalq;

/* http_add_headers: those of every answer: what a browser may do with it, and this machine's time. */
void http_add_headers(struct evkeyvalq *headers);

/* http_answer: answer with this status and text: of media type `type`, or NULL: one line for people. To HEAD
 * everything but the text. */
void http_answer(struct evhttp_request *request, int code, const char *type, const char *text);

/* http_reply: the same with the phrase of the status; NULL: libevent knows it. */
void http_reply(struct evhttp_request *request, int code, const char *phrase, const char *type,
                const char *text);
