/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The service manager's notification protocol (sd_notify(3)), without its library.
 */
#pragma once

#include <stdint.h>

/* notify_send: tell the manager, e.g. "READY=1". Nothing happens where there is none
 * ($NOTIFY_SOCKET). 0, or a negative errno. */
int notify_send(const char *state);

/* notify_watchdog_us: how often the manager wants to hear "WATCHDOG=1" at least; 0: it does not. */
uint64_t notify_watchdog_us(void);
