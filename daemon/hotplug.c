/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/hotplug.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <event2/event.h>
#include <libudev.h>

#define HOTPLUG_BUFFER (1 << 20) /* a hub with all its boards may be plugged at once */

struct hotplug {
	struct hotplug_listener listener;
	struct udev *udev;
	struct udev_monitor *monitor;
	struct event *event;
};

static const char *
hotplug_property(struct udev_device *device, const char *name)
{
	const char *value = udev_device_get_property_value(device, name);

	return value ? value : "";
}

static uint16_t
hotplug_hex(const char *text)
{
	return (uint16_t)strtoul(text, NULL, 16);
}

/* The ids of the USB device behind the port: udev's rules write them to its properties; where no rule
 * has run they are the parent's. */
static const struct board_driver *
hotplug_find_driver(struct udev_device *device)
{
	struct udev_device *usb =
		udev_device_get_parent_with_subsystem_devtype(device, "usb", "usb_device");
	const char *vendor = hotplug_property(device, "ID_VENDOR_ID");
	const char *product = hotplug_property(device, "ID_MODEL_ID");

	if (!vendor[0] && usb) {
		vendor = udev_device_get_sysattr_value(usb, "idVendor");
		product = udev_device_get_sysattr_value(usb, "idProduct");
	}
	return board_port_find(hotplug_hex(vendor ? vendor : ""),
	                       hotplug_hex(product ? product : ""), udev_device_get_sysname(device),
	                       NULL);
}

static void
hotplug_offer(struct hotplug *hotplug, struct udev_device *device)
{
	const char *offer = hotplug_property(device, "ADOUBED_OFFER");
	const struct board_driver *driver = hotplug_find_driver(device);
	struct hotplug_port port = { .node = udev_device_get_devnode(device) };
	char title[160];

	if (!driver && strcmp(offer, "1") == 0)
		driver = board_drivers[0];
	if (!driver || !port.node || strcmp(offer, "0") == 0)
		return;
	snprintf(title, sizeof(title), "%s%s%s", hotplug_property(device, "ID_VENDOR"),
	         hotplug_property(device, "ID_VENDOR")[0] ? " " : "",
	         hotplug_property(device, "ID_MODEL"));
	port.title = title;
	port.driver = driver;
	hotplug->listener.offered(hotplug->listener.ctx, &port);
}

/* What was plugged in before we came. */
static int
hotplug_enumerate(struct hotplug *hotplug)
{
	struct udev_enumerate *list = udev_enumerate_new(hotplug->udev);
	struct udev_list_entry *entry;
	struct udev_device *device;
	int result = list ? 0 : -ENOMEM;

	if (list && (udev_enumerate_add_match_subsystem(list, "tty") < 0 ||
	             udev_enumerate_scan_devices(list) < 0))
		result = -ENOTSUP;
	if (result == 0)
		udev_list_entry_foreach(entry, udev_enumerate_get_list_entry(list))
		{
			device = udev_device_new_from_syspath(hotplug->udev,
			                                      udev_list_entry_get_name(entry));
			if (device)
				hotplug_offer(hotplug, device);
			udev_device_unref(device);
		}
	udev_enumerate_unref(list);
	return result;
}

static void
hotplug_on_event(evutil_socket_t fd, short what, void *ctx)
{
	struct hotplug *hotplug = ctx;
	struct udev_device *device;
	const char *action, *node;

	(void)fd;
	(void)what;
	errno = 0;
	while ((device = udev_monitor_receive_device(hotplug->monitor))) {
		action = udev_device_get_action(device);
		node = udev_device_get_devnode(device);
		if (action && strcmp(action, "remove") == 0) {
			if (node)
				hotplug->listener.withdrawn(hotplug->listener.ctx, node);
		} else if (action && strcmp(action, "unbind") != 0) {
			hotplug_offer(hotplug, device);
		}
		udev_device_unref(device);
		errno = 0;
	}
	/* So many at once that some were dropped: look at all of them. */
	if (errno == ENOBUFS)
		(void)hotplug_enumerate(hotplug);
}

static int
hotplug_watch(struct hotplug *hotplug, struct event_base *base)
{
	int fd;

	hotplug->monitor = udev_monitor_new_from_netlink(hotplug->udev, "udev");
	if (!hotplug->monitor)
		return errno ? -errno : -ENOTSUP;
	(void)udev_monitor_set_receive_buffer_size(hotplug->monitor, HOTPLUG_BUFFER);
	if (udev_monitor_filter_add_match_subsystem_devtype(hotplug->monitor, "tty", NULL) < 0 ||
	    udev_monitor_enable_receiving(hotplug->monitor) < 0)
		return -ENOTSUP;
	fd = udev_monitor_get_fd(hotplug->monitor);
	hotplug->event = event_new(base, fd, EV_READ | EV_PERSIST, hotplug_on_event, hotplug);
	return hotplug->event && event_add(hotplug->event, NULL) == 0 ? 0 : -ENOMEM;
}

int
hotplug_new(struct event_base *base, const struct hotplug_listener *listener,
            struct hotplug **ret_hotplug)
{
	struct hotplug *hotplug = calloc(1, sizeof(*hotplug));
	int result = -ENOMEM;

	if (!hotplug)
		return -ENOMEM;
	hotplug->listener = *listener;
	hotplug->udev = udev_new();
	if (hotplug->udev)
		result = hotplug_watch(hotplug, base);
	/* In this order, so that nothing falls in between. */
	if (result == 0)
		result = hotplug_enumerate(hotplug);
	if (result < 0) {
		hotplug_free(hotplug);
		return result;
	}
	*ret_hotplug = hotplug;
	return 0;
}

void
hotplug_free(struct hotplug *hotplug)
{
	if (!hotplug)
		return;
	if (hotplug->event)
		event_free(hotplug->event);
	udev_monitor_unref(hotplug->monitor);
	udev_unref(hotplug->udev);
	free(hotplug);
}
