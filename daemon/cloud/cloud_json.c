/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/cloud/cloud_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <nettle/sha1.h>

#include "core/chess/chess960.h"
#include "core/chess/san.h"
#include "daemon/delay.h"
#include "daemon/last_game.h"

static json_t *
text_or_null(const char *text)
{
	return text[0] ? json_string(text) : json_null();
}

/* --- The tournament --------------------------------------------------------------------------- */

void
cloud_id(const struct config *config, char ret_id[CLOUD_ID_SIZE])
{
	uint8_t digest[SHA1_DIGEST_SIZE];
	struct sha1_ctx sha1;
	size_t len = 0;

	if (config->cloud.id[0]) {
		snprintf(ret_id, CLOUD_ID_SIZE, "%s", config->cloud.id);
		return;
	}
	sha1_init(&sha1);
	sha1_update(&sha1, strlen(config->event.name), (const uint8_t *)config->event.name);
	sha1_digest(&sha1, sizeof(digest), digest);
	digest[6] = (uint8_t)((digest[6] & 0x0f) | 0x50); /* RFC 9562: version 5 */
	digest[8] = (uint8_t)((digest[8] & 0x3f) | 0x80);
	for (size_t i = 0; i < 16; i++)
		len += (size_t)snprintf(ret_id + len, CLOUD_ID_SIZE - len, "%s%02x",
		                        i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "",
		                        digest[i]);
}

unsigned int
cloud_round(const struct config *config)
{
	unsigned long round = strtoul(config->event.round, NULL, 10);

	if (round > CLOUD_ROUNDS_MAX)
		return CLOUD_ROUNDS_MAX;
	return round > 0 ? (unsigned int)round : 1;
}

static bool
is_chess960(const struct config *config)
{
	bool is = config->event.start.chess960[0] != '\0';

	for (size_t i = 0; i < config->n_tables; i++)
		is |= config->tables[i].start.chess960[0] != '\0';
	return is;
}

json_t *
cloud_tournament(const struct config *config, const struct cloud_count *rounds, size_t n_rounds,
                 json_t *serials)
{
	const char *name = config->event.name[0] ? config->event.name : "Chess";
	json_t *list = json_array();

	for (size_t i = 0; i < n_rounds; i++)
		json_array_append_new(list,
		                      json_pack("{s:I, s:I}", "count", (json_int_t)rounds[i].games,
		                                "live", (json_int_t)rounds[i].live));
	return json_pack("{s:s, s:s, s:o, s:n, s:n, s:s, s:s, s:o, s:o, s:o}", "id", name, "name",
	                 name, "location", text_or_null(config->event.site), "country", "website",
	                 "rules", "STANDARD", "chess960", is_chess960(config) ? "ANY" : "STANDARD",
	                 "timecontrol", text_or_null(config->time_control), "rounds", list,
	                 "eboards", serials);
}

/* --- A round ---------------------------------------------------------------------------------- */

/* "Family, Given": the part before the comma is the family's. */
static json_t *
make_player(const char *name, const char *title, const char *fide_id)
{
	const char *comma = strchr(name, ',');
	const char *given = comma ? comma + 1 + strspn(comma + 1, " ") : "";
	size_t family = comma ? (size_t)(comma - name) : strlen(name);
	json_int_t id = strtoll(fide_id, NULL, 10);

	if (!name[0])
		return json_null();
	return json_pack("{s:o, s:n, s:s%, s:o, s:n, s:n, s:o}", "fname", text_or_null(given),
	                 "mname", "lname", name, family, "title", text_or_null(title), "federation",
	                 "gender", "fideid", id > 0 ? json_integer(id) : json_null());
}

/* What was entered, where PGN has no word for it too: "+/-", "0-0". */
static const char *
score_of(const struct cloud_game *game)
{
	const char *score;

	if (!game->game)
		return "*";
	score = pgn_tag_value(game->game->tags, game->game->n_tags, "Score");
	return score ? score : game_result_text((enum game_result)game->game->game.result);
}

void
cloud_game_look(struct last_game *last, const struct delay_view *view, size_t index,
                struct cloud_game *ret_game)
{
	const json_t *plies;
	size_t len;
	const char *pgn = delay_pgn(view, index, &len);

