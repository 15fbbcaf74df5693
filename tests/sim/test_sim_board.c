/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The simulated board against the protocol page: every command's answer byte for byte, what each
 * mode says by itself, when squares are seen, and that no bytes from the host can hurt it.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "core/chess/position.h"
#include "drivers/sim/sim_board.h"
#include "tests/support.h"

#define MS        UINT64_C(1000)
#define SECOND    UINT64_C(1000000)
#define CHUNKS    4096
#define SCAN_US   UINT64_C(230400) /* 3600 us a square */
#define SQUARE_US UINT64_C(3600)

static struct sim_board board;

/* What left the board, and when each chunk's last byte did. */
static uint8_t said[65536];
static size_t said_len;
static struct {
	uint64_t t_us;
	size_t end;
} chunks[CHUNKS];
static size_t n_chunks;

static void
hear(void *ctx, uint64_t t_us, const uint8_t *bytes, size_t len)
{
	(void)ctx;
	ck_assert_uint_le(said_len + len, sizeof(said));
	ck_assert_uint_lt(n_chunks, CHUNKS);
	ck_assert(n_chunks == 0 || t_us >= chunks[n_chunks - 1].t_us);
	memcpy(said + said_len, bytes, len);
	said_len += len;
	chunks[n_chunks].t_us = t_us;
	chunks[n_chunks++].end = said_len;
}

static struct clock_reading clock_set;
static unsigned int n_clock_set;

static void
note_clock_set(void *ctx, uint64_t t_us, const struct clock_reading *reading)
{
	(void)ctx;
	ck_assert_uint_eq(t_us, board.now_us);
	clock_set = *reading;
	n_clock_set++;
}

static const struct sim_board_output output = { NULL, hear, note_clock_set };

static void
forget(void)
{
	said_len = 0;
	n_chunks = 0;
}

static void
start_placement(uint8_t placement[64])
{
	struct position position;

	position_start(&position);
	position_placement(&position, placement);
}

static void
switch_on(const struct sim_board_setup *setup)
{
	uint8_t placement[64];

	start_placement(placement);
	forget();
	sim_board_init(&board, setup, &output, placement, 0);
}

static struct sim_board_setup
default_setup(void)
{
	struct sim_board_setup setup;

	sim_board_setup_default(&setup);
	setup.scan_us = SCAN_US;
	return setup;
}

static void
setup_board(void)
{
	struct sim_board_setup setup = default_setup();

	switch_on(&setup);
}

/* Send bytes and let the board speak for half a second. */
static void
command(const char *bytes, size_t len)
{
	uint64_t now_us = board.now_us;

	forget();
	sim_board_receive(&board, (const uint8_t *)bytes, len, now_us);
	sim_board_advance(&board, now_us + 500 * MS);
}

static void
assert_said(const char *bytes, size_t len)
{
	ck_assert_uint_eq(said_len, len);
	ck_assert_mem_eq(said, bytes, len);
}

#define COMMAND(bytes)     command(bytes, sizeof(bytes) - 1)
#define ASSERT_SAID(bytes) assert_said(bytes, sizeof(bytes) - 1)

static void
set_clock(int32_t left_s, int32_t right_s, bool running, enum clock_side turn)
{
	struct clock_reading reading = { .connected = true,
		                         .running = running,
		                         .turn = (uint8_t)turn };

	reading.face[CLOCK_LEFT].seconds = left_s;
	reading.face[CLOCK_RIGHT].seconds = right_s;
	sim_board_clock(&board, &reading, board.now_us);
}

/* Commands and their answers: dgt.md 6 */

#define ZERO8 "\0\0\0\0\0\0\0\0"

START_TEST(send_brd_start_position_is_the_dump_of_the_protocol_page)
{
	COMMAND("\x42");
	ASSERT_SAID("\x86\x00\x43\x08\x09\x0a\x0c\x0b\x0a\x09\x08"
	            "\x07\x07\x07\x07\x07\x07\x07\x07" ZERO8 ZERO8 ZERO8 ZERO8
	            "\x01\x01\x01\x01\x01\x01\x01\x01\x02\x03\x04\x06\x05\x04\x03\x02");
}
END_TEST

START_TEST(board_without_identity_says_one_code_for_every_man)
{
	struct sim_board_setup setup = default_setup();

	setup.occupancy = true;
	switch_on(&setup);
	COMMAND("\x42");
	ASSERT_SAID("\x86\x00\x43\x01\x01\x01\x01\x01\x01\x01\x01"
	            "\x01\x01\x01\x01\x01\x01\x01\x01" ZERO8 ZERO8 ZERO8 ZERO8
	            "\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01");
	COMMAND("\x44");
	forget();
	sim_board_put(&board, SQ_E4, BLACK_QUEEN, board.now_us);
	sim_board_advance(&board, board.now_us + 500 * MS);
	ASSERT_SAID("\x8e\x00\x05\x24\x01");
}
END_TEST

START_TEST(board_of_dumps_sends_one_for_every_round_with_a_change)
{
	struct sim_board_setup setup = default_setup();

	setup.dumps_only = true;
	switch_on(&setup);
	COMMAND("\x44");
	forget();
	sim_board_put(&board, 12, EMPTY, board.now_us);
	sim_board_put(&board, SQ_E4, WHITE_PAWN, board.now_us);
	sim_board_advance(&board, board.now_us + 5 * SECOND);
	ck_assert_uint_le(said_len, 2 * 67); /* one, unless a round ended between the two squares */
	ck_assert_uint_eq(said_len % 67, 0);
	ck_assert_uint_eq(said[said_len - 67], 0x86);
	ck_assert_uint_eq(said[said_len - 64 + 0x34], 0x00);
	ck_assert_uint_eq(said[said_len - 64 + 0x24], 0x01);
}
END_TEST

