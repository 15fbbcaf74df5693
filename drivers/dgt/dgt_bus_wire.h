/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The wire of DGT boards in bus mode: several boards with addresses on one line (dgt.md section 4).
 *
 *     command   cmd, address high 7 bits, address low 7 bits, checksum
 *     reply     id, total length high 7, low 7, address high 7, low 7, data..., checksum
 *
 * The checksum is the sum of all bytes before it with bit 7 cleared. Only the first byte of either
 * has bit 7 set. Header only: the segment's driver and the simulated boards both include it.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Commands (4.3). */
enum dgt_bus_command {
	DGT_BUS_CLK = 0x81,
	DGT_BUS_BRD = 0x82,
	DGT_BUS_CHANGES = 0x83,        /* the log since the last of these */
	DGT_BUS_REPEAT_CHANGES = 0x84, /* the same packet again */
	DGT_BUS_SET_START_GAME = 0x85, /* writes the start tag and a tag for every man */
	DGT_BUS_FROM_START = 0x86,     /* the log from the start tag on */
	DGT_BUS_PING = 0x87,           /* address 0: all, each within DGT_BUS_PING_US */
	DGT_BUS_END_BUSMODE = 0x88,    /* never with several boards on the line */
	DGT_BUS_RESET = 0x89,
	DGT_BUS_IGNORE_NEXT_PING = 0x8a, /* skip the next ping to address 0 */
	DGT_BUS_VERSION = 0x8b,
	DGT_BUS_ALL_D = 0x8d, /* changes, clock, board, in this order */
	DGT_BUS_SERIALNR = 0x91,
	DGT_BUS_TRADEMARK = 0x97,
	DGT_BUS_HARDWARE_VERSION = 0x9b,
	DGT_BUS_COMMAND_LAST = 0x9b,
	DGT_BUS_CONFIG = 0xa0, /* a0 to a2 carry data and a length, as replies do */
	DGT_BUS_DATA_LAST = 0xa2,
};

/* Replies. */
enum dgt_bus_reply {
	DGT_BUS_BOARD = 0x83,
	DGT_BUS_CLOCK = 0x84,
	DGT_BUS_LOG = 0x85,      /* to CHANGES and REPEAT_CHANGES */
	DGT_BUS_GAME_LOG = 0x86, /* to FROM_START */
	DGT_BUS_PONG = 0x87,     /* to PING and IGNORE_NEXT_PING */
	DGT_BUS_STARTED = 0x88,  /* to SET_START_GAME */
	DGT_BUS_VERSION_IS = 0x89,
	DGT_BUS_HARDWARE_IS = 0x8c,
	DGT_BUS_TRADEMARK_IS = 0xb4,
};

enum {
	DGT_BUS_COMMAND_LEN = 4,
	DGT_BUS_OVERHEAD = 6, /* of a reply: its length without data */
	DGT_BUS_HEADER_LEN = 5,
	DGT_BUS_MAX_LEN = 8192, /* our bound: the whole log has 7936 bytes */
	DGT_BUS_ADDRESS_MAX = 16383,
	DGT_BUS_ALL = 0, /* the address that is every board's */
};

#define DGT_BUS_BYTE_US  1042    /* ten bits at 9600 baud, rounded up */
#define DGT_BUS_PING_US  1100000 /* a ping to all is answered by then */
#define DGT_BUS_REPLY_US 80000   /* a reply begins by then */
#define DGT_BUS_RESET_US 3000000 /* a board that was reset answers again */

/* dgt_bus_checksum: of bytes[len]. */
static inline uint8_t
dgt_bus_checksum(const uint8_t *bytes, size_t len)
{
	unsigned int sum = 0;

	for (size_t i = 0; i < len; i++)
		sum += bytes[i];
	return (uint8_t)(sum & 0x7f);
}

/* dgt_bus_address_write, dgt_bus_address_read: the two bytes of an address 0..16383. */
static inline void
dgt_bus_address_write(uint8_t *ret_bytes, uint16_t address)
{
	ret_bytes[0] = (uint8_t)(address >> 7 & 0x7f);
	ret_bytes[1] = (uint8_t)(address & 0x7f);
}

static inline uint16_t
dgt_bus_address_read(const uint8_t *bytes)
{
	return (uint16_t)((bytes[0] & 0x7f) << 7 | (bytes[1] & 0x7f));
}

/* dgt_bus_command_write: the DGT_BUS_COMMAND_LEN bytes of a command without data. */
static inline void
dgt_bus_command_write(uint8_t *ret_bytes, enum dgt_bus_command command, uint16_t address)
{
	ret_bytes[0] = (uint8_t)command;
	dgt_bus_address_write(ret_bytes + 1, address);
	ret_bytes[3] = dgt_bus_checksum(ret_bytes, 3);
}

/* dgt_bus_reply_begin: the header of a reply with data_len bytes of data. */
static inline void
dgt_bus_reply_begin(uint8_t *ret_bytes, enum dgt_bus_reply id, uint16_t address, size_t data_len)
{
	size_t len = data_len + DGT_BUS_OVERHEAD;

	ret_bytes[0] = (uint8_t)id;
	ret_bytes[1] = (uint8_t)(len >> 7 & 0x7f);
	ret_bytes[2] = (uint8_t)(len & 0x7f);
	dgt_bus_address_write(ret_bytes + 3, address);
}