	*ret_game = (struct cloud_game){
		.game = last_game_read(last, pgn, len),
		.live = delay_live(view, index),
		.about = delay_about(view, index),
	};
	/* When the men are set up again the game that is over is still the one to be seen. */
	plies = json_object_get(ret_game->live, "plies");
	ret_game->is_current = json_array_size(plies) > 0;
}

bool
cloud_is_live(const struct cloud_game *game)
{
	return game->game && game->is_current && strcmp(score_of(game), "*") == 0;
}

json_t *
cloud_pairing(const struct config_table *table, const struct cloud_game *game)
{
	enum game_result result =
		game->game ? (enum game_result)game->game->game.result : RESULT_NONE;

	return json_pack("{s:o, s:o, s:s, s:b}", "white",
	                 make_player(table->white, table->white_title, table->white_fide_id),
	                 "black",
	                 make_player(table->black, table->black_title, table->black_fide_id),
	                 "result", game_result_text(result), "live", cloud_is_live(game));
}

json_t *
cloud_index(const struct config *config, json_t *pairings)
{
	return json_pack("{s:o, s:o}", "date", text_or_null(config->event.date), "pairings",
	                 pairings);
}

/* --- A game ----------------------------------------------------------------------------------- */

/* The words of a game's file; NULL: it has none, the score is a comment. */
static const char *
result_word(const char *score)
{
	static const char *const words[][2] = {
		{ "1-0", "WHITEWIN" },     { "0-1", "BLACKWIN" },     { "1/2-1/2", "DRAW" },
		{ "+/-", "WHITEFORFAIT" }, { "-/+", "BLACKFORFAIT" }, { "-/-", "NOTPLAYED" },
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strcmp(score, words[i][0]) == 0)
			return words[i][1];
	return NULL;
}

/* A double forfeit has no word of its own, and points withheld have none at all. */
static json_t *
make_comment(const char *score)
{
	const char *word = result_word(score);
	bool is_said = word && strcmp(word, "NOTPLAYED") != 0;

	return is_said || strcmp(score, "*") == 0 ? json_null() : json_string(score);
}

/* "e4 5424": the mover's clock after it, where it was seen. */
static json_t *
make_moves(const struct game *game)
{
	struct position position = game->start;
	char text[SAN_SIZE + 16], san[SAN_SIZE];
	json_t *moves = json_array();

	for (uint32_t i = 0; i < game->n_plies; i++) {
		const struct game_ply *ply = &game->plies[i];

		san_format(&position, ply->move, san);
		if (ply->clock_s == CLOCK_UNKNOWN)
			snprintf(text, sizeof(text), "%s", san);
		else
			snprintf(text, sizeof(text), "%s %d", san, ply->clock_s);
		json_array_append_new(moves, json_string(text));
		position_after(&position, ply->move, &position);
	}
	return moves;
}

static json_t *
make_clock(const struct cloud_game *game)
{
	const json_t *clock = json_object_get(game->live, "clock");
	const char *turn = json_string_value(json_object_get(clock, "turn"));
	json_t *run = json_null();

	if (!json_is_object(clock) || !cloud_is_live(game))
		return json_null();
	if (json_is_true(json_object_get(clock, "running")) && turn)
		run = json_boolean(strcmp(turn, "white") == 0);
	return json_pack("{s:O, s:O, s:o, s:O}", "white", json_object_get(clock, "white"), "black",
	                 json_object_get(clock, "black"), "run", run, "time",
	                 json_object_get(clock, "read_unix_ms"));
}

json_t *
cloud_game_json(const struct cloud_game *game)
{
	const char *serial = json_string_value(json_object_get(game->about, "serial"));
	json_t *first_move = json_object_get(game->about, "first_move_unix_ms");
	const char *score = score_of(game), *word = result_word(score);
	int number = game->game ? chess960_number(&game->game->game.start) : CHESS960_ORTHODOX;

	return json_pack("{s:b, s:s, s:o, s:i, s:o, s:o, s:o, s:o}", "live", cloud_is_live(game),
	                 "serialNr", serial ? serial : "", "firstMove",
	                 game->game && game->is_current && first_move ? json_incref(first_move)
	                                                              : json_null(),
	                 "chess960", number < 0 ? CHESS960_ORTHODOX : number, "result",
	                 word ? json_string(word) : json_null(), "comment", make_comment(score),
	                 "clock", make_clock(game), "moves",
	                 game->game ? make_moves(&game->game->game) : json_array());
}
