/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/livechess/api.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/livechess/api_state.h"
#include "daemon/livechess/tournament.h"
#include "daemon/sparse.h"

int
livechess_api_new(struct livechess_api **ret_api)
{
	*ret_api = calloc(1, sizeof(**ret_api));
	return *ret_api ? 0 : -ENOMEM;
}

void
livechess_api_delay(struct livechess_api *api, uint64_t delay_us)
{
	api->delay_us = delay_us;
}

void
livechess_api_free(struct livechess_api *api)
{
	struct livechess_board *board, *next;

	if (!api)
		return;
	for (board = api->boards; board; board = next) {
		next = board->next;
		late_clear(&board->late);
		sparse_free(board, sizeof(*board));
	}
	livechess_tournament_free(api->tournament);
	free(api);
}

void
livechess_api_show_event(struct livechess_api *api, struct livechess_tournament *tournament)
{
	livechess_tournament_free(api->tournament);
	api->tournament = tournament;
}

int
livechess_board_add(struct livechess_api *api, struct livechess_board **ret_board)
{
	struct livechess_board *board = sparse_new(sizeof(*board)), **end = &api->boards;

	if (!board)
		return -ENOMEM;
	board->api = api;
	while (*end)
		end = &(*end)->next;
	*end = board;
	*ret_board = board;
	return 0;
}

/* --- Held back ---------------------------------------------------------------------------------- */

static void
note_raw(struct livechess_board *board, const struct board_event *event)
{
	if (event->kind == BOARD_SQUARE)
		board->raw[event->square.sq] = event->square.piece;
	else if (event->kind == BOARD_SCAN)
		memcpy(board->raw, event->scan, sizeof(board->raw));
}

/* Facts are in the picture, and their text is borrowed. */
static bool
concerns_moves(const struct board_event *event)
{
	return event->kind != BOARD_FACT && event->kind != BOARD_CLOCK_ACK;
}

void
livechess_board_event(struct livechess_board *board, const struct board_event *event)
{
	if (!concerns_moves(event))
		return;
	note_raw(board, event);
	if (board->n_held < LIVECHESS_HELD_MAX - 1) {
		board->held[board->n_held++] = *event;
		return;
	}
	/* The last place is kept for this. */
	board->n_held = LIVECHESS_HELD_MAX;
	board->held[LIVECHESS_HELD_MAX - 1].kind = BOARD_SCAN;
	board->held[LIVECHESS_HELD_MAX - 1].t_us = event->t_us;
	memcpy(board->held[LIVECHESS_HELD_MAX - 1].scan, board->raw, sizeof(board->raw));
}

void
livechess_board_take(struct livechess_board *board, const struct eboard_picture *picture)
{
	board->taken = *picture;
	eboard_raw(picture, board->raw);
	board->has_taken = true;
	board->n_taken = board->n_held;
}

/* drop_taken: the events that led to the picture are somewhere else now. */
static void
drop_taken(struct livechess_board *board)
{
	board->has_taken = false;
	board->n_held -= board->n_taken;
	memmove(board->held, board->held + board->n_taken, board->n_held * sizeof(board->held[0]));
	board->n_taken = 0;
}

static void
tell_all(struct livechess_board *board, int64_t now_ms)
{
	for (struct livechess_session *s = board->api->sessions; s; s = s->next)
		session_update(s, &board->eboard, now_ms);
}

/* present: this is to be seen now, and these events led to it. */
static void
present(struct livechess_board *board, const struct eboard_picture *picture,
        const struct board_event *events, size_t n_events)
{
	struct eboard *eboard = &board->eboard;

	if (memcmp(eboard->picture.squares, picture->squares, 64) != 0)
		eboard->touched_us = picture->t_us;
	eboard->picture = *picture;
	/* The clock was read when it is shown. */
	eboard->picture.clock.read_ms += (int64_t)(board->api->delay_us / 1000);
	board->listed = true;
	for (size_t i = 0; i < n_events; i++)
		for (struct livechess_session *s = board->api->sessions; s; s = s->next)
			session_board_event(s, eboard, &events[i]);
}

/* waits_since: when the first thing happened that is not shown. */
static uint64_t
waits_since(const struct livechess_board *board)
{
	return board->late.first   ? late_since(&board->late)
	       : board->n_held > 0 ? board->held[0].t_us
	                           : UINT64_MAX;
}

/* go_on: what is shown is of shown_us. Returns when something is due next, in the same time, before anything happens
 * that waits. */
static uint64_t
go_on(struct livechess_board *board, uint64_t shown_us, int64_t now_ms)
{
	uint64_t due_us = UINT64_MAX, waits_us = waits_since(board), session_us;

	if (shown_us > waits_us)
		shown_us = waits_us;
	for (struct livechess_session *s = board->api->sessions; s; s = s->next) {
		session_us = session_advance(s, &board->eboard, shown_us);
		due_us = session_us < due_us ? session_us : due_us;
	}
	tell_all(board, now_ms);
	return due_us < waits_us ? due_us : UINT64_MAX;
}

void
livechess_board_recall(struct livechess_board *board)
{
	if (board->has_taken &&
	    late_put(&board->late, &board->taken, board->held, board->n_taken) == 0)
		drop_taken(board);
}

void
livechess_board_show(struct livechess_board *board, int64_t now_ms)
{
	if (!board->has_taken)
		return;
	if (board->api->delay_us > 0) {
		livechess_board_recall(board);
	} else {
		present(board, &board->taken, board->held, board->n_taken);
		drop_taken(board);
	}
	livechess_board_advance(board, board->taken.t_us, now_ms); /* tells, too */
}

uint64_t
livechess_board_advance(struct livechess_board *board, uint64_t now_us, int64_t now_ms)
{
	uint64_t delay_us = board->api->delay_us, due_us;
	uint64_t shown_us = now_us > delay_us ? now_us - delay_us : 0;
	struct late_picture *late;

	while (now_us >= delay_us && (late = late_take(&board->late, shown_us))) {
		present(board, &late->picture, late->events, late->n_events);
		go_on(board, late->picture.t_us, now_ms);
		free(late);
	}
	due_us = go_on(board, shown_us, now_ms);
	if (board->late.first && board->late.first->picture.t_us < due_us)
		due_us = board->late.first->picture.t_us;
	return due_us == UINT64_MAX ? due_us : due_us + delay_us;
}
