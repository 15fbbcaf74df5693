/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/anew/chase_field.h"

/* The first ply in which the lines differ; the length of the shorter one where that is all. */
static int
first_difference(const struct chase_line *a, const struct chase_line *b)
{
	int i = 0;

	while (i < a->n_plies && i < b->n_plies && a->moves[i] == b->moves[i])
		i++;
	return i;
}

static uint64_t
plies_from(int ply)
{
	return ply < 64 ? UINT64_MAX << ply : 0;
}

/* Where they are of one length, only the plies that differ do. */
uint64_t
chase_difference(const struct chase_line *a, const struct chase_line *b)
{
	uint64_t plies = 0;

	if (a->n_plies != b->n_plies)
		return plies_from(first_difference(a, b));
	for (int i = 0; i < a->n_plies; i++)
		if (a->moves[i] != b->moves[i])
			plies |= UINT64_C(1) << i;
	return plies;
}

/* Of two lines to one position the dearer one is given up; where it was hardly dearer it has made the other one doubtful. */
static void
merge(struct chase_runner *kept, const struct chase_runner *other)
{
	struct chase_line line = kept->line;

	if (other->line.cost < kept->line.cost) {
		if (kept->line.cost <= other->line.cost + CHASE_RIVAL)
			line.rivalled =
				other->line.rivalled | chase_difference(&line, &other->line);
		else
			line.rivalled = other->line.rivalled;
		*kept = *other;
		kept->line.rivalled = line.rivalled;
	} else if (other->line.cost <= kept->line.cost + CHASE_RIVAL) {
		kept->line.rivalled |= chase_difference(&kept->line, &other->line);
	}
}

void
chase_field_enter(struct chase_field *field, const struct chase_runner *runner)
{
	int worst = 0;

	for (int i = 0; i < field->n; i++) {
		struct chase_runner *other = &field->runners[i];

		if (other->now.key == runner->now.key &&
		    other->line.n_plies == runner->line.n_plies) {
			merge(other, runner);
			return;
		}
		if (other->line.cost > field->runners[worst].line.cost)
			worst = i;
	}
	if (field->n < CHASE_RUNNERS_MAX)
		field->runners[field->n++] = *runner;
	else if (runner->line.cost < field->runners[worst].line.cost)
		field->runners[worst] = *runner;
}

/* What was told of these plies may be told of yet, or only now. */
#define LAST_PLIES 4

static bool
is_last(const struct chase_line *line, int ply)
{
	return ply + LAST_PLIES > line->n_plies;
}

bool
chase_is_told_late(const struct chase_line *line, int sq)
{
	for (int i = line->n_plies - 1; i >= 0; i--) {
		if (is_last(line, i) && move_kind(line->moves[i]) == MOVE_CASTLING)
			return true;
		if (move_target(line->moves[i]) == sq)
			return is_last(line, i) || (line->unseen >> i & 1);
	}
	return false;
}

bool
chase_is_left(const struct chase_line *line, int sq)
{
	for (int i = line->n_plies - 1; i >= 0 && is_last(line, i); i--) {
		uint16_t move = line->moves[i];

		if (move_from(move) == sq || move_to(move) == sq ||
		    (move_kind(move) == MOVE_EN_PASSANT && move_victim(move) == sq))
			return true;
	}
	return false;
}
