/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The conversation with a DGT board: a scripted board in virtual time, and the whole machine.
 */
#include "drivers/dgt/dgt_talk.h"

#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "drivers/dgt/dgt.h"
#include "tests/drivers/record.h"
#include "tests/support.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

#define S_US         UINT64_C(1000000)
#define FAKE_REPLIES 64

/* What the board answers to a command, and after how long. */
struct fake_rule {
	const char *command, *reply; /* hex */
	unsigned int delay_ms;
	unsigned int ignored; /* so many times first */
};

struct fake {
	const struct fake_rule *rules;
	int n_rules;
	unsigned int asked[16]; /* per rule */
	uint64_t dead_from_us;  /* hears and says nothing from here on... */
	uint64_t dead_until_us; /* ...to here */
	bool in_update_mode;
	uint64_t now_us;
	struct {
		uint64_t at_us;
		const char *hex;
		bool is_answer;
	} replies[FAKE_REPLIES];
	int n_replies;
	char sent
		[8192]; /* every command, as "4d 45 ", with "!" after one sent over an open answer */
	int n_sent;
	uint64_t sent_at_us;
	bool queue_full;
};

static void *state;
static struct record record;
static struct fake fake;

static int fake_receive(void *ctx, const uint8_t *bytes, size_t len);
static struct driver_out out = { .send = fake_receive };

/* struct driver_out has one ctx for both; here both ends are static. */
static void
on_event(void *ctx, const struct board_event *event)
{
	(void)ctx;
	record_event(&record, event);
}

static bool
fake_is_dead(void)
{
	return fake.now_us >= fake.dead_from_us && fake.now_us < fake.dead_until_us;
}

static void
fake_say(uint64_t at_us, const char *hex)
{
	ck_assert_int_lt(fake.n_replies, FAKE_REPLIES);
	fake.replies[fake.n_replies].at_us = at_us;
	fake.replies[fake.n_replies].is_answer = false;
	fake.replies[fake.n_replies++].hex = hex;
}

static int
fake_receive(void *ctx, const uint8_t *bytes, size_t len)
{
	char command[64] = "";
	const char *mark = "";

	(void)ctx;
	if (fake.queue_full)
		return -ENOBUFS;
	ck_assert_uint_le(len, 10); /* the board's input buffer */
	for (size_t i = 0; i < len; i++)
		snprintf(command + 2 * i, sizeof(command) - 2 * i, "%02x", bytes[i]);
	for (int i = 0; i < fake.n_replies; i++) {
		if (fake.replies[i].is_answer)
			mark = "!";
	}
	snprintf(fake.sent + strlen(fake.sent), sizeof(fake.sent) - strlen(fake.sent), "%s%s ",
	         command, mark);
	fake.n_sent++;
	fake.sent_at_us = fake.now_us;
	if (fake_is_dead())
		return 0;
	fake.in_update_mode =
		strcmp(command, "4b") == 0 || (fake.in_update_mode && strcmp(command, "40") != 0);
	for (int i = 0; i < fake.n_rules; i++) {
		const struct fake_rule *rule = &fake.rules[i];

		if (strcmp(rule->command, command) != 0 || fake.asked[i]++ < rule->ignored)
			continue;
		fake_say(fake.now_us + rule->delay_ms * UINT64_C(1000), rule->reply);
		/* The clock's answer is not the board's: nothing of the board waits for it. */
		fake.replies[fake.n_replies - 1].is_answer = strncmp(command, "2b", 2) != 0;
	}
	return 0;
}

/* Hand over the earliest reply that is due by until_us; false when there is none. */
static bool
fake_deliver(uint64_t until_us)
{
	static struct bytes bytes;
	int first = -1;

	for (int i = 0; i < fake.n_replies; i++) {
		if (fake.replies[i].at_us <= until_us &&
		    (first < 0 || fake.replies[i].at_us < fake.replies[first].at_us))
			first = i;
	}
	if (first < 0)
		return false;
	bytes.len = 0;
	bytes_hex(&bytes, fake.replies[first].hex);
	if (fake.now_us < fake.replies[first].at_us)
		fake.now_us = fake.replies[first].at_us;
	fake.n_replies--;
	memmove(&fake.replies[first], &fake.replies[first + 1],
	        (size_t)(fake.n_replies - first) * sizeof(fake.replies[0]));
	if (!fake_is_dead())
		dgt_driver.feed(state, &out, bytes.b, bytes.len, fake.now_us);
	return true;
}

/* Let virtual time run up to end_us: replies and deadlines in the order of time. */
static void
run_until(uint64_t end_us)
{
	for (int steps = 0;; steps++) {
		uint64_t deadline_us = dgt_driver.deadline(state);

		ck_assert_msg(steps < 100000, "the driver never comes to rest");
		if (fake_deliver(deadline_us < end_us ? deadline_us : end_us))
			continue;
		if (deadline_us > end_us)
			break;
		ck_assert_msg(deadline_us >= fake.now_us, "deadline in the past");
		fake.now_us = deadline_us;
		ck_assert(dgt_driver.tick(state, &out, deadline_us) > deadline_us);
	}
	fake.now_us = end_us;
}

