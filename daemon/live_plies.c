/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/live_plies.h"

#include <stdlib.h>
#include <string.h>

#include "core/chess/san.h"
#include "daemon/ply_word.h"

/* All that is told of a ply, but for the position before it. */
struct live_ply_told {
	int32_t clock_s;
	uint16_t move;
	bool completed, doubtful;
};

json_t *
live_seconds(int32_t seconds)
{
	return seconds == CLOCK_UNKNOWN ? json_null() : json_integer(seconds);
}

static struct live_ply_told
told_of(const struct game_ply *ply)
{
	return (struct live_ply_told){
		.clock_s = ply->clock_s,
		.move = ply->move,
		.completed = ply->state == PLY_COMPLETED,
		.doubtful = ply->doubtful != 0,
	};
}

static bool
says_the_same(const struct live_ply_told *was, const struct live_ply_told *is)
{
	return was->clock_s == is->clock_s && was->move == is->move &&
	       was->completed == is->completed && was->doubtful == is->doubtful;
}

static json_t *
live_ply(const struct position *before, const struct live_ply_told *ply)
{
	char san[SAN_SIZE], uci[UCI_SIZE];
	const struct ply_word word = { san, uci, ply->completed, ply->doubtful, ply->clock_s };

	san_format(before, ply->move, san);
	uci_format(before, ply->move, uci);
	return ply_word_new(&word);
}

/* How many of the plies told come of the same position as the game's: from one start, through the same moves, and so
 * does the one behind them. Of a game with a break none does, which is seldom. */
static size_t
count_alike(const struct live_plies *kept, const struct game *game, size_t n_made)
{
	size_t n = kept->told ? json_array_size(kept->array) : 0;

	if (game->n_breaks > 0 || !position_same(&kept->start, &game->start) ||
	    kept->start.chess960 != game->start.chess960)
		return 0;
	for (size_t i = 0; i < n; i++)
		if (i == n_made || kept->told[i].move != game->plies[i].move)
			return i;
	return n;
}

static bool
is_told(const struct live_plies *kept, const struct live_ply_told *now, size_t n_made,
        size_t n_alike)
{
	if (!kept->array || n_made != json_array_size(kept->array) || n_alike != n_made)
		return false;
	for (size_t i = 0; i < n_made; i++)
		if (!says_the_same(&kept->told[i], &now[i]))
			return false;
	return true;
}

static json_t *
make_array(const struct live_plies *kept, const struct game *game, const struct live_ply_told *now,
           size_t n_made, size_t n_alike)
{
	json_t *array = json_array();
	struct position position;

	game_position(game, 0, &position);
	for (uint32_t i = 0; i < n_made; i++) {
		const struct game_break *gap = game_last_break(game, i + 1);
		bool same = i < n_alike && says_the_same(&kept->told[i], &now[i]);

		if (json_array_append_new(array, same ? json_incref(json_array_get(kept->array, i))
		                                      : live_ply(&position, &now[i])) < 0) {
			json_decref(array);
			return NULL;
		}
		if (gap && gap->ply == i + 1)
			position = gap->position;
		else
			position_after(&position, game->plies[i].move, &position);
	}
	return array;
}

json_t *
live_plies_of(struct live_plies *kept, const struct game *game, size_t n_made)
{
	struct live_plies none = { 0 }, *last = kept ? kept : &none;
	struct live_ply_told *now = calloc(n_made + 1, sizeof(*now));
	size_t n_alike = count_alike(last, game, n_made);
	json_t *array = NULL;

	for (size_t i = 0; now && i < n_made; i++)
		now[i] = told_of(&game->plies[i]);
	if (now && is_told(last, now, n_made, n_alike))
		array = json_incref(last->array);
	else if (now)
		array = make_array(last, game, now, n_made, n_alike);
	if (!kept || !array) {
		free(now);
		return array;
	}
	live_plies_clear(kept);
	*kept = (struct live_plies){
		.start = game->start,
		.array = json_incref(array),
		.told = now,
	};
	return array;
}

void
live_plies_clear(struct live_plies *kept)
{
	json_decref(kept->array);
	free(kept->told);
	memset(kept, 0, sizeof(*kept));
}
