/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the arbiter reads and decides, where the list of alerts of a tale does not show it: the sentences, his
 * decisions and what they cost, a record that is corrected under them, adjournment.
 */
#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/chess/fen.h"
#include "core/chess/san.h"
#include "tests/laws/story.h"
#include "tests/laws/tales.h"
#include "tests/support.h"

static const char *
sentence(int language)
{
	static char buffer[512];
	struct text text;

	/* Positions are borrowed for the call; the tale's end is near enough. */
	text_begin(&text, buffer, sizeof(buffer));
	alert_sentence(&text, &story.last, language);
	return buffer;
}

/* 9.5.3, B.2: two minutes, one in blitz, once the arbiter has said so. */
START_TEST(wrong_claim_costs_time)
{
	enum color to;
	int32_t seconds;

	story_begin(NULL, true);
	if (_i == 1)
		story_tell("rules:adequate_supervision=on rules:level=blitz");
	story_tell(BOARD "e4 e5 claim:w");
	ck_assert(!laws_take_penalty(story.laws, &to, &seconds));
	story_tell("confirm:1");
	ck_assert(laws_take_penalty(story.laws, &to, &seconds));
	ck_assert_int_eq(to, BLACK);
	ck_assert_int_eq(seconds, _i == 1 ? 60 : 120);
	ck_assert(!laws_take_penalty(story.laws, &to, &seconds));
	story_end();
}
END_TEST

START_TEST(claim_tells_whether_and_where)
{
	story_begin(NULL, true);
	story_tell(BOARD SHUFFLE "Nf3 Nf6 Ng1 claim:b:Ng8");
	ck_assert_str_eq(sentence(ALERT_ENGLISH), "Claim by Black: correct; occurrences after "
	                                          "half-moves 0, 4, 8; 8 half-moves without "
	                                          "capture or pawn move.");
	ck_assert_str_eq(
		sentence(ALERT_FRENCH),
		"Réclamation des Noirs : fondée ; apparitions après les demi-coups 0, 4, 8 "
		"; 8 demi-coups sans prise ni coup de pion.");
	story_tell("claim:b:Nd5");
	ck_assert_ptr_nonnull(strstr(sentence(ALERT_ENGLISH), "Black: incorrect;"));
	/* White has not the move. */
	story_tell("claim:w");
	ck_assert_uint_eq(story.last.n_plies, 2);
	ck_assert_ptr_nonnull(strstr(sentence(ALERT_ENGLISH), "White: incorrect;"));
	ck_assert_int_eq(laws_claim(story.laws, BLACK, CLAIM_ANY, "Nf4", story.t_us), -EINVAL);
	story_end();
}
END_TEST

/* Who has not the move may mean the one behind his opponent's, if that can make it a legal one. */
START_TEST(what_can_be_no_move_is_not_announced)
{
	story_begin(NULL, true);
	story_tell(BOARD "e4");
	ck_assert_int_eq(laws_check_announced(story.laws, WHITE, "exd5"), 0);
	ck_assert_int_eq(laws_check_announced(story.laws, WHITE, "Qh7"), -EINVAL);
	ck_assert_int_eq(laws_check_announced(story.laws, BLACK, "exd5"), -EINVAL);
	story_end();
}
END_TEST

/* White's king stands on d1, and his queen on e1. */
START_TEST(wrong_start_that_stands_is_the_position_without_castling)
{
	story_begin(NULL, true);
	story_tell(UNSUPERVISED "setup:swapped +10s GO " TEN_MOVES);
	ck_assert_str_eq(sentence(ALERT_ENGLISH),
	                 "Initial position wrong: d1, e1. After ten moves it stands: no castling "
	                 "with a misplaced king or rook.");
	ck_assert_str_eq(story.after,
	                 "r2qkbnr/1b1n4/pppppppp/8/8/PPPPPPPP/1B1N4/R2KQBNR w kq - 4 11");
	story_end();
}
END_TEST

