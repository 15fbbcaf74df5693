/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drivers/dgt/dgt_talk.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>

#include "core/base/invariant.h"
#include "drivers/dgt/dgt_wire.h"

enum step {
	PASSIVE, /* not started */
	QUIET,
	ASK_VERSION,
	ASK_SERIAL,
	ASK_LONG_SERIAL,
	ASK_TRADEMARK,
	SET_MODE,
	ASK_LOG,
	ASK_POSITION,
	LIVE,
	RENEW_MODE,
	RENEW_POSITION,
	LOOK,
	WAIT, /* everything failed; try again later */
	STEPS
};

enum { WAITS_MAX = 20 };

/* A step sends `command`, and waits wait_ms for a message `answer`; without an answer id, the time
 * itself is waited for, and is the answer. After `tries` without success comes `otherwise`; when
 * that is QUIET, the round has failed.
 *
 *     QUIET -> ASK_VERSION -> ASK_SERIAL -> ASK_LONG_SERIAL -> ASK_TRADEMARK -> SET_MODE -> ASK_LOG
 *       ^          |             optional: silence moves on as well                           |
 *       |        silent                                                                       v
 *       +----------+---- silent -------------------------- ASK_POSITION <---------------------+
 *       |                                                        v
 *       |                                                      LIVE <-> LOOK
 *       |                                5 s of silence, bytes lost: |  ^         | silent
 *       |                                                            v  |         v
 *       +---- silent ---------------- RENEW_POSITION <---------- RENEW_MODE <-----+
 *       |                                   +---------------------------+ (to LIVE)
 *       +---- after a while ---- WAIT, entered instead of QUIET by the third failed round
 *
 * The mode goes before the position, so that no change falls between the two, and before the log, which
 * takes eight seconds: what changes meanwhile is told behind it. The log is asked for only where the
 * board was heard before, and again where it came damaged: once the position is told it is too late for it. A live board that falls silent gets mode and position again, not a mere
 * question: one that has restarted (power, watchdog) would answer a question and go on reporting
 * nothing. LOOK is a mere question; a board that leaves it unanswered is treated like a silent one. A
 * battery may be absent, a board may be from 1998: only the version and the position must be answered.
 * The clock is another's business (dgt_clock_talk.h), while the board is live. */
static const struct row {
	uint8_t command[1], len;
	uint8_t answer; /* enum dgt_message, or 0 */
	uint8_t tries;
	uint8_t next, otherwise;
	uint8_t link; /* enum driver_link, on entering */
	uint16_t wait_ms;
} rows[STEPS] = {
	/* clang-format off */
	[QUIET] = { { DGT_RESET }, 1, 0, 1,
		    ASK_VERSION, QUIET, DRIVER_PROBING, 200 },
	[ASK_VERSION] = { { DGT_SEND_VERSION }, 1, DGT_VERSION, 1,
			  ASK_SERIAL, QUIET, DRIVER_PROBING, 500 },
	[ASK_SERIAL] = { { DGT_SEND_SERIALNR }, 1, DGT_SERIALNR, 2,
			 ASK_LONG_SERIAL, ASK_LONG_SERIAL, DRIVER_PROBING, 500 },
	[ASK_LONG_SERIAL] = { { DGT_SEND_LONG_SERIALNR }, 1, DGT_LONG_SERIALNR, 1,
			      ASK_TRADEMARK, ASK_TRADEMARK, DRIVER_PROBING, 500 },
	[ASK_TRADEMARK] = { { DGT_SEND_TRADEMARK }, 1, DGT_TRADEMARK, 1,
			    SET_MODE, SET_MODE, DRIVER_PROBING, 1000 },
	[SET_MODE] = { { DGT_UPDATE_NICE }, 1, 0, 1,
		       ASK_LOG, QUIET, DRIVER_PROBING, 100 },
	[ASK_LOG] = { { DGT_SEND_EE_MOVES }, 1, DGT_EE_MOVES, 3,
		      ASK_POSITION, ASK_POSITION, DRIVER_PROBING, 1500 },
	[ASK_POSITION] = { { DGT_SEND_BRD }, 1, DGT_BOARD_DUMP, 3,
			   LIVE, QUIET, DRIVER_PROBING, 1000 },
	[LIVE] = { { 0 }, 0, 0, 1,
		   RENEW_MODE, RENEW_MODE, DRIVER_LIVE, DGT_TALK_SILENCE_US / 1000 },
	[RENEW_MODE] = { { DGT_UPDATE_NICE }, 1, 0, 1,
			 RENEW_POSITION, QUIET, DRIVER_LIVE, 100 },
	[RENEW_POSITION] = { { DGT_SEND_BRD }, 1, DGT_BOARD_DUMP, 3,
			     LIVE, QUIET, DRIVER_LIVE, 1000 },
	[LOOK] = { { DGT_SEND_BRD }, 1, DGT_BOARD_DUMP, 3,
		   LIVE, RENEW_MODE, DRIVER_LIVE, 500 },
	[WAIT] = { { 0 }, 0, 0, 1,
		   QUIET, QUIET, DRIVER_WRONG, DGT_TALK_RETRY_US / 1000 },
	/* clang-format on */
};

