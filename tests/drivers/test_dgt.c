/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The DGT driver as the daemon sees it: bytes in, events out. The conversation is test_dgt_talk.
 */
#include "drivers/dgt/dgt.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/drivers/record.h"
#include "tests/support.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

#define START_SCAN "scan rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\n"

static void *state;
static struct record record;
static struct driver_out out = { .ctx = &record, .event = record_event };
static struct bytes stream;

static void
setup(void)
{
	state = malloc(dgt_driver.state_size);
	ck_assert_ptr_nonnull(state);
	dgt_driver.init(state);
	record_begin(&record);
	stream.len = 0;
}

static void
teardown(void)
{
	record_end(&record);
	free(state);
}

static struct driver_stats
stats(void)
{
	struct driver_stats s;

	dgt_driver.stats(state, &s);
	ck_assert_uint_eq(s.events, record.n);
	return s;
}

/* Worked bytes of dgt.md section 6, and what they say. */
static const struct worked {
	const char *hex, *lines;
} worked[] = {
	{ "86 00 43 08 09 0a 0c 0b 0a 09 08 07*8 00*32 01*8 02 03 04 06 05 04 03 02", START_SCAN },
	/* The same men on a board turned round; turning it back is the tracker's business. */
	{ "86 00 43 02 03 04 05 06 04 03 02 01*8 00*32 07*8 08 09 0a 0b 0c 0a 09 08",
	  "scan RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr\n" },
	/* A board that knows no men reads a white pawn for each. Of two others one may be garbled; then they are men. */
	{ "86 00 43 01*16 00*32 01*16 8e 00 05 34 00 8e 00 05 24 01 8e 00 05 23 06",
	  "scan ???????\?/???????\?/8/8/8/8/???????\?/????????\n"
	  "square e2 .\nsquare e4 ?\nsquare d4 ?\n" },
	{ "86 00 43 01*16 00*32 01*16 86 00 43 01*16 00*32 01*15 06",
	  "scan ???????\?/???????\?/8/8/8/8/???????\?/????????\n"
	  "scan ???????\?/???????\?/8/8/8/8/???????\?/????????\n" },
	{ "86 00 43 01*16 00*32 01*16 86 00 43 07*2 01*14 00*32 01*16 8e 00 05 1b 01",
	  "scan ???????\?/???????\?/8/8/8/8/???????\?/????????\n"
	  "scan ppPPPPPP/PPPPPPPP/8/8/8/8/PPPPPPPP/PPPPPPPP\nsquare d5 P\n" },
	/* Eight pawns are in every set. */
	{ "86 00 43 00*48 01*8 00*8", "scan 8/8/8/8/8/8/PPPPPPPP/8\n" },
	{ "86 00 43 00*47 01*9 00*8", "scan 8/8/8/8/8/7?/???????\?/8\n" },
	/* One more, put down while men are set up, is not. */
	{ "86 00 43 00*48 01*8 00*8 8e 00 05 3c 01 8e 00 05 3d 01 8e 00 05 3c 00",
	  "scan 8/8/8/8/8/8/PPPPPPPP/8\n"
	  "square e1 ?\nscan 8/8/8/8/8/8/???????\?/4?3\nsquare f1 ?\nsquare e1 .\n" },
	{ "86 00 43 00*48 01*8 00*8 8e 00 05 3d 05 8e 00 05 3c 03 8e 00 05 3e 01",
	  "scan 8/8/8/8/8/8/PPPPPPPP/8\nsquare f1 K\nsquare e1 N\nsquare g1 P\n" },
	/* Nor is one garbled pawn too many for good: who stood there by then is told once more. */
	{ "86 00 43 00*48 01*8 00*8 8e 00 05 3c 01 8e 00 05 00 07 8e 00 05 01 07",
	  "scan 8/8/8/8/8/8/PPPPPPPP/8\n"
	  "square e1 ?\nscan 8/8/8/8/8/8/???????\?/4?3\n"
	  "square a8 ?\nsquare b8 p\nscan pp6/8/8/8/8/8/PPPPPPPP/4P3\n" },
	{ "93 00 05 01 02", "fact version \"1.02\"\n" },
	{ "93 00 05 03 0a", "fact version \"3.10\"\n" },
	{ "96 00 05 01 00", "fact hardware \"1.00\"\n" },
	{ "91 00 08 30 31 30 32 35", "fact serial \"01025\"\n" },
	{ "91 00 0c 30 31 30 32 35 20 31 2e 30", "fact serial \"01025\"\n" },
	{ "a2 00 0d 33 30 30 30 31 34 37 37 34 30", "fact long-serial \"3000147740\"\n" },
	{ "90 00 05 08 01", "fact address \"1025\"\n" },
	{ "90 00 05 34 1d", "fact address \"6685\"\n" },
	{ "90 00 05 7f 7f", "fact address \"16383\"\n" },
	{ "92 00 0e 44 47 54 20 41 0d 0a 01 42 7f 0a", "fact trademark \"DGT A   B\"\n" },
	{ "8e 00 05 34 00 8e 00 05 24 01", "square e2 .\nsquare e4 P\n" },
	{ "8e 00 05 24 00 8e 00 05 1b 01", "square e4 .\nsquare d5 P\n" },
	{ "8e 00 05 3c 00 8e 00 05 3e 05 8e 00 05 3f 00 8e 00 05 3d 02",
	  "square e1 .\nsquare g1 K\nsquare h1 .\nsquare f1 R\n" },
	{ "a0 00 0c 50 0c 1e 01 05 02 03 04 02", "fact battery \"80% discharging, 12:30 left\"\n" },
	{ "a0 00 0c 64 7f 7f 01 05 02 03 04 01", "fact battery \"100% charging\"\n" },
	{ "a0 00 0c 07 00 05 01 05 02 03 04 00", "fact battery \"7%, 0:05 left\"\n" },
	{ "8f 00 10 7f 7f 7f 6a 6f 40 34 51 24 70 04 57 6b", "" },
	{ "8d 00 0a 01 23 45 00 59 07 09", "clock left 3547 right 5025 run left\n" },
	{ "8d 00 0a 01 30 00 01 29 58 13", "clock left 5398 right 5400 run right\n" },
	{ "8d 00 0a 20 03 02 20 03 01 09", "clock left 181p right 182p run left\n" },
	{ "8d 00 0a 30 00 00 20 00 16 12", "clock left 16p right 0Fp stop right\n" },
	{ "8d 00 0a 00 15 00 40 29 59 09", "clock left 1799f right 900 run left\n" },
	{ "8d 00 0a 00 05 00 00 05 00 0c", "clock left 300 right 300 stop left battery\n" },
	{ "8d 00 0a 00 00 00 00 00 00 20", "clock none\n" },
	{ "8d 00 0a 00 00 00 00 00 00 00", "" },
	{ "8d 00 0a 0c 08 08 00 00 00 08", "" },
	{ "8d 00 0a 0a 10 09 0a 20 00 00", "ack 10 09 20 00\n" },
	{ "8d 00 0a 0a 10 08 2a 05 31 00", "ack 10 88 05 31\n" },
	{ "8d 00 0a 3a 10 08 3a 00 31 00", "ack 90 88 80 b1\n" },
	/* A bit above the code, which no public source explains. */
	{ "8e 00 05 00 48 8e 00 05 07 18", "square a8 r\nsquare h8 r\n" },
	{ "80 00 03", "" },
	{ "94 00 35 01*50 95 00 35 01*50", "" },
	{ "86 00 67 01*100", "" },
	{ "a3 00 08 00 10 05 02 11", "" },
	{ "b7 00 06 01 02 03", "" },
};

