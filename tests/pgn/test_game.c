/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * core/game: the record.
 */
#include <check.h>
#include <errno.h>
#include <string.h>

#include "core/chess/fen.h"
#include "core/chess/san.h"
#include "core/game/game.h"
#include "tests/pgn/played.h"
#include "tests/support.h"

#define CAPACITY 64

static struct game_ply plies[CAPACITY];
static struct game game;

static void
begin(const char *fen)
{
	played_begin(&game, fen, plies, CAPACITY);
}

static void
begin_initial(void)
{
	begin(FEN_START);
}

static uint16_t
move_of(const char *san)
{
	uint16_t move = MOVE_NONE;

	ck_assert_int_eq(san_parse(&game.now, san, strlen(san), &move), SAN_OK);
	return move;
}

static void
play(const char *san, enum ply_state state)
{
	ck_assert_int_eq(game_append(&game, move_of(san), 1000 * (game.n_plies + 1), state), 0);
}

static void
check_position(const struct position *position, const char *fen)
{
	char buffer[FEN_SIZE];

	fen_format(position, buffer);
	ck_assert_str_eq(buffer, fen);
}

START_TEST(game_new_is_empty)
{
	begin_initial();
	ck_assert_uint_eq(game.n_plies, 0);
	ck_assert_int_eq(game.result, RESULT_NONE);
	ck_assert_int_eq(game.end, END_OPEN);
	check_position(&game.now, FEN_START);
}
END_TEST

