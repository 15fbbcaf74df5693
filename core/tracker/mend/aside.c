/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/mend/aside.h"

#include "core/chess/bits.h"
#include "core/chess/movegen.h"
#include "core/tracker/ends/start.h"
#include "core/tracker/explain/deed.h"
#include "core/tracker/explain/hand.h"
#include "core/tracker/mend/excuse.h"
#include "core/tracker/reading.h"
#include "core/tracker/record/record_read.h"
#include "core/tracker/record/record_tell.h"
#include "core/tracker/seen/stood.h"
#include "core/tracker/tracker_state.h"

/* The record's position has not been seen for so long that nobody is going to put it back. */
#define LOST_US 8000000

/* More men than the record has are another game's; but who is read on a square that is not believed stands elsewhere. */
static bool
has_more_men(const struct tracker *tracker)
{
	for (int side = WHITE; side <= BLACK; side++)
		if (bits_count(tracker->image.by_color[side] & ~tracker->excused) >
		    bits_count(tracker->game.now.by_color[side]) + 1)
			return true;
	return false;
}

/* Which of the positions before plies first..end did the board last have, from *position on? UINT32_MAX: none. */
static uint32_t
find_shown(const struct tracker *tracker, struct position position, uint32_t first, uint32_t end,
           uint64_t excused)
{
	uint32_t found = UINT32_MAX;

	for (uint32_t i = first; i < end; i++) {
		if (image_shows(&tracker->image, &position, excused))
			found = i;
		position_after(&position, tracker->game.plies[i].move, &position);
	}
	return found == UINT32_MAX && image_shows(&tracker->image, &position, excused) ? end
	                                                                               : found;
}

/* Does the board show a position the record had before an illegal move that stood until now? It was found out, and
 * what was played since does not count (7.5.1). */
static uint32_t
find_return_behind(const struct tracker *tracker, const struct game_break *gap)
{
	const struct game *game = &tracker->game;
	const struct game_break *before = gap > game->breaks ? gap - 1 : NULL;

	if (gap->why != BREAK_ILLEGAL)
		return UINT32_MAX;
	return find_shown(tracker, before ? before->position : game->start,
	                  before ? before->ply : 0, gap->ply, 0);
}

/* Does the board show a position the record had before? Then somebody put it back that far. Fills in the plies that
 * stand, and whether the last break does not; false: there is none. */
static bool
find_return(const struct tracker *tracker, uint32_t *ret_n_plies, bool *ret_unbreak)
{
	const struct game *game = &tracker->game;
	const struct game_break *gap = game_last_break(game, game->n_plies);
	uint32_t n_plies = find_shown(tracker, gap ? gap->position : game->start,
	                              gap ? gap->ply : 0, game->n_plies, tracker->excused);

	*ret_unbreak = n_plies == UINT32_MAX && gap != NULL;
	*ret_n_plies = *ret_unbreak ? find_return_behind(tracker, gap) : n_plies;
	return *ret_n_plies != UINT32_MAX && (*ret_unbreak || n_plies < game->n_plies);
}

static bool
is_lost(const struct tracker *tracker)
{
	return tracker->now_us >= tracker->left_us + LOST_US;
}

/* When the board first showed it: by now a hand may have begun the reply. */
static uint64_t
deed_made_us(const struct tracker *tracker, const struct deed *deed)
{
	uint8_t man = image_at(&tracker->image, deed->to);
	uint64_t came_us = tracker->evidence.placed_us[deed->to][man];

	return man != EMPTY && came_us > tracker->in_step_us && came_us < tracker->last_change_us
	               ? came_us
	               : tracker->last_change_us;
}

/* Men of the opponent's who have come down make the reply: it must be legal, or what looked like the deed was none. */
static bool
keep_deed(struct tracker *tracker, const struct aside *aside)
{
	struct aside kept = tracker->aside;

	tracker->aside = *aside;
	if ((image_difference(&tracker->image, &aside->gap.position) & ~tracker->excused &
	     image_men(&tracker->image)) == 0)
		return true;
	tracker->aside.since = tracker->lever.waiting[0].change;
	aside_look(tracker);
	if (tracker->aside.line.n_plies > 0)
		return true;
	tracker->aside = kept;
	return false;
}

static bool
find_deed(struct tracker *tracker)
{
	struct aside aside = { .kind = ASIDE_ILLEGAL, .since = tracker->n_changes };
	struct deed deed;

	if (!aside_find_deed(tracker, &deed) &&
	    !aside_find_deed_with_missing(tracker, &deed, &aside.missing))
		return false;
	aside.gap = (struct game_break){
		.why = BREAK_ILLEGAL,
		.made_us = deed_made_us(tracker, &deed),
		.who = (uint8_t)deed_side(&deed),
		.piece = deed.piece,
		.captured = deed.captured,
		.from = deed.from,
		.to = deed.to,
	};
	deed_position(&tracker->game.now, &deed, deed_side(&deed), &aside.gap.position);
	if (position_check_standing(&aside.gap.position) != POSITION_OK)
		return false;
	excuse_squares(tracker, aside.missing);
	if (tracker->aside.kind == ASIDE_ILLEGAL)
		aside.missing |= tracker->aside.missing;
	return keep_deed(tracker, &aside);
}

