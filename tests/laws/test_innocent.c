/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Of what a sensor's fault excuses an illegal move, and of what it does not: a square that does not read its man, and
 * plies of which the record was not sure.
 */
#include <check.h>

#include "core/chess/fen.h"
#include "core/laws/press/innocent_inside.h"
#include "tests/laws/presser.h"
#include "tests/support.h"

static uint64_t excused; /* squares whose readings are not believed */

/* 1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6, White to move; a7 reads no man. */
static void
begin(void)
{
	presser_begin(FEN_START);
	append("e4"), append("e5"), append("Nf3"), append("Nc6"), append("Bc4"), append("Nf6");
	presser_press();
	image_put(&press.turn, SQ_A1 + 48, EMPTY);
	excused = sq_bit(SQ_A1 + 48);
}

/* White's man is carried from there to there: is that told? */
static bool
is_sure(int from, int to)
{
	struct deed deed;
	struct image image = press.turn;

	image_put(&image, to, image_at(&image, from));
	image_put(&image, from, EMPTY);
	deed_find(&press.base, &image, excused, &deed);
	ck_assert(deed_is_illegal(&deed));
	return evidence_is_sure(laws, &press, &image, &deed);
}

#define SQ_H5 (SQ_H1 + 32)
#define SQ_H3 (SQ_H1 + 16)
#define SQ_H7 (SQ_H1 + 48)
#define SQ_A3 (SQ_A1 + 16)
#define SQ_F3 (SQ_F1 + 16)

/* An old doubt about a ply that has nothing to do with it excuses nobody. */
START_TEST(a_doubt_excuses_what_it_makes_legal)
{
	begin();
	ck_assert(is_sure(SQ_D1, SQ_H5));
	plies[0].doubtful = 1; /* e4: with the pawn on e2 the queen has no way either */
	ck_assert(is_sure(SQ_D1, SQ_H5));
	plies[2].doubtful = PLY_DOUBT_PASSING; /* was on his way for a moment */
	ck_assert(is_sure(SQ_D1, SQ_H5));
	plies[2].doubtful = 1; /* Nf3: without him she goes there over f3; but he is read there */
	ck_assert(is_sure(SQ_D1, SQ_H5));
	image_put(&press.turn, SQ_F3, EMPTY);
	excused |= sq_bit(SQ_F3);
	ck_assert(!is_sure(SQ_D1, SQ_H5));
	ck_assert(is_sure(SQ_A1, SQ_A3));
	/* Every man is read: there is no doubt. */
	image_of(&game.now, &press.turn);
	ck_assert(is_sure(SQ_D1, SQ_H5));
	presser_end();
}
END_TEST

/* White has pressed once more since his last ply of the record: he has made another one. */
START_TEST(a_ply_that_the_record_lacks_excuses)
{
	begin();
	press.follows = true;
	plies[5].completed_us = press.turn_us;
	plies[4].completed_us = press.own_us = press.turn_us - 2000000;
	press.turn_known = true;
	ck_assert(is_sure(SQ_D1, SQ_H5));
	press.own_us += 1000000;
	ck_assert(!is_sure(SQ_D1, SQ_H5));
	press.behind_illegal = true; /* he pressed for that one */
	ck_assert(is_sure(SQ_D1, SQ_H5));
	presser_end();
}
END_TEST

/* What came about last is open to more than one explanation, unless it stands there. */
START_TEST(a_doubt_about_the_last_ply_excuses)
{
	begin();
	plies[5].doubtful = 1;
	ck_assert(is_sure(SQ_A1, SQ_A3));
	image_put(&press.turn, SQ_G1 + 56, BLACK_KNIGHT);
	excused |= sq_bit(SQ_G1 + 56);
	ck_assert(!is_sure(SQ_A1, SQ_A3));
	presser_end();
}
END_TEST

/* The board told of White's ply long after that of the answer to it: they may have been others. But he who takes one of Black's
 * men is wrong whichever they were, if each was pressed for. */
