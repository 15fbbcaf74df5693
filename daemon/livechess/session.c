/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One client: his calls (publishing.md 1.2, 1.3, 1.8), as a table, and his feeds.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/livechess/api_state.h"
#include "daemon/livechess/listing.h"

#define NO_CALL_ID (-1) /* no client of ours uses it */

/* --- What goes out ------------------------------------------------------------------------------ */

static void
send_message(struct livechess_session *session, const char *response, json_int_t id, json_t *param)
{
	json_t *message = json_pack("{s:s, s:I, s:o, s:I}", "response", response, "id", id, "param",
	                            param, "time", (json_int_t)session->now_ms);
	char *text = message ? json_dumps(message, JSON_COMPACT) : NULL;

	if (text)
		session->send(session->ctx, text, strlen(text));
	free(text);
	json_decref(message);
}

static void
send_feed(void *ctx, json_int_t feed_id, json_t *param)
{
	send_message(ctx, "feed", feed_id, param);
}

__attribute__((format(printf, 3, 4))) static void
refuse(struct livechess_session *session, json_int_t id, const char *format, ...)
{
	char text[256];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	send_message(session, "error", id, json_pack("{s:s}", "message", text));
}

/* --- Feeds -------------------------------------------------------------------------------------- */

static struct feed *
find_feed(const struct livechess_session *session, json_int_t id)
{
	for (size_t i = 0; i < session->n_feeds; i++)
		if (session->feeds[i]->id == id)
			return session->feeds[i];
	return NULL;
}

static void
drop_feed(struct livechess_session *session, size_t index)
{
	struct feed *feed = session->feeds[index];

	if (feed->rebuild)
		session->api->n_rebuilds--;
	feed_end(feed);
	free(feed);
	session->feeds[index] = session->feeds[--session->n_feeds];
}

void
session_board_event(struct livechess_session *session, const struct eboard *eboard,
                    const struct board_event *event)
{
	for (size_t i = 0; i < session->n_feeds; i++)
		if (session->feeds[i]->eboard == eboard && session->feeds[i]->rebuild)
			rebuild_event(session->feeds[i]->rebuild, event);
}

void
session_update(struct livechess_session *session, const struct eboard *eboard, int64_t now_ms)
{
	session->now_ms = now_ms;
	for (size_t i = 0; i < session->n_feeds; i++)
		if (session->feeds[i]->eboard == eboard)
			feed_update(session->feeds[i], send_feed, session);
}

uint64_t
session_advance(struct livechess_session *session, const struct eboard *eboard, uint64_t now_us)
{
	uint64_t due_us = UINT64_MAX, one_us;

	for (size_t i = 0; i < session->n_feeds; i++) {
		if (session->feeds[i]->eboard != eboard || !session->feeds[i]->rebuild)
			continue;
		one_us = rebuild_advance(session->feeds[i]->rebuild, now_us);
		due_us = one_us < due_us ? one_us : due_us;
	}
	return due_us;
}

/* --- Calls -------------------------------------------------------------------------------------- */

static void
call_eboards(struct livechess_session *session, json_int_t id, const json_t *param)
{
	(void)param;
	send_message(session, "call", id, livechess_api_eboards(session->api));
}

static void
call_sources(struct livechess_session *session, json_int_t id, const json_t *param)
{
	(void)param;
	send_message(session, "call", id, livechess_api_sources(session->api));
}

/* The board a client names; without a name the only one there is. */
static struct eboard *
find_board(struct livechess_api *api, const char *serial)
{
	size_t n = livechess_api_boards(api);

	if (!serial)
		return n == 1 ? livechess_api_board(api, 0) : NULL;
	for (size_t i = 0; i < n; i++) {
		struct eboard *eboard = livechess_api_board(api, i);

		if (strcmp(eboard->picture.serial, serial) == 0)
			return eboard;
	}
	return NULL;
}

static void
subscribe(struct livechess_session *session, json_int_t id, json_int_t feed_id,
          struct eboard *eboard)
{
	struct feed *feed = calloc(1, sizeof(*feed));

	if (!feed) {
		refuse(session, id, "out of memory");
		return;
	}
	feed->id = feed_id;
	feed->eboard = eboard;
	session->feeds[session->n_feeds++] = feed;
	send_message(session, "call", id, json_null());
	feed_begin(feed, send_feed, session);
}

static void
call_subscribe(struct livechess_session *session, json_int_t id, const json_t *param)
{
	const char *name = json_string_value(json_object_get(param, "feed"));
	const json_t *feed_id = json_object_get(param, "id");
	const json_t *serial = json_object_get(json_object_get(param, "param"), "serialnr");
	struct eboard *eboard = find_board(session->api, json_string_value(serial));

	if (!name || strcmp(name, "eboardevent") != 0)
		refuse(session, id, "feed: there is only \"eboardevent\"");
	else if (!json_is_integer(feed_id))
		refuse(session, id, "param.id: an integer of yours for the feed is needed");
	else if (find_feed(session, json_integer_value(feed_id)))
		refuse(session, id, "param.id: %" JSON_INTEGER_FORMAT " is a feed of yours already",
		       json_integer_value(feed_id));
	else if (!eboard)
		refuse(session, id, "param.param.serialnr: no such board; ask for \"eboards\"");
	else if (session->n_feeds == LIVECHESS_FEEDS_MAX)
		refuse(session, id, "%d feeds are open, more are not served; unsubscribe from one",
		       LIVECHESS_FEEDS_MAX);
	else
		subscribe(session, id, json_integer_value(feed_id), eboard);
}

