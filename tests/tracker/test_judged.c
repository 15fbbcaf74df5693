/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A person takes plies back whose men still stand where they went, sets the position before them, or puts plies in that the board
 * has not told of: it shows something else than the record then, which is no play. Or he says that the game is over, and it was not.
 */
#include <check.h>
#include <string.h>

#include "core/chess/fen.h"
#include "tests/support.h"
#include "tests/tracker/story.h"

#define PLAYED "start GO(W) e2- e4+P W! e7- e5+p "

struct word {
	const char *name;
	const char *before;
	struct correction said; /* then */
	const char *after;
	const char *record;
};

#define BACK(n)                                                                                    \
	{                                                                                          \
		.what = CORRECTION_TAKE_BACK, .n_plies = (n)                                       \
	}
/* From the scoresheet. */
#define KNIGHTS                                                                                    \
	{                                                                                          \
		.what = CORRECTION_INSERT, .ply = 2, .moves = "Nf3 Nc6"                            \
	}

#define AND_BACK                                                                                   \
	{                                                                                          \
		.what = CORRECTION_INSERT, .ply = 0, .moves = "Nf3 Nf6 Ng1 Ng8"                    \
	}

/* They play on behind a result; the arbiter learns of it three plies later. */
#define PLAYED_ON PLAYED "B! +2s over +2s g1- f3+N W! +3s b8- c6+n B! +3s d2- d4+P W! +3s "
#define AND_ON    "+2s e5- d4:p B! +2s"
#define ALL_OF_IT "e4@299 e5@299 Nf3@298 Nc6@298 d4@297 exd4@297"
#define NOT_OVER                                                                                   \
	{                                                                                          \
		.what = CORRECTION_RESULT, .result = RESULT_NONE                                   \
	}

static const struct word words[] = {
	{ "one that was pressed for", PLAYED "B! +3s", BACK(1), "+250ms", "e4@299" },
	{ "for as long as it stands", PLAYED "B! +3s", BACK(1), "+60s", "e4@299" },
	{ "though its press has just been heard", PLAYED "B!", BACK(1), "+60s", "e4@299" },
	{ "though it has just been seen", PLAYED, BACK(1), "+60s", "e4@299" },
	{ "one that nobody pressed for", PLAYED "+3s", BACK(1), "+60s", "e4@299" },
	{ "also if its press comes later", PLAYED "+3s", BACK(1), "B! +60s", "e4@299" },
	{ "also if a ghost passes", PLAYED "B! +3s", BACK(1), "a4+P +1s a4- +60s", "e4@299" },
	{ "until it is put back, and another one is made", PLAYED "B! +3s", BACK(1),
	  "e5- e7+p +1s e7- e6+p +1s B! +1s", "e4@299 e6@298" },
	{ "until its man is taken up, and put there again", PLAYED "B! +3s", BACK(1),
	  "e5- +1s e5+p +1s B! +1s", "e4@299 e5@298" },
	{ "until it is replied to", PLAYED "B! +3s", BACK(1), "g1- f3+N W! +1s",
	  "e4@299 e5~ Nf3@298" },
	{ "and is no play in hindsight either: two that go back by legal moves",
	  PLAYED "B! +3s d1- e2+Q W! +6s b8- c6+n B! +6s", BACK(2),
	  "+1s e2- d1+Q +1s c6- b8+n +3s GO(W) +3s g1- f3+N W! +1s d7- d6+p B! +6s "
	  "d2- d4+P W! +1s g7- g6+p B! +3s",
	  "e4@299 e5@299 Nf3@297 d6@297 d4@296 g6@296" },
	{ "plies that the board had not told of when the link was lost", PLAYED "B! +3s lost +30s",
	  KNIGHTS, "+20s g1=. f3=N b8=. c6=n back scan GO(W) +1s f1- c4+B W! +3s",
	  "e4@299 e5@299 Nf3 Nc6~ Bc4@298" },
	{ "or before those that have just been pressed for", PLAYED "B!", AND_BACK, "+3s",
	  "Nf3 Nf6 Ng1 Ng8 e4@299 e5@299" },
	{ "or has not told of", PLAYED "B! +60s", KNIGHTS,
	  "+20s g1=. f3=N b8=. c6=n scan GO(W) +1s f1- c4+B W! +3s",
	  "e4@299 e5@299 Nf3 Nc6~ Bc4@298" },
	{ "but for what was played while it was said to be over", "occupied " PLAYED_ON, NOT_OVER,
	  AND_ON, ALL_OF_IT },
};

