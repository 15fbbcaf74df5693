/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The serial transport without a serial port (serial_port.h). Only the modem lines, which a pseudo-terminal has not got,
 * are played (modem_lines.h).
 */
#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <termios.h>
#include <unistd.h>

#include <event2/event.h>

#include "tests/support.h"
#include "tests/transport/link.h"
#include "tests/transport/modem_lines.h"
#include "tests/transport/serial_port.h"

static struct link board;
static int master;
static char slave[64];

static int output_flushes;

int
tcflush(int fd, int queue_selector)
{
	if (queue_selector == TCOFLUSH)
		output_flushes++;
	return (int)syscall(SYS_ioctl, fd, TCFLSH, queue_selector);
}

static void
plug_in(void)
{
	master = pty_open(slave);
	ck_assert_int_eq(serial_port_plug(slave), 0);
}

static void
begin(void)
{
	scratch_begin();
	output_flushes = 0;
	modem_has_lines = true;
	modem_lines = TIOCM_DTR | TIOCM_RTS; /* what the kernel raises on opening */
	plug_in();
	link_init(&board);
}

static void
end(void)
{
	link_fini(&board);
	ck_assert_int_eq(serial_port_unplug(), 0);
	if (master >= 0)
		ck_assert_int_eq(close(master), 0);
	scratch_end();
}

START_TEST(serial_bytes_pass_both_ways_through_a_symlink)
{
	const char *address = scratch_link("usb-DGT_DGT_Chessboard-if00", SERIAL_PORT);
	uint8_t bytes[10000];

	pattern(bytes, sizeof(bytes), 6);
	link_open(&board, address, NULL);
	link_wait_ups(&board, 1);
	write_all(&board, master, bytes, sizeof(bytes));
	link_expect_bytes(&board, bytes, sizeof(bytes));
	ck_assert_int_eq(transport_send(board.transport, bytes, TRANSPORT_QUEUE_MAX), 0);
	link_expect_at(&board, master, bytes, TRANSPORT_QUEUE_MAX);
	ck_assert_int_eq(board.downs, 0);
}
END_TEST

START_TEST(serial_line_is_9600_8n1_without_flow_control)
{
	struct termios mode;

	link_open(&board, SERIAL_PORT, NULL);
	link_wait_ups(&board, 1);
	ck_assert_int_eq(tcgetattr(master, &mode), 0);
	ck_assert_uint_eq(cfgetispeed(&mode), B9600);
	ck_assert_uint_eq(cfgetospeed(&mode), B9600);
	ck_assert_uint_eq(mode.c_cflag & CSIZE, CS8);
	ck_assert_uint_eq(mode.c_cflag & (PARENB | CSTOPB | CRTSCTS), 0);
	ck_assert_uint_eq(mode.c_iflag & (IXON | IXOFF | ICRNL | INLCR | IGNCR | ISTRIP), 0);
	ck_assert_uint_eq(mode.c_lflag & (ICANON | ECHO | ISIG), 0);
	ck_assert_uint_eq(mode.c_oflag & OPOST, 0);
}
END_TEST

START_TEST(serial_baud_is_as_asked)
{
	const struct transport_options options = { .baud = 115200 };
	struct termios mode;

	link_open(&board, SERIAL_PORT, &options);
	link_wait_ups(&board, 1);
	ck_assert_int_eq(tcgetattr(master, &mode), 0);
	ck_assert_uint_eq(cfgetospeed(&mode), B115200);
}
END_TEST

static const struct {
	enum transport_lines lines;
	int before, after;
} line_cases[] = {
	{ TRANSPORT_LINES_AUTO, TIOCM_DTR | TIOCM_RTS, TIOCM_DTR | TIOCM_RTS },
	{ TRANSPORT_LINES_AUTO, TIOCM_DTR, TIOCM_DTR },
	{ TRANSPORT_LINES_AUTO, 0, 0 },
	{ TRANSPORT_LINES_ON, 0, TIOCM_DTR | TIOCM_RTS },
	{ TRANSPORT_LINES_OFF, TIOCM_DTR | TIOCM_RTS, 0 },
};

START_TEST(serial_modem_lines_are_as_asked)
{
	const struct transport_options options = { .lines = line_cases[_i].lines };

	modem_lines = line_cases[_i].before | TIOCM_CTS;
	link_open(&board, SERIAL_PORT, &options);
	link_wait_ups(&board, 1);
	ck_assert_int_eq(modem_lines, line_cases[_i].after | TIOCM_CTS);
}
END_TEST

START_TEST(serial_port_is_kept_from_programs_that_do_not_lock)
{
	int fd, exclusive = 0;

	link_open(&board, SERIAL_PORT, NULL);
	link_wait_ups(&board, 1);
	/* Root gets in all the same, so ask the terminal. */
	fd = open(SERIAL_PORT, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0) {
		ck_assert_int_eq(errno, EBUSY);
		return;
	}
	ck_assert_int_eq(ioctl(fd, TIOCGEXCL, &exclusive), 0);
	ck_assert_int_ne(exclusive, 0);
	transport_free(board.transport);
	board.transport = NULL;
	ck_assert_int_eq(ioctl(fd, TIOCGEXCL, &exclusive), 0);
	ck_assert_int_eq(exclusive, 0);
	ck_assert_int_eq(close(fd), 0);
}
END_TEST

