/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A serial port where there is none: the whole program runs in a mount namespace of its own, in which one device node is
 * a pseudo-terminal and /sys/class/tty calls it a serial port, so that libserialport and the kernel's terminal layer are
 * the real ones. A test is skipped where the kernel does not allow such a namespace.
 */
#pragma once

#include <stdbool.h>

/* Any node of /dev will do to mount a terminal on. */
#define SERIAL_PORT_NAME "full"
#define SERIAL_PORT      "/dev/" SERIAL_PORT_NAME

/* serial_port_enter: the namespace, for this process and those it starts. Before there are threads. False, with errno: it
 * is not allowed. */
bool serial_port_enter(void);

/* serial_port_plug: from now on SERIAL_PORT is the terminal at that path. serial_port_unplug: it is not. 0, or -1 with
 * errno. */
int serial_port_plug(const char *terminal);
int serial_port_unplug(void);
