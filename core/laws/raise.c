/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How an alert is begun, what it says of the game, and where it goes.
 */
#include "core/laws/laws_state.h"

uint64_t
laws_made_us(const struct laws *laws, uint32_t index)
{
	uint64_t made_us = laws->game->plies[index].made_us;

	return made_us == TIME_UNKNOWN ? laws->now_us : made_us;
}

void
laws_alert(const struct laws *laws, struct alert *alert, enum alert_id id)
{
	const struct game *game = laws->game;

	alert_init(alert, id, laws->rules, &laws->before);
	alert->ply = laws->n_judged;
	alert->t_us = laws->now_us;
	if (!game || laws->n_judged == 0)
		return;
	alert->after = &laws->now;
	alert->side = game_ply_side(game, laws->n_judged - 1);
	alert->moves[0] = game->plies[laws->n_judged - 1].move;
	alert->n_moves = 1;
	alert->t_us = laws_made_us(laws, laws->n_judged - 1);
}

bool
laws_game_on(const struct laws *laws)
{
	return laws->game && laws->game->result == RESULT_NONE && laws->end == LAWS_OPEN;
}

void
laws_list_occurrences(const struct laws *laws, const struct position *position, struct alert *alert)
{
	const struct draws *draws = &laws->draws;

	for (uint32_t i = 0; i < draws->n; i++) {
		uint32_t back = draws->n - 1 - i;

		if (alert->n_plies < ALERT_PLIES_MAX && back <= laws->n_judged &&
		    position_same(&draws->positions[i], position))
			alert->plies[alert->n_plies++] = laws->n_judged - back;
	}
}

void
laws_raise(struct laws *laws, struct alert *alert)
{
	alert->number = ++laws->n_alerts;
	alert->table = laws->table;
	alert->game = laws->view.games;
	if (alert->since_us == 0)
		alert->since_us = alert->t_us;
	for (int side = 0; side < 2; side++)
		if (alert->clock_before_s[side] == CLOCK_UNKNOWN && laws->view.clock_seen)
			alert->clock_before_s[side] = laws->view.clock_s[side];
	log_add(laws, alert);
	if (alert->ply == 0) /* the one that is to be played */
		alert->ply = 1;
	if (laws->listener.raise)
		laws->listener.raise(laws->listener.ctx, alert);
}

static uint64_t
pressed_us(const struct game_ply *ply)
{
	return ply->completed_us != TIME_UNKNOWN ? ply->completed_us : ply->made_us;
}

/* A moment of the turn behind n_plies plies that the alert is about. */
static uint64_t
turn_us(const struct laws *laws, uint32_t n_plies, const struct alert *alert)
{
	const struct game *game = laws->game;

	if (alert->since_us != 0)
		return alert->since_us;
	return n_plies < game->n_plies ? pressed_us(&game->plies[n_plies]) : laws->now_us;
}

void
laws_fill_clocks(const struct laws *laws, uint32_t n_plies, struct alert *alert)
{
	const struct laws_started *started = &laws->presses.started;
	const struct game *game = laws->game;
	bool before = started->t_us != 0 && started->t_us <= turn_us(laws, n_plies, alert);

	for (int side = WHITE; side <= BLACK && before; side++)
		alert->clock_before_s[side] = started->clock_s[side];
	for (uint32_t i = n_plies; i > 0 && i + 2 > n_plies; i--) {
		const struct game_ply *ply = &game->plies[i - 1];

		if (!before || pressed_us(ply) > started->t_us)
			alert->clock_before_s[game_ply_side(game, i - 1)] = ply->clock_s;
	}
	for (int side = WHITE; side <= BLACK && laws->view.clock_seen; side++)
		alert->clock_after_s[side] = laws->view.clock_s[side];
}
