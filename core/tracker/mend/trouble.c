/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/mend/trouble.h"

#include "core/chess/bits.h"
#include "core/chess/movegen.h"
#include "core/tracker/anew/afresh.h"
#include "core/tracker/anew/rethink.h"
#include "core/tracker/explain/change.h"
#include "core/tracker/explain/cost.h"
#include "core/tracker/explain/returned.h"
#include "core/tracker/mend/behind.h"
#include "core/tracker/mend/excuse.h"
#include "core/tracker/mend/lifted.h"
#include "core/tracker/mend/repair.h"
#include "core/tracker/occupancy/guess.h"
#include "core/tracker/record/record.h"
#include "core/tracker/seen/excused.h"
#include "core/tracker/seen/stay.h"
#include "core/tracker/seen/stood.h"

/* How many squares may be blamed at once, on top of those excused already. Two men knocked over
 * at the same moment as a ply; with more, almost any ply explains almost any picture. */
#define BLAMED_MAX 2

/* A square that read wrong for so long may do so again. */
#define KNOWN_BAD_US 5000000

/* A change may ask to believe so much more a ply: with every further one the picture has more to say against what is
 * wrong. */
#define COST_BELIEVED_A_PLY 20

static const struct attempt attempts[] = {
	{ 0, 1 }, { 1, 0 }, { 1, 1 }, { 0, 2 }, { 1, 2 },
	{ 2, 1 }, { 2, 2 }, { 0, 3 }, { 2, 3 }, { 1, 3 },
};

#define N_ATTEMPTS (sizeof(attempts) / sizeof(attempts[0]))

/* A man is read where the record has put him though nobody saw him come. Either the square has begun to read, or he has only
 * now been played there from another one that does not: then his player will press (repair_undo). */
static void
note_come_out(struct tracker *tracker, int sq)
{
	uint32_t n_plies = tracker->game.n_plies;

	if (tracker->image.occupancy_only ||
	    image_at(&tracker->image, sq) != position_piece_at(&tracker->game.now, sq))
		return;
	for (uint32_t back = 2; back <= n_plies && back <= LOOK_BACK_PLIES; back += 2) {
		uint32_t index = n_plies - back;

		if (record_ply_target(tracker, index) != sq)
			continue;
		if (tracker->plies[index].doubtful == DOUBT_UNSEEN)
			repair_note(tracker, index);
		return;
	}
}

/* Does the square read right for no other reason than that he whom it did not read has gone? It may fail yet. */
static bool
is_only_left(const struct tracker *tracker, int sq)
{
	return tracker->evidence.changed_us[sq] <= tracker->excused_us[sq];
}

static void
know_bad(struct tracker *tracker, int sq)
{
	if (!(tracker->known_bad & sq_bit(sq)))
		tracker->known_bad_us[sq] = tracker->now_us;
	tracker->known_bad |= sq_bit(sq);
}

void
trouble_believe(struct tracker *tracker, int sq)
{
	if (!(tracker->excused & sq_bit(sq)) || stood_may_be_another(tracker, sq))
		return;
	if (tracker->now_us > tracker->excused_us[sq] + KNOWN_BAD_US || is_only_left(tracker, sq))
		know_bad(tracker, sq);
	tracker->excused &= ~sq_bit(sq);
	note_come_out(tracker, sq);
}

void
trouble_left(struct tracker *tracker)
{
	const struct exchanged *out = &tracker->exchanged;
	int sq;

	if (out->n_plies != tracker->game.n_plies || out->ply >= out->n_plies ||
	    out->move != tracker->plies[out->ply].move ||
	    tracker->now_us > out->t_us + tracker_scan_lag(tracker))
		return;
	sq = record_ply_target(tracker, out->ply);
	if (!stood_may_be_another(tracker, sq))
		return;
	tracker->excused |= sq_bit(sq);
	excused_note(tracker, sq_bit(sq), tracker->now_us);
	/* What was seen there is news behind the record. */
	tracker->shown[out->n_plies % RECENT_POSITIONS] =
		tracker->evidence.placed[sq][image_at(&tracker->image, sq)] - 1;
}

void
trouble_review(struct tracker *tracker)
{
	uint64_t right = tracker->excused & ~image_difference(&tracker->image, &tracker->game.now);

	tracker->excused |= tracker->silent;
	right &= ~tracker->silent;
	while (right != 0)
		trouble_believe(tracker, bits_take(&right));
}

