/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/table.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/clock_order.h"
#include "daemon/mating_room.h"
#include "daemon/operator.h"
#include "daemon/retag.h"
#include "daemon/table_state.h"

/* --- PGN -------------------------------------------------------------------------------------- */

static bool
is_worth_writing(const struct game *game)
{
	return game && (game->n_plies > 0 || game->result != RESULT_NONE);
}

/* How it ended, and the score where PGN has no word for it: a forfeit is for an infraction (6.7.1), or nobody
 * came, and points are withheld for one (12.9). */
static size_t
add_result_tags(const struct table *table, const struct game *game, struct pgn_tag *tags,
                size_t n_tags)
{
	static const char *const usual[GAME_RESULTS] = {
		[RESULT_BOTH_LOSE] = "rules infraction",
		[RESULT_WHITE_HALF] = "rules infraction",
		[RESULT_BLACK_HALF] = "rules infraction",
		[RESULT_WHITE_BY_FORFEIT] = "rules infraction",
		[RESULT_BLACK_BY_FORFEIT] = "rules infraction",
		[RESULT_BOTH_FORFEIT] = "abandoned",
	};
	const char *termination = table->termination ? table->termination : usual[game->result];
	const char *score = game_score_text((enum game_result)game->result);

	if (game->result == RESULT_NONE || n_tags + 2 > PGN_TAGS_MAX)
		return n_tags;
	if (termination)
		tags[n_tags++] = (struct pgn_tag){ "Termination", termination };
	if (strcmp(score, game_result_text((enum game_result)game->result)) != 0)
		tags[n_tags++] = (struct pgn_tag){ "Score", score };
	return n_tags;
}

/* What of *game, the current one, the public may see. A view: its plies are the record's. */
static bool
hide_sealed(const struct table *table, const struct game *game, struct game *ret_game)
{
	const struct adjournment *adjourned = laws_adjournment(table->laws);

	*ret_game = *game;
	if (!adjourned || adjourned->ply >= game->n_plies)
		return adjourned != NULL;
	game_truncate(ret_game, adjourned->ply);
	return true;
}

bool
table_public_game(const struct table *table, struct game *ret_game, bool *ret_hidden)
{
	const struct game *game = tracker_game(table->tracker);

	if (!game)
		return false;
	*ret_hidden = hide_sealed(table, game, ret_game);
	return true;
}

/* The PGN of *game, the current one, as the table's game number `number` (from 1) into *buffer, which is made
 * to fit: what it can need at the most is ten times what it has. */
static int
format_game(struct table *table, const struct game *game, uint32_t number, char **buffer,
            size_t *ret_len)
{
	struct pgn_tag tags[PGN_TAGS_MAX];
	struct game shown;
	char tag_text[1024];
	size_t n_tags =
		config_tags(table->config, table->setup, number, tags, tag_text, sizeof(tag_text));
	size_t size;
	char *fitting;
	struct text text;
	int r;

	hide_sealed(table, game, &shown);
	n_tags = add_result_tags(table, &shown, tags, n_tags);
	size = pgn_size(&shown, n_tags);
	fitting = realloc(*buffer, size);
	if (!fitting)
		return -ENOMEM;
	*buffer = fitting;
	text_begin(&text, fitting, size);
	pgn_write_offered(&text, &shown, laws_offers(table->laws), tags, n_tags, PGN_PLIES_MADE);
	r = text_end(&text, ret_len);
	fitting = r == 0 ? realloc(*buffer, *ret_len + 1) : NULL;
	*buffer = fitting ? fitting : *buffer;
	return r;
}

static int
put_finished(struct table *table, const struct table_game *kept)
{
	if (table->n_finished == table->finished_capacity) {
		size_t capacity = table->finished_capacity ? 2 * table->finished_capacity : 16;
		struct table_game *bigger = realloc(table->finished, capacity * sizeof(*bigger));

		if (!bigger)
			return -ENOMEM;
		table->finished = bigger;
		table->finished_capacity = capacity;
	}
	table->finished[table->n_finished++] = *kept;
	return 0;
}

int
table_keep_finished(struct table *table, const char *pgn, size_t len)
{
	struct table_game kept = { .pgn = strndup(pgn, len), .len = len };
	int r = kept.pgn ? put_finished(table, &kept) : -ENOMEM;

	if (r < 0)
		free(kept.pgn);
	return r;
}

static void
keep_finished(struct table *table, const struct game *game)
{
	struct table_game kept = { 0 };

	if (format_game(table, game, (uint32_t)table->n_finished + 1, &kept.pgn, &kept.len) != 0 ||
	    put_finished(table, &kept) != 0) {
		free(kept.pgn);
		return;
	}
	table->finished_plies += game->n_plies;
}

void
table_retag(struct table *table)
{
	struct pgn_tag tags[PGN_TAGS_MAX];
	char tag_text[1024];

	for (size_t i = 0; i < table->n_finished; i++) {
		struct table_game *game = &table->finished[i];
		size_t n = config_tags(table->config, table->setup, (uint32_t)i + 1, tags, tag_text,
		                       sizeof(tag_text)),
		       len;
		char *pgn = retag_pgn(game->pgn, game->len, tags, n, &len);

		if (!pgn)
			continue;
		free(game->pgn);
		*game = (struct table_game){ pgn, len };
	}
}

size_t
table_games(struct table *table)
{
	return table->n_finished + (is_worth_writing(tracker_game(table->tracker)) ? 1 : 0);
}

const char *
table_pgn(struct table *table, size_t index, size_t *ret_len)
{
	const struct game *game = tracker_game(table->tracker);

	if (index < table->n_finished) {
		*ret_len = table->finished[index].len;
		return table->finished[index].pgn;
	}
	if (!is_worth_writing(game) || index > table->n_finished ||
	    format_game(table, game, (uint32_t)table->n_finished + 1, &table->pgn, ret_len) != 0)
		return NULL;
	return table->pgn;
}

