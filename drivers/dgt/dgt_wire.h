/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The wire of a DGT board in single-board mode: commands, message ids, lengths, piece codes.
 *
 * Sections named here are those of the protocol page (dgt.md). Header only: the decoder and the
 * simulated board both include it, and neither needs the other.
 *
 * To the board: one byte per command, except those with a size byte. From the board:
 *     id (bit 7 set), total length bits 13..7, total length bits 6..0, payload (bit 7 clear)
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/chess/types.h"

/* Commands (2.2). Those never sent by the driver are here for the simulated board alone. */
enum dgt_command {
	DGT_RESET = 0x40, /* idle mode: nothing spontaneous any more */
	DGT_SEND_CLK = 0x41,
	DGT_SEND_BRD = 0x42,
	DGT_UPDATE = 0x43,
	DGT_UPDATE_BRD = 0x44,
	DGT_SEND_SERIALNR = 0x45,
	DGT_SEND_BUSADRES = 0x46,
	DGT_SEND_TRADEMARK = 0x47,
	DGT_SEND_HARDWARE_VERSION = 0x48,
	DGT_SEND_EE_MOVES = 0x49,
	DGT_TO_BUSMODE = 0x4a,
	DGT_UPDATE_NICE = 0x4b,
	DGT_SEND_BATTERY_STATUS = 0x4c,
	DGT_SEND_VERSION = 0x4d,
	DGT_STARTBOOTLOADER = 0x4e, /* never send: the board leaves for its boot loader */
	DGT_SEND_BRD_50B = 0x50,
	DGT_SCAN_50B = 0x51, /* never send: rewrites EEPROM, then only dark squares are scanned */
	DGT_SEND_BRD_50W = 0x52,
	DGT_SCAN_50W = 0x53, /* never send: as DGT_SCAN_50B */
	DGT_SCAN_100 = 0x54, /* never send: rewrites EEPROM */
	DGT_SEND_LONG_SERIALNR = 0x55,
	DGT_REQ_I2C_CLOCK = 0x56,
	DGT_UPDATE_I2C = 0x57,
	DGT_UPDATE_I2C_NICE = 0x58,
	DGT_CLOCK_MESSAGE = 0x2b, /* size, size bytes, the last of them 00 (section 3) */
	DGT_SET_LEDS = 0x60,      /* size, size bytes, the last of them 00 (2.8) */
};

/* Clock commands inside DGT_CLOCK_MESSAGE: 2b size 03 cmd data... 00. */
enum dgt_clock_command {
	DGT_CLOCK_DISPLAY = 0x01,
	DGT_CLOCK_ICONS = 0x02,
	DGT_CLOCK_END = 0x03,
	DGT_CLOCK_BUTTON = 0x08,
	DGT_CLOCK_VERSION = 0x09,
	DGT_CLOCK_SETNRUN = 0x0a,
	DGT_CLOCK_BEEP = 0x0b,
	DGT_CLOCK_ASCII = 0x0c,
};

/* Messages (2.4). */
enum dgt_message {
	DGT_NONE = 0x80,
	DGT_BOARD_DUMP = 0x86,
	DGT_BWTIME = 0x8d, /* a clock reading or a clock ACK (2.6) */
	DGT_FIELD_UPDATE = 0x8e,
	DGT_EE_MOVES = 0x8f,
	DGT_BUSADRES = 0x90,
	DGT_SERIALNR = 0x91,
	DGT_TRADEMARK = 0x92,
	DGT_VERSION = 0x93,
	DGT_BOARD_DUMP_50B = 0x94,
	DGT_BOARD_DUMP_50W = 0x95,
	DGT_HARDWARE_VERSION = 0x96,
	DGT_BATTERY_STATUS = 0xa0,
	DGT_LONG_SERIALNR = 0xa2,
	DGT_I2C_CLOCK = 0xa3,
};

