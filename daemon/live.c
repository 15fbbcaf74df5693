/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/live.h"

#include "core/chess/chess960.h"
#include "core/chess/position.h"

static const char *const live_colors[2] = { "white", "black" };

/* live_text: an empty text is not stated: null. */
static json_t *
live_text(const char *text)
{
	return text[0] ? json_string(text) : json_null();
}

json_t *
live_event(const struct config *config)
{
	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "name", live_text(config->event.name),
	                 "site", live_text(config->event.site), "date",
	                 live_text(config->event.date), "round", live_text(config->event.round),
	                 "section", live_text(config->event.section), "time_control",
	                 live_text(config->time_control));
}

json_t *
live_player(const struct config_table *setup, enum color side)
{
	return json_pack("{s:o, s:o, s:o, s:o}", "name",
	                 live_text(side == WHITE ? setup->white : setup->black), "title",
	                 live_text(side == WHITE ? setup->white_title : setup->black_title), "elo",
	                 live_text(side == WHITE ? setup->white_elo : setup->black_elo), "team",
	                 live_text(side == WHITE ? setup->white_team : setup->black_team));
}

const char *
live_sync_text(enum tracker_sync sync)
{
	static const char *const texts[] = {
		[TRACKER_WAITING] = "waiting", [TRACKER_IN_STEP] = "in-step",
		[TRACKER_ASTRAY] = "astray",   [TRACKER_PUZZLED] = "puzzled",
		[TRACKER_OVER] = "over",
	};

	return texts[sync];
}

json_t *
live_clock(const struct tracker_view *view, uint64_t capture_unix_us)
{
	if (!view->clock_seen)
		return json_null();
	return json_pack("{s:o, s:o, s:b, s:s, s:I, s:b}", "white",
	                 live_seconds(view->clock_s[WHITE]), "black",
	                 live_seconds(view->clock_s[BLACK]), "running", view->clock_running, "turn",
	                 live_colors[view->clock_turn], "read_unix_ms",
	                 (json_int_t)((capture_unix_us + view->clock_us) / 1000), "battery_low",
	                 view->clock_battery_low);
}

/* live_squares: 64 letters, a1 first, '.' for an empty square. */
static json_t *
live_squares(const uint8_t squares[64])
{
	char letters[64];

	for (int sq = 0; sq < 64; sq++)
		letters[sq] = piece_letter(squares[sq]);
	return json_stringn(letters, sizeof(letters));
}

static json_t *
live_position(const struct position *position)
{
	uint8_t squares[64];

	position_placement(position, squares);
	return live_squares(squares);
}

/* live_breaks: where play went on from another position: a fact of the board, its cause is the
 * arbiter's. */
static json_t *
live_breaks(const struct game *game)
{
	json_t *breaks = json_array();

	for (uint32_t i = 0; i < game->n_breaks; i++) {
		const struct game_break *gap = &game->breaks[i];

		json_array_append_new(breaks,
		                      json_pack("{s:I, s:o, s:i, s:s}", "ply", (json_int_t)gap->ply,
		                                "position", live_position(&gap->position), "move",
		                                (int)gap->position.fullmove, "side",
		                                live_colors[gap->position.side]));
	}
	return breaks;
}

static uint32_t
live_count(const struct game *game)
{
	uint32_t n = 0;

	while (n < game->n_plies && game->plies[n].state != PLY_CANDIDATE)
		n++;
	return n;
}

/* live_last: the squares of the last of n plies for highlighting, castling as the king goes; null where a break came
 * behind it. */
static json_t *
live_last(const struct game *game, uint32_t n)
{
	const struct game_break *gap = game_last_break(game, n);

	if (n == 0 || (gap && gap->ply == n))
		return json_null();
	return json_pack("[i, i]", move_from(game->plies[n - 1].move),
	                 move_target(game->plies[n - 1].move));
}

/* live_record: the moves and where they led. */
static void
live_record(json_t *object, struct live_plies *kept, const struct game *game)
{
	uint32_t n = live_count(game);
	struct position position;

	game_position(game, n, &position);
	json_object_set_new(object, "breaks", live_breaks(game));
	json_object_set_new(object, "first_position", live_position(&game->start));
	json_object_set_new(object, "first_move", json_integer(game->start.fullmove));
	json_object_set_new(object, "first_side", json_string(live_colors[game->start.side]));
	json_object_set_new(object, "plies", live_plies_of(kept, game, n));
	json_object_set_new(object, "last", live_last(game, n));
	json_object_set_new(object, "position", live_position(&position));
	json_object_set_new(object, "side", json_string(live_colors[position.side]));
	json_object_set_new(object, "check",
	                    position_in_check(&position)
	                            ? json_integer(position_king(&position, position.side))
	                            : json_null());
	json_object_set_new(object, "result",
	                    json_string(game_score_text((enum game_result)game->result)));
	json_object_set_new(object, "end",
	                    game->end == END_CHECKMATE   ? json_string("checkmate")
	                    : game->end == END_STALEMATE ? json_string("stalemate")
	                                                 : json_null());
}

static json_t *
live_first_move(const struct game *game, uint64_t capture_unix_us)
{
	const struct game_ply *ply = &game->plies[0];

	if (game->n_plies == 0 || ply->state == PLY_CANDIDATE || ply->made_us == TIME_UNKNOWN)
		return json_null();
	return json_integer((json_int_t)((capture_unix_us + ply->made_us) / 1000));
}

json_t *
live_game(const struct table *table, struct live_plies *kept, uint64_t capture_unix_us)
{
	json_t *object = json_object();
	struct tracker_view view;
	enum tracker_sync sync;
	struct game game;
	bool is_on, hidden = false;

	/* A sealed move stands on the board for all in the hall, and for nobody else (I.1.1). */
	table_public_view(table, &view, &hidden);
	is_on = table_public_game(table, &game, &hidden);
	/* That the board contradicts the record is for the arbiter alone to know (12.6). */
	sync = view.sync == TRACKER_PUZZLED || view.sync == TRACKER_ASTRAY ? TRACKER_IN_STEP
	                                                                   : view.sync;
	json_object_set_new(object, "game", json_integer(view.games));
	json_object_set_new(object, "sync", json_string(live_sync_text(sync)));
	json_object_set_new(object, "sensors", live_squares(view.squares));
	json_object_set_new(object, "clock", live_clock(&view, capture_unix_us));
	if (is_on) {
		live_record(object, kept, &game);
		json_object_set_new(object, "first_move_unix_ms",
		                    live_first_move(&game, capture_unix_us));
	}
	return object;
}

json_t *
live_about(const struct table *table, uint64_t capture_unix_us)
{
	const char *serial = table_fact(table, BOARD_FACT_LONG_SERIAL);
	int number = CHESS960_ORTHODOX;
	json_t *first_move = NULL;
	struct game game;
	bool hidden;

	if (!serial[0])
		serial = table_fact(table, BOARD_FACT_SERIAL);
	if (table_public_game(table, &game, &hidden)) {
		first_move = live_first_move(&game, capture_unix_us);
		number = chess960_number(&game.start);
	}
	return json_pack("{s:s, s:i, s:o}", "serial", serial, "chess960",
	                 number < 0 ? CHESS960_ORTHODOX : number, "first_move_unix_ms",
	                 first_move ? first_move : json_null());
}
