/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/verdict/frontier.h"

#include <errno.h>
#include <string.h>

#include "core/base/invariant.h"
#include "core/chess/bits.h"
#include "core/chess/movegen.h"
#include "core/verdict/guide.h"
#include "core/verdict/material.h"
#include "core/verdict/reach.h"

#define FRONTIER_SLOTS_MIN 1024u

/* Of so many positions one is the oldest, one the most promising (a patient search: with kings and
 * pawns in a constellation met before), and the others are the most promising with kings and pawns
 * in a constellation not met before: no corner of the set is put off for ever, however the guide
 * errs. */
#define FRONTIER_TURNS 4u

#define FRONTIER_KIND_BITS 18

/* So many plies count as much as one step of the guide: lines stay short enough to be shown. */
#define FRONTIER_DEPTH_WORTH 24u

/* The fixed point is asked this often, and then only while one answer in so many is a proof. */
#define FRONTIER_ASK_FIRST 128u
#define FRONTIER_ASK_WORTH 16u

static uint32_t *
frontier_find(struct frontier *frontier, const struct pack *pack, enum color side)
{
	const uint32_t mask = frontier->n_slots - 1;
	uint32_t slot = (uint32_t)pack_hash(pack, side) & mask;

	while (frontier->slots[slot] != 0) {
		const struct frontier_node *node = &frontier->nodes[frontier->slots[slot] - 1];

		if (node->side == side && pack_same(&node->pack, pack))
			break;
		slot = (slot + 1) & mask;
	}
	return &frontier->slots[slot];
}

static void
frontier_grow(struct frontier *frontier)
{
	frontier->n_slots *= 2;
	memset(frontier->slots, 0, frontier->n_slots * sizeof(frontier->slots[0]));
	for (uint32_t i = 0; i < frontier->n_nodes; i++) {
		const struct frontier_node *node = &frontier->nodes[i];

		*frontier_find(frontier, &node->pack, (enum color)node->side) = i + 1;
	}
}

static void
frontier_push(struct frontier_queue *queue, struct frontier_node *nodes, uint32_t index,
              uint32_t bucket)
{
	if (bucket >= FRONTIER_BUCKETS)
		bucket = FRONTIER_BUCKETS - 1;
	nodes[index].next = queue->heads[bucket];
	queue->heads[bucket] = index;
	if (bucket < queue->lowest)
		queue->lowest = bucket;
}

/* Has no position with these kings, pawns and numbers of men been met? A false "met" does no harm.
 * */
static bool
frontier_is_new_kind(struct frontier *frontier, const struct position *position)
{
	const uint64_t *t = position->by_type;
	const uint64_t men = (uint64_t)bits_count(position->by_color[WHITE]) * 64 +
	                     (uint64_t)bits_count(position->by_color[BLACK]);
	const struct pack kind = { { t[KING] & position->by_color[WHITE],
		                     t[KING] & position->by_color[BLACK],
		                     t[PAWN] & position->by_color[WHITE],
		                     (t[PAWN] & position->by_color[BLACK]) ^ men << 56 } };
	const uint64_t hash = pack_hash(&kind, (enum color)position->side);
	const uint64_t index = hash >> (64 - FRONTIER_KIND_BITS);
	const uint64_t bit = UINT64_C(1) << (index & 63);
	const bool met = (frontier->kinds[index >> 6] & bit) != 0;

	frontier->kinds[index >> 6] |= bit;
	return !met;
}

/* Does the fixed point prove that nothing comes of this position? Asked for as long as it pays. */
static bool
frontier_is_proved(struct frontier *frontier, const struct position *position)
{
	struct reach reach;
	bool proved;

	if (frontier->n_asked >= FRONTIER_ASK_FIRST &&
	    frontier->n_proved * FRONTIER_ASK_WORTH < frontier->n_asked)
		return false;
	reach_compute(position, &reach);
	proved = reach_never_mates(&reach, frontier->winner);
	frontier->n_asked++;
	frontier->n_proved += proved;
	return proved;
}

