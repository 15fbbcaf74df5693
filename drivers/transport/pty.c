/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A pseudo-terminal: a simulated board on the same machine. libserialport 0.1.1 refuses these, for
 * want of an entry in /sys/class/tty and of modem lines.
 */
#include "drivers/transport/device.h"

#include <errno.h>
#include <termios.h>
#include <unistd.h>

#include "drivers/transport/backend.h"

static int
pty_begin(struct device *device, int *ret_fd)
{
	struct termios mode;

	if (tcgetattr(device->fd, &mode) != 0)
		return device_fail(device, "cannot read the terminal's settings", -errno);
	cfmakeraw(&mode);
	/* With VMIN 0 an empty terminal would look like the end of file. */
	mode.c_cc[VMIN] = 1;
	mode.c_cc[VTIME] = 0;
	if (tcsetattr(device->fd, TCSANOW, &mode) != 0)
		return device_fail(device, "cannot set the terminal to raw mode", -errno);
	/* No TIOCEXCL: the flag would outlive us as long as the other end is open, and lock out a
	 * restarted daemon. The lock on the descriptor is enough among our own programs. */
	*ret_fd = device->fd;
	return 0;
}

static int
pty_lost(struct device *device)
{
	return transport_link_down(device->transport, -ENODEV,
	                           "%s: the program at the other end of the pseudo-terminal has "
	                           "closed it; start it again",
	                           device->address);
}

static int
pty_read(struct device *device, uint8_t *bytes, size_t size, size_t *ret_len)
{
	ssize_t n = read(device->fd, bytes, size);

	if (n > 0) {
		*ret_len = (size_t)n;
		return 0;
	}
	if (n == 0 || errno == EIO)
		return pty_lost(device);
	if (errno == EAGAIN || errno == EINTR)
		return 0;
	return device_fail(device, "cannot read", -errno);
}

static int
pty_write(struct device *device, const uint8_t *bytes, size_t len, size_t *ret_len)
{
	ssize_t n = write(device->fd, bytes, len);

	if (n >= 0) {
		*ret_len = (size_t)n;
		return 0;
	}
	if (errno == EIO)
		return pty_lost(device);
	if (errno == EAGAIN || errno == EINTR)
		return 0;
	return device_fail(device, "cannot write", -errno);
}

static void
pty_end(struct device *device)
{
	(void)device; /* the descriptor is device.c's, and a terminal is left raw */
}

const struct device_kind device_kind_pty = {
	.begin = pty_begin,
	.read = pty_read,
	.write = pty_write,
	.end = pty_end,
};
