/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How sure is what the board shows of a press (press_evidence.c)?
 *
 * Sensors fail, and then the record may be wrong. Nobody is accused on a record that is not sure of its last
 * plies, nor of what is a legal move if a square that reads oddly stands otherwise than the record has it.
 */
#include "core/chess/attacks.h"
#include "core/chess/bits.h"
#include "core/laws/laws_state.h"

#define SURE_PLIES    2
#define PRESSED_PLIES 8
#define TAKEN_PLIES   8 /* where men of older plies came from, others may have stood since */

/* Plies that were seen the other way round were perhaps others: of those before his turn. What the record has behind them may
 * have been made up since, so that a legal one leads on from the deed. */
static bool
is_in_order(const struct laws *laws, const struct laws_press *press)
{
	const struct game *game = laws->game;
	uint64_t scan_us = contacts_period(&laws->conduct.contacts);
	uint32_t n = press->n_plies < game->n_plies ? press->n_plies : game->n_plies;
	const struct game_ply *last;

	if (n < 2)
		return true;
	last = &game->plies[n - 1];
	return last->made_us == TIME_UNKNOWN || last[-1].made_us == TIME_UNKNOWN ||
	       last[-1].made_us <= last->made_us + scan_us;
}

/* Where plies lack presses, some may be no plies; not so if many have been pressed for since. */
static bool
lacks_presses(const struct game *game, uint32_t n_plies)
{
	if (n_plies > game->n_plies)
		n_plies = game->n_plies;
	for (uint32_t i = n_plies; i > 0 && i + PRESSED_PLIES > n_plies; i--)
		if (game->plies[i - 1].completed_us == TIME_UNKNOWN)
			return true;
	return false;
}

/* Does nobody know who carried the man, or whose he is? Where men are not known, the record alone says it, and says it wrongly where it
 * lacks plies, or has too many. */
static bool
is_nobodys(const struct laws *laws, const struct laws_press *press, const struct deed *deed)
{
	return deed->kind == DEED_WRONG_SIDE &&
	       (evidence_may_be_in_turn(laws, press->n_plies) ||
	        (laws->image.occupancy_only && lacks_presses(laws->game, press->n_plies)));
}

/* May ply `index`, a doubtful one, have been another, by the squares of `open`? How one came about may be in doubt where the men stand
 * as it left them; but not whose man was taken there. A board that knows no men tells no two plies apart so. */
static bool
is_open(const struct laws *laws, uint32_t index, uint64_t open)
{
	return evidence_leaves_no_trace(laws, index) ||
	       (open != 0 &&
	        (laws->image.occupancy_only || (evidence_ply_squares(laws->game, index) & open)));
}

/* How many of the last n plies before his turn are not sure, as far as squares of `open` may tell otherwise of them? The first of
 * these is *ret_first. */
static uint32_t
plies_in_doubt(const struct laws *laws, const struct laws_press *press, uint32_t n, uint64_t open,
               uint32_t *ret_first)
{
	const struct game *game = laws->game;
	uint32_t n_plies = press->n_plies < game->n_plies ? press->n_plies : game->n_plies;
	uint32_t count = 0;

	for (uint32_t i = n_plies; i > 0 && i + n > n_plies; i--) {
		if (!game->plies[i - 1].doubtful ||
		    game->plies[i - 1].doubtful == PLY_DOUBT_PASSING || !is_open(laws, i - 1, open))
			continue;
		*ret_first = i - 1;
		count++;
	}
	return count;
}

static bool
are_plies_sure(const struct laws *laws, const struct laws_press *press, uint32_t n, uint64_t open)
{
	uint32_t first;

	return plies_in_doubt(laws, press, n, open, &first) == 0;
}

/* Has the record by now a ply behind those which the base has that was pressed for when his turn began? It did not begin with the
 * base then. */
static bool
is_base_outdated(const struct laws *laws, const struct laws_press *press)
{
	const struct game *game = laws->game;

	for (uint32_t i = game->n_plies; i > press->n_plies; i--)
		if (game->plies[i - 1].completed_us == press->turn_us)
			return true;
	return false;
}

/* Does anybody know what his turn began with? */
static bool
is_turn_known(const struct laws *laws, const struct laws_press *press)
{
	return press->behind_illegal ||
	       (press->turn_known && !press->exchanged &&
	        !evidence_was_answered_before(laws, press) && !is_base_outdated(laws, press) &&
	        !(press->excusable && lacks_presses(laws->game, press->n_plies)));
}

