/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/clock/trust.h"

#include "core/tracker/record/record_edit.h"
#include "core/tracker/record/record_read.h"
#include "core/tracker/tracker_state.h"

/* Plies that are missed are two at least, one of each player: who is to move would not fit otherwise. A press
 * alone is an offence (6.2.4), or asks the opponent to put something right. */
#define LONE_PRESS 1

/* A player who has forgotten to press sees his own time run. Before both have done so twice, one has noticed. */
#define FORGOTTEN 4

/* So far back a ply in doubt may be what makes another one illegal: as far as is thought over again; and farther back where its man
 * is said to stand yet. */
#define ADRIFT_PLIES 24

void
trust_begin(struct tracker *tracker)
{
	tracker->trust = (struct trust){ .from = tracker->game.n_plies,
		                         .accepted_breaks = tracker->game.n_breaks };
}

/* Is play going on from a position of which nobody said, nor saw, how it came to that? */
static bool
is_broken(const struct tracker *tracker)
{
	const struct game *game = &tracker->game;

	for (uint32_t i = tracker->trust.accepted_breaks; i < game->n_breaks; i++)
		if (game->breaks[i].why == BREAK_RESUMED)
			return true;
	return false;
}

void
trust_break(struct tracker *tracker)
{
	struct trust *trust = &tracker->trust;

	if (!trust->shaken) {
		trust->from = tracker->game.n_plies;
		trust->lost = 0;
	}
	trust->shaken = true;
}

/* Who was doubtful only for what was before him is so no longer. */
static void
clear(struct tracker *tracker, uint32_t end)
{
	for (uint32_t i = tracker->trust.from; i < end; i++)
		if (tracker->plies[i].doubtful == DOUBT_BEHIND) {
			tracker->plies[i].doubtful = 0;
			record_touch(tracker, i);
		}
}

/* All that is not proved. */
static void
doubt(struct tracker *tracker)
{
	for (uint32_t i = tracker->trust.from; i < tracker->game.n_plies; i++)
		if (tracker->plies[i].doubtful == 0) {
			tracker->plies[i].doubtful = DOUBT_BEHIND;
			record_touch(tracker, i);
		}
}

void
trust_accept(struct tracker *tracker)
{
	clear(tracker, tracker->game.n_plies);
	trust_begin(tracker);
}

void
trust_again(struct tracker *tracker)
{
	struct trust *trust = &tracker->trust;
	uint32_t accepted_breaks = trust->accepted_breaks;

	/* A press that was lost later is heard again. */
	if (trust->from < tracker->game.n_plies &&
	    (trust->shaken || trust->lost_change <= tracker->n_changes))
		return;
	trust_begin(tracker);
	trust->accepted_breaks = accepted_breaks;
	trust->shaken = is_broken(tracker);
}

/* Did nobody see ply `index` made? */
static bool
is_unseen(const struct tracker *tracker, uint32_t index)
{
	uint8_t doubtful = tracker_own_doubt(tracker, index);

	return doubtful != 0 && doubtful != DOUBT_HIDDEN && doubtful != DOUBT_PASSING;
}

/* Has a man of the player to move ceased to be read where he stands since the last ply was over? He may have been played where no
 * update tells. */
static bool
may_have_moved(const struct tracker *tracker)
{
	uint64_t unread = tracker_unread_to_move(tracker);
	uint64_t over_us = record_over_us(tracker, tracker->game.n_plies - 1);

	while (unread != 0)
		if (tracker->evidence.placed_us[bits_take(&unread)][EMPTY] > over_us)
			return true;
	return false;
}

/* Has the board told of what was moved between the last press that was lost and that one? While the link was lost it told of
 * nothing, also behind presses that the first reading tells of; if the clock says how many plies that were, there is no need to
 * know until board and record agree (gap.h). */
static bool
is_told_between(const struct tracker *tracker, const struct lever_press *press)
{
	const struct away *away = &tracker->away;

	if (tracker->was_away)
		return away->counted;
	return press->t_us > away->read_us && !tracker->trust.lost_away;
}

