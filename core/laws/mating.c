/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/laws/mating.h"

/* Where an illegal move stands (A.4.2) no legal moves may exist to ask about. */
static bool
can_be_asked(const struct position *position, enum verdict_answer ret_answers[2])
{
	ret_answers[WHITE] = ret_answers[BLACK] = VERDICT_UNKNOWN;
	return position_check(position) == POSITION_OK;
}

static void
take_answers(const struct mating *mating, enum verdict_answer ret_answers[2])
{
	for (int side = 0; side < 2; side++)
		ret_answers[side] = mating->verdict.side[side].answer;
}

void
mating_ask(struct mating *mating, const struct position *position, uint64_t n_nodes,
           enum verdict_answer ret_answers[2])
{
	if (!can_be_asked(position, ret_answers))
		return;
	verdict_begin(&mating->verdict, position, VERDICT_EXACT, n_nodes, mating->memory,
	              sizeof(mating->memory));
	while (!verdict_step(&mating->verdict, n_nodes))
		;
	take_answers(mating, ret_answers);
}

void
mating_ask_quick(struct mating *mating, const struct position *position,
                 enum verdict_answer ret_answers[2])
{
	if (!can_be_asked(position, ret_answers))
		return;
	verdict_begin(&mating->verdict, position, VERDICT_QUICK, 0, NULL, 0);
	take_answers(mating, ret_answers);
}
