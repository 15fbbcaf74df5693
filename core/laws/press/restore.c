/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * After an illegal move (7.5.1): the position before it is put back, and what is played instead is held to what
 * the touched men must do (4.3, 4.7).
 *
 *     told --> the position is seen again --> a ply from it: by the touched man?
 *          \-> the clock runs again, and the board shows something else: not restored
 *          \-> the opponent has moved: it stands (A.4.2), or is found later (7.5.1): while the clock stands,
 *              the position before it is seen again
 */
#include <string.h>

#include "core/chess/movegen.h"
#include "core/laws/conduct/obligation.h"
#include "core/laws/laws_state.h"

/* The clock runs for so long, and nobody is still putting men up. */
#define RESUMED_US UINT64_C(3000000)

/* Play has gone on behind it, or another one was told: it may be put right yet, however far back. */
static void
keep_earlier(struct laws *laws)
{
	struct laws_restore *earlier = laws->earlier;

	memmove(&earlier[1], &earlier[0], (RESTORES_KEPT - 1) * sizeof(earlier[0]));
	earlier[0] = laws->restore;
}

/* The last report, of those that may tell of what was done by until_us, that a man left sq; NULL: there is none. */
static const struct contact *
last_lift(const struct contacts *contacts, int sq, uint64_t until_us)
{
	for (size_t n = contacts_after(contacts, until_us), first = contacts_after(contacts, 0);
	     n > first; n--) {
		const struct contact *contact = contacts_at(contacts, n - 1);

		if (contact->sq == sq && contact_is_lift(contact))
			return contact;
	}
	return NULL;
}

/* Was whom he took taken off before the man who takes was lifted? Where that is not clear, his own was touched first (4.3.3). */
static bool
is_victim_first(const struct laws *laws, const struct deed *deed, uint64_t pressed_us)
{
	const struct contacts *contacts = &laws->conduct.contacts;
	uint64_t until_us = pressed_us + presses_longest_us(laws);
	const struct contact *victim, *own;

	if (!deed_is_illegal(deed))
		return false;
	victim = last_lift(contacts, deed->to, until_us);
	own = last_lift(contacts, deed->from, until_us);
	return victim && own && contacts_is_later(contacts, victim, own);
}

/* Two men were moved before one press: the first of them may be put back as well. */
static void
note_turn(const struct laws *laws, struct laws_restore *restore)
{
	const struct game *game = laws->game;
	uint32_t own = restore->ply - 2;

	restore->is_second = restore->ply >= 2 && own < game->n_plies &&
	                     game_ply_side(game, own) == restore->side;
	if (restore->is_second)
		game_position(game, own, &restore->turn);
}

void
restore_open(struct laws *laws, const struct alert *alert, const struct deed *deed)
{
	struct laws_restore *restore = &laws->restore;

	if (restore->open && restore->ply != alert->ply)
		keep_earlier(laws);
	restore->open = true;
	restore->told = false;
	restore->back_us = 0;
	restore->number = alert->number;
	restore->ply = alert->ply;
	restore->side = alert->side;
	restore->deed = *deed;
	restore->victim_first = is_victim_first(laws, deed, alert->since_us);
	restore->before = *alert->before;
	note_turn(laws, restore);
	restore->since_us = alert->since_us;
	for (int side = WHITE; side <= BLACK; side++)
		restore->clock_before_s[side] = alert->clock_before_s[side];
	restore->stopped_us = laws->view.clock_running ? 0 : laws->now_us;
	restore->resumed_us = 0;
}

void
restore_begin(struct laws *laws)
{
	laws->restore.open = false;
	memset(laws->earlier, 0, sizeof(laws->earlier));
}

void
restore_close(struct laws *laws, uint32_t number)
{
	if (laws->restore.number == number)
		laws->restore.open = false;
	for (int i = 0; i < RESTORES_KEPT; i++)
		if (laws->earlier[i].number == number)
			laws->earlier[i].open = false;
}

bool
restore_is_replaced(const struct laws *laws, const struct offence *offence)
{
	const struct laws_restore *restore = &laws->restore;

	return restore->open && restore->side == offence->side &&
	       restore->ply == offence->ply + 1 && restore->back_us != 0 &&
	       restore->back_us <= offence->since_us;
}

bool
restore_waits(const struct laws *laws)
{
	return laws->restore.open && laws->restore.back_us == 0;
}

bool
laws_is_put_back(const struct laws *laws)
{
	return laws->restore.open;
}

bool
laws_is_unsettled(const struct laws *laws)
{
	const struct game *game = laws->game;

	for (uint32_t i = 0; game && i < game->n_breaks; i++)
		if (game->breaks[i].why == BREAK_ILLEGAL)
			return true;
	for (int i = 0; i < RESTORES_KEPT; i++)
		if (laws->earlier[i].open)
			return true;
	return laws->restore.open;
}

