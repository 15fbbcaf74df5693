/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Around the game: the time control, the link, stops, the time sheet.
 */
#include "core/chess/bits.h"
#include "core/laws/laws_state.h"
#include "core/laws/said.h"

/* A link lost for longer breaks the record that adequate supervision rests on (A.3.1; lost_s). */
#define LINK_LOST_US UINT64_C(15000000)

/* The clock has been stopped for so long, and nobody has entered a result (laws.md 4.2,
 * result_pending_s). */
#define RESULT_PENDING_US UINT64_C(15000000)

/* Of a first period with a number of moves in FIDE-rated games (Q5 10.7, 26.5). */
#define FIRST_PERIOD_MOVES 40

/* --- the time control (Q5 13, Q5 26) ------------------------------------------------------------------------- */

/* Choices of time-control-not-allowed. */
enum control_fault { CONTROL_NO_INCREMENT, CONTROL_TOO_SHORT, CONTROL_TOO_FEW_MOVES, CONTROL_FINE };

/* Time for sixty moves that both must have (Q5 26.6), by the higher rating; for Quebec's own ratings an hour
 * will do (Q19 4). */
static uint32_t
least_game_s(const struct laws *laws)
{
	if (laws->rules->value[RULE_RATED] == RATED_FQE || laws->rating < 1600)
		return 60 * 60;
	return laws->rating < 2200 ? 90 * 60 : 120 * 60;
}

static bool
is_too_short(const struct laws *laws)
{
	const struct time_control *control = &laws->rules->control;
	uint32_t least_s = least_game_s(laws);

	return time_control_game_s(control, WHITE) < least_s ||
	       time_control_game_s(control, BLACK) < least_s;
}

static enum control_fault
find_control_fault(const struct laws *laws)
{
	const struct time_control *control = &laws->rules->control;

	if (ruleset_on(laws->rules, RULE_INCREMENT_MISSING))
		return CONTROL_NO_INCREMENT;
	if (laws->rules->value[RULE_RATED] == RATED_NOT || control->kind != TIME_PERIODS)
		return CONTROL_FINE;
	if (is_too_short(laws))
		return CONTROL_TOO_SHORT;
	return laws->rules->value[RULE_RATED] == RATED_FIDE && control->periods[0].moves > 0 &&
	                       control->periods[0].moves < FIRST_PERIOD_MOVES
	               ? CONTROL_TOO_FEW_MOVES
	               : CONTROL_FINE;
}

/* The event's time control is no table's fault: told with the first game. */
void
around_begin(struct laws *laws)
{
	enum control_fault fault = find_control_fault(laws);
	struct alert alert;

	if (laws->control_told || fault == CONTROL_FINE)
		return;
	laws->control_told = true;
	laws_alert(laws, &alert, ALERT_TIME_CONTROL_NOT_ALLOWED);
	alert.choice[0] = (uint8_t)fault;
	laws_raise(laws, &alert);
}

void
laws_ratings(struct laws *laws, uint32_t highest)
{
	laws->rating = highest;
}

/* --- the equipment (Q5 12.11) --------------------------------------------------------------------------------- */

void
said_equipment_changed(struct laws *laws)
{
	int32_t moves = laws->rules->value[RULE_EQUIPMENT_FIXED];
	struct alert alert;

	if (moves == RULE_NONE || !laws_game_on(laws) || laws->n_judged < 2 * (uint32_t)moves)
		return;
	laws_alert(laws, &alert, ALERT_EQUIPMENT_CHANGED);
	alert.t_us = laws->now_us;
	laws_raise(laws, &alert);
}

/* --- the link (A.3.1, B.3.1) ------------------------------------------------------------------------------- */

/* A ply was made, and the game goes on. */
static bool
is_under_way(const struct laws *laws)
{
	return laws_game_on(laws) && laws->game->n_plies > 0;
}

void
said_link_lost(struct laws *laws)
{
	struct alert alert;

	conduct_lost(laws);
	/* Whoever starts anew says so again: it is the one loss. */
	if (laws->link_lost)
		return;
	laws->link_lost = true;
	laws->link_told = false;
	laws->link_us = laws->now_us;
	presses_change(laws); /* what has stood until now was seen to */
	presses_link_lost(laws);
	if (!laws->game)
		return;
	alert_init(&alert, ALERT_BOARD_DISCONNECTED, laws->rules, &laws->game->now);
	alert.t_us = laws->now_us;
	alert.ply = laws->game->n_plies + 1;
	alert.side = (enum color)laws->game->now.side;
	laws_raise(laws, &alert);
}

void
said_log_incomplete(struct laws *laws, uint64_t since_us)
{
	struct alert alert;

	if (!laws->game)
		return;
	laws_alert(laws, &alert, ALERT_BOARD_LOG_INCOMPLETE);
	alert.t_us = laws->now_us;
	alert.since_us = since_us < alert.t_us ? since_us : alert.t_us;
	alert.t_s = (int64_t)((alert.t_us - alert.since_us + 500000) / 1000000);
	laws_raise(laws, &alert);
}

uint64_t
around_link_due(const struct laws *laws)
{
	bool recording_counts = laws->rules->supervised && laws->rules->level != LEVEL_STANDARD;

	if (!laws->link_lost || laws->link_told || !recording_counts || !is_under_way(laws))
		return LAWS_NO_DEADLINE;
	return laws->link_us + LINK_LOST_US;
}

void
around_link(struct laws *laws)
{
	struct alert alert;

	laws->link_told = true;
	laws_alert(laws, &alert, ALERT_RECORDING_INCOMPLETE);
	alert.t_us = laws->now_us;
	alert.since_us = laws->link_us;
	laws_raise(laws, &alert);
}

/* --- a game that seems over (5.1.2, 8.7) -------------------------------------------------------------------- */