static uint64_t
images_differ(const struct image *a, const struct image *b)
{
	uint64_t squares = (a->by_color[WHITE] ^ b->by_color[WHITE]) |
	                   (a->by_color[BLACK] ^ b->by_color[BLACK]);

	for (int type = PAWN; type <= KING; type++)
		squares |= a->by_type[type] ^ b->by_type[type];
	return squares;
}

/* The squares of the last ply before his turn: the board may have told of it after its press. */
static uint64_t
last_squares(const struct laws *laws, const struct laws_press *press)
{
	uint32_t n = press->n_plies;

	return n > 0 && n <= laws->game->n_plies ? evidence_ply_squares(laws->game, n - 1) : 0;
}

/* Squares that are empty by the record and on the board: what was read there when the turn began was the last
 * ply's, a captured man put down beside it. Who arrives unseen is read where the record has a man. */
static uint64_t
empty_squares(const struct laws *laws, const struct image *image)
{
	return ~(laws->game->now.by_color[WHITE] | laws->game->now.by_color[BLACK] |
	         image_men(image));
}

/* Was the man of the last ply read where it took him? Else he may have gone on, unseen. */
static bool
was_last_read(const struct laws *laws, const struct laws_press *press, const struct image *image)
{
	int sq = press->last_move == MOVE_NONE ? SQ_NONE : move_target(press->last_move);
	uint8_t man = sq == SQ_NONE ? EMPTY : position_piece_at(&press->base, sq);

	return man == EMPTY || evidence_was_read(laws, press, sq, image_reading(image, man));
}

static bool
was_read_or_lifted(const struct laws *laws, const struct laws_press *press, int sq, uint8_t reading)
{
	return evidence_was_read(laws, press, sq, reading) ||
	       (reading != EMPTY && evidence_was_lifted_early(laws, press, sq));
}

/* Has the man of the last ply, who is read where it took him, left sq, or was he read there on his way? Then nobody stands there, though
 * somebody else may have come before the scan tells that it was empty. */
static bool
was_left(const struct laws_press *press, const struct image *image, int sq)
{
	uint16_t last = press->last_move;
	uint8_t man;

	if (last == MOVE_NONE || move_from(last) == sq)
		return last != MOVE_NONE;
	man = position_piece_at(&press->base, move_target(last));
	return (attacks_path[move_from(last)][move_target(last)] & sq_bit(sq)) != 0 &&
	       image_at(&press->turn, sq) == image_reading(image, man);
}

/* Who was carried was read where he came from, and the square he went to as the record has it. */
static bool
were_read_before(const struct laws *laws, const struct laws_press *press, const struct image *image,
                 const struct deed *deed)
{
	uint8_t captured = deed->captured == EMPTY ? EMPTY : image_reading(image, deed->captured);

	return was_read_or_lifted(laws, press, deed->from, image_reading(image, deed->piece)) &&
	       (was_read_or_lifted(laws, press, deed->to, captured) ||
	        evidence_was_put_early(laws, press, deed->to) ||
	        (captured == EMPTY && was_left(press, image, deed->to)));
}

/* When was the man last read whom the record has on sq, where he is not? There, or where the last ply that took him there has
 * him from: or, if it is asked what another than that doubtful one would have led to, that. */
static uint64_t
last_read_us(const struct laws *laws, const struct laws_press *press, int sq)
{
	const struct game *game = laws->game;
	uint32_t n_plies = press->n_plies < game->n_plies ? press->n_plies : game->n_plies;
	uint64_t read_us = laws->changed_us[sq];

	for (uint32_t i = n_plies; i > 0 && i + TAKEN_PLIES > n_plies; i--) {
		const struct game_ply *ply = &game->plies[i - 1];
		int from = move_from(ply->move), to = move_target(ply->move);

		if (to != sq && (!ply->doubtful || position_piece_at(&press->base, to) != EMPTY))
			continue;
		if (image_at(&press->turn, from) == EMPTY && laws->changed_us[from] > read_us)
			return laws->changed_us[from];
		break;
	}
	return read_us;
}

/* Did a man read where the record has none, when the turn began, whom it has where none was read? No sensor moves a
 * man: it is the record that is wrong. But who went on being read for a round where he is missed, or went there from, after he had
 * come to be read there, is not he. */
