/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/explain/castled.h"

#include "tests/tracker/midgame.h"

#define ROOKS "r3k2r/pppq1ppp/2np1n2/8/8/2NP1N2/PPPQ1PPP/R3K2R w KQkq - 0 10"

#define BEFORE "a2- a3+P W! a7- a6+p B! "

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
	{ "a king who is read as a bishop castles, who has been read as one before", ROOKS,
	  BEFORE "e1:B +8s e1- +600ms g1+B +700ms h1- +800ms f1+R +500ms W! +6s",
	  "a3@299 a6@299 O-O*@298" },
	{ "somebody who is read there while the king is read at home is nobody's castling", ROOKS,
	  BEFORE "+2s g1+B +700ms h1- +800ms f1+R +500ms W! +6s", "a3@299 a6@299 Rf1@298" },
	{ "of whose rook nothing was told", ROOKS,
	  BEFORE "e1- +700ms g1+K +500ms W! +1s h7- +700ms h6+p +500ms B! +3s",
	  "a3@299 a6@299 O-O*@298 h6@298" },
	{ "the rook follows slowly, and another one is read no more",
	  "rnbqk2r/pppp1ppp/4pn2/8/1bPP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 0 4",
	  "{+1s e2- +775ms e3+P +37ms a1- +505ms W! +333ms e8- +806ms g8+k +403ms h8- +394ms f8+r "
	  "+226ms B!} +3s a2- +700ms a3+P +500ms W! +3s",
	  "e3@299 O-O@299 a3@298" },
	{ "but where the board is asked for all its squares he has forgotten it", ROOKS,
	  BEFORE "scan e1- +700ms g1+K +500ms W! +1s h7- +700ms h6+p +500ms B! +3s",
	  "a3@299 a6@299 {illegal} h6@298" },
};

int
main(void)
{
	return midgame_run("castled", tales, sizeof(tales) / sizeof(tales[0]));
}
