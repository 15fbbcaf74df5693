/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/record/origin.h"

#include "core/chess/bits.h"
#include "core/chess/movegen.h"
#include "core/tracker/record/record_read.h"
#include "core/tracker/seen/stood.h"
#include "core/tracker/tracker_state.h"

/* How far back the ply is looked for that brought a man where he is. */
#define ORIGIN_PLIES 40

/* Would the man be able to make the move from another square as well, where the record has none of his own? */
static bool
moves_from(const struct position *before, int from, uint16_t move)
{
	uint8_t man = position_piece_at(before, move_from(move));
	uint64_t both = sq_bit(from) | sq_bit(move_from(move));
	struct position other = *before;

	if ((before->by_color[piece_color(man)] | before->by_type[KING]) & sq_bit(from))
		return false;
	position_take_off(&other, sq_bit(from));
	other.by_type[piece_type(man)] ^= both;
	other.by_color[piece_color(man)] ^= both;
	return movegen_is_legal(&other, move_make(from, move_to(move), move_kind(move)));
}

/* Had the man of ply `index` left his square for longer than a scan when the reply was made? Then he only passed there. */
static bool
had_left(const struct tracker *tracker, uint32_t index, const uint64_t *placed_us, uint8_t man)
{
	return !tracker->image.occupancy_only && index + 1 < tracker->game.n_plies &&
	       placed_us[EMPTY] > placed_us[man] &&
	       placed_us[EMPTY] + tracker_scan_lag(tracker) < tracker->plies[index + 1].made_us;
}

/* Was he read on sq, where ply `index` has him? Who came out there only shortly before he left may have been on his way
 * from elsewhere, also where the board has not told yet that he did. */
static bool
was_seen_there(const struct tracker *tracker, uint32_t index, int sq, uint8_t man)
{
	const struct game_ply *ply = &tracker->game.plies[index];
	const uint64_t *placed_us = tracker->evidence.placed_us[sq];
	uint64_t until_us = placed_us[EMPTY] < placed_us[man] ? tracker->now_us : placed_us[EMPTY];

	if (placed_us[man] < ply->made_us || had_left(tracker, index, placed_us, man))
		return false;
	return tracker->image.occupancy_only ||
	       placed_us[man] <= record_over_us(tracker, index) + tracker_scan_lag(tracker) ||
	       until_us >= placed_us[man] + DOUBT_US;
}

/* Is he whom `move` takes read where he stands, yet? */
static bool
takes_who_is_read(const struct tracker *tracker, const struct position *before, uint16_t move)
{
	uint8_t victim = position_piece_at(before, move_to(move));

	return victim != EMPTY && move_kind(move) != MOVE_CASTLING &&
	       image_at(&tracker->image, move_to(move)) == victim;
}

/* Could ply `index` have brought its man elsewhere, from where he could make the move, or at once to where it ends? Was he
 * seen where it has him, that is another square on which he was seen as well. */
static bool
may_begin_elsewhere(const struct tracker *tracker, uint32_t index, const struct position *before,
                    uint16_t move, bool seen)
{
	uint16_t played = tracker->plies[index].move;
	struct position earlier;
	struct move_list list;

	game_position(&tracker->game, index, &earlier);
	movegen_legal(&earlier, &list);
	for (int i = 0; i < list.count; i++)
		if (move_from(list.moves[i]) == move_from(played) &&
		    move_target(list.moves[i]) != move_target(played) &&
		    (move_target(list.moves[i]) == move_to(move) ||
		     moves_from(before, move_target(list.moves[i]), move)) &&
		    !takes_who_is_read(tracker, &earlier, list.moves[i]) &&
		    (!seen || stood_on_both(tracker, index, &earlier, list.moves[i]) ||
		     stood_may_be_misread(tracker, index, &earlier, move_target(list.moves[i]))))
			return true;
	return false;
}

/* Was one like him read, since the ply before `index` was over, on another square where the record has none, and could he have made the
 * move from there? Where the square is not believed he who is said to stand there may have gone, too; but for a king, who stands
 * somewhere. */
static bool
was_read_elsewhere(const struct tracker *tracker, uint32_t index, const struct position *before,
                   uint16_t move)
{
	int from = move_from(move);
	uint8_t man = position_piece_at(before, from);
	uint64_t over_us = index > 0 ? record_over_us(tracker, index - 1) : 0;

	for (int sq = 0; sq < 64; sq++) {
		struct position cleared = *before;

		if (sq == from || sq == move_target(move) ||
		    tracker->evidence.placed_us[sq][man] <= over_us ||
		    position_piece_at(before, sq) == man)
			continue;
		position_take_off(&cleared, tracker->excused & sq_bit(sq) & ~before->by_type[KING]);
		if (moves_from(&cleared, sq, move))
			return true;
	}
	return false;
}

