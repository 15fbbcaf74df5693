/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * core/game: what a person changes in the record.
 */
#include <check.h>
#include <errno.h>
#include <string.h>

#include "core/base/text.h"
#include "core/chess/fen.h"
#include "core/chess/san.h"
#include "core/game/correction.h"
#include "tests/pgn/played.h"
#include "tests/support.h"

#define CAPACITY 20

static struct game_ply plies[CAPACITY];
static struct game game;
static struct correction_effect effect;

static void
parse(const char *fen, struct position *ret_position)
{
	ck_assert_int_eq(fen_parse(fen, strlen(fen), ret_position, NULL), 0);
}

static void
play(const char *moves)
{
	uint32_t i = game.n_plies;

	for (played_on(&game, moves, 1000); i < game.n_plies; i++) {
		plies[i].clock_s = (int32_t)(99 - i);
		plies[i].doubtful = 1;
	}
}

static void
begin(const char *moves)
{
	played_begin(&game, FEN_START, plies, CAPACITY);
	play(moves);
}

static void
break_at(enum game_break_why why, const char *fen)
{
	struct game_break gap = { .why = (uint8_t)why };

	parse(fen, &gap.position);
	ck_assert_int_eq(game_break(&game, &gap), 0);
}

/* record: the moves in SAN, '|' for a break, the result where there is one. */
static const char *
record(void)
{
	static char out[512];
	struct text text;

	text_begin(&text, out, sizeof(out));
	for (uint32_t i = 0; i <= game.n_plies; i++) {
		struct position before;
		char san[SAN_SIZE];

		for (uint32_t k = 0; k < game.n_breaks; k++)
			if (game.breaks[k].ply == i)
				text_string(&text, "| ");
		if (i == game.n_plies)
			break;
		game_position(&game, i, &before);
		san_format(&before, plies[i].move, san);
		text_string(&text, san);
		text_char(&text, ' ');
	}
	if (game.result != RESULT_NONE)
		text_string(&text, game_result_text((enum game_result)game.result));
	ck_assert_int_eq(text_end(&text, NULL), 0);
	return out;
}

/* apply: check and do must say the same, and checking must change nothing. */
static int
apply(const struct correction *correction)
{
	struct correction_effect said;
	char before[512];
	int r;

	strcpy(before, record());
	r = correction_check(&game, correction, &said);
	ck_assert_str_eq(record(), before);
	ck_assert_int_eq(correction_apply(&game, correction, 7, &effect), r);
	ck_assert_mem_eq(&said, &effect, sizeof(said));
	if (r < 0)
		ck_assert_str_eq(record(), before);
	else
		ck_assert_uint_eq(game.n_plies, effect.n_plies);
	ck_assert_int_eq(effect.cause[0] != '\0', r < 0);
	return r;
}

static struct correction
correction_of(enum correction_what what, uint32_t ply, const char *moves)
{
	struct correction correction = { .what = (uint8_t)what, .ply = ply };

	strcpy(correction.moves, moves);
	return correction;
}

static int
change(enum correction_what what, uint32_t ply, const char *moves)
{
	const struct correction correction = correction_of(what, ply, moves);

	return apply(&correction);
}

static int
take_back(uint32_t n_plies)
{
	const struct correction correction = { .what = CORRECTION_TAKE_BACK, .n_plies = n_plies };

	return apply(&correction);
}

static struct correction
position_of(const char *fen, bool keeps_count)
{
	struct correction correction = { .what = CORRECTION_POSITION, .keeps_count = keeps_count };

	parse(fen, &correction.position);
	return correction;
}

START_TEST(correction_takes_plies_back)
{
	begin("e4 e5 Nf3 Nc6");
	ck_assert_int_eq(take_back(3), 0);
	ck_assert_str_eq(record(), "e4 ");
	ck_assert_uint_eq(effect.first_ply, 1);
	ck_assert_uint_eq(effect.n_removed, 3);
	ck_assert_int_eq(take_back(1), 0);
	ck_assert_str_eq(record(), "");
}
END_TEST

START_TEST(correction_cannot_take_back_what_is_not_there)
{
	begin("e4 e5");
	ck_assert_int_eq(take_back(3), -EINVAL);
	ck_assert_str_eq(effect.cause, "cannot take back 3: the record has 2");
	ck_assert_int_eq(take_back(0), -EINVAL);
}
END_TEST

