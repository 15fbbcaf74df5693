/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "core/chess/attacks.h"
#include "core/chess/bits.h"
#include "core/tracker/explain/pushed.h"
#include "core/tracker/explain/search.h"
#include "core/tracker/explain/sense.h"

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
	uint64_t pressed_us = evidence->pressed_us[ply], aside_us;

	if (follower == 0)
		return false;
	return evidence->blind || pressed_us == 0 ||
	       search->traces[follower].t_us <=
	               explain_taken_until(evidence, pressed_us, &aside_us);
}

/* Or was he put aside, and then the man who took him there? He had left his square before his clock was pressed. */
static bool
is_put_aside(const struct search *search, int ply)
{
	const struct evidence *evidence = search->evidence;
	uint64_t pressed_us = evidence->pressed_us[ply], aside_us;

	if (follower_of(search, ply) != ply + 1 || is_gone_at_once(search, ply) ||
	    search->traces[ply].stayed ||
	    search->traces[ply].t_us > pressed_us + evidence->scan_us + SCAN_WAY_US)
		return false;
	explain_taken_until(evidence, pressed_us, &aside_us);
	return (search->traces[ply + 1].seen || !search->traces[ply + 1].told) &&
	       search->traces[ply + 1].t_us <= aside_us;
}

/* Is the man of the line's last ply in the hand of an opponent who can take him? Before his clock was
 * pressed he stood there. */
static bool
is_being_taken(const struct search *search, const struct position *end, int ply)
{
	int to = move_target(search->line[ply]);

	return search->tolerance->squares > 1 && image_at(search->image, to) == EMPTY &&
	       search->evidence->pressed_us[ply] != 0 &&
	       search->evidence->placed_us[to][EMPTY] > search->evidence->pressed_us[ply] &&
	       position_attackers(end, to, (enum color)end->side,
	                          end->by_color[WHITE] | end->by_color[BLACK]) != 0;
}

/* Was the man seen on his square, but stands there no longer, and the line does not say why? He
 * whose opponent has replied is lifted for his next ply. */
static bool
has_left_again(const struct search *search, const struct position *end, int ply, uint64_t residue)
{
	int to = move_to(search->line[ply]);

	if (move_kind(search->line[ply]) == MOVE_CASTLING || !(residue & sq_bit(to)) ||
	    (ply == search->n_plies - 1 && is_being_taken(search, end, ply)))
		return false;
	return ply != search->n_plies - 2 || image_at(search->image, to) != EMPTY ||
	       search_is_lifted_before(search, to);
}

/* Is a man like the one read on sq not read where he stands? Then he was carried there: whether that is news, or his square
 * has not been believed for long. */
static bool
is_missing_elsewhere(const struct search *search, const struct position *end, int sq)
{
	const struct image *image = search->image;
	uint64_t unread =
		(end->by_color[WHITE] | end->by_color[BLACK]) & ~image_men(image) & ~sq_bit(sq);

	while (unread != 0)
		if (image_reading(image, position_piece_at(end, bits_take(&unread))) ==
		    image_at(image, sq))
			return true;
	return false;
}

/* Did somebody arrive there whom the board takes for another man? Not if it reads him who was taken there. */
static bool
is_misread(const struct search *search, const struct position *end, int ply, uint64_t residue)
{
	int to = move_to(search->line[ply]);

	return (residue & sq_bit(to)) && image_at(search->image, to) != EMPTY &&
	       image_at(search->image, to) !=
	               image_reading(search->image, search->traces[ply].taken) &&
	       trace_is_seen(search, to, search->evidence->changed[to]) &&
	       !is_missing_elsewhere(search, end, to);
}

