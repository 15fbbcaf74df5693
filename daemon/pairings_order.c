/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/pairings_order.h"

#include <string.h>

#include "daemon/players.h"

json_t *
pairings_order(const struct pairings *pairings, const char *round)
{
	json_t *list = json_array(), *request;

	for (size_t i = 0; i < pairings->n; i++) {
		const struct pairing *pairing = &pairings->list[i];

		if (round && pairing->round[0] != '\0' && strcmp(pairing->round, round) != 0)
			continue;
		json_array_append_new(list,
		                      json_pack("{s:I, s:s, s:I, s:o}", "line",
		                                (json_int_t)pairing->line, "round", pairing->round,
		                                "table", (json_int_t)pairing->table.number,
		                                "players", players_json(&pairing->table)));
	}
	request = json_pack("{s:s, s:s, s:o}", "cmd", "round", "do", "import", "pairings", list);
	if (round)
		json_object_set_new(request, "round", json_string(round));
	return request;
}
