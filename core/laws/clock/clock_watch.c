/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/laws/clock/clock_watch.h"

#include <stddef.h>
#include <string.h>

#include "core/laws/clock/clock_watch_state.h"

/* A hand that fetches a promoted piece, or adjusts a man, changes no more squares; and it brings no man back. */
#define HAND_SQUARES 2

/* Presses with their plies before the record is believed about the sides, against what was stated; where the other player's time
 * ran first, two by each: the record takes the clock that is started for White's (6.6) until they have told. */
#define SIDES_LEARNT       2
#define SIDES_LEARNT_WRONG 4

void
clock_watch_defaults(struct clock_watch_setup *ret_setup, const struct time_control *control)
{
	static const struct clock_watch_setup defaults = {
		.tolerance_s = 2,
		.white_side = -1,
		.is_standard = true,
		.trouble_s = 300,
		.trouble_increment_s = 30,
		.start_us = CLOCK_NO_START,
		.start_grace_us = UINT64_C(120000000),
		.photo_us = TIME_UNKNOWN,
		.default_us = TIME_UNKNOWN,
		.session_end_us = TIME_UNKNOWN,
		.penalty_wait_us = UINT64_C(180000000),
	};

	*ret_setup = defaults;
	ret_setup->control = *control;
}

/* --- What comes in ---------------------------------------------------------------------------- */

void
clock_watch_init(struct clock_watch *watch, const struct clock_watch_setup *setup,
                 const struct clock_watch_listener *listener)
{
	memset(watch, 0, sizeof(*watch));
	clock_watch_set(watch, setup);
	watch->listener = *listener;
	watch->link_up = true;
	watch->link_gap.from_us = watch->link_gap.until_us = TIME_UNKNOWN;
	watch->clock_gap = watch->link_gap;
	watch->no_control.kind = TIME_PERIODS;
	watch->no_control.n_periods = 1;
	watch->no_control.increment_from = 1;
	watch->phase = CLOCK_IDLE;
	watch->photo_start_us = CLOCK_NO_START;
}

void
clock_watch_set(struct clock_watch *watch, const struct clock_watch_setup *setup)
{
	watch->setup = *setup;
	watch->has_control = setup->control.kind == TIME_PERIODS;
}

void
clock_watch_session(struct clock_watch *watch, int64_t start_us, uint64_t end_us, int32_t end_s)
{
	watch->setup.start_us = start_us;
	watch->setup.session_end_s = end_s;
	/* The hour has been put off: its end is news again. */
	if (end_us != watch->setup.session_end_us)
		watch->session_told = watch->late_told = false;
	watch->setup.session_end_us = end_us;
}

void
clock_watch_begin(struct clock_watch *watch, const struct game *game, uint64_t now_us)
{
	bool runs_on =
		watch->phase == CLOCK_RUNS || (watch->phase == CLOCK_OVER && !watch->stood_over);

	if (watch->now_us < now_us)
		watch->now_us = now_us;
	memset(&watch->phase, 0, sizeof(*watch) - offsetof(struct clock_watch, phase));
	watch->phase = CLOCK_READY;
	watch_delay_begin(watch);
	watch->begun_us = watch->now_us;
	watch->ran_us = watch->stopped_us = TIME_UNKNOWN;
	watch->first_flag = CLOCK_NOBODY;
	for (int side = WHITE; side <= BLACK; side++) {
		watch->player[side].zero_us = TIME_UNKNOWN;
		watch->player[side].penalty_us = TIME_UNKNOWN;
	}
	clock_model_init(&watch->model,
	                 watch->has_control ? &watch->setup.control : &watch->no_control,
	                 CLOCK_AGE_MAX_US, watch->now_us);
	if (watch->seen && watch->sight.running) {
		watch->runs_on = runs_on;
		watch_step(watch, game, CLOCK_SEEN_RUNNING);
		watch_anchor(watch);
	}
	watch->stood_before = watch->seen && !watch->sight.running;
}