/* Has another man like him, who could have made the move as well, left his square, and nobody reads him, hardly longer before than
 * a man is held? One of the two squares fails, and nothing tells which. */
static bool
may_be_by_another(const struct tracker *tracker, const struct position *before, uint16_t move)
{
	const struct image *image = &tracker->image;
	uint8_t man = position_piece_at(before, move_from(move));
	uint64_t came_us = tracker->evidence.placed_us[move_target(move)][man];
	uint64_t like = before->by_color[piece_color(man)] & before->by_type[piece_type(man)] &
	                ~sq_bit(move_from(move)) & ~tracker->excused & ~image_men(image);

	if (image_at(image, move_target(move)) != man)
		return false;
	while (like != 0) {
		int from = bits_take(&like);
		uint64_t left_us = tracker->evidence.placed_us[from][EMPTY];

		if (left_us <= came_us && came_us < left_us + LONG_HOLD_US &&
		    movegen_is_legal(before, move_make(from, move_to(move), move_kind(move))))
			return true;
	}
	return false;
}

/* Had sq read the man since before over_us? One that was wrong before may have read him as anybody. */
static bool
had_read(const struct tracker *tracker, int sq, uint8_t man, uint64_t over_us)
{
	const uint64_t *placed_us = tracker->evidence.placed_us[sq];
	uint64_t read_us = placed_us[man];

	for (int other = EMPTY + 1; other < PIECES && (tracker->known_bad & sq_bit(sq)); other++)
		if (placed_us[other] > read_us)
			read_us = placed_us[other];
	return read_us > 0 && read_us < over_us;
}

/* Has the square that he is said to leave not told of it since the last ply was over, and has one like him left another since, where the
 * record has nobody, though he was read there before? A man who slides is read on his way only behind that. */
static bool
may_be_by_another_unknown(const struct tracker *tracker, const struct position *before,
                          uint16_t move)
{
	const struct image *image = &tracker->image;
	int from = move_from(move);
	uint8_t man = position_piece_at(before, from);
	uint64_t came_us = tracker->evidence.placed_us[move_target(move)][man];
	uint64_t over_us =
		tracker->game.n_plies > 0 ? record_over_us(tracker, tracker->game.n_plies - 1) : 0;

	if (image_at(image, move_target(move)) != man ||
	    (image_at(image, from) != man &&
	     tracker->evidence.changed_us[from] + tracker_scan_lag(tracker) > over_us))
		return false;
	for (int sq = 0; sq < 64; sq++) {
		const uint64_t *placed_us = tracker->evidence.placed_us[sq];

		if (image_at(image, sq) == EMPTY && had_read(tracker, sq, man, over_us) &&
		    placed_us[EMPTY] + tracker_scan_lag(tracker) > over_us &&
		    placed_us[EMPTY] <= came_us && came_us < placed_us[EMPTY] + LONG_HOLD_US &&
		    moves_from(before, sq, move))
			return true;
	}
	return false;
}

/* Did ply `index`, which is in doubt, bring its man where the move begins, for sure? */
static bool
begins_in_doubt(const struct tracker *tracker, uint32_t index, const struct position *before,
                uint16_t move, bool seen)
{
	return may_begin_elsewhere(tracker, index, before, move, seen) ||
	       (!seen && was_read_elsewhere(tracker, index, before, move));
}

/* May ply `index` have been another one for good? */
static bool
is_doubtful(const struct tracker *tracker, uint32_t index)
{
	uint8_t doubtful = tracker->plies[index].doubtful;

	return doubtful == DOUBT_UNSEEN || doubtful == DOUBT_RIVAL;
}

/* Is ply `index` in doubt, and did nobody see its man; or does what was seen speak against it, and no press for it? */
static bool
is_unseen_or_strange(const struct tracker *tracker, uint32_t index, const struct position *before)
{
	uint16_t played = tracker->plies[index].move;

	if (tracker->plies[index].doubtful == DOUBT_STRANGE)
		return !record_is_pressed(tracker, index);
	return is_doubtful(tracker, index) &&
	       !was_seen_there(tracker, index, move_target(played),
	                       position_piece_at(before, move_from(played)));
}

/* Had its man left his square for longer than a man is held, and has his side made such a ply since then that this one could have been? Then
 * he may have gone there by that, and the square only begin to read him now. */
