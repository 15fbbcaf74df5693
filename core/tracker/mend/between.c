/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/mend/between.h"

#include <limits.h>

#include "core/chess/attacks.h"
#include "core/chess/movegen.h"
#include "core/tracker/explain/cost.h"
#include "core/tracker/explain/foresight.h"
#include "core/tracker/mend/played.h"
#include "core/tracker/record/record_edit.h"
#include "core/tracker/record/record_read.h"
#include "core/tracker/seen/stood.h"
#include "core/tracker/tracker_state.h"

/* So many plies behind his first one the man went on at last. A square that does not read is known by then, as a rule. */
#define BETWEEN_PLIES 24

/* Nobody has more squares to go to than a queen. */
#define TARGETS_MAX 28

/* A man who shuttles is looked for so far back. */
#define BEFORE_PLIES 16

/* Ply `first` brought him there, ply `second` takes him on. */
struct stay {
	const struct tracker *tracker;
	uint32_t first, second;
	struct position before; /* ply `first` */
	struct played played;   /* from the one to the other */
	uint64_t end;           /* key of the position behind ply `second` */
	uint64_t came_by,
		left_by; /* squares on which he was read on his ways there, and on from there */
	bool read; /* he was read where ply `first` has him: elsewhere he stood only if he was read there as well */
};

/* The ply by which the man came whom ply `second` takes on; its own index: none within BETWEEN_PLIES. */
static uint32_t
ply_before(const struct tracker *tracker, uint32_t second)
{
	int from = move_from(tracker->plies[second].move);

	for (uint32_t i = second; i > record_look_back_from(tracker) && i + BETWEEN_PLIES > second;
	     i--)
		if (record_ply_target(tracker, i - 1) == from)
			return i - 1;
	return second;
}

static bool
goes_to_empty_square(const struct position *before, uint16_t move)
{
	return move_kind(move) == MOVE_NORMAL && position_piece_at(before, move_to(move)) == EMPTY;
}

static uint8_t
man_of(const struct stay *stay)
{
	return position_piece_at(&stay->before, move_from(stay->tracker->plies[stay->first].move));
}

/* When was he there at the latest? */
static uint64_t
came_us(const struct stay *stay)
{
	return record_over_us(stay->tracker, stay->first) + tracker_scan_lag(stay->tracker);
}

/* Did the board tell nothing of sq while the man is said to have stood there? */
static bool
told_nothing(const struct stay *stay, int sq)
{
	const struct tracker *tracker = stay->tracker;
	uint64_t told_us = tracker->evidence.changed_us[sq];

	return told_us <= came_us(stay) ||
	       told_us + tracker_scan_lag(tracker) >= tracker->plies[stay->second].made_us;
}

/* On which squares was the man read from from_us on, until until_us? */
static uint64_t
read_on(const struct stay *stay, uint64_t from_us, uint64_t until_us)
{
	uint8_t man = man_of(stay);
	uint64_t squares = 0;

	for (int sq = 0; sq < 64; sq++) {
		uint64_t read_us = stay->tracker->evidence.placed_us[sq][man];

		if (read_us != 0 && read_us >= from_us && read_us < until_us)
			squares |= sq_bit(sq);
	}
	return squares;
}

/* Since when was he to move by ply `first`? A slow scan tells of the opponent's man when he may have been moved already. */
static uint64_t
on_move_us(const struct stay *stay)
{
	const struct game_ply *before;

	if (stay->first == 0)
		return 0;
	before = &stay->tracker->plies[stay->first - 1];
	return before->completed_us < before->made_us ? before->completed_us : before->made_us;
}

/* Did sq, which was empty, begin to read anybody when the man was to come, and cease to since? That was he, though taken for another. */
static bool
told_of_another(const struct stay *stay, int sq)
{
	const uint64_t *placed_us = stay->tracker->evidence.placed_us[sq];

	for (int man = EMPTY + 1; man <= PIECES; man++) {
		if (placed_us[man] > on_move_us(stay) && placed_us[man] <= came_us(stay) &&
		    placed_us[EMPTY] > placed_us[man])
			return true;
	}
	return false;
}

/* Was the man never read where ply `first` has him, or only on his way on from there? */
static bool
is_unread(const struct stay *stay)
{
	const struct tracker *tracker = stay->tracker;
	uint16_t played = tracker->plies[stay->first].move;
	int to = move_to(played);

	return goes_to_empty_square(&stay->before, played) && !told_of_another(stay, to) &&
	       (tracker->evidence.placed_us[to][man_of(stay)] <= on_move_us(stay) ||
	        ((stay->left_by & sq_bit(to)) != 0 &&
	         !stood_was_read(tracker, to, man_of(stay), came_us(stay))));
}

/* Who is read where he comes from no sooner than he is on his way may have passed there. */
static void
note_ways(struct stay *stay)
{
	const struct tracker *tracker = stay->tracker;
	uint64_t lifted_us =
		tracker->evidence.placed_us[move_from(tracker->plies[stay->first].move)][EMPTY];
	uint64_t over_us = tracker->plies[stay->second].made_us;
	uint64_t ends = sq_bit(move_to(tracker->plies[stay->second].move));
	uint64_t stood_us = over_us > DOUBT_US ? over_us - DOUBT_US : 0;

	if (stood_us < came_us(stay))
		stood_us = came_us(stay);
	stay->came_by = read_on(stay, lifted_us, came_us(stay)) & ~ends;
	stay->left_by = read_on(stay, stood_us, over_us) & ~ends;
}