/* What is told of a move has the position that it left, and no other. */
START_TEST(position_after_is_what_was_left)
{
	story_begin("8/P6k/8/8/8/8/7K/8 w - - 0 1", true);
	story_tell("sensors GO a8+Q W! +6s");
	ck_assert_str_eq(story.after, "Q7/P6k/8/8/8/8/7K/8 b - - 0 1");
	story_end();
	story_begin("8/P6k/8/8/8/8/7K/8 w - - 0 1", true);
	story_tell("rules:illegal.limit=1 sensors GO a8+Q W! +6s");
	ck_assert_int_eq(story.last.id, ALERT_SECOND_ILLEGAL_MOVE);
	ck_assert_str_eq(story.after, "Q7/P6k/8/8/8/8/7K/8 b - - 0 1");
	story_end();
}
END_TEST

/* Black had moved before White did: both moves had been made when it was told. */
START_TEST(position_after_a_move_out_of_turn_has_both)
{
	story_begin(NULL, true);
	story_tell(BOARD "e4 e5 d7- d5+p +3s g1- f3+N +1s W! +5s");
	ck_assert_int_eq(story.last.id, ALERT_MOVE_OUT_OF_TURN);
	ck_assert_str_eq(story.after,
	                 "rnbqkbnr/ppp2ppp/8/3pp3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3");
	story_end();
}
END_TEST

/* In SAN, separated by blanks. */
static const char *
recorded_moves(void)
{
	static char moves[256];
	const struct game *game = story_game();
	size_t len = 0;

	moves[0] = '\0';
	for (uint32_t i = 0; i < game->n_plies; i++) {
		struct position before;
		char san[SAN_SIZE];

		game_position(game, i, &before);
		san_format(&before, game->plies[i].move, san);
		len += (size_t)snprintf(moves + len, sizeof(moves) - len, "%s%s", i ? " " : "",
		                        san);
	}
	return moves;
}

/* OL 20.1: the set was moved first, then follows, lags, tries out a line, stands at the start again. */
START_TEST(what_the_set_shows_is_no_ply_of_the_virtual_game)
{
	story_begin(NULL, true);
	story_tell(SETS
	           "e2- e4+P +2s own:d4 e4- e2+P d2- d4+P +2s virtual:d5 d7- d5+p +2s "
	           "own:c4 c2- c4+P +2s d5- c4- c4+p +5s e2- e3+P +5s setup:start +30s virtual:e6 "
	           "GO W! +5s");
	ck_assert_str_eq(recorded_moves(), "d4 d5 c4 e6");
	ck_assert_uint_eq(story_game()->plies[3].state, PLY_COMPLETED);
	story_tell("own:Nc3");
	ck_assert_str_eq(recorded_moves(), "d4 d5 c4 e6 Nc3");
	story_end();
}
END_TEST

/* A word of the feed that was wrong is taken back; a position it never was in goes on from there. */
START_TEST(what_stands_on_the_virtual_board_is_the_record)
{
	struct position position;
	const char *before = "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2";
	const char *other = "rnbqkbnr/ppp2ppp/4p3/3p4/3P4/4P3/PPP2PPP/RNBQKBNR w KQkq - 0 3";

	story_begin(NULL, true);
	story_tell(SETS "own:d4 virtual:d5 own:c4 virtual:e6 +1s");
	ck_assert_int_eq(fen_parse(before, strlen(before), &position, NULL), 0);
	ck_assert_int_eq(laws_virtual_set(story.laws, &position, story.t_us), 0);
	ck_assert_int_eq(tracker_follow_position(story.tracker, &position, story.t_us), 0);
	ck_assert_str_eq(recorded_moves(), "d4 d5");
	ck_assert_int_eq(fen_parse(other, strlen(other), &position, NULL), 0);
	ck_assert_int_eq(laws_virtual_set(story.laws, &position, story.t_us), 0);
	ck_assert_int_eq(tracker_follow_position(story.tracker, &position, story.t_us), 0);
	story_tell("own:Nf3");
	ck_assert_str_eq(recorded_moves(), "d4 d5 Nf3");
	ck_assert_uint_eq(story_game()->n_breaks, 1);
	story_end();
}
END_TEST

