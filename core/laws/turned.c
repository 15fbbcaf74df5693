/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A board turned by 90 degrees with men on it (2.1, 7.2.2): set up sideways and played on, or put up again sideways in
 * the middle of a game. By 180 degrees is no fault: the tracker looks at it from the other side.
 */
#include "core/chess/bits.h"
#include "core/laws/laws_state.h"

/* It lies so for long enough to be meant (laws.md 4.2, setup_stable_s). */
#define TURNED_US UINT64_C(5000000)

/* Squares that may differ from the position turned round: of the first moves after the initial position, which
 * nobody knows yet; and of a man in the hand. */
#define ODD_AT_START 6
#define ODD_IN_PLAY  2

/* Fewer men may stand so by chance; and the picture is far from the position as it should lie. */
#define LEAST_MEN 6
#define LEAST_OFF 10

static bool
is_in_play(const struct laws *laws)
{
	return laws_game_on(laws) && laws->game->n_plies > 0;
}

/* How many squares differ from *position when what the board shows is turned to the left, or to the right. */
static int
differing(const struct laws *laws, const struct position *position, bool left)
{
	uint8_t squares[64];
	struct image image;

	for (int sq = 0; sq < 64; sq++) {
		int file = sq_file(sq), rank = sq_rank(sq);

		squares[sq] =
			laws->view
				.squares[left ? sq_make(7 - rank, file) : sq_make(rank, 7 - file)];
	}
	image_from(&image, squares, false);
	return bits_count(image_difference(&image, position));
}

static bool
lies_turned(const struct laws *laws)
{
	const struct position *position = is_in_play(laws) ? &laws->now : &laws->start;
	int odd = is_in_play(laws) ? ODD_IN_PLAY : ODD_AT_START;

	return !laws->link_lost && !adjourn_is_away(laws) &&
	       bits_count(image_difference(&laws->image, position)) >= LEAST_OFF &&
	       bits_count(image_men(&laws->image)) >= LEAST_MEN &&
	       (differing(laws, position, false) <= odd || differing(laws, position, true) <= odd);
}

void
turned_look(struct laws *laws)
{
	struct laws_turned *turned = &laws->turned;
	bool lies = lies_turned(laws);

	if (lies == (turned->since_us != 0))
		return;
	turned->since_us = lies ? (laws->now_us > 0 ? laws->now_us : 1) : 0;
	turned->told = false;
	/* How the men came there is no play; the turn goes on from here. */
	laws->conduct.started_us = laws->now_us;
}

uint64_t
turned_due(const struct laws *laws)
{
	const struct laws_turned *turned = &laws->turned;

	return turned->since_us == 0 || turned->told ? LAWS_NO_DEADLINE
	                                             : turned->since_us + TURNED_US;
}

void
turned_act(struct laws *laws)
{
	const struct position *position = is_in_play(laws) ? &laws->now : &laws->start;
	struct alert alert;

	laws->turned.told = true;
	alert_init(&alert, ALERT_BOARD_MISORIENTED, laws->rules, position);
	alert.ply = is_in_play(laws) ? laws->n_judged + 1 : 0;
	alert.side = (enum color)position->side;
	alert.t_us = laws->now_us;
	alert.since_us = laws->turned.since_us;
	alert.image = &laws->image;
	laws_raise(laws, &alert);
}
