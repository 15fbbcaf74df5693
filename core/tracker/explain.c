/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/explain.h"

#include <string.h>

#include "core/chess/attacks.h"
#include "core/chess/bits.h"
#include "core/chess/movegen.h"
#include "core/tracker/cost.h"
#include "core/tracker/sense.h"

/* What was seen of one ply. */
struct trace {
	uint64_t
		arrival; /* the number of the change by which its man reached his square; 0: none */
	uint64_t t_us;
	bool seen;   /* that was seen in this line's time */
	bool told;   /* the board could have told of that change */
	bool stayed; /* the man was not seen to leave */
	int cost;    /* of what is particular to the ply */
	int unseen;  /* and of that nobody saw him arrive, if so it was */
};

struct search {
	const struct image *image;
	const struct evidence *evidence;
	const struct tolerance *tolerance;
	uint64_t touched;
	struct explanation *best;
	uint16_t line[EXPLAIN_PLIES_MAX];
	struct trace traces[EXPLAIN_PLIES_MAX];
	int n_plies;
	int nodes;
	bool found;
};

static uint64_t
residue_of(const struct search *search, const struct position *position)
{
	return image_difference(search->image, position) & ~search->tolerance->excused;
}

/* How many men may side lose in n plies that begin with side `to_move`? One a ply of the enemy. */
static int
losses_possible(enum color side, enum color to_move, int n_plies)
{
	return side == to_move ? n_plies / 2 : (n_plies + 1) / 2;
}

/* Cheap proof that no line of n plies can lead from *position to the image. */
static bool
is_out_of_reach(const struct search *search, const struct position *position, int n_plies)
{
	const struct image *image = search->image;
	int slack = search->tolerance->squares + bits_count(search->tolerance->excused);

	for (int side = WHITE; side <= BLACK && !image->occupancy_only; side++) {
		int lost = bits_count(position->by_color[side]) - bits_count(image->by_color[side]);

		if (lost < -slack ||
		    lost > slack + losses_possible((enum color)side, (enum color)position->side,
		                                   n_plies))
			return true;
	}
	return bits_count(residue_of(search, position)) > 4 * n_plies + search->tolerance->squares;
}

static bool
is_capture(const struct position *before, uint16_t move)
{
	return move_kind(move) != MOVE_CASTLING &&
	       (before->by_color[color_other((enum color)before->side)] & sq_bit(move_to(move)));
}

/* Could this man come to `to` without the board telling? Squares that do not read tell nothing;
 * where only occupation is known, a man may be exchanged for another between two scans. */
static bool
may_come_untold(const struct search *search, const struct position *before, uint16_t move)
{
	return (search->tolerance->excused & sq_bit(move_to(move))) ||
	       (search->image->occupancy_only && is_capture(before, move));
}

/* Has this move left its traces on the board? Where squares may be wrong, one of the two is
 * enough. */
static bool
has_traces(const struct search *search, const struct position *before, uint16_t move)
{
	bool from = (search->touched & sq_bit(move_from(move))) != 0;
	bool to = (search->touched & sq_bit(move_to(move))) != 0;

	/* In Chess960 the king or the rook may castle without moving. */
	if (move_kind(move) == MOVE_CASTLING || search->tolerance->squares > 0)
		return from || to;
	return from && (to || may_come_untold(search, before, move));
}

/* Was the man seen to arrive on `to`? While a square is excused the board may have agreed with
 * the record all along, so what counts there is what it read since then. */
static bool
is_seen(const struct search *search, int to, uint64_t arrival)
{
	const struct tolerance *tolerance = search->tolerance;

	if (tolerance->excused & sq_bit(to))
		return arrival > tolerance->excused_change[to];
	return arrival > search->evidence->since;
}

/* Was he read there all the time while he stood where he came from? On a square that is not believed
 * anyway that does not say that he came. */
static bool
is_stale(const struct search *search, uint16_t move, uint64_t arrived_us)
{
	return (search->tolerance->excused & sq_bit(move_target(move))) &&
	       arrived_us + PLACED_EARLY_US < search->evidence->placed_us[move_from(move)][EMPTY];
}

