/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drivers/dgt/dgt.h"

#include <string.h>

#include "drivers/dgt/dgt_clock.h"
#include "drivers/dgt/dgt_clock_talk.h"
#include "drivers/dgt/dgt_frame.h"
#include "drivers/dgt/dgt_log.h"
#include "drivers/dgt/dgt_recover.h"
#include "drivers/dgt/dgt_report.h"
#include "drivers/dgt/dgt_talk.h"

/* Bytes that are certainly not a DGT board's, when as many came without one good message. */
enum { NOISE_BYTES = 1024 };

/* What lay in the line while nobody listened comes at once when somebody does; the probe is answered within 700 ms
 * (dgt_talk.c). After two rounds of it nobody probes: the recording is another program's. */
enum { LATE_US = 1500000 };

/* frame, report and recover see the bytes alone; talk and clock watch them and send. Nothing flows back,
 * so that a board and its capture give the same events. */
struct dgt {
	struct dgt_report report;
	struct dgt_recover recover; /* what was told, to find in the board's log what was not */
	struct dgt_recover before;  /* the same, as it was before the time without the board */
	bool was_away;              /* ... and its position has not come since */
	bool is_late;  /* nor an answer to the probe: what comes was asked for by somebody before */
	bool has_kept; /* a position came meanwhile */
	uint8_t kept[DGT_SQUARES]; /* codes on the wire, with the changes told since */
	uint64_t late_us;          /* when the first message came since, 0: none has */
	struct dgt_talk talk;
	struct dgt_clock_talk clock;
	uint64_t bytes;
	uint64_t skipped_then;  /* when the last message was complete */
	bool log_waits;         /* it was the log, and has to prove sound */
	struct dgt_frame frame; /* last: it has room for a log that hardly any board sends */
};

static void
dgt_init(void *state)
{
	struct dgt *dgt = state;

	dgt_frame_init(&dgt->frame);
	dgt_report_init(&dgt->report);
	dgt->report.holds = true;
	dgt_recover_init(&dgt->recover);
	dgt->was_away = dgt->is_late = dgt->has_kept = dgt->log_waits = false;
	memset(dgt->kept, 0, sizeof(dgt->kept));
	dgt->late_us = 0;
	dgt_talk_init(&dgt->talk);
	dgt_clock_talk_init(&dgt->clock);
	dgt->bytes = dgt->skipped_then = 0;
}

/* Changes that are told before the log is read are in the log as well, behind those that were missed. */
static void
lose_sight(struct dgt *dgt)
{
	if (!dgt->was_away)
		dgt->before = dgt->recover;
	dgt->was_away = true;
	dgt->log_waits = false;
}

static void
dgt_away(void *state)
{
	struct dgt *dgt = state;

	lose_sight(dgt);
	dgt->is_late = dgt->recover.placed;
	dgt->has_kept = false;
	dgt->late_us = 0;
}

/* The clock is spoken to when the board is not. */
static void
speak_to_clock(struct dgt *dgt, const struct driver_out *out, uint64_t now_us)
{
	if (dgt_clock_talk_advance(&dgt->clock, dgt_talk_line_us(&dgt->talk), out, now_us))
		dgt_talk_hold(&dgt->talk, now_us);
}

/* Half a message from before is left to the frame's own time limit: dropping it here would make the
 * events depend on start(). */
static void
dgt_start(void *state, const struct driver_out *out, uint64_t now_us)
{
	struct dgt *dgt = state;

	dgt_talk_start(&dgt->talk, &dgt->frame, dgt->recover.told.n > 0, out, now_us);
	dgt_clock_talk_start(&dgt->clock);
}

static bool
has_changes(const uint8_t *log, size_t len)
{
	struct dgt_tag tag = { .kind = DGT_TAG_NOTHING };

	for (size_t at = 0; at < len && tag.kind != DGT_TAG_PIECE;)
		at += dgt_log_next(log + at, len - at, &tag);
	return tag.kind == DGT_TAG_PIECE;
}

/* The board's log, asked for after a time without it: what comes behind the changes that were told
 * before is what was missed. What was told since then is in it once more, in its order. A board
 * that sends its log unasked, as some do, tells nothing new. */
static void
take_log(struct dgt *dgt, const struct driver_out *out, uint64_t now_us)
{
	const uint8_t *log = dgt->frame.payload;
	size_t len = dgt->frame.len;
	uint8_t codes[DGT_SQUARES];
	size_t begin;

	if (dgt->was_away)
		dgt->recover = dgt->before;
	begin = dgt_recover_find(&dgt->recover, log, len, now_us);
	if (begin == SIZE_MAX && dgt->was_away) {
		begin = dgt_recover_near(&dgt->recover, log, len, codes);
		if (begin != SIZE_MAX)
			dgt_recover_stand(&dgt->recover, codes, &dgt->report, out);
		else if (dgt->recover.told.n > 0 && out->untold)
			out->untold(out->ctx, dgt->recover.heard_us);
	}
	if (begin < len && has_changes(log + begin, len - begin))
		dgt_recover_play(&dgt->recover, log + begin, len - begin, true, &dgt->report, out,
		                 now_us);
}

