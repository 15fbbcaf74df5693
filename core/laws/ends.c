/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a ply ends, or allows to be claimed (5.1.1, 5.2, 9.2, 9.3, 9.6).
 *
 * The first row that holds says how the game ended; mate comes before all others (9.6.2). After the end
 * nothing counts.
 *
 * A man who hovers over the square where he would mate has not mated: the hand may take him elsewhere. So an end waits
 * until its ply is completed or answered, the clock is stopped or somebody enters a result, or the man has stood there
 * for longer than hands hover.
 */
#include "core/laws/laws_state.h"

#include "core/chess/bits.h"
#include "core/chess/movegen.h"

/* The exact verdict is asked where few men are left and the last ply took one of them or moved a pawn:
 * otherwise the one before has answered, or the proofs without search do. */
#define FEW_MEN 10

/* Nobody holds a man over a square for so long. */
#define LET_GO_US UINT64_C(2000000)

struct judgement {
	struct laws *laws;
	struct draws_count count;
	enum verdict_answer mates[2]; /* enum color */
	bool searched;
};

static bool
is_mate(const struct judgement *judgement)
{
	const struct position *now = &judgement->laws->now;

	return position_in_check(now) && !movegen_any(now);
}

static bool
is_stalemate(const struct judgement *judgement)
{
	const struct position *now = &judgement->laws->now;

	return !position_in_check(now) && !movegen_any(now);
}

static bool
is_dead(const struct judgement *judgement)
{
	return judgement->mates[WHITE] == VERDICT_NO && judgement->mates[BLACK] == VERDICT_NO;
}

static bool
is_seventy_five(const struct judgement *judgement)
{
	return judgement->count.seventy_five &&
	       ruleset_on(judgement->laws->rules, RULE_DRAW_SEVENTY_FIVE);
}

static bool
is_fivefold(const struct judgement *judgement)
{
	switch (judgement->laws->rules->value[RULE_DRAW_FIVEFOLD]) {
	case FIVEFOLD_ANY:
		return judgement->count.fivefold;
	case FIVEFOLD_CONSECUTIVE:
		return judgement->count.fivefold_in_a_row;
	default:
		return false;
	}
}

static bool
is_threefold_automatic(const struct judgement *judgement)
{
	return judgement->count.threefold &&
	       judgement->laws->rules->value[RULE_DRAW_THREEFOLD] == 1;
}

static bool
is_fifty_automatic(const struct judgement *judgement)
{
	return judgement->count.fifty && judgement->laws->rules->value[RULE_DRAW_FIFTY] == 1;
}

static const struct {
	bool (*holds)(const struct judgement *judgement);
	enum laws_end end;
	enum alert_id id;
} endings[] = {
	{ is_mate, LAWS_MATE, ALERT_CHECKMATE },
	{ is_stalemate, LAWS_STALEMATE, ALERT_STALEMATE },
	{ is_dead, LAWS_DEAD, ALERT_DEAD_POSITION },
	{ is_seventy_five, LAWS_SEVENTY_FIVE, ALERT_SEVENTY_FIVE_MOVES },
	{ is_fivefold, LAWS_FIVEFOLD, ALERT_FIVEFOLD_REPETITION },
	{ is_threefold_automatic, LAWS_THREEFOLD_AUTOMATIC, ALERT_AUTOMATIC_DRAW },
	{ is_fifty_automatic, LAWS_FIFTY_AUTOMATIC, ALERT_AUTOMATIC_DRAW },
};

/* Once for a ply and the position it leads to: a ply that is taken back and made again is told once. */
static void
tell(struct laws *laws, struct alert *alert)
{
	if (laws->raised_ply[alert->id] == alert->ply &&
	    laws->raised_key[alert->id] == laws->now.key)
		return;
	laws->raised_ply[alert->id] = alert->ply;
	laws->raised_key[alert->id] = laws->now.key;
	laws_raise(laws, alert);
}

static void
fill_counts(const struct judgement *judgement, struct alert *alert)
{
	enum laws_end end = judgement->laws->end;
	bool by_moves = alert->id == ALERT_FIFTY_MOVE_AVAILABLE ||
	                alert->id == ALERT_SEVENTY_FIVE_MOVES || end == LAWS_FIFTY_AUTOMATIC;
	bool by_position = alert->id == ALERT_THREEFOLD_AVAILABLE ||
	                   alert->id == ALERT_FIVEFOLD_REPETITION ||
	                   end == LAWS_THREEFOLD_AUTOMATIC;

	if (by_moves)
		alert->n = (int32_t)judgement->count.plies / 2;
	if (by_position) {
		alert->n = (int32_t)judgement->count.occurrences;
		laws_list_occurrences(judgement->laws, &judgement->laws->now, alert);
	}
}

#define N_ENDINGS (sizeof(endings) / sizeof(endings[0]))

/* The ply that ends it is made, and what it led to is laws->now. */
static void
conclude(struct laws *laws)
{
	struct judgement judgement = { .laws = laws };
	struct alert alert;
	size_t i = 0;

	while (i + 1 < N_ENDINGS && endings[i].end != laws->end_seen)
		i++;
	laws->end = laws->end_seen;
	laws->end_seen = LAWS_OPEN;
	laws->end_ply = laws->n_judged;
	laws_alert(laws, &alert, endings[i].id);
	alert.since_us = alert.t_us;
	if (alert.t_us < laws->now_us)
		alert.t_us = laws->now_us;
	draws_now(&laws->draws, &judgement.count);
	fill_counts(&judgement, &alert);
	alert.choice[0] = laws->end == LAWS_FIFTY_AUTOMATIC;
	tell(laws, &alert);
}

