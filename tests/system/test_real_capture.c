/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A whole game recorded from a real board, read from the shared notes where they are present: every
 * ply right, however the bytes were cut and whatever the time stamps say, and had the board known no
 * men or told how it stands only when it is asked.
 */
#include <check.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support.h"
#include "tests/system/folding.h"

#define RECORDINGS "protocols/dgt-captures.md"

static uint8_t recording[8192];
static size_t recording_len;
static char expected[2048]; /* UCI moves, blanks between */

/* The move list stands between "decode them:" and the note in brackets. */
static void
read_moves(const char *text)
{
	const char *p = strstr(text, "decode them:");
	size_t len = 0;

	ck_assert(p != NULL);
	for (p += strlen("decode them:"); *p && *p != '('; p++) {
		bool blank = isspace((unsigned char)*p) != 0;

		if (blank && (len == 0 || expected[len - 1] == ' '))
			continue;
		ck_assert_uint_lt(len + 1, sizeof(expected));
		expected[len++] = blank ? ' ' : *p;
	}
	expected[len] = '\0';
}

static void
read_bytes(const char *text)
{
	const char *p = strstr(strstr(text, "decode them:"), "```");
	int high = -1;

	ck_assert(p != NULL);
	for (p += 3; *p != '`'; p++) {
		int digit = isdigit((unsigned char)*p) ? *p - '0'
		            : *p >= 'a' && *p <= 'f'   ? *p - 'a' + 10
		                                       : -1;

		if (digit < 0)
			continue;
		if (high < 0) {
			high = digit;
			continue;
		}
		ck_assert_uint_lt(recording_len, sizeof(recording));
		recording[recording_len++] = (uint8_t)(high << 4 | digit);
		high = -1;
	}
}

static void
read_recording(void)
{
	size_t len;
	char *text = test_read_file(test_shared_path(RECORDINGS), &len);

	ck_assert(text != NULL);
	read_moves(text);
	read_bytes(text);
	free(text);
}

/* "e2e4@181 e7e5@183 *" becomes "e2e4 e7e5 *". */
static void
strip_clocks(char *line)
{
	char *out = line;

	for (char *p = line; *p; p++) {
		if (*p == '@')
			p += strcspn(p, " ");
		*out++ = *p;
	}
	*out = '\0';
}

static void
check_moves(struct folding *folding)
{
	char *moves = folding_end(folding);
	char line[2200];
	int n_clocks = 0;

	for (const char *p = moves; *p; p++)
		n_clocks += *p == '@';
	ck_assert_int_eq(n_clocks, 57);
	strip_clocks(moves);
	snprintf(line, sizeof(line), "%s*\n", expected);
	ck_assert_str_eq(moves, line);
	free(moves);
}

START_TEST(recording_whole_gives_every_ply)
{
	struct folding folding;

	folding_begin(&folding, NULL);
	table_from_board(folding.table, 0, recording, recording_len);
	check_moves(&folding);
}
END_TEST

START_TEST(recording_byte_by_byte_gives_every_ply)
{
	struct folding folding;

	folding_begin(&folding, NULL);
	for (size_t i = 0; i < recording_len; i++)
		table_from_board(folding.table, i * 1042, recording + i, 1);
	check_moves(&folding);
}
END_TEST

/* A clean game: the arbiter may hear what can be claimed, and nothing that calls for him. */
static void
check_alert(void *ctx, const struct alert *alert)
{
	(void)ctx;
	ck_assert_msg(alert->severity == ALERT_INFO, "%s, ply %u", alert_row(alert->id)->name,
	              alert->ply);
}

/* Time by the clock in the recording: a second for every clock message, 50 ms for what is between. */
START_TEST(recording_at_its_own_pace_gives_every_ply)
{
	const struct table_listener listener = { .alert = check_alert };
	struct folding folding;
	uint64_t t_us = 0;
	size_t at = 0;

	folding_begin(&folding, &listener);
	while (at < recording_len) {
		size_t len = (size_t)(recording[at + 1] << 7 | recording[at + 2]);

		t_us += recording[at] == 0x8d ? 1000000 : 50000;
		table_from_board(folding.table, t_us, recording + at, len);
		at += len;
	}
	check_moves(&folding);
}
END_TEST

