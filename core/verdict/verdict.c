/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/verdict/verdict.h"

#include "core/base/invariant.h"
#include "core/chess/bits.h"
#include "core/chess/movegen.h"
#include "core/verdict/brief.h"
#include "core/verdict/dive.h"
#include "core/verdict/material.h"
#include "core/verdict/outlook.h"
#include "core/verdict/reach.h"

#define VERDICT_DIVES        45
#define VERDICT_DIVES_FIRST  8 /* before the fixed point is asked */
#define VERDICT_DIVES_BEHIND 6 /* behind each first move, when all others have failed */

/* Positions looked at in the first search, which answers most of what the dives do not: before more
 * is asked of fixed points, and before coarser games are tried. */
#define VERDICT_OUTLOOK_NODES UINT64_C(20000)
#define VERDICT_SPRINT_NODES  UINT64_C(100000)

/* Positions of a coarser game looked at before it is given up, without and with an assumption. */
#define VERDICT_SHADOW_NODES UINT64_C(50000)
#define VERDICT_CASE_NODES   UINT64_C(10000)

static void
verdict_answer(struct verdict *verdict, enum color side, enum verdict_answer answer,
               enum verdict_proof proof)
{
	verdict->side[side].answer = answer;
	verdict->side[side].proof = proof;
}

/* Mate and stalemate come before material: whatever stands there, the game is over (5.1.1, 5.2.1).
 * */
static bool
verdict_game_over(struct verdict *verdict)
{
	const enum color loser = (enum color)verdict->root.side;
	const bool mate = position_in_check(&verdict->root);

	if (movegen_any(&verdict->root))
		return false;
	verdict_answer(verdict, loser, VERDICT_NO,
	               mate ? VERDICT_PROOF_MATED : VERDICT_PROOF_STALEMATE);
	verdict_answer(verdict, color_other(loser), mate ? VERDICT_YES : VERDICT_NO,
	               mate ? VERDICT_PROOF_MATED : VERDICT_PROOF_STALEMATE);
	return true;
}

static void
verdict_fixpoint(struct verdict *verdict)
{
	struct reach reach;

	reach_compute(&verdict->root, &reach);
	for (int side = WHITE; side <= BLACK; side++)
		if (verdict->side[side].answer == VERDICT_UNKNOWN &&
		    reach_never_mates(&reach, (enum color)side))
			verdict_answer(verdict, (enum color)side, VERDICT_NO,
			               VERDICT_PROOF_FIXPOINT);
}

/* What is proved without a search. */
static void
verdict_at_once(struct verdict *verdict)
{
	const struct position *root = &verdict->root;
	bool may_prove = false;

	for (int n = WHITE; n <= BLACK; n++) {
		const enum color color = (enum color)n;
		struct verdict_side *side = &verdict->side[color];

		if (material_never_mates(root, color)) {
			verdict_answer(verdict, color, VERDICT_NO, VERDICT_PROOF_MATERIAL);
		} else if (brief_never_mates(root, color, &side->n_nodes)) {
			side->n_positions = side->n_nodes;
			verdict_answer(verdict, color, VERDICT_NO, VERDICT_PROOF_EXHAUSTED);
		} else {
			may_prove |= reach_may_prove(root, color);
		}
	}
	if (may_prove)
		verdict_fixpoint(verdict);
}

void
verdict_begin(struct verdict *verdict, const struct position *position, enum verdict_mode mode,
              uint64_t node_limit, void *memory, size_t size)
{
	INVARIANT(mode == VERDICT_QUICK || (memory != NULL && size >= VERDICT_MEMORY_MIN));
	verdict->root = *position;
	verdict->mode = mode;
	verdict->node_limit = node_limit;
	verdict->memory = memory;
	verdict->memory_size = size;
	verdict->winner = WHITE;
	verdict->stage = VERDICT_STAGE_DIVE;
	for (int side = WHITE; side <= BLACK; side++) {
		verdict->side[side].answer = VERDICT_UNKNOWN;
		verdict->side[side].proof = VERDICT_PROOF_NONE;
		verdict->side[side].n_nodes = 0;
		verdict->side[side].n_positions = 0;
		verdict->side[side].line_len = 0;
	}
	if (verdict_game_over(verdict)) {
		verdict->stage = VERDICT_STAGE_DONE;
		return;
	}
	verdict_at_once(verdict);
	if (mode == VERDICT_QUICK)
		verdict->stage = VERDICT_STAGE_DONE;
}

static void
verdict_next_side(struct verdict *verdict)
{
	verdict->stage = VERDICT_STAGE_DIVE;
	if (verdict->winner == BLACK)
		verdict->stage = VERDICT_STAGE_DONE;
	verdict->winner = BLACK;
}

