/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pgn/pgn.h"

#include <string.h>

#include "core/pgn/pgn_parse.h"

/* pgn_skip_between: everything between two games. */
static enum pgn_step
pgn_skip_between(struct pgn_parse *parse)
{
	struct pgn_reader *reader = parse->reader;
	bool empty_line;

	for (;;) {
		pgn_skip_filling(reader, &empty_line);
		if (pgn_char(reader, 0) != '{')
			return PGN_STEP_ON;
		if (pgn_brace(parse, false) == PGN_STEP_FAILED)
			return PGN_STEP_FAILED;
	}
}

/* pgn_resynchronise: after an error, go to the line where the next game begins. The error stood in
 * the tags of its game or behind them: the rest of those tags is no game. */
static void
pgn_resynchronise(struct pgn_reader *reader, bool in_tags)
{
	bool after_empty_line = false;

	/* Behind tags with a bad FEN and no movetext, the next game may stand here already. */
	if (!in_tags && reader->at == reader->line_start && pgn_begins_game(reader, true))
		return;
	do {
		struct pgn_reader begin;

		pgn_skip_line(reader);
		begin = pgn_after_blanks(reader);
		in_tags = in_tags && pgn_char(&begin, 0) == '[';
		if (!in_tags && pgn_begins_game(reader, after_empty_line))
			return;
		after_empty_line = pgn_is_empty_line(reader);
	} while (!pgn_at_end(reader));
}

void
pgn_reader_init(struct pgn_reader *reader, const char *text, size_t len)
{
	reader->text = text;
	reader->len = len;
	reader->at = len >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
	reader->line = 1;
	reader->line_start = reader->at;
	reader->chess960 = false;
}

/* pgn_read_game: the game that begins at the reading place. *ret_in_tags: how far it came. */
static enum pgn_step
pgn_read_game(struct pgn_parse *parse, bool *ret_in_tags)
{
	*ret_in_tags = true;
	if (pgn_read_tags(parse) == PGN_STEP_FAILED)
		return PGN_STEP_FAILED;
	*ret_in_tags = false;
	if (pgn_read_start(parse) == PGN_STEP_FAILED)
		return PGN_STEP_FAILED;
	return pgn_read_moves(parse);
}

enum pgn_outcome
pgn_next(struct pgn_reader *reader, struct pgn_game *ret_game, struct pgn_error *ret_error)
{
	struct pgn_parse parse = { .reader = reader, .game = ret_game, .error = ret_error };
	struct position start;
	bool in_tags = false;
	enum pgn_step step;

	position_start(&start);
	game_init(&ret_game->game, &start, ret_game->game.plies, ret_game->game.capacity);
	ret_game->n_tags = 0;
	ret_game->tag_text[0] = '\0';

	step = pgn_skip_between(&parse);
	ret_game->line = reader->line;
	if (step != PGN_STEP_FAILED) {
		if (pgn_at_end(reader))
			return PGN_END;
		step = pgn_read_game(&parse, &in_tags);
	}
	if (step == PGN_STEP_FAILED) {
		pgn_resynchronise(reader, in_tags);
		return PGN_ERROR;
	}
	return PGN_GAME;
}
