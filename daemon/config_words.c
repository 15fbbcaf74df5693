/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/config_words.h"

#include <stdlib.h>
#include <string.h>

#include "daemon/config.h"

#define CONFIG_SERIAL_MAX 32 /* characters of a board's serial number */

bool
config_is_digits(const char *text, size_t min, size_t max)
{
	size_t len = strspn(text, "0123456789");

	return text[len] == '\0' && len >= min && len <= max;
}

bool
config_is_one_of(const char *value, const char *const *words)
{
	for (; *words; words++)
		if (strcmp(value, *words) == 0)
			return true;
	return false;
}

bool
config_is_date(const char *text)
{
	static const int days[12] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
	int year, month, day;
	bool leap;

	if (strlen(text) != 10 || strspn(text, "0123456789") != 4 || text[4] != '-' ||
	    strspn(text + 5, "0123456789") != 2 || text[7] != '-' ||
	    strspn(text + 8, "0123456789") != 2)
		return false;
	year = (int)strtol(text, NULL, 10);
	month = (int)strtol(text + 5, NULL, 10);
	day = (int)strtol(text + 8, NULL, 10);
	leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
	return year > 0 && month >= 1 && month <= 12 && day >= 1 &&
	       day <= days[month - 1] + (month == 2 && leap ? 1 : 0);
}

bool
config_is_port_or_off(const char *value)
{
	return strcmp(value, "off") == 0 ||
	       (config_is_digits(value, 1, 5) && strtol(value, NULL, 10) >= 1 &&
	        strtol(value, NULL, 10) <= 65535);
}

bool
config_is_bus_name(const char *name, size_t len)
{
	size_t n = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_");

	return n >= len && len > 0 && len < sizeof(((struct config_bus *)0)->name);
}

bool
config_is_bus_board(const char *value)
{
	const char *slash = strchr(value, '/');

	return slash && config_is_bus_name(value, (size_t)(slash - value)) &&
	       config_is_digits(slash + 1, 1, 5) && strtol(slash + 1, NULL, 10) >= 1 &&
	       strtol(slash + 1, NULL, 10) <= 16383;
}

bool
config_is_serial(const char *value)
{
	size_t len;

	if (strncmp(value, "serial:", 7) != 0)
		return false;
	len = strspn(value + 7, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz.-");
	return len >= 1 && len <= CONFIG_SERIAL_MAX && value[7 + len] == '\0';
}