START_TEST(automatic_draw_says_why)
{
	story_begin(NULL, true);
	story_tell("rules:overlay=hybrid " BOARD SHUFFLE SHUFFLE);
	ck_assert_str_eq(sentence(ALERT_ENGLISH),
	                 "Drawn without a claim: third occurrence of the position. Declare it.");
	ck_assert_uint_eq(story.last.n_plies, 3);
	ck_assert_uint_eq(story.last.plies[2], 8);
	story_end();
	story_begin("8/8/4k3/8/8/3RK3/8/8 w - - 98 90", false);
	story_tell("rules:overlay=hybrid Rd2 Ke5 +3s");
	ck_assert_str_eq(sentence(ALERT_FRENCH),
	                 "Nulle sans réclamation : cinquante coups de chacun. À déclarer.");
	ck_assert_uint_eq(story.last.n_plies, 0);
	story_end();
}
END_TEST

/* What the arbiter reads of a draw by moves are the moves by each; of one by positions, how often and where. */
static const struct {
	const char *fen, *script;
	enum alert_id id;
	int32_t n;
	size_t n_plies;
} draws[] = {
	{ NULL, BOARD SHUFFLE SHUFFLE, ALERT_THREEFOLD_AVAILABLE, 3, 3 },
	{ NULL, BOARD SHUFFLE SHUFFLE SHUFFLE SHUFFLE "+3s", ALERT_FIVEFOLD_REPETITION, 5, 5 },
	{ "8/8/4k3/8/8/3RK3/8/8 w - - 98 90", "Rd2 Ke5", ALERT_FIFTY_MOVE_AVAILABLE, 50, 0 },
	{ "7k/5R2/6K1/8/8/8/8/8 w - - 149 120", "Re7 +3s", ALERT_SEVENTY_FIVE_MOVES, 75, 0 },
	{ "8/8/4k3/8/8/3RK3/8/8 w - - 98 90", "rules:overlay=hybrid Rd2 Ke5 +3s",
	  ALERT_AUTOMATIC_DRAW, 50, 0 },
	{ NULL, "rules:overlay=hybrid " BOARD SHUFFLE SHUFFLE, ALERT_AUTOMATIC_DRAW, 3, 3 },
	{ NULL, FOOL "Qh4 +3s", ALERT_CHECKMATE, 0, 0 },
};

START_TEST(draw_has_its_count)
{
	story_begin(draws[_i].fen, draws[_i].fen == NULL);
	story_tell(draws[_i].script);
	ck_assert_int_eq(story.last.id, draws[_i].id);
	ck_assert_int_eq(story.last.n, draws[_i].n);
	ck_assert_uint_eq(story.last.n_plies, draws[_i].n_plies);
	story_end();
}
END_TEST

/* A ply that is corrected away and made again leads to the same position; another one leads elsewhere, and is told. */
START_TEST(position_is_told_once_of_a_ply)
{
	struct tracker_view view = { .games = 1 };

	story_begin("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", false);
	story_tell(SHUFFLE SHUFFLE);
	ck_assert_str_eq(story.told, "threefold-available@8:w");
	game_truncate(&story.game, 7);
	laws_update(story.laws, TRACKER_PLIES, &story.game, 7, &view, story.t_us);
	story_tell("Ng8");
	ck_assert_str_eq(story.told, "threefold-available@8:w");
	story_tell("Nf3");
	ck_assert_str_eq(story.told, "threefold-available@8:w threefold-available@9:b");
	story_end();
}
END_TEST

/* A person puts it into the record. */
static void
put_in(const char *san)
{
	struct tracker_view view = { .games = 1 };
	uint16_t move;

	ck_assert_int_eq(san_parse(&story.game.now, san, strlen(san), &move), SAN_OK);
	ck_assert_int_eq(game_append(&story.game, move, TIME_UNKNOWN, PLY_COMPLETED), 0);
	laws_update(story.laws, TRACKER_PLIES, &story.game, story.game.n_plies - 1, &view,
	            story.t_us);
}

/* When it was made nobody knows; what follows from it is so from now on. */
START_TEST(ply_that_is_put_in_is_told_of_now)
{
	story_begin("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", false);
	story_tell("f3 e5 g4 +5s");
	put_in("Qh4");
	story_tell("+3s");
	ck_assert_str_eq(story.told, "checkmate@4:b");
	ck_assert_uint_le(story.last.t_us, story.t_us);
	ck_assert_uint_le(story.last.since_us, story.last.t_us);
	story_end();
}
END_TEST