START_TEST(correction_take_back_undoes_a_mate)
{
	begin("f3 e5 g4 Qh4#");
	ck_assert_str_eq(record(), "f3 e5 g4 Qh4# 0-1");
	ck_assert_int_eq(take_back(1), 0);
	ck_assert_str_eq(record(), "f3 e5 g4 ");
}
END_TEST

START_TEST(correction_replaces_a_ply_and_keeps_what_follows)
{
	begin("e4 e5 Nf3 Nc6 Bb5 a6");
	plies[3].completed_us = 4400;
	ck_assert_int_eq(change(CORRECTION_REPLACE, 3, "Nf6"), 0);
	ck_assert_str_eq(record(), "e4 e5 Nf3 Nf6 Bb5 a6 ");
	ck_assert_uint_eq(effect.first_ply, 3);
	ck_assert_uint_eq(effect.n_kept, 2);
	ck_assert_uint_eq(effect.n_dropped, 0);
	/* The hand and the press were real, the doubt is gone; what follows is as it was. */
	ck_assert_uint_eq(plies[3].made_us, 4000);
	ck_assert_uint_eq(plies[3].completed_us, 4400);
	ck_assert_int_eq(plies[3].clock_s, 96);
	ck_assert_int_eq(plies[3].doubtful, 0);
	ck_assert_int_eq(plies[4].doubtful, 1);
	ck_assert_int_eq(plies[4].clock_s, 95);
	ck_assert_int_eq(plies[5].state, PLY_MADE);
}
END_TEST

START_TEST(correction_drops_what_cannot_follow)
{
	begin("e4 e5 Nf3 Nc6 Bb5 a6");
	ck_assert_int_eq(change(CORRECTION_REPLACE, 0, "d4"), 0); /* no way for the bishop */
	ck_assert_str_eq(record(), "d4 e5 Nf3 Nc6 ");
	ck_assert_uint_eq(effect.n_kept, 3);
	ck_assert_uint_eq(effect.n_dropped, 2);
	ck_assert_uint_eq(effect.n_plies, 4);
}
END_TEST

/* The rook goes where the queen would have gone: the same squares, but another man. */
START_TEST(correction_keeps_no_ply_for_another_man)
{
	played_begin(&game, "6k1/8/8/8/8/8/8/Q1R1K3 w - - 0 1", plies, CAPACITY);
	play("Qb1 Kf8 Qb8+");
	ck_assert_int_eq(change(CORRECTION_REPLACE, 0, "Rb1"), 0);
	ck_assert_str_eq(record(), "Rb1 Kf8 ");
	ck_assert_uint_eq(effect.n_dropped, 1);
}
END_TEST

START_TEST(correction_replaces_one_ply_by_several)
{
	begin("e4 c5 c3");
	ck_assert_int_eq(change(CORRECTION_REPLACE, 0, " d4  d5 c4 "), 0);
	ck_assert_str_eq(record(), "d4 d5 c4 c5 ");
	ck_assert_uint_eq(effect.n_added, 3);
	ck_assert_uint_eq(effect.n_kept, 1);
	ck_assert_uint_eq(effect.n_dropped, 1);
	ck_assert(plies[1].made_us == TIME_UNKNOWN);
	ck_assert_int_eq(plies[1].clock_s, CLOCK_UNKNOWN);
	ck_assert_int_eq(plies[0].state, PLY_COMPLETED);
	ck_assert_int_eq(plies[2].state, PLY_MADE);
}
END_TEST

START_TEST(correction_inserts_plies_nobody_saw)
{
	begin("e4 e5 Bc4 Nc6");
	ck_assert_int_eq(change(CORRECTION_INSERT, 2, "Nf3 d6"), 0);
	ck_assert_str_eq(record(), "e4 e5 Nf3 d6 Bc4 Nc6 ");
	ck_assert_uint_eq(effect.n_kept, 2);
	ck_assert_int_eq(plies[2].state, PLY_COMPLETED);
	ck_assert_int_eq(plies[4].clock_s, 97);
	ck_assert_int_eq(change(CORRECTION_INSERT, 6, "g1-f3"), -EINVAL);
	ck_assert_int_eq(change(CORRECTION_INSERT, 6, "e1g1"), 0); /* at the end, as UCI */
	ck_assert_str_eq(record(), "e4 e5 Nf3 d6 Bc4 Nc6 O-O ");
	/* A single ply turns the sides round: nothing behind it can stay. */
	ck_assert_int_eq(change(CORRECTION_INSERT, 1, "c5"), 0);
	ck_assert_str_eq(record(), "e4 c5 ");
	ck_assert_uint_eq(effect.n_dropped, 6);
}
END_TEST

