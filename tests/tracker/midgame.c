/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/tracker/midgame.h"

#include <check.h>
#include <string.h>

#include "core/chess/fen.h"
#include "tests/support.h"
#include "tests/tracker/story.h"

#define OCCUPIED "occupied "

void
midgame_begin(struct story *story, const char *fen)
{
	struct position position;

	ck_assert_int_eq(fen_parse(fen, strlen(fen), &position, NULL), 0);
	ck_assert_int_eq(position.side, WHITE);
	story_begin(story);
	tracker_expect_start(story->tracker, &position);
	position_placement(&position, story->squares);
}

void
midgame_check(const struct midgame_tale *tale)
{
	const char *script = tale->script;
	struct story story;
	const char *record;

	midgame_begin(&story, tale->fen);
	if (strncmp(script, OCCUPIED, strlen(OCCUPIED)) == 0) {
		story.occupied = true;
		script += strlen(OCCUPIED);
	}
	story_tell(&story, "scan GO(W) ");
	story_tell(&story, script);
	record = story_end(&story, false);
	ck_assert_msg(strcmp(record, tale->record) == 0,
	              "%s:\n  from     %s\n  told     %s\n  expected %s\n  got      %s", tale->name,
	              tale->fen, tale->script, tale->record, record);
}

static const struct midgame_tale *told;

static void
check_told(int i)
{
	midgame_check(&told[i]);
}

int
midgame_run(const char *name, const struct midgame_tale *tales, size_t n)
{
	told = tales;
	return test_run_each(name, check_told, n);
}