/* When was the man, read on sq since came_us, read there no more? 0: he is there yet. */
static uint64_t
read_until_us(const struct search *search, int sq, uint64_t came_us)
{
	uint64_t until_us = 0;

	for (int man = EMPTY; man <= PIECES; man++) {
		uint64_t told_us = search->evidence->placed_us[sq][man];

		if (told_us > came_us && (until_us == 0 || told_us < until_us))
			until_us = told_us;
	}
	return until_us;
}

/* Did the man who was read on a square from came_us to until_us stand there: for longer than anybody on his way does, or when the clock
 * was pressed for his ply, and by a later scan yet? */
static bool
has_stayed(const struct search *search, int ply, uint64_t came_us, uint64_t until_us)
{
	uint64_t pressed_us = search->evidence->pressed_us[ply];

	return until_us == 0 || until_us > came_us + PLACED_EARLY_US ||
	       (pressed_us >= came_us && until_us > pressed_us + search->evidence->scan_us);
}

/* Was the man only read on sq, to until_us, beside where he is? It reads nobody any more, and ceased to between the press for him and
 * his opponent's reply, which was seen to go elsewhere: then no hand moves him. */
static bool
is_read_beside(const struct search *search, int ply, int sq, uint64_t until_us)
{
	uint64_t pressed_us = search->evidence->pressed_us[ply];

	return (attacks_king[move_target(search->line[ply])] & sq_bit(sq)) != 0 &&
	       image_at(search->image, sq) == EMPTY && ply + 1 < search->n_plies &&
	       search->traces[ply + 1].seen && pressed_us != 0 && until_us > pressed_us &&
	       until_us <= search->traces[ply + 1].t_us;
}

/* Was he taken up at until_us where he was read before, and is somebody read since where the ply ends? Then that is he, misread, who was
 * put right before anybody pressed. */
static bool
is_put_right(const struct search *search, int to, uint64_t until_us)
{
	uint8_t reads = image_at(search->image, to);

	return until_us != 0 && reads != EMPTY &&
	       search->evidence->placed_us[to][reads] >= until_us;
}

/* Is it a king, and did he stand, when he had left, on a square where no ply of his brings him? There is only one like him: it was
 * there that he was put down, legally or not. */
static bool
is_king_elsewhere(const struct search *search, const struct position *end, int ply)
{
	const struct evidence *evidence = search->evidence;
	int from = move_from(search->line[ply]), to = move_target(search->line[ply]);
	uint8_t man = position_piece_at(end, to);
	uint64_t others = ~(sq_bit(from) | sq_bit(to));

	if (search->image->occupancy_only || piece_type(man) != KING)
		return false;
	for (int i = ply + 2; i < search->n_plies; i += 2)
		others &= ~sq_bit(move_target(search->line[i]));
	while (others != 0) {
		int sq = bits_take(&others);
		uint64_t came_us = evidence->placed_us[sq][man];
		uint64_t until_us;

		if (evidence->placed[sq][man] <= evidence->since ||
		    came_us + evidence->scan_us < evidence->placed_us[from][EMPTY])
			continue;
		until_us = read_until_us(search, sq, came_us);
		if (has_stayed(search, ply, came_us, until_us) &&
		    !is_read_beside(search, ply, sq, until_us) &&
		    !is_put_right(search, to, until_us))
			return true;
	}
	return false;
}

/* What it takes to believe that the man of the ply stands where he is not read; and if he is read beside it, that, too. */
static int
unseen_cost(const struct search *search, const struct position *end, int ply)
{
	if (search->evidence->blind)
		return 0;
	return pushed_on(search, end, ply) != SQ_NONE ? COST_PUSHED : search->traces[ply].unseen;
}

/* The man of this ply was not seen to arrive, or not as himself. */
static void
note_unseen(const struct search *search, const struct position *end, int ply,
            struct explanation *found)
{
	bool put_aside = is_put_aside(search, ply);

