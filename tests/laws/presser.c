/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/laws/presser.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "core/chess/fen.h"
#include "core/chess/san.h"

struct laws *laws;
struct game game;
struct game_ply plies[16];
struct laws_press press;

void
append(const char *san)
{
	uint16_t move;

	ck_assert_int_eq(san_parse(&game.now, san, strlen(san), &move), SAN_OK);
	ck_assert_int_eq(game_append(&game, move, TIME_UNKNOWN, PLY_COMPLETED), 0);
	plies[game.n_plies - 1].completed_us = game.n_plies * UINT64_C(1000000);
}

void
image_of(const struct position *position, struct image *ret_image)
{
	uint8_t squares[64];

	position_placement(position, squares);
	image_from(ret_image, squares, false);
}

void
presser_begin(const char *fen)
{
	struct position start;

	laws = calloc(1, laws_size());
	ck_assert_int_eq(fen_parse(fen, strlen(fen), &start, NULL), 0);
	game_init(&game, &start, plies, 16);
	laws->game = &game;
	laws->now_us = PRESSED_US + 3000000;
	contacts_init(&laws->conduct.contacts);
}

void
presser_press(void)
{
	press = (struct laws_press){
		.t_us = PRESSED_US,
		.shown_us = PRESSED_US,
		.turn_us = TURN_US,
		.n_plies = game.n_plies,
		.last_move = plies[game.n_plies - 1].move,
		.base = game.now,
		.turn_known = true,
	};
	image_of(&game.now, &press.turn);
}

void
presser_end(void)
{
	free(laws);
}

void
read_square(uint64_t t_us, int sq, uint8_t piece)
{
	struct tracker_view view = { .games = laws->conduct.contacts.games };

	memcpy(view.squares, laws->conduct.contacts.squares, sizeof(view.squares));
	view.squares[sq] = piece;
	ck_assert_int_eq(contacts_look(&laws->conduct.contacts, &view, t_us), 1);
}
