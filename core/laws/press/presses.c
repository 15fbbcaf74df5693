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
#include "core/laws/clock/clock_watch.h"
#include "core/laws/laws_state.h"

/* After a press the tracker has tried all it can; nobody waits for the hand in the air any longer. */
#define SURE_US  UINT64_C(2300000)
#define NEVER_US UINT64_C(20000000)
#define AGAIN_US UINT64_C(1000000)

void
presses_begin(struct laws *laws)
{
	struct laws_presses *presses = &laws->presses;
	uint32_t heard = laws->view.presses;
	uint64_t runs_us = presses->runs_us;
	struct laws_started started = presses->started;

	memset(presses, 0, sizeof(*presses));
	presses->heard = heard;
	presses->runs_us = runs_us;
	presses->started = started;
	presses->started.n_plies = 0;
	presses->started.right = false;
	presses->told_from = SQ_NONE;
}

/* The last ply was put back where it came from: that may be agreed, whether or not the record has given it up. */
static bool
is_taken_back(const struct laws_press *press, const struct deed *deed)
{
	return deed->kind == DEED_WRONG_SIDE && press->last_move != MOVE_NONE &&
	       move_from(press->last_move) == deed->to && move_to(press->last_move) == deed->from;
}

/* Nobody's fault: the clock was just put right, or a press of the other side, for no ply either, makes this one of a
 * pair. Presses that were forgotten are made up for on one side and then on the other (6.2.1, commentary). */
static bool
is_excused(const struct laws_press *press)
{
	if (clock_is_put_back(press->t_us, press->next_us))
		return true;
	if (!press->owed)
		return press->excusable;
	return (press->follows && !press->turn_known &&
	        press->t_us - press->turn_us < CLOCK_FIX_PRESS_US) ||
	       (press->next_us != TIME_UNKNOWN &&
	        press->next_us - press->t_us < CLOCK_FIX_PRESS_US);
}

/* Has the opponent just completed an illegal move, told or not, which was there yet when this was pressed? Who presses then gives
 * the turn back to him who has to put that right (7.5.1): he means no move of his own. */
static bool
is_pressed_back(const struct laws *laws, const struct laws_press *press)
{
	const struct laws_offences *told = &laws->offences;
	struct deed deed;

	if (told->since_us != 0 && press->turn_us == told->since_us && press->side != told->side)
		return true;
	deed_find(&press->base, &press->turn, laws->view.troubled, &deed);
	return !press->in_step && deed_is_illegal(&deed) && deed_side(&deed) != press->side;
}

static bool
is_without_move(const struct laws *laws, const struct laws_press *press, const struct deed *deed)
{
	return deed->kind == DEED_NONE && !is_excused(press) && !is_pressed_back(laws, press) &&
	       press->side == (enum color)laws->game->now.side &&
	       evidence_is_sure(laws, press, &laws->image, deed);
}

/* The record has something else since: a ply of his, or none. */
static bool
is_recorded(const struct laws *laws, const struct laws_press *press)
{
	return laws->game->n_plies != press->n_plies ||
	       presses_last_move(laws->game) != press->last_move;
}

/* May he who was seen where he may not go have gone to a square beside that, which reads no other man? */
static bool
may_go_beside(const struct laws *laws, const struct laws_press *press, const struct deed *deed)
{
	const struct image *image = &laws->image;
	uint64_t his =
		image->by_type[piece_type(deed->piece)] & image->by_color[piece_color(deed->piece)];
	uint64_t others = image_men(image) & ~his;

	return (movegen_targets(&press->base, deed->from) & attacks_king[deed->to] & ~others) != 0;
}

/* And is he read nowhere now? Then he may stand there, and was seen beside it for a while; or he is in a hand, and will be seen
 * again. */
static bool
may_stand_beside(const struct laws *laws, const struct laws_press *press)
{
	uint64_t men = image_men(&laws->image);

	return !(men & (sq_bit(press->deed.from) | sq_bit(press->deed.to))) &&
	       may_go_beside(laws, press, &press->deed);
}

/* What the presser has done, and the picture that shows it. */
struct sight {
	struct deed deed;
	const struct image *image;
	bool his; /* it is illegal, and nobody else's */
};

/* What was seen before counts where the record has no ply for it, or no more than a guess and the men stand there still: who
 * was in a hand then may be back. Returns whether it is clear by now which it is. */
