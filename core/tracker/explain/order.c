/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/explain/search.h"

/* Was the board out of sight when the man arrived, or left, if nobody saw him arrive? A scan told of it, and no update: there
 * would have been one before and since. */
static bool
came_out_of_sight(const struct search *search, const struct trace *trace)
{
	const struct evidence *evidence = search->evidence;

	return evidence->blind && trace->arrival == evidence->scanned;
}

/* Was the man of ply `ply` seen to leave his square before the board was out of sight? */
static bool
had_left(const struct search *search, int ply)
{
	const struct evidence *evidence = search->evidence;
	uint64_t left = evidence->placed[move_from(search->line[ply])][EMPTY];

	return left > evidence->since && left <= evidence->lost;
}

/* Did the man of ply k, made behind ply i, arrive before that one's, as far as was told? */
static bool
is_disordered(const struct search *search, int i, int k)
{
	const struct evidence *evidence = search->evidence;
	const struct trace *earlier = &search->traces[i], *later = &search->traces[k];
	bool unseen = came_out_of_sight(search, earlier);

	if (unseen && came_out_of_sight(search, later))
		/* Who is in the air is put down before another of his side is taken up. */
		return (k - i) % 2 == 0 && had_left(search, k) && !had_left(search, i);
	if (unseen)
		return later->arrival <= evidence->lost;
	return came_out_of_sight(search, later) ? earlier->arrival > evidence->lost
	                                        : earlier->arrival > later->arrival;
}

/* What it costs that men were told of against the line's order. Those plies were made within one scan, that is one thing to
 * believe however many they are; but for each that is told of too late for that. */
static int
arrivals_cost(const struct search *search, int *ret_disorder)
{
	int cost = 0, within = -1; /* the last ply of those */

	*ret_disorder = 0;
	for (int i = 0; i < search->n_plies; i++)
		for (int k = i + 1; k < search->n_plies; k++) {
			if (!is_disordered(search, i, k))
				continue;
			++*ret_disorder;
			if (search->traces[i].t_us >
			    search->traces[k].t_us + search->evidence->scan_us)
				cost += COST_DISORDER_LATE;
			else if (i > within)
				cost += COST_DISORDER;
			within = within < k ? k : within;
		}
	return cost;
}

/* When was the man of ply `ply` told to have left his square? 0: it was not, or others may have left it since. */
static uint64_t
lifted_us(const struct search *search, int ply)
{
	const struct evidence *evidence = search->evidence;
	int from = move_from(search->line[ply]), n_read = 0;

	for (int man = EMPTY + 1; man <= PIECES; man++)
		n_read += evidence->placed[from][man] > evidence->since;
	return n_read > 0 || evidence->placed[from][EMPTY] <= evidence->since
	               ? 0
	               : evidence->placed_us[from][EMPTY];
}

/* Was the man of ply k, made behind ply i of the same player, told to be lifted before that one's? A hand lets go of one before
 * it takes up the other, and the opponent moves in between: both are done within a scan, or they are told of in that order. Which
 * of two squares of one round is told of first says nothing; the further apart they are told, the less of a scan is left for that. */
static int
lift_cost(const struct search *search, int i, int k)
{
	uint64_t scan_us = search->evidence->scan_us, earlier_us, later_us;
	uint64_t pressed_us = search->evidence->pressed_us[i];

	if (search->image->occupancy_only || search->evidence->blind)
		return 0;
	earlier_us = lifted_us(search, i);
	later_us = lifted_us(search, k);
	if (earlier_us == 0 || later_us == 0 || earlier_us <= later_us)
		return 0;
	/* A press for ply i in between says that he of ply k was the one. */
	if (earlier_us > later_us + scan_us || (later_us < pressed_us && pressed_us < earlier_us))
		return COST_DISORDER_LATE;
	return (int)((earlier_us - later_us) * COST_DISORDER_LATE / scan_us);
}

int
order_cost(const struct search *search, int *ret_disorder)
{
	int cost = arrivals_cost(search, ret_disorder);

	for (int i = 0; i < search->n_plies; i++)
		for (int k = i + 2; k < search->n_plies; k += 2)
			cost += lift_cost(search, i, k);
	return cost;
}
