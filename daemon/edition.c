/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/edition.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/change.h"
#include "daemon/delay.h"

/* --- Texts and states ----------------------------------------------------------------------- */

/* A copy that is never NULL for something empty. */
static void *
copy_of(const void *from, size_t size)
{
	char *copy = malloc(size + 1);

	if (copy && size > 0)
		memcpy(copy, from, size);
	if (copy)
		copy[size] = '\0';
	return copy;
}

void
edition_state_clear(struct edition_state *state)
{
	json_decref(state->live);
	json_decref(state->about);
	free(state->pgn);
	free(state->ends);
	memset(state, 0, sizeof(*state));
}

static size_t
pgn_len(const struct delay_public *public)
{
	return public->n_games > 0 ? public->ends[public->n_games - 1] : 0;
}

int
edition_state_take(struct edition_state *state, const struct delay_public *public)
{
	struct edition_state fresh = {
		.live = json_incref(public->live),
		.about = json_incref(public->about),
		.pgn = copy_of(public->pgn, pgn_len(public)),
		.pgn_len = pgn_len(public),
		.ends = copy_of(public->ends, public->n_games * sizeof(size_t)),
		.n_games = public->n_games,
	};

	if (!fresh.live || !fresh.pgn || !fresh.ends) {
		edition_state_clear(&fresh);
		return -ENOMEM;
	}
	edition_state_clear(state);
	*state = fresh;
	return 0;
}

/* --- Editions --------------------------------------------------------------------------------- */

void
edition_free(struct edition *edition)
{
	if (!edition)
		return;
	json_decref(edition->change);
	json_decref(edition->about);
	free(edition->tail);
	free(edition->ends);
	free(edition);
}

bool
edition_is_same_pgn(const struct edition_state *state, const struct delay_public *public)
{
	size_t len = pgn_len(public);

	return state->pgn && state->pgn_len == len && state->n_games == public->n_games &&
	       memcmp(state->pgn, public->pgn, len) == 0;
}

static size_t
common_bytes(const char *a, size_t a_len, const char *b, size_t b_len)
{
	size_t n = 0;

	while (n < a_len && n < b_len && a[n] == b[n])
		n++;
	return n;
}

static int
find_text(struct edition *edition, const struct edition_state *before, bool is_whole,
          const struct delay_public *public)
{
	size_t len = pgn_len(public);

	if (!is_whole && edition_is_same_pgn(before, public))
		return 0;
	edition->keep = is_whole ? 0 : common_bytes(before->pgn, before->pgn_len, public->pgn, len);
	edition->tail_len = len - edition->keep;
	edition->tail = copy_of(public->pgn + edition->keep, edition->tail_len);
	edition->ends = copy_of(public->ends, public->n_games * sizeof(size_t));
	edition->n_games = public->n_games;
	return edition->tail && edition->ends ? 0 : -ENOMEM;
}

int
edition_new(const struct edition_state *before, const json_t *clock, bool is_whole,
            const struct delay_public *public, struct edition **ret_edition)
{
	struct edition *edition = calloc(1, sizeof(*edition));

	*ret_edition = NULL;
	if (!edition || find_text(edition, before, is_whole, public) < 0) {
		edition_free(edition);
		return -ENOMEM;
	}
	edition->is_whole =
		is_whole || !before->live || change_is_whole(before->live, public->live);
	edition->change = edition->is_whole ? json_incref(public->live)
	                                    : change_find(before->live, clock, public->live);
	if (is_whole || !json_equal(before->about, public->about))
		edition->about = json_incref(public->about);
	if (edition->change || edition->about || edition->tail)
		*ret_edition = edition;
	else
		edition_free(edition);
	return 0;
}

/* The clock was read when it is shown. */
static void
read_later(json_t *live, int64_t delay_us)
{
	json_t *clock = json_object_get(live, "clock");
	json_int_t read_ms = json_integer_value(json_object_get(clock, "read_unix_ms"));
	json_t *later;

	if (!json_is_object(clock))
		return;
	later = json_copy(clock);
	json_object_set_new(later, "read_unix_ms", json_integer(read_ms + delay_us / 1000));
	json_object_set_new(live, "clock", later);
}

/* Others hold the object that was shown until now: it stays as it is. */
static void
apply_live(struct edition_state *state, const struct edition *edition, int64_t delay_us)
{
	json_t *live = json_copy(edition->is_whole ? edition->change : state->live);

	if (!live)
		return;
	if (!edition->is_whole)
		change_apply(live, edition->change);
	if (json_object_get(edition->change, "clock"))
		read_later(live, delay_us);
	json_decref(state->live);
	state->live = live;
}

static int
apply_text(struct edition_state *state, const struct edition *edition)
{
	size_t len = edition->keep + edition->tail_len;
	char *pgn = realloc(state->pgn, len + 1);
	size_t *ends;

	if (!pgn)
		return -ENOMEM;
	state->pgn = pgn;
	ends = copy_of(edition->ends, edition->n_games * sizeof(size_t));
	if (!ends)
		return -ENOMEM;
	memcpy(pgn + edition->keep, edition->tail, edition->tail_len + 1);
	state->pgn_len = len;
	free(state->ends);
	state->ends = ends;
	state->n_games = edition->n_games;
	return 0;
}

bool
edition_apply(struct edition_state *state, const struct edition *edition, int64_t delay_us)
{
	if (edition->tail && apply_text(state, edition) < 0)
		return false;
	if (edition->change)
		apply_live(state, edition, delay_us);
	if (edition->about) {
		json_decref(state->about);
		state->about = json_incref(edition->about);
	}
	return true;
}
