/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The lines of which an account is asked: those whose plies each left a trace in their time, or may have been too
 * short for one.
 *
 * First those whose men were all seen to arrive. Where a man was not, the line is laid aside, to be gone on with when
 * there is none of the others: so no line is followed twice.
 */
#include <string.h>

#include "core/chess/bits.h"
#include "core/chess/movegen.h"
#include "core/tracker/anew/account_inside.h"

/* So many men may have stood somewhere unseen: an exchange on a square that does not read. */
#define UNSEEN_MAX 3

/* Squares of which it was told in the time of a ply that they began, or ceased, to read the man. */
struct told {
	uint64_t came[PIECES + 1], left[PIECES + 1];
};

/* A line whose last man was not seen to arrive. */
struct begun {
	uint16_t moves[ACCOUNT_PLIES_MAX];
	uint8_t n_plies;
	uint16_t unseen; /* plies whose man was not: a set */
};

struct finding {
	const struct account *account;
	struct account_line line, *best, *rival;
	int n_plies; /* so many, at most */
	uint64_t read
		[PIECES +
	         1]; /* squares of which it was told at any time that they began to read the man */
	struct told told[ACCOUNT_PLIES_MAX];
	uint64_t due
		[ACCOUNT_PLIES_MAX]; /* changes told before the ply behind this one may have begun */
	struct step steps[ACCOUNT_PLIES_MAX];
	unsigned int unseen; /* plies of the line whose man was not seen to arrive: a set */
	struct begun begun[ACCOUNT_NODES_MAX];
	int n_begun, nodes;
};

/* Was the change told between the press of the player's last ply and a scan behind that of ply `ply`? */
static bool
is_in_time(const struct account *account, int ply, const struct account_change *change)
{
	return (ply < 2 || ply - 2 >= account->n_presses ||
	        change->t_us >= account->presses[ply - 2].from_us) &&
	       (ply >= account->n_presses ||
	        change->t_us <= account->presses[ply].t_us + account->scan_lag_us);
}

static void
note_told(const struct account *account, int ply, struct told *told)
{
	memset(told, 0, sizeof(*told));
	for (int i = 0; i < account->n_changes; i++) {
		const struct account_change *change = &account->changes[i];

		if (!is_in_time(account, ply, change))
			continue;
		told->came[change->now] |= sq_bit(change->sq);
		told->left[change->was] |= sq_bit(change->sq);
	}
}

/* The changes told from from_us on, and before until_us, on squares that are believed. */
static uint64_t
told_between(const struct account *account, uint64_t from_us, uint64_t until_us)
{
	uint64_t changes = 0;

	for (int i = 0; i < account->n_changes; i++) {
		const struct account_change *change = &account->changes[i];

		if (change->t_us >= from_us && change->t_us < until_us &&
		    !(account->excused & sq_bit(change->sq)))
			changes |= UINT64_C(1) << i;
	}
	return changes;
}

/* What was told before the ply behind ply `ply` may have begun, and was not due before. */
static uint64_t
find_due(const struct account *account, int ply)
{
	uint64_t from_us =
		ply >= 2 && ply - 2 < account->n_presses ? account->presses[ply - 2].from_us : 0;
	uint64_t until_us =
		ply >= 1 && ply - 1 < account->n_presses ? account->presses[ply - 1].from_us : 0;

	return told_between(account, from_us, until_us);
}

/* Which of the changes can be part of none of the plies before ply `ply`? */
static uint64_t
left_over(const struct finding *finding, int ply, uint64_t changes)
{
	uint64_t left = 0;

	while (changes != 0) {
		int i = bits_take(&changes), p = ply - 1;

		while (p >= 0 && step_part_cost(&finding->steps[p],
		                                &finding->account->changes[i]) == COST_NEVER)
			p--;
		if (p < 0)
			left |= UINT64_C(1) << i;
	}
	return left;
}

/* Then they are part of ply `ply`; are they? */
static bool
takes_over(const struct finding *finding, int ply, uint64_t left)
{
	while (left != 0)
		if (step_part_cost(&finding->steps[ply],
		                   &finding->account->changes[bits_take(&left)]) == COST_NEVER)
			return false;
	return true;
}

static bool
may_castle(const struct position *position, enum color side)
{
	return position->castling_rook[side][CASTLE_KING_SIDE] != SQ_NONE ||
	       position->castling_rook[side][CASTLE_QUEEN_SIDE] != SQ_NONE;
}

