/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Presses, and what they complete (6.2.1, 7.5.1 to 7.5.3).
 *
 * A press waits until the record has found its ply, or until it is clear that there is none:
 *
 *     the record has a ply completed by it        what is left on the board is looked at once more
 *     an illegal deed of the presser's stands     illegal move, king captured, out of turn, not promoted
 *     nothing has changed, and he had the move    pressed without a move, unless it is put back at once
 *     his ply comes later                         pressed before the move
 *     anything else                               nothing is said
 *
 * An illegal deed that nobody has pressed for is no offence (7.5.1, commentary): a line in the log.
 */
#include <string.h>

#include "core/chess/attacks.h"
#include "core/chess/movegen.h"
#include "core/laws/clock_watch.h"
#include "core/laws/laws_state.h"

/* After a press the board has had its time to show the move (laws.md 4.2, lag_ms, and a tenth of a second for
 * who wakes up); the tracker has tried all it can; a press belongs to no ply any more (late_ms); nobody
 * waits for the hand in the air any longer. */
#define LAG_US   UINT64_C(1300000)
#define SURE_US  UINT64_C(2300000)
#define LATE_US  UINT64_C(5000000)
#define NEVER_US UINT64_C(20000000)
#define AGAIN_US UINT64_C(1000000)

/* A picture that has stood so long after the press is what the player left: two scans of a wired board, or what a
 * slower one needs. */
#define STOOD_US UINT64_C(600000)

/* A lever that swings back by itself does so at once; a hand needs longer. */
#define BOUNCE_US UINT64_C(700000)

/* Whoever starts the clock on the wrong side puts that right at once. */
#define RESUMED_US UINT64_C(10000000)

/* Presses that were forgotten are made up for on one side and then on the other (6.2.1, commentary; laws.md 4.2,
 * fix_press_s). */
#define MADE_UP_US UINT64_C(5000000)

/* So many plies at the end of the record may still be given a press. */
#define OPEN_PLIES 8

void
presses_begin(struct laws *laws)
{
	struct laws_presses *presses = &laws->presses;
	uint32_t heard = laws->view.presses;
	uint64_t runs_us = presses->runs_us;

	memset(presses, 0, sizeof(*presses));
	presses->heard = heard;
	presses->runs_us = runs_us;
	presses->told_from = SQ_NONE;
}

void
presses_deed(const struct laws *laws, struct deed *ret_deed)
{
	deed_find(&laws->game->now, &laws->image, laws->view.troubled, ret_deed);
}

/* A pawn on the last rank that the record has as a queen, or what none may become (3.7.5): she may have ended the game
 * there, but not on the board (7.5.2). */
static bool
is_unpromoted(const struct laws *laws)
{
	const struct game *game = laws->game;
	uint16_t move = game ? presses_last_move(game) : MOVE_NONE;
	enum color side;
	uint8_t man;

	if (move == MOVE_NONE || move_kind(move) != MOVE_PROMOTION)
		return false;
	side = game_ply_side(game, game->n_plies - 1);
	man = image_at(&laws->image, move_to(move));
	return man != EMPTY && !laws->image.occupancy_only &&
	       (piece_color(man) != side || piece_type(man) == PAWN || piece_type(man) == KING);
}

/* Does a press count? */
static bool
is_played_on(const struct laws *laws)
{
	return !laws->link_lost && (laws_game_on(laws) || is_unpromoted(laws));
}

static bool
is_in_step(const struct laws *laws)
{
	return image_shows(&laws->image, &laws->game->now, laws->view.troubled);
}

/* --- a press comes ---------------------------------------------------------------------------------------- */

static void
forget(struct laws_presses *presses, int index)
{
	presses->n_waiting--;
	for (int i = index; i < presses->n_waiting; i++)
		presses->waiting[i] = presses->waiting[i + 1];
}