START_TEST(plies_seen_the_other_way_round_excuse)
{
	begin();
	plies[4].made_us = 5000000;
	plies[5].made_us = 6000000;
	ck_assert(is_sure(SQ_A1, SQ_A3));
	plies[4].made_us = 60000000;
	ck_assert(!is_sure(SQ_A1, SQ_A3));
	ck_assert(is_sure(SQ_H7, SQ_H5));
	plies[4].completed_us = TIME_UNKNOWN;
	ck_assert(!is_sure(SQ_H7, SQ_H5));
	presser_end();
}
END_TEST

/* What keeps the record from giving it its press is what was done since: he pressed for what was told as soon as he had
 * pressed. */
START_TEST(a_turn_began_with_what_was_told_behind_its_press)
{
	begin();
	press.follows = true, press.turn_known = false;
	plies[5].completed_us = TIME_UNKNOWN;
	plies[5].made_us = evidence_told_us(laws, press.turn_us) + 1;
	evidence_note_turn(laws, &press);
	ck_assert(!press.turn_known);
	plies[5].made_us = evidence_told_us(laws, press.turn_us);
	evidence_note_turn(laws, &press);
	ck_assert(press.turn_known);
	/* Unless that press was for a ply that the record did not have then. */
	ck_assert(is_sure(SQ_A1, SQ_A3));
	append("O-O"), append("a6");
	plies[7].completed_us = press.turn_us;
	ck_assert(!is_sure(SQ_A1, SQ_A3));
	presser_end();
}
END_TEST

/* Nb1-h3, where the record has the other knight's move as his who stood on g1: who was read there until after White's
 * last press may have gone from there. */
START_TEST(of_two_alike_it_may_have_been_the_other)
{
	begin();
	ck_assert(is_sure(SQ_A1 + 1, SQ_H3));
	position_placement(&game.start, laws->conduct.contacts.squares);
	read_square(10000000, SQ_G1, EMPTY);
	ck_assert(!is_sure(SQ_A1 + 1, SQ_H3));
	presser_end();
}
END_TEST

/* Nb1-d4 is no move; who is not read on f3 when the turn begins may go there. */
START_TEST(of_two_alike_it_may_have_been_one_who_was_not_read)
{
	const int b1 = SQ_A1 + 1, d4 = SQ_D1 + 24, b5 = SQ_A1 + 33;

	begin();
	ck_assert(is_sure(b1, d4));
	image_put(&press.turn, SQ_F3, EMPTY);
	excused |= sq_bit(SQ_F3);
	ck_assert(!is_sure(b1, d4));
	ck_assert(is_sure(b1, b5));
	presser_end();
}
END_TEST

/* The bishop is not read on c4. Is it he who is read on c7, where Black's pawn stood? Not if the bishop was read on f1 when that had
 * begun: then that square fails, and nothing else. */
START_TEST(who_was_read_at_home_later_is_nobody_read_elsewhere_before)
{
	const int c4 = SQ_A1 + 26, c7 = SQ_A1 + 50, f1 = SQ_F1;

	begin();
	image_put(&press.turn, c4, EMPTY), image_put(&press.turn, c7, WHITE_BISHOP);
	excused |= sq_bit(c4) | sq_bit(c7);
	laws->changed_us[c7] = 3500000;
	laws->changed_us[f1] = 1000000;
	ck_assert(!is_sure(SQ_A1, SQ_A3));
	laws->changed_us[f1] = 4500000;
	ck_assert(is_sure(SQ_A1, SQ_A3));
	plies[4].doubtful = PLY_DOUBT_UNSEEN; /* nor if he went to d3, or to b5 */
	ck_assert(is_sure(SQ_A1, SQ_A3));
	laws->changed_us[f1] = 1000000;
	ck_assert(!is_sure(SQ_A1, SQ_A3));
	presser_end();
}
END_TEST