static void
note_position(struct dgt *dgt, const uint8_t *payload, size_t len, uint64_t now_us)
{
	uint8_t codes[DGT_SQUARES];

	dgt->was_away = false;
	if (len != DGT_SQUARES) {
		dgt_recover_heard(&dgt->recover, now_us); /* a 10x10 board */
		return;
	}
	for (size_t i = 0; i < DGT_SQUARES; i++)
		codes[i] = payload[i] & DGT_CODE_MASK;
	dgt_recover_position(&dgt->recover, codes, now_us);
}

/* Keep in mind what has been told. */
static void
note_told(struct dgt *dgt, uint64_t now_us)
{
	const uint8_t *payload = dgt->frame.payload;
	struct clock_reading reading;

	switch (dgt->frame.id) {
	case DGT_FIELD_UPDATE:
		dgt_recover_told(&dgt->recover, payload[0], payload[1] & DGT_CODE_MASK, now_us);
		dgt->kept[payload[0]] = payload[1];
		break;
	case DGT_VERSION: /* asked for by a probe only: the board had fallen silent */
		lose_sight(dgt);
		dgt->is_late = dgt->has_kept = false;
		break;
	case DGT_BOARD_DUMP:
		note_position(dgt, payload, dgt->frame.len, now_us);
		break;
	case DGT_BWTIME:
		if (dgt_clock_decode(payload, &reading) == DGT_CLOCK_TIME)
			dgt_recover_clock(&dgt->recover, &reading, now_us);
		dgt_recover_heard(&dgt->recover, now_us);
		dgt_clock_talk_heard(&dgt->clock, payload, now_us);
		break;
	default:
		return;
	}
}

/* A log in which bytes are missing or to which others were added tells what never was: it is asked for again. */
static bool
is_damaged(const struct dgt_frame *frame)
{
	return frame->id == DGT_EE_MOVES && !dgt_log_is_whole(frame->payload, frame->len);
}

/* A position that lay in the line while nobody listened would hide from the log what was played up to it. The log
 * tells that, and our own question comes behind the probe: it is kept back until the probe is answered. */
static bool
keeps_back(struct dgt *dgt)
{
	if (!dgt->is_late || dgt->frame.id != DGT_BOARD_DUMP)
		return false;
	dgt->has_kept = dgt->frame.len == DGT_SQUARES;
	if (dgt->has_kept)
		memcpy(dgt->kept, dgt->frame.payload, DGT_SQUARES);
	return true;
}

/* Nobody probes, no log will come: what was kept back is all that tells of the time without the board. */
static void
end_lateness(struct dgt *dgt, const struct driver_out *out, uint64_t now_us)
{
	if (!dgt->is_late || dgt->frame.id == DGT_VERSION)
		return;
	if (dgt->late_us == 0)
		dgt->late_us = now_us;
	if (now_us - dgt->late_us < LATE_US)
		return;
	dgt->is_late = false;
	if (!dgt->has_kept)
		return;
	dgt->has_kept = false;
	if (dgt_report_payload(&dgt->report, DGT_BOARD_DUMP, dgt->kept, DGT_SQUARES, out, now_us))
		note_position(dgt, dgt->kept, DGT_SQUARES, now_us);
}

static bool
take_message(struct dgt *dgt, const struct driver_out *out, uint64_t now_us)
{
	if (is_damaged(&dgt->frame))
		return false;
	end_lateness(dgt, out, now_us);
	if (keeps_back(dgt))
		return true;
	if (!dgt_report_decode(&dgt->report, &dgt->frame, out, now_us))
		return false;
	if (dgt->frame.id == DGT_EE_MOVES)
		dgt->log_waits = true;
	else
		note_told(dgt, now_us);
	return true;
}

static void
dgt_look(void *state, uint64_t now_us)
{
	struct dgt *dgt = state;

	dgt_talk_look(&dgt->talk, now_us);
}

/* Messages have no checksum; but into one that is damaged by noise its own bytes no longer fit, and follow it. When the
 * next one begins it is known: a game is not ended, nor a gap filled, by such a one. The log's bytes are in the frame
 * until then. */
