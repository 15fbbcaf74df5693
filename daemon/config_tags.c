/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the configuration says of a game, as PGN tags.
 */
#include <stdbool.h>
#include <string.h>

#include "core/base/text.h"
#include "daemon/config.h"
#include "daemon/players.h"
#include "daemon/slug.h"

/* Tags being collected; text that is not in the configuration as it stands goes to `text`. */
struct config_tagger {
	struct pgn_tag *tags;
	size_t n_tags;
	struct text text;
};

static void
config_tag(struct config_tagger *tagger, const char *name, const char *value)
{
	if (value[0] != '\0' && tagger->n_tags < PGN_TAGS_MAX)
		tagger->tags[tagger->n_tags++] = (struct pgn_tag){ name, value };
}

/* config_tag_end: what was written to tagger->text since `at` becomes a tag's value. */
static void
config_tag_end(struct config_tagger *tagger, const char *name, size_t at)
{
	if (tagger->text.overflow)
		return;
	config_tag(tagger, name, tagger->text.p + at);
	/* Values stand one behind the other, each with its NUL. */
	text_bytes(&tagger->text, "", 1);
}

static void
config_tag_date(struct config_tagger *tagger, const char *date)
{
	size_t at = tagger->text.len;

	if (date[0] == '\0')
		return;
	for (const char *p = date; *p; p++)
		text_char(&tagger->text, *p == '-' ? '.' : *p);
	config_tag_end(tagger, "Date", at);
}

static void
config_tag_round(struct config_tagger *tagger, const char *round, const struct config_table *table)
{
	size_t at = tagger->text.len;

	if (round[0] == '\0')
		return;
	text_string(&tagger->text, round);
	/* A round that has its own dot says already which board it means. */
	if (table && !strchr(round, '.')) {
		text_char(&tagger->text, '.');
		text_unsigned(&tagger->text, table->number, 1);
	}
	config_tag_end(tagger, "Round", at);
}

/* A GameId must be the same after every restart and no other game's: it needs the event's name, and who plays, since
 * a reader takes what comes under a GameId he knows for more of the same game. Letters, digits and hyphens are what
 * every reader of it takes. */
static void
config_tag_game_id(struct config_tagger *tagger, const struct config_event *event,
                   const struct config_table *table, uint32_t game)
{
	size_t at = tagger->text.len;
	char slug[SLUG_SIZE], pairing[PLAYERS_PAIRING];

	if (event->name[0] == '\0' || !table)
		return;
	slug_format(event->name, slug);
	text_string(&tagger->text, slug);
	text_char(&tagger->text, '-');
	slug_format(event->round, slug);
	text_string(&tagger->text, slug[0] ? slug : "0");
	text_char(&tagger->text, '-');
	text_unsigned(&tagger->text, table->number, 1);
	text_char(&tagger->text, '-');
	text_unsigned(&tagger->text, game, 1);
	players_pairing(table, pairing);
	if (pairing[0])
		text_char(&tagger->text, '-');
	text_string(&tagger->text, pairing);
	config_tag_end(tagger, "GameId", at);
}

static bool
is_delayed(const struct time_control *control)
{
	bool is = false;

	for (uint32_t i = 0; i < control->n_periods; i++)
		is |= control->periods[i].mode == TIME_MODE_BRONSTEIN ||
		      control->periods[i].mode == TIME_MODE_DELAY;
	return is;
}

/* A "+30" is an increment to every reader of PGN: a delay, for which it has no form, is left out. */
static void
config_tag_control(struct config_tagger *tagger, const struct config *config)
{
	size_t at = tagger->text.len;

	if (!is_delayed(&config->rules.control)) {
		config_tag(tagger, "TimeControl", config->time_control);
		return;
	}
	for (const char *p = config->time_control; *p;) {
		if (*p == '+')
			p += 1 + strspn(p + 1, "0123456789");
		else
			text_char(&tagger->text, *p++);
	}
	config_tag_end(tagger, "TimeControl", at);
}

size_t
config_tags(const struct config *config, const struct config_table *table, uint32_t game,
            struct pgn_tag tags[PGN_TAGS_MAX], char *buffer, size_t size)
{
	static const struct config_table nobody;
	const struct config_table *who = table ? table : &nobody;
	struct config_tagger tagger = { .tags = tags };
	size_t at;

	text_begin(&tagger.text, buffer, size);
	config_tag(&tagger, "Event", config->event.name);
	config_tag(&tagger, "Site", config->event.site);
	config_tag_date(&tagger, config->event.date);
	config_tag_round(&tagger, config->event.round, table);
	config_tag(&tagger, "White", who->white);
	config_tag(&tagger, "Black", who->black);
	config_tag_control(&tagger, config);
	config_tag(&tagger, "WhiteTitle", who->white_title);
	config_tag(&tagger, "BlackTitle", who->black_title);
	config_tag(&tagger, "WhiteElo", who->white_elo);
	config_tag(&tagger, "BlackElo", who->black_elo);
	config_tag(&tagger, "WhiteFideId", who->white_fide_id);
	config_tag(&tagger, "BlackFideId", who->black_fide_id);
	config_tag(&tagger, "WhiteTeam", who->white_team);
	config_tag(&tagger, "BlackTeam", who->black_team);
	if (table) {
		at = tagger.text.len;
		text_unsigned(&tagger.text, table->number, 1);
		config_tag_end(&tagger, "Board", at);
	}
	if (table)
		config_tag(&tagger, "Mode", "OTB");
	config_tag(&tagger, "Section", config->event.section);
	config_tag_game_id(&tagger, &config->event, table, game);
	return tagger.n_tags;
}