/* A wrong claim puts nothing back; the opponent is given his time for it (9.5.3), often before anybody has told the program. */
static bool
is_claim_paid(const struct laws *laws, enum color *ret_side, int32_t ret_before_s[2],
              int32_t *ret_penalty_s)
{
	*ret_side = laws->claim.side;
	ret_before_s[WHITE] = ret_before_s[BLACK] = CLOCK_UNKNOWN;
	*ret_penalty_s = laws->rules->value[RULE_CLAIM_PENALTY];
	return laws->claim.number != 0;
}

bool
laws_put_back_clocks(const struct laws *laws, enum color *ret_side, int32_t ret_before_s[2],
                     int32_t *ret_penalty_s)
{
	if (!laws->restore.open)
		return is_claim_paid(laws, ret_side, ret_before_s, ret_penalty_s);
	*ret_side = laws->restore.side;
	for (int side = WHITE; side <= BLACK; side++)
		ret_before_s[side] = laws->restore.clock_before_s[side];
	*ret_penalty_s = laws->rules->value[RULE_ILLEGAL_PENALTY];
	return true;
}

/* --- what must be moved instead ---------------------------------------------------------------------------- */

/* The men of the deed, in the order in which they were touched. */
static void
list_touched(const struct laws_restore *restore, struct touched *ret_touched)
{
	const struct deed *deed = &restore->deed;
	bool takes = deed_side(deed) == restore->side && deed->captured != EMPTY &&
	             piece_color(deed->captured) != restore->side;

	*ret_touched = (struct touched){ .n = 0 };
	if (!deed_is_illegal(deed))
		return;
	if (takes && restore->victim_first)
		ret_touched->sq[ret_touched->n++] = deed->to;
	ret_touched->sq[ret_touched->n++] = deed->from;
	if (takes && !restore->victim_first)
		ret_touched->sq[ret_touched->n++] = deed->to;
}

static void
begin_alert(const struct laws *laws, struct alert *alert, enum alert_id id)
{
	alert_init(alert, id, laws->rules, &laws->restore.before);
	alert->ply = laws->restore.ply;
	alert->side = laws->restore.side;
	alert->t_us = laws->now_us;
}

static void
judge_replacement(struct laws *laws, uint16_t move)
{
	const struct laws_restore *restore = &laws->restore;
	struct touched touched;
	struct move_list moves;
	struct alert alert;

	list_touched(restore, &touched);
	obligation(&restore->before, &touched, &moves);
	if (!movegen_is_legal(&restore->before, move) || obligation_allows(&moves, move))
		return;
	begin_alert(laws, &alert, ALERT_REPLACEMENT_MOVE_BREACH);
	alert_list_moves(&alert, &moves);
	laws_raise(laws, &alert);
}

/* --- how it goes on ---------------------------------------------------------------------------------------- */

static bool
keeps_ply(const struct laws_restore *restore)
{
	return restore->deed.kind == DEED_UNPROMOTED || restore->deed.kind == DEED_VICTIM_LEFT;
}

/* The opponent's reply is in the record, and by it the illegal move (A.4.2). */
static bool
stands(const struct laws *laws)
{
	const struct game *game = laws->game;
	const struct game_break *last = game_last_break(game, game->n_plies);

	return last && last->why == BREAK_ILLEGAL && last->ply + 1 >= laws->restore.ply;
}

/* Has the record made a ply of what was told, and nothing stands behind it? It is not what is played instead. */
static bool
is_still_there(const struct laws *laws, uint32_t index)
{
	const struct laws_restore *restore = &laws->restore;
	const struct game *game = laws->game;

	return !keeps_ply(restore) && game->n_plies == index + 1 &&
	       game->plies[index].made_us <= restore->since_us + presses_longest_us(laws);
}

/* What was done at this ply has been put right: what comes now counts anew. */
static void
note_put_right(struct laws *laws)
{
	laws->offences.put_right++;
}

/* Play goes on from where a person has it go on: that is put right, and nobody owes another move for it unless it is from the same
 * position. */
void
restore_corrected(struct laws *laws)
{
	struct laws_restore *restore = &laws->restore;

	note_put_right(laws);
	if (restore->open && !position_same(&restore->before, &laws->game->now))
		restore->open = false;
}

/* Has what was only begun been finished, so that the record's ply of it stands there? */
static bool
is_finished(const struct laws *laws, const struct laws_restore *restore)
{
	return restore->deed.begun && laws->game->n_plies >= restore->ply &&
	       image_shows(&laws->image, &laws->game->now, laws->view.troubled);
}

