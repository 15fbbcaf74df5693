/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The life of a board as this machine sees it: states, what may happen to it, and what is then to be
 * done. A table and no more; daemon/devices.c acts on it.
 */
#pragma once

enum device_state {
	DEVICE_ABSENT,      /* expected, and never there */
	DEVICE_SEEN,        /* its port is there and closed */
	DEVICE_OPENING,     /* the port is being opened */
	DEVICE_PROBING,     /* open; who is there is being asked */
	DEVICE_LIVE,        /* a board answers */
	DEVICE_LOST,        /* it answered once, and now does not, or its port has gone */
	DEVICE_QUARANTINED, /* failed or babbled: left alone for a time, longer each time */
	DEVICE_STATES
};

enum device_input {
	DEVICE_OFFERED,   /* its port has appeared */
	DEVICE_WITHDRAWN, /* its port has gone */
	DEVICE_TURN,      /* it may be tried now; of a live one: its table opens it */
	DEVICE_OPENED,    /* the port is open */
	DEVICE_REFUSED,   /* the port cannot be opened */
	DEVICE_ANSWERED,  /* a board has said who it is */
	DEVICE_WRONG,     /* no board answers, after every try */
	DEVICE_FELL,      /* the link was lost */
	DEVICE_BABBLED,   /* bytes without end and not one message; or it fell too often */
	DEVICE_DROPPED,   /* not wanted on this port: the same board answers on another, or its
	                     table was given another one */
	DEVICE_FOREIGN,   /* another board answers than the one that was here */
	DEVICE_INPUTS
};

enum device_action {
	DEVICE_NOTHING,
	DEVICE_TRY,      /* open the port as soon as a table waits for a board */
	DEVICE_OPEN,     /* open it */
	DEVICE_IDENTIFY, /* find out which board it is, and whose */
	DEVICE_CLOSE,    /* let go of the port */
	DEVICE_COUNT,    /* one more loss; let go, and try again soon */
	DEVICE_BACK_OFF, /* let go, and try again later */
};

struct device_step {
	enum device_state next;
	enum device_action action;
};

/* device_step: what `input` does in `state`. */
struct device_step device_step(enum device_state state, enum device_input input);

/* device_state_name: "live"; the words of `adoube devices`. */
const char *device_state_name(enum device_state state);
