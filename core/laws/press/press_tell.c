/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is told of a press, once it is judged.
 */
#include "core/chess/movegen.h"
#include "core/laws/clock/clock_watch.h"
#include "core/laws/laws_state.h"

bool
presses_is_answered(const struct laws *laws, const struct laws_press *press,
                    const struct deed *deed)
{
	struct position after;
	struct move_list replies;

	if (!ruleset_on(laws->rules, RULE_ILLEGAL_STANDS) || press->next_us == TIME_UNKNOWN ||
	    !deed_is_illegal(deed))
		return false;
	deed_position(&press->base, deed, press->side, &after);
	if (position_check(&after) != POSITION_OK)
		return false;
	movegen_legal(&after, &replies);
	for (int i = 0; i < replies.count; i++) {
		struct position answered;

		position_after(&after, replies.moves[i], &answered);
		if (image_shows(&laws->image, &answered, laws->view.troubled))
			return true;
	}
	return false;
}

/* What has been done, or left undone, decides what is told of it, and as what it counts. */
static void
tell(struct laws *laws, const struct laws_press *press, struct offence offence)
{
	static const enum alert_id ids[] = {
		[DEED_NONE] = ALERT_CLOCK_PRESSED_WITHOUT_MOVE,
		[DEED_ILLEGAL] = ALERT_ILLEGAL_MOVE,
		[DEED_KING_LEFT] = ALERT_ILLEGAL_MOVE,
		[DEED_KING_TAKEN] = ALERT_KING_CAPTURED,
		[DEED_WRONG_SIDE] = ALERT_MOVE_OUT_OF_TURN,
		[DEED_UNPROMOTED] = ALERT_PAWN_NOT_PROMOTED,
		[DEED_CASTLING] = ALERT_ILLEGAL_MOVE,
		[DEED_VICTIM_LEFT] = ALERT_CAPTURE_NOT_REMOVED,
	};
	enum deed_kind kind = offence.deed->kind;

	offence.id = ids[kind];
	offence.kind = kind == DEED_NONE         ? ILLEGAL_NO_MOVE
	               : kind == DEED_UNPROMOTED ? ILLEGAL_UNPROMOTED
	                                         : ILLEGAL_MOVE;
	offence.side = press->side;
	offence.since_us = press->t_us;
	offences_tell(laws, &offence);
}

void
presses_tell_deed(struct laws *laws, const struct laws_press *press, const struct deed *deed)
{
	tell(laws, press,
	     (struct offence){ .ply = press->n_plies + press->behind_illegal,
	                       .before = &press->base,
	                       .deed = deed,
	                       .others = evidence_either(laws, press, deed),
	                       .answered = press->answered });
}

void
presses_tell_no_move(struct laws *laws, const struct laws_press *press)
{
	const struct deed nothing = { .kind = DEED_NONE };

	tell(laws, press,
	     (struct offence){
		     .ply = laws->game->n_plies, .before = &laws->game->now, .deed = &nothing });
}

/* Somebody should look; nobody is accused. */
void
presses_tell_look(struct laws *laws, const struct laws_press *press, const struct deed *deed)
{
	struct alert alert;

	alert_init(&alert, ALERT_MOVE_OUT_OF_TURN, laws->rules, &press->base);
	alert.ply = press->n_plies + 1;
	alert.side = press->side;
	alert.t_us = laws->now_us;
	alert.since_us = press->t_us;
	alert.squares = sq_bit(deed->from) | sq_bit(deed->to);
	alert.image = &laws->image;
	alert.choice[0] = 1;
	laws_raise(laws, &alert);
	offences_suspect(laws, &alert);
}

bool
presses_is_rook_home(const struct laws *laws, const struct laws_press *press, int king, int rook)
{
	uint8_t man = image_reading(&laws->image, piece_make(press->side, ROOK));
	int crossed = sq_make(rook > king ? 5 : 3, sq_rank(king));

	/* Nearer, as in Chess960, one may stand where the other goes. */
	return (rook - king >= 3 || king - rook >= 3) && image_at(&laws->image, rook) == man &&
	       image_at(&laws->image, crossed) != man &&
	       !contacts_came(&laws->conduct.contacts, press->turn_us, laws->now_us, rook, EMPTY);
}

