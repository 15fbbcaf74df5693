/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "core/chess/attacks.h"
#include "core/chess/bits.h"
#include "core/chess/movegen.h"
#include "core/tracker/anew/chase.h"
#include "core/tracker/anew/chase_field.h"
#include "core/tracker/anew/chase_presses.h"
#include "core/tracker/explain/cost.h"

/* So many positions are looked at, at most: some milliseconds. */
#define NODES_MAX 6000

/* So many plies may have been made of whose men nothing has been told when that of the next one is: who takes
 * them, or what lies earlier in the scan. Each takes so long at least (an assumption: four plies a second is as quick as
 * hands are), so that a board that is told of slowly hides more of them. */
#define UNTOLD_MIN    2
#define UNTOLD_MAX    3
#define UNTOLD_PLY_US 250000

/* A man who is not read where he stands is put right, or moves on, within this time. */
#define CHASE_UNREAD_US 4000000

/* What it costs to believe, beside the plies. */
enum {
	CHASE_LATE = 4,      /* told of behind the reply */
	CHASE_GONE_ON = 16,  /* not at all before he went on */
	CHASE_TAKEN = 8,     /* taken before a scan could see him */
	CHASE_LEFT_LATE = 3, /* read where he came from while he is read where he goes */
	CHASE_ON_WAY = 3,    /* a man in the air, read on a square that he passes */
	CHASE_BESIDE = 5,    /* a man who is taken, beside his square */
	CHASE_BACK = 5,      /* put back */
	CHASE_ASTRAY = 12,   /* anything else that was read somewhere */
	CHASE_STAYS = 12,    /* and for longer than a scan */
	CHASE_IN_HAND = 4,   /* a man in the air in the end */
};

struct run {
	const struct chase *chase;
	uint8_t reads[64];     /* what the squares read behind change number `next` - 1 ... */
	uint64_t since_us[64]; /* and since when */
	int next;
	int untold_max;
	struct chase_field *to;
	int nodes; /* positions whose moves were looked at */
};

static int
least(int a, int b)
{
	return a < b ? a : b;
}

/* The first change, from the next one on, by which `man` is read anywhere; n_changes: there is none. */
static int
next_reading(const struct run *run, uint8_t man)
{
	const struct chase *chase = run->chase;
	int i = run->next;

	while (i < chase->n_changes && chase->changes[i].now != man)
		i++;
	return i;
}

/* The same for his being read on sq. */
static int
next_reading_on(const struct run *run, int sq, uint8_t man)
{
	const struct chase *chase = run->chase;
	int i = run->next;

	while (i < chase->n_changes && (chase->changes[i].sq != sq || chase->changes[i].now != man))
		i++;
	return i;
}

/* Where can a man like this one go to from sq, on a board where nobody is in his way? */
static uint64_t
reach_of(uint8_t man, int sq)
{
	switch (piece_type(man)) {
	case PAWN:
		return attacks_pawn[piece_color(man)][sq] |
		       (piece_color(man) == WHITE ? sq_bit(sq) << 8 : sq_bit(sq) >> 8);
	case KNIGHT:
		return attacks_knight[sq];
	case BISHOP:
		return attacks_bishop(sq, 0);
	case ROOK:
		return attacks_rook(sq, 0);
	case QUEEN:
		return attacks_queen(sq, 0);
	case KING:
		return attacks_king[sq];
	case NO_PIECE_TYPE:
		break;
	}
	return 0;
}

/* What it costs that he stands on sq, though that has not been told yet: it is told later, or never as he goes on from there to
 * where he is read next. */
static int
unread_cost(const struct run *run, int sq, uint8_t man)
{
	const struct chase *chase = run->chase;
	uint64_t now_us = chase->changes[run->next].t_us;
	int i = next_reading_on(run, sq, man), next = next_reading(run, man);

	if (i < chase->n_changes && chase->changes[i].t_us <= now_us + chase->scan_lag_us)
		return CHASE_LATE;
	if (next == chase->n_changes || chase->changes[next].t_us > now_us + CHASE_UNREAD_US)
		return COST_NEVER;
	if (next == i)
		return CHASE_UNREAD;
	return reach_of(man, sq) & sq_bit(chase->changes[next].sq) ? CHASE_GONE_ON : COST_NEVER;
}

/* Until when does a scan behind the next change tell of what had happened by then? Of a board that tells of nothing in between, the next
 * scan that tells of anything does, however late that is. */
