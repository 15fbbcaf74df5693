/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pgn/pgn.h"

#include <string.h>

#include "core/base/invariant.h"
#include "core/chess/fen.h"
#include "core/chess/san.h"

#define PGN_LINE_MAX  79  /* columns of movetext (PGN standard 8.2.1: fewer than 80) */
#define PGN_VALUE_MAX 255 /* bytes of a tag value, and of a tag name */

/* Bytes at most: name and value with every byte escaped, brackets, quotes, blank, newline. */
#define PGN_TAG_SIZE (PGN_VALUE_MAX + 2 * PGN_VALUE_MAX + 6)
/* Roster, Variant, Continuation, SetUp and FEN come on top of the caller's tags. */
#define PGN_OWN_TAGS 11
/* "98303... " and "Qa1xb2=Q+ " and "{[%clk 596523:14:07] (=)} " take 47. */
#define PGN_PLY_SIZE 48

static const char *const pgn_roster[] = { "Event", "Site",  "Date",  "Round",
	                                  "White", "Black", "Result" };
#define PGN_ROSTER_SIZE (sizeof(pgn_roster) / sizeof(pgn_roster[0]))

/* What is written as one PGN game: plies between two breaks of the record. */
struct pgn_part {
	const struct position *start;
	uint32_t first, end; /* plies first..end-1 */
	uint32_t number;     /* 0 is the game itself, 1 its first continuation */
	enum game_result result;
};

/* Movetext: where the line being written stands. */
struct pgn_movetext {
	struct text *text;
	const struct game_offers *offers; /* or NULL */
	size_t column;                    /* characters on the line */
};

static bool
pgn_name_is_clean(const char *name)
{
	size_t len = strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	                          "0123456789_");

	return len > 0 && len <= PGN_VALUE_MAX && name[len] == '\0';
}

/* pgn_value_len: bytes of value to write: at most PGN_VALUE_MAX, never half a UTF-8 character. */
static size_t
pgn_value_len(const char *value)
{
	size_t len = 0;

	while (len <= PGN_VALUE_MAX && value[len] != '\0')
		len++;
	if (len <= PGN_VALUE_MAX)
		return len;
	len = PGN_VALUE_MAX;
	/* A character has at most three continuation bytes; more than that is not UTF-8, and any
	 * place will do. */
	for (size_t back = 0; back <= 3; back++) {
		if (((unsigned char)value[len - back] & 0xc0) != 0x80)
			return len - back;
	}
	return len;
}

static void
pgn_write_tag(struct text *text, const char *name, const char *value)
{
	size_t len = pgn_value_len(value);

	INVARIANT(pgn_name_is_clean(name));
	text_char(text, '[');
	text_string(text, name);
	text_string(text, " \"");
	for (size_t i = 0; i < len; i++) {
		unsigned char c = (unsigned char)value[i];

		if (c == '"' || c == '\\')
			text_char(text, '\\');
		text_char(text, c < 0x20 || c == 0x7f ? ' ' : value[i]);
	}
	text_string(text, "\"]\n");
}

/* pgn_is_own: does the writer itself write the tag `name` of this part? */
static bool
pgn_is_own(const char *name, const struct pgn_part *part)
{
	for (size_t i = 0; i < PGN_ROSTER_SIZE; i++) {
		if (strcmp(name, pgn_roster[i]) == 0)
			return true;
	}
	return strcmp(name, "SetUp") == 0 || strcmp(name, "FEN") == 0 ||
	       (part->number > 0 && strcmp(name, "Continuation") == 0);
}

static void
pgn_write_roster(struct text *text, enum game_result result, const struct pgn_tag *tags,
                 size_t n_tags)
{
	for (size_t i = 0; i < PGN_ROSTER_SIZE; i++) {
		const char *value = pgn_tag_value(tags, n_tags, pgn_roster[i]);

		if (strcmp(pgn_roster[i], "Result") == 0)
			value = game_result_text(result);
		else if (!value)
			value = strcmp(pgn_roster[i], "Date") == 0 ? "????.??.??" : "?";
		pgn_write_tag(text, pgn_roster[i], value);
	}
}

