/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/chess/san.h"
#include "core/laws/laws_state.h"
#include "core/laws/rules/opening_moves.h"

void
opening_rewind(struct laws *laws, uint32_t n)
{
	if (n < laws->opening_end || n == 0)
		laws->opening_end = 0;
}

static void
tell_left(struct laws *laws, uint32_t index, const struct position *before, uint16_t due)
{
	struct alert alert;

	laws->opening_end = index + 1;
	alert_init(&alert, ALERT_IMPOSED_OPENING_LEFT, laws->rules, before);
	alert.ply = index + 1;
	alert.side = (enum color)before->side;
	alert.t_us = laws->now_us;
	alert.moves[alert.n_moves++] = laws->game->plies[index].move;
	alert.moves[alert.n_moves++] = due;
	laws_raise(laws, &alert);
}

/* The record from its beginning: it may have been corrected. */
void
opening_judge(struct laws *laws)
{
	const struct game *game = laws->game;
	const char *p = laws->rules->start_prefix, *word;
	struct position position = game->start;
	uint32_t index = 0;
	size_t len;
	uint16_t due;

	if (laws->opening_end > 0)
		return;
	for (; opening_next(&p, &word, &len); index++) {
		/* Until it is pressed or answered it may still become another. */
		if (index >= laws->n_judged ||
		    (game->plies[index].state != PLY_COMPLETED && index + 1 == laws->n_judged))
			return;
		if (san_parse(&position, word, len, &due) != SAN_OK)
			break;
		if (game->plies[index].move != due) {
			tell_left(laws, index, &position, due);
			return;
		}
		position_after(&position, due, &position);
	}
	laws->opening_end = index + 1;
}
