/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Dates as HTTP writes them (RFC 9110, 5.6.7). No I/O; the locale does not matter.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define HTTP_DATE_SIZE 40 /* "Sun, 06 Nov 1994 08:49:37 GMT", whatever the year, and its NUL */

/* http_date_format: unix_s seconds since 1970. */
void http_date_format(int64_t unix_s, char ret_text[HTTP_DATE_SIZE]);

/* http_date_parse: read one of the three forms that a recipient must take: that of http_date_format(), that of
 * RFC 850 (two digits of the year: none is more than 50 years ahead of now_s) and that of C's asctime(). false: it is
 * none of them, or no day or time of a calendar. */
bool http_date_parse(const char *text, int64_t now_s, int64_t *ret_unix_s);
