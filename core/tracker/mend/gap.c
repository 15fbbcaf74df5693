/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/mend/gap.h"

#include "core/chess/bits.h"
#include "core/tracker/explain/change.h"
#include "core/tracker/mend/gap_search.h"
#include "core/tracker/record/record.h"
#include "core/tracker/tracker_state.h"

/* A clock tells of itself once a second while it runs. */
#define TOLD_AGAIN_US 1500000

/* The link is lost, once more it may be. */
static void
begin_anew(struct tracker *tracker)
{
	struct away *away = &tracker->away;

	away->last_us = tracker->lever.now_us;
	away->read_us = 0;
	away->turn = tracker->lever.now.turn;
	away->logged = away->looked = away->awaited = false;
	away->n_heard = 0;
}

void
gap_begin(struct tracker *tracker)
{
	struct away *away = &tracker->away;
	uint32_t n_over = tracker->game.n_plies;

	begin_anew(tracker);
	if (tracker->was_away)
		return;
	while (n_over > 0 && !record_is_pressed(tracker, n_over - 1))
		n_over--;
	*away = (struct away){
		.last_us = away->last_us,
		.turn = away->turn,
		.n_written = tracker->game.n_plies,
		.change = tracker->n_changes,
		.n_over = n_over,
		.n_plies = n_over + (uint32_t)tracker->lever.n_waiting,
		.counted = lever_runs(&tracker->lever),
		.excused = tracker->excused,
	};
}

/* Is the reading the first one behind the gap? */
static bool
is_first(const struct tracker *tracker)
{
	return (tracker->was_away || tracker->away.awaited) && tracker->link_up &&
	       tracker->away.read_us == 0;
}

/* The first reading behind a silence: presses may be missing. */
static void
count_unheard(struct tracker *tracker, const struct clock_reading *reading, uint32_t n_presses)
{
	tracker->unheard = (struct unheard){ tracker->now_us, (int)n_presses };
	if (tracker->now_us > tracker->lever.now_us + TOLD_AGAIN_US)
		tracker->unheard.n_presses = tally_unheard(&tracker->tally, reading,
		                                           tracker->now_us, n_presses % 2 != 0);
	else
		tally_read(&tracker->tally, reading, tracker->now_us, n_presses);
}

void
gap_read(struct tracker *tracker, const struct clock_reading *reading, uint32_t n_presses)
{
	const struct unheard *unheard = &tracker->unheard;
	struct away *away = &tracker->away;

	away->n_heard += n_presses;
	if (!is_first(tracker)) {
		away->n_plies += n_presses;
		if (!tracker->past.frozen)
			tally_read(&tracker->tally, reading, tracker->now_us, n_presses);
		return;
	}
	if (!tracker->past.frozen)
		count_unheard(tracker, reading, n_presses);
	away->read_us = tracker->now_us;
	away->counted = away->counted && unheard->t_us >= tracker->back_us &&
	                unheard->t_us <= tracker->now_us && unheard->n_presses >= 0;
	if (!away->counted)
		return;
	away->n_plies += (uint32_t)unheard->n_presses;
	if (tracker->now_us > unheard->t_us)
		away->n_plies += n_presses;
}

/* When updates told what the squares read now; what a scan told was there before. */
static void
times_told(const struct tracker *tracker, uint64_t ret_told_us[64])
{
	for (int sq = 0; sq < 64; sq++) {
		bool told = !(tracker->by_scan & sq_bit(sq)) &&
		            tracker->evidence.changed_us[sq] >= tracker->back_us;

		ret_told_us[sq] = told ? tracker->evidence.changed_us[sq] : 0;
	}
}

