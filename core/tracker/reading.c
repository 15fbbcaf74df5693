/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/sign.h"
#include "core/tracker/tracker_state.h"

/* Where no clock runs, a ply that stood this long is changed only together with the reply to it. */
#define SECOND_THOUGHT_US 3000000

static bool
find_line(struct tracker *tracker, uint32_t back, int n_plies, struct explanation *ret_line)
{
	struct position from;

	record_position_back(tracker, back, &from);
	tracker->evidence.since = tracker->shown[(tracker->game.n_plies - back) % RECENT_POSITIONS];
	return explain(&from, &tracker->image, n_plies, &tracker->evidence, ret_line);
}

/* A king put on a centre square while the clock stands is the first half of a result sign. */
static bool
is_sign_begun(const struct tracker *tracker, const struct explanation *line)
{
	uint16_t last;

	if (line->n_plies == 0 || !lever_stands(&tracker->lever, tracker->now_us, 0))
		return false;
	last = line->moves[line->n_plies - 1];
	return move_kind(last) == MOVE_NORMAL && sign_is_centre(move_to(last)) &&
	       piece_type(position_piece_at(&tracker->game.now, move_from(last))) == KING;
}

/* Would this change put aside a ply that was released (4.7) some time ago? Without a clock that
 * takes the opponent's reply to believe: after the last move men are put away, often by ways that look like
 * other moves. A running clock is proof enough that the game goes on. */
static bool
needs_reply(const struct tracker *tracker, uint32_t back, int n_plies)
{
	const struct game *game = &tracker->game;
	const struct game_ply *ply = &game->plies[game->n_plies - back];

	if (back == 0 || n_plies > (int)back || (tracker->lever.seen && tracker->lever.now.running))
		return false;
	return ply->state != PLY_CANDIDATE && tracker->now_us > ply->made_us + SECOND_THOUGHT_US;
}

/* Can both be what one hand did before one press: the same piece farther on, another way to the same
 * square, or castling begun with the rook? */
static bool
is_same_hand(uint16_t one, uint16_t other)
{
	if (move_kind(other) == MOVE_CASTLING && move_from(one) == move_to(other))
		return true;
	return move_from(one) == move_from(other) || move_to(one) == move_to(other);
}

/* A pressed ply may turn out to have gone on farther, as the board is slower than the clock; it does not
 * become another. */
static bool
keeps_pressed_plies(const struct tracker *tracker, uint32_t back, const struct explanation *line)
{
	uint32_t first = tracker->game.n_plies - back;

	for (uint32_t i = 0; i < back; i++) {
		bool kept = !record_is_pressed(tracker, first + i);

		for (uint32_t k = i & 1; k < (uint32_t)line->n_plies; k += 2)
			kept = kept || is_same_hand(tracker->plies[first + i].move, line->moves[k]);
		if (!kept)
			return false;
	}
	return true;
}

static bool
changes_pressed_plies(const struct tracker *tracker, uint32_t back)
{
	for (uint32_t i = 1; i <= back; i++)
		if (record_is_pressed(tracker, tracker->game.n_plies - i))
			return true;
	return false;
}

/* How well an explanation must agree with what was seen. */
enum care {
	CAREFUL, /* every man seen to arrive, in order; pressed plies may have gone on */
	LENIENT, /* squares are scanned one after the other: two plies within a scan may be reported
	          * the wrong way round, or, where the record only goes on, hide a man who was taken at
	          * once. What was seen does not give way to what was not; pressed plies stay. More
	          * than two plies are believed only of a board that was out of sight. */
};

/* Does a man move twice in the line? Over three and more plies two men that dance around each other
 * explain almost any capture in the air; one at a time nobody dances unseen. */
static bool
moves_a_man_twice(const struct explanation *line)
{
	for (int i = 2; i < line->n_plies; i++)
		if (move_from(line->moves[i]) == move_to(line->moves[i - 2]))
			return true;
	return false;
}

