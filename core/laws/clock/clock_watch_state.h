/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The clock watch's inside, shared by its files. In the order in which a reading comes by:
 *
 *     clock_watch.c    takes what comes in, and clock_orders.c hears the arbiter
 *     clock_phase.c    keeps the phase of the game: set, running, stopped, adjourned, over
 *     clock_explained.c  has somebody said what it is stopped for?
 *     clock_start.c    whose time ran first, where that is known only afterwards
 *     clock_set.c      what hands have set: before the game, and while the clock stood
 *     clock_compare.c  holds readings of the running clock against the model (clock_model.h), which clock_anchor.c begins
 *     clock_jump.c     what is off, and why that may be right
 *     clock_gain.c     what a press brings
 *     clock_delay.c    a delay that nobody stated, learnt from the display
 *     clock_pulse.c    learns how old readings are
 *     clock_sum.c      holds the sum of both displays against real time, and clock_drift.c says what is wrong with it
 *     clock_flags.c    sees flags fall
 *     clock_presses.c  counts presses beside plies
 *     clock_used.c     counts what the players have used
 *     clock_duties.c   does what time alone brings
 *
 * What they find goes out as struct clock_finding (clock_tell.c), and clock_alert.c makes alerts of that.
 */
#pragma once

#include "core/laws/clock/clock_watch.h"

/* A press is seen this long before its ply at most, and a ply before its press (laws.md 4.2:
 * lag_ms). */
#define CLOCK_LAG_US UINT64_C(1200000)

/* After this a press belongs to no ply (laws.md 4.2: late_ms). */
#define CLOCK_LATE_US UINT64_C(5000000)

/* Where the control is not known: no clock gives more a move (glossary, 6.3). */
#define CLOCK_PER_MOVE_MAX_S 60

/* What happens to the phase. */
enum clock_stimulus {
	CLOCK_SEEN_RUNNING,
	CLOCK_SEEN_STANDING,
	CLOCK_FLAG,
	CLOCK_ARBITER,
	CLOCK_CLOSED, /* adjourned */
	CLOCK_OPENED, /* being set up again */
	CLOCK_MOVED,  /* a ply was made */
	CLOCK_RESULT,
	CLOCK_NO_RESULT,
	CLOCK_STIMULI
};

/* --- clock_tell.c ----------------------------------------------------------------------------- */

/* watch_finding: a finding about `side`, of now, with the displays; the rest unset. watch_tell:
 * to the listener. watch_report: both, where no more is to be said. */
struct clock_finding watch_finding(const struct clock_watch *watch, const struct game *game,
                                   enum alert_id id, enum color side);
void watch_tell(const struct clock_watch *watch, const struct clock_finding *finding);
void watch_report(const struct clock_watch *watch, const struct game *game, enum alert_id id,
                  enum color side);

/* watch_set_right: the finding is that side shows off_s more than it should; the other is right. */
void watch_set_right(struct clock_finding *finding, enum color side, int32_t off_s);

/* watch_completed: the moves `side` has completed (6.2.1). */
uint32_t watch_completed(const struct game *game, enum color side);

/* watch_tolerance_us: tc.tolerance_s. watch_seconds: whole seconds, the nearest. */
int64_t watch_tolerance_us(const struct clock_watch *watch);
int32_t watch_seconds(int64_t us);

/* --- clock_explained.c ------------------------------------------------------------------------ */

/* watch_is_explained: has the arbiter said why the clock is stopped, by a claim that he hears or time that he gives? */
bool watch_is_explained(const struct clock_watch *watch);

/* --- clock_phase.c ---------------------------------------------------------------------------- */

/* watch_step: something happened to the phase. */
void watch_step(struct clock_watch *watch, const struct game *game, enum clock_stimulus stimulus);

/* --- clock_start.c ---------------------------------------------------------------------------- */

/* watch_start_see: a reading came in. watch_start_judge: it is known by now whose side is whose, perhaps. */
void watch_start_see(struct clock_watch *watch);
void watch_start_judge(struct clock_watch *watch, const struct game *game);

/* --- clock_compare.c -------------------------------------------------------------------------- */

/* watch_compare: hold the reading in watch->sight against the model; the clock ran in
 * watch->before. */
void watch_compare(struct clock_watch *watch, const struct game *game);

/* watch_compare_silence: watch->sight is the first reading since the clock or its line was lost, watch->before the last one until
 * then: has it run on meanwhile? Then it was not stuck. What else has changed is not known to be wrong. */
void watch_compare_silence(struct clock_watch *watch);

/* --- clock_anchor.c --------------------------------------------------------------------------- */

/* watch_anchor: take the displays as they are; what was before is not known. */
void watch_anchor(struct clock_watch *watch);

/* watch_run: the clock begins to run with the displays as they are. */
void watch_run(struct clock_watch *watch);

/* watch_turn_began: with the reading in watch->sight. */
void watch_turn_began(struct clock_watch *watch);

/* --- clock_jump.c ----------------------------------------------------------------------------- */

/* watch_middle_us: the middle of a span. watch_is_within: is us in it, or beside it by no more than margin_us? */
int64_t watch_middle_us(struct clock_span span);
bool watch_is_within(struct clock_span span, int64_t us, int64_t margin_us);

