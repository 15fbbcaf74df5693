/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/chess/attacks.h"
#include "core/tracker/explain/search.h"
#include "core/tracker/explain/sense.h"
#include "core/tracker/occupancy/glimpse.h"

static bool
is_capture(const struct position *before, uint16_t move)
{
	return move_kind(move) != MOVE_CASTLING &&
	       (before->by_color[color_other((enum color)before->side)] & sq_bit(move_to(move)));
}

bool
trace_may_come_untold(const struct search *search, const struct position *before, uint16_t move)
{
	return (search->tolerance->excused & sq_bit(move_to(move))) ||
	       (search->image->occupancy_only && is_capture(before, move));
}

bool
trace_may_be_hidden(const struct search *search, const struct position *before, uint16_t move)
{
	return !search->image->occupancy_only && is_capture(before, move);
}

/* Does he take, where nothing was told of since, who had just taken another man like him? Then the square read such a man
 * all the time, but for less than a scan. */
static bool
replaces_his_like(const struct search *search, uint16_t move, uint8_t reading, int ply)
{
	int to = move_to(move);

	return ply > 0 && !search->image->occupancy_only && move_kind(move) != MOVE_CASTLING &&
	       move_target(search->line[ply - 1]) == to && !(search->touched & sq_bit(to)) &&
	       search->traces[ply - 1].taken != EMPTY &&
	       image_reading(search->image, search->traces[ply - 1].taken) == reading;
}

/* Was the man seen to arrive on `to`? While a square is excused the board may have agreed with
 * the record all along, so what counts there is what it read since then. Where men are not known any man who came there
 * makes it read so, and as a rule it is excused for one who does not fit the record yet. */
