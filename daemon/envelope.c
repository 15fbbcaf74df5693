/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/envelope.h"

#include "core/chess/fen.h"

static const char *const sides[2] = { "white", "black" };

static json_t *
text_or_null(const char *text)
{
	return text[0] ? json_string(text) : json_null();
}

static json_t *
seconds_or_null(int32_t seconds)
{
	return seconds == CLOCK_UNKNOWN ? json_null() : json_integer(seconds);
}

static json_t *
both(const int32_t seconds[2])
{
	return json_pack("{s:o, s:o}", "white", seconds_or_null(seconds[WHITE]), "black",
	                 seconds_or_null(seconds[BLACK]));
}

json_t *
envelope_json(const struct table *table, const struct config_table *setup)
{
	struct table_envelope envelope;
	char fen[FEN_SIZE];

	if (!table_envelope(table, &envelope))
		return NULL;
	fen_format(&envelope.position, fen);
	return json_pack(
		"{s:o, s:o, s:s, s:s, s:i, s:o, s:o, s:o, s:b, s:o, s:o, s:o}", "white",
		text_or_null(setup->white), "black", text_or_null(setup->black), "fen", fen, "side",
		sides[envelope.position.side], "move", (int)envelope.position.fullmove, "used",
		both(envelope.used_s), "left", both(envelope.left_s), "draw_offer",
		envelope.offered == OFFER_NONE ? json_null() : json_string(sides[envelope.offered]),
		"closed", envelope.is_closed, "sealed_at", text_or_null(envelope.sealed_at),
		"resume", text_or_null(envelope.resume), "place", text_or_null(envelope.place));
}