/* watch_take_penalty: is what side shows too much the time that the arbiter has given it? It is taken as given then. */
bool watch_take_penalty(struct clock_watch *watch, enum color side, struct clock_span seen);

/* watch_note_jump: side's display has jumped by so much with this reading, and that is told. watch_is_jump_back: what is
 * off now, did the reading before this one jump by it the other way? Then that one was wrong, and has been told. */
void watch_note_jump(struct clock_watch *watch, enum color side, int32_t jumped_s);
bool watch_is_jump_back(const struct clock_watch *watch, enum color side, struct clock_span off);

/* --- clock_gain.c ----------------------------------------------------------------------------- */

/* watch_judge_gain: mover has pressed; the model stands at what it had then. */
void watch_judge_gain(struct clock_watch *watch, const struct game *game, enum color mover);

/* watch_tell_setting: mover's presses bring wrong_us more than they should. */
void watch_tell_setting(struct clock_watch *watch, const struct game *game, enum color mover,
                        int64_t wrong_us);

/* --- clock_set.c ------------------------------------------------------------------------------ */

/* watch_check_setting: it runs for the first time; was it set as the time control says? */
void watch_check_setting(struct clock_watch *watch, const struct game *game);

/* watch_is_set: do both displays show the time control's start? */
bool watch_is_set(const struct clock_watch *watch);

/* watch_compare_stop: the clock runs again; was it changed while it stood? */
void watch_compare_stop(struct clock_watch *watch, const struct game *game);

/* --- clock_sum.c ------------------------------------------------------------------------------ */

/* watch_sum_begin: begin again from what is shown. */
void watch_sum_begin(struct clock_watch *watch);

/* watch_sum_press: mover has pressed, and was given gain_us (not what Bronstein gives back). */
void watch_sum_press(struct clock_watch *watch, enum color mover, int64_t gain_us);

/* watch_sum_departure_us: how far the sum is from everything possible; positive where the clock shows too much.
 * CLOCK_SUM_HIDDEN_US: what the whole seconds of both displays hide. */
#define CLOCK_SUM_HIDDEN_US (2 * CLOCK_SECOND_US)
int64_t watch_sum_departure_us(struct clock_watch *watch);

/* --- clock_drift.c ---------------------------------------------------------------------------- */

/* watch_judge_sum: look at the sum of the displays; pressed: the lever has fallen with this
 * reading. */
void watch_judge_sum(struct clock_watch *watch, const struct game *game, bool pressed);

/* --- clock_pulse.c ---------------------------------------------------------------------------- */

/* watch_pulse_tick: a second of side's has just ended. */
void watch_pulse_tick(struct clock_watch *watch, enum color side);

/* watch_pulse_press: side has pressed and was given gain_us; the other side's time runs. */
void watch_pulse_press(struct clock_watch *watch, enum color side, int64_t gain_us);

/* watch_pulse_lose: the displays were set, or the clock stood. */
void watch_pulse_lose(struct clock_watch *watch);

/* watch_pulse_age_us: how old a reading may be. */
int64_t watch_pulse_age_us(const struct clock_watch *watch);

/* --- clock_delay.c ---------------------------------------------------------------------------- */

/* watch_delay_begin: a game begins. */
void watch_delay_begin(struct clock_watch *watch);

/* watch_delay_learn: the displays were read, and nobody pressed: does what the running one shows tell of a delay, or
 * that there is none after all? Then it is no jump. */
bool watch_delay_learn(struct clock_watch *watch);

/* --- clock_flags.c ---------------------------------------------------------------------------- */

/* watch_flags: look at the flags of watch->sight. */
void watch_flags(struct clock_watch *watch, const struct game *game);

/* watch_fall: the flag of side has fallen. */
void watch_fall(struct clock_watch *watch, const struct game *game, enum color side,
                bool no_indicator);

/* --- clock_presses.c -------------------------------------------------------------------------- */

/* watch_hear_press: side was seen to press now. */
void watch_hear_press(struct clock_watch *watch, const struct game *game, enum color side);

/* watch_hear_hidden: side has pressed between the last reading and this one; before what is seen of this one is heard. */
void watch_hear_hidden(struct clock_watch *watch, enum color side);

/* watch_see_board: so many squares show something else than the record's position. */
void watch_see_board(struct clock_watch *watch, int n_different);

/* watch_attribute: give the presses that the record has taken up to their plies. */
void watch_attribute(struct clock_watch *watch, const struct game *game);

/* watch_settle: decide which plies were pressed. */
void watch_settle(struct clock_watch *watch, const struct game *game);

/* watch_unsettle: plies from first_ply on are open again. */
void watch_unsettle(struct clock_watch *watch, const struct game *game, uint32_t first_ply);

/* watch_settle_due: when the next ply can be said not to have been pressed. */
uint64_t watch_settle_due(const struct clock_watch *watch, const struct game *game);

/* watch_drop_press: no ply came for the oldest loose press. */
void watch_drop_press(struct clock_watch *watch, const struct game *game);