static void
start(const struct fake_rule *rules, int n_rules)
{
	fake.rules = rules;
	fake.n_rules = n_rules;
	dgt_driver.start(state, &out, fake.now_us);
}

static void
setup(void)
{
	state = malloc(dgt_driver.state_size);
	ck_assert_ptr_nonnull(state);
	dgt_driver.init(state);
	record_begin(&record);
	memset(&fake, 0, sizeof(fake));
	fake.now_us = 100;
	fake.dead_from_us = UINT64_MAX;
	fake.dead_until_us = UINT64_MAX;
	out.event = on_event;
}

static void
teardown(void)
{
	record_end(&record);
	free(state);
}

#define DUMP       "86 00 43 08 09 0a 0c 0b 0a 09 08 07*8 00*32 01*8 02 03 04 06 05 04 03 02"
#define START_SCAN "scan rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\n"

static const struct fake_rule normal[] = {
	{ "4d", "93 00 05 01 02", 5, 0 },
	{ "45", "91 00 08 30 31 30 32 35", 8, 0 },
	{ "55", "a2 00 0d 33 30 30 30 31 34 37 37 34 30", 13, 0 },
	{ "47", "92 00 06 44 47 54", 20, 0 },
	{ "4b", "8d 00 0a 01 30 00 01 30 00 08", 10, 0 },
	{ "42", DUMP, 70, 0 },
	{ "2b03030900", "8d 00 0a 0a 10 09 0a 20 00 00", 210, 0 },
};

START_TEST(talk_normal_board_is_asked_in_order_and_goes_live)
{
	start(normal, COUNT(normal));
	ck_assert_int_eq(dgt_driver.link(state), DRIVER_PROBING);
	run_until(2 * S_US);
	ck_assert_int_eq(dgt_driver.link(state), DRIVER_LIVE);
	ck_assert_str_eq(fake.sent, "40 4d 45 55 47 4b 42 2b03030900 ");
	ck_assert_str_eq(record_lines(&record),
	                 "fact version \"1.02\"\n"
	                 "fact serial \"01025\"\n"
	                 "fact long-serial \"3000147740\"\n"
	                 "fact trademark \"DGT\"\n"
	                 "clock left 5400 right 5400 stop left\n" START_SCAN "ack 10 09 20 00\n");
	ck_assert_int_eq(fake.n_sent, 8);
}
END_TEST

/* What still comes from before the reset is told, and is no answer. */
START_TEST(talk_messages_before_the_probe_are_told_but_answer_nothing)
{
	fake_say(150, "93 00 05 01 02");
	fake_say(160, "8e 00 05 34 00");
	start(normal, COUNT(normal));
	run_until(199000);
	ck_assert_str_eq(fake.sent, "40 ");
	ck_assert_str_eq(record_lines(&record), "fact version \"1.02\"\nsquare e2 .\n");
	run_until(210000);
	ck_assert_ptr_nonnull(strstr(fake.sent, "40 4d "));
}
END_TEST

START_TEST(talk_old_board_without_optional_answers_goes_live)
{
	static const struct fake_rule old[] = {
		{ "4d", "93 00 05 01 02", 5, 0 },
		{ "45", "91 00 0c 30 31 30 32 35 20 31 2e 30", 8, 0 },
		{ "42", DUMP, 70, 0 },
	};

	start(old, COUNT(old));
	run_until(S_US * 25 / 10);
	ck_assert_int_eq(dgt_driver.link(state), DRIVER_LIVE);
	ck_assert_str_eq(fake.sent, "40 4d 45 55 47 4b 42 2b03030900 ");
	run_until(S_US * 48 / 10); /* no clock: the version is asked for once more in peace */
	ck_assert_int_eq(dgt_driver.link(state), DRIVER_LIVE);
	ck_assert_str_eq(fake.sent, "40 4d 45 55 47 4b 42 2b03030900 2b03030900 ");
}
END_TEST

START_TEST(talk_board_answering_after_two_retries_goes_live)
{
	struct fake_rule late[COUNT(normal)];

	memcpy(late, normal, sizeof(normal));
	late[0].ignored = 2;
	late[1].ignored = 1;
	late[5].ignored = 2;
	start(late, COUNT(late));
	run_until(6 * S_US);
	ck_assert_int_eq(dgt_driver.link(state), DRIVER_LIVE);
	ck_assert_str_eq(fake.sent, "40 4d 40 4d 40 4d 45 45 55 47 4b 42 42 42 2b03030900 ");
}
END_TEST

