/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A board that knows no men, while it is out of sight: which squares are occupied behind it tells how many plies were played,
 * hardly by whom; what follows tells that, too.
 */
#include "core/tracker/occupancy/unseen.h"

#include <check.h>
#include <string.h>

#include "core/chess/fen.h"
#include "tests/pgn/played.h"
#include "tests/support.h"
#include "tests/tracker/story.h"

#define BEFORE "occupied start e2- e4+? e7- e5+? d2- d4+? d7- d5+? +2s "
/* Queen and bishop have gone to d3 and e2: which of them where? */
#define GONE "lost +9s {d1=. f1=. d3=? e2=? b8=. c6=? g8=. f6=? back scan} +4s "
#define SEEN "e4 e5 d4 d5 "

static const struct tale tales[] = {
	{ "who goes on from e2 along the rank was the queen",
	  BEFORE GONE "e2- e3+? +1s a7- a6+? +2s", SEEN "Bd3* Nc6* Qe2* Nf6* Qe3 a6~" },
	{ "who goes on from d3 along the rank was the queen",
	  BEFORE GONE "d3- g3+? +1s a7- a6+? +2s", SEEN "Qd3* Nc6* Be2* Nf6* Qg3 a6~" },
	{ "nobody says that the link was away, but three squares are empty that were not",
	  "occupied start GO(W) e2- e4+? W! d7- d5+? B! +9s {e4=. d8=. b1=. c3=? scan} +4s d5- "
	  "a5+? +2s",
	  "e4@299 d5@299 exd5* Qxd5* Nc3~* Qa5~*" },
};

START_TEST(what_follows_tells_what_was_not_seen)
{
	story_check(&tales[_i]);
}
END_TEST

static void
occupied_after(const struct position *position, struct image *ret_image)
{
	uint8_t squares[64];

	position_placement(position, squares);
	for (int sq = 0; sq < 64; sq++)
		squares[sq] = squares[sq] != EMPTY ? SOME_MAN : EMPTY;
	image_from(ret_image, squares, false);
}

/* The position each leads to is the first of those found. */
static const struct {
	const char *seen, *moves;
	int n_plies;
} gaps[] = {
	{ "", "Nf3 Nf6 g3 g6 Bg2 Bg7 O-O O-O", 8 },
	{ "e4 e5 Nf3 Nc6 Bb5 a6", "Ba4 Nf6 d3 Be7 O-O O-O c3 d6", 8 },
	/* his square has been taken again since he took */
	{ "e4 e5 Nf3 Nc6 d4", "exd4 Nxd4 Nxd4 Qxd4 c6", 5 },
};

START_TEST(likeliest_line_castles_and_takes_back)
{
	static const uint64_t untold[64];
	static struct unseen unseen;
	struct gap_terms terms = { .told_us = untold, .first = SQ_NONE, .count = GAP_COUNTED };
	struct position from, end;
	struct image image;

	position_start(&from);
	played_from(&from, gaps[_i].seen);
	end = from;
	played_from(&end, gaps[_i].moves);
	occupied_after(&end, &image);
	terms.n_plies = gaps[_i].n_plies;
	ck_assert(unseen_find(&from, &image, &terms, &unseen));
	ck_assert_int_eq(unseen.n_plies, gaps[_i].n_plies);
	ck_assert(unseen.lines[0].now.key == end.key);
	for (int i = 0; i < unseen.n_plies; i++)
		position_after(&from, unseen.lines[0].moves[i], &from);
	ck_assert(from.key == end.key);
	/* With the last ply not pressed for yet it is the same. */
	terms.count = GAP_PRESSED;
	terms.n_plies--;
	ck_assert(unseen_find(&from, &image, &terms, &unseen) || unseen.n == 0);
}
END_TEST

/* A bishop is lifted; and a pawn, who may have taken instead. */
static const struct {
	const char *played;
	int lifted;
} hands[] = { { "Nc3 a6", SQ_F1 }, { "e4 d5", SQ_E1 + 24 } };

START_TEST(man_in_a_hand_is_waited_for)
{
	static const uint64_t untold[64];
	static struct unseen unseen;
	struct gap_terms terms = { .told_us = untold, .first = SQ_NONE, .count = GAP_ANY };
	struct position from, end;
	struct image image;

	position_start(&from);
	end = from;
	played_from(&end, hands[_i].played);
	occupied_after(&end, &image);
	image_put(&image, hands[_i].lifted, EMPTY);
	ck_assert(!unseen_find(&from, &image, &terms, &unseen));
	ck_assert_int_eq(unseen.n, 0);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("unseen");
	TCase *tcase = tcase_create("unseen");

	tcase_add_loop_test(tcase, what_follows_tells_what_was_not_seen, 0,
	                    sizeof(tales) / sizeof(tales[0]));
	tcase_add_loop_test(tcase, likeliest_line_castles_and_takes_back, 0,
	                    sizeof(gaps) / sizeof(gaps[0]));
	tcase_add_loop_test(tcase, man_in_a_hand_is_waited_for, 0,
	                    sizeof(hands) / sizeof(hands[0]));
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
