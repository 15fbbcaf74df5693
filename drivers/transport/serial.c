/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A serial port, through libserialport. Line settings and modem lines: dgt.md 1.1 and 1.3.
 */
#include "drivers/transport/device.h"

#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <sys/ioctl.h>

#include <libserialport.h>

#include "drivers/transport/backend.h"

#define SERIAL_BAUD 9600

/* errno is still the failed call's when libserialport says SP_ERR_FAIL. */
static int
serial_error(enum sp_return r)
{
	switch (r) {
	case SP_ERR_FAIL:
		return errno != 0 ? -errno : -EIO;
	case SP_ERR_MEM:
		return -ENOMEM;
	case SP_ERR_SUPP:
		return -EOPNOTSUPP;
	case SP_ERR_ARG:
	case SP_OK:
	default:
		return -EINVAL;
	}
}

static enum sp_return
serial_set_line(struct sp_port *port, const struct transport_options *options)
{
	enum sp_return r = sp_set_baudrate(port, options->baud ? options->baud : SERIAL_BAUD);

	if (r == SP_OK)
		r = sp_set_bits(port, 8);
	if (r == SP_OK)
		r = sp_set_parity(port, SP_PARITY_NONE);
	if (r == SP_OK)
		r = sp_set_stopbits(port, 1);
	if (r == SP_OK)
		r = sp_set_flowcontrol(port, SP_FLOWCONTROL_NONE);
	return r;
}

static enum sp_return
serial_set_modem_lines(struct sp_port *port, enum transport_lines lines)
{
	bool on = lines == TRANSPORT_LINES_ON;
	enum sp_return r;

	if (lines == TRANSPORT_LINES_AUTO)
		return SP_OK;
	r = sp_set_dtr(port, on ? SP_DTR_ON : SP_DTR_OFF);
	if (r == SP_OK)
		r = sp_set_rts(port, on ? SP_RTS_ON : SP_RTS_OFF);
	return r;
}

/* libserialport opens by name a second time; our own descriptor keeps the lock. */
static int
serial_begin(struct device *device, int *ret_fd)
{
	enum sp_return r = sp_get_port_by_name(device->path, &device->port);

	if (r == SP_ERR_ARG)
		return transport_link_down(device->transport, -ENOTTY,
		                           "%s: %s is a terminal, but no serial port; 'ls -l "
		                           "/dev/serial/by-id' lists the serial ports there are",
		                           device->address, device->path);
	if (r != SP_OK)
		return device_fail(device, "cannot look the port up", serial_error(r));
	r = sp_open(device->port, SP_MODE_READ_WRITE);
	if (r != SP_OK)
		return device_fail(device, "cannot open the port", serial_error(r));
	r = serial_set_line(device->port, device->options);
	if (r != SP_OK)
		return device_fail(device, "cannot set the line", serial_error(r));
	r = serial_set_modem_lines(device->port, device->options->lines);
	if (r != SP_OK)
		return device_fail(device, "cannot set DTR and RTS", serial_error(r));
	if (ioctl(device->fd, TIOCEXCL) != 0)
		return device_fail(device, "cannot keep the port exclusive", -errno);
	r = sp_get_port_handle(device->port, ret_fd);
	if (r != SP_OK)
		return device_fail(device, "cannot watch the port", serial_error(r));
	return 0;
}

static int
serial_lost(struct device *device)
{
	return transport_link_down(device->transport, -ENODEV,
	                           "%s: the board was unplugged or its adapter has failed; plug it "
	                           "in again",
	                           device->address);
}

static int
serial_failed(struct device *device, const char *tried, enum sp_return r)
{
	int error = serial_error(r);

	if (error == -EAGAIN || error == -EINTR)
		return 0;
	if (error == -EIO || error == -ENODEV || error == -ENXIO)
		return serial_lost(device);
	return device_fail(device, tried, error);
}

/* libserialport says 0 for "nothing yet" and for the end of file alike; the terminal itself knows
 * which it is. */
static bool
serial_is_hung_up(struct device *device)
{
	struct pollfd poll_fd = { .fd = device->fd, .events = POLLIN };

	return poll(&poll_fd, 1, 0) > 0 && (poll_fd.revents & (POLLHUP | POLLERR | POLLNVAL));
}

static int
serial_read(struct device *device, uint8_t *bytes, size_t size, size_t *ret_len)
{
	enum sp_return n = sp_nonblocking_read(device->port, bytes, size);

	if ((int)n < 0)
		return serial_failed(device, "cannot read", n);
	if ((int)n == 0 && serial_is_hung_up(device))
		return serial_lost(device);
	*ret_len = (size_t)n;
	return 0;
}

static int
serial_write(struct device *device, const uint8_t *bytes, size_t len, size_t *ret_len)
{
	enum sp_return n = sp_nonblocking_write(device->port, bytes, len);

	if ((int)n < 0)
		return serial_failed(device, "cannot write", n);
	*ret_len = (size_t)n;
	return 0;
}

static void
serial_end(struct device *device)
{
	if (!device->port)
		return;
	/* What a dead board does not take would keep close() waiting, up to 30 s by default, and
	 * every other table with it. Both calls fail on a port that is gone or was never opened,
	 * and then there is nothing to do. */
	(void)sp_flush(device->port, SP_BUF_OUTPUT);
	(void)ioctl(device->fd, TIOCNXCL);
	(void)sp_close(device->port);
	sp_free_port(device->port);
	device->port = NULL;
}

const struct device_kind device_kind_serial = {
	.begin = serial_begin,
	.read = serial_read,
	.write = serial_write,
	.end = serial_end,
};
