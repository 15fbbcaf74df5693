/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/lichess/push.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <curl/curl.h>
#include <event2/event.h>

#include "daemon/delay.h"
#include "daemon/growing.h"
#include "daemon/lichess/answer.h"
#include "daemon/lichess/pace.h"
#include "daemon/lichess/relay_round.h"
#include "daemon/lichess/token.h"
#include "daemon/log.h"
#include "daemon/time_now.h"

#define PUSH_ANSWER_MAX (1 << 20) /* bytes of an answer; a longer one is no answer */

struct lichess {
	struct event_base *base;
	const struct config *config;
	struct relay_round *relay;
	struct pace pace;
	struct event *due;   /* the pace's next push */
	struct event *timer; /* curl's own */
	CURLM *multi;
	CURL *request;
	struct curl_slist *headers;
	char url[CONFIG_TEXT + 64];
	char error[CURL_ERROR_SIZE];
	char *body; /* of the push on its way */
	struct growing answer;
	uint64_t pushes, failures;
	struct answer last;
};

/* --- One push ------------------------------------------------------------------------------- */

static void
arm(struct lichess *lichess)
{
	uint64_t now = time_now_us(), wait_us;
	struct timeval wait;

	if (lichess->pace.due_us == UINT64_MAX) {
		event_del(lichess->due);
		return;
	}
	wait_us = lichess->pace.due_us > now ? lichess->pace.due_us - now : 0;
	wait = (struct timeval){ .tv_sec = (time_t)(wait_us / 1000000),
		                 .tv_usec = (suseconds_t)(wait_us % 1000000) };
	event_add(lichess->due, &wait);
}

/* Said when it begins, when it changes, and when it is over: not with every push. */
static void
report(const struct lichess *lichess, const struct answer *before)
{
	const struct answer *now = &lichess->last;

	if (strcmp(before->text, now->text) == 0)
		return;
	if (now->text[0])
		log_warn("lichess: %s: %s", lichess->url, now->text);
	else
		log_info("lichess: %s: all games are taken", lichess->url);
}

static void
finish(struct lichess *lichess, CURLcode code)
{
	struct answer before = lichess->last;
	long status = 0;

	curl_easy_getinfo(lichess->request, CURLINFO_RESPONSE_CODE, &status);
	if (code == CURLE_OK)
		answer_read(status, lichess->answer.bytes ? lichess->answer.bytes : "",
		            lichess->answer.len, &lichess->last);
	else
		answer_read(0, lichess->error[0] ? lichess->error : curl_easy_strerror(code),
		            strlen(lichess->error[0] ? lichess->error : curl_easy_strerror(code)),
		            &lichess->last);
	curl_multi_remove_handle(lichess->multi, lichess->request);
	free(lichess->body);
	lichess->body = NULL;
	lichess->pushes++;
	lichess->failures += lichess->last.outcome != PACE_TAKEN ? 1 : 0;
	report(lichess, &before);
	json_decref(before.refused);
	pace_end(&lichess->pace, lichess->last.outcome, time_now_us());
	arm(lichess);
}

static void
look_for_end(struct lichess *lichess)
{
	CURLMsg *message;
	int left;

	while ((message = curl_multi_info_read(lichess->multi, &left)))
		if (message->msg == CURLMSG_DONE)
			finish(lichess, message->data.result);
}

static void
push(struct lichess *lichess)
{
	growing_clear(&lichess->answer);
	lichess->error[0] = '\0';
	curl_easy_setopt(lichess->request, CURLOPT_POSTFIELDS, lichess->body);
	curl_easy_setopt(lichess->request, CURLOPT_POSTFIELDSIZE_LARGE,
	                 (curl_off_t)strlen(lichess->body));
	curl_multi_add_handle(lichess->multi, lichess->request);
}