START_TEST(serial_port_in_use_is_left_as_it_is)
{
	const struct transport_options options = { .baud = 19200, .lines = TRANSPORT_LINES_OFF };
	struct termios mode;
	struct link second;

	link_open(&board, SERIAL_PORT, NULL);
	link_wait_ups(&board, 1);
	link_init(&second);
	link_open(&second, SERIAL_PORT, &options);
	link_wait_downs(&second, 1);
	ck_assert_int_eq(second.error, -EBUSY);
	ck_assert_msg(strstr(second.text, SERIAL_PORT), "%s", second.text);
	ck_assert_int_eq(tcgetattr(master, &mode), 0);
	ck_assert_uint_eq(cfgetospeed(&mode), B9600);
	ck_assert_int_eq(modem_lines, TIOCM_DTR | TIOCM_RTS);
	link_fini(&second);
}
END_TEST

START_TEST(serial_board_unplugged_is_a_loss_and_comes_back)
{
	link_open(&board, SERIAL_PORT, NULL);
	link_wait_ups(&board, 1);
	ck_assert_int_eq(close(master), 0);
	master = -1;
	link_wait_downs(&board, 1);
	ck_assert_int_eq(board.error, -ENODEV);
	ck_assert_msg(strstr(board.text, "unplugged"), "%s", board.text);
	ck_assert_int_eq(serial_port_unplug(), 0);
	/* What stays is no terminal: another kind of failure. */
	link_wait_downs(&board, 2);
	plug_in();
	link_wait_ups(&board, 2);
	write_all(&board, master, (const uint8_t *)"back", 4);
	link_expect_bytes(&board, (const uint8_t *)"back", 4);
}
END_TEST

START_TEST(serial_terminal_without_modem_lines_is_reported)
{
	modem_has_lines = false;
	link_open(&board, SERIAL_PORT, NULL);
	link_wait_downs(&board, 1);
	ck_assert_int_eq(board.error, -ENOTTY);
	modem_has_lines = true;
	link_wait_ups(&board, 1);
}
END_TEST

START_TEST(serial_terminal_that_is_no_port_is_reported)
{
	/* Another node of /dev, which /sys/class/tty does not know. */
	ck_assert_int_eq(mount(slave, "/dev/null", NULL, MS_BIND, NULL), 0);
	link_open(&board, "/dev/null", NULL);
	link_wait_downs(&board, 1);
	ck_assert_int_eq(umount2("/dev/null", MNT_DETACH), 0);
	ck_assert_int_eq(board.error, -ENOTTY);
	ck_assert_msg(strstr(board.text, "no serial port"), "%s", board.text);
}
END_TEST

START_TEST(serial_board_that_takes_nothing_does_not_keep_close_waiting)
{
	static const uint8_t bytes[TRANSPORT_QUEUE_MAX];

	link_open(&board, SERIAL_PORT, NULL);
	link_wait_ups(&board, 1);
	for (int i = 0; i < 100; i++) {
		(void)transport_send(board.transport, bytes, sizeof(bytes));
		link_run(&board, 0);
	}
	ck_assert_int_eq(transport_send(board.transport, bytes, sizeof(bytes)), -ENOBUFS);
	ck_assert(transport_is_up(board.transport));
	/* close() waits until what was written has left, so it must have been thrown away before. */
	ck_assert_int_eq(output_flushes, 0);
	transport_free(board.transport);
	board.transport = NULL;
	ck_assert_int_eq(output_flushes, 1);
}
END_TEST

START_TEST(serial_transport_may_be_freed_in_its_callbacks)
{
	board.free_in = (enum link_moment)_i;
	link_open(&board, SERIAL_PORT, NULL);
	ck_assert_int_eq(write(master, "bytes", 5), 5);
	if (_i == LINK_IN_DOWN) {
		link_wait_ups(&board, 1);
		ck_assert_int_eq(close(master), 0);
		master = -1;
	}
	link_wait_freed(&board);
	link_run(&board, 50);
}
END_TEST

int
main(void)
{
	Suite *suite;
	TCase *tcase;

	if (!serial_port_enter()) {
		(void)printf("skipped: no mount namespace: %s\n", strerror(errno));
		return TEST_SKIP;
	}
	suite = suite_create("transport serial");
	tcase = tcase_create("serial");
	tcase_add_checked_fixture(tcase, begin, end);
	tcase_set_timeout(tcase, 25);
	tcase_add_test(tcase, serial_bytes_pass_both_ways_through_a_symlink);
	tcase_add_test(tcase, serial_line_is_9600_8n1_without_flow_control);
	tcase_add_test(tcase, serial_baud_is_as_asked);
	tcase_add_loop_test(tcase, serial_modem_lines_are_as_asked, 0,
	                    (int)(sizeof(line_cases) / sizeof(line_cases[0])));
	tcase_add_test(tcase, serial_port_is_kept_from_programs_that_do_not_lock);
	tcase_add_test(tcase, serial_port_in_use_is_left_as_it_is);
	tcase_add_test(tcase, serial_board_unplugged_is_a_loss_and_comes_back);
	tcase_add_test(tcase, serial_terminal_without_modem_lines_is_reported);
	tcase_add_test(tcase, serial_terminal_that_is_no_port_is_reported);
	tcase_add_test(tcase, serial_board_that_takes_nothing_does_not_keep_close_waiting);
	tcase_add_loop_test(tcase, serial_transport_may_be_freed_in_its_callbacks, LINK_IN_UP,
	                    LINK_IN_DOWN + 1);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
