/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/livechess/feed.h"

#include <string.h>

#include "core/chess/fen.h"
#include "core/chess/san.h"

/* What every message begins with. */
static json_t *
message(const struct feed *feed)
{
	return json_pack("{s:s, s:b}", "serialnr", feed->eboard->picture.serial, "flipped",
	                 feed->eboard->flipped);
}

/* Castling with letters, mate and check signs: "all moves since start". */
static json_t *
moves_json(const struct feed *feed, size_t n)
{
	struct position position = *rebuild_start(feed->rebuild);
	json_t *list = json_array();
	char san[SAN_SIZE];

	for (size_t i = 0; i < n; i++) {
		san_format(&position, feed->moves[i], san);
		json_array_append_new(list, json_string(san));
		position_after(&position, feed->moves[i], &position);
	}
	return list;
}

/* Behind board and clock: the first n moves, where a position was set up. */
static void
add_moves(const struct feed *feed, json_t *param, size_t n, bool matches)
{
	char start[FEN_SIZE];

	fen_format(rebuild_start(feed->rebuild), start);
	json_object_set_new(param, "start", json_string(start));
	json_object_set_new(param, "san", moves_json(feed, n));
	json_object_set_new(param, "match", json_boolean(matches));
}

/* The first n moves with the board that goes with them. */
static void
tell_moves(const struct feed *feed, size_t n, const char *board, bool matches, feed_send_fn send,
           void *ctx)
{
	json_t *param = message(feed);

	json_object_set_new(param, "board", json_string(board));
	add_moves(feed, param, n, matches);
	send(ctx, feed->id, param);
}

/* The first n moves, with the board they lead to: what was seen on the way there. */
static void
tell_ply(const struct feed *feed, size_t n, feed_send_fn send, void *ctx)
{
	struct position after = *rebuild_start(feed->rebuild);
	uint8_t squares[64];
	char placement[FEN_PLACEMENT_SIZE];

	for (size_t i = 0; i < n; i++)
		position_after(&after, feed->moves[i], &after);
	position_placement(&after, squares);
	eboard_placement_of(squares, feed->eboard->flipped, placement);
	tell_moves(feed, n, placement, true, send, ctx);
}

/* The moves so far with the board as it is. */
static void
tell_state(const struct feed *feed, feed_send_fn send, void *ctx)
{
	tell_moves(feed, feed->n_moves, feed->placement, feed->matched, send, ctx);
}

static void
tell_board(const struct feed *feed, feed_send_fn send, void *ctx)
{
	json_t *param = message(feed);

	json_object_set_new(param, "board", json_string(feed->placement));
	send(ctx, feed->id, param);
}

static void
tell_clock(const struct feed *feed, feed_send_fn send, void *ctx)
{
	json_t *param = message(feed);

	json_object_set_new(param, "clock", eboard_clock_json(&feed->clock));
	send(ctx, feed->id, param);
}

/* Everything, for one who begins, and for all when the board has come back. */
static void
tell_whole(struct feed *feed, feed_send_fn send, void *ctx)
{
	json_t *param = message(feed);

	feed->clock = feed->eboard->picture.clock;
	json_object_set_new(param, "board", json_string(feed->placement));
	json_object_set_new(param, "clock", eboard_clock_json(&feed->clock));
	if (feed->rebuild)
		add_moves(feed, param, feed->n_moves, feed->matched);
	send(ctx, feed->id, param);
}

void
feed_begin(struct feed *feed, feed_send_fn send, void *ctx)
{
	eboard_placement(feed->eboard, feed->placement);
	feed->is_up = feed->eboard->picture.state == EBOARD_ACTIVE;
	tell_whole(feed, send, ctx);
}

void
feed_set_up(struct feed *feed, struct rebuild *rebuild, feed_send_fn send, void *ctx)
{
	rebuild_free(feed->rebuild);
	feed->rebuild = rebuild;
	feed->n_moves = 0;
	feed->matched = rebuild_match(rebuild) == REBUILD_MATCHES;
	eboard_placement(feed->eboard, feed->placement);
	tell_state(feed, send, ctx);
}

/* Withdraws what no longer holds, in one step, and tells what is new, ply by ply. The last message of all
 * is left to the caller. Returns whether there is anything to tell. */
static bool
tell_plies(struct feed *feed, feed_send_fn send, void *ctx)
{
	uint16_t moves[REBUILD_PLIES_MAX];
	size_t n = rebuild_moves(feed->rebuild, moves), same = 0;

	while (same < n && same < feed->n_moves && moves[same] == feed->moves[same])
		same++;
	if (same == n && same == feed->n_moves)
		return false;
	if (same < feed->n_moves && same < n)
		tell_ply(feed, same, send, ctx);
	memcpy(feed->moves + same, moves + same, (n - same) * sizeof(moves[0]));
	feed->n_moves = n;
	for (size_t i = same + 1; i < n; i++)
		tell_ply(feed, i, send, ctx);
	return true;
}

/* What the reconstruction has come to; its plies are told but for the last. Returns whether there are any. */
static bool
follow(struct feed *feed, feed_send_fn send, void *ctx)
{
	bool plies = tell_plies(feed, send, ctx);

	switch (rebuild_match(feed->rebuild)) {
	case REBUILD_MATCHES:
		feed->matched = true;
		break;
	case REBUILD_DIFFERS:
		feed->matched = false;
		break;
	case REBUILD_MOVING:
		feed->matched |= plies;
		break;
	}
	return plies;
}

/* note_link: has the board come back? */
static bool
note_link(struct feed *feed)
{
	bool was_up = feed->is_up;

	feed->is_up = feed->eboard->picture.state == EBOARD_ACTIVE;
	return feed->is_up && !was_up;
}

void
feed_update(struct feed *feed, feed_send_fn send, void *ctx)
{
	char before[FEN_PLACEMENT_SIZE];
	bool plies, matched = feed->matched;

	memcpy(before, feed->placement, sizeof(before));
	eboard_placement(feed->eboard, feed->placement);
	plies = feed->rebuild && follow(feed, send, ctx);
	if (note_link(feed)) {
		tell_whole(feed, send, ctx);
		return;
	}
	if (plies || feed->matched != matched)
		tell_state(feed, send, ctx);
	else if (strcmp(before, feed->placement) != 0)
		tell_board(feed, send, ctx);
	if (!eboard_clock_same(&feed->clock, &feed->eboard->picture.clock)) {
		feed->clock = feed->eboard->picture.clock;
		tell_clock(feed, send, ctx);
	}
}

void
feed_end(struct feed *feed)
{
	rebuild_free(feed->rebuild);
	feed->rebuild = NULL;
}
