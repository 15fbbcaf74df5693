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
