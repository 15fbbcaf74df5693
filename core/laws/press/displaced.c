/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Men knocked over or moved about (7.4, 7.6): several at once, which no ply and no hand at work explains.
 *
 * Where the record lacks the ply of a press, men may stand where they were played to, while it is the record that is
 * behind: whatever legal plies the picture may show are taken for played, and more must be missing than hands at work
 * have taken up. Squares that began to differ from the record together are looked at together; a square that has long
 * not read what stands on it, or whose man comes and goes, is the sensors' trouble and nobody's fault. Only what is done while the
 * clock runs, be it stopped for that: afterwards men are put away.
 */
#include <string.h>

#include "core/chess/bits.h"
#include "core/laws/laws_state.h"

/* Squares that differ since moments no further apart belong to one accident. */
#define TOGETHER_US UINT64_C(1500000)

/* A hand that castles, captures or promotes is done with it. */
#define STOOD_US UINT64_C(1500000)

/* Play has gone on for so long with men where they do not belong. */
#define WRONG_US UINT64_C(3000000)

static uint64_t
differing(const struct laws *laws)
{
	return image_difference(&laws->image, &laws->game->now);
}

/* What has changed just now: by a hand, or by itself? */
static void
note_changes(struct laws *laws)
{
	const struct contacts *contacts = &laws->conduct.contacts;
	struct laws_displaced *displaced = &laws->displaced;

	for (int sq = 0; sq < 64 && laws->board_us == laws->now_us; sq++) {
		if (laws->changed_us[sq] != laws->now_us)
			continue;
		displaced->unsteady &= ~sq_bit(sq);
		if (contacts->n > 0 && contacts_is_unsteady(contacts, contacts->n - 1, sq))
			displaced->unsteady |= sq_bit(sq);
		else
			displaced->calm_us = laws->now_us;
	}
}

/* The board tells of a game, whether its clock runs or was stopped. */
static bool
is_watched(const struct laws *laws)
{
	return laws_game_on(laws) && laws->view.clock_seen && !laws->link_lost &&
	       laws->view.sync != TRACKER_WAITING &&
	       (laws->view.clock_running ||
	        (laws->displaced.stopped_us > 0 && laws->adjourned.stage == ADJOURN_NONE));
}

bool
displaced_is_playing(const struct laws *laws)
{
	return is_watched(laws) && laws->view.clock_running;
}

/* May what the board tells of now have been done while the clock ran? */
static bool
is_of_play(const struct laws *laws)
{
	return laws->view.clock_running ||
	       laws->now_us <=
	               laws->displaced.stopped_us + contacts_longest_round(&laws->conduct.contacts);
}

/* The squares that began to differ from the record with the latest one. */
static uint64_t
cluster(const struct laws *laws)
{
	const struct laws_displaced *displaced = &laws->displaced;
	uint64_t squares = 0, newest_us = 0;

	for (int sq = 0; sq < 64; sq++)
		if (displaced->differs_us[sq] > newest_us)
			newest_us = displaced->differs_us[sq];
	for (int sq = 0; sq < 64; sq++)
		if (displaced->differs_us[sq] + TOGETHER_US > newest_us &&
		    displaced->differs_us[sq] > 0)
			squares |= sq_bit(sq);
	return squares;
}

static void
note_squares(struct laws *laws)
{
	struct laws_displaced *displaced = &laws->displaced;
	uint64_t squares = differing(laws) & ~displaced->unsteady;

	for (int sq = 0; sq < 64; sq++) {
		if (!(squares & sq_bit(sq)))
			displaced->differs_us[sq] = 0;
		else if (displaced->differs_us[sq] == 0 && is_of_play(laws))
			displaced->differs_us[sq] = laws->now_us > 0 ? laws->now_us : 1;
	}
}

/* Does sq read that man, or, on a board that knows none, any? */
static bool
is_read(const struct laws *laws, int sq, uint8_t man)
{
	uint8_t read = image_at(&laws->image, sq);

	return read == man || read == SOME_MAN;
}

/* One man, between two squares, and read on both. */
static bool
is_one_man(const struct laws *laws, uint64_t emptied, uint64_t arrived)
{
	uint8_t man;

	if (bits_count(emptied) != 1)
		return false;
	man = position_piece_at(&laws->game->now, __builtin_ctzll(emptied));
	for (; arrived != 0; arrived &= arrived - 1)
		if (!is_read(laws, __builtin_ctzll(arrived), man))
			return false;
	return true;
}