/* Nb1-d4 is no move. A rook was read where the record has nobody when the turn began, and is gone: is it told yet? */
static bool
is_sure_without(int rook)
{
	const int b1 = SQ_A1 + 1, d4 = SQ_D1 + 24;
	struct image image;
	struct deed deed;
	bool sure;

	begin();
	image = press.turn;
	image_put(&image, d4, image_at(&image, b1));
	image_put(&image, b1, EMPTY);
	deed_find(&press.base, &image, excused, &deed);
	image_put(&press.turn, rook, WHITE_ROOK);
	laws->changed_us[rook] = press.turn_us + 1000000;
	laws->changed_us[b1] = laws->changed_us[d4] = press.turn_us + 1200000;
	sure = evidence_is_sure(laws, &press, &image, &deed);
	presser_end();
	return sure;
}

START_TEST(who_was_read_as_another_where_the_record_has_nobody_may_have_gone)
{
	ck_assert(is_sure_without(SQ_A1 + 24)); /* no knight goes from a4 to d4 */
	ck_assert(!is_sure_without(SQ_A1 + 17));
}
END_TEST

/* Who came there only since has come from somewhere else. */
START_TEST(a_man_in_passing_is_no_other)
{
	begin();
	position_placement(&game.now, laws->conduct.contacts.squares);
	read_square(9000000, SQ_G1, WHITE_KNIGHT);
	read_square(10000000, SQ_G1, EMPTY);
	ck_assert(is_sure(SQ_A1 + 1, SQ_H3));
	presser_end();
}
END_TEST

/* The bishop was seen on c4, and Black answered before the scan came by again: had he gone on to b5 before he was pressed
 * for, he might take the knight. */
START_TEST(who_was_seen_in_passing_may_have_gone_on)
{
	const int c4 = SQ_A1 + 26, c6 = SQ_A1 + 42;

	begin();
	ck_assert(is_sure(c4, c6));
	plies[4].completed_us = press.turn_us - 100000;
	laws->changed_us[c4] = press.turn_us + 50000;
	ck_assert(!is_sure(c4, c6));
	ck_assert(is_sure(SQ_D1, SQ_H5));              /* another man */
	ck_assert(is_sure(SQ_D1, c6));                 /* a queen on b5 could */
	ck_assert(is_sure(c4, c6 + 1));                /* no way leads there */
	laws->changed_us[c4] = press.turn_us + 500000; /* he was still there */
	ck_assert(is_sure(c4, c6));
	laws->changed_us[c4] = press.turn_us + 50000;
	plies[4].completed_us = press.turn_us - 500000; /* he would have been seen elsewhere */
	ck_assert(is_sure(c4, c6));
	presser_end();
}
END_TEST

/* The bishop was seen on c4 for the first time when Black had answered: what he had been pressed for before nobody saw. */
START_TEST(who_is_first_seen_in_his_next_turn_may_have_come_from_elsewhere)
{
	const int c4 = SQ_A1 + 26, c6 = SQ_A1 + 42;

	begin();
	plies[4].made_us = press.turn_us - 1000;
	ck_assert(is_sure(c4, c6));
	plies[4].made_us = press.turn_us + 1000;
	ck_assert(!is_sure(c4, c6));
	ck_assert(is_sure(SQ_D1, SQ_H5));
	ck_assert(is_sure(c4, c6 + 1));
	plies[4].completed_us = TIME_UNKNOWN; /* the record is not sure of it */
	ck_assert(is_sure(c4, c6));
	press.own_us = press.turn_us - 400000;
	ck_assert(!is_sure(c4, c6));
	presser_end();
}
END_TEST

/* Black's pawn is read on c6, where the record has him, and White's takes on c5. Was Black's read there, too, when he had been pressed
 * for? */
