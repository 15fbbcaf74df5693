/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/config_reader.h"

#include <stdarg.h>

void
config_wrong(struct config_reader *reader, int error, const char *format, ...)
{
	va_list args;
	int n;

	if (reader->error)
		return;
	reader->error = error;
	n = reader->line == 0 ? 0
	                      : snprintf(reader->message, reader->message_size,
	                                 "%s:%d: ", reader->path, reader->line);
	if (n < 0 || (size_t)n >= reader->message_size)
		return;
	va_start(args, format);
	vsnprintf(reader->message + n, reader->message_size - (size_t)n, format, args);
	va_end(args);
}