/* Where had he stood within BEFORE_PLIES? */
static uint64_t
stood_before(const struct stay *stay)
{
	const struct tracker *tracker = stay->tracker;
	int sq = move_from(tracker->plies[stay->first].move);
	uint64_t squares = 0;

	for (uint32_t i = stay->first; i > 0 && i + BEFORE_PLIES > stay->first; i--) {
		if (record_ply_target(tracker, i - 1) == sq) {
			sq = move_from(tracker->plies[i - 1].move);
			squares |= sq_bit(sq);
		}
	}
	return squares;
}

/* Can all have been played if ply `first` was `move`, and the last one `last`, and does that lead to the same position? */
static bool
leads_on(const struct stay *stay, uint16_t move, uint16_t last)
{
	struct position now;

	position_after(&stay->before, move, &now);
	for (uint32_t i = stay->first + 1; i <= stay->second; i++) {
		uint16_t next = i < stay->second ? stay->tracker->plies[i].move : last;

		if (!movegen_is_legal(&now, next))
			return false;
		position_after(&now, next, &now);
	}
	return now.key == stay->end;
}

/* Men slide over the squares between; other squares may read who stands beside them. */
static int
way_cost(uint64_t seen, int from, int to)
{
	uint64_t off = seen & ~attacks_path[from][to];

	if (off == 0)
		return 0;
	return (off & ~attacks_king[to]) == 0 ? COST_BESIDE : COST_ON_WAY;
}

/* May he have stood where `move` takes him, by what was read there? Who was read there first when he went on may have been hidden
 * before. Who stands between two squares is read on both. */
static bool
may_have_stood(const struct stay *stay, uint16_t move)
{
	int sq = move_to(move);

	if (stay->read)
		return stood_on_both(stay->tracker, stay->first, &stay->before, move);
	return !(stay->came_by & sq_bit(sq)) &&
	       ((stay->left_by & sq_bit(sq)) || told_nothing(stay, sq));
}

/* If he was brought by `move`: the one by which he went on. */
static uint16_t
move_on(const struct stay *stay, uint16_t move)
{
	return move_make(move_to(move), move_to(stay->tracker->plies[stay->second].move),
	                 MOVE_NORMAL);
}

static bool
is_possible(const struct stay *stay, uint16_t move)
{
	return goes_to_empty_square(&stay->before, move) &&
	       move_to(move) != move_to(stay->tracker->plies[stay->second].move) &&
	       may_have_stood(stay, move) && leads_on(stay, move, move_on(stay, move));
}

/* What it asks to believe of a move that is possible. */
static int
stay_cost(const struct stay *stay, uint16_t move)
{
	uint16_t last = move_on(stay, move);
	int cost = played_cost(&stay->played, move, last), to = move_to(move);

	if (stay->read)
		return cost;
	cost += way_cost(stay->came_by, move_from(move), to) +
	        way_cost(stay->left_by & ~sq_bit(to), to, move_to(last));
	return cost + (stay->left_by & sq_bit(to) ? COST_FAILED_BEFORE
	                                          : stood_unread_cost(stay->tracker, stay->first,
	                                                              &stay->before, move));
}

/* A move that is possible, and by how much its player comes out worse of it (foresight.h) than of the best one. */
struct way_there {
	uint16_t move;
	int behind;
};

/* All that are possible, the one that was played first; returns how many. */
static int
list_ways(const struct stay *stay, struct way_there ret_ways[TARGETS_MAX])
{
	uint16_t played = stay->tracker->plies[stay->first].move;
	struct move_list list;
	int n = 0;

	ret_ways[n++].move = played;
	movegen_legal_of(&stay->before, sq_bit(move_from(played)), &list);
	for (int i = 0; i < list.count; i++) {
		uint16_t move = list.moves[i];

		if (move != played && is_possible(stay, move))
			ret_ways[n++].move = move;
	}
	return n;
}

/* How well does he come out of each? */
static void
weigh_ways(const struct stay *stay, struct way_there *ways, int n_ways)
{
	int least = INT_MAX;

	for (int i = 0; i < n_ways; i++) {
		ways[i].behind = -foresight_outlook(&stay->before, ways[i].move);
		if (ways[i].behind < least)
			least = ways[i].behind;
	}
	for (int i = 0; i < n_ways; i++)
		ways[i].behind -= least;
}

/* Did sq tell that it was left when he went on, though it had not told of anybody? Then that was lost, and he stood there. */
static bool
told_of_leaving(const struct stay *stay, int sq)
{
	const struct tracker *tracker = stay->tracker;
	const struct game_ply *second = &tracker->plies[stay->second];
	uint64_t left_us = tracker->evidence.placed_us[sq][EMPTY];

	return !stay->read && !(stay->left_by & sq_bit(sq)) && left_us > second[-1].made_us &&
	       left_us <= second->made_us + tracker_scan_lag(tracker);
}