static bool
is_bounce(const struct laws *laws, bool in_step)
{
	const struct laws_presses *presses = &laws->presses;
	const struct laws_press *newest;

	if (presses->n_waiting == 0)
		return false;
	newest = &presses->waiting[presses->n_waiting - 1];
	return in_step && newest->in_step && !newest->taken &&
	       newest->side != laws->view.press_side &&
	       laws->view.press_us - newest->t_us <= BOUNCE_US;
}

/* Nobody's fault: somebody puts the clock right that was started a moment ago, or presses are made up for. */
static bool
is_excusable(const struct laws *laws)
{
	const struct laws_presses *presses = &laws->presses;

	return presses->owed || (laws->game->n_plies == presses->ran_plies &&
	                         laws->now_us < presses->runs_us + RESUMED_US);
}

uint32_t
presses_find_ply(const struct game *game, uint64_t press_us)
{
	for (uint32_t i = game->n_plies; i > 0 && i + OPEN_PLIES > game->n_plies; i--)
		if (game->plies[i - 1].completed_us == press_us)
			return i - 1;
	return game->n_plies;
}

/* Do presses fit most plies of the record? */
static bool
are_most_pressed(const struct game *game)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < game->n_plies; i++)
		n += game->plies[i].completed_us != TIME_UNKNOWN;
	return 2 * n > game->n_plies;
}

/* A lever falls to either side in turn. Where it seems to fall to one side twice, the tracker has exchanged them meanwhile;
 * and where presses had fitted them before, it did so because the record lacks a ply, or has one too many. */
static void
note_sides(struct laws *laws)
{
	struct laws_presses *presses = &laws->presses;

	if (presses->bounced || presses->turn_us <= presses->runs_us ||
	    presses->turn_us <= laws->link_us || presses->turn_side != laws->view.press_side)
		return;
	presses->exchanged = !presses->exchanged && are_most_pressed(laws->game);
}

static void
hear(struct laws *laws)
{
	struct laws_presses *presses = &laws->presses;
	bool in_step = is_in_step(laws);

	if (is_bounce(laws, in_step)) {
		presses->n_waiting--;
		presses->bounced = true;
		return;
	}
	note_sides(laws);
	if (presses->n_waiting == PRESSES_WAITING_MAX)
		forget(presses, 0);
	for (int i = 0; i < presses->n_waiting; i++)
		if (presses->waiting[i].next_us == TIME_UNKNOWN &&
		    presses->waiting[i].side != laws->view.press_side)
			presses->waiting[i].next_us = laws->view.press_us;
	presses->waiting[presses->n_waiting++] = (struct laws_press){
		.t_us = laws->view.press_us,
		.due_us = laws->view.press_us + LAG_US,
		.next_us = TIME_UNKNOWN,
		.side = laws->view.press_side,
		.n_plies = laws->game->n_plies,
		.last_move = presses_last_move(laws->game),
		.in_step = in_step,
		.excusable = is_excusable(laws),
		.owed = presses->owed,
		.base = *presses_base(laws),
		.turn = presses->turn,
		.turn_us = presses->turn_us,
		.follows = presses->turn_us > presses->runs_us &&
		           presses->turn_side != laws->view.press_side,
		.bounced = presses->bounced,
		.exchanged = presses->exchanged,
	};
	evidence_note_turn(laws, &presses->waiting[presses->n_waiting - 1]);
	presses->bounced = false;
	presses->turn = laws->image;
	presses->turn_us = laws->view.press_us;
	presses->turn_side = laws->view.press_side;
}

static void
note_running(struct laws *laws)
{
	struct laws_presses *presses = &laws->presses;

	if (!laws->view.clock_running) {
		presses->runs_us = 0;
	} else if (presses->runs_us == 0) {
		presses->runs_us = laws->now_us;
		presses->turn = laws->image;
		presses->ran_plies = laws->game ? laws->game->n_plies : 0;
	}
}

void
presses_clock(struct laws *laws)
{
	note_running(laws);
	if (laws->view.presses == laws->presses.heard)
		return;
	laws->presses.heard = laws->view.presses;
	if (is_played_on(laws))
		hear(laws);
}