static bool
take_deed(struct tracker *tracker)
{
	if (aside_is_taken(tracker))
		return true;
	if (!find_deed(tracker))
		return false;
	record_set_sync(tracker, TRACKER_ASTRAY);
	return true;
}

/* Another man like him who can come there legally may have done so: that is not known after a scan. */
void
aside_take_pressed(struct tracker *tracker)
{
	const struct position *now = &tracker->game.now;
	const struct lever *lever = &tracker->lever;
	struct deed deed;

	if (tracker->games > 0 && tracker->aside.kind == ASIDE_NONE && tracker->excused == 0 &&
	    lever->n_waiting == 1 && lever->waiting[0].side == (enum color)now->side &&
	    aside_find_own_deed(tracker, &deed) &&
	    !stood_can_come(now, deed.to, image_at(&tracker->image, deed.to)))
		find_deed(tracker);
}

void
aside_position_before_break(const struct game *game, uint32_t n_plies,
                            struct position *ret_position)
{
	const struct game_break *gap = game_last_break(game, game->n_plies);
	const struct game_break *before = gap > game->breaks ? gap - 1 : NULL;

	*ret_position = before ? before->position : game->start;
	for (uint32_t i = before ? before->ply : 0; i < n_plies; i++)
		position_after(ret_position, game->plies[i].move, ret_position);
}

static bool
take_return(struct tracker *tracker)
{
	struct aside aside = { .kind = ASIDE_RETURNED, .since = tracker->n_changes };

	if (!find_return(tracker, &aside.n_plies, &aside.unbreak))
		return false;
	if (aside.unbreak)
		aside_position_before_break(&tracker->game, aside.n_plies, &aside.gap.position);
	else
		game_position(&tracker->game, aside.n_plies, &aside.gap.position);
	tracker->aside = aside;
	return true;
}

/* Does play go on already from what is kept aside? */
static bool
is_played_on(const struct tracker *tracker)
{
	return tracker->aside.kind != ASIDE_NONE && tracker->aside.line.n_plies > 0;
}

/* Is the link back, and the game going on as the clock says? */
static bool
may_resume(const struct tracker *tracker)
{
	return tracker->was_away && gap_over_us(tracker) <= tracker->now_us &&
	       !tracker->image.occupancy_only && lever_runs(&tracker->lever) &&
	       !has_more_men(tracker);
}

/* Does the picture differ from the position kept, one of this kind, only by men who are in the air? */
static bool
is_begun_from(const struct tracker *tracker, enum aside_kind kind)
{
	const struct image *image = &tracker->image;
	uint64_t difference =
		image_difference(image, &tracker->aside.gap.position) & ~tracker->excused;

	return tracker->aside.kind == kind && (difference & image_men(image)) == 0 &&
	       bits_count(difference) <= HAND_MEN_UP;
}

/* Is he read on another square, where a legal move of his ends? Then that where he may not go can be wrong. */
static bool
is_read_where_he_may_go(const struct tracker *tracker, const struct game_break *gap)
{
	struct move_list moves;

	movegen_legal(&tracker->game.now, &moves);
	for (int i = 0; i < moves.count; i++) {
		int to = move_target(moves.moves[i]);

		if (move_from(moves.moves[i]) == gap->from && to != gap->to &&
		    image_at(&tracker->image, to) == gap->piece)
			return true;
	}
	return false;
}

/* Has the square to which he was carried read anybody else since the record's position was seen? */
static bool
read_another(const struct tracker *tracker, const struct game_break *gap)
{
	uint64_t shown = tracker->shown[tracker->game.n_plies % RECENT_POSITIONS];

	for (int man = EMPTY + 1; man < PIECES; man++)
		if (man != gap->piece && tracker->evidence.placed[gap->to][man] > shown)
			return true;
	return false;
}

bool
aside_awaits_reply(const struct tracker *tracker, bool at_rest)
{
	return tracker->aside.kind == ASIDE_ILLEGAL &&
	       tracker->aside.gap.who == tracker->game.now.side && tracker->lever.seen &&
	       (tracker->excused & ~tracker->aside.missing) == 0 && !tracker->trust.shaken &&
	       !read_another(tracker, &tracker->aside.gap) &&
	       !is_read_where_he_may_go(tracker, &tracker->aside.gap) &&
	       (!at_rest || is_begun_from(tracker, ASIDE_ILLEGAL));
}

/* Was the last change a man's arrival? Then fewer men are in the air than before. */
static bool
has_arrived(const struct tracker *tracker)
{
	for (int sq = 0; sq < 64; sq++)
		if (tracker->evidence.changed[sq] == tracker->n_changes &&
		    image_at(&tracker->image, sq) != EMPTY)
			return true;
	return false;
}

