/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * adoube doctor: the machine: files, ports, other programs, read below doctor->root.
 */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "daemon/cli/doctor.h"
#include "drivers/driver.h"

#define DISK_WRONG_MB 100
#define DISK_NOTE_MB  1000

/* --- Reading -------------------------------------------------------------------------------- */

/* read_file: its beginning, NUL-terminated, "" when it cannot be read. */
static const char *
read_file(const struct doctor *doctor, const char *path)
{
	static char text[65536];
	char full[PATH_MAX];
	FILE *file = doctor_path(doctor, path, full) ? fopen(full, "re") : NULL;
	size_t n = file ? fread(text, 1, sizeof(text) - 1, file) : 0;

	if (file)
		fclose(file);
	text[n] = '\0';
	return text;
}

static bool
exists(const struct doctor *doctor, const char *path)
{
	char full[PATH_MAX];

	return doctor_path(doctor, path, full) && access(full, F_OK) == 0;
}

/* find_line: the line of `text` that begins with `start`, copied; false: there is none. */
static bool
find_line(const char *text, const char *start, char *line, size_t size)
{
	size_t len = strlen(start);

	for (; *text; text += strcspn(text, "\n"), text += *text == '\n') {
		if (strncmp(text, start, len) != 0)
			continue;
		snprintf(line, size, "%.*s", (int)strcspn(text, "\n"), text);
		return true;
	}
	return false;
}

/* find_process: the number of a running process of that name, 0: none. */
static int
find_process(const struct doctor *doctor, const char *name)
{
	char folder[PATH_MAX], path[64], line[64];
	DIR *dir = doctor_path(doctor, "/proc", folder) ? opendir(folder) : NULL;
	struct dirent *entry;
	int found = 0;

	while (dir && !found && (entry = readdir(dir))) {
		if (!isdigit((unsigned char)entry->d_name[0]))
			continue;
		snprintf(path, sizeof(path), "/proc/%.20s/comm", entry->d_name);
		snprintf(line, sizeof(line), "%.32s", read_file(doctor, path));
		line[strcspn(line, "\n")] = '\0';
		if (strcmp(line, name) == 0)
			found = (int)strtol(entry->d_name, NULL, 10);
	}
	if (dir)
		closedir(dir);
	return found;
}

/* --- Configuration, user, rule -------------------------------------------------------------- */

void
doctor_check_config(struct doctor *doctor)
{
	char path[PATH_MAX], error[2048];

	config_defaults(&doctor->config);
	if (!doctor_path(doctor, doctor->config_path, path))
		return;
	if (config_load(path, &doctor->config, error, sizeof(error)) < 0) {
		doctor_say(doctor, DOCTOR_WRONG, "%.390s", error);
		doctor_mend(doctor, "correct the file (man adoubed.conf), then 'adoubed --config "
		                    "FILE --check-config'");
		config_free(&doctor->config);
		config_defaults(&doctor->config);
		return;
	}
	if (doctor->config.n_tables == 0) {
		doctor_say(doctor, DOCTOR_WRONG, "%s has no table", doctor->config_path);
		doctor_mend(doctor, "add a section [table 1] with board = any");
		return;
	}
	doctor_say(doctor, DOCTOR_FINE, "%s describes %zu table%s", doctor->config_path,
	           doctor->config.n_tables, doctor->config.n_tables == 1 ? "" : "s");
	for (size_t i = 0; i < doctor->config.n_tables; i++)
		if (doctor->config.tables[i].board[0] == '\0') {
			doctor_say(doctor, DOCTOR_NOTE, "[table %u] has no board",
			           doctor->config.tables[i].number);
			doctor_mend(doctor, "add board = any, or serial:NUMBER");
		}
}

/* is_member: the group line "dialout:x:20:adoubed,anna" has the user. */
static bool
is_member(const char *line, const char *user)
{
	const char *list = strrchr(line, ':');
	size_t len = strlen(user);

	for (const char *p = list ? list + 1 : ""; *p; p += strcspn(p, ","), p += *p == ',')
		if (strcspn(p, ",") == len && strncmp(p, user, len) == 0)
			return true;
	return false;
}

