/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/occupancy/ways.h"

#include <stddef.h>
#include <string.h>

#include "core/chess/movegen.h"
#include "core/tracker/explain/sense.h"
#include "core/tracker/occupancy/alike.h"
#include "core/tracker/occupancy/glimpse.h"
#include "core/tracker/record/record_edit.h"
#include "core/tracker/record/record_read.h"
#include "core/tracker/tracker_state.h"

/* One ply of the record, as the board showed it. */
struct shown {
	uint32_t index;
	uint16_t move;
	bool untold;            /* whom the man took, if he took, was not told */
	bool unarrived;         /* nor that anybody came where he went */
	uint16_t next;          /* the ply behind it, or MOVE_NONE ... */
	uint64_t occupied_next; /* ... and the squares occupied then */
	int hidden;             /* what it costs that nobody saw him before he was taken */
	uint64_t occupied;      /* behind it */
	uint64_t glimpses;      /* where the man was seen on his way */
	bool behind_untold;     /* the ply before it was untold */
};

static bool
is_in(const uint64_t *set, uint32_t index)
{
	return set[index % WAYS_PLIES / 64] >> index % 64 & 1;
}

static void
put_in(uint64_t *set, uint32_t index, bool in)
{
	uint64_t bit = UINT64_C(1) << index % 64;
	uint64_t *word = &set[index % WAYS_PLIES / 64];

	*word = in ? *word | bit : *word & ~bit;
}

/* Did nobody see the man of the ply before `index` arrive, and may he have gone elsewhere, as this one shows? */
static bool
gives_another(const struct tracker *tracker, uint32_t index)
{
	struct position before;

	if (index == 0 || !tracker->image.occupancy_only ||
	    !is_in(tracker->unarrived_plies, index - 1))
		return false;
	record_position_back(tracker, tracker->game.n_plies - index + 1, &before);
	return alike_by_next_exists(&before, tracker->plies[index - 1].move,
	                            tracker->plies[index].move);
}

/* Did somebody come where the ply before `index` went only behind the press for it, and does this one go there, too, whose man left his
 * square within a scan of that? Then he may have been the one who came, and the man before him have gone elsewhere. */
static bool
may_have_come_first(const struct tracker *tracker, uint32_t index)
{
	const struct game_ply *ply = &tracker->plies[index];
	uint64_t left_us = tracker->evidence.placed_us[move_from(ply->move)][EMPTY];

	return index > 0 && tracker->image.occupancy_only &&
	       record_is_pressed(tracker, index - 1) && ply[-1].made_us > ply[-1].completed_us &&
	       left_us <= ply[-1].made_us + tracker_scan_lag(tracker) &&
	       record_ply_target(tracker, index - 1) == move_target(ply->move);
}

/* Was another man exchanged on his square, as far as the board can tell? */
static bool
is_swap(const struct position *before, uint16_t move)
{
	return (before->by_color[color_other((enum color)before->side)] & sq_bit(move_to(move))) !=
	       0;
}

/* Has another man been exchanged on a square, as the board tells, between since_us and until_us, to which a move from `from` leads? */
static bool
was_exchanged(const struct tracker *tracker, const struct position *before, int from,
              uint64_t since_us, uint64_t until_us)
{
	struct move_list list;

	movegen_legal_of(before, sq_bit(from), &list);
	for (int i = 0; i < list.count; i++) {
		const uint64_t *placed_us = tracker->evidence.placed_us[move_to(list.moves[i])];

		if (is_swap(before, list.moves[i]) && placed_us[EMPTY] >= since_us &&
		    placed_us[SOME_MAN] >= placed_us[EMPTY] && placed_us[SOME_MAN] <= until_us)
			return true;
	}
	return false;
}

/* Did the square where the ply before `index` went empty again within a scan of the press for it, before the man who comes there now had
 * left his own, and was somebody exchanged meanwhile whom its man could take? Then it may have been the hand of who pressed that was
 * seen there, and his man have taken elsewhere. */
