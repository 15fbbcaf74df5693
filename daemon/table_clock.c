/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/table_clock.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/laws/clock/clock_alert.h"

/* Enough for the positions that are looked at when a flag falls. */
#define VERDICT_MEMORY (VERDICT_MEMORY_MIN * 32)

_Static_assert(VERDICT_MEMORY <= MATING_MEMORY, "it is in the room of every search");

/* A session's start is handed on as it is. */
_Static_assert(DAY_TIME_NONE == CLOCK_NO_START, "no start is no start");

struct table_clock {
	const struct ruleset *rules;
	struct laws *laws;
	const struct game *game; /* while the watch is called */
	struct clock_watch watch;
	struct clock_reading reading;
	const struct session_time *time;
	uint64_t begun_us;  /* the game that is on */
	int64_t session_us; /* the start of its session, or DAY_TIME_NONE */
	bool for_hall;
	int64_t played_session_us; /* of the last session whose start has been played */
	struct mating *mating;     /* borrowed */
};

static void
on_finding(void *ctx, const struct clock_finding *finding)
{
	struct table_clock *clock = ctx;
	struct alert alert;

	if (finding->id == ALERT_CLOCK_RUNNING_WRONG_SIDE && laws_is_put_back(clock->laws))
		return;
	if (finding->id == ALERT_MISSED_PRESS_PAIR && laws_is_unsettled(clock->laws))
		return;
	/* Both look for it, from the presses and from the clock. */
	if (finding->id == ALERT_CLOCK_PRESSED_BEFORE_MOVE &&
	    laws_is_told(clock->laws, finding->id, finding->ply))
		return;
	clock_alert(&alert, finding, clock->rules, &clock->game->now);
	laws_raise(clock->laws, &alert);
}

static void
on_disproved(void *ctx, enum alert_id id)
{
	struct table_clock *clock = ctx;

	laws_disprove(clock->laws, id);
}

/* "1", or "1.2" of several groups. */
static bool
is_first_round(const struct table_clock *clock)
{
	const char *round = clock->time->config->event.round;

	return round[0] == '1' && (round[1] == '\0' || round[1] == '.');
}

static void
set_up(const struct table_clock *clock, struct clock_watch_setup *ret_setup)
{
	clock_setup(ret_setup, clock->rules, is_first_round(clock));
	if (!clock->for_hall)
		ret_setup->photo_us = TIME_UNKNOWN;
	ret_setup->verdict_memory = clock->mating->memory;
	ret_setup->verdict_memory_size = VERDICT_MEMORY;
}

void
table_clock_for_hall(struct table_clock *clock)
{
	clock->for_hall = true;
}

/* The round's start is that of its first game: a second one at this table in the same session was not
 * to begin then. */
void
table_clock_session(struct table_clock *clock)
{
	uint64_t end_us = TIME_UNKNOWN;
	struct session session;
	int32_t end_s = 0;

	session_time_find(clock->time, clock->begun_us, &session);
	clock->session_us = session.start_us;
	if (session.start_us == clock->played_session_us)
		session.start_us = CLOCK_NO_START;
	if (session.end_us != DAY_TIME_NONE) {
		end_us = (uint64_t)session.end_us;
		end_s = session_time_of_day(clock->time, end_us);
	}
	clock_watch_session(&clock->watch, session.start_us, end_us, end_s);
}

int
table_clock_new(const struct ruleset *rules, struct laws *laws, const struct session_time *time,
                struct mating *mating, struct table_clock **ret_clock)
{
	struct table_clock *clock = calloc(1, sizeof(*clock));
	const struct clock_watch_listener listener = { .ctx = clock,
		                                       .found = on_finding,
		                                       .disproved = on_disproved };
	struct clock_watch_setup setup;

	if (!clock)
		return -ENOMEM;
	clock->rules = rules;
	clock->laws = laws;
	clock->time = time;
	clock->session_us = clock->played_session_us = DAY_TIME_NONE;
	clock->mating = mating;
	set_up(clock, &setup);
	clock_watch_init(&clock->watch, &setup, &listener);
	*ret_clock = clock;
	return 0;
}

void
table_clock_free(struct table_clock *clock)
{
	free(clock);
}