static bool
may_have_been_taken_on_c5(uint64_t read_us)
{
	const int d4 = SQ_D1 + 24, c5 = SQ_A1 + 34;
	const struct deed deed = { .kind = DEED_ILLEGAL,
		                   .from = (uint8_t)d4,
		                   .to = (uint8_t)c5,
		                   .piece = WHITE_PAWN,
		                   .squares = sq_bit(d4) | sq_bit(c5) };
	struct image image;
	bool taken;

	presser_begin("4k3/2p5/8/8/3P4/8/8/4K3 b - - 0 1");
	append("c6");
	presser_press();
	position_placement(&game.now, laws->conduct.contacts.squares);
	read_square(read_us, c5, BLACK_PAWN);
	read_square(PRESSED_US - 100000, c5, WHITE_PAWN);
	image = press.turn;
	image_put(&image, d4, EMPTY), image_put(&image, c5, WHITE_PAWN);
	taken = innocent_has_last_gone_on(laws, &press, &image, &deed);
	presser_end();
	return taken;
}

START_TEST(who_was_read_and_taken_beyond_was_played_there)
{
	ck_assert(may_have_been_taken_on_c5(TURN_US + 10000));
	ck_assert(!may_have_been_taken_on_c5(TURN_US + 3000000));
}
END_TEST

/* White's pawn goes from e5 to d6. Where Black's is gone from d7 he had stepped to d5, and nobody saw him there. */
START_TEST(who_went_aside_may_have_taken_in_passing)
{
	struct deed deed;
	struct image image;

	begin();
	append("d3"), append("h6"), append("d4"), append("h5"), append("dxe5"), append("h4");
	press.base = game.now;
	press.n_plies = game.n_plies;
	press.last_move = plies[game.n_plies - 1].move;
	image_of(&game.now, &press.turn);
	image = press.turn;
	image_put(&image, SQ_E1 + 32, EMPTY);
	image_put(&image, SQ_D1 + 40, WHITE_PAWN);
	deed_find(&press.base, &image, 0, &deed);
	ck_assert(deed_is_illegal(&deed));
	ck_assert(evidence_is_sure(laws, &press, &image, &deed));
	image_put(&image, SQ_D1 + 48, EMPTY);
	deed_find(&press.base, &image, 0, &deed);
	ck_assert(deed_is_illegal(&deed));
	ck_assert(!evidence_is_sure(laws, &press, &image, &deed));
	presser_end();
}
END_TEST

/* Two plies before a scan came by: who is read nowhere went where he was taken at once. Not one who left only afterwards. */
START_TEST(who_is_gone_may_have_been_taken_where_he_went)
{
	struct deed deed;
	struct image image;

	begin();
	image_of(&game.now, &press.turn);
	image = press.turn;
	image_put(&image, SQ_E1 + 24, EMPTY);
	image_put(&image, SQ_D1 + 32, WHITE_PAWN);
	deed_find(&press.base, &image, 0, &deed);
	ck_assert(deed_is_illegal(&deed));
	ck_assert(evidence_is_sure(laws, &press, &image, &deed));
	image_put(&image, SQ_D1 + 48, EMPTY);
	ck_assert(!evidence_is_sure(laws, &press, &image, &deed));
	laws->changed_us[SQ_D1 + 48] = PRESSED_US + 2000000;
	ck_assert(evidence_is_sure(laws, &press, &image, &deed));
	presser_end();
}
END_TEST

/* White's bishop went from c4 to d3, where nobody reads him, as the record has it, and Black's rook gives check. Wherever else
 * he went, no pawn goes aside; but had he gone to e2, it would be no check. */
