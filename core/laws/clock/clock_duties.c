/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What time alone brings. Each duty says when it is due, from the state alone, and is done at that
 * nominal time whenever somebody looks.
 */
#include <stddef.h>

#include "core/chess/movegen.h"
#include "core/laws/clock/clock_watch_state.h"

/* A running display must change this often (laws.md 6.10.1), plus the delay. */
#define STUCK_US UINT64_C(5000000)

/* A side that shows zero, still runs and has no flag (Q6 4.2, 4.14.5). */
#define ZERO_US UINT64_C(2000000)

/* A stop that is the end of a game, or a bounce of the button, is over by then. */
#define STOP_US UINT64_C(10000000)

/* The default time is near. */
#define APPROACH_US UINT64_C(300000000)

/* A shorter default time is over before a player who is there need have moved. */
#define DEFAULT_SENSED_US UINT64_C(600000000)

static uint64_t
plus(uint64_t t_us, uint64_t us)
{
	return t_us == TIME_UNKNOWN || us == TIME_UNKNOWN ? CLOCK_WATCH_NO_DEADLINE : t_us + us;
}

/* So long after a start, which may lie before the capture's. */
static uint64_t
plus_start(int64_t start_us, uint64_t us)
{
	if (start_us == CLOCK_NO_START || us == TIME_UNKNOWN)
		return CLOCK_WATCH_NO_DEADLINE;
	start_us += (int64_t)us;
	return start_us < 0 ? 0 : (uint64_t)start_us;
}

/* After the round's. */
static uint64_t
after_start(const struct clock_watch *watch, uint64_t us)
{
	return plus_start(watch->setup.start_us, us);
}

/* A display may stand still for so long, by the time control. */
static uint64_t
delay_us(const struct clock_watch *watch, enum color side)
{
	enum time_mode mode;
	uint32_t seconds =
		time_control_increment(watch->model.control, watch->model.presses[side] + 1, &mode);

	return mode == TIME_MODE_DELAY ? seconds * (uint64_t)CLOCK_SECOND_US : 0;
}

static uint64_t
stuck_due(const struct clock_watch *watch, const struct game *game, enum color side)
{
	(void)game;
	if (watch->phase != CLOCK_RUNS || !watch->seen || !watch->link_up || watch->stuck_told ||
	    !watch->sight.running || watch->sight.turn != side || watch->sight.seconds[side] == 0 ||
	    !watch->has_control)
		return CLOCK_WATCH_NO_DEADLINE;
	return watch->still_us + delay_us(watch, side) + STUCK_US + (uint64_t)CLOCK_AGE_MAX_US;
}

static void
tell_stuck(struct clock_watch *watch, const struct game *game, enum color side)
{
	struct clock_finding finding = watch_finding(watch, game, ALERT_CLOCK_STUCK, side);
	uint64_t stood_us = watch->now_us - watch->still_us - delay_us(watch, side);

	watch->stuck_told = true;
	watch->sum_lost = true;
	watch_set_right(&finding, side, watch_seconds((int64_t)stood_us));
	watch_tell(watch, &finding);
}

static uint64_t
zero_due(const struct clock_watch *watch, const struct game *game, enum color side)
{
	(void)game;
	return plus(watch->player[side].zero_us, ZERO_US);
}

static void
zero_fall(struct clock_watch *watch, const struct game *game, enum color side)
{
	watch_fall(watch, game, side, true);
}

/* Could the next ply be a promotion? Then who stopped the clock may want a piece for it (6.11.2), in front of him or in thought. */
static bool
may_promote(const struct position *position)
{
	struct move_list legal;

	movegen_legal(position, &legal);
	for (int i = 0; i < legal.count; i++)
		if (move_kind(legal.moves[i]) == MOVE_PROMOTION)
			return true;
	return false;
}

static uint64_t
stop_due(const struct clock_watch *watch, const struct game *game, enum color side)
{
	(void)game;
	if (watch->phase != CLOCK_STANDS || side != WHITE || watch->sealing ||
	    watch_is_explained(watch))
		return CLOCK_WATCH_NO_DEADLINE;
	return plus(watch->stopped_us, STOP_US);
}

static void
tell_stop(struct clock_watch *watch, const struct game *game, enum color side)
{
	bool promotion = may_promote(&game->now);
	struct clock_finding finding = watch_finding(
		watch, game, promotion ? ALERT_PROMOTION_PIECE_MISSING : ALERT_CLOCK_STOPPED,
		(enum color)watch->sight.turn);

	(void)side;
	finding.since_us = (int64_t)watch->stopped_us;
	watch->stopped_us = TIME_UNKNOWN;
	watch_tell(watch, &finding);
}

/* Running for the side that is not to move, although the last ply was pressed: not forgotten
 * presses. Who starts the clock again for the wrong side, and sees it, puts the lever back. */
