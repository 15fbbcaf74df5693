/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How the men are set up, and the board lies, before the game (2.1, 2.3, 7.2).
 */
#include "core/chess/bits.h"
#include "core/chess/chess960.h"
#include "core/laws/laws_state.h"

/* A picture before the game has stood this long: the men are set up (laws.md 4.2, setup_stable_s). */
#define SETUP_STABLE_US UINT64_C(5000000)

/* So many men may be missing, or too many, for an array still to be one. */
#define LACKING_MAX 3

#define RANKS_OF_MEN (BITS_RANK_1 | BITS_RANK_1 << 8 | BITS_RANK_1 << 48 | BITS_RANK_8)
#define FILES_OF_MEN (BITS_FILE_A | BITS_FILE_B | BITS_FILE_G | BITS_FILE_H)

static bool
is_before_game(const struct laws *laws)
{
	const struct game *game = laws->game;

	return !laws->link_lost && !adjourn_is_away(laws) &&
	       (!game || game->result != RESULT_NONE || laws->end != LAWS_OPEN ||
	        game->n_plies == 0);
}

/* As many men, and as many of them pawns, as games begin from stand on its squares, seen from this side: whichever man
 * stands where, nobody puts up more. */
static bool
are_all_up(const struct laws *laws, bool turned)
{
	const struct position *start = &laws->start;
	struct image image;

	image_from(&image, laws->view.squares, turned);
	return image_men(&image) == (start->by_color[WHITE] | start->by_color[BLACK]) &&
	       bits_count(image.by_type[PAWN]) == bits_count(start->by_type[PAWN]);
}

/* All men stand in their ranks, or files: the rest is being set up, or has been. */
static bool
is_set_up(const struct laws *laws, bool *ret_sideways)
{
	const struct image *image = &laws->image;

	*ret_sideways = image_men(image) == FILES_OF_MEN &&
	                image->by_type[PAWN] == (BITS_FILE_B | BITS_FILE_G);
	return *ret_sideways || are_all_up(laws, false) || are_all_up(laws, true);
}

/* What games begin from, seen from either side. */
static bool
is_initial(const struct laws *laws)
{
	struct image straight, turned;

	image_from(&straight, laws->view.squares, false);
	image_from(&turned, laws->view.squares, true);
	return image_shows(&straight, &laws->start, 0) || image_shows(&turned, &laws->start, 0);
}

/* The array is drawn at the table: any of the 960 will do (II.2). */
static bool
is_drawn_at_table(const struct laws *laws)
{
	return !laws->start_strict && laws->rules->value[RULE_START_KIND] == START_CHESS960 &&
	       laws->rules->value[RULE_START_SP] < 0;
}

/* Seen from either side: an array that is turned is another one of them. */
static bool
is_array(const struct laws *laws)
{
	uint8_t turned[64];

	for (int sq = 0; sq < 64; sq++)
		turned[sq] = laws->view.squares[63 - sq];
	return chess960_number_of_men(laws->view.squares) >= 0 ||
	       chess960_number_of_men(turned) >= 0;
}

static bool
is_set_up_wrongly(const struct laws *laws)
{
	bool sideways;

	return is_before_game(laws) && is_set_up(laws, &sideways) && !is_initial(laws) &&
	       (sideways || laws->start_strict || (is_drawn_at_table(laws) && !is_array(laws)));
}

uint64_t
setup_due(const struct laws *laws)
{
	return laws->setup_told || !is_set_up_wrongly(laws) ? LAWS_NO_DEADLINE
	                                                    : laws->board_us + SETUP_STABLE_US;
}

/* White's men are below as seen from White, or above when the board is turned. */
static uint64_t
wrong_squares(const struct laws *laws)
{
	struct image image;
	bool turned = (laws->image.by_color[BLACK] & BITS_RANK_1) != 0;

	image_from(&image, laws->view.squares, turned);
	return image_difference(&image, &laws->start);
}

/* in_play: the clock was started (7.2.1). */
static void
tell_setup(struct laws *laws, bool in_play)
{
	struct alert alert;
	enum alert_id id;
	bool sideways;

	laws->setup_told = true;
	is_set_up(laws, &sideways);
	id = sideways             ? ALERT_BOARD_MISORIENTED
	     : laws->start_strict ? ALERT_INITIAL_POSITION_INCORRECT
	                          : ALERT_CHESS960_START_INVALID;
	laws->turned.told |= sideways;
	alert_init(&alert, id, laws->rules, &laws->start);
	if (in_play)
		alert_aggravate(&alert, laws->rules);
	alert.choice[0] = in_play;
	alert.t_us = laws->now_us;
	alert.since_us = laws->board_us;
	if (id == ALERT_INITIAL_POSITION_INCORRECT) {
		alert.squares = wrong_squares(laws);
		alert.image = &laws->image;
	}
	laws_raise(laws, &alert);
}

void
setup_look(struct laws *laws)
{
	tell_setup(laws, false);
}

/* An array is to be drawn at the table, and men are missing in what stands there, or there are too many: no game begins
 * from that. */
static bool
lacks_men(const struct laws *laws)
{
	uint64_t men = image_men(&laws->image);
	bool nothing_begun = !laws->game || laws->game->result != RESULT_NONE;

	return is_drawn_at_table(laws) && nothing_begun && is_before_game(laws) &&
	       bits_count(men) != bits_count(RANKS_OF_MEN) &&
	       bits_count(men ^ RANKS_OF_MEN) <= LACKING_MAX;
}

void
setup_start(struct laws *laws)
{
	if (laws->start_told || (!is_set_up_wrongly(laws) && !lacks_men(laws)))
		return;
	laws->start_told = true;
	laws->wrong_start.told_us = laws->now_us;
	tell_setup(laws, true);
}
