/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/table_host.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "daemon/clock_order.h"
#include "daemon/operator.h"

/* --- How it ended ----------------------------------------------------------------------------- */

/* PGN's words for how a game ended (PGN standard 9.8.1); NULL for any other. */
static const char *
find_termination(const char *text)
{
	static const char *const words[] = { "abandoned",    "adjudication", "death",
		                             "emergency",    "normal",       "rules infraction",
		                             "time forfeit", "unterminated" };

	for (size_t i = 0; text && i < sizeof(words) / sizeof(words[0]); i++)
		if (strcmp(text, words[i]) == 0)
			return words[i];
	return NULL;
}

int
host_result(struct table *table, const json_t *members, char *error, size_t error_size)
{
	const char *text = json_string_value(json_object_get(members, "result"));
	const json_t *termination = json_object_get(members, "termination");
	int result = RESULT_NONE;

	while (text && result < GAME_RESULTS &&
	       strcmp(text, game_score_text((enum game_result)result)) != 0)
		result++;
	if (!text || result == GAME_RESULTS)
		return host_wrong(error, error_size,
		                  "\"result\" must be \"1-0\", \"0-1\", \"1/2-1/2\", \"0-0\", "
		                  "\"1/2-0\", \"0-1/2\", \"+/-\", \"-/+\", \"-/-\" or \"*\"");
	if (termination && !find_termination(json_string_value(termination)))
		return host_wrong(error, error_size,
		                  "\"termination\" must be abandoned, adjudication, death, "
		                  "emergency, normal, rules infraction, time forfeit or "
		                  "unterminated");
	if (table->only_checks)
		return 0;
	table->termination = find_termination(json_string_value(termination));
	laws_on_time(table->laws,
	             table->termination && strcmp(table->termination, "time forfeit") == 0);
	tracker_result(table->tracker, (enum game_result)result, table->now_us);
	return 0;
}

/* Points in quarters: "0", "1/2", "3". */
static int
read_points(const json_t *members, const char *side, uint32_t *ret_quarters)
{
	static const char *const points[] = { "0",   "1/4", "1/2", "3/4", "1",    "5/4", "3/2",
		                              "7/4", "2",   "9/4", "5/2", "11/4", "3" };
	const char *text = json_string_value(json_object_get(members, side));

	for (uint32_t n = 0; text && n < sizeof(points) / sizeof(points[0]); n++)
		if (strcmp(text, points[n]) == 0) {
			*ret_quarters = n;
			return 0;
		}
	return -EBADMSG;
}

int
host_score(struct table *table, const json_t *members, char *error, size_t error_size)
{
	uint32_t white, black;

	if (read_points(members, "white", &white) != 0 ||
	    read_points(members, "black", &black) != 0)
		return host_wrong(error, error_size,
		                  "\"white\" and \"black\" must be points: 0, 1/2, 1 and so on");
	if (!table->only_checks)
		laws_score(table->laws, white, black, table->now_us);
	return 0;
}

/* --- Between two sessions --------------------------------------------------------------------- */

/* Copy a text of the envelope; missing: "". */
static int
read_envelope_text(const json_t *members, const char *key, char text[ENVELOPE_TEXT])
{
	const json_t *member = json_object_get(members, key);

	if (member && (!json_is_string(member) || json_string_length(member) >= ENVELOPE_TEXT))
		return -EBADMSG;
	snprintf(text, ENVELOPE_TEXT, "%s", member ? json_string_value(member) : "");
	return 0;
}

/* What was put on the board while the game was adjourned is no play. */
static void
drop_late_plies(struct table *table, uint32_t n_plies)
{
	const struct game *game = tracker_game(table->tracker);
	struct correction correction = { .what = CORRECTION_TAKE_BACK };

	if (!game || game->n_plies <= n_plies)
		return;
	correction.n_plies = game->n_plies - n_plies;
	tracker_correct(table->tracker, &correction, table->now_us);
}

static int
adjourn_close(struct table *table, const json_t *members, char *error, size_t error_size)
{
	char resume[ENVELOPE_TEXT], place[ENVELOPE_TEXT];

	if (read_envelope_text(members, "resume", resume) < 0 ||
	    read_envelope_text(members, "place", place) < 0)
		return host_wrong(error, error_size,
		                  "\"resume\" and \"place\" must be texts of less than 128 bytes");
	if (table->only_checks)
		return 0;
	laws_adjourn(table->laws, table->now_us);
	memcpy(table->resume, resume, sizeof(resume));
	memcpy(table->place, place, sizeof(place));
	return 0;
}

