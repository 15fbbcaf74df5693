/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The parts of `adoube doctor`: what is looked at, and what was found.
 */
#pragma once

#include <jansson.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "daemon/config.h"

#define DOCTOR_FINDINGS_MAX 256
#define DOCTOR_PORTS_MAX    64
#define DOCTOR_TEXT         400

enum doctor_state { DOCTOR_FINE, DOCTOR_NOTE, DOCTOR_WRONG };

struct doctor_finding {
	const char *check; /* the row's name */
	enum doctor_state state;
	char text[DOCTOR_TEXT], mend[DOCTOR_TEXT]; /* mend "": there is nothing to do */
};

/* A serial port that may be a board's. */
struct doctor_port {
	char name[64];        /* "ttyUSB0" */
	char number[32];      /* "188:0", as udev names its notes */
	const char *title;    /* what the adapter is */
	bool offered;         /* udev's note on it has the rule's mark */
	bool kept_from_modem; /* and ModemManager is told to leave it */
};

struct doctor {
	const char *root;        /* in front of every path; "" for this machine */
	const char *config_path; /* of the machine looked at */
	const char *socket;      /* of the daemon; "": the configuration's */
	bool json;
	struct config config;
	struct doctor_port ports[DOCTOR_PORTS_MAX];
	size_t n_ports;
	bool rule;         /* the udev rule is installed */
	json_t *status;    /* the daemon's answer, NULL: none */
	const char *check; /* the one at work */
	struct doctor_finding findings[DOCTOR_FINDINGS_MAX];
	size_t n_findings;
};

/* doctor_say: one finding of the check at work; a format for each text, mend NULL: nothing to do. */
__attribute__((format(printf, 3, 4))) void
doctor_say(struct doctor *doctor, enum doctor_state state, const char *format, ...);

/* doctor_mend: how to mend what was said last. */
__attribute__((format(printf, 2, 3))) void doctor_mend(struct doctor *doctor, const char *format,
                                                       ...);

/* doctor_path: where `path` of the machine looked at is; false: too long. */
bool doctor_path(const struct doctor *doctor, const char *path, char full[PATH_MAX]);

/* The checks, in the order of the table in doctor.c. */
void doctor_check_config(struct doctor *doctor);
void doctor_check_user(struct doctor *doctor);
void doctor_check_rule(struct doctor *doctor);
void doctor_check_ports(struct doctor *doctor);
void doctor_check_rights(struct doctor *doctor);
void doctor_check_modem_manager(struct doctor *doctor);
void doctor_check_brltty(struct doctor *doctor);
void doctor_check_gpsd(struct doctor *doctor);
void doctor_check_busy(struct doctor *doctor);
void doctor_check_disk(struct doctor *doctor);
void doctor_check_daemon(struct doctor *doctor);
void doctor_check_boards(struct doctor *doctor);
void doctor_check_clocks(struct doctor *doctor);
void doctor_check_recording(struct doctor *doctor);
