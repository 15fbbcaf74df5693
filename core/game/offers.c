/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/game/offers.h"

#define NO_PLY UINT32_MAX

/* The last ply of side's made up to t_us, or NO_PLY. */
static uint32_t
last_made(const struct game *game, enum color side, uint64_t t_us)
{
	for (uint32_t i = game->n_plies; i > 0; i--)
		if (game_ply_side(game, i - 1) == side && game->plies[i - 1].made_us <= t_us)
			return i - 1;
	return NO_PLY;
}

static uint64_t
made_us(const struct game *game, uint32_t index)
{
	return index == NO_PLY ? 0 : game->plies[index].made_us;
}

void
game_offers_add(struct game_offers *offers, const struct game *game, enum color side,
                uint64_t now_us)
{
	uint32_t own = last_made(game, side, now_us);
	bool on_turn = (enum color)game->now.side == side;
	struct game_offer *offer;

	if (offers->n == GAME_OFFERS_MAX)
		return;
	if (!on_turn && own != NO_PLY)
		own = own >= 2 ? own - 2 : NO_PLY;
	offer = &offers->list[offers->n++];
	offer->t_us = now_us;
	offer->after_us = made_us(game, own);
	offer->side = (uint8_t)side;
	offer->on_turn = on_turn;
}

bool
game_offers_remove(struct game_offers *offers, enum color side)
{
	uint32_t i = offers->n;

	while (i > 0 && offers->list[i - 1].side != side)
		i--;
	if (i == 0)
		return false;
	for (; i < offers->n; i++)
		offers->list[i - 1] = offers->list[i];
	offers->n--;
	return true;
}

/* The ply that an offer goes with, or NO_PLY. */
static uint32_t
ply_of(const struct game_offer *offer, const struct game *game)
{
	uint32_t index = last_made(game, (enum color)offer->side, offer->t_us);

	if (offer->on_turn) {
		index = index == NO_PLY ? (uint32_t)(game->start.side != offer->side) : index + 2;
		return index < game->n_plies ? index : NO_PLY;
	}
	return index != NO_PLY && made_us(game, index) > offer->after_us ? index : NO_PLY;
}

bool
game_offers_has(const struct game_offers *offers, const struct game *game, uint32_t index)
{
	for (uint32_t i = 0; i < offers->n; i++)
		if (offers->list[i].side == game_ply_side(game, index) &&
		    ply_of(&offers->list[i], game) == index)
			return true;
	return false;
}
