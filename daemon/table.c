/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/table.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/operator.h"
#include "daemon/table_clock.h"

/* A game that is over: its PGN, which will not change again. */
struct table_game {
	char *pgn;
	size_t len;
};

struct table {
	const struct board_driver *driver;
	const struct config *config;
	const struct config_table *setup;
	struct table_listener listener;
	struct driver_out out;
	void *driver_state;
	struct tracker *tracker;
	struct laws *laws;
	struct table_clock *clock;
	uint64_t now_us;
	uint64_t looked_us; /* the question the driver was last asked (tracker_look_due) */

	struct table_game *finished;
	size_t n_finished, finished_capacity;
	char *pgn; /* the current game's, as last asked for */
	size_t pgn_size;
	uint64_t finished_plies;
	uint64_t events;

	char facts[BOARD_FACTS][128];
};

/* --- PGN -------------------------------------------------------------------------------------- */

static bool
is_worth_writing(const struct game *game)
{
	return game && (game->n_plies > 0 || game->result != RESULT_NONE);
}

/* The PGN of *game as the table's game number `number` (from 1) into *buffer, which grows. */
static int
format_game(struct table *table, const struct game *game, uint32_t number, char **buffer,
            size_t *size, size_t *ret_len)
{
	struct pgn_tag tags[PGN_TAGS_MAX];
	char tag_text[1024];
	size_t n_tags =
		config_tags(table->config, table->setup, number, tags, tag_text, sizeof(tag_text));
	size_t need = pgn_size(game, n_tags);
	struct text text;

	if (need > *size) {
		char *bigger = realloc(*buffer, need);

		if (!bigger)
			return -ENOMEM;
		*buffer = bigger;
		*size = need;
	}
	text_begin(&text, *buffer, *size);
	pgn_write(&text, game, tags, n_tags, PGN_PLIES_MADE);
	return text_end(&text, ret_len);
}

static void
keep_finished(struct table *table, const struct game *game)
{
	struct table_game kept = { 0 };
	size_t size = 0;

	if (table->n_finished == table->finished_capacity) {
		size_t capacity = table->finished_capacity ? 2 * table->finished_capacity : 16;
		struct table_game *bigger = realloc(table->finished, capacity * sizeof(*bigger));

		if (!bigger)
			return;
		table->finished = bigger;
		table->finished_capacity = capacity;
	}
	if (format_game(table, game, (uint32_t)table->n_finished + 1, &kept.pgn, &size,
	                &kept.len) != 0) {
		free(kept.pgn);
		return;
	}
	table->finished[table->n_finished++] = kept;
	table->finished_plies += game->n_plies;
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
	    format_game(table, game, (uint32_t)table->n_finished + 1, &table->pgn, &table->pgn_size,
	                ret_len) != 0)
		return NULL;
	return table->pgn;
}

/* --- alerts ------------------------------------------------------------------------------------ */

static void
on_alert(void *ctx, const struct alert *alert)
{
	struct table *table = ctx;

	if (table->listener.alert)
		table->listener.alert(table->listener.ctx, alert);
}

/* --- the path from bytes to the record --------------------------------------------------------- */

static void
on_update(void *ctx, enum tracker_update what, const struct game *game, uint32_t first_ply)
{
	struct table *table = ctx;
	struct tracker_view view;

	tracker_look(table->tracker, &view);
	laws_update(table->laws, what, game, first_ply, &view, table->now_us);
	table_clock_update(table->clock, what, game, first_ply, &view, table->now_us);
	if (table->listener.changed)
		table->listener.changed(table->listener.ctx, what);
}

/* The game that is about to be replaced is put by while the tracker still has it. */
static void
on_game_over(void *ctx, const struct game *game)
{
	if (is_worth_writing(game))
		keep_finished(ctx, game);
}

static void
note_fact(struct table *table, const struct board_event *event)
{
	char *fact = table->facts[event->fact.which];

	snprintf(fact, sizeof(table->facts[0]), "%s", event->fact.text);
	if (table->listener.changed)
		table->listener.changed(table->listener.ctx, TRACKER_BOARD);
}