START_TEST(talk_silence_is_wrong_after_three_tries_and_tried_again)
{
	start(NULL, 0);
	run_until(S_US * 2);
	ck_assert_int_eq(dgt_driver.link(state), DRIVER_PROBING);
	run_until(S_US * 3);
	ck_assert_int_eq(dgt_driver.link(state), DRIVER_WRONG);
	ck_assert_str_eq(fake.sent, "40 4d 40 4d 40 4d ");
	ck_assert_ptr_nonnull(strstr(dgt_driver.advice(state), "Nothing answers"));
	/* While it is tried again it stays wrong; then the board is switched on. */
	run_until(S_US * 75 / 10);
	ck_assert_str_eq(fake.sent, "40 4d 40 4d 40 4d 40 4d ");
	ck_assert_int_eq(dgt_driver.link(state), DRIVER_WRONG);
	fake.rules = normal;
	fake.n_rules = COUNT(normal);
	run_until(S_US * 12);
	ck_assert_int_eq(dgt_driver.link(state), DRIVER_LIVE);
	ck_assert_str_eq(dgt_driver.advice(state), "The board reports every change.");
}
END_TEST

START_TEST(talk_modem_that_answers_error_is_wrong)
{
	static const struct fake_rule modem[] = {
		{ "40", "40", 1, 0 }, /* its echo */
		{ "4d", "4d 0d 0a 45 52 52 4f 52 0d 0a", 20, 0 },
	};

	start(modem, COUNT(modem));
	run_until(3 * S_US);
	ck_assert_int_eq(dgt_driver.link(state), DRIVER_WRONG);
	ck_assert_ptr_nonnull(strstr(dgt_driver.advice(state), "not a DGT board"));
	ck_assert_ptr_nonnull(strstr(dgt_driver.advice(state), "bus mode"));
	ck_assert_ptr_nonnull(strstr(dgt_driver.advice(state), "other program"));
	ck_assert_uint_eq(record.n, 0);
}
END_TEST

START_TEST(talk_board_without_64_squares_is_wrong)
{
	static const struct fake_rule draughts[] = {
		{ "4d", "93 00 05 01 02", 5, 0 },
		{ "45", "91 00 08 30 31 30 32 35", 8, 0 },
		{ "55", "a2 00 0d 33 30 30 30 31 34 37 37 34 30", 13, 0 },
		{ "47", "92 00 06 44 47 54", 20, 0 },
		{ "42", "86 00 67 00*100", 100, 0 },
	};

	start(draughts, COUNT(draughts));
	run_until(30 * S_US);
	ck_assert_int_eq(dgt_driver.link(state), DRIVER_WRONG);
	ck_assert_ptr_nonnull(strstr(dgt_driver.advice(state), "64 squares"));
}
END_TEST

/* A live board that says nothing is asked for its mode and its position. The clock that runs is news
 * enough: then nothing is asked. */
START_TEST(talk_quiet_live_board_is_kept_alive)
{
	start(normal, COUNT(normal));
	run_until(2 * S_US);
	fake.sent[0] = '\0';
	run_until(5 * S_US);
	ck_assert_str_eq(fake.sent, "");
	run_until(6 * S_US);
	ck_assert_str_eq(fake.sent, "4b 42 ");
	run_until(60 * S_US);
	ck_assert_int_eq(dgt_driver.link(state), DRIVER_LIVE);
	ck_assert_int_ge(fake.n_sent, 8 + 2 * 9);
	ck_assert_int_le(fake.n_sent, 8 + 2 * 12);
	ck_assert_ptr_null(strchr(fake.sent, '!'));
}
END_TEST

/* A ticking clock is no proof that no update was lost: now and then the position is asked for. */
START_TEST(talk_board_with_running_clock_is_asked_for_its_position_now_and_then)
{
	start(normal, COUNT(normal));
	run_until(2 * S_US);
	fake.sent[0] = '\0';
	for (uint64_t t_us = 3 * S_US; t_us < 60 * S_US; t_us += S_US) {
		fake_say(t_us, "8d 00 0a 01 30 00 01 30 00 09");
		run_until(t_us);
	}
	ck_assert_str_eq(fake.sent, "42 42 42 42 42 ");
	ck_assert_int_eq(dgt_driver.link(state), DRIVER_LIVE);
}
END_TEST

START_TEST(talk_look_asks_for_the_position_at_once)
{
	start(normal, COUNT(normal));
	run_until(2 * S_US);
	fake.sent[0] = '\0';
	record_end(&record);
	record_begin(&record);
	dgt_driver.look(state, fake.now_us);
	run_until(2 * S_US + 100000);
	ck_assert_str_eq(fake.sent, "42 ");
	ck_assert_str_eq(record_lines(&record), START_SCAN);
	ck_assert_int_eq(dgt_driver.link(state), DRIVER_LIVE);
}
END_TEST