void
doctor_check_user(struct doctor *doctor)
{
	char line[1024];

	if (!find_line(read_file(doctor, "/etc/passwd"), "adoubed:", line, sizeof(line))) {
		doctor_say(doctor, DOCTOR_WRONG,
		           "there is no user adoubed, which the service runs as");
		doctor_mend(doctor, "systemd-sysusers");
		return;
	}
	if (!find_line(read_file(doctor, "/etc/group"), "dialout:", line, sizeof(line))) {
		doctor_say(doctor, DOCTOR_NOTE,
		           "there is no group dialout: who may open serial ports here?");
		doctor_mend(doctor, "add the user adoubed to the group that owns /dev/ttyUSB0");
	} else if (!is_member(line, "adoubed")) {
		doctor_say(doctor, DOCTOR_WRONG,
		           "the user adoubed is not in the group dialout and may open no port");
		doctor_mend(doctor, "adduser adoubed dialout; systemctl restart adoubed");
	} else {
		doctor_say(doctor, DOCTOR_FINE, "the user adoubed is in the group dialout");
	}
}

void
doctor_check_rule(struct doctor *doctor)
{
	static const char *const folders[] = { "/etc", "/run", "/usr/local/lib", "/usr/lib",
		                               "/lib" };
	char path[128];

	for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]); i++) {
		snprintf(path, sizeof(path), "%s/udev/rules.d/65-adoubed.rules", folders[i]);
		if (!exists(doctor, path))
			continue;
		doctor->rule = true;
		doctor_say(doctor, DOCTOR_FINE, "%s is installed", path);
		return;
	}
	doctor_say(
		doctor, DOCTOR_WRONG,
		"the udev rule 65-adoubed.rules is not installed: modem probes may reach boards");
	doctor_mend(doctor,
	            "install adoubed's rule, then 'udevadm control --reload; udevadm trigger "
	            "--subsystem-match=tty'");
}

/* --- Ports ---------------------------------------------------------------------------------- */

static uint16_t
read_id(const char *folder, const char *name)
{
	char path[PATH_MAX], text[16] = "";
	FILE *file;
	int n = snprintf(path, sizeof(path), "%s/%s", folder, name);

	file = n > 0 && n < (int)sizeof(path) ? fopen(path, "re") : NULL;
	if (file) {
		if (!fgets(text, sizeof(text), file))
			text[0] = '\0';
		fclose(file);
	}
	return (uint16_t)strtoul(text, NULL, 16);
}

/* find_ids: those of the USB device the port hangs on; 0, 0 where it is none. */
static void
find_ids(const struct doctor *doctor, const char *name, uint16_t *ret_vendor, uint16_t *ret_product)
{
	char link[PATH_MAX], folder[PATH_MAX], relative[128], *slash;

	*ret_vendor = *ret_product = 0;
	snprintf(relative, sizeof(relative), "/sys/class/tty/%.60s", name);
	if (!doctor_path(doctor, relative, link) || !realpath(link, folder))
		return;
	while ((slash = strrchr(folder, '/')) && slash > folder && *ret_vendor == 0) {
		*ret_vendor = read_id(folder, "idVendor");
		*ret_product = read_id(folder, "idProduct");
		*slash = '\0';
	}
}

static void
add_port(struct doctor *doctor, const char *name, const struct board_port *kind)
{
	struct doctor_port *port = &doctor->ports[doctor->n_ports];
	char path[160], line[64];
	const char *note;

	if (doctor->n_ports == DOCTOR_PORTS_MAX)
		return;
	doctor->n_ports++;
	snprintf(port->name, sizeof(port->name), "%.60s", name);
	port->title = kind->title;
	snprintf(path, sizeof(path), "/sys/class/tty/%.60s/dev", name);
	snprintf(port->number, sizeof(port->number), "%.20s", read_file(doctor, path));
	port->number[strcspn(port->number, "\n")] = '\0';
	snprintf(path, sizeof(path), "/run/udev/data/c%s", port->number);
	note = read_file(doctor, path);
	port->offered = find_line(note, "E:ADOUBED_OFFER=1", line, sizeof(line));
	port->kept_from_modem = find_line(note, "E:ID_MM_DEVICE_IGNORE=1", line, sizeof(line)) ||
	                        find_line(note, "E:ID_MM_PORT_IGNORE=1", line, sizeof(line));
}