/* --- alerts ------------------------------------------------------------------------------------ */

/* As things stood when the sheet was due. */
static void
note_sheet(struct table *table, uint64_t t_us)
{
	struct tracker_view view;
	struct time_row row;

	tracker_look(table->tracker, &view);
	time_row_take(&row, tracker_game(table->tracker), &view, &table->time, t_us);
	time_sheet_add(&table->sheet, &row);
}

static void
on_alert(void *ctx, const struct alert *alert)
{
	struct table *table = ctx;

	if (alert->id == ALERT_TIME_SHEET)
		note_sheet(table, alert->t_us);
	if (table->listener.alert)
		table->listener.alert(table->listener.ctx, alert);
}

static void
on_settled(void *ctx, uint32_t number, enum alert_outcome outcome)
{
	struct table *table = ctx;

	if (table->listener.settled)
		table->listener.settled(table->listener.ctx, number, outcome, table->note);
}

/* --- the path from bytes to the record --------------------------------------------------------- */

/* How far the tracker's time may go now. */
static uint64_t
tracker_now(const struct table *table)
{
	return table->away && table->away_us < table->now_us ? table->away_us : table->now_us;
}

static void
on_update(void *ctx, enum tracker_update what, const struct game *game, uint32_t first_ply)
{
	struct table *table = ctx;
	struct tracker_view view;

	tracker_look(table->tracker, &view);
	laws_owe_presses(table->laws, table_clock_owes(table->clock));
	laws_update(table->laws, what, game, first_ply, &view, table->now_us);
	/* What the clock read some time ago is nothing to measure the present by. */
	if (!(table->recovering && what == TRACKER_CLOCK))
		table_clock_update(table->clock, what, game, first_ply, &view, table->now_us);
	if (table->listener.changed)
		table->listener.changed(table->listener.ctx, what);
}

/* The game that is about to be replaced is put by while the tracker still has it. */
static void
on_game_over(void *ctx, const struct game *game)
{
	struct table *table = ctx;

	if (is_worth_writing(game))
		keep_finished(table, game);
	table->termination = NULL;
}

/* It may have been told by another board, before the link was lost. */
static void
note_serial(struct table *table, const char *serial)
{
	if (table->serial[0] && strcmp(table->serial, serial) != 0)
		laws_equipment_changed(table->laws, table->now_us);
	snprintf(table->serial, sizeof(table->serial), "%s", serial);
}

static void
note_fact(struct table *table, const struct board_event *event)
{
	char *fact = table->facts[event->fact.which];

	if (event->fact.which == BOARD_FACT_SERIAL)
		note_serial(table, event->fact.text);
	snprintf(fact, sizeof(table->facts[0]), "%s", event->fact.text);
	if (table->listener.changed)
		table->listener.changed(table->listener.ctx, TRACKER_BOARD);
}

/* What stands there, as the driver would tell it. */
static void
pass_on_scan(struct table *table)
{
	struct board_event scan = { .kind = BOARD_SCAN, .t_us = table->now_us };
	struct tracker_view view;

	tracker_look(table->tracker, &view);
	for (int sq = 0; sq < 64; sq++)
		scan.scan[sq] = view.squares[view.rotated ? 63 - sq : sq];
	table->listener.event(table->listener.ctx, &scan);
}

/* Events are for the public, too: what is done on the board while a move is sealed is told in one when play goes
 * on (I.1.1). */
static void
pass_on(struct table *table, const struct board_event *event)
{
	bool hidden = laws_adjournment(table->laws) != NULL;
	bool is_men = event->kind == BOARD_SQUARE || event->kind == BOARD_SCAN ||
	              event->kind == BOARD_MAGIC;

	if (!table->listener.event)
		return;
	if (table->held_back && !hidden)
		pass_on_scan(table);
	table->held_back = hidden;
	if (!hidden || !is_men)
		table->listener.event(table->listener.ctx, event);
}

static void
tell_tracker(struct table *table, const struct board_event *event)
{
	pass_on(table, event);
	tracker_event(table->tracker, event);
}

/* The board's log tells what happened while it was away; the tracker hears it at the time it has, which
 * lies between then and now. */
static void
hear_recovered(struct table *table, const struct board_event *event)
{
	table->recovered++;
	table->recovering = true;
	tell_tracker(table, event);
	table->recovering = false;
}

static void
hear(struct table *table, const struct board_event *event)
{
	table_clock_event(table->clock, tracker_game(table->tracker), event, table->now_us);
	tell_tracker(table, event);
}

/* What comes of the present before the board's log and its position have come: the clock has to wait for
 * them, and a change is part of both, but for a board that tells every change only once. Returns whether
 * that is all. */
static bool
wait_for_position(struct table *table, const struct board_event *event)
{
	if (!table->away)
		return false;
	if (event->kind == BOARD_CLOCK) {
		table->clock_event = *event;
		table->clock_waits = true;
		return true;
	}
	return event->kind == BOARD_SQUARE && table->heard && !table->driver->is_asked_for;
}

static void
on_event(void *ctx, const struct board_event *event)
{
	struct table *table = ctx;

	table->events++;
	laws_advance(table->laws, table->now_us);
	if (event->recovered) {
		hear_recovered(table, event);
		return;
	}
	if (event->kind == BOARD_FACT || event->kind == BOARD_CLOCK_ACK) {
		if (event->kind == BOARD_FACT)
			note_fact(table, event);
		return;
	}
	if (wait_for_position(table, event))
		return;
	table->away = false;
	table->heard = true;
	hear(table, event);
	if (table->clock_waits) {
		table->clock_waits = false;
		table->clock_event.t_us = event->t_us;
		hear(table, &table->clock_event);
	}
}

