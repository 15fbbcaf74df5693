/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/laws/clock/clock_alert.h"

void
clock_setup(struct clock_watch_setup *ret_setup, const struct ruleset *rules, bool first_round)
{
	int32_t photo_minutes = rules->value[first_round ? RULE_PHOTO_FIRST : RULE_PHOTO_LATER];
	int32_t default_minutes = rules->value[RULE_DEFAULT_TIME];

	clock_watch_defaults(ret_setup, &rules->control);
	/* Clocks differ in this; an event that does not say how its clocks do accepts both. */
	if (!rules->stated[RULE_TIME_FIRST_INCREMENT])
		ret_setup->control.first_increment = TIME_FIRST_AUTO;
	if (!rules->stated[RULE_TIME_PERIOD_ADD])
		ret_setup->control.period_add = TIME_ADD_AUTO;
	ret_setup->tolerance_s = (uint32_t)rules->value[RULE_TIME_TOLERANCE];
	ret_setup->white_side = (int8_t)(rules->value[RULE_CLOCK_SIDE] - 1);
	for (int side = WHITE; side <= BLACK; side++) {
		bool blind = rules->value[RULE_BLIND] == 1 + side;

		ret_setup->press_excused[side] = blind || ruleset_has(rules, RULE_DISABLED, side);
		ret_setup->record_excused[side] = blind && ruleset_on(rules, RULE_BLIND_EXEMPT);
	}
	ret_setup->is_standard = rules->level == LEVEL_STANDARD;
	ret_setup->trouble_s =
		ruleset_on(rules, RULE_RECORDING) ? (uint32_t)rules->value[RULE_TROUBLE] : 0;
	ret_setup->trouble_increment_s = (uint32_t)rules->value[RULE_TROUBLE_INCREMENT];
	if (ruleset_on(rules, RULE_PHOTO_WATCHED))
		ret_setup->photo_us = (uint64_t)photo_minutes * 60 * (uint64_t)CLOCK_SECOND_US;
	ret_setup->split_late = ruleset_on(rules, RULE_BOTH_ABSENT);
	if (default_minutes >= 0)
		ret_setup->default_us = (uint64_t)default_minutes * 60 * (uint64_t)CLOCK_SECOND_US;
}

/* Whole seconds from one moment to the other, whichever is the later. */
static int64_t
seconds_between(int64_t a_us, int64_t b_us)
{
	int64_t apart_us = a_us > b_us ? a_us - b_us : b_us - a_us;

	return (apart_us + CLOCK_SECOND_US / 2) / CLOCK_SECOND_US;
}

static int64_t
size_of(int32_t seconds)
{
	return seconds < 0 ? -(int64_t)seconds : seconds;
}

static void
fill_span(struct alert *alert, const struct clock_finding *finding, const struct ruleset *rules)
{
	(void)rules;
	alert->t_s = seconds_between((int64_t)finding->t_us, finding->since_us);
}

static void
fill_difference(struct alert *alert, const struct clock_finding *finding,
                const struct ruleset *rules)
{
	(void)rules;
	alert->t_s = size_of(finding->difference_s);
}

static void
fill_absence(struct alert *alert, const struct clock_finding *finding, const struct ruleset *rules)
{
	bool split = ruleset_on(rules, RULE_BOTH_ABSENT);

	alert->choice[0] = split;
	alert->t_s = size_of(finding->difference_s) / (split ? 2 : 1);
}

/* After ten moves by both a wrong setting stands (A.4.1.1). */
static void
fill_setting(struct alert *alert, const struct clock_finding *finding, const struct ruleset *rules)
{
	int32_t moves = rules->value[RULE_SETTING_STANDS];

	alert->t_s = (int64_t)finding->expected_s + finding->difference_s;
	alert->u_s = finding->expected_s;
	alert->choice[0] = moves != RULE_NONE && finding->completed[WHITE] >= (uint32_t)moves &&
	                   finding->completed[BLACK] >= (uint32_t)moves;
}

/* The row's two severities are those before the game and in it (Q6 4.12). */
static void
fill_battery(struct alert *alert, const struct clock_finding *finding, const struct ruleset *rules)
{
	alert->choice[0] = finding->in_play;
	if (finding->in_play)
		alert_aggravate(alert, rules);
}

static void
fill_missed(struct alert *alert, const struct clock_finding *finding, const struct ruleset *rules)
{
	(void)rules;
	alert->n = (int32_t)finding->missed;
}

static void
fill_counts(struct alert *alert, const struct clock_finding *finding, const struct ruleset *rules)
{
	(void)rules;
	alert->n = (int32_t)finding->counted[finding->side];
	alert->m = (int32_t)finding->completed[finding->side];
}