static bool
came_late(const struct tracker *tracker, const struct position *before, uint16_t move)
{
	const struct image *image = &tracker->image;
	uint32_t n_plies = tracker->game.n_plies;
	int from = move_from(move), to = move_target(move);
	uint8_t man = position_piece_at(before, from);
	uint64_t left_us = tracker->evidence.placed_us[from][EMPTY];

	if (image_at(image, from) != EMPTY || image_at(image, to) != man ||
	    tracker->evidence.placed_us[to][man] < left_us + LONG_HOLD_US)
		return false;
	for (uint32_t back = 2; back <= ORIGIN_PLIES && back <= n_plies; back += 2) {
		uint32_t index = n_plies - back;
		struct position earlier;

		if (record_over_us(tracker, index) <= left_us)
			return false;
		if (tracker->plies[index].doubtful == 0)
			continue;
		game_position(&tracker->game, index, &earlier);
		if (is_unseen_or_strange(tracker, index, &earlier) &&
		    movegen_is_legal(&earlier, move))
			return true;
	}
	return false;
}

/* Which of the plies before `index` brought its player's man to sq? False: none of the last ones. */
static bool
find_arrival(const struct tracker *tracker, uint32_t index, int sq, uint32_t *ret_arrival)
{
	for (uint32_t back = 2; back <= ORIGIN_PLIES && back <= index; back += 2)
		if (move_target(tracker->plies[index - back].move) == sq) {
			*ret_arrival = index - back;
			return true;
		}
	return false;
}

bool
origin_is_doubtful(const struct tracker *tracker, const struct position *before, uint16_t move)
{
	int from = move_from(move);
	uint8_t man = image_reading(&tracker->image, position_piece_at(before, from));
	uint32_t index;

	if (came_late(tracker, before, move) || may_be_by_another(tracker, before, move) ||
	    may_be_by_another_unknown(tracker, before, move))
		return true;
	return find_arrival(tracker, tracker->game.n_plies, from, &index) &&
	       is_doubtful(tracker, index) &&
	       begins_in_doubt(tracker, index, before, move,
	                       was_seen_there(tracker, index, from, man));
}

/* Has sq told, since then, that one who reads as `man` does is not there any more? */
static bool
told_of_leaving(const struct tracker *tracker, int sq, uint8_t man, uint64_t since_us)
{
	for (int other = EMPTY; other <= PIECES; other++)
		if (other != man && tracker->evidence.placed_us[sq][other] > since_us)
			return true;
	return false;
}

/* Had sq told, since its player's ply before ply `index` and by a scan behind that one, that he who reads as `man` does had gone? */
static bool
told_in_time(const struct tracker *tracker, uint32_t index, int sq, uint8_t man)
{
	const uint64_t *placed_us = tracker->evidence.placed_us[sq];
	uint64_t lag_us = tracker_scan_lag(tracker);
	uint64_t since_us = index >= 2 ? tracker->plies[index - 2].made_us : 0;
	uint64_t until_us = record_over_us(tracker, index) + lag_us;

	for (int other = EMPTY; other <= PIECES; other++)
		if (other != man && placed_us[other] + lag_us > since_us &&
		    placed_us[other] <= until_us)
			return true;
	return false;
}

/* Could another man like him have made ply `index`, of whose leaving the board may have failed to tell as it did of his? Not one whom
 * a scan has found since where he stands. */
static bool
may_be_by_twin(const struct tracker *tracker, uint32_t index, const struct position *before)
{
	uint16_t move = tracker->plies[index].move;
	const struct position *now = &tracker->game.now;
	uint8_t man = position_piece_at(before, move_from(move));
	uint64_t like = before->by_color[piece_color(man)] & before->by_type[piece_type(man)] &
	                ~sq_bit(move_from(move));
	bool scanned = tracker->scanned_us > record_over_us(tracker, index);

	while (like != 0) {
		int from = bits_take(&like);

		if ((image_at(&tracker->image, from) == man && scanned) ||
		    position_piece_at(now, from) != man)
			continue;
		if (movegen_is_legal(before, move_make(from, move_to(move), move_kind(move))))
			return true;
	}
	return false;
}

bool
origin_is_untold(const struct tracker *tracker, uint32_t index)
{
	uint16_t move = tracker->plies[index].move;
	uint64_t since_us = index >= 2 ? record_over_us(tracker, index - 2) : 0;
	int from = move_from(move);
	uint8_t man;
	struct position before;
	uint32_t arrival;

	if (move_kind(move) == MOVE_CASTLING || since_us == TIME_UNKNOWN ||
	    tracker->plies[index].made_us == TIME_UNKNOWN)
		return false;
	record_position_back(tracker, tracker->game.n_plies - index, &before);
	man = image_reading(&tracker->image, position_piece_at(&before, from));
	if (!tracker->image.occupancy_only && !told_in_time(tracker, index, from, man) &&
	    may_be_by_twin(tracker, index, &before))
		return true;
	if (told_of_leaving(tracker, from, man, since_us))
		return false;
	return tracker->image.occupancy_only ||
	       (find_arrival(tracker, index, from, &arrival) &&
	        tracker_is_in_doubt(tracker, arrival) &&
	        begins_in_doubt(tracker, arrival, &before, move,
	                        was_seen_there(tracker, arrival, from, man)));
}
