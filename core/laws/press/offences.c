/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Illegal moves as the arbiter counts and punishes them (7.5.5).
 *
 * What is seen is told with the number it would have; only what he confirms counts (illegal.auto_count apart),
 * for each player, all kinds together, and once for one move. At illegal.limit the game is lost, or drawn where
 * the opponent cannot mate in the position put back: told with that move, or by the decision that makes it one too many.
 */
#include <string.h>

#include "core/laws/laws_state.h"

void
offences_begin(struct laws *laws)
{
	memset(&laws->offences, 0, sizeof(laws->offences));
	laws->offences.earlier_number = laws->n_alerts;
}

static bool
is_same_turn(struct laws_turn a, struct laws_turn b)
{
	return a.ply == b.ply && a.put_right == b.put_right;
}

uint32_t
laws_illegal_moves(const struct laws *laws, enum color side)
{
	return laws->offences.confirmed[side];
}

/* Words that say what was wrong: the choices of the sentence. */
static uint8_t
word_of(enum alert_id id, const struct deed *deed, enum color side)
{
	if (id == ALERT_MOVE_OUT_OF_TURN)
		return deed_side(deed) != side;
	if (deed->kind == DEED_KING_LEFT)
		return 1;
	return deed->kind == DEED_CASTLING ? 2 : 0;
}

static void
fill(struct laws *laws, struct alert *alert, const struct deed *deed, enum color side, uint32_t ply,
     uint64_t since_us)
{
	struct position *after = &laws->offences.after;

	if (alert->id == ALERT_MOVE_OUT_OF_TURN) {
		alert_aggravate(alert, laws->rules); /* with the press */
		alert->choice[1] = 1;
	}
	alert->side = side;
	alert->ply = ply + 1;
	alert->t_us = laws->now_us;
	alert->since_us = since_us;
	if (deed_is_illegal(deed)) {
		deed_position(alert->before, deed, side, after);
		alert->after = after;
		alert->squares = sq_bit(deed->from) | sq_bit(deed->to);
		if (alert->id == ALERT_PAWN_NOT_PROMOTED)
			alert->squares = sq_bit(deed->to);
		alert->choice[0] = word_of(alert->id, deed, side);
	}
	laws_fill_clocks(laws, ply, alert);
}

/* Of the move that is judged now at that half-move, from 1. */
static struct laws_turn
turn_now(const struct laws *laws, uint32_t ply)
{
	return (struct laws_turn){ ply, laws->offences.put_right };
}

static void
keep(struct laws *laws, const struct alert *alert, struct laws_turn turn, bool counts)
{
	struct laws_offences *offences = &laws->offences;

	offences->kept[alert->number % OFFENCES_KEPT] = (struct laws_offence){
		.number = alert->number,
		.turn = turn,
		.side = alert->side,
		.counts = counts,
		.clock_s = laws->view.clock_seen ? laws->view.clock_s[color_other(alert->side)]
		                                 : CLOCK_UNKNOWN,
	};
}

void
offences_suspect(struct laws *laws, const struct alert *alert)
{
	keep(laws, alert, turn_now(laws, alert->ply),
	     ruleset_has(laws->rules, RULE_ILLEGAL_KINDS, ILLEGAL_MOVE));
}

/* Too many: lost, or drawn where the opponent cannot mate in the position that is put back. Where the arbiter waits for the next
 * completed move it is lost only if it is claimed before (A.4.2, A.4.4). */
static void
tell_loss(struct laws *laws, const struct alert *first, const struct deed *deed,
          struct laws_turn turn)
{
	const struct position after = first->after ? *first->after : *first->before;
	enum verdict_answer answers[2];
	struct alert alert;

	alert_init(&alert, ALERT_SECOND_ILLEGAL_MOVE, laws->rules, first->before);
	fill(laws, &alert, deed, first->side, first->ply - 1, first->since_us);
	if (first->after)
		laws->offences.after = after;
	alert.n = first->n;
	alert.choice[0] = unlawful_waits(laws, first->since_us);
	if (alert.choice[0])
		alert.severity = ALERT_ADVISORY;
	mating_ask(laws->mating, first->before, MATING_NODES_PLY, answers);
	if (answers[color_other(first->side)] != VERDICT_UNKNOWN)
		alert.choice[1] = answers[color_other(first->side)] == VERDICT_NO ? 1 : 2;
	laws_raise(laws, &alert);
	keep(laws, &alert, turn, true);
}