/* A man taken where the board cannot tell: which one he was is a matter of what players do. They
 * take back, they take what is dear, and seldom something cheap that is protected. */
static int
swap_cost(const struct search *search, const struct position *before, uint16_t move, int ply)
{
	int to = move_to(move);
	int last = ply > 0 ? move_target(search->line[ply - 1]) : search->evidence->last_target;
	int gain = sense_gain(before, move);
	int cost = COST_SWAP_UNSEEN;

	if (sense_loss(before, move) > 0)
		cost += COST_UNWISE;
	else
		cost -= gain < 5 ? gain : 5;
	return to == last ? cost - COST_SWAP_TAKES_BACK : cost;
}

/* Was he seen on the way there? */
static int
way_cost(const struct search *search, const struct position *before, uint16_t move)
{
	const struct evidence *evidence = search->evidence;
	uint8_t man = image_reading(search->image, position_piece_at(before, move_from(move)));
	uint64_t left = search->touched & ~sq_bit(move_from(move)) & ~sq_bit(move_to(move));
	uint64_t seen = 0;

	for (left &= ~search->image->by_color[WHITE] & ~search->image->by_color[BLACK]; left != 0;
	     left &= left - 1)
		if (evidence->placed[bits_first(left)][man] > evidence->since)
			seen |= sq_bit(bits_first(left));
	if (seen == 0 || (seen & ~attacks_path[move_from(move)][move_to(move)]) != 0)
		return 0;
	return -COST_ON_WAY;
}

/* A man whom nobody saw arrive on a square that should have told: one that has just told of another
 * change did not fail, and one that has read wrong before does so again. */
static int
unseen_cost(const struct search *search, const struct position *before, uint16_t move)
{
	const struct evidence *evidence = search->evidence;
	int to = move_target(move);
	uint64_t told_us = evidence->changed_us[to];
	uint64_t left_us = evidence->placed_us[move_from(move)][EMPTY];
	int cost = sense_loss(before, move) > 0 ? COST_UNWISE : 0;

	cost += way_cost(search, before, move);
	if (search->tolerance->known_bad & sq_bit(to))
		return cost - COST_FAILED_BEFORE;
	if (told_us == 0 || left_us > told_us + LONG_SILENCE_US)
		return cost;
	return cost + (left_us > told_us + SILENCE_US ? COST_TOLD_LATELY : COST_TOLD_JUST_NOW);
}

/* A man who was read on his new square before he left the old one. */
static int
early_cost(const struct search *search, uint16_t move, uint64_t arrived_us)
{
	uint64_t left_us = search->evidence->placed_us[move_from(move)][EMPTY];

	if (arrived_us + PLACED_EARLY_US < left_us)
		return COST_PLACED_EARLY;
	return arrived_us + 2 * search->evidence->scan_us + SCAN_WAY_US < left_us
	               ? COST_PLACED_RATHER_EARLY
	               : 0;
}

/* Castling goes by its king. */
static struct trace
trace_of(const struct search *search, const struct position *before, uint16_t move, int ply)
{
	uint8_t piece = position_piece_at(before, move_from(move));
	struct trace trace = { .told = true };
	int to = move_target(move);

	if (move_kind(move) == MOVE_PROMOTION)
		piece = piece_make(piece_color(piece), move_promotion(move));
	piece = image_reading(search->image, piece);
	trace.arrival = search->evidence->placed[to][piece];
	trace.t_us = search->evidence->placed_us[to][piece];
	trace.stayed = !(search->touched & sq_bit(move_from(move)));
	trace.seen = is_seen(search, to, trace.arrival) && !is_stale(search, move, trace.t_us);
	if (!trace.seen) {
		/* He left, at least, and arrived no sooner. */
		trace.arrival = search->evidence->placed[move_from(move)][EMPTY];
		trace.t_us = search->evidence->placed_us[move_from(move)][EMPTY];
	}
	if (!trace.seen && may_come_untold(search, before, move)) {
		trace.told = false;
		trace.cost =
			search->image->occupancy_only
				? swap_cost(search, before, move, ply)
				: COST_UNPROVED + (sense_loss(before, move) > 0 ? COST_UNWISE : 0);
	} else if (trace.seen) {
		trace.cost = early_cost(search, move, trace.t_us);
	}
	if (trace.told && (!trace.seen || image_at(search->image, to) != piece))
		trace.unseen = COST_UNSEEN + unseen_cost(search, before, move);
	if ((search->image->occupancy_only || !trace.seen) && move_kind(move) == MOVE_PROMOTION &&
	    move_promotion(move) != QUEEN)
		trace.cost += COST_UNDERPROMOTED;
	return trace;
}