/* However often somebody wants to look, updates must get through. */
START_TEST(talk_looks_are_spaced)
{
	unsigned int n = 0;

	start(normal, COUNT(normal));
	run_until(2 * S_US);
	fake.sent[0] = '\0';
	for (uint64_t t_us = 2 * S_US; t_us < 12 * S_US; t_us += 10000) {
		dgt_driver.look(state, t_us);
		run_until(t_us);
	}
	for (const char *at = fake.sent; (at = strstr(at, "42 ")) != NULL; at++)
		n++;
	ck_assert_uint_ge(n, 22);
	ck_assert_uint_le(n, 26);
	ck_assert_ptr_null(strchr(fake.sent, '!'));
	ck_assert_uint_eq(strlen(fake.sent), 3 * n);
}
END_TEST

/* One look, with that many positions lost on the way. */
static void
look_and_lose(unsigned int n_lost, const char *sent)
{
	static struct fake_rule lossy[COUNT(normal)];

	memcpy(lossy, normal, sizeof(normal));
	start(lossy, COUNT(lossy));
	run_until(2 * S_US);
	lossy[5].ignored = n_lost + fake.asked[5];
	fake.sent[0] = '\0';
	dgt_driver.look(state, fake.now_us);
	run_until(5 * S_US);
	ck_assert_str_eq(fake.sent, sent);
	ck_assert_int_eq(dgt_driver.link(state), DRIVER_LIVE);
}

START_TEST(talk_look_that_gets_lost_is_asked_again)
{
	look_and_lose(2, "42 42 42 ");
}
END_TEST

/* It may have restarted: it gets its mode again. */
START_TEST(talk_looks_never_answered_are_silence)
{
	look_and_lose(3, "42 42 42 4b 42 ");
}
END_TEST

START_TEST(talk_look_before_the_start_or_the_answer_sends_nothing_of_its_own)
{
	dgt_driver.look(state, fake.now_us);
	run_until(S_US / 10);
	ck_assert_str_eq(fake.sent, "");
	start(normal, COUNT(normal));
	dgt_driver.look(state, fake.now_us);
	run_until(2 * S_US);
	ck_assert_str_eq(fake.sent, "40 4d 45 55 47 4b 42 2b03030900 ");
}
END_TEST

START_TEST(talk_board_that_dies_is_probed_and_then_wrong)
{
	start(normal, COUNT(normal));
	fake.dead_from_us = 3 * S_US;
	run_until(9 * S_US);
	ck_assert_int_eq(dgt_driver.link(state), DRIVER_PROBING);
	ck_assert_ptr_nonnull(strstr(dgt_driver.advice(state), "stopped answering"));
	run_until(15 * S_US);
	ck_assert_int_eq(dgt_driver.link(state), DRIVER_WRONG);
	ck_assert_ptr_nonnull(strstr(dgt_driver.advice(state), "stopped answering"));
	/* It comes back, silent until asked: it must be live again without any help. */
	fake.dead_until_us = 20 * S_US;
	fake.in_update_mode = false;
	run_until(30 * S_US);
	ck_assert_int_eq(dgt_driver.link(state), DRIVER_LIVE);
	ck_assert(fake.in_update_mode);
}
END_TEST

/* A reset in mid-game: the board would answer questions but report nothing. */
START_TEST(talk_board_that_restarted_gets_its_mode_again)
{
	start(normal, COUNT(normal));
	run_until(2 * S_US);
	ck_assert(fake.in_update_mode);
	fake.in_update_mode = false;
	run_until(8 * S_US);
	ck_assert(fake.in_update_mode);
	ck_assert_int_eq(dgt_driver.link(state), DRIVER_LIVE);
}
END_TEST

/* A damaged message may have been a move: the position is asked for soon, once. */
START_TEST(talk_lost_bytes_make_it_ask_for_the_position)
{
	start(normal, COUNT(normal));
	run_until(2 * S_US);
	fake.sent[0] = '\0';
	fake_say(3 * S_US, "8e 00 05 34 8e 00 05 24 01 8d 00 0a 01 30 00 01 29 59 09");
	run_until(3 * S_US + 200000);
	ck_assert_str_eq(fake.sent, "");
	run_until(3 * S_US + 900000);
	ck_assert_str_eq(fake.sent, "4b 42 ");
	run_until(8 * S_US);
	ck_assert_str_eq(fake.sent, "4b 42 ");
}
END_TEST

/* Good messages that follow do not put the repair off. */
START_TEST(talk_repair_comes_even_while_the_clock_runs)
{
	start(normal, COUNT(normal));
	run_until(2 * S_US);
	fake.sent[0] = '\0';
	fake_say(3 * S_US, "8e 00 05 34 8d 00 0a 01 30 00 01 30 00 09");
	fake_say(3 * S_US + 100000, "8d 00 0a 01 30 00 01 29 59 09");
	run_until(3 * S_US + 900000);
	ck_assert_str_eq(fake.sent, "4b 42 ");
}
END_TEST

