/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/lichess/relay_round.h"

#include <stdlib.h>

#include "daemon/config.h"
#include "daemon/delay.h"
#include "daemon/growing.h"
#include "daemon/lichess/relay_pgn.h"

struct relay_round {
	const struct config *config;
	const struct delay_view *view;
	struct relay_pgn *relay;
	bool is_running;
	size_t order[]; /* indexes of the tables, by number */
};

struct relay_round *
relay_round_new(const struct config *config, const struct delay_view *view)
{
	struct relay_round *round = calloc(1, sizeof(*round) + config->n_tables * sizeof(size_t));

	if (!round)
		return NULL;
	round->config = config;
	round->view = view;
	round->relay = relay_pgn_new();
	if (!round->relay) {
		free(round);
		return NULL;
	}
	config_order(config, round->order);
	return round;
}

void
relay_round_free(struct relay_round *round)
{
	if (round)
		relay_pgn_free(round->relay);
	free(round);
}

char *
relay_round_make(void *ctx, size_t *ret_len)
{
	struct relay_round *round = ctx;
	struct growing text = { 0 };
	size_t games = 0;

	round->is_running = false;
	for (size_t i = 0; i < round->config->n_tables && games < RELAY_ROUND_MAX; i++) {
		size_t index = round->order[i], pgn_len, len;
		bool over = true;
		const char *pgn = delay_pgn(round->view, index, &pgn_len);
		const char *game = pgn_len > 0
		                           ? relay_pgn_game(round->relay, pgn, pgn_len, &len, &over)
		                           : relay_pgn_pairing(round->relay, round->config,
		                                               &round->config->tables[index], &len);

		if (!game)
			continue;
		growing_add(&text, game, len);
		round->is_running |= !over;
		games++;
	}
	return growing_end(&text, ret_len);
}

bool
relay_round_is_running(const struct relay_round *round)
{
	return round->is_running;
}