/* What it shows has been judged. */
START_TEST(the_board_shows_otherwise)
{
	const struct word *word = &words[_i];

	for (int finish = 0; finish < 2; finish++) {
		static struct story story;
		const char *record;

		story_begin(&story);
		story_tell(&story, word->before);
		ck_assert_int_eq(tracker_correct(story.tracker, &word->said, story.t_us), 0);
		story_tell(&story, word->after);
		record = story_end(&story, finish);
		ck_assert_msg(strcmp(record, word->record) == 0, "%s: %s", word->name, record);
	}
}
END_TEST

/* They stand behind two more plies; he sets the position before those. */
#define RESTORED PLAYED "B! +3s g1- f3+N W! +3s b8- c6+n B! +3s"
#define BEFORE   "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
#define WAS      "e4@299 e5@299 Nf3@298 Nc6@298"

static const struct tale positions[] = {
	{ "for as long as nobody puts the men back", "+60s", WAS },
	{ "while they go back, the last one first", "c6- b8+n +2s f3- g1+N +3s f1- c4+B W! +2s",
	  WAS " {resumed} Bc4@297" },
	{ "and the first one first", "f3- g1+N +2s c6- b8+n +3s f1- c4+B W! +2s",
	  WAS " {resumed} Bc4@297" },
	{ "until play goes on from where they are", "f1- c4+B W! +2s g7- g6+p B! +3s",
	  WAS " {resumed} Nf3* Nc6* Bc4*@297 g6*@297" },
};

START_TEST(the_way_to_a_position_that_was_set_is_no_play)
{
	static const char fen[] = BEFORE;
	const struct tale *tale = &positions[_i];
	struct correction set = { .what = CORRECTION_POSITION };
	static struct story story;
	struct fen_error error;

	ck_assert_int_eq(fen_parse(fen, sizeof(fen) - 1, &set.position, &error), 0);
	story_begin(&story);
	story_tell(&story, RESTORED);
	ck_assert_int_eq(tracker_correct(story.tracker, &set, story.t_us), 0);
	story_tell(&story, tale->script);
	ck_assert_str_eq(story_end(&story, true), tale->record);
}
END_TEST

static enum tracker_sync
sync_of(const struct story *story)
{
	struct tracker_view view;

	tracker_look(story->tracker, &view);
	return view.sync;
}

/* It is said that the board shows something else, as it is of any other picture, but the men have their time to go back. */
static const struct tale resumed[] = {
	{ "what was played while the game was said to be over counts when it is not",
	  PLAYED_ON "on " AND_ON, ALL_OF_IT },
	{ "also on a board that knows no men", "occupied " PLAYED_ON "on " AND_ON, ALL_OF_IT },
	{ "nothing was", PLAYED "B! +2s over +9s on +2s g1- f3+N W! +2s", "e4@299 e5@299 Nf3@298" },
};

START_TEST(a_game_said_to_be_over_goes_on)
{
	story_check(&resumed[_i]);
}
END_TEST

START_TEST(the_board_is_said_to_differ)
{
	const struct correction back = BACK(1);
	static struct story story;

	story_begin(&story);
	story_tell(&story, PLAYED "B! +60s");
	ck_assert_int_eq(tracker_correct(story.tracker, &back, story.t_us), 0);
	story_tell(&story, "+10s");
	ck_assert_int_eq(sync_of(&story), TRACKER_IN_STEP);
	story_tell(&story, "+15s");
	ck_assert_int_eq(sync_of(&story), TRACKER_PUZZLED);
	story_tell(&story, "e5- e7+p");
	ck_assert_int_eq(sync_of(&story), TRACKER_IN_STEP);
	story_end(&story, false);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("judged");
	TCase *tcase = tcase_create("all");

	tcase_add_loop_test(tcase, the_board_shows_otherwise, 0,
	                    (int)(sizeof(words) / sizeof(words[0])));
	tcase_add_loop_test(tcase, the_way_to_a_position_that_was_set_is_no_play, 0,
	                    (int)(sizeof(positions) / sizeof(positions[0])));
	tcase_add_loop_test(tcase, a_game_said_to_be_over_goes_on, 0,
	                    (int)(sizeof(resumed) / sizeof(resumed[0])));
	tcase_add_test(tcase, the_board_is_said_to_differ);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