static uint64_t
odd_side_due(const struct clock_watch *watch, const struct game *game, enum color side)
{
	return watch->odd_side && watch->phase == CLOCK_RUNS && watch->sight.turn == side
	               ? watch->runs_us + (game->n_plies == 0 ? CLOCK_LAG_US : CLOCK_FIX_PRESS_US)
	               : CLOCK_WATCH_NO_DEADLINE;
}

static void
tell_odd_side(struct clock_watch *watch, const struct game *game, enum color side)
{
	watch->odd_side = false;
	watch->start.judged |= game->n_plies == 0;
	watch_report(watch, game,
	             game->n_plies == 0 ? ALERT_WRONG_CLOCK_RUNNING_AT_START
	                                : ALERT_CLOCK_RUNNING_WRONG_SIDE,
	             side);
}

static bool
is_playing(const struct clock_watch *watch)
{
	return watch->phase == CLOCK_RUNS || watch->phase == CLOCK_STANDS ||
	       watch->phase == CLOCK_PAUSED || watch->phase == CLOCK_FALLEN;
}

static uint64_t
session_due(const struct clock_watch *watch, const struct game *game, enum color side)
{
	(void)game;
	return side != WHITE || watch->session_told || !is_playing(watch) || watch->sealing
	               ? CLOCK_WATCH_NO_DEADLINE
	               : plus(watch->setup.session_end_us, 0);
}

static void
tell_session(struct clock_watch *watch, const struct game *game, enum color side)
{
	struct clock_finding finding =
		watch_finding(watch, game, ALERT_SESSION_END, (enum color)game->now.side);

	(void)side;
	watch->session_told = true;
	finding.expected_s = watch->setup.session_end_s;
	watch_tell(watch, &finding);
}

static bool
is_waiting(const struct clock_watch *watch, const struct game *game)
{
	return watch->phase == CLOCK_READY && game->n_plies == 0;
}

static uint64_t
start_due(const struct clock_watch *watch, const struct game *game, enum color side)
{
	return side != WHITE || watch->start_told || !is_waiting(watch, game)
	               ? CLOCK_WATCH_NO_DEADLINE
	               : after_start(watch, watch->setup.start_grace_us);
}

static void
tell_start(struct clock_watch *watch, const struct game *game, enum color side)
{
	struct clock_finding finding = watch_finding(watch, game, ALERT_GAME_NOT_STARTED, side);

	watch->start_told = true;
	finding.since_us = watch->setup.start_us;
	watch_tell(watch, &finding);
}

/* Told once for a round, whatever has become of the game. */
static uint64_t
photo_due(const struct clock_watch *watch, const struct game *game, enum color side)
{
	(void)game;
	return side != WHITE || watch->photo_start_us == watch->setup.start_us
	               ? CLOCK_WATCH_NO_DEADLINE
	               : after_start(watch, watch->setup.photo_us);
}

static void
tell_photo(struct clock_watch *watch, const struct game *game, enum color side)
{
	struct clock_finding finding = watch_finding(watch, game, ALERT_PHOTO_WINDOW_CLOSED, side);

	watch->photo_start_us = watch->setup.start_us;
	finding.since_us = watch->setup.start_us;
	watch_tell(watch, &finding);
}

/* Is side away, for all that is known? Who has moved is not, and who need not move yet may be
 * here; so may everybody where the men were set up after the default time only. */
static bool
is_away(const struct clock_watch *watch, const struct game *game, enum color side)
{
	const struct clock_player *player = &watch->player[side];

	if (player->present || game->n_plies > (uint32_t)side || watch->phase == CLOCK_OVER ||
	    watch->phase == CLOCK_IDLE)
		return false;
	return player->absent ||
	       (watch->setup.default_us >= DEFAULT_SENSED_US && game->n_plies == (uint32_t)side &&
	        watch->begun_us < after_start(watch, watch->setup.default_us));
}

/* From the start of the round. Where nobody has said when that was, it is when the clock was started (6.6), of who is said to
 * be absent: how long the others have thought before they moved is no concern of his. */
static int64_t
start_of(const struct clock_watch *watch, enum color side)
{
	bool by_clock = watch->setup.start_us == CLOCK_NO_START && watch->player[side].absent &&
	                watch->ran_us != TIME_UNKNOWN;

	return by_clock ? (int64_t)watch->ran_us : watch->setup.start_us;
}

static uint64_t
default_over_us(const struct clock_watch *watch, enum color side)
{
	return plus_start(start_of(watch, side), watch->setup.default_us);
}

static uint64_t
approach_due(const struct clock_watch *watch, const struct game *game, enum color side)
{
	uint64_t expiry_us = default_over_us(watch, side);

	if (watch->player[side].approaching_told || !is_away(watch, game, side) ||
	    expiry_us <= watch->now_us || expiry_us == CLOCK_WATCH_NO_DEADLINE ||
	    watch->setup.default_us <= APPROACH_US)
		return CLOCK_WATCH_NO_DEADLINE;
	return expiry_us - APPROACH_US;
}

