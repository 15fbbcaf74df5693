/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Any FEN that can be read is asked about: the line of a yes mates, quick and exact do not
 * contradict, and the answers do not depend on the steps.
 */
#include <stdint.h>
#include <stdlib.h>

#include "core/base/invariant.h"
#include "core/chess/fen.h"
#include "core/chess/movegen.h"
#include "core/verdict/verdict.h"

#define FUZZ_MEMORY ((size_t)4 << 20)
#define FUZZ_LIMIT  20000

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
fuzz_replay(const struct verdict *verdict, enum color side)
{
	const struct verdict_side *answer = &verdict->side[side];
	struct position position = verdict->root;

	for (size_t i = 0; i < answer->line_len; i++) {
		INVARIANT(movegen_is_legal(&position, answer->line[i]));
		position_after(&position, answer->line[i], &position);
	}
	INVARIANT(answer->line_len == 0 ||
	          (position_in_check(&position) && !movegen_any(&position) &&
	           position.side != (uint8_t)side));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct verdict *exact = malloc(sizeof(*exact)), *quick = malloc(sizeof(*quick));
	void *memory = malloc(FUZZ_MEMORY);
	struct position position;

	if (exact != NULL && quick != NULL && memory != NULL &&
	    fen_parse((const char *)data, size, &position, NULL) == 0) {
		verdict_begin(quick, &position, VERDICT_QUICK, FUZZ_LIMIT, NULL, 0);
		INVARIANT(verdict_step(quick, 1));
		verdict_begin(exact, &position, VERDICT_EXACT, FUZZ_LIMIT, memory, FUZZ_MEMORY);
		while (!verdict_step(exact, 1 + size % 5000))
			;
		for (int side = WHITE; side <= BLACK; side++) {
			fuzz_replay(exact, (enum color)side);
			INVARIANT(quick->side[side].answer == VERDICT_UNKNOWN ||
			          exact->side[side].answer == VERDICT_UNKNOWN ||
			          quick->side[side].answer == exact->side[side].answer);
		}
	}
	free(memory);
	free(quick);
	free(exact);
	return 0;
}
