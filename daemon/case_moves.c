/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The moves in a case file. When a flag has fallen, how many moves were completed decides (6.3, 6.4), and the players bring
 * their sheets up to date (8.5): they are the arbiter's to compare with.
 */
#include <stdlib.h>

#include "daemon/case_writing.h"

bool
case_has_moves(enum alert_id id)
{
	return id == ALERT_FLAG_FALLEN || id == ALERT_FLAG_FALLEN_CONTROL_MET ||
	       id == ALERT_BOTH_FLAGS_FALLEN;
}

int
case_take_moves(const struct game *game, struct case_file *file)
{
	struct case_move *moves = calloc(game->n_plies ? game->n_plies : 1, sizeof(*moves));

	if (!moves)
		return -1;
	for (uint32_t i = 0; i < game->n_plies; i++) {
		const struct game_ply *ply = &game->plies[i];
		struct position before;

		if (ply->state < PLY_MADE)
			break;
		game_position(game, i, &before);
		san_format(&before, ply->move, moves[i].san);
		moves[i].number = before.fullmove;
		moves[i].side = game_ply_side(game, i);
		moves[i].completed = ply->state == PLY_COMPLETED;
		moves[i].clock_s = ply->clock_s;
		file->n_moves = i + 1;
	}
	free(file->moves);
	file->moves = moves;
	return 0;
}

/* "Nf3 0:04:57" in a column; a move that is not completed has no time beside it. */
static int
format_move(const struct case_move *move, int language, char *buffer, size_t size)
{
	char clock[24] = "", san[2 * SAN_SIZE];
	struct text text;

	text_begin(&text, san, sizeof(san));
	text_san(&text, move->san, language);

	if (move->completed)
		case_format_clock(move->clock_s, clock, sizeof(clock));
	return snprintf(buffer, size, "%-8s %8s", san, clock);
}

/* Two plies a line, as on a sheet. */
void
case_put_moves(const struct case_writing *to)
{
	const struct case_file *file = to->file;

	if (!case_has_moves(file->alert.id))
		return;
	case_put_heading(to, TEXT_CASE_MOVES);
	if (file->n_moves == 0)
		case_put_line(to, case_word(to, TEXT_CASE_NONE));
	for (size_t i = 0; i < file->n_moves;) {
		const struct case_move *move = &file->moves[i++];
		char line[128];
		int len = snprintf(line, sizeof(line), "%4u. ", move->number);

		if (move->side == BLACK)
			len += snprintf(line + len, sizeof(line) - (size_t)len, "%-17s   ", "...");
		len += format_move(move, to->language, line + len, sizeof(line) - (size_t)len);
		if (move->side == WHITE && i < file->n_moves && file->moves[i].side == BLACK) {
			len += snprintf(line + len, sizeof(line) - (size_t)len, "   ");
			len += format_move(&file->moves[i++], to->language, line + len,
			                   sizeof(line) - (size_t)len);
		}
		while (line[len - 1] == ' ')
			line[--len] = '\0';
		case_put_columns(to, line);
	}
}