void
laws_owe_presses(struct laws *laws, bool owed)
{
	laws->presses.owed = owed;
}

/* --- what it was for -------------------------------------------------------------------------------------- */

/* Did sq come to read that when the press was young enough to be for it, and before the opponent pressed? What it
 * read afterwards may be a sensor's doing, or who puts it right. */
static bool
is_seen_in_time(const struct laws *laws, const struct laws_press *press, int sq, uint8_t piece)
{
	uint64_t until_us = press->t_us + presses_longest_us(laws);

	if (press->next_us < until_us)
		until_us = press->next_us;
	return laws->changed_us[sq] <= until_us ||
	       contacts_came(&laws->conduct.contacts, press->turn_us, until_us, sq, piece);
}

/* Did the man's owner press as soon as he stood there? Then he answered, and no scan has caught what. */
static bool
is_answer(const struct laws *laws, const struct laws_press *press, const struct deed *deed)
{
	return press->next_us > press->t_us &&
	       press->next_us < laws->changed_us[deed->to] + presses_seen_us(laws);
}

/* Done by who pressed, when he pressed: with his own man, or, when he had the move and moved none of his, with one of the
 * opponent's.
 * A player whose clock stands cannot press: where the clock says that it is the turn of the man's owner, it is
 * the record that is wrong. */
static bool
is_his(const struct laws *laws, const struct deed *deed, const struct image *image,
       const struct laws_press *press)
{
	enum color side = (enum color)press->base.side;

	return deed_is_illegal(deed) &&
	       (deed->kind == DEED_WRONG_SIDE
	                ? press->side == side && !is_answer(laws, press, deed) &&
	                          !evidence_has_moved(laws, press, image)
	                : deed_side(deed) == press->side) &&
	       is_seen_in_time(laws, press, deed->from, EMPTY) &&
	       is_seen_in_time(laws, press, deed->to, image_at(image, deed->to));
}

/* The last ply was put back where it came from: that may be agreed. */
static bool
is_taken_back(const struct laws *laws, const struct laws_press *press, const struct deed *deed)
{
	return deed->kind == DEED_WRONG_SIDE && laws->game->n_plies < press->n_plies &&
	       move_from(press->last_move) == deed->to && move_to(press->last_move) == deed->from;
}

/* Nobody's fault: the clock was just put right, or a press of the other side, for no ply either, makes this one of a
 * pair. */
static bool
is_excused(const struct laws_press *press)
{
	if (clock_is_put_back(press->t_us, press->next_us))
		return true;
	if (!press->owed)
		return press->excusable;
	return (press->follows && !press->turn_known &&
	        press->t_us - press->turn_us < MADE_UP_US) ||
	       (press->next_us != TIME_UNKNOWN && press->next_us - press->t_us < MADE_UP_US);
}

static bool
is_without_move(const struct laws *laws, const struct laws_press *press, const struct deed *deed)
{
	return deed->kind == DEED_NONE && !is_excused(press) &&
	       press->side == (enum color)laws->game->now.side &&
	       evidence_is_sure(laws, press, &laws->image, deed);
}

/* Whoever has no king any more has no moves. */
static bool
has_kings(const struct position *position)
{
	return position_king(position, WHITE) != SQ_NONE &&
	       position_king(position, BLACK) != SQ_NONE;
}

/* Behind an illegal move that has not been put right another may follow: a king in check is taken (1.4.2). */
static void
find_next_deed(const struct laws *laws, struct laws_press *press, struct deed *deed)
{
	const struct position *after = &laws->offences.after;
	struct deed next;

	if (deed->kind != DEED_MANY || !laws->restore.open || press->side == laws->restore.side ||
	    after->side != press->side || !has_kings(after))
		return;
	deed_find(after, &laws->image, laws->view.troubled, &next);
	if (!deed_is_illegal(&next))
		return;
	press->base = *after;
	press->behind_illegal = true;
	*deed = next;
}

