/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What each check of `adoube doctor` says, and where it looks.
 */
#include <stdarg.h>
#include <stdio.h>

#include "daemon/cli/doctor.h"

void
doctor_say(struct doctor *doctor, enum doctor_state state, const char *format, ...)
{
	struct doctor_finding *finding;
	va_list args;

	if (doctor->n_findings == DOCTOR_FINDINGS_MAX)
		return;
	finding = &doctor->findings[doctor->n_findings++];
	finding->check = doctor->check;
	finding->state = state;
	finding->mend[0] = '\0';
	va_start(args, format);
	vsnprintf(finding->text, sizeof(finding->text), format, args);
	va_end(args);
}

void
doctor_mend(struct doctor *doctor, const char *format, ...)
{
	struct doctor_finding *finding = &doctor->findings[doctor->n_findings - 1];
	va_list args;

	va_start(args, format);
	vsnprintf(finding->mend, sizeof(finding->mend), format, args);
	va_end(args);
}

bool
doctor_path(const struct doctor *doctor, const char *path, char full[PATH_MAX])
{
	int n = snprintf(full, PATH_MAX, "%s%s", doctor->root, path);

	return n > 0 && n < PATH_MAX;
}
