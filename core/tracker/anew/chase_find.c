/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "core/chess/attacks.h"
#include "core/chess/bits.h"
#include "core/chess/movegen.h"
#include "core/tracker/anew/chase.h"
#include "core/tracker/anew/chase_field.h"
#include "core/tracker/explain/cost.h"

/* So many positions are looked at, at most: some milliseconds. */
#define NODES_MAX 6000

/* So many plies may have been made of whose men nothing has been told when that of the next one is: who takes
 * them, or what lies earlier in the scan. Each takes so long at least (an assumption: four plies a second is as quick as
 * hands are), so that a board that is told of slowly hides more of them. */
#define UNTOLD_MIN    2
#define UNTOLD_MAX    3
#define UNTOLD_PLY_US 250000

/* So many plies may have been made and not pressed for: the last one, and the one before it, to which it replied at once. */
#define AHEAD_MAX 2

/* A man who is not read where he stands is put right, or moves on, within this time. */
#define CHASE_UNREAD_US 4000000

/* What it costs to believe, beside the plies. */
enum {
	CHASE_LATE = 4, /* told of behind the reply */
	CHASE_UNREAD =
		14, /* not read for longer, since he does not stand on the middle of his square */
	CHASE_GONE_ON = 16,  /* not at all before he went on */
	CHASE_TAKEN = 8,     /* taken before a scan could see him */
	CHASE_LEFT_LATE = 3, /* read where he came from while he is read where he goes */
	CHASE_ON_WAY = 3,    /* a man in the air, read on a square that he passes */
	CHASE_BESIDE = 5,    /* a man who is taken, beside his square */
	CHASE_BACK = 5,      /* put back */
	CHASE_ASTRAY = 12,   /* anything else that was read somewhere */
	CHASE_STAYS = 12,    /* and for longer than a scan */
	CHASE_NOT_HEARD = 2, /* a pair of presses that the clock did not tell of */
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

/* What it costs that he has left sq: he is not read there, or will not be within a scan. */
static int
leaving_cost(const struct run *run, int sq, uint8_t man)
{
	const struct chase *chase = run->chase;
	uint64_t until_us = chase->changes[run->next].t_us + chase->scan_lag_us;

	if (run->reads[sq] != man)
		return 0;
	for (int i = run->next + 1; i < chase->n_changes && chase->changes[i].t_us <= until_us; i++)
		if (chase->changes[i].sq == sq)
			return CHASE_LEFT_LATE;
	return COST_NEVER;
}

static uint8_t
becomes(const struct position *before, uint16_t move)
{
	if (move_kind(move) == MOVE_PROMOTION)
		return piece_make((enum color)before->side, move_promotion(move));
	return position_piece_at(before, move_from(move));
}

/* How many presses were made by then, as far as the clock has told? */
static int
presses_until(const struct chase *chase, uint64_t t_us)
{
	int n = 0;

	while (n < chase->n_presses && chase->presses[n].t_us <= t_us)
		n++;
	return n;
}

/* Every ply is pressed for before its player's next one; but a clock that is seldom read hides presses. */
static void
charge_missed(const struct run *run, struct chase_runner *runner)
{
	const struct chase *chase = run->chase;
	int n_missed = runner->line.n_plies - AHEAD_MAX -
	               presses_until(chase, chase->changes[run->next].t_us);

	for (; !chase->clockless && runner->n_missed < n_missed; runner->n_missed += 2)
		runner->line.cost += chase->hides_presses ? CHASE_NOT_HEARD : COST_NOT_PRESSED;
}

/* In the end every press is for a ply, which is told of within a scan. */
static int
lost_cost(const struct chase *chase, const struct chase_line *line)
{
	uint64_t now_us = chase->n_changes > 0 ? chase->changes[chase->n_changes - 1].t_us : 0;
	int n_lost =
		(now_us > chase->scan_lag_us ? presses_until(chase, now_us - chase->scan_lag_us)
	                                     : 0) -
		line->n_plies;

	return n_lost > 0 ? n_lost * COST_PRESS_ALONE : 0;
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
	charge_missed(run, ret_after);
}

/* Is he, of whom the next change tells, the man of this move? A king who castles comes with his rook. */
static bool
arrives_by(const struct run *run, const struct position *before, uint16_t move)
{
	const struct account_change *change = &run->chase->changes[run->next];

	return move_target(move) == change->sq && becomes(before, move) == change->now;
}

/* What it costs that this move was made, and nothing has been told yet of its man's coming. *ret_taken: he is only if he is
 * taken now, by who comes there. */
static int
untold_cost(const struct run *run, const struct position *before, uint16_t move, bool *ret_taken)
{
	const struct account_change *change = &run->chase->changes[run->next];
	uint8_t man = becomes(before, move);

	*ret_taken = false;
	if (move_kind(move) == MOVE_CASTLING)
		return COST_NEVER;
	if (move_target(move) == change->sq) {
		*ret_taken = true;
		return CHASE_TAKEN;
	}
	return run->reads[move_target(move)] != man ? unread_cost(run, move_target(move), man)
	                                            : COST_NEVER;
}

static void
follow_told(const struct run *run, const struct chase_runner *runner, uint16_t move, int cost)
{
	struct chase_runner after;

	make(run, runner, move, cost, false, &after);
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
		bool is_taken;
		int cost;

		if (!(targets & sq_bit(move_target(move))) || arrives_by(run, &runner->now, move))
			continue;
		cost = leaving_cost(run, move_from(move),
		                    position_piece_at(&runner->now, move_from(move)));
		if (cost < COST_NEVER)
			cost += untold_cost(run, &runner->now, move, &is_taken);
		if (cost >= COST_NEVER)
			continue;
		follow_untold(run, runner, move, cost, is_taken || cost >= CHASE_UNREAD, untold - 1,
		              is_taken ? sq_bit(run->chase->changes[run->next].sq) : targets);
	}
}