/* Has the opponent pressed since, and the board changed? What it shows now may be his doing. */
static bool
is_played_on_since(const struct laws *laws, const struct laws_press *press)
{
	return laws->board_us > press->next_us;
}

/* A king who was left in check, or put into it, is taken (1.4.2) before that was put right. The record, which knows no
 * position without a king, may have found plies that it takes for both; that a king is gone is no sensor's doing where one
 * man was carried to him. */
static bool
find_king_taken(const struct laws *laws, struct laws_press *press, struct deed *deed)
{
	const struct laws_offences *told = &laws->offences;

	if (told->since_us == 0 || press->turn_us != told->since_us ||
	    told->after.side != press->side || !has_kings(&told->after) ||
	    is_played_on_since(laws, press))
		return false;
	deed_find(&told->after, &laws->image, 0, deed);
	if (deed->kind != DEED_KING_TAKEN || deed_side(deed) != press->side)
		return false;
	press->base = told->after;
	press->n_plies = told->index;
	press->behind_illegal = true;
	return is_seen_in_time(laws, press, deed->from, EMPTY) &&
	       is_seen_in_time(laws, press, deed->to, image_at(&laws->image, deed->to));
}

/* The record has something else since: a ply of his, or none. */
static bool
is_recorded(const struct laws *laws, const struct laws_press *press)
{
	return laws->game->n_plies != press->n_plies ||
	       presses_last_move(laws->game) != press->last_move;
}

/* The opponent's ply, which was pressed before this, came into the record after it: his turn began with it. */
static void
take_late_reply(const struct laws *laws, struct laws_press *press)
{
	const struct game *game = laws->game;
	const struct game_ply *last = &game->plies[press->n_plies];

	if (game->n_plies != press->n_plies + 1 || last->completed_us == TIME_UNKNOWN ||
	    last->completed_us >= press->t_us || game_ply_side(game, press->n_plies) == press->side)
		return;
	press->base = game->now;
	press->n_plies = game->n_plies;
	press->last_move = last->move;
}

/* The record has found a ply for it that is no more than a guess: what is seen may say otherwise. */
static bool
is_guess(const struct laws *laws, const struct laws_press *press, uint32_t index)
{
	const struct game *game = laws->game;

	if (index >= game->n_plies || index < press->n_plies)
		return false;
	return (game->plies[index].doubtful && game->plies[index].doubtful != PLY_DOUBT_PASSING) ||
	       evidence_is_rewritten(laws, press, index);
}

/* The ply of the record for which he pressed: it was given the press, or it is his last one, made in this turn, and what else
 * was done keeps the record from giving it. n_plies: there is none, or only a guess. */
static uint32_t
ply_pressed_for(const struct laws *laws, const struct laws_press *press)
{
	const struct game *game = laws->game;
	uint32_t index = presses_find_ply(game, press->t_us), n = game->n_plies;
	const struct game_ply *last = n > 0 ? &game->plies[n - 1] : NULL;

	if (index < n)
		return is_guess(laws, press, index) ? n : index;
	return !press->taken && last && n == press->n_plies &&
	                       game_ply_side(game, n - 1) == press->side &&
	                       last->completed_us == TIME_UNKNOWN &&
	                       last->made_us != TIME_UNKNOWN && last->made_us > press->turn_us
	               ? n - 1
	               : n;
}

/* Was more done than that ply by what *image shows, and all of it in time? */
static bool
is_more(const struct laws *laws, const struct laws_press *press, const struct image *image,
        struct laws_press *ret_press, struct deed *ret_deed)
{
	return evidence_of_more(laws, press, ply_pressed_for(laws, press), image, ret_press,
	                        ret_deed) &&
	       is_seen_in_time(laws, press, ret_deed->from, EMPTY) &&
	       is_seen_in_time(laws, press, ret_deed->to, image_at(image, ret_deed->to));
}

