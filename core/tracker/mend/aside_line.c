/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What has been played from what stands beside the record; or whether he is being taken who was carried there.
 */
#include <string.h>

#include "core/chess/attacks.h"
#include "core/chess/bits.h"
#include "core/chess/movegen.h"
#include "core/tracker/mend/aside.h"
#include "core/tracker/tracker_state.h"

/* May the man on the one square go to the other? */
static bool
may_go(const struct tracker *tracker, int from, int to)
{
	return (movegen_targets(&tracker->game.now, from) & sq_bit(to)) != 0;
}

/* Does the reply go to a square where he who seems to have been carried may have gone, beside that which reads him? Then he went there, and
 * was taken: he had been set down badly. No pawn takes straight ahead. */
static bool
takes_him_beside(const struct tracker *tracker)
{
	const struct game_break *gap = &tracker->aside.gap;
	int from = move_from(tracker->aside.line.moves[0]);
	int to = move_target(tracker->aside.line.moves[0]);

	if (tracker->aside.kind != ASIDE_ILLEGAL || !(attacks_king[gap->to] & sq_bit(to)) ||
	    ((gap->position.by_type[PAWN] & sq_bit(from)) && sq_file(from) == sq_file(to)))
		return false;
	return may_go(tracker, gap->from, to);
}

static bool
find_line(struct tracker *tracker, const struct position *from)
{
	struct aside *aside = &tracker->aside;
	const struct tolerance exact = tracker_exact(tracker);

	for (int n_plies = 1; n_plies <= EXPLAIN_PLIES_MAX; n_plies++)
		if (tracker_explain(tracker, from, n_plies, &exact, &aside->line) &&
		    explain_saw_all(&aside->line) && !takes_him_beside(tracker))
			return true;
	aside->line.n_plies = 0;
	return false;
}

/* Is nobody read where the illegal move went, or one of the opponent's, who is gone from his own square? */
static bool
is_left_or_entered(const struct tracker *tracker, const struct game_break *gap, uint64_t gone)
{
	uint8_t man = image_at(&tracker->image, gap->to);

	if (man == EMPTY)
		return true;
	for (uint64_t left = gone; left != 0;)
		if (position_piece_at(&gap->position, bits_take(&left)) == man)
			return piece_color(man) == (enum color)gap->position.side;
	return false;
}

bool
aside_is_taken(const struct tracker *tracker)
{
	const struct game_break *gap = &tracker->aside.gap;
	const struct lever *lever = &tracker->lever;
	const struct position *position = &gap->position;
	uint64_t differs, gone;

	if (tracker->aside.kind != ASIDE_ILLEGAL || lever->n_waiting == 0 ||
	    lever->waiting[0].side != (enum color)gap->who)
		return false;
	differs = image_difference(&tracker->image, position) & ~tracker->excused;
	gone = differs & ~image_men(&tracker->image);
	/* With the reply begun a legal ply looks so, too. */
	return (differs & sq_bit(gap->to)) != 0 && !may_go(tracker, gap->from, gap->to) &&
	       is_left_or_entered(tracker, gap, gone) &&
	       image_takes(position, gone | sq_bit(gap->to), (enum color)position->side);
}

/* Whose move was it where nobody saw who had made the last one? When the link came back a ply may have stood there for which the
 * clock had not been pressed; and before the first game there may be no clock to tell it. */
static bool
is_turn_unknown(const struct tracker *tracker)
{
	return tracker->aside.kind == ASIDE_RESUMED ||
	       (tracker->aside.kind == ASIDE_NEW_GAME && tracker->games == 0);
}

static void
find_line_of_other_side(struct tracker *tracker)
{
	struct position *position = &tracker->aside.gap.position, other = *position;

	other.side = (uint8_t)color_other((enum color)position->side);
	other.key = position_key(&other);
	if (position_check(&other) == POSITION_OK && find_line(tracker, &other))
		*position = other;
}

void
aside_look(struct tracker *tracker)
{
	struct aside *aside = &tracker->aside;

	if (aside->kind == ASIDE_NONE)
		return;
	tracker->evidence.since = aside->since;
	tracker->evidence.last_target = SQ_NONE;
	memset(tracker->evidence.pressed_us, 0, sizeof(tracker->evidence.pressed_us));
	tracker->evidence.last_pressed_us = 0;
	if (!find_line(tracker, &aside->gap.position) && is_turn_unknown(tracker))
		find_line_of_other_side(tracker);
}

bool
aside_goes_on(const struct tracker *tracker)
{
	return tracker->aside.kind == ASIDE_ILLEGAL && tracker->aside.line.n_plies > 0;
}