/* Was the square still occupied when the line's last man arrived, as far as a scan can tell? A man who was gone
 * before is not being captured in reply. */
static bool
is_lifted_since(const struct search *search, int sq)
{
	return search->n_plies == 0 ||
	       search->evidence->placed_us[sq][EMPTY] + search->evidence->scan_us >=
	               search->traces[search->n_plies - 1].t_us;
}

/* Was the man lifted before the line's last ply was made, or his player's last? Then nobody holds
 * him to reply. */
static bool
is_lifted_before(const struct search *search, int sq)
{
	const struct evidence *evidence = search->evidence;
	uint64_t way_us = search->image->occupancy_only ? 0 : SCAN_WAY_US;
	int n = search->n_plies;

	if (n >= 2 && evidence->placed[sq][EMPTY] < search->traces[n - 2].arrival)
		return true;
	return n >= 1 && !evidence->blind &&
	       evidence->placed_us[sq][EMPTY] + evidence->scan_us + way_us <
	               search->traces[n - 1].t_us;
}

/* Has the clock been pressed for the ply that a man lifted from sq would begin? Then nobody holds him
 * any more; but where men are not known he may stand where he took another. */
static bool
is_pressed_since(const struct search *search, int sq)
{
	return !search->image->occupancy_only && search->evidence->pressed_us[search->n_plies] >
	                                                 search->evidence->placed_us[sq][EMPTY];
}

static int
square_cost(const struct search *search, const struct position *position, int sq, uint8_t expected,
            uint8_t reads)
{
	enum color side = (enum color)position->side;
	uint64_t occupied = position->by_color[WHITE] | position->by_color[BLACK];

	if (expected != EMPTY && reads == EMPTY && piece_color(expected) == side &&
	    !is_lifted_before(search, sq) && !is_pressed_since(search, sq))
		return COST_LIFTED;
	if (search->tolerance->known_bad & sq_bit(sq))
		return COST_KNOWN_BAD;
	if (reads != EMPTY)
		return expected == EMPTY ? COST_EXTRA : COST_WRONG;
	if (position_attackers(position, sq, side, occupied) && is_lifted_since(search, sq))
		return COST_CAPTURED;
	if (search->evidence->changed[sq] <= search->evidence->since)
		return COST_MISSING;
	return piece_type(expected) == KING ? COST_KING_HELD : COST_HELD;
}

/* What it takes to believe that the squares of `residue` read what they read. */
static int
residue_cost(const struct search *search, const struct position *position, uint64_t residue)
{
	int cost = 0;

	while (residue != 0) {
		int sq = __builtin_ctzll(residue);
		uint8_t expected = position_piece_at(position, sq);
		uint8_t reads = image_at(search->image, sq);

		residue &= residue - 1;
		cost += square_cost(search, position, sq, expected, reads);
	}
	return cost;
}

/* Is a better than b? Cheaper, or with later arrivals. */
static bool
is_better(const struct explanation *a, const struct explanation *b)
{
	if (a->cost != b->cost)
		return a->cost < b->cost;
	return a->arrival > b->arrival;
}

static int
disorder_cost(const struct search *search, const struct trace *earlier, const struct trace *later)
{
	return earlier->t_us > later->t_us + search->evidence->scan_us ? COST_DISORDER_LATE
	                                                               : COST_DISORDER;
}

/* Which ply of the line took the man of this one off his square, or on from there? 0: none. */
static int
follower_of(const struct search *search, int ply)
{
	int to = move_to(search->line[ply]);

	if (move_kind(search->line[ply]) == MOVE_CASTLING)
		return 0;
	if (ply + 1 < search->n_plies && move_to(search->line[ply + 1]) == to)
		return ply + 1;
	if (ply + 2 < search->n_plies && move_from(search->line[ply + 2]) == to)
		return ply + 2;
	return 0;
}

