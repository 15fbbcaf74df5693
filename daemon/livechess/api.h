/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The local API that DGT's own program made known (publishing.md 1 and 7): boards on one side, sessions of
 * clients on the other. Everything but the sockets; time is an argument.
 *
 * What the sensors say is held back until the journal has it (livechess_board_show): clients hear nothing
 * that a power cut could take back. A "setup" begins a reconstruction of the client's own and changes no
 * record of ours.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/base/board_event.h"
#include "daemon/livechess/eboard.h"

#define LIVECHESS_MESSAGE_MAX  65536 /* bytes of a client's message (1.8) */
#define LIVECHESS_FEEDS_MAX    16    /* of one session */
#define LIVECHESS_REBUILDS_MAX 64    /* reconstructions in all: half a megabyte each */
#define LIVECHESS_HELD_MAX     1024  /* events of one board that wait for the journal */

struct livechess_api;
struct livechess_board;
struct livechess_session;
struct livechess_tournament;

/* livechess_api_new: no board, no session. 0 or -ENOMEM. */
int livechess_api_new(struct livechess_api **ret_api);

/* livechess_api_delay: boards and clocks are shown so many microseconds later than they were taken, with the event's
 * games left to its own view (tournament.h). Before the first picture; 0 without it. */
void livechess_api_delay(struct livechess_api *api, uint64_t delay_us);

/* livechess_api_free: with its boards; the sessions must be gone. NULL is fine. */
void livechess_api_free(struct livechess_api *api);

/* livechess_board_add: one more board; the API's for its life. It is listed once a picture is shown. 0 or
 * -ENOMEM. */
int livechess_board_add(struct livechess_api *api, struct livechess_board **ret_board);

/* livechess_board_event: the driver said this (any kind); held back until shown. What the queue cannot hold
 * is replaced by a scan of what stands there after it. */
void livechess_board_event(struct livechess_board *board, const struct board_event *event);

/* livechess_board_take: *picture is what may be shown when all that was recorded until now is durable. */
void livechess_board_take(struct livechess_board *board, const struct eboard_picture *picture);

/* livechess_board_show: it is durable: clients are told, with a delay when that has passed. now_ms: milliseconds
 * since 1970. */
void livechess_board_show(struct livechess_board *board, int64_t now_ms);

/* livechess_board_recall: what was taken was durable before the program began; it waits for what is left of the
 * delay. */
void livechess_board_recall(struct livechess_board *board);

/* livechess_board_advance: the capture's time is now_us. Reconstructions go on as far as nothing is held
 * back. Returns the next moment something is due, UINT64_MAX: never. */
uint64_t livechess_board_advance(struct livechess_board *board, uint64_t now_us, int64_t now_ms);

/* livechess_api_show_event: *tournament (taken) is the event that the boards belong to. */
void livechess_api_show_event(struct livechess_api *api, struct livechess_tournament *tournament);

/* Takes one message for the client: text[len], borrowed. */
typedef void (*livechess_send_fn)(void *ctx, const char *text, size_t len);

/* livechess_session_new: a client has come. 0 or -ENOMEM. */
int livechess_session_new(struct livechess_api *api, livechess_send_fn send, void *ctx,
                          struct livechess_session **ret_session);

/* livechess_session_text: he sent text[len]; whatever it is gets an answer. */
void livechess_session_text(struct livechess_session *session, const char *text, size_t len,
                            int64_t now_ms);

/* livechess_session_free: he is gone. NULL is fine. */
void livechess_session_free(struct livechess_session *session);
