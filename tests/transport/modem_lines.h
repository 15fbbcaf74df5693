/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The modem lines of a serial port, which a pseudo-terminal has not got: an ioctl() in front of the C library's, for
 * libserialport too, in a program that is linked with it or before which it is loaded (LD_PRELOAD).
 */
#pragma once

#include <stdbool.h>

extern int modem_lines;      /* TIOCM_*: those that are raised */
extern bool modem_has_lines; /* else each ioctl about them fails with ENOTTY */