static void
on_due(evutil_socket_t fd, short what, void *ctx)
{
	struct lichess *lichess = ctx;
	char *body;
	size_t len;

	(void)fd;
	(void)what;
	if (!pace_begin(&lichess->pace, time_now_us())) {
		arm(lichess);
		return;
	}
	body = relay_round_make(lichess->relay, &len);
	lichess->pace.running = relay_round_is_running(lichess->relay);
	if (!body || !body[0]) { /* nothing yet that a broadcast would take */
		free(body);
		lichess->pace.running = false;
		pace_end(&lichess->pace, PACE_TAKEN, time_now_us());
		arm(lichess);
		return;
	}
	lichess->body = body;
	push(lichess);
}

static void
changed(void *ctx, size_t index, bool is_pgn_new)
{
	struct lichess *lichess = ctx;

	(void)index;
	if (!is_pgn_new)
		return;
	pace_changed(&lichess->pace, lichess->pace.running, time_now_us());
	arm(lichess);
}

/* --- curl on the event loop ----------------------------------------------------------------- */

static size_t
on_answer(char *bytes, size_t size, size_t n, void *ctx)
{
	struct lichess *lichess = ctx;
	size_t len = size * n;

	if (lichess->answer.len + len > PUSH_ANSWER_MAX)
		return 0; /* curl ends with an error */
	growing_add(&lichess->answer, bytes, len);
	return lichess->answer.failed ? 0 : len;
}

static void
on_socket(evutil_socket_t fd, short what, void *ctx)
{
	struct lichess *lichess = ctx;
	int running, action = (what & EV_READ ? CURL_CSELECT_IN : 0) |
	                      (what & EV_WRITE ? CURL_CSELECT_OUT : 0);

	curl_multi_socket_action(lichess->multi, fd, action, &running);
	look_for_end(lichess);
}

/* curl wants to know about other things on a socket; *watch is its event. */
static int
watch_socket(CURL *request, curl_socket_t fd, int what, void *ctx, void *watch)
{
	struct lichess *lichess = ctx;
	short events = (short)((what & CURL_POLL_IN ? EV_READ : 0) |
	                       (what & CURL_POLL_OUT ? EV_WRITE : 0) | EV_PERSIST);
	struct event *event = watch;

	(void)request;
	if (event)
		event_free(event);
	event = what == CURL_POLL_REMOVE ? NULL
	                                 : event_new(lichess->base, fd, events, on_socket, lichess);
	if (event)
		event_add(event, NULL);
	curl_multi_assign(lichess->multi, fd, event);
	return 0;
}

static void
on_timer(evutil_socket_t fd, short what, void *ctx)
{
	struct lichess *lichess = ctx;
	int running;

	(void)fd;
	(void)what;
	curl_multi_socket_action(lichess->multi, CURL_SOCKET_TIMEOUT, 0, &running);
	look_for_end(lichess);
}

static int
set_timer(CURLM *multi, long ms, void *ctx)
{
	struct lichess *lichess = ctx;
	const struct timeval wait = { .tv_sec = ms / 1000, .tv_usec = ms % 1000 * 1000 };

	(void)multi;
	if (ms < 0)
		event_del(lichess->timer);
	else
		event_add(lichess->timer, &wait);
	return 0;
}

/* --- Life ------------------------------------------------------------------------------------- */

static int
make_headers(struct lichess *lichess, char *error, size_t error_size)
{
	char token[TOKEN_SIZE], line[TOKEN_SIZE + 32];
	int result = token_read(lichess->config->lichess.token_file, token, error, error_size);

	if (result < 0)
		return result;
	snprintf(line, sizeof(line), "Authorization: Bearer %s", token);
	lichess->headers = curl_slist_append(NULL, line);
	/* Without this line curl would wait for leave to send the body. */
	lichess->headers = curl_slist_append(lichess->headers, "Expect:");
	lichess->headers =
		curl_slist_append(lichess->headers, "Content-Type: text/plain; charset=utf-8");
	explicit_bzero(token, sizeof(token));
	explicit_bzero(line, sizeof(line));
	return lichess->headers ? 0 : -ENOMEM;
}