/* The next change tells of the man of a ply to one of `targets`, before which up to `untold` others were made: an even number if he
 * is of who is to move, and only such as are taken where he comes if he could come at once. At most UNTOLD_MAX + 1 deep. */
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
	if (his && make_told(run, runner, &list))
		targets &= sq_bit(change->sq);
	if (untold > his)
		make_untold(run, runner, &list, untold, targets);
}
/* NOLINTEND(misc-no-recursion) */

/* The squares of men like this one who, by the position, stand there, and are not read. */
static uint64_t
missing_like(const struct run *run, const struct position *now, uint8_t man)
{
	uint64_t men = now->by_type[piece_type(man)] & now->by_color[piece_color(man)];
	uint64_t missing = 0;

	while (men != 0) {
		int sq = bits_take(&men);

		if (run->reads[sq] != man)
			missing |= sq_bit(sq);
	}
	return missing;
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

/* What it costs that the next change, by which a man is read somewhere, is no ply. */
static int
reading_cost(const struct run *run, const struct chase_runner *runner)
{
	const struct account_change *change = &run->chase->changes[run->next];
	uint8_t stands = position_piece_at(&runner->now, change->sq);

	if (stands == change->now) {
		for (int i = runner->line.n_plies - 1; i >= 0 && i + 4 > runner->line.n_plies; i--)
			if (move_target(runner->line.moves[i]) == change->sq ||
			    move_kind(runner->line.moves[i]) == MOVE_CASTLING)
				return 0; /* told late */
		return CHASE_BACK;
	}
	if (stands != EMPTY)
		return CHASE_ASTRAY;
	if (is_taken_beside(run, runner, change->sq, change->now))
		return CHASE_BESIDE;
	return missing_like(run, &runner->now, change->now) != 0 ? CHASE_ON_WAY : CHASE_ASTRAY;
}

/* Has one of the line's last plies moved a man away from sq, or taken him there? */
static bool
is_left_by_ply(const struct chase_runner *runner, int sq)
{
	for (int i = runner->line.n_plies - 1; i >= 0 && i + 4 > runner->line.n_plies; i--) {
		uint16_t move = runner->line.moves[i];

		if (move_from(move) == sq || move_to(move) == sq ||
		    (move_kind(move) == MOVE_EN_PASSANT && move_victim(move) == sq))
			return true;
	}
	return false;
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
	    is_left_by_ply(runner, change->sq) ||
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
		line->cost = cost < COST_NEVER ? line->cost + cost + lost_cost(run->chase, line)
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
