/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the arbiter does about a breach: the penalties of 12.9, as far as the event allows them.
 */
#include "daemon/table_host.h"

#include <errno.h>
#include <stdio.h>

/* refuse_penalty: "the event has no fine (12.9); allowed: warning, loss" */
static int
refuse_penalty(const struct ruleset *rules, const char *kind, char *error, size_t error_size)
{
	struct text text;

	text_begin(&text, error, error_size);
	text_string(&text, "the event has no ");
	text_string(&text, kind);
	text_string(&text, " (12.9); allowed: ");
	rules_format_value(&text, RULE_PENALTIES, rules->value[RULE_PENALTIES]);
	return -EINVAL;
}

/* read_seconds: of a penalty of time. 0 for the others; -1: they are missing, or too many, or out of place. */
static int32_t
read_seconds(const json_t *members, int kind)
{
	const json_t *member = json_object_get(members, "seconds");
	json_int_t seconds = json_integer_value(member);
	bool of_time = kind == PENALTY_OPPONENT_TIME || kind == PENALTY_OWN_TIME;

	if (!of_time)
		return member ? -1 : 0;
	return seconds > 0 && seconds <= CLOCK_PENALTY_MAX_S ? (int32_t)seconds : -1;
}

/* His opponent gets more, or he himself less. */
static void
give_time(struct table *table, enum color side, int kind, int32_t seconds)
{
	bool own = kind == PENALTY_OWN_TIME;

	if (seconds > 0)
		table_clock_penalty(table->clock, tracker_game(table->tracker),
		                    own ? side : color_other(side), own ? -seconds : seconds,
		                    table->now_us);
}

int
host_penalty(struct table *table, const json_t *members, char *error, size_t error_size)
{
	const struct ruleset *rules = &table->config->rules;
	const char *word = json_string_value(json_object_get(members, "kind"));
	int kind = word ? rules_word(RULE_PENALTIES, word) : -1;
	int32_t seconds = read_seconds(members, kind);
	enum color side;

	if (host_read_side(members, &side) != 0 || kind < 0 || seconds < 0)
		return host_wrong(error, error_size,
		                  "\"side\" must be who is penalised, white or black; \"kind\" one "
		                  "of the words of penalties.allowed; \"seconds\" 1 to 3600 with "
		                  "opp-time and own-time, and with no other");
	if (!ruleset_has(rules, RULE_PENALTIES, kind))
		return refuse_penalty(rules, word, error, error_size);
	if (!table->only_checks)
		give_time(table, side, kind, seconds);
	return 0;
}