/* The tags of a part behind the roster, in the order of their names. */
struct pgn_tail {
	struct pgn_tag tags[PGN_TAGS_MAX + PGN_OWN_TAGS];
	size_t n_tags;
};

/* pgn_tail_add: keep the names in order; of two of one name the first given stays. */
static void
pgn_tail_add(struct pgn_tail *tail, const char *name, const char *value)
{
	size_t place = tail->n_tags;

	if (tail->n_tags == PGN_TAGS_MAX + PGN_OWN_TAGS || pgn_tag_value(tail->tags, place, name))
		return;
	for (; place > 0 && strcmp(tail->tags[place - 1].name, name) > 0; place--)
		tail->tags[place] = tail->tags[place - 1];
	tail->tags[place] = (struct pgn_tag){ name, value };
	tail->n_tags++;
}

static const char *
pgn_continuation(uint32_t number, char buffer[16])
{
	struct text value;

	text_begin(&value, buffer, 16);
	text_unsigned(&value, number, 1);
	INVARIANT(text_end(&value, NULL) == 0);
	return buffer;
}

static void
pgn_write_tags(struct text *text, const struct pgn_part *part, const struct pgn_tag *tags,
               size_t n_tags)
{
	const struct position *start = part->start;
	struct pgn_tail tail = { .n_tags = 0 };
	char fen[FEN_SIZE], number[16];

	pgn_write_roster(text, part->result, tags, n_tags);
	for (size_t i = 0; i < n_tags; i++)
		if (!pgn_is_own(tags[i].name, part))
			pgn_tail_add(&tail, tags[i].name, tags[i].value);
	if (part->number > 0)
		pgn_tail_add(&tail, "Continuation", pgn_continuation(part->number, number));
	if (start->chess960)
		pgn_tail_add(&tail, "Variant", "Chess960");
	/* Without these the start position would be lost. */
	fen_format(start, fen);
	if (start->chess960 || strcmp(fen, FEN_START) != 0) {
		pgn_tail_add(&tail, "SetUp", "1");
		pgn_tail_add(&tail, "FEN", fen);
	}
	for (size_t i = 0; i < tail.n_tags; i++)
		pgn_write_tag(text, tail.tags[i].name, tail.tags[i].value);
	text_char(text, '\n');
}

/* pgn_put: one token, never broken, on this line or the next. */
static void
pgn_put(struct pgn_movetext *movetext, const struct text *token)
{
	if (movetext->column > 0) {
		if (movetext->column + 1 + token->len > PGN_LINE_MAX) {
			text_char(movetext->text, '\n');
			movetext->column = 0;
		} else {
			text_char(movetext->text, ' ');
			movetext->column++;
		}
	}
	text_bytes(movetext->text, token->p, token->len);
	movetext->column += token->len;
}

static void
pgn_put_number(struct pgn_movetext *movetext, uint32_t number, enum color side)
{
	char buffer[16];
	struct text token;

	text_begin(&token, buffer, sizeof(buffer));
	text_unsigned(&token, number, 1);
	text_string(&token, side == WHITE ? "." : "...");
	pgn_put(movetext, &token);
}

static void
pgn_format_clock(struct text *token, int32_t clock_s)
{
	uint32_t seconds = (uint32_t)clock_s;

	text_string(token, "[%clk ");
	text_unsigned(token, seconds / 3600, 1);
	text_char(token, ':');
	text_unsigned(token, seconds / 60 % 60, 2);
	text_char(token, ':');
	text_unsigned(token, seconds % 60, 2);
	text_char(token, ']');
}