static void
find_ports(struct doctor *doctor)
{
	char folder[PATH_MAX];
	DIR *dir = doctor_path(doctor, "/sys/class/tty", folder) ? opendir(folder) : NULL;
	const struct board_port *kind;
	uint16_t vendor, product;
	struct dirent *entry;

	while (dir && (entry = readdir(dir))) {
		if (entry->d_name[0] == '.')
			continue;
		find_ids(doctor, entry->d_name, &vendor, &product);
		if (board_port_find(vendor, product, entry->d_name, &kind))
			add_port(doctor, entry->d_name, kind);
	}
	if (dir)
		closedir(dir);
}

void
doctor_check_ports(struct doctor *doctor)
{
	find_ports(doctor);
	if (doctor->n_ports == 0) {
		doctor_say(doctor, DOCTOR_NOTE,
		           "no adapter that boards are known to have is plugged in");
		doctor_mend(
			doctor,
			"plug a board in and switch it on; for an adapter of another make write "
			"its port as board = /dev/...");
	}
	for (size_t i = 0; i < doctor->n_ports; i++) {
		const struct doctor_port *port = &doctor->ports[i];

		if (port->offered || !doctor->rule) {
			doctor_say(doctor, DOCTOR_FINE, "/dev/%s: %s", port->name, port->title);
			continue;
		}
		doctor_say(doctor, DOCTOR_WRONG,
		           "/dev/%s: the udev rule is installed, but was not applied to it",
		           port->name);
		doctor_mend(doctor, "udevadm control --reload; udevadm trigger "
		                    "--subsystem-match=tty, or plug the board in again");
	}
}

void
doctor_check_rights(struct doctor *doctor)
{
	char full[PATH_MAX], node[80], line[256], number[32];
	bool known = find_line(read_file(doctor, "/etc/group"), "dialout:", line, sizeof(line));
	struct stat st;

	snprintf(number, sizeof(number), "%.20s", known ? strchr(line + 8, ':') + 1 : "");
	for (size_t i = 0; i < doctor->n_ports; i++) {
		snprintf(node, sizeof(node), "/dev/%s", doctor->ports[i].name);
		if (!doctor_path(doctor, node, full) || stat(full, &st) != 0) {
			doctor_say(doctor, DOCTOR_WRONG, "%s: %s", node, strerror(errno));
			doctor_mend(doctor, "plug the board in again");
		} else if ((st.st_mode & (S_IRGRP | S_IWGRP)) != (S_IRGRP | S_IWGRP) ||
		           (known && st.st_gid != strtoul(number, NULL, 10))) {
			doctor_say(doctor, DOCTOR_WRONG,
			           "%s is not for the group dialout to read and write (mode %03o)",
			           node, (unsigned int)st.st_mode & 0777);
			doctor_mend(
				doctor,
				"a udev rule of this machine has changed it; as a remedy: chgrp "
				"dialout %s; chmod 660 %s",
				node, node);
		} else {
			doctor_say(doctor, DOCTOR_FINE, "%s is open to the group dialout", node);
		}
	}
}

/* --- Other programs ------------------------------------------------------------------------- */

void
doctor_check_modem_manager(struct doctor *doctor)
{
	int pid = find_process(doctor, "ModemManager");
	bool told = false;

	if (pid == 0) {
		doctor_say(doctor, DOCTOR_FINE, "it does not run");
		return;
	}
	for (size_t i = 0; i < doctor->n_ports; i++) {
		if (doctor->ports[i].kept_from_modem)
			continue;
		doctor_say(doctor, DOCTOR_WRONG,
		           "it runs and may probe /dev/%s; its letters are commands to a board",
		           doctor->ports[i].name);
		doctor_mend(doctor,
		            "install the udev rule, or: systemctl disable --now ModemManager");
		told = true;
	}
	if (!told)
		doctor_say(doctor, DOCTOR_FINE, "it runs, and is kept away from boards");
}

/* brltty takes many USB serial adapters for Braille displays. */
void
doctor_check_brltty(struct doctor *doctor)
{
	if (find_process(doctor, "brltty") == 0) {
		doctor_say(doctor, DOCTOR_FINE, "it does not run");
		return;
	}
	doctor_say(
		doctor, DOCTOR_WRONG,
		"brltty runs: it takes USB serial adapters for Braille displays and keeps boards "
		"from being opened");
	doctor_mend(doctor,
	            "where nobody needs Braille: apt remove brltty, then plug the board in again");
}