START_TEST(a_doubtful_ply_of_his_own_is_taken_for_each_that_it_may_have_been)
{
	const char fen[] = "r6k/8/8/8/2B5/8/7P/4K3 w - - 0 1";
	const int h2 = SQ_H1 + 8, c4 = SQ_A1 + 26, d3 = SQ_D1 + 16;

	begin();
	ck_assert_int_eq(fen_parse(fen, sizeof(fen) - 1, &press.base, NULL), 0);
	game_init(&game, &press.base, plies, 16);
	append("Bd3"), append("Re8+");
	press.base = game.now;
	press.n_plies = 2;
	press.last_move = plies[1].move;
	image_of(&press.base, &press.turn);
	image_put(&press.turn, d3, EMPTY);
	excused = sq_bit(d3);
	laws->changed_us[c4] = 500000;
	ck_assert(is_sure(h2, SQ_H3));
	plies[0].doubtful = PLY_DOUBT_UNSEEN;
	ck_assert(is_sure(h2, SQ_H3 - 1));
	ck_assert(!is_sure(h2, SQ_H3));
	plies[0].doubtful = PLY_DOUBT_RIVAL; /* or another does as well */
	ck_assert(is_sure(h2, SQ_H3 - 1));
	ck_assert(!is_sure(h2, SQ_H3));
	image_put(&press.turn, d3 - 1, BLACK_PAWN); /* two squares fail: it was none of these */
	laws->changed_us[d3 - 1] = 500000;
	excused |= sq_bit(d3 - 1);
	ck_assert(!is_sure(h2, SQ_H3 - 1));
	image_put(&press.turn, d3 - 1, EMPTY);
	plies[0].doubtful = PLY_DOUBT_BEHIND; /* nobody knows what there was */
	ck_assert(!is_sure(h2, SQ_H3 - 1));
	presser_end();
}
END_TEST

/* Two squares read White's knight, and on one of them he has just been taken. */
START_TEST(who_was_read_where_he_may_go_had_gone_there)
{
	const int f3 = SQ_F3, f5 = SQ_F1 + 32, e5 = SQ_E1 + 32, c6 = SQ_A1 + 42;
	struct deed deed;
	struct image image;

	begin();
	position_placement(&game.now, laws->conduct.contacts.squares);
	image_of(&game.now, &press.turn);
	image = press.turn;
	image_put(&image, f3, EMPTY), image_put(&image, f5, WHITE_KNIGHT);
	image_put(&image, c6, EMPTY), image_put(&image, e5, BLACK_KNIGHT);
	deed_find(&press.base, &image, sq_bit(c6) | sq_bit(e5), &deed);
	ck_assert(deed_is_illegal(&deed));
	ck_assert(evidence_is_sure(laws, &press, &image, &deed));
	laws->image = image;
	read_square(PRESSED_US - 1000000, e5, WHITE_KNIGHT);
	ck_assert(!evidence_is_sure(laws, &press, &image, &deed));
	image_put(&laws->image, e5, WHITE_KNIGHT); /* he is there yet */
	ck_assert(!evidence_is_sure(laws, &press, &image, &deed));
	image_put(&laws->image, e5, EMPTY); /* he only came by */
	ck_assert(evidence_is_sure(laws, &press, &image, &deed));
	presser_end();
}
END_TEST

/* The record had White's bishop on b5 with his ply before, has learned since that he went to c4, and has a pawn's for this
 * press. */
START_TEST(who_went_there_with_his_ply_before_has_not_gone_there_now)
{
	const int c4 = SQ_A1 + 26, b5 = SQ_A1 + 33, d3 = SQ_D1 + 16;
	const struct deed deed = {
		.kind = DEED_KING_LEFT, /* as it might be where he is pinned */
		.from = (uint8_t)b5,
		.to = (uint8_t)c4,
		.piece = WHITE_BISHOP,
	};

	begin();
	position_placement(&game.now, laws->conduct.contacts.squares);
	append("d3");
	position_take_off(&press.base, sq_bit(c4));
	position_put(&press.base, b5, WHITE_BISHOP);
	ck_assert(!innocent_went_before(laws, &press, &deed));
	plies[6].completed_us = press.t_us;
	ck_assert(!innocent_went_before(laws, &press, &deed)); /* but nobody has read the pawn */
	read_square(PRESSED_US - 100000, d3, WHITE_PAWN);
	ck_assert(innocent_went_before(laws, &press, &deed));
	presser_end();
}
END_TEST

