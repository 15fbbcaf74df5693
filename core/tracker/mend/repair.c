/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/mend/repair.h"

#include "core/chess/movegen.h"
#include "core/tracker/explain/change.h"
#include "core/tracker/explain/cost.h"
#include "core/tracker/explain/sense.h"
#include "core/tracker/mend/guest.h"
#include "core/tracker/occupancy/guess.h"
#include "core/tracker/record/record.h"
#include "core/tracker/seen/excused.h"
#include "core/tracker/seen/stood.h"

/* Exchanges looked at in one search. Each costs two thousand positions at the very most, so the
 * search is over in some tens of milliseconds on any board. */
#define REPAIR_TRIES 120

/* Has the square where ply `index` has its man been empty for more than a scan? The man on it may be
 * in a hand; but one who reads on another square as well stands there. */
static bool
has_gone_long(const struct tracker *tracker, uint32_t index)
{
	int sq = record_ply_target(tracker, index);

	return tracker->plies[index].doubtful == DOUBT_RIVAL &&
	       image_at(&tracker->image, sq) == EMPTY && record_stands_yet(tracker, index) &&
	       tracker->now_us >=
	               tracker->evidence.placed_us[sq][EMPTY] + tracker_scan_lag(tracker);
}

/* What the record asks to believe as long as ply `index` stands: that its man is on a square
 * which does not read him. When another one has come there since, what it reads now tells of that one. */
static int
standing_cost(const struct tracker *tracker, uint32_t index)
{
	uint64_t target = sq_bit(record_ply_target(tracker, index));
	uint64_t amiss = tracker->excused;

	if ((tracker->plies[index].doubtful == DOUBT_UNSEEN && record_stands_yet(tracker, index)) ||
	    has_gone_long(tracker, index))
		amiss |= image_difference(&tracker->image, &tracker->game.now);
	return amiss & target ? COST_UNPROVED : 0;
}

/* Was the square where ply `index` has its man not believed before he came there? Then it is not he who is amiss. But
 * before the picture stands still he may only be on his way from there. */
static bool
was_excused_before(const struct tracker *tracker, uint32_t index)
{
	int sq = record_ply_target(tracker, index);

	return (tracker->excused & sq_bit(sq)) &&
	       tracker->excused_us[sq] < tracker->plies[index].made_us &&
	       tracker->now_us >= tracker->last_change_us + tracker_scan_lag(tracker);
}

/* A man whom the board does not show where the record has him is not shown where he really went:
 * another square is not believed in place of that one, as long as he stands there: it reads nobody, or whom he took yet. Of
 * whoever took him or came there later the square tells, as it told of others. */
static uint64_t
excused_instead(const struct tracker *tracker, uint32_t index, const struct position *before,
                uint16_t move, const struct position *end)
{
	int to = move_target(move);
	uint8_t reads = image_at(&tracker->image, to);
	bool stands =
		position_piece_at(end, to) != EMPTY &&
		piece_color(position_piece_at(end, to)) == game_ply_side(&tracker->game, index);
	bool unread = stands && (reads == EMPTY || reads == position_piece_at(before, to));

	if (standing_cost(tracker, index) == 0 || (!unread && was_excused_before(tracker, index)))
		return tracker->excused;
	return (tracker->excused & ~sq_bit(record_ply_target(tracker, index))) |
	       (unread ? sq_bit(to) : 0);
}

/* Does the line bring a man to one of the squares, where he is not seen? */
static bool
arrives_unseen(const struct tracker *tracker, const struct explanation *line, uint64_t squares)
{
	for (int i = 0; i < line->n_plies; i++)
		if ((squares & sq_bit(move_target(line->moves[i]))) &&
		    image_at(&tracker->image, move_target(line->moves[i])) == EMPTY)
			return true;
	return false;
}

/* How much likelier does `move` make the reply that was recorded? */
static int
forced_reply(const struct tracker *tracker, uint32_t index, const struct position *before,
             uint16_t move)
{
	struct position after;
	struct move_list list;

	if (index + 1 >= tracker->game.n_plies)
		return 0;
	position_after(before, move, &after);
	movegen_legal(&after, &list);
	return sense_forced(list.count);
}

/* The squares that the line's men have gone from. */
static uint64_t
squares_left(const struct explanation *line)
{
	uint64_t squares = 0;

	for (int i = 0; i < line->n_plies; i++)
		squares = (squares | sq_bit(move_from(line->moves[i]))) &
		          ~sq_bit(move_target(line->moves[i]));
	return squares;
}

