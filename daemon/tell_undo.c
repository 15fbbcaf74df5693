/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/tell_undo.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/chess/fen.h"
#include "daemon/operator.h"
#include "daemon/table_preview.h"

#define QUOTED 1024

/* What is put together. */
struct undoing {
	const struct table *table;
	uint32_t number;
	const json_t *event;
	const json_t *said; /* actions of before, the oldest first */
	json_t *undo;
};

static const char *
member(const json_t *event, const char *key)
{
	const char *text = json_string_value(json_object_get(event, key));

	return text ? text : "";
}

__attribute__((format(printf, 2, 3))) static void
add(struct undoing *undoing, const char *format, ...)
{
	char line[2 * QUOTED];
	va_list args;

	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	json_array_append_new(undoing->undo, json_string(line));
}

/* As a word for a shell. */
static const char *
quoted(const char *text, char buffer[QUOTED])
{
	size_t len = 0;

	buffer[len++] = '\'';
	for (; *text && len < QUOTED - 6; text++) {
		if (*text == '\'')
			len += (size_t)snprintf(buffer + len, QUOTED - len, "'\\''");
		else
			buffer[len++] = *text;
	}
	buffer[len++] = '\'';
	buffer[len] = '\0';
	return buffer;
}

static void
undo_result(struct undoing *undoing)
{
	const struct game *game = table_game(undoing->table);
	const char *termination = table_termination(undoing->table);
	char text[QUOTED];

	if (game && termination)
		add(undoing, "tell %u result result=%s termination=%s", undoing->number,
		    game_score_text((enum game_result)game->result), quoted(termination, text));
	else if (game)
		add(undoing, "tell %u result result=%s", undoing->number,
		    game_score_text((enum game_result)game->result));
}

/* To what was decided before; nothing was: it waits, and whoever deferred it says that he did not. */
static void
undo_alert(struct undoing *undoing)
{
	static const char *const words[] = { [ALERT_CONFIRMED] = "confirm",
		                             [ALERT_DISMISSED] = "dismiss",
		                             [ALERT_DEFERRED] = "defer" };
	long long number = (long long)json_integer_value(json_object_get(undoing->event, "number"));
	enum alert_outcome before = table_outcome(undoing->table, (uint32_t)number);

	if (before == ALERT_OPEN && strcmp(member(undoing->event, "outcome"), "deferred") != 0)
		before = ALERT_DEFERRED;
	if (before == ALERT_OPEN)
		add(undoing, "tell %u alert number=%lld outcome=open", undoing->number, number);
	else if (before <= ALERT_DEFERRED)
		add(undoing, "alerts %s %u:%lld", words[before], undoing->number, number);
}

/* "withdrawn", of the same side where it has one. */
static void
withdraw(struct undoing *undoing, const char *what)
{
	const char *side = member(undoing->event, "side");

	add(undoing, "tell %u withdrawn what=%s%s%s", undoing->number, what,
	    side[0] ? " side=" : "", side);
}

static void
undo_presence(struct undoing *undoing)
{
	const char *side = member(undoing->event, "side");
	bool comes = strcmp(member(undoing->event, "what"), "present") == 0, present, absent;

	table_presence(undoing->table, side[0] == 'b' ? BLACK : WHITE, &present, &absent);
	if (comes ? present : absent)
		return; /* he was before */
	if (present || absent)
		add(undoing, "tell %u arbiter what=%s side=%s", undoing->number,
		    present ? "present" : "absent", side);
	else
		withdraw(undoing, member(undoing->event, "what"));
}

static void
undo_penalty(struct undoing *undoing)
{
	const char *side = member(undoing->event, "side");

	add(undoing, "tell %u arbiter what=penalty side=%s seconds=%d", undoing->number, side,
	    table_owed(undoing->table, side[0] == 'b' ? BLACK : WHITE));
}

static void
undo_reopen(struct undoing *undoing)
{
	struct table_envelope envelope;
	char resume[QUOTED], place[QUOTED];

	if (!table_envelope(undoing->table, &envelope))
		return;
	if (!envelope.is_closed)
		add(undoing, "tell %u arbiter what=seal", undoing->number);
	else
		add(undoing, "tell %u arbiter what=adjourned resume=%s place=%s", undoing->number,
		    quoted(envelope.resume, resume), quoted(envelope.place, place));
}

