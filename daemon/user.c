/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/user.h"

#include <pwd.h>
#include <stdio.h>

void
user_name(uint32_t uid, char *name, size_t size)
{
	FILE *list = fopen("/etc/passwd", "re");
	struct passwd entry, *found;
	char buffer[1024];

	name[0] = '\0';
	while (list && fgetpwent_r(list, &entry, buffer, sizeof(buffer), &found) == 0)
		if (entry.pw_uid == uid) {
			snprintf(name, size, "%s", entry.pw_name);
			break;
		}
	if (list)
		fclose(list);
}

void
user_sign(json_t *request, uint32_t uid)
{
	char name[64];

	user_name(uid, name, sizeof(name));
	json_object_set_new(request, "uid", json_integer(uid));
	json_object_del(request, "user");
	json_object_del(request, "by");
	json_object_del(request, "role");
	if (name[0])
		json_object_set_new(request, "user", json_string(name));
}

void
user_sign_token(json_t *request, const char *token, const char *role)
{
	json_object_del(request, "uid");
	json_object_del(request, "user");
	json_object_set_new(request, "by", json_string(token));
	json_object_set_new(request, "role", json_string(role));
}

void
user_copy(json_t *event, const json_t *request)
{
	static const char *const members[] = { "uid", "user", "by", "role" };

	for (int i = 0; i < 4; i++)
		if (json_object_get(request, members[i]))
			json_object_set(event, members[i], json_object_get(request, members[i]));
		else if (i > 0) /* a user without a name has none of his own making */
			json_object_del(event, members[i]);
	if (json_object_get(request, "by"))
		json_object_del(event, "uid");
}
