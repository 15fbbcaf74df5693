/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The udev rules say what the table of drivers says: argument, the rules' file.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "drivers/driver.h"
#include "tests/support.h"

#define OFFER ", ENV{ADOUBED_OFFER}=\"1\""

static const char *rules_path;

static char *
read_rules(void)
{
	static char text[65536];
	FILE *file = fopen(rules_path, "r");
	size_t len;

	ck_assert_ptr_nonnull(file);
	len = fread(text, 1, sizeof(text) - 1, file);
	ck_assert_uint_lt(len, sizeof(text) - 1);
	text[len] = '\0';
	fclose(file);
	return text;
}

static const char *
place_of(const char *text, const char *part)
{
	const char *at = strstr(text, part);

	ck_assert_msg(at != NULL, "no '%s' in:\n%s", part, text);
	return at;
}

START_TEST(udev_rules_offer_every_port)
{
	const char *rules = read_rules(), *keep = place_of(rules, "ID_MM_DEVICE_IGNORE}=\"1\"");
	size_t ports = 0, offers = 0;
	char line[256];

	for (size_t i = 0; board_drivers[i]; i++)
		for (const struct board_port *port = board_drivers[i]->ports; port->title; port++) {
			if (port->kernel)
				snprintf(line, sizeof(line),
				         "\nKERNEL==\"%s[0-9]*\", SUBSYSTEM==\"tty\"" OFFER "\n",
				         port->kernel);
			else
				snprintf(line, sizeof(line),
				         "\nATTRS{idVendor}==\"%04x\", "
				         "ATTRS{idProduct}==\"%04x\"" OFFER "\n",
				         port->vendor, port->product);
			ck_assert(place_of(rules, line) < keep);
			ports++;
		}
	for (const char *at = rules; (at = strstr(at, OFFER)); at++)
		offers++;
	ck_assert_uint_gt(ports, 0);
	ck_assert_uint_eq(offers, ports);
}
END_TEST

/* A rule with an unknown operator or an open quote is dropped by udev with no more than a line in a log. */
START_TEST(udev_rules_are_well_formed)
{
	char *rules = read_rules(), *rest = rules;

	ck_assert_ptr_null(strstr(rules, "@"));
	for (char *line = strsep(&rest, "\n"); line; line = strsep(&rest, "\n")) {
		char key[32], op[3];
		int n;

		if (line[0] == '#' || line[0] == '\0')
			continue;
		for (const char *p = line; *p; p += *p == ',' ? 1 + strspn(p + 1, " ") : 0) {
			n = 0;
			ck_assert_msg(sscanf(p, "%31[A-Za-z_{}]%2[=!]\"%*[^\"]\"%n", key, op, &n) ==
			                              2 &&
			                      n > 0,
			              "'%s' in: %s", p, line);
			p += n;
			ck_assert_msg(*p == ',' || *p == '\0', "'%s' in: %s", p, line);
		}
	}
}
END_TEST

int
main(int argc, char **argv)
{
	Suite *suite = suite_create("udev_rules");
	TCase *rules = tcase_create("rules");

	if (argc != 2) {
		fprintf(stderr, "usage: test_udev_rules RULES\n");
		return 2;
	}
	rules_path = argv[1];
	tcase_add_test(rules, udev_rules_offer_every_port);
	tcase_add_test(rules, udev_rules_are_well_formed);
	suite_add_tcase(suite, rules);
	return test_run(suite);
}
