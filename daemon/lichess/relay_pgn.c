/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/lichess/relay_pgn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/laws/time_control.h"
#include "core/pgn/pgn.h"

struct relay_pgn {
	struct pgn_game whole, part; /* the game so far, the next one in the text */
	struct game_ply whole_plies[GAME_PLIES_MAX], part_plies[GAME_PLIES_MAX];
	struct pgn_tag tags[PGN_TAGS_MAX];
	char control[32];
	char text[RELAY_GAME_MAX + 1];
};

struct relay_pgn *
relay_pgn_new(void)
{
	return calloc(1, sizeof(struct relay_pgn));
}

void
relay_pgn_free(struct relay_pgn *relay)
{
	free(relay);
}

static void
begin_game(struct pgn_game *game, struct game_ply *plies)
{
	memset(game, 0, sizeof(*game));
	game->game.plies = plies;
	game->game.capacity = GAME_PLIES_MAX;
}

/* A copy of `from`, whose tags and plies lie in it. */
static void
copy_game(struct pgn_game *to, const struct pgn_game *from)
{
	struct game_ply *plies = to->game.plies;

	*to = *from;
	to->game.plies = plies;
	memcpy(plies, from->game.plies, from->game.n_plies * sizeof(*plies));
	for (size_t i = 0; i < to->n_tags; i++) {
		to->tags[i].name = to->tag_text + (from->tags[i].name - from->tag_text);
		to->tags[i].value = to->tag_text + (from->tags[i].value - from->tag_text);
	}
}

/* The last game of the text, its parts joined, into relay->whole. Returns whether there is one. */
static bool
read_last(struct relay_pgn *relay, const char *pgn, size_t len)
{
	struct pgn_reader reader;
	struct pgn_error error;
	enum pgn_outcome outcome;
	bool found = false;

	pgn_reader_init(&reader, pgn, len);
	begin_game(&relay->whole, relay->whole_plies);
	for (;;) {
		begin_game(&relay->part, relay->part_plies);
		outcome = pgn_next(&reader, &relay->part, &error);
		if (outcome == PGN_END)
			return found;
		if (outcome == PGN_GAME && !(found && pgn_join(&relay->whole, &relay->part) == 0)) {
			copy_game(&relay->whole, &relay->part);
			found = true;
		}
	}
}

/* A name of one character, "bye" and the like are dropped there, and the game with them. */
static bool
is_name(const char *name)
{
	return name && strlen(name) > 1 && strcasecmp(name, "bye") != 0 &&
	       strcasecmp(name, "unknown") != 0;
}

/* Up to 180 is read as minutes there (3.4): three minutes are to be written "3". What cannot be written so
 * that it is read right is left out. */
static const char *
control_text(struct relay_pgn *relay, const char *stated)
{
	const struct time_period *period;
	struct time_control control;

	if (time_control_parse(stated, strlen(stated), &control) < 0 ||
	    control.kind != TIME_PERIODS || control.n_periods != 1 || control.periods[0].moves != 0)
		return NULL;
	period = &control.periods[0];
	if (period->seconds > 180)
		snprintf(relay->control, sizeof(relay->control), "%u+%u", period->seconds,
		         period->increment_s);
	else if (period->seconds % 60 == 0)
		snprintf(relay->control, sizeof(relay->control), "%u+%u", period->seconds / 60,
		         period->increment_s);
	else
		return NULL;
	return relay->control;
}

static size_t
choose_tags(struct relay_pgn *relay)
{
	size_t n = 0;

	for (size_t i = 0; i < relay->whole.n_tags; i++) {
		struct pgn_tag tag = relay->whole.tags[i];

		if (strcmp(tag.name, "TimeControl") == 0)
			tag.value = control_text(relay, tag.value);
		if (tag.value)
			relay->tags[n++] = tag;
	}
	return n;
}

/* The moves until play went on from elsewhere, and how it ended all the same. */
static void
cut_at_break(struct game *game)
{
	enum game_result result = (enum game_result)game->result;

	if (game->n_breaks == 0)
		return;
	game_truncate(game, game->breaks[0].ply);
	while (game_unbreak(game))
		;
	if (result != RESULT_NONE)
		game_set_result(game, result, END_DECLARED);
}

const char *
relay_pgn_game(struct relay_pgn *relay, const char *pgn, size_t len, size_t *ret_len,
               bool *ret_over)
{
	struct pgn_game *whole = &relay->whole;
	struct text text;

	if (!read_last(relay, pgn, len) ||
	    !is_name(pgn_tag_value(whole->tags, whole->n_tags, "White")) ||
	    !is_name(pgn_tag_value(whole->tags, whole->n_tags, "Black")))
		return NULL;
	cut_at_break(&whole->game);
	*ret_over = whole->game.result != RESULT_NONE;
	text_begin(&text, relay->text, sizeof(relay->text));
	pgn_write(&text, &whole->game, relay->tags, choose_tags(relay), PGN_PLIES_MADE);
	return text_end(&text, ret_len) == 0 ? relay->text : NULL;
}
