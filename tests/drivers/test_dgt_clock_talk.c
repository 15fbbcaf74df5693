/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The conversation with a DGT clock: its messages to the byte, lost answers, and the whole machine.
 */
#include "drivers/dgt/dgt_clock_talk.h"

#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/drivers/record.h"
#include "tests/support.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

#define S_US UINT64_C(1000000)

/* Payloads of dgt.md 6. */
#define ACK_VERSION_20 "0a 10 09 0a 20 00 00"
#define ACK_VERSION_1E "0a 10 09 0a 1e 00 00"
#define ACK_TEXT       "0a 10 01 0a 00 00 00"
#define ACK_ASCII      "0a 10 0c 0a 00 00 00"
#define ACK_SET        "0a 10 0a 0a 00 00 00"
#define ACK_REFUSED    "0a 40 0a 0a 0a 00 00"
#define NO_CLOCK       "00 00 00 00 00 00 20"
#define STANDS_AT_5    "00 05 00 00 05 00 08"
#define LEFT_RUNS_459  "00 05 00 00 04 59 09"

static struct dgt_clock_talk talk;
static char sent[4096];
static int n_sent;
static bool queue_full;
static uint64_t now_us, line_us;

static int
on_send(void *ctx, const uint8_t *bytes, size_t len)
{
	(void)ctx;
	if (queue_full)
		return -ENOBUFS;
	ck_assert_uint_ge(now_us, line_us);
	for (size_t i = 0; i < len; i++)
		snprintf(sent + strlen(sent), sizeof(sent) - strlen(sent), "%02x", bytes[i]);
	snprintf(sent + strlen(sent), sizeof(sent) - strlen(sent), " ");
	n_sent++;
	return 0;
}

static const struct driver_out out = { .send = on_send };

static void
forget_sent(void)
{
	sent[0] = '\0';
	n_sent = 0;
}

static void
run_until(uint64_t end_us)
{
	dgt_clock_talk_advance(&talk, line_us, &out, now_us);
	while (talk.deadline_us <= end_us) {
		if (now_us < talk.deadline_us)
			now_us = talk.deadline_us;
		dgt_clock_talk_advance(&talk, line_us, &out, now_us);
		ck_assert_uint_gt(talk.deadline_us, now_us);
	}
	now_us = end_us;
}

static void
hear(const char *hex)
{
	static struct bytes bytes;

	bytes.len = 0;
	bytes_hex(&bytes, hex);
	ck_assert_uint_eq(bytes.len, DGT_BWTIME_PAYLOAD);
	dgt_clock_talk_heard(&talk, bytes.b, now_us);
	dgt_clock_talk_advance(&talk, line_us, &out, now_us);
}

static void
setup(void)
{
	dgt_clock_talk_init(&talk);
	now_us = 100;
	line_us = 0;
	queue_full = false;
	forget_sent();
}

/* A clock that has answered, a while ago. */
static void
meet(const char *version)
{
	dgt_clock_talk_start(&talk);
	run_until(now_us + 1000);
	ck_assert_str_eq(sent, "2b03030900 ");
	hear(STANDS_AT_5);
	hear(version);
	run_until(now_us + 5 * S_US);
	forget_sent();
}

static struct clock_command
text(const char *words, bool beeps)
{
	struct clock_command command = { .kind = CLOCK_COMMAND_TEXT, .beeps = beeps };

	snprintf(command.text, sizeof(command.text), "%s", words);
	return command;
}

static struct clock_command
set(int32_t left_s, int32_t right_s, uint8_t runs)
{
	return (struct clock_command){ .kind = CLOCK_COMMAND_SET,
		                       .seconds = { left_s, right_s },
		                       .runs = runs };
}

static void
give(struct clock_command command)
{
	struct clock_device before = talk.device;

	/* Looked at first, which does nothing. */
	ck_assert_ptr_null(dgt_clock_talk_check(&talk, &command));
	ck_assert_mem_eq(&talk.device, &before, sizeof(before));
	ck_assert_ptr_null(dgt_clock_talk_command(&talk, &command, now_us));
	ck_assert_int_eq(talk.device.answer, CLOCK_ANSWER_PENDING);
	run_until(now_us);
}

