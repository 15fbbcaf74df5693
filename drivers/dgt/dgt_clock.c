/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drivers/dgt/dgt_clock.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "core/base/invariant.h"

/* Payload offsets: three bytes of one side's time, right before left, then the status. */
enum { RIGHT_AT = 0, LEFT_AT = 3, STATUS_AT = 6 };

enum { HOURS = 0x0f, FLAG_FALLEN = 0x10, PER_MOVE = 0x20, FLAG_SHOWN = 0x40 };

enum {
	RUNNING = 0x01,
	RIGHT_HIGH = 0x02, /* the lever: right side up, so the right player is to move */
	BATTERY_LOW = 0x04,
	LEFT_TURN = 0x08,
	RIGHT_TURN = 0x10,
	NO_CLOCK = 0x20,
};

enum { ACK_NIBBLE = 0x0a, SECONDS_MAX = 9 * 3600 + 59 * 60 + 59 };

/* 0..59, or -1 for what is not BCD or beyond. */
static int
bcd_sixty(uint8_t byte)
{
	int tens = byte >> 4;
	int units = byte & 0x0f;

	return tens <= 5 && units <= 9 ? tens * 10 + units : -1;
}

static bool
decode_face(const uint8_t *bytes, struct clock_face *ret_face)
{
	int hours = bytes[0] & HOURS;
	int minutes = bcd_sixty(bytes[1]);
	int seconds = bcd_sixty(bytes[2]);

	if (hours > 9 || minutes < 0 || seconds < 0)
		return false;
	ret_face->seconds = hours * 3600 + minutes * 60 + seconds;
	ret_face->flag_fallen = (bytes[0] & FLAG_FALLEN) != 0;
	ret_face->per_move = (bytes[0] & PER_MOVE) != 0;
	ret_face->flag_shown = (bytes[0] & FLAG_SHOWN) != 0;
	return true;
}

static bool
is_ack(const uint8_t *payload)
{
	return (payload[RIGHT_AT] & 0x0f) == ACK_NIBBLE || (payload[LEFT_AT] & 0x0f) == ACK_NIBBLE;
}

enum dgt_clock_kind
dgt_clock_decode(const uint8_t payload[DGT_BWTIME_PAYLOAD], struct clock_reading *ret_reading)
{
	static const uint8_t no_info[DGT_BWTIME_PAYLOAD];
	struct clock_reading reading = { 0 };
	uint8_t status = payload[STATUS_AT];

	if (is_ack(payload))
		return DGT_CLOCK_ACK;
	if (memcmp(payload, no_info, sizeof(no_info)) == 0)
		return DGT_CLOCK_NO_INFO;
	if (status & NO_CLOCK) {
		/* Before anything else is believed: without a clock some boards report times and
		 * levers all the same. */
		*ret_reading = reading;
		return DGT_CLOCK_TIME;
	}
	if (!decode_face(payload + RIGHT_AT, &reading.face[CLOCK_RIGHT]) ||
	    !decode_face(payload + LEFT_AT, &reading.face[CLOCK_LEFT]))
		return DGT_CLOCK_BAD;
	reading.connected = true;
	reading.running = (status & RUNNING) != 0;
	reading.turn = status & RIGHT_HIGH ? CLOCK_RIGHT : CLOCK_LEFT;
	reading.battery_low = (status & BATTERY_LOW) != 0;
	*ret_reading = reading;
	return DGT_CLOCK_TIME;
}

static uint8_t
bcd(int value)
{
	return (uint8_t)(value / 10 * 16 + value % 10);
}

static void
encode_face(const struct clock_face *face, uint8_t *ret_bytes)
{
	int seconds = face->seconds;

	INVARIANT(seconds >= 0 && seconds <= SECONDS_MAX);
	ret_bytes[0] =
		(uint8_t)(seconds / 3600 | (face->flag_fallen ? FLAG_FALLEN : 0) |
	                  (face->per_move ? PER_MOVE : 0) | (face->flag_shown ? FLAG_SHOWN : 0));
	ret_bytes[1] = bcd(seconds / 60 % 60);
	ret_bytes[2] = bcd(seconds % 60);
}

void
dgt_clock_encode_time(const struct clock_reading *reading, uint8_t ret_payload[DGT_BWTIME_PAYLOAD])
{
	memset(ret_payload, 0, DGT_BWTIME_PAYLOAD);
	if (!reading->connected) {
		ret_payload[STATUS_AT] = NO_CLOCK;
		return;
	}
	encode_face(&reading->face[CLOCK_RIGHT], ret_payload + RIGHT_AT);
	encode_face(&reading->face[CLOCK_LEFT], ret_payload + LEFT_AT);
	ret_payload[STATUS_AT] =
		(uint8_t)((reading->running ? RUNNING : 0) |
	                  (reading->battery_low ? BATTERY_LOW : 0) |
	                  (reading->turn == CLOCK_RIGHT ? RIGHT_HIGH | RIGHT_TURN : LEFT_TURN));
}

/* Payload bytes carry seven bits, so the top bits of the four ACK bytes travel as bits 4 and 5 of
 * the two bytes that hold the mark: those of ack[0] and ack[1] at LEFT_AT, the others at RIGHT_AT. */
enum { FIRST_TOP = 0x10, SECOND_TOP = 0x20 };

static uint8_t
unfold(uint8_t low, uint8_t tops, uint8_t mask)
{
	return (uint8_t)((low & 0x7f) | (tops & mask ? 0x80 : 0));
}

void
dgt_ack_decode(const uint8_t payload[DGT_BWTIME_PAYLOAD], uint8_t ret_ack[4])
{
	ret_ack[0] = unfold(payload[1], payload[LEFT_AT], FIRST_TOP);
	ret_ack[1] = unfold(payload[2], payload[LEFT_AT], SECOND_TOP);
	ret_ack[2] = unfold(payload[4], payload[RIGHT_AT], FIRST_TOP);
	ret_ack[3] = unfold(payload[5], payload[RIGHT_AT], SECOND_TOP);
}

static uint8_t
fold_tops(uint8_t first, uint8_t second)
{
	return (uint8_t)(ACK_NIBBLE | (first & 0x80 ? FIRST_TOP : 0) |
	                 (second & 0x80 ? SECOND_TOP : 0));
}

void
dgt_ack_encode(const uint8_t ack[4], uint8_t ret_payload[DGT_BWTIME_PAYLOAD])
{
	ret_payload[RIGHT_AT] = fold_tops(ack[2], ack[3]);
	ret_payload[1] = ack[0] & 0x7f;
	ret_payload[2] = ack[1] & 0x7f;
	ret_payload[LEFT_AT] = fold_tops(ack[0], ack[1]);
	ret_payload[4] = ack[2] & 0x7f;
	ret_payload[5] = ack[3] & 0x7f;
	ret_payload[STATUS_AT] = 0;
}