void
trust_lose_press(struct tracker *tracker, const struct lever_press *press)
{
	struct trust *trust = &tracker->trust;

	/* Who begins is shown by his opponent's press (6.6). */
	if (tracker->game.n_plies == 0 || tracker->aside.kind == ASIDE_ILLEGAL)
		return;
	if (trust->lost > 0 && press->side != (enum color)trust->lost_side &&
	    press->change == trust->lost_change && !may_have_moved(tracker) &&
	    is_told_between(tracker, press)) {
		trust->lost--; /* pressed back, and nothing was moved */
		return;
	}
	if (trust->lost++ == 0 || trust->lost_us < press->t_us)
		trust->lost_us = press->t_us;
	/* What no update told of may have been made long before it is seen. */
	if (tracker->was_away || tracker->was_blind)
		trust->lost_us = UINT64_MAX;
	trust->lost_change = press->change;
	trust->lost_side = (uint8_t)press->side;
	trust->lost_away = tracker->was_away;
}

void
trust_drop_press(struct tracker *tracker, const struct lever_press *press)
{
	trust_miss_plies(tracker, 1);
	tracker->trust.lost_change = press->change;
	tracker->trust.lost_side = (uint8_t)press->side;
}

void
trust_lose_presses(struct tracker *tracker, int n)
{
	for (int i = 0; i < n; i++)
		trust_lose_press(tracker, &tracker->lever.waiting[i]);
}

uint32_t
trust_presses(const struct tracker *tracker)
{
	const struct trust *trust = &tracker->trust;
	uint32_t n = trust->from + trust->lost + (uint32_t)tracker->lever.n_waiting;

	for (uint32_t i = trust->from; i < tracker->game.n_plies; i++)
		n += record_is_pressed(tracker, i);
	return n;
}

void
trust_keep_presses(struct tracker *tracker, uint32_t from, uint32_t n_presses)
{
	uint32_t n = trust_presses(tracker);

	if (n >= n_presses)
		return;
	trust_miss_plies(tracker, n_presses - n);
	/* What was set off against each other stays so, but is no proof. */
	for (uint32_t i = from; i < tracker->trust.from; i++)
		tracker->trust.lost += !record_is_pressed(tracker, i);
	trust_reopen(tracker, from);
	trust_review(tracker);
}

void
trust_reopen(struct tracker *tracker, uint32_t from)
{
	if (tracker->trust.from > from)
		tracker->trust.from = from;
}

void
trust_miss_plies(struct tracker *tracker, uint32_t n)
{
	if (n == 0)
		return;
	tracker->trust.lost += n;
	tracker->trust.lost_us = UINT64_MAX;
}

void
trust_stop(struct tracker *tracker)
{
	if (tracker->trust.lost == LONE_PRESS)
		tracker->trust.lost = 0;
}

/* Does a square that is not believed gainsay the record? One of the two is wrong, and nobody knows yet which. */
static bool
is_gainsaid(const struct tracker *tracker)
{
	return (image_difference(&tracker->image, &tracker->game.now) & tracker->excused) != 0;
}

void
trust_set_adrift(struct tracker *tracker, bool missing)
{
	uint32_t n_plies = tracker->game.n_plies;

	tracker->trust.adrift = tracker->trust.adrift || missing || is_gainsaid(tracker);
	for (uint32_t i = 0; i < n_plies && !tracker->trust.adrift; i++)
		tracker->trust.adrift = is_unseen(tracker, i) && (n_plies - i <= ADRIFT_PLIES ||
		                                                  record_stands_yet(tracker, i));
}

void
trust_set_uncounted(struct tracker *tracker, uint64_t excused)
{
	tracker->trust.uncounted = true;
	tracker->trust.excused = excused;
	trust_review(tracker);
}

void
trust_excuse_press(struct tracker *tracker)
{
	if (tracker->trust.lost > 0)
		tracker->trust.lost--;
}

void
trust_make_good(struct tracker *tracker, uint32_t from, uint64_t change)
{
	if (tracker->trust.lost_change >= change)
		tracker->trust.lost = 0;
	trust_reopen(tracker, from);
}

/* The columns, up to the last ply that was pressed. */
struct books {
	uint32_t end; /* plies before it are in them */
	uint32_t unpressed;
	uint32_t balanced; /* those of them whose presses may be among those that are lost */
	bool unseen;       /* one of them */
	bool open;         /* one of them may get a press yet that is another's now */
	bool doubted;      /* something speaks against one of those that are in the books */
	bool out_of_turn;  /* what was heard may have been for others than those */
};

/* May a press that is lost have been for ply `index`? */
static bool
may_be_pressed(const struct tracker *tracker, uint32_t index)
{
	uint64_t made_us = tracker->plies[index].made_us;

	return made_us <= LEVER_LAG_US || made_us - LEVER_LAG_US <= tracker->trust.lost_us;
}

