/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Three lines: a FEN (the start position when it cannot be read), the code of a language (English when
 * there is no such code), a move as people write it, or say it. What is read is a legal move; it leads back to
 * itself from every style of every language, and from every announcement of it.
 */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "core/base/invariant.h"
#include "core/chess/chess960.h"
#include "core/chess/fen.h"
#include "core/chess/movegen.h"
#include "core/chess/notation.h"
#include "core/chess/spoken.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct line {
	const char *text;
	size_t len;
};

/* Cut the next line off; the last need not end. */
static struct line
next_line(struct line *rest)
{
	const char *end = rest->len > 0 ? memchr(rest->text, '\n', rest->len) : NULL;
	const struct line line = { rest->text, end ? (size_t)(end - rest->text) : rest->len };
	const size_t used = line.len + (end ? 1 : 0);

	rest->text += used;
	rest->len -= used;
	return line;
}

static void
check_written(const struct position *position, uint16_t move, const struct notation_style *style)
{
	char text[NOTATION_SIZE];
	uint16_t again;
	bool offer;

	notation_format(position, move, style, text);
	INVARIANT(notation_parse(position, text, strlen(text), style->language, &again, &offer) ==
	                  SAN_OK &&
	          again == move && !offer);
}

static void
check_move(const struct position *position, uint16_t move)
{
	char spoken[SPOKEN_SIZE];
	uint16_t again;

	INVARIANT(movegen_is_legal(position, move));
	for (int i = 0; i < NOTATION_LANGUAGES * 54; i++)
		check_written(position, move,
		              &(struct notation_style){
				      .language = (enum notation_language)(i / 54),
				      .form = (enum notation_form)(i % 3),
				      .capture = (enum notation_capture)(i / 3 % 3),
				      .promotion = (enum notation_promotion)(i / 9 % 3),
				      .check = (enum notation_check)((i / 9 + 1) % 3),
				      .castling_noughts = i / 27 % 2 != 0,
				      .en_passant = i / 27 % 2 != 0,
			      });
	for (int i = 0; i < SPOKEN_LANGUAGES * 2; i++) {
		spoken_format(position, move, (enum spoken_language)(i / 2),
		              (enum spoken_form)(i % 2), spoken);
		INVARIANT(spoken_parse(position, spoken, &again) == 0 && again == move);
	}
}

static void
check_heard(const struct position *position, struct line line)
{
	char heard[2 * SPOKEN_SIZE];
	uint16_t move;

	if (line.len >= sizeof(heard))
		return;
	memcpy(heard, line.text, line.len);
	heard[line.len] = '\0';
	if (spoken_parse(position, heard, &move) == 0)
		check_move(position, move);
}

/* The position comes back from Shredder-FEN, and a start from its number. */
static void
check_position(const struct position *position)
{
	const int number = chess960_number(position);
	char fen[FEN_SIZE];
	struct position again;

	fen_format_shredder(position, fen);
	INVARIANT(fen_parse(fen, strlen(fen), &again, NULL) == 0 && again.key == position->key);
	INVARIANT(number < 0 ||
	          (chess960_start(number, &again) == 0 && again.key == position->key));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct line rest = { (const char *)data, size };
	const struct line fen = next_line(&rest), code = next_line(&rest);
	enum notation_language language = NOTATION_ENGLISH;
	struct position position;
	uint16_t move;

	if (fen_parse(fen.text, fen.len, &position, NULL) < 0)
		position_start(&position);
	check_position(&position);
	(void)notation_find(code.text, code.len, &language);
	if (notation_parse(&position, rest.text, rest.len, language, &move, NULL) == SAN_OK)
		check_move(&position, move);
	check_heard(&position, rest);
	return 0;
}
