/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/laws/alert/alert.h"

#include <errno.h>
#include <string.h>

#include "core/base/invariant.h"
#include "core/chess/fen.h"
#include "core/laws/alert/catalogue.h"
#include "core/laws/alert/words.h"
#include "core/laws/conduct/hands.h"

const struct alert_row *
alert_row(enum alert_id id)
{
	INVARIANT(id < ALERTS);
	return &alert_rows[id];
}

bool
alert_is_breach(enum alert_id id)
{
	static const bool breaches[ALERTS] = {
		[ALERT_CLOCK_PRESSED_WITHOUT_MOVE] = true,
		[ALERT_CLOCK_PRESSED_BEFORE_MOVE] = true,
		[ALERT_CLOCK_STOPPED] = true,
		[ALERT_CLOCK_RESTARTED_WITHOUT_ARBITER] = true,
		[ALERT_ILLEGAL_MOVE] = true,
		[ALERT_SECOND_ILLEGAL_MOVE] = true,
		[ALERT_KING_CAPTURED] = true,
		[ALERT_MOVE_OUT_OF_TURN] = true,
		[ALERT_CAPTURE_NOT_REMOVED] = true,
		[ALERT_PAWN_NOT_PROMOTED] = true,
		[ALERT_TWO_HANDED_MOVE] = true,
		[ALERT_TOUCH_MOVE] = true,
		[ALERT_ADJUST_OUT_OF_TURN] = true,
		[ALERT_PIECE_RELEASED_THEN_MOVED] = true,
		[ALERT_CASTLING_ROOK_FIRST] = true,
		[ALERT_CASTLING_ILLEGAL] = true,
		[ALERT_PROMOTION_PIECE_CHANGED] = true,
		[ALERT_DISPLACED_PIECES] = true,
		[ALERT_POSITION_NOT_RESTORED] = true,
		[ALERT_REPLACEMENT_MOVE_BREACH] = true,
		[ALERT_REPEATED_DRAW_OFFERS] = true,
		[ALERT_DEVICE_FOUND] = true,
		[ALERT_IMPOSED_OPENING_LEFT] = true,
		[ALERT_SCORESHEET_REQUEST_LIMIT] = true,
		[ALERT_HYBRID_POSITION_MISMATCH] = true,
		[ALERT_HYBRID_VIRTUAL_MOVE_EARLY] = true,
		[ALERT_HYBRID_ANALYSIS_ON_BOARD] = true,
	};

	INVARIANT(id < ALERTS);
	return breaches[id];
}

enum alert_id
alert_find(const char *name)
{
	int id = 0;

	while (id < ALERTS && strcmp(alert_rows[id].name, name) != 0)
		id++;
	return (enum alert_id)id;
}

static const char *
name_of(const char *const *names, unsigned int index, unsigned int n)
{
	INVARIANT(index < n);
	return names[index];
}

int
language_find(const char *code)
{
	for (int i = 0; i < n_languages; i++)
		if (strcmp(language_codes[i], code) == 0)
			return i;
	return -ENOENT;
}

const char *
language_code(int language)
{
	return language >= 0 && language < n_languages ? language_codes[language] : NULL;
}

const char *
alert_severity_name(enum alert_severity severity)
{
	static const char *const names[] = { "info", "advisory", "warning", "critical" };

	return name_of(names, severity, 4);
}

const char *
alert_who_name(enum alert_who who)
{
	static const char *const names[] = { "arbiter", "technician", "arbiter or technician",
		                             "nobody" };

	return name_of(names, who, 4);
}

const char *
alert_outcome_name(enum alert_outcome outcome)
{
	static const char *const names[] = { "open", "confirmed", "dismissed", "deferred",
		                             "expired" };

	return name_of(names, outcome, 5);
}

const char *
alert_until_name(enum alert_until until)
{
	static const char *const names[] = { "never", "game over", "opponent moved" };

	return name_of(names, until, 3);
}

bool
alert_is_for(enum output output)
{
	static const bool arbiters[OUTPUTS] = {
		[OUTPUT_ALERTS] = true,
		[OUTPUT_CONTROL] = true,
	};

	INVARIANT(output < OUTPUTS);
	return arbiters[output];
}

/* --- filling one in ----------------------------------------------------------------------------------- */

