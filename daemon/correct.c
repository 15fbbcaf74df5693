/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/correct.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/fnv.h"
#include "core/base/text.h"
#include "core/chess/fen.h"
#include "core/chess/san.h"
#include "daemon/operator.h"
#include "daemon/user.h"

/* --- The order ------------------------------------------------------------------------------ */

/* correct_read_result: only here: as a host event a result is older than corrections. */
static int
correct_read_result(const json_t *request, struct correction *correction, char *error,
                    size_t error_size)
{
	const char *text = json_string_value(json_object_get(request, "result"));

	for (int result = RESULT_NONE; text && result <= RESULT_DRAW; result++)
		if (strcmp(text, game_result_text((enum game_result)result)) == 0) {
			*correction = (struct correction){ .what = CORRECTION_RESULT,
				                           .result = (uint8_t)result };
			return 0;
		}
	snprintf(error, error_size, "\"result\" must be \"1-0\", \"0-1\", \"1/2-1/2\" or \"*\"");
	return -EBADMSG;
}

/* How each order is read, and which members of the request its host event takes over. */
static const struct correct_kind {
	const char *name;
	int (*read)(const json_t *request, struct correction *correction, char *error,
	            size_t error_size);
	const char *op;
	const char *members[3];
} correct_kinds[] = {
	{ "insert", operator_read_correct, "correct", { "do", "ply", "move" } },
	{ "position", operator_read_position, "position", { "fen" } },
	{ "replace", operator_read_correct, "correct", { "do", "ply", "move" } },
	{ "result", correct_read_result, "result", { "result" } },
	{ "take-back", operator_read_correct, "correct", { "do", "plies" } },
};

static json_t *
correct_event(const struct correct_kind *kind, const json_t *request, uint32_t uid)
{
	json_t *event = json_pack("{s:s}", "op", kind->op), *by = json_object_get(request, "by");

	if (!by)
		json_object_set_new(event, "uid", json_integer(uid));
	user_copy(event, request);
	for (size_t i = 0; i < 3 && kind->members[i]; i++)
		json_object_set(event, kind->members[i],
		                json_object_get(request, kind->members[i]));
	return event;
}

int
correct_read(const json_t *request, uint32_t uid, struct correct_order *ret_order, char *error,
             size_t error_size)
{
	const char *name = json_string_value(json_object_get(request, "do"));
	const struct correct_kind *kind = NULL;
	int r;

	for (size_t i = 0; name && i < sizeof(correct_kinds) / sizeof(correct_kinds[0]); i++)
		if (strcmp(correct_kinds[i].name, name) == 0)
			kind = &correct_kinds[i];
	if (!kind) {
		snprintf(error, error_size,
		         "\"do\" must be \"insert\", \"position\", \"replace\", \"result\" or "
		         "\"take-back\"");
		return -EBADMSG;
	}
	r = kind->read(request, &ret_order->correction, error, error_size);
	if (r < 0)
		return r;
	ret_order->event = correct_event(kind, request, uid);
	if (!ret_order->event) {
		snprintf(error, error_size, "out of memory");
		return -ENOMEM;
	}
	ret_order->apply = json_is_true(json_object_get(request, "apply"));
	ret_order->record = json_string_value(json_object_get(request, "record"));
	return 0;
}

/* --- The record ----------------------------------------------------------------------------- */

void
correct_name(const struct game *game, uint32_t number, char ret_name[CORRECT_NAME_SIZE])
{
	uint64_t hash = FNV_BEGIN;

	for (uint32_t i = 0; game && i < game->n_plies; i++)
		hash = fnv_mix(hash, game->plies[i].move);
	for (uint32_t i = 0; game && i < game->n_breaks; i++)
		hash = fnv_mix(fnv_mix(hash, game->breaks[i].ply), game->breaks[i].position.key);
	if (game)
		hash = fnv_mix(hash, game->result);
	snprintf(ret_name, CORRECT_NAME_SIZE, "%" PRIu32 "-%" PRIu32 "-%016" PRIx64, number,
	         game ? game->n_plies : 0, hash);
}

/* --- The effect ----------------------------------------------------------------------------- */

#define CORRECT_SHOWN 12 /* plies shown; the rest is "..." */

/* correct_moves: the moves of the plies first.., with their numbers where asked for, `most` at most. */
static json_t *
correct_moves(const struct game *game, uint32_t first, uint32_t most, bool numbers)
{
	char buffer[CORRECT_SHOWN * (SAN_SIZE + 24)];
	struct position position;
	struct text text;
	json_t *moves;

	text_begin(&text, buffer, sizeof(buffer));
	for (uint32_t i = first; i < game->n_plies && i - first < most; i++) {
		char san[SAN_SIZE];

		game_position(game, i, &position);
		san_format(&position, game->plies[i].move, san);
		text_string(&text, i > first ? " " : "");
		if (numbers && (position.side == WHITE || i == first)) {
			text_unsigned(&text, position.fullmove, 1);
			text_string(&text, position.side == WHITE ? ". " : "... ");
		}
		text_string(&text, san);
	}
	if (numbers && first < game->n_plies && game->n_plies - first > most)
		text_string(&text, " ...");
	moves = json_stringn(buffer, text.len);
	return moves;
}