static int
on_send(void *ctx, const uint8_t *bytes, size_t len)
{
	struct table *table = ctx;

	return table->listener.send(table->listener.ctx, bytes, len);
}

int
table_new(const struct board_driver *driver, const struct config *config,
          const struct config_table *setup, const struct table_listener *listener,
          struct table **ret_table)
{
	struct table *table = calloc(1, sizeof(*table));
	const struct tracker_listener tracker_listener = {
		.ctx = table,
		.update = on_update,
		.game_over = on_game_over,
	};
	const struct alert_listener alert_listener = { .ctx = table,
		                                       .raise = on_alert,
		                                       .settled = on_settled };
	void *tracker_memory, *laws_memory;

	if (!table)
		return -ENOMEM;
	table->driver = driver;
	table->config = config;
	table->setup = setup;
	table->listener = *listener;
	/* Of zeros, so that what nobody has written to yet is nothing in a snapshot. */
	table->driver_state = calloc(1, driver->state_size);
	tracker_memory = calloc(1, tracker_size());
	laws_memory = calloc(1, laws_size());
	table->mating = mating_room_take();
	if (!table->driver_state || !tracker_memory || !laws_memory || !table->mating) {
		free(tracker_memory);
		free(laws_memory);
		table_free(table);
		return -ENOMEM;
	}
	driver->init(table->driver_state);
	table->tracker = tracker_init(tracker_memory, &tracker_listener);
	table->laws = laws_init(laws_memory, &config->rules, setup ? setup->number : 0,
	                        &alert_listener, table->mating);
	table_expect(table);
	session_time_init(&table->time, config);
	if (table_clock_new(&config->rules, table->laws, &table->time, table->mating,
	                    &table->clock) != 0) {
		table_free(table);
		return -ENOMEM;
	}
	/* The event's first table speaks for the hall. */
	if (!setup || setup == config->tables)
		table_clock_for_hall(table->clock);
	laws_ratings(table->laws, setup ? config_rating(setup) : 0);
	table->away = true; /* until its first word */
	table->out.ctx = table;
	table->out.event = on_event;
	table_set_send(table, listener->send);
	*ret_table = table;
	return 0;
}

void
table_expect(struct table *table)
{
	struct position start;
	unsigned int others;

	config_starts(table->config, table->setup, &start, &others);
	tracker_expect_start(table->tracker, &start);
	tracker_accept_starts(table->tracker, others);
	laws_expect(table->laws, &start, others == 0);
}

void
table_begin_at(struct table *table, int64_t unix_us, int32_t offset_s)
{
	session_time_begin(&table->time, unix_us, offset_s);
	table_clock_session(table->clock);
}

const struct session_time *
table_time(const struct table *table)
{
	return &table->time;
}

void
table_free(struct table *table)
{
	if (!table)
		return;
	for (size_t i = 0; i < table->n_finished; i++)
		free(table->finished[i].pgn);
	free(table->finished);
	free(table->pgn);
	free(table->tracker);
	table_clock_free(table->clock);
	free(table->laws);
	if (table->mating)
		mating_room_give();
	free(table->driver_state);
	free(table);
}

void
table_set_send(struct table *table, int (*send)(void *ctx, const uint8_t *bytes, size_t len))
{
	table->listener.send = send;
	table->out.send = send ? on_send : NULL;
}

/* What time alone brings, to tracker, laws and clock in the order in which it comes: whoever looks, and when,
 * the same happens at the same moments. Returns when something is due next. */
static uint64_t
catch_up(struct table *table)
{
	uint64_t now_us = table->now_us;
	uint64_t due_us;

	for (;;) {
		uint64_t at_us = table->caught_us;
		uint64_t laws_us, clock_us;

		table->now_us = at_us;
		due_us = tracker_advance(table->tracker, tracker_now(table));
		if (table->away && due_us > table->away_us)
			due_us = TRACKER_NO_DEADLINE;
		laws_us = laws_advance(table->laws, at_us);
		clock_us = table_clock_advance(table->clock, tracker_game(table->tracker), at_us);
		due_us = laws_us < due_us ? laws_us : due_us;
		due_us = clock_us < due_us ? clock_us : due_us;
		if (due_us <= at_us)
			due_us = at_us + 1;
		if (at_us == now_us)
			break;
		table->caught_us = due_us < now_us ? due_us : now_us;
	}
	table->now_us = now_us;
	return due_us;
}

static void
note_time(struct table *table, uint64_t t_us)
{
	if (table->now_us < t_us)
		table->now_us = t_us;
}

/* A board that is asked tells what happened since it was asked last, with the time of each: what is due by
 * itself waits for its answer, which comes several times a second. */
void
table_from_board(struct table *table, uint64_t t_us, const uint8_t *bytes, size_t len)
{
	note_time(table, t_us);
	if (!table->driver->is_asked_for)
		catch_up(table);
	table->driver->feed(table->driver_state, &table->out, bytes, len, table->now_us);
	if (table->driver->is_asked_for)
		catch_up(table);
}

/* --- host events ------------------------------------------------------------------------------ */

static int
host_link(struct table *table, bool up)
{
	struct board_event event = { .kind = up ? BOARD_BACK : BOARD_LOST };

	if (!up && !table->away) {
		table->away = true;
		table->away_us = table->now_us + TABLE_AWAY_US;
	}
	event.t_us = up ? tracker_now(table) : table->now_us;

	laws_advance(table->laws, table->now_us);
	hear(table, &event);
	if (!up && table->driver->away)
		table->driver->away(table->driver_state);
	if (!up)
		laws_link_lost(table->laws, table->now_us);
	if (up && table->out.send)
		table->driver->start(table->driver_state, &table->out, table->now_us);
	return 0;
}