static int
adjourn_seal(struct table *table, const json_t *members, char *error, size_t error_size)
{
	(void)members;
	(void)error;
	(void)error_size;
	if (!table->only_checks)
		laws_seal(table->laws, table->now_us);
	return 0;
}

static int
adjourn_reopen(struct table *table, const json_t *members, char *error, size_t error_size)
{
	const struct adjournment *adjourned = laws_adjournment(table->laws);

	(void)members;
	(void)error;
	(void)error_size;
	if (table->only_checks)
		return 0;
	if (adjourned && adjourned->stage == ADJOURN_CLOSED)
		drop_late_plies(table, adjourned->n_plies);
	laws_reopen(table->laws, table->now_us);
	return 0;
}

/* The laws hide what is sealed before anybody hears of it, and show it after all else is in order. */
static int
adjourn(struct table *table, const json_t *members, const char *what, char *error,
        size_t error_size)
{
	static const struct {
		const char *what;
		enum adjourn_stage next;
		int (*act)(struct table *table, const json_t *members, char *error,
		           size_t error_size);
	} steps[] = { { "adjourned", ADJOURN_CLOSED, adjourn_close },
		      { "reopen", ADJOURN_REOPENED, adjourn_reopen },
		      { "seal", ADJOURN_SEALING, adjourn_seal } };

	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
		int r;

		if (strcmp(what, steps[i].what) != 0)
			continue;
		r = laws_check_adjourn(table->laws, steps[i].next);
		if (r == 0)
			return steps[i].act(table, members, error, error_size);
		snprintf(error, error_size, "\"what\": \"%s\": %s", what,
		         r == -EALREADY ? "it is adjourned already" : "no game to do that to");
		return -EINVAL;
	}
	return 0;
}

/* What the arbiter does about the clock, and between two sessions. */
int
host_arbiter(struct table *table, const json_t *members, char *error, size_t error_size)
{
	const char *what = json_string_value(json_object_get(members, "what"));
	int r;

	if (table_clock_check_order(members) < 0)
		return host_wrong(error, error_size,
		                  "\"what\" must be pause, seal, adjourned or reopen; present or "
		                  "absent with \"side\" white or black; or penalty with \"side\" "
		                  "and \"seconds\" from -3600 to 3600, 0 for none after all");
	r = adjourn(table, members, what, error, error_size);
	if (r < 0 || table->only_checks)
		return r;
	table_clock_order(table->clock, tracker_game(table->tracker), members, table->now_us);
	laws_attend(table->laws, table_clock_is_attended(table->clock));
	if (table->listener.changed)
		table->listener.changed(table->listener.ctx, TRACKER_PLIES);
	return 0;
}

/* The envelope was opened. */
int
host_sealed(struct table *table, const json_t *members, char *error, size_t error_size)
{
	const char *move = json_string_value(json_object_get(members, "move"));

	if (!move)
		return host_wrong(error, error_size, "\"move\" must be what the envelope says");
	if (laws_check_adjourn(table->laws, ADJOURN_NONE) < 0) {
		snprintf(error, error_size, "no game is being resumed");
		return -EINVAL;
	}
	if (!table->only_checks)
		laws_sealed_move(table->laws, move, table->now_us);
	return 0;
}

int
host_session(struct table *table, const json_t *members, char *error, size_t error_size)
{
	struct session_time trial = table->time;
	int r;

	if (table->only_checks)
		return session_time_announce(&trial, members, error, error_size);
	table_clock_advance(table->clock, tracker_game(table->tracker), table->now_us);
	r = session_time_announce(&table->time, members, error, error_size);
	table_clock_session(table->clock);
	return r;
}

/* --- Alerts ----------------------------------------------------------------------------------- */

#define NOTE_MAX 200