static bool
has_man_elsewhere(const struct laws *laws, const struct laws_press *press, uint64_t doubted)
{
	uint64_t scan_us = contacts_period(&laws->conduct.contacts);
	uint64_t men = image_men(&press->turn);

	for (uint64_t from = doubted & ~men; from != 0; from &= from - 1) {
		int left = __builtin_ctzll(from);
		uint64_t last_us = last_read_us(laws, press, left);
		uint8_t man = position_piece_at(&press->base, left);

		for (uint64_t to = doubted & men; to != 0 && man != EMPTY; to &= to - 1) {
			int sq = __builtin_ctzll(to);

			if (image_at(&press->turn, sq) == image_reading(&press->turn, man) &&
			    last_us <= laws->changed_us[sq] + scan_us)
				return true;
		}
	}
	return false;
}

/* Squares that read otherwise when the turn began and as in the record when the deed was done, and since: a man between
 * two squares is seen on one in the end, and he whom the hand takes away is seen no more. */
static uint64_t
settled(const struct laws *laws, const struct image *image, const struct deed *deed)
{
	uint64_t squares = ~image_difference(image, &laws->game->now), ret = 0;

	for (; squares != 0; squares &= squares - 1) {
		int sq = __builtin_ctzll(squares);

		if (laws->changed_us[sq] <= laws->changed_us[deed->to])
			ret |= sq_bit(sq);
	}
	return ret;
}

/* How many of the last plies have to be sure? Who carried one of the opponent's men was wrong wherever his own stand, and
 * whatever he played before: it is the opponent who may have made another ply. */
static uint32_t
plies_that_matter(const struct deed *deed)
{
	return deed->kind == DEED_WRONG_SIDE ? 1 : SURE_PLIES;
}

/* Were the last two plies pressed for? */
static bool
are_plies_pressed(const struct laws *laws, const struct laws_press *press)
{
	const struct game *game = laws->game;
	uint32_t n = press->n_plies;

	return n >= 2 && n <= game->n_plies && game->plies[n - 1].completed_us != TIME_UNKNOWN &&
	       game->plies[n - 2].completed_us != TIME_UNKNOWN;
}

/* Are the plies before the deed in order, as far as it needs that? */
static bool
is_order_clear(const struct laws *laws, const struct laws_press *press, const struct deed *deed)
{
	return is_in_order(laws, press) ||
	       (deed->kind == DEED_WRONG_SIDE && are_plies_pressed(laws, press));
}

/* The squares of the presser's own ply before the one he answers, if the board told of them no later than it may tell of
 * what he pressed for then: both plies may have been that quick. */
static uint64_t
own_told_late(const struct laws *laws, const struct laws_press *press)
{
	const struct game *game = laws->game;
	uint32_t n = press->n_plies;
	uint64_t squares, ret = 0;

	if (!presses_has_own(laws, press) || game->plies[n - 2].completed_us == TIME_UNKNOWN)
		return 0;
	for (squares = evidence_ply_squares(game, n - 2); squares != 0; squares &= squares - 1)
		if (laws->changed_us[__builtin_ctzll(squares)] <=
		    evidence_told_us(laws, game->plies[n - 2].completed_us))
			ret |= squares & -squares;
	return ret;
}

/* Those of them that read by then, and do, as that ply left them: how he came there may have been in doubt, and he may have
 * been read elsewhere on his way. */
static uint64_t
own_confirmed(const struct laws *laws, const struct laws_press *press, const struct image *image)
{
	return own_told_late(laws, press) & ~image_difference(image, &press->base);
}

/* Is it sure to be illegal in a position such as press->base? *ret_open: squares that may tell otherwise of plies. */
static bool
is_illegal_in(const struct laws *laws, const struct laws_press *press, const struct image *image,
              const struct deed *deed, uint64_t *ret_open)
{
	uint64_t odd = evidence_odd_squares(laws, press);
	uint64_t confirmed = own_confirmed(laws, press, image) | press->confirmed;
	uint64_t elsewhere = images_differ(&press->turn, image) &
	                     ~(deed->squares | odd | confirmed | last_squares(laws, press) |
	                       empty_squares(laws, image));
	uint64_t own = sq_bit(deed->from) | sq_bit(deed->to);
	uint64_t doubted = odd | (image_difference(&press->turn, &press->base) &
	                          ~(own | confirmed | last_squares(laws, press)));

	*ret_open = doubted | elsewhere;
	return !(own & odd) && !has_man_elsewhere(laws, press, doubted) &&
	       !innocent_explains(laws, press, image, deed,
	                          odd | (doubted & ~settled(laws, image, deed))) &&
	       was_last_read(laws, press, image) && were_read_before(laws, press, image, deed);
}