static uint64_t
late_until_us(const struct run *run)
{
	const struct chase *chase = run->chase;
	const struct account_change *change = &chase->changes[run->next];
	uint64_t until_us = change->t_us + chase->scan_lag_us;
	int i = run->next + 1;

	if (!chase->by_scans)
		return until_us;
	while (i < chase->n_changes && chase->changes[i].number == change->number)
		i++;
	return i < chase->n_changes && chase->changes[i].t_us > until_us ? chase->changes[i].t_us
	                                                                 : until_us;
}

/* What it costs that he has left sq: he is not read there, or will not be within a scan. */
static int
leaving_cost(const struct run *run, int sq, uint8_t man)
{
	const struct chase *chase = run->chase;
	uint64_t until_us;

	if (run->reads[sq] != man)
		return 0;
	until_us = late_until_us(run);
	for (int i = run->next + 1; i < chase->n_changes && chase->changes[i].t_us <= until_us; i++)
		if (chase->changes[i].sq == sq)
			return CHASE_LEFT_LATE;
	return COST_NEVER;
}

static void
make(const struct run *run, const struct chase_runner *before, uint16_t move, int cost, bool unseen,
     struct chase_runner *ret_after)
{
	int ply = before->line.n_plies;

	*ret_after = *before;
	position_after(&before->now, move, &ret_after->now);
	ret_after->line.moves[ply] = move;
	ret_after->line.told[ply] = (uint8_t)run->next;
	ret_after->line.unseen |= unseen ? UINT64_C(1) << ply : 0;
	ret_after->line.n_plies++;
	ret_after->line.cost += cost;
	chase_charge_missed(run->chase, run->next, ret_after);
}

/* Is he, of whom the next change tells, the man of this move? A king who castles comes with his rook. */
static bool
arrives_by(const struct run *run, const struct position *before, uint16_t move)
{
	const struct account_change *change = &run->chase->changes[run->next];

	return move_target(move) == change->sq && position_arriving(before, move) == change->now;
}

/* Did the line's last ply take a man like this one where the square has read such a one all the time? Then he takes back, and nothing is
 * told of either. */
static bool
takes_back_unread(const struct run *run, const struct chase_runner *runner, uint16_t move)
{
	const struct chase_line *line = &runner->line;

	return line->n_plies > 0 &&
	       move_target(line->moves[line->n_plies - 1]) == move_target(move) &&
	       run->reads[move_target(move)] == position_arriving(&runner->now, move);
}

/* What it costs that this move was made, and nothing has been told yet of its man's coming. *ret_next: where the next ply must go then,
 * since he is taken at once: by whom the change tells of, or by one like him whom he took, so that his square tells of nobody. */
static int
untold_cost(const struct run *run, const struct chase_runner *runner, uint16_t move,
            uint64_t *ret_next)
{
	const struct account_change *change = &run->chase->changes[run->next];
	int sq = move_target(move);
	uint8_t man = position_arriving(&runner->now, move);

	*ret_next = UINT64_MAX;
	if (move_kind(move) == MOVE_CASTLING)
		return COST_NEVER;
	if (sq != change->sq && takes_back_unread(run, runner, move))
		return 0;
	if (sq == change->sq ||
	    (run->reads[sq] != EMPTY && run->reads[sq] == position_piece_at(&runner->now, sq))) {
		*ret_next = sq_bit(sq);
		return CHASE_TAKEN;
	}
	return run->reads[sq] != man ? unread_cost(run, sq, man) : COST_NEVER;
}

static void
follow_told(const struct run *run, const struct chase_runner *runner, uint16_t move, int cost)
{
	struct chase_runner after;

	make(run, runner, move, cost, false, &after);
	chase_charge_early(run->chase, run->next, &after);
	chase_field_enter(run->to, &after);
}

/* The next change tells of the man of one of these moves: the ply is made. Returns whether there is one. */
static bool
make_told(const struct run *run, const struct chase_runner *runner, const struct move_list *list)
{
	bool made = false;

	for (int i = 0; i < list->count; i++) {
		uint16_t move = list->moves[i];
		int cost;

		if (!arrives_by(run, &runner->now, move))
			continue;
		cost = leaving_cost(run, move_from(move),
		                    position_piece_at(&runner->now, move_from(move)));
		if (cost == COST_NEVER)
			continue;
		follow_told(run, runner, move, cost);
		made = true;
	}
	return made;
}

/* NOLINTBEGIN(misc-no-recursion) */
static void extend(struct run *run, const struct chase_runner *runner, int untold,
                   uint64_t targets);

