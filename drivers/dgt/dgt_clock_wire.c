/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drivers/dgt/dgt_clock_wire.h"

#include <string.h>

#include "core/base/invariant.h"

enum { BEEP_UNITS = 4, ASCII_BEEP = 1, COMMAND_AT = 3 };

/* Segments: 01 top, 02 right top, 04 right bottom, 08 bottom, 10 left bottom, 20 left top, 40 middle. */
static const uint8_t digits[] = { 0x3f, 0x06, 0x5b, 0x4f, 0x66, 0x6d, 0x7d, 0x07, 0x7f, 0x6f };

/* From a on; 0: no readable form. */
static const uint8_t letters[26] = {
	['a' - 'a'] = 0x5f, ['b' - 'a'] = 0x7c, ['c' - 'a'] = 0x58, ['d' - 'a'] = 0x5e,
	['e' - 'a'] = 0x7b, ['f' - 'a'] = 0x71, ['g' - 'a'] = 0x3d, ['h' - 'a'] = 0x74,
	['k' - 'a'] = 0x75, ['l' - 'a'] = 0x38, ['n' - 'a'] = 0x54, ['o' - 'a'] = 0x5c,
	['p' - 'a'] = 0x73, ['q' - 'a'] = 0x67, ['r' - 'a'] = 0x50, ['s' - 'a'] = 0x6d,
	['t' - 'a'] = 0x78, ['u' - 'a'] = 0x3e, ['y' - 'a'] = 0x6e,
};

int
dgt_clock_segments(char character)
{
	if (character == ' ')
		return 0;
	if (character == '-')
		return 0x40;
	if (character >= '0' && character <= '9')
		return digits[character - '0'];
	if (character >= 'A' && character <= 'Z')
		character = (char)(character - 'A' + 'a');
	if (character >= 'a' && character <= 'z' && letters[character - 'a'] != 0)
		return letters[character - 'a'];
	return -1;
}

/* As it goes over the line, or 0. A capital letter is a command of the board, and some of them rewrite its
 * memory: should the first bytes of the message get lost, none may be there to be obeyed. */
static char
ascii_of(char character)
{
	if (character >= 'A' && character <= 'Z')
		return (char)(character - 'A' + 'a');
	return character >= ' ' && character <= '~' && (character < '@' || character > '`')
	               ? character
	               : '\0';
}

static const char *
check_text(const char *text, uint8_t major)
{
	size_t len = strlen(text);

	if (major == 0)
		return "The clock has not said what it is, and so not how to show text on it.";
	if (len == 0)
		return "There is no text.";
	if (major >= DGT_CLOCK_ASCII_MAJOR) {
		for (size_t i = 0; i < len; i++)
			if (ascii_of(text[i]) == '\0')
				return "This clock is sent ASCII only, without @ [ \\ ] ^ _ and "
				       "`, which are commands of the board.";
		return NULL;
	}
	if (len > DGT_SEGMENT_DIGITS)
		return "This clock has room for six characters.";
	for (size_t i = 0; i < len; i++)
		if (dgt_clock_segments(text[i]) < 0)
			return "This clock has seven segments a character: it shows digits, "
			       "blanks, "
			       "hyphens, and all letters but i, j, m, v, w, x and z.";
	return NULL;
}

const char *
dgt_clock_check(const struct clock_command *command, uint8_t major)
{
	if (command->kind == CLOCK_COMMAND_TEXT)
		return check_text(command->text, major);
	return NULL;
}

/* Six digits, read 1A:BC 1D:EF on the clock, are sent as C B A F E D. */
static size_t
write_segments(const struct clock_command *command, uint8_t *data)
{
	static const uint8_t order[DGT_SEGMENT_DIGITS] = { 2, 1, 0, 5, 4, 3 };
	size_t len = strlen(command->text);

	for (size_t i = 0; i < DGT_SEGMENT_DIGITS; i++) {
		char character = order[i] < len ? command->text[order[i]] : ' ';

		INVARIANT(dgt_clock_segments(character) >= 0);
		data[i] = (uint8_t)dgt_clock_segments(character);
	}
	data[DGT_SEGMENT_DIGITS] = 0; /* no dots or colons */
	data[DGT_SEGMENT_DIGITS + 1] = command->beeps ? DGT_BEEP_YES : DGT_BEEP_NO;
	return DGT_SEGMENT_DIGITS + 2;
}