/* Does the pawn stand where he was yet, and the man he became where he went? */
static bool
is_pawn_home(const struct laws *laws, const struct laws_press *press, uint16_t move)
{
	int pawn = move_from(move);
	uint8_t promoted = piece_make(press->side, (enum piece_type)move_promotion(move));

	return image_at(&laws->image, pawn) == piece_make(press->side, PAWN) &&
	       image_at(&laws->image, move_to(move)) == promoted &&
	       !contacts_came(&laws->conduct.contacts, press->turn_us, laws->now_us, pawn, EMPTY);
}

bool
presses_is_man_left(const struct laws *laws, const struct laws_press *press, uint32_t index)
{
	const struct game *game = laws->game;
	uint16_t move = index < game->n_plies ? game->plies[index].move : MOVE_NONE;

	if (move == MOVE_NONE || game_ply_side(game, index) != press->side)
		return false;
	return (move_kind(move) == MOVE_CASTLING &&
	        presses_is_rook_home(laws, press, move_from(move), move_to(move))) ||
	       (move_kind(move) == MOVE_PROMOTION && is_pawn_home(laws, press, move));
}

/* Is the pawn a pawn yet, or was he one for so long after the press that the board had shown what was left? A queen who comes
 * then does not undo it (7.5.2). */
static bool
is_unpromoted(const struct laws *laws, const struct laws_press *press, uint16_t move)
{
	return move_kind(move) == MOVE_PROMOTION &&
	       (image_at(&laws->image, move_to(move)) == piece_make(press->side, PAWN) ||
	        (press->deed.kind == DEED_UNPROMOTED && press->deed.from == move_from(move) &&
	         press->deed.to == move_to(move) &&
	         press->seen_us >= press->t_us + PRESSES_LAG_US));
}

static bool
is_victim_left(const struct laws *laws, const struct laws_press *press, uint16_t move)
{
	return move_kind(move) == MOVE_EN_PASSANT &&
	       image_at(&laws->image, move_victim(move)) ==
	               piece_make(color_other(press->side), PAWN);
}

/* Ply `index` is in the record: is the rook left where he was, or the pawn beside his queen, the captured one still there, or the
 * pawn still a pawn? */
static enum deed_kind
left_by(const struct laws *laws, const struct laws_press *press, uint32_t index)
{
	uint16_t move = laws->game->plies[index].move;

	if (presses_is_man_left(laws, press, index))
		return DEED_ILLEGAL;
	if (is_victim_left(laws, press, move))
		return DEED_VICTIM_LEFT;
	return is_unpromoted(laws, press, move) ? DEED_UNPROMOTED : DEED_NONE;
}

/* What stands there: of who promotes and leaves his pawn where he was both of them, else what the deed says. */
static void
position_left(const struct position *before, const struct deed *deed, uint16_t move,
              struct position *ret_after)
{
	enum color side = deed_side(deed);

	deed_position(before, deed, side, ret_after);
	if (deed->kind != DEED_ILLEGAL || move_kind(move) != MOVE_PROMOTION)
		return;
	position_take_off(ret_after, sq_bit(deed->to));
	position_put(ret_after, deed->to, piece_make(side, (enum piece_type)move_promotion(move)));
	position_put(ret_after, deed->from, deed->piece);
	ret_after->key = position_key(ret_after);
}

void
presses_tell_leftover(struct laws *laws, const struct laws_press *press, uint32_t index)
{
	struct position before, after;
	struct deed deed;
	uint16_t move;

	if (index >= laws->game->n_plies || game_ply_side(laws->game, index) != press->side ||
	    laws->image.occupancy_only)
		return;
	move = laws->game->plies[index].move;
	deed = (struct deed){
		.kind = left_by(laws, press, index),
		.from = (uint8_t)move_from(move),
		.to = (uint8_t)move_target(move),
		.piece = piece_make(press->side, move_kind(move) == MOVE_CASTLING ? KING : PAWN),
	};
	if (deed.kind == DEED_NONE)
		return;
	deed.begun = deed.kind == DEED_ILLEGAL;
	deed.squares = sq_bit(deed.from) | sq_bit(deed.to);
	game_position(laws->game, index, &before);
	deed.captured = position_piece_at(&before, deed.to);
	position_left(&before, &deed, move, &after);
	tell(laws, press,
	     (struct offence){ .ply = index, .before = &before, .deed = &deed, .after = &after });
}