/* Does sq differ because `man` is there, or nobody? */
static bool
is_there_or_nobody(const struct laws *laws, int sq, uint8_t man)
{
	return is_read(laws, sq, man) || image_at(&laws->image, sq) == EMPTY;
}

/* King and rook are in a hand, or where castling takes them: somebody castles, or takes it back, legal or not, if only nobody stood in
 * the way. */
static bool
is_castling(const struct laws *laws, enum color side, uint64_t squares)
{
	const struct position *now = &laws->game->now;
	uint8_t man_king = piece_make(side, KING), man_rook = piece_make(side, ROOK);
	int king = position_king(now, side);

	if (sq_file(king) != 4 || image_at(&laws->image, king) != EMPTY)
		return false;
	for (int file = 0; file < 8; file += 7) {
		int rook = sq_make(file, sq_rank(king)), step = file == 0 ? -1 : 1;
		uint64_t theirs =
			sq_bit(king) | sq_bit(rook) | sq_bit(king + step) | sq_bit(king + 2 * step);

		if ((squares & ~theirs) == 0 && position_piece_at(now, rook) == man_rook &&
		    position_piece_at(now, king + step) == EMPTY &&
		    position_piece_at(now, king + 2 * step) == EMPTY &&
		    is_there_or_nobody(laws, rook, man_rook) &&
		    is_there_or_nobody(laws, king + step, man_rook) &&
		    is_there_or_nobody(laws, king + 2 * step, man_king))
			return true;
	}
	return false;
}

/* Does each of two squares read the man of the other? No ply does that, and no sensor: they were put up wrongly. With what
 * the game began is another matter (7.2.1). */
static bool
are_exchanged(const struct laws *laws, uint64_t squares)
{
	const struct position *now = &laws->game->now;

	uint64_t began_us = wrong_start_play_us(laws);

	for (int sq = 0; sq < 64; sq++)
		if (laws->changed_us[sq] <= began_us)
			squares &= ~sq_bit(sq);
	for (; squares != 0; squares &= squares - 1) {
		int one = __builtin_ctzll(squares);
		uint8_t man = position_piece_at(now, one), read = image_at(&laws->image, one);

		for (uint64_t others = squares & (squares - 1); others != 0; others &= others - 1) {
			int other = __builtin_ctzll(others);

			if (man != EMPTY && read != EMPTY && man != read &&
			    image_at(&laws->image, other) == man &&
			    position_piece_at(now, other) == read)
				return true;
		}
	}
	return false;
}

/* The same, where the first of the two looked like who took the other, and nobody has pressed for that: whom he took stands
 * where he came from. */
static bool
is_taken_man_back(const struct laws *laws, uint64_t squares)
{
	const struct game *game = laws->game;
	const struct game_ply *last = game->n_plies > 0 ? &game->plies[game->n_plies - 1] : NULL;
	struct position before;
	uint8_t taken;

	if (!last || last->completed_us != TIME_UNKNOWN || move_kind(last->move) != MOVE_NORMAL ||
	    !(squares & sq_bit(move_from(last->move))))
		return false;
	game_position(game, game->n_plies - 1, &before);
	taken = position_piece_at(&before, move_to(last->move));
	return taken != EMPTY && image_at(&laws->image, move_from(last->move)) == taken &&
	       image_at(&laws->image, move_to(last->move)) ==
	               position_piece_at(&game->now, move_to(last->move));
}

/* Squares of those that read no man. */
static uint64_t
emptied_of(const struct laws *laws, uint64_t squares)
{
	return squares & ~image_men(&laws->image);
}

/* Did other squares differ before? Where the men that stand there are not known, it may be the record that has not followed: its
 * men are others, and so is what hands do with them. */
static bool
has_gone_astray(const struct laws *laws, uint64_t squares)
{
	return (differing(laws) & ~laws->displaced.unsteady & ~squares) != 0;
}

