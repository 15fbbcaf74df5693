/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What api.c, listing.c and session.c share. Private.
 */
#pragma once

#include "daemon/livechess/api.h"
#include "daemon/livechess/feed.h"
#include "daemon/livechess/late.h"

struct livechess_board {
	struct livechess_api *api;
	struct eboard eboard; /* as shown */
	bool listed;
	struct eboard_picture taken; /* shown when `n_taken` events are durable */
	bool has_taken;
	size_t n_held, n_taken;
	uint8_t raw[64];  /* the sensors, all held events included */
	struct late late; /* durable, and not to be shown yet */
	struct livechess_board *next;
	struct board_event held[LIVECHESS_HELD_MAX]; /* last: hardly any are */
};

struct livechess_session {
	struct livechess_api *api;
	livechess_send_fn send;
	void *ctx;
	int64_t now_ms; /* of the message in hand */
	struct feed *feeds[LIVECHESS_FEEDS_MAX];
	size_t n_feeds;
	struct livechess_session *next;
};

struct livechess_api {
	struct livechess_board *boards;
	struct livechess_session *sessions;
	struct livechess_tournament *tournament; /* NULL: no event is shown */
	size_t n_rebuilds;
	uint64_t delay_us;
};

/* session_board_event, session_update: pass an event of a board to the session's reconstructions on it;
 * tell the client what has changed. */
void session_board_event(struct livechess_session *session, const struct eboard *eboard,
                         const struct board_event *event);
void session_update(struct livechess_session *session, const struct eboard *eboard, int64_t now_ms);

/* session_advance: the reconstructions' time. Returns when the next is due. */
uint64_t session_advance(struct livechess_session *session, const struct eboard *eboard,
                         uint64_t now_us);