/* Is it illegal whatever ply `index`, which is in doubt, was? */
static bool
is_illegal_behind_rivals(const struct laws *laws, const struct laws_press *press,
                         const struct image *image, const struct deed *deed, uint32_t index)
{
	struct press_rivals rivals;

	if (!evidence_rivals(laws, press, image, deed, index, &rivals))
		return false;
	for (int i = 0; i < rivals.n; i++) {
		struct laws_press other = *press;
		struct deed same;
		uint64_t open;

		other.base = rivals.positions[i];
		if (index + 1 == press->n_plies)
			other.last_move = rivals.moves[i];
		evidence_deed(laws, &other, image, &same);
		if (!deed_is_illegal(&same) || same.from != deed->from || same.to != deed->to ||
		    !is_illegal_in(laws, &other, image, &same, &open))
			return false;
	}
	return true;
}

static bool
is_deed_sure(const struct laws *laws, const struct laws_press *press, const struct image *image,
             const struct deed *deed)
{
	uint32_t in_doubt, index;
	uint64_t open;

	if (!is_order_clear(laws, press, deed) || !is_turn_known(laws, press) ||
	    (image->occupancy_only && !evidence_is_sure_unnamed(laws, press, deed)) ||
	    is_nobodys(laws, press, deed) || evidence_lacks_own(laws, press, deed) ||
	    !is_illegal_in(laws, press, image, deed, &open))
		return false;
	in_doubt = plies_in_doubt(laws, press, plies_that_matter(deed), open, &index);
	return in_doubt == 0 ||
	       (in_doubt == 1 && is_illegal_behind_rivals(laws, press, image, deed, index));
}

/* Squares where a captured man was read, beside where he was taken, until he was put away: by the record nobody is there. */
static uint64_t
put_away(const struct laws *laws, const struct laws_press *press, const struct image *image)
{
	uint64_t squares = empty_squares(laws, image), ret = 0;

	squares &= image_men(&press->turn);
	for (; squares != 0; squares &= squares - 1)
		if (laws->changed_us[__builtin_ctzll(squares)] <= evidence_late_us(laws, press))
			ret |= squares & -squares;
	return ret;
}

/* Was he who is read on sq read there when the presser pressed before? Then that was where the last plies had led him. */
static bool
stood_when_he_pressed(const struct laws *laws, const struct laws_press *press,
                      const struct image *image, int sq)
{
	return press->own_us > 0 && image_at(image, sq) != EMPTY &&
	       contacts_stood(&laws->conduct.contacts, press->own_us, sq, image_at(image, sq));
}

/* Has none of his men gone anywhere in this turn? One who was not read when it began may be read again, but not
 * where the last plies led, or the record had its doubts. */
static bool
has_kept_still(const struct laws *laws, const struct laws_press *press, const struct image *image)
{
	const struct game *game = laws->game;
	uint64_t doubted = laws->conduct.troubled;
	uint64_t his = press->turn.by_color[press->side] | image->by_color[press->side];
	uint64_t changed = images_differ(&press->turn, image) & his &
	                   ~(last_squares(laws, press) | own_told_late(laws, press) |
	                     put_away(laws, press, image));

	for (uint32_t i = game->n_plies; i > 0 && i + PRESSED_PLIES > game->n_plies; i--)
		doubted |= sq_bit(move_to(game->plies[i - 1].move)) |
		           sq_bit(move_from(game->plies[i - 1].move));
	if (changed != 0 && stood_when_he_pressed(laws, press, image, __builtin_ctzll(changed)))
		doubted &= ~changed;
	return bits_count(changed) <= 1 &&
	       !(changed & (doubted | press->turn.by_color[press->side]));
}

/* Has any man come in this turn where the record has none like him, but on squares of `carried`? Somebody's hand was at work then.
 * The last ply's may have been told of late. */
