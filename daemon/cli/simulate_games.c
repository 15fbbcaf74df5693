/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The games that `adoube simulate` plays: read, those that cannot be played left out, their clocks set.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/invariant.h"
#include "daemon/cli/simulate.h"

#define PGN_LARGEST (1u << 30)

static int
load(struct simulate_games *games, FILE *file)
{
	size_t size = 0;

	for (;;) {
		size_t n;

		if (games->len == size) {
			char *text;

			if (size >= PGN_LARGEST)
				return -EFBIG;
			size = size ? size * 2 : 65536;
			text = realloc(games->text, size);
			if (!text)
				return -ENOMEM;
			games->text = text;
		}
		errno = 0;
		n = fread(games->text + games->len, 1, size - games->len, file);
		games->len += n;
		if (n == 0)
			return ferror(file) ? -(errno ? errno : EIO) : 0;
	}
}

int
simulate_games_open(struct simulate_games *games, const struct simulate_options *options)
{
	bool standard;
	FILE *file;
	int r;

	INVARIANT(options->pgn);
	memset(games, 0, sizeof(*games));
	games->options = options;
	standard = strcmp(options->pgn, "-") == 0;
	file = standard ? stdin : fopen(options->pgn, "rbe");
	r = file ? 0 : -errno;
	if (file) {
		r = load(games, file);
		if (!standard)
			fclose(file);
	}
	if (r == 0) {
		games->pgn.game.capacity = GAME_PLIES_MAX;
		games->pgn.game.plies = calloc(GAME_PLIES_MAX, sizeof(struct game_ply));
		r = games->pgn.game.plies ? 0 : -ENOMEM;
	}
	if (r < 0) {
		fprintf(stderr, "adoube simulate: cannot read %s: %s\n", options->pgn,
		        strerror(-r));
		simulate_games_close(games);
		return r;
	}
	pgn_reader_init(&games->reader, games->text, games->len);
	return 0;
}

void
simulate_games_close(struct simulate_games *games)
{
	free(games->text);
	free(games->pgn.game.plies);
	memset(games, 0, sizeof(*games));
}

/* Without TimeControl: the increment that explains every gain of at most a minute. */
static int32_t
guess_increment(const struct game *game)
{
	static const int32_t usual[] = { 0, 1, 2, 3, 5, 10, 15, 20, 30, 60 };
	int32_t gain = 0;
	size_t i = 0;

	for (uint32_t ply = 2; ply < game->n_plies; ply++) {
		int32_t before = game->plies[ply - 2].clock_s, after = game->plies[ply].clock_s;

		if (before != CLOCK_UNKNOWN && after != CLOCK_UNKNOWN && after - before > gain &&
		    after - before <= 60)
			gain = after - before;
	}
	while (usual[i] < gain)
		i++;
	return usual[i];
}

/* What the clock is set to: as asked for; else by the TimeControl tag, unless the clock times of
 * the first moves show that its numbers are minutes; else by those; else an hour and a half. */
static void
set_time_control(struct simulate_games *games)
{
	const struct pgn_game *pgn = &games->pgn;
	const struct game *game = &pgn->game;
	const char *tag = pgn_tag_value(pgn->tags, pgn->n_tags, "TimeControl");
	int32_t first_s = CLOCK_UNKNOWN;
	bool known;

	games->initial_s = games->options->initial_s;
	games->increment_s = games->options->increment_s;
	if (games->initial_s > 0)
		return;
	for (uint32_t ply = 0; ply < game->n_plies && ply < 2; ply++)
		if (game->plies[ply].clock_s > first_s)
			first_s = game->plies[ply].clock_s;
	known = tag && simulate_time_control(tag, true, &games->initial_s, &games->increment_s);
	if (known && first_s <= games->initial_s + games->increment_s)
		return;
	if (first_s > 0 && first_s <= SIM_CLOCK_MAX_S) {
		games->initial_s = first_s;
		if (!known)
			games->increment_s = guess_increment(game);
	} else if (!known) {
		games->initial_s = 5400;
		games->increment_s = 30;
	}
}

static bool
is_asked_for(const struct simulate_games *games)
{
	const struct simulate_options *options = games->options;

	return games->number >= options->first && games->number <= options->last &&
	       (options->stride == 0 ||
	        (games->number - options->first) % options->stride == options->offset);
}

static void
skip(struct simulate_games *games, const struct pgn_error *error)
{
	if (games->again)
		return;
	games->skipped++;
	fprintf(stderr, "adoube simulate: %s:%zu:%zu: %s; game %u is left out\n",
	        games->options->pgn, error->line, error->column, error->cause, games->number);
}

/* The next game of this pass through the file. */
static bool
next_of_pass(struct simulate_games *games)
{
	struct pgn_error error;

	while (games->number < games->options->last) {
		enum pgn_outcome outcome = pgn_next(&games->reader, &games->pgn, &error);

		if (outcome == PGN_END)
			break;
		games->number++;
		if (!is_asked_for(games))
			continue;
		if (outcome == PGN_GAME) {
			games->played++;
			set_time_control(games);
			return true;
		}
		skip(games, &error);
	}
	return false;
}

bool
simulate_games_next(struct simulate_games *games)
{
	if (next_of_pass(games))
		return true;
	if (!games->options->loop || games->played == 0)
		return false;
	games->again = true;
	games->number = 0;
	games->played = 0;
	pgn_reader_init(&games->reader, games->text, games->len);
	return next_of_pass(games);
}
