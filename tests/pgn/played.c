/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/pgn/played.h"

#include <stdbool.h>
#include <string.h>

#include "core/chess/fen.h"
#include "core/chess/san.h"
#include "tests/support.h"

void
played_begin(struct game *game, const char *fen, struct game_ply *plies, uint32_t capacity)
{
	struct position start;

	ck_assert_int_eq(fen_parse(fen, strlen(fen), &start, NULL), 0);
	game_init(game, &start, plies, capacity);
}

/* The next one of *moves, behind which that is then. False: there is none. */
static bool
next_move(const struct position *position, const char **moves, uint16_t *ret_move)
{
	const char *san = *moves + strspn(*moves, " ");
	size_t len = strcspn(san, " ");

	if (len == 0)
		return false;
	ck_assert_msg(san_parse(position, san, len, ret_move) == SAN_OK, "%s", san);
	*moves = san + len;
	return true;
}

void
played_on(struct game *game, const char *moves, uint64_t pace_us)
{
	uint16_t move;

	while (next_move(&game->now, &moves, &move)) {
		uint64_t made_us = pace_us ? (game->n_plies + 1) * pace_us : TIME_UNKNOWN;

		ck_assert_int_eq(game_append(game, move, made_us, PLY_MADE), 0);
	}
}

void
played_from(struct position *position, const char *moves)
{
	uint16_t move;

	while (next_move(position, &moves, &move))
		position_after(position, move, position);
}