START_TEST(sheets_are_due_from_the_first_ply_that_is_put_in)
{
	story_begin("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", false);
	story_tell("+30min +30min +30min");
	put_in("e4");
	put_in("e5");
	story_tell("+29min");
	ck_assert_str_eq(story.told, "");
	story_tell("+2min");
	ck_assert_str_eq(story.told, "time-sheet@2:b");
	story_end();
}
END_TEST

START_TEST(claim_of_fifty_moves_counts_the_intended_one)
{
	story_begin("8/8/4k3/8/8/3RK3/8/8 w - - 98 90", false);
	story_tell("claim:w:Rd2");
	ck_assert_ptr_nonnull(strstr(sentence(ALERT_ENGLISH), "incorrect"));
	story_tell("Rd2 claim:b:Ke5");
	ck_assert_ptr_nonnull(strstr(sentence(ALERT_ENGLISH), "Black: correct"));
	/* No claim survives the end of the game. */
	story_tell("Ke5 result:1/2-1/2");
	ck_assert_int_eq(laws_claim(story.laws, WHITE, CLAIM_ANY, NULL, story.t_us), -ENOENT);
	story_end();
}
END_TEST

START_TEST(reversed_colours_after_ten_moves_go_on)
{
	story_begin(NULL, true);
	story_tell(BOARD TEN_MOVES_BUT_ONE "Ne2 reversed");
	ck_assert_str_eq(sentence(ALERT_ENGLISH), "Colours reversed after 9 moves each: replay.");
	story_tell("Ne7 reversed");
	ck_assert_str_eq(sentence(ALERT_ENGLISH),
	                 "Colours reversed after 10 moves each: continue.");
	story_tell("rules:default_time=0 rules:edition=fide-2014 reversed");
	ck_assert_str_eq(sentence(ALERT_FRENCH),
	                 "Couleurs inversées, 10 coups de part et d'autre : continuer.");
	story_end();
}
END_TEST

START_TEST(fivefold_in_a_row_is_asked_for_in_2014)
{
	story_begin("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", false);
	story_tell("rules:default_time=0 rules:edition=fide-2014 " SHUFFLE SHUFFLE SHUFFLE SHUFFLE
	           "+3s");
	ck_assert_ptr_nonnull(strstr(story.told, "fivefold-repetition@16:b!"));
	story_end();
	story_begin("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", false);
	story_tell("rules:default_time=0 rules:edition=fide-2014 " SHUFFLE
	           "Nf3 Nf6 Nd4 Nd5 Nb3 Nb6 Nd4 Nd5 Nf3 Nf6 Ng1 Ng8 " SHUFFLE SHUFFLE "+3s");
	ck_assert_ptr_null(strstr(story.told, "fivefold"));
	story_end();
}
END_TEST

/* A ply that is taken back takes its repetition with it. */
START_TEST(annulled_plies_do_not_count)
{
	struct tracker_view view = { .games = 1 };

	story_begin("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", false);
	story_tell(SHUFFLE "Nf3 Nf6 Ng1");
	game_truncate(&story.game, 4);
	laws_update(story.laws, TRACKER_PLIES, &story.game, 4, &view, story.t_us);
	story_tell("e4 e5 " SHUFFLE);
	ck_assert_str_eq(story.told, "");
	story_tell(SHUFFLE);
	ck_assert_str_eq(story.told, "threefold-available@14:w");
	story_end();
}
END_TEST

START_TEST(fifty_moves_are_told_once_though_the_last_is_corrected)
{
	struct tracker_view view = { .games = 1 };

	story_begin("8/8/4k3/8/8/3RK3/8/8 w - - 98 90", false);
	story_tell("Rd2 Ke5");
	game_truncate(&story.game, 1);
	laws_update(story.laws, TRACKER_PLIES, &story.game, 1, &view, story.t_us);
	story_tell("Kf5 Rd1");
	ck_assert_str_eq(story.told, "fifty-move-available@2:w");
	story_end();
}
END_TEST

START_TEST(mate_that_is_corrected_away_ends_nothing)
{
	struct tracker_view view = { .games = 1 };

	story_begin("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", false);
	story_tell("f3 e5 g4 Qh4 +3s");
	ck_assert_str_eq(story.told, "checkmate@4:b");
	game_truncate(&story.game, 3);
	laws_update(story.laws, TRACKER_PLIES, &story.game, 3, &view, story.t_us);
	ck_assert_int_eq(laws_outcome(story.laws, 1), ALERT_OPEN); /* the arbiter heard of it */
	story_tell("d5 e4 result:1/2-1/2");
	ck_assert_str_eq(story.told, "checkmate@4:b");
	story_end();
}
END_TEST

