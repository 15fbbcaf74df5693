/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A case file for people: host events in words. What they are is in daemon/table_host.c.
 */
#include <string.h>

#include "daemon/case_writing.h"

/* The first row of an op whose member says that, or which asks for none. */
static const struct said_words {
	const char *op, *member, *value;
	enum text_key words;
} said_words[] = {
	{ "alert", NULL, NULL, TEXT_SAID_ALERT },
	{ "announced", NULL, NULL, TEXT_SAID_ANNOUNCED },
	{ "arbiter", "what", "absent", TEXT_SAID_ABSENT },
	{ "arbiter", "what", "adjourned", TEXT_SAID_ADJOURNED },
	{ "arbiter", "what", "pause", TEXT_SAID_PAUSE },
	{ "arbiter", "what", "penalty", TEXT_SAID_TIME },
	{ "arbiter", "what", "present", TEXT_SAID_PRESENT },
	{ "arbiter", "what", "reopen", TEXT_SAID_REOPEN },
	{ "arbiter", "what", "seal", TEXT_SAID_SEAL },
	{ "board", NULL, NULL, TEXT_SAID_BOARD },
	{ "claim", "rule", "fifty", TEXT_SAID_CLAIM_FIFTY },
	{ "claim", "rule", "threefold", TEXT_SAID_CLAIM_THREEFOLD },
	{ "claim", NULL, NULL, TEXT_SAID_CLAIM },
	{ "clock", NULL, NULL, TEXT_SAID_CLOCK },
	{ "colours-reversed", NULL, NULL, TEXT_SAID_COLOURS_REVERSED },
	{ "correct", "do", "insert", TEXT_SAID_INSERT },
	{ "correct", "do", "replace", TEXT_SAID_REPLACE },
	{ "correct", "do", "take-back", TEXT_SAID_TAKE_BACK },
	{ "device", NULL, NULL, TEXT_SAID_DEVICE },
	{ "disconnected", NULL, NULL, TEXT_SAID_DISCONNECTED },
	{ "draw-offer", NULL, NULL, TEXT_SAID_DRAW_OFFER },
	{ "listened", NULL, NULL, TEXT_SAID_LISTENED },
	{ "log-write-failed", NULL, NULL, TEXT_SAID_LOG_WRITE_FAILED },
	{ "penalty", NULL, NULL, TEXT_SAID_PENALTY },
	{ "plugged", NULL, NULL, TEXT_SAID_PLUGGED },
	{ "position", NULL, NULL, TEXT_SAID_POSITION },
	{ "quickplay", NULL, NULL, TEXT_SAID_QUICKPLAY },
	{ "reconnected", NULL, NULL, TEXT_SAID_RECONNECTED },
	{ "result", NULL, NULL, TEXT_SAID_RESULT },
	{ "round", "closed", "true", TEXT_SAID_ROUND_CLOSED },
	{ "round", "closed", "false", TEXT_SAID_ROUND_OPEN },
	{ "score", NULL, NULL, TEXT_SAID_SCORE },
	{ "sealed", NULL, NULL, TEXT_SAID_SEALED },
	{ "session", NULL, NULL, TEXT_SAID_SESSION },
	{ "sheet-request", NULL, NULL, TEXT_SAID_SHEET_REQUEST },
	{ "started", NULL, NULL, TEXT_SAID_STARTED },
	{ "time-of-day", NULL, NULL, TEXT_SAID_TIME_OF_DAY },
	{ "two-boards", NULL, NULL, TEXT_SAID_TWO_BOARDS },
	{ "unplugged", NULL, NULL, TEXT_SAID_UNPLUGGED },
	{ "virtual", "fen", "", TEXT_SAID_VIRTUAL_POSITION },
	{ "virtual", NULL, NULL, TEXT_SAID_VIRTUAL },
	{ "withdrawn", NULL, NULL, TEXT_SAID_WITHDRAWN },
};

/* "" where it is not there. */
static const char *
word(const json_t *members, const char *name)
{
	const json_t *member = json_object_get(members, name);

	if (json_is_boolean(member))
		return json_is_true(member) ? "true" : "false";
	return json_is_string(member) ? json_string_value(member) : "";
}

static const struct said_words *
find_words(const json_t *members, const char *op)
{
	for (size_t i = 0; i < sizeof(said_words) / sizeof(said_words[0]); i++) {
		const struct said_words *row = &said_words[i];

		if (strcmp(row->op, op) == 0 &&
		    (!row->member || (json_object_get(members, row->member) &&
		                      (row->value[0] == '\0' ||
		                       strcmp(word(members, row->member), row->value) == 0))))
			return row;
	}
	return NULL;
}