START_TEST(send_brd_rotated_is_the_mirrored_dump)
{
	struct sim_board_setup setup = default_setup();

	setup.rotated = true;
	switch_on(&setup);
	COMMAND("\x42");
	ASSERT_SAID("\x86\x00\x43\x02\x03\x04\x05\x06\x04\x03\x02"
	            "\x01\x01\x01\x01\x01\x01\x01\x01" ZERO8 ZERO8 ZERO8 ZERO8
	            "\x07\x07\x07\x07\x07\x07\x07\x07\x08\x09\x0a\x0b\x0c\x0a\x09\x08");
}
END_TEST

START_TEST(identity_commands_give_the_bytes_of_the_protocol_page)
{
	COMMAND("\x4d");
	ASSERT_SAID("\x93\x00\x05\x01\x02");
	COMMAND("\x48");
	ASSERT_SAID("\x96\x00\x05\x01\x00");
	COMMAND("\x45");
	ASSERT_SAID("\x91\x00\x08\x30\x31\x30\x32\x35");
	COMMAND("\x55");
	ASSERT_SAID("\xa2\x00\x0d\x33\x30\x30\x30\x31\x34\x37\x37\x34\x30");
	COMMAND("\x46");
	ASSERT_SAID("\x90\x00\x05\x08\x01");
}
END_TEST

START_TEST(busadres_of_board_6685_is_34_1d)
{
	struct sim_board_setup setup = default_setup();

	setup.address = 6685;
	switch_on(&setup);
	COMMAND("\x46");
	ASSERT_SAID("\x90\x00\x05\x34\x1d");
}
END_TEST

START_TEST(trademark_is_longer_than_a_byte_can_say_and_names_the_serial)
{
	COMMAND("\x47");
	ck_assert_uint_eq(said[0], 0x92);
	ck_assert_uint_eq((size_t)said[1] << 7 | said[2], said_len);
	ck_assert_uint_gt(said_len, 130);
	said[said_len] = '\0';
	ck_assert(strncmp((char *)said + 3, "Digital Game Technology\r\n", 25) == 0);
	ck_assert_ptr_nonnull(strstr((char *)said + 3, "3000147740"));
}
END_TEST

START_TEST(old_boards_are_silent_on_48_and_55)
{
	struct sim_board_setup setup = default_setup();

	setup.long_serial[0] = '\0';
	switch_on(&setup);
	COMMAND("\x48\x55");
	ASSERT_SAID("");
	COMMAND("\x47");
	ck_assert(strncmp((char *)said + 3, "DGT Projects\r\n", 14) == 0);
}
END_TEST

START_TEST(usb_boards_are_silent_on_battery_status_and_leds)
{
	COMMAND("\x4c");
	ASSERT_SAID("");
	COMMAND("\x60\x04\x01\x34\x24\x00\x4d");
	ASSERT_SAID("\x93\x00\x05\x01\x02");
}
END_TEST

START_TEST(send_clk_answers_at_once_in_every_mode)
{
	static const char modes[] = "\x40\x44";

	for (size_t i = 0; i < sizeof(modes) - 1; i++) {
		set_clock(59 * 60 + 7, 3600 + 23 * 60 + 45, true, CLOCK_LEFT);
		command(modes + i, 1);
		COMMAND("\x41");
		ASSERT_SAID("\x8d\x00\x0a\x01\x23\x45\x00\x59\x07\x09");
	}
}
END_TEST

START_TEST(send_clk_without_a_clock_says_so)
{
	struct sim_board_setup setup = default_setup();

	setup.clock_connected = false;
	switch_on(&setup);
	set_clock(300, 300, true, CLOCK_LEFT);
	COMMAND("\x41");
	ASSERT_SAID("\x8d\x00\x0a\x00\x00\x00\x00\x00\x00\x20");
}
END_TEST

START_TEST(ee_moves_after_a_first_move_ends_as_on_the_protocol_page)
{
	/* Power-up, a tag for each man, start position; then e2-e4 and the left clock stopped. */
	set_clock(300, 300, true, CLOCK_LEFT);
	sim_board_put(&board, 12, EMPTY, 10 * SECOND);
	sim_board_advance(&board, 10 * SECOND + SCAN_US);
	sim_board_put(&board, 28, WHITE_PAWN, board.now_us);
	sim_board_advance(&board, board.now_us + SCAN_US);
	set_clock(297, 300, true, CLOCK_RIGHT);
	COMMAND("\x49");
	ck_assert_uint_eq(said_len, 3 + 4 + 2 * 32 + 1 + 2 + 2 + 3 + 1);
	ck_assert_uint_eq(said[0], 0x8f);
	ck_assert_uint_eq((size_t)said[1] << 7 | said[2], said_len);
	ck_assert_mem_eq(said + 3, "\x7f\x7f\x7f\x6a\x48\x00\x59\x01", 8);
	ck_assert_mem_eq(said + said_len - 9, "\x6f\x40\x34\x51\x24\x70\x04\x57\x6b", 9);
	/* The download itself is in the next one. */
	COMMAND("\x49");
	ck_assert_mem_eq(said + said_len - 2, "\x6e\x6b", 2);
}
END_TEST