START_TEST(dgt_worked_bytes_say_what_they_say)
{
	bytes_hex(&stream, worked[_i].hex);
	dgt_driver.feed(state, &out, stream.b, stream.len, 0);
	ck_assert_str_eq(record_lines(&record), worked[_i].lines);
	ck_assert_uint_eq(stats().skipped_bytes, 0);
	ck_assert_uint_eq(stats().bad_frames, 0);
	ck_assert_uint_eq(stats().bytes, stream.len);
}
END_TEST

START_TEST(dgt_trademark_longer_than_127_is_one_text)
{
	char words[161] = "", want[200];

	bytes_hex(&stream, "92 01 27 44 47 54 20 78*160");
	dgt_driver.feed(state, &out, stream.b, stream.len, 0);
	memset(words, 'x', 160);
	snprintf(want, sizeof(want), "fact trademark \"DGT %s\"\n", words);
	ck_assert_str_eq(record_lines(&record), want);
}
END_TEST

START_TEST(dgt_longest_trademark_fits)
{
	bytes_hex(&stream, "92 08 00 78*1021");
	dgt_driver.feed(state, &out, stream.b, stream.len, 0);
	ck_assert_uint_eq(strlen(record_lines(&record)), strlen("fact trademark \"\"\n") + 1021);
}
END_TEST

