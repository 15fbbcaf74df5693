/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drivers/dgt/dgt_clock_talk.h"

#include <string.h>

#include "core/base/invariant.h"
#include "drivers/dgt/dgt_clock.h"

/*     IDLE -- something to say --> READY -- line free, sent --> ASKED -- ACK --> RESTING --> IDLE
 *                                    ^                            |                ^
 *                                    +------- 2 s of silence -----+-- the third ---+
 */
enum step { PASSIVE, IDLE, READY, ASKED, RESTING, STEPS };

struct context {
	uint64_t line_us;
	const struct driver_out *out;
	uint64_t now_us;
	bool sent;
};

void
dgt_clock_talk_init(struct dgt_clock_talk *talk)
{
	memset(talk, 0, sizeof(*talk));
	talk->deadline_us = DRIVER_NO_DEADLINE;
}

static void
enter(struct dgt_clock_talk *talk, enum step step, uint64_t deadline_us)
{
	talk->step = (uint8_t)step;
	talk->deadline_us = deadline_us;
}

static bool
is_pending(const struct dgt_clock_talk *talk)
{
	return talk->device.answer == CLOCK_ANSWER_PENDING;
}

void
dgt_clock_talk_start(struct dgt_clock_talk *talk)
{
	if (is_pending(talk))
		talk->device.answer = CLOCK_ANSWER_LOST;
	talk->asks_version = true;
	enter(talk, IDLE, DRIVER_NO_DEADLINE);
}

static uint64_t
after(uint64_t now_us, uint64_t wait_us)
{
	return now_us < DRIVER_NO_DEADLINE - wait_us ? now_us + wait_us : DRIVER_NO_DEADLINE - 1;
}

/* The message has been answered, or will not be. */
static void
settle(struct dgt_clock_talk *talk, enum clock_answer answer, uint64_t now_us)
{
	if (talk->is_command)
		talk->device.answer = (uint8_t)answer;
	else
		talk->asks_version = false;
	enter(talk, RESTING, after(now_us, DGT_CLOCK_REST_US));
}

/* Each returns whether there is more to do at once. */

static bool
run_passive(struct dgt_clock_talk *talk, struct context *context)
{
	(void)talk;
	(void)context;
	return false;
}

static bool
run_idle(struct dgt_clock_talk *talk, struct context *context)
{
	(void)context;
	if (!talk->asks_version && !is_pending(talk)) {
		talk->deadline_us = DRIVER_NO_DEADLINE;
		return false;
	}
	talk->is_command = is_pending(talk);
	talk->message_len =
		(uint8_t)(talk->is_command ? dgt_clock_write(&talk->command,
	                                                     talk->device.version[0], talk->message)
	                                   : dgt_clock_ask_version(talk->message));
	talk->tries = 0;
	talk->shown = false;
	enter(talk, READY, DRIVER_NO_DEADLINE);
	return true;
}

static bool
has_expired(const struct dgt_clock_talk *talk, uint64_t now_us)
{
	return talk->is_command && now_us >= after(talk->command_us, DGT_CLOCK_EXPIRE_US);
}

static bool
run_ready(struct dgt_clock_talk *talk, struct context *context)
{
	const struct driver_out *out = context->out;
	uint64_t now_us = context->now_us;

	if (has_expired(talk, now_us)) {
		settle(talk, CLOCK_ANSWER_LOST, now_us);
		return true;
	}
	talk->deadline_us = talk->is_command ? after(talk->command_us, DGT_CLOCK_EXPIRE_US)
	                                     : DRIVER_NO_DEADLINE;
	if (context->line_us > now_us) {
		if (context->line_us < talk->deadline_us)
			talk->deadline_us = context->line_us;
		return false;
	}
	if (!out->send || out->send(out->ctx, talk->message, talk->message_len) < 0) {
		talk->deadline_us = after(now_us, DGT_CLOCK_RETRY_US);
		return false;
	}
	if (talk->tries == 0)
		talk->sent_us = now_us;
	else
		talk->device.n_resent++;
	talk->tries++;
	if (talk->is_command)
		talk->device.n_sent = talk->tries;
	context->sent = true;
	enter(talk, ASKED, after(now_us, DGT_CLOCK_ANSWER_US));
	return false;
}

/* A clock that shows what it was told has heard it, whatever became of its answer: set again it would
 * take back the seconds that have run since. */
static bool
run_asked(struct dgt_clock_talk *talk, struct context *context)
{
	if (context->now_us < talk->deadline_us)
		return false;
	if (talk->shown)
		settle(talk, CLOCK_ANSWER_DONE, context->now_us);
	else if (talk->tries == DGT_CLOCK_TRIES)
		settle(talk, CLOCK_ANSWER_SILENT, context->now_us);
	else
		enter(talk, READY, DRIVER_NO_DEADLINE);
	return true;
}

static bool
run_resting(struct dgt_clock_talk *talk, struct context *context)
{
	if (context->now_us < talk->deadline_us)
		return false;
	enter(talk, IDLE, DRIVER_NO_DEADLINE);
	return true;
}

bool
dgt_clock_talk_advance(struct dgt_clock_talk *talk, uint64_t line_us, const struct driver_out *out,
                       uint64_t now_us)
{
	static bool (*const steps[STEPS])(struct dgt_clock_talk * talk,
	                                  struct context * context) = {
		[PASSIVE] = run_passive, [IDLE] = run_idle,       [READY] = run_ready,
		[ASKED] = run_asked,     [RESTING] = run_resting,
	};
	struct context context = { line_us, out, now_us, false };

	INVARIANT(talk->step < STEPS);
	while (steps[talk->step](talk, &context))
		continue;
	return context.sent;
}