/* A king that was taken, and before it the ply that left him there. */
static void
list_plies(struct alert *alert)
{
	if (alert->id != ALERT_KING_CAPTURED)
		return;
	if (alert->ply > 1)
		alert->plies[alert->n_plies++] = alert->ply - 1;
	alert->plies[alert->n_plies++] = alert->ply;
}

/* A.4.4: the arbiter waits for the next completed move; before it the opponent may claim it. The choice of the sentence is
 * the one behind the words that say what was wrong. */
static void
make_wait(struct alert *alert)
{
	if (alert->id == ALERT_ILLEGAL_MOVE)
		alert->choice[1] = 1;
	if (alert->id == ALERT_PAWN_NOT_PROMOTED)
		alert->choice[0] = 1;
	alert->severity = ALERT_ADVISORY;
}

/* What stands because the opponent has made his next move (A.4.2): nobody may claim it any more. */
struct standing {
	enum color side;
	uint32_t ply; /* from 1 */
	const struct position *before, *after;
	uint64_t squares, since_us;
};

static void
tell_stands(struct laws *laws, const struct standing *standing)
{
	struct alert alert;

	if (log_is_open(laws, ALERT_ILLEGAL_MOVE_STANDS, standing->ply))
		return;
	alert_init(&alert, ALERT_ILLEGAL_MOVE_STANDS, laws->rules, standing->before);
	alert.ply = standing->ply;
	alert.side = standing->side;
	alert.t_us = laws->now_us;
	alert.since_us = standing->since_us;
	alert.after = standing->after;
	alert.squares = standing->squares;
	laws_raise(laws, &alert);
}

/* It is answered, and stands before it could be told: nothing is put back, and nobody punished. */
static void
tell_answered(struct laws *laws, const struct offence *offence, struct alert *alert)
{
	const struct standing standing = { .side = alert->side,
		                           .ply = alert->ply,
		                           .before = alert->before,
		                           .after = alert->after,
		                           .squares = alert->squares,
		                           .since_us = offence->since_us };

	if (log_is_open(laws, ALERT_ILLEGAL_MOVE_STANDS, alert->ply))
		return; /* the record went on behind it before its press was judged */
	alert->choice[1] = 2;
	alert->severity = ALERT_ADVISORY;
	alert->t_s = 0;
	laws_raise(laws, alert);
	tell_stands(laws, &standing);
}

/* Which of his it would be, and *ret_again: has one of the same move been told? */
static int32_t
count(const struct laws *laws, const struct offence *offence, bool *ret_again)
{
	const struct laws_offences *offences = &laws->offences;
	const struct laws_turn turn = turn_now(laws, offence->ply + 1);

	*ret_again = is_same_turn(offences->told[offence->side], turn);
	return (int32_t)offences->confirmed[offence->side] +
	       !is_same_turn(offences->counted[offence->side], turn);
}

void
offences_tell(struct laws *laws, const struct offence *offence)
{
	struct laws_offences *offences = &laws->offences;
	enum color side = offence->side;
	bool advice = offence->id == ALERT_CAPTURE_NOT_REMOVED;
	bool counts = !advice && ruleset_has(laws->rules, RULE_ILLEGAL_KINDS, (int)offence->kind);
	bool waits = unlawful_waits(laws, offence->since_us);
	bool again, loses;
	struct alert alert;
	int32_t n;

	if (unlawful_is_drawn(laws, offence->since_us))
		return; /* A.4.4: the game is over, nothing is put back or punished */
	if (restore_is_replaced(laws, offence))
		offences->put_right++;
	n = count(laws, offence, &again);
	loses = counts && n >= laws->rules->value[RULE_ILLEGAL_LIMIT];
	offences->before = *offence->before;
	alert_init(&alert, offence->id, laws->rules, &offences->before);
	fill(laws, &alert, offence->deed, side, offence->ply, offence->since_us);
	if (offence->after)
		offences->after = *offence->after;
	alert.squares |= offence->others;
	alert.n = n;
	alert.t_s = counts && !loses ? laws->rules->value[RULE_ILLEGAL_PENALTY] : 0;
	if (offence->id == ALERT_CLOCK_PRESSED_WITHOUT_MOVE)
		alert.choice[0] = counts;
	if (waits)
		make_wait(&alert);
	list_plies(&alert);
	if (offence->id == ALERT_ILLEGAL_MOVE && offence->answered && !waits) {
		tell_answered(laws, offence, &alert);
		return;
	}
	laws_raise(laws, &alert);
	if (advice)
		return;
	offences->since_us = offence->since_us;
	offences->side = side;
	offences->index = offence->ply;
	offences->told[side] = turn_now(laws, alert.ply);
	keep(laws, &alert, offences->told[side], counts);
	restore_open(laws, &alert, offence->deed);
	if (loses)
		offences->lost_number = alert.number;
	if (loses && !again)
		tell_loss(laws, &alert, offence->deed, offences->told[side]);
	if (ruleset_on(laws->rules, RULE_ILLEGAL_AUTO_COUNT)) {
		log_settle(laws, alert.number, ALERT_CONFIRMED);
		offences_decide(laws, alert.number, ALERT_CONFIRMED);
	}
}