/* Has the player whose time runs put a man down since it does? Then he has moved, and not pressed yet. */
static bool
has_moved(const struct tracker *tracker)
{
	const struct image *image = &tracker->image;
	uint64_t since_us = tracker->back_us, told_us[64];
	uint64_t men = image->by_color[image->occupancy_only ? WHITE : lever_turn(&tracker->lever)];

	/* When he pressed of whom the first reading tells, nobody knows. */
	if (tracker->press.t_us > tracker->away.read_us)
		since_us = tracker->press.t_us;
	times_told(tracker, told_us);
	while (men != 0)
		if (told_us[bits_take(&men)] > since_us)
			return true;
	return false;
}

/* Whoever had moved before the link was back has pressed by now, and the clock has been read since: does it say how many plies
 * there are? */
static bool
is_told_by_clock(const struct tracker *tracker)
{
	return tracker->was_away && lever_runs(&tracker->lever) && tracker->away.read_us != 0 &&
	       tracker->now_us >= tracker->back_us + LEVER_LAG_US;
}

/* How many plies does the record have? GAP_PARITY: as many, or by an even number more or fewer. */
static enum gap_count
plies_by_clock(const struct tracker *tracker, uint32_t *ret_n_plies)
{
	const struct game *game = &tracker->game;
	bool moved;

	if (!is_told_by_clock(tracker))
		return GAP_ANY;
	moved = has_moved(tracker);
	*ret_n_plies = tracker->away.n_plies;
	if (tracker->away.counted && tracker->image.occupancy_only)
		return GAP_PRESSED; /* whose man was put down since then nobody knows */
	*ret_n_plies += moved;
	if (tracker->away.counted)
		return GAP_COUNTED;
	*ret_n_plies = game->n_plies +
	               (moved == (lever_turn(&tracker->lever) == (enum color)game->now.side));
	return GAP_PARITY;
}

bool
gap_agrees(const struct tracker *tracker, const struct change *change)
{
	uint32_t by_change = tracker->game.n_plies - change->back + (uint32_t)change->line.n_plies;
	uint32_t n_plies = 0;

	switch (plies_by_clock(tracker, &n_plies)) {
	case GAP_COUNTED:
		return by_change == n_plies;
	case GAP_PRESSED:
		return by_change == n_plies || by_change == n_plies + 1;
	case GAP_PARITY:
		return (by_change - n_plies) % 2 == 0;
	case GAP_ANY:
		break;
	}
	return true;
}

/* The record takes lines in portions. */
static void
write_line(struct tracker *tracker, uint32_t back, const uint16_t *moves, int n_plies,
           unsigned int sure)
{
	for (int at = 0; at < n_plies; at += EXPLAIN_PLIES_MAX) {
		struct explanation part = { .n_plies = n_plies - at };
		uint8_t doubts[EXPLAIN_PLIES_MAX];

		if (part.n_plies > EXPLAIN_PLIES_MAX)
			part.n_plies = EXPLAIN_PLIES_MAX;
		for (int i = 0; i < part.n_plies; i++) {
			part.moves[i] = moves[at + i];
			doubts[i] = sure >> (at + i) & 1 ? 0 : DOUBT_ORDER;
		}
		record_rewrite(tracker, at == 0 ? back : 0, &part, doubts, back > 0);
		tracker->believed += (uint64_t)(part.n_plies * (COST_PLY + COST_OUT_OF_SIGHT));
	}
}

/* The men of *from who were in the air when the board was seen last. */
static uint64_t
men_lifted(const struct tracker *tracker, const struct position *from)
{
	const struct evidence *evidence = &tracker->evidence;
	uint64_t men = from->by_color[WHITE] | from->by_color[BLACK], lifted = 0;
	uint64_t since = tracker->shown[tracker->away.n_written % RECENT_POSITIONS];

	while (men != 0) {
		int sq = bits_take(&men);
		uint32_t left = evidence->placed[sq][EMPTY];

		if (left > since && left <= tracker->away.change)
			lifted |= sq_bit(sq);
	}
	return lifted;
}