/* True when a dive has found a mate. */
static bool
verdict_dives(struct verdict *verdict, int first, int n_dives)
{
	struct verdict_side *side = &verdict->side[verdict->winner];

	side->line_len = dive_run(&verdict->root, verdict->winner, first, n_dives, side->line,
	                          &side->n_nodes);
	if (side->line_len == 0)
		return false;
	verdict_answer(verdict, verdict->winner, VERDICT_YES, VERDICT_PROOF_LINE);
	return true;
}

static void
verdict_dive(struct verdict *verdict)
{
	if (verdict_dives(verdict, 0, VERDICT_DIVES_FIRST))
		return;
	verdict_fixpoint(verdict);
	if (verdict->side[verdict->winner].answer != VERDICT_UNKNOWN)
		return;
	verdict->stage = VERDICT_STAGE_DIVE_ON;
}

/* The dives decide by plain rules, the same ones every time; behind each first move they take
 * other ways. True when one of them has found a mate. */
static bool
verdict_dives_behind_moves(struct verdict *verdict)
{
	struct verdict_side *side = &verdict->side[verdict->winner];
	struct move_list first;

	movegen_legal(&verdict->root, &first);
	for (int i = 0; i < first.count; i++) {
		struct position behind;
		size_t len;

		position_after(&verdict->root, first.moves[i], &behind);
		if (!movegen_any(&behind))
			continue;
		len = dive_run(&behind, verdict->winner, 0, VERDICT_DIVES_BEHIND, side->line + 1,
		               &side->n_nodes);
		if (len == 0)
			continue;
		side->line[0] = first.moves[i];
		side->line_len = len + 1;
		verdict_answer(verdict, verdict->winner, VERDICT_YES, VERDICT_PROOF_LINE);
		return true;
	}
	return false;
}

static void
verdict_dive_on(struct verdict *verdict)
{
	if (verdict_dives(verdict, VERDICT_DIVES_FIRST, VERDICT_DIVES - VERDICT_DIVES_FIRST) ||
	    verdict_dives_behind_moves(verdict))
		return;
	frontier_begin(&verdict->frontier, &verdict->root, verdict->winner, verdict->memory,
	               verdict->memory_size);
	verdict->choice = 0;
	verdict->assumed = REACH_ANY;
	verdict->about = SQ_NONE;
	verdict->stage = VERDICT_STAGE_SPRINT;
}

/* A case is proved, or all there is. */
static void
verdict_case_proved(struct verdict *verdict)
{
	verdict->choice = 0;
	verdict->stage = VERDICT_STAGE_SHADOW;
	if (verdict->assumed == REACH_LIVES)
		verdict->assumed = REACH_TAKEN;
	else
		verdict_answer(verdict, verdict->winner, VERDICT_NO, VERDICT_PROOF_SHADOWS);
}

/* Nothing more can be proved under what is assumed: take up the next man, or the search itself. */
static void
verdict_next_case(struct verdict *verdict)
{
	if (verdict->assumed == REACH_ANY) {
		struct reach reach;

		reach_compute(&verdict->root, &reach);
		verdict->abouts = outlook_cases(&verdict->root, &reach);
	}
	verdict->choice = 0;
	verdict->assumed = REACH_LIVES;
	if (verdict->abouts != 0) {
		verdict->about = bits_take(&verdict->abouts);
		return;
	}
	frontier_begin(&verdict->frontier, &verdict->root, verdict->winner, verdict->memory,
	               verdict->memory_size);
	verdict->frontier.patient = true;
	verdict->stage = VERDICT_STAGE_FRONTIER;
}

static void
verdict_shadow(struct verdict *verdict)
{
	struct reach reach;

	if (verdict->choice == SHADOW_CHOICES) {
		verdict_next_case(verdict);
		return;
	}
	reach_compute_case(&verdict->root, verdict->about, verdict->assumed, &reach);
	if (reach_never_mates(&reach, verdict->winner)) {
		verdict_case_proved(verdict);
		return;
	}
	if (shadow_begin(&verdict->shadow, &verdict->frontier, &reach, &verdict->root,
	                 verdict->winner, (enum shadow_choice)verdict->choice, verdict->memory,
	                 verdict->memory_size))
		verdict->stage = VERDICT_STAGE_SHADOW_RUN;
	verdict->choice++;
}

static void
verdict_shadow_run(struct verdict *verdict, uint64_t n_nodes)
{
	struct verdict_side *side = &verdict->side[verdict->winner];
	struct frontier *frontier = &verdict->frontier;
	const uint64_t before = frontier->n_generated;
	const enum frontier_result result = shadow_run(&verdict->shadow, frontier, n_nodes);

	side->n_nodes += frontier->n_generated - before;
	if (result == FRONTIER_EXHAUSTED) {
		side->n_positions += frontier->n_nodes;
		verdict_case_proved(verdict);
	} else if (result != FRONTIER_MORE ||
	           frontier->n_generated >= (verdict->assumed == REACH_ANY ? VERDICT_SHADOW_NODES
	                                                                   : VERDICT_CASE_NODES)) {
		verdict->stage = VERDICT_STAGE_SHADOW;
	}
}