	if (put_aside || is_gone_at_once(search, ply)) {
		found->hidden++;
		found->hidden_set |= 1U << ply;
		if (put_aside)
			found->cost += COST_TAKEN_ASIDE + search->traces[ply].loss * COST_LOST_PAWN;
	} else if (is_misread(search, end, ply, found->residue)) {
		found->misread++;
		found->misread_set |= 1U << ply;
	} else {
		found->unseen++;
		found->unseen_set |= 1U << ply;
		found->cost += unseen_cost(search, end, ply);
	}
}

/* Was the man neither seen to leave nor to arrive, though the board has told of all its squares since? Then no
 * update was lost. */
static bool
is_nowhere_seen(const struct search *search, int ply)
{
	return search->traces[ply].stayed && !search->traces[ply].seen &&
	       search->evidence->scanned > search->evidence->since;
}

/* Was the man seen where the ply ends, but gone again before his clock was pressed? Where he stood then, nobody saw. */
static bool
has_passed(const struct search *search, int ply)
{
	const struct evidence *evidence = search->evidence;
	uint64_t left_us = evidence->placed_us[move_target(search->line[ply])][EMPTY];

	return search->traces[ply].seen && !evidence->blind && left_us > search->traces[ply].t_us &&
	       left_us < evidence->pressed_us[ply];
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
		found->passed_set |= has_passed(search, i) ? 1U << i : 0;
		if (traces[i].told &&
		    (!traces[i].seen || has_left_again(search, end, i, found->residue))) {
			note_unseen(search, end, i, found);
			if (i + 1 < search->n_plies)
				found->cost += COST_CHOICE - sense_forced(traces[i + 1].n_legal);
		}
		found->cost += traces[i].cost;
		if (!traces[i].seen && is_king_elsewhere(search, end, i))
			found->cost += COST_STOOD_ELSEWHERE;
		if (traces[i].stayed && !(i >= 2 && follower_of(search, i - 2) != 0))
			found->cost +=
				COST_UNSEEN_LEAVING + (is_nowhere_seen(search, i) ? COST_EXTRA : 0);
	}
	found->cost += order_cost(search, &found->disorder);
	if (search->evidence->blind)
		found->cost += (found->unseen + found->hidden + found->misread) * COST_OUT_OF_SIGHT;
	else
		found->cost += found->hidden * COST_HIDDEN + found->misread * COST_MISREAD;
}

/* Does nobody read on the square of the man of ply `ply`, and not because he was seen there, and it is his turn again: he is in a hand? */
static bool
is_absent(const struct search *search, const struct position *end, int ply)
{
	int sq = move_target(search->line[ply]);

	return image_at(search->image, sq) == EMPTY &&
	       !(search->traces[ply].seen && (end->by_color[end->side] & sq_bit(sq)) != 0);
}

/* Squares that should show a man who was not seen to arrive as himself: one fault, not two. */
static uint64_t
unseen_targets(const struct search *search, const struct position *end,
               const struct explanation *found)
{
	uint64_t targets = 0;

	for (int i = 0; i < search->n_plies && found->unseen + found->misread > 0; i++)
		if (is_absent(search, end, i) || is_misread(search, end, i, found->residue))
			targets |= sq_bit(move_target(search->line[i]));
	return targets;
}