/* Can n_plies more lead to the picture? A ply puts one man where he did not stand, castling two, and takes one away; an illegal
 * move one of either side. */
static bool
may_reach(const struct account *account, const struct position *position, int n_plies)
{
	uint64_t wrong = image_difference(&account->image, position) & ~account->excused;

	for (int side = WHITE; side <= BLACK; side++) {
		int own = side == position->side ? (n_plies + 1) / 2 : n_plies / 2;
		int moved =
			own + (own > 0 && may_castle(position, (enum color)side)) + account->errs;

		if (bits_count(wrong & account->image.by_color[side]) > moved ||
		    bits_count(wrong & position->by_color[side]) > moved + n_plies - own)
			return false;
	}
	return true;
}

/* Of two that cost the same, the shorter one. */
static bool
is_better(const struct account_line *line, const struct account_line *than)
{
	int total = account_total(line), than_total = account_total(than);

	return total < than_total || (total == than_total && line->n_plies < than->n_plies);
}

/* Does the picture show what stands behind the line, or that and one man, of either side, put where he was not? */
static bool
may_end(const struct account *account, const struct position *end)
{
	uint64_t wrong = image_difference(&account->image, end) & ~account->excused;

	if (!account->errs)
		return wrong == 0;
	return ((wrong & end->by_color[WHITE]) != 0 &&
	        (wrong & account->image.by_color[WHITE]) != 0) ||
	       ((wrong & end->by_color[BLACK]) != 0 &&
	        (wrong & account->image.by_color[BLACK]) != 0);
}

static void
keep(struct finding *finding, const struct position *end, int n_plies)
{
	struct account_line *line = &finding->line;

	if (!may_end(finding->account, end))
		return;
	line->n_plies = n_plies;
	account_weigh(finding->account, line);
	if (line->cost == COST_NEVER)
		return;
	if (is_better(line, finding->best)) {
		*finding->rival = *finding->best;
		*finding->best = *line;
	} else if (is_better(line, finding->rival)) {
		*finding->rival = *line;
	}
}

/* May the man of ply `ply`, whom nobody saw arrive, go on when his player moves next? Not if the last ply has taken him. */
static bool
may_go_on(const struct finding *finding, int ply)
{
	const uint16_t *moves = finding->line.moves;

	return (finding->unseen >> ply & 1) && move_to(moves[ply + 1]) != move_target(moves[ply]);
}

/* And must he? Not if his square reads him later. */
static bool
must_go_on(const struct finding *finding, int ply)
{
	return finding->account->clockless || finding->steps[ply].late_cost == COST_NEVER;
}

/* Who may make ply `ply`? Men who were seen to leave their squares; or the one who was not seen to arrive: if he must have gone
 * on, nobody else. The king castles without. */
static void
find_movers(const struct finding *finding, int ply, uint64_t *ret_movers, uint64_t *ret_castler)
{
	const struct position *position = &finding->steps[ply].before;
	const uint16_t *moves = finding->line.moves;
	enum color side = (enum color)position->side;
	bool unseen = ply >= 2 && may_go_on(finding, ply - 2);

	*ret_movers = *ret_castler = 0;
	if (unseen && !finding->account->clockless)
		*ret_movers = sq_bit(move_target(moves[ply - 2]));
	if (unseen && must_go_on(finding, ply - 2))
		return;
	for (int type = PAWN; type <= KING; type++)
		*ret_movers |= finding->told[ply].left[piece_make(side, (enum piece_type)type)] &
		               position->by_type[type];
	*ret_movers &= position->by_color[side];
	if (may_castle(position, side))
		*ret_castler = sq_bit(position_king(position, side));
}

/* When was it told first, in the time of the ply, that who may make it ceased to be read on his square? UINT64_MAX: it was not. */
static void
note_lifts(const struct finding *finding, int ply, uint64_t squares, uint64_t ret_t_us[64])
{
	const struct account *account = finding->account;

	memset(ret_t_us, 0xff, 64 * sizeof(ret_t_us[0]));
	for (int i = account->n_changes - 1; i >= 0; i--) {
		const struct account_change *change = &account->changes[i];

		if ((squares & sq_bit(change->sq)) && is_in_time(account, ply, change) &&
		    change->was == position_piece_at(&finding->steps[ply].before, change->sq))
			ret_t_us[change->sq] = change->t_us;
	}
}