static bool
is_acceptable(const struct tracker *tracker, uint32_t back, const struct explanation *line,
              enum care care)
{
	if (is_sign_begun(tracker, line))
		return false;
	if (care == CAREFUL || (line->n_plies > 2 && !tracker->was_blind))
		return line->disorder == 0 && line->unseen == 0 && !moves_a_man_twice(line) &&
		       keeps_pressed_plies(tracker, back, line);
	return back == 0 || (line->unseen == 0 && !changes_pressed_plies(tracker, back));
}

static bool
try_line(struct tracker *tracker, uint32_t back, int n_plies, enum care care)
{
	struct explanation line;

	if (needs_reply(tracker, back, n_plies) || !find_line(tracker, back, n_plies, &line) ||
	    !is_acceptable(tracker, back, &line, care))
		return false;
	record_rewrite(tracker, back, &line, true);
	return true;
}

/* A candidate that its piece has left was a square on the way, or a hand that had not let go. */
static void
drop_abandoned_candidate(struct tracker *tracker)
{
	struct game *game = &tracker->game;
	uint32_t last = game->n_plies - 1;
	int target;

	if (game->n_plies <= tracker->n_fixed || game->plies[last].state != PLY_CANDIDATE)
		return;
	target = record_ply_target(tracker, last);
	if (image_at(&tracker->image, target) == position_piece_at(&game->now, target))
		return;
	record_cut(tracker, last);
	record_notify(tracker, TRACKER_PLIES, last);
}

struct attempt {
	uint8_t back, n_plies;
};

/* Cheapest first: fewer plies changed, then fewer taken back. */
static const struct attempt attempts[] = {
	{ 0, 1 }, { 1, 0 }, { 1, 1 }, { 0, 2 }, { 2, 0 }, { 2, 1 },
	{ 1, 2 }, { 3, 1 }, { 2, 2 }, { 3, 2 }, { 0, 3 },
};

#define N_ATTEMPTS (sizeof(attempts) / sizeof(attempts[0]))

static bool
explain_image(struct tracker *tracker)
{
	for (enum care care = CAREFUL; care <= LENIENT; care++)
		for (size_t i = 0; i < N_ATTEMPTS; i++)
			if (attempts[i].back <= record_n_open(tracker) &&
			    try_line(tracker, attempts[i].back, attempts[i].n_plies, care))
				return true;
	return false;
}

void
reading_in_step(struct tracker *tracker)
{
	if (!tracker->in_step) {
		tracker->in_step = true;
		tracker->in_step_us = tracker->now_us;
	}
	tracker->was_blind = false;
	tracker->shown[tracker->game.n_plies % RECENT_POSITIONS] = tracker->n_changes;
	record_hear_presses(tracker);
	if (tracker->game.result == RESULT_NONE)
		record_set_sync(tracker, TRACKER_IN_STEP);
}

/* The clock says that a ply was made, and the board has stood still without showing one: the record must
 * be wrong somewhere. Plies beyond change, pressed ones too, give way to a line whose last ply is the
 * presser's and whose men were all seen to arrive: either one other ply (the position was put back and
 * another move made), or as many plies as were made. */
static bool
try_correction(struct tracker *tracker, uint32_t back, uint32_t n_plies)
{
	struct lever *lever = &tracker->lever;
	uint32_t last = tracker->game.n_plies - back + n_plies - 1;
	struct explanation line;

	if (lever->waiting[lever->n_waiting - 1].side != game_ply_side(&tracker->game, last) ||
	    !find_line(tracker, back, (int)n_plies, &line) || line.disorder > 0 || line.unseen > 0)
		return false;
	if (n_plies == 1)
		lever_keep_newest(lever);
	record_rewrite(tracker, back, &line, n_plies > 1);
	return true;
}

static bool
correct(struct tracker *tracker)
{
	if (tracker->lever.n_waiting == 0)
		return false;
	for (uint32_t back = 1; back <= CORRECTION_MAX && back <= tracker->game.n_plies; back++)
		for (uint32_t n_plies = EXPLAIN_PLIES_MAX; n_plies >= 1; n_plies--)
			if ((n_plies == 1 || n_plies >= back) &&
			    try_correction(tracker, back, n_plies))
				return true;
	return false;
}