static void
set_options(struct lichess *lichess)
{
	CURL *request = lichess->request;

	curl_easy_setopt(request, CURLOPT_URL, lichess->url);
	curl_easy_setopt(request, CURLOPT_POST, 1L);
	curl_easy_setopt(request, CURLOPT_HTTPHEADER, lichess->headers);
	curl_easy_setopt(request, CURLOPT_USERAGENT, "adoubed (chess recorder)");
	curl_easy_setopt(request, CURLOPT_PROTOCOLS_STR, "https,http");
	curl_easy_setopt(request, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(request, CURLOPT_TIMEOUT, (long)LICHESS_PATIENCE_S);
	/* A look-up that is given up ends by itself, in a thread of curl's: else the loop waited for it, and where the name
	 * server does not answer that is a minute in which no board is heard. */
	curl_easy_setopt(request, CURLOPT_QUICK_EXIT, 1L);
	curl_easy_setopt(request, CURLOPT_ERRORBUFFER, lichess->error);
	curl_easy_setopt(request, CURLOPT_WRITEFUNCTION, on_answer);
	curl_easy_setopt(request, CURLOPT_WRITEDATA, lichess);
	curl_multi_setopt(lichess->multi, CURLMOPT_SOCKETFUNCTION, watch_socket);
	curl_multi_setopt(lichess->multi, CURLMOPT_SOCKETDATA, lichess);
	curl_multi_setopt(lichess->multi, CURLMOPT_TIMERFUNCTION, set_timer);
	curl_multi_setopt(lichess->multi, CURLMOPT_TIMERDATA, lichess);
}

int
lichess_new(struct event_base *base, const struct config *config, struct delay_view *view,
            struct lichess **ret_lichess, char *error, size_t error_size)
{
	struct lichess *lichess = calloc(1, sizeof(*lichess));
	int result;

	snprintf(error, error_size, "out of memory");
	if (!lichess)
		return -ENOMEM;
	lichess->base = base;
	lichess->config = config;
	pace_init(&lichess->pace);
	snprintf(lichess->url, sizeof(lichess->url), "%s/api/broadcast/round/%s/push",
	         config->lichess.server, config->lichess.round);
	lichess->relay = relay_round_new(config, view);
	lichess->due = evtimer_new(base, on_due, lichess);
	lichess->timer = evtimer_new(base, on_timer, lichess);
	lichess->multi = curl_multi_init();
	lichess->request = curl_easy_init();
	result = lichess->relay && lichess->due && lichess->timer && lichess->multi &&
	                         lichess->request
	                 ? make_headers(lichess, error, error_size)
	                 : -ENOMEM;
	if (result == 0)
		result = delay_listen(view, changed, lichess);
	if (result < 0) {
		lichess_free(lichess);
		return result;
	}
	set_options(lichess);
	log_info("lichess: the games go to %s", lichess->url);
	*ret_lichess = lichess;
	return 0;
}

void
lichess_patience(struct lichess *lichess, unsigned int seconds)
{
	curl_easy_setopt(lichess->request, CURLOPT_TIMEOUT, (long)seconds);
}

json_t *
lichess_status(const struct lichess *lichess)
{
	return json_pack("{s:s, s:s, s:I, s:I, s:s, s:O?}", "name", "lichess", "url", lichess->url,
	                 "pushes", (json_int_t)lichess->pushes, "failures",
	                 (json_int_t)lichess->failures, "text", lichess->last.text, "refused",
	                 lichess->last.refused);
}

void
lichess_free(struct lichess *lichess)
{
	if (!lichess)
		return;
	if (lichess->multi && lichess->request && lichess->body)
		curl_multi_remove_handle(lichess->multi, lichess->request);
	if (lichess->request)
		curl_easy_cleanup(lichess->request);
	if (lichess->multi)
		curl_multi_cleanup(lichess->multi);
	curl_slist_free_all(lichess->headers);
	if (lichess->due)
		event_free(lichess->due);
	if (lichess->timer)
		event_free(lichess->timer);
	relay_round_free(lichess->relay);
	json_decref(lichess->last.refused);
	free(lichess->body);
	growing_clear(&lichess->answer);
	free(lichess);
}
