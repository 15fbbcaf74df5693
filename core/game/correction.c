/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/game/correction.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>

#include "core/base/invariant.h"
#include "core/base/text.h"
#include "core/chess/movegen.h"
#include "core/chess/san.h"

#define CORRECTION_QUOTE_MAX 16 /* bytes of a person's text in a cause */

/* One correction in the making. The record becomes: plies before `at`, the new moves, the plies
 * kept_from.. that can stay, the plies tail_from.. behind the next break. */
struct correction_work {
	const struct game *game;
	struct correction_effect *effect;
	struct position position; /* where the new record has got to */
	uint32_t at;
	uint32_t kept_from, tail_from;
	uint16_t moves[CORRECTION_MOVES_MAX];
};

static struct text
correction_cause(struct correction_work *work)
{
	struct text cause;

	text_begin(&cause, work->effect->cause, sizeof(work->effect->cause));
	return cause;
}

/* correction_no_ply: the record has no ply number `number` (from 1). */
static int
correction_no_ply(struct correction_work *work, uint64_t number)
{
	struct text cause = correction_cause(work);

	text_string(&cause, "there is no ply ");
	text_unsigned(&cause, number, 1);
	text_string(&cause, ": the record has ");
	text_unsigned(&cause, work->game->n_plies, 1);
	return -EINVAL;
}

/* correction_bad_move: 'Nf3' (ply 12) is not legal. */
static int
correction_bad_move(struct correction_work *work, const char *move, size_t len, const char *why)
{
	struct text cause = correction_cause(work);

	text_char(&cause, '\'');
	for (size_t i = 0; i < len && i < CORRECTION_QUOTE_MAX; i++)
		text_char(&cause, move[i] >= ' ' && move[i] < 0x7f ? move[i] : '?');
	text_string(&cause, len > CORRECTION_QUOTE_MAX ? "...' (ply " : "' (ply ");
	text_unsigned(&cause, (uint64_t)work->at + work->effect->n_added + 1, 1);
	text_string(&cause, ") ");
	text_string(&cause, why);
	return -EINVAL;
}

static int
correction_read_move(struct correction_work *work, const char *text, size_t len)
{
	static const char *const whys[] = {
		[SAN_SYNTAX] = "is not a move",
		[SAN_ILLEGAL] = "is not legal there",
		[SAN_AMBIGUOUS] = "means more than one legal move",
	};
	enum san_result result;
	uint16_t move;

	if (work->effect->n_added == CORRECTION_MOVES_MAX)
		return correction_bad_move(work, text, len, "is one move too many at once");
	result = san_parse(&work->position, text, len, &move);
	if (result != SAN_OK && uci_parse(&work->position, text, len, &move) == 0)
		result = SAN_OK;
	if (result != SAN_OK)
		return correction_bad_move(work, text, len, whys[result]);
	work->moves[work->effect->n_added++] = move;
	position_after(&work->position, move, &work->position);
	return 0;
}

static int
correction_read_moves(struct correction_work *work, const char *text)
{
	int r = 0;

	for (text += strspn(text, " "); *text && r == 0; text += strspn(text, " ")) {
		size_t len = strcspn(text, " ");

		r = correction_read_move(work, text, len);
		text += len;
	}
	if (r == 0 && work->effect->n_added == 0)
		return correction_bad_move(work, "", 0, "is not a move");
	return r;
}

/* correction_find_tail: the plies behind the next break stay, whatever comes before it. */
static uint32_t
correction_find_tail(const struct game *game, uint32_t at)
{
	for (uint32_t i = 0; i < game->n_breaks; i++)
		if (game->breaks[i].ply > at)
			return game->breaks[i].ply;
	return game->n_plies;
}

/* correction_keep: how far can the plies behind the correction be played by the same men? */
static uint32_t
correction_keep(struct correction_work *work)
{
	struct position before; /* as the record has had it */
	uint32_t i;

	game_position(work->game, work->kept_from, &before);
	for (i = work->kept_from; i < work->tail_from; i++) {
		uint16_t move = work->game->plies[i].move;
		int from = move_from(move);

		if (position_piece_at(&before, from) != position_piece_at(&work->position, from) ||
		    !movegen_is_legal(&work->position, move))
			break;
		position_after(&before, move, &before);
		position_after(&work->position, move, &work->position);
	}
	return i - work->kept_from;
}