/* Squares that read a man who stands on the edge of his own: that is the one fault. */
static uint64_t
edges(const struct search *search, const struct position *end, const struct explanation *found)
{
	uint64_t squares = 0;

	for (int i = 0; i < search->n_plies && !search->evidence->blind; i++) {
		int on = found->unseen_set >> i & 1 ? pushed_on(search, end, i) : SQ_NONE;

		squares |= on == SQ_NONE ? 0 : sq_bit(on);
	}
	return squares;
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

/* The square of the last man before the line, if all it told of in the line's time is that he came: late. */
static uint64_t
arrival_before(const struct search *search)
{
	int sq = search->evidence->last_target;

	return sq != SQ_NONE && search->evidence->placed[sq][EMPTY] <= search->evidence->since
	               ? sq_bit(sq)
	               : 0;
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
	touched &= ~arrival_before(search);
	for (int i = 0; i < search->n_plies; i++)
		touched &= ~(sq_bit(move_from(search->line[i])) | sq_bit(move_to(search->line[i])) |
		             sq_bit(move_target(search->line[i])));
	return bits_count(touched) * COST_TOUCHED;
}

int
weigh_blamed(const struct search *search, const struct position *end)
{
	uint64_t residue = search_residue(search, end);
	uint64_t occupied = end->by_color[WHITE] | end->by_color[BLACK];
	uint64_t empty = ~image_men(search->image);
	uint64_t lifted = residue & empty & end->by_color[end->side];
	uint64_t taken = residue & empty & end->by_color[color_other((enum color)end->side)];
	int n = bits_count(residue);

	if (search->tolerance->squares < 2 || search->image->occupancy_only ||
	    search->n_plies == 0 || bits_count(lifted) != 1)
		return n;
	while (taken != 0)
		if (position_attackers(end, bits_take(&taken), (enum color)end->side, occupied) &
		    lifted)
			return n - 2;
	return n - 1;
}

/* A board that knows no men tells once of whoever arrives. Was it he who took the man of ply `ply` there, since he was in the
 * air by then? */
static bool
is_of_taker(const struct search *search, int ply)
{
	const struct trace *trace = &search->traces[ply], *taker = trace + 1;

	return trace->seen && ply + 1 < search->n_plies &&
	       move_target(search->line[ply + 1]) == move_target(search->line[ply]) &&
	       taker->seen && taker->arrival == trace->arrival &&
	       search->evidence->placed[move_from(search->line[ply + 1])][EMPTY] < trace->arrival;
}

static bool
has_taker(const struct search *search)
{
	for (int i = 0; i + 1 < search->n_plies; i++)
		if (is_of_taker(search, i))
			return true;
	return false;
}

/* Was his square empty before ply `ply`, and again before his taker arrived? Then he stood there in between. */
static bool
has_stood(const struct search *search, int ply)
{
	const struct evidence *evidence = search->evidence;
	uint64_t left = evidence->placed[move_target(search->line[ply])][EMPTY];

	return search->traces[ply].taken == EMPTY &&
	       left > evidence->placed[move_from(search->line[ply])][EMPTY] &&
	       left > evidence->since && left < search->traces[ply].arrival;
}

/* Then nobody saw the other one arrive, unless somebody left the square before. */
static void
note_takers(struct search *search)
{
	for (int i = 0; i < search->n_plies; i++) {
		struct trace *trace = &search->traces[i];
		int from = move_from(search->line[i]);

		if (!is_of_taker(search, i))
			continue;
		trace->seen = has_stood(search, i);
		trace->arrival = search->evidence->placed[from][EMPTY];
		trace->t_us = search->evidence->placed_us[from][EMPTY];
		if (trace->seen)
			continue;
		trace->told = trace->untold == COST_NEVER;
		trace->cost = trace->told ? 0 : trace->untold;
		trace->unseen = COST_UNSEEN;
	}
}

void
weigh(const struct search *searched, const struct position *end, struct explanation *ret_found)
{
	struct explanation *found = ret_found;
	struct search known;
	const struct search *search = searched;

	if (searched->image->occupancy_only && has_taker(searched)) {
		known = *searched;
		note_takers(&known);
		search = &known;
	}

	*found = (struct explanation){ .n_plies = search->n_plies, .rival = COST_NEVER };
	found->residue = search_residue(search, end);
	weigh_line(search, end, found);
	found->cost += touched_cost(search, end);
	found->absent = found->residue & unseen_targets(search, end, found);
	found->cost += residue_cost(search, end,
	                            found->residue & ~found->absent & ~stale_origins(search) &
	                                    ~edges(search, end, found));
	memcpy(found->moves, search->line, sizeof(found->moves));
}
