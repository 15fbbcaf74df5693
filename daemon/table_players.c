/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/table_host.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "core/chess/fen.h"

/* Who claims stops the clock, and the arbiter hears him (9.5.1, III.4, III.5). */
static void
attend(struct table *table)
{
	table_clock_claim(table->clock, tracker_game(table->tracker), table->now_us);
	laws_attend(table->laws, table_clock_is_attended(table->clock));
}

/* A claim while no game is on changes nothing: the journal holds it all the same. */
int
host_claim(struct table *table, const json_t *members, char *error, size_t error_size)
{
	static const char *const rules[] = { "threefold", "fifty" };
	const char *rule = json_string_value(json_object_get(members, "rule"));
	const char *move = json_string_value(json_object_get(members, "move"));
	int kind = CLAIM_THREEFOLD;
	enum color side;

	while (rule && kind < CLAIM_ANY && strcmp(rule, rules[kind]) != 0)
		kind++;
	if (host_read_side(members, &side) != 0 || (rule && kind == CLAIM_ANY))
		return host_wrong(error, error_size,
		                  "\"side\" must be \"white\" or \"black\", \"rule\" threefold or "
		                  "fifty, \"move\" a legal "
		                  "move of his in SAN");
	if (laws_check_claim(table->laws, side, move) == -EINVAL)
		return host_wrong(error, error_size,
		                  "\"side\" must be \"white\" or \"black\", \"rule\" threefold "
		                  "or fifty, \"move\" a legal "
		                  "move of his in SAN");
	if (!table->only_checks &&
	    laws_claim(table->laws, side, rule ? (enum claim_kind)kind : CLAIM_ANY, move,
	               table->now_us) == 0)
		attend(table);
	return 0;
}

int
host_offer(struct table *table, const json_t *members, char *error, size_t error_size)
{
	enum color side;

	if (host_read_side(members, &side) != 0)
		return host_wrong(error, error_size, "\"side\" must be \"white\" or \"black\"");
	if (table->only_checks)
		return 0;
	laws_offer(table->laws, side, table->now_us);
	if (table->listener.changed)
		table->listener.changed(table->listener.ctx, TRACKER_PLIES);
	return 0;
}

/* Of one side, and no more. While no game is on the journal holds it all the same. */
static int
say_of(struct table *table, const json_t *members,
       int (*say)(struct laws *laws, enum color side, uint64_t now_us), char *error,
       size_t error_size)
{
	enum color side;

	if (host_read_side(members, &side) != 0)
		return host_wrong(error, error_size, "\"side\" must be \"white\" or \"black\"");
	if (!table->only_checks)
		say(table->laws, side, table->now_us);
	return 0;
}

/* A player asks to see the arbiter's sheet. */
int
host_sheet_request(struct table *table, const json_t *members, char *error, size_t error_size)
{
	return say_of(table, members, laws_sheet_request, error, error_size);
}

int
host_disconnected(struct table *table, const json_t *members, char *error, size_t error_size)
{
	return say_of(table, members, laws_disconnected, error, error_size);
}

int
host_reconnected(struct table *table, const json_t *members, char *error, size_t error_size)
{
	enum color side;
	int r;

	if (host_read_side(members, &side) != 0)
		return host_wrong(error, error_size, "\"side\" must be \"white\" or \"black\"");
	r = table->only_checks ? laws_check_reconnected(table->laws, side)
	                       : laws_reconnected(table->laws, side, table->now_us);
	if (r == 0)
		return 0;
	snprintf(error, error_size, "nobody said that this player was disconnected");
	return -EINVAL;
}

/* Somebody found one on the player of that side. */
int
host_device(struct table *table, const json_t *members, char *error, size_t error_size)
{
	return say_of(table, members, laws_device, error, error_size);
}

static int
refuse_move(int r, char *error, size_t error_size)
{
	snprintf(error, error_size, "%s",
	         r == -ENOENT ? "no game is on" : "\"move\" is no legal move there");
	return -EINVAL;
}

