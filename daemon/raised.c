/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/raised.h"

#include <stdlib.h>
#include <string.h>

void
raised_begin(struct raised *raised)
{
	raised->first = NULL;
	raised->end = &raised->first;
}

void
raised_add(struct raised *raised, uint64_t t_us, const char *json)
{
	size_t size = strlen(json) + 1;
	struct raised_alert *alert = malloc(sizeof(*alert) + size);

	if (!alert)
		return;
	alert->next = NULL;
	alert->t_us = t_us;
	memcpy(alert->json, json, size);
	*raised->end = alert;
	raised->end = &alert->next;
}

void
raised_drop(struct raised *raised)
{
	struct raised_alert *first = raised->first;

	raised->first = first->next;
	if (!raised->first)
		raised->end = &raised->first;
	free(first);
}