/* It may be another board that is plugged now: what the last one said of itself is over. */
static int
host_plugged(struct table *table, const json_t *members, char *error, size_t error_size)
{
	(void)members;
	(void)error;
	(void)error_size;
	memset(table->facts, 0, sizeof(table->facts));
	return host_link(table, true);
}

/* Another board stands on the table from now on; the game goes on. */
static int
host_board(struct table *table, const json_t *members, char *error, size_t error_size)
{
	const char *board = json_string_value(json_object_get(members, "board"));

	if (!board || board[0] == '\0' || strlen(board) >= sizeof(table->board)) {
		snprintf(error, error_size,
		         "\"board\" must be serial:NUMBER or the address of a board");
		return -EBADMSG;
	}
	snprintf(table->board, sizeof(table->board), "%s", board);
	return 0;
}

/* Also "started": the daemon was started, and the link is down until it says otherwise. */
static int
host_unplugged(struct table *table, const json_t *members, char *error, size_t error_size)
{
	(void)members;
	(void)error;
	(void)error_size;
	return host_link(table, false);
}

static int
host_wrong(char *error, size_t error_size, const char *needs)
{
	snprintf(error, error_size, "%s", needs);
	return -EBADMSG;
}

/* PGN's words for how a game ended (PGN standard 9.8.1); NULL for any other. */
static const char *
find_termination(const char *text)
{
	static const char *const words[] = { "abandoned",    "adjudication", "death",
		                             "emergency",    "normal",       "rules infraction",
		                             "time forfeit", "unterminated" };

	for (size_t i = 0; text && i < sizeof(words) / sizeof(words[0]); i++)
		if (strcmp(text, words[i]) == 0)
			return words[i];
	return NULL;
}

static int
host_result(struct table *table, const json_t *members, char *error, size_t error_size)
{
	const char *text = json_string_value(json_object_get(members, "result"));
	const json_t *termination = json_object_get(members, "termination");
	int result = RESULT_NONE;

	while (text && result < GAME_RESULTS &&
	       strcmp(text, game_score_text((enum game_result)result)) != 0)
		result++;
	if (!text || result == GAME_RESULTS)
		return host_wrong(error, error_size,
		                  "\"result\" must be \"1-0\", \"0-1\", \"1/2-1/2\", \"0-0\", "
		                  "\"1/2-0\", \"0-1/2\", \"+/-\", \"-/+\", \"-/-\" or \"*\"");
	if (termination && !find_termination(json_string_value(termination)))
		return host_wrong(error, error_size,
		                  "\"termination\" must be abandoned, adjudication, death, "
		                  "emergency, normal, rules infraction, time forfeit or "
		                  "unterminated");
	if (table->only_checks)
		return 0;
	table->termination = find_termination(json_string_value(termination));
	laws_on_time(table->laws,
	             table->termination && strcmp(table->termination, "time forfeit") == 0);
	tracker_result(table->tracker, (enum game_result)result, table->now_us);
	return 0;
}

static int
read_side(const json_t *members, enum color *ret_side)
{
	const char *side = json_string_value(json_object_get(members, "side"));

	if (!side || (strcmp(side, "white") != 0 && strcmp(side, "black") != 0))
		return -EBADMSG;
	*ret_side = side[0] == 'w' ? WHITE : BLACK;
	return 0;
}

/* A claim while no game is on changes nothing: the journal holds it all the same. */
static int
host_claim(struct table *table, const json_t *members, char *error, size_t error_size)
{
	static const char *const rules[] = { "threefold", "fifty" };
	const char *rule = json_string_value(json_object_get(members, "rule"));
	const char *move = json_string_value(json_object_get(members, "move"));
	int kind = CLAIM_THREEFOLD;
	enum color side;

	while (rule && kind < CLAIM_ANY && strcmp(rule, rules[kind]) != 0)
		kind++;
	if (read_side(members, &side) != 0 || (rule && kind == CLAIM_ANY))
		return host_wrong(error, error_size,
		                  "\"side\" must be \"white\" or \"black\", \"rule\" threefold or "
		                  "fifty, \"move\" a legal "
		                  "move of his in SAN");
	if (laws_check_claim(table->laws, side, move) == -EINVAL)
		return host_wrong(error, error_size,
		                  "\"side\" must be \"white\" or \"black\", \"rule\" threefold "
		                  "or fifty, \"move\" a legal "
		                  "move of his in SAN");
	if (!table->only_checks)
		laws_claim(table->laws, side, rule ? (enum claim_kind)kind : CLAIM_ANY, move,
		           table->now_us);
	return 0;
}

static int
host_offer(struct table *table, const json_t *members, char *error, size_t error_size)
{
	enum color side;

	if (read_side(members, &side) != 0)
		return host_wrong(error, error_size, "\"side\" must be \"white\" or \"black\"");
	if (table->only_checks)
		return 0;
	laws_offer(table->laws, side, table->now_us);
	if (table->listener.changed)
		table->listener.changed(table->listener.ctx, TRACKER_PLIES);
	return 0;
}

/* A player asks to see the arbiter's sheet. */
static int
host_sheet_request(struct table *table, const json_t *members, char *error, size_t error_size)
{
	enum color side;

	if (read_side(members, &side) != 0)
		return host_wrong(error, error_size, "\"side\" must be \"white\" or \"black\"");
	if (!table->only_checks)
		laws_sheet_request(table->laws, side, table->now_us);
	return 0;
}

static int
host_disconnected(struct table *table, const json_t *members, char *error, size_t error_size)
{
	enum color side;

	if (read_side(members, &side) != 0)
		return host_wrong(error, error_size, "\"side\" must be \"white\" or \"black\"");
	if (!table->only_checks)
		laws_disconnected(table->laws, side, table->now_us);
	return 0;
}

static int
refuse_move(int r, char *error, size_t error_size)
{
	snprintf(error, error_size, "%s",
	         r == -ENOENT ? "no game is on" : "\"move\" is no legal move there");
	return -EINVAL;
}