/* What is withdrawn, by its op or what the arbiter said; NULL: neither. */
static const struct said_words *
find_withdrawn(const char *what)
{
	for (size_t i = 0; i < sizeof(said_words) / sizeof(said_words[0]); i++) {
		const struct said_words *row = &said_words[i];
		bool arbiters = strcmp(row->op, "arbiter") == 0;

		if (strcmp(arbiters ? row->value : row->op, what) == 0 &&
		    (arbiters || !row->member))
			return row;
	}
	return NULL;
}

static const char *
side_of(const struct case_writing *to, const json_t *members)
{
	const char *side = word(members, "side");

	if (strcmp(side, "white") != 0 && strcmp(side, "black") != 0)
		return "?";
	return case_side_word(to, side[0] == 'w' ? WHITE : BLACK);
}

static const char *
outcome_of(const struct case_writing *to, const json_t *members)
{
	for (int i = ALERT_OPEN; i <= ALERT_EXPIRED; i++)
		if (strcmp(word(members, "outcome"), alert_outcome_name((enum alert_outcome)i)) ==
		    0)
			return case_outcome_word((enum alert_outcome)i, to->language);
	return "?";
}

static const char *
penalty_of(const struct case_writing *to, const json_t *members)
{
	int kind = rules_word(RULE_PENALTIES, word(members, "kind"));

	return kind < 0 ? "?" : case_penalty_text((enum penalty)kind, to->language);
}

/* Those of a whole number, or ":" and more of it where it is there. */
struct said_numbers {
	char number[24], ply[24], plies[24], time[32];
};

static void
format_number(const json_t *members, const char *name, char *buffer, size_t size)
{
	snprintf(buffer, size, "%lld",
	         (long long)json_integer_value(json_object_get(members, name)));
}

/* "-0:02:00" */
static void
format_time(const json_t *members, char *buffer, size_t size)
{
	const json_t *member = json_object_get(members, "seconds");
	json_int_t seconds = json_integer_value(member);
	int32_t most = seconds > 86400 ? 86400 : seconds < -86400 ? -86400 : (int32_t)seconds;

	buffer[0] = '-';
	case_format_clock(most < 0 ? -most : most, buffer + (most < 0), size - (most < 0));
}

/* Moves in the letters of the language; of others' words nothing is changed. */
static void
format_moves(const struct case_writing *to, const json_t *members, char *buffer, size_t size)
{
	struct text text;

	text_begin(&text, buffer, size);
	text_san(&text, word(members, "move"), to->language);
	text_end(&text, NULL);
}

static void
fill(const struct case_writing *to, struct text *text, enum text_key words, const json_t *members,
     const char *what)
{
	struct said_numbers numbers;
	char moves[128];
	const struct text_value values[] = {
		{ "side", side_of(to, members) },
		{ "outcome", outcome_of(to, members) },
		{ "penalty", penalty_of(to, members) },
		{ "number", numbers.number },
		{ "ply", numbers.ply },
		{ "plies", numbers.plies },
		{ "time", numbers.time },
		{ "move", moves },
		{ "what", what },
		{ "result", word(members, "result") },
		{ "white", word(members, "white") },
		{ "black", word(members, "black") },
		{ "board", word(members, "board") },
		{ "address", word(members, "address") },
		{ "offset", word(members, "utc_offset") },
	};

	format_number(members, "number", numbers.number, sizeof(numbers.number));
	format_number(members, "ply", numbers.ply, sizeof(numbers.ply));
	format_number(members, "plies", numbers.plies, sizeof(numbers.plies));
	format_time(members, numbers.time, sizeof(numbers.time));
	format_moves(to, members, moves, sizeof(moves));
	text_fill(text, to->language, words, values, sizeof(values) / sizeof(values[0]));
}

static void
say_members(const struct case_writing *to, struct text *text, const json_t *members)
{
	const struct said_words *row = find_words(members, word(members, "op")), *withdrawn;
	char what[256] = "";
	struct text inner;

	if (!row)
		return;
	withdrawn =
		row->words == TEXT_SAID_WITHDRAWN ? find_withdrawn(word(members, "what")) : NULL;
	if (withdrawn) {
		text_begin(&inner, what, sizeof(what));
		fill(to, &inner, withdrawn->words, members, "");
		text_end(&inner, NULL);
	}
	fill(to, text, row->words, members, what);
}

void
case_say(const struct case_writing *to, const char *json, char buffer[CASE_SAID_SIZE])
{
	json_t *members = json_loads(json, 0, NULL);
	struct text text;
	size_t len;

	text_begin(&text, buffer, CASE_SAID_SIZE);
	if (members)
		say_members(to, &text, members);
	text_end(&text, NULL);
	len = strlen(buffer);
	if (len > 0 && buffer[len - 1] == ' ') /* a move that was not named */
		buffer[len - 1] = '\0';
	json_decref(members);
}
