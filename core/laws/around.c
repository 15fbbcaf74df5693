/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Around the game: how the men were set up and the board lies before it, the link, the time sheet.
 */
#include "core/chess/bits.h"
#include "core/chess/chess960.h"
#include "core/laws/laws_state.h"
#include "core/laws/said.h"

/* A picture before the game has stood this long: the men are set up (laws.md 4.2, setup_stable_s). */
#define SETUP_STABLE_US UINT64_C(5000000)

/* A link lost for longer breaks the record that adequate supervision rests on (A.3.1; lost_s). */
#define LINK_LOST_US UINT64_C(15000000)

/* The clock has been stopped for so long, and nobody has entered a result (laws.md 4.2,
 * result_pending_s). */
#define RESULT_PENDING_US UINT64_C(15000000)

/* Of a first period with a number of moves in FIDE-rated games (Q5 10.7, 26.5). */
#define FIRST_PERIOD_MOVES 40

/* So many men may be missing, or too many, for an array still to be one. */
#define LACKING_MAX 3

#define RANKS_OF_MEN (BITS_RANK_1 | BITS_RANK_1 << 8 | BITS_RANK_1 << 48 | BITS_RANK_8)
#define FILES_OF_MEN (BITS_FILE_A | BITS_FILE_B | BITS_FILE_G | BITS_FILE_H)

/* --- the initial position (2.1, 2.3, 7.2) ---------------------------------------------------------------- */

static bool
is_before_game(const struct laws *laws)
{
	const struct game *game = laws->game;

	return !laws->link_lost && !adjourn_is_away(laws) &&
	       (!game || game->result != RESULT_NONE || laws->end != LAWS_OPEN ||
	        game->n_plies == 0);
}

/* As many men, and as many of them pawns, as games begin from stand on its squares, seen from this side: whichever man
 * stands where, nobody puts up more. */
static bool
are_all_up(const struct laws *laws, bool turned)
{
	const struct position *start = &laws->start;
	struct image image;

	image_from(&image, laws->view.squares, turned);
	return image_men(&image) == (start->by_color[WHITE] | start->by_color[BLACK]) &&
	       bits_count(image.by_type[PAWN]) == bits_count(start->by_type[PAWN]);
}

/* All men stand in their ranks, or files: the rest is being set up, or has been. */
static bool
is_set_up(const struct laws *laws, bool *ret_sideways)
{
	const struct image *image = &laws->image;

	*ret_sideways = image_men(image) == FILES_OF_MEN &&
	                image->by_type[PAWN] == (BITS_FILE_B | BITS_FILE_G);
	return *ret_sideways || are_all_up(laws, false) || are_all_up(laws, true);
}

/* What games begin from, seen from either side. */
static bool
is_initial(const struct laws *laws)
{
	struct image straight, turned;

	image_from(&straight, laws->view.squares, false);
	image_from(&turned, laws->view.squares, true);
	return image_shows(&straight, &laws->start, 0) || image_shows(&turned, &laws->start, 0);
}

/* The array is drawn at the table: any of the 960 will do (II.2). */
static bool
is_drawn_at_table(const struct laws *laws)
{
	return !laws->start_strict && laws->rules->value[RULE_START_KIND] == START_CHESS960 &&
	       laws->rules->value[RULE_START_SP] < 0;
}

/* Seen from either side: an array that is turned is another one of them. */
static bool
is_array(const struct laws *laws)
{
	uint8_t turned[64];

	for (int sq = 0; sq < 64; sq++)
		turned[sq] = laws->view.squares[63 - sq];
	return chess960_number_of_men(laws->view.squares) >= 0 ||
	       chess960_number_of_men(turned) >= 0;
}

static bool
is_set_up_wrongly(const struct laws *laws)
{
	bool sideways;

	return is_before_game(laws) && is_set_up(laws, &sideways) && !is_initial(laws) &&
	       (sideways || laws->start_strict || (is_drawn_at_table(laws) && !is_array(laws)));
}

uint64_t
around_setup_due(const struct laws *laws)
{
	return laws->setup_told || !is_set_up_wrongly(laws) ? LAWS_NO_DEADLINE
	                                                    : laws->board_us + SETUP_STABLE_US;
}

/* White's men are below as seen from White, or above when the board is turned. */
static uint64_t
wrong_squares(const struct laws *laws)
{
	struct image image;
	bool turned = (laws->image.by_color[BLACK] & BITS_RANK_1) != 0;

	image_from(&image, laws->view.squares, turned);
	return image_difference(&image, &laws->start);
}

/* in_play: the clock was started (7.2.1). */
static void
tell_setup(struct laws *laws, bool in_play)
{
	struct alert alert;
	enum alert_id id;
	bool sideways;

	laws->setup_told = true;
	is_set_up(laws, &sideways);
	id = sideways             ? ALERT_BOARD_MISORIENTED
	     : laws->start_strict ? ALERT_INITIAL_POSITION_INCORRECT
	                          : ALERT_CHESS960_START_INVALID;
	laws->turned.told |= sideways;
	alert_init(&alert, id, laws->rules, &laws->start);
	if (in_play)
		alert_aggravate(&alert, laws->rules);
	alert.choice[0] = in_play;
	alert.t_us = laws->now_us;
	alert.since_us = laws->board_us;
	if (id == ALERT_INITIAL_POSITION_INCORRECT) {
		alert.squares = wrong_squares(laws);
		alert.image = &laws->image;
	}
	laws_raise(laws, &alert);
}

void
around_setup(struct laws *laws)
{
	tell_setup(laws, false);
}

/* An array is to be drawn at the table, and men are missing in what stands there, or there are too many: no game begins
 * from that. */
static bool
lacks_men(const struct laws *laws)
{
	uint64_t men = image_men(&laws->image);
	bool nothing_begun = !laws->game || laws->game->result != RESULT_NONE;

	return is_drawn_at_table(laws) && nothing_begun && is_before_game(laws) &&
	       bits_count(men) != bits_count(RANKS_OF_MEN) &&
	       bits_count(men ^ RANKS_OF_MEN) <= LACKING_MAX;
}

/* The clock begins to run with the men as they stand: what is wrong with them is wrong in play. */
static void
note_start(struct laws *laws)
{
	if (laws->start_told || (!is_set_up_wrongly(laws) && !lacks_men(laws)))
		return;
	laws->start_told = true;
	laws->wrong_start.told_us = laws->now_us;
	tell_setup(laws, true);
}

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
		note_start(laws);
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