static void
follow_untold(struct run *run, const struct chase_runner *runner, uint16_t move, int cost,
              bool unseen, int untold, uint64_t targets)
{
	struct chase_runner after;

	make(run, runner, move, cost, unseen, &after);
	extend(run, &after, untold, targets);
}

/* Before the ply of whose man the next change tells one of these was made, to one of `targets`, and then perhaps others. */
static void
make_untold(struct run *run, const struct chase_runner *runner, const struct move_list *list,
            int untold, uint64_t targets)
{
	for (int i = 0; i < list->count; i++) {
		uint16_t move = list->moves[i];
		uint64_t next;
		int cost;

		if (!(targets & sq_bit(move_target(move))))
			continue;
		cost = leaving_cost(run, move_from(move),
		                    position_piece_at(&runner->now, move_from(move)));
		if (cost < COST_NEVER)
			cost += untold_cost(run, runner, move, &next);
		if (cost >= COST_NEVER)
			continue;
		follow_untold(run, runner, move, cost, next != UINT64_MAX || cost >= CHASE_UNREAD,
		              untold - 1, next);
	}
}

/* Those of the squares of `men` on which he who stands there is read. */
static uint64_t
read_of(const struct run *run, const struct position *now, uint64_t men)
{
	uint64_t read = 0;

	while (men != 0) {
		int sq = bits_take(&men);

		if (run->reads[sq] == position_piece_at(now, sq))
			read |= sq_bit(sq);
	}
	return read;
}

/* The next change tells of the man of a ply to one of `targets`, before which up to `untold` others were made: an even number if he
 * is of who is to move, and only such as are taken at once if he could come at once. At most UNTOLD_MAX + 1 deep. */
static void
extend(struct run *run, const struct chase_runner *runner, int untold, uint64_t targets)
{
	const struct account_change *change = &run->chase->changes[run->next];
	bool his = piece_color(change->now) == (enum color)runner->now.side;
	struct move_list list;

	if (runner->line.n_plies == CHASE_PLIES_MAX || untold < !his || run->nodes >= NODES_MAX)
		return;
	run->nodes++;
	movegen_legal(&runner->now, &list);
	if (his && (targets & sq_bit(change->sq)) && make_told(run, runner, &list))
		targets &= sq_bit(change->sq) |
		           read_of(run, &runner->now, runner->now.by_color[!runner->now.side]);
	if (untold > his)
		make_untold(run, runner, &list, untold, targets);
}
/* NOLINTEND(misc-no-recursion) */

static uint64_t
men_like(const struct position *now, uint8_t man)
{
	return now->by_type[piece_type(man)] & now->by_color[piece_color(man)];
}

/* The squares of men like this one who, by the position, stand there, and are not read. */
static uint64_t
missing_like(const struct run *run, const struct position *now, uint8_t man)
{
	uint64_t men = men_like(now, man);

	return men & ~read_of(run, now, men);
}

/* Was a man like this one taken beside sq by the line's last plies, or is he about to be? */
static bool
is_taken_beside(const struct run *run, const struct chase_runner *runner, int sq, uint8_t man)
{
	if (attacks_king[sq] & missing_like(run, &runner->now, man))
		return true;
	for (int i = runner->line.n_plies - 1; i >= 0 && i + 3 > runner->line.n_plies; i--)
		if (attacks_king[sq] & sq_bit(move_target(runner->line.moves[i])))
			return true;
	return false;
}

/* What it costs that one of the men like this one is in the air. */
static int
lifting_cost(const struct run *run, const struct position *now, uint8_t man)
{
	uint64_t men = men_like(now, man);
	int cost = COST_NEVER;

	while (men != 0)
		cost = least(cost, leaving_cost(run, bits_take(&men), man));
	return cost;
}

/* What it costs that the next change, by which a man is read somewhere, is no ply. */
static int
reading_cost(const struct run *run, const struct chase_runner *runner)
{
	const struct account_change *change = &run->chase->changes[run->next];
	uint8_t stands = position_piece_at(&runner->now, change->sq);

	if (stands == change->now)
		return chase_is_told_late(&runner->line, change->sq) ? 0 : CHASE_BACK;
	if (stands != EMPTY)
		return CHASE_ASTRAY;
	if (is_taken_beside(run, runner, change->sq, change->now))
		return CHASE_BESIDE;
	return least(CHASE_ASTRAY, CHASE_ON_WAY + lifting_cost(run, &runner->now, change->now));
}