bool
trace_is_seen(const struct search *search, int to, uint64_t arrival)
{
	const struct tolerance *tolerance = search->tolerance;

	if ((tolerance->excused & sq_bit(to)) && !search->image->occupancy_only)
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

/* Where the last man before the ply came to stand. */
static int
target_before(const struct search *search, int ply)
{
	return ply > 0 ? move_target(search->line[ply - 1]) : search->evidence->last_target;
}

/* Was the rook with whom he castles seen to come to his square? */
static bool
is_rook_seen(const struct search *search, const struct position *before, uint16_t move)
{
	uint8_t man = image_reading(search->image, position_piece_at(before, move_to(move)));

	return move_kind(move) == MOVE_CASTLING &&
	       search->evidence->placed[move_rook_target(move)][man] > search->evidence->since;
}

/* Was he seen on the way there? */
static int
way_cost(const struct search *search, const struct position *before, uint16_t move)
{
	const struct evidence *evidence = search->evidence;
	uint8_t man = image_reading(search->image, position_piece_at(before, move_from(move)));
	uint64_t left = search->touched & ~sq_bit(move_from(move)) & ~sq_bit(move_to(move));
	uint64_t seen = 0;

	if (is_rook_seen(search, before, move))
		return -COST_ON_WAY;
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
	/* A square that fails tells no less of it when the man who is taken there leaves it. */
	if (image_at(search->image, to) == EMPTY && is_capture(before, move) &&
	    evidence->placed[to][EMPTY] > evidence->since)
		return cost;
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

/* A board that knows no men tells once of whoever arrives. Was that the man of an earlier ply of the line, since
 * this one left his square only then? */
static bool
is_of_earlier_ply(const struct search *search, uint16_t move, int ply, uint64_t arrival)
{
	if (!search->image->occupancy_only ||
	    search->evidence->placed[move_from(move)][EMPTY] < arrival)
		return false;
	for (int i = 0; i < ply; i++)
		if (move_target(search->line[i]) == move_target(move) &&
		    search->traces[i].arrival == arrival)
			return true;
	return false;
}

static int
untold_cost(const struct search *search, const struct position *before, uint16_t move, int ply)
{
	if (!trace_may_come_untold(search, before, move))
		return COST_NEVER;
	if (search->image->occupancy_only)
		return sense_swap_cost(before, move, target_before(search, ply)) +
		       glimpse_cost(
			       glimpse_squares(search->evidence, search->image, move_from(move)),
			       move);
	return COST_UNPROVED + (sense_loss(before, move) > 0 ? COST_UNWISE : 0);
}

/* Does sq not read a man as he is? It is known to fail, and has told of nothing since from_us; or since then, and until until_us, it
 * has begun to read somebody whom the record does not have there. */
static bool
misreads(const struct search *search, const struct position *before, int sq, uint64_t from_us,
         uint64_t until_us)
{
	uint64_t changed_us = search->evidence->changed_us[sq];
	uint8_t reads = image_at(search->image, sq);

	if (changed_us <= from_us)
		return (search->tolerance->known_bad & sq_bit(sq)) != 0;
	return changed_us <= until_us && reads != EMPTY && reads != position_piece_at(before, sq);
}

/* Was he taken up and put down again where he came from before the clock was pressed for the ply, and has he left only since? Then he
 * stood on the edge of the square where the ply takes him, which does not read him as he is, and the one beside it
 * read him. */
static bool
was_back_at_press(const struct search *search, const struct position *before, uint16_t move,
                  uint8_t man, int ply)
{
	const struct evidence *evidence = search->evidence;
	const uint64_t *placed_us = evidence->placed_us[move_from(move)];
	uint64_t from_us = evidence->last_pressed_us, until_us = evidence->pressed_us[ply];
	int to = move_target(move);

	return ply == 0 && from_us != 0 && (attacks_king[move_from(move)] & sq_bit(to)) != 0 &&
	       placed_us[man] > from_us && placed_us[man] <= until_us &&
	       placed_us[EMPTY] > until_us && misreads(search, before, to, from_us, until_us);
}

struct trace
trace_of(const struct search *search, const struct position *before, uint16_t move, int ply)
{
	uint8_t piece = image_reading(search->image, position_arriving(before, move));
	int to = move_target(move);
	struct trace trace = { .told = true, .taken = position_piece_at(before, to) };

	trace.arrival = search->evidence->placed[to][piece];
	trace.t_us = search->evidence->placed_us[to][piece];
	trace.stayed = !(search->touched & sq_bit(move_from(move)));
	trace.seen = trace_is_seen(search, to, trace.arrival) &&
	             !is_stale(search, move, trace.t_us) &&
	             !is_of_earlier_ply(search, move, ply, trace.arrival);
	if (!trace.seen) {
		/* He left, at least, and arrived no sooner. */
		int from = move_from(move);

		trace.arrival = explain_left(
			search->evidence, from,
			image_reading(search->image, position_piece_at(before, from)), &trace.t_us);
		if (was_back_at_press(search, before, move, piece, ply)) {
			trace.arrival = search->evidence->placed[from][piece];
			trace.t_us = search->evidence->placed_us[from][piece];
		}
	}
	/* Where men are known who was seen is no other. */
	trace.untold = trace.seen && !search->image->occupancy_only
	                       ? COST_NEVER
	                       : untold_cost(search, before, move, ply);
	if (replaces_his_like(search, move, piece, ply))
		trace.untold = 0;
	if (!trace.seen && trace.untold < COST_NEVER) {
		trace.told = false;
		trace.cost = trace.untold;
	} else if (trace.seen) {
		trace.cost = early_cost(search, move, trace.t_us);
	}
	if (trace.told && (!trace.seen || image_at(search->image, to) != piece)) {
		trace.unseen = COST_UNSEEN + unseen_cost(search, before, move);
		trace.loss = sense_loss(before, move);
	}
	if ((search->image->occupancy_only || !trace.seen) && move_kind(move) == MOVE_PROMOTION &&
	    move_promotion(move) != QUEEN)
		trace.cost += COST_UNDERPROMOTED;
	return trace;
}