/* Every square with every code: index 0 is a8, 63 is h1; king 5 and b, queen 6 and c. */
START_TEST(dgt_every_square_and_code_has_its_name)
{
	static const char letters[] = ".PRNBKQprnbkq...";

	for (unsigned int i = 0; i < 64 * 16; i++) {
		const uint8_t update[] = { 0x8e, 0x00, 0x05, (uint8_t)(i / 16), (uint8_t)(i % 16),
			                   0x80, 0x00, 0x03 };
		char want[32];
		size_t before = record.n == 0 ? 0 : strlen(record_lines(&record));

		snprintf(want, sizeof(want), "square %c%c %c\n", (char)('a' + (i / 16) % 8),
		         (char)('8' - i / 16 / 8), letters[i % 16]);
		dgt_driver.feed(state, &out, update, sizeof(update), 0);
		ck_assert_int_eq(strncmp(record_lines(&record) + before, want, strlen(want)), 0);
	}
}
END_TEST

START_TEST(dgt_scan_puts_every_index_on_its_square)
{
	static const char digits[] = "01234567";

	for (int i = 0; i < 64; i++) {
		char want[64];
		size_t before = record.n == 0 ? 0 : strlen(record_lines(&record));

		stream.len = 0;
		bytes_hex(&stream, "86 00 43 00*64");
		stream.b[3 + i] = 0x0c;
		dgt_driver.feed(state, &out, stream.b, stream.len, 0);
		ck_assert_ptr_nonnull(strchr(record_lines(&record) + before, 'q'));
		/* A rank with the q in it, after and before empty ranks. */
		snprintf(want, sizeof(want), "scan %.*s%.*sq%.*s%.*s\n", i / 8 * 2,
		         "8/8/8/8/8/8/8/", i % 8 > 0, &digits[i % 8], i % 8 < 7, &digits[7 - i % 8],
		         14 - i / 8 * 2, "/8/8/8/8/8/8/8");
		ck_assert_str_eq(record_lines(&record) + before, want);
	}
}
END_TEST

START_TEST(dgt_result_piece_is_news_once)
{
	bytes_hex(&stream, "8e 00 05 24 0d");          /* put on e4 */
	bytes_hex(&stream, "8e 00 05 24 0d");          /* told again */
	bytes_hex(&stream, "86 00 43 00*36 0d 00*27"); /* still there in a scan */
	bytes_hex(&stream, "8e 00 05 24 0e");          /* another one in its place */
	bytes_hex(&stream, "8e 00 05 24 00");          /* gone */
	bytes_hex(&stream, "8e 00 05 24 0f");          /* and another one */
	bytes_hex(&stream, "80 00 03");
	dgt_driver.feed(state, &out, stream.b, stream.len, 0);
	ck_assert_str_eq(record_lines(&record), "square e4 .\n"
	                                        "magic draw e4\n"
	                                        "square e4 .\n"
	                                        "scan 8/8/8/8/8/8/8/8\n"
	                                        "square e4 .\n"
	                                        "magic white-wins e4\n"
	                                        "square e4 .\n"
	                                        "square e4 .\n"
	                                        "magic black-wins e4\n");
}
END_TEST

