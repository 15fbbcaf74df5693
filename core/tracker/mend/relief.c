/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/mend/relief.h"

#include "core/chess/bits.h"
#include "core/chess/movegen.h"
#include "core/tracker/explain/cost.h"
#include "core/tracker/explain/sense.h"
#include "core/tracker/mend/repair.h"
#include "core/tracker/reading.h"
#include "core/tracker/record/record_read.h"
#include "core/tracker/seen/stood.h"
#include "core/tracker/tracker_state.h"

/* Other moves played through to the end of the record, at most, some tens of microseconds each. */
#define RELIEF_TRIES 80

/* So many pawns: more than what players give for an attack. */
#define GIVEN_AWAY 3

struct relief_search {
	const struct tracker *tracker;
	uint64_t missing; /* men not read where they stand by the record */
	uint64_t others;  /* squares that read a man whom the record does not have there */
	uint64_t unseen;  /* squares of men whom nobody saw come there */
	bool left;        /* one of the missing has been read there, and left */
	bool spared; /* whom the ply that is looked at took is read where he stood: he was not taken */
	int n_amiss; /* squares that differ by the record */
	/* Without n_moves there is none; excused: the squares that differ then. */
	struct repair best;
	int tries;
};

/* In step, and with nothing excused, nothing is amiss, and no look can find that less is. */
uint64_t
relief_due(const struct tracker *tracker)
{
	if (!tracker->in_step || tracker->image.occupancy_only || tracker->excused == 0 ||
	    tracker->relieved == tracker->n_changes || tracker->game.result != RESULT_NONE)
		return TRACKER_NO_DEADLINE;
	return reading_unless_over(tracker, tracker->last_change_us + tracker_scan_lag(tracker));
}

/* The move to the same square by the one other man like him who can make it; MOVE_NONE: there is none, or more. */
static uint16_t
move_of_alike(const struct position *before, uint8_t man, uint16_t move)
{
	uint16_t found = MOVE_NONE;
	struct move_list list;

	movegen_legal(before, &list);
	for (int i = 0; i < list.count; i++) {
		if (move_target(list.moves[i]) != move_target(move) ||
		    move_kind(list.moves[i]) != move_kind(move) ||
		    position_piece_at(before, move_from(list.moves[i])) != man)
			continue;
		if (found != MOVE_NONE)
			return MOVE_NONE;
		found = list.moves[i];
	}
	return found;
}

/* Play the plies behind the first one through, each by the man who made it or by one like him. False where there is
 * none. *ret_alike: one was made so. */
static bool
play_on(const struct tracker *tracker, const struct position *before, struct repair *relief,
        struct position *ret_end, bool *ret_alike)
{
	struct position was = *before, now = *before;

	*ret_alike = false;
	for (uint32_t i = 0; i < relief->n_moves; i++) {
		uint16_t played = tracker->plies[relief->index + i].move;
		uint8_t man = position_piece_at(&was, move_from(played));

		if (i > 0)
			relief->moves[i] = played;
		if (i > 0 && (position_piece_at(&now, move_from(played)) != man ||
		              !movegen_is_legal(&now, played))) {
			relief->moves[i] = move_of_alike(&now, man, played);
			*ret_alike = true;
		}
		if (relief->moves[i] == MOVE_NONE)
			return false;
		position_after(&was, played, &was);
		position_after(&now, relief->moves[i], &now);
	}
	*ret_end = now;
	return true;
}

/* Every square that is amiss, every ply that is another, and a man who went where nothing was read; nor is he likely to have been given
 * away where he was in place of taking. */
static int
cost_of(const struct relief_search *search, const struct repair *relief,
        const struct position *before)
{
	const struct tracker *tracker = search->tracker;
	int cost = 2 * bits_count(relief->excused);

	for (uint32_t i = 0; i < relief->n_moves; i++)
		cost += relief->moves[i] != tracker->plies[relief->index + i].move;
	if (!stood_is_read(tracker, before, relief->moves[0]) &&
	    image_at(&tracker->image, move_target(relief->moves[0])) == EMPTY)
		cost += 2;
	return cost + (search->spared ? sense_loss(before, relief->moves[0]) : 0);
}

/* Has the next ply of the record taken, before a scan could see him, the man whom `move` would have put there? That is
 * likelier than that the board does not read him where the record has him. */
static bool
was_taken_there(const struct tracker *tracker, uint32_t index, const struct position *before,
                uint16_t move)
{
	int unseen = COST_UNSEEN;
	int taken;

	if (index + 1 >= tracker->game.n_plies ||
	    move_from(move) != move_from(tracker->plies[index].move) ||
	    tracker->plies[index + 1].doubtful == DOUBT_UNSEEN)
		return false;
	if (tracker->known_bad >> record_ply_target(tracker, index) & 1)
		unseen -= COST_FAILED_BEFORE;
	taken = stood_taken_cost(tracker, index, before, move, tracker->plies[index + 1].move,
	                         tracker->plies[index + 1].made_us);
	return taken < unseen;
}

/* Was the man of ply `index` seen where it ends? */
static bool
is_seen(const struct tracker *tracker, uint32_t index, uint8_t man)
{
	return tracker->plies[index].doubtful != DOUBT_UNSEEN ||
	       image_at(&tracker->image, record_ply_target(tracker, index)) == man;
}

/* Which is the first ply behind ply `index` to come to sq, if its man has not gone on before? The number of plies: none. */
static uint32_t
next_to(const struct tracker *tracker, uint32_t index, int sq)
{
	int stands = record_ply_target(tracker, index);

	for (uint32_t i = index + 1; i < tracker->game.n_plies; i++) {
		if (move_from(tracker->plies[i].move) == stands)
			break;
		if (record_ply_target(tracker, i) == sq)
			return i;
	}
	return tracker->game.n_plies;
}