/* Has a pawn of his who is to move left the rank before the last? The clock stands until another man is brought (6.11.2). */
static bool
is_being_promoted(const struct laws *laws)
{
	enum color side = (enum color)laws->now.side;
	uint64_t left =
		laws->now.by_type[PAWN] & laws->now.by_color[side] & ~image_men(&laws->image);

	while (left != 0)
		if (sq_rank(bits_take(&left)) == (side == WHITE ? 6 : 1))
			return true;
	return false;
}

/* Nobody asks what such a stop is for. */
static void
excuse_promotion(struct laws *laws)
{
	if (laws->stop_us != 0 && laws->game && is_being_promoted(laws))
		laws->stop_us = 0;
}

void
around_clock(struct laws *laws, const struct tracker_view *before)
{
	if (laws->view.clock_running && !before->clock_running)
		setup_start(laws);
	if (laws->view.clock_running || laws->adjourned.stage != ADJOURN_NONE)
		laws->stop_us = 0;
	else if (before->clock_running && laws->view.clock_seen)
		laws->stop_us = laws->now_us; /* of one that is not read any more nobody knows */
	excuse_promotion(laws);
	ends_look(laws);
}

/* Does the clock stand because an illegal move is put right (7.5.1), and not because it has lost the game (7.5.5)? */
static bool
is_being_put_right(const struct laws *laws)
{
	const struct laws_restore *restore = &laws->restore;

	return restore->open && laws->offences.lost_number != restore->number;
}

void
laws_attend(struct laws *laws, bool attended)
{
	laws->attended = attended;
}

uint64_t
around_stop_due(const struct laws *laws)
{
	bool nobody_said =
		laws->game && laws->game->n_plies > 0 && laws->game->result == RESULT_NONE;

	return laws->stop_us != 0 && nobody_said && !laws->attended && !is_being_put_right(laws)
	               ? laws->stop_us + RESULT_PENDING_US
	               : LAWS_NO_DEADLINE;
}

void
around_stop(struct laws *laws)
{
	struct alert alert;

	laws_alert(laws, &alert, ALERT_RESULT_PENDING);
	alert.t_us = laws->now_us;
	alert.since_us = laws->stop_us;
	laws->stop_us = 0;
	laws_raise(laws, &alert);
}

/* --- the time sheet (6.10.1) ------------------------------------------------------------------------------- */

static uint64_t
sheet_interval_us(const struct laws *laws)
{
	return (uint64_t)laws->rules->value[RULE_SHEET_INTERVAL] * 60 * 1000000;
}

uint64_t
around_sheet_due(const struct laws *laws)
{
	bool stands = laws->view.clock_seen && !laws->view.clock_running;

	if (!is_under_way(laws) || laws->sheet_us == 0 || stands)
		return LAWS_NO_DEADLINE;
	return laws->sheet_us + sheet_interval_us(laws);
}

/* Nobody has read the clock for so long that it must have run out: the recorder was off, over night perhaps, and there is
 * nothing to note each half hour. */
static bool
has_run_out(const struct laws *laws)
{
	const struct tracker_view *view = &laws->view;
	int32_t left_s = view->clock_s[view->clock_turn];

	return view->clock_seen && left_s != CLOCK_UNKNOWN &&
	       laws->now_us > view->clock_us + (uint64_t)left_s * 1000000;
}

void
around_sheet(struct laws *laws)
{
	struct alert alert;

	laws->sheet_us += sheet_interval_us(laws);
	if (has_run_out(laws))
		return;
	laws_alert(laws, &alert, ALERT_TIME_SHEET);
	alert.t_us = laws->now_us;
	laws_raise(laws, &alert);
}

/* --- what the board shows ---------------------------------------------------------------------------------- */

/* A player who lifts a man of his has touched it: no claim any more this turn (9.4). */
static void
note_touch(struct laws *laws)
{
	enum color side = (enum color)laws->now.side;
	uint64_t lifted = laws->now.by_color[side] & ~image_men(&laws->image);

	if (!is_under_way(laws) || !lifted)
		return;
	if (laws->touched_us == TIME_UNKNOWN)
		laws->touched_us = laws->now_us;
	/* Who touches a man instead of answering has declined (9.1.2.1). */
	if (laws->offered == (uint8_t)color_other(side))
		laws->offered = OFFER_NONE;
}

static void
note_sync(struct laws *laws)
{
	if (laws->view.sync == laws->sync || adjourn_is_away(laws))
		return;
	laws->sync = laws->view.sync;
	if (laws->sync == TRACKER_ASTRAY)
		presses_astray(laws);
	if (laws->sync == TRACKER_PUZZLED && laws->game)
		displaced_unrecognised(laws);
}

void
around_squares(struct laws *laws)
{
	bool changed = false;

	for (int sq = 0; sq < 64; sq++) {
		if (image_at(&laws->image, sq) == laws->view.squares[sq])
			continue;
		if (!changed)
			presses_change(laws);
		changed = true;
		image_put(&laws->image, sq, laws->view.squares[sq]);
		laws->changed_us[sq] = laws->now_us;
	}
	if (!changed)
		return;
	laws->board_us = laws->now_us;
	laws->setup_told = laws->start_told = laws->adjourned.picture_told = false;
	note_touch(laws);
}

void
around_hear(struct laws *laws)
{
	if (laws->view.link_up && laws->link_lost) {
		laws->link_lost = false;
		laws->link_unread = true;
		presses_link_back(laws);
	}
	if (laws->link_unread && laws->view.is_read) {
		laws->link_unread = false;
		laws->read_us = laws->now_us;
		presses_link_back(laws);
	}
}

void
around_look(struct laws *laws)
{
	excuse_promotion(laws);
	note_sync(laws);
}
