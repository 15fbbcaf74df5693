/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Any bytes as a FEN: refused with a column inside the text, or a position that can be played on and
 * comes back from its own FEN.
 */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "core/base/invariant.h"
#include "core/chess/fen.h"
#include "core/chess/movegen.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
check_written(const struct position *position)
{
	struct position again;
	char fen[FEN_SIZE];

	fen_format(position, fen);
	INVARIANT(fen_parse(fen, strlen(fen), &again, NULL) == 0);
	INVARIANT(position_same(position, &again));
	INVARIANT(position->key == again.key && again.key == position_key(position));
	INVARIANT(position->halfmove == again.halfmove && position->fullmove == again.fullmove);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct position position, after;
	struct fen_error error = { 0, NULL };
	struct move_list list;

	if (fen_parse((const char *)data, size, &position, &error) < 0) {
		INVARIANT(error.cause && error.column >= 1 && (size_t)error.column <= size + 1);
		return 0;
	}
	check_written(&position);
	movegen_legal(&position, &list);
	INVARIANT(list.count == movegen_count(&position) && list.count <= MOVE_LIST_MAX);
	for (int i = 0; i < list.count; i++) {
		position_after(&position, list.moves[i], &after);
		INVARIANT(position_check(&after) == POSITION_OK);
		check_written(&after);
	}
	return 0;
}