int
host_announced(struct table *table, const json_t *members, char *error, size_t error_size)
{
	const char *san = json_string_value(json_object_get(members, "move"));
	enum color side;
	int r;

	if (!san || host_read_side(members, &side) != 0)
		return host_wrong(error, error_size,
		                  "\"side\" must be \"white\" or \"black\", \"move\" what "
		                  "was announced");
	r = table->only_checks ? laws_check_announced(table->laws, side, san)
	                       : laws_announced(table->laws, side, san, table->now_us);
	return r < 0 ? refuse_move(r, error, error_size) : 0;
}

/* Where the event is played on virtual boards, theirs is the record (OL 20.1); elsewhere it is only compared with. */
static bool
is_official(const struct table *table)
{
	return table->config->rules.overlay == OVERLAY_HYBRID;
}

/* The record has to take what the laws have taken. */
static int
refuse_follow(int r, char *error, size_t error_size)
{
	if (r == 0)
		return 0;
	snprintf(error, error_size, "the record does not take it");
	return -EINVAL;
}

static int
set_virtual(struct table *table, const json_t *members, char *error, size_t error_size)
{
	const char *fen = json_string_value(json_object_get(members, "fen"));
	struct position position;
	int r = 0;

	if (!fen || fen_parse(fen, strlen(fen), &position, NULL) < 0)
		return host_wrong(error, error_size,
		                  "\"fen\" must be the position on the virtual board");
	if (!laws_virtual_now(table->laws))
		return refuse_move(-ENOENT, error, error_size);
	if (table->only_checks)
		return 0;
	laws_virtual_set(table->laws, &position, table->now_us);
	if (is_official(table))
		r = tracker_follow_position(table->tracker, &position, table->now_us);
	return refuse_follow(r, error, error_size);
}

/* The virtual board that the set follows. */
int
host_virtual(struct table *table, const json_t *members, char *error, size_t error_size)
{
	const char *san = json_string_value(json_object_get(members, "move"));
	const json_t *own = json_object_get(members, "own");
	uint16_t move;
	int r;

	if (json_object_get(members, "fen"))
		return set_virtual(table, members, error, error_size);
	if (!san || (own && !json_is_boolean(own)))
		return host_wrong(error, error_size,
		                  "\"move\" must be what was made on the virtual board, \"own\" "
		                  "true or false");
	r = laws_check_virtual(table->laws, san, &move);
	if (r < 0)
		return refuse_move(r, error, error_size);
	if (table->only_checks)
		return 0;
	laws_virtual(table->laws, san, json_is_true(own), table->now_us);
	if (is_official(table))
		r = tracker_follow(table->tracker, move, table->now_us);
	return refuse_follow(r, error, error_size);
}

/* What stands on the other one of two boards (D.2.9). */
int
host_two_boards(struct table *table, const json_t *members, char *error, size_t error_size)
{
	const char *fen = json_string_value(json_object_get(members, "fen"));
	struct position other;
	int r;

	if (!fen || fen_parse(fen, strlen(fen), &other, NULL) < 0)
		return host_wrong(error, error_size,
		                  "\"fen\" must be the position on the other board");
	r = table->only_checks ? laws_check_two_boards(table->laws, &other)
	                       : laws_two_boards(table->laws, &other, table->now_us);
	if (r == 0)
		return 0;
	snprintf(error, error_size, "%s",
	         r == -ENOENT ? "no game is on" : "the boards stand alike");
	return -EINVAL;
}

int
host_quickplay(struct table *table, const json_t *members, char *error, size_t error_size)
{
	enum color side;
	int r;

	if (host_read_side(members, &side) != 0)
		return host_wrong(error, error_size, "\"side\" must be \"white\" or \"black\"");
	r = table->only_checks ? laws_check_quickplay(table->laws, side)
	                       : laws_quickplay(table->laws, side, table->now_us);
	if (r == 0 && !table->only_checks)
		attend(table);
	if (r == 0 || r == -ENOENT)
		return 0;
	snprintf(error, error_size, "%s",
	         r == -EPERM ? "the event has no quickplay finish (III.1.1)"
	                     : "he has not the move, or two minutes and more (III.4, III.5)");
	return -EINVAL;
}

int
host_colours_reversed(struct table *table, const json_t *members, char *error, size_t error_size)
{
	(void)members;
	(void)error;
	(void)error_size;
	if (!table->only_checks)
		laws_colours_reversed(table->laws, table->now_us);
	return 0;
}