/* Keep what the board shows as a position whose origin nobody saw. Nobody turns a board while it is away; before the first game
 * nobody knows which way round it stands but by that. */
static void
keep_image(struct tracker *tracker, enum aside_kind kind)
{
	struct aside aside = { .kind = kind, .since = tracker->n_changes };

	aside.gap.why = BREAK_RESUMED;
	aside.gap.made_us = tracker->last_change_us;
	aside.gap.from = aside.gap.to = SQ_NONE;
	if (!start_from_image(tracker, &aside.turned, &aside.gap.position) ||
	    (kind == ASIDE_RESUMED && aside.turned != tracker->turned))
		return;
	if (tracker->games == 0 && aside.turned != tracker->turned)
		reading_turn_board(tracker);
	tracker->aside = aside;
}

void
aside_look_resumed(struct tracker *tracker)
{
	enum aside_kind kind = tracker->aside.kind;

	if (kind == ASIDE_NONE || (kind == ASIDE_RESUMED && has_arrived(tracker)))
		aside_take_resumed(tracker);
}

void
aside_take_resumed(struct tracker *tracker)
{
	if (may_resume(tracker) && !is_played_on(tracker) && !is_begun_from(tracker, ASIDE_RESUMED))
		keep_image(tracker, ASIDE_RESUMED);
}

/* Men whom the record's game no longer has are of another one; or the record has lost them, if it is out of step. */
static bool
is_of_another_game(const struct tracker *tracker)
{
	return has_more_men(tracker) && !(tracker->trust.shaken && lever_runs(&tracker->lever));
}

static void
take_unknown(struct tracker *tracker)
{
	if (tracker->games > 0 && may_resume(tracker))
		aside_take_resumed(tracker);
	else if (tracker->games == 0 || is_of_another_game(tracker))
		keep_image(tracker, ASIDE_NEW_GAME);
	else if (is_lost(tracker) || has_more_men(tracker))
		keep_image(tracker, ASIDE_UNKNOWN);
}

void
aside_take(struct tracker *tracker, bool pressed)
{
	if (tracker->image.occupancy_only || is_played_on(tracker))
		return;
	if (tracker->games > 0 && ((!is_lost(tracker) && take_deed(tracker)) || pressed ||
	                           take_return(tracker) || is_begun_from(tracker, ASIDE_RETURNED)))
		return;
	/* Who is taken up from where he may not go is put down again, or another one is that he was to be. */
	if (tracker->aside.kind != ASIDE_ILLEGAL ||
	    (is_lost(tracker) && !is_begun_from(tracker, ASIDE_ILLEGAL)))
		take_unknown(tracker);
}

/* Those of the last ply that its own man did not touch: of the rook who was to follow his king, of the pawn taken in passing. Who
 * never followed, or was never taken off, need not be put back. */
static uint64_t
done_besides(const struct tracker *tracker)
{
	uint32_t n_plies = tracker->game.n_plies;
	struct position before;
	uint16_t move;

	if (n_plies == 0)
		return 0;
	move = tracker->game.plies[n_plies - 1].move;
	if (move_kind(move) != MOVE_CASTLING && move_kind(move) != MOVE_EN_PASSANT)
		return 0;
	record_position_back(tracker, 1, &before);
	return position_difference(&before, &tracker->game.now) &
	       ~(sq_bit(move_from(move)) | sq_bit(move_target(move)));
}

/* Have all the squares on which the record's position differs from *position changed since t_us? Where one that is not
 * believed reads a man since before, he has not been put back: the board did not tell that he left. */
static bool
was_set_up_since(const struct tracker *tracker, const struct position *position, uint64_t t_us)
{
	const struct image *image = &tracker->image;
	uint64_t reads = image_men(image);
	uint64_t squares = image_difference(image, &tracker->game.now) &
	                   (~tracker->excused | reads) & ~done_besides(tracker);

	while (squares != 0)
		if (tracker->evidence.changed_us[bits_take(&squares)] < t_us)
			return false;
	return image_shows(&tracker->image, position, 0);
}

/* Mate is the end, but not where an arbiter finds that the game came to it by an illegal move (7.5.1): he puts the position
 * back and starts the clock. The initial position is rather the next game's. */
static bool
may_be_put_back(const struct tracker *tracker)
{
	return tracker->game.result == RESULT_NONE ||
	       (game_ended_by_board(&tracker->game) &&
	        !image_shows(&tracker->image, &tracker->game.start, 0));
}

bool
aside_take_returned(struct tracker *tracker, uint64_t t_us)
{
	struct aside kept = tracker->aside;

	if (!may_be_put_back(tracker) || tracker->was_away ||
	    image_shows(&tracker->image, &tracker->game.now, tracker->excused) ||
	    !take_return(tracker))
		return false;
	if (was_set_up_since(tracker, &tracker->aside.gap.position, t_us))
		return true;
	tracker->aside = kept;
	return false;
}