/* Novice events allow small deviations (Q5 20): a warning becomes advice. What ends the game stays. */
static enum alert_severity
weigh(enum alert_severity severity, const struct ruleset *rules)
{
	return rules->novice && severity == ALERT_WARNING ? ALERT_ADVISORY : severity;
}

void
alert_init(struct alert *alert, enum alert_id id, const struct ruleset *rules,
           const struct position *position)
{
	const struct alert_row *row = alert_row(id);

	memset(alert, 0, sizeof(*alert));
	alert->id = id;
	alert->edition = rules->edition;
	alert->severity = weigh(row->severity[rules->edition], rules);
	alert->until = row->until;
	alert->before = position;
	for (int side = 0; side < 2; side++)
		alert->clock_before_s[side] = alert->clock_after_s[side] =
			alert->clock_right_s[side] = CLOCK_UNKNOWN;
	alert->t_s = alert->u_s = ALERT_NO_TIME;
}

void
alert_list_moves(struct alert *alert, const struct move_list *moves)
{
	for (int i = 0; i < moves->count && alert->n_moves < ALERT_MOVES_MAX; i++)
		alert->moves[alert->n_moves++] = moves->moves[i];
}

void
alert_aggravate(struct alert *alert, const struct ruleset *rules)
{
	alert->severity = weigh(alert_row(alert->id)->aggravated, rules);
}

/* --- the line -------------------------------------------------------------------------------------------- */

/* Nothing in a sentence needs more than this; control characters never occur. */
static void
put_string(struct text *text, const char *name, const char *value)
{
	text_string(text, ",\"");
	text_string(text, name);
	text_string(text, "\":\"");
	for (; *value; value++) {
		if (*value == '"' || *value == '\\')
			text_char(text, '\\');
		text_char(text, *value);
	}
	text_char(text, '"');
}

static void
put_number(struct text *text, const char *name, int64_t value)
{
	text_string(text, ",\"");
	text_string(text, name);
	text_string(text, "\":");
	text_signed(text, value);
}

static void
put_seconds(struct text *text, const char *name, uint64_t us)
{
	text_string(text, name);
	text_unsigned(text, us / 1000000, 1);
	text_char(text, '.');
	text_unsigned(text, us % 1000000, 6);
}

static void
put_sentence(struct text *text, const struct alert *alert, int language)
{
	char sentence[ALERT_SENTENCE_SIZE], name[16];
	struct text inner;

	text_begin(&inner, name, sizeof(name));
	text_string(&inner, "text");
	if (language != ALERT_ENGLISH) {
		text_char(&inner, '_');
		text_string(&inner, language_code(language));
	}
	text_begin(&inner, sentence, sizeof(sentence));
	alert_sentence(&inner, alert, language);
	put_string(text, name, sentence);
}

static void
put_articles(struct text *text, const struct alert *alert)
{
	const char *p = alert_row(alert->id)->articles[alert->edition];

	text_string(text, ",\"articles\":[");
	while (*p) {
		size_t len = strcspn(p, ";");

		text_char(text, '"');
		text_bytes(text, p, len);
		text_char(text, '"');
		p += len;
		if (*p == ';') {
			text_char(text, ',');
			p++;
		}
	}
	text_char(text, ']');
}

static void
put_clocks(struct text *text, const char *name, const int32_t clock_s[2])
{
	if (clock_s[WHITE] == CLOCK_UNKNOWN && clock_s[BLACK] == CLOCK_UNKNOWN)
		return;
	text_string(text, ",\"");
	text_string(text, name);
	text_string(text, "\":{\"white\":");
	text_signed(text, clock_s[WHITE]);
	text_string(text, ",\"black\":");
	text_signed(text, clock_s[BLACK]);
	text_char(text, '}');
}

static void
put_square_list(struct text *text, const struct alert *alert)
{
	char squares[64 * 4 + 1];
	struct text inner;

	if (!alert->squares)
		return;
	text_begin(&inner, squares, sizeof(squares));
	alert_squares(&inner, alert);
	put_string(text, "squares", squares);
}

static void
put_ply_list(struct text *text, const struct alert *alert)
{
	if (alert->n_plies == 0)
		return;
	text_string(text, ",\"plies\":[");
	for (uint32_t i = 0; i < alert->n_plies; i++) {
		text_string(text, i > 0 ? "," : "");
		text_unsigned(text, alert->plies[i], 1);
	}
	text_char(text, ']');
}