static const char *
refusal(struct clock_command command)
{
	const char *told = dgt_clock_talk_check(&talk, &command);
	const char *why = dgt_clock_talk_command(&talk, &command, now_us);

	ck_assert_ptr_nonnull(why);
	ck_assert_str_eq(told, why);
	return why;
}

/* The worked bytes of dgt.md 6. */
START_TEST(clock_messages_are_those_of_the_protocol)
{
	static const struct {
		const char *version, *words;
		bool beeps;
		const char *bytes;
	} texts[] = {
		{ ACK_VERSION_1E, " e2e4 ", true, "2b0b03015b7b0000667b000300 " },
		{ ACK_VERSION_1E, "r-3", false, "2b0b03014f4050000000000100 " },
		{ ACK_VERSION_20, "e2-e4", true,
		  "2b0c030c65322d6534202020"
		  "0100 " },
		{ ACK_VERSION_20, "ROUND 3", false,
		  "2b0c030c726f756e64203320"
		  "0000 " },
	};
	struct clock_command clear = { .kind = CLOCK_COMMAND_CLEAR };
	struct clock_command beep = { .kind = CLOCK_COMMAND_BEEP };

	for (int i = 0; i < COUNT(texts); i++) {
		setup();
		meet(texts[i].version);
		give(text(texts[i].words, texts[i].beeps));
		ck_assert_str_eq(sent, texts[i].bytes);
	}
	setup();
	meet(ACK_VERSION_20);
	give(set(300, 300, CLOCK_LEFT));
	ck_assert_str_eq(sent, "2b0a030a00050000"
	                       "05000900 ");
	setup();
	meet(ACK_VERSION_20);
	give(set(5400, 5398, CLOCK_NEITHER));
	ck_assert_str_eq(sent, "2b0a030a011e00011d3a0400 ");
	setup();
	meet(ACK_VERSION_20);
	give(clear);
	ck_assert_str_eq(sent, "2b03030300 ");
	setup();
	meet(ACK_VERSION_20);
	give(beep);
	ck_assert_str_eq(sent, "2b04030b0400 ");
}
END_TEST

/* Whatever is written, none of the bytes that a board would obey by rewriting its memory goes out. */
START_TEST(clock_text_never_carries_a_dangerous_byte)
{
	for (int c = 1; c < 256; c++) {
		const char words[] = { 'a', (char)c, '\0' };
		const struct clock_command command = text(words, false);
		uint8_t bytes[DGT_CLOCK_MESSAGE_MAX];

		for (uint8_t major = 1; major <= 2; major++) {
			if (dgt_clock_check(&command, major))
				continue;
			ck_assert_uint_le(dgt_clock_write(&command, major, bytes), sizeof(bytes));
			for (int at = 4; at < 12; at++)
				ck_assert(bytes[at] != 0x4e && bytes[at] != 0x51 &&
				          bytes[at] != 0x53);
		}
	}
}
END_TEST

START_TEST(clock_text_that_cannot_be_shown_is_refused)
{
	dgt_clock_talk_start(&talk);
	ck_assert_ptr_nonnull(strstr(refusal(text("e4", false)), "No clock"));
	hear(STANDS_AT_5);
	ck_assert_ptr_nonnull(strstr(refusal(text("e4", false)), "has not said what it is"));
	hear(ACK_VERSION_1E);
	ck_assert_ptr_nonnull(strstr(refusal(text("seven 7", false)), "six characters"));
	ck_assert_ptr_nonnull(strstr(refusal(text("move", false)), "seven segments"));
	ck_assert_ptr_nonnull(strstr(refusal(text("", false)), "no text"));
	hear(ACK_VERSION_20);
	ck_assert_ptr_nonnull(strstr(refusal(text("caf\xc3\xa9", false)), "ASCII"));
	ck_assert_ptr_nonnull(strstr(refusal(text("a@b", false)), "ASCII"));
	ck_assert_int_eq(talk.device.answer, CLOCK_ANSWER_NONE);
}
END_TEST

/* A clock that is off or absent gives no ACK: it is asked three times, two seconds apart, and then left
 * alone until one is connected. */
