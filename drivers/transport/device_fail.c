/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>

#include "drivers/transport/backend.h"
#include "drivers/transport/device.h"

struct device_advice {
	int error;
	const char *text;
};

/* What to do about it. */
static const struct device_advice device_advices[] = {
	{ -ENOENT, "is the board plugged in and switched on? 'ls -l /dev/serial/by-id' lists the "
	           "serial ports there are" },
	{ -EACCES, "add the user this runs as to the group that owns the port ('dialout' on "
	           "Debian), or install the udev rule and plug the board in again" },
	{ -EPERM, "add the user this runs as to the group that owns the port, and if it runs "
	          "under systemd allow the device there (DeviceAllow=)" },
	{ -EBUSY,
	  "another program has this port; 'fuser -v' on it names the program: stop that, or "
	  "take the port out of the configuration" },
	{ -ENODEV, "nothing answers behind this device node; plug the board in again" },
	{ -ENXIO, "nothing answers behind this device node; plug the board in again" },
	{ -EIO, "nothing answers behind this device node; plug the board in again" },
	{ -EMFILE, "too many files are open; raise the limit (LimitNOFILE= of the service)" },
	{ -EINVAL, "the port does not support these settings; check the baud rate" },
	{ -ENOTTY, "write the device node of a serial port; 'ls -l /dev/serial/by-id' lists them" },
};

const char *
device_advice(int error)
{
	for (size_t i = 0; i < sizeof(device_advices) / sizeof(device_advices[0]); i++) {
		if (device_advices[i].error == error)
			return device_advices[i].text;
	}
	return "check the board and its cable";
}

int
device_fail(struct device *device, const char *tried, int error)
{
	return transport_link_down(device->transport, error, "%s: %s: %s; %s", device->address,
	                           tried, transport_error_text(error), device_advice(error));
}
