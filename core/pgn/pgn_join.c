/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <string.h>

#include "core/base/invariant.h"
#include "core/pgn/pgn.h"

/* pgn_may_differ: is `name` a tag in which the parts of one game differ? */
static bool
pgn_may_differ(const char *name)
{
	static const char *const names[] = { "Result", "Continuation", "Variant", "SetUp", "FEN" };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strcmp(names[i], name) == 0)
			return true;
	return false;
}

/* pgn_has_tags_of: has *game every tag of *other, with the same value? */
static bool
pgn_has_tags_of(const struct pgn_game *game, const struct pgn_game *other)
{
	for (size_t i = 0; i < other->n_tags; i++) {
		const char *name = other->tags[i].name;
		const char *value = pgn_tag_value(game->tags, game->n_tags, name);

		if (!pgn_may_differ(name) && (!value || strcmp(value, other->tags[i].value) != 0))
			return false;
	}
	return true;
}

int
pgn_join(struct pgn_game *whole, const struct pgn_game *part)
{
	struct game *game = &whole->game;
	const struct game_break gap = {
		.position = part->game.start,
		.made_us = TIME_UNKNOWN,
		.why = BREAK_RESUMED,
		.from = SQ_NONE,
		.to = SQ_NONE,
	};
	int r;

	if (!pgn_tag_value(part->tags, part->n_tags, "Continuation") ||
	    !pgn_has_tags_of(whole, part) || !pgn_has_tags_of(part, whole))
		return -EINVAL;
	if (part->game.n_plies > game->capacity - game->n_plies)
		return -ENOBUFS;
	r = game_break(game, &gap);
	if (r < 0)
		return r;
	for (uint32_t i = 0; i < part->game.n_plies; i++) {
		const struct game_ply *ply = &part->game.plies[i];

		r = game_append(game, ply->move, ply->made_us, (enum ply_state)ply->state);
		INVARIANT(r == 0);
		game->plies[game->n_plies - 1].clock_s = ply->clock_s;
	}
	game_set_result(game, (enum game_result)part->game.result, (enum game_end)part->game.end);
	return 0;
}
