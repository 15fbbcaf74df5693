/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/laws/alert.h"

#include "core/base/invariant.h"
#include "core/chess/fen.h"

struct alert_row {
	const char *name;
	const char *severity;
	const char *articles; /* the members of a JSON array */
	const char *text;     /* English; %s is the side */
};

static const struct alert_row rows[ALERTS] = {
	[ALERT_CHECKMATE] = { "checkmate", "info", "\"5.1.1\"", "Mate by %s: game over." },
	[ALERT_STALEMATE] = { "stalemate", "info", "\"5.2.1\"", "Stalemate: draw." },
	[ALERT_POSITION_UNRECOGNISED] = { "position-unrecognised", "warning", "\"7.6\",\"7.2.1\"",
	                                  "Board not explained by legal moves." },
	[ALERT_BOARD_DISCONNECTED] = { "board-disconnected", "warning", "\"6.4\",\"7.2.1\"",
	                               "Board link lost." },
};

const char *
alert_name(enum alert_id id)
{
	INVARIANT(id < ALERTS);
	return rows[id].name;
}

static void
format_sentence(struct text *text, const char *sentence, enum color side)
{
	for (const char *p = sentence; *p; p++) {
		if (p[0] == '%' && p[1] == 's') {
			text_string(text, side == WHITE ? "White" : "Black");
			p++;
		} else {
			text_char(text, *p);
		}
	}
}

/* Where board and record differ, a string a square: "e4:P>." is a pawn of the record that is not there. */
static void
format_differences(struct text *text, const struct position *position, const struct image *image)
{
	uint64_t left = image_difference(image, position);
	bool first = true;

	text_string(text, ",\"differences\":[");
	for (int sq = 0; sq < 64; sq++) {
		if (!(left & sq_bit(sq)))
			continue;
		text_string(text, first ? "\"" : ",\"");
		first = false;
		text_char(text, (char)('a' + sq_file(sq)));
		text_char(text, (char)('1' + sq_rank(sq)));
		text_char(text, ':');
		text_char(text, piece_letter(position_piece_at(position, sq)));
		text_char(text, '>');
		text_char(text, piece_letter(image_at(image, sq)));
		text_char(text, '"');
	}
	text_char(text, ']');
}

void
alert_format(struct text *text, const struct alert *alert)
{
	const struct alert_row *row = &rows[alert->id];
	char fen[FEN_SIZE];

	INVARIANT(alert->id < ALERTS);
	fen_format(alert->position, fen);
	text_string(text, "{\"t\":");
	text_unsigned(text, alert->t_us / 1000000, 1);
	text_char(text, '.');
	text_unsigned(text, alert->t_us % 1000000, 6);
	text_string(text, ",\"ply\":");
	text_unsigned(text, alert->ply, 1);
	text_string(text, alert->side == WHITE ? ",\"side\":\"white\"" : ",\"side\":\"black\"");
	text_string(text, ",\"id\":\"");
	text_string(text, row->name);
	text_string(text, "\",\"severity\":\"");
	text_string(text, row->severity);
	text_string(text, "\",\"articles\":[");
	text_string(text, row->articles);
	text_string(text, "],\"text\":\"");
	format_sentence(text, row->text, alert->side);
	text_string(text, "\",\"evidence\":{\"fen\":\"");
	text_string(text, fen);
	text_char(text, '"');
	if (alert->image)
		format_differences(text, alert->position, alert->image);
	text_string(text, "}}\n");
}