static bool
has_anybody_come(const struct laws *laws, const struct laws_press *press, uint64_t carried)
{
	const struct contacts *contacts = &laws->conduct.contacts;
	uint64_t last = last_squares(laws, press);

	for (size_t n = contacts_after(contacts, press->turn_us); n < contacts->n; n++) {
		const struct contact *contact = contacts_at(contacts, n);
		uint8_t man = position_piece_at(&press->base, contact->sq);

		if (contact->after == EMPTY || (carried & sq_bit(contact->sq)) ||
		    (contact->t_us <= evidence_late_us(laws, press) &&
		     (last & sq_bit(contact->sq))))
			continue;
		if (man == EMPTY && evidence_is_seen_twice(laws, press, contact))
			continue;
		if (man == EMPTY || contact->after != image_reading(&laws->image, man) ||
		    (last & sq_bit(contact->sq)))
			return true;
	}
	return false;
}

/* The men taken up before his turn began, but not before the opponent had moved, as far as the scan tells of that: who answers
 * at once may have his man in his hand when the clock is pressed. */
static uint64_t
men_lifted_before(const struct laws *laws, const struct laws_press *press)
{
	const struct contacts *contacts = &laws->conduct.contacts;
	const struct game *game = laws->game;
	uint32_t n = press->n_plies;
	uint64_t seen = 0, lifted = 0;

	if (n == 0 || n > game->n_plies || game_ply_side(game, n - 1) == press->side ||
	    game->plies[n - 1].made_us == TIME_UNKNOWN)
		return 0;
	for (size_t i = contacts_after(contacts, press->turn_us);
	     i > 0 && i + CONTACTS_MAX > contacts->n; i--) {
		const struct contact *contact = contacts_at(contacts, i - 1);

		if (contact->t_us + contacts_period(contacts) <= game->plies[n - 1].made_us)
			break;
		if (!(seen & sq_bit(contact->sq)) && contact_is_lift(contact) &&
		    !contacts_is_unsteady(contacts, contacts->n - 1, contact->sq))
			lifted |= sq_bit(contact->sq);
		seen |= sq_bit(contact->sq);
	}
	return lifted;
}

bool
evidence_has_moved(const struct laws *laws, const struct laws_press *press,
                   const struct image *image, const struct deed *deed)
{
	uint64_t away = evidence_men_away(laws, press);

	/* The man of the opponent's last ply may have been on his way yet, and it is the opponent who took him on. */
	if (press->last_move != MOVE_NONE && deed->from == move_target(press->last_move))
		away |= men_lifted_before(laws, press);
	return (away & press->base.by_color[press->side] & image_difference(image, &press->base)) !=
	       0;
}

/* That takes a board on which every man stands as when the turn began, and stood all the time; so somebody must have seen it. */
bool
evidence_of_no_move(const struct laws *laws, const struct laws_press *press,
                    const struct image *image, uint64_t carried)
{
	uint64_t odd = evidence_odd_squares(laws, press);

	return !press->unseen && bits_count(odd) <= EVIDENCE_ODD_MAX &&
	       are_plies_sure(laws, press, SURE_PLIES, odd) &&
	       !innocent_hides_ply(laws, press, odd) && is_turn_known(laws, press) &&
	       is_in_order(laws, press) && has_kept_still(laws, press, image) &&
	       !has_anybody_come(laws, press, carried) && evidence_men_away(laws, press) == 0;
}

bool
evidence_is_turn_sure(const struct laws *laws, const struct laws_press *press,
                      const struct image *image)
{
	return is_turn_known(laws, press) && is_in_order(laws, press) &&
	       are_plies_sure(laws, press, SURE_PLIES, ~UINT64_C(0)) &&
	       was_last_read(laws, press, image);
}

/* Did the board tell of the deed by the scan with which it came back, and not by its log? Whatever else was played meanwhile has left no trace, and
 * the lever tells of one press for all of it. */
static bool
was_out_of_sight(const struct laws *laws, const struct laws_press *press, const struct deed *deed)
{
	return !press->spans && (press->unheard || press->turn_us <= laws->link_us) &&
	       press->t_us > laws->link_us && laws->changed_us[deed->from] == laws->read_us &&
	       laws->changed_us[deed->to] == laws->read_us;
}

bool
evidence_is_sure(const struct laws *laws, const struct laws_press *press, const struct image *image,
                 const struct deed *deed)
{
	struct deed carried;

	if (laws->link_us > 0 && deed_is_illegal(deed) && was_out_of_sight(laws, press, deed))
		return false;
	return deed_is_illegal(deed) ? is_deed_sure(laws, press, image, deed)
	                             : evidence_of_no_move(laws, press, image, 0) &&
	                                       !evidence_may_have_carried(laws, press, &carried);
}