static bool
see(const struct laws *laws, struct laws_press *press, struct sight *ret_sight)
{
	struct sight now = { .image = &laws->image };

	presses_take_early(laws, press);
	evidence_deed(laws, press, now.image, &now.deed);
	presses_next_deed(laws, press, &now.deed);
	now.his = !presses_played_on_since(laws, press) &&
	          presses_is_his(laws, &now.deed, now.image, press);
	*ret_sight = now;
	/* What stood there before the reply was begun tells better of the same deed. */
	if (now.his && now.deed.kind == DEED_CASTLING && press->deed.kind == DEED_CASTLING &&
	    press->deed.from == now.deed.from && press->deed.to == now.deed.to)
		*ret_sight = (struct sight){ press->deed, &press->seen, true };
	if (now.his || !presses_was_deed_seen(press) ||
	    (press->taken && !presses_refutes_guess(laws, press)))
		return true;
	if (may_stand_beside(laws, press))
		return laws->now_us - press->shown_us >= PRESSES_LATE_US;
	*ret_sight = (struct sight){ press->deed, &press->seen, true };
	return true;
}

/* Who stands on his last rank as a pawn was not promoted (7.5.2), though nobody saw whom he took there. */
static struct deed
named(const struct laws *laws, const struct laws_press *press, const struct sight *sight)
{
	struct deed deed = sight->deed;

	if (deed.kind == DEED_ILLEGAL && piece_type(deed.piece) == PAWN &&
	    sq_is_last_rank(deed.to, press->side) &&
	    image_at(sight->image, deed.to) == deed.piece &&
	    innocent_took_unseen(laws, press, sight->image, &deed))
		deed.kind = DEED_UNPROMOTED;
	return deed;
}

/* A king went where castling takes him: the rook may follow (4.7.2). */
static bool
may_be_castling(const struct deed *deed)
{
	return deed->kind == DEED_ILLEGAL && deed->begun && piece_type(deed->piece) == KING;
}

/* Like judge(), of what he has done. */
static bool
judge_deed(struct laws *laws, const struct laws_press *press, const struct sight *sight)
{
	uint64_t age_us = laws->now_us - press->shown_us;
	struct deed deed = named(laws, press, sight);
	bool taken_back;

	/* Who stands between two squares is pushed on the right one (innocent_slid.c), and whose ply was answered before a scan came by
	 * presses for his next one (innocent_read.c): a moment is left for that. */
	if ((age_us < SURE_US &&
	     (laws->view.sync != TRACKER_ASTRAY || may_go_beside(laws, press, &deed) ||
	      innocent_may_come_since(laws, press, sight->image, &deed))) ||
	    (may_be_castling(&deed) && age_us < PRESSES_LATE_US))
		return false;
	taken_back = is_taken_back(press, &deed);
	if (taken_back && laws->game->n_plies < press->n_plies)
		presses_tell_look(laws, press, &deed);
	else if (!evidence_is_sure(laws, press, sight->image, &deed))
		return true;
	else if (taken_back)
		presses_tell_look(laws, press, &deed);
	else
		presses_tell_deed(laws, press, &deed);
	return true;
}

/* Has he moved none of his own, and may have carried on the man of the opponent's last ply, who stands now where the record has him?
 * In breach of the Laws it is, that or no move (7.5.3). */
static bool
is_carried_on(const struct laws *laws, const struct laws_press *press, const struct deed *deed,
              struct deed *ret_deed)
{
	return deed->kind == DEED_NONE && !is_excused(press) &&
	       press->side == (enum color)laws->game->now.side &&
	       evidence_may_have_carried(laws, press, ret_deed) &&
	       evidence_of_no_move(laws, press, &laws->image, ret_deed->squares);
}

/* Of what is no deed of his. */
static bool
judge_without_deed(struct laws *laws, const struct laws_press *press, const struct deed *deed)
{
	uint64_t age_us = laws->now_us - press->shown_us;
	struct deed carried;

	if (age_us < PRESSES_LATE_US)
		return false;
	if (is_carried_on(laws, press, deed, &carried)) {
		presses_tell_look(laws, press, &carried);
		return true;
	}
	if (is_without_move(laws, press, deed)) {
		presses_tell_no_move(laws, press);
		return true;
	}
	return deed->kind != DEED_HAND || age_us >= NEVER_US;
}

/* Is the deed to be believed, and not the record? The board may show the opponent's hand by now, who answers: then the picture
 * that was kept when it came tells what there was of the presser's. */
static bool
speaks_against_record(const struct laws *laws, const struct laws_press *press,
                      const struct sight *sight)
{
	if (!sight->his)
		return false;
	if (press->deed.kind == sight->deed.kind && press->deed.from == sight->deed.from &&
	    press->deed.to == sight->deed.to &&
	    evidence_against_record(laws, press, &press->seen, &press->deed))
		return true;
	return evidence_against_record(laws, press, sight->image, &sight->deed);
}