static bool
correct_has_break(const struct game *game, uint32_t first)
{
	const struct game_break *last = game_last_break(game, game->n_plies);

	return last && last->ply > first;
}

static void
correct_add_undo(json_t *undo, const char *what, uint32_t number, json_t *moves)
{
	json_array_append_new(undo, moves ? json_sprintf("%s %" PRIu32 " %s", what, number,
	                                                 json_string_value(moves))
	                                  : json_sprintf("%s %" PRIu32, what, number));
	json_decref(moves);
}

/* correct_undo_moves: take back what is there from `first` on, and put in what was there. */
static void
correct_undo_moves(json_t *undo, const struct game *was, const struct game *becomes, uint32_t first)
{
	if (becomes->n_plies > first)
		correct_add_undo(undo, "takeback", becomes->n_plies - first, NULL);
	for (uint32_t i = first; i < was->n_plies; i += CORRECTION_MOVES_MAX)
		correct_add_undo(undo, "insert", i + 1,
		                 correct_moves(was, i, CORRECTION_MOVES_MAX, false));
}

static json_t *
correct_undo(const struct game *was, const struct game *becomes,
             const struct correction *correction, const struct correction_effect *effect)
{
	json_t *undo = json_array();
	char fen[FEN_SIZE];

	if (correction->what == CORRECTION_RESULT) {
		json_array_append_new(
			undo,
			json_sprintf("result %s", game_result_text((enum game_result)was->result)));
	} else if (correction->what == CORRECTION_POSITION) {
		fen_format(&was->now, fen);
		json_array_append_new(undo, json_sprintf("position %s", fen));
	} else if (correction->what == CORRECTION_REPLACE && effect->n_added == 1 &&
	           effect->n_dropped == 0) {
		correct_add_undo(undo, "replace", correction->ply + 1,
		                 correct_moves(was, correction->ply, 1, false));
	} else if (!correct_has_break(was, effect->first_ply)) {
		correct_undo_moves(undo, was, becomes, effect->first_ply);
	}
	return undo;
}

json_t *
correct_effect_between(const struct game *was, const struct game *becomes,
                       const struct correction *correction, const struct correction_effect *effect)
{
	uint32_t first = effect->first_ply;
	uint32_t explained =
		becomes->n_plies > effect->n_plies ? becomes->n_plies - effect->n_plies : 0;
	char fen[FEN_SIZE];

	fen_format(&becomes->now, fen);
	return json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:o, s:o, s:s, s:s, s:s, s:o}", "ply",
	                 (json_int_t)first + 1, "removed", (json_int_t)effect->n_removed, "added",
	                 (json_int_t)effect->n_added, "kept", (json_int_t)effect->n_kept, "dropped",
	                 (json_int_t)effect->n_dropped, "explained", (json_int_t)explained, "was",
	                 correct_moves(was, first, CORRECT_SHOWN, true), "becomes",
	                 correct_moves(becomes, first, CORRECT_SHOWN, true), "result_was",
	                 game_result_text((enum game_result)was->result), "result",
	                 game_result_text((enum game_result)becomes->result), "fen", fen, "undo",
	                 correct_undo(was, becomes, correction, effect));
}

/* correct_first_game: a position begins the first game. */
static json_t *
correct_first_game(const struct correction *correction, char *error, size_t error_size)
{
	enum position_fault fault = position_check_standing(&correction->position);
	char fen[FEN_SIZE];

	if (correction->what != CORRECTION_POSITION || fault != POSITION_OK) {
		snprintf(error, error_size, "%s",
		         correction->what != CORRECTION_POSITION ? "no game has begun"
		                                                 : position_fault_text(fault));
		return NULL;
	}
	fen_format(&correction->position, fen);
	return json_pack("{s:i, s:i, s:i, s:i, s:i, s:i, s:s, s:s, s:s, s:s, s:s, s:[]}", "ply", 1,
	                 "removed", 0, "added", 0, "kept", 0, "dropped", 0, "explained", 0, "was",
	                 "", "becomes", "", "result_was", "*", "result", "*", "fen", fen, "undo");
}

json_t *
correct_effect(const struct game *game, const struct correction *correction, char *error,
               size_t error_size)
{
	struct correction_effect effect;
	struct game becomes;
	json_t *difference = NULL;

	if (!game)
		return correct_first_game(correction, error, error_size);
	if (correction_check(game, correction, &effect) < 0) {
		snprintf(error, error_size, "%s", effect.cause);
		return NULL;
	}
	snprintf(error, error_size, "out of memory");
	becomes = *game;
	becomes.plies = malloc(GAME_PLIES_MAX * sizeof(*becomes.plies));
	if (!becomes.plies)
		return NULL;
	memcpy(becomes.plies, game->plies, game->n_plies * sizeof(*becomes.plies));
	if (correction_apply(&becomes, correction, TIME_UNKNOWN, &effect) == 0)
		difference = correct_effect_between(game, &becomes, correction, &effect);
	free(becomes.plies);
	return difference;
}