/* The moves of those who may make ply `ply`, whose man was lifted first before the others: so they were made, as a rule. */
static void
list_choices(const struct finding *finding, int ply, struct move_list *ret_list)
{
	uint64_t movers, castler, t_us[64];
	int n = 0;

	ret_list->count = 0;
	find_movers(finding, ply, &movers, &castler);
	if ((movers | castler) == 0)
		return; /* and no move need be generated */
	movegen_legal_of(&finding->steps[ply].before, movers | castler, ret_list);
	note_lifts(finding, ply, movers | castler, t_us);
	for (int i = 0; i < ret_list->count; i++) {
		uint16_t move = ret_list->moves[i];
		int k = n, from = move_from(move);

		if (!((move_kind(move) == MOVE_CASTLING ? castler : movers) & sq_bit(from)))
			continue;
		for (; k > 0 && t_us[move_from(ret_list->moves[k - 1])] > t_us[from]; k--)
			ret_list->moves[k] = ret_list->moves[k - 1];
		ret_list->moves[k] = move;
		n++;
	}
	ret_list->count = n;
}

/* Does the board tell that the man of ply `ply` arrived, or need it not? */
static bool
is_seen(const struct finding *finding, int ply)
{
	const struct step *step = &finding->steps[ply];

	if (move_kind(step->move) == MOVE_CASTLING)
		return true;
	if (ply > 0 && (finding->unseen >> (ply - 1) & 1) && step_retakes(step))
		return true;
	return (finding->told[ply].came[step->men[0].becomes] & sq_bit(step->men[0].to)) != 0;
}

/* Does the square where he goes begin to read him at any time? Else nothing is told of his coming, in time or late. */
static bool
is_ever_read(const struct finding *finding, const struct man *man)
{
	return (finding->read[man->becomes] & sq_bit(man->to)) != 0;
}

/* Has it looked at as many positions as it may? */
static bool
is_at_end(const struct finding *finding)
{
	return finding->nodes >= ACCOUNT_NODES_MAX;
}

static void
lay_aside(struct finding *finding, int ply)
{
	struct begun *begun = &finding->begun[finding->n_begun];

	if (finding->n_begun == ACCOUNT_NODES_MAX)
		return;
	memcpy(begun->moves, finding->line.moves, sizeof(begun->moves));
	begun->n_plies = (uint8_t)(ply + 1);
	begun->unseen = (uint16_t)(finding->unseen | 1u << ply);
	finding->n_begun++;
}

/* NOLINTBEGIN(misc-no-recursion) */
static void visit(struct finding *finding, const struct position *position, int ply);

/* Whoever was not seen to come was pressed for, or, where nobody presses, answered. */
static bool
is_vouched_for(const struct finding *finding, int ply)
{
	return ply <
	       (finding->account->clockless ? finding->n_plies - 1 : finding->account->n_presses);
}

/* Ply `ply` is `move`: it must be one of which all of `left` is part. */
static void
follow(struct finding *finding, int ply, uint16_t move, uint64_t left)
{
	struct step *step = &finding->steps[ply];
	struct position after;
	bool seen;

	step_name(step, move);
	seen = is_seen(finding, ply);
	if (!seen && !is_vouched_for(finding, ply))
		return;
	position_after(&step->before, move, &after);
	if (!may_reach(finding->account, &after, finding->n_plies - ply - 1))
		return;
	finding->line.moves[ply] = move;
	if (seen || left != 0 || is_ever_read(finding, &step->men[0])) {
		step_hear(finding->account, finding->steps, ply);
		if (!takes_over(finding, ply, left))
			return;
		/* Who was pushed on his square was seen beside it before; or he had gone on, and is back. */
		if (seen || step->late_cost == ACCOUNT_PUSHED)
			visit(finding, &after, ply + 1);
	}
	if (!seen)
		lay_aside(finding, ply);
}

/* Is there a press for every ply but the last, or for each and the illegal move? Where nobody presses, lines of each length are looked
 * for in turn. */
static bool
is_long_enough(const struct finding *finding, int ply)
{
	const struct account *account = finding->account;

	if (account->errs)
		return ply > 0 && ply + 1 == account->n_presses;
	return account->clockless ? ply == finding->n_plies : ply > 0 && ply >= account->n_presses;
}