/* Keep a position unless it is there already. 0, -EEXIST, or -ENOBUFS when the memory is full. */
static int
frontier_store(struct frontier *frontier, const struct position *position, uint32_t parent,
               uint16_t move)
{
	const enum color side = (enum color)position->side;
	struct frontier_node *node;
	struct pack pack;
	uint32_t *slot;

	pack_position(position, &pack);
	slot = frontier_find(frontier, &pack, side);
	if (*slot != 0)
		return -EEXIST;
	if (frontier->n_nodes == frontier->max_nodes)
		return -ENOBUFS;
	node = &frontier->nodes[frontier->n_nodes];
	node->pack = pack;
	node->parent = parent;
	node->depth = parent == FRONTIER_NONE ? 0 : frontier->nodes[parent].depth + 1;
	node->move = move;
	node->side = (uint8_t)side;
	node->expanded = false;
	*slot = ++frontier->n_nodes;
	if (frontier->n_nodes > frontier->n_slots / 2 && frontier->n_slots < frontier->max_slots)
		frontier_grow(frontier);
	return 0;
}

/* Keep a position and put it where it is found again. False when the memory is full. A position
 * after a move that cannot be taken back (`forward`) is first looked at as a whole. */
static bool
frontier_add(struct frontier *frontier, const struct position *position, uint32_t parent,
             uint16_t move, bool forward)
{
	const int stored = frontier_store(frontier, position, parent, move);
	const uint32_t index = frontier->n_nodes - 1;

	if (stored < 0)
		return stored == -EEXIST;
	if (forward && frontier_is_proved(frontier, position)) {
		frontier->nodes[index].expanded = true;
		return true;
	}
	frontier_push(frontier_is_new_kind(frontier, position) ? &frontier->new_kind
	                                                       : &frontier->old_kind,
	              frontier->nodes, index,
	              guide_distance(position, frontier->winner) +
	                      frontier->nodes[index].depth / FRONTIER_DEPTH_WORTH);
	return true;
}

bool
frontier_keep(struct frontier *frontier, const struct position *position, uint32_t parent)
{
	return frontier_store(frontier, position, parent, MOVE_NONE) != -ENOBUFS;
}

uint32_t
frontier_oldest(struct frontier *frontier)
{
	while (frontier->oldest < frontier->n_nodes && frontier->nodes[frontier->oldest].expanded)
		frontier->oldest++;
	return frontier->oldest < frontier->n_nodes ? frontier->oldest : FRONTIER_NONE;
}

void
frontier_open(struct frontier *frontier, uint32_t index, struct position *ret_position)
{
	struct frontier_node *node = &frontier->nodes[index];

	node->expanded = true;
	pack_restore(&node->pack, (enum color)node->side, frontier->chess960, ret_position);
}

static void
frontier_empty(struct frontier_queue *queue)
{
	memset(queue->heads, 0xff, sizeof(queue->heads));
	queue->lowest = FRONTIER_BUCKETS;
}

void
frontier_begin(struct frontier *frontier, const struct position *start, enum color winner,
               void *memory, size_t size)
{
	const size_t kinds_size = ((size_t)1 << FRONTIER_KIND_BITS) / 8;
	uint32_t max_slots = FRONTIER_SLOTS_MIN;

	INVARIANT(size > 2 * kinds_size);
	frontier->kinds = memory;
	memset(frontier->kinds, 0, kinds_size);
	memory = (char *)memory + kinds_size;
	size -= kinds_size;
	/* The table is at most a sixth of the memory; nodes are then fewer than its slots. */
	while ((size_t)max_slots * 2 * sizeof(uint32_t) * 6 <= size && max_slots < 1u << 30)
		max_slots *= 2;
	frontier->slots = memory;
	frontier->max_slots = max_slots;
	frontier->nodes = (struct frontier_node *)(void *)(frontier->slots + max_slots);
	size = (size - max_slots * sizeof(uint32_t)) / sizeof(struct frontier_node);
	frontier->max_nodes =
		size < max_slots - max_slots / 8 ? (uint32_t)size : max_slots - max_slots / 8;
	frontier->n_nodes = 0;
	frontier->n_slots = FRONTIER_SLOTS_MIN;
	memset(frontier->slots, 0, frontier->n_slots * sizeof(frontier->slots[0]));
	frontier->oldest = 0;
	frontier->turn = 0;
	frontier_empty(&frontier->old_kind);
	frontier_empty(&frontier->new_kind);
	frontier->winner = winner;
	frontier->patient = false;
	frontier->chess960 = start->chess960;
	frontier->n_generated = 0;
	frontier->n_asked = frontier->n_proved = 0;
	frontier_add(frontier, start, FRONTIER_NONE, MOVE_NONE, false);
}