void
dgt_talk_init(struct dgt_talk *talk)
{
	memset(talk, 0, sizeof(*talk));
	talk->link = DRIVER_LISTENING;
	talk->deadline_us = DRIVER_NO_DEADLINE;
}

/* Everything that ever reached us, good or not. */
static uint64_t
heard(const struct dgt_frame *frame)
{
	return frame->frames + frame->skipped_bytes + frame->have;
}

static uint64_t
after(uint64_t now_us, uint64_t wait_us)
{
	return now_us < DRIVER_NO_DEADLINE - wait_us ? now_us + wait_us : DRIVER_NO_DEADLINE - 1;
}

static void
say(struct dgt_talk *talk, const struct dgt_frame *frame, const struct driver_out *out,
    uint64_t now_us)
{
	const struct row *row = &rows[talk->step];

	talk->sent = row->len == 0 ||
	             (out->send != NULL && out->send(out->ctx, row->command, row->len) == 0);
	if (row->answer == DGT_BOARD_DUMP || row->answer == DGT_EE_MOVES)
		talk->skipped_at_request = frame->skipped_bytes;
	if (row->answer == DGT_BOARD_DUMP) {
		talk->asked_us = now_us;
		talk->look = false;
	}
	if (row->len > 0)
		talk->free_us = after(now_us, DGT_TALK_GAP_US);
	talk->deadline_us = after(now_us, row->wait_ms * UINT64_C(1000));
}

/* The deadline of a live board: it falls silent, or the next position is due; not while the line is
 * another's. */
static void
plan_live(struct dgt_talk *talk, uint64_t now_us)
{
	uint64_t position_us =
		after(talk->asked_us, talk->look ? DGT_TALK_LOOK_US : DGT_TALK_RENEW_US);

	if (position_us <= now_us)
		position_us = after(now_us, 1);
	talk->deadline_us = position_us < talk->silent_us ? position_us : talk->silent_us;
	if (talk->deadline_us < talk->free_us)
		talk->deadline_us = talk->free_us;
}

static void
enter(struct dgt_talk *talk, enum step step, const struct dgt_frame *frame,
      const struct driver_out *out, uint64_t now_us)
{
	if (step == ASK_LOG && !talk->wants_log)
		step = ASK_POSITION;
	/* A wrong link stays wrong while it is tried again, until something answers. */
	if (talk->link != DRIVER_WRONG || (step != QUIET && step != ASK_VERSION))
		talk->link = (enum driver_link)rows[step].link;
	if (step == QUIET) {
		talk->answered = false;
		talk->heard_at_round = heard(frame);
	} else if (step == LIVE) {
		talk->was_live = true;
		talk->rounds = 0;
		talk->trouble = DGT_TROUBLE_NONE;
		talk->repair = false;
		talk->wants_log = false;
	}
	talk->step = (uint8_t)step;
	talk->tries = 1;
	talk->waits = 0;
	say(talk, frame, out, now_us);
	if (step == LIVE) {
		talk->silent_us = talk->deadline_us;
		plan_live(talk, now_us);
		/* Bytes lost between the request for the position and now may have been a change. */
		dgt_talk_check(talk, frame, now_us);
	}
}

void
dgt_talk_start(struct dgt_talk *talk, const struct dgt_frame *frame, bool wants_log,
               const struct driver_out *out, uint64_t now_us)
{
	dgt_talk_init(talk);
	talk->wants_log = wants_log;
	enter(talk, QUIET, frame, out, now_us);
}

static enum dgt_trouble
diagnose(const struct dgt_talk *talk, const struct dgt_frame *frame)
{
	if (talk->was_live)
		return DGT_TROUBLE_GONE;
	if (talk->answered)
		return DGT_TROUBLE_NO_POSITION;
	return heard(frame) == talk->heard_at_round ? DGT_TROUBLE_SILENT : DGT_TROUBLE_GARBAGE;
}

static void
fail_round(struct dgt_talk *talk, const struct dgt_frame *frame, const struct driver_out *out,
           uint64_t now_us)
{
	talk->rounds++;
	talk->trouble = diagnose(talk, frame);
	if (talk->rounds == DGT_TALK_ROUNDS)
		talk->rounds = 0;
	enter(talk, talk->rounds == 0 ? WAIT : QUIET, frame, out, now_us);
}

static bool
is_answer(const struct row *row, const struct dgt_frame *frame)
{
	if (row->answer == 0 || frame->id != row->answer)
		return false;
	if (frame->id == DGT_BOARD_DUMP)
		return frame->len == DGT_SQUARES;
	return true;
}