/* Other boards that the same men might have stood on: one that knows no men (each reads as the same
 * code, and a man who takes another's place is no change), one that is only asked how it stands, once
 * a second and not when something changes. */
enum {
	KNOWS_NO_MEN = 1,
	POLLED = 2,
};

#define DUMP_LEN 67

struct board {
	struct folding folding;
	unsigned int kind;
	uint64_t t_us;
	uint8_t dump[DUMP_LEN]; /* how it stands, as a message */
};

static uint8_t
read_man(const struct board *board, uint8_t code)
{
	return (board->kind & KNOWS_NO_MEN) && code ? 1 : code;
}

static void
board_stands(struct board *board)
{
	table_from_board(board->folding.table, board->t_us, board->dump, DUMP_LEN);
}

static void
board_changes(struct board *board, const uint8_t *message)
{
	uint8_t update[5];
	uint8_t *square = &board->dump[3 + message[3]];

	memcpy(update, message, sizeof(update));
	update[4] = read_man(board, update[4]);
	if (*square == update[4])
		return;
	*square = update[4];
	if (!(board->kind & POLLED))
		table_from_board(board->folding.table, board->t_us, update, sizeof(update));
}

static void
board_sends(struct board *board, const uint8_t *message, size_t len)
{
	if (message[0] == 0x86) {
		ck_assert_uint_eq(len, DUMP_LEN);
		memcpy(board->dump, message, len);
		for (size_t i = 3; i < len; i++)
			board->dump[i] = read_man(board, board->dump[i]);
		board_stands(board);
	} else if (message[0] == 0x8e) {
		board->t_us += 50000;
		board_changes(board, message);
	} else {
		ck_assert_uint_eq(message[0], 0x8d);
		board->t_us += 1000000;
		if (board->kind & POLLED)
			board_stands(board);
		table_from_board(board->folding.table, board->t_us, message, len);
	}
}

START_TEST(recording_on_another_board_gives_every_ply)
{
	struct board board = { .kind = (unsigned int)_i };

	folding_begin(&board.folding, NULL);
	for (size_t at = 0, len; at < recording_len; at += len) {
		len = (size_t)(recording[at + 1] << 7 | recording[at + 2]);
		board_sends(&board, recording + at, len);
	}
	board.t_us += 1000000;
	board_stands(&board);
	check_moves(&board.folding);
}
END_TEST

START_TEST(recording_in_random_chunks_gives_every_ply)
{
	unsigned int seed = test_seed() + (unsigned int)_i;
	struct folding folding;
	uint64_t t_us = 0;
	size_t at = 0;

	folding_begin(&folding, NULL);
	while (at < recording_len) {
		size_t len;

		seed = seed * 1103515245u + 12345u;
		len = 1 + (seed >> 16) % 40;
		if (len > recording_len - at)
			len = recording_len - at;
		t_us += (seed >> 8) % 400000;
		table_from_board(folding.table, t_us, recording + at, len);
		at += len;
	}
	check_moves(&folding);
}
END_TEST

static Suite *
real_capture_suite(void)
{
	Suite *suite = suite_create("real_capture");
	TCase *tcase = tcase_create("capture 1");

	tcase_add_unchecked_fixture(tcase, read_recording, NULL);
	tcase_add_test(tcase, recording_whole_gives_every_ply);
	tcase_add_test(tcase, recording_byte_by_byte_gives_every_ply);
	tcase_add_test(tcase, recording_at_its_own_pace_gives_every_ply);
	tcase_add_loop_test(tcase, recording_on_another_board_gives_every_ply, 0,
	                    (KNOWS_NO_MEN | POLLED) + 1);
	tcase_add_loop_test(tcase, recording_in_random_chunks_gives_every_ply, 0, 50);
	suite_add_tcase(suite, tcase);
	return suite;
}

int
main(void)
{
	if (!test_shared_path(RECORDINGS)) {
		puts("skipped: no shared recordings here");
		return TEST_SKIP;
	}
	return test_run(real_capture_suite());
}