/* Was a man taken from one square of the residue to another? Then somebody moved him there,
 * whatever for; no sensor does that. */
static bool
is_carried(const struct tracker *tracker, uint64_t residue)
{
	for (uint64_t from = residue; from != 0;) {
		int sq = bits_take(&from);
		uint8_t man = position_piece_at(&tracker->game.now, sq);

		if (man == EMPTY || image_at(&tracker->image, sq) != EMPTY)
			continue;
		for (uint64_t to = residue; to != 0;)
			if (image_at(&tracker->image, bits_take(&to)) ==
			    image_reading(&tracker->image, man))
				return true;
	}
	return false;
}

/* Does the change need a man of whom the board has seen nothing, who reads where he stood, and not where he went, or was taken there
 * at once, though nobody pressed? Then two squares would have failed for one ply. Who pressed without one had something put right. */
static bool
moves_who_stands(const struct tracker *tracker, const struct change *change)
{
	const struct explanation *line = &change->line;
	unsigned int hidden =
		change_is_pressed_throughout(tracker, change->back, line) ? 0 : line->hidden_set;

	for (int i = 0; i < line->n_plies && !tracker->image.occupancy_only; i++) {
		int from = move_from(line->moves[i]);

		if ((line->residue & sq_bit(from)) && image_at(&tracker->image, from) != EMPTY &&
		    ((line->absent & sq_bit(move_target(line->moves[i]))) || (hidden >> i & 1)))
			return true;
	}
	return false;
}

/* Does the change add plies to explain why several men have gone, where nobody has come anywhere that the record does not know
 * of? Nothing was played. Presses for all of it would say otherwise. */
static bool
explains_swept_men(const struct tracker *tracker, const struct change *change)
{
	return change->line.n_plies > (int)change->back && tracker_is_swept(tracker) &&
	       !change_is_pressed_throughout(tracker, change->back, &change->line);
}

/* Is the change good enough to be believed now? A man nobody saw arrive is believed only of a
 * player who pressed, or has been answered, and while nothing moves; so is what has a rival. */
static bool
is_believed(const struct tracker *tracker, const struct change *change, enum trouble_moment moment)
{
	bool clear = change->line.unseen == 0 && change->rival - change->cost > COST_DOUBT;

	if (moves_who_stands(tracker, change) || explains_swept_men(tracker, change))
		return false;
	if (change->cost >
	    COST_BELIEVED +
	            (moment == TROUBLE_SETTLED ? 0 : COST_BELIEVED_A_PLY * change->line.n_plies))
		return false;
	if (clear)
		return true;
	if (change->line.n_plies > 1 &&
	    change_is_pressed_throughout(tracker, change->back, &change->line))
		return true;
	if (moment <= TROUBLE_PRESSED)
		return moment == TROUBLE_PRESSED &&
		       tracker->now_us >= tracker->lever.waiting[0].t_us + DOUBT_US;
	return tracker->lever.n_waiting > 0 || (!tracker->lever.seen && change->line.n_plies > 1);
}

static bool
adopt(struct tracker *tracker, const struct change *change)
{
	uint64_t left;

	change_make(tracker, change);
	/* Who was not seen to arrive is in no hand: by the change, he stands there. */
	left = change->line.residue &
	       ~lifted_men(tracker, change->line.residue & ~change->line.absent);
	excuse_squares(tracker, left);
	trouble_review(tracker);
	if (image_shows(&tracker->image, &tracker->game.now, tracker->excused))
		return true;
	record_hear_presses(tracker);
	return false;
}

/* Was the man of the last ply, who is gone from sq, put back where he came from, wherever he is now? */
static bool
was_put_back(const struct tracker *tracker, int sq)
{
	uint16_t move = tracker->plies[tracker->game.n_plies - 1].move;
	uint8_t man = image_reading(&tracker->image, position_piece_at(&tracker->game.now, sq));

	return move_kind(move) == MOVE_NORMAL && tracker->evidence.placed_us[move_from(move)][man] >
	                                                 tracker->evidence.placed_us[sq][EMPTY];
}

/* Is the man who has just been played in the air again, or put back, and his clock not pressed? Then his player has not let
 * go of him, or, where there is no clock, takes his ply back. */
