/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * adoube doctor: what is wrong with this machine's set-up, and how to mend it. Looks, and changes
 * nothing.
 */
#include "daemon/cli/doctor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/cli/command.h"
#include "daemon/cli/flags.h"

static const char doctor_usage[] =
	"usage: adoube doctor [--config FILE] [--socket PATH] [--root DIR] [--json]\n\n"
	"Say what is wrong with this machine's set-up and how to mend it. Changes nothing. As "
	"root\n"
	"it sees more: which program has a port open.\n\n"
	"  --config FILE  the configuration (/etc/adoubed/adoubed.conf)\n"
	"  --socket PATH  the daemon's control socket, where the configuration has another\n"
	"  --root DIR     look at the machine whose root is mounted there\n"
	"  --json         print what was found as one line of JSON\n\n"
	"The status is 0 when nothing is wrong, 1 when something is.\n";

static const struct {
	const char *name;
	void (*look)(struct doctor *doctor);
} checks[] = {
	/* clang-format off */
	{ "configuration", doctor_check_config },
	{ "user",          doctor_check_user },
	{ "udev rule",     doctor_check_rule },
	{ "ports",         doctor_check_ports },
	{ "permissions",   doctor_check_rights },
	{ "ModemManager",  doctor_check_modem_manager },
	{ "brltty",        doctor_check_brltty },
	{ "gpsd",          doctor_check_gpsd },
	{ "busy ports",    doctor_check_busy },
	{ "disk",          doctor_check_disk },
	{ "daemon",        doctor_check_daemon },
	{ "boards",        doctor_check_boards },
	{ "clocks",        doctor_check_clocks },
	{ "recording",     doctor_check_recording },
	/* clang-format on */
};

/* --- Output --------------------------------------------------------------------------------- */

static bool
is_wrong(const struct doctor *doctor)
{
	for (size_t i = 0; i < doctor->n_findings; i++)
		if (doctor->findings[i].state == DOCTOR_WRONG)
			return true;
	return false;
}

static void
print_text(const struct doctor *doctor)
{
	static const char *const words[] = { "fine ", "note ", "WRONG" };
	static const char *const colors[] = { "\033[32m", "\033[33m", "\033[1;31m" };
	bool color = isatty(STDOUT_FILENO) && !getenv("NO_COLOR");

	for (size_t i = 0; i < doctor->n_findings; i++) {
		const struct doctor_finding *finding = &doctor->findings[i];

		printf("%s%s%s  %-13s  %s\n", color ? colors[finding->state] : "",
		       words[finding->state], color ? "\033[0m" : "", finding->check,
		       finding->text);
		if (finding->mend[0])
			printf("%22s-> %s\n", "", finding->mend);
	}
	puts(is_wrong(doctor) ? "something is wrong" : "nothing is wrong");
}

static void
print_json(const struct doctor *doctor)
{
	static const char *const words[] = { "fine", "note", "wrong" };
	json_t *list = json_array(), *object;
	char *text;

	for (size_t i = 0; i < doctor->n_findings; i++)
		json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:s}", "check",
		                                      doctor->findings[i].check, "state",
		                                      words[doctor->findings[i].state], "text",
		                                      doctor->findings[i].text, "mend",
		                                      doctor->findings[i].mend));
	object = json_pack("{s:b, s:o}", "ok", !is_wrong(doctor), "findings", list);
	text = object ? json_dumps(object, JSON_COMPACT) : NULL;
	puts(text ? text : "{\"ok\":false,\"error\":\"not everything found is UTF-8\"}");
	free(text);
	json_decref(object);
}

/* parse: -1 to go on, else the exit status. */
static int
parse(int argc, char **argv, struct doctor *doctor)
{
	const struct flag flags[] = { { "--config", "-c", NULL, &doctor->config_path },
		                      { "--socket", NULL, NULL, &doctor->socket },
		                      { "--root", NULL, NULL, &doctor->root },
		                      { "--json", "-j", &doctor->json, NULL } };
	const struct flags_command line = { doctor_usage, flags, 4, false };
	int status = flags_read(&line, argc, argv);

	if (status >= 0)
		return status;
	if (optind < argc) {
		fprintf(stderr, "adoube doctor: '%s': it takes options only\n", argv[optind]);
		return COMMAND_USAGE;
	}
	return -1;
}

int
command_doctor(int argc, char **argv)
{
	static struct doctor doctor; /* static for its size */
	int status;

	doctor.root = "";
	doctor.socket = "";
	doctor.config_path = "/etc/adoubed/adoubed.conf";
	status = parse(argc, argv, &doctor);
	if (status >= 0)
		return status;
	for (size_t i = 0; i < sizeof(checks) / sizeof(checks[0]); i++) {
		doctor.check = checks[i].name;
		checks[i].look(&doctor);
	}
	if (doctor.json)
		print_json(&doctor);
	else
		print_text(&doctor);
	status = is_wrong(&doctor) ? COMMAND_FAILED : COMMAND_OK;
	json_decref(doctor.status);
	config_free(&doctor.config);
	return status;
}