const char *
dgt_clock_talk_check(const struct dgt_clock_talk *talk, const struct clock_command *command)
{
	if (talk->step == PASSIVE)
		return "The board is not being asked anything.";
	if (!talk->device.connected)
		return "No clock is connected to the board.";
	if (is_pending(talk))
		return "The clock has not answered the last command yet.";
	return dgt_clock_check(command, talk->device.version[0]);
}

const char *
dgt_clock_talk_command(struct dgt_clock_talk *talk, const struct clock_command *command,
                       uint64_t now_us)
{
	struct clock_device *device = &talk->device;
	const char *why = dgt_clock_talk_check(talk, command);

	if (why)
		return why;
	talk->command = *command;
	talk->command_us = now_us;
	device->command = command->kind;
	device->answer = CLOCK_ANSWER_PENDING;
	device->n_sent = 0;
	/* Who looks at the clock does not wait for one that will not say what it is. */
	if (talk->step == IDLE || (talk->step == READY && !talk->is_command))
		enter(talk, IDLE, now_us);
	return NULL;
}

/* --- What the clock says -------------------------------------------------------------------------- */

void
dgt_clock_device_reading(struct clock_device *device, const struct clock_reading *reading)
{
	device->told = true;
	device->connected = reading->connected;
	device->battery_low = reading->connected && reading->battery_low;
	if (!reading->connected) {
		memset(device->version, 0, sizeof(device->version));
		device->model = NULL;
	}
}

/* Does it show what the command set it to, and has run on from there? */
static bool
is_set(const struct dgt_clock_talk *talk, const struct clock_reading *reading, uint64_t now_us)
{
	const struct clock_command *command = &talk->command;
	int64_t gone_s = (int64_t)((now_us - talk->sent_us) / 1000000) + 1;

	if (!reading->connected || reading->running != (command->runs != CLOCK_NEITHER) ||
	    (reading->running && reading->turn != command->runs))
		return false;
	for (uint8_t side = CLOCK_LEFT; side <= CLOCK_RIGHT; side++) {
		int64_t less_s = (int64_t)command->seconds[side] - reading->face[side].seconds;

		if (less_s < 0 || less_s > (side == command->runs ? gone_s : 0))
			return false;
	}
	return true;
}

static void
hear_reading(struct dgt_clock_talk *talk, const struct clock_reading *reading, uint64_t now_us)
{
	struct clock_device *device = &talk->device;
	bool is_new = reading->connected && device->told && !device->connected;

	dgt_clock_device_reading(device, reading);
	if (is_new && talk->step != PASSIVE) {
		talk->asks_version = true;
		if (talk->step == IDLE)
			talk->deadline_us = now_us;
	}
	if (talk->step == ASKED && talk->is_command && talk->command.kind == CLOCK_COMMAND_SET)
		talk->shown |= is_set(talk, reading, now_us);
}

/* Which one, by the last byte; several at once are told as the last of them. */
static enum clock_button
button_of(uint8_t code)
{
	static const struct {
		uint8_t code, button;
	} buttons[] = {
		{ 0x31, CLOCK_BUTTON_BACK }, { 0x32, CLOCK_BUTTON_PLUS },
		{ 0x33, CLOCK_BUTTON_RUN },  { 0x34, CLOCK_BUTTON_MINUS },
		{ 0x35, CLOCK_BUTTON_OK },
	};

	for (size_t i = 0; i < sizeof(buttons) / sizeof(buttons[0]); i++)
		if (buttons[i].code == code)
			return (enum clock_button)buttons[i].button;
	return CLOCK_BUTTON_NONE;
}

/* The fold of what an ACK says of the clock, whoever asked. */
static void
note_ack(struct clock_device *device, const uint8_t ack[4], uint64_t now_us)
{
	device->told = true;
	device->n_acks++;
	if (ack[1] == DGT_CLOCK_VERSION && ack[0] == DGT_ACK_OK) {
		device->connected = true;
		device->version[0] = ack[2] >> 4;
		device->version[1] = ack[2] & 0x0f;
		device->model = device->version[0] >= DGT_CLOCK_ASCII_MAJOR ? "DGT3000"
		                                                            : "DGT XL or TopMatch";
	}
	if (ack[1] == DGT_ACK_BUTTON && button_of(ack[3]) != CLOCK_BUTTON_NONE) {
		device->button = (uint8_t)button_of(ack[3]);
		device->button_us = now_us;
		device->n_buttons++;
	}
}

static void
hear_ack(struct dgt_clock_talk *talk, const uint8_t ack[4], uint64_t now_us)
{
	note_ack(&talk->device, ack, now_us);
	if (talk->step == ASKED && dgt_clock_is_answer(talk->message, ack[1]))
		settle(talk, ack[0] == DGT_ACK_OK ? CLOCK_ANSWER_DONE : CLOCK_ANSWER_REFUSED,
		       now_us);
}

void
dgt_clock_talk_heard(struct dgt_clock_talk *talk, const uint8_t payload[DGT_BWTIME_PAYLOAD],
                     uint64_t now_us)
{
	struct clock_reading reading;
	uint8_t ack[4];

	switch (dgt_clock_decode(payload, &reading)) {
	case DGT_CLOCK_TIME:
		hear_reading(talk, &reading, now_us);
		return;
	case DGT_CLOCK_ACK:
		dgt_ack_decode(payload, ack);
		hear_ack(talk, ack, now_us);
		return;
	case DGT_CLOCK_NO_INFO:
	case DGT_CLOCK_BAD:
		return;
	}
}
