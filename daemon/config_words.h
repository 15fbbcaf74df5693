/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a value of the configuration looks like: words of a form, without what they mean.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* config_is_digits: nothing else, and at least min and at most max of them? */
bool config_is_digits(const char *text, size_t min, size_t max);

/* config_is_one_of: is it one of these words? NULL ends them. */
bool config_is_one_of(const char *value, const char *const *words);

/* config_is_date: a day that the calendar has, as YYYY-MM-DD? */
bool config_is_date(const char *text);

/* config_is_port_or_off: a TCP port that can be named, or "off"? */
bool config_is_port_or_off(const char *value);

/* config_is_bus_name: do name[len] name a bus? config_is_bus_board: is it "hall/1025", the bus of that name and
 * the board with that address? config_is_serial: "serial:" and what a board may call itself? */
bool config_is_bus_name(const char *name, size_t len);
bool config_is_bus_board(const char *value);
bool config_is_serial(const char *value);
