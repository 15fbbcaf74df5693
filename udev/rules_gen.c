/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * rules_gen TEMPLATE: writes the udev rules: the template, with a match for every port of every driver
 * in place of the line @PORTS@. Runs while the program is built and is no part of it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/invariant.h"
#include "drivers/driver.h"

_Noreturn void
invariant_failed(const char *file, int line, const char *condition)
{
	fprintf(stderr, "rules_gen: bug at %s:%d: %s\n", file, line, condition);
	abort();
}

static void
print_port(const struct board_driver *driver, const struct board_port *port)
{
	printf("# %s (%s).\n", port->title, driver->name);
	if (port->kernel)
		printf("KERNEL==\"%s[0-9]*\", SUBSYSTEM==\"tty\"", port->kernel);
	else
		printf("ATTRS{idVendor}==\"%04x\", ATTRS{idProduct}==\"%04x\"", port->vendor,
		       port->product);
	printf(", ENV{ADOUBED_OFFER}=\"1\"\n");
}

static void
print_ports(void)
{
	for (size_t i = 0; board_drivers[i]; i++)
		for (const struct board_port *port = board_drivers[i]->ports; port->title; port++)
			print_port(board_drivers[i], port);
}

int
main(int argc, char **argv)
{
	FILE *template = argc == 2 ? fopen(argv[1], "r") : NULL;
	char line[512];

	if (!template) {
		fprintf(stderr, "usage: rules_gen TEMPLATE\n");
		return 2;
	}
	while (fgets(line, sizeof(line), template)) {
		if (strcmp(line, "@PORTS@\n") == 0)
			print_ports();
		else
			fputs(line, stdout);
	}
	if (ferror(template) || fflush(stdout) != 0) {
		perror("rules_gen");
		return 1;
	}
	fclose(template);
	return 0;
}