/* correction_plan_moves: put the moves in at `at`, for n_removed plies there. */
static int
correction_plan_moves(struct correction_work *work, const struct correction *correction)
{
	const struct game *game = work->game;
	struct correction_effect *effect = work->effect;
	struct text cause;
	uint32_t n_kept;
	int r;

	effect->n_removed = correction->what == CORRECTION_REPLACE ? 1 : 0;
	work->at = correction->ply;
	if (work->at > game->n_plies || work->at + effect->n_removed > game->n_plies)
		return correction_no_ply(work, (uint64_t)work->at + 1);
	game_position(game, work->at, &work->position);
	r = correction_read_moves(work, correction->moves);
	if (r < 0)
		return r;

	work->kept_from = work->at + effect->n_removed;
	work->tail_from = correction_find_tail(game, work->at);
	n_kept = correction_keep(work);
	effect->first_ply = work->at;
	effect->n_dropped = work->tail_from - work->kept_from - n_kept;
	effect->n_kept = n_kept + game->n_plies - work->tail_from;
	effect->n_plies = work->at + effect->n_added + effect->n_kept;
	if (effect->n_plies <= game->capacity)
		return 0;
	cause = correction_cause(work);
	text_string(&cause, "the record is full");
	return -ENOBUFS;
}

static int
correction_plan_take_back(struct correction_work *work, const struct correction *correction)
{
	const struct game *game = work->game;

	if (correction->n_plies == 0 || correction->n_plies > game->n_plies) {
		struct text cause = correction_cause(work);

		text_string(&cause, "cannot take back ");
		text_unsigned(&cause, correction->n_plies, 1);
		text_string(&cause, ": the record has ");
		text_unsigned(&cause, game->n_plies, 1);
		return -EINVAL;
	}
	work->effect->n_removed = correction->n_plies;
	work->effect->n_plies = game->n_plies - correction->n_plies;
	work->effect->first_ply = work->effect->n_plies;
	return 0;
}

/* correction_replaces_break: is the last thing in the record a position that was set? It gives way. */
static bool
correction_replaces_break(const struct game *game)
{
	const struct game_break *last = game_last_break(game, game->n_plies);

	return last && last->ply == game->n_plies && last->why == BREAK_SET;
}

static int
correction_plan_position(struct correction_work *work, const struct correction *correction)
{
	const struct game *game = work->game;
	enum position_fault fault = position_check_standing(&correction->position);
	struct text cause;

	work->effect->n_plies = game->n_plies;
	work->effect->first_ply = game->n_plies;
	if (fault != POSITION_OK) {
		cause = correction_cause(work);
		text_string(&cause, position_fault_text(fault));
		return -EINVAL;
	}
	if (game->n_breaks == GAME_BREAKS_MAX && !correction_replaces_break(game)) {
		cause = correction_cause(work);
		text_string(&cause, "too many positions have been set in this game");
		return -ENOBUFS;
	}
	return 0;
}

static int
correction_plan_result(struct correction_work *work, const struct correction *correction)
{
	(void)correction;
	work->effect->n_plies = work->game->n_plies;
	work->effect->first_ply = work->game->n_plies;
	return 0;
}

static int
correction_plan(struct correction_work *work, const struct correction *correction)
{
	static int (*const plans[])(struct correction_work * work,
	                            const struct correction *correction) = {
		[CORRECTION_TAKE_BACK] = correction_plan_take_back,
		[CORRECTION_REPLACE] = correction_plan_moves,
		[CORRECTION_INSERT] = correction_plan_moves,
		[CORRECTION_POSITION] = correction_plan_position,
		[CORRECTION_RESULT] = correction_plan_result,
	};

	INVARIANT(correction->what < sizeof(plans) / sizeof(plans[0]));
	return plans[correction->what](work, correction);
}

int
correction_check(const struct game *game, const struct correction *correction,
                 struct correction_effect *ret_effect)
{
	struct correction_work work = { .game = game, .effect = ret_effect };

