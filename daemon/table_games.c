/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/table_state.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/pgn/pgn.h"
#include "daemon/retag.h"

bool
table_is_worth_writing(const struct game *game)
{
	return game && (game->n_plies > 0 || game->result != RESULT_NONE);
}

/* The score where PGN has no word for it, or the points of a draw that counts as a win for one of them (Q17 8.1). */
static const char *
score_of(const struct table *table, enum game_result result)
{
	enum color favoured;

	if (result == RESULT_DRAW && ruleset_draw_odds(&table->config->rules, &favoured))
		result = favoured == WHITE ? RESULT_WHITE_WINS : RESULT_BLACK_WINS;
	return game_score_text(result);
}

/* How it ended, and the score where PGN has no word for it: a forfeit is for an infraction (6.7.1), or nobody
 * came, and points are withheld for one (12.9). */
static size_t
add_result_tags(const struct table *table, const struct game *game, struct pgn_tag *tags,
                size_t n_tags)
{
	static const char *const usual[GAME_RESULTS] = {
		[RESULT_BOTH_LOSE] = "rules infraction",
		[RESULT_WHITE_HALF] = "rules infraction",
		[RESULT_BLACK_HALF] = "rules infraction",
		[RESULT_WHITE_BY_FORFEIT] = "rules infraction",
		[RESULT_BLACK_BY_FORFEIT] = "rules infraction",
		[RESULT_BOTH_FORFEIT] = "abandoned",
	};
	const char *termination = table->termination ? table->termination : usual[game->result];
	const char *score = score_of(table, (enum game_result)game->result);

	if (game->result == RESULT_NONE || n_tags + 2 > PGN_TAGS_MAX)
		return n_tags;
	if (termination)
		tags[n_tags++] = (struct pgn_tag){ "Termination", termination };
	if (strcmp(score, game_result_text((enum game_result)game->result)) != 0)
		tags[n_tags++] = (struct pgn_tag){ "Score", score };
	return n_tags;
}

/* What of *game, the current one, the public may see. A view: its plies are the record's. */
static bool
hide_sealed(const struct table *table, const struct game *game, struct game *ret_game)
{
	const struct adjournment *adjourned = laws_adjournment(table->laws);

	*ret_game = *game;
	if (!adjourned || adjourned->ply >= game->n_plies)
		return adjourned != NULL;
	game_truncate(ret_game, adjourned->ply);
	return true;
}

bool
table_public_game(const struct table *table, struct game *ret_game, bool *ret_hidden)
{
	const struct game *game = tracker_game(table->tracker);

	if (!game)
		return false;
	*ret_hidden = hide_sealed(table, game, ret_game);
	return true;
}

static int
keep_text(const char *text, size_t len, char **buffer)
{
	char *fitting = realloc(*buffer, len + 1);

	if (!fitting)
		return -ENOMEM;
	memcpy(fitting, text, len + 1);
	*buffer = fitting;
	return 0;
}

/* The PGN of *game, the current one, as the table's game number `number` (from 1) into *buffer, which is made
 * to fit. What it can need at the most is ten times what it has, and is given back whole: of a hall's texts the heap
 * would keep the rests. */
static int
format_game(struct table *table, const struct game *game, uint32_t number, char **buffer,
            size_t *ret_len)
{
	struct pgn_tag tags[PGN_TAGS_MAX];
	struct game shown;
	struct game_day day;
	char tag_text[1024];
	size_t n_tags =
		config_tags(table->config, table->setup, number, tags, tag_text, sizeof(tag_text));
	size_t size;
	char *room;
	struct text text;
	int r;

	hide_sealed(table, game, &shown);
	n_tags = game_day_tags(&shown, &table->times, &table->time, &day, tags, n_tags);
	n_tags = add_result_tags(table, &shown, tags, n_tags);
	size = pgn_size(&shown, n_tags);
	room = malloc(size);
	if (!room)
		return -ENOMEM;
	text_begin(&text, room, size);
	pgn_write_offered(&text, &shown, laws_offers(table->laws), tags, n_tags, PGN_PLIES_MADE);
	r = text_end(&text, ret_len);
	r = r == 0 ? keep_text(room, *ret_len, buffer) : r;
	free(room);
	return r;
}

static int
put_finished(struct table *table, const struct table_game *kept)
{
	if (table->n_finished == table->finished_capacity) {
		size_t capacity = table->finished_capacity ? 2 * table->finished_capacity : 16;
		struct table_game *bigger = realloc(table->finished, capacity * sizeof(*bigger));

		if (!bigger)
			return -ENOMEM;
		table->finished = bigger;
		table->finished_capacity = capacity;
	}
	table->finished[table->n_finished++] = *kept;
	return 0;
}

int
table_keep_finished(struct table *table, const char *pgn, size_t len)
{
	struct table_game kept = { .pgn = strndup(pgn, len), .len = len };
	int r = kept.pgn ? put_finished(table, &kept) : -ENOMEM;

	if (r < 0)
		free(kept.pgn);
	return r;
}

void
table_put_by(struct table *table, const struct game *game)
{
	struct table_game kept = { 0 };

	if (format_game(table, game, (uint32_t)table->n_finished + 1, &kept.pgn, &kept.len) != 0 ||
	    put_finished(table, &kept) != 0) {
		free(kept.pgn);
		return;
	}
	table->finished_plies += game->n_plies;
}

void
table_retag(struct table *table)
{
	struct pgn_tag tags[PGN_TAGS_MAX];
	char tag_text[1024];

	for (size_t i = 0; i < table->n_finished; i++) {
		struct table_game *game = &table->finished[i];
		size_t n = config_tags(table->config, table->setup, (uint32_t)i + 1, tags, tag_text,
		                       sizeof(tag_text)),
		       len;
		char *pgn = retag_pgn(game->pgn, game->len, tags, n, &len);

		if (!pgn)
			continue;
		free(game->pgn);
		*game = (struct table_game){ pgn, len };
	}
}

size_t
table_games(struct table *table)
{
	return table->n_finished + (table_is_worth_writing(tracker_game(table->tracker)) ? 1 : 0);
}

const char *
table_pgn(struct table *table, size_t index, size_t *ret_len)
{
	const struct game *game = tracker_game(table->tracker);

	if (index < table->n_finished) {
		*ret_len = table->finished[index].len;
		return table->finished[index].pgn;
	}
	if (!table_is_worth_writing(game) || index > table->n_finished ||
	    format_game(table, game, (uint32_t)table->n_finished + 1, &table->pgn, ret_len) != 0)
		return NULL;
	return table->pgn;
}

uint64_t
table_plies(const struct table *table)
{
	const struct game *game = tracker_game(table->tracker);

	return table->finished_plies + (game ? game->n_plies : 0);
}