START_TEST(ee_moves_of_a_full_log_has_7939_bytes)
{
	uint64_t us = SECOND;

	for (int i = 0; i < 5000; i++, us += 2 * SCAN_US)
		sim_board_put(&board, 20 + i % 3, i / 3 % 2 ? EMPTY : WHITE_KNIGHT, us);
	sim_board_advance(&board, us);
	forget();
	sim_board_receive(&board, (const uint8_t *)"\x49", 1, us);
	sim_board_advance(&board, us + 10 * SECOND);
	ck_assert_uint_eq(said_len, 7939);
	ck_assert_mem_eq(said, "\x8f\x3e\x03", 3);
	for (size_t i = 3; i < said_len; i++)
		ck_assert_uint_lt(said[i], 0x80);
	ck_assert_uint_eq(said[said_len - 1], 0x6b);
	/* 8.27 s at 9600 baud, and never more than a packet at once. */
	ck_assert_uint_eq(chunks[n_chunks - 1].t_us - us, 7939 * SIM_BOARD_BYTE_US);
	for (size_t i = 1; i < n_chunks; i++)
		ck_assert_uint_le(chunks[i].end - chunks[i - 1].end, SIM_BOARD_PACKET);
}
END_TEST

START_TEST(log_notes_empty_board_and_start_positions_once)
{
	uint8_t start[64];
	uint64_t us = SECOND;
	int markers = 0;

	start_placement(start);
	/* One man away and back: not a new start position. All away and back: it is. */
	sim_board_put(&board, 12, EMPTY, us);
	sim_board_put(&board, 12, WHITE_PAWN, us += SECOND);
	for (int sq = 0; sq < 64; sq++)
		sim_board_put(&board, sq, EMPTY, us += SECOND);
	for (int sq = 0; sq < 64; sq++)
		sim_board_put(&board, sq, start[sq], us += SECOND);
	sim_board_advance(&board, us + SECOND);
	COMMAND("\x49");
	for (size_t i = 3; i < said_len;) {
		uint8_t tag = said[i];

		if (tag == 0x6f || tag == 0x6d)
			markers = markers << 4 | (tag & 0x0f);
		i += tag >= 0x40 && tag < 0x60 ? 2 : 1;
	}
	ck_assert_int_eq(markers, 0xfdf);
}
END_TEST

START_TEST(flicker_of_one_man_fills_no_log)
{
	uint64_t us = SECOND;
	size_t before;

	COMMAND("\x49");
	before = said_len;
	for (int i = 0; i < 101; i++, us += SECOND)
		sim_board_put(&board, 12, i % 2 ? WHITE_PAWN : EMPTY, us);
	sim_board_advance(&board, us);
	COMMAND("\x49");
	ck_assert_uint_eq(said_len, before + 1 + 2);
	ck_assert_mem_eq(said + said_len - 3, "\x40\x34\x6b", 3);
}
END_TEST

START_TEST(unknown_bytes_are_ignored)
{
	for (int byte = 0; byte < 256; byte++) {
		char bytes[2] = { (char)byte, 0x4d };

		/* Not those that answer, change something or carry more bytes. */
		if (strchr("\x41\x42\x43\x44\x45\x46\x47\x48\x49\x4a\x4b\x4d\x55\x2b\x60", byte) ||
		    (byte >= 0x81 && byte <= 0x9b) || (byte >= 0xa0 && byte <= 0xa2))
			continue;
		command(bytes, 2);
		ASSERT_SAID("\x93\x00\x05\x01\x02");
	}
}
END_TEST

START_TEST(commands_no_host_should_send_are_counted)
{
	COMMAND("\x4e\x51\x53\x54\x4d");
	ASSERT_SAID("\x93\x00\x05\x01\x02");
	ck_assert_uint_eq(board.forbidden, 3);
}
END_TEST

/* Modes */

START_TEST(power_up_is_bus_mode_and_a_single_command_leaves_it)
{
	sim_board_put(&board, 12, EMPTY, SECOND);
	sim_board_advance(&board, 3 * SECOND);
	ck_assert_uint_eq(said_len, 0);
	ck_assert_int_eq(board.mode, SIM_MODE_BUS);
	COMMAND("\x4d");
	ASSERT_SAID("\x93\x00\x05\x01\x02");
	ck_assert_int_eq(board.mode, SIM_MODE_IDLE);
}
END_TEST

START_TEST(bus_command_stops_updates_and_its_bytes_are_no_commands)
{
	COMMAND("\x4b");
	ck_assert_int_eq(board.mode, SIM_MODE_UPDATE_NICE);
	/* PING to address 45 46 (hex), which would be SERIALNR and BUSADRES. */
	COMMAND("\x87\x45\x46\x12");
	ASSERT_SAID("");
	ck_assert_int_eq(board.mode, SIM_MODE_BUS);
	sim_board_put(&board, 12, EMPTY, board.now_us);
	sim_board_advance(&board, board.now_us + SECOND);
	ASSERT_SAID("");
}
END_TEST

START_TEST(host_reads_the_board_once_it_has_both_updates_and_the_position)
{
	COMMAND("\x4b");
	ck_assert(!sim_board_is_read(&board));
	COMMAND("\x42");
	ck_assert(sim_board_is_read(&board));
	COMMAND("\x40\x4b");
	ck_assert(!sim_board_is_read(&board));
	COMMAND("\x40\x42");
	ck_assert(!sim_board_is_read(&board));
	COMMAND("\x4b");
	ck_assert(sim_board_is_read(&board));
}
END_TEST

