/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/livechess/eboard.h"

#include <string.h>

#include "core/chess/fen.h"

void
eboard_placement_of(const uint8_t squares[64], bool flipped, char ret_placement[FEN_PLACEMENT_SIZE])
{
	uint8_t shown[64];

	for (int sq = 0; sq < 64; sq++)
		shown[sq] = squares[flipped ? 63 - sq : sq];
	fen_format_placement(shown, ret_placement);
}

void
eboard_placement(const struct eboard *eboard, char ret_placement[FEN_PLACEMENT_SIZE])
{
	eboard_placement_of(eboard->picture.squares, eboard->flipped, ret_placement);
}

static json_t *
seconds_json(int32_t seconds)
{
	return json_integer(seconds == CLOCK_UNKNOWN ? 0 : seconds);
}

json_t *
eboard_clock_json(const struct eboard_clock *clock)
{
	if (!clock->seen)
		return json_null();
	return json_pack("{s:o, s:o, s:o, s:I}", "white", seconds_json(clock->seconds[WHITE]),
	                 "black", seconds_json(clock->seconds[BLACK]), "run",
	                 clock->running ? json_boolean(clock->turn == WHITE) : json_null(), "time",
	                 (json_int_t)clock->read_ms);
}

bool
eboard_clock_same(const struct eboard_clock *a, const struct eboard_clock *b)
{
	if (!a->seen || !b->seen)
		return a->seen == b->seen;
	return a->seconds[WHITE] == b->seconds[WHITE] && a->seconds[BLACK] == b->seconds[BLACK] &&
	       a->running == b->running && (!a->running || a->turn == b->turn);
}

static json_t *
text_or_null(const char *text)
{
	return text[0] ? json_string(text) : json_null();
}

static json_t *
state_json(enum eboard_state state)
{
	switch (state) {
	case EBOARD_ACTIVE:
		return json_string("ACTIVE");
	case EBOARD_NOT_RESPONDING:
		return json_string("NOTRESPONDING");
	case EBOARD_UNKNOWN:
		break;
	}
	return json_null();
}

json_t *
eboard_json(const struct eboard *eboard)
{
	const struct eboard_picture *picture = &eboard->picture;
	char placement[FEN_PLACEMENT_SIZE];

	eboard_placement(eboard, placement);
	return json_pack("{s:s, s:o, s:o, s:o, s:n, s:o, s:b, s:o}", "serialnr", picture->serial,
	                 "source", text_or_null(picture->source), "state",
	                 state_json(picture->state), "battery", text_or_null(picture->battery),
	                 "comment", "board",
	                 picture->state == EBOARD_UNKNOWN ? json_null() : json_string(placement),
	                 "flipped", eboard->flipped, "clock", eboard_clock_json(&picture->clock));
}

json_t *
eboard_source_json(const struct eboard *eboard)
{
	const struct eboard_picture *picture = &eboard->picture;
	bool present = picture->source[0] != '\0';

	if (!present)
		return json_null();
	return json_pack("{s:s, s:s, s:n, s:b, s:b, s:n}", "type", "serial", "device",
	                 picture->source, "name", "present", 1, "active",
	                 picture->state == EBOARD_ACTIVE, "status");
}

void
eboard_raw(const struct eboard_picture *picture, uint8_t ret_squares[64])
{
	for (int sq = 0; sq < 64; sq++)
		ret_squares[sq] = picture->squares[picture->rotated ? 63 - sq : sq];
}
