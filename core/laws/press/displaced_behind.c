/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Are men missing where the record lacks the ply of a press? A part of displaced.c.
 */
#include "core/chess/bits.h"
#include "core/chess/movegen.h"
#include "core/laws/laws_state.h"

/* A hand at work has two men off the board at most: who moves and whom he takes, or king and rook. */
#define AT_WORK 2

/* Has the last press no ply in the record? A ply of who pressed that had been made by then, and that waits for what is
 * around it to be explained, is his. */
bool
displaced_is_behind(const struct laws *laws)
{
	const struct game *game = laws->game;
	const struct game_ply *last = game->n_plies > 0 ? &game->plies[game->n_plies - 1] : NULL;

	if (presses_is_answered_for(laws))
		return false;
	return !last || last->completed_us != TIME_UNKNOWN || last->made_us == TIME_UNKNOWN ||
	       last->made_us > laws->view.press_us ||
	       game_ply_side(game, game->n_plies - 1) != laws->view.press_side;
}

/* Does the picture show all that leads from *position to *after? */
static bool
is_shown(const struct laws *laws, const struct position *position, const struct position *after)
{
	return (image_difference(&laws->image, after) & position_difference(position, after)) == 0;
}

/* The next of the legal plies of *position, from number *i on, that the picture shows. */
static bool
next_shown(const struct laws *laws, const struct position *position, const struct move_list *legal,
           int *i, struct position *ret_after)
{
	while (*i < legal->count) {
		position_after(position, legal->moves[(*i)++], ret_after);
		if (is_shown(laws, position, ret_after))
			return true;
	}
	return false;
}

/* Of *squares more have lost their men in *position than hands at work take up. Those that differ from it are left. */
static bool
are_missing(const struct laws *laws, const struct position *position, uint64_t *squares)
{
	*squares &= image_difference(&laws->image, position);
	return bits_count(*squares & ~image_men(&laws->image)) > AT_WORK;
}

typedef bool missing_test(const struct laws *laws, const struct position *position,
                          uint64_t *squares);

/* The same, and it holds by `test` behind every legal ply that the picture shows, too. */
static bool
are_missing_behind(const struct laws *laws, const struct position *position, missing_test *test,
                   uint64_t *squares)
{
	struct move_list legal;
	struct position after;
	int i = 0;

	if (!are_missing(laws, position, squares))
		return false;
	movegen_legal(position, &legal);
	while (next_shown(laws, position, &legal, &i, &after))
		if (!test(laws, &after, squares))
			return false;
	return true;
}

/* Whether or not one more ply was played ... */
static bool
are_missing_one_behind(const struct laws *laws, const struct position *position, uint64_t *squares)
{
	return are_missing_behind(laws, position, are_missing, squares);
}

/* ... or two: the record may lack each player's last. */
bool
displaced_are_missing(const struct laws *laws, uint64_t *squares)
{
	return are_missing_behind(laws, &laws->game->now, are_missing_one_behind, squares);
}

/* How many plies the record lacks: it has the move who did not press last. */
uint32_t
displaced_lacking(const struct laws *laws)
{
	if (!displaced_is_behind(laws))
		return 0;
	return laws->game->now.side == laws->view.press_side ? 1 : 2;
}
