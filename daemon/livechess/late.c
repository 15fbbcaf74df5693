/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/livechess/late.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int
late_put(struct late *late, const struct eboard_picture *picture, const struct board_event *events,
         size_t n_events)
{
	struct late_picture *one = malloc(sizeof(*one) + n_events * sizeof(events[0]));

	if (!one)
		return -ENOMEM;
	one->next = NULL;
	one->picture = *picture;
	one->n_events = n_events;
	if (n_events > 0)
		memcpy(one->events, events, n_events * sizeof(events[0]));
	if (late->last)
		late->last->next = one;
	else
		late->first = one;
	late->last = one;
	return 0;
}

struct late_picture *
late_take(struct late *late, uint64_t until_us)
{
	struct late_picture *first = late->first;

	if (!first || first->picture.t_us > until_us)
		return NULL;
	late->first = first->next;
	if (!late->first)
		late->last = NULL;
	return first;
}

uint64_t
late_since(const struct late *late)
{
	const struct late_picture *first = late->first;

	if (!first)
		return UINT64_MAX;
	return first->n_events > 0 && first->events[0].t_us < first->picture.t_us
	               ? first->events[0].t_us
	               : first->picture.t_us;
}

void
late_clear(struct late *late)
{
	struct late_picture *one;

	while ((one = late_take(late, UINT64_MAX)))
		free(one);
}
