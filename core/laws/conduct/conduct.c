/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/laws/conduct/conduct.h"

#include <string.h>

#include "core/laws/conduct/conduct_anew.h"
#include "core/laws/conduct/conduct_doubt.h"
#include "core/laws/conduct/conduct_fell.h"
#include "core/laws/conduct/conduct_turn.h"
#include "core/laws/conduct/named.h"
#include "core/laws/conduct/touch.h"
#include "core/laws/laws_state.h"

/* A king has stood for so long where only castling takes him, and the rook has not moved: one hand
 * needs less than half of it for the rook. */
#define CASTLING_US 2000000

/* What the board shows so soon after a press was played before it; what is undone later was taken back. */
#define AS_PRESSED_US 1500000

/* A hand at work has put right what it did by then; a square that has not is a sensor's fault. */
#define FAILING_US 3000000

void
conduct_begin(struct laws *laws)
{
	struct conduct *conduct = &laws->conduct;

	conduct->begun_us = laws->now_us;
	conduct->n_judged = conduct->undone = conduct->told_ply = conduct->n_come = 0;
	conduct->undone_us = conduct->said_us = 0;
	conduct->told_press_us = conduct->troubled = 0;
	conduct->castling_ply = 0;
	conduct->adjusting = (struct adjusting){ 0 };
	conduct->castling_us = 0;
	memset(conduct->pressed_us, 0, sizeof(conduct->pressed_us));
	memset(conduct->pace, 0, sizeof(conduct->pace));
	memset(conduct->answers, 0, sizeof(conduct->answers));
}

void
conduct_lost(struct laws *laws)
{
	contacts_lost(&laws->conduct.contacts);
	laws->conduct.adjusting.open = false;
	laws->conduct.limit_told = false;
}

void
conduct_said(struct laws *laws)
{
	laws->conduct.said_us = laws->now_us;
}

void
conduct_rewind(struct laws *laws, uint32_t n)
{
	struct conduct *conduct = &laws->conduct;

	if (n >= conduct->n_judged)
		return;
	/* Squares that read otherwise than plies had them which were none have not failed. */
	for (uint32_t i = n; i < conduct->n_judged; i++)
		conduct->troubled &=
			~(sq_bit(move_from(laws->moves[i])) | sq_bit(move_target(laws->moves[i])));
	if (laws->now_us > conduct->judged_us + AS_PRESSED_US || n + 1 < conduct->n_judged) {
		conduct->undone = conduct->n_judged;
		conduct->undone_us = 0;
	}
	conduct->n_judged = n;
}

/* --- a turn that is over ------------------------------------------------------------------------------------ */

/* Is it ply `index` of which something was told last? Its press tells, should the record have learned that it is another one's
 * number. */
static bool
is_told_of(const struct laws *laws, uint32_t index)
{
	const struct conduct *conduct = &laws->conduct;
	uint64_t press_us = conduct_press_us(laws, index);

	if (press_us != TIME_UNKNOWN && conduct->told_press_us != 0)
		return conduct->told_press_us == press_us;
	return conduct->told_ply == index + 1;
}

/* What was told of another ply says nothing of ply `index`. */
static void
begin_ply(struct laws *laws, uint32_t index)
{
	struct conduct *conduct = &laws->conduct;
	uint64_t press_us = conduct_press_us(laws, index);

	if (!is_told_of(laws, index)) {
		conduct->told_hands = false;
		conduct->told_touch = TOUCH_NOTHING;
	}
	conduct->told_ply = index + 1;
	conduct->told_press_us = press_us != TIME_UNKNOWN ? press_us : 0;
}

/* Was that told of ply `index` already, or something graver about touches? It is looked at anew when the board shows it
 * otherwise after its press. */
static bool
is_told(const struct laws *laws, uint32_t index, enum touch_what what)
{
	const struct conduct *conduct = &laws->conduct;

	return is_told_of(laws, index) && conduct->told_touch != TOUCH_NOTHING &&
	       conduct->told_touch <= what;
}

/* An alert about ply `index`, whose turn began with conduct->before. */
static void
begin_alert(struct laws *laws, uint32_t index, enum alert_id id, struct alert *alert)
{
	alert_init(alert, id, laws->rules, &laws->conduct.before);
	alert->ply = index + 1;
	alert->side = (enum color)laws->conduct.before.side;
	alert->t_us = laws->now_us;
	laws_fill_clocks(laws, index, alert);
	begin_ply(laws, index);
}