START_TEST(correction_gives_and_takes_a_mate)
{
	begin("f3 e5 g4 d6");
	ck_assert_int_eq(change(CORRECTION_REPLACE, 3, "Qh4"), 0);
	ck_assert_str_eq(record(), "f3 e5 g4 Qh4# 0-1");
	ck_assert_int_eq(change(CORRECTION_REPLACE, 2, "Nh3"), 0);
	ck_assert_str_eq(record(), "f3 e5 Nh3 Qh4+ ");
}
END_TEST

#define SET_AFTER_E4 "rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"

START_TEST(correction_leaves_what_is_behind_a_break)
{
	begin("e4 c5 Nf3");
	break_at(BREAK_ILLEGAL, SET_AFTER_E4);
	play("d4 d5");
	ck_assert_int_eq(change(CORRECTION_REPLACE, 0, "d3"), 0);
	ck_assert_str_eq(record(), "d3 c5 Nf3 | d4 d5 ");
	ck_assert_int_eq(change(CORRECTION_INSERT, 1, "e5"), 0); /* c5 and Nf3 go, d4 d5 stay */
	ck_assert_str_eq(record(), "d3 e5 | d4 d5 ");
	ck_assert_uint_eq(effect.n_dropped, 2);
	ck_assert_uint_eq(effect.n_kept, 2);
	ck_assert_int_eq(plies[2].clock_s, 96);
	ck_assert_int_eq(change(CORRECTION_INSERT, 1, "a6 b3 a5 b4"), 0); /* and e5 */
	ck_assert_str_eq(record(), "d3 a6 b3 a5 b4 e5 | d4 d5 ");
	ck_assert_int_eq(change(CORRECTION_REPLACE, 6, "c4"), 0); /* the first behind the break */
	ck_assert_str_eq(record(), "d3 a6 b3 a5 b4 e5 | c4 d5 ");
	ck_assert_int_eq(take_back(3), 0);
	ck_assert_str_eq(record(), "d3 a6 b3 a5 b4 ");
}
END_TEST

START_TEST(correction_sets_a_position)
{
	struct correction correction = position_of(SET_AFTER_E4, false);

	begin("e4 c5 Nf3");
	ck_assert_int_eq(apply(&correction), 0);
	ck_assert_str_eq(record(), "e4 c5 Nf3 | ");
	ck_assert_uint_eq(effect.first_ply, 3);
	ck_assert_int_eq(game.breaks[0].why, BREAK_SET);
	ck_assert_uint_eq(game.breaks[0].made_us, 7);
	ck_assert_uint_eq(game.now.fullmove, 2);
	play("d4 d5");
	/* Said again before a move, it was a slip of the tongue. */
	ck_assert_int_eq(apply(&correction), 0);
	correction = position_of("4k3/8/8/8/8/8/4P3/4K3 b - -", true);
	ck_assert_int_eq(apply(&correction), 0);
	ck_assert_str_eq(record(), "e4 c5 Nf3 | d4 d5 | ");
	ck_assert_uint_eq(game.now.fullmove, 2);
	correction = position_of("4k3/8/8/8/8/8/4P3/4K3 w - -", true);
	play("Kd8");
	ck_assert_int_eq(apply(&correction), 0);
	ck_assert_uint_eq(game.now.fullmove, 3);
}
END_TEST

START_TEST(correction_refuses_a_position_without_a_king)
{
	struct correction correction = position_of(SET_AFTER_E4, false);

	begin("e4");
	correction.position.by_type[KING] = 0;
	ck_assert_int_eq(apply(&correction), -EINVAL);
	ck_assert_str_eq(effect.cause, position_fault_text(POSITION_KINGS));
}
END_TEST

