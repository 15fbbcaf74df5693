/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the arbiter is to do stands in the sentence: of tales, what the last alert says.
 */
#include <check.h>
#include <string.h>

#include "tests/laws/story.h"
#include "tests/laws/tales.h"
#include "tests/support.h"

#define RAPID_2014                                                                                 \
	"rules:default_time=0 rules:edition=fide-2014 rules:adequate_supervision=off "             \
	"rules:level=rapid "
#define BISHOP_TAKES BOARD "e4 e5 Nf3 Nc6 f1- e5:p>B W! +3s STOP +3s "

static const struct {
	const char *fen, *script;
	const char *says;
} tales[] = {
	{ NULL, BOARD "e4 e5 W! +6s",
	  "White pressed without making a move: an illegal move; that clock runs again, and it is "
	  "that "
	  "player's move; 2:00 for Black." },
	{ NULL, "rules:default_time=0 rules:edition=fide-2014 " BOARD "e4 e5 W! +6s",
	  "White pressed without making a move, which is improper." },
	{ "3rkr2/3pnp2/8/8/8/8/4R3/4K3 b - - 0 1", "sensors GO e7- c6+n B! +3s e2- e8:k>R W! +6s",
	  "King captured by White, an illegal move (offence 1). Restore the position from before "
	  "the king "
	  "was left in check; 2:00 for Black." },
	{ NULL, BOARD "e4 d2- d4+P +22s", "White moved out of turn: go and look." },
	{ NULL, BOARD "e4 d2- d4+P B! +3s",
	  "Black moved a man of the other colour, and completed it. Restore; 2:00 for White." },
	{ NULL, BOARD "e4 b8- g8- c8- +3s c8+n b8+b g8+n +5s e7- e5+p +1s B! +4s",
	  "Play resumed, but men that were displaced are not back in their places: b8, c8 differ. "
	  "Stop the clock and restore." },
	{ NULL, BISHOP_TAKES "e5- f1+B +5s GO:w +4s",
	  "Play resumed, but not from the position before the illegal move: e5 differs. Stop the "
	  "clock and "
	  "restore." },
	{ NULL, BISHOP_TAKES "e5- f1+B e5+p +5s GO:w d2- d3+P +1s W! +3s",
	  "Replacement move does not use the obliged piece. Due: Be2, Bd3, Bc4, Bb5, Ba6." },
	{ "8/P6k/8/8/8/8/7K/8 w - - 0 1", RAPID_2014 "sensors GO a7- a8+P W! +3s",
	  "Illegal move 1 by White: wait for the next completed move, game lost only if it is "
	  "claimed "
	  "before; draw if Black cannot mate (they cannot)." },
	{ "4r1k1/7p/8/8/8/8/4B2P/4K3 w - - 0 1",
	  "rules:adequate_supervision=off rules:level=blitz sensors GO e2- d3+B W! +3s",
	  "White completed an illegal move, own king left in check (offence 1). Restore; 1:00 for "
	  "Black." },
	{ NULL, BOARD "e4 e5 Nf3 Nc6 claim:w:Bb5",
	  "Claim by White: incorrect; occurrence after half-move 5; 3 half-moves without capture "
	  "or "
	  "pawn move; "
	  "2:00 for Black." },
	{ NULL, BOARD "e4 e5 Nf3 Nc6 claim:w:Bb5 Bc4",
	  "Replacement move does not use the obliged piece. Due: Bb5." },
};

START_TEST(sentence_says_what_is_to_be_done)
{
	char buffer[512];
	struct text text;

	story_begin(tales[_i].fen, !tales[_i].fen || strstr(tales[_i].script, "sensors"));
	story_tell(tales[_i].script);
	text_begin(&text, buffer, sizeof(buffer));
	alert_sentence(&text, &story.last, ALERT_ENGLISH);
	ck_assert_str_eq(buffer, tales[_i].says);
	story_end();
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("sentences");
	TCase *tcase = tcase_create("sentences");

	tcase_add_loop_test(tcase, sentence_says_what_is_to_be_done, 0,
	                    (int)(sizeof(tales) / sizeof(tales[0])));
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