/* What he did by then, if his turn began with something else than the record has. */
struct other_turn {
	struct laws_press press;
	struct deed deed;
	bool open; /* or one of the two players did: somebody should look */
};

static bool
find_other_turn(const struct laws *laws, const struct laws_press *press, const struct sight *sight,
                struct other_turn *ret_other)
{
	if (sight->his && evidence_is_sure(laws, press, sight->image, &sight->deed))
		return false;
	ret_other->open = evidence_was_brought(laws, press, &ret_other->press, &ret_other->deed);
	return ret_other->open ||
	       (!sight->his && !presses_played_on_since(laws, press) &&
	        evidence_of_turn(laws, press, &laws->image, &ret_other->press, &ret_other->deed));
}

/* Like judge(). */
static bool
judge_other_turn(struct laws *laws, const struct laws_press *press, const struct other_turn *other)
{
	if (laws->now_us < press->shown_us + SURE_US)
		return false;
	if (other->open)
		presses_tell_look(laws, &other->press, &other->deed);
	else
		presses_tell_deed(laws, &other->press, &other->deed);
	return true;
}

/* Where the record has no ply for it that is more than a guess. */
static bool
judge_turn(struct laws *laws, struct laws_press *press)
{
	struct other_turn other;
	struct sight sight;

	presses_take_record(laws, press);
	evidence_note_turn(laws, press);
	if (!see(laws, press, &sight))
		return false;
	press->answered = press->answered || presses_is_answered(laws, press, &sight.deed);
	if (find_other_turn(laws, press, &sight, &other))
		return judge_other_turn(laws, press, &other);
	if (is_recorded(laws, press) && !speaks_against_record(laws, press, &sight)) {
		if (press->guessed != MOVE_NONE && laws->now_us < press->shown_us + SURE_US)
			return false; /* time may tell that nobody answers what he is said to have played */
		presses_tell_recorded(laws, press, presses_find_ply(laws->game, press->t_us));
		return true;
	}
	return sight.his ? judge_deed(laws, press, &sight)
	                 : judge_without_deed(laws, press, &sight.deed);
}

/* Returns whether the press is done with. */
static bool
judge(struct laws *laws, struct laws_press *press)
{
	uint64_t age_us = laws->now_us - press->shown_us;
	uint32_t index = presses_find_ply(laws->game, press->t_us);
	struct laws_press more;
	struct deed deed;

	press->taken = (press->taken && !presses_is_given_back(laws, press, index)) ||
	               index < laws->game->n_plies;
	if (presses_is_guess(laws, press, index))
		press->guessed = laws->game->plies[index].move;
	if (age_us < PRESSES_LAG_US)
		return false;
	if (!press->looked)
		unlawful_pressed(laws, press);
	press->looked = true;
	more = *press;
	if (presses_king_taken(laws, &more, &deed)) {
		presses_tell_deed(laws, &more, &deed);
		return true;
	}
	if (presses_find_more(laws, press, &more, &deed)) {
		bool is_time = age_us >= (may_be_castling(&deed) ? PRESSES_LATE_US : SURE_US);

		if (is_time)
			presses_tell_deed(laws, &more, &deed);
		return is_time;
	}
	if (presses_is_man_left(laws, press, press->taken ? index : press->n_plies)) {
		if (age_us >= PRESSES_LATE_US)
			presses_tell_leftover(laws, press, press->taken ? index : press->n_plies);
		return age_us >= PRESSES_LATE_US;
	}
	if (age_us < NEVER_US && promoted_awaits_piece(laws, press))
		return false;
	if (press->taken && !presses_is_guess(laws, press, index)) {
		presses_tell_taken(laws, press, index);
		return true;
	}
	return judge_turn(laws, press);
}

void
presses_look(struct laws *laws)
{
	struct laws_presses *presses = &laws->presses;

	innocent_note(laws);
	if (laws->link_lost)
		return;
	if (!presses_count(laws)) {
		presses->n_waiting = 0;
		return;
	}
	presses_note_base(laws);
	for (int i = 0; i < presses->n_waiting;) {
		if (!presses_waits_for_board(laws, &presses->waiting[i]) &&
		    judge(laws, &presses->waiting[i]))
			presses_forget(presses, i);
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
	uint64_t age_us = now_us - press->shown_us;

	if (age_us < PRESSES_LAG_US)
		return press->shown_us + PRESSES_LAG_US;
	if (age_us < SURE_US)
		return press->shown_us + SURE_US;
	return age_us < PRESSES_LATE_US ? press->shown_us + PRESSES_LATE_US : now_us + AGAIN_US;
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