/* By what the board shows, or has shown since. */
static bool
find_more(const struct laws *laws, const struct laws_press *press, struct laws_press *ret_press,
          struct deed *ret_deed)
{
	return (!is_played_on_since(laws, press) &&
	        is_more(laws, press, &laws->image, ret_press, ret_deed)) ||
	       (press->deed.kind != DEED_NONE &&
	        is_more(laws, press, &press->seen, ret_press, ret_deed));
}

/* Is he who was seen where he may not go read nowhere now, and may he have gone to a square beside that, which reads no man?
 * Then he may stand there, and was seen beside it for a while; or he is in a hand, and will be seen again. */
static bool
may_stand_beside(const struct laws *laws, const struct laws_press *press)
{
	const struct deed *deed = &press->deed;
	uint64_t men = laws->image.by_color[WHITE] | laws->image.by_color[BLACK];
	struct move_list legal;

	if (men & (sq_bit(deed->from) | sq_bit(deed->to)))
		return false;
	movegen_legal(&press->base, &legal);
	for (int i = 0; i < legal.count; i++)
		if (move_from(legal.moves[i]) == deed->from &&
		    (sq_bit(move_target(legal.moves[i])) & attacks_king[deed->to] & ~men))
			return true;
	return false;
}

/* Returns whether the press is done with. */
static bool
judge(struct laws *laws, struct laws_press *press)
{
	const struct game *game = laws->game;
	uint64_t age_us = laws->now_us - press->t_us;
	uint32_t index = presses_find_ply(game, press->t_us);
	const struct image *image = &laws->image;
	struct laws_press more;
	struct deed deed;
	bool his;

	press->taken = press->taken || index < game->n_plies;
	if (age_us < LAG_US)
		return false;
	if (!press->looked)
		unlawful_pressed(laws, press->side);
	press->looked = true;
	more = *press;
	if (find_king_taken(laws, &more, &deed)) {
		presses_tell_deed(laws, &more, &deed);
		return true;
	}
	if (find_more(laws, press, &more, &deed)) {
		if (age_us >= SURE_US)
			presses_tell_deed(laws, &more, &deed);
		return age_us >= SURE_US;
	}
	if (press->taken && !is_guess(laws, press, index)) {
		presses_tell_leftover(laws, press, index);
		return true;
	}
	if (!press->taken)
		take_late_reply(laws, press);
	evidence_note_turn(laws, press);
	evidence_deed(laws, press, image, &deed);
	find_next_deed(laws, press, &deed);
	his = !is_played_on_since(laws, press) && is_his(laws, &deed, image, press);
	/* What was seen before counts where the record has no ply for it: who was in a hand then may be back. */
	if (!his && !press->taken && press->deed.kind != DEED_NONE &&
	    may_stand_beside(laws, press)) {
		if (age_us < LATE_US)
			return false;
	} else if (!his && !press->taken && press->deed.kind != DEED_NONE) {
		deed = press->deed;
		image = &press->seen;
		his = true;
	}
	if (is_recorded(laws, press) &&
	    !(his && evidence_against_record(laws, press, image, &deed))) {
		presses_tell_recorded(laws, press, index);
		return true;
	}
	if (his) {
		if (laws->view.sync != TRACKER_ASTRAY && age_us < SURE_US)
			return false;
		if (is_taken_back(laws, press, &deed))
			presses_tell_taken_back(laws, press, &deed);
		else if (evidence_is_sure(laws, press, image, &deed))
			presses_tell_deed(laws, press, &deed);
		return true;
	}
	if (age_us < LATE_US)
		return false;
	if (is_without_move(laws, press, &deed)) {
		presses_tell_no_move(laws, press);
		return true;
	}
	return deed.kind != DEED_HAND || age_us >= NEVER_US;
}

/* What has stood for a while since the press is remembered: the arbiter, or the player himself, may put it
 * right before it has been judged. */