START_TEST(live_chess_probe_is_survived)
{
	COMMAND("\x40\x40\x40");
	ASSERT_SAID("");
	COMMAND("\x4a\x8b\x00\x00\x0b");
	ASSERT_SAID("");
	COMMAND("\xdf\x0d\x12\x03\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00\x03\x02\x30\x00");
	ASSERT_SAID("");
	COMMAND("\x4d");
	ASSERT_SAID("\x93\x00\x05\x01\x02");
}
END_TEST

START_TEST(idle_says_nothing_by_itself)
{
	COMMAND("\x4b");
	COMMAND("\x40");
	sim_board_put(&board, 12, EMPTY, board.now_us);
	set_clock(299, 300, true, CLOCK_LEFT);
	forget();
	sim_board_advance(&board, board.now_us + 5 * SECOND);
	ASSERT_SAID("");
	/* But it has seen it. */
	COMMAND("\x42");
	ck_assert_uint_eq(said[3 + 0x34], 0);
}
END_TEST

START_TEST(entering_an_update_mode_gives_one_clock_message_and_no_squares)
{
	set_clock(182, 182, false, CLOCK_LEFT);
	COMMAND("\x4b");
	ASSERT_SAID("\x8d\x00\x0a\x00\x03\x02\x00\x03\x02\x08");
	COMMAND("\x44");
	ASSERT_SAID("");
}
END_TEST

START_TEST(moves_are_field_updates_in_every_update_mode)
{
	static const char modes[] = "\x43\x44\x4b";

	for (size_t i = 0; i < sizeof(modes) - 1; i++) {
		setup_board();
		command(modes + i, 1);
		forget();
		sim_board_put(&board, 12, EMPTY, 2 * SCAN_US + 1);
		sim_board_advance(&board, 3 * SCAN_US);
		sim_board_put(&board, 28, WHITE_PAWN, board.now_us);
		sim_board_advance(&board, board.now_us + SCAN_US);
		ASSERT_SAID("\x8e\x00\x05\x34\x00\x8e\x00\x05\x24\x01");
	}
}
END_TEST

START_TEST(capture_in_one_scan_is_a_direct_change)
{
	uint64_t us = 10 * SCAN_US + 1;

	COMMAND("\x44");
	sim_board_put(&board, 28, WHITE_PAWN, us);
	sim_board_put(&board, 35, BLACK_PAWN, us);
	sim_board_advance(&board, us += SCAN_US);
	forget();
	sim_board_put(&board, 28, EMPTY, us);
	sim_board_put(&board, 35, EMPTY, us);
	sim_board_put(&board, 35, WHITE_PAWN, us);
	sim_board_advance(&board, us + SCAN_US);
	/* d5 is index 1b and comes before e4, 24, in the round. */
	ASSERT_SAID("\x8e\x00\x05\x1b\x01\x8e\x00\x05\x24\x00");
}
END_TEST

START_TEST(castling_has_the_bytes_of_the_protocol_page)
{
	static const struct {
		int sq;
		uint8_t piece;
	} steps[] = { { 4, EMPTY }, { 6, WHITE_KING }, { 7, EMPTY }, { 5, WHITE_ROOK } };

	COMMAND("\x44");
	sim_board_put(&board, 5, EMPTY, board.now_us);
	sim_board_put(&board, 6, EMPTY, board.now_us);
	sim_board_advance(&board, board.now_us + 2 * SCAN_US);
	forget();
	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
		sim_board_put(&board, steps[i].sq, steps[i].piece, board.now_us);
		sim_board_advance(&board, board.now_us + SCAN_US);
	}
	ASSERT_SAID(
		"\x8e\x00\x05\x3c\x00\x8e\x00\x05\x3e\x05\x8e\x00\x05\x3f\x00\x8e\x00\x05\x3d\x02");
}
END_TEST

START_TEST(a_change_undone_before_it_is_seen_is_no_change)
{
	COMMAND("\x44");
	forget();
	/* a8 is visited at the beginning of a round; between two visits a lot can happen. */
	sim_board_put(&board, 56, EMPTY, 10 * SCAN_US + 1);
	sim_board_put(&board, 56, BLACK_ROOK, 11 * SCAN_US - 1);
	sim_board_advance(&board, 20 * SCAN_US);
	ASSERT_SAID("");
}
END_TEST

START_TEST(each_square_is_seen_when_the_scan_comes_to_it)
{
	COMMAND("\x44");
	for (int index = 0; index < 64; index++) {
		int sq = index ^ 56;
		uint64_t round_us = (10 + (uint64_t)index) * SCAN_US;
		uint64_t visit_us = round_us + (uint64_t)index * SQUARE_US;
		uint8_t piece = board.seen[index] ? EMPTY : BLACK_QUEEN;

		/* Just in time, and seen at once; five bytes take 5.2 ms. */
		forget();
		sim_board_put(&board, sq, piece, visit_us - 1);
		sim_board_advance(&board, visit_us + SCAN_US / 2);
		ck_assert_uint_eq(n_chunks, 1);
		ck_assert_uint_eq(chunks[0].t_us, visit_us + 5 * SIM_BOARD_BYTE_US);
		ck_assert_uint_eq(said[3], (unsigned int)index);
	}
	/* A moment too late: the next round. */
	forget();
	sim_board_put(&board, 56, WHITE_QUEEN, 100 * SCAN_US);
	sim_board_advance(&board, 102 * SCAN_US);
	ck_assert_uint_eq(chunks[0].t_us, 101 * SCAN_US + 5 * SIM_BOARD_BYTE_US);
}
END_TEST