static bool
may_have_been_a_hand(const struct tracker *tracker, uint32_t index)
{
	const struct game_ply *ply = &tracker->plies[index];
	int to = move_target(ply->move), from;
	uint64_t emptied_us = tracker->evidence.placed_us[to][EMPTY], until_us;
	struct position before;

	if (index == 0 || !tracker->image.occupancy_only ||
	    !record_is_pressed(tracker, index - 1) || record_ply_target(tracker, index - 1) != to)
		return false;
	until_us = ply[-1].completed_us + tracker_scan_lag(tracker);
	if (emptied_us <= ply[-1].made_us || emptied_us > until_us ||
	    emptied_us >= tracker->evidence.placed_us[move_from(ply->move)][EMPTY])
		return false;
	from = move_from(ply[-1].move);
	record_position_back(tracker, tracker->game.n_plies - index + 1, &before);
	return was_exchanged(tracker, &before, from, tracker->evidence.placed_us[from][EMPTY],
	                     until_us);
}

void
ways_note(struct tracker *tracker, uint32_t index, bool untold, bool unarrived)
{
	put_in(tracker->untold_plies, index, untold);
	put_in(tracker->unarrived_plies, index, unarrived);
	if ((unarrived && may_have_come_first(tracker, index)) ||
	    may_have_been_a_hand(tracker, index))
		put_in(tracker->unarrived_plies, index - 1, true);
	if (gives_another(tracker, index))
		record_doubt(tracker, index - 1);
	tracker->glimpses[index % WAYS_PLIES] =
		unarrived ? glimpse_squares(&tracker->evidence, &tracker->image,
	                                    move_from(tracker->plies[index].move))
			  : 0;
}

bool
ways_is_untold(const struct tracker *tracker, uint32_t index)
{
	return is_in(tracker->untold_plies, index);
}

/* What it asks to believe that he on sq, who has just taken, is not taken. */
static int
left_standing_cost(const struct position *before, int sq)
{
	int cost = sense_standing(before, sq) * COST_LEFT_STANDING;

	return cost < COST_LEFT_STANDING_MAX ? cost : COST_LEFT_STANDING_MAX;
}

/* What it asks to believe that he was taken where nobody had seen him. */
static int
hidden_cost(const struct position *before, const struct shown *shown, uint16_t move)
{
	return shown->hidden == COST_HIDDEN + COST_TAKEN_ASIDE
	               ? shown->hidden + sense_loss(before, move) * COST_LOST_PAWN
	               : shown->hidden;
}

/* What it asks to believe of the players that `move` was made, where another one looks the same. */
static int
cost_of(const struct position *before, const struct shown *shown, uint16_t move, int last)
{
	int cost = 0;

	if (shown->unarrived)
		cost += is_swap(before, move) ? sense_swap_cost(before, move, last)
		                              : hidden_cost(before, shown, move);
	if (shown->unarrived)
		cost += glimpse_cost(shown->glimpses, move);
	if (shown->behind_untold && move_target(move) != last)
		cost += left_standing_cost(before, last);
	if (move_kind(move) == MOVE_PROMOTION && move_promotion(move) != QUEEN)
		cost += COST_UNDERPROMOTED;
	return cost;
}

static struct way *
find_same(struct ways *ways, const struct way *way)
{
	for (uint32_t i = 0; i < ways->n; i++)
		if (ways->ways[i].now.key == way->now.key)
			return &ways->ways[i];
	return NULL;
}

static struct way *
find_dearest(struct ways *ways)
{
	struct way *dearest = &ways->ways[0];

	for (uint32_t i = 1; i < ways->n; i++)
		if (ways->ways[i].cost > dearest->cost)
			dearest = &ways->ways[i];
	return dearest;
}

/* One more way, which is used up. */
static void
add(struct ways *ways, struct way *way)
{
	struct way *rival = find_same(ways, way);

	if (rival && rival->cost <= way->cost) {
		return;
	} else if (rival) {
		*rival = *way;
	} else if (ways->n < WAYS_MAX) {
		ways->ways[ways->n++] = *way;
	} else if (find_dearest(ways)->cost > way->cost) {
		*find_dearest(ways) = *way;
	}
}

static int
target_before(const struct ways *ways, const struct way *way, uint32_t index)
{
	return index > ways->first ? move_target(way->moves[(index - 1) % WAYS_PLIES]) : SQ_NONE;
}

/* Will it look like what was shown once the ply behind it has been made? */
static bool
is_made_up_for(const struct shown *shown, const struct position *after)
{
	return shown->unarrived && shown->next != MOVE_NONE &&
	       movegen_is_legal(after, shown->next) &&
	       alike_occupied(after, shown->next) == shown->occupied_next;
}