void
table_clock_regions(struct table_clock *clock, struct memory_regions *regions)
{
	static const size_t pointers[] = {
		offsetof(struct table_clock, rules),
		offsetof(struct table_clock, laws),
		offsetof(struct table_clock, game),
		offsetof(struct table_clock, watch.setup.verdict_memory),
		offsetof(struct table_clock, watch.listener.ctx),
		offsetof(struct table_clock, watch.listener.found),
		offsetof(struct table_clock, watch.listener.disproved),
		offsetof(struct table_clock, watch.model.control),
		offsetof(struct table_clock, time),
		offsetof(struct table_clock, mating),
		MEMORY_POINTERS_END,
	};

	memory_regions_keep(regions, clock, sizeof(*clock), pointers);
}

void
table_clock_event(struct table_clock *clock, const struct game *game,
                  const struct board_event *event, uint64_t now_us)
{
	table_clock_advance(clock, game, now_us);
	if (event->kind == BOARD_CLOCK)
		clock->reading = event->clock;
	if (event->kind == BOARD_LOST || event->kind == BOARD_BACK)
		clock_watch_link(&clock->watch, event->kind == BOARD_BACK, now_us);
	if (event->kind == BOARD_SCAN)
		clock_watch_scan(&clock->watch, now_us);
}

void
table_clock_link(struct table_clock *clock, const struct game *game, bool up, uint64_t now_us)
{
	table_clock_advance(clock, game, now_us);
	clock_watch_link(&clock->watch, up, now_us);
}

static void
begin_game(struct table_clock *clock, uint64_t now_us)
{
	struct clock_watch_setup setup;

	set_up(clock, &setup);
	clock_watch_set(&clock->watch, &setup);
	clock->begun_us = now_us;
	table_clock_session(clock);
	clock_watch_begin(&clock->watch, clock->game, now_us);
}

uint8_t
table_clock_white_side(const struct table_clock *clock, const struct tracker_view *view)
{
	uint8_t turn = clock->reading.turn;

	if (!view->clock_seen)
		return view->rotated ? CLOCK_RIGHT : CLOCK_LEFT;
	return view->clock_turn == WHITE ? turn : (uint8_t)(turn ^ 1);
}

static void
read_clock(struct table_clock *clock, const struct tracker_view *view, uint64_t now_us)
{
	struct clock_put_back put_back;

	put_back.open = laws_put_back_clocks(clock->laws, &put_back.side, put_back.before_s,
	                                     &put_back.penalty_s);
	clock_watch_put_back(&clock->watch, &put_back);
	clock_watch_reading(&clock->watch, clock->game, &clock->reading,
	                    table_clock_white_side(clock, view), now_us);
}

static void
look_at_board(struct table_clock *clock, const struct tracker_view *view, uint64_t now_us)
{
	int n_different = 0, n_more = 0;

	if (!clock->game)
		return;
	for (int sq = 0; sq < 64; sq++) {
		uint8_t piece = position_piece_at(&clock->game->now, sq);

		n_different += view->squares[sq] != piece;
		n_more += (view->squares[sq] != EMPTY) - (piece != EMPTY);
	}
	clock_watch_board(&clock->watch, clock->game, n_different, n_more, now_us);
}

void
table_clock_update(struct table_clock *clock, enum tracker_update what, const struct game *game,
                   uint32_t first_ply, const struct tracker_view *view, uint64_t now_us)
{
	clock->game = game;
	switch (what) {
	case TRACKER_GAME_BEGINS:
		begin_game(clock, now_us);
		return;
	case TRACKER_PLIES:
		if (game->n_plies > 0)
			clock->played_session_us = clock->session_us;
		clock_watch_plies(&clock->watch, game, first_ply, now_us);
		return;
	case TRACKER_RESULT:
		clock_watch_result(&clock->watch, game, now_us);
		return;
	case TRACKER_CLOCK:
		read_clock(clock, view, now_us);
		return;
	case TRACKER_BOARD:
		look_at_board(clock, view, now_us);
		return;
	}
}

uint64_t
table_clock_advance(struct table_clock *clock, const struct game *game, uint64_t now_us)
{
	clock->game = game;
	return clock_watch_advance(&clock->watch, game, now_us);
}

struct order {
	const char *what;
	enum clock_order order;
	bool has_side, has_seconds;
};

#define NO_SECONDS INT32_MIN

static const struct order orders[] = {
	{ "absent", CLOCK_ORDER_ABSENT, true, false },
	{ "adjourned", CLOCK_ORDER_ADJOURNED, false, false },
	{ "pause", CLOCK_ORDER_PAUSE, false, false },
	{ "penalty", CLOCK_ORDER_PENALTY, true, true },
	{ "present", CLOCK_ORDER_PRESENT, true, false },
	{ "reopen", CLOCK_ORDER_REOPEN, false, false },
	{ "seal", CLOCK_ORDER_SEAL, false, false },
};