/* Who is not read on his square went on, unseen, to one that reads no men: a king, too. */
START_TEST(a_king_who_is_not_read_may_stand_elsewhere)
{
	begin();
	ck_assert_int_eq(fen_parse("8/8/8/4k3/8/4K3/8/8 w - - 0 1", 29, &press.base, NULL), 0);
	game_init(&game, &press.base, plies, 16);
	press.n_plies = 0;
	press.last_move = MOVE_NONE;
	image_of(&press.base, &press.turn);
	ck_assert(is_sure(SQ_E1 + 16, SQ_E1 + 24));
	image_put(&press.turn, SQ_E1 + 32, EMPTY);
	excused = sq_bit(SQ_E1 + 32);
	ck_assert(is_sure(SQ_E1 + 16, SQ_E1 + 24));
	laws->presses.blind = sq_bit(SQ_H1 + 56);
	ck_assert(!is_sure(SQ_E1 + 16, SQ_E1 + 24));
	laws->presses.blind = sq_bit(SQ_D1 + 32); /* and there he would stand beside it, too */
	ck_assert(is_sure(SQ_E1 + 16, SQ_E1 + 24));
	presser_end();
}
END_TEST

/* White's own king is missed on e2, and how he came there is in doubt: wherever he is, he may not be in his rook's way. */
START_TEST(an_own_king_who_came_there_in_doubt_is_in_nobodys_way)
{
	const char fen[] = "7k/8/8/8/8/8/R7/4K3 w - - 0 1";

	begin();
	ck_assert_int_eq(fen_parse(fen, sizeof(fen) - 1, &press.base, NULL), 0);
	game_init(&game, &press.base, plies, 16);
	append("Ke2"), append("Kg8");
	press.base = game.now;
	press.n_plies = 2;
	press.last_move = plies[1].move;
	image_of(&press.base, &press.turn);
	ck_assert(is_sure(SQ_A1 + 8, SQ_H1 + 8));
	image_put(&press.turn, SQ_E1 + 8, EMPTY);
	excused = sq_bit(SQ_E1 + 8);
	ck_assert(is_sure(SQ_A1 + 8, SQ_H1 + 8));
	plies[0].doubtful = 1;
	ck_assert(!is_sure(SQ_A1 + 8, SQ_H1 + 8));
	presser_end();
}
END_TEST

/* Black's bishop on b4 pins the pawn before a king on e1. His rook went to f1, in doubt, and the king is not read on e1: if they castled,
 * nothing is pinned. */
START_TEST(an_own_king_whose_rook_may_have_castled_is_in_nobodys_way)
{
	presser_begin(FEN_START);
	append("e4"), append("e5"), append("Nf3"), append("Nf6"), append("Bc4"), append("Bb4");
	append("Rf1"), append("a6");
	presser_press();
	excused = 0;
	plies[6].doubtful = PLY_DOUBT_UNSEEN;
	ck_assert(is_sure(SQ_D1 + 8, SQ_D1 + 24)); /* he is read there */
	image_put(&press.turn, SQ_E1, EMPTY);
	excused = sq_bit(SQ_E1);
	ck_assert(!is_sure(SQ_D1 + 8, SQ_D1 + 24));
	plies[6].doubtful = 0;
	ck_assert(is_sure(SQ_D1 + 8, SQ_D1 + 24));
	presser_end();
}
END_TEST

/* Pressed without a move: unless a man who is not read may have gone where none is read. The rook has nowhere to go. */
START_TEST(no_move_is_sure_where_none_can_hide)
{
	const struct deed nothing = { .kind = DEED_NONE };

	begin();
	plies[0].doubtful = 1;
	ck_assert(evidence_is_sure(laws, &press, &press.turn, &nothing));
	image_of(&game.now, &press.turn);
	image_put(&press.turn, SQ_A1, EMPTY);
	ck_assert(evidence_is_sure(laws, &press, &press.turn, &nothing));
	image_put(&press.turn, SQ_A1 + 8, EMPTY); /* he who is not read here may not be on a3 */
	ck_assert(!evidence_is_sure(laws, &press, &press.turn, &nothing));
	presser_end();
}
END_TEST