void
dgt_talk_heard(struct dgt_talk *talk, const struct dgt_frame *frame, const struct driver_out *out,
               uint64_t now_us)
{
	const struct row *row = &rows[talk->step];

	INVARIANT(talk->step < STEPS);
	if (talk->step == PASSIVE) {
		if (frame->id == DGT_BOARD_DUMP || frame->id == DGT_FIELD_UPDATE)
			talk->link = DRIVER_LIVE;
		return;
	}
	if (talk->step == LIVE) {
		talk->waits = 0;
		if (!talk->repair) {
			talk->silent_us = after(now_us, row->wait_ms * UINT64_C(1000));
			plan_live(talk, now_us);
		}
		return;
	}
	if (!is_answer(row, frame))
		return;
	if (talk->step == ASK_VERSION)
		talk->answered = true;
	enter(talk, row->next, frame, out, now_us);
}

void
dgt_talk_check(struct dgt_talk *talk, const struct dgt_frame *frame, uint64_t now_us)
{
	if (talk->step != LIVE || talk->repair || frame->skipped_bytes == talk->skipped_at_request)
		return;
	talk->repair = true;
	talk->silent_us = after(now_us, DGT_TALK_REPAIR_US);
	plan_live(talk, now_us);
}

void
dgt_talk_look(struct dgt_talk *talk, uint64_t now_us)
{
	if (talk->step == PASSIVE || talk->look)
		return;
	talk->look = true;
	if (talk->step == LIVE)
		plan_live(talk, now_us);
}

uint64_t
dgt_talk_line_us(const struct dgt_talk *talk)
{
	return talk->step == LIVE ? talk->free_us : DRIVER_NO_DEADLINE;
}

void
dgt_talk_hold(struct dgt_talk *talk, uint64_t now_us)
{
	talk->free_us = after(now_us, DGT_TALK_GAP_US);
	if (talk->step == LIVE)
		plan_live(talk, now_us);
}

/* An old board has no log and stays silent; of one that came damaged, or in part, another copy is there. */
static bool
is_worth_another_try(const struct dgt_talk *talk, const struct dgt_frame *frame)
{
	return rows[talk->step].answer != DGT_EE_MOVES || frame->have > 0 ||
	       frame->skipped_bytes != talk->skipped_at_request;
}

void
dgt_talk_tick(struct dgt_talk *talk, const struct dgt_frame *frame, const struct driver_out *out,
              uint64_t now_us)
{
	const struct row *row = &rows[talk->step];

	INVARIANT(talk->step < STEPS);
	if (talk->step == PASSIVE || now_us < talk->deadline_us)
		return;
	if (talk->waits < WAITS_MAX && dgt_frame_is_arriving(frame, now_us)) {
		/* It is in the middle of a message, a log of 8 s maybe: let it finish. */
		talk->waits++;
		talk->deadline_us = after(now_us, DGT_FRAME_GAP_US);
		return;
	}
	if (!talk->sent && talk->waits < WAITS_MAX) {
		talk->waits++; /* the queue was full; this is no try */
		say(talk, frame, out, now_us);
		return;
	}
	if (talk->step == LIVE && now_us < talk->silent_us) {
		enter(talk, LOOK, frame, out, now_us);
	} else if (row->answer == 0 && talk->sent) {
		enter(talk, row->next, frame, out, now_us);
	} else if (talk->tries < row->tries && is_worth_another_try(talk, frame)) {
		talk->tries++;
		say(talk, frame, out, now_us);
	} else if (row->otherwise == QUIET) {
		fail_round(talk, frame, out, now_us);
	} else {
		enter(talk, row->otherwise, frame, out, now_us);
	}
}

const char *
dgt_talk_advice(enum driver_link link, enum dgt_trouble trouble)
{
	static const char *const wrong[] = {
		[DGT_TROUBLE_NONE] = "This is not what a DGT board says.",
		[DGT_TROUBLE_SILENT] =
			"Nothing answers on this port: check the board's cable and power, that the "
			"port is the board's, and that no other program uses it.",
		[DGT_TROUBLE_GARBAGE] =
			"What answers on this port is not a DGT board by itself: check that the "
			"port is the board's, that no other program uses it, and that the board "
			"does not share its line with others in bus mode.",
		[DGT_TROUBLE_NO_POSITION] =
			"A DGT board answers but does not send its 64 squares: 10x10 boards and "
			"boards set to draughts cannot be used, and no other program may read "
			"from this port.",
		[DGT_TROUBLE_GONE] =
			"The board has stopped answering: check its cable and power; it "
			"is asked again every few seconds.",
	};

	switch (link) {
	case DRIVER_LISTENING:
		return "Nothing recognised yet; nothing was asked.";
	case DRIVER_PROBING:
		return trouble == DGT_TROUBLE_GONE
		               ? "The board has stopped answering and is being asked again."
		               : "The board is being asked who it is.";
	case DRIVER_LIVE:
		return "The board reports every change.";
	case DRIVER_WRONG:
		break;
	}
	return wrong[trouble];
}
