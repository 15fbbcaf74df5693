/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the board shows of a press, and how sure that is.
 *
 * Sensors fail, and then the record may be wrong. Nobody is accused on a record that is not sure of its last
 * plies, nor of what is a legal move if a square that reads oddly stands otherwise than the record has it. What
 * read oddly before the turn began is no part of what was done in it.
 */
#include "core/chess/bits.h"
#include "core/chess/movegen.h"
#include "core/laws/laws_state.h"

#define SURE_PLIES    2
#define PRESSED_PLIES 8

/* So many squares may read oddly: each stands as in the record, or as it reads. */
#define ODD_MAX 3

/* Plies that were seen the other way round were perhaps others. */
static bool
is_in_order(const struct laws *laws)
{
	const struct game *game = laws->game;
	uint64_t scan_us = contacts_period(&laws->conduct.contacts);
	const struct game_ply *last;

	if (game->n_plies < 2)
		return true;
	last = &game->plies[game->n_plies - 1];
	return last->made_us == TIME_UNKNOWN || last[-1].made_us == TIME_UNKNOWN ||
	       last[-1].made_us <= last->made_us + scan_us;
}

/* Where plies lack presses, some may be no plies; not so if many have been pressed for since. */
static bool
lacks_presses(const struct game *game)
{
	for (uint32_t i = game->n_plies; i > 0 && i + PRESSED_PLIES > game->n_plies; i--)
		if (game->plies[i - 1].completed_us == TIME_UNKNOWN)
			return true;
	return false;
}

static bool
is_record_sure(const struct laws *laws)
{
	const struct game *game = laws->game;

	for (uint32_t i = game->n_plies; i > 0 && i + SURE_PLIES > game->n_plies; i--)
		if (game->plies[i - 1].doubtful && game->plies[i - 1].doubtful != PLY_DOUBT_PASSING)
			return false;
	return true;
}

/* Squares that the tracker did not believe when the turn began. One that is new may be the move itself. */
static uint64_t
old_trouble(const struct laws *laws, const struct laws_press *press)
{
	uint64_t troubled = laws->view.troubled, old = 0;

	for (; troubled != 0; troubled &= troubled - 1) {
		int sq = __builtin_ctzll(troubled);

		if (laws->view.troubled_since_us[sq] <= press->turn_us)
			old |= sq_bit(sq);
	}
	return old;
}

/* Squares that read oddly already when the turn began, and do still; but not by a deed that has been told. */
static uint64_t
odd_squares(const struct laws *laws, const struct laws_press *press)
{
	uint64_t squares = image_difference(&press->turn, &press->base), odd = 0;

	for (; squares != 0; squares &= squares - 1) {
		int sq = __builtin_ctzll(squares);

		if (laws->changed_us[sq] <= press->turn_us)
			odd |= sq_bit(sq);
	}
	odd |= old_trouble(laws, press);
	return laws->restore.open ? odd & ~laws->restore.deed.squares : odd;
}

/* A man between two squares is read on both: wherever he is put, it may be illegal. */
static bool
find_on_two_squares(const struct laws *laws, const struct laws_press *press, uint64_t odd,
                    struct deed *deed)
{
	uint64_t men = laws->image.by_color[WHITE] | laws->image.by_color[BLACK];
	uint64_t arrived = deed->squares & men;
	int one, other;
	struct deed deeds[2];

	if (deed->kind != DEED_MANY || laws->image.occupancy_only || bits_count(arrived) != 2)
		return false;
	one = __builtin_ctzll(arrived);
	other = __builtin_ctzll(arrived & (arrived - 1));
	if (image_at(&laws->image, one) != image_at(&laws->image, other))
		return false;
	deed_find(&press->base, &laws->image, odd | sq_bit(other), &deeds[0]);
	deed_find(&press->base, &laws->image, odd | sq_bit(one), &deeds[1]);
	if (!deed_is_illegal(&deeds[0]) || !deed_is_illegal(&deeds[1]))
		return false;
	/* He was seen first where he was put first. */
	*deed = deeds[laws->changed_us[one] > laws->changed_us[other]];
	deed->squares |= arrived;
	return true;
}

/* A man who is not read now has nothing to do with where another was carried. */
static bool
find_with_one_missing(const struct laws *laws, const struct laws_press *press, uint64_t odd,
                      struct deed *deed)
{
	uint64_t men = laws->image.by_color[WHITE] | laws->image.by_color[BLACK];
	uint64_t emptied = deed->squares & ~men;