static void
judge_last_message(struct dgt *dgt, const struct driver_out *out, uint64_t now_us)
{
	bool sound = dgt->frame.skipped_bytes == dgt->skipped_then;

	if (dgt->report.held != 0)
		dgt_report_settle(&dgt->report, sound ? UINT64_MAX : 0, out, now_us);
	if (dgt->log_waits && sound)
		take_log(dgt, out, now_us);
	dgt->log_waits = false;
}

static void
dgt_feed(void *state, const struct driver_out *out, const uint8_t *bytes, size_t len,
         uint64_t now_us)
{
	struct dgt *dgt = state;

	dgt->bytes += len;
	for (size_t i = 0; i < len; i++) {
		if (dgt_frame_begins(bytes[i]) && dgt->frame.have == 0)
			judge_last_message(dgt, out, now_us);
		if (!dgt_frame_push(&dgt->frame, bytes[i], now_us))
			continue;
		if (take_message(dgt, out, now_us))
			dgt_talk_heard(&dgt->talk, &dgt->frame, out, now_us);
		else
			dgt_frame_refuse(&dgt->frame);
		dgt->skipped_then = dgt->frame.skipped_bytes;
	}
	dgt_talk_check(&dgt->talk, &dgt->frame, now_us);
	speak_to_clock(dgt, out, now_us);
}

static uint64_t
dgt_deadline(const void *state)
{
	const struct dgt *dgt = state;

	return dgt->clock.deadline_us < dgt->talk.deadline_us ? dgt->clock.deadline_us
	                                                      : dgt->talk.deadline_us;
}

static uint64_t
dgt_tick(void *state, const struct driver_out *out, uint64_t now_us)
{
	struct dgt *dgt = state;

	dgt_talk_tick(&dgt->talk, &dgt->frame, out, now_us);
	speak_to_clock(dgt, out, now_us);
	return dgt_deadline(dgt);
}

static bool
is_noise(const struct dgt *dgt)
{
	return dgt->talk.link == DRIVER_LISTENING && dgt->frame.frames == 0 &&
	       dgt->frame.skipped_bytes >= NOISE_BYTES;
}

static enum driver_link
dgt_link(const void *state)
{
	const struct dgt *dgt = state;

	return is_noise(dgt) ? DRIVER_WRONG : dgt->talk.link;
}

static const char *
dgt_advice(const void *state)
{
	const struct dgt *dgt = state;

	return is_noise(dgt) ? dgt_talk_advice(DRIVER_WRONG, DGT_TROUBLE_GARBAGE)
	                     : dgt_talk_advice(dgt->talk.link, dgt->talk.trouble);
}

static void
dgt_stats(const void *state, struct driver_stats *ret_stats)
{
	const struct dgt *dgt = state;

	*ret_stats = (struct driver_stats){
		.bytes = dgt->bytes,
		.frames = dgt->frame.frames,
		.events = dgt->report.events,
		.skipped_bytes = dgt->frame.skipped_bytes,
		.bad_frames = dgt->frame.bad_frames,
	};
}

static void
dgt_clock(const void *state, struct clock_device *ret_clock)
{
	const struct dgt *dgt = state;

	*ret_clock = dgt->clock.device;
}

static const char *
dgt_command_clock(void *state, const struct clock_command *command, uint64_t now_us)
{
	struct dgt *dgt = state;

	return dgt_clock_talk_command(&dgt->clock, command, now_us);
}

static const char *
dgt_check_clock(const void *state, const struct clock_command *command)
{
	const struct dgt *dgt = state;

	return dgt_clock_talk_check(&dgt->clock, command);
}

/* dgt.md 1.2. */
static const struct board_port dgt_ports[] = {
	{ 0x0403, 0x6001, NULL, "Wooden USB boards: FTDI FT232" },
	{ 0x04d8, 0x000a, NULL,
	  "Newer wooden boards, Bluetooth boards on their cable: Microchip CDC" },
	{ 0x045b, 0x8111, NULL, "Boards with USB-C: Renesas CDC" },
	{ 0, 0, "rfcomm", "Bluetooth boards: serial port profile" },
	{ 0, 0, NULL, NULL },
};

static const size_t dgt_pointers[] = { offsetof(struct dgt, clock.device.model), SIZE_MAX };

const struct board_driver dgt_driver = {
	.name = "dgt",
	.title = "DGT e-board",
	.state_size = sizeof(struct dgt),
	.pointers = dgt_pointers,
	.ports = dgt_ports,
	.init = dgt_init,
	.away = dgt_away,
	.start = dgt_start,
	.look = dgt_look,
	.feed = dgt_feed,
	.tick = dgt_tick,
	.deadline = dgt_deadline,
	.link = dgt_link,
	.advice = dgt_advice,
	.stats = dgt_stats,
	.clock = dgt_clock,
	.command_clock = dgt_command_clock,
	.check_clock = dgt_check_clock,
};