/* Did somebody see the man of ply `index` come? Of others nobody knows when. */
static bool
was_seen_to_come(const struct tracker *tracker, uint32_t index)
{
	uint8_t doubtful = tracker_own_doubt(tracker, index);

	return doubtful != DOUBT_UNSEEN && doubtful != DOUBT_HIDDEN;
}

/* Did the board tell of ply `index` only when both had pressed, and more than a scan late? Then what it told of is a later ply of his,
 * it may be. Who is told of later yet was not read for a while. */
static bool
is_behind_both_presses(const struct tracker *tracker, uint32_t index)
{
	const struct game_ply *ply = &tracker->plies[index];

	return index + 1 < tracker->game.n_plies && record_is_pressed(tracker, index + 1) &&
	       ply->made_us > ply[1].completed_us &&
	       ply->made_us > ply->completed_us + tracker->evidence.scan_us &&
	       ply->made_us <= ply->completed_us + LEVER_LAG_US && was_seen_to_come(tracker, index);
}

/* Had the reply to ply `index` been told of before he can have pressed for it? Then he pressed for his next one, it may be. */
static bool
is_pressed_behind_reply(const struct tracker *tracker, uint32_t index)
{
	const struct game_ply *ply = &tracker->plies[index];

	return index + 1 < tracker->game.n_plies && ply[1].made_us < ply->completed_us &&
	       ply[1].made_us < past_pressed_since(&tracker->past, ply->completed_us);
}

/* The lever falls to and fro, as the plies come: may what was pressed for ply `index` be for another one of his? Nor is a ply proved for
 * which nobody pressed, and no press is left. */
static bool
is_out_of_turn(const struct tracker *tracker, uint32_t index)
{
	if (!record_is_pressed(tracker, index))
		return tracker->trust.lost == 0;
	return is_behind_both_presses(tracker, index) || is_pressed_behind_reply(tracker, index);
}

/* Does something speak against ply `index` itself, so that there may be more of them, or fewer? One that has a rival is one ply as
 * well. */
static bool
is_questionable(const struct tracker *tracker, uint32_t index)
{
	return is_unseen(tracker, index) && tracker_own_doubt(tracker, index) != DOUBT_RIVAL;
}

/* Did no clock run when ply `index` was made, or none that was heard? A game is begun before somebody starts it, and its plug
 * comes out: no press for the ply can be among those that are told. */
static bool
is_without_clock(const struct tracker *tracker, uint32_t index)
{
	const struct game_ply *ply = &tracker->plies[index];
	uint64_t next_us = index + 1 < tracker->game.n_plies ? ply[1].made_us : UINT64_MAX;

	return lever_was_quiet(&tracker->lever, ply->made_us, next_us);
}

static struct books
add_up(const struct tracker *tracker)
{
	struct books books = { .end = tracker->game.n_plies };

	while (books.end > tracker->trust.from && !record_is_pressed(tracker, books.end - 1))
		books.end--;
	for (uint32_t i = tracker->trust.from; i < books.end; i++) {
		books.doubted = books.doubted || is_questionable(tracker, i);
		books.out_of_turn = books.out_of_turn || is_out_of_turn(tracker, i);
		if (record_is_pressed(tracker, i) || is_without_clock(tracker, i))
			continue;
		books.unpressed++;
		books.balanced += may_be_pressed(tracker, i);
		books.open = books.open || i >= tracker->n_fixed;
		books.unseen = books.unseen || is_unseen(tracker, i);
	}
	return books;
}

void
trust_review(struct tracker *tracker)
{
	struct trust *trust = &tracker->trust;
	struct books books;

	if (!lever_runs(&tracker->lever) || tracker->lever.n_waiting > 0)
		return;
	if (trust->from > tracker->game.n_plies)
		trust->from = tracker->game.n_plies;
	if (trust->accepted_breaks > tracker->game.n_breaks)
		trust->accepted_breaks = tracker->game.n_breaks;
	books = add_up(tracker);
	trust->uncounted = trust->uncounted && (tracker->excused & ~trust->excused) != 0;
	trust->shaken = is_broken(tracker) || trust->adrift || trust->uncounted ||
	                books.unpressed >= trust->lost + FORGOTTEN ||
	                trust->lost > books.balanced + LONE_PRESS ||
	                (books.unseen && (trust->shaken || trust->lost < books.unpressed)) ||
	                (books.doubted && books.out_of_turn);
	if (trust->shaken)
		doubt(tracker);
	if (trust->shaken || books.end == trust->from || books.open || trust->lost > books.balanced)
		return;
	clear(tracker, books.end);
	trust->from = books.end;
	trust->lost = 0;
}