START_TEST(game_append_records_ply_and_position)
{
	begin_initial();
	play("e4", PLY_MADE);
	ck_assert_uint_eq(game.n_plies, 1);
	ck_assert_uint_eq(plies[0].made_us, 1000);
	ck_assert(plies[0].completed_us == TIME_UNKNOWN);
	ck_assert_int_eq(plies[0].clock_s, CLOCK_UNKNOWN);
	ck_assert_int_eq(plies[0].state, PLY_MADE);
	check_position(&game.now, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
	check_position(&game.start, FEN_START);
}
END_TEST

START_TEST(game_append_illegal_changes_nothing)
{
	begin_initial();
	play("e4", PLY_MADE);
	ck_assert_int_eq(game_append(&game, move_make(SQ_E1, 12, MOVE_NORMAL), 1, PLY_MADE),
	                 -EINVAL);
	ck_assert_int_eq(game_append(&game, MOVE_NONE, 1, PLY_MADE), -EINVAL);
	ck_assert_uint_eq(game.n_plies, 1);
	check_position(&game.now, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
}
END_TEST

START_TEST(game_append_full_record_refuses)
{
	struct position start;

	position_start(&start);
	game_init(&game, &start, plies, 2);
	play("Nf3", PLY_MADE);
	play("Nf6", PLY_MADE);
	ck_assert_int_eq(game_append(&game, move_of("Ng1"), 1, PLY_MADE), -ENOBUFS);
	ck_assert_uint_eq(game.n_plies, 2);
}
END_TEST

START_TEST(game_made_ply_completes_its_players_last)
{
	begin_initial();
	play("e4", PLY_CANDIDATE);
	play("e5", PLY_CANDIDATE);
	ck_assert_int_eq(plies[0].state, PLY_CANDIDATE);
	play("Nf3", PLY_MADE);
	ck_assert_int_eq(plies[0].state, PLY_COMPLETED);
	ck_assert_int_eq(plies[1].state, PLY_MADE);
	ck_assert_int_eq(plies[2].state, PLY_MADE);
	/* A candidate proves nothing: the hand may take it back and the opponent press instead. */
	play("Nc6", PLY_CANDIDATE);
	ck_assert_int_eq(plies[2].state, PLY_MADE);
}
END_TEST

START_TEST(game_set_state_raises_and_never_lowers)
{
	begin_initial();
	play("e4", PLY_CANDIDATE);
	play("e5", PLY_CANDIDATE);
	play("Nf3", PLY_CANDIDATE);
	game_set_state(&game, 1, PLY_MADE);
	ck_assert_int_eq(plies[0].state, PLY_MADE);
	ck_assert_int_eq(plies[1].state, PLY_MADE);
	ck_assert_int_eq(plies[2].state, PLY_CANDIDATE);
	game_set_state(&game, 1, PLY_COMPLETED);
	game_set_state(&game, 1, PLY_CANDIDATE);
	ck_assert_int_eq(plies[1].state, PLY_COMPLETED);
}
END_TEST

START_TEST(game_position_gives_every_moment)
{
	struct position position;

	begin_initial();
	play("e4", PLY_MADE);
	play("c5", PLY_MADE);
	play("Nf3", PLY_MADE);
	game_position(&game, 0, &position);
	check_position(&position, FEN_START);
	game_position(&game, 2, &position);
	check_position(&position, "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
	game_position(&game, 3, &position);
	ck_assert(position_same(&position, &game.now));
}
END_TEST

START_TEST(game_truncate_returns_to_an_earlier_position)
{
	begin_initial();
	play("e4", PLY_MADE);
	play("c5", PLY_MADE);
	play("Nf3", PLY_MADE);
	game_truncate(&game, 1);
	ck_assert_uint_eq(game.n_plies, 1);
	check_position(&game.now, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
	play("e5", PLY_MADE);
	ck_assert_uint_eq(game.n_plies, 2);
	game_truncate(&game, 5); /* more than there are: nothing to forget */
	ck_assert_uint_eq(game.n_plies, 2);
	game_truncate(&game, 0);
	check_position(&game.now, FEN_START);
}
END_TEST

static void
play_fools_mate(enum ply_state last)
{
	begin_initial();
	play("f3", PLY_MADE);
	play("e5", PLY_MADE);
	play("g4", PLY_MADE);
	play("Qh4", last);
}

START_TEST(game_mate_ends_the_game)
{
	play_fools_mate(PLY_MADE);
	ck_assert_int_eq(game.result, RESULT_BLACK_WINS);
	ck_assert_int_eq(game.end, END_CHECKMATE);

	begin("7k/5K2/6Q1/8/8/8/8/8 w - - 0 1");
	play("Qg7", PLY_MADE);
	ck_assert_int_eq(game.result, RESULT_WHITE_WINS);
	ck_assert_int_eq(game.end, END_CHECKMATE);
}
END_TEST

START_TEST(game_stalemate_is_a_draw)
{
	begin("7k/8/5KQ1/8/8/8/8/8 w - - 0 1");
	play("Kf7", PLY_MADE);
	ck_assert_int_eq(game.result, RESULT_DRAW);
	ck_assert_int_eq(game.end, END_STALEMATE);
}
END_TEST

START_TEST(game_mate_counts_once_it_is_made)
{
	play_fools_mate(PLY_CANDIDATE);
	ck_assert_int_eq(game.result, RESULT_NONE);
	ck_assert_int_eq(game.end, END_OPEN);
	game_set_state(&game, 3, PLY_MADE);
	ck_assert_int_eq(game.result, RESULT_BLACK_WINS);
	ck_assert_int_eq(game.end, END_CHECKMATE);
}
END_TEST

START_TEST(game_mate_goes_with_its_ply)
{
	play_fools_mate(PLY_COMPLETED);
	game_truncate(&game, 3);
	ck_assert_int_eq(game.result, RESULT_NONE);
	ck_assert_int_eq(game.end, END_OPEN);
	play("Nc6", PLY_MADE);
	ck_assert_int_eq(game.result, RESULT_NONE);
}
END_TEST

START_TEST(game_nothing_follows_a_mate)
{
	play_fools_mate(PLY_MADE);
	ck_assert_int_eq(game_append(&game, move_make(8, 16, MOVE_NORMAL), 1, PLY_MADE), -EINVAL);
}
END_TEST

START_TEST(game_mated_start_has_no_result)
{
	begin("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1");
	ck_assert_int_eq(game.result, RESULT_NONE);
	ck_assert_int_eq(game.end, END_OPEN);
}
END_TEST

START_TEST(game_declared_result_stays)
{
	begin_initial();
	play("f3", PLY_MADE);
	play("e5", PLY_MADE);
	game_set_result(&game, RESULT_DRAW, END_DECLARED);
	play("g4", PLY_MADE);
	play("Qh4", PLY_MADE);
	ck_assert_int_eq(game.result, RESULT_DRAW);
	ck_assert_int_eq(game.end, END_DECLARED);
	game_truncate(&game, 0);
	ck_assert_int_eq(game.result, RESULT_DRAW);
	ck_assert_int_eq(game.end, END_DECLARED);
}
END_TEST

START_TEST(game_declared_over_mate_survives_truncate)
{
	play_fools_mate(PLY_MADE);
	game_set_result(&game, RESULT_WHITE_WINS, END_SIGNED);
	game_truncate(&game, 2);
	ck_assert_int_eq(game.result, RESULT_WHITE_WINS);
	ck_assert_int_eq(game.end, END_SIGNED);
}
END_TEST

START_TEST(game_result_withdrawn_gives_way_to_the_board)
{
	play_fools_mate(PLY_MADE);
	game_set_result(&game, RESULT_DRAW, END_DECLARED);
	game_set_result(&game, RESULT_NONE, END_OPEN);
	ck_assert_int_eq(game.result, RESULT_BLACK_WINS);
	ck_assert_int_eq(game.end, END_CHECKMATE);
	/* But a person may say that there is no result. */
	game_set_result(&game, RESULT_NONE, END_DECLARED);
	ck_assert_int_eq(game.result, RESULT_NONE);
}
END_TEST

START_TEST(game_ply_side_follows_the_start)
{
	begin_initial();
	ck_assert_int_eq(game_ply_side(&game, 0), WHITE);
	ck_assert_int_eq(game_ply_side(&game, 5), BLACK);
	begin("7k/8/5KQ1/8/8/8/8/8 b - - 0 1");
	ck_assert_int_eq(game_ply_side(&game, 0), BLACK);
	ck_assert_int_eq(game_ply_side(&game, 1), WHITE);
}
END_TEST

/* After 1. e4: Black's bishop has jumped over his pawn, which has gone on too. */
#define AFTER_E4_ILLEGAL "rnbqk1nr/ppppppbp/6p1/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2"

/* The queen on h5 checks the king on e8; Black has answered Nc6 all the same. */
#define LEFT_IN_CHECK "r1bqkbnr/ppppp1pp/2n2p2/7Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 3 3"

static struct game_break
make_break(enum game_break_why why, const char *fen)
{
	struct game_break gap = {
		.made_us = 77, .ply = 999, .why = (uint8_t)why, .from = SQ_NONE, .to = SQ_NONE
	};

	ck_assert_int_eq(fen_parse_standing(fen, strlen(fen), &gap.position, NULL), 0);
	return gap;
}

static void
break_at(enum game_break_why why, const char *fen)
{
	const struct game_break gap = make_break(why, fen);

	ck_assert_int_eq(game_break(&game, &gap), 0);
}

START_TEST(game_break_is_where_play_goes_on)
{
	struct position position;

	begin_initial();
	play("e4", PLY_MADE);
	break_at(BREAK_ILLEGAL, AFTER_E4_ILLEGAL);
	check_position(&game.now, AFTER_E4_ILLEGAL);
	ck_assert_uint_eq(game.n_plies, 1);
	ck_assert_uint_eq(game.n_breaks, 1);
	ck_assert_uint_eq(game.breaks[0].ply, 1);
	ck_assert_uint_eq(game.breaks[0].made_us, 77);
	ck_assert_int_eq(plies[0].state, PLY_COMPLETED);
	play("d4", PLY_MADE);
	play("d6", PLY_MADE);
	game_position(&game, 0, &position);
	check_position(&position, FEN_START);
	game_position(&game, 1, &position);
	check_position(&position, AFTER_E4_ILLEGAL);
	game_position(&game, 3, &position);
	ck_assert(position_same(&position, &game.now));
	ck_assert_ptr_null(game_last_break(&game, 0));
	ck_assert_ptr_eq(game_last_break(&game, 1), &game.breaks[0]);
	ck_assert_ptr_eq(game_last_break(&game, 3), &game.breaks[0]);
}
END_TEST

START_TEST(game_ply_side_follows_a_break)
{
	begin_initial();
	play("e4", PLY_MADE);
	break_at(BREAK_ILLEGAL, AFTER_E4_ILLEGAL);
	play("d4", PLY_MADE);
	play("d6", PLY_MADE);
	ck_assert_int_eq(game_ply_side(&game, 0), WHITE);
	ck_assert_int_eq(game_ply_side(&game, 1), WHITE);
	ck_assert_int_eq(game_ply_side(&game, 2), BLACK);
}
END_TEST

START_TEST(game_truncate_takes_the_breaks_behind_it)
{
	begin_initial();
	play("e4", PLY_MADE);
	break_at(BREAK_ILLEGAL, AFTER_E4_ILLEGAL);
	play("d4", PLY_MADE);
	break_at(BREAK_SET, "4k3/8/8/8/8/8/8/R3K3 w Q - 0 9");
	game_truncate(&game, 2);
	ck_assert_uint_eq(game.n_breaks, 2);
	game_truncate(&game, 1); /* right before ply 1 stands the first */
	ck_assert_uint_eq(game.n_breaks, 1);
	check_position(&game.now, AFTER_E4_ILLEGAL);
	ck_assert(game_unbreak(&game));
	check_position(&game.now, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
	ck_assert(!game_unbreak(&game));
	break_at(BREAK_ILLEGAL, AFTER_E4_ILLEGAL);
	play("d4", PLY_MADE);
	ck_assert(!game_unbreak(&game)); /* a ply was played from it */
	game_truncate(&game, 0);
	ck_assert_uint_eq(game.n_breaks, 0);
	check_position(&game.now, FEN_START);
}
END_TEST

START_TEST(game_forget_break_keeps_the_plies_that_are_legal_without_it)
{
	begin_initial();
	ck_assert(!game_forget_break(&game));
	play("e4", PLY_MADE);
	break_at(BREAK_ILLEGAL, "rnbqkbnr/pppppppp/8/8/4P3/6N1/PPPP1PPP/RNBQKB1R b KQkq - 0 1");
	play("d5", PLY_MADE);
	play("d3", PLY_MADE);
	ck_assert(game_forget_break(&game));
	ck_assert_uint_eq(game.n_breaks, 0);
	ck_assert_uint_eq(game.n_plies, 3);
	check_position(&game.now, "rnbqkbnr/ppp1pppp/8/3p4/4P3/3P4/PPP2PPP/RNBQKBNR b KQkq - 0 2");
}
END_TEST

START_TEST(game_forget_break_leaves_one_that_was_played_from)
{
	begin_initial();
	play("e4", PLY_MADE);
	break_at(BREAK_ILLEGAL, "rnbqkbnr/pppppppp/8/8/4P3/6N1/PPPP1PPP/RNBQKB1R b KQkq - 0 1");
	play("d5", PLY_MADE);
	play("Nf5", PLY_MADE); /* by the man it took along */
	ck_assert(!game_forget_break(&game));
	ck_assert_uint_eq(game.n_breaks, 1);
	game_truncate(&game, 1);
	ck_assert(game_unbreak(&game));
	break_at(BREAK_ILLEGAL, AFTER_E4_ILLEGAL);
	play("d4", PLY_MADE); /* out of turn without it */
	ck_assert(!game_forget_break(&game));
	ck_assert_uint_eq(game.n_breaks, 1);
}
END_TEST

/* With the pawn on f3 there is no way out for the king, with it on d3 there is. */
START_TEST(game_exchange_judges_the_position_anew)
{
	uint16_t move;

	begin_initial();
	play("f3", PLY_MADE);
	play("e5", PLY_MADE);
	play("g4", PLY_MADE);
	play("Qh4#", PLY_MADE);
	ck_assert_int_eq(game.end, END_CHECKMATE);
	move = move_make(sq_make(3, 1), sq_make(3, 2), MOVE_NORMAL);
	game_exchange(&game, 0, &move, 1);
	ck_assert_int_eq(game.result, RESULT_NONE);
	check_position(&game.now, "rnb1kbnr/pppp1ppp/8/4p3/6Pq/3P4/PPP1PP1P/RNBQKBNR w KQkq - 1 3");
	move = move_make(sq_make(5, 1), sq_make(5, 2), MOVE_NORMAL);
	game_exchange(&game, 0, &move, 1);
	ck_assert_int_eq(game.result, RESULT_BLACK_WINS);
	game_set_result(&game, RESULT_DRAW, END_SIGNED);
	move = move_make(sq_make(3, 1), sq_make(3, 2), MOVE_NORMAL);
	game_exchange(&game, 0, &move, 1);
	ck_assert_int_eq(game.result, RESULT_DRAW);
}
END_TEST

START_TEST(game_exchange_stops_before_what_is_not_legal_any_more)
{
	const uint16_t move = move_make(sq_make(0, 1), sq_make(0, 2), MOVE_NORMAL);

	begin_initial();
	play("e4", PLY_MADE);
	play("e5", PLY_MADE);
	play("Bc4", PLY_MADE);
	game_exchange(&game, 0, &move, 1);
	check_position(&game.now, "rnbqkbnr/pppp1ppp/8/4p3/8/P7/1PPPPPPP/RNBQKBNR w KQkq - 0 2");
	game_truncate(&game, 2);
	check_position(&game.now, "rnbqkbnr/pppp1ppp/8/4p3/8/P7/1PPPPPPP/RNBQKBNR w KQkq - 0 2");
}
END_TEST

START_TEST(game_of_two_breaks_in_one_place_the_later_counts)
{
	struct position position;

	begin_initial();
	break_at(BREAK_ILLEGAL, "rnbqkbnr/pppppppp/8/8/8/4P3/PPPPKPPP/RNBQ1BNR b kq - 0 1");
	break_at(BREAK_ILLEGAL, "rnbq1bnr/ppppkppp/4p3/8/8/4P3/PPPPKPPP/RNBQ1BNR w - - 0 2");
	play("Ke1", PLY_MADE);
	game_position(&game, 0, &position);
	check_position(&position, "rnbq1bnr/ppppkppp/4p3/8/8/4P3/PPPPKPPP/RNBQ1BNR w - - 0 2");
	game_truncate(&game, 0);
	ck_assert(game_unbreak(&game));
	check_position(&game.now, "rnbqkbnr/pppppppp/8/8/8/4P3/PPPPKPPP/RNBQ1BNR b kq - 0 1");
	ck_assert(game_unbreak(&game));
	check_position(&game.now, FEN_START);
}
END_TEST

START_TEST(game_break_refuses_what_cannot_go_on)
{
	struct game_break gap = make_break(BREAK_SET, AFTER_E4_ILLEGAL);

	begin_initial();
	gap.position.by_type[KING] = 0;
	ck_assert_int_eq(game_break(&game, &gap), -EINVAL);
	ck_assert_uint_eq(game.n_breaks, 0);
	check_position(&game.now, FEN_START);
	for (int i = 0; i < GAME_BREAKS_MAX; i++)
		break_at(BREAK_SET, AFTER_E4_ILLEGAL);
	gap = make_break(BREAK_SET, FEN_START);
	ck_assert_int_eq(game_break(&game, &gap), -ENOBUFS);
	check_position(&game.now, AFTER_E4_ILLEGAL);
}
END_TEST

/* Black has left his king in check, and White is to move: he may do anything but take the king. */
START_TEST(game_goes_on_with_a_king_left_in_check)
{
	uint16_t take = move_make(39, SQ_E8, MOVE_NORMAL);

	begin_initial();
	break_at(BREAK_ILLEGAL, LEFT_IN_CHECK);
	ck_assert_int_eq(game_append(&game, take, 1, PLY_MADE), -EINVAL);
	play("Qh4", PLY_MADE);
	play("Nd4", PLY_MADE);
	ck_assert_uint_eq(game.n_plies, 2);
}
END_TEST

START_TEST(game_break_ends_nothing_and_withdraws_a_mate)
{
	begin_initial();
	play("f3", PLY_MADE);
	play("e5", PLY_MADE);
	play("g4", PLY_MADE);
	play("Qh4#", PLY_MADE);
	ck_assert_int_eq(game.end, END_CHECKMATE);
	/* The arbiter sets a position in which White is mated: he will say himself what he means. */
	break_at(BREAK_SET, "6k1/8/8/8/8/8/5PPP/r5K1 w - - 0 30");
	ck_assert_int_eq(game.result, RESULT_NONE);
	ck_assert_int_eq(game.end, END_OPEN);
	ck_assert(game_unbreak(&game));
	ck_assert_int_eq(game.end, END_CHECKMATE);
	break_at(BREAK_SET, "6k1/8/8/8/8/8/r4PPP/6K1 b - - 0 30");
	play("Ra1#", PLY_MADE);
	ck_assert_int_eq(game.result, RESULT_BLACK_WINS);
	game_set_result(&game, RESULT_DRAW, END_DECLARED);
	break_at(BREAK_SET, FEN_START);
	ck_assert_int_eq(game.result, RESULT_DRAW);
}
END_TEST

START_TEST(game_result_text_is_pgn)
{
	ck_assert_str_eq(game_result_text(RESULT_NONE), "*");
	ck_assert_str_eq(game_result_text(RESULT_WHITE_WINS), "1-0");
	ck_assert_str_eq(game_result_text(RESULT_BLACK_WINS), "0-1");
	ck_assert_str_eq(game_result_text(RESULT_DRAW), "1/2-1/2");
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("game");
	TCase *record = tcase_create("record");
	TCase *result = tcase_create("result");

	tcase_add_test(record, game_new_is_empty);
	tcase_add_test(record, game_append_records_ply_and_position);
	tcase_add_test(record, game_append_illegal_changes_nothing);
	tcase_add_test(record, game_append_full_record_refuses);
	tcase_add_test(record, game_made_ply_completes_its_players_last);
	tcase_add_test(record, game_set_state_raises_and_never_lowers);
	tcase_add_test(record, game_position_gives_every_moment);
	tcase_add_test(record, game_truncate_returns_to_an_earlier_position);
	tcase_add_test(record, game_ply_side_follows_the_start);
	tcase_add_test(record, game_break_is_where_play_goes_on);
	tcase_add_test(record, game_ply_side_follows_a_break);
	tcase_add_test(record, game_truncate_takes_the_breaks_behind_it);
	tcase_add_test(record, game_forget_break_keeps_the_plies_that_are_legal_without_it);
	tcase_add_test(record, game_forget_break_leaves_one_that_was_played_from);
	tcase_add_test(record, game_exchange_judges_the_position_anew);
	tcase_add_test(record, game_exchange_stops_before_what_is_not_legal_any_more);
	tcase_add_test(record, game_of_two_breaks_in_one_place_the_later_counts);
	tcase_add_test(record, game_break_refuses_what_cannot_go_on);
	tcase_add_test(record, game_goes_on_with_a_king_left_in_check);
	suite_add_tcase(suite, record);
	tcase_add_test(result, game_mate_ends_the_game);
	tcase_add_test(result, game_stalemate_is_a_draw);
	tcase_add_test(result, game_mate_counts_once_it_is_made);
	tcase_add_test(result, game_mate_goes_with_its_ply);
	tcase_add_test(result, game_nothing_follows_a_mate);
	tcase_add_test(result, game_mated_start_has_no_result);
	tcase_add_test(result, game_declared_result_stays);
	tcase_add_test(result, game_declared_over_mate_survives_truncate);
	tcase_add_test(result, game_result_withdrawn_gives_way_to_the_board);
	tcase_add_test(result, game_break_ends_nothing_and_withdraws_a_mate);
	tcase_add_test(result, game_result_text_is_pgn);
	suite_add_tcase(suite, result);
	return test_run(suite);
}