static void
undo_seal(struct undoing *undoing)
{
	add(undoing, "tell %u arbiter what=reopen", undoing->number);
}

static void
undo_by_withdrawing(struct undoing *undoing)
{
	withdraw(undoing, member(undoing->event, "op"));
}

static void
undo_arbiter(struct undoing *undoing)
{
	static const struct {
		const char *what;
		void (*undo)(struct undoing *undoing); /* NULL: withdrawn */
	} whats[] = {
		{ "absent", undo_presence },
		{ "adjourned", NULL },
		{ "pause", NULL },
		{ "penalty", undo_penalty },
		{ "present", undo_presence },
		{ "reopen", undo_reopen },
		{ "seal", undo_seal },
	};
	const char *what = member(undoing->event, "what");

	for (size_t i = 0; i < sizeof(whats) / sizeof(whats[0]); i++)
		if (strcmp(what, whats[i].what) == 0 && whats[i].undo)
			whats[i].undo(undoing);
		else if (strcmp(what, whats[i].what) == 0)
			withdraw(undoing, what);
}

static void
undo_session(struct undoing *undoing)
{
	const struct session_time *time = table_time(undoing->table);
	char start[6], end[6];

	session_time_announced(time, 0, start);
	session_time_announced(time, 1, end);
	add(undoing, "tell %u session start=%s end=%s", undoing->number, start, end);
}

static void
undo_virtual(struct undoing *undoing)
{
	const struct position *position = table_virtual(undoing->table);
	char fen[FEN_SIZE], word[QUOTED];

	if (!position)
		return;
	fen_format(position, fen);
	add(undoing, "tell %u virtual fen=%s", undoing->number, quoted(fen, word));
}

/* said_as: was that action the word that is withdrawn? "pause" and "adjourned" are the arbiter's. */
static bool
said_as(const json_t *action, const char *what, const char *side)
{
	const char *op = member(action, "op");

	if (strcmp(op, "arbiter") == 0)
		op = member(action, "what");
	return strcmp(op, what) == 0 && strcmp(member(action, "side"), side) == 0;
}

/* say_again: the action, as it was said. */
static void
say_again(struct undoing *undoing, json_t *action)
{
	static const char *const own[] = { "op", "action", "t", "uid", "user", "by", "role" };
	char line[2 * QUOTED], text[QUOTED];
	const char *key, *value;
	json_t *member_value;
	size_t len = (size_t)snprintf(line, sizeof(line), "tell %u %s", undoing->number,
	                              member(action, "op"));

	json_object_foreach(action, key, member_value)
	{
		bool is_own = false;

		for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); i++)
			is_own |= strcmp(key, own[i]) == 0;
		value = json_string_value(member_value);
		if (!is_own && value && len < sizeof(line))
			len += (size_t)snprintf(line + len, sizeof(line) - len, " %s=%s", key,
			                        quoted(value, text));
	}
	add(undoing, "%s", line);
}

/* What was withdrawn is said again. A sealed move is in the envelope, and nowhere else (I.1.1). */
static void
undo_withdrawn(struct undoing *undoing)
{
	const char *what = member(undoing->event, "what"), *side = member(undoing->event, "side");
	json_t *action;

	for (size_t i = json_array_size(undoing->said); i > 0; i--) {
		action = json_array_get(undoing->said, i - 1);
		if (!said_as(action, what, side))
			continue;
		if (strcmp(what, "sealed") == 0)
			add(undoing, "tell %u sealed move=...", undoing->number);
		else
			say_again(undoing, action);
		return;
	}
}

/* undo_correction: as `adoube correct` says it. */
static void
undo_correction(struct undoing *undoing)
{
	const json_t *event = undoing->event;
	struct correction correction;
	json_t *effect = NULL, *order;
	char error[256];
	size_t i;
	int r = strcmp(member(event, "op"), "correct") == 0
	                ? operator_read_correct(event, &correction, error, sizeof(error))
	                : operator_read_position(event, &correction, error, sizeof(error));

	if (r == 0)
		effect = table_preview(undoing->table, &correction, error, sizeof(error));
	json_array_foreach(json_object_get(effect, "undo"), i, order)
		add(undoing, "correct %u %s", undoing->number, json_string_value(order));
	json_decref(effect);
}