static void
take_sight(struct clock_sight *ret_sight, const struct clock_reading *reading, uint8_t white_side)
{
	for (int side = WHITE; side <= BLACK; side++) {
		const struct clock_face *face = &reading->face[white_side ^ side];

		ret_sight->seconds[side] = face->seconds;
		ret_sight->fallen[side] = face->flag_fallen;
		ret_sight->shown[side] = face->flag_shown;
	}
	ret_sight->running = reading->running;
	ret_sight->turn = reading->turn == white_side ? WHITE : BLACK;
}

/* Which side is White's: as configured, until the record says otherwise. */
static uint8_t
white_side_of(struct clock_watch *watch, const struct game *game, uint8_t learnt)
{
	bool wrong = watch->start.noted && watch->start.face != (uint8_t)watch->setup.white_side;
	bool is_learnt = watch->n_attributed >= (wrong ? SIDES_LEARNT_WRONG : SIDES_LEARNT);

	if (watch->setup.white_side < 0)
		return learnt;
	if (is_learnt && learnt != (uint8_t)watch->setup.white_side && !watch->sides_told) {
		watch->sides_told = true;
		watch_report(watch, game, ALERT_CLOCK_SIDES_UNKNOWN, WHITE);
	}
	return is_learnt ? learnt : (uint8_t)watch->setup.white_side;
}

static void
note_battery(struct clock_watch *watch, const struct game *game)
{
	bool in_play = watch->ran_us != TIME_UNKNOWN;

	if (watch->battery_told[in_play] || watch->battery_told[0])
		return;
	watch->battery_told[in_play] = true;
	watch_report(watch, game, ALERT_CLOCK_BATTERY_LOW, WHITE);
}

/* 8.4: for the rest of the period. */
static void
note_trouble(struct clock_watch *watch, const struct game *game, enum color side)
{
	struct clock_player *player = &watch->player[side];
	uint32_t increment_s;

	if (!watch->has_control || watch->sight.seconds[side] >= (int32_t)watch->setup.trouble_s ||
	    player->trouble_in == player->periods + 1)
		return;
	increment_s =
		time_control_increment(watch->model.control, watch->model.presses[side] + 1, NULL);
	if (increment_s >= watch->setup.trouble_increment_s && !watch->setup.record_excused[side])
		return;
	player->trouble_in = player->periods + 1;
	watch_report(watch, game, ALERT_TIME_TROUBLE, side);
	player = &watch->player[color_other(side)];
	if (player->trouble_in == player->periods + 1)
		watch_report(watch, game, ALERT_BOTH_PLAYERS_TIME_TROUBLE, side);
}

/* Both displays were set for a game while the clock stood: this one, or where it has moves it is over, the next not begun. */
static bool
is_set_anew(const struct clock_watch *watch)
{
	return watch->phase == CLOCK_STANDS && !watch->arranged && watch_is_set(watch) &&
	       watch->at_stop.seconds[WHITE] != watch->sight.seconds[WHITE] &&
	       watch->at_stop.seconds[BLACK] != watch->sight.seconds[BLACK];
}

static void
note_run(struct clock_watch *watch, const struct game *game, bool ran)
{
	if (watch->sight.running == ran)
		return;
	if (!watch->sight.running) {
		watch_step(watch, game, CLOCK_SEEN_STANDING);
		return;
	}
	watch->runs_on = false;
	if (is_set_anew(watch))
		watch->phase = game->n_plies == 0 ? CLOCK_READY : CLOCK_OVER;
	watch_step(watch, game, CLOCK_SEEN_RUNNING);
}

static void
lose_clock(struct clock_watch *watch, const struct game *game)
{
	if (watch->connected && watch->phase != CLOCK_IDLE && watch->phase != CLOCK_OVER)
		watch_report(watch, game, ALERT_CLOCK_DISCONNECTED, (enum color)watch->sight.turn);
	if (watch->connected) {
		watch->clock_gap.from_us = watch->now_us;
		watch->clock_gap.until_us = TIME_UNKNOWN;
	}
	watch->connected = false;
	watch->seen = false;
}