/* The picture has stood still and the usual attempts failed: longer lines, further back. */
bool
reading_recover(struct tracker *tracker)
{
	for (uint32_t cost = 1; cost <= OPEN_MAX + EXPLAIN_PLIES_MAX; cost++)
		for (uint32_t back = 0; back <= cost && back <= record_n_open(tracker); back++)
			if (cost - back <= EXPLAIN_PLIES_MAX &&
			    try_line(tracker, back, (int)(cost - back), LENIENT))
				return true;
	return correct(tracker);
}

/* Is the last ply only a king on its way to the centre? Either it got there, or it passed a square on
 * which it did not stand. A king that stood anywhere else made a move. */
static bool
is_step_of_sign(const struct tracker *tracker)
{
	const struct game *game = &tracker->game;
	uint32_t last = game->n_plies - 1;
	int target;

	if (game->n_plies <= tracker->n_fixed || record_is_pressed(tracker, last))
		return false;
	target = record_ply_target(tracker, last);
	return piece_type(position_piece_at(&game->now, target)) == KING &&
	       (sign_is_centre(target) || game->plies[last].state == PLY_CANDIDATE);
}

/* Kings on the centre squares end the game; a king's step towards them was no ply. */
static bool
note_sign(struct tracker *tracker)
{
	struct game *game = &tracker->game;
	enum game_result result = sign_read(&tracker->image);
	uint8_t result_before = game->result;

	if (result == RESULT_NONE || (game->end != END_OPEN && game->end != END_SIGNED))
		return false;
	while (is_step_of_sign(tracker)) {
		record_cut(tracker, game->n_plies - 1);
		record_notify(tracker, TRACKER_PLIES, game->n_plies);
	}
	if (game->n_plies > 0)
		record_raise(tracker, game->n_plies - 1, PLY_MADE);
	game_set_result(game, result, END_SIGNED);
	record_settle_result(tracker, result_before);
	return true;
}

/* Are so few men away from home that the initial position may come from play or from putting a ply
 * right? Two men make four squares (the boards themselves use the same measure, dgt.md 2.7). */
static bool
is_near_home(const struct tracker *tracker)
{
	return tracker->game.result == RESULT_NONE &&
	       __builtin_popcountll(image_difference(&tracker->image, &tracker->game.now)) <= 4;
}

/* The start position begins a new game, at once when many men had been away. */
static bool
note_start(struct tracker *tracker)
{
	bool turned = tracker->turned;
	struct position start;

	if (!start_is_seen(tracker, turned, &start)) {
		turned = !turned;
		if (!start_is_seen(tracker, turned, &start))
			return false;
	}
	if (tracker->games > 0 && turned == tracker->turned && is_near_home(tracker))
		return false;
	record_begin_game(tracker, &start, turned);
	return true;
}

bool
reading_is_over(const struct tracker *tracker)
{
	return lever_stands(&tracker->lever, tracker->now_us,
	                    tracker->hand_at_stop ? LEVER_STOP_GRACE_US : LEVER_LAG_US);
}

/* The board shows something new. */
void
reading_look(struct tracker *tracker)
{
	tracker->searched = false;
	if (note_start(tracker) || tracker->games == 0)
		return;
	if (note_sign(tracker) || tracker->game.result != RESULT_NONE)
		return;
	if (image_shows(&tracker->image, &tracker->game.now)) {
		reading_in_step(tracker);
		return;
	}
	if (tracker->in_step)
		tracker->left_us = tracker->now_us;
	tracker->in_step = false;
	if (reading_is_over(tracker))
		return;
	if (explain_image(tracker))
		reading_in_step(tracker);
	else
		drop_abandoned_candidate(tracker);
}

/* Do all men of side stand where the record has them? What differs then is a reply begun. */
bool
reading_men_stand(const struct tracker *tracker, enum color side)
{
	const struct position *now = &tracker->game.now;

	return (image_difference(&tracker->image, now) &
	        (tracker->image.by_color[side] | now->by_color[side])) == 0;
}