/* Is one of the squares left by a man of the line, and reads somebody yet? Then that is not explained by his not being read there. */
static bool
leaves_somebody(const struct tracker *tracker, const struct explanation *line, uint64_t squares)
{
	const struct image *image = &tracker->image;

	return (squares_left(line) & squares & image_men(image)) != 0;
}

/* Does the line take, too soon for a scan to see him, the man whom ply `index` is to have put where `move` goes? What
 * that costs, or COST_NEVER. */
static int
taken_there_cost(const struct tracker *tracker, uint32_t index, const struct position *before,
                 uint16_t move, const struct explanation *line)
{
	if (line->n_plies == 0 || index + 1 != tracker->game.n_plies)
		return COST_NEVER;
	return stood_taken_cost(tracker, index, before, move, line->moves[0], line->t_us[0]);
}

/* Does the square that is said not to read the man of ply `index` read another one of his side? It reads, and he is not
 * there. Who came there later by the record, when that one had gone or been taken, says nothing of him. */
static bool
is_disproved(const struct tracker *tracker, uint32_t index, const struct position *before)
{
	uint8_t man = position_piece_at(before, move_from(tracker->plies[index].move));
	uint8_t reads = image_at(&tracker->image, record_ply_target(tracker, index));

	return tracker->plies[index].doubtful == DOUBT_UNSEEN && reads != EMPTY && reads != man &&
	       piece_color(reads) == piece_color(man) && record_stands_yet(tracker, index);
}

/* Is all that differs from the record that the player to move has lifted a man, whom `move` would have taken when ply
 * `index` was made? He was read there until now, and nobody has pressed: a hand is at work, and tells nothing of that
 * ply. */
static bool
is_only_lifted(const struct tracker *tracker, uint32_t index, uint16_t move)
{
	const struct position *now = &tracker->game.now;
	uint64_t lifted = tracker_amiss(tracker);
	int to = move_target(move);

	return tracker->lever.n_waiting == 0 &&
	       game_ply_side(&tracker->game, index) != (enum color)now->side &&
	       (lifted & now->by_color[now->side] & sq_bit(to)) && tracker_is_in_hand(tracker) &&
	       tracker->evidence.placed_us[to][EMPTY] >
	               record_over_us(tracker, index) + tracker_scan_lag(tracker);
}

bool
repair_is_rival(const struct tracker *tracker, const struct position *before, uint16_t move,
                uint16_t played)
{
	return move_from(move) == move_from(played) ||
	       (move_kind(move) == MOVE_CASTLING && move_to(move) == move_from(played)) ||
	       stood_is_by_missing(tracker, before, move, played);
}

/* Ply `index` is taken to have been `move`. */
struct trial {
	uint32_t index;
	uint16_t move;
	const struct position *before;
	struct position end;        /* the record's then */
	struct tolerance tolerance; /* with the squares that are not believed then */
	uint64_t distrusted;        /* those of them that are believed as it is */
	bool missing; /* it was another man like his, not read where the record has him */
	int standing; /* standing_cost() of what the record has */
};

/* False: it was not that one. */
static bool
begin_trial(const struct tracker *tracker, uint32_t index, const struct position *before,
            uint16_t move, struct trial *ret_trial)
{
	*ret_trial = (struct trial){
		.index = index,
		.move = move,
		.before = before,
		.tolerance = tracker_exact(tracker),
		.missing = stood_is_by_missing(tracker, before, move, tracker->plies[index].move),
		.standing = standing_cost(tracker, index),
	};
	if (stood_is_refuted(tracker, index, before, move) ||
	    !record_end_if(tracker, index, before, move, &ret_trial->end))
		return false;
	ret_trial->tolerance.excused =
		excused_instead(tracker, index, before, move, &ret_trial->end);
	ret_trial->distrusted = ret_trial->tolerance.excused & ~tracker->excused;
	return true;
}

/* Do n_plies seen behind it lead to the picture, and explain its squares no worse? */
static bool
leads_on(struct tracker *tracker, const struct trial *trial, int n_plies,
         struct explanation *ret_line)
{
	change_note_presses(tracker, 0, n_plies);
	return tracker_explain(tracker, &trial->end, n_plies, &trial->tolerance, ret_line) &&
	       explain_saw_all(ret_line) && change_is_vouched_for(tracker, 0, ret_line) &&
	       !arrives_unseen(tracker, ret_line, trial->distrusted) &&
	       !leaves_somebody(tracker, ret_line, trial->distrusted);
}

