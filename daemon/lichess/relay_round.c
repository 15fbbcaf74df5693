/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/lichess/relay_round.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/config.h"
#include "daemon/delay.h"
#include "daemon/growing.h"
#include "daemon/lichess/relay_pgn.h"
#include "daemon/time_now.h"

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

/* format_clock: what it shows now, if it has run on since it was read. */
static void
format_clock(const json_t *clock, const char *side, int64_t now_ms, char ret_text[16])
{
	const char *turn = json_string_value(json_object_get(clock, "turn"));
	const json_t *shown = json_object_get(clock, side);
	int64_t seconds = json_integer_value(shown), ran_ms;

	ret_text[0] = '\0';
	if (!json_is_integer(shown))
		return;
	ran_ms = now_ms - json_integer_value(json_object_get(clock, "read_unix_ms"));
	if (json_is_true(json_object_get(clock, "running")) && turn && strcmp(turn, side) == 0 &&
	    ran_ms > 0)
		seconds -= ran_ms / 1000;
	if (seconds < 0)
		seconds = 0;
	snprintf(ret_text, 16, "%u:%02u:%02u", (unsigned int)(seconds / 3600 % 1000),
	         (unsigned int)(seconds / 60 % 60), (unsigned int)(seconds % 60));
}

/* look_at_clock: of the table, as the view shows it. */
static void
look_at_clock(const struct relay_round *round, size_t index, struct relay_clocks *ret_clocks)
{
	const json_t *clock = json_object_get(delay_live(round->view, index), "clock");
	int64_t now_ms = (int64_t)(time_unix_us() / 1000);

	format_clock(clock, "white", now_ms, ret_clocks->white);
	format_clock(clock, "black", now_ms, ret_clocks->black);
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
		struct relay_clocks clocks;
		const char *game;

		look_at_clock(round, index, &clocks);
		game = pgn_len > 0
		               ? relay_pgn_game(round->relay, pgn, pgn_len, &clocks, &len, &over)
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
