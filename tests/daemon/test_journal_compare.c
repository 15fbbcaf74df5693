/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What was published, against what the journal's entries give: the difference is named, and nothing else is.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <check.h>

#include "daemon/cli/journal_compare.h"
#include "daemon/revision.h"
#include "tests/support.h"

#define START  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define STREAM "{\"round\":\"2\",\"table\":7,\"driver\":\"dgt\",\"zero_us\":0,\"facts\":[]}"
#define MOVES  "{\"op\":\"correct\",\"do\":\"insert\",\"ply\":1,\"move\":\"e4 e5 Nf3\"}"
#define TAGS   "[White \"Anna\"]\n[Result \"*\"]\n\n"
#define CLOSED "{\"op\":\"round\",\"closed\":true}"

static char folder[] = "/tmp/test_journal_compare_XXXXXX";
static char path[64], told[2048];
static struct journal_store *store;
static struct journal_ends *ends;
static struct journal_fault fault;
static struct revisions published;
static struct config config;

static void
setup(void)
{
	memcpy(folder + strlen(folder) - 6, "XXXXXX", 6);
	ck_assert_ptr_nonnull(mkdtemp(folder));
	snprintf(path, sizeof(path), "%s/a.journal", folder);
	ck_assert_int_eq(journal_store_open(path, JOURNAL_WRITE, NULL, &store, &fault), 0);
	ends = journal_ends_new();
	config_defaults(&config);
}

static void
teardown(void)
{
	journal_store_close(store);
	journal_store_remove(path);
	rmdir(folder);
	journal_ends_free(ends);
	revisions_free(&published);
	config_free(&config);
}

static void
put(uint64_t seq, int kind, const void *body, size_t len)
{
	const struct journal_entry entry = { .seq = seq,
		                             .stream = kind == JOURNAL_EPOCH ? 0 : 1,
		                             .kind = (uint8_t)kind,
		                             .t_us = 1000000 * seq,
		                             .body = body,
		                             .len = len };

	ck_assert_int_eq(journal_store_begin(store, &fault), 0);
	ck_assert_int_eq(journal_store_put(store, &entry, &fault), 0);
	ck_assert_int_eq(journal_store_end(store, &fault), 0);
	journal_ends_note(ends, &entry);
}

static void
put_text(int kind, const char *text)
{
	put(journal_store_last(store) + 1, kind, text, strlen(text));
}

static void
publish(const char *pgn)
{
	size_t len;
	uint8_t *body = revisions_make(&published, 0, pgn, strlen(pgn), &len);

	ck_assert_ptr_nonnull(body);
	put(journal_store_last(store) + 1, JOURNAL_PUBLISHED, body, len);
	free(body);
}

/* 1. e4 e5 2. Nf3, by a person's word, by an adoubed of another version. */
static void
play(void)
{
	put_text(JOURNAL_EPOCH, "{\"program\":\"0.0 elsewhere\"}");
	put_text(JOURNAL_STREAM, STREAM);
	put_text(JOURNAL_HOST, "{\"op\":\"position\",\"fen\":\"" START "\"}");
	put_text(JOURNAL_HOST, MOVES);
}

static void
found(void *ctx, const char *sentence)
{
	(void)ctx;
	strcat(told, sentence);
}

static struct journal_compare
compare(void)
{
	struct journal_compare result = { .found = found, .event = &config };

	told[0] = '\0';
	ck_assert_msg(journal_compare(store, ends, &result, &fault) == 0, "%s", fault.text);
	return result;
}

START_TEST(what_was_published_is_what_the_entries_give)
{
	struct journal_compare result;

	play();
	publish(TAGS "1. e4 e5 2. Nf3 *\n\n");
	put_text(JOURNAL_HOST, "{\"op\":\"result\",\"result\":\"1-0\"}");
	publish("[White \"Anna\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n");
	/* It was killed before it published this. */
	put_text(JOURNAL_HOST, "{\"op\":\"correct\",\"do\":\"take-back\",\"plies\":1}");
	result = compare();
	ck_assert_str_eq(told, "");
	ck_assert_uint_eq(result.games, 1);
	ck_assert_uint_eq(result.revisions, 2);
}
END_TEST

static const struct {
	const char *pgn, *told;
} others[] = {
	{ TAGS "1. e4 c5 2. Nf3 *\n\n", "from ply 2 on: it was 'c5' and is 'e5'" },
	{ TAGS "1. e4 e5 2. Nf3 {[%clk 0:01:00]} *\n\n", "in clock times or layout" },
	{ "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 *\n\n",
	  "in the tag Result: it was [Result \"1-0\"] and is [Result \"*\"]" },
};

START_TEST(what_was_published_otherwise_is_named)
{
	play();
	publish(others[_i].pgn);
	ck_assert_uint_eq(compare().differing, 1);
	ck_assert_msg(strstr(told, others[_i].told) &&
	                      strstr(told, "table 7, round 2, game 1: what was published with "
	                                   "entry 5") &&
	                      strstr(told, "by adoubed 0.0 elsewhere, folded by"),
	              "%s", told);
}
END_TEST

/* What is put on the boards of a closed round is nobody's business. */
START_TEST(a_closed_round_stays_as_it_was)
{
	play();
	publish(TAGS "1. e4 e5 2. Nf3 *\n\n");
	put_text(JOURNAL_HOST, CLOSED);
	put_text(JOURNAL_HOST, "{\"op\":\"correct\",\"do\":\"take-back\",\"plies\":3}");
	publish("[White \"Berta\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 *\n\n");
	ck_assert_uint_eq(compare().games, 1);
	ck_assert_str_eq(told, "");
}
END_TEST

START_TEST(a_stream_with_holes_is_passed_over)
{
	struct journal_compare result;

	play();
	put(journal_store_last(store) + 2, JOURNAL_HOST,
	    "{\"op\":\"correct\",\"do\":\"take-back\",\"plies\":2}", 45);
	publish(TAGS "1. e4 e5 2. Nf3 *\n\n");
	result = compare();
	ck_assert_str_eq(told, "");
	ck_assert_uint_eq(result.games, 0);
	ck_assert_uint_eq(result.passed_over, 1);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("journal_compare");
	TCase *tcase = tcase_create("journal_compare");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, what_was_published_is_what_the_entries_give);
	tcase_add_loop_test(tcase, what_was_published_otherwise_is_named, 0,
	                    sizeof(others) / sizeof(others[0]));
	tcase_add_test(tcase, a_closed_round_stays_as_it_was);
	tcase_add_test(tcase, a_stream_with_holes_is_passed_over);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