	if (deed->kind != DEED_MANY || laws->image.occupancy_only ||
	    bits_count(deed->squares & men) != 1)
		return false;
	for (; emptied != 0; emptied &= emptied - 1) {
		struct deed other;

		deed_find(&press->base, &laws->image, odd | (emptied & -emptied), &other);
		if (!deed_is_illegal(&other) || other.begun)
			continue;
		*deed = other;
		return true;
	}
	return false;
}

void
evidence_deed(const struct laws *laws, const struct laws_press *press, struct deed *ret_deed)
{
	uint64_t odd = odd_squares(laws, press);

	deed_find(&press->base, &laws->image, odd, ret_deed);
	if (!find_on_two_squares(laws, press, odd, ret_deed))
		find_with_one_missing(laws, press, odd, ret_deed);
}

/* --- how sure that is ---------------------------------------------------------------------------------------- */

static uint64_t
images_differ(const struct image *a, const struct image *b)
{
	uint64_t squares = (a->by_color[WHITE] ^ b->by_color[WHITE]) |
	                   (a->by_color[BLACK] ^ b->by_color[BLACK]);

	for (int type = PAWN; type <= KING; type++)
		squares |= a->by_type[type] ^ b->by_type[type];
	return squares;
}

/* The squares of the last ply: the board may have told of it after its press. */
static uint64_t
last_squares(const struct laws *laws)
{
	const struct position *a = &laws->before, *b = &laws->now;
	uint64_t squares = (a->by_color[WHITE] ^ b->by_color[WHITE]) |
	                   (a->by_color[BLACK] ^ b->by_color[BLACK]);

	if (laws->n_judged != laws->game->n_plies)
		return 0;
	for (int type = PAWN; type <= KING; type++)
		squares |= a->by_type[type] ^ b->by_type[type];
	return squares;
}

/* Squares that are empty by the record and on the board: what was read there when the turn began was the last
 * ply's, a captured man put down beside it. Who arrives unseen is read where the record has a man. */
static uint64_t
empty_squares(const struct laws *laws)
{
	return ~(laws->game->now.by_color[WHITE] | laws->game->now.by_color[BLACK] |
	         laws->image.by_color[WHITE] | laws->image.by_color[BLACK]);
}

static void
take_off(struct position *position, uint64_t squares)
{
	for (int type = PAWN; type <= KING; type++)
		position->by_type[type] &= ~squares;
	position->by_color[WHITE] &= ~squares;
	position->by_color[BLACK] &= ~squares;
}

/* The men on `squares` as they are read. */
static void
take_readings(const struct image *image, uint64_t squares, struct position *position)
{
	take_off(position, squares);
	for (int type = PAWN; type <= KING; type++)
		position->by_type[type] |= image->by_type[type] & squares;
	for (int side = WHITE; side <= BLACK; side++)
		position->by_color[side] |= image->by_color[side] & squares;
}

static bool
is_legal_in(const struct position *position, const struct deed *deed)
{
	return position_check_standing(position) == POSITION_OK &&
	       movegen_is_legal(position, move_make(deed->from, deed->to, MOVE_NORMAL));
}

/* The man on an odd square may be one whom the record has elsewhere: he was read on two squares, and it is the
 * other one where he stands. */
static bool
is_legal_with_one_less(const struct position *position, uint64_t as_read, const struct deed *deed)
{
	for (; as_read != 0; as_read &= as_read - 1) {
		int sq = __builtin_ctzll(as_read);
		uint8_t man = position_piece_at(position, sq);
		uint64_t others;

		if (man == EMPTY)
			continue;
		others = position->by_type[piece_type(man)] & position->by_color[piece_color(man)] &
		         ~(sq_bit(sq) | sq_bit(deed->from));
		for (; others != 0; others &= others - 1) {
			struct position other = *position;

			take_off(&other, others & -others);
			if (is_legal_in(&other, deed))
				return true;
		}
	}
	return false;
}

/* When the turn began a man like the one who was carried was read where the record has none: he may have come
 * from there. */
static bool
is_legal_from_elsewhere(const struct laws_press *press, const struct deed *deed)
{
	enum color side = piece_color(deed->piece);
	uint64_t others =
		press->turn.by_type[piece_type(deed->piece)] & press->turn.by_color[side] &
		~(press->base.by_type[piece_type(deed->piece)] & press->base.by_color[side]);

	for (; others != 0; others &= others - 1) {
		struct position other = press->base;
		struct deed from_there = *deed;

		take_off(&other, sq_bit(deed->from));
		take_readings(&press->turn, others & -others, &other);
		from_there.from = (uint8_t)__builtin_ctzll(others);
		if (is_legal_in(&other, &from_there))
			return true;
	}
	return false;
}

/* The squares of as_read as they read when the turn began, those of `empty` without men, the others as in the record. What cannot stand
 * so does not. */
