/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The phase of the game by the clock, and what is done when it changes.
 */
#include "core/laws/clock/clock_watch_state.h"

/* A button that bounces stops the clock for no longer. */
#define BOUNCE_US UINT64_C(1500000)

static void
note_odd_side(struct clock_watch *watch, const struct game *game)
{
	bool last_is_pressed =
		game->n_plies == 0 || game->plies[game->n_plies - 1].completed_us != TIME_UNKNOWN;

	watch->runs_us = watch->now_us;
	watch->odd_side = last_is_pressed && watch->sight.turn != game->now.side && !watch->runs_on;
}

static void
first_run(struct clock_watch *watch, const struct game *game)
{
	watch->ran_us = watch->now_us;
	watch->at_start = watch->sight;
	watch_check_setting(watch, game);
	watch_run(watch);
	note_odd_side(watch, game);
	watch->arranged = false;
}

static void
note_stop(struct clock_watch *watch, const struct game *game)
{
	(void)game;
	watch->stopped_us = watch->now_us;
	watch->at_stop = watch->sight;
}

static void
go_on(struct clock_watch *watch, const struct game *game)
{
	watch_run(watch);
	note_odd_side(watch, game);
	watch->arranged = watch->claimed = false;
	watch->stopped_us = TIME_UNKNOWN;
}

/* Who had claimed plays on. */
static void
play_on(struct clock_watch *watch, const struct game *game)
{
	(void)game;
	watch->claimed = false;
}

/* Nobody said who let it run again. */
static void
restart(struct clock_watch *watch, const struct game *game)
{
	bool bounced =
		watch->stopped_us != TIME_UNKNOWN && watch->now_us - watch->stopped_us < BOUNCE_US;
	bool is_explained = watch_is_explained(watch);

	watch_compare_stop(watch, game);
	if (!bounced && !is_explained && game->n_plies > 0)
		watch_report(watch, game, ALERT_CLOCK_RESTARTED_WITHOUT_ARBITER,
		             (enum color)watch->sight.turn);
	go_on(watch, game);
}

static void
resume(struct clock_watch *watch, const struct game *game)
{
	watch->arranged = true;
	watch_compare_stop(watch, game);
	go_on(watch, game);
}

static void
arrange(struct clock_watch *watch, const struct game *game)
{
	(void)game;
	watch->arranged = true;
	watch->at_stop = watch->sight;
}

/* He said so while it ran yet: it is from here on that it is set. */
static void
stop_arranged(struct clock_watch *watch, const struct game *game)
{
	(void)game;
	watch->at_stop = watch->sight;
}

static void
keep_times(struct clock_watch *watch, const struct game *game)
{
	uint64_t end_us = watch->setup.session_end_us;

	for (int side = WHITE; side <= BLACK; side++)
		watch->player[side].adjourned_s = watch->sight.seconds[side];
	if (end_us != TIME_UNKNOWN && watch->now_us < end_us)
		watch->player[game->now.side].adjourned_s -=
			(int32_t)((end_us - watch->now_us + (uint64_t)CLOCK_SECOND_US / 2) /
		                  (uint64_t)CLOCK_SECOND_US);
}

/* The times must be those of the adjournment; after the first move it is too late (I.13). */
static void
check_resumption(struct clock_watch *watch, const struct game *game)
{
	int32_t tolerance_s = (int32_t)watch->setup.tolerance_s;

	for (int side = WHITE; side <= BLACK; side++) {
		struct clock_finding finding =
			watch_finding(watch, game, ALERT_RESUME_CLOCK_MISMATCH, (enum color)side);

		finding.expected_s = watch->player[side].adjourned_s;
		finding.difference_s = watch->sight.seconds[side] - finding.expected_s;
		if (finding.difference_s > tolerance_s || finding.difference_s < -tolerance_s)
			watch_tell(watch, &finding);
	}
}

struct step {
	enum clock_phase to; /* CLOCK_IDLE: stay */
	void (*act)(struct clock_watch *watch, const struct game *game);
};

static const struct step steps[CLOCK_PHASES][CLOCK_STIMULI] = {
	[CLOCK_READY] = {
		[CLOCK_SEEN_RUNNING] = { CLOCK_RUNS, first_run },
		[CLOCK_ARBITER] = { CLOCK_IDLE, arrange },
		[CLOCK_CLOSED] = { CLOCK_ADJOURNED, keep_times },
		[CLOCK_RESULT] = { CLOCK_OVER, NULL },
	},
	[CLOCK_RUNS] = {
		[CLOCK_SEEN_STANDING] = { CLOCK_STANDS, note_stop },
		[CLOCK_MOVED] = { CLOCK_IDLE, play_on },
		[CLOCK_FLAG] = { CLOCK_FALLEN, NULL },
		[CLOCK_ARBITER] = { CLOCK_PAUSED, arrange },
		[CLOCK_CLOSED] = { CLOCK_ADJOURNED, keep_times },
		[CLOCK_RESULT] = { CLOCK_OVER, NULL },
	},
	[CLOCK_STANDS] = {
		[CLOCK_SEEN_RUNNING] = { CLOCK_RUNS, restart },
		[CLOCK_FLAG] = { CLOCK_FALLEN, NULL },
		[CLOCK_ARBITER] = { CLOCK_PAUSED, arrange },
		[CLOCK_CLOSED] = { CLOCK_ADJOURNED, keep_times },
		[CLOCK_RESULT] = { CLOCK_OVER, NULL },
	},
	[CLOCK_FALLEN] = {
		[CLOCK_ARBITER] = { CLOCK_PAUSED, arrange },
		[CLOCK_CLOSED] = { CLOCK_ADJOURNED, keep_times },
		[CLOCK_RESULT] = { CLOCK_OVER, NULL },
	},
	[CLOCK_PAUSED] = {
		[CLOCK_SEEN_STANDING] = { CLOCK_IDLE, stop_arranged },
		[CLOCK_SEEN_RUNNING] = { CLOCK_RUNS, resume },
		[CLOCK_MOVED] = { CLOCK_RUNS, resume },
		[CLOCK_FLAG] = { CLOCK_FALLEN, NULL },
		[CLOCK_ARBITER] = { CLOCK_IDLE, arrange },
		[CLOCK_CLOSED] = { CLOCK_ADJOURNED, keep_times },
		[CLOCK_RESULT] = { CLOCK_OVER, NULL },
	},
	[CLOCK_ADJOURNED] = {
		[CLOCK_OPENED] = { CLOCK_REOPENED, NULL },
		[CLOCK_RESULT] = { CLOCK_OVER, NULL },
	},
	[CLOCK_REOPENED] = {
		[CLOCK_CLOSED] = { CLOCK_ADJOURNED, NULL }, /* after all: with the times it had */
		[CLOCK_SEEN_RUNNING] = { CLOCK_IDLE, check_resumption },
		[CLOCK_MOVED] = { CLOCK_RUNS, go_on },
		[CLOCK_RESULT] = { CLOCK_OVER, NULL },
	},
	[CLOCK_OVER] = {
		[CLOCK_NO_RESULT] = { CLOCK_PAUSED, arrange },
	},
};

void
watch_step(struct clock_watch *watch, const struct game *game, enum clock_stimulus stimulus)
{
	const struct step *step = &steps[watch->phase][stimulus];

	if (step->to != CLOCK_IDLE)
		watch->phase = step->to;
	if (step->act)
		step->act(watch, game);
}