/* Who is missed on b1 is read on h7: he moved there, and the record is wrong; unless both squares read him at a time. */
START_TEST(a_man_missed_is_not_one_who_was_read_beside_him)
{
	begin();
	image_of(&game.now, &press.turn);
	image_put(&press.turn, SQ_A1 + 1, EMPTY);
	image_put(&press.turn, SQ_H7, WHITE_KNIGHT);
	excused = sq_bit(SQ_A1 + 1) | sq_bit(SQ_H7);
	laws->changed_us[SQ_A1 + 1] = laws->changed_us[SQ_H7] = 10000000;
	ck_assert(!is_sure(SQ_A1, SQ_A3));
	laws->changed_us[SQ_A1 + 1] = 40000000;
	ck_assert(is_sure(SQ_A1, SQ_A3));
	presser_end();
}
END_TEST

/* 4. Nc3 a6 5. Nd5, and for a while the record had him on b5 before that: he was read on `from` when White pressed for
 * Nc3. */
static bool
is_rewritten_from(int from, bool others)
{
	const int b5 = SQ_A1 + 33, c3 = SQ_C1 + 16, f8 = SQ_F1 + 56;
	bool rewritten;

	begin();
	append("Nc3"), append("a6"), append("Nd5");
	press.n_plies = 8;
	press.side = WHITE;
	press.turn_us = plies[7].completed_us;
	press.t_us = plies[8].completed_us;
	game_position(&game, 8, &press.base);
	image_of(&press.base, &press.turn);
	position_placement(&press.base, laws->conduct.contacts.squares);
	/* Now the record has him on c3 and the press's base on b5, where the turn's picture shows him on his way. */
	position_take_off(&press.base, sq_bit(c3));
	position_put(&press.base, b5, WHITE_KNIGHT);
	image_put(&press.turn, c3, EMPTY);
	image_put(&press.turn, b5, WHITE_KNIGHT);
	laws->conduct.contacts.squares[from] = EMPTY;
	read_square(plies[6].completed_us - 200000, from, WHITE_KNIGHT);
	read_square(press.turn_us - 10000, from, EMPTY);
	if (others) { /* the record has put Black's bishop somewhere as well */
		position_take_off(&press.base, sq_bit(f8));
		image_put(&press.turn, f8, EMPTY);
	}
	rewritten = evidence_is_rewritten(laws, &press, 8);
	presser_end();
	return rewritten;
}

/* A player takes his man up again as soon as the opponent has made his move (1.3), before that is pressed. */
START_TEST(who_stood_there_when_he_pressed_is_not_rewritten)
{
	ck_assert(!is_rewritten_from(SQ_C1 + 16, false));
	ck_assert(is_rewritten_from(SQ_E1 + 24, false));
	ck_assert(is_rewritten_from(SQ_C1 + 16, true));
}
END_TEST

/* A square read somebody beside his own when the turn began, and does not any more: one of the opponent's did not go from
 * there, nor was he taken. */
START_TEST(what_was_read_beside_an_opponent_is_no_doing)
{
	const int d6 = SQ_D1 + 40;
	struct deed deed;
	struct image image;

	begin();
	laws->changed_us[d6] = PRESSED_US - 500000;
	image = press.turn;
	image_put(&image, SQ_A1, EMPTY), image_put(&image, SQ_A3, WHITE_ROOK);
	deed_find(&press.base, &image, excused, &deed);
	image_put(&press.turn, d6, BLACK_KNIGHT);
	ck_assert(evidence_against_record(laws, &press, &image, &deed));
	image_put(&press.turn, d6, WHITE_KNIGHT);
	ck_assert(!evidence_against_record(laws, &press, &image, &deed));
	presser_end();
}
END_TEST