/* Where board and record differ, a string a square: "e4:P>." is a pawn of the record that is not there. */
static void
put_differences(struct text *text, const struct position *position, const struct image *image)
{
	uint64_t left = image_difference(image, position);
	bool first = true;

	text_string(text, ",\"differences\":[");
	for (int sq = 0; sq < 64; sq++) {
		if (!(left & sq_bit(sq)))
			continue;
		text_string(text, first ? "\"" : ",\"");
		first = false;
		text_string(text, sq_name(sq).text);
		text_char(text, ':');
		text_char(text, piece_letter(position_piece_at(position, sq)));
		text_char(text, '>');
		text_char(text, piece_letter(image_at(image, sq)));
		text_char(text, '"');
	}
	text_char(text, ']');
}

static void
put_contact(struct text *text, const struct contact *contact, uint32_t scan_us)
{
	uint64_t from_us = contact->t_us > scan_us ? contact->t_us - scan_us : 0;
	uint8_t man = contact->after == EMPTY ? contact->before : contact->after;

	text_string(text, "{\"square\":\"");
	text_string(text, sq_name(contact->sq).text);
	text_string(text, "\",\"man\":\"");
	text_char(text, piece_letter(man));
	text_string(text,
	            contact->after == EMPTY ? "\",\"what\":\"lifted\"" : "\",\"what\":\"placed\"");
	put_seconds(text, ",\"after\":", from_us);
	put_seconds(text, ",\"until\":", contact->t_us);
	text_char(text, '}');
}

/* Each contact came after the square was last read before, and until it was reported. */
static void
put_hands(struct text *text, const struct hands_evidence *hands)
{
	text_string(text, ",\"hands\":{\"scan_ms\":");
	text_unsigned(text, hands->scan_us / 1000, 1);
	put_number(text, "needed_ms", hands->needed_us / 1000);
	if (hands->possible_us > 0) {
		put_number(text, "possible_ms", hands->possible_us / 1000);
		text_string(text, ",\"contacts\":[");
		put_contact(text, &hands->contacts[0], hands->scan_us);
		text_char(text, ',');
		put_contact(text, &hands->contacts[1], hands->scan_us);
		text_char(text, ']');
	}
	text_char(text, '}');
}

static void
put_evidence(struct text *text, const struct alert *alert)
{
	char fen[FEN_SIZE];

	fen_format(alert->before, fen);
	text_string(text, ",\"evidence\":{\"fen\":\"");
	text_string(text, fen);
	text_char(text, '"');
	if (alert->after) {
		fen_format(alert->after, fen);
		put_string(text, "fen_after", fen);
	}
	if (alert->since_us && alert->since_us != alert->t_us)
		put_seconds(text, ",\"since\":", alert->since_us);
	put_clocks(text, "clock", alert->clock_before_s);
	put_clocks(text, "clock_after", alert->clock_after_s);
	put_clocks(text, "clock_right", alert->clock_right_s);
	put_square_list(text, alert);
	put_ply_list(text, alert);
	if (alert->hands)
		put_hands(text, alert->hands);
	if (alert->image)
		put_differences(text, alert->before, alert->image);
	text_char(text, '}');
}

int
alert_write(struct text *text, const struct alert *alert, enum output output)
{
	const struct alert_row *row = alert_row(alert->id);

	if (!alert_is_for(output))
		return -EPERM;
	put_seconds(text, "{\"t\":", alert->t_us);
	put_number(text, "ply", alert->ply);
	put_string(text, "side", alert->side == WHITE ? "white" : "black");
	put_string(text, "id", row->name);
	put_string(text, "severity", alert_severity_name(alert->severity));
	put_articles(text, alert);
	for (int language = 0; language < n_languages; language++)
		put_sentence(text, alert, language);
	put_number(text, "number", alert->number);
	put_number(text, "table", alert->table);
	put_number(text, "game", alert->game);
	put_string(text, "edition", edition_name(alert->edition));
	put_string(text, "who", alert_who_name(row->who));
	put_string(text, "until", alert_until_name(alert->until));
	put_string(text, "outcome", alert_outcome_name(alert->outcome));
	put_evidence(text, alert);
	text_string(text, "}\n");
	return 0;
}