/* Has its player let go of the man of ply `index`? Till then a hand may rest on any square. */
static bool
is_let_go(const struct tracker *tracker, uint32_t index)
{
	return record_is_pressed(tracker, index) || index + 1 < tracker->game.n_plies ||
	       lever_is_absent(&tracker->lever);
}

/* Has a later ply taken him there, though nobody had seen him meanwhile, and neither of them gave a man away, while by
 * the record its player did? Either way one arrival was not told of; but players do not do that. */
static bool
was_rather_taken(const struct tracker *tracker, uint32_t index, const struct position *before,
                 uint16_t move)
{
	uint16_t played = tracker->plies[index].move, taking;
	uint32_t taker = next_to(tracker, index, move_target(move));
	struct position by_record, instead;

	if (taker == tracker->game.n_plies || (taker - index) % 2 == 0 ||
	    !is_let_go(tracker, taker) || move_from(move) != move_from(played))
		return false;
	taking = tracker->plies[taker].move;
	if (!record_position_if(tracker, index, taker, before, move, &instead))
		return false;
	game_position(&tracker->game, taker, &by_record);
	return movegen_is_legal(&instead, taking) &&
	       is_seen(tracker, taker, position_piece_at(&instead, move_from(taking))) &&
	       sense_loss(before, move) == 0 && sense_loss(&instead, taking) == 0 &&
	       sense_loss(&by_record, taking) >= GIVEN_AWAY;
}

static void
try_move(struct relief_search *search, uint32_t index, const struct position *before, uint16_t move)
{
	const struct tracker *tracker = search->tracker;
	struct repair relief = { .index = index, .n_moves = tracker->game.n_plies - index };
	uint64_t from = sq_bit(move_from(move));
	bool alike, missing = (search->missing & from) != 0;
	struct position end;
	int n_amiss;

	if (search->tries-- <= 0)
		return;
	relief.moves[0] = move;
	if (!play_on(tracker, before, &relief, &end, &alike) ||
	    !(alike || missing || search->spared || was_taken_there(tracker, index, before, move) ||
	      was_rather_taken(tracker, index, before, move)))
		return;
	relief.excused = image_difference(&tracker->image, &end);
	/* Who was not read where he had come to is none of whom less is amiss when he has gone on. */
	n_amiss = bits_count(relief.excused) + ((search->unseen & from) != 0);
	relief.cost = cost_of(search, &relief, before);
	if (n_amiss < search->n_amiss && relief.cost < search->best.cost)
		search->best = relief;
}

/* Is the man whom ply `index` took read where he stood, and has the record nobody like him there? Then he was not taken. */
static bool
is_victim_read(const struct relief_search *search, uint32_t index, const struct position *before)
{
	uint16_t played = search->tracker->plies[index].move;
	int sq = move_victim(played);

	return move_kind(played) != MOVE_CASTLING && (search->others & sq_bit(sq)) != 0 &&
	       image_at(&search->tracker->image, sq) == position_piece_at(before, sq);
}

/* Might `move` have been made instead, by a man who is missing now, by one like him who made it, or by himself? */
static bool
is_worth_trying(const struct relief_search *search, uint32_t index, const struct position *before,
                uint16_t move)
{
	uint16_t played = search->tracker->plies[index].move;
	int from = move_from(move);

	/* As it was played nothing is less amiss, and it would be one of the tries. */
	if (move == played || stood_is_refuted(search->tracker, index, before, move))
		return false;
	if (search->spared)
		return from == move_from(played) && move_to(move) != move_to(played);
	if ((search->missing & sq_bit(from)) ||
	    was_taken_there(search->tracker, index, before, move) ||
	    was_rather_taken(search->tracker, index, before, move))
		return true;
	return search->left &&
	       (from == move_from(played) ||
	        (move_target(move) == move_target(played) &&
	         position_piece_at(before, from) == position_piece_at(before, move_from(played))));
}

static void
try_ply(struct relief_search *search, uint32_t index)
{
	struct position before;
	struct move_list list;

	game_position(&search->tracker->game, index, &before);
	search->spared = is_victim_read(search, index, &before);
	if (search->missing == 0 && !search->spared)
		return;
	movegen_legal(&before, &list);
	for (int i = 0; i < list.count; i++)
		if (is_worth_trying(search, index, &before, list.moves[i]))
			try_move(search, index, &before, list.moves[i]);
}

/* The squares of men whom nobody saw come there. */
static uint64_t
unseen_men(const struct tracker *tracker)
{
	uint64_t unseen = 0;

	for (uint32_t i = tracker->game.n_plies; i > record_look_back_from(tracker); i--)
		if (tracker->plies[i - 1].doubtful == DOUBT_UNSEEN)
			unseen |= sq_bit(record_ply_target(tracker, i - 1));
	return unseen;
}

void
relief_look(struct tracker *tracker)
{
	struct relief_search search = { .tracker = tracker, .tries = RELIEF_TRIES };
	uint64_t amiss = image_difference(&tracker->image, &tracker->game.now);

	search.n_amiss = bits_count(amiss);
	search.best.cost = COST_NEVER;
	search.missing = amiss & ~image_men(&tracker->image);
	search.others = amiss & image_men(&tracker->image);
	search.unseen = unseen_men(tracker);
	search.left = (search.missing & ~search.unseen) != 0;
	tracker->relieved = tracker->n_changes;
	for (uint32_t i = tracker->game.n_plies;
	     i > record_look_back_from(tracker) && search.tries > 0; i--)
		if (tracker_may_change(tracker, i - 1))
			try_ply(&search, i - 1);
	if (search.best.n_moves > 0)
		repair_alone(tracker, &search.best);
}
