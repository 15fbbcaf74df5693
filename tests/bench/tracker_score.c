/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/bench/tracker_score.h"

#include <stdlib.h>
#include <string.h>

#include "tests/bench/tracker_memory.h"

#define SHOWN_US 1000000 /* what was shown is reported so much later at most: scan, line, waiting */

void
score_watch_begin(struct score_watch *watch, const struct bench_stream *truth)
{
	watch->truth = truth;
	watch->n = 0;
	watch->revisions = watch->false_reports = 0;
	watch->doubtful = watch->doubtful_right = 0;
	memset(watch->causes, 0, sizeof(watch->causes));
	for (size_t i = 0; i < SCORE_PLIES_MAX; i++) {
		watch->moves[i] = MOVE_NONE;
		watch->said[i] = 0;
		watch->made_us[i] = watch->settled_us[i] = TIME_UNKNOWN;
	}
}

/* Did a hand show this ply at about this time, and take it back? */
static bool
was_shown(const struct bench_stream *truth, size_t index, uint16_t move, uint64_t now_us)
{
	for (size_t i = 0; i < truth->n_incidents; i++) {
		const struct sim_incident *incident = &truth->incidents[i];
		enum sim_trouble what = incident->what;

		if ((what == SIM_HESITATE || what == SIM_WRONG_SQUARE || what == SIM_RETRACT ||
		     what == SIM_TAKE_BACK || what == SIM_ILLEGAL || what == SIM_FIDDLE) &&
		    incident->ply == index && incident->sq == move_to(move) &&
		    now_us >= incident->from_us && now_us <= incident->until_us + SHOWN_US)
			return true;
	}
	return false;
}

/* Another move is reported at this place, or none any more. */
static void
change_ply(struct score_watch *watch, size_t index, uint16_t move, uint64_t now_us, bool *revised)
{
	if (watch->moves[index] != MOVE_NONE && !*revised) {
		*revised = true;
		watch->revisions++;
	}
	watch->moves[index] = move;
	watch->said[index] = 0;
	watch->settled_us[index] = now_us;
	if (move != MOVE_NONE && index >= watch->n)
		watch->n = index + 1;
	while (watch->n > 0 && watch->moves[watch->n - 1] == MOVE_NONE)
		watch->n--;
}

#define SHIFTS_MAX                                                                                 \
	4 /* plies that may be lost, or too many, before one that is right but for its place */

static bool
is_right(const struct bench_stream *truth, size_t index, uint16_t move)
{
	return index < truth->n_plies && truth->plies[index].move == move;
}

static enum score_cause
cause_behind(const struct bench_stream *truth, size_t index, uint16_t move)
{
	for (size_t by = 1; by <= SHIFTS_MAX; by++)
		if ((index >= by && is_right(truth, index - by, move)) ||
		    is_right(truth, index + by, move))
			return SCORE_SHIFTED;
	return SCORE_BEHIND;
}

/* Why is a report false that this ply was made at that place? */
static enum score_cause
cause_of(const struct score_watch *watch, size_t index, uint16_t move, uint64_t now_us)
{
	const struct bench_stream *truth = watch->truth;
	bool same_man, made;

	for (size_t i = 0; i < index; i++)
		if (!is_right(truth, i, watch->moves[i]))
			return cause_behind(truth, index, move);
	same_man = index < truth->n_plies && move_from(truth->plies[index].move) == move_from(move);
	made = index < truth->n_plies && truth->plies[index].made_us <= now_us;
	if (!made)
		return same_man ? SCORE_ON_WAY : SCORE_TOO_EARLY;
	return same_man ? SCORE_ELSEWHERE : SCORE_OTHER_MAN;
}

const char *
score_cause_name(enum score_cause cause)
{
	static const char *const names[] = {
		[SCORE_NOT_FALSE] = "not false", [SCORE_SHIFTED] = "shifted",
		[SCORE_BEHIND] = "behind wrong", [SCORE_ON_WAY] = "on way",
		[SCORE_TOO_EARLY] = "too early", [SCORE_ELSEWHERE] = "elsewhere",
		[SCORE_OTHER_MAN] = "other man",
	};

	return names[cause];
}

enum score_cause
score_watch_ply(struct score_watch *watch, size_t index, uint16_t move, bool certain,
                uint64_t now_us, bool *revised)
{
	const struct bench_stream *truth = watch->truth;
	uint8_t said = certain ? SCORE_CERTAIN : SCORE_DOUBTFUL;
	enum score_cause cause = SCORE_NOT_FALSE;
	bool right;

	if (index >= SCORE_PLIES_MAX)
		return SCORE_NOT_FALSE;
	if (watch->moves[index] != move)
		change_ply(watch, index, move, now_us, revised);
	watch->certain[index] = certain;
	if (move == MOVE_NONE || (watch->said[index] & said))
		return SCORE_NOT_FALSE;
	watch->said[index] |= said;
	right = is_right(truth, index, move);
	if (certain && !right && !was_shown(truth, index, move, now_us))
		cause = cause_of(watch, index, move, now_us);
	if (right && watch->made_us[index] == TIME_UNKNOWN)
		watch->made_us[index] = now_us;
	watch->false_reports += cause != SCORE_NOT_FALSE;
	watch->causes[cause]++;
	watch->doubtful += !certain;
	watch->doubtful_right += !certain && right;
	return cause;
}