static void
tell_touch(struct laws *laws, uint32_t index, const struct touch_finding *finding)
{
	static const enum alert_id ids[] = {
		[TOUCH_PROMOTION_CHANGED] = ALERT_PROMOTION_PIECE_CHANGED,
		[TOUCH_CASTLING_ILLEGAL] = ALERT_CASTLING_ILLEGAL,
		[TOUCH_RELEASED] = ALERT_PIECE_RELEASED_THEN_MOVED,
		[TOUCH_ROOK_FIRST] = ALERT_CASTLING_ROOK_FIRST,
		[TOUCH_MOVE] = ALERT_TOUCH_MOVE,
	};
	struct alert alert;

	begin_alert(laws, index, ids[finding->what], &alert);
	laws->conduct.told_touch = (uint8_t)finding->what;
	alert.since_us = finding->since_us;
	alert.squares = sq_bit(finding->sq);
	alert.piece = finding->piece;
	if (finding->what == TOUCH_RELEASED)
		alert.t_s = (int64_t)(finding->stood_us / 1000000);
	if (finding->what == TOUCH_MOVE)
		alert.moves[alert.n_moves++] = laws->game->plies[index].move;
	alert_list_moves(&alert, &finding->moves);
	laws_raise(laws, &alert);
}

static void
tell_hands(struct laws *laws, uint32_t index, const struct hands_evidence *evidence)
{
	struct alert alert;

	begin_alert(laws, index, ALERT_TWO_HANDED_MOVE, &alert);
	laws->conduct.told_hands = true;
	alert.since_us = evidence->contacts[0].t_us;
	alert.squares = sq_bit(evidence->contacts[0].sq) | sq_bit(evidence->contacts[1].sq);
	alert.hands = evidence;
	if (!ruleset_has(laws->rules, RULE_ILLEGAL_KINDS, ILLEGAL_TWO_HANDS))
		alert.severity = ALERT_INFO;
	laws_raise(laws, &alert);
}

/* Once for a board, when its pace is known and too slow for what was just played. */
static void
tell_limit(struct laws *laws, uint32_t index, enum hands_move move)
{
	uint32_t period_us = scan_pace_period(&laws->conduct.contacts.pace);
	const struct hands_evidence evidence = { .move = move,
		                                 .scan_us = period_us,
		                                 .needed_us = hands_limit(move) };
	struct alert alert;

	if (laws->conduct.limit_told || period_us == SCAN_PACE_UNKNOWN ||
	    !scan_pace_is_measured(&laws->conduct.contacts.pace))
		return;
	laws->conduct.limit_told = true;
	begin_alert(laws, index, ALERT_TWO_HANDED_MOVE, &alert);
	alert.severity = ALERT_INFO;
	alert.choice[0] = alert.choice[1] = 1;
	alert.hands = &evidence;
	laws_raise(laws, &alert);
}

/* Returns whether two hands were told. Of a ply that may have been another one nothing is said. */
static bool
judge_hands(struct laws *laws, uint32_t index, uint64_t from_us, const struct contacts *contacts)
{
	struct conduct *conduct = &laws->conduct;
	struct hands_pace *pace = &conduct->pace[conduct->before.side];
	const struct hands_ply ply = { &conduct->before, laws->game->plies[index].move, from_us,
		                       conduct_end_us(laws, index) };
	struct hands_evidence evidence;
	enum hands_verdict verdict;

	if (is_told_of(laws, index) && conduct->told_hands)
		return true;
	if (laws->game->plies[index].doubtful)
		return false;
	hands_note(pace, contacts, &ply);
	verdict = hands_judge(pace, contacts, &ply, &evidence);
	if (verdict == HANDS_TWO)
		tell_hands(laws, index, &evidence);
	else if (verdict == HANDS_UNKNOWABLE)
		tell_limit(laws, index, evidence.move);
	return verdict == HANDS_TWO;
}

/* So long a new man must be told of on the last rank until he certainly stood there. */
static uint64_t
chosen_us(const struct conduct *conduct)
{
	uint64_t certain_us = TOUCH_CHOSEN_US + contacts_period(&conduct->contacts);

	return !conduct->was_failing && certain_us > TOUCH_TOLD_US ? TOUCH_TOLD_US : certain_us;
}

