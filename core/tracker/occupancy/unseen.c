/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/occupancy/unseen.h"

#include <string.h>

#include "core/chess/bits.h"
#include "core/chess/movegen.h"
#include "core/tracker/explain/cost.h"
#include "core/tracker/explain/sense.h"

/* So many lines of a length are followed side by side; those that differ in the order of their plies alone are one. */
#define UNSEEN_FIELD_MAX 384

/* A ply changes two squares, castling four, en passant three. */
#define SQUARES_A_PLY  2
#define SQUARES_BEYOND 5

/* A square is touched on which nothing has changed in the end: somebody was taken there, or another man came when its own had
 * left; or he stopped there on his way. Hardly anybody moves twice within a few plies without need. */
#define UNSEEN_TAKEN  2
#define UNSEEN_ON_WAY 8

/* A right to castle is given up: for either side. */
#define UNSEEN_UNCASTLED 5

/* Of lines of a length those go on first that have brought most squares to what they show: by so much for each that is left. */
#define UNSEEN_WRONG 2

/* A man is in the air just when the board is seen again: a hand moves men for one second in eight or so. */
#define UNSEEN_IN_HAND 9

/* Lines that ask so much more to believe are not kept. */
#define UNSEEN_DEARER 40

struct runner {
	struct position now;
	uint64_t touched; /* squares that differ, or that a ply of it began or ended on */
	int cost;
	uint64_t told_us; /* when an update told of the last of its men */
	int rank;         /* and what is left to do counts, too */
	uint16_t moves[UNSEEN_PLIES_MAX];
};

struct field {
	int n;
	int dearest; /* which of them is, once there is no more room; -1: not known */
	struct runner runners[UNSEEN_FIELD_MAX];
};

struct unseen_search {
	const struct image *image;
	const struct gap_terms *terms;
	int n_plies; /* of the longest line */
	int in_hand; /* the cheapest line of this length but for men in the air; COST_NEVER: none */
	uint32_t nodes;
};

static uint64_t
difference(const struct unseen_search *search, const struct position *position)
{
	return image_difference(search->image, position) & ~search->terms->excused;
}

static void
find_dearest(struct field *field)
{
	field->dearest = 0;
	for (int i = 1; i < field->n; i++)
		if (field->runners[i].rank > field->runners[field->dearest].rank)
			field->dearest = i;
}

/* One more line. Of two that lead to one position the cheaper goes on; where there is no more room the dearest is given up. */
static void
enter(struct field *field, const struct runner *runner)
{
	bool full = field->n == UNSEEN_FIELD_MAX;

	if (full && field->dearest < 0)
		find_dearest(field);
	if (full && runner->rank >= field->runners[field->dearest].rank)
		return;
	for (int i = 0; i < field->n; i++)
		if (field->runners[i].now.key == runner->now.key) {
			if (runner->cost < field->runners[i].cost)
				field->runners[i] = *runner;
			field->dearest = -1;
			return;
		}
	field->runners[full ? field->dearest : field->n++] = *runner;
	field->dearest = -1;
}

/* What it costs that nobody else was moved: a man of his was in the air when the board was seen last. */
static int
lifted_cost(const struct unseen_search *search, const struct position *before, int ply, int from)
{
	uint64_t lifted = search->terms->lifted & before->by_color[before->side];

	return ply < 2 && lifted != 0 && !(lifted & sq_bit(from)) ? COST_DISORDER : 0;
}

/* What it asks to believe that `move` was made there, beside that he could win `winnable`. */
static int
cost_of(const struct runner *from, uint16_t move, int winnable)
{
	uint64_t to = sq_bit(move_target(move));
	int gain = sense_gain(&from->now, move), loss = sense_loss(&from->now, move), cost = 0;

	if (!(from->touched & sq_bit(move_from(move))))
		cost += UNSEEN_TAKEN;
	if (!(from->touched & to))
		cost += gain > 0 ? UNSEEN_TAKEN : UNSEEN_ON_WAY;
	if (loss > 0)
		cost += COST_UNWISE + loss * COST_LOST_PAWN;
	if (winnable > gain)
		cost += (winnable - gain) * COST_LOST_PAWN;
	if (move_kind(move) == MOVE_PROMOTION && move_promotion(move) != QUEEN)
		cost += COST_UNDERPROMOTED;
	return cost;
}

/* What it costs that a man came behind one of whom an update told later. */
static int
order_cost(const struct runner *from, uint64_t told_us)
{
	return told_us < from->told_us ? COST_DISORDER : 0;
}

/* Whoever may castle yet does not move his king or that rook otherwise, as a rule. */
static int
uncastled_cost(const struct position *before, uint16_t move, const struct position *after)
{
	int cost = 0;

	if (move_kind(move) == MOVE_CASTLING)
		return 0;
	for (int side = CASTLE_KING_SIDE; side <= CASTLE_QUEEN_SIDE; side++)
		if (before->castling_rook[before->side][side] !=
		    after->castling_rook[before->side][side])
			cost += UNSEEN_UNCASTLED;
	return cost;
}

/* Is it worth a try? He begins or ends where something has changed; or he takes, and his own square has been taken since. */
static bool
may_be_made(const struct unseen_search *search, const struct runner *from, int ply, uint16_t move)
{
	uint64_t ends = sq_bit(move_from(move)) | sq_bit(move_target(move));
	int first = search->terms->first;

	if (ply == 0 && first != SQ_NONE && move_from(move) != first)
		return false;
	return (ends & from->touched) != 0 || sense_gain(&from->now, move) > 0;
}