static void
call_unsubscribe(struct livechess_session *session, json_int_t id, const json_t *param)
{
	const json_t *feed_id = json_object_get(param, "id");

	for (size_t i = 0; i < session->n_feeds; i++)
		if (json_is_integer(feed_id) &&
		    session->feeds[i]->id == json_integer_value(feed_id)) {
			drop_feed(session, i);
			send_message(session, "call", id, json_null());
			return;
		}
	refuse(session, id, "param.id: no feed of yours");
}

static void
set_up(struct livechess_session *session, json_int_t id, struct feed *feed, const char *fen)
{
	const struct eboard *eboard = feed->eboard;
	struct rebuild *rebuild = NULL;
	struct position start;
	uint8_t raw[64];
	const char *cause;

	if (!fen) {
		refuse(session, id, "param.param.fen: a position in FEN is needed");
		return;
	}
	if (rebuild_read(fen, &start, &cause) < 0) {
		refuse(session, id, "param.param.fen: %s", cause);
		return;
	}
	if (!feed->rebuild && session->api->n_rebuilds == LIVECHESS_REBUILDS_MAX) {
		refuse(session, id, "%d positions are set up, more are not served",
		       LIVECHESS_REBUILDS_MAX);
		return;
	}
	eboard_raw(&eboard->picture, raw);
	if (rebuild_new(&start, raw, eboard->picture.t_us, &rebuild) < 0) {
		refuse(session, id, "out of memory");
		return;
	}
	session->api->n_rebuilds += feed->rebuild ? 0 : 1;
	send_message(session, "call", id, json_null());
	feed_set_up(feed, rebuild, send_feed, session);
}

/* The board is shown turned to everybody who looks at it. */
static void
flip(struct livechess_session *session, json_int_t id, struct feed *feed, bool flipped)
{
	struct eboard *eboard = feed->eboard;

	send_message(session, "call", id, json_null());
	if (eboard->flipped == flipped)
		return;
	eboard->flipped = flipped;
	for (struct livechess_session *s = session->api->sessions; s; s = s->next)
		session_update(s, eboard, session->now_ms);
}

/* Methods and their shapes as clients send them, odd ones included (1.3). */
static void
call_call(struct livechess_session *session, json_int_t id, const json_t *param)
{
	const json_t *feed_id = json_object_get(param, "id");
	const char *method = json_string_value(json_object_get(param, "method"));
	const json_t *inner = json_object_get(param, "param");
	const json_t *fen = json_is_string(inner) ? inner : json_object_get(inner, "fen");
	const json_t *flipped = json_object_get(inner, "flip");
	struct feed *feed =
		json_is_integer(feed_id) ? find_feed(session, json_integer_value(feed_id)) : NULL;

	if (!flipped && json_is_boolean(fen))
		flipped = fen;
	if (!method || (strcmp(method, "setup") != 0 && strcmp(method, "flip") != 0))
		refuse(session, id, "param.method: there are \"setup\" and \"flip\"");
	else if (!feed)
		refuse(session, id, "param.id: no feed of yours; subscribe first");
	else if (json_is_boolean(flipped) && !json_is_string(fen))
		flip(session, id, feed, json_is_true(flipped));
	else if (strcmp(method, "flip") == 0)
		refuse(session, id, "param.param.flip: true or false is needed");
	else
		set_up(session, id, feed, json_string_value(fen));
}

static const struct {
	const char *name;
	void (*act)(struct livechess_session *session, json_int_t id, const json_t *param);
} calls[] = {
	{ "call", call_call },
	{ "eboards", call_eboards },
	{ "sources", call_sources },
	{ "subscribe", call_subscribe },
	{ "unsubscribe", call_unsubscribe },
};

void
livechess_session_text(struct livechess_session *session, const char *text, size_t len,
                       int64_t now_ms)
{
	json_error_t error;
	json_t *request = json_loadb(text, len, 0, &error);
	const json_t *id = json_object_get(request, "id");
	const char *name = json_string_value(json_object_get(request, "call"));
	size_t i = 0;

	session->now_ms = now_ms;
	while (name && i < sizeof(calls) / sizeof(calls[0]) && strcmp(calls[i].name, name) != 0)
		i++;
	if (!request)
		refuse(session, NO_CALL_ID, "not JSON: %s (column %d)", error.text, error.column);
	else if (!json_is_integer(id))
		refuse(session, NO_CALL_ID, "id: an integer of yours for the answer is needed");
	else if (!name || i == sizeof(calls) / sizeof(calls[0]))
		refuse(session, json_integer_value(id),
		       "call: there are \"eboards\", \"sources\", \"subscribe\", \"unsubscribe\", "
		       "\"call\"");
	else
		calls[i].act(session, json_integer_value(id), json_object_get(request, "param"));
	json_decref(request);
}

/* --- Life --------------------------------------------------------------------------------------- */

int
livechess_session_new(struct livechess_api *api, livechess_send_fn send, void *ctx,
                      struct livechess_session **ret_session)
{
	struct livechess_session *session = calloc(1, sizeof(*session));

	if (!session)
		return -ENOMEM;
	session->api = api;
	session->send = send;
	session->ctx = ctx;
	session->next = api->sessions;
	api->sessions = session;
	*ret_session = session;
	return 0;
}

void
livechess_session_free(struct livechess_session *session)
{
	struct livechess_session **link;

	if (!session)
		return;
	for (link = &session->api->sessions; *link != session; link = &(*link)->next)
		;
	*link = session->next;
	while (session->n_feeds > 0)
		drop_feed(session, session->n_feeds - 1);
	free(session);
}
