/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/operator.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "core/chess/fen.h"

static int
operator_read_count(const json_t *members, const char *key, uint32_t *ret_count, char *error,
                    size_t error_size)
{
	const json_t *member = json_object_get(members, key);
	json_int_t value = json_integer_value(member);

	if (!json_is_integer(member) || value < 1 || value > GAME_PLIES_MAX) {
		snprintf(error, error_size, "\"%s\" must be a whole number from 1 to %d", key,
		         GAME_PLIES_MAX);
		return -EBADMSG;
	}
	*ret_count = (uint32_t)value;
	return 0;
}

static int
operator_read_take_back(const json_t *members, struct correction *correction, char *error,
                        size_t error_size)
{
	return operator_read_count(members, "plies", &correction->n_plies, error, error_size);
}

/* What the moves mean depends on the game; only their form is looked at here. */
static int
operator_read_moves(const json_t *members, struct correction *correction, char *error,
                    size_t error_size)
{
	const char *moves = json_string_value(json_object_get(members, "move"));
	int r = operator_read_count(members, "ply", &correction->ply, error, error_size);

	if (r < 0)
		return r;
	correction->ply--;
	if (!moves || strspn(moves, " ") == strlen(moves)) {
		snprintf(error, error_size, "\"move\" must be a move, or several with blanks");
		return -EBADMSG;
	}
	if (strlen(moves) >= sizeof(correction->moves)) {
		snprintf(error, error_size, "\"move\" is longer than %zu characters",
		         sizeof(correction->moves) - 1);
		return -EBADMSG;
	}
	memcpy(correction->moves, moves, strlen(moves) + 1);
	return 0;
}

static const struct operator_deed {
	const char *name;
	enum correction_what what;
	int (*read)(const json_t *members, struct correction *correction, char *error,
	            size_t error_size);
} operator_deeds[] = {
	{ "insert", CORRECTION_INSERT, operator_read_moves },
	{ "replace", CORRECTION_REPLACE, operator_read_moves },
	{ "take-back", CORRECTION_TAKE_BACK, operator_read_take_back },
};

int
operator_read_correct(const json_t *members, struct correction *ret_correction, char *error,
                      size_t error_size)
{
	const char *name = json_string_value(json_object_get(members, "do"));

	for (size_t i = 0; name && i < sizeof(operator_deeds) / sizeof(operator_deeds[0]); i++) {
		if (strcmp(operator_deeds[i].name, name) != 0)
			continue;
		*ret_correction = (struct correction){ .what = (uint8_t)operator_deeds[i].what };
		return operator_deeds[i].read(members, ret_correction, error, error_size);
	}
	snprintf(error, error_size, "\"do\" must be \"insert\", \"replace\" or \"take-back\"");
	return -EBADMSG;
}

/* operator_has_counters: does the FEN have more than its first four fields? */
static bool
operator_has_counters(const char *fen)
{
	int n_fields = 0;

	for (fen += strspn(fen, " "); *fen; fen += strspn(fen, " ")) {
		n_fields++;
		fen += strcspn(fen, " ");
	}
	return n_fields > 4;
}

int
operator_read_position(const json_t *members, struct correction *ret_correction, char *error,
                       size_t error_size)
{
	const char *fen = json_string_value(json_object_get(members, "fen"));
	struct fen_error fault;

	*ret_correction = (struct correction){ .what = CORRECTION_POSITION };
	if (!fen) {
		snprintf(error, error_size, "\"fen\" must be a position in FEN");
		return -EBADMSG;
	}
	if (fen_parse(fen, strlen(fen), &ret_correction->position, &fault) < 0) {
		snprintf(error, error_size, "\"fen\", column %d: %s", fault.column, fault.cause);
		return -EBADMSG;
	}
	ret_correction->keeps_count = !operator_has_counters(fen);
	return 0;
}
