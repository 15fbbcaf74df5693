/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drivers/transport/device.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "drivers/transport/backend.h"

#define DEVICE_PTY_PREFIX "/dev/pts/"

static int
device_check(const char *address, char *text, size_t size)
{
	if (address[strlen(address) - 1] == '/') {
		(void)snprintf(text, size, "'%s' is a folder, not the device of a board", address);
		return -EINVAL;
	}
	return 0;
}

static int
device_new(struct transport *transport, const char *address,
           const struct transport_options *options, void **ret_link)
{
	struct device *device = calloc(1, sizeof(*device));

	if (!device)
		return -ENOMEM;
	device->transport = transport;
	device->address = address;
	device->options = options;
	device->fd = -1;
	*ret_link = device;
	return 0;
}

static void
device_close(void *link)
{
	struct device *device = link;

	if (device->kind)
		device->kind->end(device);
	device->kind = NULL;
	if (device->fd >= 0)
		(void)close(device->fd); /* gives the lock back */
	device->fd = -1;
	free(device->path);
	device->path = NULL;
}

static int
device_not_a_port(struct device *device, mode_t mode)
{
	const char *what = S_ISREG(mode)    ? "a regular file"
	                   : S_ISDIR(mode)  ? "a folder"
	                   : S_ISFIFO(mode) ? "a named pipe"
	                   : S_ISSOCK(mode) ? "a socket"
	                   : S_ISBLK(mode)  ? "a block device"
	                                    : "a device, but no terminal";

	return transport_link_down(device->transport, -ENOTTY, "%s is %s, not a serial port; %s%s",
	                           device->address, what,
	                           S_ISREG(mode) ? "for a recording write capture:FILE; " : "",
	                           device_advice(-ENOTTY));
}

/* Opening has side effects on what is no terminal (a pipe, a tape), so look first. */
static int
device_resolve(struct device *device)
{
	struct stat st;

	device->path = realpath(device->address, NULL);
	if (!device->path || stat(device->path, &st) != 0)
		return device_fail(device, "cannot find the device", -errno);
	if (!S_ISCHR(st.st_mode))
		return device_not_a_port(device, st.st_mode);
	return 0;
}

/* O_NONBLOCK: a terminal without carrier would keep open() waiting. The lock comes before any
 * setting is touched, so that a port in use is left as its owner has set it; programs that do not
 * lock are kept out by TIOCEXCL (serial.c). */
static int
device_claim(struct device *device)
{
	device->fd = open(device->path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
	if (device->fd < 0)
		return device_fail(device, "cannot open the port", -errno);
	if (!isatty(device->fd)) {
		if (errno != ENOTTY && errno != EINVAL)
			return device_fail(device, "cannot use the port", -errno);
		return device_not_a_port(device, S_IFCHR);
	}
	if (flock(device->fd, LOCK_EX | LOCK_NB) != 0)
		return device_fail(device, "cannot lock the port",
		                   errno == EWOULDBLOCK ? -EBUSY : -errno);
	return 0;
}

static void
device_open(void *link)
{
	struct device *device = link;
	int fd;

	if (device_resolve(device) != 0 || device_claim(device) != 0)
		return;
	device->kind = strncmp(device->path, DEVICE_PTY_PREFIX, strlen(DEVICE_PTY_PREFIX)) == 0
	                       ? &device_kind_pty
	                       : &device_kind_serial;
	if (device->kind->begin(device, &fd) == 0)
		transport_link_up(device->transport, fd);
}

static int
device_read(void *link, uint8_t *bytes, size_t size, size_t *ret_len)
{
	struct device *device = link;

	return device->kind->read(device, bytes, size, ret_len);
}

static int
device_write(void *link, const uint8_t *bytes, size_t len, size_t *ret_len)
{
	struct device *device = link;

	return device->kind->write(device, bytes, len, ret_len);
}

const struct transport_backend transport_device = {
	.prefix = "/",
	.check = device_check,
	.new = device_new,
	.open = device_open,
	.read = device_read,
	.write = device_write,
	.close = device_close,
	.free = free,
};
