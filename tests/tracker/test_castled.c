/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/explain/castled.h"

#include "tests/tracker/midgame.h"

#define ROOKS "r3k2r/pppq1ppp/2np1n2/8/8/2NP1N2/PPPQ1PPP/R3K2R w KQkq - 0 10"

static const struct midgame_tale tales[] = {
	{ "a king whose leaving was not told has castled, with the rook", ROOKS,
	  "g1+K +1200ms h1- +700ms f1+R +500ms W! +2s", "O-O*@299" },
	{ "on the other wing, too", ROOKS, "c1+K +1200ms a1- +700ms d1+R +500ms W! +2s",
	  "O-O-O*@299" },
	{ "a rook alone has not", ROOKS, "h1- +700ms f1+R +500ms W! +2s", "Rf1@299" },
	{ "nor where the king stands on his own square after all", ROOKS,
	  "g1+K +1200ms e1- +300ms e1+K h1- +700ms f1+R +500ms W! +2s", "Rf1@299" },
	{ "nor where he may not castle",
	  "r3k2r/pppq1ppp/2np1n2/8/8/2NP1N2/PPPQ1PPP/R3K2R w Qkq - 0 10",
	  "g1+K +1200ms h1- +700ms f1+R +500ms W! +2s", "Rf1@299" },
};

int
main(void)
{
	return midgame_run("castled", tales, sizeof(tales) / sizeof(tales[0]));
}