static void
raise_late(struct laws *laws, const struct laws_press *press, uint32_t index, uint64_t done_us)
{
	struct alert alert;

	if (log_is_open(laws, ALERT_CLOCK_PRESSED_BEFORE_MOVE, index + 1))
		return; /* the clock's own watch has told it */
	alert_init(&alert, ALERT_CLOCK_PRESSED_BEFORE_MOVE, laws->rules, &laws->game->now);
	alert.ply = index + 1;
	alert.side = press->side;
	alert.since_us = press->t_us;
	alert.t_us = laws->now_us;
	alert.t_s = (int64_t)((done_us - press->t_us) / 1000000);
	laws_raise(laws, &alert);
}

static void
tell_late_ply(struct laws *laws, const struct laws_press *press)
{
	const struct game *game = laws->game;
	const struct game_ply *ply = &game->plies[press->n_plies];

	/* What fell while nobody looked may have been for what the board told of when it was back. */
	if (press->shown_us > press->t_us || game->n_plies <= press->n_plies || !press->in_step ||
	    press->excusable || clock_is_put_back(press->t_us, press->next_us) ||
	    game_ply_side(game, press->n_plies) != press->side || ply->doubtful ||
	    ply->made_us == TIME_UNKNOWN || ply->made_us < press->t_us + PRESSES_BEFORE_US)
		return;
	raise_late(laws, press, press->n_plies, ply->made_us);
}

/* Who castles is done when the rook is (4.7.2). The king stood where castling takes him when he pressed, and the rook left his corner
 * that much later: no press is better known to have come before its ply. */
static void
tell_late_rook(struct laws *laws, const struct laws_press *press, uint32_t index)
{
	const struct contacts *contacts = &laws->conduct.contacts;
	const struct game *game = laws->game;
	uint16_t move = index < game->n_plies ? game->plies[index].move : MOVE_NONE;
	uint64_t seen_us = press->t_us + presses_seen_us(laws);
	int king, rook;

	if (move_kind(move) != MOVE_CASTLING || game_ply_side(game, index) != press->side ||
	    press->shown_us > press->t_us || clock_is_put_back(press->t_us, press->next_us))
		return;
	king = move_target(move);
	rook = move_to(move);
	if (contacts_came(contacts, press->turn_us, seen_us, king,
	                  image_reading(&laws->image, piece_make(press->side, KING))) &&
	    !contacts_came(contacts, press->turn_us, press->t_us + PRESSES_BEFORE_US, rook,
	                   EMPTY) &&
	    contacts_came(contacts, press->t_us + PRESSES_BEFORE_US, laws->now_us, rook, EMPTY))
		raise_late(laws, press, index, laws->now_us);
}

/* The ply behind that one is the opponent's, and was made before it: somebody should look; who was answered has agreed, perhaps. */
static void
tell_ahead(struct laws *laws, const struct laws_press *press, uint32_t index)
{
	const struct game *game = laws->game;
	uint16_t move;
	struct alert alert;

	if (index >= game->n_plies || !evidence_is_ahead(laws, press, index) ||
	    log_is_open(laws, ALERT_MOVE_OUT_OF_TURN, index + 1))
		return;
	move = game->plies[index + 1].move;
	alert_init(&alert, ALERT_MOVE_OUT_OF_TURN, laws->rules, &press->base);
	alert.ply = index + 1;
	alert.side = color_other(press->side);
	alert.t_us = laws->now_us;
	alert.since_us = laws->changed_us[move_target(move)];
	alert.squares = sq_bit(move_from(move)) | sq_bit(move_target(move));
	alert.image = &laws->image;
	game_position(game, index + 2, &laws->offences.after);
	alert.after = &laws->offences.after;
	laws_raise(laws, &alert);
}

void
presses_tell_taken(struct laws *laws, const struct laws_press *press, uint32_t index)
{
	presses_tell_leftover(laws, press, index);
	tell_late_rook(laws, press, index);
	if (promoted_came_late(laws, press, index))
		raise_late(laws, press, index, laws->now_us);
	tell_ahead(laws, press, index);
}

void
presses_tell_recorded(struct laws *laws, const struct laws_press *press, uint32_t index)
{
	if (press->taken) {
		presses_tell_taken(laws, press, index);
		return;
	}
	presses_tell_leftover(laws, press, press->n_plies);
	tell_late_rook(laws, press, press->n_plies);
	if (promoted_came_late(laws, press, press->n_plies))
		raise_late(laws, press, press->n_plies, laws->now_us);
	tell_late_ply(laws, press);
}