/* The lowest bucket with a node that has not been expanded; FRONTIER_BUCKETS when there is none. */
static uint32_t
frontier_clean(const struct frontier *frontier, struct frontier_queue *queue)
{
	for (; queue->lowest < FRONTIER_BUCKETS; queue->lowest++) {
		uint32_t *head = &queue->heads[queue->lowest];

		while (*head != FRONTIER_NONE && frontier->nodes[*head].expanded)
			*head = frontier->nodes[*head].next;
		if (*head != FRONTIER_NONE)
			break;
	}
	return queue->lowest;
}

/* Take the next position to expand out of the frontier; FRONTIER_NONE when it is empty. */
static uint32_t
frontier_take(struct frontier *frontier)
{
	const uint32_t turn = frontier->turn++ % FRONTIER_TURNS;
	struct frontier_queue *queue = &frontier->new_kind;
	uint32_t new, old, index;

	if (turn == 0)
		return frontier_oldest(frontier);
	new = frontier_clean(frontier, &frontier->new_kind);
	old = frontier_clean(frontier, &frontier->old_kind);
	if (new == FRONTIER_BUCKETS ||
	    (turn == FRONTIER_TURNS - 1 &&
	     (old < new || (frontier->patient && old < FRONTIER_BUCKETS))))
		queue = &frontier->old_kind;
	if (queue->lowest == FRONTIER_BUCKETS)
		return FRONTIER_NONE;
	index = queue->heads[queue->lowest];
	queue->heads[queue->lowest] = frontier->nodes[index].next;
	return index;
}

static enum frontier_result
frontier_expand(struct frontier *frontier, uint32_t index)
{
	const enum color winner = frontier->winner;
	struct position position;
	struct move_list list;

	frontier_open(frontier, index, &position);
	movegen_legal(&position, &list);
	for (int i = 0; i < list.count; i++) {
		struct position after;
		bool forward;

		position_after(&position, list.moves[i], &after);
		frontier->n_generated++;
		if (position.side == (uint8_t)winner) {
			if (position_in_check(&after) && !movegen_any(&after)) {
				frontier->mate_parent = index;
				frontier->mate_move = list.moves[i];
				return FRONTIER_MATE;
			}
		} else if (material_never_mates(&after, winner)) {
			continue;
		}
		forward = after.halfmove == 0;
		if (!frontier_add(frontier, &after, index, list.moves[i], forward))
			return FRONTIER_FULL;
	}
	return FRONTIER_MORE;
}

enum frontier_result
frontier_run(struct frontier *frontier, uint64_t n_nodes)
{
	const uint64_t until = frontier->n_generated + n_nodes;
	enum frontier_result result = FRONTIER_MORE;

	while (result == FRONTIER_MORE && frontier->n_generated < until) {
		const uint32_t index = frontier_take(frontier);

		if (index == FRONTIER_NONE)
			return FRONTIER_EXHAUSTED;
		result = frontier_expand(frontier, index);
	}
	return result;
}

size_t
frontier_line(const struct frontier *frontier, uint16_t *ret_moves, size_t max)
{
	size_t len = 1, i;

	for (uint32_t n = frontier->mate_parent; frontier->nodes[n].parent != FRONTIER_NONE;
	     n = frontier->nodes[n].parent)
		len++;
	if (len > max)
		return len;
	i = len;
	ret_moves[--i] = frontier->mate_move;
	for (uint32_t n = frontier->mate_parent; i > 0; n = frontier->nodes[n].parent)
		ret_moves[--i] = frontier->nodes[n].move;
	return len;
}
