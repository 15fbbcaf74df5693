/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the tests of verdicts share: asking about a FEN, and playing out the line of an answer.
 */
#pragma once

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "core/chess/fen.h"
#include "core/chess/movegen.h"
#include "core/verdict/verdict.h"

#define ASKING_STEP UINT64_C(1000000)

struct asking {
	struct verdict verdict;
	void *memory;
	size_t size;
};

static inline void
asking_begin(struct asking *asking, size_t size)
{
	asking->memory = malloc(size);
	asking->size = size;
	ck_assert_ptr_nonnull(asking->memory);
}

static inline void
asking_end(struct asking *asking)
{
	free(asking->memory);
}

static inline void
asking_parse(const char *fen, size_t len, struct position *ret_position)
{
	struct fen_error error;

	ck_assert_msg(fen_parse(fen, len, ret_position, &error) == 0, "%.*s: column %d: %s",
	              (int)len, fen, error.column, error.cause);
}

static inline void
asking_position(struct asking *asking, const struct position *position, enum verdict_mode mode,
                uint64_t limit)
{
	verdict_begin(&asking->verdict, position, mode, limit, asking->memory, asking->size);
	while (!verdict_step(&asking->verdict, ASKING_STEP))
		;
}

/* Plays the line of a yes with the move generator alone: every move legal, mate at the end, given
 * by the side in question. */
static inline void
asking_check_line(const struct verdict *verdict, enum color side, const char *fen)
{
	const struct verdict_side *answer = &verdict->side[side];
	struct position position = verdict->root;

	if (answer->proof == VERDICT_PROOF_MATED)
		return;
	ck_assert_msg(answer->proof == VERDICT_PROOF_LINE, "%s: a yes by proof %d", fen,
	              (int)answer->proof);
	ck_assert_msg(answer->line_len > 0, "%s: a yes without a line", fen);
	for (size_t i = 0; i < answer->line_len; i++) {
		ck_assert_msg(movegen_is_legal(&position, answer->line[i]),
		              "%s: ply %zu of the line is not legal", fen, i + 1);
		position_after(&position, answer->line[i], &position);
	}
	ck_assert_msg(position_in_check(&position) && !movegen_any(&position) &&
	                      position.side != (uint8_t)side,
	              "%s: the line does not mate", fen);
}

static inline char
asking_letter(enum verdict_answer answer)
{
	return "?ny"[answer];
}