/* Who moves out of turn has no press of his own that could be judged: by the opponent's reply it is known that play goes on over it.
 * Somebody should look; who was answered has agreed, perhaps. A man who stands where none of his moves goes was displaced (7.6). */
static void
tell_played_over(struct laws *laws, const struct game_break *gap)
{
	struct alert alert;

	if (log_is_open(laws, ALERT_MOVE_OUT_OF_TURN, gap->ply + 1) ||
	    !deed_is_way(&laws->now, gap->from, gap->to))
		return;
	laws->offences.before = laws->now;
	alert_init(&alert, ALERT_MOVE_OUT_OF_TURN, laws->rules, &laws->offences.before);
	alert.ply = gap->ply + 1;
	alert.side = gap->who;
	alert.t_us = laws->now_us;
	alert.since_us = gap->made_us;
	alert.after = &gap->position;
	alert.squares = sq_bit(gap->from) | sq_bit(gap->to);
	laws_raise(laws, &alert);
}

/* With A.4.2 it stands, and nobody may claim any more; otherwise it may still be put right, however far back
 * (7.5.1): who has not heard of it hears now. */
void
offences_stand(struct laws *laws, const struct game_break *gap)
{
	enum color side = (enum color)gap->who;
	struct deed deed = { .kind = DEED_ILLEGAL,
		             .from = gap->from,
		             .to = gap->to,
		             .piece = gap->piece,
		             .captured = gap->captured };
	const struct offence offence = {
		.id = side == (enum color)laws->now.side ? ALERT_ILLEGAL_MOVE
		                                         : ALERT_MOVE_OUT_OF_TURN,
		.kind = ILLEGAL_MOVE,
		.side = side,
		.ply = gap->ply,
		.before = &laws->now,
		.deed = &deed,
		.since_us = gap->made_us,
		.answered = ruleset_on(laws->rules, RULE_ILLEGAL_STANDS),
	};
	bool again;

	if (gap->why != BREAK_ILLEGAL)
		return;
	if (offence.id == ALERT_MOVE_OUT_OF_TURN && laws->view.clock_seen)
		tell_played_over(laws, gap);
	count(laws, &offence, &again);
	if (!ruleset_on(laws->rules, RULE_ILLEGAL_STANDS)) {
		/* Where a clock runs, the press has been judged, and by better evidence. */
		if (!laws->view.clock_seen && !again)
			offences_tell(laws, &offence);
		return;
	}
	if (laws->view.clock_seen && !again && offence.id == ALERT_ILLEGAL_MOVE) {
		offences_tell(laws, &offence);
		return;
	}
	laws->offences.before = laws->now;
	tell_stands(laws, &(struct standing){ .side = side,
	                                      .ply = gap->ply + 1,
	                                      .before = &laws->offences.before,
	                                      .after = &gap->position,
	                                      .squares = sq_bit(gap->from) | sq_bit(gap->to),
	                                      .since_us = gap->made_us });
}

/* --- what the arbiter makes of it -------------------------------------------------------------------------- */

/* His clock cannot have gained so much by itself. */
bool
offences_is_paid(const struct laws *laws, enum color side, int32_t before_s, int32_t penalty_s)
{
	return before_s != CLOCK_UNKNOWN && laws->view.clock_seen &&
	       laws->view.clock_s[side] - before_s > penalty_s - penalty_s / 4;
}

static void
punish(struct laws *laws, const struct laws_offence *offence)
{
	struct laws_offences *offences = &laws->offences;
	int32_t penalty_s = laws->rules->value[RULE_ILLEGAL_PENALTY];

	if (is_same_turn(offences->counted[offence->side], offence->turn))
		return; /* two offences in one move are one (7.5.5, commentary) */
	offences->counted[offence->side] = offence->turn;
	offences->confirmed[offence->side]++;
	if ((int32_t)offences->confirmed[offence->side] >= laws->rules->value[RULE_ILLEGAL_LIMIT] ||
	    offences_is_paid(laws, color_other(offence->side), offence->clock_s, penalty_s))
		return;
	offences->due = true;
	offences->due_to = color_other(offence->side);
	offences->due_s = penalty_s;
}