/* The likeliest move of the man of ply `first`; where nothing is likelier, the one that was played. */
static uint16_t
likeliest(const struct stay *stay)
{
	uint16_t played = stay->tracker->plies[stay->first].move, best = played;
	struct way_there ways[TARGETS_MAX];
	int least = COST_NEVER, n_ways;

	if (told_of_leaving(stay, move_to(played)) || !is_possible(stay, played))
		return played; /* something was told of his square meanwhile: it was not for nothing */
	n_ways = list_ways(stay, ways);
	if (n_ways == 1)
		return played;
	weigh_ways(stay, ways, n_ways);
	for (int i = 0; i < n_ways; i++) {
		int cost = stay_cost(stay, ways[i].move) + played_behind_cost(ways[i].behind);

		if (cost < least) {
			least = cost;
			best = ways[i].move;
		}
	}
	return best;
}

/* Since when did sq read whoever it read last? 0: it never did. */
static uint64_t
read_since_us(const struct tracker *tracker, int sq)
{
	uint64_t since_us = 0;

	for (int man = 1; man <= PIECES; man++)
		if (tracker->evidence.placed_us[sq][man] > since_us)
			since_us = tracker->evidence.placed_us[sq][man];
	return since_us;
}

/* Did sq read somebody from when the man came, until his player was at ply `second`, and long after the square on which ply
 * `first` has him had been left? */
static bool
was_lifted_from(const struct stay *stay, int sq)
{
	const struct tracker *tracker = stay->tracker;
	const struct game_ply *plies = tracker->plies;
	int stood = record_ply_target(tracker, stay->first);
	uint64_t left_us = tracker->evidence.placed_us[sq][EMPTY];
	uint64_t before_us = tracker->evidence.placed_us[stood][EMPTY] + tracker_scan_lag(tracker);
	uint64_t read_us = read_since_us(tracker, sq);

	return read_us > plies[stay->first - 1].made_us && read_us <= came_us(stay) &&
	       left_us > before_us && left_us > plies[stay->second - 1].made_us &&
	       left_us <= plies[stay->second].made_us + tracker_scan_lag(tracker);
}

/* Who is lifted tells where he stood: not where ply `first` has him, but where another move would have put him. That move, or
 * the one that was played. */
static uint16_t
move_to_lifted(const struct stay *stay)
{
	uint16_t played = stay->tracker->plies[stay->first].move, found = played;
	struct move_list list;

	if (stay->first == 0 || image_at(&stay->tracker->image, move_target(played)) != EMPTY)
		return played;
	movegen_legal(&stay->before, &list);
	for (int i = 0; i < list.count; i++) {
		uint16_t move = list.moves[i];

		if (move_from(move) == move_from(played) &&
		    goes_to_empty_square(&stay->before, move) &&
		    was_lifted_from(stay, move_to(move)) &&
		    leads_on(stay, move, move_on(stay, move)))
			found = move;
	}
	return found;
}

static void
exchange(struct tracker *tracker, const struct stay *stay, uint16_t move)
{
	uint32_t n_moves = stay->second - stay->first + 1;
	uint16_t moves[BETWEEN_PLIES + 1];

	for (uint32_t i = 0; i < n_moves; i++)
		moves[i] = tracker->plies[stay->first + i].move;
	moves[n_moves - 1] = move_on(stay, move);
	moves[0] = move;
	record_exchange(tracker, stay->first, moves, n_moves);
	record_doubt(tracker, stay->first);
	record_doubt(tracker, stay->second);
}

/* Is ply `index` by a man who came there by another ply of the record, of which nobody saw where it ended? */
static bool
begins_a_stay(const struct tracker *tracker, uint32_t index, struct stay *ret_stay)
{
	struct position after;

	*ret_stay = (struct stay){ .tracker = tracker,
		                   .first = ply_before(tracker, index),
		                   .second = index };
	if (tracker->image.occupancy_only || ret_stay->first == index ||
	    move_kind(tracker->plies[index].move) != MOVE_NORMAL ||
	    !tracker_is_in_doubt(tracker, ret_stay->first))
		return false;
	game_position(&tracker->game, ret_stay->first, &ret_stay->before);
	game_position(&tracker->game, index + 1, &after);
	ret_stay->end = after.key;
	note_ways(ret_stay);
	ret_stay->played = (struct played){ .before = &ret_stay->before,
		                            .plies = &tracker->plies[ret_stay->first],
		                            .n_plies = index - ret_stay->first + 1,
		                            .were = stood_before(ret_stay) };
	return true;
}

void
between_look(struct tracker *tracker, uint32_t index)
{
	struct stay stay;
	uint16_t played, move;

	if (!begins_a_stay(tracker, index, &stay))
		return;
	played = tracker->plies[stay.first].move;
	move = move_to_lifted(&stay);
	stay.read = !is_unread(&stay);
	if (move == played)
		move = likeliest(&stay);
	if (move != played)
		exchange(tracker, &stay, move);
}