/* Did the man stand on his square too shortly for a scan to see him? He stood there when his clock
 * was pressed, and until the next ply took him or he went on. */
static bool
is_gone_at_once(const struct search *search, int ply)
{
	const struct evidence *evidence = search->evidence;
	int follower = follower_of(search, ply);
	uint64_t pressed_us = evidence->pressed_us[ply];

	if (follower == 0)
		return false;
	return evidence->blind || pressed_us == 0 ||
	       search->traces[follower].t_us <= pressed_us + 2 * evidence->scan_us + SCAN_WAY_US;
}

/* Was the man seen on his square, but stands there no longer, and the line does not say why? He
 * whose opponent has replied is lifted for his next ply. */
static bool
has_left_again(const struct search *search, int ply, uint64_t residue)
{
	int to = move_to(search->line[ply]);

	if (move_kind(search->line[ply]) == MOVE_CASTLING || !(residue & sq_bit(to)))
		return false;
	return ply != search->n_plies - 2 || image_at(search->image, to) != EMPTY ||
	       is_lifted_before(search, to);
}

/* Is a man like the one read on sq missing from another square? Then he was carried there. */
static bool
is_missing_elsewhere(const struct search *search, const struct position *end, uint64_t residue,
                     int sq)
{
	uint8_t reads = image_at(search->image, sq);

	for (residue &= ~sq_bit(sq); residue != 0; residue &= residue - 1) {
		int other = __builtin_ctzll(residue);

		if (image_at(search->image, other) == EMPTY &&
		    image_reading(search->image, position_piece_at(end, other)) == reads)
			return true;
	}
	return false;
}

/* Did somebody arrive there whom the board takes for another man? */
static bool
is_misread(const struct search *search, const struct position *end, int ply, uint64_t residue)
{
	int to = move_to(search->line[ply]);

	return (residue & sq_bit(to)) && image_at(search->image, to) != EMPTY &&
	       is_seen(search, to, search->evidence->changed[to]) &&
	       !is_missing_elsewhere(search, end, residue, to);
}

/* The man of this ply was not seen to arrive, or not as himself. */
static void
note_unseen(const struct search *search, const struct position *end, int ply,
            struct explanation *found)
{
	if (is_gone_at_once(search, ply)) {
		found->hidden++;
		found->hidden_set |= 1U << ply;
	} else if (is_misread(search, end, ply, found->residue)) {
		found->misread++;
	} else {
		found->unseen++;
		found->unseen_set |= 1U << ply;
		found->cost += search->evidence->blind ? 0 : search->traces[ply].unseen;
	}
}

static void
weigh_line(const struct search *search, const struct position *end, struct explanation *found)
{
	const struct trace *traces = search->traces;

	found->cost = found->n_plies * COST_PLY;
	for (int i = 0; i < search->n_plies; i++) {
		found->arrival += traces[i].arrival;
		found->t_us[i] = traces[i].t_us;
		found->last_unproved = !traces[i].told;
		found->untold_set |= traces[i].told ? 0 : 1U << i;
		if (traces[i].told &&
		    (!traces[i].seen || has_left_again(search, i, found->residue))) {
			note_unseen(search, end, i, found);
		}
		found->cost += traces[i].cost;
		if (traces[i].stayed && !(i >= 2 && follower_of(search, i - 2) != 0))
			found->cost += COST_UNSEEN_LEAVING;
		for (int k = i + 1; k < search->n_plies; k++)
			if (traces[i].arrival > traces[k].arrival) {
				found->disorder++;
				found->cost += disorder_cost(search, &traces[i], &traces[k]);
			}
	}
	if (search->evidence->blind)
		found->cost += (found->unseen + found->hidden + found->misread) * COST_OUT_OF_SIGHT;
	else
		found->cost += found->hidden * COST_HIDDEN + found->misread * COST_MISREAD;
}