START_TEST(clock_version_is_asked_for_again_and_then_not)
{
	dgt_clock_talk_start(&talk);
	run_until(1900000);
	ck_assert_int_eq(n_sent, 1);
	run_until(3900000);
	ck_assert_int_eq(n_sent, 2);
	run_until(60 * S_US);
	ck_assert_str_eq(sent, "2b03030900 2b03030900 2b03030900 ");
	ck_assert_uint_eq(talk.device.n_resent, 2);
	ck_assert(!talk.device.told);
	hear(NO_CLOCK);
	run_until(61 * S_US);
	ck_assert(talk.device.told && !talk.device.connected);
	ck_assert_int_eq(n_sent, 3);
	hear(STANDS_AT_5);
	run_until(62 * S_US);
	ck_assert_int_eq(n_sent, 4);
	hear(ACK_VERSION_1E);
	run_until(90 * S_US);
	ck_assert_int_eq(n_sent, 4);
	ck_assert_uint_eq(talk.device.version[0], 1);
	ck_assert_uint_eq(talk.device.version[1], 14);
	hear(NO_CLOCK);
	ck_assert_uint_eq(talk.device.version[0], 0);
}
END_TEST

START_TEST(clock_command_with_lost_answers_is_sent_again)
{
	meet(ACK_VERSION_20);
	give(text("hello", false));
	run_until(now_us + 5 * S_US);
	ck_assert_int_eq(n_sent, 3);
	ck_assert_uint_eq(talk.device.n_sent, 3);
	ck_assert_mem_eq(sent, sent + strlen(sent) / 3, strlen(sent) / 3);
	hear(ACK_ASCII);
	ck_assert_int_eq(talk.device.answer, CLOCK_ANSWER_DONE);
	run_until(now_us + 60 * S_US);
	ck_assert_int_eq(n_sent, 3);
	ck_assert_uint_eq(talk.device.n_resent, 2);
}
END_TEST

START_TEST(clock_that_never_answers_is_given_up)
{
	meet(ACK_VERSION_20);
	give(text("hello", false));
	ck_assert_ptr_nonnull(strstr(refusal(text("again", false)), "has not answered"));
	run_until(now_us + 7 * S_US);
	ck_assert_int_eq(talk.device.answer, CLOCK_ANSWER_SILENT);
	ck_assert_int_eq(n_sent, 3);
	forget_sent();
	give(text("again", false));
	run_until(now_us + 2 * S_US);
	ck_assert_int_ge(n_sent, 1);
	hear(ACK_TEXT); /* older firmware's answer to ASCII */
	ck_assert_int_eq(talk.device.answer, CLOCK_ANSWER_DONE);
}
END_TEST

/* A Bluetooth board says an ACK again and again for a second: that answers no later command. */
START_TEST(clock_answer_that_is_repeated_answers_once)
{
	meet(ACK_VERSION_20);
	give(text("one", false));
	hear(ACK_ASCII);
	forget_sent();
	give(text("two", false));
	for (int i = 0; i < 9; i++) {
		run_until(now_us + 100000);
		hear(ACK_ASCII);
		ck_assert_int_eq(talk.device.answer, CLOCK_ANSWER_PENDING);
	}
	run_until(now_us + 200000);
	ck_assert_int_eq(n_sent, 1);
	hear(ACK_ASCII);
	ck_assert_int_eq(talk.device.answer, CLOCK_ANSWER_DONE);
}
END_TEST

START_TEST(clock_refusal_is_told_and_not_sent_again)
{
	meet(ACK_VERSION_20);
	give(set(300, 300, CLOCK_NEITHER));
	hear(ACK_REFUSED);
	ck_assert_int_eq(talk.device.answer, CLOCK_ANSWER_REFUSED);
	run_until(now_us + 60 * S_US);
	ck_assert_int_eq(n_sent, 1);
}
END_TEST

/* Its answer is lost, but it runs: set again, it would get its seconds back. */
START_TEST(clock_that_shows_what_it_was_set_to_is_not_set_again)
{
	meet(ACK_VERSION_20);
	give(set(300, 300, CLOCK_LEFT));
	run_until(now_us + S_US);
	hear(LEFT_RUNS_459);
	run_until(now_us + 60 * S_US);
	ck_assert_int_eq(n_sent, 1);
	ck_assert_int_eq(talk.device.answer, CLOCK_ANSWER_DONE);
	/* The same reading where something else was asked for proves nothing. */
	setup();
	meet(ACK_VERSION_20);
	give(set(300, 300, CLOCK_RIGHT));
	run_until(now_us + S_US);
	hear(LEFT_RUNS_459);
	run_until(now_us + 2 * S_US);
	ck_assert_int_eq(n_sent, 2);
	hear(ACK_SET);
	ck_assert_int_eq(talk.device.answer, CLOCK_ANSWER_DONE);
}
END_TEST