START_TEST(correction_declares_a_result)
{
	struct correction correction = { .what = CORRECTION_RESULT, .result = RESULT_DRAW };

	begin("e4");
	ck_assert_int_eq(apply(&correction), 0);
	ck_assert_str_eq(record(), "e4 1/2-1/2");
	ck_assert_int_eq(game.end, END_DECLARED);
	correction.result = RESULT_NONE;
	ck_assert_int_eq(apply(&correction), 0);
	ck_assert_str_eq(record(), "e4 ");
	ck_assert_int_eq(game.end, END_OPEN);
}
END_TEST

static const struct {
	enum correction_what what;
	uint32_t ply;
	const char *moves, *cause;
} faults[] = {
	{ CORRECTION_REPLACE, 2, "e4", "there is no ply 3: the record has 2" },
	{ CORRECTION_REPLACE, UINT32_MAX, "e4", "there is no ply 4294967296: the record has 2" },
	{ CORRECTION_INSERT, 3, "e4", "there is no ply 4: the record has 2" },
	{ CORRECTION_REPLACE, 1, "Ke2", "'Ke2' (ply 2) is not legal there" },
	{ CORRECTION_REPLACE, 1, "quark", "'quark' (ply 2) is not a move" },
	{ CORRECTION_REPLACE, 1, "", "'' (ply 2) is not a move" },
	{ CORRECTION_INSERT, 2, "Nf3 Nc6 e4", "'e4' (ply 5) is not legal there" },
	{ CORRECTION_INSERT, 2, "N3", "'N3' (ply 3) is not a move" },
	{ CORRECTION_INSERT, 2, "a3 a6 b3 b6 c3 c6 d3 d6 f3",
	  "'f3' (ply 11) is one move too many at once" },
	{ CORRECTION_INSERT, 2, "\x01\xff-a-move-that-does-not-end",
	  "'\?\?-a-move-that-d...' (ply 3) is not a move" },
};

START_TEST(correction_refusal_says_why)
{
	begin("e4 e5");
	ck_assert_int_eq(change(faults[_i].what, faults[_i].ply, faults[_i].moves), -EINVAL);
	ck_assert_str_eq(effect.cause, faults[_i].cause);
}
END_TEST

START_TEST(correction_full_record_refuses)
{
	begin("e4 e5");
	for (int i = 0; i < (CAPACITY - 4) / 4; i++)
		play("Nf3 Nf6 Ng1 Ng8");
	play("Nf3");
	ck_assert_int_eq(change(CORRECTION_INSERT, 2, "Nc3 Nc6"), -ENOBUFS);
	ck_assert_str_eq(effect.cause, "the record is full");
	begin("e4");
	for (int i = 0; i < GAME_BREAKS_MAX; i++)
		break_at(BREAK_ILLEGAL, SET_AFTER_E4);
	{
		struct correction correction = position_of(SET_AFTER_E4, false);

		ck_assert_int_eq(apply(&correction), -ENOBUFS);
	}
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("correction");
	TCase *tcase = tcase_create("correction");

	tcase_add_test(tcase, correction_takes_plies_back);
	tcase_add_test(tcase, correction_cannot_take_back_what_is_not_there);
	tcase_add_test(tcase, correction_take_back_undoes_a_mate);
	tcase_add_test(tcase, correction_replaces_a_ply_and_keeps_what_follows);
	tcase_add_test(tcase, correction_drops_what_cannot_follow);
	tcase_add_test(tcase, correction_keeps_no_ply_for_another_man);
	tcase_add_test(tcase, correction_replaces_one_ply_by_several);
	tcase_add_test(tcase, correction_inserts_plies_nobody_saw);
	tcase_add_test(tcase, correction_gives_and_takes_a_mate);
	tcase_add_test(tcase, correction_leaves_what_is_behind_a_break);
	tcase_add_test(tcase, correction_sets_a_position);
	tcase_add_test(tcase, correction_refuses_a_position_without_a_king);
	tcase_add_test(tcase, correction_declares_a_result);
	tcase_add_loop_test(tcase, correction_refusal_says_why, 0,
	                    (int)(sizeof(faults) / sizeof(faults[0])));
	tcase_add_test(tcase, correction_full_record_refuses);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