/* What somebody with eyes saw and the sensors only suspected counts as well (7.5.4). */
static bool
find_two_hands(const struct laws *laws, uint32_t number, struct laws_offence *ret_offence)
{
	const struct laws_entry *entry = &laws->log[number % LAWS_LOG_MAX];

	if (entry->number != number || entry->id != ALERT_TWO_HANDED_MOVE ||
	    number <= laws->offences.earlier_number)
		return false;
	*ret_offence = (struct laws_offence){
		.number = number,
		.turn = { entry->ply, entry->put_right },
		.side = entry->side,
		.counts = ruleset_has(laws->rules, RULE_ILLEGAL_KINDS, ILLEGAL_TWO_HANDS),
		.clock_s = CLOCK_UNKNOWN,
	};
	return true;
}

/* find_offence: the one alert `number` is about. */
static bool
find_offence(const struct laws *laws, uint32_t number, struct laws_offence *ret_offence)
{
	*ret_offence = laws->offences.kept[number % OFFENCES_KEPT];
	return ret_offence->number == number || find_two_hands(laws, number, ret_offence);
}

/* is_confirmed: is there another confirmed offence of that move? Two in one move are one. */
static bool
is_confirmed(const struct laws *laws, const struct laws_offence *offence)
{
	struct laws_offence other;

	for (int i = 0; i < LAWS_LOG_MAX; i++) {
		const struct laws_entry *entry = &laws->log[i];

		if (entry->number > 0 && entry->outcome == ALERT_CONFIRMED &&
		    find_offence(laws, entry->number, &other) && other.counts &&
		    is_same_turn(other.turn, offence->turn) && other.side == offence->side)
			return true;
	}
	return false;
}

void
offences_pardon(struct laws *laws, uint32_t number)
{
	struct laws_offences *offences = &laws->offences;
	struct laws_offence offence;

	if (!find_offence(laws, number, &offence) || !offence.counts ||
	    is_confirmed(laws, &offence))
		return;
	if (is_same_turn(offences->counted[offence.side], offence.turn))
		offences->counted[offence.side] = (struct laws_turn){ .ply = 0 };
	offences->confirmed[offence.side]--;
}

/* Has it been told of this game that side's illegal moves have lost it? Also where the arbiter has said no to that. */
static bool
is_loss_told(const struct laws *laws, enum color side)
{
	for (int i = 0; i < LAWS_LOG_MAX; i++) {
		const struct laws_entry *entry = &laws->log[i];

		if (entry->number > laws->offences.earlier_number && entry->side == side &&
		    entry->id == ALERT_SECOND_ILLEGAL_MOVE && entry->outcome != ALERT_EXPIRED)
			return true;
	}
	return false;
}

/* Too many by this decision: when the last of them was told, another one had not been decided yet. */
static void
tell_loss_by_decision(struct laws *laws, const struct laws_offence *offence)
{
	static const struct deed nothing = { .kind = DEED_NONE };
	struct laws_offences *offences = &laws->offences;
	uint32_t n_before = offence->turn.ply - 1;
	struct alert last;

	if ((int32_t)offences->confirmed[offence->side] < laws->rules->value[RULE_ILLEGAL_LIMIT] ||
	    !laws_game_on(laws) || n_before > laws->game->n_plies ||
	    is_loss_told(laws, offence->side))
		return;
	game_position(laws->game, n_before, &offences->before);
	alert_init(&last, ALERT_ILLEGAL_MOVE, laws->rules, &offences->before);
	last.side = offence->side;
	last.ply = offence->turn.ply;
	last.since_us = laws->now_us;
	last.n = (int32_t)offences->confirmed[offence->side];
	offences->lost_number = offence->number;
	tell_loss(laws, &last, &nothing, offence->turn);
}

void
offences_decide(struct laws *laws, uint32_t number, enum alert_outcome outcome)
{
	struct laws_offence offence;

	if (!find_offence(laws, number, &offence))
		return;
	if (outcome == ALERT_CONFIRMED && offence.counts) {
		punish(laws, &offence);
		tell_loss_by_decision(laws, &offence);
	}
	if (outcome == ALERT_DISMISSED)
		restore_close(laws, number);
}

bool
laws_take_penalty(struct laws *laws, enum color *ret_to, int32_t *ret_seconds)
{
	struct laws_offences *offences = &laws->offences;
	bool due = offences->due;

	*ret_to = offences->due_to;
	*ret_seconds = offences->due_s;
	offences->due = false;
	return due;
}
