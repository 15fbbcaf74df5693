/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/table_preview.h"

#include <stdio.h>
#include <stdlib.h>

#include "daemon/correct.h"
#include "daemon/table_state.h"

/* Only behind plies put in is anything explained again. */
static bool
is_explained_again(const struct correction *correction)
{
	return correction->what == CORRECTION_REPLACE || correction->what == CORRECTION_INSERT;
}

json_t *
table_preview(const struct table *table, const struct correction *correction, char *error,
              size_t error_size)
{
	const struct game *game = table_game(table);
	struct correction_effect effect;
	struct tracker *tracker;
	json_t *difference = NULL;
	void *memory;

	if (!game || !is_explained_again(correction) ||
	    correction_check(game, correction, &effect) < 0)
		return correct_effect(game, correction, error, error_size);
	snprintf(error, error_size, "out of memory");
	memory = malloc(tracker_size());
	if (!memory)
		return NULL;
	tracker = tracker_copy(table->tracker, memory);
	if (tracker_correct(tracker, correction, table->now_us) == 0)
		difference =
			correct_effect_between(game, tracker_game(tracker), correction, &effect);
	free(memory);
	return difference;
}
