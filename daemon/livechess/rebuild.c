/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/livechess/rebuild.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/chess/fen.h"

struct rebuild {
	struct position start;
	struct tracker *tracker;
};

/* --- The position a client names --------------------------------------------------------------- */

/* How many fields, separated by blanks. */
static int
count_fields(const char *text)
{
	int n = 0;

	for (text += strspn(text, " "); *text; text += strspn(text, " ")) {
		text += strcspn(text, " ");
		n++;
	}
	return n;
}

int
rebuild_read(const char *text, struct position *ret_position, const char **ret_cause)
{
	/* What the missing fields say; rights are found by looking at the men. */
	static const char *const rest[] = { NULL, " w - -", " - -", " -", "" };
	int n = count_fields(text);
	struct fen_error fault = { .cause = "it is empty or too long" };
	char fen[2 * FEN_SIZE];
	int len;

	*ret_cause = fault.cause;
	if (n == 0 || strlen(text) >= sizeof(fen) - 8)
		return -EBADMSG;
	len = snprintf(fen, sizeof(fen), "%s%s", text, rest[n < 4 ? n : 4]);
	if (fen_parse(fen, (size_t)len, ret_position, &fault) < 0) {
		*ret_cause = fault.cause;
		return -EBADMSG;
	}
	if (n < 3)
		position_assume_castling(ret_position);
	return 0;
}

/* --- The reconstruction ------------------------------------------------------------------------ */

static void
on_update(void *ctx, enum tracker_update what, const struct game *game, uint32_t first_ply)
{
	(void)ctx;
	(void)what;
	(void)game;
	(void)first_ply;
}

int
rebuild_new(const struct position *start, const uint8_t raw[64], uint64_t t_us,
            struct rebuild **ret_rebuild)
{
	const struct tracker_listener listener = { .update = on_update };
	const struct board_event back = { .kind = BOARD_BACK, .t_us = t_us };
	struct board_event scan = { .kind = BOARD_SCAN, .t_us = t_us };
	struct rebuild *rebuild = calloc(1, sizeof(*rebuild));
	void *memory = malloc(tracker_size());

	if (!rebuild || !memory) {
		free(rebuild);
		free(memory);
		return -ENOMEM;
	}
	rebuild->start = *start;
	rebuild->tracker = tracker_init(memory, &listener);
	tracker_expect_start(rebuild->tracker, start);
	memcpy(scan.scan, raw, sizeof(scan.scan));
	tracker_event(rebuild->tracker, &back);
	tracker_event(rebuild->tracker, &scan);
	*ret_rebuild = rebuild;
	return 0;
}

void
rebuild_free(struct rebuild *rebuild)
{
	if (!rebuild)
		return;
	free(rebuild->tracker);
	free(rebuild);
}

void
rebuild_event(struct rebuild *rebuild, const struct board_event *event)
{
	tracker_event(rebuild->tracker, event);
}

uint64_t
rebuild_advance(struct rebuild *rebuild, uint64_t now_us)
{
	return tracker_advance(rebuild->tracker, now_us);
}

const struct position *
rebuild_start(const struct rebuild *rebuild)
{
	return &rebuild->start;
}

size_t
rebuild_moves(const struct rebuild *rebuild, uint16_t ret_moves[REBUILD_PLIES_MAX])
{
	const struct game *game = tracker_game(rebuild->tracker);
	/* Behind a break the moves do not follow from the start. */
	uint32_t end = !game ? 0 : game->n_breaks > 0 ? game->breaks[0].ply : game->n_plies;
	size_t n = 0;

	while (n < end && n < REBUILD_PLIES_MAX && game->plies[n].state != PLY_CANDIDATE) {
		ret_moves[n] = game->plies[n].move;
		n++;
	}
	return n;
}

enum rebuild_match
rebuild_match(const struct rebuild *rebuild)
{
	const struct game *game = tracker_game(rebuild->tracker);
	struct tracker_view view;
	uint8_t squares[64];

	tracker_look(rebuild->tracker, &view);
	if (!game || view.sync == TRACKER_ASTRAY || view.sync == TRACKER_PUZZLED)
		return REBUILD_DIFFERS;
	position_placement(&game->now, squares);
	return memcmp(squares, view.squares, sizeof(squares)) == 0 ? REBUILD_MATCHES
	                                                           : REBUILD_MOVING;
}