START_TEST(squares_of_one_round_come_in_ascending_order)
{
	COMMAND("\x44");
	forget();
	for (int sq = 63; sq >= 0; sq--)
		sim_board_put(&board, sq, sq & 1 ? BLACK_KING : WHITE_QUEEN, 10 * SCAN_US);
	sim_board_advance(&board, 13 * SCAN_US);
	ck_assert_uint_eq(said_len, 64 * 5);
	/* The visit of square 0 had just been: it comes last. */
	for (size_t i = 0; i < 64; i++)
		ck_assert_uint_eq(said[5 * i + 3], (i + 1) % 64);
}
END_TEST

START_TEST(nice_speaks_of_the_clock_only_when_it_changed)
{
	set_clock(182, 182, true, CLOCK_LEFT);
	COMMAND("\x4b");
	forget();
	sim_board_advance(&board, board.now_us + 5 * SECOND);
	ASSERT_SAID("");
	set_clock(182, 182, true, CLOCK_LEFT);
	sim_board_advance(&board, board.now_us + SECOND);
	ASSERT_SAID("");
	set_clock(181, 182, true, CLOCK_LEFT);
	sim_board_advance(&board, board.now_us + SECOND);
	/* Increment and lever in one message. */
	set_clock(183, 182, true, CLOCK_RIGHT);
	sim_board_advance(&board, board.now_us + SECOND);
	ASSERT_SAID("\x8d\x00\x0a\x00\x03\x02\x00\x03\x01\x09"
	            "\x8d\x00\x0a\x00\x03\x02\x00\x03\x03\x13");
}
END_TEST

START_TEST(update_speaks_of_the_clock_at_least_every_second)
{
	set_clock(182, 182, false, CLOCK_LEFT);
	COMMAND("\x43");
	sim_board_advance(&board, 10 * SECOND + 100 * MS);
	ck_assert_uint_eq(n_chunks, 11);
	for (size_t i = 1; i < n_chunks; i++)
		ck_assert_uint_le(chunks[i].t_us - chunks[i - 1].t_us, SECOND);
	/* A change does not wait for the second. */
	forget();
	set_clock(181, 182, true, CLOCK_LEFT);
	sim_board_advance(&board, board.now_us + 20 * MS);
	ASSERT_SAID("\x8d\x00\x0a\x00\x03\x02\x00\x03\x01\x09");
}
END_TEST

START_TEST(update_brd_speaks_of_no_clock_and_acknowledges_nothing)
{
	COMMAND("\x44");
	set_clock(181, 182, true, CLOCK_LEFT);
	COMMAND("\x2b\x03\x03\x09\x00");
	sim_board_advance(&board, board.now_us + 5 * SECOND);
	ASSERT_SAID("");
}
END_TEST

/* Clock commands */

START_TEST(clock_commands_are_acknowledged_within_the_time_of_real_clocks)
{
	static const struct {
		const char *bytes;
		size_t len;
		const char *ack;
	} commands[] = {
		{ "\x2b\x03\x03\x09\x00", 5, "\x8d\x00\x0a\x0a\x10\x09\x0a\x20\x00\x00" },
		{ "\x2b\x0b\x03\x01\x5b\x7b\x00\x00\x66\x7b\x00\x03\x00", 13,
		  "\x8d\x00\x0a\x0a\x10\x01\x0a\x00\x00\x00" },
		{ "\x2b\x0b\x03\x02\x02\x00\x00\x20\x40\x00\x00\x00\x00", 13,
		  "\x8d\x00\x0a\x0a\x10\x02\x0a\x00\x00\x00" },
		{ "\x2b\x03\x03\x03\x00", 5, "\x8d\x00\x0a\x0a\x10\x03\x0a\x00\x00\x00" },
		{ "\x2b\x04\x03\x0b\x10\x00", 6, "\x8d\x00\x0a\x0a\x10\x0b\x0a\x00\x00\x00" },
		{ "\x2b\x0c\x03\x0c\x65\x32\x2d\x65\x34\x20\x20\x20\x01\x00", 14,
		  "\x8d\x00\x0a\x0a\x10\x0c\x0a\x00\x00\x00" },
		{ "\x2b\x0a\x03\x0a\x00\x05\x00\x00\x05\x00\x09\x00", 12,
		  "\x8d\x00\x0a\x0a\x40\x0a\x0a\x0a\x00\x00" },
	};

	COMMAND("\x4b");
	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
		uint64_t sent_us = board.now_us;
		uint64_t taken_us;

		command(commands[i].bytes, commands[i].len);
		assert_said(commands[i].ack, 10);
		taken_us = chunks[0].t_us - sent_us - 10 * SIM_BOARD_BYTE_US;
		ck_assert_uint_ge(taken_us, 100 * MS);
		ck_assert_uint_le(taken_us, 300 * MS);
	}
}
END_TEST

