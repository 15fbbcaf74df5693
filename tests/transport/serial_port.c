/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/transport/serial_port.h"

#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>

static bool
write_text(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	bool done = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);

	if (fd >= 0)
		(void)close(fd);
	return done;
}

bool
serial_port_enter(void)
{
	uid_t uid = geteuid();
	gid_t gid = getegid();
	char map[64];

	if (uid == 0) {
		if (unshare(CLONE_NEWNS) != 0)
			return false;
	} else {
		if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0 ||
		    !write_text("/proc/self/setgroups", "deny"))
			return false;
		(void)snprintf(map, sizeof(map), "0 %u 1", (unsigned int)uid);
		if (!write_text("/proc/self/uid_map", map))
			return false;
		(void)snprintf(map, sizeof(map), "0 %u 1", (unsigned int)gid);
		if (!write_text("/proc/self/gid_map", map))
			return false;
	}
	return mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
	       mount("none", "/sys/class/tty", "tmpfs", 0, NULL) == 0 &&
	       symlink("../../devices/platform/serial8250/tty/" SERIAL_PORT_NAME,
	               "/sys/class/tty/" SERIAL_PORT_NAME) == 0;
}

int
serial_port_plug(const char *terminal)
{
	return mount(terminal, SERIAL_PORT, NULL, MS_BIND, NULL);
}

int
serial_port_unplug(void)
{
	return umount2(SERIAL_PORT, MNT_DETACH);
}