static const struct {
	const char *op;
	void (*undo)(struct undoing *undoing);
} ops[] = {
	{ "alert", undo_alert },
	{ "announced", undo_by_withdrawing },
	{ "arbiter", undo_arbiter },
	{ "claim", undo_by_withdrawing },
	{ "colours-reversed", undo_by_withdrawing },
	{ "correct", undo_correction },
	{ "device", undo_by_withdrawing },
	{ "disconnected", undo_by_withdrawing },
	{ "draw-offer", undo_by_withdrawing },
	{ "penalty", undo_by_withdrawing },
	{ "position", undo_correction },
	{ "quickplay", undo_by_withdrawing },
	{ "reconnected", undo_by_withdrawing },
	{ "result", undo_result },
	{ "score", undo_by_withdrawing },
	{ "sealed", undo_by_withdrawing },
	{ "session", undo_session },
	{ "sheet-request", undo_by_withdrawing },
	{ "virtual", undo_virtual },
	{ "withdrawn", undo_withdrawn },
};

bool
tell_can_undo(const char *op)
{
	for (size_t i = 0; i < sizeof(ops) / sizeof(ops[0]); i++)
		if (strcmp(op, ops[i].op) == 0)
			return true;
	return false;
}

json_t *
tell_undo(const struct table *table, uint32_t number, const json_t *event, const json_t *said)
{
	struct undoing undoing = { table, number, event, said, json_array() };
	const char *op = member(event, "op");

	for (size_t i = 0; undoing.undo && i < sizeof(ops) / sizeof(ops[0]); i++)
		if (strcmp(op, ops[i].op) == 0)
			ops[i].undo(&undoing);
	return undoing.undo;
}

void
tell_undo_owed(const struct table *table, uint32_t number, const int32_t owed_s[2], json_t *undo)
{
	static const char *const sides[2] = { [WHITE] = "white", [BLACK] = "black" };

	for (int side = WHITE; side <= BLACK; side++)
		if (table_owed(table, (enum color)side) != owed_s[side])
			json_array_append_new(
				undo,
				json_sprintf("tell %u arbiter what=penalty side=%s seconds=%d",
			                     number, sides[side], owed_s[side]));
}

/* --- The clock ------------------------------------------------------------------------------ */

/* shown_text: what the clock was last told to show; "" when it shows the times. */
static const char *
shown_text(const json_t *said)
{
	const char *text = "", *deed;

	for (size_t i = 0; i < json_array_size(said); i++) {
		const json_t *action = json_array_get(said, i);

		deed = strcmp(member(action, "op"), "clock") == 0 ? member(action, "do") : "";
		if (strcmp(deed, "text") == 0)
			text = member(action, "text");
		else if (strcmp(deed, "clear") == 0 || strcmp(deed, "set") == 0)
			text = "";
	}
	return text;
}

static void
undo_shown(struct undoing *undoing)
{
	const char *shown = shown_text(undoing->said);
	char text[QUOTED];

	if (shown[0])
		add(undoing, "clock %u text %s", undoing->number, quoted(shown, text));
	else
		add(undoing, "clock %u clear", undoing->number);
}

static void
undo_set(struct undoing *undoing)
{
	static const char *const runs[2] = { [WHITE] = " white", [BLACK] = " black" };
	struct tracker_view view;

	table_view(undoing->table, &view);
	if (view.clock_seen)
		add(undoing, "clock %u set %d %d%s", undoing->number, view.clock_s[WHITE],
		    view.clock_s[BLACK], view.clock_running ? runs[view.clock_turn] : "");
}

json_t *
tell_undo_clock(const struct table *table, uint32_t number, const json_t *order, const json_t *said)
{
	struct undoing undoing = { table, number, order, said, json_array() };
	const char *deed = member(order, "do");

	if (undoing.undo && (strcmp(deed, "text") == 0 || strcmp(deed, "clear") == 0))
		undo_shown(&undoing);
	else if (undoing.undo && strcmp(deed, "set") == 0)
		undo_set(&undoing);
	return undoing.undo;
}