static void
tell_approach(struct clock_watch *watch, const struct game *game, enum color side)
{
	struct clock_finding finding =
		watch_finding(watch, game, ALERT_DEFAULT_TIME_APPROACHING, side);

	watch->player[side].approaching_told = true;
	finding.since_us = (int64_t)default_over_us(watch, side);
	watch_tell(watch, &finding);
}

static uint64_t
expiry_due(const struct clock_watch *watch, const struct game *game, enum color side)
{
	return watch->player[side].expired_told || !is_away(watch, game, side)
	               ? CLOCK_WATCH_NO_DEADLINE
	               : default_over_us(watch, side);
}

static void
tell_expiry(struct clock_watch *watch, const struct game *game, enum color side)
{
	struct clock_finding finding = watch_finding(watch, game, ALERT_DEFAULT_TIME_EXPIRED, side);

	watch->player[side].expired_told = true;
	watch->player[side].approaching_told = true;
	finding.since_us = start_of(watch, side);
	watch_tell(watch, &finding);
}

static uint64_t
penalty_due(const struct clock_watch *watch, const struct game *game, enum color side)
{
	(void)game;
	return plus(watch->player[side].penalty_us, 0);
}

static void
tell_penalty(struct clock_watch *watch, const struct game *game, enum color side)
{
	struct clock_finding finding =
		watch_finding(watch, game, ALERT_PENALTY_TIME_NOT_APPLIED, side);

	watch->player[side].penalty_us = TIME_UNKNOWN;
	finding.expected_s = watch->player[side].penalty_s;
	watch_tell(watch, &finding);
}

static uint64_t
settle_due(const struct clock_watch *watch, const struct game *game, enum color side)
{
	return side == WHITE ? watch_settle_due(watch, game) : CLOCK_WATCH_NO_DEADLINE;
}

static void
settle(struct clock_watch *watch, const struct game *game, enum color side)
{
	(void)side;
	watch_settle(watch, game);
}

static uint64_t
loose_due(const struct clock_watch *watch, const struct game *game, enum color side)
{
	(void)game;
	return side == WHITE && watch->n_loose > 0 ? watch->loose[0].t_us + CLOCK_LATE_US
	                                           : CLOCK_WATCH_NO_DEADLINE;
}

static void
drop_press(struct clock_watch *watch, const struct game *game, enum color side)
{
	(void)side;
	watch_drop_press(watch, game);
}

struct duty {
	uint64_t (*due)(const struct clock_watch *watch, const struct game *game, enum color side);
	void (*act)(struct clock_watch *watch, const struct game *game, enum color side);
};

/* Asked for each side; those that are not about a side answer for White. */
static const struct duty duties[] = {
	{ settle_due, settle },          { zero_due, zero_fall },
	{ stuck_due, tell_stuck },       { odd_side_due, tell_odd_side },
	{ loose_due, drop_press },       { stop_due, tell_stop },
	{ penalty_due, tell_penalty },   { expiry_due, tell_expiry },
	{ approach_due, tell_approach }, { start_due, tell_start },
	{ session_due, tell_session },   { photo_due, tell_photo },
};

#define N_DUTIES (sizeof(duties) / sizeof(duties[0]))

/* The earliest duty, by its nominal time; the first in the table where two fall together. */
static const struct duty *
next_duty(const struct clock_watch *watch, const struct game *game, enum color *ret_side,
          uint64_t *ret_due_us)
{
	const struct duty *next = NULL;

	*ret_due_us = CLOCK_WATCH_NO_DEADLINE;
	*ret_side = WHITE;
	if (watch->phase == CLOCK_IDLE)
		return NULL;
	for (size_t i = 0; i < 2 * N_DUTIES; i++) {
		enum color side = (enum color)(i & 1);
		uint64_t due_us = duties[i / 2].due(watch, game, side);

		if (due_us < *ret_due_us) {
			*ret_due_us = due_us;
			*ret_side = side;
			next = &duties[i / 2];
		}
	}
	return next;
}

uint64_t
clock_watch_advance(struct clock_watch *watch, const struct game *game, uint64_t now_us)
{
	const struct duty *duty;
	enum color side;
	uint64_t due_us;

	/* Strictly before now: an event of the same instant is heard first, however late we
	 * wake. */
	while ((duty = next_duty(watch, game, &side, &due_us)) && due_us < now_us) {
		if (watch->now_us < due_us)
			watch->now_us = due_us;
		duty->act(watch, game, side);
	}
	if (watch->now_us < now_us)
		watch->now_us = now_us;
	return due_us == CLOCK_WATCH_NO_DEADLINE ? due_us : due_us + 1;
}