static bool
is_in_play(const struct clock_watch *watch)
{
	return watch->phase == CLOCK_RUNS || watch->phase == CLOCK_STANDS ||
	       watch->phase == CLOCK_FALLEN || watch->phase == CLOCK_PAUSED;
}

static void
look(struct clock_watch *watch, const struct game *game, bool had, bool ran)
{
	/* Which clock is White's may only have come out with the game. */
	if (watch->before.turn != watch->sight.turn ||
	    (!had && watch->sight.turn == game->now.side))
		watch->odd_side = false;
	if (!had)
		watch_anchor(watch);
	else if (watch->phase == CLOCK_RUNS)
		watch_compare(watch, game);
	if (watch->phase == CLOCK_READY && !watch->sight.running)
		watch->stood_before = true;
	if (is_in_play(watch))
		watch_flags(watch, game);
	note_run(watch, game, ran);
	for (int side = WHITE; side <= BLACK; side++)
		if (watch->phase == CLOCK_RUNS)
			note_trouble(watch, game, (enum color)side);
}

/* What was heard of *from's presses was the other player's. */
static void
take_heard(struct clock_player *player, const struct clock_player *from)
{
	player->extra = from->extra;
	player->hidden = from->hidden;
	player->heard_us = from->heard_us;
	player->n_heard = from->n_heard;
}

/* The record has exchanged the sides: who was heard to press until now was the other player, and so is who does it with this
 * reading. What the displays showed before is compared with nothing. */
static void
exchange_sides(struct clock_watch *watch, const struct game *game,
               const struct clock_reading *reading)
{
	struct clock_player *white = &watch->player[WHITE], *black = &watch->player[BLACK];
	const struct clock_player was = *white;
	uint32_t n_presses = watch->model.presses[WHITE];
	uint8_t turn = watch->white_side ^ watch->sight.turn;
	enum color presser = watch->white_side == turn ? BLACK : WHITE;

	watch->model.presses[WHITE] = watch->model.presses[BLACK];
	watch->model.presses[BLACK] = n_presses;
	take_heard(white, black);
	take_heard(black, &was);
	for (int i = 0; i < watch->n_loose; i++)
		watch->loose[i].side = (uint8_t)color_other((enum color)watch->loose[i].side);
	if (watch->sight.running && reading->running && reading->turn != turn) {
		watch->model.presses[presser]++;
		watch_hear_press(watch, game, presser);
	}
}

/* The same while it stands: what it showed when it was stopped was shown by the same faces. */
static void
exchange_stop(struct clock_watch *watch)
{
	const struct clock_sight was = watch->at_stop;

	for (int side = WHITE; side <= BLACK; side++) {
		enum color other = color_other((enum color)side);

		watch->at_stop.seconds[side] = was.seconds[other];
		watch->at_stop.fallen[side] = was.fallen[other];
		watch->at_stop.shown[side] = was.shown[other];
	}
	watch->at_stop.turn = (uint8_t)color_other((enum color)was.turn);
}

void
clock_watch_reading(struct clock_watch *watch, const struct game *game,
                    const struct clock_reading *reading, uint8_t white_side, uint64_t now_us)
{
	bool same_sides, had, ran;

	clock_watch_advance(watch, game, now_us);
	if (!reading->connected) {
		lose_clock(watch, game);
		return;
	}
	if (watch->phase != CLOCK_IDLE)
		white_side = white_side_of(watch, game, white_side);
	same_sides = watch->white_side == white_side;
	had = watch->seen && same_sides;
	if (watch->seen && !had && watch->phase == CLOCK_RUNS)
		exchange_sides(watch, game, reading);
	if (watch->seen && !had && watch->phase == CLOCK_STANDS)
		exchange_stop(watch);
	if (watch->seen)
		clock_pace_note(&watch->pace, watch->now_us - watch->sight_us);
	ran = had || watch->phase == CLOCK_PAUSED ? watch->sight.running
	                                          : watch->phase == CLOCK_RUNS;
	if (!watch->connected)
		watch->clock_gap.until_us = watch->now_us;
	watch->seen = watch->connected = true;
	watch->white_side = white_side;
	watch->before = watch->sight;
	take_sight(&watch->sight, reading, white_side);
	if (!had && same_sides)
		watch_compare_silence(watch);
	if (!had)
		watch->before = watch->sight;
	if ((watch->phase == CLOCK_IDLE || watch->phase == CLOCK_OVER) && !watch->sight.running) {
		memcpy(watch->stood_s, watch->sight.seconds, sizeof(watch->stood_s));
		watch->has_stood = watch->stood_over = true;
	}
	if (reading->battery_low && watch->phase != CLOCK_IDLE && watch->phase != CLOCK_OVER)
		note_battery(watch, game);
	if (watch->phase != CLOCK_IDLE) {
		look(watch, game, had, ran);
		watch_start_see(watch);
		watch_start_judge(watch, game);
	}
	watch->sight_us = watch->now_us;
}

