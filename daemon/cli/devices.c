/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * adoube devices: every board the running daemon knows of, and what is wrong with it.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "daemon/cli/ask.h"
#include "daemon/cli/command.h"

static const char devices_usage[] =
	"usage: adoube devices [--socket PATH | --config FILE] [--json]\n\n"
	"Show every board the running daemon knows of: its state, serial number, table, port.\n"
	"States: absent, seen (its port is closed), opening, probing, live, lost, quarantined\n"
	"(failed; left alone for a time).\n\n"
	"  --socket PATH  the daemon's control socket (/run/adoubed/control)\n"
	"  --config FILE  take the socket's folder from this configuration file\n"
	"  --json         print the daemon's answer as it is\n";

static const struct ask_command devices_command = { "devices", devices_usage, false };

static void
print_field(const json_t *device, const char *key, int width)
{
	const char *text = ask_text(device, key);

	ask_print_text(text[0] ? text : "-", width > 0 ? width - 1 : 0);
	putchar(' ');
}

static void
print_device(const json_t *device)
{
	const json_t *table = json_object_get(device, "table");
	const json_t *retry = json_object_get(device, "retry_unix_ms");
	const char *serial = json_string_value(json_object_get(device, "long_serial"));
	long long wait_s = (long long)json_integer_value(retry) / 1000 - (long long)time(NULL);

	print_field(device, "state", 12);
	print_field(device, serial && serial[0] ? "long_serial" : "serial", 12);
	if (json_is_integer(table))
		printf("%-6lld", (long long)json_integer_value(table));
	else
		printf("%-6s", "-");
	print_field(device, "node", 16);
	print_field(device, "text", 0);
	if (json_is_integer(retry))
		printf("(again in %lld s)", wait_s > 0 ? wait_s : 0);
	putchar('\n');
}

static int
print_devices(const char *answer)
{
	json_t *object = ask_read(&devices_command, answer);
	const json_t *list = json_object_get(object, "devices"), *device;
	size_t i;

	if (!object)
		return COMMAND_FAILED;
	if (json_array_size(list) == 0)
		puts("no board, and no port that could have one");
	else
		puts("STATE       SERIAL      TABLE PORT");
	json_array_foreach(list, i, device) print_device(device);
	if (json_is_false(json_object_get(object, "hotplug")))
		puts("udev cannot be asked: boards that are plugged in are not noticed");
	json_decref(object);
	return COMMAND_OK;
}

int
command_devices(int argc, char **argv)
{
	struct ask_options options = { 0 };
	int status = ask_parse(&devices_command, argc, argv, &options);
	char *answer;

	if (status >= 0)
		return status;
	answer = ask_daemon(&devices_command, &options, "devices");
	if (!answer)
		return COMMAND_FAILED;
	status = options.json ? (puts(answer), COMMAND_OK) : print_devices(answer);
	free(answer);
	return status;
}