/* Depth-first, at most ACCOUNT_PLIES_MAX deep. */
static void
visit(struct finding *finding, const struct position *position, int ply)
{
	struct move_list list;
	uint64_t left;

	finding->nodes++;
	if (is_long_enough(finding, ply))
		keep(finding, position, ply);
	if (ply + finding->account->errs == finding->n_plies)
		return;
	finding->steps[ply].before = *position;
	step_begin(finding->account, finding->steps, ply);
	if (finding->account->clockless &&
	    left_over(finding, ply,
	              told_between(finding->account, 0, finding->steps[ply].from_us)) != 0)
		return;
	left = left_over(finding, ply, finding->due[ply]);
	list_choices(finding, ply, &list);
	for (int i = 0; i < list.count && !is_at_end(finding); i++)
		follow(finding, ply, list.moves[i], left);
}
/* NOLINTEND(misc-no-recursion) */

/* How many plies of what was laid aside, but for its last one, does it share with what was taken up before? */
static int
count_shared(const struct begun *begun, const struct begun *before)
{
	int n = 0;

	while (before && n + 1 < begun->n_plies && n < before->n_plies &&
	       begun->moves[n] == before->moves[n])
		n++;
	return n;
}

/* What was laid aside goes on, behind *before, which was taken up last (NULL: nothing was). */
static void
take_up(struct finding *finding, const struct begun *begun, const struct begun *before)
{
	int n_shared = count_shared(begun, before);
	struct position now = finding->account->from;

	if (n_shared > 0)
		position_after(&finding->steps[n_shared - 1].before, begun->moves[n_shared - 1],
		               &now);
	memcpy(finding->line.moves, begun->moves, sizeof(begun->moves));
	finding->unseen = begun->unseen;
	for (int i = n_shared; i < begun->n_plies; i++) {
		finding->steps[i].before = now;
		step_begin(finding->account, finding->steps, i);
		step_take(finding->account, finding->steps, i, begun->moves[i]);
		position_after(&now, begun->moves[i], &now);
	}
	visit(finding, &now, begun->n_plies);
}

static void
begin(struct finding *finding, const struct account *account, struct account_line *ret_best,
      struct account_line *ret_rival)
{
	finding->account = account;
	finding->best = ret_best;
	finding->rival = ret_rival;
	finding->n_plies = account->n_presses;
	if (account->clockless)
		finding->n_plies = ACCOUNT_PLIES_MAX;
	else if (!account->errs)
		finding->n_plies += account->n_presses < ACCOUNT_PLIES_MAX;
	finding->unseen = 0;
	finding->n_begun = finding->nodes = 0;
	memset(finding->read, 0, sizeof(finding->read));
	for (int i = 0; i < account->n_changes; i++)
		finding->read[account->changes[i].now] |= sq_bit(account->changes[i].sq);
	for (int ply = 0; ply < finding->n_plies; ply++) {
		note_told(account, ply, &finding->told[ply]);
		finding->due[ply] = find_due(account, ply);
	}
	ret_best->cost = ret_rival->cost = COST_NEVER;
	ret_best->pace = ret_rival->pace = 0;
}

/* The lines with up to n_unseen men whom nobody saw arrive. */
static void
look_for(struct finding *finding, int n_unseen)
{
	const struct begun *before = NULL;
	int next = 0;

	finding->unseen = 0;
	finding->n_begun = 0;
	visit(finding, &finding->account->from, 0);
	for (int n = 1; n <= n_unseen && finding->best->cost == COST_NEVER; n++)
		for (int end = finding->n_begun; next < end && !is_at_end(finding); next++) {
			take_up(finding, &finding->begun[next], before);
			before = &finding->begun[next];
		}
}

/* Where nobody presses it is not known how many plies there are. */
static void
look_for_any_length(struct finding *finding, int n_unseen)
{
	finding->nodes = 0;
	for (int n = 1; n <= ACCOUNT_PLIES_MAX && !is_at_end(finding); n++) {
		finding->n_plies = n;
		look_for(finding, n_unseen);
	}
}

void
account_find(const struct account *account, int most, struct account_line *ret_best,
             struct account_line *ret_rival)
{
	struct finding finding;
	int n_unseen = most / ACCOUNT_HIDDEN < UNSEEN_MAX ? most / ACCOUNT_HIDDEN : UNSEEN_MAX;

	begin(&finding, account, ret_best, ret_rival);
	if (!account->clockless) {
		look_for(&finding, n_unseen);
		return;
	}
	look_for_any_length(&finding, 0);
	if (ret_best->cost == COST_NEVER && n_unseen > 0)
		look_for_any_length(&finding, n_unseen);
}
