/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What rules out that a ply was another one (stood_is_refuted).
 */
#include "core/tracker/record/record_read.h"
#include "core/tracker/seen/stay.h"
#include "core/tracker/seen/stood.h"
#include "core/tracker/tracker_state.h"

/* Was the man seen where ply `index` has him, but gone again before his clock was pressed, or hardly later, and that
 * square is not believed since? Then he only passed. */
static bool
has_gone_on(const struct tracker *tracker, uint32_t index, uint8_t man)
{
	int sq = record_ply_target(tracker, index);
	uint64_t left_us = tracker->evidence.placed_us[sq][EMPTY];

	return record_is_pressed(tracker, index) &&
	       left_us > tracker->evidence.placed_us[sq][man] &&
	       (left_us < tracker->plies[index].completed_us ||
	        ((tracker->excused & sq_bit(sq)) && stay_was_on_his_way(tracker, index)));
}

/* Who read on two squares leaves both within a scan, one told after the other: has `stood` been left so lately that `to`
 * may be, too, unless another man has come there? And who was read on the first alone until he came to the other, and left it
 * within a scan of that, has been played on. */
static bool
has_just_left(const struct tracker *tracker, int stood, int to, uint8_t man)
{
	const struct evidence *evidence = &tracker->evidence;
	uint64_t left_us = stood_until_us(tracker, stood, man), lag_us = tracker_scan_lag(tracker);
	uint64_t came_us = evidence->placed_us[to][man];

	return (image_at(&tracker->image, stood) == EMPTY && tracker->now_us < left_us + lag_us) ||
	       (came_us > evidence->placed_us[stood][man] + lag_us && came_us + lag_us > left_us);
}

/* Has another ply come to sq since ply `index` did, and was the man, read there at read_us, that one's perhaps? */
static bool
has_come_again(const struct tracker *tracker, uint32_t index, int sq, uint64_t read_us)
{
	for (uint32_t i = index + 1; i < tracker->game.n_plies; i++)
		if (record_ply_target(tracker, i) == sq &&
		    read_us + tracker_scan_lag(tracker) >= tracker->plies[i].made_us)
			return true;
	return false;
}

/* Had the player of ply `index` pressed his clock last, at t_us? Then he lifted nobody to play. */
static bool
had_pressed_last(const struct tracker *tracker, uint32_t index, uint64_t t_us)
{
	uint32_t i = tracker->game.n_plies;

	while (i > index &&
	       (!record_is_pressed(tracker, i - 1) || tracker->plies[i - 1].completed_us > t_us))
		i--;
	return i > index &&
	       game_ply_side(&tracker->game, i - 1) == game_ply_side(&tracker->game, index);
}

/* Was the man, whom nobody saw come where ply `index` has him, read there long afterwards, hardly for two scans, and gone again
 * while his player was not to move? That was another one like him beside it. */
static bool
was_only_glimpsed(const struct tracker *tracker, uint32_t index, uint8_t man)
{
	const uint64_t *placed_us = tracker->evidence.placed_us[record_ply_target(tracker, index)];

	return tracker->plies[index].doubtful == DOUBT_UNSEEN &&
	       placed_us[man] > record_over_us(tracker, index) + tracker_scan_lag(tracker) &&
	       placed_us[EMPTY] > placed_us[man] && placed_us[EMPTY] < placed_us[man] + DOUBT_US &&
	       had_pressed_last(tracker, index, placed_us[EMPTY]);
}

/* Was the man seen standing where ply `index` has him? Then he went elsewhere only if he was read
 * there too before that square was empty: a man on two squares stands on one of them. */
static bool
was_seen_standing(const struct tracker *tracker, uint32_t index, const struct position *before,
                  uint16_t move)
{
	const struct evidence *evidence = &tracker->evidence;
	int stood = record_ply_target(tracker, index), to = move_target(move);
	uint8_t man = position_arriving(before, move);
	/* Who was not seen to stay may have been seen on his way. */
	uint64_t since_us = tracker->plies[index].made_us +
	                    (tracker->plies[index].doubtful == DOUBT_UNSEEN ? 1 : 0);

	if (evidence->placed_us[stood][man] < since_us ||
	    has_come_again(tracker, index, stood, evidence->placed_us[stood][man]) ||
	    has_gone_on(tracker, index, man) || was_only_glimpsed(tracker, index, man) ||
	    (tracker->plies[index].doubtful == DOUBT_UNSEEN &&
	     stood_may_be_another(tracker, stood)) ||
	    stood_on_both(tracker, index, before, move))
		return false;
	/* Who came there more than a scan before went on from there. */
	return image_at(&tracker->image, to) != man || image_at(&tracker->image, stood) == man ||
	       evidence->placed_us[to][man] > stood_until_us(tracker, stood, man) ||
	       evidence->placed_us[to][man] + tracker_scan_lag(tracker) <
	               evidence->placed_us[stood][man] ||
	       has_just_left(tracker, stood, to, man);
}

/* Had sq read the man who stood there before ply `index` long before he came? Then it does not read him, but fails. */
static bool
fails_since_before(const struct tracker *tracker, uint32_t index, int sq, uint8_t man)
{
	uint64_t read_us = tracker->evidence.placed_us[sq][man] + tracker_scan_lag(tracker);

	for (uint32_t i = index; i > 1; i--)
		if (record_ply_target(tracker, i - 1) == sq)
			return read_us < record_over_us(tracker, i - 2);
	return false;
}

