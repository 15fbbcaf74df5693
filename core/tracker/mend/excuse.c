/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/mend/excuse.h"

#include "core/chess/attacks.h"
#include "core/chess/bits.h"
#include "core/chess/movegen.h"
#include "core/tracker/record/record.h"
#include "core/tracker/seen/excused.h"
#include "core/tracker/seen/stay.h"
#include "core/tracker/seen/stood.h"
#include "core/tracker/tracker_state.h"

/* So many squares may be excused in all, beside a silent line: an eighth of the board. A board with more is not worth
 * believing. */
#define EXCUSED_MAX 8

/* How far back the ply of a man who reads on two squares may lie. */
#define TWIN_PLIES 3

/* Has the man of ply `index` been lifted, since it was over, from where it put him? Then he was read there, and nowhere else, until he
 * was. Before his press he may be put elsewhere, and where men are not known it may have been another. */
static bool
has_been_lifted(const struct tracker *tracker, uint32_t index)
{
	return record_is_pressed(tracker, index) && !tracker->image.occupancy_only &&
	       tracker->evidence.placed_us[record_ply_target(tracker, index)][EMPTY] >
	               record_over_us(tracker, index) + tracker_scan_lag(tracker);
}

/* A man who reads on two squares stands on one of them: the ply that brought him to the one may
 * have brought him to the other, unless he has been lifted from there before. So it may where that one reads him as another; or he
 * has not gone at all. */
static void
doubt_twin(struct tracker *tracker, uint32_t index, int sq)
{
	struct position before;
	struct move_list list;
	uint16_t played = tracker->plies[index].move;

	record_position_back(tracker, tracker->game.n_plies - index, &before);
	if ((image_at(&tracker->image, sq) != EMPTY &&
	     stood_may_be_misread(tracker, index, &before, sq)) ||
	    (sq == move_from(played) && stood_may_be_unmoved(tracker, index, &before)))
		record_doubt(tracker, index);
	if (has_been_lifted(tracker, index) ||
	    image_at(&tracker->image, sq) !=
	            image_reading(&tracker->image, position_piece_at(&before, move_from(played))))
		return;
	movegen_legal(&before, &list);
	for (int i = 0; i < list.count; i++)
		if (move_from(list.moves[i]) == move_from(played) &&
		    move_target(list.moves[i]) == sq) {
			record_doubt(tracker, index);
			tracker->excused_change[sq] = 0; /* that he was seen there counts */
		}
}

static void
doubt_twins(struct tracker *tracker, uint64_t squares)
{
	uint32_t n_plies = tracker->game.n_plies;

	while (squares != 0) {
		int sq = bits_take(&squares);

		for (uint32_t back = 1; back <= TWIN_PLIES && back <= n_plies; back++)
			doubt_twin(tracker, n_plies - back, sq);
	}
}

/* A man who was read on sq for a scan when his clock was pressed, and not for long before, and whom it does not read now, may have gone
 * on. */
static void
doubt_passer(struct tracker *tracker, int sq)
{
	uint32_t n_plies = tracker->game.n_plies;

	for (uint32_t back = 1; back <= TWIN_PLIES && back <= n_plies; back++)
		if (record_ply_target(tracker, n_plies - back) == sq &&
		    record_is_pressed(tracker, n_plies - back) &&
		    image_at(&tracker->image, sq) == EMPTY &&
		    stay_was_on_his_way(tracker, n_plies - back) &&
		    !stay_was_long(tracker, n_plies - back))
			record_doubt(tracker, n_plies - back);
}

static void
doubt_passers(struct tracker *tracker, uint64_t squares)
{
	while (squares != 0 && !tracker->image.occupancy_only)
		doubt_passer(tracker, bits_take(&squares));
}

/* May the man read on sq be the beginning of a ply, just now? Then that he was seen there
 * counts. */
static bool
begins_a_ply(const struct tracker *tracker, int sq)
{
	uint8_t man = image_at(&tracker->image, sq);

	return man != EMPTY && man != SOME_MAN &&
	       piece_color(man) == (enum color)tracker->game.now.side &&
	       tracker->now_us < tracker->evidence.placed_us[sq][man] + DOUBT_US;
}

void
excuse_squares(struct tracker *tracker, uint64_t squares)
{
	uint64_t news = squares & ~tracker->excused;

	if (bits_count((tracker->excused | news) & ~tracker->silent) > EXCUSED_MAX)
		return;
	tracker->excused |= news;
	excused_note(tracker, news, tracker->now_us);
	for (uint64_t left = news; left != 0;) {
		int sq = bits_take(&left);

		if (begins_a_ply(tracker, sq))
			tracker->excused_change[sq] = 0;
	}
	doubt_twins(tracker, news);
	doubt_passers(tracker, news);
}

void
excuse_second_king(struct tracker *tracker, int sq)
{
	const struct position *now = &tracker->game.now;
	uint8_t man = image_at(&tracker->image, sq);
	uint64_t kings;
	int stands;

	if (tracker->games == 0 || tracker->image.occupancy_only || man == EMPTY ||
	    piece_type(man) != KING)
		return;
	kings = now->by_type[KING] & now->by_color[piece_color(man)];
	stands = bits_first(kings);
	if (image_at(&tracker->image, stands) == man && (attacks_king[stands] & sq_bit(sq)) == 0 &&
	    ((now->by_color[WHITE] | now->by_color[BLACK]) & ~kings & sq_bit(sq)) != 0 &&
	    tracker->evidence.placed[sq][EMPTY] <=
	            tracker->shown[tracker->game.n_plies % RECENT_POSITIONS])
		excuse_squares(tracker, sq_bit(sq));
}