/* Has the man gone from where the last ply judged has put him? */
static bool
has_left(const struct laws *laws)
{
	const struct game_ply *last = &laws->game->plies[laws->n_judged - 1];
	int sq = move_target(last->move);
	uint8_t man = position_piece_at(&laws->now, sq);

	return last->made_us != TIME_UNKNOWN && laws->changed_us[sq] > last->made_us &&
	       image_at(&laws->image, sq) != image_reading(&laws->image, man);
}

/* When he has stood there for long enough. */
static uint64_t
let_go_us(const struct laws *laws)
{
	const struct game_ply *last = &laws->game->plies[laws->n_judged - 1];
	uint64_t came_us = laws->changed_us[move_target(last->move)];

	if (last->made_us == TIME_UNKNOWN)
		return 0;
	return (came_us > last->made_us ? came_us : last->made_us) + LET_GO_US;
}

/* May the last ply judged still become another one? */
static bool
is_tentative(const struct laws *laws)
{
	const struct game *game = laws->game;

	bool said = game->end == END_DECLARED || game->end == END_SIGNED;

	if (laws->n_judged < game->n_plies)
		return false;
	return has_left(laws) || (!said && laws->stop_us == 0 &&
	                          game->plies[laws->n_judged - 1].state != PLY_COMPLETED &&
	                          laws->now_us < let_go_us(laws));
}

void
ends_settle(struct laws *laws)
{
	if (laws->end_seen != LAWS_OPEN)
		conclude(laws);
}

void
ends_look(struct laws *laws)
{
	if (laws->end_seen != LAWS_OPEN && !is_tentative(laws))
		conclude(laws);
}

uint64_t
ends_due(const struct laws *laws)
{
	return laws->end_seen == LAWS_OPEN || has_left(laws) ? LAWS_NO_DEADLINE : let_go_us(laws);
}

uint32_t
laws_dead_ply(const struct laws *laws)
{
	return laws->end == LAWS_DEAD ? laws->end_ply : 0;
}

static void
judge_end(const struct judgement *judgement)
{
	struct laws *laws = judgement->laws;

	for (size_t i = 0; i < N_ENDINGS && laws->end_seen == LAWS_OPEN; i++)
		if (endings[i].holds(judgement))
			laws->end_seen = endings[i].end;
}

/* What the player to move may claim. The players are not told (12.6). */
static void
judge_claims(const struct judgement *judgement)
{
	struct laws *laws = judgement->laws;
	struct alert alert;

	if (judgement->count.threefold) {
		laws_alert(laws, &alert, ALERT_THREEFOLD_AVAILABLE);
		alert.side = (enum color)laws->now.side;
		fill_counts(judgement, &alert);
		tell(laws, &alert);
	}
	if (judgement->count.plies == 0)
		laws->fifty_told = false;
	if (judgement->count.fifty && !laws->fifty_told) {
		laws->fifty_told = true;
		laws_alert(laws, &alert, ALERT_FIFTY_MOVE_AVAILABLE);
		alert.side = (enum color)laws->now.side;
		fill_counts(judgement, &alert);
		tell(laws, &alert);
	}
}

/* Few men, pawns that may be locked among them, and no mate found for either side though neither is proved
 * unable. Without pawns only the material and forced lines make a position dead, and both are proved
 * without a search; what is left is a long way to a mate. */
static void
judge_suspicion(const struct judgement *judgement)
{
	struct alert alert;

	if (!judgement->searched || !judgement->laws->now.by_type[PAWN] ||
	    judgement->mates[WHITE] == VERDICT_YES || judgement->mates[BLACK] == VERDICT_YES)
		return;
	laws_alert(judgement->laws, &alert, ALERT_DEAD_POSITION_SUSPECTED);
	tell(judgement->laws, &alert);
}

/* A ply after the end. Where the draw was to be automatic, somebody missed it (OL 15.3). */
static void
tell_of_play_after_end(struct laws *laws)
{
	bool automatic = laws->end == LAWS_THREEFOLD_AUTOMATIC || laws->end == LAWS_FIFTY_AUTOMATIC;
	struct alert alert;

	if (laws->after_told)
		return;
	laws->after_told = true;
	laws_alert(laws, &alert, automatic ? ALERT_AUTO_DRAW_MISSED : ALERT_MOVE_AFTER_GAME_END);
	alert.choice[0] = laws->end == LAWS_FIFTY_AUTOMATIC;
	laws_raise(laws, &alert);
}

static void
ask_for_mates(struct judgement *judgement)
{
	struct laws *laws = judgement->laws;
	int n_men = bits_count(laws->now.by_color[WHITE] | laws->now.by_color[BLACK]);

	mating_ask_quick(laws->mating, &laws->now, judgement->mates);
	if (is_dead(judgement) || laws->now.halfmove > 0 || n_men > FEW_MEN)
		return;
	mating_ask(laws->mating, &laws->now, MATING_NODES_PLY, judgement->mates);
	judgement->searched = true;
}

void
ends_judge(struct laws *laws)
{
	struct judgement judgement = { .laws = laws };

	if (laws->end != LAWS_OPEN) {
		tell_of_play_after_end(laws);
		return;
	}
	draws_now(&laws->draws, &judgement.count);
	ask_for_mates(&judgement);
	judge_end(&judgement);
	ends_look(laws);
	if (laws->end != LAWS_OPEN || laws->end_seen != LAWS_OPEN)
		return;
	judge_claims(&judgement);
	judge_suspicion(&judgement);
}