START_TEST(dgt_result_piece_first_seen_in_a_scan_is_news)
{
	bytes_hex(&stream, "86 00 43 0e 00*62 0f");
	bytes_hex(&stream, "86 00 43 0e 00*63");
	bytes_hex(&stream, "86 00 43 0e 00*62 0f");
	bytes_hex(&stream, "80 00 03");
	dgt_driver.feed(state, &out, stream.b, stream.len, 0);
	ck_assert_str_eq(record_lines(&record), "scan 8/8/8/8/8/8/8/8\n"
	                                        "magic black-wins h1\n"
	                                        "magic white-wins a8\n"
	                                        "scan 8/8/8/8/8/8/8/8\n"
	                                        "scan 8/8/8/8/8/8/8/8\n"
	                                        "magic black-wins h1\n");
}
END_TEST

/* Noise in an update and in a position: what they say besides is corrected by the next position, the end of a game is not. */
START_TEST(dgt_result_piece_in_a_damaged_message_is_none)
{
	bytes_hex(&stream, "8e 00 05 24 0d 24 01");
	bytes_hex(&stream, "86 00 43 00*62 0e 0f 00 00");
	bytes_hex(&stream, "86 00 43 00*62 0e 00"); /* one of them is there after all */
	bytes_hex(&stream, "80 00 03");
	dgt_driver.feed(state, &out, stream.b, stream.len, 0);
	ck_assert_str_eq(record_lines(&record), "square e4 .\n"
	                                        "scan 8/8/8/8/8/8/8/8\n"
	                                        "scan 8/8/8/8/8/8/8/8\n"
	                                        "magic white-wins g1\n");
}
END_TEST

START_TEST(dgt_square_beyond_the_board_is_refused)
{
	for (int index = 64; index < 128; index++) {
		const uint8_t update[] = { 0x8e, 0x00, 0x05, (uint8_t)index, 0x01 };

		dgt_driver.feed(state, &out, update, sizeof(update), 0);
	}
	ck_assert_uint_eq(record.n, 0);
	ck_assert_uint_eq(stats().bad_frames, 64);
	ck_assert_uint_eq(stats().skipped_bytes, 64 * 5);
	ck_assert_uint_eq(stats().frames, 0);
}
END_TEST

START_TEST(dgt_battery_beyond_100_percent_is_refused)
{
	bytes_hex(&stream, "a0 00 0c 65 0c 1e 01 05 02 03 04 02");
	dgt_driver.feed(state, &out, stream.b, stream.len, 0);
	ck_assert_uint_eq(record.n, 0);
	ck_assert_uint_eq(stats().bad_frames, 1);
}
END_TEST