/* The ply it is about has been made. */
static void
tell_made(const struct clock_watch *watch, const struct game *game, enum alert_id id,
          uint32_t index)
{
	struct clock_finding finding = watch_finding(watch, game, id, game_ply_side(game, index));

	finding.ply = index + 1;
	watch_tell(watch, &finding);
}

/* Plies after the hour (Q5 7.6), and after the order to seal (I.1.1). */
static void
judge_late_plies(struct clock_watch *watch, const struct game *game)
{
	const struct game_ply *last = &game->plies[game->n_plies - 1];

	if (watch->sealing) {
		if (game->n_plies > watch->sealing_plies && !watch->sealed_told)
			tell_made(watch, game, ALERT_SEALED_MOVE_ON_BOARD, watch->sealing_plies);
		watch->sealed_told |= game->n_plies > watch->sealing_plies;
		return;
	}
	if (watch->late_told || watch->setup.session_end_us == TIME_UNKNOWN ||
	    last->made_us == TIME_UNKNOWN || last->made_us <= watch->setup.session_end_us ||
	    watch->phase == CLOCK_REOPENED)
		return;
	watch->late_told = true;
	tell_made(watch, game, ALERT_PLAY_AFTER_ADJOURNMENT, game->n_plies - 1);
}

void
clock_watch_plies(struct clock_watch *watch, const struct game *game, uint32_t first_ply,
                  uint64_t now_us)
{
	/* What was due until now was due by the record as it was: of this one nothing is due before now. */
	if (watch->now_us < now_us)
		watch->now_us = now_us;
	watch_attribute(watch, game);
	watch_unsettle(watch, game, first_ply);
	watch_settle(watch, game);
	if (game->n_plies == 0 || watch->phase == CLOCK_OVER)
		return;
	watch->odd_side = false;
	if (game->plies[game->n_plies - 1].state == PLY_CANDIDATE)
		return;
	judge_late_plies(watch, game);
	if (watch->seen && watch->sight.running)
		watch_step(watch, game, CLOCK_MOVED);
}

void
clock_watch_board(struct clock_watch *watch, const struct game *game, int n_different, int n_more,
                  uint64_t now_us)
{
	clock_watch_advance(watch, game, now_us);
	watch_see_board(watch, n_different);
	if (watch->phase == CLOCK_STANDS && (n_different > HAND_SQUARES || n_more > 0))
		watch->stopped_us = TIME_UNKNOWN;
}

void
clock_watch_scan(struct clock_watch *watch, uint64_t now_us)
{
	if (watch->link_up && watch->link_gap.until_us == TIME_UNKNOWN)
		watch->link_gap.until_us = now_us;
}

void
clock_watch_result(struct clock_watch *watch, const struct game *game, uint64_t now_us)
{
	clock_watch_advance(watch, game, now_us);
	watch_step(watch, game, game->result == RESULT_NONE ? CLOCK_NO_RESULT : CLOCK_RESULT);
}

void
clock_watch_link(struct clock_watch *watch, bool up, uint64_t now_us)
{
	if (watch->now_us < now_us)
		watch->now_us = now_us;
	watch->link_up = up;
	if (up)
		return;
	watch->seen = watch->stood_before = false;
	watch->link_gap.from_us = now_us;
	watch->link_gap.until_us = TIME_UNKNOWN;
}