static int
host_announced(struct table *table, const json_t *members, char *error, size_t error_size)
{
	const char *san = json_string_value(json_object_get(members, "move"));
	enum color side;
	uint16_t move;
	int r;

	if (!san || read_side(members, &side) != 0)
		return host_wrong(error, error_size,
		                  "\"side\" must be \"white\" or \"black\", \"move\" what "
		                  "was announced");
	r = table->only_checks ? laws_check_announced(table->laws, side, san, &move)
	                       : laws_announced(table->laws, side, san, table->now_us);
	return r < 0 ? refuse_move(r, error, error_size) : 0;
}

/* The virtual board that the set follows. */
static int
host_virtual(struct table *table, const json_t *members, char *error, size_t error_size)
{
	const char *san = json_string_value(json_object_get(members, "move"));
	const json_t *own = json_object_get(members, "own");
	uint16_t move;
	int r;

	if (!san || (own && !json_is_boolean(own)))
		return host_wrong(error, error_size,
		                  "\"move\" must be what was made on the virtual board, \"own\" "
		                  "true or false");
	r = table->only_checks ? laws_check_virtual(table->laws, san, &move)
	                       : laws_virtual(table->laws, san, json_is_true(own), table->now_us);
	return r < 0 ? refuse_move(r, error, error_size) : 0;
}

static int
host_quickplay(struct table *table, const json_t *members, char *error, size_t error_size)
{
	enum color side;
	int r;

	if (read_side(members, &side) != 0)
		return host_wrong(error, error_size, "\"side\" must be \"white\" or \"black\"");
	r = table->only_checks ? laws_check_quickplay(table->laws, side)
	                       : laws_quickplay(table->laws, side, table->now_us);
	if (r == 0 || r == -ENOENT)
		return 0;
	snprintf(error, error_size, "%s",
	         r == -EPERM ? "the event has no quickplay finish (III.1.1)"
	                     : "he has not the move, or two minutes and more (III.4, III.5)");
	return -EINVAL;
}

/* Copy a text of the envelope; missing: "". */
static int
read_envelope_text(const json_t *members, const char *key, char text[ENVELOPE_TEXT])
{
	const json_t *member = json_object_get(members, key);

	if (member && (!json_is_string(member) || json_string_length(member) >= ENVELOPE_TEXT))
		return -EBADMSG;
	snprintf(text, ENVELOPE_TEXT, "%s", member ? json_string_value(member) : "");
	return 0;
}

/* What was put on the board while the game was adjourned is no play. */
static void
drop_late_plies(struct table *table, uint32_t n_plies)
{
	const struct game *game = tracker_game(table->tracker);
	struct correction correction = { .what = CORRECTION_TAKE_BACK };

	if (!game || game->n_plies <= n_plies)
		return;
	correction.n_plies = game->n_plies - n_plies;
	tracker_correct(table->tracker, &correction, table->now_us);
}

static int
adjourn_close(struct table *table, const json_t *members, char *error, size_t error_size)
{
	char resume[ENVELOPE_TEXT], place[ENVELOPE_TEXT];

	if (read_envelope_text(members, "resume", resume) < 0 ||
	    read_envelope_text(members, "place", place) < 0)
		return host_wrong(error, error_size,
		                  "\"resume\" and \"place\" must be texts of less than 128 bytes");
	if (table->only_checks)
		return 0;
	laws_adjourn(table->laws, table->now_us);
	memcpy(table->resume, resume, sizeof(resume));
	memcpy(table->place, place, sizeof(place));
	return 0;
}

static int
adjourn_seal(struct table *table, const json_t *members, char *error, size_t error_size)
{
	(void)members;
	(void)error;
	(void)error_size;
	if (!table->only_checks)
		laws_seal(table->laws, table->now_us);
	return 0;
}

static int
adjourn_reopen(struct table *table, const json_t *members, char *error, size_t error_size)
{
	const struct adjournment *adjourned = laws_adjournment(table->laws);

	(void)members;
	(void)error;
	(void)error_size;
	if (table->only_checks)
		return 0;
	if (adjourned && adjourned->stage == ADJOURN_CLOSED)
		drop_late_plies(table, adjourned->n_plies);
	laws_reopen(table->laws, table->now_us);
	return 0;
}

/* The laws hide what is sealed before anybody hears of it, and show it after all else is in order. */
static int
adjourn(struct table *table, const json_t *members, const char *what, char *error,
        size_t error_size)
{
	static const struct {
		const char *what;
		enum adjourn_stage next;
		int (*act)(struct table *table, const json_t *members, char *error,
		           size_t error_size);
	} steps[] = { { "adjourned", ADJOURN_CLOSED, adjourn_close },
		      { "reopen", ADJOURN_REOPENED, adjourn_reopen },
		      { "seal", ADJOURN_SEALING, adjourn_seal } };

	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
		int r;

		if (strcmp(what, steps[i].what) != 0)
			continue;
		r = laws_check_adjourn(table->laws, steps[i].next);
		if (r == 0)
			return steps[i].act(table, members, error, error_size);
		snprintf(error, error_size, "\"what\": \"%s\": %s", what,
		         r == -EALREADY ? "it is adjourned already" : "no game to do that to");
		return -EINVAL;
	}
	return 0;
}

/* What the arbiter does about the clock, and between two sessions. */
static int
host_arbiter(struct table *table, const json_t *members, char *error, size_t error_size)
{
	const char *what = json_string_value(json_object_get(members, "what"));
	int r;

	if (table_clock_check_order(members) < 0)
		return host_wrong(error, error_size,
		                  "\"what\" must be pause, seal, adjourned or reopen; present or "
		                  "absent with \"side\" white or black; or penalty with \"side\" "
		                  "and \"seconds\", 1 to 3600");
	r = adjourn(table, members, what, error, error_size);
	if (r < 0 || table->only_checks)
		return r;
	table_clock_order(table->clock, tracker_game(table->tracker), members, table->now_us);
	if (table->listener.changed)
		table->listener.changed(table->listener.ctx, TRACKER_PLIES);
	return 0;
}