/* Where play goes on from another position, that one counts. */
START_TEST(break_of_the_record_changes_the_position)
{
	static const char fen[] = "7k/5R2/6K1/8/8/8/8/8 w - - 149 120";
	struct tracker_view view = { .games = 1 };
	struct game_break gap = { .why = BREAK_SET };

	story_begin("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", false);
	story_tell(SHUFFLE "Nf3 Nf6");
	ck_assert_int_eq(fen_parse(fen, strlen(fen), &gap.position, NULL), 0);
	ck_assert_int_eq(game_break(&story.game, &gap), 0);
	laws_update(story.laws, TRACKER_PLIES, &story.game, 6, &view, story.t_us);
	ck_assert_str_eq(story.told, "");
	story_tell("Re7 +3s");
	ck_assert_str_eq(story.told, "seventy-five-moves@7:w!");
	story_end();
}
END_TEST

/* Also one that comes to light behind plies that have been judged, and whose moves are the same: the rook stood on b1. */
START_TEST(break_found_later_changes_the_plies_behind_it)
{
	static const char fen[] = "6k1/8/8/8/8/8/8/1R3K2 w - - 2 2";
	struct tracker_view view = { .games = 1 };
	struct game_break gap = { .why = BREAK_SET };
	uint16_t moves[2];

	story_begin("7k/8/8/8/8/8/8/R5K1 w - - 0 1", false);
	story_tell("Kf1 Kg8 Kf2 Kh8");
	for (int i = 0; i < 2; i++)
		moves[i] = story.game.plies[2 + i].move;
	game_truncate(&story.game, 2);
	ck_assert_int_eq(fen_parse(fen, strlen(fen), &gap.position, NULL), 0);
	ck_assert_int_eq(game_break(&story.game, &gap), 0);
	for (int i = 0; i < 2; i++)
		ck_assert_int_eq(game_append(&story.game, moves[i], story.t_us, PLY_MADE), 0);
	laws_update(story.laws, TRACKER_PLIES, &story.game, 2, &view, story.t_us);
	story_tell("Rb8 +3s");
	ck_assert_str_eq(story.told, "");
	story_end();
}
END_TEST

START_TEST(alerts_expire_and_are_decided)
{
	story_begin(NULL, true);
	story_tell(BOARD SHUFFLE SHUFFLE);
	ck_assert_uint_eq(story.last.number, 1);
	ck_assert_uint_eq(story.last.table, 7);
	ck_assert_int_eq(laws_outcome(story.laws, 1), ALERT_OPEN);
	/* White could have claimed; with his move and Black's reply that is over. */
	story_tell("e4");
	ck_assert_int_eq(laws_outcome(story.laws, 1), ALERT_OPEN);
	story_tell("e5");
	ck_assert_int_eq(laws_outcome(story.laws, 1), ALERT_EXPIRED);
	ck_assert_int_eq(laws_decide(story.laws, 1, ALERT_CONFIRMED), -EALREADY);
	story_tell("claim:w confirm:2");
	ck_assert_int_eq(laws_outcome(story.laws, 2), ALERT_CONFIRMED);
	story_tell("result:1-0");
	ck_assert_int_eq(laws_outcome(story.laws, 2), ALERT_CONFIRMED);
	ck_assert_int_eq(laws_decide(story.laws, 3, ALERT_CONFIRMED), -ENOENT);
	story_end();
}
END_TEST

/* 4.4.1: he castles, however often he has touched the king. */
START_TEST(who_is_touched_twice_is_touched_once)
{
	story_begin(NULL, true);
	story_tell("stand:r3k2r/pppq1ppp/2n2n2/8/8/2N2N2/PPPQ1PPP/R3K2R_w_KQkq_-_0_1 GO "
	           "e1- +2s e1+K e1- +2s e1+K h1- +2s h1+R d2- d3+Q W! +1s");
	ck_assert_str_eq(story.told, "touch-move@1:w");
	ck_assert_uint_eq(story.last.n_moves, 2);
	ck_assert_int_eq(move_kind(story.last.moves[1]), MOVE_CASTLING);
	story_end();
}
END_TEST