START_TEST(clock_commands_need_a_clock_an_update_mode_and_good_form)
{
	struct sim_board_setup setup = default_setup();

	COMMAND("\x2b\x03\x03\x09\x00");
	ASSERT_SAID("");
	COMMAND("\x4b");
	COMMAND("\x2b\x03\x04\x09\x00"); /* not a clock message */
	ASSERT_SAID("");
	COMMAND("\x2b\x03\x03\x09\x01"); /* not closed */
	ASSERT_SAID("");
	COMMAND("\x2b\x00\x4d"); /* nothing in it; the version command follows */
	ASSERT_SAID("\x93\x00\x05\x01\x02");
	COMMAND("\x2b\x03\x03\x77\x00"); /* no clock knows this one */
	ASSERT_SAID("");
	/* Mode left before the answer: it is not sent. */
	COMMAND("\x2b\x03\x03\x09\x00\x40");
	ASSERT_SAID("");
	setup.clock_connected = false;
	switch_on(&setup);
	COMMAND("\x4b");
	COMMAND("\x2b\x03\x03\x09\x00");
	ASSERT_SAID("");
}
END_TEST

/* Of the wrong length, too. */
START_TEST(clock_commands_of_another_size_are_unknown)
{
	COMMAND("\x4b");
	COMMAND("\x2b\x04\x03\x09\x00\x00");
	ASSERT_SAID("");
	COMMAND("\x2b\x0b\x03\x0a\x00\x05\x00\x00\x05\x00\x09\x00\x00");
	ASSERT_SAID("");
}
END_TEST

START_TEST(clock_shows_text_until_it_is_told_to_end)
{
	COMMAND("\x4b");
	COMMAND("\x2b\x0c\x03\x0c\x65\x32\x2d\x65\x34\x20\x20\x20\x01\x00");
	ck_assert_uint_eq(board.display_len, 8);
	ck_assert_mem_eq(board.display, "e2-e4   ", 8);
	ck_assert_uint_eq(board.beeps, 1);
	COMMAND("\x2b\x03\x03\x03\x00");
	ck_assert_uint_eq(board.display_len, 0);
	COMMAND("\x2b\x0b\x03\x01\x5b\x7b\x00\x00\x66\x7b\x00\x03\x00");
	ck_assert_uint_eq(board.display_len, 6);
	ck_assert_uint_eq(board.beeps, 2);
}
END_TEST

/* Left runs from 5:00: the reading that follows, then the answer. */
START_TEST(clock_in_its_free_mode_takes_what_it_is_set_to)
{
	struct sim_board_setup setup = default_setup();

	setup.clock_is_free = true;
	switch_on(&setup);
	n_clock_set = 0;
	COMMAND("\x4b");
	COMMAND("\x2b\x0a\x03\x0a\x00\x05\x00\x00\x05\x00\x09\x00");
	ASSERT_SAID("\x8d\x00\x0a\x00\x05\x00\x00\x05\x00\x09"
	            "\x8d\x00\x0a\x0a\x10\x0a\x0a\x00\x00\x00");
	ck_assert_uint_eq(n_clock_set, 1);
	ck_assert(clock_set.running && clock_set.turn == CLOCK_LEFT);
	COMMAND("\x2b\x0a\x03\x0a\x01\x1e\x00\x01\x1d\x3a\x04\x00");
	ASSERT_SAID("\x8d\x00\x0a\x01\x29\x58\x01\x30\x00\x08"
	            "\x8d\x00\x0a\x0a\x10\x0a\x0a\x00\x00\x00");
	ck_assert(!clock_set.running);
	/* No such time on any clock. */
	COMMAND("\x2b\x0a\x03\x0a\x01\x3c\x00\x01\x1d\x3a\x04\x00");
	ASSERT_SAID("\x8d\x00\x0a\x0a\x40\x0a\x0a\x0a\x00\x00");
	ck_assert_uint_eq(n_clock_set, 2);
}
END_TEST

START_TEST(lost_acks_are_as_many_as_asked_for)
{
	struct sim_board_setup setup = default_setup();
	int n = 0;

	setup.lost_acks = 30;
	switch_on(&setup);
	COMMAND("\x4b");
	for (int i = 0; i < 200; i++) {
		COMMAND("\x2b\x03\x03\x09\x00");
		n += said_len == 0;
	}
	ck_assert_int_ge(n, 40);
	ck_assert_int_le(n, 80);
	/* The command arrived all the same. */
	setup.lost_acks = 100;
	switch_on(&setup);
	COMMAND("\x4b");
	COMMAND("\x2b\x0c\x03\x0c\x65\x32\x2d\x65\x34\x20\x20\x20\x01\x00");
	ASSERT_SAID("");
	ck_assert_uint_eq(board.display_len, 8);
}
END_TEST

START_TEST(clock_buttons_are_those_of_the_protocol_page)
{
	static const struct {
		enum clock_button button;
		const char *ack;
	} buttons[] = {
		{ CLOCK_BUTTON_BACK, "\x8d\x00\x0a\x0a\x10\x08\x2a\x05\x31\x00" },
		{ CLOCK_BUTTON_MINUS, "\x8d\x00\x0a\x0a\x10\x08\x2a\x21\x34\x00" },
		{ CLOCK_BUTTON_RUN, "\x8d\x00\x0a\x0a\x10\x08\x2a\x11\x33\x00" },
		{ CLOCK_BUTTON_PLUS, "\x8d\x00\x0a\x0a\x10\x08\x2a\x09\x32\x00" },
		{ CLOCK_BUTTON_OK, "\x8d\x00\x0a\x0a\x10\x08\x2a\x41\x35\x00" },
	};

	COMMAND("\x4b");
	for (size_t i = 0; i < sizeof(buttons) / sizeof(buttons[0]); i++) {
		forget();
		sim_board_press_button(&board, buttons[i].button, board.now_us);
		sim_board_advance(&board, board.now_us + 500 * MS);
		assert_said(buttons[i].ack, 10);
	}
}
END_TEST

