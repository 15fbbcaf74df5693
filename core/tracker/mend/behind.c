/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/mend/behind.h"

#include "core/chess/attacks.h"
#include "core/chess/bits.h"
#include "core/chess/movegen.h"
#include "core/tracker/explain/deed.h"
#include "core/tracker/record/record_read.h"

/* Two squares at least: one that fails is likelier than an illegal move. */
#define BLAMED_LEAST 2

/* Of more plies than these one may be told of by nobody. */
#define PLIES_SEEN 2

/* So many plies may lie before it, the last of the record among them where they are not what they seem, and two that it has not heard
 * of: behind more nobody knows any more what was answered. */
static const struct attempt attempts[] = { { 0, 1 }, { 0, 2 }, { 1, 2 }, { 1, 3 }, { 2, 3 } };

#define N_ATTEMPTS (sizeof(attempts) / sizeof(attempts[0]))

/* A man whom the line takes to a square beside that on which he is read stands between the two; not where that square reads another
 * one, who stands there himself. */
static bool
is_beside(const struct tracker *tracker, const struct deed *deed, const struct change *found)
{
	uint16_t last;
	uint8_t read;

	if (found->line.n_plies == 0)
		return false;
	last = found->line.moves[found->line.n_plies - 1];
	read = image_at(&tracker->image, move_target(last));
	return move_from(last) == deed->from &&
	       (attacks_king[move_target(last)] & sq_bit(deed->to)) != 0 &&
	       (read == EMPTY || read == image_at(&tracker->image, deed->to));
}

/* How many plies more has the record then? Their presses wait, and behind them that for the deed. */
static int
n_more(const struct change *change)
{
	return change->line.n_plies - (int)change->back;
}

/* Does the side to move behind the plies of the line press for what it did, be it with a man of the other side, and after that at most
 * the opponent, who wants it put right? */
static bool
is_pressed_for(const struct tracker *tracker, const struct change *change, enum color side)
{
	const struct lever *lever = &tracker->lever;
	int n = n_more(change);

	return lever->waiting[n].side == side && n + 2 >= lever->n_waiting;
}

/* When a man was played to sq, and the clock pressed for him then: was he read there before, or not later than such a man is, or
 * later? */
static int
lateness(const struct tracker *tracker, int sq, uint64_t pressed_us)
{
	uint64_t came_us = tracker->evidence.placed_us[sq][image_at(&tracker->image, sq)];

	if (came_us <= pressed_us)
		return 0;
	return came_us <= pressed_us + tracker_scan_lag(tracker) ? 1 : 2;
}

/* A man of him who made the last ply was carried as well, by his opponent: whichever of the two stood where he is when it was
 * pressed for was played, or, if both may have, whoever left his square first; and the other one was carried. */
static bool
is_the_other_way_round(const struct tracker *tracker, const struct change *change,
                       const struct deed *deed)
{
	const struct evidence *evidence = &tracker->evidence;
	int carried, played;
	uint16_t last = change->line.moves[change->line.n_plies - 1];
	uint64_t pressed_us = tracker->lever.waiting[n_more(change) - 1].t_us;

	if (deed->kind != DEED_WRONG_SIDE)
		return false;
	carried = lateness(tracker, deed->to, pressed_us);
	played = lateness(tracker, move_target(last), pressed_us);
	return carried == played ? evidence->placed_us[deed->from][EMPTY] <
	                                   evidence->placed_us[move_from(last)][EMPTY]
	                         : carried < played;
}

/* Is it a legal ply there, which a longer line would have? */
static bool
is_legal(const struct position *position, const struct deed *deed)
{
	return (movegen_targets(position, deed->from) & sq_bit(deed->to)) != 0;
}

/* Does one man's being carried behind the plies of *change explain all? *ret_deed: by whom. */
static bool
find_deed(const struct tracker *tracker, const struct change *change, const struct change *found,
          struct deed *ret_deed)
{
	struct position position, after;