/* Total lengths in bytes, the three header bytes included. */
enum dgt_length {
	DGT_HEADER_LEN = 3,
	DGT_NONE_LEN = 3,
	DGT_FIELD_UPDATE_LEN = 5,
	DGT_BUSADRES_LEN = 5,
	DGT_VERSION_LEN = 5,
	DGT_SERIALNR_LEN = 8,
	DGT_BWTIME_LEN = 10,
	DGT_SERIALNR_1998_LEN = 12, /* five digits, a blank, "1.0" */
	DGT_BATTERY_STATUS_LEN = 12,
	DGT_LONG_SERIALNR_LEN = 13,
	DGT_BOARD_DUMP_50_LEN = 53,
	DGT_BOARD_DUMP_LEN = 67,
	DGT_BOARD_DUMP_100_LEN = 103, /* 10x10 boards */
	DGT_EE_MOVES_MAX_LEN = 7939,  /* the whole log of 0x1f00 bytes */
	DGT_TRADEMARK_MAX_LEN = 1024, /* our bound: real ones are below 200 */
	DGT_MAX_LEN = 16383,          /* what 14 bits can say */
};

enum {
	DGT_BWTIME_PAYLOAD = DGT_BWTIME_LEN - DGT_HEADER_LEN,
	DGT_SQUARES = 64,
};

/* Piece codes (2.5). King before queen, unlike enum piece. */
enum dgt_code {
	DGT_CODE_EMPTY = 0x00,
	DGT_CODE_WHITE_PAWN = 0x01,
	DGT_CODE_WHITE_ROOK = 0x02,
	DGT_CODE_WHITE_KNIGHT = 0x03,
	DGT_CODE_WHITE_BISHOP = 0x04,
	DGT_CODE_WHITE_KING = 0x05,
	DGT_CODE_WHITE_QUEEN = 0x06,
	DGT_CODE_BLACK_PAWN = 0x07,
	DGT_CODE_BLACK_ROOK = 0x08,
	DGT_CODE_BLACK_KNIGHT = 0x09,
	DGT_CODE_BLACK_BISHOP = 0x0a,
	DGT_CODE_BLACK_KING = 0x0b,
	DGT_CODE_BLACK_QUEEN = 0x0c,
	DGT_CODE_DRAW = 0x0d, /* the three result pieces ("magic pieces") */
	DGT_CODE_WHITE_WINS = 0x0e,
	DGT_CODE_BLACK_WINS = 0x0f,
	DGT_CODE_MASK = 0x0f, /* higher bits of a piece byte are not explained anywhere */
};

/* dgt_piece_from_code: the man (enum piece) of a wire code, of which only the low four bits count.
 * A result piece is no man: EMPTY. */
static inline uint8_t
dgt_piece_from_code(uint8_t code)
{
	static const uint8_t pieces[DGT_CODE_MASK + 1] = {
		[DGT_CODE_WHITE_PAWN] = WHITE_PAWN,     [DGT_CODE_WHITE_ROOK] = WHITE_ROOK,
		[DGT_CODE_WHITE_KNIGHT] = WHITE_KNIGHT, [DGT_CODE_WHITE_BISHOP] = WHITE_BISHOP,
		[DGT_CODE_WHITE_KING] = WHITE_KING,     [DGT_CODE_WHITE_QUEEN] = WHITE_QUEEN,
		[DGT_CODE_BLACK_PAWN] = BLACK_PAWN,     [DGT_CODE_BLACK_ROOK] = BLACK_ROOK,
		[DGT_CODE_BLACK_KNIGHT] = BLACK_KNIGHT, [DGT_CODE_BLACK_BISHOP] = BLACK_BISHOP,
		[DGT_CODE_BLACK_KING] = BLACK_KING,     [DGT_CODE_BLACK_QUEEN] = BLACK_QUEEN,
	};

	return pieces[code & DGT_CODE_MASK];
}