/* The envelope was opened. */
static int
host_sealed(struct table *table, const json_t *members, char *error, size_t error_size)
{
	const char *move = json_string_value(json_object_get(members, "move"));

	if (!move)
		return host_wrong(error, error_size, "\"move\" must be what the envelope says");
	if (laws_check_adjourn(table->laws, ADJOURN_NONE) < 0) {
		snprintf(error, error_size, "no game is being resumed");
		return -EINVAL;
	}
	if (!table->only_checks)
		laws_sealed_move(table->laws, move, table->now_us);
	return 0;
}

/* The time of day: what waits for a moment of it waits for another from now on. */
static int
host_time_of_day(struct table *table, const json_t *members, char *error, size_t error_size)
{
	int r;

	table_clock_advance(table->clock, tracker_game(table->tracker), table->now_us);
	r = session_time_offset(&table->time, members, error, error_size);
	table_clock_session(table->clock);
	return r;
}

static int
host_session(struct table *table, const json_t *members, char *error, size_t error_size)
{
	struct session_time trial = table->time;
	int r;

	if (table->only_checks)
		return session_time_announce(&trial, members, error, error_size);
	table_clock_advance(table->clock, tracker_game(table->tracker), table->now_us);
	r = session_time_announce(&table->time, members, error, error_size);
	table_clock_session(table->clock);
	return r;
}

static int
host_colours_reversed(struct table *table, const json_t *members, char *error, size_t error_size)
{
	(void)members;
	(void)error;
	(void)error_size;
	if (!table->only_checks)
		laws_colours_reversed(table->laws, table->now_us);
	return 0;
}

/* Points in quarters: "0", "1/2", "3". */
static int
read_points(const json_t *members, const char *side, uint32_t *ret_quarters)
{
	static const char *const points[] = { "0",   "1/4", "1/2", "3/4", "1",    "5/4", "3/2",
		                              "7/4", "2",   "9/4", "5/2", "11/4", "3" };
	const char *text = json_string_value(json_object_get(members, side));

	for (uint32_t n = 0; text && n < sizeof(points) / sizeof(points[0]); n++)
		if (strcmp(text, points[n]) == 0) {
			*ret_quarters = n;
			return 0;
		}
	return -EBADMSG;
}

static int
host_score(struct table *table, const json_t *members, char *error, size_t error_size)
{
	uint32_t white, black;

	if (read_points(members, "white", &white) != 0 ||
	    read_points(members, "black", &black) != 0)
		return host_wrong(error, error_size,
		                  "\"white\" and \"black\" must be points: 0, 1/2, 1 and so on");
	if (!table->only_checks)
		laws_score(table->laws, white, black, table->now_us);
	return 0;
}

#define NOTE_MAX 200

/* What the arbiter decided about an alert. */
static int
host_alert(struct table *table, const json_t *members, char *error, size_t error_size)
{
	json_int_t number = json_integer_value(json_object_get(members, "number"));
	const char *outcome = json_string_value(json_object_get(members, "outcome"));
	const json_t *note = json_object_get(members, "note");
	int which = ALERT_CONFIRMED, r;
	enum color to;
	int32_t seconds;

	while (outcome && which <= ALERT_DEFERRED &&
	       strcmp(outcome, alert_outcome_name((enum alert_outcome)which)) != 0)
		which++;
	if (!outcome || which > ALERT_DEFERRED || number < 1 || number > UINT32_MAX)
		return host_wrong(error, error_size,
		                  "\"number\" and \"outcome\" must be an alert's, and confirmed, "
		                  "dismissed or deferred");
	if (note && (!json_is_string(note) || json_string_length(note) > NOTE_MAX))
		return host_wrong(error, error_size,
		                  "\"note\" must be a text of 200 bytes or less");
	laws_advance(table->laws, table->now_us);
	r = laws_check_decide(table->laws, (uint32_t)number, (enum alert_outcome)which);
	if (r < 0) {
		snprintf(error, error_size, "alert %lld %s", (long long)number,
		         r == -EALREADY ? "has been decided so, or has expired"
		                        : "is not known, or not known any more");
		return -EINVAL;
	}
	if (table->only_checks)
		return 0;
	table->note = json_string_value(note);
	laws_decide(table->laws, (uint32_t)number, (enum alert_outcome)which);
	table->note = NULL;
	if (laws_take_penalty(table->laws, &to, &seconds))
		table_clock_penalty(table->clock, tracker_game(table->tracker), to, seconds,
		                    table->now_us);
	return 0;
}

/* The journal's word that it cannot be written: the arbiter must know, play goes on without a record. */
static int
host_log_failed(struct table *table, const json_t *members, char *error, size_t error_size)
{
	const struct game *game = tracker_game(table->tracker);
	struct position start;
	struct alert alert;
	unsigned int others;

	(void)members;
	(void)error;
	(void)error_size;
	config_starts(table->config, table->setup, &start, &others);
	alert_init(&alert, ALERT_LOG_WRITE_FAILED, &table->config->rules,
	           game ? &game->now : &start);
	alert.t_us = alert.since_us = table->now_us;
	laws_raise(table->laws, &alert);
	return 0;
}

/* The record is asked first, at the moment the correction is for, so that a refusal says why. A position
 * begins the first game. */
static int
check_correction(const struct game *game, const struct correction *correction,
                 struct correction_effect *effect)
{
	*effect = (struct correction_effect){ .cause = "no game has begun" };
	if (game)
		return correction_check(game, correction, effect);
	return correction->what == CORRECTION_POSITION &&
	                       position_check_standing(&correction->position) == POSITION_OK
	               ? 0
	               : -EINVAL;
}