/* Without a clock the question for it is never answered; what is lost meanwhile is not forgotten. */
START_TEST(talk_bytes_lost_while_the_clock_is_asked_are_repaired)
{
	static const struct fake_rule no_clock[] = {
		{ "4d", "93 00 05 01 02", 5, 0 },
		{ "42", DUMP, 70, 0 },
	};

	start(no_clock, COUNT(no_clock));
	while (!strstr(fake.sent, "2b"))
		run_until(fake.now_us + 10000);
	fake.sent[0] = '\0';
	fake_say(fake.now_us + 1000, "05 34 00");
	run_until(fake.now_us + S_US * 15 / 10);
	ck_assert_str_eq(fake.sent, "4b 42 ");
}
END_TEST

/* A reading is no answer to the question for the clock's version, and the board's own business does not
 * wait for one. */
START_TEST(talk_clock_that_takes_its_time_is_waited_for)
{
	struct fake_rule slow[COUNT(normal)];

	memcpy(slow, normal, sizeof(normal));
	slow[6].delay_ms = 1500;
	start(slow, COUNT(slow));
	while (!strstr(fake.sent, "2b"))
		run_until(fake.now_us + 10000);
	fake_say(fake.now_us + 1000, "8d 00 0a 01 30 00 01 30 00 09 8e 00 05 34");
	fake_say(fake.now_us + 2000, "8d 00 0a 01 30 00 01 30 00 09");
	run_until(fake.now_us + 5 * S_US);
	ck_assert_ptr_nonnull(strstr(fake.sent, "2b03030900 4b 42 "));
	ck_assert_ptr_null(strchr(fake.sent, '!'));
}
END_TEST

START_TEST(talk_update_for_no_square_makes_it_ask_for_the_position)
{
	start(normal, COUNT(normal));
	run_until(2 * S_US);
	fake.sent[0] = '\0';
	fake_say(3 * S_US, "8e 00 05 40 01");
	run_until(4 * S_US);
	ck_assert_str_eq(fake.sent, "4b 42 ");
}
END_TEST

START_TEST(talk_bytes_lost_while_the_position_was_coming_make_it_ask_again)
{
	start(normal, COUNT(normal));
	run_until(2 * S_US);
	fake.sent[0] = '\0';
	/* After the silence it asks; its answer takes a while, and a broken update comes first. */
	while (!strstr(fake.sent, "42"))
		run_until(fake.now_us + 10000);
	fake_say(fake.now_us, "8e 00 05 34");
	run_until(fake.now_us + S_US);
	ck_assert_str_eq(fake.sent, "4b 42 4b 42 ");
	run_until(fake.now_us + 3 * S_US);
	ck_assert_str_eq(fake.sent, "4b 42 4b 42 ");
}
END_TEST

/* Steady noise: one question at a time, at a bounded pace. */
START_TEST(talk_noise_on_a_live_line_does_not_flood_the_board)
{
	start(normal, COUNT(normal));
	run_until(2 * S_US);
	fake.n_sent = 0;
	fake.sent[0] = '\0';
	for (uint64_t t_us = 2 * S_US; t_us < 12 * S_US; t_us += 10000) {
		fake_say(t_us, "00");
		run_until(t_us);
	}
	ck_assert_int_ge(fake.n_sent, 4);
	ck_assert_int_le(fake.n_sent, 60);
}
END_TEST

/* The board is back, after it had told that the pawn on e2 was lifted; what it answers to the question for its log. */
static void
start_after_an_absence(const char *log)
{
	static const uint8_t lifted[] = { 0x8e, 0x00, 0x05, 0x34, 0x00 };
	static struct fake_rule rules[COUNT(normal) + 1];

	start(normal, COUNT(normal));
	run_until(2 * S_US);
	dgt_driver.feed(state, &out, lifted, sizeof(lifted), fake.now_us);
	fake.sent[0] = '\0';
	record_end(&record);
	record_begin(&record);
	memcpy(rules, normal, sizeof(normal));
	rules[COUNT(normal)] = (struct fake_rule){ "49", log, 20, 0 };
	start(rules, log ? COUNT(rules) : COUNT(normal));
}

#define LOG         "8f 00 08 40 34 41 24 6b"
#define DAMAGED_LOG "8f 00 08 40 12 52 34 41 24 6b"

START_TEST(talk_log_is_asked_for_after_an_absence)
{
	start_after_an_absence(LOG);
	run_until(6 * S_US);
	ck_assert_ptr_nonnull(strstr(fake.sent, "4b 49 41 42 "));
	ck_assert_ptr_nonnull(strstr(record_lines(&record), "square e4 P\n" START_SCAN));
}
END_TEST

