/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drivers/sim/sim_incident.h"

#include "core/base/invariant.h"

static const char *const names[SIM_TROUBLES] = {
	[SIM_SLIDE] = "slide",
	[SIM_PLACE_FIRST] = "place-first",
	[SIM_GHOST] = "ghost",
	[SIM_PARK] = "park",
	[SIM_ADJUST] = "adjust",
	[SIM_HESITATE] = "hesitate",
	[SIM_WRONG_SQUARE] = "wrong-square",
	[SIM_RETRACT] = "retract",
	[SIM_TAKE_BACK] = "take-back",
	[SIM_ILLEGAL] = "illegal",
	[SIM_KNOCK] = "knock",
	[SIM_SWEEP] = "sweep",
	[SIM_FIDDLE] = "fiddle",
	[SIM_BLIND] = "blind",
	[SIM_WRONG] = "wrong",
	[SIM_BESIDE] = "beside",
	[SIM_BOTH] = "both",
	[SIM_NEITHER] = "neither",
	[SIM_FLICKER] = "flicker",
	[SIM_LOST_UPDATE] = "lost-update",
	[SIM_LOST_DUMP] = "lost-dump",
	[SIM_OUTAGE] = "outage",
};

const char *
sim_trouble_name(enum sim_trouble what)
{
	INVARIANT(what < SIM_TROUBLES);
	return names[what];
}

const char *
sim_trouble_source(enum sim_trouble what)
{
	INVARIANT(what < SIM_TROUBLES);
	if (what < SIM_BLIND)
		return "hand";
	return what < SIM_LOST_UPDATE ? "sensor" : "line";
}