/* Faults a board or a cable produces; the update after each must be told. */
static const struct fault {
	const char *what, *hex, *lines;
	int skipped;
} faults[] = {
	{ "junk before the first message", "00 11 7f 41 54 0d 0a", "", 7 },
	{ "half an update, then silence", "8e 00 05 24", "", 4 },
	{ "half a dump", "86 00 43 08 09 0a", "", 6 },
	{ "id byte lost", "00 05 24 01", "", 4 },
	{ "high length byte lost", "8e 05 24 01", "", 4 },
	{ "low length byte lost", "8e 00 24 01", "", 4 },
	{ "payload byte lost", "8e 00 05 01", "", 4 },
	{ "bit 7 in the piece", "8e 00 05 24 81", "", 5 },
	{ "bit 7 in the length", "8e 80 05 24 01", "", 5 },
	{ "id without bit 7", "0e 00 05 24 01", "", 5 },
	{ "an id nobody knows claiming 16000 bytes", "83 7d 00 11 22 33", "", 6 },
	{ "an id nobody knows claiming 200 bytes", "83 01 48 11 22 33", "", 6 },
	{ "a log claiming 7939 bytes", "8f 3e 03 7f 7f 7f", "", 6 },
	{ "two messages mixed", "8e 00 8d 05 00 24 0a 01", "", 8 },
	{ "whole log nobody asked for", "8f 3e 03 7f*7935 6b", "", 0 },
	{ "late ACK", "8d 00 0a 0a 10 09 0a 20 00 00", "ack 10 09 20 00\n", 0 },
	{ "ACK repeated", "8d 00 0a 0a 10 09 0a 20 00 00 8d 00 0a 0a 10 09 0a 20 00 00",
	  "ack 10 09 20 00\nack 10 09 20 00\n", 0 },
	{ "all-zero time", "8d 00 0a 00*7", "", 0 },
	{ "lever noise without a clock", "8d 00 0a 00*6 22 8d 00 0a 00*6 20",
	  "clock none\nclock none\n", 0 },
};

START_TEST(dgt_fault_spares_the_next_message)
{
	const struct fault *fault = &faults[_i];
	char want[256];

	bytes_hex(&stream, fault->hex);
	bytes_hex(&stream, "8e 00 05 34 00");
	dgt_driver.feed(state, &out, stream.b, stream.len, 0);
	snprintf(want, sizeof(want), "%ssquare e2 .\n", fault->lines);
	ck_assert_msg(strcmp(record_lines(&record), want) == 0, "%s: %s", fault->what,
	              record_lines(&record));
	ck_assert_msg(stats().skipped_bytes == (uint64_t)fault->skipped, "%s: %d skipped",
	              fault->what, (int)stats().skipped_bytes);
}
END_TEST

START_TEST(dgt_event_carries_the_time_of_its_last_byte)
{
	static const uint8_t update[] = { 0x8e, 0x00, 0x05, 0x34, 0x00 };

	record.times = true;
	dgt_driver.feed(state, &out, update, 4, 1000);
	dgt_driver.feed(state, &out, update + 4, 1, 1234);
	ck_assert_str_eq(record_lines(&record), "1234 square e2 .\n");
}
END_TEST

START_TEST(dgt_passive_link_is_live_once_the_board_is_seen)
{
	bytes_hex(&stream, "93 00 05 01 02");
	dgt_driver.feed(state, &out, stream.b, stream.len, 0);
	ck_assert_int_eq(dgt_driver.link(state), DRIVER_LISTENING);
	bytes_hex(&stream, "86 00 43 00*64");
	dgt_driver.feed(state, &out, stream.b, stream.len, 0);
	ck_assert_int_eq(dgt_driver.link(state), DRIVER_LIVE);
	ck_assert(dgt_driver.deadline(state) == DRIVER_NO_DEADLINE);
}
END_TEST

static void
hear(const char *hex, uint64_t now_us)
{
	stream.len = 0;
	bytes_hex(&stream, hex);
	dgt_driver.feed(state, &out, stream.b, stream.len, now_us);
}

/* The link comes back, the board tells its position, then e2 is lifted and put on e4; a second and a half after the
 * first of that the clock ticks. */
static const struct outage {
	const char *answer; /* to a probe, right behind the position */
	const char *lines;
} outages[] = {
	/* Nobody probes: it is a position asked for since, and e2-e4 is in it. */
	{ NULL, START_SCAN "square e2 .\nsquare e4 P\n"
	                   "scan rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR\n"
	                   "clock left 5398 right 5400 run right\n" },
	/* It lay in the line: the probe was answered behind it, and the position will be asked for. */
	{ "93 00 05 01 02", START_SCAN "fact version \"1.02\"\nsquare e2 .\nsquare e4 P\n"
	                               "clock left 5398 right 5400 run right\n" },
};