START_TEST(talk_damaged_log_is_asked_for_again)
{
	static struct fake_rule rules[COUNT(normal) + 1];

	start_after_an_absence(DAMAGED_LOG);
	run_until(4 * S_US);
	ck_assert_ptr_nonnull(strstr(fake.sent, "4b 49 49 "));
	memcpy(rules, fake.rules, sizeof(rules));
	rules[COUNT(normal)].reply = LOG;
	fake.rules = rules;
	run_until(8 * S_US);
	ck_assert_ptr_nonnull(strstr(fake.sent, "4b 49 49 49 41 42 "));
	ck_assert_ptr_nonnull(strstr(record_lines(&record), "square e4 P\n" START_SCAN));
}
END_TEST

/* The noise in it has, by chance, the end tag where the log would end. */
START_TEST(talk_log_that_only_seems_whole_is_asked_for_again)
{
	static struct fake_rule rules[COUNT(normal) + 2];

	start_after_an_absence("8f 00 08 40 12 52 34 6b 40 34 41 24 6b");
	memcpy(rules, fake.rules, (COUNT(normal) + 1) * sizeof(rules[0]));
	rules[COUNT(normal) + 1] =
		(struct fake_rule){ "41", "8d 00 0a 01 30 00 01 30 00 08", 10, 0 };
	fake.rules = rules;
	fake.n_rules = COUNT(rules);
	while (!strstr(fake.sent, "4b 49 41 "))
		run_until(fake.now_us + 1000);
	rules[COUNT(normal)].reply = LOG;
	run_until(8 * S_US);
	ck_assert_ptr_nonnull(strstr(fake.sent, "4b 49 41 49 41 42 "));
	ck_assert_ptr_null(strstr(record_lines(&record), "square e2 Q"));
	ck_assert_ptr_nonnull(strstr(record_lines(&record), "square e4 P\n"));
}
END_TEST

START_TEST(talk_log_that_stays_damaged_is_given_up)
{
	start_after_an_absence(DAMAGED_LOG);
	run_until(9 * S_US);
	ck_assert_int_eq(dgt_driver.link(state), DRIVER_LIVE);
	ck_assert_ptr_nonnull(strstr(fake.sent, "4b 49 49 49 42 "));
	ck_assert_ptr_null(strstr(record_lines(&record), "square"));
}
END_TEST

START_TEST(talk_board_without_a_log_is_asked_once)
{
	start_after_an_absence(NULL);
	run_until(5 * S_US);
	ck_assert_int_eq(dgt_driver.link(state), DRIVER_LIVE);
	ck_assert_ptr_nonnull(strstr(fake.sent, "4b 49 42 "));
}
END_TEST

/* A log of eight seconds that nobody asked for, in the middle of the probe: wait for its end. */
START_TEST(talk_long_log_is_waited_for)
{
	static const uint8_t header[] = { 0x8f, 0x3e, 0x03 };
	const uint64_t begin_us = 100000, byte_us = 1042;

	start(normal, COUNT(normal));
	run_until(begin_us);
	fake.dead_from_us = 0; /* it hears nothing while it talks */
	for (uint64_t i = 0; i < 7939; i++) {
		uint8_t byte = i < 3 ? header[i] : 0x7f;

		run_until(begin_us + i * byte_us);
		dgt_driver.feed(state, &out, &byte, 1, fake.now_us);
	}
	fake.dead_from_us = UINT64_MAX;
	ck_assert_int_eq(dgt_driver.link(state), DRIVER_PROBING);
	ck_assert_int_le(fake.n_sent, 2);
	run_until(fake.now_us + 5 * S_US);
	ck_assert_int_eq(dgt_driver.link(state), DRIVER_LIVE);
}
END_TEST

/* Rubbish that looks like the beginning of a log, forever: waiting has an end. */
START_TEST(talk_endless_beginnings_are_not_waited_for_forever)
{
	static const uint8_t begin[] = { 0x8f, 0x3e, 0x03, 0x7f };

	start(NULL, 0);
	for (int i = 0; i < 10 * 60 * 10; i++) {
		run_until(fake.now_us + 100000);
		dgt_driver.feed(state, &out, begin, sizeof(begin), fake.now_us);
		if (dgt_driver.link(state) == DRIVER_WRONG)
			return;
	}
	ck_abort_msg("still hoping");
}
END_TEST

START_TEST(talk_full_queue_is_tried_again)
{
	start(normal, COUNT(normal));
	run_until(2 * S_US);
	fake.queue_full = true;
	run_until(7 * S_US + 150000);
	fake.queue_full = false;
	run_until(9 * S_US);
	ck_assert_int_eq(dgt_driver.link(state), DRIVER_LIVE);
}
END_TEST

START_TEST(talk_start_again_after_a_reopened_link_probes_again)
{
	start(normal, COUNT(normal));
	run_until(2 * S_US);
	fake.sent[0] = '\0';
	start(normal, COUNT(normal));
	ck_assert_int_eq(dgt_driver.link(state), DRIVER_PROBING);
	run_until(4 * S_US);
	ck_assert_str_eq(fake.sent, "40 4d 45 55 47 4b 42 2b03030900 ");
}
END_TEST