static void
press_for(enum color side, uint64_t t_us)
{
	laws->view.presses++;
	laws->view.press_side = side;
	laws->view.press_us = t_us;
	presses_clock(laws);
}

/* The lever falls to each side in turn; where it seems to fall to one side twice, the tracker has exchanged them. If
 * presses had fitted them before, the record lacks a ply. */
START_TEST(sides_exchanged_in_mid_game_accuse_nobody)
{
	begin();
	image_of(&game.now, &laws->image);
	excused = 0;
	laws->now_us = 1000000;
	laws->view.clock_running = true;
	press_for(BLACK, 6000000);
	press_for(WHITE, PRESSED_US);
	press = laws->presses.waiting[1];
	press.turn_known = true;
	ck_assert(is_sure(SQ_A1, SQ_A3));
	press_for(WHITE, PRESSED_US + 5000000);
	press = laws->presses.waiting[2];
	press.turn_known = true;
	ck_assert(!is_sure(SQ_A1, SQ_A3));
	press_for(WHITE, PRESSED_US + 10000000); /* and back again */
	press = laws->presses.waiting[3];
	press.turn_known = true;
	ck_assert(is_sure(SQ_A1, SQ_A3));
	presser_end();
}
END_TEST

static Suite *
innocent_suite(void)
{
	Suite *suite = suite_create("innocent");
	TCase *tcase = tcase_create("innocent");

	tcase_add_test(tcase, a_doubt_excuses_what_it_makes_legal);
	tcase_add_test(tcase, a_ply_that_the_record_lacks_excuses);
	tcase_add_test(tcase, a_doubt_about_the_last_ply_excuses);
	tcase_add_test(tcase, plies_seen_the_other_way_round_excuse);
	tcase_add_test(tcase, a_turn_began_with_what_was_told_behind_its_press);
	tcase_add_test(tcase, of_two_alike_it_may_have_been_the_other);
	tcase_add_test(tcase, of_two_alike_it_may_have_been_one_who_was_not_read);
	tcase_add_test(tcase, who_was_read_at_home_later_is_nobody_read_elsewhere_before);
	tcase_add_test(tcase, who_was_read_as_another_where_the_record_has_nobody_may_have_gone);
	tcase_add_test(tcase, a_man_in_passing_is_no_other);
	tcase_add_test(tcase, who_was_seen_in_passing_may_have_gone_on);
	tcase_add_test(tcase, who_is_first_seen_in_his_next_turn_may_have_come_from_elsewhere);
	tcase_add_test(tcase, who_was_read_and_taken_beyond_was_played_there);
	tcase_add_test(tcase, who_went_aside_may_have_taken_in_passing);
	tcase_add_test(tcase, who_is_gone_may_have_been_taken_where_he_went);
	tcase_add_test(tcase, a_doubtful_ply_of_his_own_is_taken_for_each_that_it_may_have_been);
	tcase_add_test(tcase, who_was_read_where_he_may_go_had_gone_there);
	tcase_add_test(tcase, who_went_there_with_his_ply_before_has_not_gone_there_now);
	tcase_add_test(tcase, a_king_who_is_not_read_may_stand_elsewhere);
	tcase_add_test(tcase, an_own_king_who_came_there_in_doubt_is_in_nobodys_way);
	tcase_add_test(tcase, an_own_king_whose_rook_may_have_castled_is_in_nobodys_way);
	tcase_add_test(tcase, no_move_is_sure_where_none_can_hide);
	tcase_add_test(tcase, a_man_missed_is_not_one_who_was_read_beside_him);
	tcase_add_test(tcase, what_was_read_beside_an_opponent_is_no_doing);
	tcase_add_test(tcase, who_stood_there_when_he_pressed_is_not_rewritten);
	tcase_add_test(tcase, sides_exchanged_in_mid_game_accuse_nobody);
	suite_add_tcase(suite, tcase);
	return suite;
}

int
main(void)
{
	return test_run(innocent_suite());
}