/* Is what has to be put right, put right? A pawn that was left one is a queen then. The squares of the deed told of it, and do
 * not fail while it is put right: where one of them reads nobody, nobody has been put back. */
static bool
is_back(const struct laws *laws, const struct laws_restore *restore)
{
	uint64_t failing = laws->view.troubled & ~restore->deed.squares;
	struct deed deed;

	if (restore->deed.kind == DEED_UNPROMOTED)
		return image_at(&laws->image, restore->deed.to) == piece_make(restore->side, QUEEN);
	if (is_finished(laws, restore) ||
	    (restore->is_second && image_shows(&laws->image, &restore->turn, failing)))
		return true;
	deed_find(&restore->before, &laws->image, failing, &deed);
	return deed.kind == DEED_NONE;
}

static void
close_if_over(struct laws *laws)
{
	struct laws_restore *restore = &laws->restore;
	const struct game *game = laws->game;
	uint32_t index = restore->ply - 1 + keeps_ply(restore);

	if (!laws_game_on(laws)) {
		restore->open = false;
		return;
	}
	/* While the board shows what was put back, nobody has played on; the record may have yet to follow. */
	if (!keeps_ply(restore) && is_back(laws, restore))
		return;
	if (stands(laws)) {
		if (!ruleset_on(laws->rules, RULE_ILLEGAL_STANDS))
			keep_earlier(laws);
		restore->open = false;
		return;
	}
	/* While the clock stands nobody plays: men are put right, one after the other. */
	if (game->n_plies <= index || game->plies[index].state < PLY_MADE ||
	    is_still_there(laws, index) || (laws->view.clock_seen && !laws->view.clock_running))
		return;
	if (restore->back_us == 0 && !keeps_ply(restore))
		keep_earlier(laws);
	restore->open = false;
	note_put_right(laws);
	if (!keeps_ply(restore) && restore->back_us != 0)
		judge_replacement(laws, game->plies[index].move);
}

static void
note_clock(struct laws *laws)
{
	struct laws_restore *restore = &laws->restore;

	if (!laws->view.clock_seen)
		return;
	if (!laws->view.clock_running && restore->stopped_us == 0)
		restore->stopped_us = laws->now_us;
	if (!laws->view.clock_running)
		restore->resumed_us = 0;
	else if (restore->stopped_us != 0 && restore->resumed_us == 0)
		restore->resumed_us = laws->now_us;
}

/* Does the board show what stood before that illegal move, and not just what the record has now? */
static bool
shows_before(const struct laws *laws, const struct laws_restore *earlier)
{
	return earlier->open && is_back(laws, earlier) &&
	       (laws->game->n_plies < earlier->ply ||
	        image_difference(&laws->image, &laws->game->now) != 0);
}

/* The clock stands, and the board shows what stood before an illegal move from which play had gone on: that one is put right,
 * and with it whatever came behind it. */
static void
take_up_earlier(struct laws *laws)
{
	struct laws_restore *earlier = laws->earlier;
	int i = 0;

	if (!laws->view.clock_seen || laws->view.clock_running ||
	    (laws->restore.open && is_back(laws, &laws->restore)))
		return;
	while (i < RESTORES_KEPT && !shows_before(laws, &earlier[i]))
		i++;
	if (i == RESTORES_KEPT)
		return;
	laws->restore = earlier[i];
	laws->restore.told = false;
	laws->restore.stopped_us = laws->now_us;
	laws->restore.resumed_us = 0;
	for (int newer = 0; newer <= i; newer++)
		earlier[newer].open = false;
}

void
restore_look(struct laws *laws)
{
	struct laws_restore *restore = &laws->restore;

	if (laws_game_on(laws))
		take_up_earlier(laws);
	if (!restore->open)
		return;
	if (restore->back_us == 0 && is_back(laws, restore))
		restore->back_us = laws->now_us;
	note_clock(laws);
	close_if_over(laws);
}

uint64_t
restore_due(const struct laws *laws)
{
	const struct laws_restore *restore = &laws->restore;

	if (!restore->open || restore->back_us != 0 || restore->told || restore->resumed_us == 0)
		return LAWS_NO_DEADLINE;
	return restore->resumed_us + RESUMED_US;
}

void
restore_act(struct laws *laws)
{
	struct alert alert;

	laws->restore.told = true;
	begin_alert(laws, &alert, ALERT_POSITION_NOT_RESTORED);
	alert.since_us = laws->restore.resumed_us;
	alert.image = &laws->image;
	alert.squares = image_difference(&laws->image, &laws->restore.before);
	laws_raise(laws, &alert);
}