/* Commands never overlap, however slow the board is (up to the time it is given). */
START_TEST(talk_slow_board_is_never_pipelined)
{
	struct fake_rule slow[COUNT(normal)];

	memcpy(slow, normal, sizeof(normal));
	for (int i = 0; i < COUNT(slow); i++)
		slow[i].delay_ms = 490;
	slow[4].delay_ms = 10; /* what follows the mode command is no answer to wait for */
	start(slow, COUNT(slow));
	run_until(60 * S_US);
	ck_assert_int_eq(dgt_driver.link(state), DRIVER_LIVE);
	ck_assert_ptr_null(strchr(fake.sent, '!'));
}
END_TEST

/* The whole machine: from every state it can be in, every input. None makes it send a command that
 * changes a board's memory or leaves its protocol, all make a deadline, and none gets it stuck. */
#define STATES_MAX 4096
#define WAITS      20 /* how often a deadline is put off */

static struct dgt_talk states[STATES_MAX];
static int n_states;
static struct dgt_frame frame;
static uint8_t last_sent[16];
static size_t last_len;
static bool send_fails;

static int
check_send(void *ctx, const uint8_t *bytes, size_t len)
{
	static const uint8_t known[] = {
		0x40, 0x41, 0x42, 0x45, 0x47, 0x49, 0x4b, 0x4d, 0x55, 0x2b
	};

	(void)ctx;
	for (size_t i = 0; i < len; i++)
		ck_assert_msg(bytes[i] != 0x4e && bytes[i] != 0x51 && bytes[i] != 0x53 &&
		                      bytes[i] != 0x54,
		              "a forbidden byte: %02x", (unsigned int)bytes[i]);
	ck_assert_ptr_nonnull(memchr(known, bytes[0], sizeof(known)));
	ck_assert_uint_le(len, sizeof(last_sent));
	memcpy(last_sent, bytes, len);
	last_len = len;
	return send_fails ? -ENOBUFS : 0;
}

/* The same to come: all fields but the times and counters, which only move the deadline, and how often
 * a deadline was put off, unless that was the last time (step() goes there at once). */
static bool
same_state(const struct dgt_talk *a, const struct dgt_talk *b)
{
	return a->step == b->step && a->tries == b->tries && a->rounds == b->rounds &&
	       (a->waits < WAITS) == (b->waits < WAITS) && a->sent == b->sent &&
	       a->answered == b->answered && a->was_live == b->was_live && a->repair == b->repair &&
	       a->link == b->link && a->trouble == b->trouble;
}

static int
remember(const struct dgt_talk *talk)
{
	for (int i = 0; i < n_states; i++) {
		if (same_state(&states[i], talk))
			return i;
	}
	ck_assert_int_lt(n_states, STATES_MAX);
	states[n_states] = *talk;
	return n_states++;
}

/* 0..255: a message with that id; then an ACK, a 10x10 scan, lost bytes; time, with the queue free
 * or full, with nothing or a message arriving. */
enum {
	IN_ACK = 256,
	IN_DUMP_100,
	IN_LOST,
	IN_TIME,
	IN_TIME_FULL,
	IN_TIME_ARRIVING,
	IN_TIME_FULL_LAST,
	IN_TIME_ARRIVING_LAST,
	INPUTS
};

static void
step(struct dgt_talk *talk, int input)
{
	const struct driver_out send_only = { .send = check_send };
	uint64_t now_us = 1000000;

	memset(&frame, 0, sizeof(frame));
	frame.frames = 5;
	frame.skipped_bytes = talk->skipped_at_request;
	send_fails = input == IN_TIME_FULL || input == IN_TIME_FULL_LAST;
	if (input == IN_TIME_FULL_LAST || input == IN_TIME_ARRIVING_LAST)
		talk->waits = WAITS - 1;
	if (input < INPUTS && input >= IN_TIME) {
		now_us = talk->deadline_us;
		if (input == IN_TIME_ARRIVING || input == IN_TIME_ARRIVING_LAST) {
			frame.have = 4;
			frame.first_us = frame.last_us = now_us;
		}
		dgt_talk_tick(talk, &frame, &send_only, now_us);
	} else if (input == IN_LOST) {
		frame.skipped_bytes++;
		dgt_talk_check(talk, &frame, now_us);
	} else {
		frame.id = (uint8_t)(input == IN_ACK ? 0x8d : input == IN_DUMP_100 ? 0x86 : input);
		frame.len = input == IN_DUMP_100 ? 100 : 64;
		memcpy(frame.payload, input == IN_ACK ? "\x0a\x10\x09\x0a\x20\0" : "\1\2\3\1\2\3",
		       7);
		dgt_talk_heard(talk, &frame, &send_only, now_us);
	}
	ck_assert(talk->deadline_us != DRIVER_NO_DEADLINE);
	ck_assert_uint_gt(strlen(dgt_talk_advice(talk->link, talk->trouble)), 0);
}