static uint64_t
verdict_min(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* A short search has not answered: what is proved of the position, or after each move? */
static void
verdict_outlook(struct verdict *verdict)
{
	if (outlook_never_mates(&verdict->root, verdict->winner) ||
	    outlook_never_mates_after(&verdict->root, verdict->winner))
		verdict_answer(verdict, verdict->winner, VERDICT_NO, VERDICT_PROOF_FIXPOINT);
}

/* The search under way has come to the end of its stage without an answer. */
static void
verdict_next_stage(struct verdict *verdict)
{
	if (verdict->stage == VERDICT_STAGE_FRONTIER) {
		verdict_next_side(verdict);
		return;
	}
	if (verdict->stage == VERDICT_STAGE_SPRINT)
		verdict_outlook(verdict);
	verdict->stage = verdict->stage == VERDICT_STAGE_SPRINT ? VERDICT_STAGE_SPRINT_ON
	                                                        : VERDICT_STAGE_SHADOW;
}

/* Search on, until `until` positions of this search. */
static void
verdict_search(struct verdict *verdict, uint64_t n_nodes, uint64_t until)
{
	struct verdict_side *side = &verdict->side[verdict->winner];
	struct frontier *frontier = &verdict->frontier;
	const uint64_t before = frontier->n_generated;
	enum frontier_result result = FRONTIER_MORE;

	if (before < until)
		result = frontier_run(frontier, verdict_min(n_nodes, until - before));
	side->n_nodes += frontier->n_generated - before;
	if (result == FRONTIER_MATE) {
		const size_t len = frontier_line(frontier, side->line, VERDICT_LINE_MAX);

		side->line_len = len <= VERDICT_LINE_MAX ? len : 0;
		verdict_answer(verdict, verdict->winner, VERDICT_YES, VERDICT_PROOF_LINE);
	} else if (result == FRONTIER_EXHAUSTED) {
		side->n_positions = frontier->n_nodes;
		verdict_answer(verdict, verdict->winner, VERDICT_NO, VERDICT_PROOF_EXHAUSTED);
	} else if (result == FRONTIER_FULL || frontier->n_generated >= until) {
		verdict_next_stage(verdict);
	}
}

static uint64_t
verdict_spent(const struct verdict *verdict)
{
	return verdict->side[WHITE].n_nodes + verdict->side[BLACK].n_nodes;
}

/* The stage under way, for about n_nodes positions. */
static void
verdict_work(struct verdict *verdict, uint64_t n_nodes)
{
	switch (verdict->stage) {
	case VERDICT_STAGE_DIVE:
		verdict_dive(verdict);
		break;
	case VERDICT_STAGE_DIVE_ON:
		verdict_dive_on(verdict);
		break;
	case VERDICT_STAGE_SPRINT:
		verdict_search(verdict, n_nodes, VERDICT_OUTLOOK_NODES);
		break;
	case VERDICT_STAGE_SPRINT_ON:
		verdict_search(verdict, n_nodes, VERDICT_SPRINT_NODES);
		break;
	case VERDICT_STAGE_SHADOW:
		verdict_shadow(verdict);
		break;
	case VERDICT_STAGE_SHADOW_RUN:
		verdict_shadow_run(verdict, verdict_min(n_nodes, VERDICT_CASE_NODES));
		break;
	case VERDICT_STAGE_FRONTIER:
		verdict_search(verdict, n_nodes, UINT64_MAX);
		break;
	case VERDICT_STAGE_DONE:
	default:
		break;
	}
}

bool
verdict_step(struct verdict *verdict, uint64_t n_nodes)
{
	const uint64_t before = verdict_spent(verdict);

	while (verdict->stage != VERDICT_STAGE_DONE) {
		const struct verdict_side *side = &verdict->side[verdict->winner];
		const uint64_t spent = verdict_spent(verdict) - before;

		if (side->answer != VERDICT_UNKNOWN || side->n_nodes >= verdict->node_limit)
			verdict_next_side(verdict);
		else if (spent >= n_nodes)
			return false;
		else
			verdict_work(verdict, verdict_min(n_nodes - spent,
			                                  verdict->node_limit - side->n_nodes));
	}
	return true;
}

bool
verdict_is_dead(const struct verdict *verdict)
{
	return verdict->side[WHITE].answer == VERDICT_NO &&
	       verdict->side[BLACK].answer == VERDICT_NO;
}

bool
verdict_is_live(const struct verdict *verdict)
{
	return verdict->side[WHITE].answer == VERDICT_YES ||
	       verdict->side[BLACK].answer == VERDICT_YES;
}
