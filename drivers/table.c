/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Every driver in the build: a new board is one folder and one line here.
 */
#include <string.h>

#include "drivers/dgt/dgt.h"
#include "drivers/dgt/dgt_bus_board.h"
#include "drivers/driver.h"

const struct board_driver *const board_drivers[] = {
	&dgt_driver,
	&dgt_bus_driver,
	NULL,
};

const struct board_driver *
board_driver_find(const char *name)
{
	for (size_t i = 0; board_drivers[i]; i++) {
		if (strcmp(board_drivers[i]->name, name) == 0)
			return board_drivers[i];
	}
	return NULL;
}

/* "rfcomm" is the kind of rfcomm0, not of rfcommander0. */
static bool
is_of_kind(const char *kernel, const char *kind)
{
	size_t len = strlen(kind);

	return strncmp(kernel, kind, len) == 0 && kernel[len] != '\0' &&
	       kernel[len + strspn(kernel + len, "0123456789")] == '\0';
}

static bool
is_port(const struct board_port *port, uint16_t vendor, uint16_t product, const char *kernel)
{
	if (port->kernel)
		return is_of_kind(kernel, port->kernel);
	return port->vendor == vendor && port->product == product;
}

const struct board_driver *
board_port_find(uint16_t vendor, uint16_t product, const char *kernel,
                const struct board_port **ret_port)
{
	for (size_t i = 0; board_drivers[i]; i++)
		for (const struct board_port *port = board_drivers[i]->ports; port->title; port++)
			if (is_port(port, vendor, product, kernel)) {
				if (ret_port)
					*ret_port = port;
				return board_drivers[i];
			}
	return NULL;
}