/* Is the record's ply worse off by what its square reads? */
static bool
relieves(const struct tracker *tracker, const struct trial *trial, uint64_t excused)
{
	uint8_t man = position_piece_at(trial->before, move_from(trial->move));

	if (is_disproved(tracker, trial->index, trial->before))
		return true;
	return (excused & ~tracker->excused) == 0 &&
	       (trial->missing || trial->standing > 0 ||
	        stood_on_both(tracker, trial->index, trial->before, trial->move) ||
	        stood_there_too(tracker, trial->index, move_target(trial->move), man));
}

/* Has nobody pressed for the last ply, and may its man go on to sq? Who is read there is he, as a rule: the board may tell that he has
 * come a scan before it tells that he has left. */
static bool
goes_on_to(const struct tracker *tracker, int sq)
{
	uint32_t last = tracker->game.n_plies - 1;
	struct position before;

	if (record_is_pressed(tracker, last))
		return false;
	record_position_back(tracker, 1, &before);
	return movegen_is_legal(&before,
	                        move_make(move_from(tracker->plies[last].move), sq, MOVE_NORMAL)) &&
	       image_at(&tracker->image, sq) ==
	               position_piece_at(&before, move_from(tracker->plies[last].move));
}

/* With no ply behind it: may he who is read there have come just now, or is he one who was taken? */
static bool
is_another_there(const struct tracker *tracker, const struct trial *trial, bool relieving)
{
	int sq = move_target(trial->move);

	return (!relieving && (stood_comes_now(tracker, sq) || goes_on_to(tracker, sq))) ||
	       (trial->standing == 0 && guest_was_taken(tracker, sq));
}

/* How much less is to be believed where it relieves the record? That its man stands where the board has failed before is easily
 * believed. */
static int
relief_of(const struct tracker *tracker, const struct trial *trial)
{
	if (trial->missing)
		return COST_UNPROVED;
	if (tracker->known_bad >> record_ply_target(tracker, trial->index) & 1)
		return -COST_HEALED;
	return stood_is_read(tracker, trial->before, trial->move) ? trial->standing : 0;
}

static int
trial_cost(const struct tracker *tracker, const struct trial *trial, const struct repair *found)
{
	int taken =
		taken_there_cost(tracker, trial->index, trial->before, trial->move, &found->line);
	int cost = found->line.cost + COST_EXCHANGED;

	cost -= forced_reply(tracker, trial->index, trial->before, trial->move) -
	        forced_reply(tracker, trial->index, trial->before,
	                     tracker->plies[trial->index].move);
	cost += taken < COST_NEVER
	                ? taken - trial->standing
	                : stood_unread_cost(tracker, trial->index, trial->before, trial->move);
	/* Who goes on has left what did not read him by either. */
	if (found->relieves && found->excused == trial->tolerance.excused)
		cost -= relief_of(tracker, trial);
	return cost;
}

static void
consider_move(struct tracker *tracker, uint32_t index, const struct position *before, uint16_t move,
              struct repair *best)
{
	struct trial trial;

	if (!begin_trial(tracker, index, before, move, &trial))
		return;
	if (index + 1 == tracker->game.n_plies)
		tracker->evidence.last_target = move_target(move);
	for (int n_plies = is_only_lifted(tracker, index, move); n_plies <= REPAIR_LINE;
	     n_plies++) {
		struct repair found = { .index = index, .move = move };

		if (!leads_on(tracker, &trial, n_plies, &found.line))
			continue;
		found.excused = trial.tolerance.excused & ~squares_left(&found.line);
		found.relieves = relieves(tracker, &trial, found.excused);
		if (n_plies == 0 && is_another_there(tracker, &trial, found.relieves))
			continue;
		found.cost = trial_cost(tracker, &trial, &found);
		if (found.cost < best->cost)
			*best = found;
	}
}

/* Might ply `index` have been `move`? Where only much speaks against it its man was seen: it may have been another one. */
static bool
may_have_been(const struct tracker *tracker, uint32_t index, const struct position *before,
              uint16_t move)
{
	uint16_t played = tracker->plies[index].move;

	if (tracker->plies[index].doubtful == DOUBT_STRANGE)
		return stood_is_by_missing(tracker, before, move, played);
	return move != played && repair_is_rival(tracker, before, move, played);
}