/* Each line goes on by one ply. */
static void
go_on(struct unseen_search *search, const struct runner *from, int ply, struct field *next)
{
	int most = sense_winnable(&from->now), left = search->n_plies - ply - 1;
	struct move_list list;

	movegen_legal(&from->now, &list);
	for (int i = 0; i < list.count; i++) {
		uint16_t move = list.moves[i];
		uint64_t ends = sq_bit(move_from(move)) | sq_bit(move_target(move));
		struct runner runner;
		uint64_t told_us;
		int wrong;

		if (!may_be_made(search, from, ply, move))
			continue;
		search->nodes++;
		position_after(&from->now, move, &runner.now);
		wrong = bits_count(difference(search, &runner.now));
		if (wrong > SQUARES_A_PLY * left + SQUARES_BEYOND)
			continue;
		told_us = search->terms->told_us[move_target(move)];
		runner.told_us = told_us > from->told_us ? told_us : from->told_us;
		runner.touched = from->touched | ends;
		runner.cost = from->cost + cost_of(from, move, most) + order_cost(from, told_us) +
		              uncastled_cost(&from->now, move, &runner.now) +
		              lifted_cost(search, &from->now, ply, move_from(move));
		memcpy(runner.moves, from->moves, sizeof(runner.moves));
		runner.rank = runner.cost + UNSEEN_WRONG * wrong;
		runner.moves[ply] = move;
		enter(next, &runner);
	}
}

/* Into its place among the lines kept. */
static void
keep(const struct runner *runner, struct unseen *unseen)
{
	int at = unseen->n;

	while (at > 0 && unseen->lines[at - 1].cost > runner->cost)
		at--;
	if (at == UNSEEN_LINES_MAX)
		return;
	if (unseen->n < UNSEEN_LINES_MAX)
		unseen->n++;
	memmove(&unseen->lines[at + 1], &unseen->lines[at],
	        (size_t)(unseen->n - 1 - at) * sizeof(unseen->lines[0]));
	unseen->lines[at].now = runner->now;
	unseen->lines[at].cost = runner->cost;
	memcpy(unseen->lines[at].moves, runner->moves, sizeof(runner->moves));
}

/* Is all that differs that a ply has begun, or that he who was played last is not read yet? */
static bool
is_on_the_way(const struct unseen_search *search, const struct runner *runner, uint64_t wrong,
              int n_plies)
{
	const struct position *now = &runner->now;

	if (image_is_in_hand(search->image, now, wrong) &&
	    (bits_count(wrong) == 1 || image_takes(now, wrong, (enum color)now->side)))
		return true;
	return wrong ==
	       (sq_bit(move_target(runner->moves[n_plies - 1])) & ~search->image->by_color[WHITE]);
}

/* Which of them lead to the picture? False: none does, or hands may explain it as well. */
static bool
gather(struct unseen_search *search, const struct field *field, struct unseen *unseen)
{
	int in_hand = COST_NEVER;

	unseen->n = 0;
	for (int i = 0; i < field->n; i++) {
		const struct runner *runner = &field->runners[i];
		uint64_t wrong = difference(search, &runner->now);

		if (wrong == 0)
			keep(runner, unseen);
		else if (runner->cost + UNSEEN_IN_HAND < in_hand &&
		         is_on_the_way(search, runner, wrong, unseen->n_plies))
			in_hand = runner->cost + UNSEEN_IN_HAND;
	}
	while (unseen->n > 1 &&
	       unseen->lines[unseen->n - 1].cost > unseen->lines[0].cost + UNSEEN_DEARER)
		unseen->n--;
	search->in_hand = in_hand;
	return unseen->n > 0 && unseen->lines[0].cost < in_hand;
}

/* May a line be of so many plies? */
static bool
is_length(const struct gap_terms *terms, int n_plies)
{
	if (terms->count == GAP_PRESSED)
		return n_plies == terms->n_plies || n_plies == terms->n_plies + 1;
	if (terms->count == GAP_COUNTED)
		return n_plies == terms->n_plies;
	return terms->count == GAP_ANY || ((n_plies ^ terms->n_plies) & 1) == 0;
}

static int
longest(const struct gap_terms *terms)
{
	if (terms->count == GAP_PRESSED)
		return terms->n_plies + 1;
	return terms->count == GAP_COUNTED ? terms->n_plies : GAP_PLIES_MAX;
}

bool
unseen_find(const struct position *from, const struct image *image, const struct gap_terms *terms,
            struct unseen *ret_unseen)
{
	struct unseen_search search = { .image = image, .terms = terms, .in_hand = COST_NEVER };
	struct field fields[2];
	bool found = false;

	ret_unseen->n = 0;
	ret_unseen->nodes = 0;
	search.n_plies = longest(terms);
	if (search.n_plies > UNSEEN_PLIES_MAX)
		return false;
	fields[0].n = 1;
	fields[0].runners[0] =
		(struct runner){ .now = *from, .touched = difference(&search, from) };
	for (int ply = 0; ply < search.n_plies && !found && search.in_hand == COST_NEVER; ply++) {
		const struct field *now = &fields[ply & 1];
		struct field *next = &fields[~ply & 1];

		next->n = 0;
		next->dearest = -1;
		for (int i = 0; i < now->n; i++)
			go_on(&search, &now->runners[i], ply, next);
		ret_unseen->n_plies = ply + 1;
		found = is_length(terms, ply + 1) && gather(&search, next, ret_unseen);
	}
	ret_unseen->nodes = search.nodes;
	if (!found)
		ret_unseen->n = 0;
	return found;
}
