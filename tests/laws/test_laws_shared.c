/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Real games through the laws, where the shared material is present: dead positions at the ply two
 * analysers found them, and nowhere else; fives and seventy-fives where the collections say so.
 */
#include "core/laws/laws.h"
#include "core/laws/mating.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/laws/alert/catalogue.h"
#include "core/pgn/pgn.h"
#include "tests/support.h"

struct found {
	uint32_t count[ALERTS];     /* in this game */
	uint32_t first_ply[ALERTS]; /* of the first */
};

static struct found found;
static uint32_t total[ALERTS];
static unsigned int n_dead; /* games with a dead position by the list */

static void
note(void *ctx, const struct alert *alert)
{
	(void)ctx;
	total[alert->id]++;
	if (found.count[alert->id]++ == 0)
		found.first_ply[alert->id] = alert->ply;
}

static struct ruleset rules;
static struct laws *laws;
static struct pgn_game *pgn;

static void
judge(void)
{
	static const struct tracker_view view = { .games = 1 };

	memset(&found, 0, sizeof(found));
	laws_update(laws, TRACKER_GAME_BEGINS, &pgn->game, 0, &view, 0);
	laws_update(laws, TRACKER_PLIES, &pgn->game, 0, &view, 0);
}

static char *
read_file(const char *path, size_t *ret_len)
{
	FILE *file = fopen(path, "rbe");
	char *text = malloc(16 << 20);

	ck_assert_msg(file != NULL, "%s", path);
	*ret_len = fread(text, 1, 16 << 20, file);
	fclose(file);
	return text;
}

/* judge_file: every game of the file; *expected are lines "file game ply ..." for those with a dead
 * position, NULL where nobody looked. */
static unsigned int
judge_file(const char *name, const char *expected)
{
	char path[256];
	struct pgn_reader reader;
	struct pgn_error error;
	size_t len;
	char *text;
	unsigned int number = 0;

	snprintf(path, sizeof(path), "data/pgn/%s", name);
	text = read_file(test_shared_path(path), &len);
	pgn_reader_init(&reader, text, len);
	for (;;) {
		enum pgn_outcome outcome = pgn_next(&reader, pgn, &error);
		char key[300];
		const char *line;
		uint32_t ply = 0;

		if (outcome == PGN_END)
			break;
		number++;
		if (outcome == PGN_ERROR)
			continue;
		judge();
		/* What comes after another end is no position of the game any more. */
		if (!expected || found.count[ALERT_FIVEFOLD_REPETITION] ||
		    found.count[ALERT_SEVENTY_FIVE_MOVES])
			continue;
		snprintf(key, sizeof(key), "\n%s\t%u\t", name, number);
		line = strstr(expected, key);
		if (line)
			ply = (uint32_t)strtoul(line + strlen(key), NULL, 10);
		/* A stalemate is dead, too, and told as what it is. */
		if (line && found.count[ALERT_STALEMATE])
			found.first_ply[ALERT_DEAD_POSITION] = found.first_ply[ALERT_STALEMATE];
		n_dead += line != NULL;
		ck_assert_msg(found.first_ply[ALERT_DEAD_POSITION] == ply &&
		                      found.count[ALERT_DEAD_POSITION] <= 1,
		              "%s game %u: dead at ply %u instead of %u", name, number,
		              found.first_ply[ALERT_DEAD_POSITION], ply);
	}
	free(text);
	return number;
}

static void
setup(void)
{
	static const struct alert_listener listener = { .raise = note };
	static struct mating mating;

	ruleset_default(&rules, "2020-01-01");
	laws = laws_init(malloc(laws_size()), &rules, 0, &listener, &mating);
	pgn = calloc(1, sizeof(*pgn));
	pgn->game.plies = calloc(GAME_PLIES_MAX, sizeof(struct game_ply));
	pgn->game.capacity = GAME_PLIES_MAX;
	memset(total, 0, sizeof(total));
}

static void
teardown(void)
{
	free(pgn->game.plies);
	free(pgn);
	free(laws);
}

static const struct {
	const char *file;
	enum alert_id id;
	uint32_t games; /* in which it is raised, by the collection's own account */
	bool looked_at; /* for dead positions */
} files[] = {
	{ "otb-clk/tata-steel-2017.pgn", ALERT_STALEMATE, 1, true },
	{ "otb-clk/memorial-lezcano-2025.pgn", ALERT_CHECKMATE, 41, true },
	{ "online-clk/lichess-2025-05-a.pgn", ALERT_CHECKMATE, 66, true },
	{ "plain/anand.pgn", ALERT_FIVEFOLD_REPETITION, 0, true },
	{ "plain/polgar.pgn", ALERT_SEVENTY_FIVE_MOVES, 1, true },
	{ "plain/kosteniuk.pgn", ALERT_DEAD_POSITION_SUSPECTED, 0, true },
	{ "plain/sesse-2013-2020.pgn", ALERT_DEAD_POSITION_SUSPECTED, 0, true },
	{ "plain/twic1599.pgn", ALERT_DEAD_POSITION_SUSPECTED, 0, true },
	{ "plain/grand-swiss-2019.pgn", ALERT_DEAD_POSITION_SUSPECTED, 0, true },
	{ "plain/fischer.pgn", ALERT_SEVENTY_FIVE_MOVES, 0, true },
	{ "plain/dortmund.pgn", ALERT_SEVENTY_FIVE_MOVES, 0, true },
	{ "otb-clk/candidates-2022.pgn", ALERT_SEVENTY_FIVE_MOVES, 0, true },
	{ "rules/real-75-move.pgn", ALERT_SEVENTY_FIVE_MOVES, 10, false },
	{ "rules/real-fivefold.pgn", ALERT_FIVEFOLD_REPETITION, 9, false },
	{ "rules/real-various.pgn", ALERT_SEVENTY_FIVE_MOVES, 1, false },
};

START_TEST(real_games_end_where_they_end)
{
	size_t len;
	char *expected = read_file(test_shared_path("data/pgn/dead-in-real-games.tsv"), &len);
	unsigned int n_games;

	expected[len] = '\0';
	n_games = judge_file(files[_i].file, files[_i].looked_at ? expected : NULL);
	ck_assert_uint_gt(n_games, 0);
	ck_assert_msg(total[files[_i].id] == files[_i].games, "%s: %s in %u games instead of %u",
	              files[_i].file, alert_row(files[_i].id)->name, total[files[_i].id],
	              files[_i].games);
	ck_assert_uint_eq(total[ALERT_DEAD_POSITION_SUSPECTED], 0);
	free(expected);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("laws_shared");
	TCase *tcase = tcase_create("games");

	if (!test_shared_path("data/pgn")) {
		puts("skipped: no shared material");
		return 77;
	}
	tcase_set_timeout(tcase, 120);
	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_loop_test(tcase, real_games_end_where_they_end, 0,
	                    (int)(sizeof(files) / sizeof(files[0])));
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
