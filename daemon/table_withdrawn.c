/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/table_host.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

struct withdrawn {
	const char *what; /* the word it was said with */
	bool has_side;
	enum laws_said said; /* LAWS_SAID: the laws know nothing of it */
	/* What the laws do not know: is it so, and let it not be so; NULL: nothing. */
	bool (*holds)(const struct table *table, enum color side);
	void (*forget)(struct table *table, enum color side);
};

static bool
holds_pause(const struct table *table, enum color side)
{
	(void)side;
	return table_clock_can_resume(table->clock);
}

static void
forget_pause(struct table *table, enum color side)
{
	(void)side;
	table_clock_resume(table->clock, tracker_game(table->tracker), table->now_us);
	laws_attend(table->laws, table_clock_is_attended(table->clock));
}

static void
forget_adjourned(struct table *table, enum color side)
{
	table->resume[0] = table->place[0] = '\0';
	forget_pause(table, side);
}

static bool
holds_presence(const struct table *table, enum color side)
{
	bool present, absent;

	table_clock_presence(table->clock, side, &present, &absent);
	return present || absent;
}

static void
forget_presence(struct table *table, enum color side)
{
	table_clock_unsee(table->clock, tracker_game(table->tracker), side, table->now_us);
}

static bool
holds_penalty(const struct table *table, enum color side)
{
	(void)table;
	(void)side;
	return true;
}

/* Time that nobody is to get, or to lose, any more. */
static void
forget_penalty(struct table *table, enum color side)
{
	enum color other = color_other(side);

	if (table_clock_owed(table->clock, other) > 0)
		table_clock_penalty(table->clock, tracker_game(table->tracker), other, 0,
		                    table->now_us);
	else if (table_clock_owed(table->clock, side) < 0)
		table_clock_penalty(table->clock, tracker_game(table->tracker), side, 0,
		                    table->now_us);
}

static const struct withdrawn withdrawns[] = {
	{ "absent", true, LAWS_SAID, holds_presence, forget_presence },
	{ "adjourned", false, LAWS_SAID_ADJOURNED, NULL, forget_adjourned },
	{ "announced", true, LAWS_SAID_ANNOUNCED, NULL, NULL },
	{ "claim", true, LAWS_SAID_CLAIM, NULL, forget_pause },
	{ "colours-reversed", false, LAWS_SAID_COLOURS_REVERSED, NULL, NULL },
	{ "device", true, LAWS_SAID_DEVICE, NULL, NULL },
	{ "disconnected", true, LAWS_SAID_DISCONNECTED, NULL, NULL },
	{ "draw-offer", true, LAWS_SAID_OFFER, NULL, NULL },
	{ "pause", false, LAWS_SAID, holds_pause, forget_pause },
	{ "penalty", true, LAWS_SAID, holds_penalty, forget_penalty },
	{ "present", true, LAWS_SAID, holds_presence, forget_presence },
	{ "quickplay", true, LAWS_SAID_QUICKPLAY, NULL, forget_pause },
	{ "reconnected", true, LAWS_SAID_RECONNECTED, NULL, NULL },
	{ "score", false, LAWS_SAID_SCORE, NULL, NULL },
	{ "sealed", false, LAWS_SAID_SEALED, NULL, NULL },
	{ "sheet-request", true, LAWS_SAID_SHEET_REQUEST, NULL, NULL },
	{ "two-boards", false, LAWS_SAID_TWO_BOARDS, NULL, NULL },
};

static const struct withdrawn *
find_withdrawn(const char *what)
{
	for (size_t i = 0; what && i < sizeof(withdrawns) / sizeof(withdrawns[0]); i++)
		if (strcmp(what, withdrawns[i].what) == 0)
			return &withdrawns[i];
	return NULL;
}

int
host_withdrawn(struct table *table, const json_t *members, char *error, size_t error_size)
{
	const struct withdrawn *withdrawn =
		find_withdrawn(json_string_value(json_object_get(members, "what")));
	enum color side = WHITE;

	if (!withdrawn || (withdrawn->has_side && host_read_side(members, &side) < 0))
		return host_wrong(
			error, error_size,
			"\"what\" must be adjourned, colours-reversed, pause, score, sealed "
			"or two-boards; or with \"side\" absent, announced, claim, device, "
			"disconnected, draw-offer, penalty, present, quickplay, "
			"reconnected or sheet-request");
	laws_advance(table->laws, table->now_us);
	if (withdrawn->said != LAWS_SAID
	            ? laws_check_withdraw(table->laws, withdrawn->said, side) < 0
	            : !withdrawn->holds(table, side)) {
		snprintf(error, error_size, "nothing of that kind was said, or it holds no more");
		return -EINVAL;
	}
	if (table->only_checks)
		return 0;
	if (withdrawn->said != LAWS_SAID)
		laws_withdraw(table->laws, withdrawn->said, side, table->now_us);
	if (withdrawn->forget)
		withdrawn->forget(table, side);
	if (table->listener.changed)
		table->listener.changed(table->listener.ctx, TRACKER_PLIES);
	return 0;
}