/* What could not be sent in time is not sent later, when it may not be wanted any more. */
START_TEST(clock_command_waits_for_the_line_and_not_for_ever)
{
	meet(ACK_VERSION_20);
	line_us = now_us + S_US;
	give(text("soon", false));
	run_until(now_us + S_US - 1);
	ck_assert_int_eq(n_sent, 0);
	run_until(now_us + 1);
	ck_assert_int_eq(n_sent, 1);
	hear(ACK_ASCII);
	run_until(now_us + 5 * S_US);
	line_us = DRIVER_NO_DEADLINE;
	give(text("never", false));
	run_until(now_us + 60 * S_US);
	ck_assert_int_eq(n_sent, 1);
	ck_assert_int_eq(talk.device.answer, CLOCK_ANSWER_LOST);
	line_us = 0;
	run_until(now_us + 60 * S_US);
	ck_assert_int_eq(n_sent, 1);
}
END_TEST

START_TEST(clock_command_over_a_full_queue_is_tried_again)
{
	meet(ACK_VERSION_20);
	queue_full = true;
	give(text("soon", false));
	run_until(now_us + S_US);
	queue_full = false;
	run_until(now_us + S_US);
	ck_assert_int_eq(n_sent, 1);
	ck_assert_uint_eq(talk.device.n_sent, 1);
}
END_TEST

START_TEST(clock_command_is_lost_with_the_link)
{
	meet(ACK_VERSION_20);
	give(text("hello", false));
	dgt_clock_talk_start(&talk);
	ck_assert_int_eq(talk.device.answer, CLOCK_ANSWER_LOST);
	forget_sent();
	run_until(now_us + S_US);
	ck_assert_str_eq(sent, "2b03030900 ");
}
END_TEST

START_TEST(clock_buttons_are_told)
{
	static const struct {
		const char *payload;
		enum clock_button button;
	} buttons[] = {
		{ "0a 10 08 2a 05 31 00", CLOCK_BUTTON_BACK },
		{ "0a 10 08 2a 21 34 00", CLOCK_BUTTON_MINUS },
		{ "0a 10 08 2a 11 33 00", CLOCK_BUTTON_RUN },
		{ "0a 10 08 2a 09 32 00", CLOCK_BUTTON_PLUS },
		{ "0a 10 08 2a 41 35 00", CLOCK_BUTTON_OK },
	};

	/* Of a recording, too. */
	for (int i = 0; i < COUNT(buttons); i++) {
		now_us += S_US;
		hear(buttons[i].payload);
		ck_assert_int_eq(talk.device.button, buttons[i].button);
		ck_assert_uint_eq(talk.device.button_us, now_us);
		ck_assert_uint_eq(talk.device.n_buttons, (uint32_t)i + 1);
	}
	hear("00 05 00 00 05 00 0c");
	ck_assert(talk.device.battery_low);
	ck_assert_int_eq(n_sent, 0);
}
END_TEST

START_TEST(clock_of_a_recording_is_never_spoken_to)
{
	ck_assert_ptr_nonnull(strstr(refusal(text("e4", false)), "not being asked"));
	hear(ACK_VERSION_20);
	hear(NO_CLOCK);
	hear(STANDS_AT_5);
	ck_assert_uint_eq(talk.deadline_us, DRIVER_NO_DEADLINE);
	ck_assert_int_eq(n_sent, 0);
	ck_assert(talk.device.connected);
}
END_TEST

/* The whole machine: every state it can be in, every input. */
#define STATES_MAX 1024

static struct dgt_clock_talk states[STATES_MAX];
static int n_states;