START_TEST(game_before_leaves_nothing_behind)
{
	story_begin(NULL, true);
	story_tell(BOARD SHUFFLE "Nf3 Nf6 Ng1 Ng8 e4 result:1/2-1/2 setup:start +10s GO " SHUFFLE);
	ck_assert_str_eq(story.told, "threefold-available@8:w");
	story_end();
}
END_TEST

START_TEST(other_initial_positions_may_be_expected)
{
	struct position start;

	story_begin(NULL, true);
	ck_assert_int_eq(fen_parse("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w - - 0 1", 53,
	                           &start, NULL),
	                 0);
	laws_expect(story.laws, &start, true);
	story_tell("setup:960 +10s");
	ck_assert_str_eq(story.told, "");
	story_tell("setup:swapped +10s");
	ck_assert_str_eq(story.told, "initial-position-incorrect@1:w");
	laws_expect(story.laws, &start, false);
	story_tell("setup:half setup:swapped +10s");
	ck_assert_str_eq(story.told, "initial-position-incorrect@1:w");
	story_end();
}
END_TEST

/* The board's own time of the ply, to the microsecond, and when it could not be taken elsewhere any more (4.7). */
START_TEST(alert_time_is_the_plys)
{
	story_begin(NULL, true);
	story_tell(FOOL "~Qh4 +5s");
	ck_assert_uint_eq(story.last.since_us, story_game()->plies[3].made_us);
	ck_assert_uint_eq(story.last.t_us, story_game()->plies[3].made_us + 2000000);
	story_end();
}
END_TEST

START_TEST(sealed_plies_are_secret_until_play_goes_on)
{
	const struct adjournment *adjourned;

	story_begin(NULL, true);
	story_tell(BOARD "e4 e5 offer:b");
	ck_assert_ptr_null(laws_adjournment(story.laws));
	ck_assert_int_eq(laws_reopen(story.laws, story.t_us), -ENOENT);
	ck_assert_int_eq(laws_sealed_move(story.laws, "Nf3", story.t_us), -ENOENT);
	story_tell("seal");
	adjourned = laws_adjournment(story.laws);
	ck_assert_uint_eq(adjourned->ply, 2);
	ck_assert_uint_eq(adjourned->offered, BLACK);
	story_tell("~Nf3 STOP adjourn");
	ck_assert_int_eq(laws_adjourn(story.laws, story.t_us), -EALREADY);
	ck_assert_int_eq(laws_seal(story.laws, story.t_us), -ENOENT);
	adjourned = laws_adjournment(story.laws);
	ck_assert_uint_eq(adjourned->ply, 2);
	ck_assert_int_eq(adjourned->position.side, WHITE);
	ck_assert_int_eq(adjourned->stage, ADJOURN_CLOSED);
	story_tell("reopen");
	ck_assert_int_eq(laws_adjournment(story.laws)->stage, ADJOURN_REOPENED);
	story_tell("GO");
	ck_assert_ptr_null(laws_adjournment(story.laws));
	story_tell("Nc6");
	ck_assert_uint_eq(story_game()->n_plies, 4);
	story_end();
}
END_TEST

START_TEST(offer_lapses_when_it_is_answered)
{
	static const char *const answers[] = { "", "g1- g1+N ", "Nf3 " };

	story_begin(NULL, true);
	story_tell(BOARD "e4 e5 offer:b");
	story_tell(answers[_i]);
	story_tell("seal");
	ck_assert_uint_eq(laws_adjournment(story.laws)->offered, _i == 0 ? BLACK : OFFER_NONE);
	story_end();
}
END_TEST

START_TEST(evidence_is_what_stands_elsewhere)
{
	story_begin(NULL, true);
	story_tell(BOARD "e4 e5 a1- h1- a8- +30s");
	ck_assert_str_eq(sentence(ALERT_ENGLISH),
	                 "Board not explained by legal moves for 0:20: a1, h1, a8.");
	story_end();
}
END_TEST