START_TEST(an_incomplete_command_is_forgotten_after_a_while)
{
	COMMAND("\x4b");
	command("\x2b\x0c\x03", 3);
	sim_board_advance(&board, board.now_us + SECOND);
	COMMAND("\x4d");
	ASSERT_SAID("\x93\x00\x05\x01\x02");
}
END_TEST

/* The line */

static size_t
count_frames(void)
{
	size_t at = 0, frames = 0;

	while (at < said_len) {
		size_t len;

		ck_assert_uint_ge(said[at], 0x80);
		ck_assert_uint_le(at + 3, said_len);
		len = (size_t)said[at + 1] << 7 | said[at + 2];
		ck_assert_uint_ge(len, 3);
		ck_assert_uint_le(at + len, said_len);
		for (size_t i = 1; i < len; i++)
			ck_assert_uint_lt(said[at + i], 0x80);
		at += len;
		frames++;
	}
	return frames;
}

START_TEST(frames_follow_each_other_and_never_mix)
{
	uint64_t us = 10 * SECOND;

	COMMAND("\x43");
	forget();
	for (int i = 0; i < 40; i++, us += 30 * MS) {
		sim_board_receive(&board, (const uint8_t *)"\x42\x41\x47", 3, us);
		sim_board_put(&board, i, i % 2 ? EMPTY : BLACK_QUEEN, us);
	}
	sim_board_advance(&board, us + 60 * SECOND);
	ck_assert_uint_gt(count_frames(), 150);
	/* Never quicker than the baud rate. */
	for (size_t i = 1; i < n_chunks; i++)
		ck_assert_uint_ge(chunks[i].t_us - chunks[i - 1].t_us,
		                  (chunks[i].end - chunks[i - 1].end) * SIM_BOARD_BYTE_US);
}
END_TEST

/* The board as a host knows it from a dump and the updates behind it. */
static void
fold_said(uint8_t squares[64])
{
	for (size_t at = 0; at < said_len;) {
		if (said[at] == 0x86)
			memcpy(squares, said + at + 3, 64);
		else if (said[at] == 0x8e)
			squares[said[at + 3]] = said[at + 4];
		at += (size_t)said[at + 1] << 7 | said[at + 2];
	}
}

START_TEST(dump_and_updates_behind_it_agree)
{
	uint8_t squares[64];
	uint64_t us = 10 * SECOND;
	unsigned int seed = test_seed();

	COMMAND("\x44");
	forget();
	for (int i = 0; i < 400; i++, us += 40 * MS) {
		sim_board_put(&board, rand_r(&seed) % 64, (uint8_t)(WHITE_PAWN + rand_r(&seed) % 6),
		              us);
		if (i % 50 == 0)
			sim_board_receive(&board, (const uint8_t *)"\x42", 1, us);
	}
	sim_board_advance(&board, us + 10 * SECOND);
	fold_said(squares);
	ck_assert_mem_eq(squares, board.standing, 64);
}
END_TEST

START_TEST(updates_survive_a_flood_of_log_requests)
{
	uint8_t squares[64];
	uint64_t us = 10 * SECOND;

	for (int i = 0; i < 5000; i++)
		sim_board_put(&board, 20 + i % 3, i / 3 % 2 ? EMPTY : WHITE_KNIGHT,
		              us += 2 * SCAN_US);
	COMMAND("\x44");
	COMMAND("\x42");
	memcpy(squares, said + 3, 64);
	forget();
	for (int i = 0; i < 50; i++)
		sim_board_receive(&board, (const uint8_t *)"\x49", 1, board.now_us);
	/* While the log takes its eight seconds, far more changes than the line has room for. */
	us = board.now_us;
	for (int i = 0; i < 400; i++)
		sim_board_put(&board, i % 64, i / 64 % 2 ? BLACK_QUEEN : WHITE_KING, us += 10 * MS);
	sim_board_advance(&board, us + 60 * SECOND);
	count_frames();
	fold_said(squares);
	ck_assert_mem_eq(squares, board.standing, 64);
}
END_TEST

START_TEST(random_bytes_never_break_the_line)
{
	unsigned int seed = test_seed();

	for (int round = 0; round < 200; round++) {
		uint64_t us = 0;

		setup_board();
		for (int i = 0; i < 50; i++) {
			uint8_t bytes[16];
			size_t len = (size_t)(rand_r(&seed) % 16);

			for (size_t k = 0; k < len; k++)
				bytes[k] = (uint8_t)(rand_r(&seed) >> 7);
			us += (uint64_t)(rand_r(&seed) % 300000);
			sim_board_receive(&board, bytes, len, us);
			sim_board_put(&board, rand_r(&seed) % 64, (uint8_t)(rand_r(&seed) % 7), us);
			if (said_len > sizeof(said) / 2)
				break;
		}
		sim_board_receive(&board, (const uint8_t *)"\x40", 1, us + SECOND);
		sim_board_advance(&board, us + 100 * SECOND);
		count_frames();
	}
}
END_TEST