/* Two men of one side lifted, no ply in which both are: that is no hand at work. */
static bool
is_accident(const struct laws *laws, uint64_t squares)
{
	uint64_t emptied = emptied_of(laws, squares);
	uint64_t arrived = squares & ~emptied;
	struct deed deed;

	if (laws->image.occupancy_only && has_gone_astray(laws, squares))
		return false;
	if (!laws->image.occupancy_only &&
	    (are_exchanged(laws, squares) || is_taken_man_back(laws, squares)))
		return true;
	if ((bits_count(emptied) < 2 && !(bits_count(arrived) >= 2 && emptied)) ||
	    is_one_man(laws, emptied, arrived) || is_castling(laws, WHITE, squares) ||
	    is_castling(laws, BLACK, squares))
		return false;
	deed_find(&laws->game->now, &laws->image, ~squares, &deed);
	return deed.kind == DEED_MANY;
}

/* Were men of *squares knocked over? Those of them stay in it. */
static bool
lie_about(const struct laws *laws, uint64_t *squares)
{
	return displaced_is_behind(laws) ? displaced_are_missing(laws, squares)
	                                 : is_accident(laws, *squares);
}

static void
settle(struct laws *laws)
{
	struct laws_displaced *displaced = &laws->displaced;

	if (!displaced->told || (differing(laws) & displaced->squares) != 0)
		return;
	log_expire_number(laws, displaced->number);
	displaced->over_us = laws->now_us;
	displaced->told = displaced->wrong_told = false;
}

static bool
was_told(const struct laws *laws, uint32_t ply)
{
	return laws->displaced.number > 0 && laws->displaced.n_plies + 1 == ply;
}

bool
displaced_fell(const struct laws *laws, uint32_t ply, int sq)
{
	return was_told(laws, ply) && (laws->displaced.squares & sq_bit(sq)) != 0;
}

uint64_t
displaced_until(const struct laws *laws, uint32_t ply)
{
	if (!was_told(laws, ply))
		return 0;
	return laws->displaced.over_us > 0 ? laws->displaced.over_us : UINT64_MAX;
}

bool
displaced_lies(const struct laws *laws, int sq)
{
	return laws->displaced.told && (laws->displaced.squares & sq_bit(sq)) != 0;
}

static void
note_clock(struct laws *laws)
{
	struct laws_displaced *displaced = &laws->displaced;

	if (laws->view.clock_running)
		displaced->stopped_us = 0;
	else if (displaced->ran)
		displaced->stopped_us = laws->now_us;
	displaced->ran = laws->view.clock_running;
}

void
displaced_look(struct laws *laws)
{
	struct laws_displaced *displaced = &laws->displaced;

	note_changes(laws);
	note_clock(laws);
	if (!is_watched(laws)) {
		memset(displaced->differs_us, 0, sizeof(displaced->differs_us));
		return;
	}
	note_squares(laws);
	settle(laws);
}

void
displaced_alert(const struct laws *laws, struct alert *alert, enum alert_id id, uint64_t squares)
{
	alert_init(alert, id, laws->rules, &laws->game->now);
	alert->ply = laws->game->n_plies + displaced_lacking(laws) + 1;
	alert->side = displaced_lacking(laws) > 0 ? color_other(laws->view.press_side)
	                                          : (enum color)laws->game->now.side;
	alert->t_us = laws->now_us;
	alert->since_us = laws->board_us;
	alert->squares = squares;
	alert->image = &laws->image;
	laws_fill_clocks(laws, laws->game->n_plies, alert);
}

/* Play went on over men that do not stand where they did. */
static bool
is_put_back_wrongly(const struct laws *laws)
{
	const struct laws_displaced *displaced = &laws->displaced;

	return displaced->told && !displaced->wrong_told &&
	       laws->game->n_plies > displaced->n_plies &&
	       bits_count(differing(laws) & displaced->squares) >= 2;
}

uint64_t
displaced_due(const struct laws *laws)
{
	const struct laws_displaced *displaced = &laws->displaced;

	if (!is_watched(laws) || differing(laws) == 0)
		return LAWS_NO_DEADLINE;
	if (displaced_is_playing(laws) && is_put_back_wrongly(laws))
		return displaced->calm_us + WRONG_US;
	if (displaced->told || displaced->judged_us == displaced->calm_us)
		return LAWS_NO_DEADLINE;
	return displaced->calm_us + STOOD_US;
}