/* Squares that should show a man who was not seen to arrive as himself: one fault, not two. */
static uint64_t
unseen_targets(const struct search *search, const struct position *end,
               const struct explanation *found)
{
	uint64_t targets = 0;

	for (int i = 0; i < search->n_plies && found->unseen + found->misread > 0; i++)
		if (image_at(search->image, move_target(search->line[i])) == EMPTY ||
		    is_misread(search, end, i, found->residue))
			targets |= sq_bit(move_target(search->line[i]));
	return targets;
}

/* Squares that men were not seen to leave, and that still read them: the update was lost, no
 * more. */
static uint64_t
stale_origins(const struct search *search)
{
	uint64_t origins = 0;

	for (int i = 0; i < search->n_plies; i++)
		if (search->traces[i].stayed)
			origins |= sq_bit(move_from(search->line[i]));
	return origins;
}

/* Men who were lifted and stand again, and whom the line does not move or take. On a board that
 * knows no men that is how a capture is seen. */
static int
touched_cost(const struct search *search, const struct position *end)
{
	uint64_t touched = search->touched & ~search->tolerance->known_bad &
	                   search->image->by_color[WHITE] &
	                   (end->by_color[WHITE] | end->by_color[BLACK]);

	if (!search->image->occupancy_only)
		return 0;
	for (int i = 0; i < search->n_plies; i++)
		touched &= ~(sq_bit(move_from(search->line[i])) | sq_bit(move_to(search->line[i])) |
		             sq_bit(move_target(search->line[i])));
	return bits_count(touched) * COST_TOUCHED;
}

static void
keep_if_better(struct search *search, const struct position *end)
{
	struct explanation *best = search->best;
	struct explanation found = { .n_plies = search->n_plies, .rival = COST_NEVER };

	found.residue = residue_of(search, end);
	if (bits_count(found.residue) > search->tolerance->squares)
		return;
	weigh_line(search, end, &found);
	found.cost += touched_cost(search, end);
	found.absent = found.residue & unseen_targets(search, end, &found);
	found.cost +=
		residue_cost(search, end, found.residue & ~found.absent & ~stale_origins(search));
	memcpy(found.moves, search->line, sizeof(found.moves));
	if (search->found && !is_better(&found, best)) {
		if (found.cost < best->rival) {
			best->rival = found.cost;
			memcpy(best->rival_moves, found.moves, sizeof(found.moves));
		}
		return;
	}
	if (search->found) {
		found.rival = best->cost;
		memcpy(found.rival_moves, best->moves, sizeof(found.rival_moves));
	}
	search->found = true;
	*best = found;
}

/* Depth-first, at most EXPLAIN_PLIES_MAX deep, which bounds the recursion. */
/* NOLINTBEGIN(misc-no-recursion) */
static void
visit(struct search *search, const struct position *position, int ply)
{
	int left = search->n_plies - ply;
	struct move_list list;

	if (left == 0) {
		keep_if_better(search, position);
		return;
	}
	if (is_out_of_reach(search, position, left))
		return;
	movegen_legal(position, &list);
	for (int i = 0; i < list.count; i++) {
		struct position after;

		if (!has_traces(search, position, list.moves[i]))
			continue;
		if (++search->nodes > EXPLAIN_NODES_MAX)
			return;
		search->line[ply] = list.moves[i];
		search->traces[ply] = trace_of(search, position, list.moves[i], ply);
		position_after(position, list.moves[i], &after);
		visit(search, &after, ply + 1);
	}
}
/* NOLINTEND(misc-no-recursion) */

static uint64_t
touched_squares(const struct evidence *evidence)
{
	uint64_t touched = 0;

	for (int sq = 0; sq < 64; sq++)
		if (evidence->changed[sq] > evidence->since)
			touched |= sq_bit(sq);
	return touched;
}

bool
explain(const struct position *from, const struct image *image, int n_plies,
        const struct evidence *evidence, const struct tolerance *tolerance,
        struct explanation *ret_explanation)
{
	struct explanation best = { .n_plies = n_plies };
	struct search search = {
		.image = image,
		.evidence = evidence,
		.tolerance = tolerance,
		.touched = touched_squares(evidence) | image_difference(image, from),
		.best = &best,
		.n_plies = n_plies,
	};

	visit(&search, from, 0);
	if (!search.found)
		return false;
	*ret_explanation = best;
	return true;
}
