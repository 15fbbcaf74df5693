/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <check.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <event2/event.h>

#include "drivers/transport/transport.h"
#include "tests/support.h"
#include "tests/transport/link.h"

static const char *const good_addresses[] = {
	"/dev/ttyUSB0",
	"/dev/serial/by-id/usb-DGT_DGT_Chessboard-if00",
	"/dev/pts/7",
	"/run/adoubed/board 1",
	"tcp://127.0.0.1:4001",
	"tcp://localhost:1",
	"tcp://board-server.club.example:65535",
	"tcp://esp_32.local:23",
	"tcp://[::1]:4001",
	"tcp://[2001:db8::17]:4001",
	"capture:game.txt",
	"capture:/var/lib/adoubed/captures/table 1.txt",
};

START_TEST(address_of_a_known_form_is_taken)
{
	char text[200] = "untouched";

	ck_assert_msg(transport_check(good_addresses[_i], text, sizeof(text)) == 0, "%s: %s",
	              good_addresses[_i], text);
	ck_assert_str_eq(text, "untouched");
}
END_TEST

static const struct {
	const char *address;
	const char *cause; /* must be in the sentence */
} bad_addresses[] = {
	{ "", "no address" },
	{ "ttyUSB0", "no address" },
	{ "COM3", "no address" },
	{ "udp://127.0.0.1:4001", "no address" },
	{ "TCP:/127.0.0.1:4001", "no address" },
	{ "/dev/", "folder" },
	{ "/", "folder" },
	{ "tcp://", "port is missing" },
	{ "tcp://host", "port is missing" },
	{ "tcp://[::1]", "port is missing" },
	{ "tcp://[::1]4001", "port is missing" },
	{ "tcp://:4001", "host is missing" },
	{ "tcp://[]:4001", "host is missing" },
	{ "tcp://[::1:4001", "']'" },
	{ "tcp://::1:4001", "brackets" },
	{ "tcp://[127.0.0.1]:4001", "no name and no IP" },
	{ "tcp://[::g]:4001", "no name and no IP" },
	{ "tcp://[:]:4001", "no name and no IP" },
	{ "tcp://a host:4001", "no name and no IP" },
	{ "tcp://user@host:4001", "no name and no IP" },
	{ "tcp://-host:4001", "no name and no IP" },
	{ "tcp://host:", "1 to 65535" },
	{ "tcp://host:0", "1 to 65535" },
	{ "tcp://host:65536", "1 to 65535" },
	{ "tcp://host:99999999999999999999", "1 to 65535" },
	{ "tcp://host:-1", "1 to 65535" },
	{ "tcp://host:+1", "1 to 65535" },
	{ "tcp://host:4001/", "1 to 65535" },
	{ "tcp://host:telnet", "1 to 65535" },
	{ "capture:", "no file" },
};

START_TEST(address_of_no_form_is_refused_with_its_cause)
{
	static const struct transport_listener listener = {
		.up = (void (*)(void *))abort,
		.bytes = (void (*)(void *, const uint8_t *, size_t))abort,
		.down = (void (*)(void *, int, const char *))abort,
	};
	const char *address = bad_addresses[_i].address;
	struct event_base *base = event_base_new();
	struct transport *transport = NULL;
	char text[300] = "";

	ck_assert_int_eq(transport_check(address, text, sizeof(text)), -EINVAL);
	ck_assert_msg(strstr(text, bad_addresses[_i].cause), "%s: %s", address, text);
	ck_assert_msg(strstr(text, address), "%s is not named in: %s", address, text);
	ck_assert_int_eq(transport_new(base, address, NULL, &listener, &transport), -EINVAL);
	ck_assert_ptr_null(transport);
	event_base_free(base);
}
END_TEST

START_TEST(address_without_end_is_refused)
{
	char address[8192], text[300];

	memset(address, 'a', sizeof(address));
	memcpy(address, "/dev/", 5);
	address[sizeof(address) - 1] = '\0';
	ck_assert_int_eq(transport_check(address, text, sizeof(text)), -EINVAL);
	ck_assert_ptr_nonnull(strstr(text, "longer"));
	memcpy(address, "tcp://", 6);
	memcpy(address + 700, ":80", 4);
	ck_assert_int_eq(transport_check(address, text, sizeof(text)), -EINVAL);
	ck_assert_ptr_nonnull(strstr(text, "'tcp://aaa"));
}
END_TEST

START_TEST(options_without_sense_are_refused)
{
	static const struct transport_listener listener = {
		.up = (void (*)(void *))abort,
		.bytes = (void (*)(void *, const uint8_t *, size_t))abort,
		.down = (void (*)(void *, int, const char *))abort,
	};
	const struct transport_options options[] = {
		{ .baud = -1 },
		{ .speed = -1.0 },
		{ .speed = (double)NAN },
		{ .speed = (double)INFINITY },
		{ .lines = (enum transport_lines)7 },
	};
	struct event_base *base = event_base_new();
	struct transport *transport = NULL;

	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
		ck_assert_int_eq(
			transport_new(base, "/dev/ttyS0", &options[i], &listener, &transport),
			-EINVAL);
		ck_assert_ptr_null(transport);
	}
	event_base_free(base);
}
END_TEST

START_TEST(transport_freed_before_the_loop_runs_says_nothing)
{
	struct link link;

	link_init(&link);
	for (size_t i = 0; i < sizeof(good_addresses) / sizeof(good_addresses[0]); i++) {
		link_open(&link, good_addresses[i], NULL);
		ck_assert_int_eq(transport_send(link.transport, (const uint8_t *)"B", 1),
		                 -ENOTCONN);
		transport_free(link.transport);
	}
	link.transport = NULL;
	transport_free(NULL);
	link_run(&link, 20);
	ck_assert_int_eq(link.ups + link.downs, 0);
	link_fini(&link);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("transport address");
	TCase *tcase = tcase_create("address");

	tcase_add_loop_test(tcase, address_of_a_known_form_is_taken, 0,
	                    (int)(sizeof(good_addresses) / sizeof(good_addresses[0])));
	tcase_add_loop_test(tcase, address_of_no_form_is_refused_with_its_cause, 0,
	                    (int)(sizeof(bad_addresses) / sizeof(bad_addresses[0])));
	tcase_add_test(tcase, address_without_end_is_refused);
	tcase_add_test(tcase, options_without_sense_are_refused);
	tcase_add_test(tcase, transport_freed_before_the_loop_runs_says_nothing);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
