/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/station_state.h"

#include <errno.h>
#include <stdlib.h>

#include "daemon/retag.h"

/* station_retag_last: what the closed round has published, under the names of now. */
static void
station_retag_last(struct station *station)
{
	struct station_snapshot fresh = { 0 }, *last = &station->last;
	struct pgn_tag tags[PGN_TAGS_MAX];
	char tag_text[1024], *pgn;
	size_t begin = 0, len;
	int r = 0;

	fresh.ends = calloc(last->n_games + 1, sizeof(*fresh.ends));
	fresh.game = json_incref(last->game);
	fresh.about = json_incref(last->about);
	for (size_t i = 0; fresh.ends && i < last->n_games && r == 0; i++) {
		size_t n = config_tags(station->options.config, station->options.setup,
		                       (uint32_t)i + 1, tags, tag_text, sizeof(tag_text));

		pgn = retag_pgn(last->pgn + begin, last->ends[i] - begin, tags, n, &len);
		r = pgn ? station_snapshot_add(&fresh, pgn, len) : -ENOMEM;
		begin = last->ends[i];
		free(pgn);
	}
	if (r < 0 || !fresh.ends) {
		station_snapshot_clear(&fresh);
		return;
	}
	station_snapshot_clear(last);
	*last = fresh;
}

void
station_renamed(struct station *station)
{
	table_retag(station->table);
	station_retag_last(station);
	station->changed = true;
	station->only_clock = false;
	station_settle(station);
}