/* The way goes on by `move`, a legal one, if that looks like what was shown. */
static void
go_on(struct ways *ways, const struct way *from, const struct shown *shown, uint16_t move)
{
	struct way way;

	way.now = from->now;
	position_after(&from->now, move, &way.now);
	if ((way.now.by_color[WHITE] | way.now.by_color[BLACK]) != shown->occupied &&
	    !is_made_up_for(shown, &way.now))
		return;
	way.cost = from->cost +
	           cost_of(&from->now, shown, move, target_before(ways, from, shown->index));
	memcpy(way.moves, from->moves, sizeof(way.moves));
	way.moves[shown->index % WAYS_PLIES] = move;
	add(ways, &way);
}

/* Every ply by which the way can go on. */
static void
part(struct ways *ways, const struct way *from, const struct shown *shown)
{
	struct move_list list;

	if (!shown->unarrived && move_kind(shown->move) != MOVE_PROMOTION) {
		if (movegen_is_legal(&from->now, shown->move))
			go_on(ways, from, shown, shown->move);
		return;
	}
	movegen_legal(&from->now, &list);
	for (int i = 0; i < list.count; i++)
		if (move_from(list.moves[i]) == move_from(shown->move) &&
		    (shown->unarrived || move_target(list.moves[i]) == move_target(shown->move)))
			go_on(ways, from, shown, list.moves[i]);
}

/* The record's own way alone, from its ply `index` on. */
static void
begin(const struct tracker *tracker, uint32_t index, struct ways *ways)
{
	struct way *own = &ways->ways[0];

	ways->first = ways->end = index;
	ways->cost = own->cost = 0;
	ways->n = 1;
	game_position(&tracker->game, index, &own->now);
	ways->key = own->now.key;
}

/* Where ways parted before ply `index`, that is out of sight now. */
static void
drop_old(const struct tracker *tracker, struct ways *ways, uint32_t index)
{
	uint32_t old = index - WAYS_PLIES, n = 0;

	if (index < ways->first + WAYS_PLIES)
		return;
	for (uint32_t i = 0; i < ways->n; i++)
		if (ways->ways[i].moves[old % WAYS_PLIES] == tracker->plies[old].move)
			ways->ways[n++] = ways->ways[i];
	ways->n = n;
}

/* What it costs that the man of ply `index` was taken by the next where nobody had seen him. */
static int
hidden_cost_of(const struct tracker *tracker, uint32_t index)
{
	uint64_t at_once_us, aside_us, taken_us = tracker->plies[index + 1].made_us;

	at_once_us =
		explain_taken_until(&tracker->evidence, record_over_us(tracker, index), &aside_us);
	if (taken_us <= at_once_us)
		return COST_HIDDEN;
	return taken_us <= aside_us ? COST_HIDDEN + COST_TAKEN_ASIDE : COST_UNSEEN;
}

/* Ply `index` of the record, made in *before. */
static struct shown
show(const struct tracker *tracker, const struct ways *ways, uint32_t index,
     const struct position *before)
{
	struct shown shown = {
		.index = index,
		.move = tracker->plies[index].move,
		.untold = is_in(tracker->untold_plies, index),
		.unarrived = is_in(tracker->unarrived_plies, index),
		.behind_untold = index > ways->first && is_in(tracker->untold_plies, index - 1),
		.glimpses = tracker->glimpses[index % WAYS_PLIES],
		.occupied = alike_occupied(before, tracker->plies[index].move),
		.hidden = COST_UNSEEN,
		.next = MOVE_NONE,
	};
	struct position after;

	if (!shown.unarrived || index + 1 >= tracker->game.n_plies)
		return shown;
	position_after(before, shown.move, &after);
	shown.next = tracker->plies[index + 1].move;
	shown.occupied_next = alike_occupied(&after, shown.next);
	shown.hidden = hidden_cost_of(tracker, index);
	return shown;
}

/* The record's next ply, made in *before. */
static void
follow(const struct tracker *tracker, struct ways *ways, const struct position *before)
{
	struct shown shown = show(tracker, ways, ways->end, before);
	struct ways next;

	drop_old(tracker, ways, shown.index);
	next.first = ways->first;
	next.end = ways->end + 1;
	next.n = 0;
	next.cost = ways->cost + cost_of(before, &shown, shown.move,
	                                 shown.index > ways->first
	                                         ? record_ply_target(tracker, shown.index - 1)
	                                         : SQ_NONE);
	for (uint32_t i = 0; i < ways->n; i++)
		part(&next, &ways->ways[i], &shown);
	ways->end = next.end;
	ways->cost = next.cost;
	ways->n = next.n;
	memcpy(ways->ways, next.ways, next.n * sizeof(next.ways[0]));
}