void
presses_change(struct laws *laws)
{
	struct laws_presses *presses = &laws->presses;

	for (int i = 0; laws->game && i < presses->n_waiting; i++) {
		struct laws_press *press = &presses->waiting[i];
		uint64_t since_us = laws->board_us > press->t_us ? laws->board_us : press->t_us;
		uint64_t stood_us =
			presses_seen_us(laws) > STOOD_US ? presses_seen_us(laws) : STOOD_US;
		struct laws_press more;
		struct deed deed;

		if (is_played_on_since(laws, press) || laws->now_us < since_us + stood_us)
			continue;
		if (!is_more(laws, press, &laws->image, &more, &deed)) {
			if (press->taken &&
			    !is_guess(laws, press, presses_find_ply(laws->game, press->t_us)))
				continue;
			evidence_deed(laws, press, &laws->image, &deed);
			if (!is_his(laws, &deed, &laws->image, press))
				continue;
		}
		press->deed = deed;
		press->seen = laws->image;
	}
}

void
presses_look(struct laws *laws)
{
	struct laws_presses *presses = &laws->presses;

	innocent_note(laws);
	if (!is_played_on(laws)) {
		presses->n_waiting = 0;
		return;
	}
	presses_note_base(laws);
	for (int i = 0; i < presses->n_waiting;) {
		if (judge(laws, &presses->waiting[i]))
			forget(presses, i);
		else
			i++;
	}
}

uint64_t
presses_due(const struct laws *laws)
{
	const struct laws_presses *presses = &laws->presses;
	uint64_t due_us = LAWS_NO_DEADLINE;

	for (int i = 0; i < presses->n_waiting; i++)
		if (presses->waiting[i].due_us < due_us)
			due_us = presses->waiting[i].due_us;
	return due_us;
}

static uint64_t
next_due(const struct laws_press *press, uint64_t now_us)
{
	uint64_t age_us = now_us - press->t_us;

	if (age_us < LAG_US)
		return press->t_us + LAG_US;
	if (age_us < SURE_US)
		return press->t_us + SURE_US;
	return age_us < LATE_US ? press->t_us + LATE_US : now_us + AGAIN_US;
}

void
presses_act(struct laws *laws)
{
	struct laws_presses *presses = &laws->presses;

	for (int i = 0; i < presses->n_waiting; i++)
		if (presses->waiting[i].due_us <= laws->now_us)
			presses->waiting[i].due_us = next_due(&presses->waiting[i], laws->now_us);
	presses_look(laws);
}

/* --- before any press ------------------------------------------------------------------------------------- */

static bool
is_pressed_for(const struct laws *laws, const struct deed *deed)
{
	for (int i = 0; i < laws->presses.n_waiting; i++)
		if (is_his(laws, deed, &laws->image, &laws->presses.waiting[i]))
			return true;
	return laws->restore.open;
}

/* A king in the centre may tell the result, the other one to follow (8.7). */
static bool
is_result(const struct deed *deed)
{
	int file = sq_file(deed->to), rank = sq_rank(deed->to);

	return piece_type(deed->piece) == KING && (file == 3 || file == 4) &&
	       (rank == 3 || rank == 4);
}

void
presses_astray(struct laws *laws)
{
	struct laws_presses *presses = &laws->presses;
	struct alert alert;
	struct deed deed;

	if (!laws_game_on(laws) || !laws->game)
		return;
	presses_deed(laws, &deed);
	if (!deed_is_illegal(&deed) || deed.begun || is_result(&deed) ||
	    is_pressed_for(laws, &deed) ||
	    (presses->told_from == deed.from && presses->told_to == deed.to &&
	     presses->told_ply == laws->game->n_plies))
		return;
	presses->told_from = deed.from;
	presses->told_to = deed.to;
	presses->told_ply = laws->game->n_plies;
	alert_init(&alert, ALERT_ILLEGAL_MOVE_ON_BOARD, laws->rules, &laws->game->now);
	alert.ply = laws->game->n_plies + 1;
	alert.side = deed_side(&deed);
	alert.t_us = laws->now_us;
	alert.since_us = laws->board_us;
	alert.squares = sq_bit(deed.from) | sq_bit(deed.to);
	alert.image = &laws->image;
	laws_raise(laws, &alert);
}
