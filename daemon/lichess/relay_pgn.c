/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/lichess/relay_pgn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/laws/rules/time_control.h"
#include "core/pgn/pgn.h"
#include "daemon/config.h"
#include "daemon/last_game.h"

struct relay_pgn {
	struct last_game *last;
	struct pgn_tag tags[PGN_TAGS_MAX];
	char control[32];
	char text[RELAY_GAME_MAX + 1];
};

struct relay_pgn *
relay_pgn_new(void)
{
	struct relay_pgn *relay = calloc(1, sizeof(*relay));

	if (relay && !(relay->last = last_game_new())) {
		free(relay);
		return NULL;
	}
	return relay;
}

void
relay_pgn_free(struct relay_pgn *relay)
{
	if (relay)
		last_game_free(relay->last);
	free(relay);
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
static bool
format_control(struct relay_pgn *relay, const char *stated)
{
	const struct time_period *period;
	struct time_control control;

	if (time_control_parse(stated, strlen(stated), &control) < 0 ||
	    control.kind != TIME_PERIODS || control.n_periods != 1 || control.periods[0].moves != 0)
		return false;
	period = &control.periods[0];
	if (period->seconds > 180)
		snprintf(relay->control, sizeof(relay->control), "%u+%u", period->seconds,
		         period->increment_s);
	else if (period->seconds % 60 == 0)
		snprintf(relay->control, sizeof(relay->control), "%u+%u", period->seconds / 60,
		         period->increment_s);
	else
		return false;
	return true;
}

static size_t
choose_tags(struct relay_pgn *relay, const struct pgn_tag *tags, size_t n_tags)
{
	size_t n = 0;

	for (size_t i = 0; i < n_tags; i++) {
		struct pgn_tag tag = tags[i];

		if (strcmp(tag.name, "TimeControl") == 0) {
			if (!format_control(relay, tag.value))
				continue;
			tag.value = relay->control;
		}
		relay->tags[n++] = tag;
	}
	return n;
}

static void
add_tag(struct relay_pgn *relay, size_t *n, const char *name, const char *value)
{
	if (value[0] && *n < PGN_TAGS_MAX)
		relay->tags[(*n)++] = (struct pgn_tag){ name, value };
}

/* write_game: as it is to be sent; NULL: a player has no name, or it is too long. */
static const char *
write_game(struct relay_pgn *relay, const struct game *game, const struct pgn_tag *tags,
           size_t n_tags, const struct relay_clocks *clocks, size_t *ret_len)
{
	struct text text;

	if (!is_name(pgn_tag_value(tags, n_tags, "White")) ||
	    !is_name(pgn_tag_value(tags, n_tags, "Black")))
		return NULL;
	n_tags = choose_tags(relay, tags, n_tags);
	if (game->result == RESULT_NONE) {
		add_tag(relay, &n_tags, "WhiteClock", clocks->white);
		add_tag(relay, &n_tags, "BlackClock", clocks->black);
	}
	text_begin(&text, relay->text, sizeof(relay->text));
	pgn_write(&text, game, relay->tags, n_tags, PGN_PLIES_MADE);
	return text_end(&text, ret_len) == 0 ? relay->text : NULL;
}

const char *
relay_pgn_game(struct relay_pgn *relay, const char *pgn, size_t len,
               const struct relay_clocks *clocks, size_t *ret_len, bool *ret_over)
{
	const struct pgn_game *game = last_game_read(relay->last, pgn, len);

	if (!game)
		return NULL;
	*ret_over = game->game.result != RESULT_NONE;
	return write_game(relay, &game->game, game->tags, game->n_tags, clocks, ret_len);
}

const char *
relay_pgn_pairing(struct relay_pgn *relay, const struct config *config,
                  const struct config_table *table, size_t *ret_len)
{
	static const struct relay_clocks unknown;
	struct pgn_tag tags[PGN_TAGS_MAX];
	struct position start;
	struct game game;
	unsigned int others;
	char buffer[1024];
	size_t n_tags;

	config_starts(config, table, &start, &others);
	if (others) /* what it begins from is to be seen */
		return NULL;
	game_init(&game, &start, NULL, 0);
	n_tags = config_tags(config, table, 1, tags, buffer, sizeof(buffer));
	return write_game(relay, &game, tags, n_tags, &unknown, ret_len);
}