static void
on_event(void *ctx, const struct board_event *event)
{
	struct table *table = ctx;

	table->events++;
	if (table->listener.event)
		table->listener.event(table->listener.ctx, event);
	if (event->kind == BOARD_FACT)
		note_fact(table, event);
	laws_advance(table->laws, table->now_us);
	table_clock_event(table->clock, tracker_game(table->tracker), event, table->now_us);
	tracker_event(table->tracker, event);
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
	const struct alert_listener alert_listener = { .ctx = table, .raise = on_alert };
	void *tracker_memory, *laws_memory;

	if (!table)
		return -ENOMEM;
	table->driver = driver;
	table->config = config;
	table->setup = setup;
	table->listener = *listener;
	table->driver_state = malloc(driver->state_size);
	tracker_memory = malloc(tracker_size());
	laws_memory = malloc(laws_size());
	if (!table->driver_state || !tracker_memory || !laws_memory) {
		free(tracker_memory);
		free(laws_memory);
		table_free(table);
		return -ENOMEM;
	}
	driver->init(table->driver_state);
	table->tracker = tracker_init(tracker_memory, &tracker_listener);
	table->laws =
		laws_init(laws_memory, &config->rules, setup ? setup->number : 0, &alert_listener);
	table_expect(table);
	if (table_clock_new(&config->rules, table->laws, &table->clock) != 0) {
		table_free(table);
		return -ENOMEM;
	}
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
	free(table->driver_state);
	free(table);
}

void
table_set_send(struct table *table, int (*send)(void *ctx, const uint8_t *bytes, size_t len))
{
	table->listener.send = send;
	table->out.send = send ? on_send : NULL;
}

static void
note_time(struct table *table, uint64_t t_us)
{
	if (table->now_us < t_us)
		table->now_us = t_us;
}

void
table_from_board(struct table *table, uint64_t t_us, const uint8_t *bytes, size_t len)
{
	note_time(table, t_us);
	table->driver->feed(table->driver_state, &table->out, bytes, len, table->now_us);
}

/* --- host events ------------------------------------------------------------------------------ */

static int
host_link(struct table *table, bool up)
{
	const struct board_event event = {
		.kind = up ? BOARD_BACK : BOARD_LOST,
		.t_us = table->now_us,
	};

	on_event(table, &event);
	if (!up)
		laws_link_lost(table->laws, table->now_us);
	if (up && table->out.send)
		table->driver->start(table->driver_state, &table->out, table->now_us);
	return 0;
}