	record_position_back(tracker, change->back, &position);
	for (int i = 0; i < change->line.n_plies; i++) {
		position_after(&position, change->line.moves[i], &after);
		position = after;
	}
	return deed_find_carried(&position, &tracker->image, tracker->excused, ret_deed) &&
	       !is_legal(&position, ret_deed) &&
	       is_pressed_for(tracker, change, (enum color)position.side) &&
	       !is_beside(tracker, ret_deed, found) &&
	       (ret_deed->captured == EMPTY ||
	        piece_color(ret_deed->captured) != deed_side(ret_deed));
}

/* The cheapest plies, all seen but for who was taken at once, behind which there is a deed. */
static bool
find_plies(struct tracker *tracker, const struct attempt *attempt, const struct change *found,
           const struct tolerance *tolerance, struct change *ret_change, struct deed *ret_deed)
{
	*ret_change = (struct change){ .cost = COST_NEVER, .rival = COST_NEVER };
	change_consider(tracker, attempt->back, attempt->n_plies, tolerance, ret_change);
	return ret_change->cost < COST_NEVER &&
	       ret_change->line.unseen + ret_change->line.misread == 0 &&
	       find_deed(tracker, ret_change, found, ret_deed);
}

/* What is left is the deed: it says nothing against the plies. */
static void
forget_residue(struct change *change)
{
	change->line.residue = change->line.absent = 0;
	change->line.cost = change->cost = change->line.n_plies * COST_PLY;
	change->line.rival = change->rival = COST_NEVER;
}

/* Like behind_find(), by one attempt. */
static bool
find_behind(struct tracker *tracker, const struct attempt *attempt, const struct change *found,
            const struct tolerance *tolerance, struct change *ret_change)
{
	const struct barred barred = tracker->barred;
	struct deed deed;
	bool right = find_plies(tracker, attempt, found, tolerance, ret_change, &deed);

	if (!right || !is_the_other_way_round(tracker, ret_change, &deed))
		return right;
	tracker->barred = (struct barred){
		tracker->game.n_plies + (uint32_t)n_more(ret_change) - 1,
		ret_change->line.moves[ret_change->line.n_plies - 1],
		false,
	};
	right = find_plies(tracker, attempt, found, tolerance, ret_change, &deed);
	tracker->barred = barred;
	return right;
}

/* Does the line blame so many squares, or a man whom nobody has seen go where it says, that the deed may be likelier? */
static bool
is_dear(const struct change *found)
{
	const struct explanation *line = &found->line;

	return found->cost == COST_NEVER || bits_count(line->residue) >= BLAMED_LEAST ||
	       (line->n_plies > PLIES_SEEN && !explain_saw_all(line));
}

/* Has the board not told of all its squares since the record's last ply? Nobody asks it, and it may have lost what would tell. */
static bool
is_unasked(const struct tracker *tracker)
{
	uint32_t n_plies = tracker->game.n_plies;

	return n_plies > 0 && tracker->scanned_us < tracker->plies[n_plies - 1].made_us;
}

/* Are plies and presses out of step, or may something have been lost? Then it is the record that is wrong, unless squares would have to
 * be blamed. */
static bool
is_rather_amiss(const struct tracker *tracker, const struct change *found)
{
	return found->line.residue == 0 && (tracker->trust.shaken || is_unasked(tracker));
}

/* Are these plies and the deed likelier than what was found? Once all has been told that has squares to blame; or if they cost less. */
static bool
is_likelier(const struct change *change, const struct change *found, bool waited)
{
	if (found->cost == COST_NEVER || bits_count(found->line.residue) >= BLAMED_LEAST)
		return waited;
	return change->cost + COST_ILLEGAL < found->cost;
}

bool
behind_find(struct tracker *tracker, const struct change *found, bool waited,
            struct change *ret_change)
{
	const struct tolerance tolerance = tracker_lenient(tracker, BLAMED_LEAST);

	if (tracker->image.occupancy_only || !is_dear(found) || is_rather_amiss(tracker, found))
		return false;
	for (size_t i = 0; i < N_ATTEMPTS; i++) {
		if (attempts[i].back > record_n_open(tracker) ||
		    attempts[i].n_plies - attempts[i].back >= tracker->lever.n_waiting ||
		    !find_behind(tracker, &attempts[i], found, &tolerance, ret_change))
			continue;
		forget_residue(ret_change);
		return is_likelier(ret_change, found, waited);
	}
	return false;
}