void
doctor_check_gpsd(struct doctor *doctor)
{
	char line[256];
	bool automatic = find_line(read_file(doctor, "/etc/default/gpsd"), "USBAUTO=\"true\"", line,
	                           sizeof(line));

	if (find_process(doctor, "gpsd") == 0) {
		doctor_say(doctor, DOCTOR_FINE, "it does not run");
		return;
	}
	if (!automatic) {
		doctor_say(doctor, DOCTOR_FINE, "it runs, and takes no port by itself");
		return;
	}
	doctor_say(doctor, DOCTOR_WRONG,
	           "gpsd runs and takes every USB serial adapter for a satellite receiver");
	doctor_mend(doctor, "write USBAUTO=\"false\" in /etc/default/gpsd; systemctl restart gpsd");
}

/* look_at_process: does it have one of the ports open? */
static void
look_at_process(struct doctor *doctor, const char *pid)
{
	char folder[PATH_MAX], path[80], link[PATH_MAX], target[PATH_MAX], name[64];
	struct dirent *entry;
	ssize_t n;
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%.20s/comm", pid);
	snprintf(name, sizeof(name), "%.32s", read_file(doctor, path));
	name[strcspn(name, "\n")] = '\0';
	snprintf(path, sizeof(path), "/proc/%.20s/fd", pid);
	dir = strcmp(name, "adoubed") != 0 && doctor_path(doctor, path, folder) ? opendir(folder)
	                                                                        : NULL;
	while (dir && (entry = readdir(dir))) {
		if (snprintf(link, sizeof(link), "%s/%s", folder, entry->d_name) >=
		    (int)sizeof(link))
			continue;
		n = readlink(link, target, sizeof(target) - 1);
		target[n > 0 ? n : 0] = '\0';
		for (size_t i = 0; i < doctor->n_ports; i++) {
			if (strncmp(target, "/dev/", 5) != 0 ||
			    strcmp(target + 5, doctor->ports[i].name) != 0)
				continue;
			doctor_say(doctor, DOCTOR_WRONG, "%s (process %s) has %s open", name, pid,
			           target);
			doctor_mend(doctor, "end that program, or take the port from it");
		}
	}
	if (dir)
		closedir(dir);
}

void
doctor_check_busy(struct doctor *doctor)
{
	char folder[PATH_MAX];
	DIR *dir = doctor_path(doctor, "/proc", folder) ? opendir(folder) : NULL;
	size_t before = doctor->n_findings;
	struct dirent *entry;

	while (dir && (entry = readdir(dir)))
		if (isdigit((unsigned char)entry->d_name[0]))
			look_at_process(doctor, entry->d_name);
	if (dir)
		closedir(dir);
	if (doctor->n_findings == before && doctor->n_ports > 0)
		doctor_say(doctor, DOCTOR_FINE, "no other program is seen to have a board's port");
}

/* --- Disk ----------------------------------------------------------------------------------- */

void
doctor_check_disk(struct doctor *doctor)
{
	char path[PATH_MAX], *slash;
	struct statvfs disk;
	unsigned long long mb;

	if (!doctor_path(doctor, doctor->config.daemon.state_dir, path))
		return;
	while (statvfs(path, &disk) != 0) {
		slash = strrchr(path, '/');
		if (!slash || slash == path) {
			doctor_say(doctor, DOCTOR_WRONG, "%s: %s", doctor->config.daemon.state_dir,
			           strerror(errno));
			return;
		}
		*slash = '\0';
	}
	mb = (unsigned long long)disk.f_bavail * disk.f_frsize >> 20;
	doctor_say(doctor,
	           mb < DISK_WRONG_MB  ? DOCTOR_WRONG
	           : mb < DISK_NOTE_MB ? DOCTOR_NOTE
	                               : DOCTOR_FINE,
	           "%llu MB are free for %s", mb, doctor->config.daemon.state_dir);
	if (mb < DISK_NOTE_MB)
		doctor_mend(doctor, "make room, or put state_dir elsewhere; recording stops when "
		                    "the disk is full");
}