static size_t
least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Row by row; both sequences are short. */
static size_t
edit_distance(const struct bench_ply *played, size_t n_played, const uint16_t *recorded,
              size_t n_recorded)
{
	static size_t row[SCORE_PLIES_MAX + 1];

	for (size_t j = 0; j <= n_recorded; j++)
		row[j] = j;
	for (size_t i = 1; i <= n_played; i++) {
		size_t diagonal = row[0];

		row[0] = i;
		for (size_t j = 1; j <= n_recorded; j++) {
			size_t change = diagonal + (played[i - 1].move != recorded[j - 1]);

			diagonal = row[j];
			row[j] = least(change, 1 + least(row[j], row[j - 1]));
		}
	}
	return row[n_recorded];
}

size_t
score_plies_wrong(const struct bench_stream *truth, const uint16_t *recorded, size_t n_recorded)
{
	return least(edit_distance(truth->plies, truth->n_plies, recorded,
	                           least(n_recorded, SCORE_PLIES_MAX)),
	             truth->n_plies);
}

static void
add_value(struct score_values *values, uint64_t from_us, uint64_t to_us)
{
	if (from_us == TIME_UNKNOWN || to_us == TIME_UNKNOWN)
		return;
	if (values->n == values->capacity) {
		values->capacity = values->capacity ? 2 * values->capacity : 4096;
		values->values =
			bench_grow(values->values, values->capacity, sizeof(*values->values));
	}
	values->values[values->n++] = to_us > from_us ? to_us - from_us : 0;
}

static void
add_latencies(struct score *score, const struct score_watch *watch)
{
	const struct bench_stream *truth = watch->truth;

	for (size_t i = 0; i < truth->n_plies && i < SCORE_PLIES_MAX; i++) {
		add_value(&score->to_made, truth->plies[i].made_us, watch->made_us[i]);
		if (i < watch->n && watch->moves[i] == truth->plies[i].move)
			add_value(&score->to_end, truth->plies[i].made_us, watch->settled_us[i]);
	}
}

bool
score_is_underpromotion(uint16_t move)
{
	return move_kind(move) == MOVE_PROMOTION && move_promotion(move) != QUEEN;
}

bool
score_is_false_in_end(const struct score_watch *watch, size_t index)
{
	return index < watch->n && watch->moves[index] != MOVE_NONE && watch->certain[index] &&
	       !is_right(watch->truth, index, watch->moves[index]);
}

static void
add_places(struct score *score, const struct score_watch *watch)
{
	const struct bench_stream *truth = watch->truth;

	for (size_t i = 0; i < truth->n_plies && i < SCORE_PLIES_MAX; i++) {
		uint16_t played = truth->plies[i].move;
		bool right = i < watch->n && watch->moves[i] == played;

		score->left_in_doubt += right && !watch->certain[i];
		score->underpromotions += score_is_underpromotion(played);
		score->underpromotions_right += right && score_is_underpromotion(played);
	}
	for (size_t i = 0; i < watch->n; i++)
		score->false_in_end += score_is_false_in_end(watch, i);
}

size_t
score_add(struct score *score, const struct score_watch *watch, size_t *ret_first_wrong)
{
	const struct bench_stream *truth = watch->truth;
	size_t wrong = score_plies_wrong(truth, watch->moves, watch->n);
	size_t first = 0;

	while (first < truth->n_plies && first < watch->n &&
	       truth->plies[first].move == watch->moves[first])
		first++;
	*ret_first_wrong = first;
	score->games++;
	score->games_right += wrong == 0 && watch->n == truth->n_plies;
	score->plies += truth->n_plies;
	score->plies_wrong += wrong;
	score->revisions += watch->revisions;
	score->false_reports += watch->false_reports;
	for (size_t i = 0; i < SCORE_CAUSES; i++)
		score->causes[i] += watch->causes[i];
	score->doubtful += watch->doubtful;
	score->doubtful_right += watch->doubtful_right;
	add_places(score, watch);
	add_latencies(score, watch);
	return wrong;
}

double
score_mean(const struct score_values *values)
{
	double sum = 0;

	for (size_t i = 0; i < values->n; i++)
		sum += (double)values->values[i];
	return values->n > 0 ? sum / (double)values->n / 1e3 : 0;
}

static int
compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

double
score_percentile(struct score_values *values, double percent)
{
	if (values->n == 0)
		return 0;
	qsort(values->values, values->n, sizeof(*values->values), compare);
	return (double)values->values[(size_t)((double)(values->n - 1) * percent / 100)] / 1e3;
}

void
score_free(struct score *score)
{
	free(score->to_made.values);
	free(score->to_end.values);
	memset(score, 0, sizeof(*score));
}