static bool
is_taken_up_again(const struct tracker *tracker, uint64_t residue)
{
	uint32_t n_plies = tracker->game.n_plies;
	int sq;

	if (n_plies == 0 || record_is_pressed(tracker, n_plies - 1))
		return false;
	sq = record_ply_target(tracker, n_plies - 1);
	return (residue & sq_bit(sq)) && image_at(&tracker->image, sq) == EMPTY &&
	       tracker->evidence.placed_us[sq][EMPTY] >= tracker->plies[n_plies - 1].made_us &&
	       (lever_runs(&tracker->lever) || was_put_back(tracker, sq));
}

/* Did a rook make the last ply, and is his king in the air now, and the clock not pressed? Then they castle. */
static bool
is_castling_begun(const struct tracker *tracker, uint64_t residue)
{
	uint32_t n_plies = tracker->game.n_plies;
	struct position before;

	if (n_plies == 0 || !lever_runs(&tracker->lever) || record_is_pressed(tracker, n_plies - 1))
		return false;
	record_position_back(tracker, 1, &before);
	return (residue & before.by_type[KING] & before.by_color[before.side]) != 0 &&
	       passing_possible(&before, tracker->plies[n_plies - 1].move) == PASSING_CASTLING;
}

/* Nothing was played: is what differs the work of a hand, or a square that does not read? */
static bool
blame_sensors(struct tracker *tracker, uint64_t residue, enum trouble_moment moment)
{
	if (moment < TROUBLE_AT_REST || is_carried(tracker, residue) ||
	    (tracker->image.occupancy_only && guess_shows_hand(tracker)) ||
	    (moment == TROUBLE_AT_REST &&
	     (is_taken_up_again(tracker, residue) || is_castling_begun(tracker, residue))))
		return false;
	if (moment == TROUBLE_AT_REST)
		residue &= ~lifted_men(tracker, residue);
	excuse_squares(tracker, residue);
	return image_shows(&tracker->image, &tracker->game.now, tracker->excused);
}

/* A running clock vouches that what has settled is play. */
static int
settled_squares(const struct tracker *tracker)
{
	return lever_runs(&tracker->lever) ? 1 : 0;
}

/* Does the line need a man who still reads on the square that he left? Then, where another one like him was
 * lifted and nothing else is amiss, that other one was carried. */
static bool
leaves_men_behind(const struct tracker *tracker, const struct explanation *line)
{
	for (int i = 0; i < line->n_plies; i++)
		if (line->residue & sq_bit(move_from(line->moves[i])) &&
		    image_at(&tracker->image, move_from(line->moves[i])) != EMPTY)
			return true;
	return false;
}

/* From what cost on is an illegal move more likely than the line? If all its men were seen where it says,
 * the deed would have to leave that unexplained. */
static int
deed_cost(const struct explanation *line)
{
	bool all_seen = explain_saw_all(line) && line->misread == 0;

	return COST_ILLEGAL + (all_seen && line->n_plies > 0 ? COST_EXTRA : 0);
}

/* Another record, and what it leaves, is believed as a change is. */
static bool
exchange(struct tracker *tracker, const struct repair *repair, enum trouble_moment moment)
{
	if (repair->n_moves == 0 || repair->change.line.residue == 0) {
		repair_make(tracker, repair);
		return true;
	}
	if (!is_believed(tracker, &repair->change, moment))
		return false;
	repair_exchange(tracker, repair);
	return adopt(tracker, &repair->change);
}

/* A board that knows no men shows a hand at work, and whom it takes, as it shows what is amiss. */
static void
consider_nothing(struct tracker *tracker, const struct tolerance *tolerance, struct change *nothing)
{
	struct tolerance allowed = *tolerance;

	if (tracker->image.occupancy_only)
		allowed.squares = BLAMED_MAX;
	change_consider(tracker, 0, 0, &allowed, nothing);
}

int
trouble_nothing_cost(struct tracker *tracker)
{
	struct tolerance tolerance = tracker_lenient(tracker, BLAMED_MAX);
	struct change nothing = { .cost = COST_NEVER, .rival = COST_NEVER };

	consider_nothing(tracker, &tolerance, &nothing);
	return nothing.cost;
}

/* Would it cost less to believe that the last plies were taken back, or others made in their place? Nobody has replied to
 * that yet: it is waited for. */
static bool
awaits_reply(struct tracker *tracker, const struct tolerance *tolerance, int cost)
{
	struct tolerance allowed = *tolerance;
	struct change change = { .cost = COST_NEVER, .rival = COST_NEVER };

	allowed.unanswered = true;
	for (uint32_t back = 1; back <= record_n_open(tracker); back++)
		for (int n_plies = 0; n_plies <= (int)back; n_plies++)
			if (change_needs_reply(tracker, back, n_plies))
				change_consider(tracker, back, n_plies, &allowed, &change);
	return change.cost < cost;
}