/* What is known of a line in place of the last `back` plies, which begins from *ret_from. */
static struct gap_terms
terms_of(const struct tracker *tracker, uint32_t back, enum gap_count count, uint32_t n_plies,
         uint64_t told_us[64], struct position *ret_from)
{
	bool scanned = tracker->scanned_us >= tracker->back_us;
	struct gap_terms terms = { .excused = tracker->excused,
		                   .told_us = told_us,
		                   .first = SQ_NONE,
		                   .count = count,
		                   .as_scanned = scanned &&
		                                 tracker->last_change_us <= tracker->scanned_us };

	record_position_back(tracker, back, ret_from);
	times_told(tracker, told_us);
	terms.lifted = men_lifted(tracker, ret_from);
	terms.n_plies = (int)n_plies - (int)(tracker->game.n_plies - back);
	if (back > 0 && tracker->was_away)
		terms.first = move_from(tracker->plies[tracker->game.n_plies - back].move);
	return terms;
}

/* The line in place of the last `back` plies. */
static bool
find_line(struct tracker *tracker, uint32_t back, enum gap_count count, uint32_t n_plies,
          struct gap_line *ret_line)
{
	uint64_t told_us[64];
	struct position from;
	struct gap_terms terms = terms_of(tracker, back, count, n_plies, told_us, &from);
	bool found;

	terms.at_rest =
		tracker->scanned_us >= tracker->back_us &&
		tracker->now_us >=
			tracker_later(tracker->last_change_us, tracker->scanned_us) + LONG_HOLD_US;
	found = gap_explain(&from, &tracker->image, &terms, ret_line);
	if (terms.at_rest)
		ret_line->sure = 0;
	tracker->away.begun = tracker->away.begun || ret_line->begun;
	tracker->effort += ret_line->nodes;
	return found;
}

static bool
may_look(const struct tracker *tracker)
{
	return tracker->was_away && gap_over_us(tracker) <= tracker->now_us;
}

/* Was the last ply not over when the link was lost? Then its man may have gone on. */
static bool
may_go_on(const struct tracker *tracker)
{
	uint32_t n_plies = tracker->game.n_plies;

	return n_plies > tracker->away.n_over && n_plies > tracker->n_fixed;
}

/* The same where the board knows no men: which man stands where is one of several ways. */
static void
find_unseen(struct tracker *tracker, uint32_t back, enum gap_count count, uint32_t n_plies,
            struct unseen *ret_unseen)
{
	uint64_t told_us[64];
	struct position from;
	struct gap_terms terms = terms_of(tracker, back, count, n_plies, told_us, &from);

	unseen_find(&from, &tracker->image, &terms, ret_unseen);
	ret_unseen->first = tracker->game.n_plies - back;
	tracker->effort += ret_unseen->nodes;
}

static bool
look_occupied(struct tracker *tracker, enum gap_count count, uint32_t n_plies)
{
	struct unseen unseen, instead = { .n = 0 };
	uint32_t back = 0;

	find_unseen(tracker, 0, count, n_plies, &unseen);
	if (may_go_on(tracker))
		find_unseen(tracker, 1, count, n_plies, &instead);
	if (instead.n > 0 && (unseen.n == 0 || instead.lines[0].cost < unseen.lines[0].cost)) {
		unseen = instead;
		back = 1;
	}
	if (unseen.n == 0)
		return false;
	tracker->unseen = unseen;
	write_line(tracker, back, unseen.lines[0].moves, unseen.n_plies, 0);
	return true;
}

/* Write the shorter line into the record: of those plies, or of those in place of its last one. */
static bool
look(struct tracker *tracker, enum gap_count count, uint32_t n_plies)
{
	struct gap_line line, instead;
	bool found;

	if (tracker->image.occupancy_only)
		return look_occupied(tracker, count, n_plies);
	tracker->away.begun = false;
	found = find_line(tracker, 0, count, n_plies, &line);
	if (may_go_on(tracker) && find_line(tracker, 1, count, n_plies, &instead) &&
	    (!found || instead.n_plies - 1 < line.n_plies)) {
		write_line(tracker, 1, instead.moves, instead.n_plies, instead.sure);
		return true;
	}
	if (found)
		write_line(tracker, 0, line.moves, line.n_plies, line.sure);
	return found;
}