static size_t
write_ascii(const struct clock_command *command, uint8_t *data)
{
	size_t len = strlen(command->text);

	for (size_t i = 0; i < CLOCK_TEXT_MAX; i++)
		data[i] = i < len ? (uint8_t)ascii_of(command->text[i]) : ' ';
	data[CLOCK_TEXT_MAX] = command->beeps ? ASCII_BEEP : 0;
	return CLOCK_TEXT_MAX + 1;
}

/* Plain binary, not BCD. */
static size_t
write_times(const struct clock_command *command, uint8_t *data)
{
	static const uint8_t flags[] = {
		[CLOCK_LEFT] = DGT_SETNRUN_LEFT_RUNS | DGT_SETNRUN_LEVER,
		[CLOCK_RIGHT] = DGT_SETNRUN_RIGHT_RUNS | DGT_SETNRUN_LEVER,
		[CLOCK_NEITHER] = DGT_SETNRUN_PAUSE,
	};

	for (int side = CLOCK_LEFT; side <= CLOCK_RIGHT; side++) {
		int32_t seconds = command->seconds[side];

		INVARIANT(seconds >= 0 && seconds <= CLOCK_SECONDS_MAX);
		*data++ = (uint8_t)(seconds / 3600);
		*data++ = (uint8_t)(seconds / 60 % 60);
		*data++ = (uint8_t)(seconds % 60);
	}
	INVARIANT(command->runs <= CLOCK_NEITHER);
	*data = flags[command->runs];
	return 7;
}

static size_t
finish(uint8_t *bytes, enum dgt_clock_command code, size_t data_len)
{
	bytes[0] = DGT_CLOCK_MESSAGE;
	bytes[1] = (uint8_t)(data_len + 3);
	bytes[2] = DGT_CLOCK_MESSAGE_START;
	bytes[COMMAND_AT] = (uint8_t)code;
	bytes[COMMAND_AT + 1 + data_len] = 0;
	return data_len + 5;
}

size_t
dgt_clock_write(const struct clock_command *command, uint8_t major,
                uint8_t ret_bytes[DGT_CLOCK_MESSAGE_MAX])
{
	uint8_t *data = ret_bytes + COMMAND_AT + 1;

	switch ((enum clock_command_kind)command->kind) {
	case CLOCK_COMMAND_TEXT:
		return major >= DGT_CLOCK_ASCII_MAJOR
		               ? finish(ret_bytes, DGT_CLOCK_ASCII, write_ascii(command, data))
		               : finish(ret_bytes, DGT_CLOCK_DISPLAY,
		                        write_segments(command, data));
	case CLOCK_COMMAND_CLEAR:
		return finish(ret_bytes, DGT_CLOCK_END, 0);
	case CLOCK_COMMAND_BEEP:
		data[0] = BEEP_UNITS;
		return finish(ret_bytes, DGT_CLOCK_BEEP, 1);
	case CLOCK_COMMAND_SET:
		return finish(ret_bytes, DGT_CLOCK_SETNRUN, write_times(command, data));
	case CLOCK_COMMANDS:
		break;
	}
	INVARIANT(false);
	return 0;
}

size_t
dgt_clock_ask_version(uint8_t ret_bytes[DGT_CLOCK_MESSAGE_MAX])
{
	return finish(ret_bytes, DGT_CLOCK_VERSION, 0);
}

bool
dgt_clock_is_answer(const uint8_t *bytes, uint8_t ack1)
{
	return ack1 == bytes[COMMAND_AT] ||
	       (ack1 == DGT_CLOCK_DISPLAY && bytes[COMMAND_AT] == DGT_CLOCK_ASCII);
}