/* What the arbiter decided about an alert. */
int
host_alert(struct table *table, const json_t *members, char *error, size_t error_size)
{
	json_int_t number = json_integer_value(json_object_get(members, "number"));
	const char *outcome = json_string_value(json_object_get(members, "outcome"));
	const json_t *note = json_object_get(members, "note");
	int which = ALERT_OPEN, r;
	enum color to;
	int32_t seconds;

	while (outcome && which <= ALERT_DEFERRED &&
	       strcmp(outcome, alert_outcome_name((enum alert_outcome)which)) != 0)
		which++;
	if (!outcome || which > ALERT_DEFERRED || number < 1 || number > UINT32_MAX)
		return host_wrong(error, error_size,
		                  "\"number\" and \"outcome\" must be an alert's, and confirmed, "
		                  "dismissed, deferred or open");
	if (note && (!json_is_string(note) || json_string_length(note) > NOTE_MAX))
		return host_wrong(error, error_size,
		                  "\"note\" must be a text of 200 bytes or less");
	laws_advance(table->laws, table->now_us);
	r = laws_check_decide(table->laws, (uint32_t)number, (enum alert_outcome)which);
	if (r < 0) {
		snprintf(error, error_size, "alert %lld %s", (long long)number,
		         r == -EALREADY ? "has been decided so, or has expired"
		                        : "is not known, or not known any more");
		return -EINVAL;
	}
	if (table->only_checks)
		return 0;
	table->note = json_string_value(note);
	laws_decide(table->laws, (uint32_t)number, (enum alert_outcome)which);
	table->note = NULL;
	if (laws_take_penalty(table->laws, &to, &seconds))
		table_clock_penalty(table->clock, tracker_game(table->tracker), to, seconds,
		                    table->now_us);
	return 0;
}

/* --- The record, and the clock ---------------------------------------------------------------- */

/* The record is asked first, at the moment the correction is for, so that a refusal says why. A position
 * begins the first game. */
static int
check_correction(const struct game *game, const struct correction *correction,
                 struct correction_effect *effect)
{
	*effect = (struct correction_effect){ .cause = "no game has begun" };
	if (game)
		return correction_check(game, correction, effect);
	return correction->what == CORRECTION_POSITION &&
	                       position_check_standing(&correction->position) == POSITION_OK
	               ? 0
	               : -EINVAL;
}

static int
correct(struct table *table, const struct correction *correction)
{
	int r;

	laws_correcting(table->laws, true);
	r = tracker_correct(table->tracker, correction, table->now_us);
	laws_correcting(table->laws, false);
	if (r == 0)
		laws_put_right(table->laws);
	return r;
}

static int
host_apply(struct table *table, const struct correction *correction, char *error, size_t error_size)
{
	struct correction_effect effect;
	int r;

	tracker_advance(table->tracker, table->now_us);
	r = check_correction(tracker_game(table->tracker), correction, &effect);
	if (r == 0 && !table->only_checks)
		r = correct(table, correction);
	if (r == 0)
		return 0;
	snprintf(error, error_size, "%s", effect.cause);
	return -EINVAL;
}

int
host_correct(struct table *table, const json_t *members, char *error, size_t error_size)
{
	struct correction correction;
	int r = operator_read_correct(members, &correction, error, error_size);

	return r < 0 ? r : host_apply(table, &correction, error, error_size);
}

int
host_position(struct table *table, const json_t *members, char *error, size_t error_size)
{
	struct correction correction;
	int r = operator_read_position(members, &correction, error, error_size);

	return r < 0 ? r : host_apply(table, &correction, error, error_size);
}

/* What is asked of the clock. A recording tells what was asked, and the board's answers what came of it. */
int
host_clock(struct table *table, const json_t *members, char *error, size_t error_size)
{
	const struct board_driver *driver = table->driver;
	const char *why = "A board on a bus passes nothing on to its clock.";
	struct clock_command command;
	struct tracker_view view;
	int r;

	tracker_look(table->tracker, &view);
	r = clock_order_read(members, table_clock_white_side(table->clock, &view), &command, error,
	                     error_size);
	if (r < 0 || !table->out.send)
		return r;
	if (driver->command_clock && table->only_checks)
		why = driver->check_clock(table->driver_state, &command);
	else if (driver->command_clock)
		why = driver->command_clock(table->driver_state, &command, table->now_us);
	if (why)
		snprintf(error, error_size, "%s", why);
	return why ? -EINVAL : 0;
}