/* Which of two hands was first says nothing. */
static void
judge_touches(struct laws *laws, uint32_t index, uint64_t from_us, bool two_hands,
              const struct contacts *contacts)
{
	struct answers *answers = &laws->conduct.answers[laws->conduct.before.side];
	const struct touch_turn turn = {
		.before = &laws->conduct.before,
		.move = laws->game->plies[index].move,
		.stood_there = conduct_stood_there(laws, index),
		.from_us = conduct_touched_from(laws, index, from_us),
		.answered_us = conduct_answered_us(laws, index),
		.own_us = index > 0 ? conduct_answered_press_us(laws, index - 1) : 0,
		.chosen_us = chosen_us(&laws->conduct),
		.pressed_us = conduct_answered_press_us(laws, index),
		/* A board that has not failed yet is believed. */
		.soonest_us = laws->conduct.was_failing && answers->n >= ANSWERS_MIN
		                      ? answers->least_us[1]
		                      : 0,
		.until_us = conduct_end_us(laws, index),
		.troubled = laws->conduct.troubled,
	};
	uint64_t answer_us = touch_answer_us(contacts, &turn);
	struct touch_finding finding;

	touch_judge(contacts, &turn, &finding);
	if (answer_us != TIME_UNKNOWN)
		answers_add(answers, answer_us);
	if (finding.what == TOUCH_NOTHING || is_told(laws, index, finding.what) ||
	    (two_hands && finding.what == TOUCH_ROOK_FIRST) ||
	    conduct_is_of_accident(laws, index, &finding))
		return;
	/* It may have been another ply. */
	if (laws->game->plies[index].doubtful &&
	    !conduct_is_beyond_doubt(laws, index, from_us, contacts, &finding))
		return;
	tell_touch(laws, index, &finding);
}

/* The hands and touches of a ply. On a board that knows no men they are named by the position and the ply. */
static void
judge(struct laws *laws, uint32_t index, uint64_t from_us)
{
	const struct conduct *conduct = &laws->conduct;
	const struct named_turn turn = {
		.before = &conduct->before,
		.move = laws->game->plies[index].move,
		.from_us = from_us,
	};
	const struct contacts *contacts = &conduct->contacts;
	struct contacts named;

	if (contacts->men_unknown) {
		named_men(contacts, &turn, &named);
		contacts = &named;
	}
	judge_touches(laws, index, from_us, judge_hands(laws, index, from_us, contacts), contacts);
}

/* Pressed, or answered; and his man is not on his way any more, nor his king. */
static bool
is_over(const struct laws *laws, uint32_t index)
{
	const struct game *game = laws->game;
	bool answered = index + 1 < game->n_plies && game->plies[index + 1].state >= PLY_MADE;

	if (index >= game->n_plies || game->plies[index].doubtful == PLY_DOUBT_PASSING)
		return false;
	if (game->plies[index].doubtful && move_kind(game->plies[index].move) == MOVE_CASTLING &&
	    !answered && !conduct_is_seen_castling(laws, index, conduct_begin_us(laws, index)))
		return false;
	return game->plies[index].state == PLY_COMPLETED || answered;
}

/* --- while it goes on ------------------------------------------------------------------------------------------ */

/* Who a man is shows on a board that knows none if he alone is not where the position has him. */
static bool
is_alone(const struct laws *laws, int from, int to)
{
	const struct contacts *contacts = &laws->conduct.contacts;

	for (int sq = 0; contacts->men_unknown && sq < 64; sq++) {
		bool is_there = position_piece_at(&laws->now, sq) != EMPTY;

		if (((sq == to || is_there) && sq != from) != (contacts->squares[sq] != EMPTY))
			return false;
	}
	return true;
}

/* Where the king of the player to move stands two squares aside, as castling takes him, and the rook at home;
 * SQ_NONE. */
static int
castling_begun(const struct laws *laws)
{
	const uint8_t *squares = laws->conduct.contacts.squares;
	enum color side = (enum color)laws->now.side;
	uint8_t king = piece_make(side, KING), rook = piece_make(side, ROOK);
	int rank = side == WHITE ? 0 : 7;

	if (laws->now.chess960 || position_king(&laws->now, side) != sq_make(4, rank) ||
	    squares[sq_make(4, rank)] != EMPTY)
		return SQ_NONE;
	for (int file = 2; file <= 6; file += 4) {
		int sq = sq_make(file, rank), corner = sq_make(file == 6 ? 7 : 0, rank);

		if (contact_reads(squares[sq], king) && contact_reads(squares[corner], rook) &&
		    obligation_castling(&laws->now, corner) != MOVE_NONE &&
		    is_alone(laws, sq_make(4, rank), sq))
			return sq;
	}
	return SQ_NONE;
}

