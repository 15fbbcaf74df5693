/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/game/draws.h"

#include <string.h>

#include "core/chess/movegen.h"

enum {
	THREEFOLD = 3,
	FIVEFOLD = 5,
	FIFTY_PLIES = 100,
	SEVENTY_FIVE_PLIES = 150,
	CYCLE_PLIES = 4, /* both players out and back: the shortest way to the same position */
};

/* How often has *position occurred, if it comes after the first n kept ones? The same player is to move
 * only every second ply. */
static uint16_t
count_occurrences(const struct draws *draws, uint32_t n, const struct position *position)
{
	for (uint32_t back = CYCLE_PLIES; back <= n; back += 2) {
		const struct position *earlier = &draws->positions[n - back];

		if (earlier->key == position->key && position_same(earlier, position))
			return (uint16_t)(draws->occurrences[n - back] + 1);
	}
	return 1;
}

/* Five times in a row: the position stood there four, eight, twelve and sixteen plies ago. */
static bool
is_fivefold_in_a_row(const struct draws *draws, uint32_t n, const struct position *position)
{
	for (uint32_t back = CYCLE_PLIES; back <= (FIVEFOLD - 1) * CYCLE_PLIES; back += CYCLE_PLIES)
		if (back > n || !position_same(&draws->positions[n - back], position))
			return false;
	return true;
}

static void
count(const struct draws *draws, uint32_t n, uint32_t occurrences, const struct position *position,
      struct draws_count *ret_count)
{
	ret_count->occurrences = occurrences;
	ret_count->plies = position->halfmove;
	ret_count->threefold = occurrences >= THREEFOLD;
	ret_count->fivefold = occurrences >= FIVEFOLD;
	ret_count->fivefold_in_a_row =
		ret_count->fivefold && is_fivefold_in_a_row(draws, n, position);
	ret_count->fifty = position->halfmove >= FIFTY_PLIES;
	/* Mate on the last of the 150 plies wins (9.6.2). */
	ret_count->seventy_five = position->halfmove >= SEVENTY_FIVE_PLIES &&
	                          !(position_in_check(position) && !movegen_any(position));
}

void
draws_init(struct draws *draws, const struct position *start)
{
	draws->positions[0] = *start;
	draws->occurrences[0] = 1;
	draws->n = 1;
}

void
draws_push(struct draws *draws, const struct position *after)
{
	uint16_t occurrences;

	if (after->halfmove == 0) {
		draws_init(draws, after);
		return;
	}
	if (draws->n == DRAWS_POSITIONS_MAX) {
		/* Two at a time keeps the sides where they were. */
		draws->n -= 2;
		memmove(draws->positions, draws->positions + 2,
		        draws->n * sizeof(draws->positions[0]));
		memmove(draws->occurrences, draws->occurrences + 2,
		        draws->n * sizeof(draws->occurrences[0]));
	}
	occurrences = count_occurrences(draws, draws->n, after);
	draws->positions[draws->n] = *after;
	draws->occurrences[draws->n] = occurrences;
	draws->n++;
}

void
draws_break(struct draws *draws, const struct position *position)
{
	if (position->side == draws->positions[draws->n - 1].side)
		draws_init(draws, position);
	else
		draws_push(draws, position);
}

void
draws_fold(struct draws *draws, const struct game *game, uint32_t n_plies)
{
	struct position position = game->start;
	uint32_t n_breaks = 0;

	draws_init(draws, &position);
	for (uint32_t i = 0; i <= n_plies; i++) {
		for (; n_breaks < game->n_breaks && game->breaks[n_breaks].ply == i; n_breaks++) {
			position = game->breaks[n_breaks].position;
			draws_break(draws, &position);
		}
		if (i == n_plies)
			break;
		position_after(&position, game->plies[i].move, &position);
		draws_push(draws, &position);
	}
}

void
draws_now(const struct draws *draws, struct draws_count *ret_count)
{
	uint32_t last = draws->n - 1;

	count(draws, last, draws->occurrences[last], &draws->positions[last], ret_count);
}

void
draws_if(const struct draws *draws, uint16_t move, struct draws_count *ret_count)
{
	struct position after;

	position_after(&draws->positions[draws->n - 1], move, &after);
	if (after.halfmove == 0)
		count(draws, 0, 1, &after, ret_count);
	else
		count(draws, draws->n, count_occurrences(draws, draws->n, &after), &after,
		      ret_count);
}