	*ret_effect = (struct correction_effect){ 0 };
	return correction_plan(&work, correction);
}

/* correction_shift: make room, or close the gap. The tail may move over what is dropped only. */
static void
correction_shift(struct game *game, const struct correction_work *work)
{
	const struct correction_effect *effect = work->effect;
	uint32_t n_tail = game->n_plies - work->tail_from, n_kept = effect->n_kept - n_tail;
	struct game_ply *kept = game->plies + work->at + effect->n_added;

	if (effect->n_added > effect->n_removed)
		memmove(kept + n_kept, game->plies + work->tail_from, n_tail * sizeof(*kept));
	memmove(kept, game->plies + work->kept_from, n_kept * sizeof(*kept));
	if (effect->n_added <= effect->n_removed)
		memmove(kept + n_kept, game->plies + work->tail_from, n_tail * sizeof(*kept));
	for (uint32_t i = 0; i < game->n_breaks; i++)
		if (game->breaks[i].ply > work->at)
			game->breaks[i].ply +=
				work->at + effect->n_added + n_kept - work->tail_from;
}

static void
correction_apply_moves(struct game *game, const struct correction_work *work)
{
	const struct correction_effect *effect = work->effect;
	struct game_ply replaced = { .made_us = TIME_UNKNOWN,
		                     .completed_us = TIME_UNKNOWN,
		                     .clock_s = CLOCK_UNKNOWN };
	const struct game_ply fresh = replaced;

	if (effect->n_removed > 0)
		replaced = game->plies[work->at];
	correction_shift(game, work);
	game->n_plies = effect->n_plies;
	for (uint32_t i = 0; i < effect->n_added; i++) {
		struct game_ply *ply = &game->plies[work->at + i];
		uint8_t state = work->at + i + 2 < game->n_plies ? PLY_COMPLETED : PLY_MADE;

		*ply = i == 0 ? replaced : fresh;
		ply->move = work->moves[i];
		ply->doubtful = 0;
		if (ply->state < state)
			ply->state = state;
	}
	game_position(game, game->n_plies, &game->now);
	/* Raises nothing by itself: what lags behind it, and the result the board gives. */
	game_set_state(game, game->n_plies - 1,
	               (enum ply_state)game->plies[game->n_plies - 1].state);
}

static void
correction_apply_position(struct game *game, const struct correction *correction, uint64_t made_us)
{
	struct game_break gap = {
		.position = correction->position,
		.made_us = made_us,
		.why = BREAK_SET,
		.from = SQ_NONE,
		.to = SQ_NONE,
	};
	uint32_t number = game->now.fullmove;

	gap.position.chess960 = gap.position.chess960 || game->start.chess960;
	if (correction->keeps_count)
		gap.position.fullmove =
			(uint16_t)(game->now.side == BLACK && gap.position.side == WHITE &&
		                                   number < UINT16_MAX
		                           ? number + 1
		                           : number);
	if (correction_replaces_break(game)) {
		game_unbreak(game);
		if (position_same(&game->now, &gap.position))
			return; /* where the last ply led: that position was set by mistake */
	}
	INVARIANT(game_break(game, &gap) == 0);
}

int
correction_apply(struct game *game, const struct correction *correction, uint64_t made_us,
                 struct correction_effect *ret_effect)
{
	struct correction_work work = { .game = game, .effect = ret_effect };
	enum game_result result = (enum game_result)correction->result;
	int r;

	*ret_effect = (struct correction_effect){ 0 };
	r = correction_plan(&work, correction);
	if (r < 0)
		return r;
	switch ((enum correction_what)correction->what) {
	case CORRECTION_TAKE_BACK:
		game_truncate(game, ret_effect->n_plies);
		break;
	case CORRECTION_REPLACE:
	case CORRECTION_INSERT:
		correction_apply_moves(game, &work);
		break;
	case CORRECTION_POSITION:
		correction_apply_position(game, correction, made_us);
		break;
	case CORRECTION_RESULT:
		game_set_result(game, result, result == RESULT_NONE ? END_OPEN : END_DECLARED);
		break;
	}
	return 0;
}
