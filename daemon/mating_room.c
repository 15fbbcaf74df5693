/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/mating_room.h"

#include <stddef.h>
#include <stdlib.h>

static _Thread_local struct mating *mating_room;
static _Thread_local size_t mating_room_users;

struct mating *
mating_room_take(void)
{
	if (!mating_room)
		mating_room = malloc(sizeof(*mating_room));
	mating_room_users += mating_room != NULL;
	return mating_room;
}

void
mating_room_give(void)
{
	if (--mating_room_users > 0)
		return;
	free(mating_room);
	mating_room = NULL;
}