/* pgn_put_comment: what is known beside ply `index`; returns whether there is anything. */
static bool
pgn_put_comment(struct pgn_movetext *movetext, const struct game *game, uint32_t index)
{
	bool is_timed = game->plies[index].clock_s >= 0;
	bool is_offer = movetext->offers && game_offers_has(movetext->offers, game, index);
	char buffer[40];
	struct text token;

	if (!is_timed && !is_offer)
		return false;
	text_begin(&token, buffer, sizeof(buffer));
	text_char(&token, '{');
	if (is_timed)
		pgn_format_clock(&token, game->plies[index].clock_s);
	if (is_offer)
		text_string(&token, is_timed ? " (=)" : "(=)");
	text_char(&token, '}');
	pgn_put(movetext, &token);
	return true;
}

static void
pgn_put_string(struct pgn_movetext *movetext, const char *string)
{
	char buffer[SAN_SIZE];
	struct text token;

	text_begin(&token, buffer, sizeof(buffer));
	text_string(&token, string);
	pgn_put(movetext, &token);
}

static void
pgn_write_plies(struct pgn_movetext *movetext, const struct game *game, const struct pgn_part *part)
{
	struct position position = *part->start;
	bool number_due = true; /* a black move tells its number at the start and after a comment */

	for (uint32_t i = part->first; i < part->end; i++) {
		const struct game_ply *ply = &game->plies[i];
		uint32_t done = part->start->side + (i - part->first);
		char san[SAN_SIZE];

		if (position.side == WHITE || number_due)
			pgn_put_number(movetext, part->start->fullmove + done / 2,
			               (enum color)position.side);
		san_format(&position, ply->move, san);
		pgn_put_string(movetext, san);
		number_due = pgn_put_comment(movetext, game, i);
		position_after(&position, ply->move, &position);
	}
}

static void
pgn_write_part(struct text *text, const struct game *game, const struct game_offers *offers,
               const struct pgn_part *part, const struct pgn_tag *tags, size_t n_tags)
{
	struct pgn_movetext movetext = { .text = text, .offers = offers, .column = 0 };

	pgn_write_tags(text, part, tags, n_tags);
	pgn_write_plies(&movetext, game, part);
	pgn_put_string(&movetext, game_result_text(part->result));
	text_string(text, "\n\n");
}

void
pgn_write(struct text *text, const struct game *game, const struct pgn_tag *tags, size_t n_tags,
          enum pgn_plies which)
{
	pgn_write_offered(text, game, NULL, tags, n_tags, which);
}

void
pgn_write_offered(struct text *text, const struct game *game, const struct game_offers *offers,
                  const struct pgn_tag *tags, size_t n_tags, enum pgn_plies which)
{
	struct pgn_part part = { .start = &game->start };
	uint32_t n_plies = game->n_plies;

	while (which == PGN_PLIES_MADE && n_plies > 0 &&
	       game->plies[n_plies - 1].state == PLY_CANDIDATE)
		n_plies--;

	for (uint32_t i = 0; i < game->n_breaks; i++) {
		part.end = game->breaks[i].ply;
		if (part.end > part.first) {
			pgn_write_part(text, game, offers, &part, tags, n_tags);
			part.number++;
		}
		part.first = part.end;
		part.start = &game->breaks[i].position;
	}
	part.end = n_plies;
	part.result = (enum game_result)game->result;
	pgn_write_part(text, game, offers, &part, tags, n_tags);
}

size_t
pgn_size(const struct game *game, size_t n_tags)
{
	size_t tags_size = (n_tags + PGN_OWN_TAGS) * PGN_TAG_SIZE + 16;

	return (game->n_breaks + 1) * tags_size + (size_t)game->n_plies * PGN_PLY_SIZE;
}

const char *
pgn_tag_value(const struct pgn_tag *tags, size_t n_tags, const char *name)
{
	for (size_t i = 0; i < n_tags; i++) {
		if (strcmp(tags[i].name, name) == 0)
			return tags[i].value;
	}
	return NULL;
}
