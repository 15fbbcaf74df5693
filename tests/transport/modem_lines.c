/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/transport/modem_lines.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int modem_lines;
bool modem_has_lines = true;

int
ioctl(int fd, unsigned long request, ...)
{
	va_list args;
	void *arg;

	va_start(args, request);
	arg = va_arg(args, void *);
	va_end(args);
	if (request != TIOCMGET && request != TIOCMSET && request != TIOCMBIS &&
	    request != TIOCMBIC)
		return (int)syscall(SYS_ioctl, fd, request, arg);
	if (!modem_has_lines) {
		errno = ENOTTY;
		return -1;
	}
	if (request == TIOCMGET)
		memcpy(arg, &modem_lines, sizeof(modem_lines));
	else if (request == TIOCMSET)
		memcpy(&modem_lines, arg, sizeof(modem_lines));
	else if (request == TIOCMBIS)
		modem_lines |= *(const int *)arg;
	else
		modem_lines &= ~*(const int *)arg;
	return 0;
}