/* Was the man who is taken by `move` still read there when ply `index` had been made for longer than a scan? */
static bool
victim_stayed(const struct tracker *tracker, uint32_t index, const struct position *before,
              uint16_t move)
{
	uint8_t victim = position_piece_at(before, move_to(move));
	uint64_t made_us = record_over_us(tracker, index);

	if (victim == EMPTY || move_kind(move) == MOVE_CASTLING ||
	    fails_since_before(tracker, index, move_to(move), victim))
		return false;
	/* Without a look at the whole board since then, what told of the capture may have been lost. */
	return tracker->scanned_us > made_us + tracker_scan_lag(tracker) &&
	       stood_until_us(tracker, move_to(move), victim) >= tracker->scanned_us;
}

/* Was the man whom the pawn of ply `index` became read on his square since? */
static bool
was_promoted(const struct tracker *tracker, uint32_t index, const struct position *before)
{
	uint16_t played = tracker->plies[index].move;
	uint64_t read_us =
		tracker->evidence.placed_us[move_target(played)][position_arriving(before, played)];

	return move_kind(played) == MOVE_PROMOTION &&
	       read_us + tracker_scan_lag(tracker) >= tracker->plies[index].made_us;
}

/* Has the man who stood on sq before ply `index` come to be read there again since, for longer than a man on two squares is, and no
 * ply has brought another one like him? Then he was knocked over, or the square failed, and he stood there all along. */
static bool
came_back(const struct tracker *tracker, uint32_t index, int sq, uint8_t man)
{
	uint64_t came_us = tracker->evidence.placed_us[sq][man];

	return !tracker->image.occupancy_only &&
	       came_us > tracker->plies[index].made_us + tracker_scan_lag(tracker) &&
	       stood_until_us(tracker, sq, man) > came_us + PLACED_EARLY_US &&
	       !has_come_again(tracker, index, sq, came_us);
}

/* Is another man said to have moved, to another square, while he of ply `index` has been read where it has him, for longer than one on his
 * way is? Then he did go there. */
static bool
has_come_himself(const struct tracker *tracker, uint32_t index, const struct position *before,
                 uint16_t move)
{
	uint16_t played = tracker->plies[index].move;
	int stood = move_target(played);
	uint8_t man = position_arriving(before, played);
	uint64_t came_us = tracker->evidence.placed_us[stood][man];

	return move_from(move) != move_from(played) && move_target(move) != stood &&
	       move_kind(move) != MOVE_CASTLING && !tracker->image.occupancy_only &&
	       came_us + tracker_scan_lag(tracker) >= tracker->plies[index].made_us &&
	       stood_until_us(tracker, stood, man) > came_us + PLACED_EARLY_US &&
	       !has_come_again(tracker, index, stood, came_us);
}

/* Has nobody come to sq since ply `index`, by the record? */
static bool
is_left_alone(const struct tracker *tracker, uint32_t index, int sq)
{
	for (uint32_t i = index + 1; i < tracker->game.n_plies; i++)
		if (record_ply_target(tracker, i) == sq)
			return false;
	return true;
}

/* Was the man whom `move` takes from his square, and not the one of ply `index`, still read there when that had been made for
 * longer than a scan, or again later? Then it was not he. Nor was it where somebody is read, and nobody else has come: he is taken for another. */
static bool
mover_stayed(const struct tracker *tracker, uint32_t index, const struct position *before,
             uint16_t move)
{
	uint64_t since_us = tracker->plies[index].made_us + tracker_scan_lag(tracker);
	int from = move_from(move);
	uint8_t raw = (uint8_t)tracker_square(tracker, from), read;
	uint8_t man = position_piece_at(before, from);

	if (from == move_from(tracker->plies[index].move) || move_kind(move) == MOVE_CASTLING)
		return false;
	if (came_back(tracker, index, from, man))
		return true;
	if (!past_read(&tracker->past, raw, tracker->raw[raw], since_us, &read))
		return false;
	return read == man || (read != EMPTY && is_left_alone(tracker, index, from));
}

/* Was the man of that square seen to leave it only when the clock had long been pressed for ply `index`? */
static bool
left_later(const struct tracker *tracker, uint32_t index, const struct position *before, int home)
{
	uint64_t over_us = record_over_us(tracker, index) + tracker_scan_lag(tracker);

	return tracker->evidence.placed_us[home][EMPTY] > over_us &&
	       stood_was_read(tracker, home, position_piece_at(before, home), over_us);
}

/* Is it said to have been castling, and were rook or king seen to stay where they were? */
static bool
castling_stayed(const struct tracker *tracker, uint32_t index, const struct position *before,
                uint16_t move)
{
	return move_kind(move) == MOVE_CASTLING && record_is_pressed(tracker, index) &&
	       (left_later(tracker, index, before, move_to(move)) ||
	        left_later(tracker, index, before, move_from(move)));
}

bool
stood_is_refuted(const struct tracker *tracker, uint32_t index, const struct position *before,
                 uint16_t move)
{
	uint16_t played = tracker->plies[index].move;

	if (move_target(move) == move_target(played) && move_from(move) == move_from(played) &&
	    (!stood_is_read(tracker, before, move) || was_promoted(tracker, index, before)))
		return true;
	if (victim_stayed(tracker, index, before, move) ||
	    mover_stayed(tracker, index, before, move) ||
	    has_come_himself(tracker, index, before, move) ||
	    castling_stayed(tracker, index, before, move))
		return true;
	return move_kind(move) == MOVE_NORMAL && move_kind(played) == MOVE_NORMAL &&
	       move_target(move) != move_target(played) &&
	       was_seen_standing(tracker, index, before, move);
}