static int
host_apply(struct table *table, const struct correction *correction, char *error, size_t error_size)
{
	struct correction_effect effect;
	int r;

	tracker_advance(table->tracker, table->now_us);
	r = check_correction(tracker_game(table->tracker), correction, &effect);
	if (r == 0 && !table->only_checks)
		r = tracker_correct(table->tracker, correction, table->now_us);
	if (r == 0)
		return 0;
	snprintf(error, error_size, "%s", effect.cause);
	return -EINVAL;
}

/* What is asked of the clock. A recording tells what was asked, and the board's answers what came of it. */
static int
host_clock(struct table *table, const json_t *members, char *error, size_t error_size)
{
	const struct board_driver *driver = table->driver;
	struct clock_command command;
	struct tracker_view view;
	const char *why;
	int r;

	tracker_look(table->tracker, &view);
	r = clock_order_read(members, table_clock_white_side(table->clock, &view), &command, error,
	                     error_size);
	if (r < 0 || !table->out.send)
		return r;
	why = driver->command_clock
	              ? driver->command_clock(table->driver_state, &command, table->now_us)
	              : "A board on a bus passes nothing on to its clock.";
	if (why)
		snprintf(error, error_size, "%s", why);
	return why ? -EINVAL : 0;
}

static int
host_correct(struct table *table, const json_t *members, char *error, size_t error_size)
{
	struct correction correction;
	int r = operator_read_correct(members, &correction, error, error_size);

	return r < 0 ? r : host_apply(table, &correction, error, error_size);
}

static int
host_position(struct table *table, const json_t *members, char *error, size_t error_size)
{
	struct correction correction;
	int r = operator_read_position(members, &correction, error, error_size);

	return r < 0 ? r : host_apply(table, &correction, error, error_size);
}

/* What is played from here on, or not, is the listener's business. */
static int
host_round(struct table *table, const json_t *members, char *error, size_t error_size)
{
	const json_t *closed = json_object_get(members, "closed");

	if (!json_is_boolean(closed))
		return host_wrong(error, error_size, "\"closed\" must be true or false");
	if (table->listener.round)
		table->listener.round(table->listener.ctx, json_is_true(closed));
	return 0;
}

struct host_op {
	const char *op;
	bool said; /* by a person; only these know table->only_checks */
	/* 0; -EBADMSG or -EINVAL with the cause written to error[error_size]. */
	int (*act)(struct table *table, const json_t *members, char *error, size_t error_size);
};

static const struct host_op host_ops[] = {
	{ "alert", true, host_alert },
	{ "announced", true, host_announced },
	{ "arbiter", true, host_arbiter },
	{ "board", false, host_board },
	{ "claim", true, host_claim },
	{ "clock", false, host_clock },
	{ "colours-reversed", true, host_colours_reversed },
	{ "correct", true, host_correct },
	{ "disconnected", true, host_disconnected },
	{ "draw-offer", true, host_offer },
	{ "log-write-failed", false, host_log_failed },
	{ "plugged", false, host_plugged },
	{ "position", true, host_position },
	{ "quickplay", true, host_quickplay },
	{ "result", true, host_result },
	{ "round", false, host_round },
	{ "score", true, host_score },
	{ "sealed", true, host_sealed },
	{ "session", true, host_session },
	{ "sheet-request", true, host_sheet_request },
	{ "started", false, host_unplugged },
	{ "time-of-day", false, host_time_of_day },
	{ "unplugged", false, host_unplugged },
	{ "virtual", true, host_virtual },
};

#define N_HOST_OPS (sizeof(host_ops) / sizeof(host_ops[0]))

/* "unknown host event 'dance' (known: correct, ...)" */
static void
refuse_op(const char *op, char *error, size_t error_size)
{
	struct text text;

	text_begin(&text, error, error_size);
	text_string(&text, "unknown host event '");
	text_bytes(&text, op, strnlen(op, 40));
	text_string(&text, "' (known: ");
	for (size_t i = 0; i < N_HOST_OPS; i++) {
		text_string(&text, i > 0 ? ", " : "");
		text_string(&text, host_ops[i].op);
	}
	text_char(&text, ')');
}

bool
table_is_said(const char *op)
{
	for (size_t i = 0; op && i < N_HOST_OPS; i++)
		if (strcmp(op, host_ops[i].op) == 0)
			return host_ops[i].said;
	return false;
}

static int
act_on_host(struct table *table, const json_t *members, char *error, size_t error_size)
{
	const char *op = json_string_value(json_object_get(members, "op"));
	char cause[160];
	int r;

	for (size_t i = 0; op && i < N_HOST_OPS; i++) {
		if (strcmp(op, host_ops[i].op) != 0)
			continue;
		r = host_ops[i].act(table, members, cause, sizeof(cause));
		if (r < 0)
			snprintf(error, error_size, "host event '%s': %s", op, cause);
		return r;
	}
	if (op)
		refuse_op(op, error, error_size);
	else
		snprintf(error, error_size, "host event without an \"op\" string");
	return -EBADMSG;
}

/* is_persons: is it a person's word, and no machine's? Which board the table has is, too. */
static bool
is_persons(const char *op)
{
	return op && (table_is_said(op) || strcmp(op, "board") == 0);
}

int
table_check_said(struct table *table, uint64_t t_us, const char *json, char *error,
                 size_t error_size)
{
	int r;

	table->only_checks = true;
	r = table_host(table, t_us, json, error, error_size);
	table->only_checks = false;
	return r;
}