static int
host_plugged(struct table *table, const json_t *members, char *error, size_t error_size)
{
	(void)members;
	(void)error;
	(void)error_size;
	return host_link(table, true);
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
host_result(struct table *table, const json_t *members, char *error, size_t error_size)
{
	static const struct {
		const char *text;
		enum game_result result;
	} results[] = {
		{ "1-0", RESULT_WHITE_WINS },
		{ "0-1", RESULT_BLACK_WINS },
		{ "1/2-1/2", RESULT_DRAW },
		{ "*", RESULT_NONE },
	};
	const char *text = json_string_value(json_object_get(members, "result"));

	for (size_t i = 0; text && i < sizeof(results) / sizeof(results[0]); i++)
		if (strcmp(text, results[i].text) == 0) {
			tracker_result(table->tracker, results[i].result, table->now_us);
			return 0;
		}
	snprintf(error, error_size, "\"result\" must be \"1-0\", \"0-1\", \"1/2-1/2\" or \"*\"");
	return -EBADMSG;
}

static int
host_wrong(char *error, size_t error_size, const char *needs)
{
	snprintf(error, error_size, "%s", needs);
	return -EBADMSG;
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
	return laws_claim(table->laws, side, rule ? (enum claim_kind)kind : CLAIM_ANY, move,
	                  table->now_us) == -EINVAL
	               ? host_wrong(error, error_size,
	                            "\"side\" must be \"white\" or \"black\", \"rule\" threefold "
	                            "or fifty, \"move\" a legal "
	                            "move of his in SAN")
	               : 0;
}

static int
host_offer(struct table *table, const json_t *members, char *error, size_t error_size)
{
	enum color side;

	if (read_side(members, &side) != 0)
		return host_wrong(error, error_size, "\"side\" must be \"white\" or \"black\"");
	laws_offer(table->laws, side, table->now_us);
	return 0;
}

/* What the arbiter does about the clock. */
static int
host_arbiter(struct table *table, const json_t *members, char *error, size_t error_size)
{
	int r = table_clock_order(table->clock, tracker_game(table->tracker), members,
	                          table->now_us);

	if (r < 0)
		snprintf(
			error, error_size,
			"\"what\" must be pause, seal, adjourned or reopen; present or absent with "
			"\"side\" white or black; or penalty with \"side\" and \"seconds\", 1 to "
			"3600");
	return r < 0 ? -EBADMSG : 0;
}

static int
host_colours_reversed(struct table *table, const json_t *members, char *error, size_t error_size)
{
	(void)members;
	(void)error;
	(void)error_size;
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
	laws_score(table->laws, white, black, table->now_us);
	return 0;
}

/* What the arbiter decided about an alert. One that is settled already stays as it is. */
static int
host_alert(struct table *table, const json_t *members, char *error, size_t error_size)
{
	json_int_t number = json_integer_value(json_object_get(members, "number"));
	const char *outcome = json_string_value(json_object_get(members, "outcome"));
	int which = ALERT_CONFIRMED;

	while (outcome && which <= ALERT_DEFERRED &&
	       strcmp(outcome, alert_outcome_name((enum alert_outcome)which)) != 0)
		which++;
	if (!outcome || which > ALERT_DEFERRED || number < 1 || number > UINT32_MAX)
		return host_wrong(error, error_size,
		                  "\"number\" and \"outcome\" must be an alert's, and confirmed, "
		                  "dismissed or deferred");
	laws_decide(table->laws, (uint32_t)number, (enum alert_outcome)which);
	return 0;
}

/* The record is asked first, at the moment the correction is for, so that a refusal says why. */
static int
host_apply(struct table *table, const struct correction *correction, char *error, size_t error_size)
{
	struct correction_effect effect = { .cause = "no game has begun" };
	const struct game *game;
	int r = 0;

	tracker_advance(table->tracker, table->now_us);
	game = tracker_game(table->tracker);
	if (game)
		r = correction_check(game, correction, &effect);
	if (r == 0)
		r = tracker_correct(table->tracker, correction, table->now_us);
	if (r == 0)
		return 0;
	snprintf(error, error_size, "%s", effect.cause);
	return -EINVAL;
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

struct host_op {
	const char *op;
	/* 0; -EBADMSG or -EINVAL with the cause written to error[error_size]. */
	int (*act)(struct table *table, const json_t *members, char *error, size_t error_size);
};

static const struct host_op host_ops[] = {
	{ "alert", host_alert },       { "arbiter", host_arbiter },
	{ "claim", host_claim },       { "colours-reversed", host_colours_reversed },
	{ "correct", host_correct },   { "draw-offer", host_offer },
	{ "plugged", host_plugged },   { "position", host_position },
	{ "result", host_result },     { "score", host_score },
	{ "started", host_unplugged }, { "unplugged", host_unplugged },
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

int
table_host(struct table *table, uint64_t t_us, const char *json, char *error, size_t error_size)
{
	json_error_t json_error;
	json_t *members = json_loads(json, JSON_REJECT_DUPLICATES, &json_error);
	int r;

	if (!members) {
		snprintf(error, error_size, "host event is not JSON: %s (column %d of it)",
		         json_error.text, json_error.column);
		return -EBADMSG;
	}
	note_time(table, t_us);
	r = act_on_host(table, members, error, error_size);
	json_decref(members);
	return r;
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
	case CAPTURE_NOTHING:
	case CAPTURE_FACT:
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
	uint64_t due_us;

	note_time(table, now_us);
	due_us = tracker_advance(table->tracker, table->now_us);
	due_us = earlier(due_us, look_at_board(table));
	if (table->out.send)
		due_us = earlier(due_us, table->driver->tick(table->driver_state, &table->out,
		                                             table->now_us));
	due_us = earlier(due_us, laws_advance(table->laws, table->now_us));
	return earlier(due_us, table_clock_advance(table->clock, tracker_game(table->tracker),
	                                           table->now_us));
}

void
table_finish(struct table *table)
{
	tracker_finish(table->tracker);
}

/* --- looking ------------------------------------------------------------------------------------ */

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

void
table_driver(const struct table *table, enum driver_link *ret_link, struct driver_stats *ret_stats,
             const char **ret_advice)
{
	*ret_link = table->driver->link(table->driver_state);
	*ret_advice = table->driver->advice(table->driver_state);
	table->driver->stats(table->driver_state, ret_stats);
}

uint64_t
table_plies(const struct table *table)
{
	const struct game *game = tracker_game(table->tracker);

	return table->finished_plies + (game ? game->n_plies : 0);
}

uint64_t
table_events(const struct table *table)
{
	return table->events;
}