/* The clock was stopped, and men are gone who stood there then: the game is over, or somebody moves them about. */
static bool
are_put_away(const struct laws *laws)
{
	uint64_t since = differing(laws) & ~laws->displaced.unsteady;

	for (int sq = 0; sq < 64; sq++)
		if (laws->displaced.differs_us[sq] > 0)
			since &= ~sq_bit(sq);
	return !laws->view.clock_running && since != 0;
}

/* Whose men lie about is no matter, but in whose time they fell (7.4.1): it may be his who has pressed since, with the hand that
 * made his ply. */
static void
name_displacer(const struct laws *laws, struct alert *alert)
{
	uint64_t fell_us = UINT64_MAX;

	for (int sq = 0; sq < 64; sq++)
		if ((alert->squares & sq_bit(sq)) && laws->displaced.differs_us[sq] > 0 &&
		    laws->displaced.differs_us[sq] < fell_us)
			fell_us = laws->displaced.differs_us[sq];
	if (laws->view.presses == 0 || alert->ply < 2 || alert->side == laws->view.press_side ||
	    laws->view.press_us <= laws->conduct.begun_us ||
	    fell_us <= laws->presses.before_us + PRESSES_OTHER_HAND_US ||
	    fell_us > laws->view.press_us + PRESSES_OTHER_HAND_US)
		return;
	alert->side = laws->view.press_side;
	alert->ply--;
}

void
displaced_act(struct laws *laws)
{
	struct laws_displaced *displaced = &laws->displaced;
	uint64_t squares = cluster(laws);
	struct alert alert;

	if (displaced_is_playing(laws) && is_put_back_wrongly(laws)) {
		displaced->wrong_told = true;
		displaced_alert(laws, &alert, ALERT_POSITION_NOT_RESTORED,
		                differing(laws) & displaced->squares);
		alert.choice[0] = 1; /* no illegal move was before it (7.6) */
		laws_raise(laws, &alert);
		return;
	}
	displaced->judged_us = displaced->calm_us;
	if (restore_waits(laws) || laws->turned.since_us != 0 || presses_is_set_up(laws) ||
	    beside_is_followed(laws) || are_put_away(laws) || !lie_about(laws, &squares))
		return;
	displaced->told = true;
	displaced->over_us = 0;
	displaced->squares = squares;
	displaced->n_plies = laws->game->n_plies + displaced_lacking(laws);
	displaced_alert(laws, &alert, ALERT_DISPLACED_PIECES, squares);
	name_displacer(laws, &alert);
	laws_raise(laws, &alert);
	displaced->number = alert.number;
}

/* Does the game seem over? Whose king is off the board may have resigned; but the clock runs, and play goes on. */
static bool
seems_over(const struct laws *laws)
{
	return log_is_open(laws, ALERT_RESULT_PENDING, laws->game->n_plies) &&
	       !laws->view.clock_running;
}

/* Is it nothing but one man, moved? Who was knocked over and stands on another square since was put up wrongly, by no move of
 * anybody's (7.4). */
static bool
is_moved(const struct laws *laws, const struct deed *deed)
{
	return deed_is_illegal(deed) && !displaced_lies(laws, deed->from);
}

/* An illegal move that nobody has pressed for is nobody's business yet (7.5.1, commentary), but out of turn
 * somebody waits for his own. */
void
displaced_unrecognised(struct laws *laws)
{
	struct alert alert;
	struct deed deed;
	bool moved;

	presses_deed(laws, &deed);
	moved = is_moved(laws, &deed);
	if (restore_waits(laws) || laws->turned.since_us != 0 || presses_is_set_up(laws) ||
	    beside_is_followed(laws) || seems_over(laws) || (moved && deed.kind != DEED_WRONG_SIDE))
		return;
	displaced_alert(laws, &alert, moved ? ALERT_MOVE_OUT_OF_TURN : ALERT_POSITION_UNRECOGNISED,
	                differing(laws));
	alert.t_us = laws->view.sync_since_us;
	laws->displaced.strayed |= alert.squares;
	if (moved)
		alert.side = deed_side(&deed);
	else
		alert.t_s = (int64_t)((alert.t_us - alert.since_us) / 1000000);
	laws_raise(laws, &alert);
}