START_TEST(the_same_calls_give_the_same_bytes_however_time_is_cut)
{
	static uint8_t first[sizeof(said)];
	size_t first_len = 0;

	for (int run = 0; run < 2; run++) {
		setup_board();
		sim_board_receive(&board, (const uint8_t *)"\x43", 1, SECOND);
		for (uint64_t us = SECOND; us < 20 * SECOND; us += run ? 777 : 7770000)
			sim_board_advance(&board, us);
		sim_board_put(&board, 12, EMPTY, 20 * SECOND);
		sim_board_advance(&board, 22 * SECOND);
		if (run == 0) {
			memcpy(first, said, said_len);
			first_len = said_len;
		}
	}
	ck_assert_uint_gt(first_len, 200);
	ck_assert_uint_eq(first_len, said_len);
	ck_assert_mem_eq(first, said, said_len);
}
END_TEST

static Suite *
sim_board_suite(void)
{
	Suite *suite = suite_create("sim_board");
	TCase *commands = tcase_create("commands");
	TCase *modes = tcase_create("modes");
	TCase *line = tcase_create("line");

	tcase_add_checked_fixture(commands, setup_board, NULL);
	tcase_add_test(commands, send_brd_start_position_is_the_dump_of_the_protocol_page);
	tcase_add_test(commands, board_without_identity_says_one_code_for_every_man);
	tcase_add_test(commands, board_of_dumps_sends_one_for_every_round_with_a_change);
	tcase_add_test(commands, send_brd_rotated_is_the_mirrored_dump);
	tcase_add_test(commands, identity_commands_give_the_bytes_of_the_protocol_page);
	tcase_add_test(commands, busadres_of_board_6685_is_34_1d);
	tcase_add_test(commands, trademark_is_longer_than_a_byte_can_say_and_names_the_serial);
	tcase_add_test(commands, old_boards_are_silent_on_48_and_55);
	tcase_add_test(commands, usb_boards_are_silent_on_battery_status_and_leds);
	tcase_add_test(commands, send_clk_answers_at_once_in_every_mode);
	tcase_add_test(commands, send_clk_without_a_clock_says_so);
	tcase_add_test(commands, ee_moves_after_a_first_move_ends_as_on_the_protocol_page);
	tcase_add_test(commands, ee_moves_of_a_full_log_has_7939_bytes);
	tcase_add_test(commands, log_notes_empty_board_and_start_positions_once);
	tcase_add_test(commands, flicker_of_one_man_fills_no_log);
	tcase_add_test(commands, unknown_bytes_are_ignored);
	tcase_add_test(commands, commands_no_host_should_send_are_counted);
	suite_add_tcase(suite, commands);

	tcase_add_checked_fixture(modes, setup_board, NULL);
	tcase_add_test(modes, power_up_is_bus_mode_and_a_single_command_leaves_it);
	tcase_add_test(modes, bus_command_stops_updates_and_its_bytes_are_no_commands);
	tcase_add_test(modes, host_reads_the_board_once_it_has_both_updates_and_the_position);
	tcase_add_test(modes, live_chess_probe_is_survived);
	tcase_add_test(modes, idle_says_nothing_by_itself);
	tcase_add_test(modes, entering_an_update_mode_gives_one_clock_message_and_no_squares);
	tcase_add_test(modes, moves_are_field_updates_in_every_update_mode);
	tcase_add_test(modes, capture_in_one_scan_is_a_direct_change);
	tcase_add_test(modes, castling_has_the_bytes_of_the_protocol_page);
	tcase_add_test(modes, a_change_undone_before_it_is_seen_is_no_change);
	tcase_add_test(modes, each_square_is_seen_when_the_scan_comes_to_it);
	tcase_add_test(modes, squares_of_one_round_come_in_ascending_order);
	tcase_add_test(modes, nice_speaks_of_the_clock_only_when_it_changed);
	tcase_add_test(modes, update_speaks_of_the_clock_at_least_every_second);
	tcase_add_test(modes, update_brd_speaks_of_no_clock_and_acknowledges_nothing);
	tcase_add_test(modes, clock_commands_are_acknowledged_within_the_time_of_real_clocks);
	tcase_add_test(modes, clock_commands_need_a_clock_an_update_mode_and_good_form);
	tcase_add_test(modes, clock_commands_of_another_size_are_unknown);
	tcase_add_test(modes, clock_shows_text_until_it_is_told_to_end);
	tcase_add_test(modes, clock_in_its_free_mode_takes_what_it_is_set_to);
	tcase_add_test(modes, lost_acks_are_as_many_as_asked_for);
	tcase_add_test(modes, clock_buttons_are_those_of_the_protocol_page);
	tcase_add_test(modes, an_incomplete_command_is_forgotten_after_a_while);
	suite_add_tcase(suite, modes);

	tcase_add_checked_fixture(line, setup_board, NULL);
	tcase_set_timeout(line, 60);
	tcase_add_test(line, frames_follow_each_other_and_never_mix);
	tcase_add_test(line, dump_and_updates_behind_it_agree);
	tcase_add_test(line, updates_survive_a_flood_of_log_requests);
	tcase_add_test(line, random_bytes_never_break_the_line);
	tcase_add_test(line, the_same_calls_give_the_same_bytes_however_time_is_cut);
	suite_add_tcase(suite, line);
	return suite;
}

int
main(void)
{
	return test_run(sim_board_suite());
}