/* The same to come, but for times and what is only counted. */
static bool
same_state(const struct dgt_clock_talk *a, const struct dgt_clock_talk *b)
{
	return a->step == b->step && a->asks_version == b->asks_version &&
	       a->is_command == b->is_command && a->shown == b->shown && a->tries == b->tries &&
	       a->command.kind == b->command.kind && a->device.answer == b->device.answer &&
	       a->device.told == b->device.told && a->device.connected == b->device.connected &&
	       a->device.version[0] == b->device.version[0];
}

static void
remember(void)
{
	for (int i = 0; i < n_states; i++)
		if (same_state(&states[i], &talk))
			return;
	ck_assert_int_lt(n_states, STATES_MAX);
	states[n_states++] = talk;
}

static void
explore(void)
{
	static const char *const payloads[] = {
		ACK_VERSION_20, ACK_VERSION_1E, ACK_TEXT,    ACK_ASCII,     ACK_SET,
		ACK_REFUSED,    NO_CLOCK,       STANDS_AT_5, LEFT_RUNS_459, "00 00 00 00 00 00 00"
	};
	const struct clock_command commands[] = { text("e4", false),
		                                  set(300, 300, CLOCK_LEFT),
		                                  { .kind = CLOCK_COMMAND_CLEAR } };

	n_states = 0;
	dgt_clock_talk_init(&talk);
	remember();
	dgt_clock_talk_start(&talk);
	remember();
	for (int i = 0; i < n_states; i++)
		for (int input = 0; input < COUNT(payloads) + COUNT(commands) + 4; input++) {
			int n = input - COUNT(payloads);

			talk = states[i];
			now_us = 60 * S_US;
			line_us = n == COUNT(commands) ? DRIVER_NO_DEADLINE : 0;
			queue_full = n == COUNT(commands) + 1;
			if (input < COUNT(payloads))
				hear(payloads[input]);
			else if (n < COUNT(commands))
				dgt_clock_talk_command(&talk, &commands[n], now_us);
			else if (n == COUNT(commands) + 3)
				dgt_clock_talk_start(&talk);
			forget_sent();
			dgt_clock_talk_advance(&talk, line_us, &out, now_us);
			remember();
		}
}

/* Nothing it can come into makes it speak for ever, or leaves a command without an answer. */
START_TEST(clock_machine_always_comes_to_rest)
{
	explore();
	ck_assert_int_gt(n_states, 60); /* the whole of it was seen */
	for (int i = 0; i < n_states; i++) {
		talk = states[i];
		now_us = 60 * S_US;
		line_us = 0;
		queue_full = false;
		forget_sent();
		run_until(120 * S_US);
		ck_assert_uint_eq(talk.deadline_us, DRIVER_NO_DEADLINE);
		ck_assert_int_le(n_sent, 2 * DGT_CLOCK_TRIES);
		ck_assert_int_ne(talk.device.answer, CLOCK_ANSWER_PENDING);
	}
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("dgt_clock_talk");
	TCase *clock = tcase_create("clock");

	tcase_add_checked_fixture(clock, setup, NULL);
	tcase_add_test(clock, clock_messages_are_those_of_the_protocol);
	tcase_add_test(clock, clock_text_never_carries_a_dangerous_byte);
	tcase_add_test(clock, clock_text_that_cannot_be_shown_is_refused);
	tcase_add_test(clock, clock_version_is_asked_for_again_and_then_not);
	tcase_add_test(clock, clock_command_with_lost_answers_is_sent_again);
	tcase_add_test(clock, clock_that_never_answers_is_given_up);
	tcase_add_test(clock, clock_answer_that_is_repeated_answers_once);
	tcase_add_test(clock, clock_refusal_is_told_and_not_sent_again);
	tcase_add_test(clock, clock_that_shows_what_it_was_set_to_is_not_set_again);
	tcase_add_test(clock, clock_command_waits_for_the_line_and_not_for_ever);
	tcase_add_test(clock, clock_command_over_a_full_queue_is_tried_again);
	tcase_add_test(clock, clock_command_is_lost_with_the_link);
	tcase_add_test(clock, clock_buttons_are_told);
	tcase_add_test(clock, clock_of_a_recording_is_never_spoken_to);
	tcase_add_test(clock, clock_machine_always_comes_to_rest);
	suite_add_tcase(suite, clock);
	return test_run(suite);
}