/* dgt_code_from_piece: the wire code of a man (enum piece, 0..14); EMPTY is 0. */
static inline uint8_t
dgt_code_from_piece(uint8_t piece)
{
	static const uint8_t codes[16] = {
		[WHITE_PAWN] = DGT_CODE_WHITE_PAWN,     [WHITE_ROOK] = DGT_CODE_WHITE_ROOK,
		[WHITE_KNIGHT] = DGT_CODE_WHITE_KNIGHT, [WHITE_BISHOP] = DGT_CODE_WHITE_BISHOP,
		[WHITE_KING] = DGT_CODE_WHITE_KING,     [WHITE_QUEEN] = DGT_CODE_WHITE_QUEEN,
		[BLACK_PAWN] = DGT_CODE_BLACK_PAWN,     [BLACK_ROOK] = DGT_CODE_BLACK_ROOK,
		[BLACK_KNIGHT] = DGT_CODE_BLACK_KNIGHT, [BLACK_BISHOP] = DGT_CODE_BLACK_BISHOP,
		[BLACK_KING] = DGT_CODE_BLACK_KING,     [BLACK_QUEEN] = DGT_CODE_BLACK_QUEEN,
	};

	return codes[piece & 15u];
}

/* dgt_code_at_start: the code the start position has on index 0..63, White's cable connector on his
 * left; rotated, that of index 63 - i stands on i. */
static inline uint8_t
dgt_code_at_start(int index)
{
	static const uint8_t back_row[8] = {
		DGT_CODE_WHITE_ROOK,   DGT_CODE_WHITE_KNIGHT, DGT_CODE_WHITE_BISHOP,
		DGT_CODE_WHITE_QUEEN,  DGT_CODE_WHITE_KING,   DGT_CODE_WHITE_BISHOP,
		DGT_CODE_WHITE_KNIGHT, DGT_CODE_WHITE_ROOK,
	};

	if (index < 8)
		return (uint8_t)(back_row[index] + DGT_CODE_BLACK_PAWN - DGT_CODE_WHITE_PAWN);
	if (index < 16)
		return DGT_CODE_BLACK_PAWN;
	if (index < 48)
		return DGT_CODE_EMPTY;
	return index < 56 ? DGT_CODE_WHITE_PAWN : back_row[index - 56];
}

/* dgt_codes_are_start: do codes[64] show the start position, from either side? */
static inline bool
dgt_codes_are_start(const uint8_t *codes)
{
	bool start = true, rotated = true;

	for (int i = 0; i < DGT_SQUARES; i++) {
		start = start && codes[i] == dgt_code_at_start(i);
		rotated = rotated && codes[i] == dgt_code_at_start(63 - i);
	}
	return start || rotated;
}

/* dgt_code_is_result: one of the three pieces that say how a game ended? */
static inline bool
dgt_code_is_result(uint8_t code)
{
	return code >= DGT_CODE_DRAW && code <= DGT_CODE_BLACK_WINS;
}

/* dgt_sq_from_index: our square (a1 = 0) of a message's square index 0..63 (a8 = 0, h8 = 7,
 * a7 = 8, ... h1 = 63, White's cable connector on his left). Its own inverse. */
static inline uint8_t
dgt_sq_from_index(uint8_t index)
{
	return (uint8_t)(index ^ 56u);
}

/* dgt_index_from_sq: the message's index of our square 0..63. */
static inline uint8_t
dgt_index_from_sq(uint8_t sq)
{
	return (uint8_t)(sq ^ 56u);
}

/* dgt_header_write: the first DGT_HEADER_LEN bytes of a message of `len` bytes in all, 3..16383. */
static inline void
dgt_header_write(uint8_t *ret_header, enum dgt_message id, size_t len)
{
	ret_header[0] = (uint8_t)id;
	ret_header[1] = (uint8_t)(len >> 7 & 0x7f);
	ret_header[2] = (uint8_t)(len & 0x7f);
}
