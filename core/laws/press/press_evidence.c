/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the board shows of a press: what was done, and to which squares. What read oddly before the turn began is no part of
 * what was done in it. How sure all that is: press_sure.c.
 */
#include "core/chess/attacks.h"
#include "core/chess/bits.h"
#include "core/laws/laws_state.h"

uint64_t
evidence_ply_squares(const struct game *game, uint32_t index)
{
	struct position before, after;

	game_position(game, index, &before);
	position_after(&before, game->plies[index].move, &after);
	return position_difference(&before, &after);
}

/* Did the board tell of the last ply as soon as the opponent had pressed, and was what was before it pressed for? Then his
 * press was for it, though what has been done to the board since keeps the record from saying so. */
static bool
is_pressed_last(const struct laws *laws, const struct laws_press *press)
{
	const struct game *game = laws->game;
	uint32_t n = press->n_plies;
	const struct game_ply *last;

	if (n != game->n_plies)
		return false;
	last = &game->plies[n - 1];
	return game_ply_side(game, n - 1) != press->side && !last->doubtful &&
	       last->completed_us == TIME_UNKNOWN &&
	       last->made_us <= evidence_told_us(laws, press->turn_us) &&
	       (n < 2 || last[-1].completed_us != TIME_UNKNOWN);
}

void
evidence_note_turn(const struct laws *laws, struct laws_press *press)
{
	const struct game *game = laws->game;

	press->turn_known = press->turn_known || !press->follows ||
	                    (press->n_plies > 0 && press->n_plies <= game->n_plies &&
	                     (game->plies[press->n_plies - 1].completed_us == press->turn_us ||
	                      is_pressed_last(laws, press)));
}

/* Squares that the tracker did not believe when the turn began. One that is new may be the move itself; and one that read then what stood
 * there by what is known now did not fail. */
static uint64_t
old_trouble(const struct laws *laws, const struct laws_press *press)
{
	uint64_t troubled = laws->view.troubled, old = 0;

	for (; troubled != 0; troubled &= troubled - 1) {
		int sq = __builtin_ctzll(troubled);

		if (laws->view.troubled_since_us[sq] <= press->turn_us)
			old |= sq_bit(sq);
	}
	return old & image_difference(&press->turn, &press->base);
}

/* What sq told of last before his opponent's press was heard, if the ply that he answers had been made by then: the answer may be,
 * since a clock is heard up to a second late (dgt.md 1.4). NULL: nothing then, or it comes and goes. */
static const struct contact *
early_contact(const struct laws *laws, const struct laws_press *press, int sq)
{
	const struct contacts *contacts = &laws->conduct.contacts;
	const struct game *game = laws->game;
	uint32_t n = press->n_plies;

	if (n == 0 || n > game->n_plies || game_ply_side(game, n - 1) == press->side ||
	    game->plies[n - 1].made_us == TIME_UNKNOWN)
		return NULL;
	for (size_t i = contacts_after(contacts, press->turn_us); i > 0; i--) {
		const struct contact *contact = contacts_at(contacts, i - 1);

		if (contact->t_us <= game->plies[n - 1].made_us || i + CONTACTS_MAX <= contacts->n)
			return NULL;
		if (contact->sq == sq)
			return contacts_is_unsteady(contacts, i - 1, sq) ? NULL : contact;
	}
	return NULL;
}

bool
evidence_was_lifted_early(const struct laws *laws, const struct laws_press *press, int sq)
{
	uint8_t man = position_piece_at(&press->base, sq);
	const struct contact *contact;

	if (man == EMPTY || image_at(&press->turn, sq) != EMPTY)
		return false;
	contact = early_contact(laws, press, sq);
	return contact && contact->before == image_reading(&press->turn, man) &&
	       contact->after == EMPTY;
}

bool
evidence_was_put_early(const struct laws *laws, const struct laws_press *press, int sq)
{
	uint8_t man = position_piece_at(&press->base, sq), read = image_at(&press->turn, sq);
	const struct contact *contact;

	if (read == EMPTY || press->turn.occupancy_only || piece_color(read) != press->side)
		return false;
	contact = early_contact(laws, press, sq);
	return contact && contact->after == read &&
	       (contact->before == EMPTY || contact->before == image_reading(&press->turn, man));
}

/* Squares that read oddly already when the turn began, and do still; but not by a deed that has been told. */
uint64_t
evidence_odd_squares(const struct laws *laws, const struct laws_press *press)
{
	uint64_t squares = image_difference(&press->turn, &press->base), odd = 0;

	for (; squares != 0; squares &= squares - 1) {
		int sq = __builtin_ctzll(squares);

		if (laws->changed_us[sq] <= press->turn_us &&
		    !evidence_was_lifted_early(laws, press, sq) &&
		    !evidence_was_put_early(laws, press, sq))
			odd |= sq_bit(sq);
	}
	odd |= old_trouble(laws, press);
	return laws->restore.open ? odd & ~laws->restore.deed.squares : odd;
}