/* So many plies of one side its player does not make with another of his men in his hand. */
#define CHASE_HELD_PLIES 2

/* Has a player made that many by the line since then? Sides take turns. */
static bool
has_played_on(const struct run *run, const struct chase_runner *runner, enum color side,
              uint64_t since_us)
{
	int n = 0;

	for (int i = 0; i < runner->line.n_plies; i++)
		n += (run->chase->from.side == side) == (i % 2 == 0) &&
		     run->chase->changes[runner->line.told[i]].t_us > since_us;
	return n >= CHASE_HELD_PLIES;
}

/* What it costs that somebody who is not there by the line was read until now where the next change tells of another, or of nobody:
 * a man who is only held over a square is not read there for longer than a scan. He whom the line has elsewhere, unread, is not in
 * the air for so long, while his player moves others. */
static int
staying_cost(const struct run *run, const struct chase_runner *runner)
{
	const struct account_change *change = &run->chase->changes[run->next];
	uint8_t man = run->reads[change->sq];
	uint64_t since_us = run->since_us[change->sq];

	if (man == EMPTY || position_piece_at(&runner->now, change->sq) == man ||
	    chase_is_left(&runner->line, change->sq) ||
	    change->t_us <= since_us + run->chase->scan_lag_us)
		return 0;
	if (change->t_us > since_us + CHASE_UNREAD_US &&
	    missing_like(run, &runner->now, man) != 0 &&
	    has_played_on(run, runner, piece_color(man), since_us))
		return COST_NEVER;
	return CHASE_STAYS;
}

static void
step(struct run *run, const struct chase_runner *runner)
{
	const struct account_change *change = &run->chase->changes[run->next];
	struct chase_runner goes = *runner, stays;
	int cost = staying_cost(run, runner);

	if (cost == COST_NEVER)
		return;
	goes.line.cost += cost;
	stays = goes;
	stays.line.cost += change->now != EMPTY ? reading_cost(run, runner) : 0;
	chase_field_enter(run->to, &stays);
	if (change->now != EMPTY && position_piece_at(&runner->now, change->sq) != change->now)
		extend(run, &goes, run->untold_max, UINT64_MAX);
}

static int
untold_max(const struct chase *chase)
{
	return chase->scan_lag_us < UNTOLD_MAX * UNTOLD_PLY_US ? UNTOLD_MIN : UNTOLD_MAX;
}

/* What it costs that the picture in the end is that of the line: as it stands, or with a man in the hand of who is to move. */
static int
picture_cost(const struct image *image, const struct position *now)
{
	uint64_t wrong = image_difference(image, now);

	if (wrong == 0)
		return 0;
	return image_is_in_hand(image, now, wrong) ? CHASE_IN_HAND : COST_NEVER;
}

static void
choose(const struct run *run, struct chase_field *field, struct chase_line *ret_line)
{
	const struct chase_line *best = NULL;
	struct image image;

	image_from(&image, run->reads, false);
	for (int i = 0; i < field->n; i++) {
		struct chase_line *line = &field->runners[i].line;
		int cost = picture_cost(&image, &field->runners[i].now);

		line->in_hand = cost > 0;
		line->cost = cost < COST_NEVER
		                     ? line->cost + cost + chase_lost_cost(run->chase, line)
		                     : COST_NEVER;
		if (line->cost < COST_NEVER && (!best || line->cost < best->cost))
			best = line;
	}
	ret_line->cost = COST_NEVER;
	if (!best)
		return;
	*ret_line = *best;
	for (int i = 0; i < field->n; i++)
		if (field->runners[i].line.cost <= ret_line->cost + CHASE_RIVAL)
			ret_line->rivalled |= chase_difference(ret_line, &field->runners[i].line);
}

void
chase_find(const struct chase *chase, struct chase_line *ret_line)
{
	struct chase_field fields[2] = { { .n = 1 }, { .n = 0 } };
	struct run run = { .chase = chase, .untold_max = untold_max(chase) };
	int from = 0;

	position_placement(&chase->from, run.reads);
	fields[0].runners[0].now = chase->from;
	for (; run.next < chase->n_changes; run.next++) {
		const struct account_change *change = &chase->changes[run.next];

		run.to = &fields[!from];
		run.to->n = 0;
		for (int i = 0; i < fields[from].n; i++)
			step(&run, &fields[from].runners[i]);
		run.reads[change->sq] = change->now;
		run.since_us[change->sq] = change->t_us;
		from = !from;
	}
	choose(&run, &fields[from], ret_line);
}