int
table_host(struct table *table, uint64_t t_us, const char *json, char *error, size_t error_size)
{
	json_error_t json_error;
	json_t *members = json_loads(json, JSON_REJECT_DUPLICATES, &json_error);
	const char *op;
	int r;

	if (!members) {
		snprintf(error, error_size, "host event is not JSON: %s (column %d of it)",
		         json_error.text, json_error.column);
		return -EBADMSG;
	}
	note_time(table, t_us);
	catch_up(table);
	op = json_string_value(json_object_get(members, "op"));
	r = act_on_host(table, members, error, error_size);
	if (r == 0 && table->listener.said && is_persons(op))
		table->listener.said(table->listener.ctx, t_us, op, json);
	json_decref(members);
	return r;
}

/* "# start 2025-03-14T13:00:00Z". Another date than that of the format is no error of the game. */
static void
note_start(struct table *table, const struct capture_line *line)
{
	int64_t unix_us;
	int32_t offset_s;

	if (strcmp(line->key, "start") == 0 &&
	    day_time_parse(line->value, &unix_us, &offset_s) == 0)
		table_begin_at(table, unix_us, offset_s);
}

int
table_line(struct table *table, const struct capture_line *line, char *error, size_t error_size)
{
	switch (line->kind) {
	case CAPTURE_FROM_BOARD:
		table_from_board(table, line->t_us, line->bytes, line->len);
		return 0;
	case CAPTURE_HOST:
		return table_host(table, line->t_us, line->json, error, error_size);
	case CAPTURE_FACT:
		note_start(table, line);
		return 0;
	case CAPTURE_NOTHING:
	case CAPTURE_TO_BOARD:
		return 0;
	}
	return 0;
}

/* --- time --------------------------------------------------------------------------------------- */

static uint64_t
earlier(uint64_t a_us, uint64_t b_us)
{
	return a_us < b_us ? a_us : b_us;
}

/* Where the tracker would like to see the whole board, the driver asks it, once for every question.
 * What is sent and answered is in the recording, so a fold asks nothing. Returns when the next
 * question is due. */
static uint64_t
look_at_board(struct table *table)
{
	uint64_t due_us = tracker_look_due(table->tracker);

	if (!table->out.send || !table->driver->look || due_us == table->looked_us)
		return TRACKER_NO_DEADLINE;
	if (due_us > table->now_us)
		return due_us;
	table->looked_us = due_us;
	table->driver->look(table->driver_state, table->now_us);
	return TRACKER_NO_DEADLINE;
}

uint64_t
table_advance(struct table *table, uint64_t now_us)
{
	uint64_t driver_due_us = DRIVER_NO_DEADLINE;
	uint64_t due_us;

	note_time(table, now_us);
	if (table->out.send)
		driver_due_us =
			table->driver->tick(table->driver_state, &table->out, table->now_us);
	if (table->driver->is_asked_for && !table->away)
		return driver_due_us; /* its next answer brings the time along */
	due_us = earlier(catch_up(table), look_at_board(table));
	if (table->out.send)
		driver_due_us =
			table->driver->deadline(table->driver_state); /* a look is due sooner */
	return earlier(due_us, driver_due_us);
}

void
table_finish(struct table *table)
{
	tracker_finish(table->tracker);
}

/* --- looking ------------------------------------------------------------------------------------ */

bool
table_envelope(const struct table *table, struct table_envelope *ret_envelope)
{
	const struct adjournment *adjourned = laws_adjournment(table->laws);
	struct table_envelope *envelope = ret_envelope;

	if (!adjourned)
		return false;
	envelope->position = adjourned->position;
	envelope->offered = adjourned->offered;
	envelope->is_closed = adjourned->stage != ADJOURN_SEALING;
	session_time_text(&table->time, adjourned->since_us, envelope->sealed_at);
	envelope->resume = table->resume;
	envelope->place = table->place;
	if (!table_clock_envelope(table->clock, tracker_game(table->tracker), envelope->left_s,
	                          envelope->used_s))
		for (int side = WHITE; side <= BLACK; side++)
			envelope->left_s[side] = envelope->used_s[side] = CLOCK_UNKNOWN;
	return true;
}

const struct time_sheet *
table_sheet(const struct table *table)
{
	return &table->sheet;
}

void
table_now(const struct table *table, struct time_row *ret_row)
{
	struct tracker_view view;

	tracker_look(table->tracker, &view);
	time_row_take(ret_row, tracker_game(table->tracker), &view, &table->time, table->now_us);
}

void
table_public_view(const struct table *table, struct tracker_view *ret_view, bool *ret_hidden)
{
	struct game game;

	*ret_hidden = false;
	tracker_look(table->tracker, ret_view);
	if (!table_public_game(table, &game, ret_hidden) || !*ret_hidden)
		return;
	position_placement(&game.now, ret_view->squares);
	ret_view->sync = TRACKER_IN_STEP;
}

void
table_view(const struct table *table, struct tracker_view *ret_view)
{
	tracker_look(table->tracker, ret_view);
}

const struct game *
table_game(const struct table *table)
{
	return tracker_game(table->tracker);
}

const char *
table_fact(const struct table *table, enum board_fact which)
{
	return table->facts[which];
}

const char *
table_board(const struct table *table)
{
	return table->board;
}

void
table_driver(const struct table *table, enum driver_link *ret_link, struct driver_stats *ret_stats,
             const char **ret_advice)
{
	*ret_link = table->driver->link(table->driver_state);
	*ret_advice = table->driver->advice(table->driver_state);
	table->driver->stats(table->driver_state, ret_stats);
}

bool
table_clock_device(const struct table *table, struct clock_device *ret_device)
{
	if (!table->driver->clock)
		return false;
	table->driver->clock(table->driver_state, ret_device);
	return true;
}

uint64_t
table_plies(const struct table *table)
{
	const struct game *game = tracker_game(table->tracker);

	return table->finished_plies + (game ? game->n_plies : 0);
}

uint64_t
table_recovered(const struct table *table)
{
	return table->recovered;
}

uint64_t
table_events(const struct table *table)
{
	return table->events;
}
