/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What was played while the board was out of sight.
 *
 * Nobody saw men arrive, so order and timing are no evidence: all there is to explain is the picture
 * from which the board goes on. In quick play five or six plies may lie in a gap of some seconds.
 * The clock says more: whose time runs, and, where it gives time for every press (tally.h), how many plies there were.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct change;
struct clock_reading;
struct lever_press;
struct tracker;

/* What is known of a gap, since the link was lost and until board and record agree again. */
struct away {
	uint64_t last_us;   /* when the clock was last read before the link was lost last */
	uint32_t n_written; /* the record had so many plies then ... */
	uint64_t change;    /* ... and the board had told of so many changes before ... */
	uint32_t n_over;    /* ... so many plies were over, pressed for ... */
	uint32_t n_plies;   /* ... and with those pressed for since then so many are */
	bool counted;       /* these are all */
	uint64_t excused;   /* squares whose reading was not believed before */
	uint64_t read_us;   /* when the clock was first read since the link is back; 0: not yet */
	uint8_t turn;       /* enum clock_side: whose time ran when the link was lost last */
	bool looked;        /* the picture has been looked at since it counts (gap_settle) */
	bool begun;         /* when it was, a line led to it but for men in the air */
	bool logged;        /* the board's log has told of a press since */
	bool awaited; /* board and record agree again, but the clock has not told yet how many plies there were */
	uint32_t n_heard; /* presses heard since the link is back, but for those the log tells of */
};

/* What the times told of the last gap, when the clock was first read behind it. It is not known any more when the past is
 * explained again. */
struct unheard {
	uint64_t t_us;
	int n_presses; /* -1: nothing */
};

/* gap_begin: the link is lost. gap_end: board and record agree again, and the board tells of what is
 * there now. Where the clock has not told yet how many plies there were, they are counted when it has (gap_count_due,
 * gap_count): if there were more than those that were found, a line of as many takes their place. For plies that are missing
 * yet presses were lost (trust.h). gap_read: the clock is read, and
 * n_presses were heard since the reading before. */
void gap_begin(struct tracker *tracker);
void gap_end(struct tracker *tracker);
uint64_t gap_count_due(const struct tracker *tracker);
void gap_count(struct tracker *tracker);
void gap_read(struct tracker *tracker, const struct clock_reading *reading, uint32_t n_presses);

/* gap_hear_log: the board's log tells of a press. It tells of all of them, also of those that were heard, or told by the times,
 * after the link was back and before the log came: those are forgotten, and the lever lies as it did when the link was lost. */
void gap_hear_log(struct tracker *tracker);

/* gap_over_us: from when on the picture counts again that the link was lost for: when the board has told
 * of all its squares. Until then it is of before, with news of some squares perhaps. Of a board that knows no men it says
 * little, and counts when the clock has been read, too, and says how many plies there were. UINT64_MAX: not
 * yet to be said; 0: it counts. */
uint64_t gap_over_us(const struct tracker *tracker);

/* gap_clock_over_us: from when on the clock says how many plies there are, if it does at all: whoever had moved before the link was back
 * has pressed by then. */
uint64_t gap_clock_over_us(const struct tracker *tracker);

/* gap_agrees: would the record have as many plies by the change as there were, as far as the clock says? */
bool gap_agrees(const struct tracker *tracker, const struct change *change);

/* gap_is_open: may ply `index`, though pressed for, have been another one, as the board tells of what was before the gap yet? */
bool gap_is_open(const struct tracker *tracker, uint32_t index);

/* gap_hides: was the clock pressed when the link was back, and has the board not told yet of what came before? Then nobody knows for
 * which ply: the last one that was shown may have been taken back since. Until when is that so, at most? A log tells of presses in
 * their order. */
bool gap_hides(const struct tracker *tracker, const struct lever_press *press);
uint64_t gap_told_us(const struct tracker *tracker);

/* gap_look: the link was lost since board and record last agreed. If a line of as many plies as the clock says explains the
 * picture, write it into the record, every ply of it doubtful that is not sure (gap_search.h).
 * gap_look_at_rest: once more, when the picture has stood for longer than anybody holds a man. gap_awaits_hand: was no line
 * found only because somebody may hold one? */
bool gap_look(struct tracker *tracker);
bool gap_look_at_rest(struct tracker *tracker);
bool gap_awaits_hand(const struct tracker *tracker);

/* gap_due: when the picture that a board which knows no men shows behind a gap counts, if it has not been looked at since
 * (TRACKER_NO_DEADLINE: not as things are). gap_settle: it is. */
uint64_t gap_due(const struct tracker *tracker);
void gap_settle(struct tracker *tracker);