/* Of a man who is read on two squares, where was he put? A pawn, where he lacks nothing but his queen. He who took somebody, where he took
 * him. Else where he was seen first. */
static bool
is_put_on_second(const struct laws *laws, const struct deed deeds[2])
{
	if ((deeds[0].kind == DEED_UNPROMOTED) != (deeds[1].kind == DEED_UNPROMOTED))
		return deeds[1].kind == DEED_UNPROMOTED;
	if ((deeds[0].captured == EMPTY) != (deeds[1].captured == EMPTY))
		return deeds[0].captured == EMPTY;
	return laws->changed_us[deeds[0].to] > laws->changed_us[deeds[1].to];
}

/* A man between two squares is read on both: wherever he is put, it may be illegal. */
static bool
find_on_two_squares(const struct laws *laws, const struct laws_press *press,
                    const struct image *image, uint64_t odd, struct deed *deed)
{
	uint64_t arrived = deed->squares & image_men(image);
	int one, other;
	struct deed deeds[2];

	if (deed->kind != DEED_MANY || image->occupancy_only || bits_count(arrived) != 2)
		return false;
	one = __builtin_ctzll(arrived);
	other = __builtin_ctzll(arrived & (arrived - 1));
	if (image_at(image, one) != image_at(image, other))
		return false;
	deed_find(&press->base, image, odd | sq_bit(other), &deeds[0]);
	deed_find(&press->base, image, odd | sq_bit(one), &deeds[1]);
	if (!deed_is_illegal(&deeds[0]) || !deed_is_illegal(&deeds[1]))
		return false;
	*deed = deeds[is_put_on_second(laws, deeds)];
	deed->squares |= arrived;
	return true;
}

/* A man who is not read now has nothing to do with where another was carried; but either of two may be who was: rather
 * the pawn who lacks nothing but his queen. */
static bool
find_with_one_missing(const struct laws_press *press, const struct image *image, uint64_t odd,
                      struct deed *deed)
{
	uint64_t men = image_men(image);
	uint64_t emptied = deed->squares & ~men;
	struct deed found = *deed;

	if (deed->kind != DEED_MANY || image->occupancy_only ||
	    bits_count(deed->squares & men) != 1)
		return false;
	for (; emptied != 0; emptied &= emptied - 1) {
		struct deed other;

		deed_find(&press->base, image, odd | (emptied & -emptied), &other);
		if (other.kind == DEED_LEGAL)
			return false;
		if (deed_is_illegal(&other) && !other.begun && found.kind != DEED_UNPROMOTED)
			found = other;
	}
	*deed = found;
	return deed_is_illegal(deed);
}

/* Does sq read somebody who has not come there? He reads like another man than stood there, and whoever is like him is read
 * where he stood, none of them beside it; and no pawn is promoted there. */
static bool
is_misread(const struct laws_press *press, const struct image *image, int sq)
{
	uint8_t man = image_at(image, sq);
	uint64_t alike =
		press->base.by_type[piece_type(man)] & press->base.by_color[piece_color(man)];
	uint64_t read = image->by_type[piece_type(man)] & image->by_color[piece_color(man)];

	return sq_rank(sq) != 0 && sq_rank(sq) != 7 && alike != 0 && !(alike & ~read) &&
	       !(alike & attacks_king[sq]);
}

/* Nor has a man who is only read as another one. */
static void
find_with_one_misread(const struct laws_press *press, const struct image *image, uint64_t odd,
                      struct deed *deed)
{
	uint64_t others = deed->squares & image_men(image) &
	                  (press->base.by_color[WHITE] | press->base.by_color[BLACK]);
	struct deed found;

	if (deed->kind != DEED_MANY || image->occupancy_only)
		return;
	while (others != 0) {
		int sq = bits_take(&others);

		if (!is_misread(press, image, sq))
			continue;
		deed_find(&press->base, image, odd | sq_bit(sq), &found);
		if (deed_is_illegal(&found) && !found.begun) {
			*deed = found;
			return;
		}
	}
}

void
evidence_deed(const struct laws *laws, const struct laws_press *press, const struct image *image,
              struct deed *ret_deed)
{
	uint64_t odd = evidence_odd_squares(laws, press);

	deed_find(&press->base, image, odd, ret_deed);
	if (!find_on_two_squares(laws, press, image, odd, ret_deed) &&
	    !find_with_one_missing(press, image, odd, ret_deed))
		find_with_one_misread(press, image, odd, ret_deed);
}