START_TEST(dgt_position_behind_an_outage)
{
	static const char position[] =
		"86 00 43 08 09 0a 0c 0b 0a 09 08 07*8 00*32 01*8 02 03 04 06 05 04 03 02";
	const struct outage *outage = &outages[_i];

	hear(position, 0);
	dgt_driver.away(state);
	hear(position, 10000000);
	if (outage->answer)
		hear(outage->answer, 10300000);
	hear("8e 00 05 34 00", 10500000);
	hear("8e 00 05 24 01", 11400000);
	hear("8d 00 0a 01 30 00 01 29 58 13", 11500000);
	ck_assert_str_eq(record_lines(&record), outage->lines);
}
END_TEST

START_TEST(dgt_passive_noise_is_called_wrong)
{
	bytes_hex(&stream, "24 47 50 47 47 41*1020");
	dgt_driver.feed(state, &out, stream.b, stream.len, 0);
	ck_assert_int_eq(dgt_driver.link(state), DRIVER_WRONG);
	ck_assert_ptr_nonnull(strstr(dgt_driver.advice(state), "not a DGT board"));
}
END_TEST

START_TEST(dgt_worked_stream_is_the_same_in_any_chunks)
{
	for (int i = 0; i < COUNT(worked); i++) {
		bytes_hex(&stream, worked[i].hex);
		bytes_hex(&stream, faults[i % COUNT(faults)].hex);
	}
	chunks_check(&dgt_driver, &stream);
}
END_TEST

START_TEST(dgt_damaged_stream_is_the_same_in_any_chunks)
{
	uint64_t random = test_seed() + (uint64_t)_i;

	for (int i = 0; i < 60; i++)
		bytes_hex(&stream, worked[random_below(&random, (unsigned int)COUNT(worked))].hex);
	for (int i = 0; i < 60; i++) {
		uint8_t byte = (uint8_t)random_below(&random, 256);

		stream.b[random_below(&random, (unsigned int)stream.len)] = byte;
	}
	chunks_check(&dgt_driver, &stream);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("dgt");
	TCase *meaning = tcase_create("meaning");
	TCase *damage = tcase_create("damage");

	test_seed(); /* before the tests fork: one seed for all */
	tcase_add_checked_fixture(meaning, setup, teardown);
	tcase_add_loop_test(meaning, dgt_worked_bytes_say_what_they_say, 0, COUNT(worked));
	tcase_add_test(meaning, dgt_trademark_longer_than_127_is_one_text);
	tcase_add_test(meaning, dgt_longest_trademark_fits);
	tcase_add_test(meaning, dgt_every_square_and_code_has_its_name);
	tcase_add_test(meaning, dgt_scan_puts_every_index_on_its_square);
	tcase_add_test(meaning, dgt_result_piece_is_news_once);
	tcase_add_test(meaning, dgt_result_piece_first_seen_in_a_scan_is_news);
	tcase_add_test(meaning, dgt_event_carries_the_time_of_its_last_byte);
	tcase_add_test(meaning, dgt_passive_link_is_live_once_the_board_is_seen);
	tcase_add_loop_test(meaning, dgt_position_behind_an_outage, 0, COUNT(outages));
	suite_add_tcase(suite, meaning);
	tcase_add_checked_fixture(damage, setup, teardown);
	tcase_add_test(damage, dgt_result_piece_in_a_damaged_message_is_none);
	tcase_add_test(damage, dgt_square_beyond_the_board_is_refused);
	tcase_add_test(damage, dgt_battery_beyond_100_percent_is_refused);
	tcase_add_loop_test(damage, dgt_fault_spares_the_next_message, 0, COUNT(faults));
	tcase_add_test(damage, dgt_passive_noise_is_called_wrong);
	tcase_add_test(damage, dgt_worked_stream_is_the_same_in_any_chunks);
	tcase_add_loop_test(damage, dgt_damaged_stream_is_the_same_in_any_chunks, 0, 20);
	suite_add_tcase(suite, damage);
	return test_run(suite);
}