static void
fill_flag(struct alert *alert, const struct clock_finding *finding, const struct ruleset *rules)
{
	static const uint8_t words[] = {
		[VERDICT_UNKNOWN] = 0,
		[VERDICT_NO] = 1,
		[VERDICT_YES] = 2,
	};

	(void)rules;
	alert->n = (int32_t)finding->completed[finding->side];
	alert->m = (int32_t)finding->required;
	alert->choice[0] = words[finding->can_mate];
}

/* What follows from it (6.11 of 2014, III.3, A.4.3): choices of both-flags-fallen. */
enum { FLAGS_ARBITER, FLAGS_PLAY_ON, FLAGS_DRAW, FLAGS_NO_CLAIM };

static void
fill_first_flag(struct alert *alert, const struct clock_finding *finding,
                const struct ruleset *rules)
{
	bool by_guideline =
		rules->value[RULE_FLAG_UNKNOWN_ORDER] == 1 || ruleset_on(rules, RULE_QUICKPLAY);

	alert->choice[0] = finding->first == CLOCK_NOBODY ? 0 : (uint8_t)(finding->first + 1);
	alert->choice[1] = FLAGS_ARBITER;
	if (finding->first == CLOCK_NOBODY && by_guideline)
		alert->choice[1] = finding->last_period ? FLAGS_DRAW : FLAGS_PLAY_ON;
	else if (finding->first != CLOCK_NOBODY && ruleset_on(rules, RULE_FLAG_CLAIMANT_TIME) &&
	         rules->level != LEVEL_STANDARD && !ruleset_on(rules, RULE_SUPERVISION))
		alert->choice[1] = FLAGS_NO_CLAIM;
}

/* The sentence is about him who has to give; the finding about him who gets. */
static void
fill_penalty(struct alert *alert, const struct clock_finding *finding, const struct ruleset *rules)
{
	(void)rules;
	alert->side = color_other((enum color)finding->side);
	alert->choice[0] = finding->expected_s < 0;
	alert->t_s = size_of(finding->expected_s);
}

static void
fill_session(struct alert *alert, const struct clock_finding *finding, const struct ruleset *rules)
{
	(void)rules;
	alert->t_s = finding->expected_s;
}

static void
fill_side(struct alert *alert, const struct clock_finding *finding, const struct ruleset *rules)
{
	(void)rules;
	alert->choice[0] = finding->side == WHITE;
}

struct filler {
	enum alert_id id;
	void (*fill)(struct alert *alert, const struct clock_finding *finding,
	             const struct ruleset *rules);
};

/* The sentences of all others have no places, or only the side and the board. */
static const struct filler fillers[] = {
	{ ALERT_DEFAULT_TIME_APPROACHING, fill_span },
	{ ALERT_BOTH_PLAYERS_ABSENT, fill_absence },
	{ ALERT_GAME_NOT_STARTED, fill_span },
	{ ALERT_WRONG_CLOCK_RUNNING_AT_START, fill_side },
	{ ALERT_CLOCK_SETTING_MISMATCH, fill_setting },
	{ ALERT_CLOCK_BATTERY_LOW, fill_battery },
	{ ALERT_CLOCK_PRESSED_BEFORE_MOVE, fill_span },
	{ ALERT_MISSED_PRESS_PAIR, fill_missed },
	{ ALERT_MOVE_COUNTER_MISMATCH, fill_counts },
	{ ALERT_FLAG_FALLEN, fill_flag },
	{ ALERT_FLAG_FALLEN_CONTROL_MET, fill_flag },
	{ ALERT_BOTH_FLAGS_FALLEN, fill_first_flag },
	{ ALERT_CLOCK_TIME_JUMP, fill_difference },
	{ ALERT_CLOCK_DRIFT, fill_difference },
	{ ALERT_PENALTY_TIME_NOT_APPLIED, fill_penalty },
	{ ALERT_SESSION_END, fill_session },
	{ ALERT_RESUME_CLOCK_MISMATCH, fill_difference },
};

/* As evidence: within the capture, and not after it was found. */
static uint64_t
since_us(const struct clock_finding *finding)
{
	if (finding->since_us < 0)
		return 0;
	return (uint64_t)finding->since_us < finding->t_us ? (uint64_t)finding->since_us
	                                                   : finding->t_us;
}

void
clock_alert(struct alert *ret_alert, const struct clock_finding *finding,
            const struct ruleset *rules, const struct position *position)
{
	alert_init(ret_alert, finding->id, rules, position);
	ret_alert->t_us = finding->t_us;
	ret_alert->since_us = since_us(finding);
	ret_alert->ply = finding->ply;
	ret_alert->side = (enum color)finding->side;
	for (int side = WHITE; side <= BLACK; side++) {
		ret_alert->clock_before_s[side] = finding->before_s[side];
		ret_alert->clock_after_s[side] = finding->after_s[side];
		ret_alert->clock_right_s[side] = finding->right_s[side];
	}
	for (size_t i = 0; i < sizeof(fillers) / sizeof(fillers[0]); i++)
		if (fillers[i].id == finding->id)
			fillers[i].fill(ret_alert, finding, rules);
}