/* Is it for others to say what the board shows, or too early? */
static bool
is_to_wait(const struct tracker *tracker, enum trouble_moment moment)
{
	if (aside_goes_on(tracker) || aside_is_taken(tracker))
		return true;
	if (returned_shows(tracker, 1, tracker->game.n_plies - 1))
		return true; /* who takes back presses, or tells the arbiter */
	if (moment < TROUBLE_LONG_REST && aside_awaits_reply(tracker, moment == TROUBLE_AT_REST))
		return true;
	/* First longer lines are tried that explain all of it. */
	return tracker->was_away && moment < TROUBLE_AT_REST;
}

static void
consider_changes(struct tracker *tracker, const struct tolerance *tolerance, struct change *best)
{
	for (size_t i = 0; i < N_ATTEMPTS; i++)
		if (attempts[i].back <= record_n_open(tracker))
			change_consider(tracker, attempts[i].back, attempts[i].n_plies, tolerance,
			                best);
	if (best->cost == COST_NEVER && tracker->lever.n_waiting >= 2)
		change_consider(tracker, 0, EXPLAIN_PLIES_MAX, tolerance, best);
}

/* The cheapest exchange, if it is cheap enough for the moment; when the picture has only settled, one is looked for where a change
 * is believed. */
static void
find_exchange(struct tracker *tracker, const struct tolerance *tolerance,
              enum trouble_moment moment, bool believed, struct repair *ret_repair)
{
	bool occupied = tracker->image.occupancy_only, settled = moment == TROUBLE_SETTLED;

	ret_repair->cost = COST_NEVER;
	if (occupied && !settled)
		guess_find(tracker, tolerance, ret_repair);
	else if (occupied || !settled || believed)
		repair_find(tracker, ret_repair);
	if (settled && ret_repair->cost > (occupied ? COST_AT_ONCE : COST_SETTLED))
		ret_repair->cost = COST_NEVER;
}

/* Is an illegal move likelier than the change? */
static bool
is_rather_deed(const struct tracker *tracker, const struct change *change)
{
	return (change->cost > deed_cost(&change->line) ||
	        leaves_men_behind(tracker, &change->line)) &&
	       aside_sees_deed(tracker);
}

/* Write the plies behind which an illegal move explains all, if there are such. */
static bool
write_behind(struct tracker *tracker, const struct change *found, enum trouble_moment moment)
{
	struct change behind;

	if (!behind_find(tracker, found, moment >= TROUBLE_PRESSED, &behind))
		return false;
	tracker->reopened = 0; /* all of it was pressed for: nobody has pressed back */
	change_make(tracker, &behind);
	record_hear_presses(tracker);
	return true;
}

bool
trouble_tolerate(struct tracker *tracker, enum trouble_moment moment)
{
	struct tolerance tolerance = tracker_lenient(
		tracker, moment == TROUBLE_SETTLED ? settled_squares(tracker) : BLAMED_MAX);
	struct change nothing = { .cost = COST_NEVER, .rival = COST_NEVER };
	struct change best = nothing;
	struct repair repair;
	bool changes, believed;

	if (is_to_wait(tracker, moment))
		return false;
	consider_nothing(tracker, &tolerance, &nothing);
	consider_changes(tracker, &tolerance, &best);
	changes = best.cost < nothing.cost;
	believed = changes && is_believed(tracker, &best, moment);
	find_exchange(tracker, &tolerance, moment, believed, &repair);
	if (repair.cost < best.cost && repair.cost < nothing.cost)
		return exchange(tracker, &repair, moment);
	if (is_rather_deed(tracker, &best) || (changes && aside_refutes(tracker, &best.line)))
		return false;
	if ((changes || best.cost == COST_NEVER) && write_behind(tracker, &best, moment))
		return false;
	if (!changes)
		return nothing.cost < COST_NEVER &&
		       blame_sensors(tracker, nothing.line.residue, moment);
	if (!believed || awaits_reply(tracker, &tolerance, best.cost))
		return false;
	return rethink_over(tracker, best.cost) || rethink_dear(tracker, best.cost) ||
	       afresh_pressed(tracker) || adopt(tracker, &best);
}
