/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * First line a FEN (the start position when it cannot be read), the rest a move as text: what is read
 * is a legal move, and its own names lead back to it.
 */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "core/base/invariant.h"
#include "core/chess/fen.h"
#include "core/chess/movegen.h"
#include "core/chess/san.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
check_names(const struct position *position, uint16_t move)
{
	char san[SAN_SIZE], uci[UCI_SIZE];
	uint16_t again;

	INVARIANT(movegen_is_legal(position, move));
	san_format(position, move, san);
	INVARIANT(san_parse(position, san, strlen(san), &again) == SAN_OK && again == move);
	uci_format(position, move, uci);
	INVARIANT(uci_parse(position, uci, strlen(uci), &again) == 0 && again == move);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *text = (const char *)data;
	const char *end = size > 0 ? memchr(text, '\n', size) : NULL;
	const size_t fen_len = end ? (size_t)(end - text) : 0;
	struct position position;
	uint16_t move;

	if (fen_parse(text, fen_len, &position, NULL) < 0)
		position_start(&position);
	if (end) {
		text = end + 1;
		size -= fen_len + 1;
	}
	if (san_parse(&position, text, size, &move) == SAN_OK)
		check_names(&position, move);
	if (uci_parse(&position, text, size, &move) == 0)
		check_names(&position, move);
	return 0;
}