static void
consider_ply(struct tracker *tracker, uint32_t index, int *tries, struct repair *best)
{
	struct position before;
	struct move_list list;

	game_position(&tracker->game, index, &before);
	movegen_legal(&before, &list);
	for (int i = 0; i < list.count; i++)
		if (may_have_been(tracker, index, &before, list.moves[i]) && (*tries)-- > 0)
			consider_move(tracker, index, &before, list.moves[i], best);
}

/* May ply `index` be found out now? One of the last may; and one whose man stands yet where he is not read, however long ago he came. */
static bool
is_to_be_found_out(const struct tracker *tracker, uint32_t index)
{
	if (index >= record_look_back_from(tracker))
		return tracker_may_have_been(tracker, index) ||
		       tracker->plies[index].doubtful == DOUBT_STRANGE;
	return tracker_may_change(tracker, index) &&
	       (tracker->excused & sq_bit(record_ply_target(tracker, index))) != 0 &&
	       record_stands_yet(tracker, index);
}

void
repair_find(struct tracker *tracker, struct repair *ret_repair)
{
	const struct tolerance exact = tracker_exact(tracker);
	struct repair best = { .cost = COST_NEVER };
	int tries = REPAIR_TRIES;

	if (tracker->image.occupancy_only) {
		guess_find(tracker, &exact, ret_repair);
		return;
	}
	tracker->evidence.since = tracker->shown[tracker->game.n_plies % RECENT_POSITIONS];
	tracker->evidence.last_target = record_target_back(tracker, 0);
	/* The latest first: they are the likeliest to be found out. */
	for (uint32_t i = tracker->game.n_plies; i > record_first_open(tracker) && tries > 0; i--)
		if (is_to_be_found_out(tracker, i - 1))
			consider_ply(tracker, i - 1, &tries, &best);
	*ret_repair = best;
}

/* A man who came out where nobody had seen him go may also have been played on to there from where he was
 * thought to be. */
void
repair_note(struct tracker *tracker, uint32_t index)
{
	tracker->exchanged = (struct exchanged){ .t_us = tracker->now_us,
		                                 .ply = index,
		                                 .n_plies = tracker->game.n_plies,
		                                 .move = tracker->plies[index].move };
}

void
repair_exchange(struct tracker *tracker, const struct repair *repair)
{
	tracker->excused = repair->excused;
	/* Who was taken for another may have been a third. */
	for (uint32_t i = 0; i < repair->n_moves; i++)
		if (repair->moves[i] != tracker->plies[repair->index + i].move)
			record_doubt(tracker, repair->index + i);
	record_exchange(tracker, repair->index, repair->moves, repair->n_moves);
}

void
repair_alone(struct tracker *tracker, const struct repair *repair)
{
	excused_note(tracker, repair->excused & ~tracker->excused, tracker->now_us);
	repair_exchange(tracker, repair);
	record_touch(tracker, repair->index);
	tracker->believed += COST_EXCHANGED;
}

void
repair_make(struct tracker *tracker, const struct repair *repair)
{
	uint8_t doubts[EXPLAIN_PLIES_MAX] = { 0 };

	if (repair->n_moves > 0) {
		repair_exchange(tracker, repair);
		change_make(tracker, &repair->change);
		return;
	}
	if (repair->line.n_plies == 0)
		repair_note(tracker, repair->index);
	/* Where he was hidden another square may have hidden him as well. */
	if (tracker->plies[repair->index].doubtful == DOUBT_HIDDEN ||
	    tracker_was_hidden(tracker, repair->index))
		tracker->plies[repair->index].doubtful = DOUBT_RIVAL;
	tracker->excused = repair->excused;
	record_exchange(tracker, repair->index, &repair->move, 1);
	change_note_guesses(tracker, 0, &repair->line, doubts);
	record_rewrite(tracker, 0, &repair->line, doubts, true);
	tracker->believed += (uint64_t)repair->cost;
}

void
repair_at_end(struct tracker *tracker)
{
	const struct position *now = &tracker->game.now;
	uint64_t excused = tracker->excused;
	uint64_t kings = now->by_type[KING] | tracker->image.by_type[KING];
	struct repair repair;
	struct position before;

	if (tracker->image.occupancy_only || image_shows(&tracker->image, now, excused | kings))
		return;
	tracker->excused |= kings;
	repair_find(tracker, &repair);
	if (repair.cost < COST_NEVER && repair.line.n_plies == 0) {
		game_position(&tracker->game, repair.index, &before);
		if (stood_is_read(tracker, &before, repair.move)) {
			repair_make(tracker, &repair);
			excused = tracker->excused & (excused | ~kings);
		}
	}
	tracker->excused = excused;
}