static void
explore(void)
{
	const struct driver_out send_only = { .send = check_send };
	struct dgt_talk talk;

	n_states = 0;
	for (int failing = 0; failing < 2; failing++) {
		memset(&frame, 0, sizeof(frame));
		send_fails = failing != 0;
		dgt_talk_start(&talk, &frame, true, &send_only, 0);
		remember(&talk);
	}
	for (int i = 0; i < n_states; i++) {
		for (int input = 0; input < INPUTS; input++) {
			talk = states[i];
			step(&talk, input);
			if (!same_state(&talk, &states[i]))
				remember(&talk);
		}
	}
}

START_TEST(talk_machine_never_sends_what_it_must_not)
{
	explore();
	ck_assert_int_gt(n_states, 50); /* the whole of it was seen */
}
END_TEST

/* From every state a board that answers everything at once ends live, in a few steps; and silence
 * ends wrong. */
START_TEST(talk_machine_always_gets_home)
{
	explore();
	for (int i = 0; i < n_states; i++) {
		struct dgt_talk talk = states[i];
		int n = 0;

		while (talk.link != DRIVER_LIVE) {
			static const int answers[] = { 0x93, 0x91, 0xa2, 0x92, 0x86, IN_ACK };

			for (int a = 0; a < COUNT(answers); a++)
				step(&talk, answers[a]);
			step(&talk, IN_TIME);
			ck_assert_int_lt(++n, 40);
		}
		for (n = 0; talk.link != DRIVER_WRONG; n++) {
			step(&talk, IN_TIME);
			ck_assert_int_lt(n, 60);
		}
	}
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("dgt_talk");
	TCase *boards = tcase_create("boards");
	TCase *machine = tcase_create("machine");

	tcase_add_checked_fixture(boards, setup, teardown);
	tcase_add_test(boards, talk_normal_board_is_asked_in_order_and_goes_live);
	tcase_add_test(boards, talk_messages_before_the_probe_are_told_but_answer_nothing);
	tcase_add_test(boards, talk_old_board_without_optional_answers_goes_live);
	tcase_add_test(boards, talk_board_answering_after_two_retries_goes_live);
	tcase_add_test(boards, talk_silence_is_wrong_after_three_tries_and_tried_again);
	tcase_add_test(boards, talk_modem_that_answers_error_is_wrong);
	tcase_add_test(boards, talk_board_without_64_squares_is_wrong);
	tcase_add_test(boards, talk_quiet_live_board_is_kept_alive);
	tcase_add_test(boards,
	               talk_board_with_running_clock_is_asked_for_its_position_now_and_then);
	tcase_add_test(boards, talk_look_asks_for_the_position_at_once);
	tcase_add_test(boards, talk_looks_are_spaced);
	tcase_add_test(boards, talk_look_that_gets_lost_is_asked_again);
	tcase_add_test(boards, talk_looks_never_answered_are_silence);
	tcase_add_test(boards, talk_look_before_the_start_or_the_answer_sends_nothing_of_its_own);
	tcase_add_test(boards, talk_board_that_dies_is_probed_and_then_wrong);
	tcase_add_test(boards, talk_board_that_restarted_gets_its_mode_again);
	tcase_add_test(boards, talk_lost_bytes_make_it_ask_for_the_position);
	tcase_add_test(boards, talk_repair_comes_even_while_the_clock_runs);
	tcase_add_test(boards, talk_bytes_lost_while_the_clock_is_asked_are_repaired);
	tcase_add_test(boards, talk_clock_that_takes_its_time_is_waited_for);
	tcase_add_test(boards, talk_update_for_no_square_makes_it_ask_for_the_position);
	tcase_add_test(boards, talk_bytes_lost_while_the_position_was_coming_make_it_ask_again);
	tcase_add_test(boards, talk_noise_on_a_live_line_does_not_flood_the_board);
	tcase_add_test(boards, talk_log_is_asked_for_after_an_absence);
	tcase_add_test(boards, talk_damaged_log_is_asked_for_again);
	tcase_add_test(boards, talk_log_that_only_seems_whole_is_asked_for_again);
	tcase_add_test(boards, talk_log_that_stays_damaged_is_given_up);
	tcase_add_test(boards, talk_board_without_a_log_is_asked_once);
	tcase_add_test(boards, talk_long_log_is_waited_for);
	tcase_add_test(boards, talk_endless_beginnings_are_not_waited_for_forever);
	tcase_add_test(boards, talk_full_queue_is_tried_again);
	tcase_add_test(boards, talk_start_again_after_a_reopened_link_probes_again);
	tcase_add_test(boards, talk_slow_board_is_never_pipelined);
	suite_add_tcase(suite, boards);
	tcase_set_timeout(machine, 60);
	tcase_add_test(machine, talk_machine_never_sends_what_it_must_not);
	tcase_add_test(machine, talk_machine_always_gets_home);
	suite_add_tcase(suite, machine);
	return test_run(suite);
}
