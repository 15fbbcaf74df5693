/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/livechess/api.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/livechess/api_state.h"
#include "daemon/livechess/tournament.h"

int
livechess_api_new(struct livechess_api **ret_api)
{
	*ret_api = calloc(1, sizeof(**ret_api));
	return *ret_api ? 0 : -ENOMEM;
}

void
livechess_api_free(struct livechess_api *api)
{
	struct livechess_board *board, *next;

	if (!api)
		return;
	for (board = api->boards; board; board = next) {
		next = board->next;
		free(board);
	}
	livechess_tournament_free(api->tournament);
	free(api);
}

int
livechess_board_add(struct livechess_api *api, struct livechess_board **ret_board)
{
	struct livechess_board *board = calloc(1, sizeof(*board)), **end = &api->boards;

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

static void
release_events(struct livechess_board *board)
{
	for (size_t i = 0; i < board->n_taken; i++)
		for (struct livechess_session *s = board->api->sessions; s; s = s->next)
			session_board_event(s, &board->eboard, &board->held[i]);
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

void
livechess_board_show(struct livechess_board *board, int64_t now_ms)
{
	struct eboard *eboard = &board->eboard;

	if (!board->has_taken)
		return;
	if (memcmp(eboard->picture.squares, board->taken.squares, 64) != 0)
		eboard->touched_us = board->taken.t_us;
	eboard->picture = board->taken;
	board->has_taken = false;
	board->listed = true;
	release_events(board);
	livechess_board_advance(board, eboard->picture.t_us, now_ms); /* tells, too */
}

uint64_t
livechess_board_advance(struct livechess_board *board, uint64_t now_us, int64_t now_ms)
{
	uint64_t due_us = UINT64_MAX, session_us;

	if (board->n_held > 0 && now_us > board->held[0].t_us)
		now_us = board->held[0].t_us;
	for (struct livechess_session *s = board->api->sessions; s; s = s->next) {
		session_us = session_advance(s, &board->eboard, now_us);
		due_us = session_us < due_us ? session_us : due_us;
	}
	tell_all(board, now_ms);
	/* What is held back comes first; livechess_board_show() goes on from there. */
	return board->n_held > 0 ? UINT64_MAX : due_us;
}

/* --- The list ----------------------------------------------------------------------------------- */

size_t
livechess_api_boards(struct livechess_api *api)
{
	size_t n = 0;

	for (const struct livechess_board *board = api->boards; board; board = board->next)
		n += board->listed ? 1 : 0;
	return n;
}

/* Is a to be listed before b? Clients take the first and nothing else. */
static bool
goes_before(const struct eboard *a, const struct eboard *b)
{
	bool a_active = a->picture.state == EBOARD_ACTIVE;
	bool b_active = b->picture.state == EBOARD_ACTIVE;

	return a_active != b_active ? a_active : a->touched_us > b->touched_us;
}

struct eboard *
livechess_api_board(struct livechess_api *api, size_t index)
{
	for (struct livechess_board *board = api->boards; board; board = board->next) {
		size_t before = 0;
		bool later = false;

		if (!board->listed)
			continue;
		for (struct livechess_board *other = api->boards; other; other = other->next) {
			if (other == board)
				later = true;
			else if (other->listed &&
			         (goes_before(&other->eboard, &board->eboard) ||
			          (!later && !goes_before(&board->eboard, &other->eboard))))
				before++;
		}
		if (before == index)
			return &board->eboard;
	}
	return NULL;
}

static json_t *
list(struct livechess_api *api, json_t *(*object)(const struct eboard *eboard))
{
	json_t *array = json_array(), *one;

	for (size_t i = 0; i < livechess_api_boards(api); i++) {
		one = object(livechess_api_board(api, i));
		if (json_is_null(one))
			json_decref(one);
		else
			json_array_append_new(array, one);
	}
	return array;
}

json_t *
livechess_api_eboards(struct livechess_api *api)
{
	return list(api, eboard_json);
}

json_t *
livechess_api_sources(struct livechess_api *api)
{
	return list(api, eboard_source_json);
}

/* --- The event ---------------------------------------------------------------------------------- */

void
livechess_api_show_event(struct livechess_api *api, struct livechess_tournament *tournament)
{
	livechess_tournament_free(api->tournament);
	api->tournament = tournament;
}

static const char *
serial_at(const void *ctx, uint32_t table)
{
	const struct livechess_api *api = ctx;

	for (const struct livechess_board *board = api->boards; board; board = board->next)
		if (board->listed && board->eboard.picture.table == table)
			return board->eboard.picture.serial;
	return "";
}

json_t *
livechess_api_event(const struct livechess_api *api, const char *resource)
{
	return api->tournament ? livechess_tournament_get(api->tournament, resource, serial_at, api)
	                       : NULL;
}
