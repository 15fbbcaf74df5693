/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One board as the local API shows it: the "eboard" object (publishing.md 1.4).
 *
 * A picture is what may be known of the board; the station takes one whenever something changed and shows
 * it once the journal holds what it came from. No I/O; JSON in jansson's memory.
 */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/chess/fen.h"
#include "core/tracker/tracker.h"

enum eboard_state {
	EBOARD_UNKNOWN,       /* not yet looked for: null */
	EBOARD_ACTIVE,        /* works */
	EBOARD_NOT_RESPONDING /* was named, and does not answer */
};

struct eboard_clock {
	bool seen, running;
	int32_t seconds[2]; /* by enum color, as shown; CLOCK_UNKNOWN counts as 0 */
	enum color turn;    /* whose time runs */
	int64_t read_ms;    /* when, milliseconds since 1970 */
};

struct eboard_picture {
	uint32_t table;      /* its number */
	uint8_t squares[64]; /* enum piece, a1 first, White's men at rank 1 */
	bool rotated;        /* the sensors' a1 is h8 */
	struct eboard_clock clock;
	enum eboard_state state;
	char serial[64]; /* unique among the boards, never "" */
	char source[64]; /* the port's last name ("ttyACM0"), "" while it is not there */
	char battery[64];
	uint64_t t_us; /* the capture's time when it was taken */
};

struct eboard {
	struct eboard_picture picture;
	bool flipped;        /* whoever asked last: shown from Black's side */
	uint64_t touched_us; /* when a man last moved, for the order of the list */
};

/* eboard_placement: the placement field of a FEN, White's point of view or turned by `flipped`. */
void eboard_placement(const struct eboard *eboard, char ret_placement[FEN_PLACEMENT_SIZE]);

/* eboard_placement_of: the same of any 64 men, a1 first. */
void eboard_placement_of(const uint8_t squares[64], bool flipped,
                         char ret_placement[FEN_PLACEMENT_SIZE]);

/* eboard_clock_json: the clock object (1.4), null without one. New reference. */
json_t *eboard_clock_json(const struct eboard_clock *clock);

/* eboard_clock_same: would the two be shown alike? When they were read is not part of it. */
bool eboard_clock_same(const struct eboard_clock *a, const struct eboard_clock *b);

/* eboard_json: the eboard object; eboard_source_json: its source (1.5), null while it is not there. New
 * references, NULL when memory is out. */
json_t *eboard_json(const struct eboard *eboard);
json_t *eboard_source_json(const struct eboard *eboard);

/* eboard_raw: the sensors' own 64 squares, as a driver tells them (board_event.h). */
void eboard_raw(const struct eboard_picture *picture, uint8_t ret_squares[64]);