static bool
is_legal_as(const struct laws_press *press, const struct deed *deed, uint64_t as_read,
            uint64_t empty)
{
	struct position other = press->base;

	take_readings(&press->turn, as_read, &other);
	take_off(&other, empty);
	return is_legal_in(&other, deed) || is_legal_with_one_less(&other, as_read, deed);
}

/* A square that is not believed may hide what makes the deed legal. */
static bool
is_illegal_anyway(const struct laws_press *press, const struct deed *deed, uint64_t odd)
{
	uint64_t unlike = odd, as_read;

	/* All sets of odd squares, and for each all sets of the others. */
	for (;; unlike = (unlike - 1) & odd) {
		for (as_read = unlike;; as_read = (as_read - 1) & unlike) {
			if (is_legal_as(press, deed, as_read, unlike & ~as_read))
				return false;
			if (as_read == 0)
				break;
		}
		if (unlike == 0)
			return true;
	}
}

/* How the last plies came about may be in doubt where every man is read on the square the record has him on,
 * but for the one who was carried, who was read on his. */
static bool
is_doubt_harmless(const struct laws *laws, const struct laws_press *press, const struct deed *deed,
                  uint64_t elsewhere)
{
	return elsewhere == 0 &&
	       image_at(&press->turn, deed->from) == image_reading(&laws->image, deed->piece);
}

static bool
is_deed_sure(const struct laws *laws, const struct laws_press *press, const struct deed *deed)
{
	uint64_t odd = odd_squares(laws, press);
	uint64_t elsewhere = images_differ(&press->turn, &laws->image) &
	                     ~(deed->squares | odd | last_squares(laws) | empty_squares(laws));

	uint64_t own = sq_bit(deed->from) | sq_bit(deed->to);
	uint64_t doubted =
		odd | (image_difference(&press->turn, &press->base) & ~(own | last_squares(laws)));

	if ((own & odd) || bits_count(doubted) > ODD_MAX ||
	    !is_illegal_anyway(press, deed, doubted) || is_legal_from_elsewhere(press, deed) ||
	    !is_in_order(laws) || (press->excusable && lacks_presses(laws->game)))
		return false;
	if (!is_record_sure(laws) && !is_doubt_harmless(laws, press, deed, elsewhere))
		return false;
	return deed->captured == EMPTY || laws->image.occupancy_only ||
	       image_at(&press->turn, deed->to) == deed->captured;
}

/* Has none of his men gone anywhere in this turn? One who was not read when it began may be read again, but not
 * where the last plies led, or the record had its doubts. */
static bool
has_kept_still(const struct laws *laws, const struct laws_press *press)
{
	const struct game *game = laws->game;
	uint64_t doubted = laws->conduct.troubled;
	uint64_t his = press->turn.by_color[press->side] | laws->image.by_color[press->side];
	uint64_t changed = images_differ(&press->turn, &laws->image) & his & ~last_squares(laws);

	for (uint32_t i = game->n_plies; i > 0 && i + PRESSED_PLIES > game->n_plies; i--)
		doubted |= sq_bit(move_to(game->plies[i - 1].move)) |
		           sq_bit(move_from(game->plies[i - 1].move));
	return bits_count(changed) <= 1 &&
	       !(changed & (doubted | press->turn.by_color[press->side]));
}

/* That nothing was done takes a board on which every man stands as when the turn began. */
static bool
is_nothing_sure(const struct laws *laws, const struct laws_press *press)
{
	uint64_t odd = odd_squares(laws, press);

	return bits_count(odd) <= ODD_MAX && (odd == 0 || is_record_sure(laws)) &&
	       is_in_order(laws) && has_kept_still(laws, press);
}

/* Nothing has changed in this turn but what the deed changed; the last ply may have been seen late. */
static bool
is_all_there_was(const struct laws *laws, const struct laws_press *press, const struct deed *deed)
{
	uint64_t from_us = press->turn_us + contacts_period(&laws->conduct.contacts);
	uint64_t squares = ~(deed->squares | odd_squares(laws, press));

	for (; squares != 0; squares &= squares - 1)
		if (laws->changed_us[__builtin_ctzll(squares)] > from_us)
			return false;
	return true;
}

bool
evidence_against_record(const struct laws *laws, const struct laws_press *press,
                        const struct deed *deed)
{
	return deed_is_illegal(deed) && is_deed_sure(laws, press, deed) &&
	       is_all_there_was(laws, press, deed);
}

bool
evidence_is_sure(const struct laws *laws, const struct laws_press *press, const struct deed *deed)
{
	return deed_is_illegal(deed) ? is_deed_sure(laws, press, deed)
	                             : is_nothing_sure(laws, press);
}