/* Nc3 for Nf3 on the other board; a ply behind; and one that no slip explains (D.2.9). */
START_TEST(two_boards_part_where_one_slip_explains_it)
{
	static const struct {
		const char *fen, *sentence;
		int32_t white_s;
	} boards[] = {
		{ "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 2 3",
		  "Positions differ between boards: b1, g1, c3, f3. Alike until half-move 2, then "
		  "here Nf3, there Nc3.",
		  5398 },
		{ "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
		  "Positions differ between boards: c6, b8. Alike until half-move 3, then here "
		  "Nc6, there -.",
		  5396 },
		{ "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/2N5/PPPP1PPP/R1BQKB1R w KQkq - 2 3",
		  "Positions differ between boards: b1, c3, f3. Nowhere alike of late: -, then "
		  "here -, there -.",
		  5396 },
	};
	struct position other;

	story_begin(NULL, true);
	story_tell(BOARD "e4 e5 Nf3 Nc6");
	ck_assert_int_eq(laws_two_boards(story.laws, &story_game()->now, story.t_us), -EALREADY);
	ck_assert_int_eq(fen_parse(boards[_i].fen, strlen(boards[_i].fen), &other, NULL), 0);
	ck_assert_int_eq(laws_two_boards(story.laws, &other, story.t_us), 0);
	ck_assert_str_eq(sentence(ALERT_ENGLISH), boards[_i].sentence);
	ck_assert_int_eq(story.last.clock_before_s[WHITE], boards[_i].white_s);
	story_end();
}
END_TEST

static Suite *
arbiter_suite(void)
{
	Suite *suite = suite_create("arbiter");
	TCase *tcase = tcase_create("arbiter");

	tcase_add_loop_test(tcase, wrong_claim_costs_time, 0, 2);
	tcase_add_test(tcase, claim_tells_whether_and_where);
	tcase_add_loop_test(tcase, two_boards_part_where_one_slip_explains_it, 0, 3);
	tcase_add_test(tcase, what_can_be_no_move_is_not_announced);
	tcase_add_test(tcase, wrong_start_that_stands_is_the_position_without_castling);
	tcase_add_test(tcase, position_after_is_what_was_left);
	tcase_add_test(tcase, position_after_a_move_out_of_turn_has_both);
	tcase_add_test(tcase, what_the_set_shows_is_no_ply_of_the_virtual_game);
	tcase_add_test(tcase, what_stands_on_the_virtual_board_is_the_record);
	tcase_add_test(tcase, automatic_draw_says_why);
	tcase_add_loop_test(tcase, draw_has_its_count, 0, (int)(sizeof(draws) / sizeof(draws[0])));
	tcase_add_test(tcase, position_is_told_once_of_a_ply);
	tcase_add_test(tcase, ply_that_is_put_in_is_told_of_now);
	tcase_add_test(tcase, sheets_are_due_from_the_first_ply_that_is_put_in);
	tcase_add_test(tcase, claim_of_fifty_moves_counts_the_intended_one);
	tcase_add_test(tcase, reversed_colours_after_ten_moves_go_on);
	tcase_add_test(tcase, fivefold_in_a_row_is_asked_for_in_2014);
	tcase_add_test(tcase, annulled_plies_do_not_count);
	tcase_add_test(tcase, fifty_moves_are_told_once_though_the_last_is_corrected);
	tcase_add_test(tcase, mate_that_is_corrected_away_ends_nothing);
	tcase_add_test(tcase, break_of_the_record_changes_the_position);
	tcase_add_test(tcase, break_found_later_changes_the_plies_behind_it);
	tcase_add_test(tcase, alerts_expire_and_are_decided);
	tcase_add_test(tcase, who_is_touched_twice_is_touched_once);
	tcase_add_test(tcase, game_before_leaves_nothing_behind);
	tcase_add_test(tcase, other_initial_positions_may_be_expected);
	tcase_add_test(tcase, sealed_plies_are_secret_until_play_goes_on);
	tcase_add_loop_test(tcase, offer_lapses_when_it_is_answered, 0, 3);
	tcase_add_test(tcase, evidence_is_what_stands_elsewhere);
	tcase_add_test(tcase, alert_time_is_the_plys);
	suite_add_tcase(suite, tcase);
	return suite;
}

int
main(void)
{
	return test_run(arbiter_suite());
}