/* When sq was last reported, as long as it is known. */
static uint64_t
reported_us(const struct contacts *contacts, int sq, uint64_t otherwise_us)
{
	for (size_t n = contacts->n; n-- > contacts_after(contacts, 0);)
		if (contacts_at(contacts, n)->sq == sq)
			return contacts_at(contacts, n)->t_us;
	return otherwise_us;
}

/* He may have come there before it was certain what he answers. */
static void
look_for_castling(struct laws *laws)
{
	struct conduct *conduct = &laws->conduct;
	int sq = laws_game_on(laws) ? castling_begun(laws) : SQ_NONE;

	if (sq == SQ_NONE)
		conduct->castling_us = 0;
	else if (conduct->castling_us == 0)
		conduct->castling_us = reported_us(&conduct->contacts, sq, laws->now_us);
}

uint64_t
conduct_castling_due(const struct laws *laws)
{
	const struct conduct *conduct = &laws->conduct;

	if (conduct->castling_us == 0 || conduct->castling_ply == laws->n_judged + 1)
		return LAWS_NO_DEADLINE;
	return conduct->castling_us + CASTLING_US;
}

void
conduct_castling(struct laws *laws)
{
	struct conduct *conduct = &laws->conduct;
	struct alert alert;

	conduct->castling_ply = laws->n_judged + 1;
	if (!conduct_plays_himself(laws, (enum color)laws->now.side))
		return;
	alert_init(&alert, ALERT_CASTLING_INCOMPLETE, laws->rules, &laws->now);
	alert.ply = laws->n_judged + 1;
	alert.side = (enum color)laws->now.side;
	alert.t_us = laws->now_us;
	alert.since_us = conduct->castling_us;
	alert.image = &laws->image;
	laws_raise(laws, &alert);
}

static bool
is_failing(const struct laws *laws)
{
	for (uint64_t troubled = laws->view.troubled; troubled != 0; troubled &= troubled - 1)
		if (laws->now_us >=
		    laws->view.troubled_since_us[__builtin_ctzll(troubled)] + FAILING_US)
			return true;
	return false;
}

void
conduct_look(struct laws *laws)
{
	struct conduct *conduct = &laws->conduct;
	int changed = contacts_look(&conduct->contacts, &laws->view, laws->now_us);

	conduct->troubled |= laws->view.troubled;
	conduct->failing = conduct->failing || is_failing(laws);
	if (laws->view.clock_running && !conduct->ran)
		conduct->started_us = laws->now_us;
	conduct->ran = laws->view.clock_running;
	if (changed > 0)
		look_for_castling(laws);
	if (changed == 1 && laws_game_on(laws))
		adjusting_look(laws, contacts_at(&conduct->contacts, conduct->contacts.n - 1));
}

/* A ply has come. Who was missed before, and is not now, was in a hand, however long. */
static void
note_come(struct laws *laws)
{
	struct conduct *conduct = &laws->conduct;

	if (laws->game->n_plies > conduct->n_come)
		conduct->troubled = laws->view.troubled;
	conduct->n_come = laws->game->n_plies;
}

void
conduct_judge(struct laws *laws)
{
	struct conduct *conduct = &laws->conduct;
	const struct game *game = laws->game;
	uint32_t n_before = conduct->n_judged;

	note_come(laws);
	while (is_over(laws, conduct->n_judged) && conduct->n_judged < laws->n_judged) {
		uint32_t index = conduct->n_judged++;
		uint64_t from_us = conduct_begin_us(laws, index);

		if (index + 1 == laws->n_judged)
			conduct->before = laws->before;
		else
			game_position(game, index, &conduct->before);
		conduct->judged_us = laws->now_us;
		if (conduct_is_judged(laws, index, &from_us) &&
		    conduct_plays_himself(laws, (enum color)conduct->before.side))
			judge(laws, index, from_us);
	}
	if (conduct->n_judged == laws->n_judged)
		conduct->troubled = laws->view.troubled;
	if (conduct->n_judged > n_before)
		conduct->was_failing = conduct->failing;
	conduct_look_undone(laws);
	look_for_castling(laws);
}
