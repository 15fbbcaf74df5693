/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A case file being read (case_file.h): what both readings of the capture share.
 */
#pragma once

#include <stdlib.h>

#include "daemon/case_clock.h"
#include "daemon/case_file.h"
#include "daemon/fold.h"

struct reading {
	const struct case_options *options;
	struct case_file *file;
	uint64_t now_us;
	const struct fold *fold;
	uint32_t
		ended_game; /* of the last game that ended, or of the alert's: its number, from 1, */
	uint64_t ended_us;  /* and when that was */

	bool sides_known, no_memory;
	bool ordered;       /* the last line was an order that is kept, */
	uint32_t n_refused; /* and so many had been refused before it */

	/* The second time. */
	const struct board_driver *driver;
	void *driver_state;
	struct case_clock clock;
	uint8_t board[64]; /* as its sensors have it */
	bool scanned;
};

/* Of the first reading (case_alert.c), the listener's of a fold with a struct reading for its context: the alert and what became of it. */
void case_on_alert(void *ctx, const struct alert *alert);
void case_on_settled(void *ctx, uint32_t number, enum alert_outcome outcome, const char *note);
void case_on_changed(void *ctx, enum tracker_update what);
void case_take_line(void *ctx, const struct capture_line *line);

/* case_note_refused: behind the last line. case_keep_sides: behind the last line, and as long as its game goes on. case_keep_rules,
 * case_keep_place: when all has been read, once the alert was found. */
void case_note_refused(struct reading *reading);
void case_keep_sides(struct reading *reading);
void case_keep_rules(struct reading *reading);
void case_keep_place(struct reading *reading);

/* What belongs to it (case_related.c): another alert; what became of one; and when all has been read and the alert was found, only what is
 * related is left, of decisions too. */
void case_add_related(struct reading *reading, const struct alert *alert, uint32_t move);
void case_settle_related(struct reading *reading, uint32_t number, enum alert_outcome outcome);
void case_keep_related(struct reading *reading);

/* Of the second (case_around.c): a line; and that nothing before t_us comes any more. */
void case_show_line(void *ctx, const struct capture_line *line);
void case_tell_moment(struct reading *reading, uint64_t t_us);

/* case_make_room: room for one more of them, of `size` each: list[n] has grown where n is a power of two. NULL, which is noted, when memory is
 * out. */
static inline void *
case_make_room(struct reading *reading, void *list, size_t n, size_t size)
{
	void *more = (n & (n - 1)) == 0 ? realloc(list, (n ? 2 * n : 1) * size) : list;

	reading->no_memory |= !more;
	return more;
}