static bool
is_own(const struct tracker *tracker, const struct ways *ways, const struct way *way)
{
	return ways_first_other(tracker, ways, way) == ways->end;
}

/* Which of the lines that a gap may have hidden has the record? NULL: it has become another one. */
static const struct unseen_line *
own_line(const struct tracker *tracker)
{
	const struct unseen *unseen = &tracker->unseen;

	for (int i = 0; i < unseen->n; i++) {
		int ply = 0;

		while (ply < unseen->n_plies &&
		       unseen->lines[i].moves[ply] ==
		               tracker->plies[unseen->first + (uint32_t)ply].move)
			ply++;
		if (ply == unseen->n_plies)
			return &unseen->lines[i];
	}
	return NULL;
}

/* Behind a gap the record's own way parts into all that it may have hidden. */
static void
part_unseen(const struct tracker *tracker, struct ways *ways)
{
	const struct unseen *unseen = &tracker->unseen;
	const struct unseen_line *own;
	struct way base;
	uint32_t i = 0;

	if (unseen->n < 2 || ways->first > unseen->first ||
	    ways->end != unseen->first + (uint32_t)unseen->n_plies)
		return;
	own = own_line(tracker);
	while (i < ways->n && !is_own(tracker, ways, &ways->ways[i]))
		i++;
	if (!own || i == ways->n || ways->ways[i].now.key != own->now.key)
		return;
	base = ways->ways[i];
	for (int k = 0; k < unseen->n; k++) {
		const struct unseen_line *line = &unseen->lines[k];
		struct way way = base;

		if (line == own)
			continue;
		way.now = line->now;
		way.cost += line->cost - own->cost;
		for (int ply = 0; ply < unseen->n_plies; ply++)
			way.moves[(unseen->first + (uint32_t)ply) % WAYS_PLIES] = line->moves[ply];
		add(ways, &way);
	}
}

static void
follow_to(const struct tracker *tracker, struct ways *ways, uint32_t end)
{
	struct position before;

	if (ways->end >= end)
		return;
	record_position_back(tracker, tracker->game.n_plies - ways->end, &before);
	while (ways->end < end) {
		uint16_t move = tracker->plies[ways->end].move;

		follow(tracker, ways, &before);
		position_after(&before, move, &before);
		ways->key = before.key;
		if (ways->n == 0)
			begin(tracker, ways->end, ways);
		part_unseen(tracker, ways);
	}
}

uint32_t
ways_first_open(const struct tracker *tracker)
{
	uint32_t first = record_first_open(tracker), n_plies = tracker->game.n_plies;

	return first < n_plies ? first : n_plies; /* he may be overruled by the past */
}

/* Do they still belong to the record? It may have become another one of them. */
static bool
hold(const struct tracker *tracker, struct ways *ways, uint32_t first, uint32_t end)
{
	struct position now;

	if (ways->n == 0 || ways->first < first || ways->end > end)
		return false;
	record_position_back(tracker, tracker->game.n_plies - ways->end, &now);
	if (ways->key == now.key)
		return true;
	for (uint32_t i = 0; i < ways->n; i++)
		if (ways->ways[i].now.key == now.key && is_own(tracker, ways, &ways->ways[i])) {
			ways->key = now.key;
			ways->cost = ways->ways[i].cost;
			return true;
		}
	return false;
}

void
ways_of(struct tracker *tracker, struct ways *ret_ways)
{
	uint32_t n_plies = tracker->game.n_plies, first = ways_first_open(tracker);
	uint32_t sure = n_plies > first + OPEN_MAX ? n_plies - OPEN_MAX : first;
	struct ways *kept = &tracker->ways;

	if (!hold(tracker, kept, first, sure))
		begin(tracker, sure > first + WAYS_PLIES ? sure - WAYS_PLIES : first, kept);
	follow_to(tracker, kept, sure);
	memcpy(ret_ways, kept, offsetof(struct ways, ways) + kept->n * sizeof(kept->ways[0]));
	follow_to(tracker, ret_ways, n_plies);
}

uint32_t
ways_first_other(const struct tracker *tracker, const struct ways *ways, const struct way *way)
{
	uint32_t i = ways->end > ways->first + WAYS_PLIES ? ways->end - WAYS_PLIES : ways->first;

	while (i < ways->end && way->moves[i % WAYS_PLIES] == tracker->plies[i].move)
		i++;
	return i;
}
