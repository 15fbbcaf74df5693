/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Kings on their way to the centre: the sign, and no ply.
 */
#include "tests/tracker/midgame.h"

static const struct midgame_tale tales[] = {
	{ "a king who was put down on one square of the centre, and then on another",
	  "8/R7/p4k2/2p3p1/2B4p/1P4q1/2P1K3/8 w - - 4 44",
	  "a7- a6- a6+R W! f6- e5+k +250ms e5- d5+k e2- e4+K STOP +3s", "Rxa6+@299 1-0" },
	{ "a king who got there by a legal step before the other one",
	  "8/4k3/3n1pBp/2K5/5PPP/8/8/8 w - - 3 67", "c5- d5+K +250ms e7- STOP e5+k +6s",
	  "1/2-1/2" },
	{ "and on a square of the other colour, the clock stopped behind",
	  "8/4k3/3n1pBp/2K5/5PPP/8/8/8 w - - 3 67", "c5- d4+K +250ms e7- e5+k STOP +6s", "0-1" },
	{ "a king who stood on a square of the centre was played there, and is taken to another to "
	  "tell the result",
	  "8/4k3/3n1pBp/2K5/5PPP/8/8/8 w - - 3 67", "c5- d5+K +5s STOP +1s d5- d4+K e7- e5+k +6s",
	  "Kd5~* 0-1" },
	{ "or put back to where he stood, the clock stopped before and not when he came",
	  "8/4k3/3n1pBp/2K5/5PPP/8/8/8 w - - 3 67", "c5- d5+K +2s STOP d5- e7- e5+k d5+K +6s",
	  "Kd5~* 1/2-1/2" },
	{ "so was one whom nobody came to join for long", "8/4k3/3n1pBp/2K5/5PPP/8/8/8 w - - 3 67",
	  "c5- d5+K +13s e7- e5+k +6s", "Kd5~ 1/2-1/2" },
	{ "and one who stood elsewhere, and was taken from there to tell the result",
	  "8/4k3/3n1pBp/2K5/5PPP/8/8/8 w - - 3 67",
	  "h4- h5+P W! e7- d7+k B! c5- b4+K +6s b4- d5+K d7- e5+k +6s",
	  "h5@299 Kd7@299 Kb4~ 1/2-1/2" },
	{ "nobody was played to where a king comes against the Laws, so that he could take him",
	  "8/4k3/8/6R1/8/2K5/6PP/8 w - - 3 67",
	  "h2- h3+P W! +1s e7- d6+k B! +4s d6- +700ms c3- d5+k +1s d4+K +6s",
	  "h3@299 Kd6@299 1/2-1/2" },
	{ "but one who waits for the other king told the result",
	  "8/4k3/3n1pBp/2K5/5PPP/8/8/8 w - - 3 67", "c5- d5+K +5s e7- e5+k +6s", "1/2-1/2" },
	{ "and so did one who is set straight while the clock is being stopped",
	  "8/4k3/3n1pBp/2K5/5PPP/8/8/8 w - - 3 67", "c5- d5+K STOP +1s d5- d5+K e7- e5+k +6s",
	  "1/2-1/2" },
	{ "next to each other, off the centre, they are no sign",
	  "8/4k3/3n1pBp/8/3K1PPP/8/8/8 w - - 3 67", "d4- e5+K +250ms e7- STOP e6+k +6s", "" },
	{ "they have second thoughts about the result", "8/4k3/3n1pBp/2K5/5PPP/8/8/8 w - - 3 67",
	  "STOP +5s c5- d5+K e7- e5+k +6s d5- d4+K +6s", "0-1" },
	{ "and men are put away meanwhile", "8/4k3/3n1pBp/2K5/5PPP/8/8/8 w - - 3 67",
	  "STOP +5s c5- d5+K e7- e5+k +6s f4- h6- d5- d4+K +6s", "0-1" },
	{ "but where other men are put down as well it is none",
	  "8/4k3/3n1pBp/2K5/5PPP/8/8/8 w - - 3 67",
	  "STOP +5s c5- d5+K e7- e5+k +6s g6- b1+B h4- a3+P d5- d4+K +6s", "1/2-1/2" },
	{ "a square that takes another man for the king who is being moved tells no result",
	  "r7/8/8/3P4/3k4/8/2K5/8 w - - 3 67", "c2- c1+K W! +1s a8- a7+r B! d5:K +3s c1- +3s",
	  "Kc1@299 Ra7@299" },
	{ "though who comes to the sign later may be put where the first one stood",
	  "8/4k3/3n1pBp/3K4/5PPP/8/8/8 w - - 3 67", "STOP +5s d5- d4+K +1s e7- d5+k +3s",
	  "1/2-1/2" },
	{ "a king who takes, and is put in the centre when he has pressed, took before that",
	  "8/4k3/8/5Kp1/8/8/6PP/8 w - - 3 67",
	  "g5- f5- g5+K +1700ms W! +100ms g5- +200ms e4+K +2s e7- d5+k +3s", "Kxg5@299 1-0" },
	{ "a king in the air while the clock is stopped begins it, though it was pressed",
	  "8/4k3/3n1pBp/3K3P/5PP1/8/8/8 w - - 3 67", "d5- W! STOP +3s", "" },
};

int
main(void)
{
	return midgame_run("sign", tales, sizeof(tales) / sizeof(tales[0]));
}
