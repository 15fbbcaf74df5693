/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drivers/dgt/dgt.h"

#include <string.h>

#include "drivers/dgt/dgt_frame.h"
#include "drivers/dgt/dgt_report.h"
#include "drivers/dgt/dgt_talk.h"

/* Bytes that are certainly not a DGT board's, when as many came without one good message. */
enum { NOISE_BYTES = 1024 };

/* frame and report see the bytes alone; talk watches both and sends. Nothing flows back, so that a
 * board and its capture give the same events. */
struct dgt {
	struct dgt_frame frame;
	struct dgt_report report;
	struct dgt_talk talk;
	uint64_t bytes;
};

static void
dgt_init(void *state)
{
	struct dgt *dgt = state;

	dgt_frame_init(&dgt->frame);
	dgt_report_init(&dgt->report);
	dgt_talk_init(&dgt->talk);
	dgt->bytes = 0;
}

/* Half a message from before is left to the frame's own time limit: dropping it here would make the
 * events depend on start(). */
static void
dgt_start(void *state, const struct driver_out *out, uint64_t now_us)
{
	struct dgt *dgt = state;

	dgt_talk_start(&dgt->talk, &dgt->frame, out, now_us);
}

static void
dgt_look(void *state, uint64_t now_us)
{
	struct dgt *dgt = state;

	dgt_talk_look(&dgt->talk, now_us);
}

static void
dgt_feed(void *state, const struct driver_out *out, const uint8_t *bytes, size_t len,
         uint64_t now_us)
{
	struct dgt *dgt = state;

	dgt->bytes += len;
	for (size_t i = 0; i < len; i++) {
		if (!dgt_frame_push(&dgt->frame, bytes[i], now_us))
			continue;
		if (dgt_report_decode(&dgt->report, &dgt->frame, out, now_us))
			dgt_talk_heard(&dgt->talk, &dgt->frame, out, now_us);
		else
			dgt_frame_refuse(&dgt->frame);
	}
	dgt_talk_check(&dgt->talk, &dgt->frame, now_us);
}

static uint64_t
dgt_tick(void *state, const struct driver_out *out, uint64_t now_us)
{
	struct dgt *dgt = state;

	dgt_talk_tick(&dgt->talk, &dgt->frame, out, now_us);
	return dgt->talk.deadline_us;
}

static uint64_t
dgt_deadline(const void *state)
{
	const struct dgt *dgt = state;

	return dgt->talk.deadline_us;
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

/* dgt.md 1.2. */
static const struct board_port dgt_ports[] = {
	{ 0x0403, 0x6001, NULL, "Wooden USB boards: FTDI FT232" },
	{ 0x04d8, 0x000a, NULL,
	  "Newer wooden boards, Bluetooth boards on their cable: Microchip CDC" },
	{ 0x045b, 0x8111, NULL, "Boards with USB-C: Renesas CDC" },
	{ 0, 0, "rfcomm", "Bluetooth boards: serial port profile" },
	{ 0, 0, NULL, NULL },
};

const struct board_driver dgt_driver = {
	.name = "dgt",
	.title = "DGT e-board",
	.state_size = sizeof(struct dgt),
	.knows_men = true,
	.tells_changes = true,
	.ports = dgt_ports,
	.init = dgt_init,
	.start = dgt_start,
	.look = dgt_look,
	.feed = dgt_feed,
	.tick = dgt_tick,
	.deadline = dgt_deadline,
	.link = dgt_link,
	.advice = dgt_advice,
	.stats = dgt_stats,
};