bool
gap_look(struct tracker *tracker)
{
	uint32_t n_plies = 0;
	enum gap_count count;

	if (!may_look(tracker))
		return false;
	count = plies_by_clock(tracker, &n_plies);
	return look(tracker, count, n_plies);
}

bool
gap_look_at_rest(struct tracker *tracker)
{
	return !tracker->image.occupancy_only && gap_look(tracker);
}

bool
gap_awaits_hand(const struct tracker *tracker)
{
	return may_look(tracker) && tracker->scanned_us >= tracker->back_us && tracker->away.begun;
}

uint64_t
gap_due(const struct tracker *tracker)
{
	if (!tracker->was_away || !tracker->image.occupancy_only || tracker->away.looked ||
	    tracker->in_step || tracker->games == 0)
		return TRACKER_NO_DEADLINE;
	return gap_over_us(tracker);
}

void
gap_settle(struct tracker *tracker)
{
	tracker->away.looked = true;
}

/* Has nobody pressed yet for the last ply, and does its player's time run? */
static bool
is_last_unpressed(const struct tracker *tracker)
{
	return record_awaits_press(tracker, 1) &&
	       lever_turn(&tracker->lever) ==
	               game_ply_side(&tracker->game, tracker->game.n_plies - 1);
}

/* The plies written since the link was lost give way to a line of as many as there were. Where the board's log tells of them all they
 * have been seen. */
static void
write_counted(struct tracker *tracker, uint32_t n_plies)
{
	const struct game *game = &tracker->game;
	const struct game_break *gap = game_last_break(game, game->n_plies);
	uint32_t from = tracker->away.n_written, back = game->n_plies - from;
	struct gap_line line;

	if (tracker->image.occupancy_only || from > game->n_plies || back == 0 ||
	    back > EXPLAIN_PLIES_MAX || from < tracker->by_person || (gap && gap->ply > from) ||
	    !find_line(tracker, back, GAP_COUNTED, n_plies, &line))
		return;
	write_line(tracker, back, line.moves, line.n_plies, line.sure);
	tracker->shown[game->n_plies % RECENT_POSITIONS] = tracker->n_changes;
	record_hear_presses(tracker);
}

uint64_t
gap_count_due(const struct tracker *tracker)
{
	return tracker->away.awaited && tracker->in_step ? gap_clock_over_us(tracker)
	                                                 : TRACKER_NO_DEADLINE;
}

void
gap_count(struct tracker *tracker)
{
	struct away *away = &tracker->away;
	/* What was pressed for behind the first reading is on its way. */
	uint32_t on_its_way = lever_count_since(&tracker->lever, away->read_us);
	uint32_t n_plies = away->n_plies - on_its_way + has_moved(tracker), found;

	away->awaited = false;
	if (!away->counted || away->read_us == 0)
		return;
	if (n_plies > tracker->game.n_plies && !away->logged)
		write_counted(tracker, n_plies);
	/* What waits yet is for a ply that is on its way, or will be lost itself. */
	found = tracker->game.n_plies - is_last_unpressed(tracker) +
	        (uint32_t)tracker->lever.n_waiting;
	if (found >= away->n_plies)
		return;
	trust_miss_plies(tracker, away->n_plies - found);
	trust_review(tracker);
}

void
gap_end(struct tracker *tracker)
{
	struct away *away = &tracker->away;

	if (!tracker->was_away)
		return;
	tracker->was_away = false;
	away->awaited = true;
	if (!away->counted)
		trust_set_uncounted(tracker, away->excused);
	if (gap_clock_over_us(tracker) <= tracker->now_us)
		gap_count(tracker);
}