/* find_order: NULL for none of them, or without what it needs. */
static const struct order *
find_order(const json_t *members, enum color *ret_side, int32_t *ret_seconds)
{
	const char *what = json_string_value(json_object_get(members, "what"));
	const char *side = json_string_value(json_object_get(members, "side"));
	json_int_t seconds = json_integer_value(json_object_get(members, "seconds"));
	bool is_black = side && strcmp(side, "black") == 0;
	bool is_side = is_black || (side && strcmp(side, "white") == 0);

	*ret_side = is_black ? BLACK : WHITE;
	*ret_seconds = json_is_integer(json_object_get(members, "seconds")) &&
	                               seconds >= -CLOCK_PENALTY_MAX_S &&
	                               seconds <= CLOCK_PENALTY_MAX_S
	                       ? (int32_t)seconds
	                       : NO_SECONDS;
	for (size_t i = 0; what && i < sizeof(orders) / sizeof(orders[0]); i++)
		if (strcmp(what, orders[i].what) == 0)
			return (orders[i].has_side && !is_side) ||
			                       (orders[i].has_seconds && *ret_seconds == NO_SECONDS)
			               ? NULL
			               : &orders[i];
	return NULL;
}

int
table_clock_check_order(const json_t *members)
{
	enum color side;
	int32_t seconds;

	return find_order(members, &side, &seconds) ? 0 : -EBADMSG;
}

static void
give_order(struct table_clock *clock, const struct game *game, enum clock_order order,
           enum color side, int32_t seconds, uint64_t now_us)
{
	clock->game = game;
	clock_watch_order(&clock->watch, game, order, side, seconds, now_us);
}

int
table_clock_order(struct table_clock *clock, const struct game *game, const json_t *members,
                  uint64_t now_us)
{
	enum color side;
	int32_t seconds;
	const struct order *order = find_order(members, &side, &seconds);

	if (!order)
		return -EBADMSG;
	give_order(clock, game, order->order, side, seconds, now_us);
	return 0;
}

void
table_clock_unsee(struct table_clock *clock, const struct game *game, enum color side,
                  uint64_t now_us)
{
	give_order(clock, game, CLOCK_ORDER_UNSEEN, side, 0, now_us);
}

void
table_clock_resume(struct table_clock *clock, const struct game *game, uint64_t now_us)
{
	if (game)
		give_order(clock, game, CLOCK_ORDER_RESUME, WHITE, 0, now_us);
}

bool
table_clock_can_resume(const struct table_clock *clock)
{
	return clock_watch_can_resume(&clock->watch);
}

int32_t
table_clock_owed(const struct table_clock *clock, enum color side)
{
	return clock_watch_owed(&clock->watch, side);
}

void
table_clock_presence(const struct table_clock *clock, enum color side, bool *ret_present,
                     bool *ret_absent)
{
	*ret_present = clock->watch.player[side].present;
	*ret_absent = clock->watch.player[side].absent;
}

void
table_clock_penalty(struct table_clock *clock, const struct game *game, enum color to,
                    int32_t seconds, uint64_t now_us)
{
	if (game)
		give_order(clock, game, CLOCK_ORDER_PENALTY, to, seconds, now_us);
}

void
table_clock_claim(struct table_clock *clock, const struct game *game, uint64_t now_us)
{
	if (game)
		give_order(clock, game, CLOCK_ORDER_CLAIM, WHITE, 0, now_us);
}

bool
table_clock_owes(const struct table_clock *clock)
{
	return clock_watch_is_correction(&clock->watch);
}

bool
table_clock_is_attended(const struct table_clock *clock)
{
	return clock_watch_is_attended(&clock->watch);
}

bool
table_clock_envelope(const struct table_clock *clock, const struct game *game,
                     int32_t ret_left_s[2], int32_t ret_used_s[2])
{
	bool is_timed;

	if (!clock_watch_adjourned(&clock->watch, ret_left_s))
		return false;
	is_timed = clock->watch.connected &&
	           clock_watch_used(&clock->watch, game, ret_left_s, ret_used_s);
	for (int side = WHITE; side <= BLACK; side++) {
		if (!is_timed)
			ret_used_s[side] = CLOCK_UNKNOWN;
		if (!clock->watch.connected)
			ret_left_s[side] = CLOCK_UNKNOWN;
	}
	return true;
}
