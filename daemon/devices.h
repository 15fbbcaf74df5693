/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Every board this machine knows of: which are there, which table has which, and what is wrong with the
 * rest. A board is known by its serial number, wherever it is plugged in.
 *
 * Ports that are offered (daemon/hotplug.h) are opened only while some table waits for a board by its
 * number or for any; what answers is given to the table that asks for it, and a board nobody asks for
 * is a spare. A port or address that the configuration names itself is its table's from the start, and
 * is only watched here.
 */
#pragma once

#include <jansson.h>
#include <stddef.h>

#include "daemon/hotplug.h"
#include "daemon/station.h"

#define DEVICES_RETRY_S        2  /* after a link was lost */
#define DEVICES_BACK_OFF_S     10 /* after a failure; twice as long after each further one */
#define DEVICES_BACK_OFF_MAX_S 600
#define DEVICES_LOSSES_MAX     5  /* in a row; then it is a failure */
#define DEVICES_STEADY_S       60 /* live for so long, what was before is forgotten */

struct devices;

/* devices_new: watch over stations[n], started and borrowed. 0 or -ENOMEM. */
int devices_new(struct event_base *base, struct station *const *stations, size_t n,
                struct devices **ret_devices);

/* devices_reserve: the port at `address` is somebody else's, a bus's: it is never opened here. 0 or
 * -ENOMEM. */
int devices_reserve(struct devices *devices, const char *address);

/* devices_offer, devices_withdraw: a port has come or gone. */
void devices_offer(struct devices *devices, const struct hotplug_port *port);
void devices_withdraw(struct devices *devices, const char *node);

/* devices_linked: a station's link has changed. */
void devices_linked(struct devices *devices, struct station *station);

struct devices_wish {
	uint32_t table;
	const char *board; /* serial:NUMBER, any, or an address */
};

/* devices_assign: give these boards to these tables, by the signed `request` (user.h); their games go on, and boards
 * may change places. 0, or a negative errno with `error` one sentence. devices_check: could that be done? */
int devices_assign(struct devices *devices, const struct devices_wish *wishes, size_t n,
                   const json_t *request, char *error, size_t error_size);
int devices_check(struct devices *devices, const struct devices_wish *wishes, size_t n, char *error,
                  size_t error_size);

/* devices_name_board: a board as a person names it, by its bare number too, as a wish has it, to buffer[size]. */
void devices_name_board(const char *board, char *buffer, size_t size);

/* devices_listen: changed(ctx) is called when a device is not as it was; it must only take note. */
void devices_listen(struct devices *devices, void (*changed)(void *ctx), void *ctx);

/* devices_json: one object a board or port. New reference, NULL when memory is out. */
json_t *devices_json(const struct devices *devices);

/* devices_free: closes what no table holds. NULL is fine. */
void devices_free(struct devices *devices);
